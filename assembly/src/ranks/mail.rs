//! The messages between the search of this rank and those of all others.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::search::Post;
use parking_lot::Mutex;

use super::frame::{Frame, MOST_WAITING};
use super::outbox::Outbox;

/// What has arrived, and the epoch that it must belong to.
#[derive(Debug, Default)]
struct Inbox {
    /// Grows whenever what was found out before must not be mixed with what is found out now: with
    /// other parameters, another network, or after all has been forgotten.
    epoch: u64,
    /// At most [`MOST_WAITING`] messages. If there are more, the oldest are dropped.
    messages: VecDeque<Vec<u8>>,
}

/// The mailbox of one rank.
#[derive(Debug, Default)]
pub(super) struct Mail {
    inbox: Mutex<Inbox>,
    /// Where messages to all others are put.
    outbox: Mutex<Arc<Outbox>>,
    /// The number of ranks, this one included.
    ranks: AtomicU32,
    /// Those of them that are known not to search.
    absent: Mutex<Vec<u32>>,
    /// The number of simulations that the running search has made.
    made: AtomicU64,
}

impl Mail {
    /// Begins an epoch, unless it is the present one. Messages of all others are dropped.
    pub(super) fn begin(&self, epoch: u64) {
        let mut inbox = self.inbox.lock();
        if inbox.epoch != epoch {
            *inbox = Inbox { epoch, messages: VecDeque::new() };
        }
    }

    /// Takes in a frame with a message, if it belongs to the present epoch.
    pub(super) fn deliver(&self, frame: &Frame) {
        let mut inbox = self.inbox.lock();
        let Some((_, message)) = frame.as_news().filter(|(epoch, _)| *epoch == inbox.epoch) else {
            return;
        };
        if inbox.messages.len() >= MOST_WAITING {
            inbox.messages.pop_front();
        }
        inbox.messages.push_back(message.to_vec());
    }

    /// Puts all messages to others into this box from now on.
    pub(super) fn connect(&self, outbox: Arc<Outbox>) {
        *self.outbox.lock() = outbox;
    }

    /// The box into which messages to others are put.
    pub(super) fn outbox(&self) -> Arc<Outbox> {
        Arc::clone(&self.outbox.lock())
    }

    /// Sets the number of ranks.
    pub(super) fn set_ranks(&self, ranks: u32) {
        self.ranks.store(ranks, Ordering::Relaxed);
    }

    /// Sets which ranks are known not to search.
    pub(super) fn set_absent(&self, absent: Vec<u32>) {
        *self.absent.lock() = absent;
    }

    /// The number of simulations that the running search has made so far.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Sets the number of simulations that the running search has made so far.
    pub(super) fn set_made(&self, made: u64) {
        self.made.store(made, Ordering::Relaxed);
    }
}

/// The post of a search.
pub(super) struct RankPost {
    mail: Arc<Mail>,
    start: Instant,
    /// When the next message is due.
    due: Instant,
}

impl RankPost {
    pub(super) fn new(mail: &Arc<Mail>) -> Self {
        let now = Instant::now();
        Self { mail: Arc::clone(mail), start: now, due: now }
    }
}

impl Post for RankPost {
    fn is_due(&mut self, made: u64, interval: Duration) -> bool {
        self.mail.set_made(made);
        let now = Instant::now();
        let is_due = now >= self.due && self.ranks() > 1;
        if is_due {
            self.due = now + interval;
        }
        is_due
    }

    fn send(&mut self, message: Vec<u8>) {
        let epoch = self.mail.inbox.lock().epoch;
        self.mail.outbox().put(Frame::news(epoch, &message));
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        self.mail.inbox.lock().messages.pop_front()
    }

    fn ranks(&self) -> u32 {
        self.mail.ranks.load(Ordering::Relaxed).max(1)
    }

    fn absent(&self) -> Vec<u32> {
        self.mail.absent.lock().clone()
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_another_epoch_and_the_oldest_ones_are_dropped() {
        let mail = Arc::new(Mail::default());
        let mut post = RankPost::new(&mail);
        mail.begin(5);
        mail.deliver(&Frame::news(4, b"old"));
        mail.deliver(&Frame::news(6, b"early"));
        assert_eq!(post.receive(), None);
        for number in 0..100 {
            mail.deliver(&Frame::news(5, &[number]));
        }
        mail.begin(5);
        assert_eq!(post.receive(), Some(vec![100 - MOST_WAITING as u8]));
        mail.begin(6);
        assert_eq!(post.receive(), None);
        post.send(vec![1]);
        assert_eq!(mail.outbox().take(), Some(Frame::news(6, &[1])));
    }

    #[test]
    fn nothing_is_due_alone_or_too_soon() {
        let mail = Arc::new(Mail::default());
        let mut post = RankPost::new(&mail);
        let interval = Duration::from_secs(60);
        assert!(!post.is_due(1, interval));
        mail.set_ranks(2);
        assert!(post.is_due(2, interval) && !post.is_due(3, interval));
        assert_eq!(mail.made(), 3);
    }
}
