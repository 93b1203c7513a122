//! The carrier of messages between the ranks of a search.

use std::time::Duration;

/// Carries the messages of one rank. Messages may be delayed, lost, doubled or reordered.
pub trait Post: Send {
    /// Called by the leading thread of a search after every few simulations, with the number of
    /// simulations made since the search began. Returns whether a message should be sent now, where
    /// this kind of search sends one in each `interval`. A rank that takes turns with others waits
    /// here for its turn.
    fn is_due(&mut self, made: u64, interval: Duration) -> bool;

    /// The largest number of simulations that a thread should make between two calls of
    /// [`is_due`](Self::is_due), at least 1.
    fn most_between_looks(&self) -> u64 {
        u64::MAX
    }

    /// Sends a message to all other ranks, without waiting for anyone.
    fn send(&mut self, message: Vec<u8>);

    /// The next message that has arrived, if there is one. A search reads only as many messages at
    /// a time as it can merge quickly, so a post that can fill up must drop some.
    fn receive(&mut self) -> Option<Vec<u8>>;

    /// The number of all ranks, this one included, as far as it is known. It may change.
    fn ranks(&self) -> u32;

    /// The ranks that are known not to search, so that no rank should wait for them. They may
    /// change.
    fn absent(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The time since some moment in the past, by which a rank measures its pace.
    fn now(&self) -> Duration;

    /// The largest size of a message, in bytes. Whatever does not fit is left to the next one.
    fn most_bytes(&self) -> usize {
        30_000
    }
}

/// A rank of a search, as the others know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankId {
    /// The number of the rank, from 0.
    pub rank: u32,
    /// Grows each time the rank is started, so that its new results are not mistaken for those that
    /// it sent before. The low 16 bits are 0: the search counts its trees there.
    pub start: u64,
}
