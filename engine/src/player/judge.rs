//! Finds dead stones and seki from the likely owners of the points, as a search reports them, and
//! by reading groups that seem dead.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::reading::{ReadingLimits, Success, kill};
use crate::rules::GameState;
use crate::vocabulary::{AnySize, Bitboard, Color, Point, Vertex};

/// A chain is dead if the opponent's mean ownership of its points exceeds this; 0 means that both
/// players own the points equally often.
const DEAD: f32 = 0.3;
/// The maximum number of positions of each search when a group is read. The limits restrict the
/// number of positions but not the time, so that a game is always judged the same way unless a move
/// has to be played in time.
const MOST_NODES: u64 = 300;
/// The number of positions that all chains of a judgement share: up to 30 chains get the maximum.
/// Reading a chain takes a few searches, each of which may use the chain's share.
const ALL_NODES: u64 = 9_000;
/// The memory for reading, in bytes.
const MEMORY: usize = 4 << 20;
/// The size, in points, of the largest empty region that chains in seki can share.
const LARGEST_SEKI_REGION: usize = 4;

/// The status of the stones on the board if the game ended now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// All dead stones.
    pub dead: Vec<Vertex>,
    /// All stones that live in seki.
    pub seki: Vec<Vertex>,
    /// Black's expected ownership of each point, indexed by [`Vertex::index`]: 1 means that the
    /// point is Black's, -1 that it is White's.
    pub ownership: Vec<f32>,
    /// Black's expected lead at the end of the game, in points, before komi and White's other
    /// compensation, or `None` if nothing is known about the end.
    pub black_lead: Option<f64>,
}

impl Judgement {
    /// Determines the status of the stones in `game` from Black's ownership of each point, as
    /// reported by a search. This is for callers that run their own search.
    pub fn of(game: &GameState, ownership: Vec<f32>) -> Self {
        let never = AtomicBool::new(false);
        judge(game, ownership, |stone, share| stands(game, stone, share, Duration::MAX, &never))
    }
}

/// The share of one chain in the limits on reading for a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// The maximum number of positions of each search.
    nodes: u64,
    /// The number of chains among which the rest of the time is divided, including this one.
    chains: u32,
}

/// Determines the status of the stones in a game from Black's ownership of each vertex, which
/// ranges from -1 to 1. Missing values count as 0. A chain that seems dead is not considered dead
/// if `stands` returns true for one of its stones, which means that its group lives. All these
/// chains have equal shares in the limits on reading. Ownership can be misleading, because playouts
/// also fill points that neither player should fill, as in a seki.
pub(super) fn judge(
    game: &GameState,
    ownership: Vec<f32>,
    stands: impl Fn(Vertex, Share) -> bool,
) -> Judgement {
    let board = game.position().board();
    let mut in_doubt = Vec::new();
    let mut dead = Bitboard::<AnySize>::EMPTY;
    let mut alive = [Bitboard::<AnySize>::EMPTY; 2];
    for color in Color::BOTH {
        for stone in board.chains_of(*board.stones(color)) {
            let chain = board.chain_stones(stone).copied().unwrap_or_default();
            let index = |point: Point| point.vertex::<AnySize>().index(game.size());
            let owned = |point: Point| ownership.get(index(point)).copied().unwrap_or(0.0);
            let total: f32 = chain.into_iter().map(owned).sum();
            let own = total * color.sign() / chain.count() as f32;
            if own < -DEAD {
                in_doubt.push((color, stone, chain));
            } else {
                alive[color as usize] |= chain;
            }
        }
    }
    let nodes = (ALL_NODES / in_doubt.len().max(1) as u64).min(MOST_NODES);
    for (chains, (color, stone, chain)) in (1..=in_doubt.len() as u32).rev().zip(in_doubt) {
        if stands(stone.vertex::<AnySize>(), Share { nodes, chains }) {
            alive[color as usize] |= chain;
        } else {
            dead |= chain;
        }
    }
    let seki = seki(*board.empty() | dead, alive);
    let vertices = |set: Bitboard<AnySize>| -> Vec<Vertex> {
        set.into_iter().map(Point::vertex::<AnySize>).collect()
    };
    Judgement { dead: vertices(dead), seki: vertices(seki), ownership, black_lead: None }
}

