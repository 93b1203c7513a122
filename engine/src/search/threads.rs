//! The threads of a search.

use std::panic::resume_unwind;
use std::thread;

use super::atomics::{AtomicBool, Ordering};
use super::root_statistics::RootStatistics;
use super::worker::{Leader, Shared, Worker};
use crate::dispatch;
use crate::knowledge::{PlayoutPolicy, PriorKnowledge};
use crate::vocabulary::{Geometry, Random};

/// Runs `lead` in this thread and `help`, with the numbers from 1, in `threads` - 1 others. Returns
/// all results, that of this thread first.
///
/// A panic in any thread sets `stop`, at which all threads should end, and is then resumed in this
/// one. If the system cannot start a thread, the search proceeds with those already started.
pub(super) fn on_threads<R: Send>(
    threads: usize,
    stop: &AtomicBool,
    lead: impl FnOnce() -> R,
    help: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    thread::scope(|scope| {
        let help = &help;
        let spawn = |thread: usize| {
            let work = move || {
                let _stop = StopOnPanic(stop);
                help(thread)
            };
            let spawned = thread::Builder::new().spawn_scoped(scope, work);
            spawned.inspect_err(|error| log::warn!("no thread {thread} for the search: {error}"))
        };
        let helpers: Vec<_> = (1..threads).map_while(|thread| spawn(thread).ok()).collect();
        let _stop = StopOnPanic(stop);
        let mut results = vec![lead()];
        let mut panic = None;
        for helper in helpers {
            match helper.join() {
                Ok(found) => results.push(found),
                Err(cause) => panic = panic.or(Some(cause)),
            }
        }
        if let Some(cause) = panic {
            resume_unwind(cause);
        }
        results
    })
}

/// Runs simulations in this thread and `threads` - 1 others until all simulations have been handed
/// out and completed, or until `over`, which is called in this thread, returns true. `random`
/// creates the random number generator of each thread. Returns the combined statistics.
pub(super) fn simulate<G: Geometry, P: PlayoutPolicy, K: PriorKnowledge>(
    shared: &Shared<'_, G>,
    (policy, priors): (&P, &K),
    threads: usize,
    random: impl Fn(usize) -> Random + Sync,
    over: &mut Leader<'_, G>,
) -> RootStatistics<G> {
    let lead = || {
        let mut leader = Worker::new(shared, policy, priors, random(0));
        leader.lead(over);
        dispatch::run(&mut leader);
        leader.statistics
    };
    let help = |thread: usize| {
        let mut worker = Worker::new(shared, policy, priors, random(thread));
        dispatch::run(&mut worker);
        worker.statistics
    };
    let mut all = on_threads(threads, &shared.stop, lead, help).into_iter();
    let mut statistics = all.next().unwrap_or_default();
    all.for_each(|found| statistics.merge(&found));
    statistics
}

/// Ends the search in all threads if the thread that holds this guard panics.
pub(super) struct StopOnPanic<'a>(pub(super) &'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::ThreadId;

    use crate::board::Position;
    use crate::knowledge::{AmafValues, Candidate, PlayoutPolicy, PriorKnowledge};
    use crate::rules::{GameState, Rules};
    use crate::search::{
        Search, SearchLimits, SearchReport, SearchRequest, SearchSettings, Searcher,
    };
    use crate::vocabulary::{Bitboard, BoardSize, Geometry, Nine, Point, Random};

    use super::*;

    /// A policy that plays at random and, while `is_faulty` is set, panics after some playouts:
    /// either in the helper threads or in the main thread.
    struct Faulty {
        main: ThreadId,
        in_helpers: bool,
        is_faulty: AtomicBool,
    }

    impl PlayoutPolicy for &Faulty {
        /// The number of playouts that the thread has started.
        type State<G: Geometry> = u32;

        fn new_state<G: Geometry>(&self) -> u32 {
            0
        }

        fn start<G: Geometry>(&self, playouts: &mut u32, _: &Position<G>) {
            *playouts += 1;
            let is_helper = thread::current().id() != self.main;
            let is_faulty = self.is_faulty.load(Ordering::Relaxed);
            // Before a search, the main thread runs fewer playouts than this.
            assert!(
                *playouts < 40 || is_helper != self.in_helpers || !is_faulty,
                "a faulty policy"
            );
        }

        fn choose<G: Geometry>(
            &self,
            _: &mut u32,
            position: &Position<G>,
            _: &AmafValues<G>,
            random: &mut Random,
        ) -> Option<Point> {
            let empty: Vec<Point> = position.board().empty().into_iter().collect();
            let sensible = (0..8).filter_map(|_| empty.get(random.below(empty.len().max(1))));
            sensible.copied().find(|&point| position.is_sensible(point))
        }

        fn played<G: Geometry>(&self, _: &mut u32, _: Point, _: Option<&Bitboard<G>>) {}
    }

    struct NoPriors;

    impl PriorKnowledge for NoPriors {
        fn add_priors<G: Geometry>(&self, _: &Position<G>, _: &mut [Candidate]) {}
    }

    #[test]
    fn a_panic_in_any_thread_ends_the_search_and_the_next_one_is_whole() {
        for in_helpers in [true, false] {
            let (main, is_faulty) = (thread::current().id(), AtomicBool::new(true));
            let policy = Faulty { main, in_helpers, is_faulty };
            let settings =
                SearchSettings { threads: 3, memory: 1 << 20, seed: 1, ..Default::default() };
            let mut searcher = Search::<Nine, _, _>::new(&policy, NoPriors, settings);
            let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
            let mut search = |playouts: u64| -> SearchReport {
                let limits = SearchLimits::playouts(playouts);
                let request = SearchRequest::new(&game, game.to_move(), limits);
                searcher.search(&request, &|| false, None)
            };
            // This search has no limit of its own: if the panic did not end it, it would hang.
            let failed = catch_unwind(AssertUnwindSafe(|| search(u64::MAX)));
            let Err(cause) = failed else { panic!("no panic came out of the search") };
            assert_eq!(cause.downcast_ref::<&str>(), Some(&"a faulty policy"));
            policy.is_faulty.store(false, Ordering::Relaxed);
            let report = search(2000);
            assert_eq!((report.simulations, report.visits), (2000, 2000), "nothing is left behind");
        }
    }
}
