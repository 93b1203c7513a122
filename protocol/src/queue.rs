//! The queue between the input thread and the executing thread: requests in order, and signals that
//! cut requests short.
//!
//! Each request is numbered as it is read. A signal applies to the requests read before it: the one
//! that is running when the signal arrives, and those that are pending. Therefore, if an interrupt
//! overtakes the search it is meant for, it still ends that search and never a later one. The stop
//! flag is written only here, under the lock. It is raised or cleared before each request, and may
//! also be raised while a request is running.

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex};

use crate::command::Ending;
use crate::interrupts::Interrupts;
use crate::wire::Request;

/// The total size of the pending requests, in bytes, at which the input thread stops reading. The
/// thread continues once some of these requests have been taken from the queue. This prevents
/// endless input from exhausting memory.
const MOST_BYTES: usize = 32 << 20;
/// The memory that a pending request needs in addition to its text, in bytes.
const OVERHEAD: usize = 160;

/// The requests that have been read but not yet answered, and the signals that apply to them.
#[derive(Debug)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    stop: Interrupts,
}

/// A request that is pending or running.
#[derive(Debug)]
struct Entry {
    request: Request,
    ending: Ending,
}

/// The current activity of the executing thread.
#[derive(Clone, Copy, Debug)]
enum Running {
    /// The thread is executing the request that was most recently taken from the queue.
    Request(Ending),
    /// The thread is pondering until the next request arrives.
    Pondering,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Entry>,
    bytes: usize,
    /// The number of requests read so far.
    read: u64,
    /// The number of requests taken from the queue so far.
    taken: u64,
    running: Option<Running>,
    /// Requests up to this number must end immediately, because an interrupt arrived after they
    /// were read.
    interrupted: u64,
    /// Requests up to this number must end immediately if they are of the kind [`Ending::Input`],
    /// because a line without a request was read after them.
    disturbed: u64,
    /// Whether no more requests will be read.
    ended: bool,
    /// Whether no further requests will be executed.
    shut_down: bool,
}

impl State {
    /// Whether the running request should end immediately.
    fn cuts_short(&self) -> bool {
        let more_input = self.read > self.taken || self.ended;
        let by_input = match self.running {
            None => return false,
            Some(Running::Pondering) => more_input,
            Some(Running::Request(ending)) => {
                self.taken <= self.interrupted
                    || match ending {
                        Ending::Itself => false,
                        Ending::Input => more_input || self.taken <= self.disturbed,
                    }
            }
        };
        self.shut_down || by_input
    }
}

