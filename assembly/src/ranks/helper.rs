//! A rank that does what the leader says: one thread carries frames, and another one searches, so
//! that neither the loading of a network nor a long merge delays a sign of life.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::search::{RankId, SearchLimits, SearchRequest, SearchSettings, Searcher};
use parking_lot::{Condvar, Mutex};

use super::frame::{Frame, Kind, MOST_WAITING};
use super::mail::{Mail, RankPost};
use super::order::{Order, Task};
use super::tidings::{Tidings, VERSION};
use super::told_game::{HeardGame, named_move};
use crate::compose;

/// The time between two signs of life.
const HEARTBEAT: Duration = Duration::from_millis(250);
/// After so long without an order, which the leader repeats each second, it is taken to be gone.
const PATIENCE: Duration = Duration::from_secs(15);
/// The pause before a carrier on which nothing has arrived is asked again. Nobody waits for MPI,
/// because it would spin.
pub const PAUSE: Duration = Duration::from_millis(2);
/// A search that lasts less than this says little about the pace.
const LEAST_MEASURED: Duration = Duration::from_millis(200);

/// What has arrived at a helper.
#[derive(Debug)]
pub enum Incoming {
    /// A frame.
    Frame(Frame),
    /// Nothing so far.
    Nothing,
    /// The end: nothing will arrive any more.
    End,
}

/// Carries frames between a helper and all other ranks. Neither method may wait for anyone.
pub trait Carrier {
    /// What has arrived.
    fn receive(&mut self) -> Incoming;

    /// Sends tidings to the leader, and news to all other ranks.
    fn send(&mut self, frame: Frame);
}

/// The settings of a helper.
#[derive(Clone, Copy, Debug)]
pub struct HelperSettings {
    /// The number of the helper, from 1.
    pub rank: u32,
    /// The number of all ranks, the leader included.
    pub ranks: u32,
    /// The number of search threads.
    pub threads: usize,
    /// The maximum size of the search tree, in bytes.
    pub memory: usize,
}

/// The state that both threads share.
#[derive(Debug)]
struct Shared {
    settings: HelperSettings,
    mail: Arc<Mail>,
    /// The last order.
    order: Mutex<Order>,
    /// Notified of each order.
    changed: Condvar,
    /// The number of the last order, for a search to notice.
    number: AtomicU64,
    /// What the searching thread reports.
    report: Mutex<Report>,
}

/// What a searching thread says about itself.
#[derive(Clone, Debug, Default)]
struct Report {
    /// When the running search began.
    begun: Option<Instant>,
    /// The pace, in simulations a second, or 0 as long as it is unknown.
    pace: f64,
    /// Why the helper does not search, if it does not.
    trouble: Option<String>,
}

/// Does what the leader says until the carrier says that nothing will arrive any more, or the leader
/// has said nothing for some time. A search that runs then is told to stop.
///
/// # Errors
/// If the system starts no thread, or the search fails.
pub fn help(carrier: &mut impl Carrier, settings: HelperSettings) -> std::io::Result<()> {
    help_patiently(carrier, settings, PATIENCE)
}

fn help_patiently(
    carrier: &mut impl Carrier,
    settings: HelperSettings,
    patience: Duration,
) -> std::io::Result<()> {
    let shared = Arc::new(Shared::of(settings));
    let searching = Arc::clone(&shared);
    let search = thread::Builder::new().name("search".to_owned());
    let search = search.spawn(move || searching.search_on())?;
    let result = shared.exchange(carrier, &search, patience);
    shared.number.store(u64::MAX, Ordering::Relaxed);
    result
}

impl Shared {
    fn of(settings: HelperSettings) -> Self {
        let mail = Arc::new(Mail::default());
        mail.set_ranks(settings.ranks);
        Self {
            settings,
            mail,
            order: Mutex::default(),
            changed: Condvar::new(),
            number: AtomicU64::new(0),
            report: Mutex::default(),
        }
    }

    /// Exchanges frames with the carrier until the end.
    fn exchange(
        &self,
        carrier: &mut impl Carrier,
        search: &JoinHandle<()>,
        patience: Duration,
    ) -> std::io::Result<()> {
        let (mut due, mut heard) = (Instant::now(), Instant::now());
        let outbox = self.mail.outbox();
        let mut taken = 0;
        loop {
            match carrier.receive() {
                Incoming::Frame(frame) => {
                    if frame.kind == Kind::Order {
                        heard = Instant::now();
                    }
                    self.take(&frame);
                    taken += 1;
                    // However fast frames arrive, those of this rank are sent as well.
                    if taken < MOST_WAITING {
                        continue;
                    }
                }
                Incoming::Nothing => thread::sleep(PAUSE),
                Incoming::End => return Ok(()),
            }
            taken = 0;
            if heard.elapsed() > patience {
                log::warn!("the leader has said nothing for {patience:?}");
                return Ok(());
            }
            if search.is_finished() {
                return Err(std::io::Error::other("the search has failed"));
            }
            while let Some(frame) = outbox.take() {
                carrier.send(frame);
            }
            if Instant::now() >= due {
                due = Instant::now() + HEARTBEAT;
                carrier.send(self.tidings().frame());
            }
        }
    }

