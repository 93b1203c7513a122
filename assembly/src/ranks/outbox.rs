//! Frames that wait to be sent. Whoever puts one here never waits, and memory stays bounded: news
//! may be lost, and a new order replaces the one before.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::frame::{Frame, Kind, MOST_WAITING};

/// The largest number of bytes of news that wait: what waits longer is hardly news.
const MOST_NEWS: usize = 1 << 18;

/// The frames that wait, at most [`MOST_WAITING`] of each kind. If there are more, the oldest are
/// dropped.
#[derive(Debug, Default)]
struct Waiting {
    /// The last order and tidings.
    first: VecDeque<Frame>,
    news: VecDeque<Frame>,
    is_closed: bool,
}

impl Waiting {
    fn put(&mut self, frame: Frame) {
        match frame.kind {
            Kind::News => {
                self.news.push_back(frame);
                while self.news.len() > MOST_WAITING || self.bytes_of_news() > MOST_NEWS {
                    self.news.pop_front();
                }
            }
            Kind::Tidings => {
                let is_full = self.first.len() >= MOST_WAITING;
                let oldest = self.first.iter().position(|old| old.kind == Kind::Tidings);
                if let Some(oldest) = oldest.filter(|_| is_full) {
                    self.first.remove(oldest);
                }
                self.first.push_back(frame);
            }
            Kind::Order => {
                // It says all that is to be done.
                self.first.retain(|other| other.kind != Kind::Order);
                self.first.push_front(frame);
            }
        }
    }

    fn bytes_of_news(&self) -> usize {
        self.news.iter().map(|frame| frame.contents.len()).sum()
    }

    fn take(&mut self) -> Option<Frame> {
        self.first.pop_front().or_else(|| self.news.pop_front())
    }
}

/// Frames that wait to be sent. News waits for all others.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Outbox {
    /// Adds a frame. An order replaces the one before, and if there are too many others, the oldest
    /// are dropped.
    pub fn put(&self, frame: Frame) {
        self.waiting.lock().put(frame);
        self.changed.notify_one();
    }

    /// Takes the next frame, if there is one.
    pub fn take(&self) -> Option<Frame> {
        self.waiting.lock().take()
    }

    /// Waits for the next frame and takes it. Returns `None` once the box is closed, or when nothing
    /// has come in this time.
    pub fn wait(&self, time: Duration) -> Option<Frame> {
        let mut waiting = self.waiting.lock();
        let is_empty = waiting.first.is_empty() && waiting.news.is_empty();
        if is_empty && !waiting.is_closed {
            self.changed.wait_for(&mut waiting, time);
        }
        if waiting.is_closed { None } else { waiting.take() }
    }

    /// Closes the box: nothing more is to be sent.
    pub fn close(&self) {
        self.waiting.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Whether the box is closed.
    pub fn is_closed(&self) -> bool {
        self.waiting.lock().is_closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_news_is_dropped_and_only_the_last_order_kept() {
        let outbox = Outbox::default();
        let order = |number| Frame { kind: Kind::Order, contents: vec![number] };
        outbox.put(order(1));
        for epoch in 0..2 * MOST_WAITING as u64 {
            outbox.put(Frame::news(epoch, &[]));
        }
        outbox.put(order(2));
        let mut left = Vec::new();
        while let Some(frame) = outbox.take() {
            left.push(frame);
        }
        assert_eq!(left.len(), MOST_WAITING + 1);
        assert_eq!(left.iter().filter(|frame| frame.kind == Kind::Order).count(), 1);
        assert_eq!(left.first(), Some(&order(2)));
        outbox.close();
        outbox.put(order(3));
        assert!(outbox.wait(Duration::from_secs(60)).is_none() && outbox.is_closed());
    }

    #[test]
    fn orders_and_tidings_wait_for_no_news() {
        let outbox = Outbox::default();
        for epoch in 0..20 {
            outbox.put(Frame::news(epoch, &[0; 30_000]));
        }
        outbox.put(Frame { kind: Kind::Tidings, contents: Vec::new() });
        outbox.put(Frame { kind: Kind::Order, contents: Vec::new() });
        let kinds = [outbox.take(), outbox.take()].map(|frame| frame.unwrap().kind);
        assert_eq!(kinds, [Kind::Order, Kind::Tidings]);
        let left: Vec<_> = std::iter::from_fn(|| outbox.take()).collect();
        assert_eq!(left.len(), 8);
        assert_eq!(left.first().and_then(|frame| Some(frame.as_news()?.0)), Some(12));
    }
}
