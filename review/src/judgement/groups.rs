//! Groups of stones and how safe they are, in words.
//!
//! Each degree of safety is a range of values for the mean ownership of a group's points, from the
//! perspective of the group's owner. The mean is 1 if the owner holds all of these points at the
//! end of every simulation, and -1 if the opponent does.

use engine::rules::{GameState, regions};
use engine::vocabulary::{BoardSize, Color, Vertex};

use crate::words::name;

/// How safe a group is, from least to most safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Safety {
    /// The opponent owns the group's points in nearly all simulations.
    Dead,
    /// The opponent owns the group's points in most simulations.
    ProbablyDead,
    /// Each player owns the group's points in about half of the simulations.
    InDoubt,
    /// The group usually lives, but its owner should look after it.
    Weak,
    /// The group is safe enough to need no comment.
    Safe,
}

impl Safety {
    /// The minimum mean ownership for each degree above [`Dead`](Self::Dead), in descending order.
    ///
    /// A group with a mean ownership below -0.3 is at best probably dead. `final_status_list` uses
    /// the same bound to decide whether a chain is dead.
    const BOUNDS: [(f32, Self); 4] =
        [(0.5, Self::Safe), (0.25, Self::Weak), (-0.3, Self::InDoubt), (-0.7, Self::ProbablyDead)];

    /// The degree of safety that corresponds to this mean ownership, which ranges from -1 to 1 and
    /// is seen from the owner's perspective.
    pub(crate) fn of(owned: f32) -> Self {
        let reached = Self::BOUNDS.iter().find(|(least, _)| owned >= *least);
        reached.map_or(Self::Dead, |(_, safety)| *safety)
    }

    /// The words used in a sentence to describe a group with this degree of safety.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::ProbablyDead => "probably dead",
            Self::InDoubt => "in doubt",
            Self::Weak => "weak",
            Self::Safe => "safe",
        }
    }
}

/// Chains of one player that share the same fate.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The player who owns the group.
    pub color: Color,
    /// All stones, in no particular order.
    pub stones: Vec<Vertex>,
    /// The safety of the group.
    pub safety: Safety,
}

impl Group {
    /// The name of the group in a sentence, such as `White's group of 5 stones at C3`.
    pub(crate) fn name(&self) -> String {
        let owner = name(self.color);
        let first = self.stones.first().map(ToString::to_string).unwrap_or_default();
        match self.stones.len() {
            1 => format!("{owner}'s stone at {first}"),
            count => format!("{owner}'s group of {count} stones at {first}"),
        }
    }

    /// Whether `vertex` is next to one of the stones.
    pub(crate) fn touches(&self, vertex: Vertex, size: BoardSize) -> bool {
        vertex.neighbours(size).any(|neighbour| self.stones.contains(&neighbour))
    }
}

/// All groups on the board, the largest first.
///
/// Chains of the same colour form a group if they are equally safe and touch the same empty point,
/// so that one move would connect them. Safety must match so that a dead chain is never grouped
/// with a living one. `ownership` is Black's ownership of each point, indexed by [`Vertex::index`].
pub(crate) fn groups(game: &GameState, ownership: &[f32]) -> Vec<Group> {
    let size = game.size();
    let mut groups: Vec<Group> = Vec::new();
    for chain in regions(size, |vertex| game.stone_at(vertex)) {
        let Some(color) = chain.first().and_then(|&stone| game.stone_at(stone)) else { continue };
        let owned = |vertex: &Vertex| ownership.get(vertex.index(size)).copied().unwrap_or(0.0);
        let mean = chain.iter().map(owned).sum::<f32>() / chain.len().max(1) as f32;
        let mut group = Group { color, stones: chain, safety: Safety::of(mean * color.sign()) };
        let joins = |other: &Group| {
            other.color == color
                && other.safety == group.safety
                && liberties(game, &group.stones).any(|point| other.touches(point, size))
        };
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(joins);
        // The first part stays first, because the group is named after its first stone.
        let mut parts = joined.into_iter();
        if let Some(mut first) = parts.next() {
            let later = parts.flat_map(|part| part.stones);
            first.stones.extend(later.chain(std::mem::take(&mut group.stones)));
            group = first;
        }
        groups = apart;
        groups.push(group);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.stones.len()));
    groups
}

fn liberties<'a>(game: &'a GameState, stones: &'a [Vertex]) -> impl Iterator<Item = Vertex> + 'a {
    let around = stones.iter().flat_map(|stone| stone.neighbours(game.size()));
    around.filter(|&point| game.stone_at(point).is_none())
}
