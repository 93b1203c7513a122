//! One connection: the player with its game, and what the protocol itself has to remember.
//!
//! The server executes one request after the other here. A request that fails leaves the game as
//! it was, even where the program itself is at fault.

use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::player::{Player, StopSignal};
use engine::rules::GameState;

use crate::args::Arguments;
use crate::command;
use crate::error::CommandError;
use crate::protocol::{Request, Response};
use crate::verdict::Verdict;

/// The state of a connection.
pub struct Session {
    player: Box<dyn Player>,
    name: String,
    verdict: Option<Verdict>,
    finished: bool,
}

impl Session {
    /// A session for `player`, which `name` is to be answered for.
    pub fn new(player: Box<dyn Player>, name: impl Into<String>) -> Self {
        Self { player, name: name.into(), verdict: None, finished: false }
    }

    /// Executes a request.
    pub fn execute(&mut self, request: &Request) -> Response {
        let before = self.player.game().clone();
        // A fault of the program costs this one answer, not the game.
        let result = catch_unwind(AssertUnwindSafe(|| self.try_execute(request)));
        Response::new(
            request,
            result.unwrap_or_else(|_| {
                *self.player.game_mut() = before;
                Err(CommandError::Internal)
            }),
        )
    }

    fn try_execute(&mut self, request: &Request) -> Result<String, CommandError> {
        let command = command::find(&request.name).ok_or(CommandError::UnknownCommand);
        if request.truncated {
            return Err(CommandError::LineTooLong);
        }
        command?.execute(self, &mut Arguments::new(&request.arguments))
    }

    /// Whether `quit` has been answered.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The signal that ends a running search.
    pub(crate) fn stop_signal(&self) -> StopSignal {
        self.player.stop_signal()
    }

    /// Executes no more requests after this one.
    pub(crate) fn finish(&mut self) {
        self.finished = true;
    }

    /// What `name` answers.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The player.
    pub(crate) fn player(&mut self) -> &mut dyn Player {
        &mut *self.player
    }

    /// The game.
    pub(crate) fn game(&self) -> &GameState {
        self.player.game()
    }

    /// The game, to be changed.
    pub(crate) fn game_mut(&mut self) -> &mut GameState {
        self.player.game_mut()
    }

    /// Who lives and who owns what if the game ended here. As long as the stones on the board
    /// stay the same, so does the verdict: its figures never contradict each other.
    pub(crate) fn verdict(&mut self) -> &Verdict {
        let known = self.verdict.take().filter(|verdict| verdict.is_about(self.player.game()));
        let verdict = known.unwrap_or_else(|| {
            let game = self.player.game();
            let stoneless = game.size().vertices().all(|vertex| game.stone_at(vertex).is_none());
            let judgement = if stoneless { Default::default() } else { self.player.judge() };
            Verdict::new(self.player.game(), &judgement)
        });
        self.verdict.insert(verdict)
    }
}
