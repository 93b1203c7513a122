//! Words that are used in several sentences.

use engine::vocabulary::Color;

/// The name of a player at the start of a sentence.
pub fn name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

/// A number and its noun, in the singular or the plural.
pub fn counted(count: f64, noun: &str) -> String {
    let plural = if count == 1.0 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