/// Whether reading proves that the opponent, moving first, cannot kill the group containing this
/// stone. Of `time`, which all chains that are still to be read have, this one gets its share. When
/// that is over, or once `stop` is set, the reading ends without a proof.
pub(super) fn stands(
    game: &GameState,
    stone: Vertex,
    share: Share,
    time: Duration,
    stop: &AtomicBool,
) -> bool {
    // On a large board, even a reading that ends at once takes milliseconds.
    if time.is_zero() || stop.load(Ordering::Relaxed) {
        return false;
    }
    let limits = ReadingLimits {
        nodes: Some(share.nodes),
        stop: Some(stop),
        ..ReadingLimits::new(time / share.chains.max(1), MEMORY)
    };
    let mut position = game.position().clone();
    let owner = position.board().color_at(Point::of::<AnySize>(stone));
    owner.is_some_and(|owner| {
        position.set_to_move(!owner);
        let attack = kill(&position, stone, limits);
        attack.is_some_and(|attack| {
            attack.is_complete && matches!(attack.success, None | Some(Success::BadKo))
        })
    })
}

/// The living chains that share small empty regions with the opponent and have at most one point of
/// territory.
///
/// A chain with at most one eye cannot live on its own. If it is alive all the same, this is
/// because a player who attacked from the shared points would lose more than the attack would gain.
/// The position is then a seki, or the fight is not over yet.
fn seki(empty: Bitboard<AnySize>, alive: [Bitboard<AnySize>; 2]) -> Bitboard<AnySize> {
    let mut territory = [Bitboard::EMPTY; 2];
    let (mut open, mut shared) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut rest = empty;
    while let Some(point) = rest.first() {
        let region = Bitboard::of(point).flood(&empty);
        rest -= region;
        let border = region.neighbours();
        match alive.map(|stones| border.intersects(&stones)) {
            [true, true] if region.count() <= LARGEST_SEKI_REGION => shared |= region,
            [true, false] => territory[Color::Black as usize] |= region,
            [false, true] => territory[Color::White as usize] |= region,
            _ => open |= region,
        }
    }
    let mut seki = Bitboard::EMPTY;
    for (stones, territory) in alive.into_iter().zip(territory) {
        // Chains that are linked through their own territory live together.
        let linked = stones | territory;
        let mut rest = shared.neighbours() & stones;
        while let Some(stone) = rest.first() {
            let group = Bitboard::of(stone).flood(&linked);
            rest -= group;
            if (group & territory).count() <= 1 && !group.neighbours().intersects(&open) {
                seki |= group & stones;
            }
        }
    }
    seki
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::rules::Rules;

    fn judged(diagram: &str, owners: &str) -> (String, String) {
        let game = GameState::from_diagram(diagram, Rules::default(), Color::Black).unwrap();
        let owner = |sign| match sign {
            'X' => Color::Black.sign(),
            'O' => Color::White.sign(),
            _ => 0.0,
        };
        let owners = owners.chars().filter(|sign| !sign.is_whitespace());
        let ownership = owners.map(owner).collect();
        let judgement = judge(&game, ownership, |_, _| false);
        let text = |vertices: &[Vertex]| {
            vertices.iter().map(Vertex::to_string).collect::<Vec<_>>().join(" ")
        };
        (text(&judgement.dead), text(&judgement.seki))
    }

    #[test]
    fn stones_that_the_opponent_owns_are_dead() {
        let diagram = "..X..
                       .OX..
                       ..X..
                       ..X..
                       ..X..";
        let owners = "XXXXX XXXXX XXXXX XXXXX XXXXX";
        assert_eq!(judged(diagram, owners), ("B4".into(), String::new()));
    }

    #[test]
    fn stones_are_not_dead_that_no_attack_kills() {
        let dead_for_playouts = |top: &str| {
            let diagram = format!("{top} XXXXO OOOOO ..... .....").replace(' ', "\n");
            let game = GameState::from_diagram(&diagram, Rules::default(), Color::Black).unwrap();
            Judgement::of(&game, vec![Color::White.sign(); 25]).dead.len()
        };
        assert_eq!(dead_for_playouts(".X.XO"), 0, "two eyes");
        assert_eq!(dead_for_playouts(".XXXO"), 7, "one eye");
    }

    #[test]
    fn a_raised_signal_or_the_clock_ends_the_reading_of_a_judgement() {
        // Black's eye of four points in a row lives even if White plays there first.
        let diagram = "....XO XXXXXO OOOOOO ...... ...... ......".replace(' ', "\n");
        let game = GameState::from_diagram(&diagram, Rules::default(), Color::Black).unwrap();
        let stone: Vertex = "A5".parse().unwrap();
        let share = Share { nodes: MOST_NODES, chains: 1 };
        let stands = |time, stop| stands(&game, stone, share, time, &AtomicBool::new(stop));
        assert!(stands(Duration::MAX, false));
        assert!(!stands(Duration::MAX, true) && !stands(Duration::ZERO, false));
    }

    /// The shares in the limits of all chains that are read, if this many of 100 black stones on a
    /// board of 20 columns and rows seem dead.
    fn shares(count: usize) -> Vec<Share> {
        let diagram = format!("{}\n{}\n", ".X".repeat(10), "..".repeat(10)).repeat(10);
        let game = GameState::from_diagram(&diagram, Rules::default(), Color::Black).unwrap();
        let mut ownership = vec![Color::Black.sign(); 400];
        let stones = game.size().vertices().filter(|at| game.stone_at(*at).is_some());
        stones.take(count).for_each(|at| ownership[at.index(game.size())] = Color::White.sign());
        let shares = RefCell::new(Vec::new());
        judge(&game, ownership, |_, share| {
            shares.borrow_mut().push(share);
            false
        });
        shares.into_inner()
    }

    #[test]
    fn the_chains_of_a_judgement_share_its_limits_equally() {
        assert_eq!(shares(1), [Share { nodes: MOST_NODES, chains: 1 }]);
        assert!(shares(30).iter().all(|share| share.nodes == MOST_NODES));
        let many = shares(100);
        assert!(many.iter().all(|share| share.nodes == ALL_NODES / 100));
        let chains: Vec<u32> = many.iter().map(|share| share.chains).collect();
        assert_eq!(chains, (1..=100).rev().collect::<Vec<_>>(), "the others share what one leaves");
    }

    /// The number of stones in seki if each player owns the points under its own stones.
    fn seki_of(diagram: &str) -> usize {
        let (_, seki) = judged(diagram, &diagram.split_whitespace().collect::<String>());
        seki.split_whitespace().count()
    }

    #[test]
    fn chains_that_share_their_last_liberties_are_in_seki() {
        // If a player plays at A3 or E3, the opponent captures by playing at the other point.
        let without_eyes = "XXXXX
                            XXXXX
                            .XOO.
                            OOOOO
                            OOOOO";
        assert_eq!(seki_of(without_eyes), 23);
        // C3 is shared; A4 and E1 are eyes.
        let with_one_eye_each = "XXXXX
                                 .XXXX
                                 XX.OO
                                 OOOOO
                                 OOOO.";
        assert_eq!(seki_of(with_one_eye_each), 22);
    }

    #[test]
    fn chains_with_two_eyes_are_not_in_seki() {
        let nothing_shared = ".XXO.
                              XXXOO
                              .XXO.
                              XXXOO
                              .XXO.";
        assert_eq!(seki_of(nothing_shared), 0);
        // C3 is worth nothing to either player.
        let one_point_shared = ".XXO.
                                XXXOO
                                .X.O.
                                XXXOO
                                .XXO.";
        assert_eq!(seki_of(one_point_shared), 0);
    }
}
