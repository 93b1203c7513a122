//! The hands that do the jobs of a long task: the threads of this process and, in a cluster, those
//! of other ranks.
//!
//! The jobs of a task do not depend on one another, so it does not matter who does which, or in what
//! order. Jobs and results are JSON values, which any process can send to another.

pub mod ranks;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use assembly::options::Options;
use serde_json::Value;

use crate::interruption::Interruption;
use crate::long_tasks::{share_out_to, threads};

/// Does one job after another, and returns the result of each, or `None` if it is interrupted.
pub type Worker<'a> = Box<dyn FnMut(&Value) -> io::Result<Option<Value>> + 'a>;

/// A long task that consists of jobs.
pub trait Jobs: Sync {
    /// A digest of all settings on which the results depend.
    fn digest(&self) -> String;

    /// A worker for one thread.
    fn worker<'a>(&'a self, interruption: &'a Interruption) -> Worker<'a>;
}

/// Other processes that do jobs for this one.
pub trait Helpers: Sync {
    /// The number of jobs that they do at once: each hand does one.
    fn hands(&self) -> usize;

    /// Has a hand do a job, and waits for the result. Returns `None` if it is interrupted.
    ///
    /// # Errors
    /// If the job fails there, or the process cannot be reached.
    fn perform(
        &self,
        hand: usize,
        job: &Value,
        interruption: &Interruption,
    ) -> io::Result<Option<Value>>;
}

/// All hands that do the jobs of a task.
#[derive(Clone, Copy)]
pub struct Hands<'a> {
    interruption: &'a Interruption,
    helpers: Option<&'a dyn Helpers>,
}

impl<'a> Hands<'a> {
    /// The threads of this process.
    pub fn own(interruption: &'a Interruption) -> Self {
        Self { interruption, helpers: None }
    }

    /// The same hands, together with those of helpers.
    pub fn with_helpers(self, helpers: &'a dyn Helpers) -> Self {
        Self { helpers: Some(helpers), ..self }
    }

    /// The request to end the task early.
    pub(crate) fn interruption(&self) -> &'a Interruption {
        self.interruption
    }

    /// Gives out jobs as hands become free, until none is left or the task is interrupted, and
    /// passes each result to `finished`. After an error nobody gets another job.
    ///
    /// # Errors
    /// If the system cannot start the threads, or the first error of a job or of `finished`.
    pub(crate) fn share_out(
        &self,
        options: &Options,
        task: &dyn Jobs,
        jobs: impl Iterator<Item = Value> + Send,
        finished: impl Fn(Value) -> io::Result<()> + Sync,
    ) -> io::Result<()> {
        let own = threads(options);
        let others = self.helpers.map_or(0, Helpers::hands);
        share_out_to(own + others, jobs, |hand, next| {
            let mut work = self.worker(task, hand.checked_sub(own));
            while !self.interruption.is_raised()
                && let Some(job) = next()
                && let Some(result) = work(&job)?
            {
                finished(result)?;
            }
            Ok(())
        })
    }

    /// What one hand does: a hand of the helpers, or a thread of this process.
    fn worker<'b>(&'b self, task: &'b dyn Jobs, helper: Option<usize>) -> Worker<'b> {
        match self.helpers.zip(helper) {
            Some((helpers, hand)) => {
                Box::new(move |job| helpers.perform(hand, job, self.interruption))
            }
            None => {
                let mut work = task.worker(self.interruption);
                Box::new(move |job| perform(&mut work, job))
            }
        }
    }
}

/// Does a job. A panic becomes an error, which ends the task for everybody; the log has its message.
///
/// # Errors
/// As for the worker, or if it panics.
pub fn perform(work: &mut Worker<'_>, job: &Value) -> io::Result<Option<Value>> {
    let result = catch_unwind(AssertUnwindSafe(|| work(job)));
    result.unwrap_or_else(|_| Err(io::Error::other("a panic ended the job")))
}

/// The error about a job that is not as this task makes them.
pub(crate) fn unknown(expected: &str, job: &Value) -> io::Error {
    let problem = format!("expected {expected}, got {job}");
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Args;
    use parking_lot::Mutex;

    use super::*;
    use crate::test_line;

    /// Squares numbers, except one at which it fails and one at which it panics.
    struct Squares;

    const FAILS: u64 = 1000;
    const PANICS: u64 = 1001;

    impl Jobs for Squares {
        fn digest(&self) -> String {
            String::new()
        }

        fn worker<'a>(&'a self, interruption: &'a Interruption) -> Worker<'a> {
            Box::new(|job| match job.as_u64() {
                Some(FAILS) => Err(io::Error::other("it fails")),
                Some(PANICS) => panic!("it panics"),
                number if interruption.is_raised() => Ok(number.and(None)),
                number => Ok(number.map(|number| Value::from(number * number))),
            })
        }
    }

    /// Hands elsewhere, which get and give bytes.
    #[derive(Default)]
    struct Elsewhere {
        done: Mutex<BTreeSet<usize>>,
    }

    impl Helpers for Elsewhere {
        fn hands(&self) -> usize {
            3
        }

        fn perform(
            &self,
            hand: usize,
            job: &Value,
            interruption: &Interruption,
        ) -> io::Result<Option<Value>> {
            self.done.lock().insert(hand);
            let job = serde_json::from_str(&job.to_string())?;
            let result = perform(&mut Squares.worker(interruption), &job)?;
            Ok(result.map(|result| serde_json::from_str(&result.to_string())).transpose()?)
        }
    }

    #[derive(Args)]
    struct Nothing {}

    fn squares(hands: Hands<'_>, numbers: &[u64]) -> io::Result<Vec<u64>> {
        let (options, Nothing {}) = test_line::read("test --threads 2");
        let results = Mutex::new(Vec::new());
        hands.share_out(
            &options,
            &Squares,
            numbers.iter().copied().map(Value::from),
            |square| {
                results.lock().push(square.as_u64().unwrap());
                Ok(())
            },
        )?;
        let mut results = results.into_inner();
        results.sort_unstable();
        Ok(results)
    }

    #[test]
    fn each_job_is_done_once_whoever_does_it() {
        let (interruption, elsewhere) = (Interruption::default(), Elsewhere::default());
        let own = Hands::own(&interruption);
        let all = own.with_helpers(&elsewhere);
        let numbers: Vec<u64> = (0..500).collect();
        let expected: Vec<u64> = numbers.iter().map(|number| number * number).collect();
        assert_eq!(squares(own, &numbers).unwrap(), expected);
        assert_eq!(squares(all, &numbers).unwrap(), expected);
        assert!(elsewhere.done.lock().iter().all(|&hand| hand < 3));
        interruption.raise();
        assert!(squares(all, &numbers).unwrap().is_empty());
    }

    #[test]
    fn a_job_that_fails_ends_the_task_and_a_panic_elsewhere_is_an_error() {
        let interruption = Interruption::default();
        let numbers: Vec<u64> = (FAILS - 10..=FAILS).collect();
        let error = squares(Hands::own(&interruption), &numbers).unwrap_err();
        assert_eq!(error.to_string(), "it fails");
        let mut worker = Squares.worker(&interruption);
        let error = perform(&mut worker, &Value::from(PANICS)).unwrap_err().to_string();
        assert!(error.contains("a panic ended the job"), "{error}");
        let two = perform(&mut worker, &Value::from(2)).unwrap();
        assert_eq!(two, Some(Value::from(4)));
    }
}
