//! Creates players and searchers. No other module knows every kind of searcher.

use std::sync::Arc;

use engine::player::{Opening, Player, SearchPlayer, SearcherFactory};
use engine::rules::GameState;
use engine::search::{NetworkSearch, RankSettings, SearchSettings, Searcher, VirtualRanks};
use engine::vocabulary::BoardSize;
use network::NetworkEvaluations;

pub use crate::knowledge::Knowledge;

use crate::knowledge::PolicyName;
use crate::options::Options;
use crate::parameters::ParameterValues;

impl Knowledge {
    /// The Go knowledge that these options specify, including rates and weights.
    pub fn asked(options: &Options) -> Self {
        Self { policy: options.policy, table: options.table, ..options.values.knowledge }
    }

    /// A factory for searchers that use this knowledge.
    pub fn factory(self) -> SearcherFactory {
        Box::new(move |size, settings| searcher(self, size, settings))
    }
}

/// The player for these options.
pub fn player(options: &Options) -> Box<dyn Player> {
    let game = GameState::new(options.size, options.rules, options.komi);
    player_with(&parameter_values(options), game)
}

/// A player for `game` with these parameter values.
pub fn player_with(values: &ParameterValues, game: GameState) -> Box<dyn Player> {
    let mut player = SearchPlayer::new(values.player, game, values.knowledge.factory());
    player.set_opening(opening(values, 0));
    Box::new(player)
}

/// The opening book that a player with these parameter values consults before it searches. The
/// choice among several book moves depends on `game`, the number of the game, so that a player
/// varies its games.
pub fn opening(values: &ParameterValues, game: u64) -> Option<Arc<dyn Opening>> {
    let opening = values.opening.opening(values.player.search.seed)?;
    Some(Arc::new(opening.in_game(game)))
}

/// The parameter values for these options.
pub fn parameter_values(options: &Options) -> ParameterValues {
    let mut values = ParameterValues { knowledge: Knowledge::asked(options), ..options.values };
    values.player.search.seed = options.seed.unwrap_or_else(random_seed);
    values.player.pacing.allocation = options.time_allocation.into();
    values
}

/// The part of the memory that the cache of evaluations gets is 1 over this. The network comes on
/// top, because all searches of the program share it.
const CACHE_SHARE: usize = 4;

/// A searcher that uses this knowledge, for boards of this size.
pub fn searcher(
    knowledge: Knowledge,
    size: BoardSize,
    settings: SearchSettings,
) -> Box<dyn Searcher> {
    if let Some(helpers) = knowledge.helpers {
        let knowledge = Knowledge { helpers: None, ..knowledge };
        return helpers.join(searcher(knowledge, size, settings), knowledge, settings);
    }
    if settings.ranks.ranks > 1 {
        return virtual_ranks(knowledge, size, settings);
    }
    let Knowledge { policy, rates, weights, table, network, .. } = knowledge;
    if let Some(network) = network.network().filter(|_| NetworkEvaluations::supports(size)) {
        let cache = settings.memory / CACHE_SHARE;
        let rest = settings.memory - cache;
        let evaluations = Arc::new(NetworkEvaluations::new(Arc::clone(network), size, cache));
        let settings = SearchSettings { memory: rest, ..settings };
        return Box::new(NetworkSearch::new(evaluations, settings));
    }
    match policy {
        PolicyName::Heavy => searches::heavy(size, rates, (weights, table), settings),
        PolicyName::Uniform => searches::uniform(size, settings),
    }
}

/// A search with virtual ranks, each with an equal part of the memory. If the ranks are to exchange
/// messages but this kind of search has none, returns a single searcher instead.
fn virtual_ranks(
    knowledge: Knowledge,
    size: BoardSize,
    settings: SearchSettings,
) -> Box<dyn Searcher> {
    let alone = SearchSettings { ranks: RankSettings::default(), ..settings };
    let memory = settings.memory / settings.ranks.ranks as usize;
    let rank = |rank: u32| {
        let seed = settings.seed.wrapping_add(rank.into());
        searcher(knowledge, size, SearchSettings { memory, seed, ..alone })
    };
    match VirtualRanks::new(settings.ranks, rank) {
        Some(ranks) => Box::new(ranks),
        None => {
            log::warn!("this kind of search has no virtual ranks except with virtual_votes");
            searcher(knowledge, size, alone)
        }
    }
}

/// A seed that differs each time the program is started.
pub fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::parameters::PARAMETERS;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn a_network_that_cannot_be_read_is_named_with_the_problem() {
        let read = |words: &[&str]| Line::try_parse_from([&["mengxi"], words].concat());
        let network = |words: &[&str]| read(words).unwrap().options.values.knowledge.network;
        assert!(network(&[]).network().is_some());
        assert!(network(&["--network", "none"]).network().is_none());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.bin");
        let problem = || read(&["--network", path.to_str().unwrap()]).err().unwrap().to_string();
        assert!(problem().contains("net.bin: the network cannot be read"), "{}", problem());
        std::fs::write(&path, "name 5").unwrap();
        assert!(problem().contains("net.bin: not a usable network: the version"), "{}", problem());
    }

    #[test]
    fn every_parameter_of_the_options_reaches_the_player() {
        for parameter in PARAMETERS.iter().filter(|parameter| parameter.is_number()) {
            let option = format!("--{}", parameter.name.replace('_', "-"));
            let mut words = vec!["mengxi", &option];
            if !parameter.is_switch() {
                words.push("1");
            }
            let options = Line::parse_from(&words).options;
            assert_eq!(parameter.get(&parameter_values(&options)), "1", "{option}");
        }
    }
}
