//! Handicap: the fixed points of the Go Text Protocol, and the validity of free placements.

use thiserror::Error;

use crate::vocabulary::{BoardSize, Vertex};

/// The reason why handicap stones cannot be placed. A failed attempt leaves the game unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandicapError {
    /// Handicap stones must be placed first, on an empty board.
    #[error("board not empty")]
    NotEmpty,
    /// There are too few or too many stones for the board.
    #[error("invalid number of stones: {stones}, 2 to {most} were expected on a {size} board")]
    Count {
        /// The requested number of stones.
        stones: usize,
        /// The maximum for the board; less than 2 if the board allows no handicap.
        most: usize,
        /// The size of the board.
        size: BoardSize,
    },
    /// The vertex is not on the board.
    #[error("bad vertex list: {0} is not on the board")]
    Outside(Vertex),
    /// The vertex is given twice.
    #[error("bad vertex list: {0} is repeated")]
    Repeated(Vertex),
}

/// Returns the fixed handicap points of the Go Text Protocol, in the order in which stones are
/// added. The first 2 to 4 stones are in the corners. More stones, up to 9, are possible only if
/// the width and the height are odd and at least 9; the additional stones are on the sides and in
/// the centre. The points are on the fourth line on boards with 13 lines or more, and on the third
/// line on smaller boards.
///
/// Rectangular boards use the same scheme, with the line determined separately for each direction.
///
/// # Errors
/// [`HandicapError::Count`] if there is no fixed handicap with this number of stones. Boards with
/// fewer than 7 lines in either direction have none at all.
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Result<Vec<Vertex>, HandicapError> {
    let most = most_fixed(size);
    if !(2..=most).contains(&stones) {
        return Err(HandicapError::Count { stones, most, size });
    }
    let (width, height) = (size.width(), size.height());
    let line = |length: u8| if length >= 13 { 3 } else { 2 };
    let (left, bottom) = (line(width), line(height));
    let (right, top) = (width - 1 - left, height - 1 - bottom);
    let (centre, middle) = (width / 2, height / 2);
    let corners_and_sides = [
        (left, bottom),
        (right, top),
        (left, top),
        (right, bottom),
        (left, middle),
        (right, middle),
        (centre, bottom),
        (centre, top),
    ];
    // If the number of stones is odd and at least 5, the last stone is in the centre.
    let with_centre = stones >= 5 && stones % 2 == 1;
    let outer = stones - usize::from(with_centre);
    let places = corners_and_sides[..outer].iter().copied();
    let places = places.chain(with_centre.then_some((centre, middle)));
    Ok(places.map(|(column, row)| Vertex::new(column, row)).collect())
}

/// The maximum number of fixed handicap stones on a board of this size.
fn most_fixed(size: BoardSize) -> usize {
    let (width, height) = (size.width(), size.height());
    let odd = |length: u8| length % 2 == 1 && length >= 9;
    match (width.min(height), odd(width) && odd(height)) {
        (..7, _) => 0,
        (_, false) => 4,
        (_, true) => 9,
    }
}

/// Checks a free placement: at least two distinct points of the board, with at least one point left
/// empty.
///
/// # Errors
/// The error describes the problem with the placement.
pub(super) fn check_free(size: BoardSize, stones: &[Vertex]) -> Result<(), HandicapError> {
    let most = size.area() - 1;
    if !(2..=most).contains(&stones.len()) {
        return Err(HandicapError::Count { stones: stones.len(), most, size });
    }
    if let Some(&outside) = stones.iter().find(|&&stone| !size.contains(stone)) {
        return Err(HandicapError::Outside(outside));
    }
    repeated(size, stones.iter().copied())
        .map_or(Ok(()), |vertex| Err(HandicapError::Repeated(vertex)))
}

