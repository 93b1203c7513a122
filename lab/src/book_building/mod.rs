//! `mengxi book`: grows opening books, and shows them.
//!
//! | module | contents |
//! | --- | --- |
//! | `options` | the arguments |
//! | `building` | the growth of a book in a file |
//! | `go_values` | values of Go moves from a search |
//! | `showing` | a book in words |

mod building;
mod go_values;
mod options;
mod showing;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use assembly::options::Options;

pub use options::{BookOf, BookOptions, BookTask, BuildOptions, ShowOptions};

use crate::interruption::Interruption;

/// Grows a book, or shows one.
///
/// # Errors
/// If a file cannot be read or written, or is no book of the game that is asked for.
pub fn write(
    asked: &BookOptions,
    options: &Options,
    interruption: &Interruption,
    output: &mut dyn Write,
) -> io::Result<()> {
    match &asked.task {
        BookTask::Build(asked) => building::build(asked, options, interruption, output),
        BookTask::Show(asked) => showing::show(asked, options, output),
    }
}
