//! The common part of all exchanges: the post, the root, and the numbers of messages.

use std::time::Duration;

use super::message::{Body, Message, RootKey, Sender};
use super::post::{Post, RankId};
use crate::vocabulary::BoardSize;

/// The number of bytes that a message has besides its contents, generously.
const OVERHEAD: usize = 64;
/// A check for messages ends once it has merged at least this many nodes. Messages that are left
/// over wait for the next check, so that the search can check the clock in between.
const MOST_NODES: usize = 128;

/// The correspondence of one rank with all others.
pub(in crate::search) struct Correspondence {
    id: RankId,
    post: Box<dyn Post>,
    /// The root of the search.
    pub(in crate::search) root: RootKey,
    /// The number of trees that this rank has begun.
    trees: u64,
    /// The number of messages sent from this tree.
    sent: u64,
}

impl Correspondence {
    /// Begins the correspondence of a rank, whose tree is to be [started](Self::restart).
    pub(in crate::search) fn new(id: RankId, post: Box<dyn Post>) -> Self {
        let root = RootKey { position: 0, size: BoardSize::square(1) };
        Self { id, post, root, trees: 0, sent: 0 }
    }

    /// Notes that the search has begun a new tree with this root.
    pub(in crate::search) fn restart(&mut self, root: RootKey) {
        (self.root, self.trees, self.sent) = (root, self.trees + 1, 0);
    }

    /// Whether a message is due after `made` simulations of this search, where `interval` is the
    /// time between two messages. A rank that takes turns with others waits here for its turn.
    pub(in crate::search) fn is_due(&mut self, made: u64, interval: Duration) -> bool {
        self.post.is_due(made, interval)
    }

    /// The largest number of simulations between two looks at the messages, at least 1.
    pub(in crate::search) fn most_between_looks(&self) -> u64 {
        self.post.most_between_looks()
    }

    /// The next message that has arrived about the present root, if there is one and this look has
    /// merged fewer than [`MOST_NODES`] nodes. Messages about other roots are dropped.
    pub(in crate::search) fn receive(&mut self, merged: usize) -> Option<Message> {
        if merged >= MOST_NODES {
            return None;
        }
        loop {
            let bytes = self.post.receive()?;
            match Message::read(&bytes) {
                Ok(message) if message.root == self.root && message.sender.rank != self.id.rank => {
                    return Some(message);
                }
                Ok(_) => {}
                Err(refusal) => log::warn!("a message of {} bytes: {refusal}", bytes.len()),
            }
        }
    }

    /// The number of all ranks, this one included, as far as it is known.
    pub(in crate::search) fn ranks(&self) -> u32 {
        self.post.ranks()
    }

    /// Those of the ranks that are known not to search.
    pub(in crate::search) fn absent(&self) -> Vec<u32> {
        self.post.absent()
    }

    /// The time since some moment in the past.
    pub(in crate::search) fn now(&self) -> Duration {
        self.post.now()
    }

    /// The number of the next message.
    pub(in crate::search) fn next_number(&self) -> u64 {
        self.sent + 1
    }

    /// The number of bytes that the body of a message may have.
    pub(in crate::search) fn room(&self) -> usize {
        self.post.most_bytes().saturating_sub(OVERHEAD)
    }

    /// Sends a message to all other ranks.
    pub(in crate::search) fn send(&mut self, body: Body) {
        self.sent += 1;
        let sender = Sender { rank: self.id.rank, tree: self.id.start + self.trees };
        let message = Message { sender, number: self.sent, root: self.root, body };
        self.post.send(message.write());
    }
}
