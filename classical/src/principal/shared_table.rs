//! A transposition table that several threads use at once without locks.
//!
//! Each entry has two words: the data, and the key combined with the data by exclusive or. If two
//! threads write an entry at the same time, the words may come from different writes, and then the
//! key computed from them matches no position (Hyatt and Mann, A Lock-less Transposition Table
//! Implementation for Parallel Search, ICGA Journal, 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Score;

/// The number of entries in a bucket, which fills one cache line.
const ENTRIES: usize = 4;
/// The number of generations before the numbers start again; a power of two.
const GENERATIONS: u64 = 32;
/// The difference in depth that outweighs one generation of age when an entry is replaced.
const DEPTH_OF_GENERATION: i64 = 4;
/// The least difference in depth at which an entry is kept instead of a new result for the same
/// position.
const CLEARLY_DEEPER: u8 = 3;
/// The bytes of a table if the system refuses a greater one.
const FALLBACK: usize = 64 << 20;
/// The stored number of no move.
const NO_MOVE: u16 = u16::MAX;

/// The relation of a score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundKind {
    /// It is the true score.
    Exact,
    /// The true score is at least this high.
    Lower,
    /// The true score is at most this high.
    Upper,
}

/// The contents of a table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The score for the player to move.
    pub score: Score,
    /// The depth of the search, in moves.
    pub depth: u8,
    /// The relation to the true score, or `None` if only the best move is known.
    pub kind: Option<BoundKind>,
    /// Whether the score does not depend on estimates, so that it holds at any depth.
    pub is_settled: bool,
    /// The [index](crate::Game::index) of the best move in the normal form of the position. The
    /// number 65535 is not available.
    pub best: Option<u16>,
}

impl Stored {
    /// The data word: from the lowest bit, the score (32 bits), the move (16), the depth (8), the
    /// kind of bound (2), whether it is settled (1), and the generation (5).
    fn pack(self, generation: u64) -> u64 {
        let kind = match self.kind {
            None => 0_u64,
            Some(BoundKind::Exact) => 1,
            Some(BoundKind::Lower) => 2,
            Some(BoundKind::Upper) => 3,
        };
        u64::from(self.score.cast_unsigned())
            | u64::from(self.best.unwrap_or(NO_MOVE)) << 32
            | u64::from(self.depth) << 48
            | kind << 56
            | u64::from(self.is_settled) << 58
            | generation << 59
    }

    fn unpack(data: u64) -> Self {
        Self {
            score: (data as u32).cast_signed(),
            depth: depth_in(data),
            kind: match data >> 56 & 3 {
                1 => Some(BoundKind::Exact),
                2 => Some(BoundKind::Lower),
                3 => Some(BoundKind::Upper),
                _ => None,
            },
            is_settled: data >> 58 & 1 == 1,
            best: Some((data >> 32) as u16).filter(|&index| index != NO_MOVE),
        }
    }
}

fn depth_in(data: u64) -> u8 {
    (data >> 48) as u8
}

fn generation_in(data: u64) -> u64 {
    data >> 59
}

#[derive(Debug, Default)]
struct Entry {
    /// The key, combined with the data.
    check: AtomicU64,
    /// The data, or 0 if the entry is empty.
    data: AtomicU64,
}

impl Entry {
    /// The key and the data. If they do not belong together, the key is a wrong one.
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn save(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

/// The results of searches by position, in bounded memory, for several threads.
#[derive(Debug)]
pub struct SharedTable {
    buckets: Box<[Bucket]>,
    /// The current generation.
    generation: u64,
}

impl SharedTable {
    /// Creates a table of at most `bytes` bytes, and of 64 MiB if the system refuses that much.
    /// With fewer than 64 bytes it remembers nothing.
    pub fn new(bytes: usize) -> Self {
        let (mut buckets, mut count) = (Vec::new(), bytes / size_of::<Bucket>());
        if buckets.try_reserve_exact(count).is_err() {
            count = count.min(FALLBACK / size_of::<Bucket>());
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets: buckets.into_boxed_slice(), generation: 0 }
    }

    /// The memory of the entries, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Begins a new generation, usually with a new search. Earlier results stay valid but are
    /// replaced first.
    pub fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = 0;
        self.buckets.fill_with(Bucket::default);
    }

    /// The share of the entries that the current generation has filled, in thousandths. It is
    /// estimated from the first entries.
    pub fn fill(&self) -> u32 {
        let sample = self.buckets.iter().take(1000 / ENTRIES).flat_map(|bucket| &bucket.0);
        let (filled, all) = sample.fold((0, 0), |(filled, all), entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let is_filled = data != 0 && generation_in(data) == self.generation;
            (filled + u32::from(is_filled), all + 1)
        });
        (filled * 1000).checked_div(all).unwrap_or(0)
    }

    fn bucket(&self, key: u64) -> Option<&Bucket> {
        // The upper half of the product is used so that all bits of the key matter.
        self.buckets.get(((u128::from(key) * self.buckets.len() as u128) >> 64) as usize)
    }

    /// Returns what is known about the position with this key.
    pub fn find(&self, key: u64) -> Option<Stored> {
        let entries = &self.bucket(key)?.0;
        let known = entries.iter().map(Entry::load).find(|&(of, data)| of == key && data != 0);
        known.map(|(_, data)| Stored::unpack(data))
    }

