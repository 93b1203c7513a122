//! The one place that knows which players there are.

use std::num::{NonZeroU64, NonZeroUsize};
use std::thread;
use std::time::Duration;

use clap::Parser;
use clocks::Pacing;
use engine::player::{Player, PlayerSettings, SearchPlayer, SearcherFactory};
use engine::rules::GameState;
use engine::search::{SearchParams, SearchSettings, Searcher, searcher_for};
use engine::vocabulary::BoardSize;
use playouts::{EvenPriors, Heavy, LearnedPriors, Rates, Uniform, Weights};

pub use playouts::Table;

use crate::options::{Options, PolicyName};
use crate::parameters::Adjustable;

/// What a player knows of Go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// How playouts choose their moves.
    pub policy: PolicyName,
    /// In how many cases the heavy policy asks each of its rules.
    pub rates: Rates,
    /// How much what is known of moves counts.
    pub weights: Weights,
    /// What features of moves weigh; where it is missing, as was learned for the size of the board.
    pub table: Option<&'static Table>,
}

impl Knowledge {
    /// As it was found good, with this policy.
    pub fn of(policy: PolicyName) -> Self {
        Self { policy, rates: Rates::default(), weights: Weights::default(), table: None }
    }

    /// That which the options ask for.
    pub fn asked(options: &Options) -> Self {
        Self { table: options.table, ..Self::of(options.policy) }
    }

    /// Makes searches with this knowledge.
    pub fn factory(self) -> SearcherFactory {
        Box::new(move |size, settings| searcher(self, size, settings))
    }
}

/// Reads a table from a file. It lives as long as the program: the searches of all threads ask it.
///
/// # Errors
/// What is wrong with the file, or with which of its lines.
pub fn read_table(path: &str) -> Result<&'static Table, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let table = Table::read(&text).map_err(|error| format!("{path}, {error}"))?;
    Ok(Box::leak(Box::new(table)))
}

/// The player that the options ask for.
pub fn player(options: &Options) -> Box<dyn Player> {
    let game = GameState::new(options.size, options.rules, options.komi);
    player_with(&adjustable(options), game)
}

/// A player with these values of the parameters, at the start of `game`.
pub fn player_with(values: &Adjustable, game: GameState) -> Box<dyn Player> {
    Box::new(SearchPlayer::new(values.player, game, values.knowledge.factory()))
}

/// The values of all parameters that the options ask for.
pub fn adjustable(options: &Options) -> Adjustable {
    Adjustable {
        player: settings(options),
        knowledge: Knowledge::asked(options),
        live_graphics: options.live_graphics,
    }
}

/// The values of all parameters where no option is given: something to try other values on.
pub fn plain() -> Option<Adjustable> {
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }
    Line::try_parse_from(["mengxi"]).ok().map(|line| adjustable(&line.options))
}

fn settings(options: &Options) -> PlayerSettings {
    let threads = options.threads.or_else(|| thread::available_parallelism().ok());
    PlayerSettings {
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
        level: options.level,
        ponder: options.ponder,
        judges_by_reading: true,
        ponder_time: Duration::from_secs_f64(options.ponder_seconds),
    }
}

/// A search with this knowledge, compiled for boards of this size.
pub fn searcher(
    knowledge: Knowledge,
    size: BoardSize,
    settings: SearchSettings,
) -> Box<dyn Searcher> {
    let Knowledge { policy, rates, weights, table } = knowledge;
    match policy {
        PolicyName::Heavy => {
            let priors = LearnedPriors::new(weights, table);
            searcher_for(size, Heavy::new(rates), priors, settings)
        }
        PolicyName::Uniform => searcher_for(size, Uniform, EvenPriors, settings),
    }
}

/// A seed that is another one at each start.
fn seed_of_the_day() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
