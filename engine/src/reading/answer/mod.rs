//! Questions to the classical searches, and their answers in words that leave the search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::capture::Capture;
use super::classical::{Budget, Goal, ProofNumberSearch};
use super::connection::Connection;
use super::fight::{Aim, AllReplies, Fight, KoThreats, NearReplies, Width};
use super::life::Death;
use super::surroundings::groups_of;
use crate::board::Position;
use crate::vocabulary::{AnySize, Color, Geometry, InGeometry, Point, Vertex, in_geometry_of};

#[cfg(test)]
mod tests;

/// The largest table worth its making, in bytes: seconds of reading do not fill it.
const LARGEST_TABLE: usize = 32 << 20;

/// How often a reading is widened, the first one included.
const WIDTHS: usize = 3;

/// The share of the time for the first search, 0 to 1: whether a success needs no threat for a ko.
const FIRST_SHARE: f32 = 0.6;

/// The most positions looked at to prove what has been read: what takes more is not worth the wait.
const PROOF_NODES: u64 = 2_000;

/// The largest table for that, in bytes: its records are larger.
const LARGEST_PROOF_TABLE: usize = 4 << 20;

/// What an answer may take.
#[derive(Clone, Copy, Debug)]
pub struct ReadingLimits<'a> {
    /// Time.
    pub time: Duration,
    /// The memory of its table, in bytes.
    pub memory: usize,
    /// Ends the reading once it is set.
    pub stop: Option<&'a AtomicBool>,
}

/// How surely something succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Success {
    /// Whatever the other one does.
    Certain,
    /// If a ko is won in which the other one needs the first threat.
    GoodKo,
    /// If a ko is won for which the first threat is needed.
    BadKo,
}

/// What the reading of a goal has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the player to move succeeds.
    pub success: Option<Success>,
    /// A move by which it does.
    pub mv: Option<Vertex>,
    /// Whether all moves that were to be looked at have been; otherwise it is the best guess.
    pub is_complete: bool,
    /// Whether the success is proved against every reply on the whole board.
    pub is_proved: bool,
}

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It lives, whoever moves first.
    Alive,
    /// It dies, whoever moves first.
    Dead,
    /// It dies or lives by a move, where one is known.
    Critical {
        /// By which the opponent kills it.
        kill: Option<Vertex>,
        /// By which its owner makes it live.
        save: Option<Vertex>,
    },
}

/// Whether the player to move captures the chain of the stone at `target`, or saves it where it is its
/// own; `None` where there is no stone.
pub fn fight_for(
    position: &Position<AnySize>,
    target: Vertex,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    ask(position, Question::Capture(target), limits)
}

/// Whether the player to move kills the group of the stone at `target`, or makes it live where it
/// is its own; `None` where there is no stone.
pub fn kill(
    position: &Position<AnySize>,
    target: Vertex,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    ask(position, Question::Death(target), limits)
}

/// The same where the group races with that of a stone of the other colour, the second of the two,
/// whose capture is life; `None` where there are no such stones.
pub fn race(
    position: &Position<AnySize>,
    stones: [Vertex; 2],
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    ask(position, Question::Race(stones), limits)
}

/// What becomes of the group of the stone at `target`, as far as either player reads within the
/// limits; `None` where there is no stone. Who needs the first threat for a ko has not succeeded.
pub fn fate(
    position: &Position<AnySize>,
    target: Vertex,
    limits: ReadingLimits<'_>,
) -> Option<Fate> {
    let owner = position.board().color_at(Point::of::<AnySize>(target))?;
    let move_of = |mover| {
        let mut position = position.clone();
        position.set_to_move(mover);
        let answer = kill(&position, target, limits)?;
        matches!(answer.success, Some(Success::Certain | Success::GoodKo)).then_some(answer.mv)
    };
    let Some(kill) = move_of(!owner) else { return Some(Fate::Alive) };
    let Some(save) = move_of(owner) else { return Some(Fate::Dead) };
    Some(Fate::Critical { kill, save })
}

/// A stone of each group on the board: of the chains that are tied to each other.
pub fn groups(position: &Position<AnySize>) -> Vec<Vertex> {
    let groups = Color::BOTH.into_iter().flat_map(|color| groups_of(position.board(), color));
    groups.map(Point::vertex::<AnySize>).collect()
}

/// Whether the player to move connects the chains of two stones of one colour, or cuts them where
/// they are not its own; `None` where they are not of one colour.
pub fn connect(
    position: &Position<AnySize>,
    ends: [Vertex; 2],
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    ask(position, Question::Connection(ends), limits)
}

/// What is asked about a position.
#[derive(Clone, Copy)]
enum Question {
    Capture(Vertex),
    Death(Vertex),
    Race([Vertex; 2]),
    Connection([Vertex; 2]),
}

struct Reading<'a> {
    position: &'a Position<AnySize>,
    question: Question,
    limits: ReadingLimits<'a>,
}

/// Reads in the narrowest geometry of the board.
fn ask(
    position: &Position<AnySize>,
    question: Question,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    in_geometry_of(position.board().size(), Reading { position, question, limits })
}

