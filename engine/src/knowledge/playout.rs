//! The playout: both players follow a policy until both pass.

use super::amaf_values::AmafValues;
use super::policy::PlayoutPolicy;
use crate::board::Position;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point, Random};

/// The limits at which a playout ends even if there have not been two passes in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimits {
    /// The maximum number of moves. The position reached by then is scored as it stands.
    pub moves: usize,
}

impl PlayoutLimits {
    /// About three moves per point. Only long fights over several kos reach this limit.
    pub const fn of(size: BoardSize) -> Self {
        Self { moves: 3 * size.area() + 4 }
    }
}

/// The result of a playout.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutOutcome<G: Geometry> {
    /// Each player's area.
    pub area: ByColor<Bitboard<G>>,
    /// The number of moves, including passes.
    pub moves: usize,
}

impl<G: Geometry> PlayoutOutcome<G> {
    /// Black's area minus White's, in points without komi.
    #[inline(always)]
    pub fn score(&self) -> i32 {
        self.area[Color::Black].count() as i32 - self.area[Color::White].count() as i32
    }
}

/// A recorded move of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// The point of the move, or `None` for a pass.
    pub point: Option<Point>,
    /// The point that the ko rule banned for this move.
    pub banned: Option<Point>,
}

/// Records the moves of a playout.
pub trait Recorder {
    /// Records the next move.
    fn record(&mut self, play: Play);
}

/// Records nothing.
impl Recorder for () {
    #[inline(always)]
    fn record(&mut self, _play: Play) {}
}

/// Records all moves in order.
impl Recorder for Vec<Play> {
    #[inline(always)]
    fn record(&mut self, play: Play) {
        self.push(play);
    }
}

/// The working state for the playouts run by one thread.
#[derive(Debug)]
pub struct Playout<'a, G: Geometry, P: PlayoutPolicy> {
    policy: &'a P,
    state: P::State<G>,
    amaf_values: AmafValues<G>,
    limits: PlayoutLimits,
}

impl<'a, G: Geometry, P: PlayoutPolicy> Playout<'a, G, P> {
    /// Creates the working state for playouts that follow `policy`.
    pub fn new(policy: &'a P, limits: PlayoutLimits) -> Self {
        Self { policy, state: policy.new_state(), amaf_values: AmafValues::none(), limits }
    }

    /// The AMAF values that the policy consults in the next playouts, initially empty; `None` if
    /// the policy does not consult any.
    #[inline(always)]
    pub fn amaf_values_mut(&mut self) -> Option<&mut AmafValues<G>> {
        self.policy.uses_amaf_values().then_some(&mut self.amaf_values)
    }

    /// Plays out `position`.
    #[inline(always)]
    pub fn run(
        &mut self,
        position: &mut Position<G>,
        random: &mut Random,
        recorder: &mut impl Recorder,
    ) -> PlayoutOutcome<G> {
        let mut moves = 0;
        self.policy.start(&mut self.state, position);
        while position.passes() < 2 && moves < self.limits.moves {
            moves += 1;
            let chosen = self.policy.choose(&mut self.state, position, &self.amaf_values, random);
            recorder.record(Play { point: chosen, banned: position.ko() });
            let Some(point) = chosen else {
                position.pass();
                continue;
            };
            let captured = position.play(point);
            self.policy.played(&mut self.state, point, captured.as_ref());
        }
        PlayoutOutcome { area: position.board().area(), moves }
    }
}
