//! Ranks in one process, to measure what an exchange is worth: they take turns, and their messages
//! arrive after a simulated time.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::post::RankId;
use super::rank_settings::RankSettings;
use super::simulated_time::{SimulatedTime, VirtualPost};
use super::votes::count_votes;
use crate::search::limits::SearchLimits;
use crate::search::report::SearchReport;
use crate::search::request::{SearchRequest, Watch};
use crate::search::searcher::Searcher;
use crate::search::threads::StopOnPanic;

/// Several searches of the same game in one process, of which the first one gives the answer.
///
/// A limit on simulations is divided among the ranks; a limit on visits limits the new simulations
/// of all ranks together. With such limits, the same seed means the same answer.
pub struct VirtualRanks {
    ranks: Vec<Box<dyn Searcher>>,
    /// The simulated time, unless the ranks exchange nothing.
    time: Option<Arc<SimulatedTime>>,
}

impl VirtualRanks {
    /// Creates the ranks. `make` creates the searcher of the rank with a given number. Returns
    /// `None` if the ranks are to exchange messages but this kind of search does not support that.
    pub fn new(settings: RankSettings, make: impl Fn(u32) -> Box<dyn Searcher>) -> Option<Self> {
        let mut ranks: Vec<_> = (0..settings.ranks.max(1)).map(make).collect();
        if settings.votes {
            return Some(Self { ranks, time: None });
        }
        let time = SimulatedTime::new(settings);
        for (rank, searcher) in ranks.iter_mut().enumerate() {
            let id = RankId { rank: rank as u32, start: 0 };
            if !searcher.connect(id, Box::new(VirtualPost::new(&time, rank))) {
                return None;
            }
        }
        Some(Self { ranks, time: Some(time) })
    }

    /// The limits of one of the ranks.
    fn share(&self, limits: SearchLimits, rank: usize) -> SearchLimits {
        let count = self.ranks.len() as u64;
        let share = |all: u64| all / count + u64::from((rank as u64) < all % count);
        SearchLimits { playouts: limits.simulations(0).map(share), visits: None, ..limits }
    }
}

