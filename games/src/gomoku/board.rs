//! The stones on the board, with what a move to each point would make for both players.
//!
//! A stone changes the contents of the lines within four points of it, and with them the shapes
//! there. Everything is updated move by move; the tests compare it with a board made from scratch.

use std::sync::LazyLock;

use clocks::Side;

use super::pattern::{DIRECTIONS, Pattern, Threat};
use super::point::{Point, PointMap, PointSet};
use super::shape::{BITS, REACH, shapes};

/// The steps to the next point in each direction, in columns and rows.
const STEPS: [(isize, isize); DIRECTIONS] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A point on a line through some other point, and the place of that other point in the contents of
/// this point's line, as a shift in bits.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    point: Point,
    shift: u32,
}

/// For each point and direction, the points within reach.
static NEIGHBOURS: LazyLock<Vec<[Vec<Neighbour>; DIRECTIONS]>> = LazyLock::new(|| {
    let neighbours = |index: usize| {
        STEPS.map(|step| {
            let point = Point::new(index % super::point::ROW, index / super::point::ROW);
            let on_line = |(at, offset): (u32, isize)| {
                Some(Neighbour { point: step_from(point?, step, offset)?, shift: BITS * (7 - at) })
            };
            (0..).zip(offsets()).filter_map(on_line).collect()
        })
    };
    (0..256).map(neighbours).collect()
});

/// The distances of the points that tell a shape, from one side to the other.
fn offsets() -> impl Iterator<Item = isize> {
    let reach = REACH as isize;
    (-reach..=reach).filter(|&offset| offset != 0)
}

/// The point at a distance in one direction, if it is on the board.
fn step_from(point: Point, (right, up): (isize, isize), distance: isize) -> Option<Point> {
    let column = point.column().checked_add_signed(right * distance)?;
    Point::new(column, point.row().checked_add_signed(up * distance)?)
}

/// A player's number: 0 for the first, 1 for the second.
#[inline]
pub(super) fn number(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// A receiver of changes on a board, such as an evaluation that adds up the weights of patterns.
pub trait Observer {
    /// Called when the pattern that a player's move to a point would make has changed. `before` or
    /// `after` is `None` if the point was or is occupied.
    fn changed(&mut self, side: Side, before: Option<Pattern>, after: Option<Pattern>);

    /// Called when a stone has been placed on a point (`is_new`) or taken back.
    fn stone(&mut self, side: Side, point: Point, is_new: bool);
}

/// An observer that looks away.
impl Observer for () {
    fn changed(&mut self, _: Side, _: Option<Pattern>, _: Option<Pattern>) {}
    fn stone(&mut self, _: Side, _: Point, _: bool) {}
}

/// The stones, and the patterns of the empty points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    stones: [PointSet; 2],
    /// The contents of the line through each point, by direction, as shapes are told by them.
    contents: [PointMap<u16>; DIRECTIONS],
    /// The patterns of each player's move to each empty point; those of other points are old.
    patterns: [PointMap<Pattern>; 2],
    /// For each player, the empty points where a move makes each threat.
    threats: [[PointSet; 7]; 2],
    hash: u64,
}

impl Default for Board {
    fn default() -> Self {
        let contents = [0, 1, 2, 3].map(|direction: usize| {
            let step = STEPS.get(direction).copied().unwrap_or_default();
            let mut map = PointMap::new(0);
            for point in Point::all() {
                let outside =
                    |&(_, offset): &(u32, isize)| step_from(point, step, offset).is_none();
                let walls = (0..).zip(offsets()).filter(outside);
                map.set(point, walls.fold(0, |line, (at, _)| line | 3 << (BITS * at)));
            }
            map
        });
        let mut board = Self {
            stones: [PointSet::EMPTY; 2],
            contents,
            patterns: [PointMap::new(Pattern::default()); 2],
            threats: [[PointSet::EMPTY; 7]; 2],
            hash: 0,
        };
        for point in Point::all() {
            board.add_point(point, &mut ());
        }
        board
    }
}

impl Board {
    /// A player's stones.
    #[inline]
    pub fn stones(&self, side: Side) -> PointSet {
        self.stones.get(number(side)).copied().unwrap_or_default()
    }

    /// The points with a stone.
    #[inline]
    pub fn taken(&self) -> PointSet {
        self.stones(Side::First).or(self.stones(Side::Second))
    }

