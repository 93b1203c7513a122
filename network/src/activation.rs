//! The activations, and an exponential function that the compiler can vectorise.

use crate::model::Activation;

/// The sum of a value between -2^22 and 2^22 and this number has the nearest whole number in its
/// lowest bits.
pub(crate) const ROUNDING: f32 = 12_582_912.0;

impl Activation {
    /// The activation of one value.
    #[inline(always)]
    pub(crate) fn of(self, x: f32) -> f32 {
        match self {
            Self::Identity => x,
            // Not `max`, which may yield either zero for -0.0.
            Self::Relu => {
                if x > 0.0 {
                    x
                } else {
                    0.0
                }
            }
            // tanh(ln(1 + e)) = (e² + 2e) / (e² + 2e + 2); beyond 20 the factor is 1 in f32.
            Self::Mish => {
                let e = exp(x.min(20.0));
                let sum = e * (e + 2.0);
                x * (sum / (sum + 2.0))
            }
            Self::Silu => x / (1.0 + exp(-x)),
        }
    }
}

/// e^x, with a relative error below 2 * 10^-7 between -87 and 88; beyond, the value at the nearer
/// end. It is the same on every processor, because it only multiplies and adds.
///
/// A power of 2 is split off; the polynomial for the rest is that of Moshier's Cephes library.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    // ln 2 in two parts, the first of which has few digits.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let x = if x > -87.0 { x } else { -87.0 };
    let x = if x < 88.0 { x } else { 88.0 };
    let shifted = x * std::f32::consts::LOG2_E + ROUNDING;
    let power = shifted - ROUNDING;
    let rest = x - power * LN_2[0] - power * LN_2[1];
    let mut sum = 1.987_569_1e-4;
    for coefficient in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        sum = sum * rest + coefficient;
    }
    let small = sum * rest * rest + rest + 1.0;
    let exponent = (shifted.to_bits() << 23).wrapping_add(127 << 23);
    small * f32::from_bits(exponent)
}

/// 2^x, with a relative error below 10^-4 between -126 and 126; beyond, the value at the nearer
/// end. It is the same on every processor, and enough for what becomes a code.
#[inline(always)]
pub(crate) fn rough_exp2(x: f32) -> f32 {
    let x = if x > -126.0 { x } else { -126.0 };
    let x = if x < 126.0 { x } else { 126.0 };
    let shifted = x + ROUNDING;
    let rest = x - (shifted - ROUNDING);
    // The polynomial of this degree with the smallest relative error between -0.5 and 0.5.
    let power = ((0.055_171_67 * rest + 0.242_611_13) * rest + 0.693_261) * rest + 0.999_928_1;
    let exponent = (shifted.to_bits() << 23).wrapping_add(127 << 23);
    power * f32::from_bits(exponent)
}

/// x / (1 + e^-x), with a relative error below 10^-4 where x is above -87.
#[inline(always)]
pub(crate) fn rough_silu(x: f32) -> f32 {
    x / (1.0 + rough_exp2(-std::f32::consts::LOG2_E * x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_close_to_the_exact_value_everywhere() {
        for step in -87_000..=88_000 {
            let x = step as f32 / 1000.0;
            let exact = libm::exp(f64::from(x));
            let error = (f64::from(exp(x)) / exact - 1.0).abs();
            assert!(error < 2e-7, "exp({x}) has a relative error of {error}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(f32::NEG_INFINITY), exp(-87.0));
        assert_eq!(exp(f32::INFINITY), exp(88.0));
    }

    #[test]
    fn the_rough_power_of_2_is_close_to_the_exact_value_everywhere() {
        for step in -126_000..=126_000 {
            let x = step as f32 / 1000.0;
            let exact = libm::exp2(f64::from(x));
            let error = (f64::from(rough_exp2(x)) / exact - 1.0).abs();
            assert!(error < 1e-4, "2^{x} has a relative error of {error}");
        }
        assert_eq!(rough_exp2(f32::NEG_INFINITY), rough_exp2(-126.0));
        assert_eq!(rough_exp2(f32::INFINITY), rough_exp2(126.0));
        assert!((rough_silu(1.0) - Activation::Silu.of(1.0)).abs() < 1e-4);
    }
}
