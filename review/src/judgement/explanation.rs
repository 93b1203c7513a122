//! Why a move is good or bad, in sentences: what the search thinks of it, what it does to the stones
//! around it, and what rules say of them.

use engine::player::{MoveReport, SearchReport};
use engine::reading::{Answer, Consequence, Stake, Success};
use engine::theorems::{Firing, RuleGoal};
use engine::vocabulary::{Color, Move, Vertex};

use super::name;

/// What the search makes of a move: how often it tried it, and how that went.
pub fn of_search(report: &SearchReport, mv: Vertex) -> String {
    let place = report.moves.iter().position(|found| found.mv == Move::Play(mv));
    let found = place.and_then(|at| report.moves.get(at)).filter(|found| found.visits > 0);
    let (Some(place), Some(found), Some(best)) = (place, found, report.moves.first()) else {
        return format!("The search has not tried {mv}.");
    };
    let games = |found: &MoveReport| (100.0 * found.win_rate).round();
    let wins = format!("{} of {} trial games tried it and it won", found.visits, report.visits);
    let answers = found.variation.iter().skip(1).take(3).map(|ply| ply.mv.to_string());
    let answers = answers.collect::<Vec<_>>().join(" ");
    let line = if answers.is_empty() { String::new() } else { format!(", then {answers}") };
    let rank = match place {
        0 => "the first choice".to_owned(),
        _ => format!("choice {}; the first, {}, won {}", place + 1, best.mv, games(best)),
    };
    let proved = match found.proved {
        Some(true) => " It wins for certain (proved).",
        Some(false) => " It loses for certain (proved).",
        None => "",
    };
    format!("{wins} {} of 100{line}: {rank}.{proved}", games(found))
}

/// What a move changes, a sentence each, and whose chains are lost all the same.
pub fn of_consequences(mover: Color, mv: Vertex, all: &[Consequence]) -> Vec<String> {
    let sentence = |consequence: &Consequence| {
        let Consequence { stake, owner, without, with } = consequence;
        let before = standing(without.success);
        let after = with.map_or(SAFE, |with| standing(with.success));
        let is_own = *owner == mover;
        let what = match (*stake, after.cmp(&before)) {
            (Stake::Chain(stone), std::cmp::Ordering::Equal) => {
                already(stone, is_own, after, stone == mv)?
            }
            (_, std::cmp::Ordering::Equal) => return None,
            (stake, order) => change(stake, is_own, order.is_gt(), mv),
        };
        let ko = if (1..SAFE).contains(&after) { ", if a ko is won" } else { "" };
        Some(format!("{what}{ko} ({}).", certainty(without, with.as_ref())))
    };
    all.iter().filter_map(sentence).collect()
}

/// Where the opponent gets nothing.
const SAFE: u8 = 3;

/// How well the player of the move stands where its opponent has this success, 0 to [`SAFE`].
fn standing(success: Option<Success>) -> u8 {
    match success {
        Some(Success::Certain) => 0,
        Some(Success::GoodKo) => 1,
        Some(Success::BadKo) => 2,
        None => SAFE,
    }
}

/// What a move does to what is at stake, for good or ill.
fn change(stake: Stake, is_own: bool, is_gain: bool, mv: Vertex) -> String {
    match (stake, is_own, is_gain) {
        (Stake::Chain(stone), true, false) if stone == mv => {
            format!("The stone at {mv} can be captured")
        }
        (Stake::Chain(stone), true, true) => format!("It saves the chain at {stone}"),
        (Stake::Chain(stone), true, false) => format!("It loses the chain at {stone}"),
        (Stake::Chain(stone), false, true) => format!("It captures the chain at {stone}"),
        (Stake::Chain(stone), false, false) => format!("It lets the chain at {stone} get away"),
        (Stake::Group(stone), true, true) => format!("It makes the group of {stone} live"),
        (Stake::Group(stone), true, false) => format!("It lets the group of {stone} die"),
        (Stake::Group(stone), false, true) => format!("It kills the group of {stone}"),
        (Stake::Group(stone), false, false) => format!("It lets the group of {stone} live"),
        (Stake::Connection([a, b]), true, true) => format!("It connects {a} and {b}"),
        (Stake::Connection([a, b]), true, false) => format!("It lets {a} and {b} be cut"),
        (Stake::Connection([a, b]), false, true) => format!("It cuts {a} from {b}"),
        (Stake::Connection([a, b]), false, false) => format!("It lets {a} and {b} connect"),
    }
}

/// A chain that is lost or caught with or without the move.
fn already(stone: Vertex, is_own: bool, after: u8, is_move: bool) -> Option<String> {
    match (is_own, after) {
        (true, 0) if !is_move => Some(format!("The chain at {stone} is lost all the same")),
        (false, SAFE) => Some(format!("The chain at {stone} was caught before")),
        _ => None,
    }
}

/// How surely two answers are known together.
fn certainty(without: &Answer, with: Option<&Answer>) -> &'static str {
    let both = || [Some(without), with].into_iter().flatten();
    if both().all(|answer| answer.is_proved) {
        "proved"
    } else if both().all(|answer| answer.is_complete) {
        "read"
    } else {
        "a guess, as the time ran out"
    }
}

/// Whether the opponent of `owner`, to move, captures the chain of a stone and kills its group.
pub fn of_stone(owner: Color, at: Vertex, answers: [Option<Answer>; 2]) -> Vec<String> {
    let words = [("chain at", "captured"), ("group of", "killed")];
    let sentence = |((what, fate), answer): ((&str, &str), Option<Answer>)| {
        let answer = answer?;
        let how = match (answer.success, answer.mv) {
            (None, _) => format!("cannot be {fate}"),
            (Some(_), None) => format!("can be {fate} whatever is played"),
            (Some(_), Some(mv)) => format!("can be {fate} by {mv}"),
        };
        let is_ko = matches!(answer.success, Some(Success::GoodKo | Success::BadKo));
        let ko = if is_ko { ", if a ko is won" } else { "" };
        let certainty = certainty(&answer, None);
        Some(format!("{}'s {what} {at} {how}{ko} ({certainty}).", name(owner)))
    };
    words.into_iter().zip(answers).filter_map(sentence).collect()
}

/// What a rule says, and how much it asks for.
pub fn of_rule(firing: &Firing<'_>) -> String {
    let Firing { rule, prover, mv, targets: [first, second] } = *firing;
    let (player, other) = (name(prover), name(!prover));
    let what = match rule.goal() {
        RuleGoal::Capture => format!("captures the chain at {first}"),
        RuleGoal::Connection => format!("connects {first} and {second}"),
        RuleGoal::Life => format!("makes the group of {first} live"),
    };
    let how = match mv {
        Some(mv) => format!("by {mv}"),
        None => format!("even if {other} plays first"),
    };
    format!("A rule on {} points: {player} {what} {how} (proved).", rule.points())
}
