//! Makes nodes from evaluations.

use std::borrow::Cow;

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
    params: &PuctParams,
) -> Vec<LikelyMove> {
    let size = game.size();
    let is_root = ply == 0;
    let temperature =
        if is_root { params.root_policy_temperature } else { params.policy_temperature };
    let policy = at_temperature(&evaluation.policy, temperature);
    let vertices = size.vertices().map(Some).chain([None]);
    let listed = vertices.zip(policy.iter()).filter_map(|(vertex, policy)| {
        let mv = Move::from(vertex);
        let is_forbidden = restrictions.iter().any(|known| known.forbids(color, mv, ply));
        let policy = policy.filter(|_| !is_forbidden)?;
        Some(LikelyMove { point: vertex.map(Point::of::<AnySize>), policy })
    });
    let mut moves: Vec<LikelyMove> = listed.collect();
    moves.sort_by(|one, other| other.policy.total_cmp(&one.policy));
    if !is_root {
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

/// The probabilities of moves at a temperature: each raised to the power of one over the
/// temperature, with the same sum as before. Above 1, unlikely moves gain; 1 changes nothing.
pub(super) fn at_temperature(policy: &[Option<f32>], temperature: f32) -> Cow<'_, [Option<f32>]> {
    if temperature == 1.0 {
        return Cow::Borrowed(policy);
    }
    let raise = |share: f32| libm::powf(share, 1.0 / temperature);
    let raised: Vec<Option<f32>> = policy.iter().map(|share| share.map(raise)).collect();
    let sum = |shares: &[Option<f32>]| shares.iter().flatten().sum::<f32>();
    let factor = sum(policy) / sum(&raised);
    raised.into_iter().map(|share| share.map(|share| share * factor)).collect()
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

/// The weight of a result that is certain: that of an evaluation without any error. It is 1 if
/// evaluations come without their errors, because each of them then has the weight 1.
pub(super) fn certain_weight(params: &PuctParams, has_errors: bool) -> f32 {
    if has_errors && params.uncertainty > 0.0 { MOST_WEIGHT } else { 1.0 }
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::vocabulary::BoardSize;

    /// The probabilities of the moves of a node on 2x2 that lies so many moves below the root.
    fn policies(ply: usize, params: &PuctParams) -> Vec<f32> {
        let game = GameState::new(BoardSize::square(2), Rules::default(), 0.5);
        let policy = vec![Some(0.04), Some(0.64), None, Some(0.16), Some(0.16)];
        let evaluation = Evaluation::even(policy, game.size().area());
        let moves = likely_moves(&evaluation, &game, Color::Black, (&[], ply), params);
        moves.iter().map(|mv| mv.policy).collect()
    }

    #[test]
    fn a_temperature_acts_at_the_root_or_below_it() {
        let (plain, even) = ([0.64, 0.16, 0.16, 0.04], [4.0, 2.0, 2.0, 1.0].map(|part| part / 9.0));
        let below = PuctParams { policy_temperature: 2.0, ..PuctParams::default() };
        let root = PuctParams { root_policy_temperature: 2.0, ..PuctParams::default() };
        for (params, ply, expected) in [
            (&PuctParams::default(), 0, plain),
            (&PuctParams::default(), 1, plain),
            (&below, 0, plain),
            (&below, 1, even),
            (&root, 0, even),
            (&root, 1, plain),
        ] {
            let found = policies(ply, params);
            assert_eq!(found.len(), expected.len(), "a forbidden move stays forbidden");
            let is_near = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-6;
            assert!(found.iter().zip(&expected).all(is_near), "{found:?}, not {expected:?}");
        }
    }
}
