//! The fit of weights to the positions of games, by stochastic gradient descent on the squared
//! error.

use games::fitting::Fitted;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::rows::{Rows, place, sum};
use crate::interruption::Interruption;
use crate::long_tasks::bar;

/// How weights are fitted.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The number of passes over the positions.
    pub(super) rounds: usize,
    /// The weight of the result of the game in the target of an estimate, from 0 to 1.
    pub(super) lambda: f32,
    pub(super) seed: u64,
}

/// Fits the weights: in the first third of the rounds to the results, then to later estimates as
/// well. A weight that few positions share stays near zero.
pub(super) fn fit<G: Fitted>(rows: &mut Rows, plan: Plan, interruption: &Interruption) -> Vec<f32> {
    let mut weights = G::first_weights();
    let mut random = Pcg64Mcg::seed_from_u64(plan.seed);
    let (steps, mut step) = ((plan.rounds * rows.learned.len()) as f32, 0_usize);
    let bar = bar(plan.rounds as u64, "{pos}/{len}");
    for round in 0..plan.rounds {
        // With a weight of 1, only the results count, which the targets are already.
        if plan.lambda < 1.0 && round > 0 && round >= plan.rounds / 3 {
            rows.look_ahead::<G>(&weights, plan.lambda);
        }
        let mut order = rows.learned.clone();
        order.shuffle(&mut random);
        for &row in &order {
            let error = row.target - rows.predict::<G>(row, &weights);
            let share = G::STEP * (1.0 - step as f32 / steps) * error / row.squared_length;
            let count = weights.len();
            for &feature in rows.features(row) {
                let (place, is_subtracted) = place(feature, count);
                if let Some(weight) = weights.get_mut(place) {
                    *weight += if is_subtracted { -share } else { share };
                }
            }
            step += 1;
        }
        bar.set_message(rows.judge::<G>(|row| row.result, |features| sum(features, &weights)));
        bar.inc(1);
        if interruption.is_raised() {
            break;
        }
    }
    bar.finish_and_clear();
    weights
}
