//! Under which conditions something holds that was found where positions on the way came back.
//!
//! "The prover does not reach the goal from here, unless the game comes to one of these positions
//! first" is right on every way. It is a disproof wherever each of the positions that it names is on
//! the way, so that the prover goes in a circle by coming to it, or is disproved itself, under a
//! condition that is met in turn: then the other player holds out from each to the next one. As a
//! game without an end is no success either, it does no harm if the disproofs rest on each other. (The
//! trouble that circles make in tables: Kishimoto and Müller, A General Solution to the Graph History
//! Interaction Problem, 2004.)
//!
//! Conditions are kept apart from the table, as few of its records need one, and the oldest ones give
//! way.

use arrayvec::ArrayVec;

use super::dependence::Dependence;

/// Which part of the memory of a search is for conditions.
const PART_OF_MEMORY: usize = 8;
/// How many positions a condition names at most.
const LONGEST: usize = 12;
/// How many conditions are followed to see whether one is met.
const MOST_FOLLOWED: usize = 32;
/// Tells the owner of a condition from a position that one names.
const OWNER_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Set in the name of a position where the other player is to move than at the owner of the condition.
const OTHERS_TURN: u64 = 1;

/// Where the condition of a record is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition(u32);

impl Condition {
    /// No condition: it holds on every way.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// The key by which a position is known here and on the way: without the bit that tells in a condition
/// whose turn it is.
pub(super) fn plain(key: u64) -> u64 {
    key & !OTHERS_TURN
}

/// What is said of a position, in the words of the player to move.
pub(super) trait Claim: Copy {
    /// The same in the words of the other player.
    fn turned(self) -> Self;
}

/// Where there is only one thing to say, that a position is disproved.
impl Claim for () {
    fn turned(self) {}
}

/// A claim about a position, and the condition under which it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditional<C> {
    /// The position.
    pub(super) key: u64,
    /// What is said of it.
    pub(super) claim: C,
    /// Under which condition.
    pub(super) condition: Condition,
}

/// Conditions by where they are kept: for each the position to which it belongs, the number of those
/// that it names, and these.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    words: Box<[u64]>,
    next: usize,
}

impl Conditions {
    /// Room of a part of so many bytes, and how many are left for the table.
    pub(super) fn beside_table(bytes: usize) -> (Self, usize) {
        let part = bytes / PART_OF_MEMORY;
        (Self::with_memory(part), bytes - part)
    }

    /// Room of at most so many bytes.
    fn with_memory(bytes: usize) -> Self {
        let words = (bytes / size_of::<u64>()).min(Condition::NONE.0 as usize);
        Self { words: vec![0; words].into_boxed_slice(), next: 0 }
    }

    /// Keeps the condition that something known of the last position on the `way` rests on these before;
    /// `None` where it is too long to be worth it.
    pub(super) fn keep(&mut self, dependence: Dependence, way: &[u64]) -> Option<Condition> {
        if dependence == Dependence::NONE {
            return Some(Condition::NONE);
        }
        let names: ArrayVec<u64, LONGEST> =
            if dependence.count() <= LONGEST { names(dependence, way)? } else { return None };
        let owner = way.last()?;
        let length = names.len() + 2;
        let at = if self.next + length > self.words.len() { 0 } else { self.next };
        let [first, count, rest @ ..] = self.words.get_mut(at..at + length)? else { return None };
        *first = owner.wrapping_mul(OWNER_FACTOR);
        *count = names.len() as u64;
        rest.copy_from_slice(&names);
        self.next = at + length;
        Some(Condition(at as u32))
    }

    /// The positions that the condition of the position `owner` names; `None` where it had to give
    /// way.
    fn find(&self, owner: u64, condition: Condition) -> Option<&[u64]> {
        if condition == Condition::NONE {
            return Some(&[]);
        }
        let [first, count, rest @ ..] = self.words.get(condition.0 as usize..)? else {
            return None;
        };
        // What gives way loses its owner first.
        let is_owned = *first == owner.wrapping_mul(OWNER_FACTOR);
        if is_owned { rest.get(..usize::try_from(*count).ok()?) } else { None }
    }

