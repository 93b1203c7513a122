//! Multi-ProbCut: how well a shallow search predicts the score of a deep one (Buro, Experiments
//! with Multi-ProbCut and a New High-Quality Evaluation Function for Othello, 1997).
//!
//! The numbers were fitted to the scores of 177 positions at all depths to 11. The deviations found
//! in them are 2.1 to 6.7 discs, and the formula here is within a fifth of each.

use std::sync::LazyLock;

use classical::ProbCut;

use super::position::DISC;

/// The least depth of a search that is predicted.
const LEAST: u32 = 3;
/// The greatest depth for which there are predictions of its own; deeper searches use them too.
const MOST: u32 = 30;
/// How much the deviation differs from its mean: at first, in the middle, and near the end.
const PHASES: [f64; 3] = [0.75, 1.0, 1.25];
/// The fewest empty squares of the first two phases.
const EMPTY: [u32; 2] = [35, 23];
/// What the slope gains with each move that the deep search sees and the shallow one does not:
/// advantages grow.
const GROWTH: f32 = 0.013;

/// The predictions by phase, then by depth.
static CUTS: LazyLock<Vec<Vec<Vec<ProbCut>>>> = LazyLock::new(|| {
    let of_phase = |factor| (0..=MOST).map(|depth| predictions(depth, factor)).collect();
    PHASES.map(of_phase).into()
});

/// The predictions for a search `depth` moves deep with this many empty squares.
pub(super) fn prob_cuts(empties: u32, depth: u32) -> &'static [ProbCut] {
    let phase = EMPTY.iter().filter(|&&fewest| empties < fewest).count();
    let by_depth = CUTS.get(phase).and_then(|cuts| cuts.get(depth.min(MOST) as usize));
    by_depth.map_or(&[], Vec::as_slice)
}

fn predictions(depth: u32, factor: f64) -> Vec<ProbCut> {
    if depth < LEAST {
        return Vec::new();
    }
    // A depth of the other parity would give the last move to the other player.
    let near = |shallow: u32| (shallow + (depth - shallow) % 2).clamp(1, depth - 2);
    let mut shallow = vec![near(depth / 4), near(depth / 2)];
    shallow.dedup();
    shallow.into_iter().map(|shallow| prediction(shallow, depth, factor)).collect()
}

fn prediction(shallow: u32, depth: u32, factor: f64) -> ProbCut {
    let unseen = depth - shallow;
    let spread = libm::pow(f64::from(unseen), 0.4) / libm::pow(f64::from(shallow), 0.2);
    ProbCut {
        shallow,
        slope: 1.0 + GROWTH * unseen as f32,
        offset: 0.0,
        deviation: (2.8 * factor * spread) as f32 * DISC as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_are_from_shallower_searches_that_end_with_the_same_player() {
        for (empties, depth) in (10..60).flat_map(|empties| (0..40).map(move |at| (empties, at))) {
            let cuts = prob_cuts(empties, depth);
            assert_eq!(cuts.is_empty(), depth < LEAST);
            let depth = depth.min(MOST);
            assert!(cuts.iter().all(|cut| cut.shallow < depth && cut.shallow >= 1));
            assert!(cuts.iter().all(|cut| (depth - cut.shallow) % 2 == 0), "{depth}: {cuts:?}");
            assert!(cuts.windows(2).all(|two| two[0].shallow < two[1].shallow));
        }
    }

    #[test]
    fn the_deviation_grows_with_the_moves_unseen_and_towards_the_end() {
        let deviation = |empties, depth: u32| {
            let last = prob_cuts(empties, depth).last().map(|cut| cut.deviation);
            (last.unwrap_or_default() / DISC as f32 * 10.0).round() / 10.0
        };
        assert_eq!([3, 8, 11].map(|depth| deviation(30, depth)), [3.7, 3.7, 4.2]);
        assert_eq!([40, 30, 15].map(|empties| deviation(empties, 8)), [2.8, 3.7, 4.6]);
    }
}
