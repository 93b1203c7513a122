//! The helpers, as the leader sees them. A thread starts their command, listens to them, and starts
//! the command again when it has ended, or when a rank has fallen silent: under plain MPI, the loss
//! of one rank is the loss of all.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::child_process::{ChildProcess, Pipes};

use super::command_words::CommandWords;
use super::frame::{Frame, Kind};
use super::helper::Incoming;
use super::hosts::{Revised, without_silent};
use super::last_words::LastWords;
use super::mail::Mail;
use super::order::{Order, Task};
use super::outbox::Outbox;
use super::pipe_rank::{Input, write_frames};
use super::restarts::{Loss, Restarts};
use super::tidings::{Tidings, VERSION};

/// A helper that has said nothing for this long is lost: it should say something four times a
/// second, whatever it is doing.
const SILENCE: Duration = Duration::from_secs(4);
/// The time between two looks at the child.
const LOOK: Duration = Duration::from_millis(50);
/// The time between two looks after which this process itself must have been stopped.
const STOPPED: Duration = Duration::from_secs(1);
/// The time after which the present order is repeated, as a sign of life.
const REPEAT: Duration = Duration::from_secs(1);
/// The longest time that the end of the child may take.
const END: Duration = Duration::from_millis(1500);
/// The time in which what a child has said last is read.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A helper that has been heard of.
#[derive(Clone, Copy, Debug)]
struct Known {
    heard: Instant,
    pace: f64,
    /// Whether it takes part.
    helps: bool,
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
    /// Whether the helpers are to end.
    is_ending: AtomicBool,
    /// Whether they have.
    has_ended: AtomicBool,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cluster").field(&self.words).finish()
    }
}

