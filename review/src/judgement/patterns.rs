//! What known patterns say about chains, in terms that players use.

use engine::theorems::{Firing, RuleGoal};
use engine::vocabulary::Vertex;

use super::explanation::Finding;
use crate::words::name;

/// The maximum number of statements.
const MOST: usize = 6;

/// Patterns that say the same about the same chains, apart from the move.
struct Statement<'a> {
    firing: &'a Firing<'a>,
    /// The moves by any of which the goal is reached; none if it is reached without a move.
    moves: Vec<Vertex>,
}

impl<'a> Statement<'a> {
    fn of(firing: &'a Firing<'a>) -> Self {
        Self { firing, moves: firing.mv.into_iter().collect() }
    }

    /// Whether a pattern has the same goal, for the same player and chains.
    fn is_about(&self, other: &Firing<'_>, chain_of: &impl Fn(Vertex) -> Vertex) -> bool {
        let ends = |firing: &Firing<'_>| sorted(firing.targets.map(chain_of));
        let Firing { rule, prover, .. } = self.firing;
        rule.goal() == other.rule.goal()
            && *prover == other.prover
            && ends(self.firing) == ends(other)
    }

    /// Takes in a pattern with the same goal.
    fn add(&mut self, other: &Firing<'_>) {
        match other.mv {
            None => self.moves.clear(),
            // Without a move there is nothing to add.
            Some(mv) if !self.moves.is_empty() && !self.moves.contains(&mv) => self.moves.push(mv),
            Some(_) => {}
        }
    }

    fn finding(&self) -> Finding {
        let Firing { rule, prover, targets, .. } = *self.firing;
        let [first, second] = sorted(targets);
        let (player, other) = (name(prover), name(!prover));
        let what = match rule.goal() {
            RuleGoal::Capture => format!("captures the chain at {first}"),
            RuleGoal::Connection => format!("connects {first} and {second}"),
            RuleGoal::Life => format!("makes the group at {first} live"),
        };
        let moves: Vec<String> = sorted(self.moves.clone()).iter().map(Vertex::to_string).collect();
        let how = match moves.as_slice() {
            [] => format!("even if {other} plays first"),
            moves => format!("by {}", moves.join(" or ")),
        };
        let source = if moves.len() > 1 { "known patterns" } else { "a known pattern" };
        let sentence = format!("{player} {what} {how} ({source}, proved).");
        Finding { about: targets, is_proved: true, sentence }
    }
}

/// These points in the order of their names.
fn sorted<T: AsMut<[Vertex]>>(mut points: T) -> T {
    points.as_mut().sort_by_key(|point| (point.column(), point.row()));
    points
}

/// What a single pattern says.
pub(super) fn sentence(firing: &Firing<'_>) -> String {
    Statement::of(firing).finding().sentence
}

/// What these patterns say, starting with the smallest pattern. Patterns that differ only in the
/// move share a statement. `chain_of` maps all stones of a chain to the same vertex.
pub(super) fn statements<'a>(
    firings: impl Iterator<Item = &'a Firing<'a>>,
    chain_of: impl Fn(Vertex) -> Vertex,
) -> Vec<Finding> {
    let mut all: Vec<&'a Firing<'a>> = firings.collect();
    all.sort_by_key(|firing| firing.rule.points());
    let mut said: Vec<Statement<'a>> = Vec::new();
    for firing in all {
        match said.iter_mut().find(|known| known.is_about(firing, &chain_of)) {
            Some(known) => known.add(firing),
            None => said.push(Statement::of(firing)),
        }
    }
    said.iter().take(MOST).map(Statement::finding).collect()
}

#[cfg(test)]
mod tests {
    use engine::rules::{GameState, Rules};
    use engine::theorems::RuleBook;
    use engine::vocabulary::Color;

    use super::*;

    #[test]
    fn a_connection_is_told_once_with_all_ways_to_make_it() {
        // Black has stones at D4, E5 and F7.
        let rows = [
            ".........",
            ".........",
            ".....X...",
            ".........",
            "....X....",
            "...X.....",
            ".........",
            ".........",
            ".........",
        ];
        let game = GameState::from_diagram(&rows.join("\n"), Rules::default(), Color::White);
        let game = game.unwrap();
        let firings = RuleBook::embedded().firings(game.position());
        let found = statements(firings.iter(), |at| at);
        let mut said: Vec<&str> = found.iter().map(|found| found.sentence.as_str()).collect();
        said.sort_unstable();
        assert_eq!(
            said,
            [
                "Black connects D4 and E5 even if White plays first (a known pattern, proved).",
                "Black connects E5 and F7 by E6 or F6 (known patterns, proved).",
            ]
        );
    }
}
