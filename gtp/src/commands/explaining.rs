//! Explains in plain words why a move is good or bad, and what will happen to a stone.

use engine::board::Position;
use engine::reading::{ReadingLimits, consequences, fight_for, kill};
use engine::theorems::{Firing, RuleBook, RuleGoal};
use engine::vocabulary::{AnySize, Color, Move, Point, Vertex};
use protocol::Arguments;

use super::reading::limits;
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use review::judgement::explanation;

/// The row of the command table for the command in this module.
pub(super) const COMMANDS: &[Command] = &[Command::new(
    "mengxi_explain",
    "VERTEX",
    "explains in plain words what a move costs and what to play instead, or whether a stone can be saved",
    explain,
)];

/// The maximum number of patterns reported.
const MOST_RULES: usize = 6;
/// The fraction of the per-move limits that each of the two searches may use. One search looks for
/// the best move, and the other for the answer to the move in question.
const HALF_A_MOVE: f64 = 0.5;

fn explain(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let mv = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let stop = session.stop_signal();
    let game = session.game();
    let (mover, position) = (game.to_move(), game.position().clone());
    if let Some(owner) = game.stone_at(mv) {
        return Ok(stone(&position, owner, mv, limits(session, &stop)).join("\n"));
    }
    game.check(mover, Move::Play(mv)).map_err(CommandError::IllegalMove)?;
    let limits = limits(session, &stop);
    let report = session.player().study(HALF_A_MOVE).clone();
    let is_best = report.moves.first().is_some_and(|best| best.mv == Move::Play(mv));
    let after = match is_best {
        true => None,
        false => session.player().study_move(Move::Play(mv), HALF_A_MOVE),
    };
    let mut said = explanation::of_search(mover, &report, mv, after.as_ref());
    let changes = consequences(&position, mv, limits);
    let changes = explanation::of_consequences(mover, mv, &changes);
    if changes.is_empty() {
        said.push("It changes nothing around it that could be read.".to_owned());
    }
    let mut after = position.clone();
    after.play(Point::of::<AnySize>(mv));
    let findings = changes.into_iter().chain(rules(&position, &after, mv));
    said.extend(explanation::one_verdict_each(findings, chains(&after)));
    Ok(said.join("\n"))
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
    let (against, beside): (Vec<_>, Vec<_>) = about.partition(contradicts);
    let verdict = fate.map(|fate| fate.finding).filter(|_| is_proved || against.is_empty());
    let beside = match verdict {
        Some(_) => beside,
        None => against,
    };
    let said = verdict.into_iter().map(|verdict| verdict.sentence);
    said.chain(in_order(beside.into_iter()).into_iter().map(|found| found.sentence)).collect()
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
    let said = |firing: &Firing<'_>| explanation::of_rule(firing).sentence;
    let known: Vec<String> = now.iter().map(said).collect();
    let is_about_move = |firing: &&Firing<'_>| firing.mv == Some(mv);
    let is_new = |firing: &&Firing<'_>| firing.mv.is_none() && !known.contains(&said(firing));
    in_order(now.iter().filter(is_about_move).chain(then.iter().filter(is_new)))
}

/// What these patterns say, starting with the smallest pattern.
fn in_order<'a>(firings: impl Iterator<Item = &'a Firing<'a>>) -> Vec<explanation::Finding> {
    let mut all: Vec<&Firing<'_>> = firings.collect();
    all.sort_by_key(|firing| firing.rule.points());
    let mut said: Vec<explanation::Finding> = Vec::new();
    for found in all.into_iter().map(explanation::of_rule) {
        let is_new = said.iter().all(|known| known.sentence != found.sentence);
        if is_new && said.len() < MOST_RULES {
            said.push(found);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::player::PlayerSettings;

    use crate::test_player::Conversation;

    #[test]
    fn a_move_is_explained_by_what_it_does() {
        let mut talk = Conversation::new(9);
        // This limit is many times the time needed for the readings before and after a move, even
        // on a busy machine.
        let player = talk.session.player();
        let settings =
            PlayerSettings { seconds: Some(Duration::from_secs(4)), ..*player.settings() };
        player.set_settings(settings).unwrap();
        // Black is to move. The stone at D4 is in atari, and E4 connects it to the stone at E5.
        talk.expect("gogui-setup b D4 w C4 w D5 w D3 b E5 b C5", "=");
        talk.expect("gogui-setup_player b", "=");
        let said = talk.ask("mengxi_explain E4");
        assert!(said.contains("It saves the chain at D4 ("), "{said}");
        let said = talk.ask("mengxi_explain A9");
        assert!(said.contains("The stone at A9 can be captured ("), "{said}");
        talk.expect("gogui-setup_player w", "=");
        let said = talk.ask("mengxi_explain E4");
        assert!(said.contains("It captures the chain at D4 ("), "{said}");
        let said = talk.ask("mengxi_explain D4");
        assert!(said.starts_with("Black's chain at D4 can be captured by E4 ("), "{said}");
        // A group with two eyes, which is safe whatever happens around it.
        talk.expect("clear_board", "=");
        talk.expect("gogui-setup w A2 w B2 w C2 w D2 w D1 w B1 b A3 b B3 b C3 b E2 b E1", "=");
        let said = talk.ask("mengxi_explain C2");
        assert!(
            said.starts_with("White's chain at C2 cannot be captured, nor its group killed ("),
            "{said}"
        );
        for bad in ["", "E4 E5", "pass", "T19"] {
            talk.fails(&format!("mengxi_explain {bad}"));
        }
    }

    #[test]
    fn what_the_playouts_say_comes_first() {
        let mut talk = Conversation::new(5);
        let said = talk.ask("mengxi_explain C3");
        // The test player has not searched C3. After that move, White leads by 1.5 points.
        assert!(said.starts_with("C3 costs about 4 points: play A5 instead.\n"), "{said}");
        assert!(said.contains("It changes nothing around it that could be read."), "{said}");
        let said = talk.ask("mengxi_explain A5");
        assert!(said.starts_with("A5 is the best move found: after it Black leads"), "{said}");
    }
}
