//! The heavy policy: responds to the last move with a move that one of several heuristic rules
//! proposes, or else plays any move that is not bad.
//!
//! The order of the rules follows the playouts of Pachi and MoGo (Gelly, Wang, Munos and Teytaud,
//! Modification of UCT with patterns in Monte-Carlo Go, 2006, section 4).

mod atari;
mod eyes;
mod nakade;
mod proposed;
mod race;
mod self_atari;
#[cfg(test)]
mod tests;
mod two_liberties;

use engine::board::Position;
use engine::knowledge::{AmafValues, PlayoutPolicy};
use engine::tactics::{is_self_atari, liberties_after};
use engine::vocabulary::{Bitboard, Geometry, Point, Random};

use atari::captures_and_escapes;
use proposed::Proposed;
pub(crate) use self_atari::is_bad_self_atari;

use crate::empties::{Drawing, Empties};
use crate::patterns::Patterns;

/// For each rule, the probability, in percent, that it is consulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Chains in atari next to the last move: capture or save them.
    pub atari: u8,
    /// Chains with two liberties next to the last move: attack or defend them.
    pub two_liberties: u8,
    /// The player's own chains that are next to the last move and have at most two liberties:
    /// capture one of the chains around them.
    pub counter: u8,
    /// Eyes that the last move threatens to make false.
    pub eyes: u8,
    /// Capturing races next to the last move.
    pub race: u8,
    /// The vital point of an eye next to the last move.
    pub nakade: u8,
    /// Shapes around the last move.
    pub patterns: u8,
    /// Shapes around the move before the last.
    pub second_patterns: u8,
    /// Rejection of moves that needlessly put the player's own chain into atari.
    pub self_atari: u8,
    /// The choice between two moves based on the search's AMAF values, if no rule proposes a move.
    pub experience: u8,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            atari: 90,
            two_liberties: 80,
            counter: 80,
            eyes: 80,
            race: 60,
            nakade: 60,
            patterns: 80,
            second_patterns: 60,
            self_atari: 80,
            experience: 50,
        }
    }
}

/// A rule that proposes moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Atari,
    TwoLiberties,
    Counter,
    Eyes,
    Race,
    Nakade,
    Patterns,
    SecondPatterns,
}

impl Rates {
    /// The rules with their rates, in the order in which they are consulted.
    #[inline(always)]
    fn in_order(&self) -> [(Rule, u8); 8] {
        [
            (Rule::Atari, self.atari),
            (Rule::TwoLiberties, self.two_liberties),
            (Rule::Counter, self.counter),
            (Rule::Eyes, self.eyes),
            (Rule::Race, self.race),
            (Rule::Nakade, self.nakade),
            (Rule::Patterns, self.patterns),
            (Rule::SecondPatterns, self.second_patterns),
        ]
    }
}

/// The playout policy based on heuristic rules.
#[derive(Clone, Copy, Debug)]
pub struct Heavy {
    rates: Rates,
    patterns: Patterns,
}

impl Heavy {
    /// Creates a policy with these rates.
    pub fn new(rates: Rates) -> Self {
        Self { rates, patterns: Patterns::new() }
    }

    /// Returns a playable move from the first of the consulted rules to propose one, or `None` if
    /// none of them does.
    ///
    /// This is a single loop without closures, so that all of it is compiled for the same
    /// instruction set as the rest of the playout.
    #[inline(always)]
    fn answer<G: Geometry>(&self, position: &Position<G>, random: &mut Random) -> Option<Point> {
        for (rule, rate) in self.rates.in_order() {
            if random.percent(rate) {
                let mut proposed = Proposed::new();
                self.propose(rule, position, &mut proposed);
                if let Some(point) = self.pick(position, proposed, random) {
                    return Some(point);
                }
            }
        }
        None
    }