    /// Whether a point is empty.
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        !self.stones.iter().any(|stones| stones.contains(point))
    }

    /// What a player's move to an empty point makes.
    #[inline]
    pub fn pattern(&self, side: Side, point: Point) -> Pattern {
        self.patterns.get(number(side)).map(|patterns| patterns.get(point)).unwrap_or_default()
    }

    /// The empty points where a player's move makes exactly this threat.
    #[inline]
    pub fn threats(&self, side: Side, threat: Threat) -> PointSet {
        let threats = self.threats.get(number(side));
        threats.and_then(|sets| sets.get(threat as usize)).copied().unwrap_or_default()
    }

    /// The empty points where a player's move makes a four or an open four, but no five.
    pub fn fours(&self, side: Side) -> PointSet {
        let fours = self.threats(side, Threat::Four).or(self.threats(side, Threat::FourThree));
        fours.or(self.threats(side, Threat::OpenFour))
    }

    /// A hash of the stones.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The part of the hash for a stone (the finalizer of SplitMix64: Steele, Lea and Flood, Fast
    /// Splittable Pseudorandom Number Generators, 2014).
    #[inline]
    pub(super) fn key(side: Side, point: Point) -> u64 {
        let number = (2 * point.index() + number(side) + 1) as u64;
        let mut bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// The points of the line through a point that tell its shape in one direction, without the
    /// point itself.
    pub(super) fn line(point: Point, direction: usize) -> impl Iterator<Item = Point> {
        let lines = NEIGHBOURS.get(point.index()).and_then(|lines| lines.get(direction));
        lines.into_iter().flatten().map(|neighbour| neighbour.point)
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, side: Side, point: Point, observer: &mut impl Observer) {
        for side in [Side::First, Side::Second] {
            let pattern = self.pattern(side, point);
            self.toggle_threat(side, point, pattern);
            observer.changed(side, Some(pattern), None);
        }
        self.toggle_stone(side, point);
        observer.stone(side, point, true);
        self.update_lines(side, point, observer);
    }

    /// Takes the stone of a player from a point.
    pub fn remove(&mut self, side: Side, point: Point, observer: &mut impl Observer) {
        self.toggle_stone(side, point);
        observer.stone(side, point, false);
        self.update_lines(side, point, observer);
        self.add_point(point, observer);
    }

    fn toggle_stone(&mut self, side: Side, point: Point) {
        if let Some(stones) = self.stones.get_mut(number(side)) {
            stones.toggle(point);
        }
        self.hash ^= Self::key(side, point);
    }

    fn toggle_threat(&mut self, side: Side, point: Point, pattern: Pattern) {
        let sets = self.threats.get_mut(number(side));
        if let Some(set) = sets.and_then(|sets| sets.get_mut(pattern.threat() as usize)) {
            set.toggle(point);
        }
    }

    /// Enters a stone into the lines around it, or takes it out, and updates the patterns there.
    #[inline]
    fn update_lines(&mut self, side: Side, point: Point, observer: &mut impl Observer) {
        let Some(lines) = NEIGHBOURS.get(point.index()) else { return };
        let taken = self.taken();
        for (direction, line) in lines.iter().enumerate() {
            for &Neighbour { point, shift } in line {
                let Some(contents) = self.contents.get_mut(direction) else { continue };
                let line = contents.get(point) ^ (number(side) as u16 + 1) << shift;
                contents.set(point, line);
                if !taken.contains(point) {
                    self.update_pattern(point, direction, line, observer);
                }
            }
        }
    }

    #[inline]
    fn update_pattern(
        &mut self,
        point: Point,
        direction: usize,
        line: u16,
        observer: &mut impl Observer,
    ) {
        for (side, shape) in [Side::First, Side::Second].into_iter().zip(shapes(line)) {
            let before = self.pattern(side, point);
            let after = before.with(direction, shape);
            if before == after {
                continue;
            }
            if let Some(patterns) = self.patterns.get_mut(number(side)) {
                patterns.set(point, after);
            }
            if before.threat() != after.threat() {
                self.toggle_threat(side, point, before);
                self.toggle_threat(side, point, after);
            }
            observer.changed(side, Some(before), Some(after));
        }
    }

    /// Finds the patterns of a point that has become empty.
    fn add_point(&mut self, point: Point, observer: &mut impl Observer) {
        let mut patterns = [Pattern::default(); 2];
        for (direction, contents) in self.contents.iter().enumerate() {
            for (pattern, shape) in patterns.iter_mut().zip(shapes(contents.get(point))) {
                *pattern = pattern.with(direction, shape);
            }
        }
        for (side, pattern) in [Side::First, Side::Second].into_iter().zip(patterns) {
            if let Some(patterns) = self.patterns.get_mut(number(side)) {
                patterns.set(point, pattern);
            }
            self.toggle_threat(side, point, pattern);
            observer.changed(side, None, Some(pattern));
        }
    }
}
