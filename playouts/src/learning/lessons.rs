//! Positions for learning: for each move, the numbers of its features and its probability of being
//! the best.

use engine::board::Position;
use engine::vocabulary::Geometry;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::games::{Game, GoodMove};
use crate::features::{Feature, View};

/// A position to learn from.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    /// The features of all moves, concatenated.
    features: Vec<u32>,
    /// The index in `features` at which each move's features end.
    ends: Vec<u32>,
    /// Each move's probability of being the best. The probabilities add up to at most 1.
    pub(super) chances: Vec<f32>,
    /// The index of the most probable move; `None` if that move is a pass or fills an eye.
    pub(super) best: Option<usize>,
}

/// The numbers of the features that have a weight, keyed by [`Feature::key`].
pub(super) type Numbers = FxHashMap<u64, u32>;

/// Numbers the features in order.
pub(super) fn numbered(features: impl Iterator<Item = Feature>) -> Numbers {
    features.zip(0..).map(|(feature, number)| (feature.key(), number)).collect()
}

impl Lesson {
    fn new<G: Geometry>(position: &Position<G>, good: &[GoodMove], numbers: &Numbers) -> Self {
        let view = View::new(position, true);
        let mut lesson = Self::default();
        for point in *position.board().empty() {
            if !position.is_sensible(point) {
                continue;
            }
            let known = good.iter().position(|&(other, _)| other == Some(point));
            if known == Some(0) {
                lesson.best = Some(lesson.chances.len());
            }
            lesson.chances.push(known.map_or(0.0, |index| good[index].1));
            view.describe(point, |feature| {
                let number = numbers.get(&feature.key());
                lesson.features.extend(number);
                number.is_some()
            });
            lesson.ends.push(lesson.features.len() as u32);
        }
        // There may be many lessons, and a list that has grown has room for up to as much again.
        lesson.features.shrink_to_fit();
        lesson.ends.shrink_to_fit();
        lesson.chances.shrink_to_fit();
        lesson
    }

    /// Returns the lessons from all positions in `games` for which good moves are known and which
    /// `is_taken` accepts. `is_taken` receives the number of the game and the number of the
    /// position in the game.
    pub(super) fn all_of<G: Geometry>(
        games: &[Game],
        numbers: &Numbers,
        is_taken: impl Fn(usize, usize) -> bool + Sync,
        tick: &(dyn Fn() + Sync),
    ) -> Vec<Self> {
        let of_game = |(number, game): (usize, &Game)| {
            let mut lessons = Vec::new();
            let mut count = 0;
            game.visit::<G>(|position, good| {
                if is_taken(number, count) {
                    lessons.push(Self::new(position, good, numbers));
                }
                count += 1;
            });
            tick();
            lessons
        };
        games.par_iter().enumerate().flat_map_iter(of_game).collect()
    }

    /// The number of moves.
    pub(super) fn len(&self) -> usize {
        self.chances.len()
    }

    /// The numbers of each move's features.
    pub(super) fn moves(&self) -> impl Iterator<Item = &[u32]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let range = |(begin, end): (u32, &u32)| &self.features[begin as usize..*end as usize];
        begins.zip(&self.ends).map(range)
    }

    /// Writes to `chances` the probability that these weights predict for each move.
    pub(super) fn predict(&self, weights: &[f32], chances: &mut Vec<f32>) {
        chances.clear();
        let weight = |&number: &u32| weights[number as usize];
        chances.extend(self.moves().map(|features| features.iter().map(weight).sum::<f32>()));
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        chances.iter_mut().for_each(|chance| *chance = libm::expf(*chance - most));
        let all: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= all);
    }

    /// Whether these weights rank the best move first, and what this position adds to the mean of
    /// [`Prediction::loss`].
    fn tried(&self, weights: &[f32]) -> (bool, f64) {
        let mut chances = Vec::with_capacity(self.len());
        self.predict(weights, &mut chances);
        let first = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]));
        let parts = self.chances.iter().zip(&chances);
        let loss: f64 =
            parts.map(|(&good, &chance)| f64::from(good * -libm::logf(chance.max(1e-9)))).sum();
        (self.best.is_some() && first == self.best, loss)
    }
}

/// How well weights predict good moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prediction {
    /// The number of positions tested.
    pub positions: usize,
    /// The number of positions in which the best move was ranked first.
    pub first: usize,
    /// The mean negative logarithm of the probabilities predicted for the good moves, weighted by
    /// each move's probability of being the best.
    pub loss: f64,
}

impl Prediction {
    /// Tries the weights on all positions in `games` for which good moves are known. Each lesson is
    /// forgotten at once, because no setting limits their number.
    pub(super) fn on<G: Geometry>(
        games: &[Game],
        numbers: &Numbers,
        weights: &[f32],
        tick: &(dyn Fn() + Sync),
    ) -> Self {
        let of_game = |game: &Game| {
            let mut tried = Vec::new();
            game.visit::<G>(|position, good| {
                tried.push(Lesson::new(position, good, numbers).tried(weights));
            });
            tick();
            tried
        };
        let all: Vec<(bool, f64)> = games.par_iter().flat_map_iter(of_game).collect();
        let loss: f64 = all.iter().map(|one| one.1).sum();
        Self {
            positions: all.len(),
            first: all.iter().filter(|one| one.0).count(),
            loss: loss / all.len().max(1) as f64,
        }
    }
}
