//! Explains a move in sentences: how the search evaluates it, and how it affects the surrounding
//! stones. What known patterns say about them is in `patterns`.

use engine::player::{MoveReport, SearchReport};
use engine::reading::{Answer, Consequence, Stake, Success};
use engine::vocabulary::{Color, Move, Vertex};

use crate::words::{called, counted, name};

/// Only a move that costs fewer points than this counts as about as good as the best move.
const SAME_POINTS: f32 = 1.0;
/// A move whose win rate is lower than that of the best move by more than this does not count as
/// about as good.
const SAME_WIN_RATE: f32 = 0.03;
/// The maximum number of moves shown in a line of play.
const LINE: usize = 3;

/// A statement about a chain, or about the connection between two chains.
#[derive(Clone, Debug)]
pub struct Finding {
    /// A stone from each of the two chains, or the same stone twice if there is only one chain.
    pub about: [Vertex; 2],
    /// Whether the statement is proved.
    pub is_proved: bool,
    /// The statement.
    pub sentence: String,
}

/// Selects one statement for each chain and each connection: the first proved statement or, if none
/// is proved, simply the first one. `chain_of` maps all stones of a chain to the same vertex.
pub fn one_verdict_each(
    findings: impl IntoIterator<Item = Finding>,
    chain_of: impl Fn(Vertex) -> Vertex,
) -> Vec<String> {
    let mut told: Vec<([Vertex; 2], Finding)> = Vec::new();
    for finding in findings {
        let mut about = finding.about.map(&chain_of);
        about.sort_by_key(|vertex| (vertex.row(), vertex.column()));
        match told.iter_mut().find(|(known, _)| *known == about) {
            None => told.push((about, finding)),
            Some((_, known)) if finding.is_proved && !known.is_proved => *known = finding,
            Some(_) => {}
        }
    }
    told.into_iter().map(|(_, finding)| finding.sentence).collect()
}

/// Describes the search results for a move by `color`: whether it is the best move, what it costs
/// and what to play instead. `after` is the result of a search of the position after the move, from
/// the opponent's perspective.
pub fn of_search(
    color: Color,
    report: &SearchReport,
    mv: Vertex,
    after: Option<&SearchReport>,
) -> Vec<String> {
    let Some(best) = report.moves.first().filter(|best| best.visits > 0) else {
        return vec!["The search found no move to compare it with.".to_owned()];
    };
    let found = report.moves.iter().find(|found| found.mv == Move::Play(mv));
    let mut said = match (best.mv == Move::Play(mv), after) {
        (true, _) => first_choice(color, report, best, mv),
        (false, Some(after)) => cost(color, best, mv, after),
        (false, None) => vec![format!("The search could not try {mv}.")],
    };
    said.extend(found.and_then(|found| found.proved).map(|wins| match wins {
        true => format!("{mv} wins for certain (proved)."),
        false => format!("{mv} loses for certain (proved)."),
    }));
    said
}

/// Describes the best move: the outcome that it leads to, and how much better it is than the
/// second-best move.
fn first_choice(color: Color, report: &SearchReport, best: &MoveReport, mv: Vertex) -> Vec<String> {
    let outcome = outcome(color, best.lead, best.win_rate);
    let mut said = vec![format!("{mv} is the best move found: after it {outcome}.")];
    let next = report.moves.get(1).filter(|next| next.visits > 0);
    said.extend(next.map(|next| {
        let second = called(next.mv);
        match hundredths((best.win_rate - next.win_rate).max(0.0)) {
            0.0 => format!("The second choice is {second}, with the same win rate."),
            loss => format!("The second choice is {second}, which costs {loss} % in win rate."),
        }
    }));
    said.extend(line(best.variation.iter().skip(1).map(|ply| ply.mv), color));
    said
}

/// Describes a move other than the best: how much it costs in points and in win rate.
fn cost(color: Color, best: &MoveReport, mv: Vertex, after: &SearchReport) -> Vec<String> {
    let (lead, win_rate) = (-after.lead, 1.0 - after.mean_win_rate);
    let (points, loss) = (best.lead - lead, best.win_rate - win_rate);
    let better = called(best.mv);
    let verdict = match (points >= SAME_POINTS, loss > SAME_WIN_RATE) {
        (false, false) => format!("{mv} is about as good as {better}, the first choice."),
        (false, true) => format!(
            "{mv} costs hardly a point, but {} % in win rate: play {better} instead.",
            hundredths(loss)
        ),
        (true, _) => {
            let points = counted(f64::from(points.round()), "point");
            format!("{mv} costs about {points}: play {better} instead.")
        }
    };
    let compared = format!(
        "After {mv} {}; after {better} {}.",
        outcome(color, lead, win_rate),
        outcome(color, best.lead, best.win_rate)
    );
    let mut said = vec![verdict, compared];
    said.extend(line(after.variation(), color));
    said
}

