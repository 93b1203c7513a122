//! Evaluations for a search: a network, and a cache of its answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::knowledge::{Evaluation, Evaluations};
use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Random, Symmetry};

use crate::cache::Cache;
use crate::inputs::{Inputs, WrongSize};
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

    fn estimates_errors(&self) -> bool {
        self.network.estimates_errors()
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
        unless_wrong_size(self.evaluate_shared(game, color, symmetry, optimism, stop))
    }

    /// The cache is left out, because it holds one evaluation of a position, whatever its symmetry.
    fn evaluate_mean(
        &mut self,
        game: &GameState,
        color: Color,
        optimism: f32,
        symmetries: usize,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<Arc<Evaluation>> {
        if symmetries < 2 {
            return engine::knowledge::Evaluator::evaluate(
                self, game, color, optimism, random, stop,
            );
        }
        let mut left: Vec<Symmetry> = Symmetry::of(game.size()).collect();
        let mut found = Vec::new();
        while found.len() < symmetries && !left.is_empty() {
            let symmetry = left.swap_remove(random.below(left.len()));
            found.push(unless_wrong_size(self.evaluate(game, color, symmetry, optimism, stop))?);
        }
        Evaluation::mean(&found).map(Arc::new)
    }
}

/// What was found, if the board can be evaluated. Searches with a network are created only for such
/// boards.
fn unless_wrong_size<T>(found: Result<Option<T>, WrongSize>) -> Option<T> {
    found.unwrap_or_else(|error| {
        log::error!("{error}");
        None
    })
}
