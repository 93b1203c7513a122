//! The tasks that play games other than Go: from the options of the command line to a connection.

use std::io::{self, BufReader, Stdin, Write};
use std::sync::Arc;

use assembly::compose::random_seed;
use assembly::options::Options;
use games::connection::Connection;
use games::opening::Opening;
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
    let opening = opening::<G>(options)?;
    let settings = Settings { opening, ..settings(&asked.game, options) };
    task::serve::<G>(asked, settings, connection(options)?, output)
}

/// The opening book that the options ask for, or the one inside the program.
fn opening<G: Task>(options: &Options) -> io::Result<Option<Opening>> {
    let choice = options.values.opening.book;
    if choice.is_built_in() {
        return Ok(Opening::built_in::<G>());
    }
    let opening = choice.of_file().map(|book| Opening::new::<G>(Arc::clone(book)));
    let problem = |problem| format!("--book {choice}: {problem}");
    opening.transpose().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, problem(error)))
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
        opening: None,
        variety: options.values.opening.variety(options.seed.unwrap_or_else(random_seed)),
    }
}
