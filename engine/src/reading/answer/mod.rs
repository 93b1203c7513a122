//! Questions to the classical searches, and their answers in words that leave the search.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::capture::Capture;
use super::connection::Connection;
use super::fight::{Aim, AllReplies, Fight, KoThreats, Width};
use super::life::Death;
use super::surroundings::groups_of;
use crate::board::Position;
use crate::vocabulary::{AnySize, Color, Geometry, InGeometry, Point, Vertex, in_geometry_of};
use classical::{Budget, ProofNumberSearch};
use reader::{at_once, read_wider};

mod reader;
#[cfg(test)]
mod tests;

/// The most positions looked at to prove what has been read: what takes more is not worth the wait.
const PROOF_NODES: u64 = 2_000;

/// The largest table for that, in bytes: its records are larger.
const LARGEST_PROOF_TABLE: usize = 4 << 20;

/// What an answer may take.
#[derive(Clone, Copy, Debug)]
pub struct ReadingLimits<'a> {
    /// Time.
    pub time: Duration,
    /// The memory of its tables, in bytes.
    pub memory: usize,
    /// The threads that may read at once, at least 1.
    pub threads: usize,
    /// The most positions that each of its searches looks at.
    pub nodes: Option<u64>,
    /// Ends the reading once it is set.
    pub stop: Option<&'a AtomicBool>,
}

impl ReadingLimits<'_> {
    /// A time and the memory of the tables, in bytes, for one thread and any number of positions.
    pub const fn new(time: Duration, memory: usize) -> Self {
        Self { time, memory, threads: 1, nodes: None, stop: None }
    }
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
    let move_of = |mover, limits| {
        let mut position = position.clone();
        position.set_to_move(mover);
        let answer = ask_for(&position, Question::Death(target), Success::GoodKo, limits)?;
        answer.success.map(|_| answer.mv)
    };
    let (kill, save) = if limits.threads > 1 {
        let half =
            ReadingLimits { threads: limits.threads / 2, memory: limits.memory / 2, ..limits };
        at_once(|| move_of(!owner, half), || move_of(owner, half))
    } else {
        let started = Instant::now();
        let kill = move_of(!owner, ReadingLimits { time: limits.time / 2, ..limits });
        let rest = limits.time.saturating_sub(started.elapsed());
        (kill, kill.and_then(|_| move_of(owner, ReadingLimits { time: rest, ..limits })))
    };
    Some(match (kill, save) {
        (None, _) => Fate::Alive,
        (Some(_), None) => Fate::Dead,
        (Some(kill), Some(save)) => Fate::Critical { kill, save },
    })
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
    /// What counts as a success at all.
    least: Success,
    limits: ReadingLimits<'a>,
}

fn ask(
    position: &Position<AnySize>,
    question: Question,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    ask_for(position, question, Success::BadKo, limits)
}

/// Reads in the narrowest geometry of the board.
fn ask_for(
    position: &Position<AnySize>,
    question: Question,
    least: Success,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    in_geometry_of(position.board().size(), Reading { position, question, least, limits })
}

impl InGeometry for Reading<'_> {
    type Output = Option<Answer>;

    fn run<G: Geometry>(self) -> Option<Answer> {
        let position = self.position.convert::<G>();
        let (board, least, limits) = (position.board(), self.least, self.limits);
        let point = Point::of::<G>;
        Some(match self.question {
            Question::Capture(at) => read(&position, Capture::of(board, point(at))?, least, limits),
            // It ends by knowledge, so there is nothing to prove.
            Question::Death(at) => {
                read_wider(&position, Death::of(board, point(at))?, least, limits)
            }
            Question::Race(stones) => {
                let [target, rival] = stones.map(point);
                read_wider(&position, Death::in_race(board, target, rival)?, least, limits)
            }
            Question::Connection(ends) => {
                read(&position, Connection::of(board, ends.map(point))?, least, limits)
            }
        })
    }
}

/// Reads a fight, and proves what it finds against every reply on the board.
fn read<G: Geometry, A: Aim<G> + Copy + Send>(
    position: &Position<G>,
    aim: A,
    least: Success,
    limits: ReadingLimits<'_>,
) -> Answer {
    let mut best = read_wider(position, aim, least, limits);
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
