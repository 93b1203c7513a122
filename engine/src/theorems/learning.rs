//! Learns rules from proofs by explanation-based generalisation (Mitchell, Keller and
//! Kedar-Cabelli, Explanation-Based Generalization: A Unifying View, Machine Learning, 1986). Here
//! the explanation is a proof. The zone of a proof is the part of the position that the proof
//! relies on.
//!
//! As in sequential covering, only queries that no rule covers yet are read.

use std::ops::AddAssign;

use super::book::{Firing, RuleBook};
use super::outsides::{move_elsewhere, with_another_outside};
use super::rule::{Rule, RuleGoal, Subject};
use crate::board::{Board, Position};
use crate::reading::Capture;
use crate::reading::Connection;
use crate::reading::groups_of;
use crate::reading::{Aim, AllReplies, Fight, KoThreats, Width};
use crate::theorems::safety::Safety;
use crate::theorems::strategy::Strategy;
use crate::vocabulary::{Bitboard, Color, Geometry, Point, Random};
use classical::{Budget, Goal, ProofNumberSearch};

/// The capture of a chain is read only if the chain has at most this many liberties.
const IN_DANGER: usize = 3;
/// The size of the table for a reading, in bytes per position searched. In a smaller table, parts
/// of the proof would be overwritten before its strategy is extracted.
const TABLE_SHARE: usize = 4096;
/// The number of boards, each with different surroundings, on which a strategy is tested before its
/// rule is accepted.
const TRIES: usize = 8;

/// The maximum number of positions in which the strategy is checked on each board.
const FOLLOWED: usize = 500;

/// The limits for learning one rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleLimits {
    /// The maximum number of positions searched for one query.
    pub nodes: u64,
    /// The maximum number of points in the pattern of a rule.
    pub points: usize,
}

/// The results of the queries about a position.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The rules that have answered a query, identified by their numbers in the book.
    answers: Vec<usize>,
    /// The rules learned from the proofs of the other queries.
    learned: Vec<Rule>,
    /// The number of queries with each result.
    pub coverage: Coverage,
}

/// The number of queries with each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Queries answered by a rule.
    pub covered: u64,
    /// Queries that were proved by reading and from which a rule was learned.
    pub learned: u64,
    /// Queries from which no rule was learned: those that were decided without a search, for which
    /// reading found no proof, whose rule would be too large, or whose proof was refuted.
    pub open: u64,
    /// Queries whose proof failed on other boards; these also count as open. Each one reveals an
    /// error in the computation of zones.
    pub refuted: u64,
    /// The number of positions searched.
    pub nodes: u64,
}

impl AddAssign for Coverage {
    fn add_assign(&mut self, other: Self) {
        self.covered += other.covered;
        self.learned += other.learned;
        self.open += other.open;
        self.refuted += other.refuted;
        self.nodes += other.nodes;
    }
}

impl RuleBook {
    /// Determines what can be captured, connected or made to live in a position, using the rules
    /// where they apply and reading otherwise. `random` generates the boards on which proofs are
    /// tested.
    pub fn study<G: Geometry>(
        &self,
        position: &Position<G>,
        limits: RuleLimits,
        random: Random,
    ) -> Lesson {
        let known = known(self, position);
        let position = position.clone();
        let mut pupil = Pupil { position, limits, random, lesson: Lesson::default() };
        for query in queries(pupil.position.board()) {
            pupil.answer(query, &known);
        }
        pupil.lesson
    }

    /// Adds the rules learned in a lesson from [`study`](Self::study), and credits each answered
    /// query to the rule that answered it.
    pub fn take(&mut self, lesson: Lesson) {
        lesson.answers.into_iter().for_each(|rule| self.count(rule));
        for rule in lesson.learned {
            self.insert(rule);
        }
    }
}

/// A rule that applies, in short form.
struct ApplicableRule {
    number: usize,
    goal: RuleGoal,
    prover: Color,
    has_move: bool,
    targets: [Point; 2],
}

fn known<G: Geometry>(book: &RuleBook, position: &Position<G>) -> Vec<ApplicableRule> {
    let mut all = Vec::new();
    book.for_each(position, |number, Firing { rule, prover, mv, targets }| {
        let targets = targets.map(Point::of::<G>);
        all.push(ApplicableRule {
            number,
            goal: rule.goal(),
            prover,
            has_move: mv.is_some(),
            targets,
        });
    });
    all
}

/// A query about a position: whether a goal is reached if the prover moves first, or whether it is
/// reached no matter who moves first.
#[derive(Clone, Copy)]
struct GoalQuery {
    goal: RuleGoal,
    prover: Color,
    stones: [Point; 2],
}

