//! The shapes on the board whose contents the fitted evaluation knows, and how their contents
//! become numbers.
//!
//! A shape is a list of squares, and lies on the board in up to eight ways (its images under the
//! symmetries of the board). What an image contains is a number with one ternary digit for each
//! square: 0 if it is empty, 1 if the player to move owns it, 2 if the opponent does. All images of
//! a shape share their weights, and so do contents that are mirror images of each other.
//!
//! The numbers of all images come from one table: each row of the board adds a vector, which
//! depends only on the eight squares of the row, and has an element for each image.

use std::sync::LazyLock;

use crate::othello::board::Board;

/// The squares of each shape in one orientation. The shapes are those of Buro, Improving Heuristic
/// Mini-Max Search by Supervised Learning, Artificial Intelligence 134, 2002, section 4, except
/// that the block in the corner has 2x4 squares instead of 2x5.
const SHAPES: [&[u8]; 11] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 8, 9, 10, 11],
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// The number of images of all shapes.
const IMAGES: usize = 46;
/// The elements of a vector: the images, and as many more as make the vector a multiple of 16.
const LANES: usize = 48;

/// A number for each image.
type Lanes = [u16; LANES];

/// The tables that turn a board into the numbers of its images.
pub(super) struct Shapes {
    /// What the squares of a row add to the numbers, by row and by the squares that are set.
    rows: Box<[[Lanes; 256]]>,
    /// Where the contents of each image begin among the contents of all shapes.
    begins: [u32; LANES],
    /// For each content of a shape, the first of its mirror images, numbered without gaps.
    folded: Vec<u32>,
    /// The number of contents after folding.
    distinct: usize,
}

/// The tables, which are made when they are first used.
pub(super) static SHAPES_OF_BOARD: LazyLock<Shapes> = LazyLock::new(Shapes::new);

impl Shapes {
    fn new() -> Self {
        let mut rows = vec![[[0; LANES]; 256]; 8].into_boxed_slice();
        let (mut begins, mut lanes) = ([0; LANES], 0..);
        let (mut folded, mut distinct) = (Vec::new(), 0);
        for shape in SHAPES {
            let begin = folded.len() as u32;
            for image in images(shape) {
                let Some(lane) = lanes.next() else { break };
                if let Some(place) = begins.get_mut(lane) {
                    *place = begin;
                }
                add_image(&mut rows, lane, &image);
            }
            fold(shape, &mut folded, &mut distinct);
        }
        Self { rows, begins, folded, distinct }
    }

    /// The number of contents of all shapes.
    pub(super) fn contents(&self) -> usize {
        self.folded.len()
    }

    /// The number of contents if mirror images are one.
    pub(super) fn distinct(&self) -> usize {
        self.distinct
    }

    /// The number of a content among the distinct ones.
    pub(super) fn folded(&self, content: usize) -> Option<usize> {
        self.folded.get(content).map(|&number| number as usize)
    }

    /// The contents of all images, each as its number among the contents of all shapes.
    #[inline]
    pub(super) fn of(&self, board: Board) -> impl Iterator<Item = usize> {
        let numbers = self.numbers(board);
        let images = numbers.into_iter().zip(&self.begins).take(IMAGES);
        images.map(|(number, &begin)| begin as usize + usize::from(number))
    }

    #[inline]
    fn numbers(&self, board: Board) -> Lanes {
        let mut numbers = [0_u16; LANES];
        let bytes = board.own().to_le_bytes().into_iter().zip(board.opponent().to_le_bytes());
        for (row, (own, opponent)) in self.rows.iter().zip(bytes) {
            let (Some(ones), Some(twos)) =
                (row.get(usize::from(own)), row.get(usize::from(opponent)))
            else {
                continue;
            };
            for ((number, &one), &two) in numbers.iter_mut().zip(ones).zip(twos) {
                *number += one + 2 * two;
            }
        }
        numbers
    }
}

/// A square under one of the eight symmetries of the board.
fn image_of(square: u8, symmetry: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        row = 7 - row;
    }
    if symmetry & 2 != 0 {
        column = 7 - column;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    8 * row + column
}

/// The images of a shape that differ in their squares.
fn images(shape: &[u8]) -> Vec<Vec<u8>> {
    let (mut images, mut known) = (Vec::new(), Vec::new());
    for symmetry in 0..8 {
        let image: Vec<u8> = shape.iter().map(|&square| image_of(square, symmetry)).collect();
        let mut squares = image.clone();
        squares.sort_unstable();
        if !known.contains(&squares) {
            known.push(squares);
            images.push(image);
        }
    }
    images
}

