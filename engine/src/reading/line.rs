//! The positions on the way of a search over boards.

use crate::board::Position;
use crate::vocabulary::{Bitboard, Color, Geometry, Point, TO_MOVE_KEY};

/// Goes into the key after a pass, and after more of them.
const PASSED_KEYS: [u64; 2] = [TO_MOVE_KEY.rotate_left(21), TO_MOVE_KEY.rotate_left(42)];

/// The part of a key that the ko and the turn make up, with `ko` as the key is to see it.
pub(super) fn turn_key<G: Geometry>(position: &Position<G>, ko: Option<Point>) -> u64 {
    let ko = ko.map_or(0, |ko| ko.key::<G>(Color::Black).rotate_left(17));
    let turn = if position.to_move() == Color::White { TO_MOVE_KEY } else { 0 };
    let [once, more] = PASSED_KEYS;
    let passed = [0, once, more][position.passes().min(2) as usize];
    ko ^ turn ^ passed
}

/// A position to read from and those after the moves made. Places once in use are copied to without
/// allocating.
#[derive(Debug)]
pub(super) struct Line<G: Geometry> {
    places: Vec<Place<G>>,
    depth: usize,
}

#[derive(Clone, Debug)]
struct Place<G: Geometry> {
    position: Position<G>,
    key: u64,
    /// Whether stones were captured on the way here: otherwise no position comes back.
    has_captures: bool,
}

impl<G: Geometry> Line<G> {
    pub(super) fn new(position: Position<G>) -> Self {
        let key = key_of(&position);
        Self { places: vec![Place { position, key, has_captures: false }], depth: 0 }
    }

    /// How many moves have been made.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// The position after the moves made.
    pub(super) fn now(&self) -> &Position<G> {
        &self.places[self.depth].position
    }

    /// The key of the position, the ko and the player to move among what it tells apart.
    pub(super) fn key(&self) -> u64 {
        self.places[self.depth].key
    }

    /// All positions on the way, the present one last.
    pub(super) fn way(&self) -> impl DoubleEndedIterator<Item = &Position<G>> {
        self.places[..=self.depth].iter().map(|place| &place.position)
    }

    /// Makes a move, `None` for a pass, even where a ko bans it; returns the captured stones.
    pub(super) fn play(&mut self, mv: Option<Point>) -> Bitboard<G> {
        if self.places.len() == self.depth + 1 {
            self.places.push(self.places[self.depth].clone());
        }
        let (before, after) = self.places.split_at_mut(self.depth + 1);
        let (now, next) = (&before[self.depth], &mut after[0]);
        next.position.clone_from(&now.position);
        let captured = match mv {
            Some(point) => {
                if next.position.ko() == mv {
                    next.position.lift_ko_ban();
                }
                next.position.play(point).unwrap_or_default()
            }
            None => {
                next.position.pass();
                Bitboard::EMPTY
            }
        };
        next.has_captures = now.has_captures || !captured.is_empty();
        next.key = key_of(&next.position);
        self.depth += 1;
        captured
    }

    /// Takes back the last move.
    pub(super) fn undo(&mut self) {
        self.depth -= 1;
    }

    /// How many moves ago the same position stood on the board, where it did.
    pub(super) fn repeats(&self) -> Option<usize> {
        let now = &self.places[self.depth];
        if !now.has_captures {
            return None;
        }
        let mut earlier = self.places[..self.depth].iter().rev().skip(1).step_by(2);
        earlier.position(|place| place.key == now.key).map(|pairs| 2 * pairs + 2)
    }
}

fn key_of<G: Geometry>(position: &Position<G>) -> u64 {
    position.board().hash() ^ turn_key(position, position.ko())
}
