//! A conversation with a client: one thread reads lines, several analyse positions, and the thread
//! that started them writes the answers.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use assembly::options::Options;
use protocol::input_line::{self, InputLine};
use serde_json::{Map, Value, json};

use crate::notice;
use crate::options::{AnalysisOptions, Setup};
use crate::output::{Lines, Output, output};
use crate::query::Reading;
use crate::queue::Queue;
use crate::request::{Action, Refusal, Request};
use crate::settings::Settings;
use crate::worker::Worker;

/// The maximum length of a line, in bytes. A game of a thousand moves takes 14 kB.
const LONGEST_LINE: usize = 16 << 20;

/// Answers the queries on `input` until its end, and then those that still wait, unless the options
/// say otherwise.
///
/// # Errors
/// If the options are wrong, a thread cannot be started, or an answer cannot be written.
pub fn hold(
    asked: &AnalysisOptions,
    options: &Options,
    input: impl BufRead + Send + 'static,
    written: &mut dyn Write,
) -> io::Result<()> {
    let setup = Setup::of(asked, options);
    let setup = setup.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let lines = start(setup, asked.quit_without_waiting, input)?;
    lines.write_to(written)
}

/// Starts the threads. The lines end when all threads have ended.
fn start(setup: Setup, quits: bool, mut input: impl BufRead + Send + 'static) -> io::Result<Lines> {
    let (output, lines) = output();
    let queue = Arc::new(Queue::default());
    for number in 0..setup.positions {
        let worker = Worker::new(number, setup.values, Arc::clone(&queue), output.clone());
        spawn(format!("analysis {number}"), move || worker.run())?;
    }
    log::info!("ready, with {} positions at a time", setup.positions);
    let network = setup.values.knowledge.network.network();
    let models: Vec<Value> = network.iter().map(|one| json!({"name": one.name()})).collect();
    let reader = Reader { settings: setup.settings, queue, output, models: models.into() };
    spawn("queries".to_owned(), move || {
        if let Err(error) = reader.listen(&mut input) {
            log::error!("no more input: {error}");
        }
        if quits {
            reader.queue.abandon();
        } else {
            reader.queue.close();
        }
    })?;
    Ok(lines)
}

fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name).spawn(work).map(drop)
}

/// The reader of queries.
struct Reader {
    settings: Settings,
    queue: Arc<Queue>,
    output: Output,
    /// The networks in use, as the answer to `query_models`.
    models: Value,
}

impl Reader {
    /// Handles each line of the input.
    fn listen(&self, input: &mut impl BufRead) -> io::Result<()> {
        while let Some(InputLine { bytes, is_cut }) = input_line::read(input, LONGEST_LINE)? {
            let text = bytes.trim_ascii();
            if is_cut {
                self.refuse(format!("expected a line of at most {LONGEST_LINE} bytes"));
            } else if !text.is_empty()
                && catch_unwind(AssertUnwindSafe(|| self.handle(text))).is_err()
            {
                self.refuse("internal error, see the log".to_owned());
            }
        }
        Ok(())
    }

    /// Reports that a line cannot be read or handled.
    fn refuse(&self, message: String) {
        self.output.add(notice::error(&Refusal { id: None, field: None, message }));
    }

    /// Answers one line, or puts the positions of a query into the queue.
    fn handle(&self, line: &[u8]) {
        match Request::read(line, &self.settings) {
            Ok(Request::Query(reading)) => {
                let Reading { query, turns, warnings } = *reading;
                for warning in &warnings {
                    self.output.add(notice::warning(&query.id, warning));
                }
                self.queue.add(query, &turns);
            }
            Ok(Request::Action(action, object)) => self.act(&action, object),
            Err(refusal) => self.output.add(notice::error(&refusal)),
        }
    }

    fn act(&self, action: &Action, object: Map<String, Value>) {
        let more = match action {
            Action::Version => vec![("version", json!(env!("CARGO_PKG_VERSION")))],
            Action::Models => vec![("models", self.models.clone())],
            // A position is always analysed from scratch, so there is nothing to forget.
            Action::ClearCache => Vec::new(),
            Action::Terminate { .. } => {
                for job in self.queue.terminate(|query, turn| action.ends(query, turn)) {
                    self.output.add(notice::no_results(&job.query.id, job.turn));
                }
                Vec::new()
            }
        };
        self.output.add(notice::echo(object, &more));
    }
}

#[cfg(test)]
mod tests;
