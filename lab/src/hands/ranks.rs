//! Jobs that are done by the ranks of a cluster: the leading rank sends them, the others answer.
//!
//! Each rank has as many hands as threads. A hand has one job at a time, so that ranks get as many
//! jobs as they can do, and nobody waits for the slowest. Nothing here opens a connection: a
//! [`Carrier`] is given, and only the thread that calls [`lead`] or [`follow`] uses it.

use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use assembly::ranks::PAUSE;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Helpers, Jobs, perform};
use crate::interruption::Interruption;

/// How often a hand that waits for a result looks for an interruption.
const PATIENCE: Duration = Duration::from_millis(100);

/// Carries messages between ranks. None is lost, and none overtakes another between two ranks.
pub trait Carrier {
    /// Sends a message to a rank, without waiting for it.
    fn send(&mut self, rank: usize, message: Vec<u8>);

    /// The next message that has arrived, with the rank that sent it.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;
}

/// A message from the leading rank to another one.
#[derive(Serialize, Deserialize)]
enum Order {
    /// A job for one of the rank's hands.
    Job(usize, Value),
    /// There are no more jobs.
    End,
}

/// What has become of a job that one of a rank's hands has done.
#[derive(Serialize, Deserialize)]
struct Answer {
    hand: usize,
    /// The result, which is `None` after an interruption, or what went wrong.
    result: Result<Option<Value>, String>,
}

/// Leads the other ranks while `task` runs. `hands` has the number of each rank's hands; those of
/// the first, leading rank are its own threads and not counted here.
///
/// # Errors
/// If the system cannot start a thread.
pub fn lead<R: Send>(
    carrier: &mut dyn Carrier,
    hands: &[usize],
    task: impl FnOnce(&dyn Helpers) -> R + Send,
) -> io::Result<R> {
    let (orders, given) = mpsc::channel();
    let (helpers, results): (Vec<_>, Vec<_>) = hands
        .iter()
        .enumerate()
        .skip(1)
        .flat_map(|(rank, &hands)| (0..hands).map(move |hand| (rank, hand)))
        .map(|place| hand(place, &orders))
        .unzip();
    drop(orders);
    let outcome = thread::scope(|scope| {
        let work = thread::Builder::new().name("task".to_owned());
        let work = work.spawn_scoped(scope, move || task(&RankHelpers(helpers)))?;
        // The task ends the orders when it drops the helpers.
        carry(carrier, &given, &results);
        Ok(work.join())
    });
    // Whatever has happened, the others must not wait.
    for rank in 1..hands.len() {
        send(carrier, rank, &Order::End);
    }
    outcome.map(|result| result.unwrap_or_else(|cause| resume_unwind(cause)))
}

/// Passes on orders and answers until all senders of orders are gone.
fn carry(carrier: &mut dyn Carrier, given: &Receiver<(usize, Order)>, results: &[Results]) {
    loop {
        let mut is_idle = true;
        while let Some((rank, message)) = carrier.receive() {
            is_idle = false;
            match serde_json::from_slice::<Answer>(&message) {
                Ok(Answer { hand, result }) => {
                    let place = results.iter().find(|results| results.place == (rank, hand));
                    // Nobody waits for it after an interruption.
                    let _ = place.map(|results| results.sender.send(result));
                }
                Err(error) => log::warn!("rank {rank}: expected the result of a job: {error}"),
            }
        }
        match given.try_recv() {
            Ok((rank, order)) => {
                send(carrier, rank, &order);
                is_idle = false;
            }
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {}
        }
        if is_idle {
            thread::sleep(PAUSE);
        }
    }
}

fn send(carrier: &mut dyn Carrier, rank: usize, message: &impl Serialize) {
    match serde_json::to_vec(message) {
        Ok(message) => carrier.send(rank, message),
        Err(error) => log::error!("a message to rank {rank}: {error}"),
    }
}

/// Where the results of a hand go.
struct Results {
    place: (usize, usize),
    sender: Sender<Result<Option<Value>, String>>,
}

/// A hand of another rank.
struct Hand {
    rank: usize,
    number: usize,
    orders: Sender<(usize, Order)>,
    results: Mutex<Receiver<Result<Option<Value>, String>>>,
}

