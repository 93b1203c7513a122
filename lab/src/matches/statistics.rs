//! The statistics of a match: wins, win rates with their confidence intervals, Elo differences and
//! pairs.
//!
//! All figures are from the perspective of side A. A draw counts as half a win. The intervals
//! assume that all games are independent. Because the two games of a pair start from the same
//! opening, the intervals are slightly too wide. The tasks `match` and `tune` both use this module.

use std::fmt;

use engine::vocabulary::Color;
use serde_json::{Value, json};

use super::game::Record;

/// The quantile of the normal distribution for a 95 % interval.
const QUANTILE: f64 = 1.96;

/// The number of games with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games won.
    pub(crate) won: u32,
    /// Games drawn.
    pub(crate) drawn: u32,
    /// Games lost.
    pub(crate) lost: u32,
}

impl Tally {
    /// Counts a game. `won` says whether it was won; `None` means a draw.
    pub(crate) fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            Some(false) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    /// The total number of games.
    pub(crate) fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Wins minus losses, divided by the number of games: 1 if all games were won, -1 if all were
    /// lost.
    pub(crate) fn balance(self) -> f64 {
        (f64::from(self.won) - f64::from(self.lost)) / f64::from(self.games().max(1))
    }

    /// The fraction of games won, from 0 to 1.
    pub(crate) fn share(self) -> f64 {
        (1.0 + self.balance()) / 2.0
    }

    /// The 95 % confidence interval for the fraction of games won (Wilson, Probable inference,
    /// 1927).
    pub(crate) fn interval(self) -> (f64, f64) {
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let (games, share, square) = (f64::from(self.games()), self.share(), QUANTILE * QUANTILE);
        let middle = (share + square / (2.0 * games)) / (1.0 + square / games);
        let variance = share * (1.0 - share) / games + square / (4.0 * games * games);
        let half = QUANTILE * variance.sqrt() / (1.0 + square / games);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// Converts the tally to the form in which logs store it.
    pub(crate) fn json(self) -> Value {
        json!({ "won": self.won, "drawn": self.drawn, "lost": self.lost })
    }

    /// Reads a value made by [`json`](Self::json). Returns `None` for any other value.
    pub(crate) fn of_json(value: &Value) -> Option<Self> {
        let count = |name| u32::try_from(value.get(name)?.as_u64()?).ok();
        Some(Self { won: count("won")?, drawn: count("drawn")?, lost: count("lost")? })
    }
}

/// The Elo difference that corresponds to winning this fraction of the games. It is infinite for
/// the fractions 0 and 1.
pub(crate) fn elo(share: f64) -> f64 {
    400.0 * libm::log10(share / (1.0 - share))
}

/// The standing of a match. Its display form is a few lines of text for users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// All games.
    pub(crate) all: Tally,
    /// The games that A played as Black.
    black: Tally,
    /// The complete pairs. A wins a pair if it wins more of its games than it loses.
    pairs: Tally,
}

impl Standing {
    /// Computes the standing after these games, which must be in the order of their numbers. `None`
    /// represents a game that has not been played.
    pub(crate) fn of(records: &[Option<Record>]) -> Self {
        let mut standing = Self::default();
        for pair in records.chunks(2) {
            let mut tally = Tally::default();
            for record in pair.iter().flatten() {
                tally.add(record.won_by_a());
                standing.all.add(record.won_by_a());
                if record.color_of_a == Color::Black {
                    standing.black.add(record.won_by_a());
                }
            }
            if tally.games() == 2 {
                standing.pairs.add((tally.won != tally.lost).then_some(tally.won > tally.lost));
            }
        }
        standing
    }
}

/// Writes the fraction of games won and its confidence interval, in percent.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        let [share, low, high] = [self.share(), low, high].map(|share| 100.0 * share);
        write!(f, "{share:.1} % (95 %: {low:.1} to {high:.1} %)")
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, black, pairs } = self;
        let (low, high) = all.interval();
        writeln!(
            f,
            "A won {}, drew {} and lost {}: as Black it won {} of {}, as White {} of {}",
            all.won,
            all.drawn,
            all.lost,
            black.won,
            black.games(),
            all.won - black.won,
            all.games() - black.games()
        )?;
        writeln!(f, "pairs: A won {}, split {} and lost {}", pairs.won, pairs.drawn, pairs.lost)?;
        writeln!(f, "share of A: {all}")?;
        let [elo, low, high] = [all.share(), low, high].map(elo);
        writeln!(f, "Elo of A: {elo:+.0} (95 %: {low:+.0} to {high:+.0})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
        Tally { won, drawn, lost }
    }

    #[track_caller]
    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found} instead of {expected}");
    }

    #[test]
    fn wilsons_interval_has_its_known_figures() {
        for (tally, low, high) in [
            (tally(50, 0, 50), 0.40383, 0.59617),
            (tally(0, 0, 10), 0.0, 0.27753),
            (tally(10, 0, 0), 0.72247, 1.0),
            (tally(40, 20, 40), 0.40383, 0.59617),
            (tally(0, 0, 0), 0.0, 1.0),
        ] {
            let found = tally.interval();
            is_near(found.0, low);
            is_near(found.1, high);
        }
    }

    #[test]
    fn elo_has_its_known_figures() {
        assert_eq!(format!("{:+.0}", elo(0.5)), "+0");
        is_near(elo(0.75), 190.84850);
        is_near(elo(1.0 / 11.0), -400.0);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn a_tally_survives_the_log() {
        let tally = tally(3, 1, 2);
        assert_eq!(Tally::of_json(&tally.json()), Some(tally));
        assert_eq!(Tally::of_json(&json!({ "won": 1, "drawn": -1, "lost": 0 })), None);
        assert_eq!(Tally::of_json(&json!({ "won": 1 })), None);
        assert!((tally.balance() - 1.0 / 6.0).abs() < 1e-12);
    }
}
