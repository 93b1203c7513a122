//! The positions that wait for analysis, by priority, and those that are being analysed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use engine::player::StopSignal;
use parking_lot::{Condvar, Mutex};

use crate::query::Query;

/// A position to analyse.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The query that asks for it.
    pub(crate) query: Arc<Query>,
    /// The number of moves that lead to it.
    pub(crate) turn: usize,
}

/// A waiting position. The one with the highest priority comes first; of several, the oldest.
#[derive(Debug)]
struct Waiting {
    rank: (i64, Reverse<u64>),
    job: Job,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// A position that is being analysed.
#[derive(Debug)]
struct Running {
    worker: usize,
    job: Job,
    stop: StopSignal,
}

#[derive(Debug, Default)]
struct State {
    waiting: BinaryHeap<Waiting>,
    running: Vec<Running>,
    /// The number of positions so far.
    added: u64,
    /// Whether no further positions will come.
    is_closed: bool,
    /// Whether the results of running searches no longer matter.
    is_abandoned: bool,
}

/// The positions of all queries, shared by the reader of the input and the workers.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    /// Adds the turns of a query, each with its priority.
    pub(crate) fn add(&self, query: Query, turns: &[(usize, i64)]) {
        let query = Arc::new(query);
        let mut state = self.state.lock();
        for &(turn, priority) in turns {
            let rank = (priority, Reverse(state.added));
            state.added += 1;
            state.waiting.push(Waiting { rank, job: Job { query: Arc::clone(&query), turn } });
        }
        self.changed.notify_all();
    }

    /// Takes out the next position for a worker, waiting until there is one. `stop` then ends the
    /// search for that position. Returns `None` once no further position will come.
    pub(crate) fn take(&self, worker: usize, stop: &StopSignal) -> Option<Job> {
        let mut state = self.state.lock();
        loop {
            if let Some(Waiting { job, .. }) = state.waiting.pop() {
                stop.clear();
                state.running.push(Running { worker, job: job.clone(), stop: stop.clone() });
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Notes that a worker has finished its position. Returns whether the result still matters.
    pub(crate) fn finish(&self, worker: usize) -> bool {
        let mut state = self.state.lock();
        state.running.retain(|running| running.worker != worker);
        !state.is_abandoned
    }

    /// Ends the analysis of all positions for which `is_meant` returns true, given the name of the
    /// query and the turn. Running searches are stopped and report what they have found. Positions
    /// that still wait are removed and returned.
    pub(crate) fn terminate(&self, is_meant: impl Fn(&str, usize) -> bool) -> Vec<Job> {
        let is_meant = |job: &Job| is_meant(&job.query.id, job.turn);
        let mut state = self.state.lock();
        for running in state.running.iter().filter(|running| is_meant(&running.job)) {
            running.stop.raise();
        }
        if !state.waiting.iter().any(|waiting| is_meant(&waiting.job)) {
            return Vec::new();
        }
        let waiting = std::mem::take(&mut state.waiting).into_vec();
        let (mut removed, kept): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|waiting| is_meant(&waiting.job));
        state.waiting = kept.into();
        removed.sort_by_key(|waiting| waiting.rank.1);
        removed.reverse();
        removed.into_iter().map(|waiting| waiting.job).collect()
    }

    /// Announces that no further positions will come. What waits is still analysed.
    pub(crate) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Removes all that waits, and stops all searches, whose results no longer matter.
    pub(crate) fn abandon(&self) {
        {
            let mut state = self.state.lock();
            state.waiting.clear();
            state.is_abandoned = true;
            for running in &state.running {
                running.stop.raise();
            }
        }
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::settings::Settings;

    fn query(id: &str) -> Query {
        let moves = json!([["B", "D4"], ["W", "F6"], ["B", "C3"]]);
        let object = json!({"boardXSize": 9, "boardYSize": 9, "rules": "chinese", "moves": moves});
        let read = Query::read(id.to_owned(), object.as_object().unwrap(), &Settings::default());
        read.unwrap().query
    }

    fn name(job: &Job) -> String {
        format!("{}{}", job.query.id, job.turn)
    }

    /// The next positions, in the order in which a worker would take them.
    fn rest(queue: &Queue) -> Vec<String> {
        queue.close();
        let jobs = std::iter::from_fn(|| queue.take(0, &StopSignal::default()));
        jobs.map(|job| name(&job)).collect()
    }

    #[test]
    fn the_highest_priority_comes_first_and_then_the_oldest() {
        let queue = Queue::default();
        queue.add(query("a"), &[(0, 0), (1, 5)]);
        queue.add(query("b"), &[(3, 5), (2, 0)]);
        queue.add(query("c"), &[(0, -7), (1, 9)]);
        assert_eq!(rest(&queue), ["c1", "a1", "b3", "a0", "b2", "c0"]);
    }

    #[test]
    fn terminating_stops_what_runs_and_removes_what_waits() {
        let queue = Queue::default();
        queue.add(query("a"), &[(0, 1), (1, 0), (2, 0)]);
        queue.add(query("b"), &[(0, 0)]);
        let stop = StopSignal::default();
        assert_eq!(queue.take(7, &stop).map(|job| name(&job)).as_deref(), Some("a0"));
        let removed = queue.terminate(|id, turn| id == "a" && turn < 2);
        assert_eq!(removed.iter().map(name).collect::<Vec<_>>(), ["a1"]);
        assert!(stop.is_raised() && queue.finish(7));
        assert!(queue.terminate(|id, _| id == "none").is_empty());
        let all = queue.terminate(|_, _| true);
        assert_eq!(all.iter().map(name).collect::<Vec<_>>(), ["a2", "b0"]);
        assert!(rest(&queue).is_empty());
    }

    #[test]
    fn an_abandoned_queue_is_empty_and_its_results_do_not_matter() {
        let queue = Queue::default();
        queue.add(query("a"), &[(0, 0), (1, 0)]);
        let stop = StopSignal::default();
        queue.take(0, &stop).unwrap();
        queue.abandon();
        assert!(stop.is_raised() && !queue.finish(0));
        assert!(queue.take(0, &stop).is_none());
    }
}