impl Searcher for VirtualRanks {
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        mut watch: Option<&mut Watch<'_>>,
    ) -> SearchReport {
        let limits: Vec<_> =
            (0..self.ranks.len()).map(|rank| self.share(request.limits, rank)).collect();
        let flag = request.stop;
        let request = |rank: usize| SearchRequest { limits: limits[rank], ..*request };
        let Some(time) = self.time.as_deref() else {
            let ranks = self.ranks.iter_mut().enumerate();
            let reports = ranks.map(|(rank, searcher)| {
                let watch = if rank == 0 { watch.take() } else { None };
                searcher.search(&request(rank), stopped, watch)
            });
            return count_votes(reports.collect());
        };
        let is_over = AtomicBool::new(false);
        let stopped = || {
            let stops = stopped();
            is_over.fetch_or(stops, Ordering::Relaxed);
            stops
        };
        // An interrupt also ends evaluations, without which the time of a rank stands still. A rank
        // that waited for the first rank to notice the interrupt would therefore keep its turn for
        // ever, so each rank checks the flag itself.
        let follow = || {
            [Some(&is_over), flag].into_iter().flatten().any(|flag| flag.load(Ordering::Relaxed))
        };
        time.begin();
        let mut ranks = self.ranks.iter_mut().zip(0..);
        let report = thread::scope(|scope| {
            let first = ranks.next();
            let mut others = Vec::new();
            for (searcher, rank) in ranks {
                let (request, follow) = (request(rank), &follow);
                let work = move || {
                    let _turn = time.enter(rank);
                    searcher.search(&request, follow, None).simulations
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(other) => others.push(other),
                    Err(error) => {
                        log::warn!("no thread for rank {rank}: {error}");
                        time.leave(rank);
                    }
                }
            }
            let _stop = StopOnPanic(&is_over);
            let mut report = first.map_or_else(SearchReport::default, |(first, rank)| {
                let _turn = time.enter(rank);
                first.search(&request(rank), &stopped, watch)
            });
            for other in others {
                report.simulations += other.join().unwrap_or_else(|cause| resume_unwind(cause));
            }
            report
        });
        let (messages, bytes) = time.traffic();
        log::debug!("{messages} messages of {bytes} bytes so far");
        report
    }

    fn forget(&mut self, seed: u64) {
        // What was found out with another seed is not to be known after it.
        self.time.iter().for_each(|time| time.lose_messages());
        for (rank, searcher) in self.ranks.iter_mut().enumerate() {
            searcher.forget(seed.wrapping_add(rank as u64));
        }
    }

    fn simulations_worth(&self, playouts: u64) -> u64 {
        self.ranks.first().map_or(playouts, |first| first.simulations_worth(playouts))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;
    use crate::board::Position;
    use crate::knowledge::idle::Idle;
    use crate::knowledge::{Candidate, PriorKnowledge};
    use crate::rules::{GameState, Rules};
    use crate::search::searcher::SearchSettings;
    use crate::search::tree_search::Search;
    use crate::vocabulary::{BoardSize, Geometry, Move, Nine};

    struct NoPriors;

    impl PriorKnowledge for NoPriors {
        fn add_priors<G: Geometry>(&self, _: &Position<G>, _: &mut [Candidate]) {}
    }

    /// Ranks that make 10 simulations in a millisecond and send every 5 milliseconds.
    fn ranks(ranks: u32, delay: u64, votes: bool) -> VirtualRanks {
        ranks_of(10_000.0, ranks, delay, votes)
    }

    /// Ranks that make `speed` simulations a second each and send every 5 milliseconds.
    fn ranks_of(speed: f32, ranks: u32, delay: u64, votes: bool) -> VirtualRanks {
        let (delay, interval) = (Duration::from_millis(delay), Duration::from_millis(5));
        let settings = RankSettings { ranks, votes, delay, interval, speed, bandwidth: 0.0 };
        let rank = |rank| -> Box<dyn Searcher> {
            let seed = u64::from(rank);
            let settings = SearchSettings { seed, memory: 1 << 24, ..SearchSettings::default() };
            Box::new(Search::<Nine, _, _>::new(Idle, NoPriors, settings))
        };
        VirtualRanks::new(settings, rank).unwrap()
    }

    fn game() -> GameState {
        GameState::new(BoardSize::square(9), Rules::default(), 7.5)
    }

    fn search(ranks: &mut VirtualRanks, game: &GameState, playouts: u64) -> SearchReport {
        let request = SearchRequest::new(game, game.to_move(), SearchLimits::playouts(playouts));
        let report = ranks.search(&request, &|| false, None);
        SearchReport { time: Duration::ZERO, ..report }
    }

    #[test]
    fn the_first_rank_learns_what_arrives_in_time_and_nothing_twice() {
        // The ranks make 1,000 simulations each, which takes 100 milliseconds.
        for (delay, least, most) in [(1, 3600, 3990), (50, 2000, 2600), (200, 1000, 1000)] {
            let report = search(&mut ranks(4, delay, false), &game(), 4000);
            assert_eq!(report.simulations, 4000);
            assert!((least..=most).contains(&report.visits), "{delay} ms: {}", report.visits);
        }
        assert_eq!(search(&mut ranks(4, 1, true), &game(), 4000).visits, 4000, "all vote");
        let report = search(&mut ranks(3, 1, false), &game(), 100);
        assert_eq!(report.simulations, 100, "34 and twice 33");
    }

    #[test]
    fn slow_ranks_look_at_messages_after_each_simulation() {
        // Of the others, only the last simulations are not known, for which 5 milliseconds are too
        // short.
        let visits = search(&mut ranks_of(100.0, 4, 5, false), &game(), 256).visits;
        assert!((245..256).contains(&visits), "{visits}");
    }

    #[test]
    fn the_same_seed_gives_the_same_searches() {
        let play = |ranks: &mut VirtualRanks| {
            let mut game = game();
            let mut reports = Vec::new();
            for _ in 0..4 {
                let report = search(ranks, &game, 1500);
                game.play(game.to_move(), report.moves[0].mv).unwrap();
                reports.push(report);
            }
            reports
        };
        let mut three = ranks(3, 20, false);
        let first = play(&mut three);
        assert!(first[3].visits > 900, "what was told before the move is known after it");
        three.forget(0);
        assert!(play(&mut three) == first);
        let again = |ranks: &mut VirtualRanks| search(ranks, &game(), 1500);
        let once = again(&mut ranks(3, 140, false));
        let mut late = ranks(3, 140, false);
        again(&mut late);
        late.forget(0);
        assert!(again(&mut late) == once, "messages from before are lost");
        assert!(play(&mut ranks(3, 20, false)) == first);
        assert!(play(&mut ranks(3, 21, false)) != first);
    }

    #[test]
    fn an_interrupt_ends_all_ranks() {
        let (mut three, game) = (ranks(3, 1, false), game());
        let request = SearchRequest::new(&game, game.to_move(), SearchLimits::default());
        let calls = Cell::new(0);
        let stopped = || {
            calls.set(calls.get() + 1);
            calls.get() > 50
        };
        let report = three.search(&request, &stopped, None);
        assert!((2000..3000).contains(&report.simulations), "{}", report.simulations);
        let mut after = game.clone();
        after.play(after.to_move(), Move::Pass).unwrap();
        assert_eq!(search(&mut three, &after, 300).simulations, 300);
    }
}
