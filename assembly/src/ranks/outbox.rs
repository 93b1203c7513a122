//! Frames that wait to be sent. Whoever puts one here never waits, and memory stays bounded: news
//! may be lost, and a new order replaces the one before.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::frame::{Frame, Kind};

/// The largest number of frames that wait. Of more, the oldest messages are dropped.
const MOST: usize = 64;

#[derive(Debug, Default)]
struct Waiting {
    frames: VecDeque<Frame>,
    is_closed: bool,
}

/// Frames that wait to be sent.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Outbox {
    /// Adds a frame. If there are too many, the oldest one that is no order is dropped.
    pub fn put(&self, frame: Frame) {
        let mut waiting = self.waiting.lock();
        if frame.kind == Kind::Order {
            // It says all that is to be done.
            waiting.frames.retain(|other| other.kind != Kind::Order);
        }
        waiting.frames.push_back(frame);
        if waiting.frames.len() > MOST
            && let Some(oldest) = waiting.frames.iter().position(|old| old.kind != Kind::Order)
        {
            waiting.frames.remove(oldest);
        }
        self.changed.notify_one();
    }

    /// Takes the next frame, if there is one.
    pub fn take(&self) -> Option<Frame> {
        self.waiting.lock().frames.pop_front()
    }

    /// Waits for the next frame and takes it. Returns `None` once the box is closed, or when nothing
    /// has come in this time.
    pub fn wait(&self, time: Duration) -> Option<Frame> {
        let mut waiting = self.waiting.lock();
        if waiting.frames.is_empty() && !waiting.is_closed {
            self.changed.wait_for(&mut waiting, time);
        }
        if waiting.is_closed { None } else { waiting.frames.pop_front() }
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
        for epoch in 0..2 * MOST as u64 {
            outbox.put(Frame::news(epoch, &[]));
        }
        outbox.put(order(2));
        let mut left = Vec::new();
        while let Some(frame) = outbox.take() {
            left.push(frame);
        }
        assert_eq!(left.len(), MOST);
        assert_eq!(left.iter().filter(|frame| frame.kind == Kind::Order).count(), 1);
        assert_eq!(left.last(), Some(&order(2)));
        outbox.close();
        assert!(outbox.wait(Duration::from_secs(60)).is_none() && outbox.is_closed());
    }
}
