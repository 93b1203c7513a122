//! Values given as text, with their ranges: the same for an option as for a parameter.
//!
//! Each function returns the value, or what was expected instead.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use engine::player::Level;

/// The komi farthest from zero that is taken for meant, in points.
pub const LARGEST_KOMI: f64 = 1e6;

/// A value, or the words for what was expected.
pub type Read<T> = Result<T, &'static str>;

/// A number of threads that search.
pub fn threads(text: &str) -> Read<NonZeroUsize> {
    within(text, NonZeroUsize::MIN..=const { NonZeroUsize::new(1024).unwrap() })
        .ok_or("a number of threads from 1 to 1024")
}

/// The size of the tree, in MiB.
pub fn memory(text: &str) -> Read<usize> {
    within(text, 1..=1 << 24).ok_or("a number of MiB from 1 to 16777216")
}

/// A time in seconds; more than about 30 years is taken for a mistake.
pub fn seconds(text: &str) -> Read<f64> {
    within(text, 0.0..=1e9).ok_or("a number of seconds from 0 to 1000000000")
}

/// A time in seconds that is not nothing.
pub fn some_seconds(text: &str) -> Read<f64> {
    let expected = "a number of seconds above 0, at most 1000000000,";
    seconds(text).ok().filter(|&seconds| seconds > 0.0).ok_or(expected)
}

/// What is kept back of each move's time, in seconds.
pub fn lag(text: &str) -> Read<f64> {
    within(text, 0.0..=60.0).ok_or("a number of seconds from 0 to 60")
}

/// A komi, in points.
pub fn komi(text: &str) -> Read<f64> {
    within(text, -LARGEST_KOMI..=LARGEST_KOMI).ok_or("a number from -1000000 to 1000000")
}

/// A chance to win.
pub fn chance(text: &str) -> Read<f32> {
    within(text, 0.0..=1.0).ok_or("a number from 0 to 1")
}

/// A part of a range that is not nothing.
pub fn share(text: &str) -> Read<f64> {
    let expected = "a share above 0, at most 1,";
    within(text, 0.0..=1.0).filter(|&share| share > 0.0).ok_or(expected)
}

/// How much something counts in a formula of the search.
pub fn weight(text: &str) -> Read<f32> {
    within(text, 0.0..=100.0).ok_or("a number from 0 to 100")
}

/// The visits with which a node gets children.
pub fn expansion_visits(text: &str) -> Read<u32> {
    within(text, 1..=1_000_000).ok_or("a number from 1 to 1000000")
}

/// A share of all cases, in percent.
pub fn percent(text: &str) -> Read<u8> {
    within(text, 0..=100).ok_or("a number from 0 to 100")
}

/// A number of games as which knowledge counts.
pub fn games(text: &str) -> Read<f32> {
    within(text, 0.0..=10_000.0).ok_or("a number from 0 to 10000")
}

/// The visits at which a move's own simulations weigh as much as all others; 0 is without RAVE.
pub fn rave_visits(text: &str) -> Read<f32> {
    within(text, 0.0..=1e9).ok_or("a number from 0 to 1000000000")
}

/// A level of play.
pub fn level(text: &str) -> Read<Level> {
    text.parse().ok().and_then(Level::new).ok_or("a level from 1 to 15, where 15 is full strength,")
}

/// A number of simulations; 0 is no limit.
pub fn limit(text: &str) -> Read<Option<u64>> {
    let number: u64 = text.parse().map_err(|_| "a number of simulations, or 0 for no limit")?;
    Ok((number > 0).then_some(number))
}

/// On or off.
pub fn switch(text: &str) -> Read<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err("0 or 1, false or true"),
    }
}

/// No range holds what is not a number.
fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_their_ends_and_nothing_beyond() {
        assert_eq!(threads("1024").map(NonZeroUsize::get), Ok(1024));
        assert!(threads("0").is_err() && threads("1025").is_err() && threads("2.5").is_err());
        assert!(memory("1").is_ok() && memory("16777217").is_err() && memory("0").is_err());
        assert_eq!((seconds("0"), seconds("1e9")), (Ok(0.0), Ok(1e9)));
        assert!(some_seconds("0").is_err() && some_seconds("1e-3").is_ok());
        for bad in ["nan", "inf", "-1", "1e10", "", "x"] {
            assert!(seconds(bad).is_err() && lag(bad).is_err() && chance(bad).is_err(), "{bad}");
        }
        assert!(komi("-1e6").is_ok() && komi("1000001").is_err() && weight("101").is_err());
        assert!(share("0").is_err() && share("1").is_ok() && share("1.1").is_err());
        let (lowest, highest) = (Level::LOWEST.to_string(), Level::FULL.to_string());
        assert_eq!((level(&lowest), level(&highest)), (Ok(Level::LOWEST), Ok(Level::FULL)));
        let words = level("0").unwrap_err();
        assert!(
            words.contains(&format!("from {lowest} to {highest}, where {highest} is")),
            "{words}"
        );
        assert_eq!((limit("0"), limit("7")), (Ok(None), Ok(Some(7))));
        assert_eq!((switch("TRUE"), switch("0")), (Ok(true), Ok(false)));
    }
}
