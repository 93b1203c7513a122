//! `mengxi xiangqi`: serves a board in a window, or a match, by one of the protocols.

use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};

use super::evaluation::{Evaluation, Fitted, Simple};
use super::position::Position;
use super::uci::{self, Dialect};
use crate::connection::Connection;
use crate::player::Player;
use crate::settings::{EvaluationName, GameOptions, Settings};

/// The arguments of the task `xiangqi`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct XiangqiOptions {
    /// How to play.
    #[command(flatten)]
    pub game: GameOptions,

    /// The protocol on standard input and output.
    #[arg(long, value_name = "NAME", default_value = "gtp")]
    pub protocol: ProtocolName,
}

/// A protocol for Chinese chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolName {
    /// The Go Text Protocol, with GoGui's commands for other games.
    Gtp,
    /// The Universal Chess Interface, as Fairy-Stockfish and Pikafish speak it.
    Uci,
    /// The Universal Chinese Chess Interface.
    Ucci,
}

/// Serves until the end of the input.
///
/// # Errors
/// If an answer cannot be written, or a thread cannot be started.
pub fn serve(
    asked: &XiangqiOptions,
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
    asked: &XiangqiOptions,
    settings: Settings,
    connection: Connection<impl BufRead + Send + 'static>,
    output: &mut impl Write,
) -> io::Result<()> {
    let player = Player::<Position<E>>::new(settings);
    let dialect = match asked.protocol {
        ProtocolName::Uci => Dialect::Uci,
        ProtocolName::Ucci => Dialect::Ucci,
        ProtocolName::Gtp => return connection.serve_gtp(player, output),
    };
    uci::serve(player, dialect, &connection.name, connection.input, output)
}
