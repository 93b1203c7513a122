//! Eye shapes in which a single stone prevents two eyes.

use crate::board::Board;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// Whether a connected set of 1 to 6 stones is a nakade: a shape that, once captured, leaves the
/// owner of the eye unable to make two eyes. These are the nakade shapes:
///
/// - up to three stones in any arrangement
/// - four stones, one of which is next to the three others
/// - five stones, one of which is next to at least three of the others, and six, one of which is
///   next to four of them, if every other stone is next to it or to two stones
/// - four stones in a square
/// - the bent four in the corner, which leaves the owner of the eye with a ko at best
pub fn is_nakade<G: Geometry>(board: &Board<G>, stones: &Bitboard<G>) -> bool {
    match stones.count() {
        1..=3 => true,
        4 => is_square(stones) || vital_point(board, stones).is_some(),
        5 | 6 => vital_point(board, stones).is_some(),
        _ => false,
    }
}

/// Returns the vital point of a connected eye of 3 to 6 points. By playing there, the owner of the
/// eye makes two eyes. If the opponent plays there instead, the owner of the eye cannot make two
/// eyes. With a bent four in the corner, however, the owner may still get a ko.
pub fn vital_point<G: Geometry>(board: &Board<G>, eye: &Bitboard<G>) -> Option<Point> {
    let least_neighbours = match eye.count() {
        3 => 2,
        4 | 5 => 3,
        6 => 4,
        _ => return None,
    };
    // At the end of an arm of two points, the owner would make the second eye behind the stone.
    let has_long_arm = |vital: Point| {
        let vital = Bitboard::of(vital);
        let mut far = (*eye - vital - vital.neighbours()).into_iter();
        far.any(|point| neighbours(eye, point) < 2)
    };
    for point in eye {
        if neighbours(eye, point) >= least_neighbours && !has_long_arm(point) {
            return Some(point);
        }
    }
    if eye.count() == 4 { bent_in_corner(board, eye) } else { None }
}

/// Returns the vital point of a bent four in the corner: the point next to the corner that lies
/// between the corner and another of the four points.
fn bent_in_corner<G: Geometry>(board: &Board<G>, four: &Bitboard<G>) -> Option<Point> {
    if is_square(four) {
        return None;
    }
    let mut corner = None;
    let mut beside = None;
    for point in four {
        if neighbours(four, point) == 2 {
            let into = if is_corner(board, point) { &mut corner } else { &mut beside };
            *into = Some(point);
        }
    }
    corner.and(beside)
}

fn is_square<G: Geometry>(four: &Bitboard<G>) -> bool {
    for point in four {
        if neighbours(four, point) != 2 {
            return false;
        }
    }
    true
}

/// The number of points in a set that are next to `point`.
#[inline(always)]
fn neighbours<G: Geometry>(points: &Bitboard<G>, point: Point) -> usize {
    points.window(point).adjacent().count()
}

fn is_corner<G: Geometry>(board: &Board<G>, point: Point) -> bool {
    let stones =
        board.stones(Color::Black).window(point).union(board.stones(Color::White).window(point));
    board.empty().window(point).union(stones).adjacent().count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::AnySize;

    /// The board of the diagram, and whether its black stones form a nakade.
    fn of(diagram: &str) -> (Board<AnySize>, bool) {
        let board = Board::from_diagram(diagram).unwrap();
        let is_nakade = is_nakade(&board, board.stones(Color::Black));
        (board, is_nakade)
    }

    #[test]
    fn shapes_with_a_vital_point_are_nakade() {
        for dead in [
            "X X X\n. . .\n. . .",
            "X X .\nX . .\n. . .",
            "X X X\n. X .\n. . .",
            "X X .\nX X .\n. . .",
            "X X .\nX X X\n. . .",
            ". X .\nX X X\n. X .",
            ". X .\nX X X\nX X .",
        ] {
            assert!(of(dead).1, "{dead}");
        }
        for alive in [
            "X X X X\n. . . .",
            "X X .\n. X X\n. . .",
            "X X X\nX X X\n. . .",
            "X X X\nX . .\nX . .",
            ". . . .\n. X X X\n. X . .\n. . . .",
            "X X X X\n. X . .",
            "X X X\n. X .\n. X .",
            ". X X\nX X .\n. X .",
            ". X . .\nX X X X\n. X . .",
        ] {
            assert!(!of(alive).1, "{alive}");
        }
    }

    #[test]
    fn four_bent_in_a_corner_have_a_vital_point_and_in_the_middle_none() {
        let vital = |diagram: &str| {
            let (board, _) = of(diagram);
            let point = vital_point(&board, board.stones(Color::Black))?;
            Some(point.vertex::<AnySize>().to_string())
        };
        let corner = ". . . .\n. . . .\nX . . .\nX X X .";
        assert_eq!(vital(corner).as_deref(), Some("B1"));
        assert_eq!(vital("X X . .\nX . . .\nX . . .\n. . . .").as_deref(), Some("A3"));
        assert!(of(corner).1);
        assert_eq!(vital(". . . .\nX . . .\nX X X .\n. . . ."), None);
        assert_eq!(vital(". . . .\n. . . .\nX X . .\nX X . ."), None, "a square needs no move");
        assert_eq!(vital(". . . .\n. . . .\n. . . .\nX X X X"), None);
        assert_eq!(vital(". . . .\n. . . .\n. . . .\nX X X .").as_deref(), Some("B1"));
    }
}
