//! Rules from proofs: explanation-based generalisation (Mitchell, Keller and Kedar-Cabelli,
//! Explanation-Based Generalization: A Unifying View, Machine Learning, 1986), where the explanation is
//! a proof and what it needs its zone.
//!
//! As in sequential covering, only what no rule says yet is read.

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

/// The most liberties of a chain whose capture is read.
const IN_DANGER: usize = 3;
/// The bytes of the table of a reading for each position that it looks at: with less, parts of the
/// proof would be forgotten before its strategy is taken out.
const TABLE_SHARE: usize = 4096;
/// On how many boards with other outsides a strategy is tried before its rule is believed.
const TRIES: usize = 8;

/// To how many positions it is followed on each.
const FOLLOWED: usize = 500;

/// What a rule may take.
#[derive(Clone, Copy, Debug)]
pub struct RuleLimits {
    /// The positions looked at in the reading of one question.
    pub nodes: u64,
    /// The points that a rule may ask for.
    pub points: usize,
}

/// What has come of the questions about a position.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The rules that have answered a question, by their numbers in the book.
    answers: Vec<usize>,
    /// The rules of the proofs that have answered the others.
    learned: Vec<Rule>,
    /// How many questions came to what.
    pub coverage: Coverage,
}

/// What has come of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Those that a rule answered.
    pub covered: u64,
    /// Those that were read and proved, and became a rule.
    pub learned: u64,
    /// Those that were read without a proof, or whose rule would be too large.
    pub open: u64,
    /// Those whose proof failed elsewhere. Each one is a mistake in the zones.
    pub refuted: u64,
    /// The positions looked at.
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
    /// Asks what can be captured, connected and made to live in a position, and reads what no rule
    /// tells. The `random` numbers are for the boards on which proofs are tried again.
    pub fn study<G: Geometry>(
        &self,
        position: &Position<G>,
        limits: RuleLimits,
        random: Random,
    ) -> Lesson {
        let known = known(self, position);
        let position = position.clone();
        let mut pupil = Pupil { position, limits, random, lesson: Lesson::default() };
        for question in questions(pupil.position.board()) {
            pupil.answer(question, &known);
        }
        pupil.lesson
    }

    /// Takes over the rules that a lesson of this book has brought.
    pub fn take(&mut self, lesson: Lesson) {
        lesson.answers.into_iter().for_each(|rule| self.count(rule));
        for rule in lesson.learned {
            self.insert(rule);
        }
    }
}

/// A rule that says something, in short.
struct Known {
    number: usize,
    goal: RuleGoal,
    prover: Color,
    has_move: bool,
    targets: [Point; 2],
}

fn known<G: Geometry>(book: &RuleBook, position: &Position<G>) -> Vec<Known> {
    let mut all = Vec::new();
    book.for_each(position, |number, Firing { rule, prover, mv, targets }| {
        let targets = targets.map(Point::of::<G>);
        all.push(Known { number, goal: rule.goal(), prover, has_move: mv.is_some(), targets });
    });
    all
}

/// What is asked of a position: whether this is reached, whoever moves first or by a move.
#[derive(Clone, Copy)]
struct Question {
    goal: RuleGoal,
    prover: Color,
    stones: [Point; 2],
}

/// All that is worth a question on a board.
fn questions<G: Geometry>(board: &Board<G>) -> Vec<Question> {
    let mut questions = Vec::new();
    for color in Color::BOTH {
        let own = *board.stones(color);
        for stone in board.chains_of(own) {
            let alone = [stone; 2];
            if board.liberties_of(stone) <= IN_DANGER {
                let goal = RuleGoal::Capture;
                questions.push(Question { goal, prover: !color, stones: alone });
            }
            let liberties = board.chain_liberties(stone).copied().unwrap_or_default();
            let others = own - board.chain_stones(stone).copied().unwrap_or_default();
            let near = (liberties | (liberties.neighbours() & *board.empty())).neighbours();
            for other in board.chains_of(near & others).filter(|&other| stone < other) {
                let goal = RuleGoal::Connection;
                questions.push(Question { goal, prover: color, stones: [stone, other] });
            }
        }
        let life = |stone| Question { goal: RuleGoal::Life, prover: color, stones: [stone; 2] };
        questions.extend(groups_of(board, color).map(life));
    }
    questions
}

struct Pupil<G: Geometry> {
    position: Position<G>,
    limits: RuleLimits,
    random: Random,
    lesson: Lesson,
}

impl<G: Geometry> Pupil<G> {
    /// Whether the goal is reached whoever moves first, or else by a move: by the rules, or by reading.
    fn answer(&mut self, question: Question, known: &[Known]) {
        let chains = self.chains(question);
        let says = |known: &&Known| {
            let fits = |[a, b]: [Point; 2]| chains[0].contains(a) && chains[1].contains(b);
            let [a, b] = known.targets;
            (known.goal, known.prover) == (question.goal, question.prover)
                && (fits([a, b]) || fits([b, a]))
        };
        for mover in [!question.prover, question.prover] {
            let has_move = mover == question.prover;
            if has_move && self.takes_one_move(question) {
                return;
            }
            let mut known = known.iter().filter(says);
            if let Some(known) = known.find(|known| has_move || !known.has_move) {
                self.lesson.coverage.covered += 1;
                return self.lesson.answers.push(known.number);
            }
            if let Some(rule) = self.read(question, mover) {
                self.lesson.coverage.learned += 1;
                return self.lesson.learned.push(rule);
            }
            self.lesson.coverage.open += 1;
        }
    }

    /// Whether the prover reaches the goal by one move, which takes no rule to see.
    fn takes_one_move(&self, question: Question) -> bool {
        let board = self.position.board();
        let [first, second] = question.stones.map(|stone| board.chain_liberties(stone));
        match question.goal {
            RuleGoal::Capture => first.is_some_and(|liberties| liberties.count() == 1),
            RuleGoal::Connection => {
                first.zip(second).is_some_and(|(first, second)| first.intersects(second))
            }
            RuleGoal::Life => false,
        }
    }

    fn chains(&self, question: Question) -> [Bitboard<G>; 2] {
        let board = self.position.board();
        question.stones.map(|stone| board.chain_stones(stone).copied().unwrap_or_default())
    }

    /// The rule of the proof that the prover reaches the goal, if `mover` is the first to move.
    fn read(&mut self, question: Question, mover: Color) -> Option<Rule> {
        let Question { goal, stones, .. } = question;
        let start = Position::from_board(self.position.board().clone(), mover);
        match goal {
            RuleGoal::Capture => self.prove(&start, question, |it| Capture::of(it, stones[0])),
            RuleGoal::Connection => self.prove(&start, question, |it| Connection::of(it, stones)),
            RuleGoal::Life => self.prove(&start, question, |it| Safety::of(it, stones[0])),
        }
    }

    fn prove<A: Aim<G>>(
        &mut self,
        position: &Position<G>,
        question: Question,
        aim: impl Fn(&Board<G>) -> Option<A>,
    ) -> Option<Rule> {
        let Question { goal, prover, .. } = question;
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
        let subject = Subject { goal, prover, mv, chains: self.chains(question) };
        Rule::of(position.board(), zone, &subject)
    }
}
