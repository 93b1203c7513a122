//! What the tasks of all games have in common: a connection to a board or a controller.

use std::io::{self, BufRead, Write};

use protocol::{ConversationLog, Server};

use crate::board_game::BoardGame;
use crate::gtp::Session;
use crate::player::Player;

/// What a connection needs beside the settings of its player.
pub struct Connection<R> {
    /// The name of the program.
    pub name: String,
    /// A log of the conversation, by GTP.
    pub log: Option<ConversationLog>,
    /// The input.
    pub input: R,
}

impl<R: BufRead + Send + 'static> Connection<R> {
    /// Serves by GTP until the end of the input.
    ///
    /// # Errors
    /// If an answer cannot be written, or a thread cannot be started.
    pub(crate) fn serve_gtp<G: BoardGame>(
        self,
        player: Player<G>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let session = Session::new(player, self.name);
        let server = Server::new(session, Session::TABLE, output).with_log(self.log);
        #[cfg(unix)]
        protocol::obey(server.control())?;
        server.run(self.input)
    }
}
