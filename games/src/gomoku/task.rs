//! `mengxi gomoku`: serves a board in a window, or a match, by one of the protocols.

use std::io::{self, BufRead, Write};

use clap::ValueEnum;

use super::evaluation::{Evaluation, Simple};
use super::gomocup;
use super::position::Position;
use crate::connection::Connection;
use crate::player::Player;
use crate::task::Task;

/// A protocol for Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolName {
    /// The Go Text Protocol, with GoGui's commands for other games.
    Gtp,
    /// The protocol of the Gomocup tournament and its manager Piskvork.
    Gomocup,
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
        match protocol {
            ProtocolName::Gomocup => gomocup::serve(player, connection, output),
            ProtocolName::Gtp => connection.serve_gtp(player, output),
        }
    }
}
