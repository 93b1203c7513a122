//! The result of a game in points.

use std::fmt;

use crate::vocabulary::Color;

/// The result of a game in points.
///
/// `Display` writes it as game records and the Go Text Protocol do: `B+3.5`, `W+12.0`, and `0` for
/// a draw. A lead has at least one decimal place, and more only if the komi has more.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(f64);

impl Score {
    /// The number of units per point. Differences of less than a unit are rounding errors, which a
    /// decimal komi such as 6.7 can cause.
    const UNITS: f64 = 1e9;

    /// The score if Black leads by this many points. A negative number means that White leads.
    pub fn from_black_lead(points: f64) -> Self {
        let units = points * Self::UNITS;
        // Larger numbers need no rounding: their precision is hardly finer than a unit.
        Self(if units.abs() < 1e15 { units.round() / Self::UNITS } else { points })
    }

    /// Black's lead in points, including komi; negative if White leads.
    pub fn black_lead(self) -> f64 {
        self.0
    }

    /// The player with more points; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            lead if lead > 0.0 => Some(Color::Black),
            lead if lead < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner() else { return f.pad("0") };
        let lead = self.0.abs();
        let decimals = if lead.fract() == 0.0 { ".0" } else { "" };
        f.pad(&format!("{}+{lead}{decimals}", winner.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_with_the_decimals_they_need() {
        let text = |lead| Score::from_black_lead(lead).to_string();
        assert_eq!(text(3.5), "B+3.5");
        assert_eq!(text(-12.0), "W+12.0");
        assert_eq!(text(0.0), "0");
        assert_eq!(text(-0.0), "0");
        assert_eq!(text(36.0 - 6.7), "B+29.3");
        assert_eq!(text(1.0 - 7.25), "W+6.25");
        assert_eq!(text(0.3 - 0.1 - 0.2), "0");
        assert_eq!(text(361.0 - 1e6), "W+999639.0");
        assert_eq!(text(-1e21), "W+1000000000000000000000.0");
        assert_eq!(Score::from_black_lead(-0.5).winner(), Some(Color::White));
        assert_eq!(Score::from_black_lead(f64::MAX).black_lead(), f64::MAX);
    }
}
