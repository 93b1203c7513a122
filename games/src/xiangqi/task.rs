//! `mengxi xiangqi`: serves a board in a window, or a match, by one of the protocols.

use std::io::{self, BufRead, Write};

use clap::ValueEnum;

use super::evaluation::{Evaluation, Simple};
use super::position::Position;
use super::square::Ranks;
use super::uci::{self, Dialect};
use crate::connection::Connection;
use crate::player::Player;
use crate::task::Task;

/// A protocol for Chinese chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolName {
    /// The Go Text Protocol, with GoGui's commands for other games.
    Gtp,
    /// The Universal Chess Interface, as Fairy-Stockfish speaks it, which counts ranks from 1.
    Uci,
    /// The Universal Chess Interface, as Pikafish speaks it, which counts ranks from 0.
    Pikafish,
    /// The Universal Chinese Chess Interface.
    Ucci,
}

impl<E: Evaluation> Task for Position<E> {
    type Protocol = ProtocolName;
    type Simple = Position<Simple>;

    fn serve_by(
        protocol: ProtocolName,
        player: Player<Self>,
        connection: Connection<impl BufRead + Send + 'static>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let dialect = match protocol {
            ProtocolName::Uci => Dialect::Uci(Ranks::FromOne),
            ProtocolName::Pikafish => Dialect::Uci(Ranks::FromZero),
            ProtocolName::Ucci => Dialect::Ucci,
            ProtocolName::Gtp => return connection.serve_gtp(player, output),
        };
        uci::serve(player, dialect, connection, output)
    }
}
