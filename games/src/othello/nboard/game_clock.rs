//! The clocks of a game: its record tells how much time the players have, and how long each move
//! took.

use std::time::Duration;

use clocks::{BySide, Clock, Side, TimeSettings};

use crate::othello::ggf::{Game, GameTime};

/// The time of both players, and what they have used of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameClock {
    times: BySide<Option<GameTime>>,
    spent: BySide<Duration>,
    moves: BySide<u32>,
}

impl GameClock {
    /// The clocks at the end of a record.
    pub(super) fn of(game: &Game) -> Self {
        let mut clock = Self { times: game.times, ..Self::default() };
        game.moves.iter().for_each(|played| clock.note(played.color.into(), played.spent));
        clock
    }

    /// Notes that a player has made a move in this time.
    pub(super) fn note(&mut self, side: Side, spent: Duration) {
        self.spent[side] = self.spent[side].saturating_add(spent);
        self.moves[side] = self.moves[side].saturating_add(1);
    }

    /// Sets the clock of the player to move, if its time is limited.
    pub(super) fn set(&self, clock: &mut Clock, mover: Side) {
        let Some(GameTime { main, increment }) = self.times[mover] else { return };
        clock.set_settings(TimeSettings::with_increment(main, increment));
        let all = main.saturating_add(increment.saturating_mul(self.moves[mover]));
        clock.set_left(mover, all.saturating_sub(self.spent[mover]), 0);
    }
}
