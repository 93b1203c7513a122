//! The commands, grouped by subject. Each module contains the rows of the command table for its
//! subject, and their handlers.

mod analyze;
mod books;
mod debug;
mod explaining;
mod gogui;
#[cfg(test)]
mod interrupts;
mod judgement;
mod networks;
mod parameters;
mod play;
mod position;
mod reading;
mod record;
mod regression;
mod reviewing;
mod rules;
mod scoring;
mod servers;
mod setup;
mod solving;
mod tactics;
mod tournament;
mod views;

use protocol::Table;

use crate::session::{Command, Session};

/// The rows of all modules, in the order in which `list_commands` shows them.
pub const TABLE: Table<Session> = Table::new(&[
    ("This program", Command::GENERAL),
    ("For GoGui", gogui::COMMANDS),
    ("Setting up the board", setup::COMMANDS),
    ("Rules", rules::COMMANDS),
    ("The position", position::COMMANDS),
    ("Playing", play::COMMANDS),
    ("Analysis", analyze::COMMANDS),
    ("Clocks", tournament::COMMANDS),
    ("Servers", servers::COMMANDS),
    ("The end of the game", scoring::COMMANDS),
    ("Judgement", judgement::COMMANDS),
    ("Networks", networks::COMMANDS),
    ("Opening books", books::COMMANDS),
    ("Ladders and safe stones", tactics::COMMANDS),
    ("Exact reading", reading::COMMANDS),
    ("Problems", solving::COMMANDS),
    ("Explanation", explaining::COMMANDS),
    ("Review", reviewing::COMMANDS),
    ("Regression tests", regression::COMMANDS),
    ("Game records", record::COMMANDS),
    ("Parameters", parameters::COMMANDS),
    ("Views", views::COMMANDS),
    ("The board, and the program inside", debug::COMMANDS),
]);
