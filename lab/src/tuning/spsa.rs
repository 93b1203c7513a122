//! Simultaneous perturbation stochastic approximation (Spall, Multivariate stochastic approximation
//! using a simultaneous perturbation gradient approximation, 1992).
//!
//! Each step perturbs all coordinates simultaneously, each randomly up or down. It tests the
//! perturbed point against its mirror image, in which every coordinate is perturbed the other way,
//! and then moves the current point towards the better of the two. A step therefore costs the same
//! for any number of coordinates. Directions and distances depend only on the seed, the number of
//! the step and the earlier results, so the same results lead to the same points. Nothing in the
//! method is specific to Go or to games. Each coordinate is a fraction of a range, from 0 to 1.

use std::ops::Range;

use engine::vocabulary::Random;

/// The exponents with which steps and perturbations decay, as Spall recommends for practical use.
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// The stability constant of the decay, in steps. It keeps the first steps from being by far the
/// largest.
const STABILITY: f64 = 50.0;

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpsaSettings {
    /// The seed of the perturbations.
    pub(crate) seed: u64,
    /// The number of steps that start from the same point. Their results are combined once all of
    /// them are known, so that these steps can be tried in parallel.
    pub(crate) batch: usize,
    /// The initial distance of a trial coordinate from the current one.
    pub(crate) perturbation: f64,
    /// The initial distance that the point moves after a result of 1.
    pub(crate) gain: f64,
}

/// The state of a search for the best point.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    settings: SpsaSettings,
    /// For each coordinate, the smallest perturbation that has any effect.
    least: Vec<f64>,
    /// The starting point of all steps of the current batch.
    base: Vec<f64>,
    point: Vec<f64>,
    steps: usize,
}

impl Spsa {
    /// Creates a search from `start`. The trial points differ from the current one by at least
    /// `least` in each coordinate.
    pub(crate) fn new(settings: SpsaSettings, start: Vec<f64>, least: Vec<f64>) -> Self {
        Self { settings, least, base: start.clone(), point: start, steps: 0 }
    }

    /// The number of steps whose results are known.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// The current estimate of the best point.
    pub(crate) fn point(&self) -> &[f64] {
        &self.point
    }

    /// The steps of the current batch whose results are not known yet.
    pub(crate) fn batch(&self) -> Range<usize> {
        let batch = self.settings.batch.max(1);
        self.steps..(self.steps / batch + 1) * batch
    }

    /// The two points that a step of the current batch tests against each other: the perturbed
    /// point and its mirror image.
    pub(crate) fn sides(&self, step: usize) -> [Vec<f64>; 2] {
        let size = self.perturbation(step);
        let moved = |sign: f64| {
            let coordinates = self.base.iter().zip(&self.least).zip(self.signs(step));
            let moved = |((&base, &least), direction): ((&f64, &f64), f64)| {
                (base + sign * direction * size.max(least)).clamp(0.0, 1.0)
            };
            coordinates.map(moved).collect()
        };
        [moved(1.0), moved(-1.0)]
    }

    /// Applies the result of the next step. The result ranges from 1, if the perturbed point won
    /// every game, to -1, if its mirror image did.
    pub(crate) fn learn(&mut self, result: f64) {
        let SpsaSettings { gain, perturbation, .. } = self.settings;
        let decay =
            libm::pow((STABILITY + 1.0) / (STABILITY + 1.0 + self.steps as f64), STEP_DECAY);
        // The gradient is the result divided by the perturbation. In the first step, a result of 1
        // moves the point by the gain.
        let distance = gain * decay * result * perturbation / self.perturbation(self.steps);
        let signs = self.signs(self.steps);
        for (coordinate, sign) in self.point.iter_mut().zip(signs) {
            *coordinate = (*coordinate + sign * distance).clamp(0.0, 1.0);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(self.settings.batch.max(1)) {
            self.base.clone_from(&self.point);
        }
    }

    fn perturbation(&self, step: usize) -> f64 {
        self.settings.perturbation * libm::pow(step as f64 + 1.0, -PERTURBATION_DECAY)
    }

    /// The direction in which each coordinate is perturbed: 1 is up, -1 is down.
    fn signs(&self, step: usize) -> impl Iterator<Item = f64> + use<> {
        let mut random = Random::new(self.settings.seed, step as u64);
        std::iter::repeat_with(move || if random.below(2) == 0 { 1.0 } else { -1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: SpsaSettings =
        SpsaSettings { seed: 1, batch: 8, perturbation: 0.15, gain: 0.02 };
    /// The point at which the synthetic player is strongest.
    const BEST: [f64; 3] = [0.3, 0.8, 0.5];

    /// Returns the random result of two games between players at these points. Each coordinate
    /// makes a player weaker by 1000 Elo times the square of the coordinate's distance from the
    /// optimum.
    fn result(sides: &[Vec<f64>; 2], random: &mut Random) -> f64 {
        let loss = |point: &[f64]| -> f64 {
            point.iter().zip(BEST).map(|(x, best)| 1000.0 * (x - best) * (x - best)).sum()
        };
        let difference = loss(&sides[1]) - loss(&sides[0]);
        let chance = 1.0 / (1.0 + libm::exp10(-difference / 400.0));
        let mut game = || {
            if (random.below(1 << 20) as f64) < chance * f64::from(1 << 20) { 0.5 } else { -0.5 }
        };
        game() + game()
    }

    #[test]
    fn the_best_point_is_found_by_games_won_by_chance() {
        let mut spsa = Spsa::new(SETTINGS, vec![0.9, 0.2, 0.5], vec![0.0; 3]);
        let mut random = Random::new(5, 0);
        while spsa.steps() < 4000 {
            for step in spsa.batch() {
                let result = result(&spsa.sides(step), &mut random);
                spsa.learn(result);
            }
        }
        for (found, best) in spsa.point().iter().zip(BEST) {
            assert!((found - best).abs() < 0.1, "{:?}", spsa.point());
        }
    }

    #[test]
    fn all_steps_of_a_batch_start_from_one_point() {
        let mut spsa = Spsa::new(SETTINGS, vec![0.5; 2], vec![0.0; 2]);
        let planned: Vec<_> = spsa.batch().map(|step| spsa.sides(step)).collect();
        assert_eq!(planned.len(), 8);
        for (step, sides) in planned.iter().enumerate() {
            assert_eq!((spsa.batch(), &spsa.sides(step)), (step..8, sides));
            spsa.learn(1.0);
        }
        assert_eq!(spsa.batch(), 8..16);
        assert_ne!(spsa.point(), [0.5; 2]);
        let [plus, minus] = spsa.sides(8);
        for ((plus, minus), point) in plus.iter().zip(minus).zip(spsa.point()) {
            assert!(((plus + minus) / 2.0 - point).abs() < 1e-12);
        }
    }

    #[test]
    fn points_stay_in_range_and_small_perturbations_make_a_difference() {
        let mut spsa = Spsa::new(SETTINGS, vec![1.0, 0.5], vec![0.0, 0.4]);
        for step in 0..100 {
            let sides = spsa.sides(step);
            assert!(sides.iter().flatten().all(|share| (0.0..=1.0).contains(share)));
            assert!((sides[0][1] - sides[1][1]).abs() > 0.45, "{sides:?}");
            spsa.learn(if step % 3 == 0 { 1.0 } else { -1.0 });
            assert!(spsa.point().iter().all(|share| (0.0..=1.0).contains(share)));
        }
    }
}
