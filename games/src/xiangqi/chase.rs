//! Chases: which pieces a move newly threatens to capture at a profit.
//!
//! A piece is chased if it is attacked by a weaker one, or if nothing protects it. Kings, and pawns
//! before the river, cannot be chased, and kings and pawns do not chase by their own moves. A piece
//! of the same kind is not chased, because it could capture first, unless it is pinned. The details
//! (pins, protection that is only apparent, discovered attacks) are those of Fairy-Stockfish, with
//! which the tests compare.

use clocks::Side;

use super::attacks::{self, Occupied};
use super::board::Board;
use super::piece::{Kind, Piece};
use super::square::{Move, RANKS, Set, Square, squares};

/// A position after a move of the chaser.
pub(super) struct Chaser<'a> {
    board: &'a Board,
    before: &'a Board,
    /// The chaser and his opponent, who is to move.
    them: Side,
    us: Side,
    occupied: Occupied,
    /// Our pieces that must stay where they are, to shield our king.
    pins: Set,
}

impl<'a> Chaser<'a> {
    /// The position on `board`, and the one before the last move.
    pub(super) fn new(board: &'a Board, before: &'a Board) -> Self {
        let (us, them) = (board.mover(), !board.mover());
        let pins = blockers(board, us) | facing_pin(board, us);
        Self { board, before, them, us, occupied: board.occupied(), pins }
    }

    /// The pieces that the last move chases.
    pub(super) fn chased(&self, mv: Move, is_capture: bool) -> Set {
        let mut chased = self.direct(mv);
        for (square, kind, attacked) in self.discovered(mv, is_capture) {
            chased |= self.chased_by(square, kind, attacked);
        }
        chased | self.falsely_protected() | self.discovered_checks()
    }

    fn our(&self, kind: Kind) -> Set {
        self.board.pieces(self.us, kind)
    }

    fn their(&self, kind: Kind) -> Set {
        self.board.pieces(self.them, kind)
    }

    /// Our pieces that can be chased: all but the king and pawns that have not crossed the river.
    fn chaseable(&self) -> Set {
        let has_crossed = |square: &Square| (square.rank() < RANKS / 2) != (self.us == Side::First);
        let crossed: Set = squares(self.our(Kind::Pawn)).filter(has_crossed).map(Square::set).sum();
        self.board.side(self.us) & !self.our(Kind::King) & !self.our(Kind::Pawn) | crossed
    }

    /// The pieces chased by the one that has moved, as far as it attacks them anew.
    fn direct(&self, mv: Move) -> Set {
        let Some(kind) = self.board.kind_at(mv.to) else { return 0 };
        if matches!(kind, Kind::King | Kind::Pawn) {
            return 0;
        }
        let mut attacked = self.their_attacks(kind, mv.to) & self.board.side(self.us);
        if matches!(kind, Kind::Rook | Kind::Cannon) {
            attacked &= !line(mv);
        }
        self.chased_by(mv.to, kind, attacked)
    }

    /// The attacks that the last move has opened, each with the piece that attacks.
    fn discovered(&self, mv: Move, is_capture: bool) -> Vec<(Square, Kind, Set)> {
        let lines = self.their(Kind::Cannon) | self.their(Kind::Rook);
        let candidates = attacks::neighbours(mv.from) & self.their(Kind::Horse)
            | attacks::corners(mv.from) & self.their(Kind::Elephant)
            | attacks::cross(mv.from) & lines
            | attacks::cross(mv.to) & self.their(Kind::Cannon);
        let emptied = if is_capture { self.occupied } else { self.occupied.toggled(mv.to) };
        let earlier = emptied.with(mv.from);
        let new = |square: Square| {
            let piece = self.board.piece_at(square)?;
            let now = self.board.attacks(piece, square, self.occupied);
            let then = self.board.attacks(piece, square, earlier);
            Some((square, piece.kind, self.board.side(self.us) & now & !then))
        };
        squares(candidates).filter_map(new).collect()
    }

    /// Those of the attacked pieces that a piece chases.
    fn chased_by(&self, attacker: Square, kind: Kind, attacked: Set) -> Set {
        let mut attacked = attacked & self.chaseable();
        let mut chased = match kind {
            Kind::Horse | Kind::Cannon => attacked & self.our(Kind::Rook),
            Kind::Elephant | Kind::Advisor => {
                let stronger = [Kind::Rook, Kind::Cannon, Kind::Horse].map(|kind| self.our(kind));
                attacked & stronger.into_iter().fold(0, |all, set| all | set)
            }
            _ => 0,
        };
        attacked &= !self.can_capture_first(attacker, kind, attacked);
        for square in squares(attacked) {
            if !self.is_protected(square, attacker) {
                chased |= square.set();
            }
        }
        chased
    }