/// All worthwhile queries about a board.
fn queries<G: Geometry>(board: &Board<G>) -> Vec<GoalQuery> {
    let mut queries = Vec::new();
    for color in Color::BOTH {
        let own = *board.stones(color);
        for stone in board.chains_of(own) {
            let alone = [stone; 2];
            if board.liberties_of(stone) <= IN_DANGER {
                let goal = RuleGoal::Capture;
                queries.push(GoalQuery { goal, prover: !color, stones: alone });
            }
            let liberties = board.chain_liberties(stone).copied().unwrap_or_default();
            let others = own - board.chain_stones(stone).copied().unwrap_or_default();
            let near = (liberties | (liberties.neighbours() & *board.empty())).neighbours();
            for other in board.chains_of(near & others).filter(|&other| stone < other) {
                let goal = RuleGoal::Connection;
                queries.push(GoalQuery { goal, prover: color, stones: [stone, other] });
            }
        }
        let life = |stone| GoalQuery { goal: RuleGoal::Life, prover: color, stones: [stone; 2] };
        queries.extend(groups_of(board, color).map(life));
    }
    queries
}

struct Pupil<G: Geometry> {
    position: Position<G>,
    limits: RuleLimits,
    random: Random,
    lesson: Lesson,
}

impl<G: Geometry> Pupil<G> {
    /// Determines, from the rules or by reading, whether the goal is reached no matter who moves
    /// first. If not, determines whether the goal is reached if the prover moves first.
    fn answer(&mut self, query: GoalQuery, known: &[ApplicableRule]) {
        let chains = self.chains(query);
        let says = |known: &&ApplicableRule| {
            let fits = |[a, b]: [Point; 2]| chains[0].contains(a) && chains[1].contains(b);
            let [a, b] = known.targets;
            (known.goal, known.prover) == (query.goal, query.prover)
                && (fits([a, b]) || fits([b, a]))
        };
        for mover in [!query.prover, query.prover] {
            let has_move = mover == query.prover;
            if has_move && self.takes_one_move(query) {
                return;
            }
            let mut known = known.iter().filter(says);
            if let Some(known) = known.find(|known| has_move || !known.has_move) {
                self.lesson.coverage.covered += 1;
                return self.lesson.answers.push(known.number);
            }
            if let Some(rule) = self.read(query, mover) {
                self.lesson.coverage.learned += 1;
                return self.lesson.learned.push(rule);
            }
            self.lesson.coverage.open += 1;
        }
    }

    /// Whether the prover reaches the goal with a single move, in which case no rule is needed.
    fn takes_one_move(&self, query: GoalQuery) -> bool {
        let board = self.position.board();
        let [first, second] = query.stones.map(|stone| board.chain_liberties(stone));
        match query.goal {
            RuleGoal::Capture => first.is_some_and(|liberties| liberties.count() == 1),
            RuleGoal::Connection => {
                first.zip(second).is_some_and(|(first, second)| first.intersects(second))
            }
            RuleGoal::Life => false,
        }
    }

    fn chains(&self, query: GoalQuery) -> [Bitboard<G>; 2] {
        let board = self.position.board();
        query.stones.map(|stone| board.chain_stones(stone).copied().unwrap_or_default())
    }

    /// Returns the rule learned from a proof that the prover reaches the goal if `mover` moves
    /// first, or `None` if no such rule is found.
    fn read(&mut self, query: GoalQuery, mover: Color) -> Option<Rule> {
        let GoalQuery { goal, stones, .. } = query;
        let start = Position::from_board(self.position.board().clone(), mover);
        match goal {
            RuleGoal::Capture => self.prove(&start, query, |it| Capture::of(it, stones[0])),
            RuleGoal::Connection => self.prove(&start, query, |it| Connection::of(it, stones)),
            RuleGoal::Life => self.prove(&start, query, |it| Safety::of(it, stones[0])),
        }
    }

    fn prove<A: Aim<G>>(
        &mut self,
        position: &Position<G>,
        query: GoalQuery,
        aim: impl Fn(&Board<G>) -> Option<A>,
    ) -> Option<Rule> {
        let GoalQuery { goal, prover, .. } = query;
        let fight = |position: &Position<G>| {
            let aim = aim(position.board())?;
            Some(Fight::new(position, aim, KoThreats::Of(!prover), Width(0), AllReplies))
        };
        let mut game = fight(position)?;
        if game.status().verdict().is_some() {
            return None;
        }
        let mut search = ProofNumberSearch::new(self.limits.nodes as usize * TABLE_SHARE);
        let mut budget = Budget::nodes(self.limits.nodes);
        let proof = search.prove(&mut game, &mut budget);
        self.lesson.coverage.nodes += budget.spent();
        let zone = search.zone(&game).filter(|_| proof.verdict == Some(true))?;
        if zone.count() > self.limits.points {
            return None;
        }
        let strategy = Strategy::of(&search, &mut game)?;
        let mv = if game.is_prover_to_move() { Some(search.best(&game)??) } else { None };
        for _ in 0..TRIES {
            let Some(board) = with_another_outside(&mut self.random, position.board(), zone) else {
                continue;
            };
            let other = Position::from_board(board, position.to_move());
            let mut elsewhere =
                |position: &Position<G>| move_elsewhere(&mut self.random, position, zone);
            if !strategy.holds(&mut fight(&other)?, FOLLOWED, &mut elsewhere) {
                self.lesson.coverage.refuted += 1;
                return None;
            }
        }
        let subject = Subject { goal, prover, mv, chains: self.chains(query) };
        Rule::of(position.board(), zone, &subject)
    }
}
