//! A cache of evaluations, which all threads share.
//!
//! Each key has one slot, whose content a newer key with the same slot replaces. A lock covers
//! many slots and is held only while a pointer is copied.

use std::mem::size_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::evaluation::Evaluation;

/// The number of locks.
const LOCKS: usize = 64;

/// A slot: a key and its evaluation.
type Slot = Option<(u128, Arc<Evaluation>)>;

/// A cache of evaluations of one network.
///
/// A key stands for everything that an evaluation depends on, including the symmetry and the
/// optimism.
#[derive(Debug)]
pub struct Cache {
    /// The slots, by lock.
    parts: Vec<Mutex<Vec<Slot>>>,
    /// The slots of each lock, a power of 2.
    slots: usize,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Cache {
    /// Creates a cache that uses at most `bytes` bytes with evaluations of boards with `area`
    /// points. If there is no room for an evaluation, nothing is kept.
    pub fn new(bytes: usize, area: usize) -> Self {
        let slots = bytes / Self::bytes_of_slot(area) / LOCKS;
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        Self {
            parts: (0..LOCKS).map(|_| Mutex::new(vec![None; slots])).collect(),
            slots,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The number of bytes of a slot and its evaluation.
    fn bytes_of_slot(area: usize) -> usize {
        let evaluation = size_of::<Evaluation>()
            + (area + 1) * size_of::<Option<f32>>()
            + area * size_of::<f32>();
        // The counters of the pointer, and what the allocator adds to each of three blocks.
        size_of::<Slot>() + evaluation + 2 * size_of::<usize>() + 3 * 16
    }

    /// The number of evaluations that the cache can hold.
    pub fn capacity(&self) -> usize {
        LOCKS * self.slots
    }

    /// The lock and the index of a key's slot.
    fn place(&self, key: u128) -> Option<(&Mutex<Vec<Slot>>, usize)> {
        let bits = key as usize;
        let index = (bits / LOCKS) & self.slots.checked_sub(1)?;
        Some((self.parts.get(bits % LOCKS)?, index))
    }

    /// The evaluation of a key, if the cache holds it.
    pub fn get(&self, key: u128) -> Option<Arc<Evaluation>> {
        let found = self.place(key).and_then(|(part, index)| {
            let slots = part.lock();
            let (known, evaluation) = slots.get(index)?.as_ref()?;
            (*known == key).then(|| Arc::clone(evaluation))
        });
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Keeps the evaluation of a key in place of what is in its slot.
    pub fn put(&self, key: u128, evaluation: Arc<Evaluation>) {
        let Some((part, index)) = self.place(key) else { return };
        // What was there is dropped after the lock is released.
        let mut dropped = Some((key, evaluation));
        if let Some(slot) = part.lock().get_mut(index) {
            std::mem::swap(slot, &mut dropped);
        }
    }

    /// The numbers of keys asked for that were found and that were not.
    pub fn counts(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// Forgets all evaluations.
    pub fn clear(&self) {
        for part in &self.parts {
            part.lock().fill(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(win: f32, area: usize) -> Arc<Evaluation> {
        Arc::new(Evaluation {
            policy: vec![None; area + 1],
            win,
            loss: 1.0 - win,
            no_result: 0.0,
            score: 0.0,
            score_deviation: 0.0,
            lead: 0.0,
            errors: None,
            ownership: vec![0.0; area],
        })
    }

    #[test]
    fn a_key_finds_only_its_own_evaluation() {
        let cache = Cache::new(1 << 20, 81);
        let keys = 4 * cache.capacity() as u128;
        for key in 0..keys {
            cache.put(key, evaluation(key as f32, 81));
            assert_eq!(cache.get(key).map(|found| found.win), Some(key as f32));
        }
        let kept = (0..keys).filter(|key| cache.get(*key).is_some()).count();
        assert_eq!(kept, cache.capacity());
        // The same slot, another key.
        assert!(cache.get(keys - 1 + (1 << 100)).is_none());
        cache.clear();
        assert!((0..keys).all(|key| cache.get(key).is_none()));
    }

    #[test]
    fn the_memory_is_bounded_for_boards_of_all_sizes() {
        for (bytes, area) in [(1 << 20, 81), (64 << 20, 361), (10_000, 361), (0, 4)] {
            let cache = Cache::new(bytes, area);
            assert!(cache.capacity() * Cache::bytes_of_slot(area) <= bytes);
            assert!(bytes < 1 << 20 || 4 * cache.capacity() * Cache::bytes_of_slot(area) > bytes);
            cache.put(1, evaluation(0.5, area));
            assert_eq!(cache.get(1).is_some(), cache.capacity() > 0);
        }
    }

    #[test]
    fn threads_share_what_they_find() {
        let cache = Cache::new(1 << 20, 81);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let cache = &cache;
                scope.spawn(move || {
                    for key in 0..2000_u128 {
                        cache.put(key, evaluation(key as f32, 81));
                        let found = cache.get((key * (thread + 3)) % 2000);
                        let expected = ((key * (thread + 3)) % 2000) as f32;
                        assert!(found.is_none_or(|found| found.win == expected));
                    }
                });
            }
        });
        assert!(cache.counts().0 > 0);
    }
}
