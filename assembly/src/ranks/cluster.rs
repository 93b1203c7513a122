//! The helpers, as the leader sees them. A thread starts their command, listens to them, and starts
//! the command again when it has ended, or when a rank has fallen silent: under plain MPI, the loss
//! of one rank is the loss of all.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader};
use std::process::ChildStderr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::child::{Pipes, Process};
use super::command_words::CommandWords;
use super::frame::{Frame, Kind};
use super::helper::Incoming;
use super::hosts::{Revised, without_silent};
use super::mail::Mail;
use super::order::{Order, Task};
use super::outbox::Outbox;
use super::pipe_rank::{Input, write_frames};
use super::tidings::{Tidings, VERSION};

/// The time in which the first helper must answer after the command has been started. Hosts may be
/// far, and programs on a slow disk.
const PATIENCE: Duration = Duration::from_secs(20);
/// A helper that has said nothing for this long is lost: it should say something four times a
/// second, whatever it is doing.
const SILENCE: Duration = Duration::from_secs(4);
/// The first and the longest pause before the command is started again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(4));
/// The time between two looks at the child.
const LOOK: Duration = Duration::from_millis(50);
/// The time in which what a child has said last is read.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A helper that has been heard of.
#[derive(Clone, Copy, Debug)]
struct Known {
    heard: Instant,
    pace: f64,
}

#[derive(Debug, Default)]
struct State {
    /// The number of the last order or epoch.
    number: u64,
    /// What is to be done now.
    search: Option<Task>,
    /// The way to the child, once a helper has been heard of.
    link: Option<Arc<Outbox>>,
    /// When the first of them was heard of, and the number of all ranks.
    up: Option<(Instant, u32)>,
    helpers: BTreeMap<u32, Known>,
    /// Whether all of them have been heard of.
    is_complete: bool,
    /// The troubles that have been reported.
    troubles: Vec<String>,
}

/// The helpers that one command starts.
pub struct Cluster {
    words: Vec<String>,
    pub(super) mail: Arc<Mail>,
    state: Mutex<State>,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cluster").field(&self.words).finish()
    }
}

impl Cluster {
    /// Starts the helpers by a command, and keeps them running until this program ends. Helpers whose
    /// leader is gone end by themselves.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn start(CommandWords(words): CommandWords) -> io::Result<&'static Self> {
        let cluster: &'static Self = Box::leak(Box::new(Self {
            words,
            mail: Arc::new(Mail::default()),
            state: Mutex::new(State::default()),
        }));
        thread::Builder::new().name("cluster".to_owned()).spawn(|| cluster.keep_running())?;
        Ok(cluster)
    }

    /// A number for an epoch, which is larger than all before it.
    pub(super) fn new_epoch(&self) -> u64 {
        let mut state = self.state.lock();
        state.number += 1;
        state.number
    }

    /// Tells all helpers, and those that come later, what to do: to search, or to rest.
    pub(super) fn order(&self, search: Option<Task>) {
        let mut state = self.state.lock();
        state.number += 1;
        state.search = search;
        state.pass_on();
    }

    /// The helpers that have been heard of, with their paces.
    pub(super) fn paces(&self) -> Vec<(u32, f64)> {
        self.state.lock().helpers.iter().map(|(&rank, known)| (rank, known.pace)).collect()
    }

    /// Runs the command again and again, from the second time on without hosts that do not answer.
    fn keep_running(&self) {
        let mut command = Revised::unchanged(&self.words);
        let (mut pause, mut is_reported) = (PAUSES.0, false);
        loop {
            let reason = self.run(&command.words);
            self.mail.set_ranks(1);
            if self.state.lock().lose() {
                (pause, is_reported) = (PAUSES.0, false);
            }
            let level = if is_reported { log::Level::Info } else { log::Level::Warn };
            log::log!(
                level,
                "the cluster is lost: {reason}; play goes on without it, and it is started again"
            );
            is_reported = true;
            thread::sleep(pause);
            pause = (2 * pause).min(PAUSES.1);
            command = without_silent(&self.words);
            log::debug!("{}", command.words.join(" "));
        }
    }

    /// Runs the command until it is lost. Returns the reason.
    fn run(&self, words: &[String]) -> String {
        let begun = Instant::now();
        let (mut process, Pipes { input, output, errors }) = match Process::start(words) {
            Ok(started) => started,
            Err(error) => return error.to_string(),
        };
        let outbox = Arc::new(Outbox::default());
        let first_error = Arc::new(Mutex::new(None));
        let listening = write_frames(Arc::clone(&outbox), input)
            .and_then(|_| listen_to_errors(errors, Arc::clone(&first_error)))
            .and_then(|()| Input::of(output));
        let reason = match listening {
            Ok(frames) => self.listen(&frames, &outbox, &mut process, begun),
            Err(error) => error.to_string(),
        };
        outbox.close();
        drop(process);
        thread::sleep(LAST_WORDS);
        match &*first_error.lock() {
            Some(error) => format!("{reason} ({error})"),
            None => reason,
        }
    }

    /// Takes in what the helpers say until they are lost. Returns the reason.
    fn listen(
        &self,
        frames: &Input,
        outbox: &Arc<Outbox>,
        process: &mut Process,
        begun: Instant,
    ) -> String {
        loop {
            match frames.wait(LOOK) {
                Incoming::Frame(frame) => {
                    if let Err(reason) = self.take(&frame, outbox) {
                        return reason;
                    }
                }
                Incoming::Nothing => {}
                Incoming::End => {
                    thread::sleep(LOOK);
                    let ended = process.end().map(|status| format!("the command ended, {status}"));
                    return ended.unwrap_or_else(|| "its output has ended".to_owned());
                }
            }
            if let Some(status) = process.end() {
                return format!("the command ended, {status}");
            }
            if let Some(reason) = self.state.lock().silence(begun) {
                return reason;
            }
        }
    }

    /// Takes in a frame from a helper.
    ///
    /// # Errors
    /// If the helper cannot help. Names the reason.
    fn take(&self, frame: &Frame, outbox: &Arc<Outbox>) -> Result<(), String> {
        if frame.kind == Kind::News {
            self.mail.deliver(frame);
            return Ok(());
        }
        let Some(tidings) = Tidings::of(frame) else { return Ok(()) };
        let Tidings { version, rank, ranks, pace, trouble, .. } = tidings;
        if version != VERSION {
            return Err(format!("rank {rank} has version {version}, but this is {VERSION}"));
        }
        let mut state = self.state.lock();
        state.helpers.insert(rank, Known { heard: Instant::now(), pace });
        if state.up.is_none() {
            state.up = Some((Instant::now(), ranks));
            state.link = Some(Arc::clone(outbox));
            self.mail.connect(Arc::clone(outbox));
            self.mail.set_ranks(ranks);
            state.pass_on();
        }
        if state.helpers.len() as u32 + 1 == ranks && !state.is_complete {
            state.is_complete = true;
            log::info!("the cluster has {ranks} ranks, this one included");
        }
        if let Some(trouble) = trouble.filter(|trouble| !state.troubles.contains(trouble)) {
            log::warn!("rank {rank} does not help: {trouble}");
            state.troubles.push(trouble);
        }
        Ok(())
    }
}