    /// Stores a result for the position with this key, unless a much deeper one is known. A result
    /// without a best move keeps the one known before.
    pub fn store(&self, key: u64, result: Stored) {
        let Some(Bucket(entries)) = self.bucket(key) else { return };
        let mut result = result;
        let mut place = &entries[0];
        let mut least = i64::MAX;
        for entry in entries {
            let (of, data) = entry.load();
            if of == key && data != 0 {
                let old = Stored::unpack(data);
                if !self.is_better(result, old, generation_in(data)) {
                    return;
                }
                result.best = result.best.or(old.best);
                place = entry;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (place, least) = (entry, worth);
            }
        }
        place.save(key, result.pack(self.generation));
    }

    /// Whether a result should replace another one for the same position.
    fn is_better(&self, new: Stored, old: Stored, generation: u64) -> bool {
        if new.kind.is_none() {
            return old.kind.is_none();
        }
        new.kind == Some(BoundKind::Exact)
            || new.is_settled
            || generation != self.generation
            || old.kind.is_none()
            || new.depth.saturating_add(CLEARLY_DEEPER) > old.depth
    }

    /// The worth of an entry: deep and recent ones are kept.
    fn worth(&self, data: u64) -> i64 {
        if data == 0 {
            return i64::MIN;
        }
        let age = (self.generation + GENERATIONS - generation_in(data)) % GENERATIONS;
        i64::from(depth_in(data)) - DEPTH_OF_GENERATION * age as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(score: Score, depth: u8) -> Stored {
        let kind = Some(BoundKind::Lower);
        Stored { score, depth, kind, is_settled: false, best: Some(7) }
    }

    #[test]
    fn results_come_back_unchanged() {
        let kinds = [None, Some(BoundKind::Exact), Some(BoundKind::Lower), Some(BoundKind::Upper)];
        for (number, kind) in kinds.into_iter().enumerate() {
            for score in [Score::MIN, -1, 0, 1, Score::MAX] {
                for (depth, best) in [(0, None), (255, Some(0)), (9, Some(NO_MOVE - 1))] {
                    let result = Stored { score, depth, kind, is_settled: number % 2 == 0, best };
                    let mut table = SharedTable::new(1 << 10);
                    table.new_generation();
                    table.store(0, result);
                    assert_eq!(table.find(0), Some(result));
                    assert_eq!(table.find(1), None);
                    table.clear();
                    assert_eq!(table.find(0), None);
                }
            }
        }
    }

    #[test]
    fn deep_and_recent_results_stay() {
        let mut table = SharedTable::new(64);
        for key in 1..=4 {
            table.store(key, result(0, key as u8));
        }
        table.store(5, result(0, 1));
        let known = |table: &SharedTable| (1..=9).filter(|&key| table.find(key).is_some()).count();
        assert_eq!((table.find(1), known(&table), table.fill()), (None, 4, 1000));
        for _ in 0..3 {
            table.new_generation();
        }
        assert_eq!(table.fill(), 0);
        for key in 6..=9 {
            table.store(key, result(0, 0));
        }
        assert_eq!((known(&table), table.fill()), (4, 1000));
        assert!((6..=9).all(|key| table.find(key).is_some()));
    }

    #[test]
    fn a_known_position_keeps_its_best_result() {
        let table = SharedTable::new(64);
        table.store(1, result(5, 9));
        table.store(1, result(6, 2));
        assert_eq!(table.find(1), Some(result(5, 9)));
        table.store(1, Stored { kind: None, ..result(6, 9) });
        assert_eq!(table.find(1), Some(result(5, 9)));
        table.store(1, Stored { best: None, ..result(7, 10) });
        assert_eq!(table.find(1), Some(result(7, 10)));
    }

    #[test]
    fn memory_is_bounded() {
        for bytes in [0, 63, 64, 1000, 1 << 20] {
            let table = SharedTable::new(bytes);
            assert!(table.bytes() <= bytes && table.bytes() + 64 > bytes);
            table.store(u64::MAX, result(1, 1));
            assert_eq!(table.find(u64::MAX).is_some(), bytes >= 64);
        }
    }

    /// The score that the test below stores for a key.
    fn score_of(key: u64, round: u64) -> Score {
        ((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as Score) << 4 | round as Score
    }

    #[test]
    fn threads_never_read_a_mixture() {
        let table = SharedTable::new(1 << 10);
        let hammer = |thread: u64| {
            let mut found = 0;
            for step in 0..200_000_u64 {
                let key = ((step * 7 + thread * 13) % 199).wrapping_mul(0xd6e8_feb8_6659_fd93);
                let round = (step + thread) % 16;
                let depth = (score_of(key, round) % 251) as u8;
                table
                    .store(key, Stored { is_settled: true, ..result(score_of(key, round), depth) });
                if let Some(known) = table.find(key) {
                    found += 1;
                    let round = (known.score & 15) as u64;
                    assert_eq!(known.score, score_of(key, round));
                    assert_eq!(i32::from(known.depth), known.score % 251);
                }
            }
            found
        };
        let found = std::thread::scope(|scope| {
            let threads = [0, 1, 2, 3, 4, 5].map(|thread| scope.spawn(move || hammer(thread)));
            threads.map(|thread| thread.join().unwrap())
        });
        assert!(found.into_iter().all(|found| found > 1000), "{found:?}");
    }
}
