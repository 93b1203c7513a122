//! Compares the bitboards with a slow twin that follows the rules square by square, on random
//! games.

use classical::Game;

use super::evaluation::Simple;
use super::{Board, Color, Diagram, Move, Position};
use crate::test_random::Random;

/// The position of a random game with this number of empty squares, unless the game ends
/// earlier.
pub(super) fn random_position(random: &mut Random, empties: u32) -> Option<Diagram> {
    let mut position = Position::new(Simple);
    let mut moves = Vec::new();
    while position.board().empties().count_ones() > empties {
        moves.clear();
        position.moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    Some(position.diagram())
}

/// The rules by the book, on rows and columns.
struct Twin {
    squares: [[Option<Color>; 8]; 8],
    to_move: Color,
}

impl Twin {
    fn new() -> Self {
        let mut squares = [[None; 8]; 8];
        squares[3][3] = Some(Color::White);
        squares[3][4] = Some(Color::Black);
        squares[4][3] = Some(Color::Black);
        squares[4][4] = Some(Color::White);
        Self { squares, to_move: Color::Black }
    }

    fn at(&self, row: i32, column: i32) -> Option<Option<Color>> {
        let on_board = (0..8).contains(&row) && (0..8).contains(&column);
        on_board.then(|| self.squares[row as usize][column as usize])
    }

    fn flips(&self, color: Color, square: usize) -> Vec<(i32, i32)> {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut flips = Vec::new();
        if self.at(row, column) != Some(None) {
            return flips;
        }
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let mut between = Vec::new();
            let (mut row, mut column) = (row + down, column + right);
            while (down, right) != (0, 0) && self.at(row, column) == Some(Some(color.opponent())) {
                between.push((row, column));
                row += down;
                column += right;
            }
            if self.at(row, column) == Some(Some(color)) {
                flips.append(&mut between);
            }
        }
        flips
    }

    fn moves(&self, color: Color) -> Vec<usize> {
        (0..64).filter(|&square| !self.flips(color, square).is_empty()).collect()
    }

    fn play(&mut self, mv: Move) {
        if let Some(square) = mv.square() {
            for (row, column) in self.flips(self.to_move, usize::from(square)) {
                self.squares[row as usize][column as usize] = Some(self.to_move);
            }
            self.squares[usize::from(square / 8)][usize::from(square % 8)] = Some(self.to_move);
        }
        self.to_move = self.to_move.opponent();
    }

    fn count(&self, color: Color) -> i32 {
        self.squares.iter().flatten().filter(|&&square| square == Some(color)).count() as i32
    }
}

fn set(color: Color, twin: &Twin) -> u64 {
    let squares = twin.squares.iter().flatten().enumerate();
    squares.filter(|&(_, &square)| square == Some(color)).map(|(at, _)| 1 << at).sum()
}

#[test]
fn random_games_follow_the_rules() {
    let mut random = Random::new(1);
    let mut passes = 0;
    for _ in 0..300 {
        let (mut position, mut twin) = (Position::new(Simple), Twin::new());
        let mut path = vec![position.diagram()];
        loop {
            let board = position.board();
            assert_eq!(position.to_move(), twin.to_move);
            assert_eq!(board.own(), set(twin.to_move, &twin));
            assert_eq!(board.opponent(), set(twin.to_move.opponent(), &twin));
            let expected = twin.moves(twin.to_move);
            let legal = expected.iter().map(|square| 1_u64 << square).sum::<u64>();
            assert_eq!(board.legal_moves(), legal);
            for square in 0..64 {
                let flips = twin.flips(twin.to_move, square);
                let flips = flips.iter().map(|(row, column)| 1_u64 << (row * 8 + column)).sum();
                if board.empties() >> square & 1 == 1 {
                    assert_eq!(board.flips(square as u8), flips);
                }
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let over = expected.is_empty() && twin.moves(twin.to_move.opponent()).is_empty();
            assert_eq!((moves.is_empty(), board.is_over()), (over, over));
            if over {
                let [own, other] = [twin.to_move, twin.to_move.opponent()].map(|c| twin.count(c));
                let empties = (64 - own - other) * (own - other).signum();
                assert_eq!(board.disc_difference(), own - other + empties);
                break;
            }
            assert_eq!(moves.len(), expected.len().max(1));
            let mv = moves[random.below(moves.len())];
            passes += usize::from(mv == Move::PASS);
            position.play(mv);
            twin.play(mv);
            assert_eq!(position.diagram().to_string().parse(), Ok(position.diagram()));
            path.push(position.diagram());
        }
        for diagram in path.into_iter().rev() {
            assert_eq!(position.diagram(), diagram);
            position.undo();
        }
    }
    assert!(passes > 100, "{passes} passes");
}

#[test]
fn different_boards_have_different_hashes() {
    let mut random = Random::new(2);
    let mut boards: Vec<Board> = (0..20_000)
        .filter_map(|n| random_position(&mut random, 8 + n % 48))
        .map(|d| d.board)
        .collect();
    boards.sort_unstable_by_key(|board| (board.own(), board.opponent()));
    boards.dedup();
    for hash in [Board::hash, Board::second_hash] {
        let mut hashes: Vec<u64> = boards.iter().map(|&board| hash(board)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), boards.len());
    }
}
