//! The effects of a move on the chains and groups around it, as far as reading can determine them.

use super::answer::{Answer, ReadingLimits, connect, fight_for, kill};
use super::surroundings::grown;
use crate::board::{Board, Position};
use crate::vocabulary::{AnySize, Bitboard, Color, Point, Vertex};

/// The radius of the neighbourhood of a move, in steps.
const RADIUS: usize = 2;
/// The capture of a chain is read only if the chain has at most this many liberties.
const IN_DANGER: usize = 4;
/// The maximum number of chains to read. The same limit applies to the groups and to each player's
/// connections.
const MAX_STAKES: usize = 4;

/// A chain, group or connection that a move may affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// The capture of the chain containing this stone, by the opponent of the chain's owner.
    Chain(Vertex),
    /// The death of the group containing this stone.
    Group(Vertex),
    /// The connection of the chains containing these two stones, by the owner of the chains.
    Connection([Vertex; 2]),
}

/// The results for one [`Stake`] in two cases: the player to move plays elsewhere, or makes the
/// move in question. In both cases the opponent moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// The chain, group or connection.
    pub stake: Stake,
    /// The owner of the stones.
    pub owner: Color,
    /// Whether the opponent of the player to move succeeds without the move. Success means
    /// capturing, killing or cutting the stones of the player to move, or saving or connecting the
    /// opponent's own stones.
    pub without: Answer,
    /// Whether the opponent succeeds after the move; `None` if the move captures the stones.
    pub with: Option<Answer>,
}

/// Returns the effects of a legal move by the player to move on the stones around it. The first
/// effect concerns the capture of the chain containing the new stone. Each reading gets an equal
/// share of the time.
pub fn consequences(
    position: &Position<AnySize>,
    mv: Vertex,
    limits: ReadingLimits<'_>,
) -> Vec<Consequence> {
    let mover = position.to_move();
    let (mut before, mut after) = (position.clone(), position.clone());
    before.pass();
    let point = Point::of::<AnySize>(mv);
    if !after.is_legal(point) {
        return Vec::new();
    }
    after.play(point);
    let stakes = stakes(position.board(), after.board(), point);
    let share = limits.time / (2 * stakes.len().max(1)) as u32;
    let limits = ReadingLimits { time: share, ..limits };
    let consequence = |stake| {
        let (Stake::Chain(at) | Stake::Group(at) | Stake::Connection([at, _])) = stake;
        // The point where the move is played is still empty in this position. A stake there belongs
        // to the player who makes the move.
        let owner = position.board().color_at(Point::of::<AnySize>(at)).unwrap_or(mover);
        let undecided = Answer { success: None, mv: None, is_complete: true, is_proved: true };
        let without = read(&before, stake, limits).unwrap_or(undecided);
        Consequence { stake, owner, without, with: read(&after, stake, limits) }
    };
    stakes.into_iter().map(consequence).collect()
}

fn read(position: &Position<AnySize>, stake: Stake, limits: ReadingLimits<'_>) -> Option<Answer> {
    match stake {
        Stake::Chain(stone) => fight_for(position, stone, limits),
        Stake::Group(stone) => kill(position, stone, limits),
        Stake::Connection(ends) => connect(position, ends, limits),
    }
}

/// Returns the chains, groups and connections near a move that the move may affect.
fn stakes(before: &Board<AnySize>, after: &Board<AnySize>, point: Point) -> Vec<Stake> {
    let near = grown(Bitboard::of(point), RADIUS, before.all());
    let stones = near - *before.empty();
    let vertex = |point: Point| point.vertex::<AnySize>();
    let in_danger = |&stone: &Point| before.liberties_of(stone) <= IN_DANGER;
    let chains = before.chains_of(stones).filter(in_danger).take(MAX_STAKES);
    let mut stakes = vec![Stake::Chain(vertex(point))];
    stakes.extend(chains.map(|stone| Stake::Chain(vertex(stone))));
    let groups = before.chains_of(stones).take(MAX_STAKES);
    stakes.extend(groups.map(|stone| Stake::Group(vertex(stone))));
    for color in Color::BOTH {
        let ends: Vec<Point> = before.chains_of(stones & *before.stones(color)).collect();
        let pairs = ends
            .iter()
            .enumerate()
            .flat_map(|(at, &first)| ends[at + 1..].iter().map(move |&second| [first, second]));
        let stand = pairs.filter(|ends| ends.iter().all(|&end| !after.empty().contains(end)));
        stakes.extend(stand.take(MAX_STAKES).map(|ends| Stake::Connection(ends.map(vertex))));
    }
    stakes
}
