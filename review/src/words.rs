//! Words that are used in several sentences.

use engine::vocabulary::{Color, Move};

/// The name of a player at the start of a sentence.
pub fn name(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

/// A move, in the middle of a sentence.
pub fn called(mv: Move) -> String {
    mv.vertex().map_or("a pass".to_owned(), |point| point.to_string())
}

/// A number and its noun, in the singular or the plural.
pub fn counted(count: f64, noun: &str) -> String {
    let plural = if count == 1.0 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
