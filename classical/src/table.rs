//! A transposition table of bounded size.
//!
//! Two records share a bucket. One, which was expensive to compute, stays until a more expensive
//! one arrives or its generation has passed. The other is the most recent record, or the one that
//! was displaced last. Positions are identified by their whole 64-bit key, so two positions with
//! the same key would be confused.

/// A table record.
pub(super) trait Record: Copy {
    /// How expensive the record was to compute. Of two records the more expensive one is kept.
    fn worth(&self) -> u32;
}

#[derive(Clone, Copy, Debug)]
struct Slot<R> {
    key: u64,
    age: u8,
    record: Option<R>,
}

/// The bucket of two records, the expensive one and the most recent one: one cache line if records
/// are small.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Place<R>([Slot<R>; 2]);

/// The number of buckets in a segment, the unit in which a table allocates memory.
const SEGMENT: usize = 1 << 12;

/// Records indexed by the keys of their positions.
///
/// A segment is allocated when the first record enters it. A short search therefore does not pay
/// for a large table, and no search allocates gigabytes before it first checks its budget.
#[derive(Clone, Debug)]
pub(super) struct Table<R> {
    segments: Box<[Vec<Place<R>>]>,
    /// The number of buckets, a power of two.
    places: usize,
    age: u8,
}

impl<R: Record> Table<R> {
    /// Creates a table of at most `bytes` bytes, but at least one bucket.
    pub(super) fn with_memory(bytes: usize) -> Self {
        let most = (bytes / size_of::<Place<R>>()).max(1);
        let places = 1_usize << most.ilog2();
        let segments = vec![Vec::new(); places.div_ceil(SEGMENT)].into_boxed_slice();
        Self { segments, places, age: 0 }
    }

    /// Begins a new search: existing records stay valid, but new records replace them whatever they
    /// cost.
    pub(super) fn start_generation(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        // The upper half of the product, so that all bits of the key count.
        ((u128::from(key) * self.places as u128) >> 64) as usize
    }

    /// Returns the record of a position.
    pub(super) fn find(&self, key: u64) -> Option<R> {
        let at = self.place(key);
        let place = self.segments.get(at / SEGMENT)?.get(at % SEGMENT)?;
        place.0.iter().filter(|slot| slot.key == key).find_map(|slot| slot.record)
    }

    /// Stores the record of a position in place of any earlier one.
    pub(super) fn note(&mut self, key: u64, record: R) {
        let age = self.age;
        let at = self.place(key);
        let Some(segment) = self.segments.get_mut(at / SEGMENT) else { return };
        if segment.is_empty() {
            let nothing = Slot { key: 0, age: 0, record: None };
            segment.resize(SEGMENT.min(self.places), Place([nothing; 2]));
        }
        let Some(Place([dear, latest])) = segment.get_mut(at % SEGMENT) else { return };
        let gives_way = |slot: &Slot<R>| {
            slot.key == key
                || slot.age != age
                || slot.record.is_none_or(|old| old.worth() <= record.worth())
        };
        let new = Slot { key, age, record: Some(record) };
        if gives_way(dear) {
            if dear.key != key {
                *latest = *dear;
            }
            *dear = new;
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
        assert_eq!(table.places, 1);
        table
    }

    #[test]
    fn the_dearer_record_stays_and_the_other_one_is_the_latest() {
        let mut table = single();
        table.note(1, Depth(10));
        table.note(2, Depth(5));
        table.note(3, Depth(6));
        assert_eq!([1, 2, 3].map(|key| table.find(key)), [Some(Depth(10)), None, Some(Depth(6))]);
        table.note(4, Depth(20));
        assert_eq!([1, 3, 4].map(|key| table.find(key)), [Some(Depth(10)), None, Some(Depth(20))]);
    }

    #[test]
    fn a_position_has_one_record_the_last_one() {
        let mut table = single();
        table.note(1, Depth(10));
        table.note(1, Depth(2));
        assert_eq!(table.find(1), Some(Depth(2)));
        table.note(2, Depth(1));
        table.note(2, Depth(9));
        table.note(2, Depth(3));
        assert_eq!(table.find(2), Some(Depth(3)));
        assert_eq!(table.find(1), Some(Depth(2)));
    }

    #[test]
    fn old_records_give_way_and_are_known_until_then() {
        let mut table = single();
        table.note(1, Depth(10));
        table.start_generation();
        assert_eq!(table.find(1), Some(Depth(10)));
        table.note(2, Depth(1));
        table.note(3, Depth(1));
        assert_eq!([1, 2, 3].map(|key| table.find(key)), [None, Some(Depth(1)), Some(Depth(1))]);
    }

    #[test]
    fn memory_is_bounded() {
        for bytes in [1, 1000, 1 << 20] {
            let table = Table::<Depth>::with_memory(bytes);
            let taken = table.places * size_of::<Place<Depth>>();
            assert!(taken <= bytes.max(size_of::<Place<Depth>>()), "{taken} of {bytes}");
            assert!(bytes < 1000 || taken * 2 > bytes - 100);
        }
    }

    #[test]
    fn memory_is_taken_when_it_is_needed() {
        let mut table: Table<Depth> = Table::with_memory(1 << 34);
        let taken = |table: &Table<Depth>| table.segments.iter().map(Vec::len).sum::<usize>();
        assert_eq!((table.find(u64::MAX), taken(&table)), (None, 0));
        table.note(u64::MAX, Depth(3));
        assert_eq!((table.find(u64::MAX), taken(&table)), (Some(Depth(3)), SEGMENT));
        assert_eq!(table.find(0), None);
    }
}
