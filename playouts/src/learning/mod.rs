//! Learns the weights of features from games.
//!
//! First, the features that occur often enough in good moves are selected. Then their weights are
//! set so that the good moves become as likely as possible. A larger shape is a feature only if the
//! smaller ones in it are features too, because every move with the larger shape also has the
//! smaller ones.

mod checkpoint;
mod games;
mod harvest;
mod lessons;
mod minorization;
mod settings;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::vocabulary::{BoardSize, Geometry, InGeometry, Random, in_search_geometry_of};

use crate::features::Feature;
use checkpoint::Checkpoint;
use harvest::harvest;
use lessons::{Lesson, numbered};
use minorization::{groups, minorize};

pub use games::{Game, GoodMove};
pub use lessons::Prediction;
pub use settings::LearnSettings;

/// A callback that reports the progress of learning. Its arguments are the name of the current part
/// of the work, and the completed and total numbers of steps in that part.
pub type Progress<'a> = dyn Fn(&'static str, usize, usize) + Sync + 'a;

/// Weights learned from games, and how well they predict good moves.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The table as text, without comments.
    pub table: String,
    /// The number of features with a weight.
    pub features: usize,
    /// The number of positions from which the weights were learned.
    pub positions: usize,
    /// How well the weights predict the good moves in the held-out games.
    pub prediction: Prediction,
}

/// Learns which moves are good on boards of one size. The same games and settings give the same
/// weights with any number of threads, whether or not learning continued from a checkpoint.
///
/// # Errors
/// If the checkpoint cannot be read or written, or belongs to a different run.
pub fn learn(
    size: BoardSize,
    games: &[Game],
    held_out: &[Game],
    settings: LearnSettings,
    checkpoint: Option<&Path>,
    progress: &Progress<'_>,
) -> io::Result<Learned> {
    let task = Task { size, games, held_out, settings, checkpoint, progress };
    in_search_geometry_of(size, task)
}

/// The input of a learning run.
#[derive(Clone, Copy)]
struct Task<'a> {
    size: BoardSize,
    games: &'a [Game],
    held_out: &'a [Game],
    settings: LearnSettings,
    checkpoint: Option<&'a Path>,
    progress: &'a Progress<'a>,
}

impl InGeometry for Task<'_> {
    type Output = io::Result<Learned>;

    fn run<G: Geometry>(self) -> io::Result<Learned> {
        let mut state = self.begin::<G>()?;
        let features: Vec<Feature> =
            state.features.iter().filter_map(|text| Feature::read(text)).collect();
        let numbers = numbered(features.iter().copied());
        let lessons = Lesson::all_of::<G>(
            self.games,
            &numbers,
            self.draw(),
            &self.steps("reading the games", self.games.len()),
        );
        let groups = groups(&features);
        let step = self.steps("learning", self.settings.rounds as usize);
        (0..state.rounds).for_each(|_| step());
        while state.rounds < self.settings.rounds {
            minorize(&mut state.weights, &groups, &lessons);
            state.rounds += 1;
            self.save(&state)?;
            step();
        }
        let step = self.steps("trying what was learned", self.held_out.len());
        let prediction = Prediction::on::<G>(self.held_out, &numbers, &state.weights, &step);
        let mut table = String::new();
        for (feature, weight) in state.features.iter().zip(&state.weights) {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{weight:.2} {feature}");
        }
        Ok(Learned { table, features: features.len(), positions: lessons.len(), prediction })
    }
}

impl Task<'_> {
    /// The state in the checkpoint, or the initial state if there is no checkpoint yet.
    fn begin<G: Geometry>(&self) -> io::Result<Checkpoint> {
        let settings = self.settings;
        let origin = checkpoint::origin(self.size, self.games, settings);
        if let Some(path) = self.checkpoint
            && let Some(state) = Checkpoint::load(path, &origin)?
        {
            return Ok(state);
        }
        let step = self.steps("looking for features", self.games.len());
        let features = harvest::<G>(self.games, settings.least, &step);
        let weights = vec![0.0; features.len()];
        let state = Checkpoint { origin, features, weights, rounds: 0 };
        self.save(&state)?;
        Ok(state)
    }

    fn save(&self, state: &Checkpoint) -> io::Result<()> {
        self.checkpoint.map_or(Ok(()), |path| state.save(path))
    }

    /// Returns a function that reports another completed step of this part. Any thread may call it.
    fn steps(&self, part: &'static str, all: usize) -> impl Fn() + Sync {
        let (done, progress) = (AtomicUsize::new(0), self.progress);
        move || progress(part, 1 + done.fetch_add(1, Ordering::Relaxed), all)
    }

    /// Returns a function that decides whether to learn from a position, given the number of the
    /// game and the number of the position in the game.
    fn draw(&self) -> impl Fn(usize, usize) -> bool + Sync {
        const ALL: usize = 1 << 20;
        let positions = self.games.iter().map(Game::lessons).sum::<usize>().max(1);
        let drawn = (self.settings.positions as u128 * ALL as u128 / positions as u128) as usize;
        let seed = self.settings.seed;
        move |game, lesson| {
            Random::new(seed, (game as u64) << 16 | lesson as u64).below(ALL) < drawn
        }
    }
}
