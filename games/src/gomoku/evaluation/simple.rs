//! The evaluation of the texts that the project began from: the values of the shapes in the 72
//! lines that have room for five, a player's own less those of the opponent.
//!
//! A point is worth what moves of both players there would make in the four directions: a five of
//! the opponent's counts double, and his open three 4 more.
//!
//! The texts leave open what the shapes of a line are if there are several, which is decided in
//! [`lines`](super::lines).

use std::sync::LazyLock;

use classical::Score;
use clocks::Side;

use super::Evaluation;
use super::lines::{line_value, prepare, value_of};
use crate::gomoku::board::{Board, Observer, number};
use crate::gomoku::pattern::Pattern;
use crate::gomoku::point::{Point, PointMap, SIZE};
use crate::gomoku::shape::Shape;

/// The number of lines with room for five: rows, columns, and two directions of diagonals.
const LINES: usize = 72;
/// What the opponent's open three counts more when a point is valued.
const OPEN_THREE_OF_OPPONENT: u32 = 4;

/// The place of a point in a line.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: u8,
    bit: u8,
}

/// The lines with room for five, and the places of each point in them.
struct Geometry {
    lengths: Vec<usize>,
    places: PointMap<[Option<Place>; 4]>,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut lengths = Vec::new();
    let mut places = PointMap::new([None; 4]);
    let numbers: [fn(Point) -> usize; 4] = [
        |point| point.row(),
        |point| point.column(),
        |point| SIZE - 1 + point.column() - point.row(),
        |point| point.column() + point.row(),
    ];
    for (direction, number) in numbers.into_iter().enumerate() {
        for line in 0..2 * SIZE - 1 {
            let points: Vec<Point> = Point::all().filter(|&point| number(point) == line).collect();
            if points.len() < 5 {
                continue;
            }
            for (bit, point) in (0..).zip(&points) {
                let mut all = places.get(*point);
                if let Some(place) = all.get_mut(direction) {
                    *place = Some(Place { line: lengths.len() as u8, bit });
                }
                places.set(*point, all);
            }
            lengths.push(points.len());
        }
    }
    Geometry { lengths, places }
});

/// The stones of both players in a line, with a bit for each point, and the values of their shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    stones: [u16; 2],
    values: [u16; 2],
}

/// The values of the shapes in all lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    lines: [Line; LINES],
    sums: [Score; 2],
}

impl Evaluation for Simple {
    const KNOWS_THREATS: bool = false;
    const UNIT: &'static str = "points of shapes";
    const PARTS: Score = 1;
    const DISTANCE: usize = 4;
    const MOST_MOVES: usize = SIZE * SIZE;

    fn new(board: &Board) -> Self {
        prepare();
        let mut simple = Self { lines: [Line::default(); LINES], sums: [0; 2] };
        for side in [Side::First, Side::Second] {
            board.stones(side).into_iter().for_each(|point| simple.stone(side, point, true));
        }
        simple
    }

    fn estimate(&self, mover: Side) -> Score {
        let [first, second] = self.sums;
        if mover == Side::First { first - second } else { second - first }
    }

    fn value(&self, board: &Board, mover: Side, point: Point) -> u32 {
        let shapes = |side| board.pattern(side, point).shapes();
        let own = shapes(mover).into_iter().map(|shape| u32::from(value_of(shape)));
        let opponent = shapes(!mover).into_iter().map(|shape| match shape {
            Shape::Five => 2 * u32::from(value_of(shape)),
            Shape::OpenThree => u32::from(value_of(shape)) + OPEN_THREE_OF_OPPONENT,
            _ => u32::from(value_of(shape)),
        });
        own.sum::<u32>() + opponent.sum::<u32>()
    }
}

impl Observer for Simple {
    fn changed(&mut self, _: Side, _: Option<Pattern>, _: Option<Pattern>) {}

    fn stone(&mut self, side: Side, point: Point, _: bool) {
        let geometry = &*GEOMETRY;
        for Place { line, bit } in geometry.places.get(point).into_iter().flatten() {
            let at = usize::from(line);
            let (Some(line), Some(&length)) = (self.lines.get_mut(at), geometry.lengths.get(at))
            else {
                continue;
            };
            if let Some(stones) = line.stones.get_mut(number(side)) {
                *stones ^= 1 << bit;
            }
            let [first, second] = line.stones;
            let values = [line_value(first, second, length), line_value(second, first, length)];
            let changes = values.into_iter().zip(line.values);
            for (sum, (new, old)) in self.sums.iter_mut().zip(changes) {
                *sum += Score::from(new) - Score::from(old);
            }
            line.values = values;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> impl Iterator<Item = Point> {
        text.split_whitespace().map(|word| word.parse().unwrap())
    }

    /// A board with these stones, and its evaluation, which was updated stone by stone.
    fn evaluated(first: &str, second: &str) -> (Board, Simple) {
        let mut board = Board::default();
        let mut simple = Simple::new(&board);
        for (side, stones) in [(Side::First, first), (Side::Second, second)] {
            points(stones).for_each(|point| board.place(side, point, &mut simple));
        }
        assert_eq!(simple, Simple::new(&board));
        (board, simple)
    }

    #[test]
    fn there_are_seventy_two_lines() {
        assert_eq!(GEOMETRY.lengths.len(), LINES);
        assert_eq!(GEOMETRY.lengths.iter().sum::<usize>(), 2 * 225 + 2 * (225 - 20));
        assert!(GEOMETRY.places.get("A1".parse().unwrap()).iter().flatten().count() == 3);
    }

    #[test]
    fn shapes_in_all_lines_are_summed_up() {
        for (first, second, expected) in [
            ("H8", "", 0),
            ("H8 J8", "", 8),
            ("H8 J8 J9", "", 24),
            ("H8 J8 K8", "", 40),
            ("H8 J8 K8", "G8", 5),
            ("H8 J8 K8 L8", "G8", 12),
            ("H8 J8 K8 L8", "", 90),
            ("H8 J8 K8 L8 M8", "G8 N8", 200),
            ("H8 J8 K8", "F8 M8", 15),
            ("H8 J8", "H9 J9 K9", 8 - 40),
        ] {
            let (_, simple) = evaluated(first, second);
            let second = simple.estimate(Side::Second);
            assert_eq!((simple.estimate(Side::First), second), (expected, -expected), "{first}");
        }
    }

    #[test]
    fn points_are_worth_what_both_players_make_there() {
        let (board, simple) = evaluated("H8 J8 K8", "H4 J4");
        let value = |point: &str| simple.value(&board, Side::First, point.parse().unwrap());
        assert_eq!(value("L8"), 90);
        assert_eq!(value("K4"), 40 + 4 + 2, "with K8, it is a sleeping two as well");
        let (board, simple) = evaluated("A1", "H8 J8 K8 L8");
        assert_eq!(simple.value(&board, Side::First, "M8".parse().unwrap()), 400);
    }
}