/// The first of these vertices that repeats an earlier one.
pub(super) fn repeated(
    size: BoardSize,
    vertices: impl IntoIterator<Item = Vertex>,
) -> Option<Vertex> {
    let mut seen = vec![false; size.area()];
    vertices.into_iter().find(|vertex| std::mem::replace(&mut seen[vertex.index(size)], true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{GameState, Rules};
    use crate::vocabulary::{Color, Move};

    fn fixed(width: usize, height: usize, stones: usize) -> String {
        let size = BoardSize::new(width, height).unwrap();
        fixed_handicap(size, stones).map_or_else(
            |error| error.to_string(),
            |points| points.iter().map(Vertex::to_string).collect::<Vec<_>>().join(" "),
        )
    }

    #[test]
    fn places_follow_the_protocol() {
        assert_eq!(fixed(19, 19, 2), "D4 Q16");
        assert_eq!(fixed(19, 19, 3), "D4 Q16 D16");
        assert_eq!(fixed(19, 19, 4), "D4 Q16 D16 Q4");
        assert_eq!(fixed(19, 19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(fixed(19, 19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(fixed(19, 19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(fixed(19, 19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(fixed(19, 19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(fixed(13, 13, 5), "D4 K10 D10 K4 G7");
        assert_eq!(fixed(9, 9, 9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
        assert_eq!(fixed(7, 7, 4), "C3 E5 C5 E3");
        assert_eq!(fixed(8, 8, 4), "C3 F6 C6 F3");
        assert_eq!(fixed(12, 12, 2), "C3 K10");
        assert_eq!(fixed(14, 14, 2), "D4 L11");
        assert_eq!(fixed(25, 25, 5), "D4 W22 D22 W4 N13");
        assert_eq!(fixed(9, 13, 5), "C4 G10 C10 G4 E7");
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let refused = |width, height, stones| {
            assert!(fixed(width, height, stones).starts_with("invalid number of stones"));
        };
        for stones in [0, 1, 10, usize::MAX] {
            refused(19, 19, stones);
        }
        for (width, height, stones) in
            [(5, 5, 2), (6, 6, 2), (7, 7, 5), (8, 8, 5), (18, 18, 5), (9, 10, 5), (5, 19, 2)]
        {
            refused(width, height, stones);
        }
    }

    #[test]
    fn free_placements_are_checked() {
        let size = BoardSize::square(3);
        let check = |text: &str| {
            let stones: Vec<Vertex> = text.split(' ').map(|v| v.parse().unwrap()).collect();
            check_free(size, &stones)
        };
        assert_eq!(check("A1 B2"), Ok(()));
        assert_eq!(check("A1 A2 A3 B1 B2 B3 C1 C2"), Ok(()));
        let count = |stones| Err(HandicapError::Count { stones, most: 8, size });
        assert_eq!(check("A1 A2 A3 B1 B2 B3 C1 C2 C3"), count(9));
        assert_eq!(check("A1"), count(1));
        assert_eq!(check("A1 D4"), Err(HandicapError::Outside("D4".parse().unwrap())));
        assert_eq!(check("A1 B2 A1"), Err(HandicapError::Repeated("A1".parse().unwrap())));
    }

    /// The handicap after each of these moves, which begin with the player's sign, on a board with
    /// these handicap stones.
    fn handicaps(placed: &[&str], moves: &str) -> Vec<usize> {
        let mut game = GameState::new(BoardSize::square(9), Rules::default(), 0.0);
        let placed: Vec<Vertex> = placed.iter().map(|text| text.parse().unwrap()).collect();
        if !placed.is_empty() {
            game.place_handicap(&placed).unwrap();
        }
        let mut handicaps = Vec::new();
        for text in moves.split(' ') {
            let color = if text.starts_with('b') { Color::Black } else { Color::White };
            game.play(color, Move::Play(text[1..].parse().unwrap())).unwrap();
            handicaps.push(game.handicap());
        }
        handicaps
    }

    #[test]
    fn stones_in_a_row_at_the_opening_are_handicap() {
        assert_eq!(handicaps(&[], "bC3 bG7 bC7 wE5 bE3 wG3 wC5"), [0, 2, 3, 3, 3, 3, 3]);
        assert_eq!(handicaps(&["C3", "G7"], "wE5 bE3 wG3 wC5"), [2, 2, 2, 2]);
    }

    /// gtp2ogs begins a game that was forked from another one with moves like the first ones here,
    /// and Sabaki sends a set-up position like the second ones.
    #[test]
    fn stones_of_both_players_in_a_row_are_no_handicap() {
        assert_eq!(handicaps(&[], "bC3 bG7 bC7 wE5 wG3 wC5 bE3"), [0, 2, 3, 3, 0, 0, 0]);
        assert_eq!(handicaps(&["C3", "G7", "C7"], "wE5 wG3 wC5 bE3"), [3, 0, 0, 0]);
    }
}