impl Queue {
    /// Creates an empty queue for a session with these interrupts.
    pub(crate) fn new(stop: Interrupts) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), stop }
    }

    /// Waits while too many requests are pending, and then adds this one. Returns `false` if no
    /// further requests will be executed.
    pub(crate) fn push(&self, request: Request, ending: Ending) -> bool {
        let mut state = self.state.lock();
        while state.bytes >= MOST_BYTES && !state.shut_down {
            self.changed.wait(&mut state);
        }
        state.read += 1;
        state.bytes += size(&request);
        state.waiting.push_back(Entry { request, ending });
        self.stop_if_wished(&state);
        self.changed.notify_all();
        !state.shut_down
    }

    /// Cuts short all requests read so far. Does nothing if all of them have been answered.
    pub(crate) fn interrupt(&self) {
        let mut state = self.state.lock();
        state.interrupted = state.read;
        self.stop_if_wished(&state);
    }

    /// Ends a pending or running analysis because a line without a request has been read.
    pub(crate) fn disturb(&self) {
        let mut state = self.state.lock();
        state.disturbed = state.read;
        self.stop_if_wished(&state);
    }

    /// Records that no more requests will be read.
    pub(crate) fn end(&self) {
        let mut state = self.state.lock();
        state.ended = true;
        self.stop_if_wished(&state);
        self.changed.notify_all();
    }

    /// Cuts the running request short and prevents any further requests from being executed.
    pub(crate) fn shut_down(&self) {
        let mut state = self.state.lock();
        state.shut_down = true;
        self.stop_if_wished(&state);
        self.changed.notify_all();
    }

    fn stop_if_wished(&self, state: &State) {
        if state.cuts_short() {
            self.stop.raise();
        }
    }

    /// Lets the player ponder until the next request arrives. Returns `false` if a request is
    /// already pending.
    pub(crate) fn begin_pondering(&self) -> bool {
        let mut state = self.state.lock();
        state.running = Some(Running::Pondering);
        if state.cuts_short() {
            return false;
        }
        self.stop.clear();
        true
    }

    /// Waits for the next request and takes it from the queue, or returns `None` if there are no
    /// more requests to execute. Calling this function also signals that the previous request has
    /// been answered.
    pub(crate) fn pop(&self) -> Option<Request> {
        let mut state = self.state.lock();
        state.running = None;
        loop {
            if state.shut_down {
                return None;
            }
            if let Some(Entry { request, ending }) = state.waiting.pop_front() {
                state.bytes -= size(&request);
                state.taken += 1;
                state.running = Some(Running::Request(ending));
                if state.cuts_short() {
                    self.stop.raise();
                } else {
                    self.stop.clear();
                }
                self.changed.notify_all();
                return Some(request);
            }
            if state.ended {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }
}

/// The memory that a pending request needs, in bytes.
fn size(request: &Request) -> usize {
    OVERHEAD + request.id.len() + request.name.len() + request.arguments.len()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::*;

    fn request(name: &str) -> Request {
        Request {
            id: String::new(),
            name: name.to_owned(),
            arguments: String::new(),
            truncated: false,
        }
    }

    fn ending(name: &str) -> Ending {
        if name == "analyze" { Ending::Input } else { Ending::Itself }
    }

    fn queue(names: &[&str]) -> (Queue, Interrupts) {
        let stop = Interrupts::default();
        let queue = Queue::new(stop.clone());
        for name in names {
            queue.push(request(name), ending(name));
        }
        (queue, stop)
    }

    #[test]
    fn requests_come_out_in_order_and_the_end_last() {
        let (queue, stop) = queue(&["a", "b"]);
        queue.end();
        assert_eq!(queue.pop(), Some(request("a")));
        assert_eq!(queue.pop(), Some(request("b")));
        assert_eq!(queue.pop(), None);
        assert!(!stop.is_raised());
    }

    #[test]
    fn an_interrupt_covers_what_was_read_before_it() {
        let (queue, stop) = queue(&["move", "score"]);
        queue.interrupt();
        queue.push(request("move"), ending("move"));
        for raised in [true, true, false] {
            assert!(queue.pop().is_some());
            assert_eq!(stop.is_raised(), raised);
        }
    }

    #[test]
    fn an_interrupt_without_a_command_is_forgotten() {
        let (queue, stop) = queue(&["a"]);
        queue.pop();
        queue.interrupt();
        assert!(stop.is_raised(), "a runs");
        queue.push(request("move"), ending("move"));
        queue.pop();
        assert!(!stop.is_raised());
    }

    #[test]
    fn neither_a_later_request_nor_the_end_cuts_a_move_short() {
        let (queue, stop) = queue(&["move", "move", "quit"]);
        queue.pop();
        assert!(!stop.is_raised(), "others wait");
        queue.end();
        assert!(!stop.is_raised(), "the input has ended");
        queue.pop();
        assert!(!stop.is_raised(), "the second move");
        queue.interrupt();
        assert!(stop.is_raised());
    }

    #[test]
    fn any_input_ends_an_analysis() {
        let (queue, stop) = queue(&["analyze"]);
        queue.pop();
        assert!(!stop.is_raised());
        queue.disturb();
        assert!(stop.is_raised(), "by an empty line");
        queue.push(request("analyze"), ending("analyze"));
        queue.pop();
        assert!(!stop.is_raised());
        queue.push(request("a"), ending("a"));
        assert!(stop.is_raised(), "by a request");
        queue.pop();
        assert!(!stop.is_raised());
        queue.push(request("analyze"), ending("analyze"));
        queue.end();
        queue.pop();
        assert!(stop.is_raised(), "by the end");
    }

    #[test]
    fn pondering_ends_with_the_next_request() {
        let (queue, stop) = queue(&["a"]);
        assert!(!queue.begin_pondering(), "a waits");
        queue.pop();
        queue.interrupt();
        assert!(queue.begin_pondering());
        queue.disturb();
        assert!(!stop.is_raised(), "an empty line asks for nothing");
        queue.push(request("b"), ending("b"));
        assert!(stop.is_raised());
        queue.pop();
        assert!(!stop.is_raised());
        queue.end();
        assert!(!queue.begin_pondering());
    }

    #[test]
    fn a_shut_down_leaves_the_rest_undone() {
        let (queue, stop) = queue(&["a", "b"]);
        queue.pop();
        queue.shut_down();
        assert!(stop.is_raised());
        assert_eq!(queue.pop(), None);
        assert!(!queue.push(request("c"), ending("c")));
    }

    #[test]
    fn a_full_queue_makes_the_input_wait() {
        let (queue, _stop) = queue(&[]);
        let queue = Arc::new(queue);
        let mut large = request("echo");
        large.arguments = "x".repeat(MOST_BYTES);
        queue.push(large, Ending::Itself);
        let input = {
            let queue = Arc::clone(&queue);
            thread::spawn(move || queue.push(request("last"), ending("last")))
        };
        assert_eq!(queue.pop().map(|request| request.name).as_deref(), Some("echo"));
        assert!(input.join().unwrap());
        assert_eq!(queue.pop(), Some(request("last")));
    }
}
