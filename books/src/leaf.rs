//! The order in which a book grows: drop-out expansion (Lincke 2000, section 3).
//!
//! Each move that has not been followed yet has a cost: its depth in plies times the worth of a
//! ply, plus the losses of one player by moves on the way to it that are not the best. The other
//! player plays only best moves, because that is how the owner of the book will play. Either player
//! can be the owner, so both cases are tried. The move with the lowest cost comes next. Lines that
//! are good for both players are therefore followed deeply. The replies to a mistake are followed
//! for some plies, and for more if the mistake is small.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use classical::Score;

use crate::book::{Book, Position, Subject};

/// The weights of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priorities {
    /// The loss that counts as much as a ply of depth; at least 1. A small one makes a book that is
    /// deep and narrow, a large one makes a book that is broad.
    pub ply: Score,
    /// The greatest depth in plies.
    pub deepest: u32,
}

/// What is to be examined at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The position after the move with this code.
    After(u16),
    /// The moves that have no value yet.
    Rest,
}

/// A part of a position that is to be examined next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// The positions on the way, from the first one on, with the codes of the moves played there.
    pub(crate) path: Vec<(usize, u16)>,
    /// The position.
    pub(crate) index: usize,
    /// What is to be examined there.
    pub(crate) part: Part,
}

/// A position with the question whether the player to move there plays only best moves.
type State = (usize, bool);

/// The best way to a state that is known so far.
///
/// What one player loses on a way is the difference between the values at its two ends, because the
/// other player's best moves keep the value. All ways to a state therefore lose the same. The best
/// one is the shortest, and the limit in depth leaves out no position that a shorter line reaches.
#[derive(Clone, Copy)]
struct Way {
    cost: i64,
    depth: u32,
    from: Option<(State, u16)>,
}

/// The part of the book that is to be examined next, if any is left outside `busy`.
pub(crate) fn next_leaf(
    book: &Book,
    priorities: &Priorities,
    busy: &HashSet<(usize, Part)>,
) -> Option<Leaf> {
    let mut ways: Vec<[Option<Way>; 2]> = vec![[None; 2]; book.positions().len()];
    let mut queue = BinaryHeap::new();
    for is_strict in [false, true] {
        set(&mut ways, (0, is_strict), Way { cost: 0, depth: 0, from: None });
        queue.push(Reverse((0, 0, is_strict)));
    }
    let ply = i64::from(priorities.ply.max(1));
    let subject = &book.subject;
    let mut best: Option<(i64, State, Part)> = None;
    while let Some(Reverse((cost, index, is_strict))) = queue.pop() {
        if best.is_some_and(|(least, ..)| least <= cost) {
            break;
        }
        let state = (index, is_strict);
        let (Some(way), Some(position)) = (get(&ways, state), book.get(index)) else { continue };
        let value = position.value;
        if way.cost < cost || value.is_exact || subject.is_decided(value.score) {
            continue;
        }
        for (part, loss, next) in parts(position, subject) {
            if is_strict && loss > 0 || way.depth >= priorities.deepest {
                continue;
            }
            let cost = cost + ply + loss;
            match (next, part) {
                (Some(next), Part::After(code)) => {
                    let state_after = (next, !is_strict);
                    if get(&ways, state_after).is_none_or(|known| cost < known.cost) {
                        let depth = way.depth + 1;
                        set(&mut ways, state_after, Way { cost, depth, from: Some((state, code)) });
                        queue.push(Reverse((cost, next, !is_strict)));
                    }
                }
                _ if busy.contains(&(index, part)) => {}
                _ if best.is_none_or(|(least, ..)| cost < least) => {
                    best = Some((cost, state, part));
                }
                _ => {}
            }
        }
    }
    let (_, state, part) = best?;
    Some(Leaf { path: path_to(&ways, state), index: state.0, part })
}

fn get(ways: &[[Option<Way>; 2]], (index, is_strict): State) -> Option<Way> {
    let [lax, strict] = *ways.get(index)?;
    if is_strict { strict } else { lax }
}

fn set(ways: &mut [[Option<Way>; 2]], (index, is_strict): State, way: Way) {
    if let Some([lax, strict]) = ways.get_mut(index) {
        *(if is_strict { strict } else { lax }) = Some(way);
    }
}

/// What can be examined or followed at a position, with what the player to move loses by it.
fn parts(
    position: &Position,
    subject: &Subject,
) -> impl Iterator<Item = (Part, i64, Option<usize>)> {
    let best = i64::from(position.value.score);
    let choices = position.choices.iter().filter(move |choice| {
        let value = choice.value;
        choice.next.is_some()
            || !(choice.is_closed || value.is_exact || subject.is_decided(value.score))
    });
    let choices = choices.map(move |choice| {
        (Part::After(choice.code), best - i64::from(choice.value.score), choice.next)
    });
    let rest = position.rest.filter(|&rest| !subject.is_decided(rest));
    choices.chain(rest.map(|rest| (Part::Rest, best - i64::from(rest), None)))
}

/// The way to a state.
fn path_to(ways: &[[Option<Way>; 2]], state: State) -> Vec<(usize, u16)> {
    let mut path = Vec::new();
    let mut at = get(ways, state);
    while let Some(((index, is_strict), code)) = at.and_then(|way| way.from) {
        path.push((index, code));
        at = get(ways, (index, is_strict));
    }
    path.reverse();
    path
}
