//! Queries about a position, answered by the classical searches. The answers contain no search
//! state.

use std::time::Instant;

use super::capture::Capture;
use super::connection::Connection;
use super::fight::{Aim, AllReplies, Fight, KoThreats, Width};
use super::life::Death;
use super::surroundings::groups_of;
use crate::board::Position;
use crate::vocabulary::{AnySize, Color, Geometry, InGeometry, Point, Vertex, in_geometry_of};
use classical::{Budget, ProofNumberSearch};
use reader::{join, read_wider};

pub use limits::ReadingLimits;
pub use result::{Answer, Fate, Success};

mod limits;
mod reader;
mod result;
#[cfg(test)]
mod tests;

/// The maximum number of positions searched to prove the result of a reading. Longer proofs are not
/// worth the wait.
const PROOF_NODES: u64 = 2_000;

/// The maximum size, in bytes, of the table used to prove the result of a reading. Its records are
/// larger than those in the tables of other searches.
const LARGEST_PROOF_TABLE: usize = 4 << 20;

/// Determines by reading whether the player to move can capture the chain containing the stone at
/// `target`, or save the chain if it belongs to that player. Returns `None` if there is no stone at
/// `target`.
pub fn fight_for(
    position: &Position<AnySize>,
    target: Vertex,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    read_query(position, Query::Capture(target), limits)
}

/// Determines by reading whether the player to move can kill the group containing the stone at
/// `target`, or make the group live if it belongs to that player. Returns `None` if there is no
/// stone at `target`.
pub fn kill(
    position: &Position<AnySize>,
    target: Vertex,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    read_query(position, Query::Death(target), limits)
}

/// Like [`kill`], but for a group in a capturing race with a rival group of the other colour. The
/// first of the `stones` belongs to the group and the second to its rival. If the rival group is
/// captured, the group lives. Returns `None` unless both stones exist and have different colours.
pub fn race(
    position: &Position<AnySize>,
    stones: [Vertex; 2],
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    read_query(position, Query::Race(stones), limits)
}

/// Returns the fate of the group containing the stone at `target`, as far as it can be read within
/// the limits, or `None` if there is no stone at `target`. A player who can succeed only by winning
/// a ko, and who needs the first ko threat, is considered to fail.
pub fn fate(
    position: &Position<AnySize>,
    target: Vertex,
    limits: ReadingLimits<'_>,
) -> Option<Fate> {
    let owner = position.board().color_at(Point::of::<AnySize>(target))?;
    let move_of = |mover, limits| {
        let mut position = position.clone();
        position.set_to_move(mover);
        let answer = read_query_for(&position, Query::Death(target), Success::GoodKo, limits)?;
        answer.success.map(|_| answer.mv)
    };
    let (kill, save) = if limits.threads > 1 {
        let half =
            ReadingLimits { threads: limits.threads / 2, memory: limits.memory / 2, ..limits };
        join(|| move_of(!owner, half), || move_of(owner, half))
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

/// Returns one stone of each group on the board. A group is a set of chains that are tied to each
/// other.
pub fn groups(position: &Position<AnySize>) -> Vec<Vertex> {
    let groups = Color::BOTH.into_iter().flat_map(|color| groups_of(position.board(), color));
    groups.map(Point::vertex::<AnySize>).collect()
}

/// Determines by reading whether the player to move can connect the chains containing two stones of
/// the same colour, or separate the chains if they belong to the opponent. Returns `None` if the
/// two `ends` are not stones of the same colour.
pub fn connect(
    position: &Position<AnySize>,
    ends: [Vertex; 2],
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    read_query(position, Query::Connection(ends), limits)
}

/// A query about a position.
#[derive(Clone, Copy)]
enum Query {
    Capture(Vertex),
    Death(Vertex),
    Race([Vertex; 2]),
    Connection([Vertex; 2]),
}

struct Reading<'a> {
    position: &'a Position<AnySize>,
    query: Query,
    /// The least reliable result that counts as a success.
    least: Success,
    limits: ReadingLimits<'a>,
}

fn read_query(
    position: &Position<AnySize>,
    query: Query,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    read_query_for(position, query, Success::BadKo, limits)
}

/// Runs a query in the smallest geometry that fits the board.
fn read_query_for(
    position: &Position<AnySize>,
    query: Query,
    least: Success,
    limits: ReadingLimits<'_>,
) -> Option<Answer> {
    in_geometry_of(position.board().size(), Reading { position, query, least, limits })
}

impl InGeometry for Reading<'_> {
    type Output = Option<Answer>;

    fn run<G: Geometry>(self) -> Option<Answer> {
        let position = self.position.convert::<G>();
        let (board, least, limits) = (position.board(), self.least, self.limits);
        let point = Point::of::<G>;
        Some(match self.query {
            Query::Capture(at) => read(&position, Capture::of(board, point(at))?, least, limits),
            // The result comes from shape rules, so there is no proof to find.
            Query::Death(at) => read_wider(&position, Death::of(board, point(at))?, least, limits),
            Query::Race(stones) => {
                let [target, rival] = stones.map(point);
                read_wider(&position, Death::in_race(board, target, rival)?, least, limits)
            }
            Query::Connection(ends) => {
                read(&position, Connection::of(board, ends.map(point))?, least, limits)
            }
        })
    }
}

/// Reads a fight and tries to prove the result against every reply on the board.
fn read<G: Geometry, A: Aim<G> + Copy + Send>(
    position: &Position<G>,
    aim: A,
    least: Success,
    limits: ReadingLimits<'_>,
) -> Answer {
    let mut budget = Budget::time(limits.time);
    budget.nodes = Some(limits.nodes.map_or(PROOF_NODES, |nodes| nodes.min(PROOF_NODES)));
    budget.stop = limits.stop;
    let mut best = read_wider(position, aim, least, limits);
    if best.success == Some(Success::Certain) && aim.prover() == position.to_move() {
        let threats = KoThreats::Of(!position.to_move());
        let mut fight = Fight::new(position, aim, threats, Width(0), AllReplies);
        let mut search = ProofNumberSearch::new(limits.memory.min(LARGEST_PROOF_TABLE));
        let proof = search.prove(&mut fight, &mut budget);
        if proof.verdict == Some(true) {
            // The move found before may be refuted by a reply that is not near.
            let proved = proof.variation.first().copied().flatten().map(Point::vertex::<G>);
            best = Answer { mv: proved, is_complete: true, is_proved: true, ..best };
        }
    }
    best
}