impl State {
    /// Passes the present order on to the helpers, if there are any.
    fn pass_on(&self) {
        if let Some(link) = &self.link {
            link.put(Order { number: self.number, search: self.search.clone() }.frame());
        }
    }

    /// Notes that all helpers are lost. Returns whether there were any.
    fn lose(&mut self) -> bool {
        self.link = None;
        self.is_complete = false;
        self.helpers.clear();
        self.up.take().is_some()
    }

    /// Why the helpers must be taken for lost, if they must.
    fn silence(&self, begun: Instant) -> Option<String> {
        let Some((since, ranks)) = self.up else {
            let is_late = begun.elapsed() > PATIENCE;
            return is_late.then(|| format!("no answer in {PATIENCE:?}"));
        };
        let silent = self.helpers.iter().find(|(_, known)| known.heard.elapsed() > SILENCE);
        if let Some((rank, _)) = silent {
            return Some(format!("rank {rank} has said nothing for {SILENCE:?}"));
        }
        let is_missing = self.helpers.len() as u32 + 1 < ranks && since.elapsed() > SILENCE;
        is_missing.then(|| format!("only {} of {ranks} ranks answer", self.helpers.len() + 1))
    }
}

/// Logs what a child writes to standard error, and remembers the first line that says something.
fn listen_to_errors(errors: ChildStderr, first: Arc<Mutex<Option<String>>>) -> io::Result<()> {
    let listen = move || {
        for line in BufReader::new(errors).lines().map_while(Result::ok) {
            log::debug!("cluster: {line}");
            // Open MPI draws lines of dashes around what it has to say.
            if line.chars().any(char::is_alphabetic) {
                first.lock().get_or_insert(line);
            }
        }
    };
    thread::Builder::new().name("errors".to_owned()).spawn(listen).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_that_are_late_silent_or_missing_are_lost() {
        let now = Instant::now();
        let ago = |time: Duration| now.checked_sub(time).unwrap();
        let longer = |time: Duration| ago(time + Duration::from_secs(1));
        let mut state = State::default();
        assert_eq!(state.silence(now), None);
        assert!(state.silence(longer(PATIENCE)).unwrap().contains("no answer"));
        state.up = Some((now, 3));
        state.helpers.insert(1, Known { heard: now, pace: 0.0 });
        assert_eq!(state.silence(longer(PATIENCE)), None, "the other one may come");
        state.up = Some((longer(SILENCE), 3));
        assert_eq!(state.silence(now).unwrap(), "only 2 of 3 ranks answer");
        state.helpers.insert(2, Known { heard: longer(SILENCE), pace: 0.0 });
        assert!(state.silence(now).unwrap().starts_with("rank 2 has said nothing"));
        state.helpers.insert(2, Known { heard: now, pace: 0.0 });
        assert_eq!(state.silence(now), None);
        assert!(state.lose() && !state.lose() && state.helpers.is_empty());
    }

    #[test]
    fn a_helper_of_another_version_is_none() {
        let cluster = Cluster {
            words: Vec::new(),
            mail: Arc::new(Mail::default()),
            state: Mutex::new(State::default()),
        };
        let outbox = Arc::new(Outbox::default());
        let tidings = |version: &str| Tidings {
            version: version.to_owned(),
            rank: 1,
            ranks: 2,
            order: 0,
            pace: 0.0,
            trouble: None,
        };
        let error = cluster.take(&tidings("0.1").frame(), &outbox).unwrap_err();
        assert!(error.contains("version 0.1"), "{error}");
        cluster.order(None);
        assert!(outbox.take().is_none(), "nobody has been heard of");
        assert_eq!(cluster.take(&tidings(VERSION).frame(), &outbox), Ok(()));
        let first = Order::of(&outbox.take().unwrap()).unwrap();
        cluster.order(None);
        let next = Order::of(&outbox.take().unwrap()).unwrap();
        assert!(next.number > first.number && cluster.new_epoch() > next.number);
    }
}