/// Enters an image into the vectors of all rows.
fn add_image(rows: &mut [[Lanes; 256]], lane: usize, image: &[u8]) {
    let mut power = 1;
    for &square in image {
        let vectors = rows.get_mut(usize::from(square / 8)).into_iter().flatten();
        for (_, vector) in vectors.enumerate().filter(|(set, _)| set >> (square % 8) & 1 == 1) {
            if let Some(element) = vector.get_mut(lane) {
                *element += power;
            }
        }
        power = power.wrapping_mul(3);
    }
}

/// Appends the contents of a shape, each as the number of the first of its mirror images.
fn fold(shape: &[u8], folded: &mut Vec<u32>, distinct: &mut usize) {
    let mirrors: Vec<Vec<usize>> = (0..8)
        .filter_map(|symmetry| {
            let place = |&square| {
                let image = image_of(square, symmetry);
                shape.iter().position(|&other| other == image)
            };
            shape.iter().map(place).collect()
        })
        .collect();
    let begin = folded.len();
    for content in 0..3_usize.pow(shape.len() as u32) {
        let least = mirrors.iter().map(|places| mirrored(content, places)).min();
        let first = least.filter(|&least| least < content);
        match first.and_then(|first| folded.get(begin + first).copied()) {
            Some(number) => folded.push(number),
            None => {
                folded.push(*distinct as u32);
                *distinct += 1;
            }
        }
    }
}

/// A content whose digits move to other places.
fn mirrored(content: usize, places: &[usize]) -> usize {
    let (mut rest, mut sum) = (content, 0);
    for &place in places {
        sum += rest % 3 * 3_usize.pow(place as u32);
        rest /= 3;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contents of all images, digit by digit.
    fn slowly(board: Board) -> Vec<usize> {
        let mut contents = Vec::new();
        let mut begin = 0;
        for shape in SHAPES {
            for image in images(shape) {
                let digits = image.iter().rev().map(|&square| {
                    let owner = |discs: u64| (discs >> square & 1) as usize;
                    owner(board.own()) + 2 * owner(board.opponent())
                });
                contents.push(begin + digits.fold(0, |sum, digit| 3 * sum + digit));
            }
            begin += 3_usize.pow(shape.len() as u32);
        }
        contents
    }

    #[test]
    fn rows_add_up_to_the_digits_of_each_image() {
        let mut board = Board::START;
        for turn in 0..60 {
            assert_eq!(SHAPES_OF_BOARD.of(board).collect::<Vec<_>>(), slowly(board), "{turn}");
            let legal = board.legal_moves();
            board =
                if legal == 0 { board.pass() } else { board.play(legal.trailing_zeros() as u8) };
        }
        assert_eq!(slowly(board).len(), IMAGES);
    }

    /// The board under a symmetry.
    fn turned(board: Board, symmetry: u8) -> Board {
        let turn = |discs: u64| {
            let set = (0..64).filter(|square| discs >> square & 1 == 1);
            set.fold(0, |sum, square| sum | 1 << image_of(square, symmetry))
        };
        Board::new(turn(board.own()), turn(board.opponent())).unwrap()
    }

    #[test]
    fn the_same_board_turned_has_the_same_folded_contents() {
        let mut board = Board::START;
        for turn in 0..30 {
            let folded = |board| {
                let contents = SHAPES_OF_BOARD.of(board);
                let mut all: Vec<_> =
                    contents.map(|content| SHAPES_OF_BOARD.folded(content).unwrap()).collect();
                all.sort_unstable();
                all
            };
            for symmetry in 1..8 {
                assert_eq!(folded(turned(board, symmetry)), folded(board), "{turn} {symmetry}");
            }
            let last = board.legal_moves().checked_ilog2();
            board = last.map_or(board.pass(), |square| board.play(square as u8));
        }
    }

    #[test]
    fn mirror_images_are_one() {
        let shapes = &SHAPES_OF_BOARD;
        assert_eq!(shapes.contents(), 114_777);
        assert_eq!(shapes.folded.iter().max(), Some(&(shapes.distinct as u32 - 1)));
        // The edge with black on a1, and with black on h1.
        assert_eq!(shapes.folded(1), shapes.folded(3_usize.pow(7)));
        assert_ne!(shapes.folded(1), shapes.folded(3));
    }
}
