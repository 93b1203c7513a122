//! Drawings on a board in a window, written as GoGui's graphics commands.

use engine::player::SearchReport;
use engine::vocabulary::{Color, Move};

/// Moves that received less than this fraction of all visits are not drawn.
const LEAST_SHARE: f32 = 0.01;
/// The maximum number of moves drawn.
const MOST_MOVES: usize = 12;
/// The maximum number of moves drawn from a variation.
const LONGEST_VARIATION: usize = 12;
/// The background colours of the best move and of the next two ranks.
const COLORS: [&str; 3] = ["#3c9a5f", "#8fb33b", "#d8b13c"];

/// Draws the best moves with their win rates in percent, using greener backgrounds for better
/// moves, and adds a summary.
pub(crate) fn best_moves(report: &SearchReport, color: Color) -> String {
    let most = report.moves.first().map_or(0, |best| best.visits);
    let least = (report.visits as f32 * LEAST_SHARE).max(1.0) as u64;
    let drawn = report.moves.iter().filter(|found| found.visits >= least).take(MOST_MOVES);
    let mut lines = Vec::new();
    let mut labels = String::from("LABEL");
    for found in drawn {
        let Some(point) = found.mv.vertex() else { continue };
        // The three ranks are the most visited move, moves with more than a third of its visits,
        // and all others.
        let rank = match () {
            () if found.visits == most => 0,
            () if found.visits * 3 > most => 1,
            () => 2,
        };
        lines.extend(COLORS.get(rank).map(|background| format!("COLOR {background} {point}")));
        labels += &format!(" {point} {:.0}", found.win_rate * 100.0);
    }
    if !lines.is_empty() {
        lines.push(labels);
    }
    lines.push(format!("TEXT {}", summary(report, color)));
    lines.join("\n")
}

/// Draws the principal variation as numbered stones, and adds a summary. This is shown while a
/// search runs.
pub(crate) fn live(report: &SearchReport, color: Color) -> String {
    let mut lines = Vec::new();
    let mut turn = color;
    let mut variation = String::from("VAR");
    for mv in report.variation().take(LONGEST_VARIATION) {
        let sign = if turn == Color::Black { 'b' } else { 'w' };
        let place = mv.vertex().map_or("PASS".to_owned(), |point| point.to_string());
        variation += &format!(" {sign} {place}");
        turn = !turn;
    }
    if report.variation().next().is_some() {
        lines.push(variation);
    }
    lines.push(format!("TEXT {}", summary(report, color)));
    lines.join("\n")
}

/// Summarises a report on one line: the number of visits, the win rate and score lead of the best
/// move, and the principal variation.
pub(crate) fn summary(report: &SearchReport, color: Color) -> String {
    let variation: Vec<String> =
        report.variation().take(LONGEST_VARIATION).map(|mv: Move| mv.to_string()).collect();
    format!(
        "{} visits, {color} wins {:.1} %, {:+.1} points, {}",
        report.visits,
        report.win_rate() * 100.0,
        report.moves.first().map_or(report.lead, |best| best.lead),
        variation.join(" "),
    )
}

#[cfg(test)]
mod tests {
    use engine::player::{MoveReport, Ply};

    use super::*;

    fn report(found: &[(&str, u64)]) -> SearchReport {
        let describe = |&(text, visits): &(&str, u64)| {
            let mv = text.parse().map_or(Move::Pass, Move::Play);
            let reply = Ply { mv: Move::Pass, visits: 1 };
            MoveReport {
                mv,
                visits,
                win_rate: 0.525,
                prior: 0.1,
                lead: 1.25,
                lead_deviation: 1.0,
                variation: vec![Ply { mv, visits }, reply],
                proved: None,
                ownership: None,
            }
        };
        SearchReport {
            moves: found.iter().map(describe).collect(),
            visits: found.iter().map(|(_, visits)| visits).sum(),
            ..SearchReport::default()
        }
    }

    #[test]
    fn the_best_moves_are_coloured_and_labelled() {
        let report = report(&[("D4", 600), ("E5", 300), ("pass", 60), ("C3", 39), ("A1", 1)]);
        assert_eq!(
            best_moves(&report, Color::Black),
            "COLOR #3c9a5f D4\nCOLOR #8fb33b E5\nCOLOR #d8b13c C3\nLABEL D4 52 E5 52 C3 52\n\
             TEXT 1000 visits, black wins 52.5 %, +1.2 points, D4 pass"
        );
    }

    #[test]
    fn a_running_search_is_a_line_of_moves() {
        let drawn = live(&report(&[("D4", 3), ("E5", 1)]), Color::White);
        assert!(drawn.starts_with("VAR w D4 b PASS\nTEXT 4 visits, white wins"), "{drawn}");
    }

    #[test]
    fn nothing_found_is_nothing_drawn() {
        for drawn in [best_moves, live] {
            let text = drawn(&SearchReport::default(), Color::Black);
            assert_eq!(text.trim_end(), "TEXT 0 visits, black wins 50.0 %, +0.0 points,");
        }
    }
}
