//! The pieces on the board, the player to move, and the legal moves.
//!
//! Sets of pieces, the occupied points and the key follow each change. Their twins from scratch are
//! in the tests.

use std::sync::LazyLock;

use clocks::Side;

use super::attacks::{self, Occupied};
use super::piece::{Kind, Piece, index_of};
use super::square::{Move, POINTS, Set, Square, squares};

/// The keys of all pieces on all points, and last that of Black's turn.
static KEYS: LazyLock<Box<[u64]>> = LazyLock::new(|| {
    let mut state = 0x6d65_6e67_7869_u64;
    // The generator splitmix64 (Steele, Lea and Flood, 2014).
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    (0..=Piece::COUNT * POINTS).map(|_| next()).collect()
});

/// The key of a piece on a point.
#[inline]
fn key_of(piece: Piece, square: Square) -> u64 {
    KEYS.get(piece.index() * POINTS + square.index()).copied().unwrap_or_default()
}

/// A board with both kings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    points: [Option<Piece>; POINTS],
    pieces: [Set; Piece::COUNT],
    sides: [Set; 2],
    occupied: Occupied,
    mover: Side,
    key: u64,
}

impl Board {
    /// An empty board, to be filled by [`put`](Self::put). Red is to move.
    pub(super) fn empty() -> Self {
        Self {
            points: [None; POINTS],
            pieces: [0; Piece::COUNT],
            sides: [0; 2],
            occupied: Occupied::default(),
            mover: Side::First,
            key: 0,
        }
    }