    /// On which positions on the `way` it rests that what is `known` holds; `None` where its condition
    /// is not met. What holds of positions that are not on the way, `look_up` tells: the same claim as
    /// the one that it is given, about the position that it is given.
    pub(super) fn met<C: Claim>(
        &self,
        way: &[u64],
        known: Conditional<C>,
        look_up: impl Fn(u64, C) -> Option<Conditional<C>>,
    ) -> Option<Dependence> {
        let mut dependence = Dependence::NONE;
        let mut followed: ArrayVec<Conditional<C>, MOST_FOLLOWED> = ArrayVec::new();
        followed.push(known);
        let mut at = 0;
        while let Some(&Conditional { key, claim, condition }) = followed.get(at) {
            for &name in self.find(key, condition)? {
                let key = plain(name);
                if let Some(ply) = way.iter().position(|&earlier| earlier == key) {
                    dependence = dependence.and(Dependence::on(ply));
                } else if followed.iter().all(|known| known.key != key) {
                    let claim = if name == key { claim } else { claim.turned() };
                    let known = look_up(key, claim)?;
                    if known.condition != Condition::NONE {
                        followed.try_push(known).ok()?;
                    }
                }
            }
            at += 1;
        }
        Some(dependence)
    }
}

/// The names of positions on the way, in a condition of the last one.
fn names(dependence: Dependence, way: &[u64]) -> Option<ArrayVec<u64, LONGEST>> {
    let last = way.len().checked_sub(1)?;
    let turn = |ply: usize| if (last - ply) % 2 == 1 { OTHERS_TURN } else { 0 };
    dependence.plies()?.map(|ply| Some(way.get(ply)? | turn(ply))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(plies: &[usize]) -> Dependence {
        plies.iter().fold(Dependence::NONE, |all, &ply| all.and(Dependence::on(ply)))
    }

    /// That the score is so much for the player to move.
    impl Claim for i32 {
        fn turned(self) -> Self {
            -self
        }
    }

    #[test]
    fn a_condition_is_met_on_the_way_or_by_what_is_known() {
        let mut conditions = Conditions::with_memory(1000);
        let condition = conditions.keep(on(&[0, 2]), &[10, 20, 30, 2]).unwrap();
        let known = Conditional { key: 2, claim: 5, condition };
        let unknown = |_, _| None;
        assert_eq!(conditions.met(&[30, 8, 10], known, unknown), Some(on(&[0, 2])));
        assert_eq!(conditions.met(&[30, 8], known, unknown), None);
        let holds = |key, claim| {
            let found = Conditional { key, claim, condition: Condition::NONE };
            ((key, claim) == (10, -5)).then_some(found)
        };
        assert_eq!(conditions.met(&[8, 30], known, holds), Some(on(&[1])));
        // The one holds if the other one does, and the other way round.
        let other = conditions.keep(on(&[1]), &[8, 2, 10]).unwrap();
        let in_turn = |key, claim| {
            let found = Conditional { key, claim, condition: other };
            ((key, claim) == (10, -5)).then_some(found)
        };
        assert_eq!(conditions.met(&[8, 30], known, in_turn), Some(on(&[1])));
        assert_eq!(conditions.met(&[8], known, in_turn), None);
    }

    #[test]
    fn the_oldest_conditions_give_way() {
        let mut conditions = Conditions::with_memory(8 * 7);
        let first = conditions.keep(on(&[0]), &[10, 20, 2]).unwrap();
        let second = conditions.keep(on(&[1, 2]), &[10, 20, 30, 4]).unwrap();
        let found = |conditions: &Conditions, key, condition| {
            conditions.find(key, condition).map(<[u64]>::to_vec)
        };
        assert_eq!(found(&conditions, 2, first), Some(vec![10]));
        assert_eq!(found(&conditions, 4, second), Some(vec![20, 31]));
        assert_eq!(found(&conditions, 6, second), None);
        let third = conditions.keep(on(&[0]), &[20, 6]).unwrap();
        assert_eq!(found(&conditions, 2, first), None);
        assert_eq!(found(&conditions, 4, second), Some(vec![20, 31]));
        assert_eq!(found(&conditions, 6, third), Some(vec![21]));
        assert_eq!(Conditions::with_memory(0).keep(on(&[0]), &[20, 6]), None);
        assert_eq!(conditions.keep(Dependence::NONE, &[20, 6]), Some(Condition::NONE));
    }

    #[test]
    fn what_is_far_away_or_too_much_is_not_kept() {
        let mut conditions = Conditions::with_memory(1 << 12);
        let way: Vec<u64> = (0..200).map(|number| 2 * number).collect();
        assert_eq!(conditions.keep(on(&[150]), &way), None);
        let many: Vec<usize> = (0..=LONGEST).collect();
        assert_eq!(conditions.keep(on(&many), &way), None);
        assert!(conditions.keep(on(&many[1..]), &way).is_some());
    }
}
