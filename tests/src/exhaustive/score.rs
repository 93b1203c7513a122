//! The score of a board, or of part of a board, under best play.

use engine::vocabulary::Color;

use super::field::{Field, Points, State, numbers};
use super::graph::{Forced, Graph};

/// A board, with the points that belong to each player unconditionally.
struct Count<'a> {
    field: &'a Field,
    /// The points that belong unconditionally to Black, and those that belong unconditionally to
    /// White.
    settled: [Points; 2],
}

impl Count<'_> {
    /// Black's area minus White's. Settled points count for their owners, and so do all stones
    /// elsewhere. An empty region counts for the colour that borders it, if there is only one such
    /// colour.
    fn lead(&self, state: &State) -> i32 {
        let [for_black, for_white] = self.settled;
        let black = (state.stones(Color::Black) | for_black) & !for_white;
        let white = (state.stones(Color::White) | for_white) & !for_black;
        let mut lead = black.count_ones() as i32 - white.count_ones() as i32;
        let mut empty = self.field.all() & !black & !white;
        while empty != 0 {
            let region = self.field.connected(empty & empty.wrapping_neg(), empty);
            empty &= !region;
            let around = self.field.around(region);
            let points = region.count_ones() as i32;
            lead += match (around & black != 0, around & white != 0) {
                (true, false) => points,
                (false, true) => -points,
                _ => 0,
            };
        }
        lead
    }

    /// All moves on `points` from a position, in a game that ends after two passes. If a ko bans a
    /// move, moves on settled points are included, provided that all settled points remain settled.
    fn moves(&self, points: Points, state: &State) -> impl Iterator<Item = (Option<u8>, State)> {
        let is_over = state.passes > 1;
        let settled = self.settled[0] | self.settled[1];
        let playable = if state.ko.is_some() { points } else { points & !settled };
        let empty = playable & !state.stones(Color::Black) & !state.stones(Color::White);
        let plays = numbers(if is_over { 0 } else { empty });
        let plays = plays.filter(|&point| state.ko != Some(point)).filter_map(move |point| {
            let after = self.field.after(state, point)?;
            let is_open = settled & (1 << point) == 0;
            (is_open || self.are_settled(&after)).then_some((Some(point), after))
        });
        plays.chain((!is_over).then(|| (None, state.passed())))
    }

    /// Whether all settled points still belong to their owners unconditionally.
    fn are_settled(&self, state: &State) -> bool {
        Color::BOTH
            .into_iter()
            .zip(self.settled)
            .all(|(color, settled)| settled & !self.field.settled(state, color) == 0)
    }
}

/// The score of a game, and the moves that preserve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Result {
    /// Black's lead if an endless game counts as a loss for Black.
    pub least: i32,
    /// Black's lead if an endless game counts as a loss for White.
    pub most: i32,
    /// The moves that preserve the score for the player to move, if an endless game counts as a
    /// loss for that player. `None` is a pass.
    pub moves: Vec<Option<u8>>,
}

/// The score under best play if both players play only on `points`. `settled` contains Black's and
/// White's settled points, which count for their owners regardless of the stones on them. Returns
/// `None` if more than `most` positions can arise.
pub fn score(
    field: &Field,
    start: &State,
    points: Points,
    settled: [Points; 2],
    most: usize,
) -> Option<Result> {
    let count = Count { field, settled };
    let graph = Graph::explore(&[*start], most, |state, next| {
        next.extend(count.moves(points, state).map(|(_, after)| after));
    })?;
    let states = graph.states().iter().enumerate().filter(|(_, state)| state.passes == 2);
    let mut ends: Vec<(i32, usize)> = states.map(|(at, state)| (count.lead(state), at)).collect();
    ends.sort_unstable();
    let all = field.all().count_ones() as i32;
    let mut keeping = Vec::new();
    let [least, most] = Color::BOTH.map(|prover| {
        let (mut forced, mut worst) = (Forced::new(&graph, prover), None);
        for end in 0..ends.len() {
            let best_first = if prover == Color::Black { ends.len() - 1 - end } else { end };
            let (lead, place) = ends[best_first];
            // All final positions with the lead `worst` have been added by now, so all moves that
            // achieve this lead have been found.
            if worst.is_some_and(|worst| worst != lead) {
                break;
            }
            forced.add([place]);
            if forced.is_reached(0) {
                worst = Some(lead);
            }
        }
        if prover == start.mover {
            let keeps = |after: &State| forced.is_reached(graph.place(after));
            let all = count.moves(points, start).filter(|(_, after)| keeps(after));
            keeping = all.map(|(mv, _)| mv).collect();
        }
        worst.unwrap_or(-all * prover.sign() as i32)
    });
    Some(Result { least, most, moves: keeping })
}