/// Describes which player leads and by how much, and the win rate of `color`. `lead` is the lead of
/// `color`, in points.
fn outcome(color: Color, lead: f32, win_rate: f32) -> String {
    let (lead_points, percent) = (f64::from(lead.abs().round()), hundredths(win_rate));
    let points = counted(lead_points, "point");
    let (player, opponent) = (name(color), name(!color));
    if lead_points < 1.0 {
        format!("the score is about level and {player}'s win rate is {percent} %")
    } else if lead > 0.0 {
        format!("{player} leads by about {points} with a win rate of {percent} %")
    } else {
        format!("{opponent} leads by about {points} and {player}'s win rate is {percent} %")
    }
}

/// Describes the opponent's expected answer to a move by `color`, and the moves that follow the
/// answer.
fn line(moves: impl Iterator<Item = Move>, color: Color) -> Option<String> {
    let moves: Vec<String> = moves.take(LINE).map(called).collect();
    let (answer, rest) = moves.split_first()?;
    let opponent = name(!color);
    Some(match rest {
        [] => format!("{opponent}'s best answer is {answer}."),
        _ => format!("{opponent}'s best answer is {answer}, then {}.", rest.join(" ")),
    })
}

fn hundredths(share: f32) -> f32 {
    (100.0 * share).round()
}

/// Describes what a move changes, and which chains are lost whether or not it is played.
pub fn of_consequences(mover: Color, mv: Vertex, all: &[Consequence]) -> Vec<Finding> {
    let sentence = |consequence: &Consequence| {
        let Consequence { stake, owner, without, with } = consequence;
        let is_group = matches!(stake, Stake::Group(_));
        if [Some(without), with.as_ref()].into_iter().flatten().any(|it| is_wild(it, is_group)) {
            return None;
        }
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
        let about = match *stake {
            Stake::Chain(stone) | Stake::Group(stone) => [stone; 2],
            Stake::Connection(ends) => ends,
        };
        let sentence = format!("{what}{ko} ({}).", certainty(without, with.as_ref()));
        let is_proved = without.is_proved && with.is_none_or(|with| with.is_proved);
        Some(Finding { about, is_proved, sentence })
    };
    all.iter().filter_map(sentence).collect()
}

/// The value of an outcome in which the opponent achieves nothing.
const SAFE: u8 = 3;

/// How good an outcome is for the player who made the move, from 0 to [`SAFE`]. `success` is what
/// the opponent achieves.
fn standing(success: Option<Success>) -> u8 {
    match success {
        Some(Success::Certain) => 0,
        Some(Success::GoodKo) => 1,
        Some(Success::BadKo) => 2,
        None => SAFE,
    }
}

/// Describes how a move changes the status of what is at stake, for better or worse.
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

/// Describes a chain that is lost or captured whether or not the move is played.
fn already(stone: Vertex, is_own: bool, after: u8, is_move: bool) -> Option<String> {
    match (is_own, after) {
        (true, 0) if !is_move => Some(format!("The chain at {stone} is lost all the same")),
        (false, SAFE) => Some(format!("The chain at {stone} was caught before")),
        _ => None,
    }
}

/// Whether an answer is a guess at the fate of a group or at a ko, of which most are wrong.
fn is_wild(answer: &Answer, is_about_group: bool) -> bool {
    let is_guess = !answer.is_complete && !answer.is_proved;
    is_guess && (is_about_group || is_ko(answer))
}

fn is_ko(answer: &Answer) -> bool {
    matches!(answer.success, Some(Success::GoodKo | Success::BadKo))
}

/// A phrase for the certainty of a statement that depends on these answers.
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

/// The fate of a stone if the opponent moves first: a single verdict, based on whether the stone's
/// chain can be captured and whether its group can be killed.
#[derive(Clone, Debug)]
pub struct Fate {
    /// Whether the stone is lost.
    pub is_lost: bool,
    /// The verdict in words.
    pub finding: Finding,
}

/// The fate of `owner`'s stone at `at`, or `None` if nothing could be read. `answers` contains the
/// answer to whether the stone's chain can be captured, and the answer to whether its group can be
/// killed. A mere guess that the group is killed, or that a ko decides, is left out.
pub fn of_stone(owner: Color, at: Vertex, answers: [Option<Answer>; 2]) -> Option<Fate> {
    let is_lost = |answer: &Answer| answer.success.is_some();
    let owner = name(owner);
    let [capture, kill] = answers;
    let is_open = kill.is_some_and(|kill| is_lost(&kill) && is_wild(&kill, true));
    let told = [capture.filter(|capture| !is_wild(capture, false)), kill.filter(|_| !is_open)];
    let (answers, what) = match told {
        [Some(capture), _] if is_lost(&capture) => (
            [Some(capture), None],
            format!("{owner}'s chain at {at} {}", lost("captured", capture)),
        ),
        [capture, Some(kill)] if is_lost(&kill) => {
            let what = lost("killed", kill);
            ([capture, Some(kill)], format!("{owner}'s group at {at} {what}"))
        }
        [Some(capture), Some(kill)] => {
            let what = format!("{owner}'s chain at {at} cannot be captured, nor its group killed");
            ([Some(capture), Some(kill)], what)
        }
        [Some(capture), None] => {
            ([Some(capture), None], format!("{owner}'s chain at {at} cannot be captured"))
        }
        [None, kill] => ([kill, None], format!("{owner}'s group at {at} cannot be killed")),
    };
    let mut known = answers.iter().flatten();
    let first = known.next()?;
    let second = known.next();
    let is_proved = answers.iter().flatten().all(|answer| answer.is_proved);
    let is_lost = answers.iter().flatten().any(is_lost);
    let open = if is_open && !is_lost { "; the fate of its group is open" } else { "" };
    let sentence = format!("{what} ({}){open}.", certainty(first, second));
    Some(Fate { is_lost, finding: Finding { about: [at; 2], is_proved, sentence } })
}

