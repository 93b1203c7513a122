//! A transposition table of bounded size.
//!
//! Each bucket has two slots. The first contains a record that was expensive to compute. It stays
//! until a record that was at least as expensive arrives, or until its own generation has passed.
//! The second slot contains the most recent record, or the last one displaced from the first slot.
//! Positions are identified only by their 64-bit keys, so positions with equal keys cannot be
//! distinguished.

/// A table record.
pub(super) trait Record: Copy {
    /// The cost of computing the record. Of two records, the more expensive one is kept.
    fn worth(&self) -> u32;
}

#[derive(Clone, Copy, Debug)]
struct Slot<R> {
    key: u64,
    age: u8,
    record: Option<R>,
}

/// A bucket, which contains an expensive record and the most recent one. If records are small, the
/// bucket fills one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<R>([Slot<R>; 2]);

/// The number of buckets in a segment, the unit in which a table allocates memory.
const SEGMENT: usize = 1 << 12;

/// Records indexed by the keys of their positions.
///
/// A segment is allocated when the first record is stored in it. A short search therefore does not
/// pay for a large table, and no search allocates gigabytes before it first checks its budget.
#[derive(Clone, Debug)]
pub(super) struct Table<R> {
    segments: Box<[Vec<Bucket<R>>]>,
    /// The number of buckets, a power of two.
    buckets: usize,
    age: u8,
}

impl<R: Record> Table<R> {
    /// Creates a table of at most `bytes` bytes, but at least one bucket.
    pub(super) fn with_memory(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket<R>>()).max(1);
        let buckets = 1_usize << most.ilog2();
        let segments = vec![Vec::new(); buckets.div_ceil(SEGMENT)].into_boxed_slice();
        Self { segments, buckets, age: 0 }
    }

    /// Begins a new generation: existing records stay valid, but new records replace them
    /// regardless of their cost.
    pub(super) fn start_generation(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn bucket_index(&self, key: u64) -> usize {
        // The upper half of the product is used so that all bits of the key matter.
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    /// Returns the record of a position.
    pub(super) fn find(&self, key: u64) -> Option<R> {
        let at = self.bucket_index(key);
        let bucket = self.segments.get(at / SEGMENT)?.get(at % SEGMENT)?;
        bucket.0.iter().filter(|slot| slot.key == key).find_map(|slot| slot.record)
    }

    /// Stores the record of a position in place of any earlier one.
    pub(super) fn store(&mut self, key: u64, record: R) {
        let age = self.age;
        let at = self.bucket_index(key);
        let Some(segment) = self.segments.get_mut(at / SEGMENT) else { return };
        if segment.is_empty() {
            let nothing = Slot { key: 0, age: 0, record: None };
            segment.resize(SEGMENT.min(self.buckets), Bucket([nothing; 2]));
        }
        let Some(Bucket([expensive, latest])) = segment.get_mut(at % SEGMENT) else { return };
        let is_replaceable = |slot: &Slot<R>| {
            slot.key == key
                || slot.age != age
                || slot.record.is_none_or(|old| old.worth() <= record.worth())
        };
        let new = Slot { key, age, record: Some(record) };
        if is_replaceable(expensive) {
            if expensive.key != key {
                *latest = *expensive;
            }
            *expensive = new;
        } else {
            *latest = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Depth(u32);

    impl Record for Depth {
        fn worth(&self) -> u32 {
            self.0
        }
    }

    /// A table with one bucket.
    fn single() -> Table<Depth> {
        let table = Table::with_memory(0);
        assert_eq!(table.buckets, 1);
        table
    }

    #[test]
    fn the_more_expensive_record_stays_beside_the_latest() {
        let mut table = single();
        table.store(1, Depth(10));
        table.store(2, Depth(5));
        table.store(3, Depth(6));
        assert_eq!([1, 2, 3].map(|key| table.find(key)), [Some(Depth(10)), None, Some(Depth(6))]);
        table.store(4, Depth(20));
        assert_eq!([1, 3, 4].map(|key| table.find(key)), [Some(Depth(10)), None, Some(Depth(20))]);
    }

    #[test]
    fn a_position_has_only_its_latest_record() {
        let mut table = single();
        table.store(1, Depth(10));
        table.store(1, Depth(2));
        assert_eq!(table.find(1), Some(Depth(2)));
        table.store(2, Depth(1));
        table.store(2, Depth(9));
        table.store(2, Depth(3));
        assert_eq!(table.find(2), Some(Depth(3)));
        assert_eq!(table.find(1), Some(Depth(2)));
    }

    #[test]
    fn old_records_stay_until_they_are_replaced() {
        let mut table = single();
        table.store(1, Depth(10));
        table.start_generation();
        assert_eq!(table.find(1), Some(Depth(10)));
        table.store(2, Depth(1));
        table.store(3, Depth(1));
        assert_eq!([1, 2, 3].map(|key| table.find(key)), [None, Some(Depth(1)), Some(Depth(1))]);
    }

    #[test]
    fn memory_is_bounded() {
        for bytes in [1, 1000, 1 << 20] {
            let table = Table::<Depth>::with_memory(bytes);
            let taken = table.buckets * size_of::<Bucket<Depth>>();
            assert!(taken <= bytes.max(size_of::<Bucket<Depth>>()), "{taken} of {bytes}");
            assert!(bytes < 1000 || taken * 2 > bytes - 100);
        }
    }

    #[test]
    fn memory_is_allocated_on_demand() {
        let mut table: Table<Depth> = Table::with_memory(1 << 34);
        let taken = |table: &Table<Depth>| table.segments.iter().map(Vec::len).sum::<usize>();
        assert_eq!((table.find(u64::MAX), taken(&table)), (None, 0));
        table.store(u64::MAX, Depth(3));
        assert_eq!((table.find(u64::MAX), taken(&table)), (Some(Depth(3)), SEGMENT));
        assert_eq!(table.find(0), None);
    }
}
