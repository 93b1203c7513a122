//! Compares the amounts of work that reading requires with and without the learned rules.

use std::ops::AddAssign;

use classical::{Budget, ProofNumberSearch};
use engine::board::Position;
use engine::reading::{
    Aim, AllReplies, Capture, Connection, Fight, KoThreats, NearReplies, Replies, Width,
};
use engine::theorems::{ByRules, RuleBook, Subject};
use engine::vocabulary::{AnySize, Color, Point};

use super::{Question, Setup};

/// The maximum number of positions searched in one reading.
const MOST: u64 = 50_000;
/// The size of the search's table, in bytes.
const TABLE: usize = 16 << 20;

/// The amount of work done in a number of readings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// The number of questions answered.
    pub questions: u64,
    /// The number of positions searched without learned rules.
    pub alone: u64,
    /// The number of positions searched with the built-in learned rules.
    pub by_rules: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.questions += other.questions;
        self.alone += other.alone;
        self.by_rules += other.by_rules;
    }
}

/// Answers a question about a capture or a connection with and without the learned rules: first
/// considering only replies near the fight, then considering all replies. Returns `None` for any
/// other question.
///
/// # Errors
/// If the learned rules change the answer, or if the question makes no sense.
pub(super) fn read(setup: &Setup, question: &Question) -> Result<Option<[Effort; 2]>, String> {
    let point = Point::of::<AnySize>;
    let (stone, is_owners) = match *question {
        Question::Attack(stone) => (stone, false),
        Question::Defend(stone) => (stone, true),
        Question::Connect([stone, _]) => (stone, true),
        Question::Disconnect([stone, _]) => (stone, false),
        _ => return Ok(None),
    };
    let owner = setup.owner(stone)?;
    let mover = if is_owners { owner } else { !owner };
    let position = Position::from_board(setup.board.clone(), mover);
    let both = match *question {
        Question::Connect(ends) | Question::Disconnect(ends) => {
            Connection::of(&setup.board, ends.map(point)).map(|aim| in_both_ways(&position, aim))
        }
        _ => Capture::of(&setup.board, point(stone)).map(|aim| in_both_ways(&position, aim)),
    };
    both.ok_or("the question makes no sense")?.map(Some)
}

fn in_both_ways<A: Subject<AnySize> + Copy>(
    position: &Position<AnySize>,
    aim: A,
) -> Result<[Effort; 2], String> {
    Ok([compare(position, aim, NearReplies)?, compare(position, aim, AllReplies)?])
}

fn compare<A: Subject<AnySize> + Copy, R: Replies<AnySize>>(
    position: &Position<AnySize>,
    aim: A,
    replies: R,
) -> Result<Effort, String> {
    let rules = ByRules { aim, book: RuleBook::embedded() };
    let (alone, before) = nodes(position, aim, replies);
    let (by_rules, after) = nodes(position, rules, replies);
    match (alone, by_rules) {
        (Some(alone), Some(by_rules)) if alone != by_rules => {
            Err(format!("{alone} without rules, {by_rules} with them"))
        }
        (None, _) | (_, None) => Ok(Effort::default()),
        _ => Ok(Effort { questions: 1, alone: before, by_rules: after }),
    }
}

/// The verdict on an aim if the prover's opponent has all ko threats, and the number of positions
/// searched.
fn nodes<A: Aim<AnySize>, R: Replies<AnySize>>(
    position: &Position<AnySize>,
    aim: A,
    replies: R,
) -> (Option<bool>, u64) {
    let prover: Color = aim.prover();
    let mut fight = Fight::new(position, aim, KoThreats::Of(!prover), Width(0), replies);
    let mut budget = Budget::nodes(MOST);
    let proof = ProofNumberSearch::new(TABLE).prove(&mut fight, &mut budget);
    (proof.verdict, budget.spent())
}
