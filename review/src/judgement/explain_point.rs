//! Explains a point of the board: a move there, or the fate of the stone that stands there.

use engine::board::Position;
use engine::player::Player;
use engine::reading::{ReadingLimits, consequences, fight_for, kill};
use engine::rules::IllegalMove;
use engine::theorems::{Firing, RuleBook, RuleGoal};
use engine::vocabulary::{AnySize, Color, Move, Point, Vertex};

use super::{explanation, patterns};

/// The fraction of the per-move limits that each of the two searches may use. One search looks for
/// the best move, and the other for the answer to the move in question.
const HALF_A_MOVE: f64 = 0.5;

/// Explains in plain words what a move of the player to move costs and what to play instead, or
/// whether the stone on the point can be saved. Reading keeps to `limits`, and the searches to the
/// limits of the player.
///
/// # Errors
/// If the point is empty and the move there is illegal.
pub fn explain_point(
    player: &mut dyn Player,
    at: Vertex,
    limits: ReadingLimits<'_>,
) -> Result<Vec<String>, IllegalMove> {
    let game = player.game();
    let (mover, position) = (game.to_move(), game.position().clone());
    if let Some(owner) = game.stone_at(at) {
        return Ok(stone(&position, owner, at, limits));
    }
    let mv = Move::Play(at);
    game.check(mover, mv)?;
    let report = player.study(HALF_A_MOVE).clone();
    let is_best = report.moves.first().is_some_and(|best| best.mv == mv);
    let after = if is_best { None } else { player.study_move(mv, HALF_A_MOVE) };
    let mut said = explanation::of_search(mover, &report, at, after.as_ref());
    let changes = consequences(&position, at, limits);
    let changes = explanation::of_consequences(mover, at, &changes);
    if !position.is_legal(Point::of::<AnySize>(at)) {
        said.push(
            "It is suicide: the stone is removed, with all stones connected to it.".to_owned(),
        );
    } else if changes.is_empty() {
        said.push("It changes nothing around it that could be read.".to_owned());
    }
    let mut after = position.clone();
    after.play_or_suicide(Point::of::<AnySize>(at));
    let findings = changes.into_iter().chain(rules(&position, &after, at));
    said.extend(explanation::one_verdict_each(findings, chains(&after)));
    Ok(said)
}

/// Maps a stone to the first stone of its chain, and an empty vertex to itself.
fn chains(position: &Position<AnySize>) -> impl Fn(Vertex) -> Vertex {
    |at| {
        let chain = position.board().chain_stones(Point::of::<AnySize>(at));
        chain.and_then(|chain| chain.first()).map_or(at, Point::vertex::<AnySize>)
    }
}

/// The fate of a stone if the opponent moves first: one verdict on its chain, followed by what
/// known patterns say about it.
fn stone(
    position: &Position<AnySize>,
    owner: Color,
    at: Vertex,
    limits: ReadingLimits<'_>,
) -> Vec<String> {
    let mut attacked = position.clone();
    attacked.set_to_move(!owner);
    let limits = ReadingLimits { time: limits.time / 2, ..limits };
    let answers = [fight_for(&attacked, at, limits), kill(&attacked, at, limits)];
    let fate = explanation::of_stone(owner, at, answers);
    let name = chains(position);
    let is_part = |&target: &Vertex| name(target) == name(at);
    let firings = RuleBook::embedded().firings(position);
    let about = firings.iter().filter(|firing| firing.targets.iter().any(is_part));
    let is_lost = fate.as_ref().is_some_and(|fate| fate.is_lost);
    // If a pattern contradicts an unproved verdict, the pattern is right. No proof contradicts
    // another.
    let contradicts = |firing: &&Firing<'_>| match firing.rule.goal() {
        RuleGoal::Capture => !is_lost && firing.prover != owner,
        RuleGoal::Life => is_lost && firing.mv.is_none(),
        RuleGoal::Connection => false,
    };
    let is_proved = fate.as_ref().is_some_and(|fate| fate.finding.is_proved);
    let is_open = fate.is_none();
    let (against, beside): (Vec<_>, Vec<_>) =
        about.partition(|firing| !is_open && contradicts(firing));
    let is_refuted = !is_proved && !against.is_empty();
    let beside = if is_refuted { against } else { beside };
    let open = || format!("The fate of the stone at {at} is open: the time ran out.");
    let verdict = fate.map_or_else(open, |fate| fate.finding.sentence);
    let said = (!is_refuted).then_some(verdict).into_iter();
    let beside = patterns::statements(beside.into_iter(), name);
    said.chain(beside.into_iter().map(|found| found.sentence)).collect()
}

/// What known patterns say about a move, followed by what they say only once the move has been
/// played.
fn rules(
    position: &Position<AnySize>,
    after: &Position<AnySize>,
    mv: Vertex,
) -> Vec<explanation::Finding> {
    let book = RuleBook::embedded();
    let (now, then) = (book.firings(position), book.firings(after));
    let known: Vec<String> = now.iter().map(patterns::sentence).collect();
    // A rule with a move of the opponent tells of a threat, which this move may prevent.
    let mover = position.to_move();
    let is_about_move = |firing: &&Firing<'_>| firing.mv == Some(mv) && firing.prover == mover;
    let is_new =
        |firing: &&Firing<'_>| firing.mv.is_none() && !known.contains(&patterns::sentence(firing));
    let told = now.iter().filter(is_about_move).chain(then.iter().filter(is_new));
    patterns::statements(told, chains(after))
}