    /// The attacked pieces that attack the attacker in the same way.
    fn can_capture_first(&self, attacker: Square, kind: Kind, attacked: Set) -> Set {
        let same = attacked & self.our(kind);
        if kind == Kind::Horse && attacks::corners(attacker) & self.occupied.set != 0 {
            // A horse may be blocked in one direction only.
            let strikes =
                |square: &Square| attacks::horse_from(*square, self.occupied) & attacker.set() != 0;
            return squares(same).filter(strikes).map(Square::set).sum();
        }
        same & !self.pins
    }

    /// Whether one of us could take back on a point after the attacker has captured there.
    fn is_protected(&self, square: Square, attacker: Square) -> bool {
        let occupied = self.occupied.toggled(attacker);
        let protectors = self.board.attackers(square, self.us, occupied) & !self.pins;
        if protectors != self.our(Kind::King) {
            return protectors != 0;
        }
        // A king cannot take back where it would face the other.
        let king = self.board.king(self.them);
        king.is_none_or(|king| attacks::rook(king, occupied) & square.set() == 0)
    }

    /// The pieces whose protector the last move has pinned.
    fn falsely_protected(&self) -> Set {
        let before = blockers(self.before, self.us);
        let new_pins = blockers(self.board, self.us) & !before & self.board.side(self.us);
        let their_pins = blockers(self.board, self.them);
        let mut chased = 0;
        for pinned in squares(new_pins) {
            let Some(piece) = self.board.piece_at(pinned) else { continue };
            let attacked = self.board.attacks(piece, pinned, self.occupied);
            let sideways = if piece.kind == Kind::Pawn { beside(pinned) } else { 0 };
            for square in squares((attacked | sideways) & self.chaseable()) {
                if self.board.attackers(square, self.them, self.occupied) & !their_pins != 0 {
                    chased |= square.set();
                }
            }
        }
        chased
    }

    /// The pieces that a discovered check would win.
    fn discovered_checks(&self) -> Set {
        let Some(king) = self.board.king(self.us) else { return 0 };
        let before = blockers(self.before, self.us);
        let new = blockers(self.board, self.us) & !before & self.board.side(self.them);
        let mut chased = 0;
        for square in squares(new) {
            let Some(piece) = self.board.piece_at(square) else { continue };
            let attacked = self.their_attacks(piece.kind, square) & self.board.side(self.us);
            chased |= attacked & !attacks::king(king);
            let occupied = self.occupied.toggled(square).toggled(king);
            for target in squares(attacked & attacks::king(king)) {
                let others = self.board.attackers(target, self.them, occupied) & !square.set();
                if others != 0 {
                    chased |= target.set();
                }
            }
        }
        chased
    }

    fn their_attacks(&self, kind: Kind, from: Square) -> Set {
        self.board.attacks(Piece { side: self.them, kind }, from, self.occupied)
    }
}

/// The points on the line of a move.
fn line(mv: Move) -> Set {
    let is_on_it = |square: &Square| {
        if mv.from.file() == mv.to.file() {
            square.file() == mv.to.file()
        } else {
            square.rank() == mv.to.rank()
        }
    };
    Square::all().filter(is_on_it).map(Square::set).sum()
}

fn beside(square: Square) -> Set {
    [(1, 0), (-1, 0)].into_iter().filter_map(|step| square.offset(step)).map(Square::set).sum()
}

/// Our only piece on the file of their king, if our own king stands there too.
fn facing_pin(board: &Board, us: Side) -> Set {
    let Some(theirs) = board.king(!us) else { return 0 };
    let on_file = |square: &Square| square.file() == theirs.file();
    let ours: Set = squares(board.side(us)).filter(on_file).map(Square::set).sum();
    let king = board.pieces(us, Kind::King);
    let others = ours & !king;
    if ours & king != 0 && others.count_ones() == 1 { others } else { 0 }
}

/// The pieces, of either side, that alone keep a piece from giving check to a side's king, or are
/// one of the two between the king and a cannon.
pub(super) fn blockers(board: &Board, side: Side) -> Set {
    let Some(king) = board.king(side) else { return 0 };
    let of = |kind| board.pieces(!side, kind);
    let occupied = board.occupied();
    let cross = attacks::cross(king);
    let rooks = of(Kind::Rook) & cross & !attacks::rook(king, occupied);
    let cannons = of(Kind::Cannon) & cross & !attacks::cannon_captures(king, occupied);
    let near = attacks::horses_to(king, Occupied::default()) & of(Kind::Horse);
    let horses = near & !attacks::horses_to(king, occupied);
    let rest = occupied.set & !rooks & !horses;
    let mut blockers = 0;
    for rook in squares(rooks) {
        let between = attacks::between(king, rook) & rest;
        blockers |= if between.count_ones() == 1 { between } else { 0 };
    }
    for cannon in squares(cannons) {
        let between = attacks::between(king, cannon) & occupied.set;
        blockers |= if between.count_ones() <= 2 { between } else { 0 };
    }
    for horse in squares(horses) {
        blockers |= attacks::corners(king) & attacks::neighbours(horse) & rest;
    }
    blockers
}
