//! A tree of all moves. It is expanded where the fewest positions must still be decided for a proof
//! or a refutation (proof-number search: Allis, van der Meulen and van den Herik, 1994). It has no
//! table of positions, so each path is evaluated separately.

use super::field::State;
use super::fight::{Fight, Threats};

/// Practically infinite.
const NEVER: u32 = u32::MAX / 4;

/// A position in the tree.
struct Node {
    state: State,
    /// The number of positions that must still be decided to prove that the prover reaches the aim;
    /// 0 if this is proved.
    proof: u32,
    /// The number of positions that must still be decided to prove that the prover does not reach
    /// the aim; 0 if this is proved.
    disproof: u32,
    /// The indices of the child positions, once they exist.
    children: std::ops::Range<u32>,
}

/// Whether the prover can force its goal from `start`. Returns `None` if this cannot be decided
/// within `most` positions.
pub(super) fn prove(
    fight: &Fight<'_>,
    start: &State,
    threats: Threats,
    most: usize,
) -> Option<bool> {
    let mut nodes = vec![judged(fight, *start, &[])];
    let mut path = Vec::new();
    loop {
        match (nodes[0].proof, nodes[0].disproof) {
            (0, _) => return Some(true),
            (_, 0) => return Some(false),
            _ if nodes.len() > most => return None,
            _ => {}
        }
        path.clear();
        path.push(0);
        let mut at = 0;
        while !nodes[at].children.is_empty() {
            at = most_proving(fight, &nodes, at);
            path.push(at);
        }
        let way: Vec<State> = path.iter().map(|&at| nodes[at].state).collect();
        let begin = nodes.len() as u32;
        let now = nodes[at].state;
        for (_, after) in fight.moves(&now, threats) {
            nodes.push(judged(fight, after, &way));
        }
        nodes[at].children = begin..nodes.len() as u32;
        for &at in path.iter().rev() {
            update(fight, &mut nodes, at);
        }
    }
}

/// Creates a node without children for a position at the end of a path.
fn judged(fight: &Fight<'_>, state: State, way: &[State]) -> Node {
    let is_circle = way.contains(&state);
    let verdict = if is_circle { Some(false) } else { fight.verdict_ahead(&state) };
    let (proof, disproof) = match verdict {
        Some(true) => (0, NEVER),
        Some(false) => (NEVER, 0),
        None => fight.distances(&state),
    };
    Node { state, proof, disproof, children: 0..0 }
}

fn children(node: &Node) -> std::ops::Range<usize> {
    node.children.start as usize..node.children.end as usize
}

/// The child that determines the proof number of a position if the prover is to move, or the
/// disproof number otherwise.
fn most_proving(fight: &Fight<'_>, nodes: &[Node], at: usize) -> usize {
    let is_prover = nodes[at].state.mover == fight.prover;
    let number = |&child: &usize| {
        if is_prover { nodes[child].proof } else { nodes[child].disproof }
    };
    children(&nodes[at]).min_by_key(number).unwrap_or(at)
}

fn update(fight: &Fight<'_>, nodes: &mut [Node], at: usize) {
    let all = &nodes[children(&nodes[at])];
    let proofs = all.iter().map(|node| node.proof);
    let disproofs = all.iter().map(|node| node.disproof);
    (nodes[at].proof, nodes[at].disproof) = if nodes[at].state.mover == fight.prover {
        (least(proofs), sum(disproofs))
    } else {
        (sum(proofs), least(disproofs))
    };
}

fn least(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.min().unwrap_or(NEVER)
}

fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum, number| (sum + number).min(NEVER))
}
