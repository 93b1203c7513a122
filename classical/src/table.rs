//! A table of what is known about positions, in bounded memory.
//!
//! Two records share a place: one that was dear to find stays until a dearer one comes or its age
//! has passed, the other is the latest, or the one that had to give way last. Positions are told
//! apart by their whole key, so two with the same key of 64 bits would be taken for one.

/// What is known about a position.
pub(super) trait Record: Copy {
    /// How dear it was: of two records the dearer one is kept.
    fn worth(&self) -> u32;
}

#[derive(Clone, Copy, Debug)]
struct Slot<R> {
    key: u64,
    age: u8,
    record: Option<R>,
}

/// The place of two records, the dear one and the latest one: one line of the cache where records
/// are small.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Place<R>([Slot<R>; 2]);

/// The places of a segment, the unit in which a table takes its memory.
const SEGMENT: usize = 1 << 12;

/// Records by the keys of their positions.
///
/// A segment takes its memory when the first record enters it. So a search that ends soon does not pay
/// for a large table, and none waits for gigabytes before it looks at its budget for the first time.
#[derive(Clone, Debug)]
pub(super) struct Table<R> {
    segments: Box<[Vec<Place<R>>]>,
    /// The number of places, a power of two.
    places: usize,
    age: u8,
}

impl<R: Record> Table<R> {
    /// A table of at most `bytes`, but of one place at least.
    pub(super) fn with_memory(bytes: usize) -> Self {
        let most = (bytes / size_of::<Place<R>>()).max(1);
        let places = 1_usize << most.ilog2();
        let segments = vec![Vec::new(); places.div_ceil(SEGMENT)].into_boxed_slice();
        Self { segments, places, age: 0 }
    }

    /// Begins a new search: what is there stays known, but gives way to new records however dear it
    /// was.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(&self, key: u64) -> usize {
        // The upper half of the product: all bits of the key count, whatever their number is.
        ((u128::from(key) * self.places as u128) >> 64) as usize
    }

    /// What is known about a position.
    pub(super) fn find(&self, key: u64) -> Option<R> {
        let at = self.place(key);
        let place = self.segments.get(at / SEGMENT)?.get(at % SEGMENT)?;
        place.0.iter().filter(|slot| slot.key == key).find_map(|slot| slot.record)
    }

    /// Notes what is known about a position instead of what was known before.
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

    /// A table with one place.
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
        table.grow_old();
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
