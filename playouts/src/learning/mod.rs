//! Learns the weights of features from games: which moves are good.
//!
//! Features that good moves have often enough are looked for first; then their weights are set so
//! that what is good is most likely. Larger shapes are features only where the smaller ones in them
//! are, as whoever has the larger one has the smaller ones, too.

mod checkpoint;
mod games;
mod harvest;
mod labels;
mod lessons;
mod minorization;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::vocabulary::{BoardSize, Geometry, InGeometry, Random, in_geometry_of};

use crate::features::Feature;
use checkpoint::Checkpoint;
use harvest::harvest;
use lessons::{Lesson, numbered};
use minorization::{groups, minorize};

pub use games::{Game, GoodMove};
pub use labels::{Label, LabelledGame};
pub use lessons::Prediction;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnSettings {
    /// A feature has a weight if good moves have it so many times.
    pub least: u32,
    /// How many positions are learned from at most, drawn at random. On 19x19 each takes about
    /// 10 KiB of memory.
    pub positions: usize,
    /// Whether who is likely to own what is learned, too. Playouts of each position take most of the
    /// time then.
    pub ownership: bool,
    /// How often each weight is set.
    pub rounds: u32,
    /// Seed of what is drawn at random.
    pub seed: u64,
}

/// Told how learning goes on: a part of it, and how many of its steps are done, of how many.
pub type Progress<'a> = dyn Fn(&'static str, usize, usize) + Sync + 'a;

/// Weights learned from games, and how well they predict.
#[derive(Clone, Debug)]
pub struct Learned {
    /// A table as text, without comments.
    pub table: String,
    /// How many features have a weight.
    pub features: usize,
    /// How many positions they were learned from.
    pub positions: usize,
    /// How well they predict the games held out.
    pub prediction: Prediction,
}

/// Learns which moves are good on boards of one size. The same games and settings give the same
/// weights, whether learning went on from a checkpoint or not, and on any number of threads.
///
/// # Errors
/// Where the checkpoint cannot be written, cannot be read, or belongs to something else.
pub fn learn(
    size: BoardSize,
    games: &[Game],
    held_out: &[Game],
    settings: LearnSettings,
    checkpoint: Option<&Path>,
    progress: &Progress<'_>,
) -> io::Result<Learned> {
    let task = Task { size, games, held_out, settings, checkpoint, progress };
    in_geometry_of(size, task)
}

/// What there is to do.
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
            self.settings.ownership,
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
        let tests = Lesson::all_of::<G>(
            self.held_out,
            &numbers,
            self.settings.ownership,
            |_, _| true,
            &step,
        );
        let mut table = String::new();
        for (feature, weight) in state.features.iter().zip(&state.weights) {
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{weight:.2} {feature}");
        }
        Ok(Learned {
            table,
            features: features.len(),
            positions: lessons.len(),
            prediction: Prediction::of(&tests, &state.weights),
        })
    }
}

impl Task<'_> {
    /// The state of the checkpoint, or that at the start.
    fn begin<G: Geometry>(&self) -> io::Result<Checkpoint> {
        let settings = self.settings;
        let origin = checkpoint::origin(self.size, self.games, settings);
        if let Some(path) = self.checkpoint
            && let Some(state) = Checkpoint::load(path, &origin)?
        {
            return Ok(state);
        }
        let step = self.steps("looking for features", self.games.len());
        let features = harvest::<G>(self.games, settings.least, settings.ownership, &step);
        let weights = vec![0.0; features.len()];
        let state = Checkpoint { origin, features, weights, rounds: 0 };
        self.save(&state)?;
        Ok(state)
    }

    fn save(&self, state: &Checkpoint) -> io::Result<()> {
        self.checkpoint.map_or(Ok(()), |path| state.save(path))
    }

    /// Counts the steps of a part, from any thread.
    fn steps(&self, part: &'static str, all: usize) -> impl Fn() + Sync {
        let (done, progress) = (AtomicUsize::new(0), self.progress);
        move || progress(part, 1 + done.fetch_add(1, Ordering::Relaxed), all)
    }

    /// Which positions are learned from, by the numbers of the game and of the position in it.
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
