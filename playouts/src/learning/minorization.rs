//! Finds the weights that make good moves most likely, by minorization-maximization: the weights of
//! one group of features at a time are set to their optimum, given the current weights of the other
//! groups (Coulom, Computing Elo ratings of move patterns in the game of Go, 2007, section 2.3).

use std::ops::Range;

use rayon::prelude::*;

use super::lessons::Lesson;
use crate::features::Feature;

/// The number of lessons in each part of a sum. The sums of the parts are added in order, so that
/// the result is the same with any number of threads.
const PART: usize = 1024;

/// Sets the weights of each group once. The groups are those that [`groups`] returns.
pub(super) fn minorize(weights: &mut [f32], groups: &[Range<u32>], lessons: &[Lesson]) {
    let wins = add_up(weights.len(), lessons, |lesson, sums| {
        for (features, &good) in lesson.moves().zip(&lesson.chances) {
            features.iter().for_each(|&number| sums[number as usize] += f64::from(good));
        }
    });
    for group in groups {
        let expected = add_up(group.len(), lessons, |lesson, sums| {
            let mut chances = Vec::with_capacity(lesson.len());
            lesson.predict(weights, &mut chances);
            let all: f32 = lesson.chances.iter().sum();
            for (features, chance) in lesson.moves().zip(chances) {
                if let Some(number) = features.iter().find(|number| group.contains(number)) {
                    sums[(number - group.start) as usize] += f64::from(all * chance);
                }
            }
        });
        for (number, expected) in group.clone().zip(expected) {
            let weight = &mut weights[number as usize];
            // One additional win and one additional loss against a move of strength 1 keep the
            // weight finite.
            let strength = f64::from(libm::expf(*weight));
            let games = expected / strength + 2.0 / (strength + 1.0);
            *weight = libm::log((wins[number as usize] + 1.0) / games) as f32;
        }
    }
}

/// The groups in a sorted list of features, as ranges of feature numbers. A move has at most one
/// feature in each group.
pub(super) fn groups(features: &[Feature]) -> Vec<Range<u32>> {
    let mut end = 0;
    let range = |group: &[Feature]| {
        let begin = end;
        end += group.len() as u32;
        begin..end
    };
    features.chunk_by(|a, b| a.group() == b.group()).map(range).collect()
}

fn add_up(
    features: usize,
    lessons: &[Lesson],
    add: impl Fn(&Lesson, &mut [f64]) + Sync,
) -> Vec<f64> {
    let part = |lessons: &[Lesson]| {
        let mut sums = vec![0.0; features];
        lessons.iter().for_each(|lesson| add(lesson, &mut sums));
        sums
    };
    let parts: Vec<Vec<f64>> = lessons.par_chunks(PART).map(part).collect();
    let mut sums = vec![0.0; features];
    for part in parts {
        sums.iter_mut().zip(part).for_each(|(sum, one)| *sum += one);
    }
    sums
}
