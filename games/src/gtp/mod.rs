//! The Go Text Protocol for any game, with the commands by which GoGui learns its rules.
//!
//! | module | contents |
//! | --- | --- |
//! | `books` | the commands for the opening book |
//! | `clicks` | moves of pieces by two points |
//! | `play` | the commands for the game, moves, time |
//! | `rules` | `gogui-rules_*` |
//! | `views` | the commands for the menu of GoGui and what it shows |
//! | `session` | the state of a connection |

mod books;
mod clicks;
mod play;
mod rules;
mod session;
#[cfg(test)]
mod tests;
mod views;

use protocol::{Command, Table};

use crate::board_game::BoardGame;

pub use session::Session;

impl<G: BoardGame> Session<G> {
    /// All commands.
    pub const TABLE: Table<Self> = Table::new(&[
        ("General", Command::GENERAL),
        ("Game and moves", Self::PLAY),
        ("Rules for GoGui", Self::RULES),
        ("Opening book", Self::BOOKS),
        ("Views for GoGui", Self::VIEWS),
    ]);
}
