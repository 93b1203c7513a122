//! Judges positions by a search instead of one look.

use assembly::compose::{Knowledge, parameter_values, searcher};
use assembly::options::Options;
use engine::player::StopSignal;
use engine::rules::GameState;
use engine::search::{SearchLimits, SearchRequest, SearchSettings, Searcher};

use super::judgement::Judgement;

/// Judges positions by searches of one thread.
pub(super) struct Searching {
    searcher: Box<dyn Searcher>,
    /// The number of simulations for each position.
    simulations: u64,
}

impl Searching {
    /// The searches that these options ask for, if they limit the number of simulations. `optimism`
    /// is that of the root.
    pub(super) fn asked(options: &Options, optimism: f32) -> Option<Self> {
        let values = parameter_values(options);
        let simulations = values.player.visits?;
        let mut settings = SearchSettings { threads: 1, ..values.player.search };
        settings.puct.root_optimism = optimism;
        let searcher = searcher(Knowledge::asked(options), options.size, settings);
        Some(Self { searcher, simulations })
    }

    /// Judges the position of a game for the player to move. No earlier position matters. Returns
    /// `None` if it is interrupted.
    pub(super) fn judge(
        &mut self,
        game: &GameState,
        seed: u64,
        stop: &StopSignal,
    ) -> Option<Judgement> {
        self.searcher.forget(seed);
        let limits = SearchLimits { visits: Some(self.simulations), ..SearchLimits::default() };
        let request = SearchRequest {
            stop: Some(stop.flag()),
            ..SearchRequest::new(game, game.to_move(), limits)
        };
        let report = self.searcher.search(&request, &|| stop.is_raised(), None);
        (!stop.is_raised()).then(|| Judgement::of_search(&report, game))
    }
}
