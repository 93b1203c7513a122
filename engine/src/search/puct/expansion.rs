//! Makes nodes from evaluations.

use super::bias;
use super::edge::LikelyMove;
use super::node::{NO_PATTERN, Outlook};
use super::params::PuctParams;
use super::utility::Utility;
use crate::board::Position;
use crate::knowledge::Evaluation;
use crate::reading::certain_lead;
use crate::rules::{GameState, Scoring};
use crate::search::request::Restriction;
use crate::vocabulary::{AnySize, Color, Move, Point};

/// Below the root, moves less likely than this get no edge, except for the likeliest ones: they
/// would never be visited, and would fill most of the memory.
const LEAST_POLICY: f32 = 1.0 / 5000.0;
/// The number of moves that get an edge in any case.
const LIKELIEST: usize = 12;
/// The largest weight of an evaluation, that of one without any error.
const MOST_WEIGHT: f32 = 8.0;

/// The moves of a new node that lies `ply` moves below the root, with `color` to move, the
/// likeliest first. A pass is among them unless a restriction forbids it; if no move remains, the
/// pass is.
pub(super) fn likely_moves(
    evaluation: &Evaluation,
    game: &GameState,
    color: Color,
    (restrictions, ply): (&[Restriction], usize),
) -> Vec<LikelyMove> {
    let size = game.size();
    let vertices = size.vertices().map(Some).chain([None]);
    let listed = vertices.zip(&evaluation.policy).filter_map(|(vertex, policy)| {
        let mv = Move::from(vertex);
        let is_forbidden = restrictions.iter().any(|known| known.forbids(color, mv, ply));
        let policy = policy.filter(|_| !is_forbidden)?;
        Some(LikelyMove { point: vertex.map(Point::of::<AnySize>), policy })
    });
    let mut moves: Vec<LikelyMove> = listed.collect();
    moves.sort_by(|one, other| other.policy.total_cmp(&one.policy));
    if ply > 0 {
        let mut place = 0;
        moves.retain(|mv| {
            place += 1;
            place <= LIKELIEST || mv.policy >= LEAST_POLICY || mv.point.is_none()
        });
    }
    if moves.is_empty() {
        moves.push(LikelyMove { point: None, policy: 1.0 });
    }
    if !restrictions.is_empty() {
        // What the restrictions took away belongs to the moves that remain.
        let sum: f32 = moves.iter().map(|mv| mv.policy).sum();
        moves.iter_mut().for_each(|mv| mv.policy /= sum.max(1e-6));
    }
    moves
}

/// The outlook according to an evaluation of a position with `color` to move, and its weight.
/// Whatever the stones on the board make certain overrides the network.
pub(super) fn outlook(
    evaluation: &Evaluation,
    game: &GameState,
    color: Color,
    params: &PuctParams,
    utility: &Utility,
) -> (Outlook, f32) {
    let sign = color.sign();
    let (mut score, mut lead) = (sign * evaluation.score, sign * evaluation.lead);
    let mut win_loss = sign * (evaluation.win - evaluation.loss);
    let mut deviation = evaluation.score_deviation;
    if let Some(bounds) = certain_bounds(game) {
        let [low, high] = bounds;
        let result = |lead: f32| if lead == 0.0 { 0.0 } else { lead.signum() };
        win_loss = win_loss.clamp(result(low), result(high));
        score = score.clamp(low, high);
        lead = lead.clamp(low, high);
        deviation = deviation.min(high - low);
    }
    let score_square = score * score + deviation * deviation;
    let weight = evaluation.errors.filter(|_| params.uncertainty > 0.0).map_or(1.0, |errors| {
        let error = errors.win + utility.slope(score) * errors.score;
        params.uncertainty / (error + params.uncertainty / MOST_WEIGHT)
    });
    (Outlook { win_loss, score, score_square, lead }, weight)
}

/// Bounds on Black's final lead that hold whatever the players do, if there are narrow ones.
fn certain_bounds(game: &GameState) -> Option<[f32; 2]> {
    if game.rules().scoring != Scoring::Area {
        return None;
    }
    let bounds = certain_lead(game.position().board());
    let komi = game.full_komi() as f32;
    let area = game.size().area() as f32;
    let [low, high] = [bounds.low as f32, bounds.high as f32];
    (low > -area || high < area).then_some([low - komi, high - komi])
}

/// The place of the local pattern of the last move in the table of biases.
pub(super) fn pattern(position: &Position<AnySize>, params: &PuctParams) -> u32 {
    let point = position.last().filter(|_| params.subtree_bias > 0.0);
    point.map_or(NO_PATTERN, |point| bias::place(position, point))
}
