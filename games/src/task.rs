//! A task that plays a game: its arguments, and the way from them to a conversation.

use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};

use crate::board_game::BoardGame;
use crate::connection::Connection;
use crate::player::Player;
use crate::settings::{EvaluationName, GameOptions, Settings};

/// The options of play that these tasks have in common with Go, by their ids, each with its help
/// here if that of Go does not fit.
pub const SHARED_OPTIONS: &[(&str, Option<&str>)] = &[
    ("book", Some("Opening book: built-in, none, or a file made by the task `book`")),
    ("book_margin", None),
    ("config", None),
    ("gtp_log", None),
    ("lag", None),
    ("level", Some("Strength of play, from 1 to 20, which is full strength")),
    ("log", None),
    ("memory", Some("Maximum size of the tables of positions, in MiB")),
    ("name", None),
    ("seconds", None),
    ("seed", Some("Seed of the choice among the moves of an opening book")),
    ("threads", None),
    ("time_allocation", None),
];

/// The arguments of a task that plays a game by one of its protocols.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct TaskOptions<P: ValueEnum + Send + Sync + 'static> {
    /// How to play.
    #[command(flatten)]
    pub game: GameOptions,

    /// The protocol on standard input and output.
    #[arg(long, value_name = "NAME", default_value = "gtp")]
    pub protocol: P,
}

/// A game that has a task, with the program's own evaluation.
pub trait Task: BoardGame {
    /// The names of the protocols by which it is played.
    type Protocol: ValueEnum + Copy + Send + Sync + 'static;
    /// The same game with the evaluation of textbooks.
    type Simple: Task<Protocol = Self::Protocol>;

    /// Serves by a protocol until the end of the input.
    ///
    /// # Errors
    /// If an answer cannot be written, or a thread cannot be started.
    fn serve_by(
        protocol: Self::Protocol,
        player: Player<Self>,
        connection: Connection<impl BufRead + Send + 'static>,
        output: &mut impl Write,
    ) -> io::Result<()>;
}

/// Plays the game as asked until the end of the input.
///
/// # Errors
/// If an answer cannot be written, or a thread cannot be started.
pub fn serve<G: Task>(
    asked: &TaskOptions<G::Protocol>,
    settings: Settings,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    let protocol = asked.protocol;
    match asked.game.evaluation {
        EvaluationName::Best => G::serve_by(protocol, Player::new(settings), connection, output),
        EvaluationName::Simple => {
            G::Simple::serve_by(protocol, Player::new(settings), connection, output)
        }
    }
}
