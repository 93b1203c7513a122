//! Writes the result of a search as lines for the operator, in the format that Leela Zero uses when
//! it writes a summary to standard error after a move.
//!
//! gtp2ogs, the bridge to the OGS server, looks for this format on standard error and shows the
//! first variation beside the game. The lines do not contain the program's name.

use std::fmt::Write;

use engine::player::SearchReport;

use crate::text::line;

/// The maximum number of moves reported: spectators only care about the first few.
const MOST_MOVES: usize = 10;
/// The maximum number of moves in a variation.
const LONGEST_VARIATION: usize = 20;

/// Returns one line for each of the best moves, followed by a line of figures about the search. Win
/// rates are from the perspective of the player to move. Returns `None` if no move was visited.
pub(crate) fn pv_lines(report: &SearchReport) -> Option<String> {
    let mut text = String::new();
    for found in report.moves.iter().filter(|found| found.visits > 0).take(MOST_MOVES) {
        let [win_rate, bound, prior] =
            [found.win_rate, found.lower_bound(), found.prior].map(|share| 100.0 * share);
        let variation = line(found.variation.iter().take(LONGEST_VARIATION).map(|ply| ply.mv));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>4} -> {:>7} (V: {win_rate:5.2}%) (LCB: {bound:5.2}%) (N: {prior:5.2}%) \
             PV: {variation}",
            found.mv.to_string(),
            found.visits,
        );
    }
    if text.is_empty() {
        return None;
    }
    let seconds = report.time.as_secs_f64().max(1e-9);
    let _ = write!(
        text,
        "{} visits, {} nodes, {} playouts, {:.0} n/s",
        report.visits,
        report.nodes,
        report.simulations,
        report.simulations as f64 / seconds,
    );
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::player::{MoveReport, Ply};
    use engine::vocabulary::Move;

    use super::*;

    fn found(mv: Move, visits: u64, win_rate: f32) -> MoveReport {
        MoveReport {
            mv,
            visits,
            win_rate,
            prior: 0.125,
            lead: 1.5,
            lead_deviation: 4.0,
            variation: vec![Ply { mv, visits }, Ply { mv: Move::Pass, visits: 2 }],
            proved: None,
            ownership: None,
        }
    }

    #[test]
    fn the_best_moves_come_first_and_the_numbers_last() {
        let point = |name: &str| Move::Play(name.parse().unwrap());
        let report = SearchReport {
            moves: vec![
                found(point("D4"), 900, 1.0),
                found(Move::Pass, 10, 0.25),
                found(point("Q16"), 0, 0.5),
            ],
            visits: 910,
            simulations: 800,
            nodes: 77,
            time: Duration::from_millis(500),
            ..SearchReport::default()
        };
        assert_eq!(
            pv_lines(&report).unwrap(),
            "  D4 ->     900 (V: 100.00%) (LCB: 99.57%) (N: 12.50%) PV: D4 pass\n\
             pass ->      10 (V: 25.00%) (LCB:  8.09%) (N: 12.50%) PV: pass pass\n\
             910 visits, 77 nodes, 800 playouts, 1600 n/s"
        );
    }

    #[test]
    fn only_so_much_is_told() {
        let mut long = found(Move::Pass, 1, 0.5);
        long.variation = vec![Ply { mv: Move::Pass, visits: 1 }; 50];
        let report = SearchReport { moves: vec![long; 30], ..SearchReport::default() };
        let text = pv_lines(&report).unwrap();
        assert_eq!(text.lines().count(), MOST_MOVES + 1);
        let first = text.lines().next().unwrap();
        assert_eq!(first.matches(" pass").count(), LONGEST_VARIATION);
        assert_eq!(pv_lines(&SearchReport::default()), None);
    }
}
