//! The evaluation that was fitted to games of the program against itself: a sum of weights for what
//! a move to each empty point would make, for the player to move and for the opponent. There is a
//! weight for each pattern and one for each of its four shapes, which patterns share, so that those
//! that occurred in few games have something to go by.
//!
//! The weights are data, made by `mengxi fit`.

use std::io;
use std::sync::LazyLock;

use classical::Score;
use clocks::Side;

use super::Evaluation;
use crate::gomoku::board::{Board, Observer, number};
use crate::gomoku::pattern::{Pattern, Threat};
use crate::gomoku::point::{Point, PointSet};
use crate::gomoku::shape::Shape;
use crate::weight_file::{self, WeightsError};

/// The first line of a file of weights.
const FORMAT: &str = "mengxi gomoku weights 1";
/// The parts of a won game in which weights are counted.
pub const PARTS: Score = 256;
/// The players that a weight is for: the one to move, and the opponent.
const ROLES: usize = 2;

/// The weights of the built-in evaluation.
static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("../../../data/gomoku.weights")).unwrap_or_else(|error| {
        log::error!("the built-in weights of Gomoku cannot be read: {error}");
        Weights::new(&vec![0; Weights::count()])
    })
});

/// The weights of an evaluation: for each pattern, what it and its shapes weigh in both roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<[Score; ROLES]>);

impl Weights {
    /// The number of weights.
    pub fn count() -> usize {
        ROLES * (Pattern::DISTINCT + Shape::COUNT)
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// If the file has another format or is damaged.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        weight_file::read(file, FORMAT, Self::count()).map(|weights| Self::new(&weights))
    }

    /// Adds up the weights, which are in the order of [`features`].
    fn new(weights: &[i8]) -> Self {
        let weight = |at: u32| weights.get(at as usize).copied().map_or(0, Score::from);
        let mut sums = vec![[0; ROLES]; Pattern::DISTINCT];
        let mut numbers = Vec::new();
        for pattern in Pattern::all() {
            let Some(sums) = sums.get_mut(pattern.number()) else { continue };
            for (role, sum) in sums.iter_mut().enumerate() {
                numbers.clear();
                add_features(pattern, role, &mut numbers);
                *sum = numbers.iter().copied().map(weight).sum();
            }
        }
        Self(sums)
    }

    /// The file for these weights, in the order of [`features`]. `recipe` is a line on how they
    /// were made.
    ///
    /// # Errors
    /// If the weights cannot be packed.
    pub fn file(weights: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
        weight_file::write::<i8>(FORMAT, weights, recipe)
    }

    #[inline]
    fn of(&self, pattern: Pattern) -> [Score; ROLES] {
        self.0.get(pattern.number()).copied().unwrap_or_default()
    }
}

/// Appends the numbers of the weights of a pattern in a role. Single stones have none.
fn add_features(pattern: Pattern, role: usize, into: &mut Vec<u32>) {
    let shapes = pattern.shapes().into_iter().filter(|shape| *shape >= Shape::Two);
    let before = into.len();
    into.extend(shapes.map(|shape| (ROLES * (Pattern::DISTINCT + shape as usize) + role) as u32));
    if into.len() > before {
        into.push((ROLES * pattern.number() + role) as u32);
    }
}

/// Appends the numbers of the weights whose sum is the estimate for the player to move.
pub fn features(board: &Board, mover: Side, into: &mut Vec<u32>) {
    for point in PointSet::ALL.without(board.taken()) {
        for (role, side) in [mover, !mover].into_iter().enumerate() {
            add_features(board.pattern(side, point), role, into);
        }
    }
}

/// The fitted evaluation with the weights inside the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// For each player, the sum of its weights when it is to move, and when it is not.
    sums: [[Score; ROLES]; 2],
}

impl Evaluation for Fitted {
    const KNOWS_THREATS: bool = true;
    const UNIT: &'static str = "of a won game";
    const PARTS: Score = PARTS;
    const DISTANCE: usize = 2;
    const MOST_MOVES: usize = 40;

    fn new(board: &Board) -> Self {
        // The tables are made now, while no clock is running.
        LazyLock::force(&URGENCIES);
        let mut fitted = Self { sums: [[0; ROLES]; 2] };
        for point in PointSet::ALL.without(board.taken()) {
            for side in [Side::First, Side::Second] {
                fitted.changed(side, None, Some(board.pattern(side, point)));
            }
        }
        fitted
    }

    #[inline]
    fn estimate(&self, mover: Side) -> Score {
        let [[first_moves, first_waits], [second_moves, second_waits]] = self.sums;
        match mover {
            Side::First => first_moves + second_waits,
            Side::Second => second_moves + first_waits,
        }
    }

