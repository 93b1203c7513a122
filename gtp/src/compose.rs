//! The one place that knows which players there are.

use std::num::{NonZeroU64, NonZeroUsize};
use std::thread;
use std::time::Duration;

use engine::player::{Player, PlayerSettings, SearchPlayer, SearcherFactory};
use engine::policy::PlayoutPolicy;
use engine::rules::GameState;
use engine::search::{Search, SearchParams, SearchSettings, Searcher};
use engine::time::Pacing;
use engine::vocabulary::{AnySize, BoardSize, Geometry, Nine, Nineteen, Thirteen};
use playouts::Uniform;

use crate::options::{Options, PolicyName};

/// The player that the options ask for.
pub fn player(options: &Options) -> Box<dyn Player> {
    let threads = options.threads.or_else(|| thread::available_parallelism().ok());
    let settings = PlayerSettings {
        search: SearchSettings {
            threads: threads.map_or(1, NonZeroUsize::get),
            memory: options.memory << 20,
            seed: options.seed.unwrap_or_else(seed_of_the_day),
            params: SearchParams::default(),
        },
        playouts: options.playouts.map(NonZeroU64::get),
        visits: options.visits.map(NonZeroU64::get),
        time: options.seconds.map(Duration::from_secs_f64),
        pacing: Pacing {
            lag: Duration::from_secs_f64(options.lag),
            allocation: options.time_allocation.into(),
        },
        resign_threshold: options.resign_threshold,
        ponder: options.ponder,
        ponder_time: Duration::from_secs_f64(options.ponder_seconds),
    };
    let game = GameState::new(options.size, options.rules, options.komi);
    let policy = options.policy;
    let factory: SearcherFactory = Box::new(move |size, settings| searcher(policy, size, settings));
    Box::new(SearchPlayer::new(settings, game, factory))
}

/// A search with this policy, compiled for boards of this size.
pub(crate) fn searcher(
    policy: PolicyName,
    size: BoardSize,
    settings: SearchSettings,
) -> Box<dyn Searcher> {
    match policy {
        PolicyName::Uniform => searcher_of(Uniform, size, settings),
    }
}

fn searcher_of<P>(policy: P, size: BoardSize, settings: SearchSettings) -> Box<dyn Searcher>
where
    P: PlayoutPolicy<Nine> + PlayoutPolicy<Thirteen> + PlayoutPolicy<Nineteen>,
    P: PlayoutPolicy<AnySize> + 'static,
{
    if Nine::holds(size) {
        Box::new(Search::<Nine, P>::new(policy, settings))
    } else if Thirteen::holds(size) {
        Box::new(Search::<Thirteen, P>::new(policy, settings))
    } else if Nineteen::holds(size) {
        Box::new(Search::<Nineteen, P>::new(policy, settings))
    } else {
        Box::new(Search::<AnySize, P>::new(policy, settings))
    }
}

/// A seed that is another one at each start.
fn seed_of_the_day() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