impl InGeometry for Reading<'_> {
    type Output = Option<Answer>;

    fn run<G: Geometry>(self) -> Option<Answer> {
        let position = self.position.convert::<G>();
        let (board, limits) = (position.board(), self.limits);
        let point = Point::of::<G>;
        Some(match self.question {
            Question::Capture(at) => read(&position, Capture::of(board, point(at))?, limits),
            // It ends by knowledge, so there is nothing to prove.
            Question::Death(at) => read_wider(&position, Death::of(board, point(at))?, limits),
            Question::Race(stones) => {
                let [target, rival] = stones.map(point);
                read_wider(&position, Death::in_race(board, target, rival)?, limits)
            }
            Question::Connection(ends) => {
                read(&position, Connection::of(board, ends.map(point))?, limits)
            }
        })
    }
}

/// Reads a fight, and proves what it finds against every reply on the board.
fn read<G: Geometry, A: Aim<G> + Copy>(
    position: &Position<G>,
    aim: A,
    limits: ReadingLimits<'_>,
) -> Answer {
    let mut best = read_wider(position, aim, limits);
    if best.success == Some(Success::Certain) && aim.prover() == position.to_move() {
        let threats = KoThreats::Of(!position.to_move());
        let mut fight = Fight::new(position, aim, threats, Width(0), AllReplies);
        let mut search = ProofNumberSearch::new(limits.memory.min(LARGEST_PROOF_TABLE));
        let mut budget = Budget::nodes(PROOF_NODES);
        budget.stop = limits.stop;
        best.is_proved = search.prove(&mut fight, &mut budget).verdict == Some(true);
    }
    best
}

/// Reads a fight wider and wider, as long as time is left: whether the player to move gets what it
/// wants.
fn read_wider<G: Geometry, A: Aim<G> + Copy>(
    position: &Position<G>,
    aim: A,
    limits: ReadingLimits<'_>,
) -> Answer {
    let mut budget = Budget::time(limits.time);
    budget.stop = limits.stop;
    let mut search = ProofNumberSearch::new(limits.memory.min(LARGEST_TABLE));
    let mut best = Answer { success: None, mv: None, is_complete: false, is_proved: false };
    for width in 0..WIDTHS {
        let fight = |threats| Fight::new(position, aim, threats, Width(width), NearReplies);
        let answer = read_once(&mut search, position.to_move(), fight, &budget);
        if answer.is_complete || width == 0 {
            best = answer;
        }
        best.is_complete = answer.is_complete;
        if !best.is_complete {
            break;
        }
    }
    best
}

/// Reads a fight up to three times, each time with somebody else's threats for kos. What the budget does
/// not suffice for is guessed.
fn read_once<G: Geometry, A: Aim<G>>(
    search: &mut ProofNumberSearch<Fight<G, A, NearReplies>>,
    mover: Color,
    fight: impl Fn(KoThreats) -> Fight<G, A, NearReplies>,
    budget: &Budget<'_>,
) -> Answer {
    let mut ask = |threats, share| {
        let mut budget = budget.part_of_time(share);
        Reply::of(search, &mut fight(threats), &mut budget)
    };
    let answer = |success, mv: Option<Point>, is_complete| Answer {
        success,
        mv: mv.map(Point::vertex::<G>),
        is_complete,
        is_proved: false,
    };
    // Who succeeds against all threats needs no other search.
    let hard = ask(KoThreats::Of(!mover), FIRST_SHARE);
    if hard.succeeds && hard.is_certain {
        return answer(Some(Success::Certain), hard.mv, true);
    }
    let easy = ask(KoThreats::Of(mover), 1.0);
    if !easy.succeeds && (easy.is_certain || !hard.succeeds) {
        return answer(None, None, easy.is_certain);
    }
    if hard.succeeds {
        return answer(Some(Success::Certain), hard.mv, false);
    }
    let plain = ask(KoThreats::Nobodys, 1.0);
    let is_complete = [hard, easy, plain].iter().all(|reply| reply.is_certain);
    if plain.succeeds {
        answer(Some(Success::GoodKo), plain.mv, is_complete)
    } else {
        answer(Some(Success::BadKo), easy.mv, is_complete)
    }
}

/// What a search says of the player to move.
#[derive(Clone, Copy)]
struct Reply {
    succeeds: bool,
    mv: Option<Point>,
    /// Whether the search has come to its end.
    is_certain: bool,
}

impl Reply {
    fn of<F: Goal<Move = Option<Point>>>(
        search: &mut ProofNumberSearch<F>,
        fight: &mut F,
        budget: &mut Budget<'_>,
    ) -> Self {
        let wanted = fight.is_prover_to_move();
        let proof = search.prove(fight, budget);
        let is_certain = proof.verdict.is_some();
        let (verdict, mv) = match proof.verdict {
            Some(verdict) => (verdict, proof.variation.first().copied().flatten()),
            None => search.leaning(fight).unwrap_or((!wanted, None)),
        };
        Self { succeeds: verdict == wanted, mv, is_certain }
    }
}
