//! The transposition table of the endgame: bounds on results, and the best move.
//!
//! One hash of a board chooses a bucket, and another one, which is independent of the first, tells
//! the boards in it apart. A bucket fills a cache line and keeps the boards with the most empty
//! squares, except that its last slot always takes the most recent one.

use crate::othello::board::Board;

/// What is known about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The least and the greatest possible result for the player to move, in discs.
    pub(super) low: i8,
    pub(super) high: i8,
    /// The best square found, or [`NO_SQUARE`].
    pub(super) best: u8,
}

/// The bytes of a table if the system refuses a greater one.
const FALLBACK: usize = 64 << 20;
/// Stands for the best move where none is known.
pub(super) const NO_SQUARE: u8 = 64;

#[derive(Clone, Copy, Debug)]
struct Slot {
    check: u64,
    entry: Entry,
    /// The number of empty squares; 0 for an unused slot.
    empties: u8,
    age: u8,
}

const UNUSED: Slot =
    Slot { check: 0, entry: Entry { low: -64, high: 64, best: NO_SQUARE }, empties: 0, age: 0 };

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Boards whose results are known in part.
#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    age: u8,
}

impl Table {
    /// Creates a table of at most `bytes` bytes, but at least one bucket, and of 64 MiB if the
    /// system refuses that much.
    pub(super) fn with_memory(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1);
        let (mut buckets, mut count) = (Vec::new(), 1_usize << most.ilog2());
        if buckets.try_reserve_exact(count).is_err() {
            count = count.min(FALLBACK / size_of::<Bucket>());
        }
        buckets.resize(count, Bucket([UNUSED; 4]));
        Self { buckets: buckets.into_boxed_slice(), age: 0 }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket([UNUSED; 4]));
    }

    /// Begins a new search. Entries stay valid, but those of earlier searches are replaced first.
    pub(super) fn start_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket_index(&self, board: Board) -> usize {
        (board.hash() as usize) & (self.buckets.len() - 1)
    }

    /// Returns what is known about a board.
    pub(super) fn find(&self, board: Board) -> Option<Entry> {
        let check = board.second_hash();
        let bucket = self.buckets.get(self.bucket_index(board))?;
        bucket.0.iter().find(|slot| slot.check == check && slot.empties > 0).map(|slot| slot.entry)
    }

    /// Adds that the result of `board`, which has this many empty squares, is within `low..=high`,
    /// and the best square.
    pub(super) fn store(&mut self, board: Board, empties: u32, new: Entry) {
        let check = board.second_hash();
        let index = self.bucket_index(board);
        let age = self.age;
        let Some(Bucket(slots)) = self.buckets.get_mut(index) else { return };
        let slot = Slot { check, entry: new, empties: empties as u8, age };
        if let Some(old) = slots.iter_mut().find(|old| old.check == check && old.empties > 0) {
            let entry = &mut old.entry;
            entry.low = entry.low.max(new.low);
            entry.high = entry.high.min(new.high);
            if new.best != NO_SQUARE {
                entry.best = new.best;
            }
            old.age = age;
            return;
        }
        let worth = |slot: &Slot| (slot.age == age, slot.empties);
        let [deep @ .., last] = slots;
        match deep.iter_mut().min_by_key(|slot| worth(slot)) {
            Some(least) if worth(least) <= worth(&slot) => *least = slot,
            _ => *last = slot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(number: u64) -> Board {
        Board::new(number, 1 << 40).unwrap()
    }

    fn entry(low: i8, high: i8) -> Entry {
        Entry { low, high, best: 3 }
    }

    #[test]
    fn bounds_of_one_board_are_combined() {
        let mut table = Table::with_memory(1 << 12);
        table.store(board(1), 10, entry(2, 64));
        table.store(board(1), 10, Entry { low: -64, high: 8, best: NO_SQUARE });
        assert_eq!(table.find(board(1)), Some(entry(2, 8)));
        assert_eq!(table.find(board(2)), None);
        assert_eq!(table.find(board(1).pass()), None);
    }

    #[test]
    fn boards_with_many_empty_squares_stay() {
        let mut table = Table::with_memory(0);
        for number in 1..=3 {
            table.store(board(number), 20, entry(0, 0));
        }
        table.store(board(4), 9, entry(0, 0));
        table.store(board(5), 8, entry(0, 0));
        let known = [1, 2, 3, 4, 5].map(|number| table.find(board(number)).is_some());
        assert_eq!(known, [true, true, true, false, true]);
        table.start_search();
        table.store(board(6), 8, entry(0, 0));
        assert_eq!((1..=3).filter(|&number| table.find(board(number)).is_some()).count(), 2);
    }

    #[test]
    fn more_memory_than_there_is_ends_nothing() {
        let table = Table::with_memory(usize::MAX);
        assert_eq!(size_of_val(&*table.buckets), FALLBACK);
    }

    #[test]
    fn memory_is_bounded() {
        for bytes in [0, 64, 1000, 1 << 20] {
            let table = Table::with_memory(bytes);
            let taken = size_of_val(&*table.buckets);
            assert!(taken <= bytes.max(64) && taken * 2 > bytes, "{taken} of {bytes}");
        }
    }
}