/// Describes how a stone is lost.
fn lost(fate: &str, answer: Answer) -> String {
    let how = answer.mv.map_or("whatever is played".to_owned(), |mv| format!("by {mv}"));
    let ko = if is_ko(&answer) { ", if a ko is won" } else { "" };
    format!("can be {fate} {how}{ko}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(name: &str) -> Vertex {
        name.parse().unwrap()
    }

    fn answer(success: Option<Success>, is_proved: bool) -> Option<Answer> {
        let mv = success.map(|_| vertex("E4"));
        Some(Answer { success, mv, is_complete: true, is_proved })
    }

    #[test]
    fn a_stone_has_one_fate() {
        let of = |capture, kill| of_stone(Color::White, vertex("D4"), [capture, kill]).unwrap();
        let certain = Some(Success::Certain);
        // A group is read independently of its chains, so the two answers may disagree.
        let fate = of(answer(certain, true), answer(None, false));
        assert!(fate.is_lost && fate.finding.is_proved);
        assert_eq!(fate.finding.sentence, "White's chain at D4 can be captured by E4 (proved).");
        let fate = of(answer(None, true), answer(certain, false));
        assert_eq!(fate.finding.sentence, "White's group at D4 can be killed by E4 (read).");
        let fate = of(answer(None, true), answer(None, true));
        assert!(!fate.is_lost);
        let safe = "White's chain at D4 cannot be captured, nor its group killed (proved).";
        assert_eq!(fate.finding.sentence, safe);
        assert!(of_stone(Color::White, vertex("D4"), [None, None]).is_none());
    }

    #[test]
    fn a_chain_has_one_verdict_and_proofs_come_first() {
        let finding = |about: [&str; 2], is_proved, sentence: &str| Finding {
            about: about.map(vertex),
            is_proved,
            sentence: sentence.to_owned(),
        };
        let all = [
            finding(["D4", "D4"], false, "lost"),
            finding(["D5", "D5"], true, "lives"),
            finding(["D4", "A1"], false, "cut"),
            finding(["A1", "D5"], false, "connected"),
            finding(["A1", "A1"], false, "weak"),
        ];
        // D4 and D5 belong to one chain.
        let chain_of = |at: Vertex| if at == vertex("D5") { vertex("D4") } else { at };
        assert_eq!(one_verdict_each(all, chain_of), ["lives", "cut", "weak"]);
    }

    fn moved(text: &str, visits: u64, win_rate: f32, lead: f32) -> MoveReport {
        MoveReport { visits, win_rate, lead, ..MoveReport::new(Move::Play(vertex(text))) }
    }

    #[test]
    fn a_move_has_its_cost_and_a_better_one() {
        let moves = vec![moved("C3", 900, 0.7, 4.2), moved("A2", 90, 0.6, 2.0)];
        let report = SearchReport { moves, visits: 990, ..SearchReport::default() };
        let after = |lead, mean_win_rate| SearchReport {
            moves: vec![moved("C3", 500, mean_win_rate, lead)],
            lead,
            mean_win_rate,
            ..SearchReport::default()
        };
        let said = |mv, after: Option<&SearchReport>| {
            of_search(Color::Black, &report, vertex(mv), after).join(" ")
        };
        assert_eq!(
            said("A1", Some(&after(3.0, 0.65))),
            "A1 costs about 7 points: play C3 instead. After A1 White leads by about 3 points and \
             Black's win rate is 35 %; after C3 Black leads by about 4 points with a win rate of \
             70 %."
        );
        assert!(said("A1", Some(&after(-3.5, 0.4))).starts_with(
            "A1 costs hardly a point, but 10 % in win rate: play C3 instead. After A1"
        ));
        let same = said("A1", Some(&after(-4.0, 0.31)));
        assert!(same.starts_with("A1 is about as good as C3, the first choice."), "{same}");
        assert_eq!(
            said("C3", None),
            "C3 is the best move found: after it Black leads by about 4 points with a win rate of \
             70 %. The second choice is A2, which costs 10 % in win rate."
        );
        let even = [moved("C3", 500, 0.7, 4.0), moved("A2", 400, 0.699, 4.0)];
        let even = SearchReport { moves: even.into(), visits: 990, ..SearchReport::default() };
        let said = of_search(Color::Black, &even, vertex("C3"), None).join(" ");
        assert!(said.ends_with("The second choice is A2, with the same win rate."), "{said}");
    }
}