    /// Puts a piece on an empty point.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        if let Some(point) = self.points.get_mut(square.index()) {
            *point = Some(piece);
        }
        self.toggle(square, piece);
    }

    /// Removes the piece from a point.
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.points.get_mut(square.index())?.take()?;
        self.toggle(square, piece);
        Some(piece)
    }

    fn toggle(&mut self, square: Square, piece: Piece) {
        if let Some(set) = self.pieces.get_mut(piece.index()) {
            *set ^= square.set();
        }
        if let Some(set) = self.sides.get_mut(index_of(piece.side)) {
            *set ^= square.set();
        }
        self.occupied = self.occupied.toggled(square);
        self.key ^= key_of(piece, square);
    }

    /// Gives the turn to the other player.
    pub(super) fn pass(&mut self) {
        self.mover = !self.mover;
        self.key ^= KEYS.last().copied().unwrap_or_default();
    }

    /// Moves the piece on a point to an empty one.
    #[inline]
    fn shift(&mut self, from: Square, to: Square) {
        let Some(piece) = self.points.get_mut(from.index()).and_then(Option::take) else { return };
        if let Some(point) = self.points.get_mut(to.index()) {
            *point = Some(piece);
        }
        let both = from.set() | to.set();
        if let Some(set) = self.pieces.get_mut(piece.index()) {
            *set ^= both;
        }
        if let Some(set) = self.sides.get_mut(index_of(piece.side)) {
            *set ^= both;
        }
        self.occupied = self.occupied.toggled(from).toggled(to);
        self.key ^= key_of(piece, from) ^ key_of(piece, to);
    }

    /// Makes a move and returns what it captures.
    pub(super) fn make(&mut self, mv: Move) -> Option<Piece> {
        let captured = self.take(mv.to);
        self.shift(mv.from, mv.to);
        self.pass();
        captured
    }

    /// Takes a move back that captured this.
    pub(super) fn unmake(&mut self, mv: Move, captured: Option<Piece>) {
        self.pass();
        self.shift(mv.to, mv.from);
        if let Some(piece) = captured {
            self.put(mv.to, piece);
        }
    }

    /// The player to move.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// A hash key of the pieces and the player to move.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The occupied points.
    #[inline]
    pub(super) fn occupied(&self) -> Occupied {
        self.occupied
    }

    /// The piece on a point.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.points.get(square.index()).copied().flatten()
    }

    /// The kind of the piece on a point.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        self.piece_at(square).map(|piece| piece.kind)
    }

    /// The points of a side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Set {
        self.pieces.get(Piece { side, kind }.index()).copied().unwrap_or_default()
    }

    /// The points of all pieces of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Set {
        self.sides.get(index_of(side)).copied().unwrap_or_default()
    }

    /// Whether a side has a piece that may ever attack the other king.
    pub(super) fn has_attackers(&self, side: Side) -> bool {
        let attackers = [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn];
        attackers.into_iter().any(|kind| self.pieces(side, kind) != 0)
    }

    /// The point of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        squares(self.pieces(side, Kind::King)).next()
    }

    /// The points that a piece attacks, whoever stands on them.
    #[inline]
    pub(super) fn attacks(&self, piece: Piece, from: Square, occupied: Occupied) -> Set {
        match piece.kind {
            Kind::King => attacks::king(from),
            Kind::Advisor => attacks::advisor(from),
            Kind::Elephant => attacks::elephants(from, occupied),
            Kind::Horse => attacks::horse_from(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::Cannon => attacks::cannon_captures(from, occupied),
            Kind::Pawn => attacks::pawn_from(piece.side, from),
        }
    }

    /// The points that a piece may go to if its king's safety does not matter.
    #[inline]
    pub fn targets(&self, piece: Piece, from: Square) -> Set {
        self.targets_among(piece, from, self.attacks(piece, from, self.occupied))
    }

    /// The same for a piece that attacks these points.
    #[inline]
    pub(super) fn targets_among(&self, piece: Piece, from: Square, attacked: Set) -> Set {
        let quiet = match piece.kind {
            Kind::Cannon => attacks::rook(from, self.occupied) & !self.occupied.set,
            _ => 0,
        };
        (attacked | quiet) & !self.side(piece.side)
    }

    /// The pieces of a side that attack a point, as if these points were occupied.
    pub(super) fn attackers(&self, to: Square, by: Side, occupied: Occupied) -> Set {
        let of = |kind| self.pieces(by, kind);
        attacks::rook(to, occupied) & of(Kind::Rook)
            | attacks::cannon_captures(to, occupied) & of(Kind::Cannon)
            | attacks::horses_to(to, occupied) & of(Kind::Horse)
            | attacks::pawns_to(by, to) & of(Kind::Pawn)
            | attacks::elephants(to, occupied) & of(Kind::Elephant)
            | attacks::advisor(to) & of(Kind::Advisor)
            | attacks::king(to) & of(Kind::King)
    }

    /// The pieces of a side that would capture a king on this point; the other king among them, if
    /// the two face each other.
    #[inline]
    fn checkers_of(&self, king: Square, by: Side, occupied: Occupied) -> Set {
        let of = |kind| self.pieces(by, kind);
        attacks::rook(king, occupied) & (of(Kind::Rook) | of(Kind::King))
            | attacks::cannon_captures(king, occupied) & of(Kind::Cannon)
            | attacks::horses_to(king, occupied) & of(Kind::Horse)
            | attacks::pawns_to(by, king) & of(Kind::Pawn)
    }

    /// The pieces that attack a side's king.
    pub fn checkers(&self, side: Side) -> Set {
        self.king(side).map_or(0, |king| self.checkers_of(king, !side, self.occupied))
    }

    /// Whether the player to move is in check after this last move, before which he was in none.
    #[inline]
    pub(super) fn is_checked_by(&self, last: Move) -> bool {
        self.king(self.mover).is_some_and(|king| {
            attacks::decisive_for(king) & (last.from.set() | last.to.set()) != 0
                && self.checkers_of(king, !self.mover, self.occupied) != 0
        })
    }

    /// Whether the king of the player to move is safe after a move of his.
    fn is_safe_after(&self, king: Square, mv: Move) -> bool {
        let king = if mv.from == king { mv.to } else { king };
        let occupied = self.occupied.toggled(mv.from).with(mv.to);
        self.checkers_of(king, !self.mover, occupied) & !mv.to.set() == 0
    }

    /// Whether a legal move of the player to move gives check.
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        let (Some(king), Some(moved)) = (self.king(!self.mover), self.kind_at(mv.from)) else {
            return false;
        };
        if attacks::decisive_for(king) & (mv.from.set() | mv.to.set()) == 0 {
            return false;
        }
        let occupied = self.occupied.toggled(mv.from).with(mv.to);
        let of = |kind| {
            let others = self.pieces(self.mover, kind) & !mv.from.set();
            if kind == moved { others | mv.to.set() } else { others }
        };
        let checkers = attacks::rook(king, occupied) & of(Kind::Rook)
            | attacks::cannon_captures(king, occupied) & of(Kind::Cannon)
            | attacks::horses_to(king, occupied) & of(Kind::Horse)
            | attacks::pawns_to(self.mover, king) & of(Kind::Pawn);
        checkers != 0
    }

    /// Whether the rules allow a move.
    pub(super) fn is_legal(&self, mv: Move, is_checked: bool) -> bool {
        self.find_among(mv.from.set(), mv.to.set(), is_checked, |_, _| true)
    }

    /// Calls `accept` with the legal moves to these points until it returns `true`, and returns
    /// whether it did. `is_checked` says whether the player is in check.
    pub fn find_move(
        &self,
        to: Set,
        is_checked: bool,
        accept: impl FnMut(Kind, Move) -> bool,
    ) -> bool {
        self.find_among(Set::MAX, to, is_checked, accept)
    }

    /// The same for the pieces on these points.
    #[inline]
    fn find_among(
        &self,
        from: Set,
        to: Set,
        is_checked: bool,
        mut accept: impl FnMut(Kind, Move) -> bool,
    ) -> bool {
        let Some(king) = self.king(self.mover) else { return false };
        // Elsewhere, a change cannot expose the king unless it is in check already.
        let of = |kind| self.pieces(!self.mover, kind);
        let along_lines = of(Kind::Rook) | of(Kind::Cannon) | of(Kind::King);
        let exposed = attacks::exposed(king, along_lines, of(Kind::Horse));
        let near = attacks::decisive_for(king);
        for from in squares(self.side(self.mover) & from) {
            let Some(piece) = self.piece_at(from) else { continue };
            let may_expose = is_checked || from == king || exposed & from.set() != 0;
            let mut to = self.targets(piece, from) & to;
            if is_checked && from != king && near & from.set() == 0 {
                // Only a piece that comes near can end a check.
                to &= near;
            }
            for to in squares(to) {
                let mv = Move { from, to };
                let is_legal =
                    !may_expose && exposed & to.set() == 0 || self.is_safe_after(king, mv);
                if is_legal && accept(piece.kind, mv) {
                    return true;
                }
            }
        }
        false
    }
}
