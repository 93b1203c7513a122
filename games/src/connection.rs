//! The connection of a task to a controller, and its use with the Go Text Protocol.

use std::io::{self, BufRead, Write};

use protocol::{ConversationLog, Server};

use crate::board_game::BoardGame;
use crate::gtp::Session;
use crate::player::Player;

/// A connection to a controller.
pub struct Connection<R> {
    /// The name of the program.
    pub name: String,
    /// A log of the conversation.
    pub log: Option<ConversationLog>,
    /// The input.
    pub input: R,
}

impl<R: BufRead + Send + 'static> Connection<R> {
    /// Serves by the Go Text Protocol until the end of the input.
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
