//! Pieces of answers that several commands write alike.

use std::fmt::Display;

/// Items on one line, with a space between them.
pub(crate) fn line(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}
