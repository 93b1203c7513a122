//! The state of a connection: a player with its game, and what the manager has said.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::notation::Problem;
use crate::gomoku::evaluation::Evaluation;
use crate::gomoku::position::Position;
use crate::lines::Speaker;
use crate::player::Player;
use crate::settings::Settings;
use crate::stops::Stops;

/// The limits by the program's own options. The manager can only narrow them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For a move.
    pub(super) seconds: Option<Duration>,
    /// For a move, in moves.
    pub(super) depth: Option<u32>,
    /// For a move, in positions.
    pub(super) nodes: Option<u64>,
    pub(super) threads: usize,
    /// For tables, in bytes.
    pub(super) memory: usize,
}

impl From<&Settings> for Limits {
    fn from(settings: &Settings) -> Self {
        let &Settings { seconds, depth, nodes, threads, memory, .. } = settings;
        Self { seconds, depth, nodes, threads, memory }
    }
}

/// The limits of time that the manager has set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    /// The limit for a move.
    pub(super) turn: Option<Duration>,
    /// The limit for the game.
    pub(super) game: Option<Duration>,
    /// The time left for the game, if the manager has reported it since the last move.
    pub(super) left: Option<Duration>,
    /// Whether the manager's latest report of the time left in this game was a limited time.
    pub(super) has_left: bool,
}

/// The state of a connection.
pub(super) struct Session<'a, E: Evaluation, W> {
    pub(super) player: Player<Position<E>>,
    pub(super) name: String,
    pub(super) stops: Arc<Stops>,
    pub(super) own: Limits,
    pub(super) times: Times,
    /// Whether the board has been set up by `START`.
    pub(super) has_begun: bool,
    /// The time at which the current command arrived.
    pub(super) came: Instant,
    /// The time of the last answer.
    pub(super) answered: Instant,
    /// Problems with `INFO` lines, which have no answer; reported before the answer to the next
    /// command that asks for a move.
    pub(super) notices: Vec<Problem>,
    pub(super) speaker: Speaker<'a, W>,
}

impl<'a, E: Evaluation, W> Session<'a, E, W> {
    /// A session at its beginning.
    pub(super) fn new(
        player: Player<Position<E>>,
        name: String,
        stops: Arc<Stops>,
        speaker: Speaker<'a, W>,
    ) -> Self {
        let now = Instant::now();
        Self {
            own: Limits::from(player.settings()),
            player,
            name,
            stops,
            times: Times::default(),
            has_begun: false,
            came: now,
            answered: now,
            notices: Vec::new(),
            speaker,
        }
    }
}
