//! The tasks that play games other than Go: from the options of the command line to a connection.

use std::io::{self, BufReader, Stdin, Write};

use assembly::options::Options;
use games::connection::Connection;
use games::settings::{GameOptions, Settings};
use games::task::{self, Task, TaskOptions};

use crate::diagnostics::conversation_log;

/// Plays a game other than Go on standard input and `output`.
///
/// # Errors
/// If the log or an answer cannot be written.
pub fn play<G: Task>(
    asked: &TaskOptions<G::Protocol>,
    options: &Options,
    output: &mut impl Write,
) -> io::Result<()> {
    task::serve::<G>(asked, settings(&asked.game, options), connection(options)?, output)
}

fn connection(options: &Options) -> io::Result<Connection<BufReader<Stdin>>> {
    Ok(Connection {
        name: options.name.clone(),
        log: conversation_log(options)?,
        input: BufReader::new(io::stdin()),
    })
}

fn settings(asked: &GameOptions, options: &Options) -> Settings {
    let player = &options.values.player;
    Settings {
        seconds: player.seconds,
        depth: asked.depth,
        nodes: asked.nodes,
        threads: player.search.threads,
        memory: player.search.memory,
        search: asked.search,
        pacing: player.pacing,
        level: player.level.number().into(),
    }
}
