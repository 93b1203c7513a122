//! What the games of a match say: wins, shares with their intervals, Elo, pairs.
//!
//! All figures are those of side A. A draw counts as half a win. The intervals take games for
//! independent of each other; those of a pair share an opening and are a little less so, which
//! makes the intervals rather too wide. Used by the tasks `match` and `tune`.

use std::fmt;

use engine::vocabulary::Color;
use serde_json::{Value, json};

use super::game::Record;

/// The quantile of the normal distribution for an interval of 95 %.
const QUANTILE: f64 = 1.96;

/// How many games of each end there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games won.
    pub(crate) won: u32,
    /// Games without a winner.
    pub(crate) drawn: u32,
    /// Games lost.
    pub(crate) lost: u32,
}

impl Tally {
    /// Counts a game, of which it is told whether it was won; `None` is a draw.
    pub(crate) fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            Some(false) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    /// Games in all.
    pub(crate) fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Wins less losses for each game: 1 where all games were won, -1 where all were lost.
    pub(crate) fn balance(self) -> f64 {
        (f64::from(self.won) - f64::from(self.lost)) / f64::from(self.games().max(1))
    }

    /// The share of the games that was won.
    pub(crate) fn share(self) -> f64 {
        (1.0 + self.balance()) / 2.0
    }

    /// Where the true share is in 19 of 20 cases (Wilson, Probable inference, 1927).
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

    /// As a log keeps it.
    pub(crate) fn json(self) -> Value {
        json!({ "won": self.won, "drawn": self.drawn, "lost": self.lost })
    }

    /// Reads what [`json`](Self::json) has made; `None` where it is nothing like that.
    pub(crate) fn of_json(value: &Value) -> Option<Self> {
        let count = |name| u32::try_from(value.get(name)?.as_u64()?).ok();
        Some(Self { won: count("won")?, drawn: count("drawn")?, lost: count("lost")? })
    }
}

/// The difference in Elo at which this share of games is won; infinite at 0 and 1.
pub(crate) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Where a match stands: it writes itself as lines for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// All games.
    pub(crate) all: Tally,
    /// Those that A played as Black.
    black: Tally,
    /// Pairs of which A won more games than it lost, as many, and fewer.
    pairs: Tally,
}

impl Standing {
    /// That of these games, pair after pair.
    pub(crate) fn of(records: &[Record]) -> Self {
        let mut standing = Self::default();
        for pair in records.chunks(2) {
            let mut tally = Tally::default();
            for record in pair {
                tally.add(record.won_by_a());
                standing.all.add(record.won_by_a());
                if record.color_of_a == Color::Black {
                    standing.black.add(record.won_by_a());
                }
            }
            if pair.len() == 2 {
                standing.pairs.add((tally.won != tally.lost).then_some(tally.won > tally.lost));
            }
        }
        standing
    }
}

/// The share with its interval, in percent.
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
