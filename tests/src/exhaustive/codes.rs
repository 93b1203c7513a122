//! The outcome of a fight for the player to move, in GNU Go's codes.

use engine::vocabulary::Color;

use super::field::State;
use super::fight::{Aim, Fight, Threats};
use super::graph::{Forced, Graph};
use super::tree;

/// The best result that a player can achieve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// 1 if the player succeeds even when the opponent has all ko threats, 2 if the player succeeds
    /// when nobody has ko threats, 3 if the player needs all ko threats to succeed, and 0 if the
    /// player fails.
    pub code: u8,
    /// All moves that achieve this result, as point numbers; `None` is a pass.
    pub moves: Vec<Option<u8>>,
}

/// The possible owners of the ko threats, in the order in which they are tried, each with the code
/// for success in that case.
fn degrees(mover: Color) -> [(Threats, u8); 3] {
    [(Threats::Of(!mover), 1), (Threats::Nobodys, 2), (Threats::Of(mover), 3)]
}

/// The best result that `start.mover` can achieve in a fight, and the best result that the opponent
/// can achieve by moving first. Returns `None` if more than `most` positions can arise.
pub fn read(fight: &Fight<'_>, start: &State, most: usize) -> Option<[Reading; 2]> {
    let other = State { mover: !start.mover, ..*start };
    let explore = |threats| {
        Graph::explore(&[*start, other], most, |state, next| {
            if fight.verdict(state).is_none() {
                next.extend(fight.moves(state, threats).map(|(_, after)| after));
            }
        })
    };
    let nobodys = explore(Threats::Nobodys)?;
    let has_ko = nobodys.states().iter().any(|state| state.ko.is_some());
    let nobodys = Outcome::new(fight, nobodys);
    let (mut blacks, mut whites) = (None, None);
    if has_ko {
        blacks = Some(Outcome::new(fight, explore(Threats::Of(Color::Black))?));
        whites = Some(Outcome::new(fight, explore(Threats::Of(Color::White))?));
    }
    let of = |threats| match threats {
        Threats::Of(Color::Black) => blacks.as_ref().unwrap_or(&nobodys),
        Threats::Of(Color::White) => whites.as_ref().unwrap_or(&nobodys),
        Threats::Nobodys => &nobodys,
    };
    Some([start, &other].map(|root| {
        let is_wanted = |reached| reached == (root.mover == fight.prover);
        for (threats, code) in degrees(root.mover) {
            let outcome = of(threats);
            if is_wanted(outcome.is_reached(root)) {
                if fight.verdict(root).is_some() {
                    return Reading { code, moves: vec![None] };
                }
                let good = |(mv, after)| is_wanted(outcome.is_reached(&after)).then_some(mv);
                let moves = fight.moves(root, threats).filter_map(good).collect();
                return Reading { code, moves };
            }
        }
        Reading { code: 0, moves: Vec::new() }
    }))
}

/// All positions that can arise in a fight, and those from which the prover can reach the aim.
struct Outcome {
    graph: Graph,
    reached: Vec<bool>,
}

impl Outcome {
    fn new(fight: &Fight<'_>, graph: Graph) -> Self {
        let mut forced = Forced::new(&graph, fight.prover);
        let states = graph.states().iter().enumerate();
        forced.add(states.filter(|(_, it)| fight.verdict(it) == Some(true)).map(|(at, _)| at));
        let reached = (0..graph.states().len()).map(|place| forced.is_reached(place)).collect();
        Self { graph, reached }
    }

    fn is_reached(&self, state: &State) -> bool {
        self.reached[self.graph.place(state)]
    }
}

/// The code for the player to move in a fight on an open board, found without listing all
/// positions. Returns `None` if a tree of `most` positions is too small to determine the code.
///
/// # Panics
/// If the aim is not a capture with a limit on liberties.
pub fn read_on_open_board(fight: &Fight<'_>, start: &State, most: usize) -> Option<u8> {
    assert!(matches!(fight.aim, Aim::Capture { safe: Some(_), .. }), "the tree would not end");
    for (threats, code) in degrees(start.mover) {
        let wanted = start.mover == fight.prover;
        if tree::prove(fight, start, threats, most)? == wanted {
            return Some(code);
        }
    }
    Some(0)
}
