//! The tasks that play games other than Go: from the options of the command line to a connection.

use std::io::{self, BufReader, Stdin, Write};
use std::sync::Arc;

use assembly::compose::random_seed;
use assembly::openings::BookChoice;
use assembly::options::Options;
use games::connection::Connection;
use games::opening::Opening;
use games::settings::{GameOptions, Settings};
use games::task::{self, Task, TaskOptions};

use crate::command_line::CommandLine;
use crate::diagnostics::conversation_log;

/// Plays a game other than Go on standard input and `output`.
///
/// # Errors
/// If the opening book is of another game and `has_configured_book` is not set, or if the log or an
/// answer cannot be written.
pub fn play<G: Task>(
    asked: &TaskOptions<G::Protocol>,
    options: &Options,
    has_configured_book: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    let choice = options.values.opening.book;
    let opening =
        usable(choice, opening::<G>(choice), has_configured_book, Opening::built_in::<G>)?;
    let settings = Settings { opening, ..settings(&asked.game, options) };
    task::serve::<G>(asked, settings, connection(options)?, output)
}

/// The opening book that is chosen, or the problem with it.
fn opening<G: Task>(choice: BookChoice) -> Result<Option<Opening>, String> {
    if choice.is_built_in() {
        return Ok(Opening::built_in::<G>());
    }
    choice.of_file().map(|book| Opening::new::<G>(Arc::clone(book))).transpose()
}

/// Checks that the book of the options is one for Go, as [`usable`] does for other games.
///
/// # Errors
/// As for [`usable`].
pub fn check_book_for_go(line: &mut CommandLine) -> io::Result<()> {
    let opening = &mut line.options.values.opening;
    let book = opening.check().map(|()| opening.book);
    let is_configured = line.has_configured_book;
    opening.book = usable(opening.book, book, is_configured, BookChoice::default)?;
    Ok(())
}

/// Returns the chosen book if it can be used. A book from the configuration file applies to all
/// games, so if it is for another game, a warning is logged and the default is returned.
///
/// # Errors
/// If a book that was chosen on the command line cannot be used.
pub fn usable<T>(
    choice: BookChoice,
    book: Result<T, String>,
    is_configured: bool,
    default: impl FnOnce() -> T,
) -> io::Result<T> {
    match book {
        Ok(book) => Ok(book),
        Err(problem) if is_configured => {
            log::warn!("the book of the configuration file is not used: {choice}: {problem}");
            Ok(default())
        }
        Err(problem) => {
            let problem = format!("--book {choice}: {problem}");
            Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
        }
    }
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
