//! The positions on the current path of a search.

use crate::board::{Position, Undo};
use crate::vocabulary::{Bitboard, Color, Geometry, Point, TO_MOVE_KEY};

/// The parts of a key that encode one pass and several passes in a row.
const PASSED_KEYS: [u64; 2] = [TO_MOVE_KEY.rotate_left(21), TO_MOVE_KEY.rotate_left(42)];

/// The part of a key that encodes the player to move and the number of passes in a row.
pub(super) fn turn_key(to_move: Color, passes: u8) -> u64 {
    let turn = if to_move == Color::White { TO_MOVE_KEY } else { 0 };
    let [once, more] = PASSED_KEYS;
    turn ^ [0, once, more][passes.min(2) as usize]
}

/// The part of a key that encodes the ko.
pub(super) fn ko_key<G: Geometry>(ko: Option<Point>) -> u64 {
    ko.map_or(0, |ko| ko.key::<G>(Color::Black).rotate_left(17))
}

/// A position in which moves are made and taken back. Entries for moves that have been taken back
/// are reused, so nothing new is allocated.
#[derive(Debug)]
pub(super) struct Line<G: Geometry> {
    now: Position<G>,
    entries: Vec<PathEntry>,
    /// The undo information for the moves made.
    undos: Vec<Undo<G>>,
}

#[derive(Clone, Copy, Debug)]
struct PathEntry {
    key: u64,
    /// The hash of the stones alone.
    stones: u64,
    /// Whether any stones were captured on the path. If not, no position can repeat.
    has_captures: bool,
}

impl PathEntry {
    fn of<G: Geometry>(position: &Position<G>, has_captures: bool) -> Self {
        Self { key: key_of(position), stones: position.board().hash(), has_captures }
    }
}

impl<G: Geometry> Line<G> {
    pub(super) fn new(position: Position<G>) -> Self {
        let entries = vec![PathEntry::of(&position, false)];
        Self { now: position, entries, undos: Vec::new() }
    }

    /// The number of moves made.
    pub(super) fn depth(&self) -> usize {
        self.entries.len() - 1
    }

    /// The position after the moves made so far.
    pub(super) fn now(&self) -> &Position<G> {
        &self.now
    }

    fn entry(&self) -> PathEntry {
        self.entries[self.depth()]
    }

    /// The key of the position, including the ko and the player to move.
    pub(super) fn key(&self) -> u64 {
        self.entry().key
    }

    /// Returns the key after a move.
    pub(super) fn key_after(&self, mv: Option<Point>) -> u64 {
        let position = self.now();
        let (board, color) = (position.board(), position.to_move());
        match mv {
            Some(point) => {
                let (hash, captured) = board.hash_after(color, point);
                let ko = position.ko_after(point, &captured);
                hash ^ turn_key(!color, 0) ^ ko_key::<G>(ko)
            }
            None => board.hash() ^ turn_key(!color, position.passes().saturating_add(1)),
        }
    }

    /// Whether this arrangement of stones has occurred on the path, including the current position.
    pub(super) fn has_been(&self, stones: u64) -> bool {
        self.entries.iter().any(|entry| entry.stones == stones)
    }

    /// Makes a move, or passes if `mv` is `None`. The move is made even if the ko rule bans it.
    /// Returns the captured stones.
    pub(super) fn play(&mut self, mv: Option<Point>) -> Bitboard<G> {
        match self.undos.get_mut(self.entries.len() - 1) {
            Some(undo) => undo.note(&self.now, mv),
            None => self.undos.push(Undo::before(&self.now, mv)),
        }
        let captured = match mv {
            Some(point) => {
                if self.now.ko() == mv {
                    self.now.lift_ko_ban();
                }
                self.now.play(point).unwrap_or_default()
            }
            None => {
                self.now.pass();
                Bitboard::EMPTY
            }
        };
        let has_captures = self.entry().has_captures || !captured.is_empty();
        self.entries.push(PathEntry::of(&self.now, has_captures));
        captured
    }

    /// Takes back the last move.
    pub(super) fn undo(&mut self) {
        self.entries.pop();
        if let Some(undo) = self.undos.get(self.depth()) {
            self.now.take_back(undo);
        }
    }

    /// The number of moves since the current position last occurred, or `None` if it has not
    /// occurred before.
    pub(super) fn repeats(&self) -> Option<usize> {
        let now = self.entry();
        if !now.has_captures {
            return None;
        }
        let mut earlier = self.entries[..self.depth()].iter().rev().skip(1).step_by(2);
        earlier.position(|entry| entry.key == now.key).map(|pairs| 2 * pairs + 2)
    }
}

fn key_of<G: Geometry>(position: &Position<G>) -> u64 {
    let turn = turn_key(position.to_move(), position.passes());
    position.board().hash() ^ turn ^ ko_key::<G>(position.ko())
}
