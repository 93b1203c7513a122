//! The commands, grouped by subject. Each module contains the rows of the command table for its
//! subject, and their handlers.

mod analyze;
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
    Command::GENERAL,
    gogui::COMMANDS,
    setup::COMMANDS,
    rules::COMMANDS,
    position::COMMANDS,
    play::COMMANDS,
    analyze::COMMANDS,
    tournament::COMMANDS,
    servers::COMMANDS,
    scoring::COMMANDS,
    judgement::COMMANDS,
    networks::COMMANDS,
    tactics::COMMANDS,
    reading::COMMANDS,
    solving::COMMANDS,
    explaining::COMMANDS,
    reviewing::COMMANDS,
    regression::COMMANDS,
    record::COMMANDS,
    parameters::COMMANDS,
    views::COMMANDS,
    debug::COMMANDS,
]);