    /// Takes in a frame without waiting.
    fn take(&self, frame: &Frame) {
        match frame.kind {
            Kind::News => self.mail.deliver(frame),
            Kind::Tidings => {}
            Kind::Order => match Order::of(frame) {
                Ok(order) => self.obey(order),
                Err(error) => log::error!("{error}"),
            },
        }
    }

    fn obey(&self, order: Order) {
        let mut known = self.order.lock();
        if order.number >= known.number {
            self.mail.set_absent(order.absent.clone());
        }
        if order.number > known.number {
            self.number.store(order.number, Ordering::Relaxed);
            *known = order;
            self.changed.notify_all();
        }
    }

    fn tidings(&self) -> Tidings {
        let mut report = self.report.lock();
        if let Some(time) = report.begun.map(|begun| begun.elapsed())
            && time >= LEAST_MEASURED
        {
            report.pace = self.mail.made() as f64 / time.as_secs_f64();
        }
        let Report { pace, trouble, .. } = report.clone();
        let HelperSettings { rank, ranks, .. } = self.settings;
        let (version, order) = (VERSION.to_owned(), self.number.load(Ordering::Relaxed));
        Tidings { version, rank, ranks, order, pace, trouble }
    }

    /// Carries out one order after another.
    fn search_on(&self) {
        let mut workplace = None;
        let mut done = 0;
        loop {
            let order = {
                let mut order = self.order.lock();
                self.changed.wait_while(&mut order, |order| order.number <= done);
                order.clone()
            };
            done = order.number;
            if let Some(task) = &order.search {
                let trouble = self.search(order.number, task, &mut workplace).err();
                if let Some(trouble) = &trouble {
                    log::error!("{trouble}");
                }
                self.report.lock().trouble = trouble;
            }
        }
    }

    /// Searches until the next order comes.
    fn search(
        &self,
        number: u64,
        task: &Task,
        workplace: &mut Option<Workplace>,
    ) -> Result<(), String> {
        let heard = task.game.hear().ok_or("a game that makes no sense")?;
        let HeardGame { mut game, mut color, restrictions } = heard;
        let HelperSettings { rank, threads, memory, .. } = self.settings;
        self.mail.begin(task.epoch);
        let place = match workplace.take().filter(|place| place.epoch == task.epoch) {
            Some(place) => place,
            None => {
                let (knowledge, settings) = task.player.hear(threads, memory)?;
                let seed = task.player.seed(rank);
                let settings = SearchSettings { seed, ..settings };
                let mut searcher = compose::searcher(knowledge, game.size(), settings);
                let id = RankId { rank, start: number << 16 };
                if !searcher.connect(id, Box::new(RankPost::new(&self.mail))) {
                    return Err("this kind of search exchanges nothing".to_owned());
                }
                Workplace { epoch: task.epoch, searcher }
            }
        };
        let place = workplace.insert(place);
        let reply = task.replies.iter().find(|(other, _)| *other == rank);
        if let Some(mv) = reply.and_then(|(_, name)| named_move(name))
            && game.play(color, mv).is_ok()
        {
            color = !color;
        }
        self.mail.set_made(0);
        let request = SearchRequest {
            restrictions: &restrictions,
            owes_a_move: false,
            ..SearchRequest::new(&game, color, SearchLimits::default())
        };
        {
            // What was in the way of an earlier search is not in the way now.
            let mut report = self.report.lock();
            (report.begun, report.trouble) = (Some(Instant::now()), None);
        }
        let stopped = || self.number.load(Ordering::Relaxed) > number;
        place.searcher.search(&request, &stopped, None);
        self.report.lock().begun = None;
        Ok(())
    }
}

/// A searcher, and the epoch for which it was created. In another epoch, it must know nothing of the
/// last one, and the size of the board, the player or the files that the player names may be others.
struct Workplace {
    epoch: u64,
    searcher: Box<dyn Searcher>,
}

#[cfg(test)]
mod tests;
