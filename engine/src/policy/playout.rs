//! The playout: both players follow a policy until both pass.

use super::PlayoutPolicy;
use crate::board::Position;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point, PointMap, Random};

/// When a playout ends before both players pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimits {
    /// The largest number of moves; a position reached by then is scored as it stands.
    pub moves: usize,
    /// The mercy rule: a player with so many more stones on the board has won.
    pub mercy: Option<usize>,
}

impl PlayoutLimits {
    /// Three moves a point, which only long fights over several kos reach, and no mercy.
    pub const fn of(size: BoardSize) -> Self {
        Self { moves: 3 * size.area() + 4, mercy: None }
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutOutcome<G: Geometry> {
    /// Each player's area; after a mercy end, its stones.
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

/// Takes down what is played, where somebody asks for it.
pub trait Recorder<G: Geometry> {
    /// A stone of `color` was placed at `point`.
    fn play(&mut self, color: Color, point: Point);
}

/// Takes nothing down.
impl<G: Geometry> Recorder<G> for () {
    #[inline(always)]
    fn play(&mut self, _color: Color, _point: Point) {}
}

/// Who was the first to play on each point, and when.
#[derive(Clone, Debug)]
pub struct FirstPlays<G: Geometry> {
    by: ByColor<Bitboard<G>>,
    order: PointMap<G, u16>,
    plays: u16,
}

impl<G: Geometry> FirstPlays<G> {
    /// Nothing played yet.
    pub fn new() -> Self {
        Self { by: ByColor::default(), order: PointMap::filled(0), plays: 0 }
    }

    /// Forgets all plays.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.by = ByColor::default();
        self.plays = 0;
    }

    /// The points on which `color` played first.
    pub fn by(&self, color: Color) -> &Bitboard<G> {
        &self.by[color]
    }

    /// How many stones were placed before the first one at `point`, or `None` where none was.
    pub fn order(&self, point: Point) -> Option<usize> {
        let played = Color::BOTH.into_iter().any(|color| self.by[color].contains(point));
        played.then(|| usize::from(self.order[point]))
    }

    /// The number of stones placed.
    pub fn plays(&self) -> usize {
        usize::from(self.plays)
    }
}

impl<G: Geometry> Default for FirstPlays<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Geometry> Recorder<G> for FirstPlays<G> {
    #[inline(always)]
    fn play(&mut self, color: Color, point: Point) {
        if !self.by[!color].contains(point) && !self.by[color].contains(point) {
            self.by[color].insert(point);
            self.order[point] = self.plays;
        }
        self.plays = self.plays.saturating_add(1);
    }
}

/// The workplace of one thread's playouts.
#[derive(Debug)]
pub struct Playout<'a, G: Geometry, P: PlayoutPolicy<G>> {
    policy: &'a P,
    state: P::State,
    limits: PlayoutLimits,
}

impl<'a, G: Geometry, P: PlayoutPolicy<G>> Playout<'a, G, P> {
    /// A workplace for playouts by `policy`.
    pub fn new(policy: &'a P, limits: PlayoutLimits) -> Self {
        Self { policy, state: policy.new_state(), limits }
    }

    /// Plays `position` to its end.
    #[inline(always)]
    pub fn run(
        &mut self,
        position: &mut Position<G>,
        random: &mut Random,
        recorder: &mut impl Recorder<G>,
    ) -> PlayoutOutcome<G> {
        let mut moves = 0;
        let mut stones = self.limits.mercy.map(|_| Self::stones(position));
        self.policy.start(&mut self.state, position);
        while position.passes() < 2 && moves < self.limits.moves {
            moves += 1;
            let Some(point) = self.policy.choose(&mut self.state, position, random) else {
                position.pass();
                continue;
            };
            let color = position.to_move();
            recorder.play(color, point);
            let captured = position.play(point);
            self.policy.played(&mut self.state, point, captured.as_ref());
            if let (Some(lead), Some(mercy)) = (&mut stones, self.limits.mercy) {
                *lead +=
                    color.sign() as i32 * (1 + captured.map_or(0, |stones| stones.count() as i32));
                if lead.unsigned_abs() as usize > mercy {
                    let stones = |color| *position.board().stones(color);
                    let area = ByColor::new(stones(Color::Black), stones(Color::White));
                    return PlayoutOutcome { area, moves };
                }
            }
        }
        PlayoutOutcome { area: position.board().area(), moves }
    }

    /// Black's stones less White's.
    fn stones(position: &Position<G>) -> i32 {
        let count = |color| position.board().stones(color).count() as i32;
        count(Color::Black) - count(Color::White)
    }
}
