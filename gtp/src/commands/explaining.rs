//! Why a move is good or bad, and what becomes of a stone, in plain words.

use engine::board::Position;
use engine::reading::{ReadingLimits, consequences, fight_for, kill};
use engine::theorems::{Firing, RuleBook};
use engine::vocabulary::{AnySize, Color, Move, Point, Vertex};
use protocol::Arguments;

use super::reading::limits;
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use review::judgement::explanation;

/// The row of this module.
pub(super) const COMMANDS: &[Command] = &[Command::new(
    "mengxi_explain",
    "VERTEX",
    "why a move there is good or bad, or what becomes of a stone there: what the search, the reading and the rules say, in plain words",
    explain,
)];

/// The most rules told of.
const MOST_RULES: usize = 6;

fn explain(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let mv = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let game = session.game();
    let (mover, position) = (game.to_move(), game.position().clone());
    if let Some(owner) = game.stone_at(mv) {
        return Ok(stone(&position, owner, mv, limits(session)).join("\n"));
    }
    game.check(mover, Move::Play(mv)).map_err(CommandError::IllegalMove)?;
    let limits = limits(session);
    let mut said = vec![explanation::of_search(session.player().look(), mv)];
    let changes = consequences(&position, mv, limits);
    let changes = explanation::of_consequences(mover, mv, &changes);
    if changes.is_empty() {
        said.push("It changes nothing around it that could be read.".to_owned());
    }
    said.extend(changes);
    said.extend(rules(&position, mv));
    Ok(said.join("\n"))
}

/// What becomes of a stone whose owner does not answer: whether its chain can be captured and its group
/// killed, and what the rules say of them.
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
    let mut said = explanation::of_stone(owner, at, answers);
    let chain = position.board().chain_stones(Point::of::<AnySize>(at)).copied();
    let is_part =
        |&target: &Vertex| chain.is_some_and(|chain| chain.contains(Point::of::<AnySize>(target)));
    let firings = RuleBook::embedded().firings(position);
    said.extend(in_words(firings.iter().filter(|firing| firing.targets.iter().any(is_part))));
    said
}

/// What the rules say of a move, and what they say after it that they have not said before.
fn rules(position: &Position<AnySize>, mv: Vertex) -> Vec<String> {
    let book = RuleBook::embedded();
    let mut after = position.clone();
    after.play(Point::of::<AnySize>(mv));
    let (now, then) = (book.firings(position), book.firings(&after));
    let known: Vec<String> = now.iter().map(explanation::of_rule).collect();
    let is_about_move = |firing: &&Firing<'_>| firing.mv == Some(mv);
    let is_new = |firing: &&Firing<'_>| {
        firing.mv.is_none() && !known.contains(&explanation::of_rule(firing))
    };
    in_words(now.iter().filter(is_about_move).chain(then.iter().filter(is_new)))
}

/// What some rules say, what asks for the least first.
fn in_words<'a>(firings: impl Iterator<Item = &'a Firing<'a>>) -> Vec<String> {
    let mut all: Vec<&Firing<'_>> = firings.collect();
    all.sort_by_key(|firing| firing.rule.points());
    let mut said: Vec<String> = Vec::new();
    for sentence in all.into_iter().map(explanation::of_rule) {
        if !said.contains(&sentence) && said.len() < MOST_RULES {
            said.push(sentence);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn a_move_is_explained_by_what_it_does() {
        let mut talk = Conversation::new(9);
        // A stone in atari, a stone next to it, and whose turn it is.
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
        let said = talk.ask("mengxi_explain D3");
        assert!(said.starts_with("White's chain at D3 cannot be captured ("), "{said}");
        for bad in ["", "E4 E5", "pass", "T19"] {
            talk.fails(&format!("mengxi_explain {bad}"));
        }
    }

    #[test]
    fn what_the_playouts_say_comes_first() {
        let mut talk = Conversation::new(5);
        let said = talk.ask("mengxi_explain C3");
        let first = said.lines().next().unwrap_or_default();
        assert!(first.contains("trial games") || first.contains("has not tried C3"), "{said}");
        assert!(said.contains("It changes nothing around it that could be read."), "{said}");
    }
}
