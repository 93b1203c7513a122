//! Evaluations for a search: a network, and a cache of its answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::knowledge::{Evaluation, Evaluations};
use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Random, Symmetry};

use crate::cache::Cache;
use crate::inputs::Inputs;
use crate::network::{Evaluator, Network};

/// The evaluations of a network, which all threads of a search share.
pub struct NetworkEvaluations {
    network: Arc<Network>,
    cache: Arc<Cache>,
}

impl NetworkEvaluations {
    /// The evaluations of a network on boards of this size, with a cache of at most this many
    /// bytes.
    pub fn new(network: Arc<Network>, size: BoardSize, cache_bytes: usize) -> Self {
        Self { network, cache: Arc::new(Cache::new(cache_bytes, size.area())) }
    }

    /// Whether networks can evaluate boards of this size.
    pub fn supports(size: BoardSize) -> bool {
        Inputs::blank(size).is_ok()
    }
}

impl Evaluations for NetworkEvaluations {
    fn evaluator(&self) -> Box<dyn engine::knowledge::Evaluator> {
        Box::new(Evaluator::new(Arc::clone(&self.network)).with_cache(Arc::clone(&self.cache)))
    }

    fn forget(&self) {
        self.cache.clear();
    }
}

impl engine::knowledge::Evaluator for Evaluator {
    fn evaluate(
        &mut self,
        game: &GameState,
        color: Color,
        optimism: f32,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<Arc<Evaluation>> {
        let symmetries = || Symmetry::of(game.size());
        let number = random.below(symmetries().count());
        let symmetry = symmetries().nth(number).unwrap_or_default();
        match self.evaluate_shared(game, color, symmetry, optimism, stop) {
            Ok(found) => found,
            // Searches with a network are created only for boards that networks can evaluate.
            Err(error) => {
                log::error!("{error}");
                None
            }
        }
    }
}
