//! Reads numbers from text and checks their ranges, for options that are not parameters.
//!
//! Each function returns the value, or a description of what was expected.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// The largest absolute komi that is accepted, in points.
pub const LARGEST_KOMI: f64 = 1e6;

/// A value, or a description of what was expected.
pub type Read<T> = Result<T, &'static str>;

/// Creates a parser for a command-line value. Its error messages say what was expected.
pub fn expecting<T>(
    read: fn(&str) -> Read<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| read(text).map_err(|expected| format!("expected {expected}"))
}

/// A komi, in points.
pub fn komi(text: &str) -> Read<f64> {
    within(text, -LARGEST_KOMI..=LARGEST_KOMI).ok_or("a number from -1000000 to 1000000")
}

/// A fraction of a range: a number above 0 and at most 1.
pub fn share(text: &str) -> Read<f64> {
    let expected = "a share above 0, at most 1";
    within(text, 0.0..=1.0).filter(|&share| share > 0.0).ok_or(expected)
}

/// A share of the optimistic policy, 0 to 1.
pub fn optimism(text: &str) -> Read<f64> {
    within(text, 0.0..=1.0).ok_or("a share from 0 to 1")
}

/// A whole number that is at least 1, read as a type such as `NonZeroU32`.
pub fn count<T: FromStr>(text: &str) -> Read<T> {
    text.parse().map_err(|_| "a whole number from 1")
}

/// A whole number that is at least 0, read as a type such as `u32`.
pub fn whole<T: FromStr>(text: &str) -> Read<T> {
    text.parse().map_err(|_| "a whole number from 0")
}

/// Reads a number. Returns `None` if the number is outside the range or is NaN.
fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn ranges_hold_their_ends_and_nothing_beyond() {
        assert!(komi("-1e6").is_ok() && komi("1000001").is_err());
        for bad in ["nan", "inf", "", "x"] {
            assert!(komi(bad).is_err() && share(bad).is_err(), "{bad}");
        }
        assert!(share("0").is_err() && share("1").is_ok() && share("1.1").is_err());
        assert!(optimism("0").is_ok() && optimism("1.1").is_err() && optimism("nan").is_err());
        assert!(count::<NonZeroU32>("0").is_err() && count::<NonZeroU32>("1").is_ok());
        assert!(whole::<u16>("0").is_ok() && whole::<u16>("-1").is_err());
    }
}
