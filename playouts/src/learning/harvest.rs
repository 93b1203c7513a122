//! Selects the features that deserve a weight: those that occur often enough in good moves.

use engine::board::Position;
use engine::vocabulary::{Geometry, Point};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::games::{Game, GoodMove};
use crate::features::{Feature, View};

/// Good moves are skipped if their probability of being the best is smaller than this.
const LEAST_SHARE: f32 = 0.02;

/// How often a feature was seen in a good move, and where it was first seen: the game's number, the
/// lesson's number within the game, and the good move's number within the lesson.
#[derive(Clone, Copy, Debug)]
struct Sighting {
    times: u32,
    first: (usize, usize, usize),
}

impl Sighting {
    fn join(self, other: Self) -> Self {
        Self { times: self.times + other.times, first: self.first.min(other.first) }
    }
}

type Sightings = FxHashMap<Feature, Sighting>;

/// Returns the features that occur in at least `least` good moves, sorted, and written as in a
/// table.
pub(super) fn harvest<G: Geometry>(
    games: &[Game],
    least: u32,
    tick: &(dyn Fn() + Sync),
) -> Vec<String> {
    let seen = games
        .par_iter()
        .enumerate()
        .fold(Sightings::default, |mut seen, (number, game)| {
            look_at::<G>(number, game, &mut seen);
            tick();
            seen
        })
        .reduce(Sightings::default, join);
    let mut frequent: Vec<(Feature, Sighting)> =
        seen.into_iter().filter(|(_, sighting)| sighting.times >= least).collect();
    frequent.sort_unstable_by_key(|&(feature, sighting)| (sighting.first, feature));
    let mut named = name::<G>(games, &frequent);
    named.sort_unstable_by_key(|&(feature, _)| feature);
    named.into_iter().map(|(_, text)| text).collect()
}

fn look_at<G: Geometry>(number: usize, game: &Game, seen: &mut Sightings) {
    let mut lesson = 0;
    game.visit::<G>(|position, good| {
        for_each_good((position, good), |index, view, point| {
            let first = (number, lesson, index);
            view.describe(point, |feature| {
                let sighting = seen.entry(feature).or_insert(Sighting { times: 0, first });
                *sighting = sighting.join(Sighting { times: 1, first });
                true
            });
        });
        lesson += 1;
    });
}

fn for_each_good<G: Geometry>(
    (position, good): (&Position<G>, &[GoodMove]),
    mut see: impl FnMut(usize, &View<'_, G>, Point),
) {
    let view = View::new(position, true);
    for (index, &(point, share)) in good.iter().enumerate() {
        if let Some(point) = point
            && share >= LEAST_SHARE
            && position.is_sensible(point)
        {
            see(index, &view, point);
        }
    }
}

fn join(one: Sightings, other: Sightings) -> Sightings {
    let (mut large, small) = if one.len() < other.len() { (other, one) } else { (one, other) };
    for (feature, sighting) in small {
        large.entry(feature).and_modify(|known| *known = known.join(sighting)).or_insert(sighting);
    }
    large
}

/// Writes each feature as it appears in the position in which it was first seen. `features` must be
/// sorted by `first`, the location of the first occurrence.
fn name<G: Geometry>(games: &[Game], features: &[(Feature, Sighting)]) -> Vec<(Feature, String)> {
    let by_game: Vec<&[(Feature, Sighting)]> =
        features.chunk_by(|a, b| a.1.first.0 == b.1.first.0).collect();
    let name_some = |features: &&[(Feature, Sighting)]| {
        let mut rest = *features;
        let mut named = Vec::new();
        let mut lesson = 0;
        games[rest[0].1.first.0].visit::<G>(|position, good| {
            for_each_good((position, good), |index, view, point| {
                while let [(feature, sighting), later @ ..] = rest
                    && (sighting.first.1, sighting.first.2) == (lesson, index)
                {
                    named.push((*feature, view.text(point, *feature)));
                    rest = later;
                }
            });
            lesson += 1;
        });
        named
    };
    by_game.par_iter().flat_map_iter(name_some).collect()
}
