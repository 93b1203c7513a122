//! The root of the tree: its position, and the information about it that is kept outside the tree.

use super::edge::Edge;
use super::ending::{solving_budget, winning_move};
use super::request::{Restriction, SearchRequest};
use super::root_statistics::RootStatistics;
use super::tree::{Branch, Tree};
use crate::board::Position;
use crate::knowledge::Prior;
use crate::rules::{Rules, Scoring};
use crate::vocabulary::{Color, Geometry, Move, Point, Vertex};

/// A root position, identified by the moves that led to it, together with the restrictions on the
/// search. Two searches with equal lines share a tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    setup: Vec<(Color, Vertex)>,
    moves: Vec<(Color, Move)>,
    rules: Rules,
    komi: f64,
    to_move: Color,
    restrictions: Vec<Restriction>,
}

impl Line {
    pub(super) fn of(request: &SearchRequest<'_>) -> Self {
        let SearchRequest { game, color, restrictions, .. } = *request;
        Self {
            setup: game.setup().to_vec(),
            moves: game.moves().to_vec(),
            rules: game.rules(),
            komi: game.full_komi(),
            to_move: color,
            restrictions: restrictions.to_vec(),
        }
    }

    /// The moves, by alternating players, that lead from this line to `next`, or `None` if there is
    /// no such sequence. The depth of a restriction is counted from the root, so the result is
    /// also `None` if there are restrictions and the root would change.
    pub(super) fn moves_to<'a>(&self, next: &'a Self) -> Option<&'a [(Color, Move)]> {
        let moves = next.moves.strip_prefix(self.moves.as_slice())?;
        let mut turn = self.to_move;
        let alternate = moves.iter().all(|&(color, _)| {
            turn = !turn;
            color == !turn
        });
        let same = Self { moves: next.moves.clone(), to_move: turn, ..self.clone() } == *next;
        let lasting = moves.is_empty() || self.restrictions.is_empty();
        (alternate && same && lasting).then_some(moves)
    }
}

/// Raises the prior of a pass at the root to that of a game in ten won with an even score, which is
/// more than the value of a move that is sure to lose. By `score_weight`, 0 to 1, the values of
/// simulations depend on the score instead of the winner.
///
/// Otherwise a search that sees all other moves lose would never try to pass, and a player would
/// resign a game that only a pass wins. Later passes keep their priors: raised in the whole tree,
/// they win no more games.
pub(super) fn raise_pass(tree: &Tree<Edge>, score_weight: f32) {
    let least = Prior::VALUE_OF_PASS * (1.0 - score_weight);
    if let Some(pass) = tree.root_edges().iter().find(|edge| edge.point().is_none()) {
        let Prior { games, value_sum } = pass.prior();
        pass.set_prior(Prior { games, value_sum: value_sum.max(games * least) });
    }
}

/// Marks what is certain about the moves of the root at `position`: those that the rules forbid
/// and, if the end of the game is near, one that is proved to win. At most the fraction `share`, 0
/// to 1, of the search's limits is spent on that proof; 0 disables it.
pub(super) fn mark_certain<G: Geometry, E: Branch>(
    tree: &Tree<E>,
    position: &Position<G>,
    request: &SearchRequest<'_>,
    share: f32,
) {
    let SearchRequest { game, color, restrictions, .. } = *request;
    let edges = tree.root_edges();
    for edge in edges {
        if game.check(color, Move::from(edge.point().map(Point::vertex::<G>))).is_err() {
            edge.standing().prune();
        }
    }
    let rules = game.rules();
    let is_solvable = rules.scoring == Scoring::Area && !rules.suicide;
    if share == 0.0 || !is_solvable || game.is_over() || !restrictions.is_empty() {
        return;
    }
    let mut budget = solving_budget(request, share);
    if let Some(winning) = winning_move(position, game.full_komi(), &mut budget) {
        let found = edges.iter().find(|edge| edge.point() == Some(winning));
        found.map(|edge| edge.standing().prove(true));
    }
    log::debug!("{} positions looked at to solve the game", budget.spent());
}

/// The information about the root that is kept outside the tree.
pub(super) struct RootState<G: Geometry> {
    /// The moves that led to the position.
    pub(super) line: Line,
    /// The position.
    pub(super) position: Position<G>,
    /// Black's expected lead, in points without komi, found before the root was searched.
    pub(super) expected: f32,
    /// The statistics of all simulations since this position became the root.
    pub(super) statistics: RootStatistics<G>,
}
