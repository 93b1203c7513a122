//! The positions on the way of a search over boards.

use crate::board::{Position, Undo};
use crate::vocabulary::{Bitboard, Color, Geometry, Point, TO_MOVE_KEY};

/// Goes into the key after a pass, and after more of them.
const PASSED_KEYS: [u64; 2] = [TO_MOVE_KEY.rotate_left(21), TO_MOVE_KEY.rotate_left(42)];

/// The part of a key that the player to move and the passes in a row make up.
pub(super) fn turn_key(to_move: Color, passes: u8) -> u64 {
    let turn = if to_move == Color::White { TO_MOVE_KEY } else { 0 };
    let [once, more] = PASSED_KEYS;
    turn ^ [0, once, more][passes.min(2) as usize]
}

/// The part of a key that the ko makes up.
pub(super) fn ko_key<G: Geometry>(ko: Option<Point>) -> u64 {
    ko.map_or(0, |ko| ko.key::<G>(Color::Black).rotate_left(17))
}

/// A position to read from, on which moves are made and taken back. Places once in use are written
/// to without allocating.
#[derive(Debug)]
pub(super) struct Line<G: Geometry> {
    now: Position<G>,
    places: Vec<Place>,
    /// How to take back the moves made.
    undos: Vec<Undo<G>>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    key: u64,
    /// Of the stones alone.
    stones: u64,
    /// Whether stones were captured on the way here: otherwise no position comes back.
    has_captures: bool,
}

impl Place {
    fn of<G: Geometry>(position: &Position<G>, has_captures: bool) -> Self {
        Self { key: key_of(position), stones: position.board().hash(), has_captures }
    }
}

impl<G: Geometry> Line<G> {
    pub(super) fn new(position: Position<G>) -> Self {
        let places = vec![Place::of(&position, false)];
        Self { now: position, places, undos: Vec::new() }
    }

    /// How many moves have been made.
    pub(super) fn depth(&self) -> usize {
        self.places.len() - 1
    }

    /// The position after the moves made.
    pub(super) fn now(&self) -> &Position<G> {
        &self.now
    }

    fn place(&self) -> Place {
        self.places[self.depth()]
    }

    /// The key of the position, the ko and the player to move among what it tells apart.
    pub(super) fn key(&self) -> u64 {
        self.place().key
    }

    /// The key after a move.
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

    /// Whether the stones stood like this on the way, the present position included.
    pub(super) fn has_been(&self, stones: u64) -> bool {
        self.places.iter().any(|place| place.stones == stones)
    }

    /// Makes a move, `None` for a pass, even where a ko bans it; returns the captured stones.
    pub(super) fn play(&mut self, mv: Option<Point>) -> Bitboard<G> {
        match self.undos.get_mut(self.places.len() - 1) {
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
        let has_captures = self.place().has_captures || !captured.is_empty();
        self.places.push(Place::of(&self.now, has_captures));
        captured
    }

    /// Takes back the last move.
    pub(super) fn undo(&mut self) {
        self.places.pop();
        if let Some(undo) = self.undos.get(self.depth()) {
            self.now.take_back(undo);
        }
    }

    /// How many moves ago the same position stood on the board, where it did.
    pub(super) fn repeats(&self) -> Option<usize> {
        let now = self.place();
        if !now.has_captures {
            return None;
        }
        let mut earlier = self.places[..self.depth()].iter().rev().skip(1).step_by(2);
        earlier.position(|place| place.key == now.key).map(|pairs| 2 * pairs + 2)
    }
}

fn key_of<G: Geometry>(position: &Position<G>) -> u64 {
    let turn = turn_key(position.to_move(), position.passes());
    position.board().hash() ^ turn ^ ko_key::<G>(position.ko())
}
