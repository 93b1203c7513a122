//! The threads of a search.

use super::root_statistics::RootStatistics;
use super::worker::{Leader, Shared, Worker};
use crate::dispatch;
use crate::knowledge::{PlayoutPolicy, PriorKnowledge};
use crate::vocabulary::{Geometry, Random};

/// Lets this thread and `threads` less one others simulate until all simulations are made or `over`
/// says so, which is asked in this thread. Each thread takes its random numbers from `random`.
/// Returns the statistics of all threads.
pub(super) fn simulate<G: Geometry, P: PlayoutPolicy, K: PriorKnowledge>(
    shared: &Shared<'_, G>,
    (policy, priors): (&P, &K),
    threads: usize,
    random: impl Fn(usize) -> Random,
    over: &mut Leader<'_, G>,
) -> RootStatistics<G> {
    let all_statistics = crossbeam::thread::scope(|scope| {
        let spawn = |thread: usize| {
            let random = random(thread);
            scope.spawn(move |_| {
                let mut worker = Worker::new(shared, policy, priors, random);
                dispatch::run(&mut worker);
                worker.statistics
            })
        };
        let helpers: Vec<_> = (1..threads).map(spawn).collect();
        let mut leader = Worker::new(shared, policy, priors, random(0));
        leader.lead(over);
        dispatch::run(&mut leader);
        let mut statistics = leader.statistics;
        for helper in helpers {
            statistics.merge(&helper.join().unwrap_or_default());
        }
        statistics
    });
    all_statistics.unwrap_or_default()
}
