//! Says which moves are urgent, based on the number of visits and the win rate of each move in a
//! search.

use engine::player::{MoveReport, SearchReport};
use engine::vocabulary::{BoardSize, Color, Move, Vertex};

use super::groups::{Group, Safety};
use crate::words::{called, name};

/// A move with less than this fraction of the best move's visits is not compared with the best
/// move, because a search abandons a move before finding out how bad the move is.
const TRIED_SHARE: f32 = 0.01;
/// The minimum number of visits that a move needs to be compared with the best move.
const TRIED: u64 = 20;
/// A move that is about as good as the best move is named only if it has at least this fraction of
/// the best move's visits.
const LIKED_SHARE: f32 = 0.1;
/// The maximum number of moves named.
const MOST_MOVES: usize = 4;
/// Win rates that differ by less than this count as about the same.
const SAME: f32 = 0.03;
/// The best move is urgent if the win rate of the second-best move is lower by at least this much.
const URGENT: f32 = 0.1;
/// The result counts as decided if the leader's win rate is at least this high.
const DECIDED: f32 = 0.95;

/// A sentence about what `color`, the player to move, should play.
pub(super) fn sentence(
    report: &SearchReport,
    color: Color,
    groups: &[Group],
    size: BoardSize,
) -> String {
    let Some(best) = report.moves.first() else {
        return format!("{} has no move to think about.", name(color));
    };
    let Some(point) = best.mv.vertex() else {
        return format!("{} may pass: no move gains anything.", name(color));
    };
    let tried = |found: &&MoveReport| is_tried(found, best);
    let others = || report.moves.iter().skip(1).filter(tried);
    let next = others().max_by(|a, b| a.win_rate.total_cmp(&b.win_rate));
    let loss = next.map_or(0.0, |next| best.win_rate - next.win_rate);
    let pass = others().find(|found| found.mv == Move::Pass);
    if let Some(next) = next.filter(|_| loss >= URGENT) {
        let percent = (loss * 100.0).round();
        let reason = reason(point, groups, size);
        let (player, next) = (name(color), called(next.mv));
        return format!(
            "{point} is urgent for {player}{reason}: {next}, the next best, costs {percent} % in \
             win rate."
        );
    }
    let decided = best.win_rate >= DECIDED || best.win_rate <= 1.0 - DECIDED;
    let is_same = |found: &MoveReport| best.win_rate - found.win_rate < SAME;
    if pass.or(next.filter(|_| decided)).is_some_and(is_same) {
        let why = if decided { "the winner stays the same" } else { "a pass does about as well" };
        return format!("Nothing is urgent: {why}. {point} is the first choice.");
    }
    choices(report, best, point, &reason(point, groups, size))
}

/// Names the moves that are about as good as the best one, or only the best move if there are no
/// others. If the best move is the only one, it is called clearly the best, provided that it
/// received more than half of the search's visits.
fn choices(report: &SearchReport, best: &MoveReport, point: Vertex, reason: &str) -> String {
    let is_liked = |found: &&MoveReport| {
        found.visits as f32 >= best.visits as f32 * LIKED_SHARE
            && found.mv.vertex().is_some()
            && best.win_rate - found.win_rate < SAME
    };
    let liked = report.moves.iter().filter(is_liked).take(MOST_MOVES);
    let names: Vec<String> = liked.map(|found| found.mv.to_string()).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => {
            format!("Several moves are about as good: {} and {last}.", rest.join(", "))
        }
        _ if best.visits * 2 > report.visits => {
            format!("{point} is clearly the best move{reason}.")
        }
        _ => format!("{point} is the first choice{reason}, but others come close."),
    }
}

/// Whether enough is known about a move to compare it with the best one.
fn is_tried(found: &MoveReport, best: &MoveReport) -> bool {
    found.visits >= TRIED && found.visits as f32 >= best.visits as f32 * TRIED_SHARE
}

/// Names the largest weak or doubtful group next to a move, as part of a sentence.
fn reason(point: Vertex, groups: &[Group], size: BoardSize) -> String {
    let is_about = |group: &&Group| {
        matches!(group.safety, Safety::InDoubt | Safety::Weak) && group.touches(point, size)
    };
    let about = groups.iter().find(is_about);
    about.map_or(String::new(), |group| format!(" (next to {})", group.name()))
}
