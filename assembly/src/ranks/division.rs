//! The division of the opponent's likely replies among the helpers, while it is the opponent's turn.
//!
//! The helpers are dealt out one after another, the fastest first. Each goes to the reply that then
//! has the most probability for each simulation a second, in the manner of seats that are given to
//! parties by their votes (Webster; Sainte-Laguë).

use engine::search::SearchReport;

/// The largest number of replies that are considered.
const MOST: usize = 16;
/// The pace of helpers of which none is known.
const USUAL_PACE: f64 = 1.0;

/// The likely replies of a search in the opponent's time, with their probabilities: the shares of
/// the visits.
pub(super) fn likely_replies(report: &SearchReport) -> Vec<(String, f64)> {
    let visits: u64 = report.moves.iter().map(|reply| reply.visits).sum();
    let replies = report.moves.iter().filter(|reply| reply.visits > 0).take(MOST);
    replies.map(|reply| (reply.mv.to_string(), reply.visits as f64 / visits as f64)).collect()
}

/// Divides these replies among helpers, given by their numbers and their paces, which are 0 where
/// they are unknown. Returns the helpers with their replies.
pub(super) fn divide(replies: &[(String, f64)], helpers: &[(u32, f64)]) -> Vec<(u32, String)> {
    let known: Vec<f64> =
        helpers.iter().map(|(_, pace)| *pace).filter(|&pace| pace > 0.0).collect();
    let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
    let mean = if known.is_empty() { USUAL_PACE } else { mean };
    let mut helpers: Vec<_> =
        helpers.iter().map(|&(rank, pace)| (rank, if pace > 0.0 { pace } else { mean })).collect();
    helpers.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let mut taken: Vec<_> = replies.iter().map(|(name, share)| (name, share, 0.0)).collect();
    let mut division = Vec::new();
    for (rank, pace) in helpers {
        let claim = |(_, share, paces): &(&String, &f64, f64)| *share / (2.0 * paces + pace);
        let most = taken.iter_mut().max_by(|one, other| claim(one).total_cmp(&claim(other)));
        let Some((name, _, paces)) = most else { continue };
        *paces += pace;
        division.push((rank, (*name).clone()));
    }
    division
}

#[cfg(test)]
mod tests {
    use engine::search::MoveReport;
    use engine::vocabulary::Move;

    use super::*;

    fn divided(replies: &[(&str, f64)], helpers: &[(u32, f64)]) -> Vec<(u32, String)> {
        let replies: Vec<_> =
            replies.iter().map(|&(name, share)| (name.to_owned(), share)).collect();
        let mut division = divide(&replies, helpers);
        division.sort();
        division
    }

    fn names(division: &[(u32, String)]) -> Vec<&str> {
        division.iter().map(|(_, name)| name.as_str()).collect()
    }

    #[test]
    fn a_likely_reply_gets_more_helpers() {
        let replies = [("A1", 0.6), ("B2", 0.3), ("C3", 0.1)];
        let alike: Vec<_> = (1..=6).map(|rank| (rank, 0.0)).collect();
        let division = divided(&replies, &alike);
        let count = |name: &str| names(&division).iter().filter(|other| **other == name).count();
        assert_eq!((count("A1"), count("B2"), count("C3")), (3, 2, 1));
        assert_eq!(names(&divided(&replies, &alike[..1])), ["A1"]);
        assert_eq!(names(&divided(&replies, &alike[..2])), ["A1", "B2"]);
    }

    #[test]
    fn a_fast_helper_counts_for_several_slow_ones() {
        let replies = [("A1", 0.5), ("B2", 0.5)];
        let division = divided(&replies, &[(1, 100.0), (2, 100.0), (3, 300.0), (4, 100.0)]);
        let of_fast = division[2].1.clone();
        let slow = division.iter().filter(|(rank, _)| *rank != 3);
        assert!(slow.clone().all(|(_, name)| *name != of_fast), "{division:?}");
        assert_eq!(slow.count(), 3);
    }

    #[test]
    fn replies_are_as_likely_as_they_are_visited() {
        assert!(divided(&[], &[(1, 5.0)]).is_empty());
        let reply = |name: &str, visits| MoveReport {
            visits,
            ..MoveReport::new(Move::Play(name.parse().unwrap()))
        };
        let moves = vec![reply("D4", 30), reply("E5", 10), reply("A1", 0)];
        let report = SearchReport { moves, ..SearchReport::default() };
        let expected = [("D4".to_owned(), 0.75), ("E5".to_owned(), 0.25)];
        assert_eq!(likely_replies(&report), expected);
    }
}
