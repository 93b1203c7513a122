//! Ladders as KataGo reads them for its networks (`cpp/game/board.cpp`).
//!
//! They differ from [`engine::tactics::captured_in_ladder`] in kos: a chain escapes as soon as its
//! attacker leaves a ko, except if both of its liberties are kos that it cannot gain from.

use engine::board::{Board, Position, Undo};
use engine::tactics::liberties_after;
use engine::vocabulary::{Bitboard, Color, Geometry, Point};

/// The number of liberties with which a chain has escaped.
const FREE: usize = 3;
/// The maximum number of moves tried for one chain; beyond it, the chain counts as safe.
const MOST_TRIED: usize = 25_000;

/// The chains that a ladder captures, and the moves that do so.
pub(super) struct Ladders<G: Geometry> {
    /// The stones of chains that are captured if their opponent moves first. A chain in atari is
    /// captured if it cannot save itself.
    pub(super) captured: Bitboard<G>,
    /// The moves that capture chains of two liberties, by the owner of the chain.
    pub(super) moves: [Bitboard<G>; 2],
}

/// Reads the ladders of all chains on the board.
pub(super) fn ladders<G: Geometry>(position: &Position<G>) -> Ladders<G> {
    let mut found = Ladders { captured: Bitboard::EMPTY, moves: [Bitboard::EMPTY; 2] };
    for color in Color::BOTH {
        for stone in position.board().chains_of(*position.board().stones(color)) {
            let moves = catching_moves(position, color, stone);
            let count = position.board().liberties_of(stone);
            let is_caught = match count {
                1 => Reader::new(position, color, stone).is_caught(),
                2 => !moves.is_empty(),
                _ => false,
            };
            if is_caught {
                found.captured |= position.board().chain_stones(stone).copied().unwrap_or_default();
                found.moves[color as usize] |= moves;
            }
        }
    }
    found
}

/// The liberties of a chain of two on which its opponent catches it.
fn catching_moves<G: Geometry>(
    position: &Position<G>,
    defender: Color,
    stone: Point,
) -> Bitboard<G> {
    let liberties = position.board().chain_liberties(stone).copied().unwrap_or_default();
    if liberties.count() != 2 {
        return Bitboard::EMPTY;
    }
    let catches = |&point: &Point| {
        let mut after = position.clone();
        after.set_to_move(!defender);
        // A ko bans the point for either player.
        if position.ko() == Some(point) || !after.is_legal(point) {
            return false;
        }
        after.play(point);
        Reader::new(&after, defender, stone).is_caught()
    };
    liberties.into_iter().filter(catches).collect()
}

/// A ladder in progress.
struct Reader<G: Geometry> {
    position: Position<G>,
    defender: Color,
    stone: Point,
    tried: usize,
    longest: usize,
}

impl<G: Geometry> Reader<G> {
    /// A ladder in which the defender, whose chain is in atari, moves first and may take any ko.
    fn new(position: &Position<G>, defender: Color, stone: Point) -> Self {
        let mut position = position.clone();
        position.set_to_move(defender);
        position.lift_ko_ban();
        let longest = position.board().size().area() * 3 / 2;
        Self { position, defender, stone, tried: 0, longest }
    }

    fn is_caught(mut self) -> bool {
        self.position.board().liberties_of(self.stone) == 1 && self.saves(0) == Some(false)
    }

    fn liberties(&self) -> Bitboard<G> {
        self.position.board().chain_liberties(self.stone).copied().unwrap_or_default()
    }

    /// Whether the defender, to move after `depth` moves, saves the chain; `None` if too many moves
    /// were tried.
    fn saves(&mut self, depth: usize) -> Option<bool> {
        if depth >= self.longest {
            return Some(false);
        }
        let liberties = self.liberties();
        if liberties.count() >= 2 || self.position.ko().is_some() {
            return Some(true);
        }
        let board = self.position.board();
        let moves = gaining_captures(board, self.defender, self.stone) | liberties;
        for point in moves {
            if self.after(point, |ladder| ladder.catches(depth + 1))? == Some(false) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the attacker, to move after `depth` moves, captures the chain.
    fn catches(&mut self, depth: usize) -> Option<bool> {
        if depth >= self.longest {
            return Some(true);
        }
        let liberties = self.liberties();
        match liberties.count() {
            0 | 1 => return Some(true),
            FREE.. => return Some(false),
            _ => {}
        }
        if self.is_double_ko(liberties) {
            return Some(true);
        }
        for point in liberties {
            if self.after(point, |ladder| ladder.saves(depth + 1))? == Some(false) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The result of `read` after a move; `Some(None)` if the move is illegal.
    fn after(
        &mut self,
        point: Point,
        read: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<Option<bool>> {
        if !self.position.is_legal(point) {
            return Some(None);
        }
        if self.tried >= MOST_TRIED {
            return None;
        }
        self.tried += 1;
        let undo = Undo::before(&self.position, Some(point));
        self.position.play(point);
        let found = read(self);
        self.position.take_back(&undo);
        found.map(Some)
    }

    /// Whether both liberties are kos that the attacker can take and that give the defender no
    /// third liberty, while no stone of the attacker is in atari.
    fn is_double_ko(&self, liberties: Bitboard<G>) -> bool {
        let board = self.position.board();
        liberties.into_iter().all(|point| {
            takes_ko(board, !self.defender, point)
                && liberties_after(board, self.defender, point).count() < FREE
        }) && gaining_captures(board, self.defender, self.stone).is_empty()
    }
}

/// The moves of `color` that capture chains next to its chain at `stone`.
fn gaining_captures<G: Geometry>(board: &Board<G>, color: Color, stone: Point) -> Bitboard<G> {
    let chain = board.chain_stones(stone).copied().unwrap_or_default();
    let rivals = chain.neighbours() & *board.stones(!color);
    let in_atari = rivals.into_iter().filter(|&rival| board.liberties_of(rival) == 1);
    in_atari.filter_map(|rival| board.chain_liberties(rival).copied()).collect()
}

/// Whether a stone of `color` at an empty point, surrounded by the opponent, captures one stone.
fn takes_ko<G: Geometry>(board: &Board<G>, color: Color, point: Point) -> bool {
    let around = board.around(Bitboard::of(point));
    let captured: Vec<Point> =
        around.into_iter().filter(|&stone| board.liberties_of(stone) == 1).collect();
    let single = |stone: Point| board.chain_stones(stone).is_some_and(|chain| chain.count() == 1);
    (around - *board.stones(!color)).is_empty() && captured.len() == 1 && single(captured[0])
}
