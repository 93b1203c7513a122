//! The utility of a result: the chance to win, and a smaller part for the score.
//!
//! Without the score, a player far ahead plays anywhere, and a player far behind gives up (Wu,
//! Accelerating self-play learning in Go, 2019, section 3.5).

use std::f32::consts::FRAC_2_PI;

use super::params::PuctParams;

/// The scale of the static part, in lines of the board.
const STATIC_SCALE: f32 = 2.0;
/// The scale of the dynamic part, in lines of the board.
const DYNAMIC_SCALE: f32 = 0.75;
/// How far, 0 to 1, the centre of the dynamic part is pulled from the expected lead towards 0.
const PULL_TO_ZERO: f32 = 0.2;
/// The distance between the points at which the mean over a normal distribution is taken, in
/// deviations, and the number of points on either side.
const STEP: f32 = 0.5;
const STEPS: i32 = 6;

/// The utility of results for Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Utility {
    static_weight: f32,
    dynamic_weight: f32,
    /// Black's lead, in points, at which the dynamic part is 0.
    center: f32,
    /// The number of lines of a square board of the same area.
    lines: f32,
}

impl Utility {
    /// Utilities on a board of `area` points where Black is expected to lead by `expected` points.
    pub(super) fn new(params: &PuctParams, area: usize, expected: f32) -> Self {
        let lines = (area as f32).sqrt();
        // A network's outputs may overflow, and `clamp` panics if its bounds are no numbers.
        let expected = if expected.is_finite() { expected } else { 0.0 };
        // The centre stays close enough to the expected lead for the slope to be felt there.
        let reach = lines * DYNAMIC_SCALE;
        let center = (expected * (1.0 - PULL_TO_ZERO)).clamp(expected - reach, expected + reach);
        let (static_weight, dynamic_weight) = (params.static_score, params.dynamic_score);
        Self { static_weight, dynamic_weight, center, lines }
    }

    /// The utility for Black, given Black's chance to win less that to lose, and the mean and the
    /// deviation of Black's lead in points.
    pub(super) fn of(&self, win_loss: f32, lead: f32, deviation: f32) -> f32 {
        win_loss + self.of_score(lead, deviation)
    }

    /// The part for the score.
    pub(super) fn of_score(&self, lead: f32, deviation: f32) -> f32 {
        let part = |weight: f32, center: f32, scale: f32| {
            if weight == 0.0 {
                0.0
            } else {
                weight * self.mean_value(lead - center, deviation, scale)
            }
        };
        part(self.static_weight, 0.0, STATIC_SCALE)
            + part(self.dynamic_weight, self.center, DYNAMIC_SCALE)
    }

    /// The mean of the value of a lead, -1 to 1, over a normal distribution of leads.
    fn mean_value(&self, lead: f32, deviation: f32, scale: f32) -> f32 {
        let unit = scale * self.lines;
        let (mut sum, mut weights) = (0.0, 0.0);
        for step in -STEPS..=STEPS {
            let offset = step as f32 * STEP;
            let weight = libm::expf(-0.5 * offset * offset);
            sum += weight * libm::atanf((lead + offset * deviation) / unit);
            weights += weight;
        }
        FRAC_2_PI * sum / weights
    }

    /// The utility gained per point of lead at this lead.
    pub(super) fn slope(&self, lead: f32) -> f32 {
        let part = |weight: f32, center: f32, scale: f32| {
            let (unit, off) = (scale * self.lines, lead - center);
            weight * FRAC_2_PI * unit / (unit * unit + off * off)
        };
        part(self.static_weight, 0.0, STATIC_SCALE)
            + part(self.dynamic_weight, self.center, DYNAMIC_SCALE)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_score_counts_most_near_the_expected_one() {
        let utility = Utility::new(&PuctParams::default(), 361, 40.0);
        let gain = |lead: f32| utility.of(0.0, lead + 1.0, 5.0) - utility.of(0.0, lead, 5.0);
        assert!(gain(36.0) > 2.0 * gain(-40.0) && gain(-40.0) > 0.0);
        assert!((gain(36.0) - utility.slope(36.5)).abs() < 1e-3);
        let most = PuctParams::default().radius();
        assert!(utility.of(1.0, 361.0, 0.0) < most && utility.of(-1.0, -361.0, 0.0) > -most);
    }

    #[test]
    fn an_expectation_that_is_no_number_counts_as_an_even_game() {
        let params = PuctParams::default();
        for expected in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(Utility::new(&params, 81, expected), Utility::new(&params, 81, 0.0));
        }
    }

    #[test]
    fn a_deviation_flattens_the_value_of_the_score() {
        let utility = Utility::new(&PuctParams::default(), 81, 0.0);
        assert_eq!(utility.of(0.25, 0.0, 30.0), 0.25);
        assert!(utility.of_score(10.0, 0.0) > utility.of_score(10.0, 15.0));
        assert!((utility.of_score(7.0, 3.0) + utility.of_score(-7.0, 3.0)).abs() < 1e-6);
    }
}
