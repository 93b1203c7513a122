//! Moves from the opening book in place of a search.

use super::SearchPlayer;
use crate::player::{OpeningMove, Wishes};
use crate::vocabulary::{Color, Move};

impl SearchPlayer {
    /// Looks up a legal move for `color` in the opening book and stores the result in
    /// `opening_move`. Finds nothing if the wishes restrict the choice, if the player is below full
    /// strength, or if it is not the turn of `color`.
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