/// A hand of a rank, and where its results go.
fn hand(place: (usize, usize), orders: &Sender<(usize, Order)>) -> (Hand, Results) {
    let (sender, results) = mpsc::channel();
    let (rank, number) = place;
    let hand = Hand { rank, number, orders: orders.clone(), results: Mutex::new(results) };
    (hand, Results { place, sender })
}

/// The hands of all other ranks.
struct RankHelpers(Vec<Hand>);

impl Helpers for RankHelpers {
    fn hands(&self) -> usize {
        self.0.len()
    }

    fn perform(
        &self,
        hand: usize,
        job: &Value,
        interruption: &Interruption,
    ) -> io::Result<Option<Value>> {
        let gone = || io::Error::other("the other ranks are not reached any more");
        let hand = self.0.get(hand).ok_or_else(gone)?;
        let order = Order::Job(hand.number, job.clone());
        hand.orders.send((hand.rank, order)).map_err(|_| gone())?;
        let results = hand.results.lock();
        loop {
            match results.recv_timeout(PATIENCE) {
                // Only that rank was interrupted, and its job would be lost.
                Ok(Ok(None)) if !interruption.is_raised() => {
                    return Err(io::Error::other(format!("rank {} was interrupted", hand.rank)));
                }
                Ok(Ok(result)) => return Ok(result),
                Ok(Err(problem)) => {
                    return Err(io::Error::other(format!("rank {}: {problem}", hand.rank)));
                }
                Err(RecvTimeoutError::Timeout) if interruption.is_raised() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }
}

/// Does the jobs that the leading rank sends, with this number of hands, until it sends no more.
///
/// # Errors
/// If the system cannot start the threads.
pub fn follow(
    carrier: &mut dyn Carrier,
    hands: usize,
    task: &dyn Jobs,
    interruption: &Interruption,
) -> io::Result<()> {
    let (answers, done) = mpsc::channel();
    thread::scope(|scope| {
        let mut workers = Vec::new();
        for hand in 0..hands {
            let (jobs, given) = mpsc::channel::<Value>();
            let answers = answers.clone();
            let work = move || {
                let mut worker = task.worker(interruption);
                for job in given {
                    let result = perform(&mut worker, &job).map_err(|error| error.to_string());
                    // Without a leader nobody wants the answer.
                    let _ = answers.send(Answer { hand, result });
                }
            };
            thread::Builder::new().name(format!("hand {hand}")).spawn_scoped(scope, work)?;
            workers.push(jobs);
        }
        obey(carrier, &workers, &done);
        // Jobs that nobody waits for any more end early.
        interruption.raise();
        Ok(())
    })
}

/// Answers each job that the leading rank sends with a problem that this rank has.
pub fn refuse(carrier: &mut dyn Carrier, problem: &str) {
    log::error!("{problem}");
    loop {
        match carrier.receive().map(|(_, message)| serde_json::from_slice(&message)) {
            Some(Ok(Order::Job(hand, _))) => {
                send(carrier, 0, &Answer { hand, result: Err(problem.to_owned()) });
            }
            Some(Ok(Order::End)) => return,
            Some(Err(error)) => log::warn!("expected a job: {error}"),
            None => thread::sleep(PAUSE),
        }
    }
}

/// Passes on jobs and answers until the leading rank sends no more.
fn obey(carrier: &mut dyn Carrier, workers: &[Sender<Value>], done: &Receiver<Answer>) {
    loop {
        let mut is_idle = true;
        while let Ok(answer) = done.try_recv() {
            send(carrier, 0, &answer);
            is_idle = false;
        }
        if let Some((rank, message)) = carrier.receive() {
            is_idle = false;
            match serde_json::from_slice(&message) {
                Ok(Order::Job(hand, job)) => {
                    let is_taken = workers.get(hand).is_some_and(|worker| worker.send(job).is_ok());
                    if !is_taken {
                        let result = Err(format!("hand {hand} is not there"));
                        send(carrier, 0, &Answer { hand, result });
                    }
                }
                Ok(Order::End) => return,
                Err(error) => log::warn!("rank {rank}: expected a job: {error}"),
            }
        }
        if is_idle {
            thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests;
