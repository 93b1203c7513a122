//! The simulated clock and connections of ranks in one process, which decide whose turn it is and
//! when a message arrives.
//!
//! Each rank has a time of its own, which advances with its simulations. Only the rank with the
//! earliest time runs; all others wait. Every message that should have arrived at a rank's time has
//! therefore already been sent, and the whole search depends only on the seed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::post::Post;
use super::rank_settings::RankSettings;

/// Nanoseconds since the first search.
type Time = u64;

const SECOND: f64 = 1e9;
/// Ranks look at their messages about as often as searches in real time do.
const LOOK: Duration = Duration::from_millis(2);

/// The state that all ranks share.
#[derive(Debug)]
struct State {
    /// The time of each rank, or `None` while it does not search.
    times: Vec<Option<Time>>,
    /// The beginning of the latest search.
    begin: Time,
    /// The latest time of any rank.
    latest: Time,
    /// The messages on their way to each rank, with the times of their arrival.
    inboxes: Vec<VecDeque<(Time, Arc<[u8]>)>>,
    /// The numbers of messages and of their bytes, counted once however many ranks receive them.
    traffic: (u64, u64),
}

impl State {
    /// The rank whose turn it is: the one with the earliest time, if any is searching.
    fn first(&self) -> Option<usize> {
        let searching = self.times.iter().enumerate();
        let searching = searching.filter_map(|(rank, time)| Some(((*time)?, rank)));
        searching.min().map(|(_, rank)| rank)
    }
}

/// The clock and the lines of all ranks.
#[derive(Debug)]
pub(super) struct SimulatedTime {
    settings: RankSettings,
    state: Mutex<State>,
    /// The conditions of the ranks, each notified when its turn comes.
    turns: Vec<Condvar>,
}

impl SimulatedTime {
    pub(super) fn new(settings: RankSettings) -> Arc<Self> {
        let ranks = settings.ranks as usize;
        let state = State {
            times: vec![None; ranks],
            begin: 0,
            latest: 0,
            inboxes: vec![VecDeque::new(); ranks],
            traffic: (0, 0),
        };
        let turns = (0..ranks).map(|_| Condvar::new()).collect();
        Arc::new(Self { settings, state: Mutex::new(state), turns })
    }

    /// Begins a search of all ranks.
    pub(super) fn begin(&self) {
        let mut state = self.state.lock();
        state.begin = state.latest;
        let begin = state.begin;
        state.times.fill(Some(begin));
    }

    /// Waits for the first turn of a rank, which lasts until the result is dropped, except for the
    /// turns of others in between.
    pub(super) fn enter(&self, rank: usize) -> Turn<'_> {
        self.wait(rank, |state| state.begin);
        Turn { time: self, rank }
    }

    /// Loses all messages that are on their way.
    pub(super) fn lose_messages(&self) {
        self.state.lock().inboxes.iter_mut().for_each(VecDeque::clear);
    }

    /// The numbers of messages and of bytes sent so far.
    pub(super) fn traffic(&self) -> (u64, u64) {
        self.state.lock().traffic
    }

    /// Sets the time of a rank and waits until no other has an earlier one. Returns its time, and
    /// when the search began.
    fn wait(&self, rank: usize, time: impl FnOnce(&State) -> Time) -> (Time, Time) {
        let mut state = self.state.lock();
        let now = time(&state);
        state.times[rank] = Some(now);
        state.latest = state.latest.max(now);
        if state.first() != Some(rank) {
            self.wake(&state);
            self.turns[rank].wait_while(&mut state, |state| state.first() != Some(rank));
        }
        (now, state.begin)
    }

    /// Ends the search of a rank.
    pub(super) fn leave(&self, rank: usize) {
        let mut state = self.state.lock();
        state.times[rank] = None;
        self.wake(&state);
    }

    /// Wakes the rank whose turn it is.
    fn wake(&self, state: &State) {
        if let Some(turn) = state.first().and_then(|first| self.turns.get(first)) {
            turn.notify_one();
        }
    }
}

/// The turn of a rank that searches.
pub(super) struct Turn<'a> {
    time: &'a SimulatedTime,
    rank: usize,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.time.leave(self.rank);
    }
}

/// The post of one of the ranks.
pub(super) struct VirtualPost {
    time: Arc<SimulatedTime>,
    rank: usize,
    now: Time,
    /// The beginning of the search for which `due` was set; `due` is the time of the next message.
    begin: Option<Time>,
    due: Time,
    /// The time at which the line has passed on everything sent so far.
    idle: Time,
}

impl VirtualPost {
    pub(super) fn new(time: &Arc<SimulatedTime>, rank: usize) -> Self {
        Self { time: Arc::clone(time), rank, now: 0, begin: None, due: 0, idle: 0 }
    }
}

fn nanoseconds(seconds: f64) -> Time {
    (seconds * SECOND) as Time
}

impl Post for VirtualPost {
    fn is_due(&mut self, made: u64, usual: Duration) -> bool {
        let RankSettings { speed, interval, ranks, .. } = self.time.settings;
        let lasted = nanoseconds(made as f64 / f64::from(speed));
        let (now, begin) = self.time.wait(self.rank, |state| state.begin + lasted);
        self.now = now;
        let interval = if interval.is_zero() { usual } else { interval }.as_secs_f64();
        if self.begin != Some(begin) {
            self.begin = Some(begin);
            // The ranks do not all send at once.
            let share = (self.rank + 1) as f64 / f64::from(ranks);
            self.due = begin + nanoseconds(interval * share);
        }
        let is_due = now >= self.due;
        if is_due {
            self.due = now + nanoseconds(interval);
        }
        is_due
    }

    fn most_between_looks(&self) -> u64 {
        ((self.time.settings.speed * LOOK.as_secs_f32()) as u64).max(1)
    }

    fn send(&mut self, message: Vec<u8>) {
        let RankSettings { delay, bandwidth, .. } = self.time.settings;
        let takes =
            if bandwidth == 0.0 { 0.0 } else { message.len() as f64 / f64::from(bandwidth) };
        self.idle = self.idle.max(self.now) + nanoseconds(takes);
        let arrival = self.idle + nanoseconds(delay.as_secs_f64());
        let mut state = self.time.state.lock();
        state.traffic.0 += 1;
        state.traffic.1 += message.len() as u64;
        let message: Arc<[u8]> = message.into();
        for (rank, inbox) in state.inboxes.iter_mut().enumerate() {
            if rank != self.rank {
                // All lines are equally long, so that nothing overtakes what was sent by the same
                // rank.
                let place = inbox.partition_point(|&(other, _)| other <= arrival);
                inbox.insert(place, (arrival, Arc::clone(&message)));
            }
        }
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        let mut state = self.time.state.lock();
        let inbox = state.inboxes.get_mut(self.rank)?;
        let (_, message) = inbox.pop_front_if(|(arrival, _)| *arrival <= self.now)?;
        Some(message.to_vec())
    }

    fn ranks(&self) -> u32 {
        self.time.settings.ranks
    }

    fn now(&self) -> Duration {
        Duration::from_nanos(self.now)
    }
}
