//! A review as one page that opens from disk, without any reference to other files.

use std::fmt::Write;

use super::data::{Effort, GameReview};
use super::page_data;

/// The page, in which names in double braces mark the places to fill.
const TEMPLATE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/page.css");
/// The scripts, in the order in which they use each other.
const SCRIPTS: [&str; 8] = [
    include_str!("../page/decode.js"),
    include_str!("../page/replay.js"),
    include_str!("../page/words.js"),
    include_str!("../page/board.js"),
    include_str!("../page/chart.js"),
    include_str!("../page/lists.js"),
    include_str!("../page/page.js"),
    include_str!("../page/controls.js"),
];

/// The page of a review.
pub fn page(review: &GameReview, program: &str, effort: Effort) -> String {
    let mut page = String::new();
    let mut rest = TEMPLATE;
    // The template is filled from its beginning to its end, so that no text of the game is mistaken
    // for a place to fill.
    while let Some((before, after)) = rest.split_once("{{") {
        squeeze(before, &mut page);
        let (place, after) = after.split_once("}}").unwrap_or((after, ""));
        match place {
            "title" => page.push_str(&escaped(&review.title())),
            "style" => squeeze(STYLE, &mut page),
            "data" => {
                let data = page_data::of(review, program, effort).to_string();
                page.push_str(&data.replace('<', "\\u003c"));
            }
            _ => SCRIPTS.iter().for_each(|script| squeeze(script, &mut page)),
        }
        rest = after;
    }
    squeeze(rest, &mut page);
    page
}

/// Adds a text without its indentation, its empty lines, and lines that are only comments.
fn squeeze(text: &str, page: &mut String) {
    let lines = text.lines().map(str::trim);
    let ends_open = !text.ends_with('\n');
    let kept: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    page.push_str(&kept.join("\n"));
    if !ends_open {
        page.push('\n');
    }
}

/// A text with the characters that have a meaning in HTML escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        // Writing to a string cannot fail.
        let _ = match sign {
            '&' => write!(escaped, "&amp;"),
            '<' => write!(escaped, "&lt;"),
            '>' => write!(escaped, "&gt;"),
            '"' => write!(escaped, "&quot;"),
            sign => write!(escaped, "{sign}"),
        };
    }
    escaped
}
