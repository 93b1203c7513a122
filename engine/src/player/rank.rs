//! Ranks of Go players.

use std::fmt;
use std::str::FromStr;

/// A rank of an amateur player, from 30 kyu to 9 dan. Stronger ranks are greater.
///
/// As text, it is a number of kyu or dan, such as `8k` or `1d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i8);

/// A text that is not the name of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRank;

impl Rank {
    const WEAKEST_KYU: i8 = 30;
    const HIGHEST_DAN: i8 = 9;

    /// The rank of `number` kyu.
    ///
    /// # Panics
    /// If the number is not from 1 to 30.
    pub const fn kyu(number: i8) -> Self {
        assert!(1 <= number && number <= Self::WEAKEST_KYU);
        Self(1 - number)
    }

    /// The rank of `number` dan.
    ///
    /// # Panics
    /// If the number is not from 1 to 9.
    pub const fn dan(number: i8) -> Self {
        assert!(1 <= number && number <= Self::HIGHEST_DAN);
        Self(number)
    }

    /// The number of ranks between two.
    pub fn distance(self, other: Self) -> u8 {
        self.0.abs_diff(other.0)
    }
}

impl FromStr for Rank {
    type Err = NoRank;

    fn from_str(text: &str) -> Result<Self, NoRank> {
        let number = |digits: &str, most: i8| match digits.parse() {
            Ok(number) if (1..=most).contains(&number) && !digits.starts_with('+') => Ok(number),
            _ => Err(NoRank),
        };
        match text.strip_suffix(['k', 'K']) {
            Some(kyu) => number(kyu, Self::WEAKEST_KYU).map(Self::kyu),
            None => {
                let dan = text.strip_suffix(['d', 'D']).ok_or(NoRank)?;
                number(dan, Self::HIGHEST_DAN).map(Self::dan)
            }
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            dan if dan > 0 => write!(f, "{dan}d"),
            _ => write!(f, "{}k", 1 - self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_and_written() {
        for text in ["30k", "8k", "1k", "1d", "9d"] {
            assert_eq!(text.parse::<Rank>().map(|rank| rank.to_string()), Ok(text.to_owned()));
        }
        for bad in ["", "k", "0k", "31k", "0d", "10d", "8", "d8", "-1k", "+1k", "8kyu", "1p"] {
            assert_eq!(bad.parse::<Rank>(), Err(NoRank), "{bad}");
        }
    }

    #[test]
    fn one_dan_comes_after_one_kyu() {
        let [weaker, stronger] = ["1k", "1d"].map(|text| text.parse::<Rank>().unwrap());
        assert!(weaker < stronger);
        assert_eq!(weaker.distance(stronger), 1);
    }
}