impl Cluster {
    /// Starts the helpers by a command, and keeps them running until their [end](Self::end). Helpers
    /// whose leader is gone end by themselves.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn start(CommandWords(words): CommandWords) -> io::Result<&'static Self> {
        let cluster: &'static Self = Box::leak(Box::new(Self::of(words)));
        thread::Builder::new().name("cluster".to_owned()).spawn(|| cluster.keep_running())?;
        Ok(cluster)
    }

    fn of(words: Vec<String>) -> Self {
        Self {
            words,
            mail: Arc::new(Mail::default()),
            state: Mutex::new(State::default()),
            is_ending: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        }
    }

    /// Ends the helpers, and waits for that for a second or two at most.
    pub fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        let latest = Instant::now() + END;
        while !self.has_ended.load(Ordering::Relaxed) && Instant::now() < latest {
            thread::sleep(LOOK / 5);
        }
    }

    fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
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

    /// The helpers that have been heard of and take part, with their paces.
    pub(super) fn paces(&self) -> Vec<(u32, f64)> {
        let state = self.state.lock();
        let helping = state.helpers.iter().filter(|(_, known)| known.helps);
        helping.map(|(&rank, known)| (rank, known.pace)).collect()
    }

    /// Runs the command again and again. Where no helper has come up, the next run is without hosts
    /// that do not answer.
    fn keep_running(&self) {
        let mut command = Revised::unchanged(&self.words);
        let mut restarts = Restarts::new();
        while !self.is_ending() {
            let (reason, is_late) = self.run(&command.words, restarts.patience);
            self.mail.set_ranks(1);
            let up = self.state.lock().lose();
            if self.is_ending() {
                break;
            }
            let (pause, is_news) = restarts.after(Loss { up, is_late });
            let level = if is_news { log::Level::Warn } else { log::Level::Info };
            log::log!(
                level,
                "the cluster is lost: {reason}; play goes on without it, and it is started again"
            );
            self.rest(pause);
            command = match up {
                Some(_) => Revised::unchanged(&self.words),
                None => without_silent(&self.words, &|| self.is_ending()),
            };
            log::debug!("{}", command.words.join(" "));
        }
        self.has_ended.store(true, Ordering::Relaxed);
    }

    /// Waits for this time, or until the end.
    fn rest(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_ending() && Instant::now() < end {
            thread::sleep(LOOK);
        }
    }

    /// Runs the command until it is lost. Returns the reason, and whether it is that nobody has
    /// answered in time.
    fn run(&self, words: &[String], patience: Duration) -> (String, bool) {
        let (mut process, Pipes { input, output, errors }) =
            match ChildProcess::start(words, Stdio::piped()) {
                Ok(started) => started,
                Err(error) => return (error.to_string(), false),
            };
        let outbox = Arc::new(Outbox::default());
        let last_words = LastWords::default();
        let listening = write_frames(Arc::clone(&outbox), input)
            .and_then(|_| errors.map_or(Ok(()), |errors| last_words.listen(errors)))
            .and_then(|()| Input::of(output));
        let (reason, is_late) = match listening {
            Ok(frames) => self.listen(&frames, &outbox, &mut process, patience),
            Err(error) => (error.to_string(), false),
        };
        outbox.close();
        let lost = Instant::now();
        drop(process);
        if !self.is_ending() {
            thread::sleep(LAST_WORDS);
        }
        match last_words.before(lost) {
            Some(error) => (format!("{reason} ({error})"), is_late),
            None => (reason, is_late),
        }
    }

    /// Takes in what the helpers say until they are lost. Returns the reason, and whether it is that
    /// nobody has answered in time.
    fn listen(
        &self,
        frames: &Input,
        outbox: &Arc<Outbox>,
        process: &mut ChildProcess,
        patience: Duration,
    ) -> (String, bool) {
        let mut begun = Instant::now();
        let (mut looked, mut repeated) = (begun, begun);
        loop {
            // All that has arrived is read before silence is judged.
            if let Err(reason) = self.take_all(frames, outbox, process) {
                return (reason, false);
            }
            if self.is_ending() {
                return ("the program ends".to_owned(), false);
            }
            let gap = looked.elapsed();
            looked += gap;
            let mut state = self.state.lock();
            if gap > STOPPED {
                begun += gap;
                state.excuse(gap);
            }
            if repeated.elapsed() >= REPEAT {
                repeated = Instant::now();
                state.pass_on();
            }
            if let Some(reason) = state.silence(begun, patience) {
                return (reason, state.up.is_none());
            }
        }
    }

    /// Waits a little, and takes in all frames that have arrived.
    ///
    /// # Errors
    /// If the helpers are lost. Names the reason.
    fn take_all(
        &self,
        frames: &Input,
        outbox: &Arc<Outbox>,
        process: &mut ChildProcess,
    ) -> Result<(), String> {
        let mut incoming = frames.wait(LOOK);
        loop {
            match incoming {
                Incoming::Frame(frame) => self.take(&frame, outbox)?,
                Incoming::Nothing => break,
                Incoming::End => {
                    thread::sleep(LOOK);
                    let ended = process.end().map(|status| format!("the command ended, {status}"));
                    let reasons: Vec<_> = ended.into_iter().chain(frames.error()).collect();
                    let unknown = || "its output has ended".to_owned();
                    return Err(if reasons.is_empty() { unknown() } else { reasons.join(", ") });
                }
            }
            incoming = frames.receive();
        }
        match process.end() {
            Some(status) => Err(format!("the command ended, {status}")),
            None => Ok(()),
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
        if let Some(version) = Tidings::version(frame).filter(|version| version != VERSION) {
            return Err(format!("a helper has version {version}, but this is {VERSION}"));
        }
        let Some(tidings) = Tidings::of(frame) else { return Ok(()) };
        let Tidings { rank, ranks, pace, trouble, .. } = tidings;
        let mut state = self.state.lock();
        let known_absent = state.absent();
        let helps = trouble.is_none();
        state.helpers.insert(rank, Known { heard: Instant::now(), pace, helps });
        let is_first = state.up.is_none();
        if is_first {
            state.up = Some((Instant::now(), ranks));
            state.link = Some(Arc::clone(outbox));
            self.mail.connect(Arc::clone(outbox));
            // Trees bear the numbers of orders, and those of new helpers are others than those of the
            // helpers before them.
            state.number += 1;
        }
        // No search may leave positions to a helper that does not search, and the leader sends
        // nothing if none does.
        let absent = state.absent();
        if is_first || absent != known_absent {
            state.pass_on();
        }
        let is_alone = absent.len() == state.helpers.len();
        self.mail.set_ranks(if is_alone { 1 } else { ranks });
        self.mail.set_absent(absent);
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
            let (number, search) = (self.number, self.search.clone());
            link.put(Order { number, search, absent: self.absent() }.frame());
        }
    }

    /// The helpers that have been heard of and do not take part.
    fn absent(&self) -> Vec<u32> {
        let absent = self.helpers.iter().filter(|(_, known)| !known.helps);
        absent.map(|(&rank, _)| rank).collect()
    }

    /// Notes that all helpers are lost. Returns how long they have been there, if any has been.
    fn lose(&mut self) -> Option<Duration> {
        self.link = None;
        self.is_complete = false;
        self.helpers.clear();
        self.up.take().map(|(since, _)| since.elapsed())
    }

    /// Notes that this process itself has been stopped for this time, and heard nothing.
    fn excuse(&mut self, time: Duration) {
        let known = self.helpers.values_mut().map(|known| &mut known.heard);
        let up = self.up.iter_mut().map(|(since, _)| since);
        known.chain(up).for_each(|moment| *moment += time);
    }

    /// Why the helpers must be taken for lost, if they must. The first one must answer in the time
    /// `patience` after the start.
    fn silence(&self, begun: Instant, patience: Duration) -> Option<String> {
        let Some((since, ranks)) = self.up else {
            let is_late = begun.elapsed() > patience;
            return is_late.then(|| format!("no answer in {patience:?}"));
        };
        let silent = self.helpers.iter().find(|(_, known)| known.heard.elapsed() > SILENCE);
        if let Some((rank, _)) = silent {
            return Some(format!("rank {rank} has said nothing for {SILENCE:?}"));
        }
        let is_missing = self.helpers.len() as u32 + 1 < ranks && since.elapsed() > SILENCE;
        is_missing.then(|| format!("only {} of {ranks} ranks answer", self.helpers.len() + 1))
    }
}

#[cfg(test)]
mod tests;
