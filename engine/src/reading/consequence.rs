//! What a move does to the chains and groups around it, as far as they can be read.

use super::answer::{Answer, ReadingLimits, connect, fight_for, kill};
use super::surroundings::grown;
use crate::board::{Board, Position};
use crate::vocabulary::{AnySize, Bitboard, Color, Point, Vertex};

/// How many steps from a move its neighbourhood reaches.
const NEAR: usize = 2;
/// The most liberties of a chain for whose capture anybody asks.
const IN_DANGER: usize = 4;
/// The most chains, groups and connections that are looked at, each.
const MOST: usize = 4;

/// What is at stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// The capture of the chain of this stone, by the opponent of its owner.
    Chain(Vertex),
    /// The death of the group of this stone.
    Group(Vertex),
    /// The connection of the chains of these stones, by their owner.
    Connection([Vertex; 2]),
}

/// What becomes of something at stake if the player to move plays elsewhere, and if it makes the move.
/// Each time the opponent is the next to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// What it is about.
    pub stake: Stake,
    /// Whose it is: the stones' owner.
    pub owner: Color,
    /// Whether the opponent of the player to move gets what it wants without the move: to capture, kill or
    /// cut what is not its own, to save what is.
    pub without: Answer,
    /// The same after the move; `None` where the move has taken the stones.
    pub with: Option<Answer>,
}

/// What a legal move of the player to move does to what is near it, the capture of the chain that it
/// belongs to first. Each reading takes an even share of the time.
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
        // What is not there yet is the stone of the move.
        let owner = position.board().color_at(Point::of::<AnySize>(at)).unwrap_or(mover);
        let nothing = Answer { success: None, mv: None, is_complete: true, is_proved: true };
        let without = ask(&before, stake, limits).unwrap_or(nothing);
        Consequence { stake, owner, without, with: ask(&after, stake, limits) }
    };
    stakes.into_iter().map(consequence).collect()
}

fn ask(position: &Position<AnySize>, stake: Stake, limits: ReadingLimits<'_>) -> Option<Answer> {
    match stake {
        Stake::Chain(stone) => fight_for(position, stone, limits),
        Stake::Group(stone) => kill(position, stone, limits),
        Stake::Connection(ends) => connect(position, ends, limits),
    }
}

/// What there is near a move that may be at stake.
fn stakes(before: &Board<AnySize>, after: &Board<AnySize>, point: Point) -> Vec<Stake> {
    let near = grown(Bitboard::of(point), NEAR, before.all());
    let stones = near - *before.empty();
    let vertex = |point: Point| point.vertex::<AnySize>();
    let in_danger = |&stone: &Point| before.liberties_of(stone) <= IN_DANGER;
    let chains = before.chains_of(stones).filter(in_danger).take(MOST);
    let mut stakes = vec![Stake::Chain(vertex(point))];
    stakes.extend(chains.map(|stone| Stake::Chain(vertex(stone))));
    let groups = before.chains_of(stones).take(MOST);
    stakes.extend(groups.map(|stone| Stake::Group(vertex(stone))));
    for color in Color::BOTH {
        let ends: Vec<Point> = before.chains_of(stones & *before.stones(color)).collect();
        let pairs = ends
            .iter()
            .enumerate()
            .flat_map(|(at, &first)| ends[at + 1..].iter().map(move |&second| [first, second]));
        let stand = pairs.filter(|ends| ends.iter().all(|&end| !after.empty().contains(end)));
        stakes.extend(stand.take(MOST).map(|ends| Stake::Connection(ends.map(vertex))));
    }
    stakes
}
