//! The playout: both players follow a policy until both pass.

use super::amaf_values::AmafValues;
use super::policy::PlayoutPolicy;
use crate::board::Position;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point, Random};

/// When a playout ends before both players pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimits {
    /// The largest number of moves; a position reached by then is scored as it stands.
    pub moves: usize,
}

impl PlayoutLimits {
    /// Three moves a point, which only long fights over several kos reach.
    pub const fn of(size: BoardSize) -> Self {
        Self { moves: 3 * size.area() + 4 }
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutOutcome<G: Geometry> {
    /// Each player's area.
    pub area: ByColor<Bitboard<G>>,
    /// The number of moves, passes included.
    pub moves: usize,
}

impl<G: Geometry> PlayoutOutcome<G> {
    /// Black's area less White's in points, without komi.
    #[inline(always)]
    pub fn score(&self) -> i32 {
        self.area[Color::Black].count() as i32 - self.area[Color::White].count() as i32
    }
}

/// A move of a simulation, as it is taken down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// Its point, or `None` for a pass.
    pub point: Option<Point>,
    /// Where its player would have liked to take a ko, perhaps, and was not allowed to.
    pub banned: Option<Point>,
}

/// Takes down what is played, where somebody asks for it.
pub trait Recorder {
    /// The next move.
    fn record(&mut self, play: Play);
}

/// Takes nothing down.
impl Recorder for () {
    #[inline(always)]
    fn record(&mut self, _play: Play) {}
}

/// Takes down all moves in their order.
impl Recorder for Vec<Play> {
    #[inline(always)]
    fn record(&mut self, play: Play) {
        self.push(play);
    }
}

/// The workplace of one thread's playouts.
#[derive(Debug)]
pub struct Playout<'a, G: Geometry, P: PlayoutPolicy> {
    policy: &'a P,
    state: P::State<G>,
    amaf_values: AmafValues<G>,
    limits: PlayoutLimits,
}

impl<'a, G: Geometry, P: PlayoutPolicy> Playout<'a, G, P> {
    /// A workplace for playouts by `policy`.
    pub fn new(policy: &'a P, limits: PlayoutLimits) -> Self {
        Self { policy, state: policy.new_state(), amaf_values: AmafValues::none(), limits }
    }

    /// The AMAF values that the policy consults in the next playouts, none at first; `None` where it
    /// consults none.
    #[inline(always)]
    pub fn amaf_values_mut(&mut self) -> Option<&mut AmafValues<G>> {
        self.policy.uses_amaf_values().then_some(&mut self.amaf_values)
    }

    /// Plays `position` to its end.
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
