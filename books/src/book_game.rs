//! The part of a game that a book needs beyond what a search needs.

use classical::Game;

use crate::grid::{NormalForm, Symmetry};

/// A game with positions that a book can hold. The provided methods suit a game without symmetries.
pub trait BookGame: Game + Clone {
    /// The key that all equivalent positions share, and the symmetry that leads from this one to
    /// their normal form. Everything that the rest of the game depends on belongs to the key,
    /// including the player to move, but not the path to the position.
    fn normal_form(&self) -> NormalForm {
        NormalForm { key: self.key(), symmetry: Symmetry::default() }
    }

    /// A number for a move as it is in the image of this position under a symmetry. Different moves
    /// have different numbers.
    fn code(&self, mv: Self::Move, symmetry: Symmetry) -> u16 {
        let _ = symmetry;
        u16::try_from(Self::index(mv)).unwrap_or(u16::MAX)
    }

    /// The move with this [`code`](Self::code), if the player to move should consider it.
    fn decode(&self, code: u16, symmetry: Symmetry) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.clone().moves(&mut moves);
        moves.into_iter().find(|&mv| self.code(mv, symmetry) == code)
    }
}

/// The key of the position after a move. The game is left as it was.
pub(crate) fn key_after<G: BookGame>(game: &mut G, mv: G::Move) -> u64 {
    game.play(mv);
    let key = game.normal_form().key;
    game.undo();
    key
}
