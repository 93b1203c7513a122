//! Text shared by several commands.

use std::fmt::Display;

/// Joins items into one line, separated by spaces.
pub(crate) fn line(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}