    fn value(&self, board: &Board, mover: Side, point: Point) -> u32 {
        let worth = |side| urgency(board.pattern(side, point));
        let (own, opponent) = (worth(mover), worth(!mover));
        3 * own + 2 * opponent
    }
}

impl Observer for Fitted {
    #[inline]
    fn changed(&mut self, side: Side, before: Option<Pattern>, after: Option<Pattern>) {
        let weights = &*BUILT_IN;
        let of = |pattern: Option<Pattern>| pattern.map_or([0; ROLES], |found| weights.of(found));
        let changes = of(before).into_iter().zip(of(after));
        let sums = self.sums.get_mut(number(side)).into_iter().flatten();
        for (sum, (before, after)) in sums.zip(changes) {
            *sum += after - before;
        }
    }

    fn stone(&mut self, _: Side, _: Point, _: bool) {}
}

/// How early a move with each pattern should be tried.
static URGENCIES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut urgencies = vec![0; Pattern::DISTINCT];
    for pattern in Pattern::all() {
        let shapes: u16 = pattern.shapes().into_iter().map(urgency_of_shape).sum();
        if let Some(place) = urgencies.get_mut(pattern.number()) {
            *place = shapes + urgency_of_threat(pattern.threat());
        }
    }
    urgencies
});

/// How early a move with this pattern should be tried.
fn urgency(pattern: Pattern) -> u32 {
    URGENCIES.get(pattern.number()).copied().map_or(0, u32::from)
}

/// What a shape adds to the urgency of a move.
fn urgency_of_shape(shape: Shape) -> u16 {
    match shape {
        Shape::Dead => 0,
        Shape::One => 1,
        Shape::OpenOne => 3,
        Shape::Two => 5,
        Shape::FalseTwo => 6,
        Shape::Three => 12,
        Shape::OpenTwo => 15,
        Shape::FalseThree => 14,
        Shape::OpenThree => 40,
        Shape::Four => 30,
        Shape::OpenFour | Shape::Five => 100,
    }
}

/// What a threat adds to the urgency of a move.
fn urgency_of_threat(threat: Threat) -> u16 {
    match threat {
        Threat::None | Threat::Three | Threat::Four => 0,
        Threat::DoubleThree => 60,
        Threat::FourThree => 300,
        Threat::OpenFour => 1000,
        Threat::Five => 5000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_random::Random;

    #[test]
    fn the_estimate_is_the_sum_of_the_weights_of_the_features() {
        let file = include_bytes!("../../../data/gomoku.weights");
        let weights = weight_file::read::<i8>(file, FORMAT, Weights::count()).unwrap();
        let mut random = Random::new(4);
        for _ in 0..20 {
            let (mut board, mut mover) = (Board::default(), Side::First);
            let mut fitted = Fitted::new(&board);
            for _ in 0..60 {
                let near = board.taken().or(PointSet::from_iter([Point::CENTRE])).within(2);
                let points: Vec<Point> = near.without(board.taken()).into_iter().collect();
                board.place(mover, points[random.below(points.len())], &mut fitted);
                mover = !mover;
                let mut numbers = Vec::new();
                features(&board, mover, &mut numbers);
                let sum: Score = numbers.iter().map(|&at| Score::from(weights[at as usize])).sum();
                assert_eq!(fitted.estimate(mover), sum);
                assert_eq!(fitted, Fitted::new(&board));
            }
        }
    }

    #[test]
    fn patterns_without_a_weight_weigh_nothing() {
        let shapes = [Shape::Dead, Shape::One, Shape::OpenOne];
        for number in 0..81 {
            let shape = |power: u32| shapes[number / 3_usize.pow(power) % 3];
            let pattern = Pattern::new([0, 1, 2, 3].map(shape));
            assert_eq!(BUILT_IN.of(pattern), [0, 0], "{pattern:?}");
        }
        assert!(Pattern::all().any(|pattern| BUILT_IN.of(pattern) != [0, 0]));
    }

    #[test]
    fn stronger_moves_are_more_urgent() {
        use Shape::{Dead, Five, Four, OpenFour, OpenThree, OpenTwo};
        let order = [
            [Dead, Dead, OpenTwo, Dead],
            [OpenThree, Dead, Dead, Dead],
            [OpenThree, Dead, OpenThree, Dead],
            [OpenThree, Dead, Four, Dead],
            [Four, Dead, Four, Dead],
            [Five, Dead, OpenFour, Dead],
        ];
        assert!(order.map(|shapes| urgency(Pattern::new(shapes))).is_sorted());
    }
}
