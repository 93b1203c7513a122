//! The commands, by subject. Each module holds its rows of the command table and their handlers.

mod administration;
mod analyze;
mod debug;
mod explaining;
mod gogui;
mod judgement;
mod parameters;
mod play;
mod position;
mod reading;
mod record;
mod regression;
mod rules;
mod scoring;
mod servers;
mod setup;
mod solving;
mod tactics;
mod tournament;
mod views;

use std::fmt::Display;

use crate::command::Command;

/// The rows of all modules, in the order of `list_commands`.
pub(crate) const TABLES: [&[Command]; 20] = [
    administration::COMMANDS,
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
    tactics::COMMANDS,
    reading::COMMANDS,
    solving::COMMANDS,
    explaining::COMMANDS,
    regression::COMMANDS,
    record::COMMANDS,
    parameters::COMMANDS,
    views::COMMANDS,
    debug::COMMANDS,
];

/// Items on one line, with a space between them.
pub(crate) fn line(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}
