//! Root votes: ranks that exchange nothing, and add up their visits at the end (Chaslot, Winands
//! and van den Herik, Parallel Monte-Carlo tree search, 2008, section 3.2). The baseline for an
//! exchange.

use std::cmp::Reverse;

use crate::search::report::{MoveReport, SearchReport};

/// The combined report of all ranks. Visits, simulations and nodes are added up; win rates and the
/// leads of the moves are means weighted by visits. A move is proved if any report proves it.
/// Everything else comes from the first report that contains it.
pub(super) fn count_votes(reports: Vec<SearchReport>) -> SearchReport {
    let mut reports = reports.into_iter();
    let Some(mut all) = reports.next() else { return SearchReport::default() };
    for report in reports {
        all.simulations += report.simulations;
        all.nodes += report.nodes;
        all.mean_win_rate = mean((&all, all.mean_win_rate), (&report, report.mean_win_rate));
        all.visits += report.visits;
        for found in report.moves {
            match all.moves.iter_mut().find(|known| known.mv == found.mv) {
                Some(known) => add(known, &found),
                None => all.moves.push(found),
            }
        }
    }
    let place = |proved: Option<bool>| proved.map_or(1, |wins| if wins { 0 } else { 2 });
    all.moves.sort_by_key(|found| (place(found.proved), Reverse(found.visits)));
    all
}

fn mean((one, a): (&SearchReport, f32), (other, b): (&SearchReport, f32)) -> f32 {
    weighted((one.visits, a), (other.visits, b))
}

/// The mean of two numbers with these weights.
fn weighted((a_weight, a): (u64, f32), (b_weight, b): (u64, f32)) -> f32 {
    let (a_weight, b_weight) = (a_weight as f64, b_weight as f64);
    let sum = f64::from(a) * a_weight + f64::from(b) * b_weight;
    if a_weight + b_weight == 0.0 { a } else { (sum / (a_weight + b_weight)) as f32 }
}

fn add(known: &mut MoveReport, found: &MoveReport) {
    known.win_rate = weighted((known.visits, known.win_rate), (found.visits, found.win_rate));
    known.lead = weighted((known.visits, known.lead), (found.visits, found.lead));
    known.visits += found.visits;
    known.proved = known.proved.or(found.proved);
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::vocabulary::Move;

    #[test]
    fn votes_are_added_up() {
        let report = |moves: &[(&str, u64, f32)]| {
            let moves = moves.iter().map(|&(mv, visits, win_rate)| MoveReport {
                visits,
                win_rate,
                ..MoveReport::new(Move::Play(mv.parse().unwrap()))
            });
            let moves: Vec<_> = moves.collect();
            let visits = moves.iter().map(|mv| mv.visits).sum();
            SearchReport { moves, visits, simulations: visits, ..SearchReport::default() }
        };
        let all = count_votes(vec![
            report(&[("D4", 50, 0.5), ("C3", 40, 0.6)]),
            report(&[("C3", 60, 0.4), ("E5", 30, 0.1)]),
        ]);
        let moves: Vec<_> =
            all.moves.iter().map(|found| (found.mv.to_string(), found.visits)).collect();
        assert_eq!(moves, [("C3".into(), 100), ("D4".into(), 50), ("E5".into(), 30)]);
        assert!((all.moves[0].win_rate - 0.48).abs() < 1e-6);
        assert_eq!((all.visits, all.simulations), (180, 180));
    }
}
