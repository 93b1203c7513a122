//! The conditions under which results hold if they depend on repetitions of positions on the path.
//!
//! The statement "the prover does not reach the goal from here, unless the game first reaches one
//! of these positions" holds on every path. It becomes a disproof if, for each of the listed
//! positions, one of two things is true: either the position is on the path, so that reaching it is
//! a repetition, or the position is itself disproved under a condition that is also met. In both
//! cases, the opponent can hold out from one listed position to the next. The disproofs may even
//! rely on each other, because an endless game is also a failure for the prover. (For repetitions
//! and transposition tables, see Kishimoto and Müller, A General Solution to the Graph History
//! Interaction Problem, 2004.)
//!
//! Conditions are stored outside the table because few table records need one. The oldest
//! conditions are overwritten first.

use arrayvec::ArrayVec;

use super::dependence::Dependence;

/// The fraction of a search's memory that is used for conditions, expressed as a divisor.
const MEMORY_DIVISOR: usize = 8;
/// The maximum number of positions that a condition may list.
const MAX_NAMES: usize = 12;
/// The maximum number of conditions that are followed to decide whether a condition is met.
const MAX_FOLLOWED: usize = 32;
/// The factor by which the key of a condition's owner is multiplied, to distinguish the owner from
/// the positions that the condition lists.
const OWNER_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// The bit that is set in a listed position's name if the player to move there is not the player to
/// move in the position that owns the condition.
const OPPONENT_TO_MOVE: u64 = 1;

/// The index at which a record's condition is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition(u32);

impl Condition {
    /// No condition: the record holds on every path.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// The key of a position without the bit that a condition uses to encode the player to move.
pub(super) fn position_key(key: u64) -> u64 {
    key & !OPPONENT_TO_MOVE
}

/// A statement about a position, from the perspective of the player to move.
pub(super) trait Claim: Copy {
    /// The same statement from the opponent's perspective.
    fn turned(self) -> Self;
}

/// The only possible statement is that the position is disproved.
impl Claim for () {
    fn turned(self) {}
}

/// A claim about a position, with the condition under which it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditional<C> {
    /// The key of the position.
    pub(super) key: u64,
    /// The statement about the position.
    pub(super) claim: C,
    /// The condition under which the statement holds.
    pub(super) condition: Condition,
}

/// A ring buffer of conditions. Each entry consists of the position that owns the condition, the
/// number of positions that the condition lists, and the listed positions.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    words: Box<[u64]>,
    next: usize,
}

impl Conditions {
    /// Creates a buffer that uses part of `bytes`, and returns the buffer together with the number
    /// of bytes left for the table.
    pub(super) fn beside_table(bytes: usize) -> (Self, usize) {
        let part = bytes / MEMORY_DIVISOR;
        (Self::with_memory(part), bytes - part)
    }

    /// Creates a buffer of at most `bytes` bytes.
    fn with_memory(bytes: usize) -> Self {
        let words = (bytes / size_of::<u64>()).min(Condition::NONE.0 as usize);
        Self { words: vec![0; words].into_boxed_slice(), next: 0 }
    }

    /// Stores the condition under which a result for the last position of `path` holds, given the
    /// earlier positions that the result depends on. Returns `None` if the condition would list too
    /// many positions, or positions too far along the path, or if it does not fit in the buffer.
    pub(super) fn store(&mut self, dependence: Dependence, path: &[u64]) -> Option<Condition> {
        if dependence == Dependence::NONE {
            return Some(Condition::NONE);
        }
        let names: ArrayVec<u64, MAX_NAMES> =
            if dependence.count() <= MAX_NAMES { names(dependence, path)? } else { return None };
        let owner = path.last()?;
        let length = names.len() + 2;
        let at = if self.next + length > self.words.len() { 0 } else { self.next };
        let [first, count, rest @ ..] = self.words.get_mut(at..at + length)? else { return None };
        *first = owner.wrapping_mul(OWNER_FACTOR);
        *count = names.len() as u64;
        rest.copy_from_slice(&names);
        self.next = at + length;
        Some(Condition(at as u32))
    }

    /// Returns the positions listed in `owner`'s condition, or `None` if that condition has been
    /// overwritten.
    fn find(&self, owner: u64, condition: Condition) -> Option<&[u64]> {
        if condition == Condition::NONE {
            return Some(&[]);
        }
        let [first, count, rest @ ..] = self.words.get(condition.0 as usize..)? else {
            return None;
        };
        // The word that identifies the owner is overwritten first.
        let is_owned = *first == owner.wrapping_mul(OWNER_FACTOR);
        if is_owned { rest.get(..usize::try_from(*count).ok()?) } else { None }
    }

