//! `mengxi othello`: serves a board in a window, or a match, by one of the protocols.

use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};

use super::evaluation::{Evaluation, Fitted, Simple};
use super::nboard;
use super::position::Position;
use crate::connection::Connection;
use crate::player::Player;
use crate::settings::{EvaluationName, GameOptions, Settings};

/// The arguments of the task `othello`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct OthelloOptions {
    /// How to play.
    #[command(flatten)]
    pub game: GameOptions,

    /// The protocol on standard input and output.
    #[arg(long, value_name = "NAME", default_value = "gtp")]
    pub protocol: ProtocolName,
}

/// A protocol for Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolName {
    /// The Go Text Protocol, with GoGui's commands for other games.
    Gtp,
    /// The NBoard protocol.
    Nboard,
}

/// Serves until the end of the input.
///
/// # Errors
/// If an answer cannot be written, or a thread cannot be started.
pub fn serve(
    asked: &OthelloOptions,
    settings: Settings,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    match asked.game.evaluation {
        EvaluationName::Best => serve_with::<Fitted>(asked, settings, connection, output),
        EvaluationName::Simple => serve_with::<Simple>(asked, settings, connection, output),
    }
}

fn serve_with<E: Evaluation>(
    asked: &OthelloOptions,
    settings: Settings,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    let player = Player::<Position<E>>::new(settings);
    match asked.protocol {
        ProtocolName::Nboard => nboard::serve(player, &connection.name, connection.input, output),
        ProtocolName::Gtp => connection.serve_gtp(player, output),
    }
}