    /// Adds to `to` the moves that a rule proposes.
    #[inline(always)]
    fn propose<G: Geometry>(&self, rule: Rule, at: &Position<G>, to: &mut Proposed) {
        let around = if rule == Rule::SecondPatterns { at.second_last() } else { at.last() };
        let Some(around) = around else { return };
        match rule {
            Rule::Atari => captures_and_escapes(at, around, to),
            Rule::TwoLiberties => two_liberties::attacks_and_defences(at, around, to),
            Rule::Counter => two_liberties::counter_attacks(at, around, to),
            Rule::Eyes => eyes::keeping_moves(at, around, to),
            Rule::Race => race::answers(at, around, to),
            Rule::Nakade => nakade::vital_points(at, around, to),
            Rule::Patterns | Rule::SecondPatterns => self.shapes(at, around, to),
        }
    }

    /// Proposes the empty points that surround `around` and match a shape.
    #[inline(always)]
    fn shapes<G: Geometry>(&self, position: &Position<G>, around: Point, proposed: &mut Proposed) {
        let board = position.board();
        for point in board.empty().window(around).around() {
            if self.patterns.fit(board, point) {
                let _ = proposed.try_push(point);
            }
        }
    }

    /// Chooses at random among the proposed moves that may be played and are not bad self-ataris.
    #[inline(always)]
    fn pick<G: Geometry>(
        &self,
        position: &Position<G>,
        mut proposed: Proposed,
        random: &mut Random,
    ) -> Option<Point> {
        while !proposed.is_empty() {
            let point = proposed.swap_remove(random.below(proposed.len()));
            if position.is_sensible(point) && !is_bad_self_atari(position, point) {
                return Some(point);
            }
        }
        None
    }

    /// Returns the point itself if it may be played. A move there that would needlessly put the
    /// player's own chain into atari is usually rejected. In that case, returns the chain's
    /// remaining liberty if that is a better move, and `None` otherwise.
    #[inline(always)]
    fn permit<G: Geometry>(
        &self,
        position: &Position<G>,
        point: Point,
        random: &mut Random,
    ) -> Option<Point> {
        if !position.is_sensible(point) {
            return None;
        }
        let refuses = random.percent(self.rates.self_atari);
        if !refuses || !is_bad_self_atari(position, point) {
            return Some(point);
        }
        let (board, color) = (position.board(), position.to_move());
        let other = liberties_after(board, color, point).first()?;
        let is_better = position.is_sensible(other) && !is_self_atari(board, color, other);
        is_better.then_some(other)
    }
}

impl Default for Heavy {
    fn default() -> Self {
        Self::new(Rates::default())
    }
}

/// The state of the heavy policy during a playout.
#[derive(Clone, Debug)]
pub struct HeavyState<G: Geometry>(Empties<G>);

impl PlayoutPolicy for Heavy {
    type State<G: Geometry> = HeavyState<G>;

    fn new_state<G: Geometry>(&self) -> HeavyState<G> {
        HeavyState(Empties::new())
    }

    fn uses_amaf_values(&self) -> bool {
        self.rates.experience > 0
    }

    #[inline(always)]
    fn start<G: Geometry>(&self, state: &mut HeavyState<G>, position: &Position<G>) {
        state.0.reset(position.board().empty());
    }

    #[inline(always)]
    fn choose<G: Geometry>(
        &self,
        state: &mut HeavyState<G>,
        position: &Position<G>,
        amaf_values: &AmafValues<G>,
        random: &mut Random,
    ) -> Option<Point> {
        if let Some(point) = self.answer(position, random) {
            return Some(point);
        }
        let color = position.to_move();
        let compares = amaf_values.knows(color) && random.percent(self.rates.experience);
        let (mut drawing, mut first) = (Drawing::default(), None);
        while let Some(point) = state.0.draw(&mut drawing, random) {
            match (self.permit(position, point, random), first) {
                (None, _) => {}
                (Some(point), Some(first)) => return Some(amaf_values.better(color, first, point)),
                (permitted, None) if compares => first = permitted,
                (permitted, None) => return permitted,
            }
        }
        first
    }

    #[inline(always)]
    fn played<G: Geometry>(
        &self,
        state: &mut HeavyState<G>,
        point: Point,
        captured: Option<&Bitboard<G>>,
    ) {
        state.0.remove(point);
        if let Some(captured) = captured {
            state.0.add(captured);
        }
    }
}