    /// Returns the positions on `path` that the claim `known` depends on, or `None` if the claim's
    /// condition is not met. Given a position that is not on the path and a claim about that
    /// position, `look_up` returns a stored claim that is at least as strong, if there is one.
    pub(super) fn dependence_if_met<C: Claim>(
        &self,
        path: &[u64],
        known: Conditional<C>,
        look_up: impl Fn(u64, C) -> Option<Conditional<C>>,
    ) -> Option<Dependence> {
        let mut dependence = Dependence::NONE;
        let mut followed: ArrayVec<Conditional<C>, MAX_FOLLOWED> = ArrayVec::new();
        followed.push(known);
        let mut at = 0;
        while let Some(&Conditional { key, claim, condition }) = followed.get(at) {
            for &name in self.find(key, condition)? {
                let key = position_key(name);
                if let Some(ply) = path.iter().position(|&earlier| earlier == key) {
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

/// The names of the positions in `dependence`, as stored in a condition owned by the last position
/// of `path`.
fn names(dependence: Dependence, path: &[u64]) -> Option<ArrayVec<u64, MAX_NAMES>> {
    let last = path.len().checked_sub(1)?;
    let turn = |ply: usize| if (last - ply) % 2 == 1 { OPPONENT_TO_MOVE } else { 0 };
    dependence.plies()?.map(|ply| Some(path.get(ply)? | turn(ply))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(plies: &[usize]) -> Dependence {
        plies.iter().fold(Dependence::NONE, |all, &ply| all.and(Dependence::on(ply)))
    }

    /// A score for the player to move.
    impl Claim for i32 {
        fn turned(self) -> Self {
            -self
        }
    }

    #[test]
    fn a_condition_is_met_on_the_path_or_by_stored_claims() {
        let mut conditions = Conditions::with_memory(1000);
        let condition = conditions.store(on(&[0, 2]), &[10, 20, 30, 2]).unwrap();
        let known = Conditional { key: 2, claim: 5, condition };
        let unknown = |_, _| None;
        assert_eq!(conditions.dependence_if_met(&[30, 8, 10], known, unknown), Some(on(&[0, 2])));
        assert_eq!(conditions.dependence_if_met(&[30, 8], known, unknown), None);
        let holds = |key, claim| {
            let found = Conditional { key, claim, condition: Condition::NONE };
            ((key, claim) == (10, -5)).then_some(found)
        };
        assert_eq!(conditions.dependence_if_met(&[8, 30], known, holds), Some(on(&[1])));
        // Each of the two claims holds if the other does.
        let other = conditions.store(on(&[1]), &[8, 2, 10]).unwrap();
        let in_turn = |key, claim| {
            let found = Conditional { key, claim, condition: other };
            ((key, claim) == (10, -5)).then_some(found)
        };
        assert_eq!(conditions.dependence_if_met(&[8, 30], known, in_turn), Some(on(&[1])));
        assert_eq!(conditions.dependence_if_met(&[8], known, in_turn), None);
    }

    #[test]
    fn the_oldest_conditions_are_overwritten() {
        let mut conditions = Conditions::with_memory(8 * 7);
        let first = conditions.store(on(&[0]), &[10, 20, 2]).unwrap();
        let second = conditions.store(on(&[1, 2]), &[10, 20, 30, 4]).unwrap();
        let found = |conditions: &Conditions, key, condition| {
            conditions.find(key, condition).map(<[u64]>::to_vec)
        };
        assert_eq!(found(&conditions, 2, first), Some(vec![10]));
        assert_eq!(found(&conditions, 4, second), Some(vec![20, 31]));
        assert_eq!(found(&conditions, 6, second), None);
        let third = conditions.store(on(&[0]), &[20, 6]).unwrap();
        assert_eq!(found(&conditions, 2, first), None);
        assert_eq!(found(&conditions, 4, second), Some(vec![20, 31]));
        assert_eq!(found(&conditions, 6, third), Some(vec![21]));
        assert_eq!(Conditions::with_memory(0).store(on(&[0]), &[20, 6]), None);
        assert_eq!(conditions.store(Dependence::NONE, &[20, 6]), Some(Condition::NONE));
    }

    #[test]
    fn far_positions_and_long_conditions_are_not_stored() {
        let mut conditions = Conditions::with_memory(1 << 12);
        let path: Vec<u64> = (0..200).map(|number| 2 * number).collect();
        assert_eq!(conditions.store(on(&[150]), &path), None);
        let many: Vec<usize> = (0..=MAX_NAMES).collect();
        assert_eq!(conditions.store(on(&many), &path), None);
        assert!(conditions.store(on(&many[1..]), &path).is_some());
    }
}
