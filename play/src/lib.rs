//! `mengxi play`: a game against the program in the terminal.
//!
//! | module | holds |
//! | --- | --- |
//! | [`options`] | the arguments of the task |
//! | `command` | what a player may type |
//! | `table` | the game at the table: whose turn it is, and what each command does |
//! | `counting` | the end of a game: dead stones, and the score |
//! | `store` | where games are kept |
//! | `view` | a snapshot of the table, for display |
//! | `board` | the board as pieces of text |
//! | `interruption` | the system's requests to end the program |
//! | `lines` | the game as lines of text |
//! | `screen` | the game on the whole terminal |
//!
//! The table knows nothing of how it is shown: it takes lines of text and gives views. The crate
//! handles input, so lints deny code that could panic.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod board;
mod command;
mod counting;
mod interruption;
mod lines;
pub mod options;
mod screen;
mod store;
mod table;
mod view;

use std::io::{self, BufRead, IsTerminal, Write};

use assembly::options::Options;

use board::Style;
use options::PlayOptions;
use store::Store;
use table::Table;

/// Plays a game: on the whole terminal if there is one, and otherwise line by line from `input` to
/// `output`.
///
/// # Errors
/// If the terminal or the output fails.
pub fn play(
    asked: &PlayOptions,
    options: &Options,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let style = Style { is_ascii: asked.ascii || !speaks_utf8(), has_colors: has_colors() };
    let store = Store::new();
    let kept = store.last_kept();
    let table = Table::new(asked, options, store);
    if !asked.lines && is_at_terminal() {
        screen::play(table, asked, style, &kept)
    } else {
        lines::play(table, asked, style, &kept, input, output)
    }
}

/// Whether input and output are a terminal on which a cursor can be moved.
fn is_at_terminal() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Whether colours are wanted (see no-color.org) and the terminal has them.
fn has_colors() -> bool {
    let is_off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_plain = std::env::var("TERM").is_ok_and(|name| name.starts_with("vt") || name == "dumb");
    !is_off && !is_plain
}

/// Whether the settings of the system ask for UTF-8. Where there are no such settings, as on
/// Windows, terminals can show it.
fn speaks_utf8() -> bool {
    let settings = ["LC_ALL", "LC_CTYPE", "LANG"];
    let named = settings.iter().find_map(|key| std::env::var(key).ok().filter(|it| !it.is_empty()));
    match named {
        Some(name) => {
            let name = name.to_ascii_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        }
        None => cfg!(windows),
    }
}
