//! The state of a connection: a player with its game.

use std::sync::Arc;

use clocks::Side;
use protocol::{ArgumentError, Arguments, Failure, Interrupts};

use crate::board_game::BoardGame;
use crate::player::Player;
use crate::record::{BadMove, Record};

/// The clicks of moves that are made by two of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Clicks {
    /// The point of the piece that is lifted.
    pub(super) lifted: Option<String>,
    /// The second point of the move that the program has begun.
    pub(super) planned: Option<String>,
    /// For each move of the game, whether it was made by two clicks.
    pub(super) were_two: Vec<bool>,
}

/// The state of a connection.
pub struct Session<G: BoardGame> {
    pub(super) player: Player<G>,
    name: String,
    interrupts: Interrupts,
    pub(super) clicks: Clicks,
    /// The game and the clicks before the command.
    before: (Arc<Record<G>>, Clicks),
}

impl<G: BoardGame> Session<G> {
    /// Creates a session for `player`. The session reports `name` as the program's name.
    pub fn new(player: Player<G>, name: impl Into<String>) -> Self {
        let interrupts = Interrupts::new(player.stop_flag());
        let before = (Arc::clone(player.record()), Clicks::default());
        Self { player, name: name.into(), interrupts, clicks: Clicks::default(), before }
    }

    /// Starts a new game.
    pub(super) fn start_game(&mut self) {
        self.player.start_game();
        self.clicks = Clicks::default();
    }

    /// Reads a colour whose turn it must be.
    pub(super) fn color_to_move(&self, arguments: &mut Arguments<'_>) -> Result<Side, Failure> {
        let asked = color(arguments)?;
        let game = self.player.record().game();
        if asked == game.mover() || self.player.record().is_over() {
            return Ok(asked);
        }
        Err(Failure::Specific(BadMove::OtherTurn(game.player_to_move()).to_string()))
    }
}

/// Reads a colour.
pub(super) fn color(arguments: &mut Arguments<'_>) -> Result<Side, ArgumentError> {
    arguments.parsed("a colour (b, w, black or white)", |word| {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Side::First),
            "w" | "white" => Some(Side::Second),
            _ => None,
        }
    })
}

impl<G: BoardGame> protocol::Session for Session<G> {
    type Error = Failure;

    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    fn begin(&mut self) {
        self.before = (Arc::clone(self.player.record()), self.clicks.clone());
    }

    fn restore(&mut self) {
        let (record, clicks) = self.before.clone();
        self.player.set_record(record);
        self.clicks = clicks;
    }
}
