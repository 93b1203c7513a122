//! Moves from the opening book in place of a search.

use super::SearchPlayer;
use crate::player::{OpeningMove, Wishes};
use crate::vocabulary::{Color, Move};

impl SearchPlayer {
    /// The move of the opening book for `color`, if there is one, and if the wishes leave the
    /// player free to make it. A weakened player has no book. Remembers whether there was one.
    pub(super) fn look_up(&mut self, color: Color, wishes: &Wishes<'_>) -> Option<OpeningMove> {
        let is_free = wishes.restrictions.is_empty() && !wishes.cleans_up;
        let may_use = is_free && self.settings.level.is_full() && color == self.game.to_move();
        let opening = self.opening.as_ref().filter(|_| may_use);
        let known = opening.and_then(|opening| opening.choose(&self.game, color));
        let is_legal =
            |known: &OpeningMove| self.game.check(color, Move::Play(known.vertex)).is_ok();
        self.opening_move = known.filter(is_legal);
        if self.opening_move.is_some() {
            // The report of the last search is about another position.
            self.last_report = None;
        }
        self.opening_move.clone()
    }
}
