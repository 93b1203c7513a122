//! Settings under KataGo's names. They come from a query, from KataGo's configuration file, or from
//! its option `-override-config`.

use std::time::Duration;

use engine::player::Level;
use engine::vocabulary::{ByColor, Color};
use protocol::clip;

use crate::human_profile;

/// The default for the length of a variation after its first move, as in KataGo.
const VARIATION_LENGTH: usize = 15;
/// The maximum length of a variation after its first move.
pub(crate) const LONGEST_VARIATION: i64 = 1000;
/// The maximum number of visits: 2 to the power of 50, as in KataGo.
pub(crate) const MOST_VISITS: i64 = 1 << 50;
/// The maximum time for a position, in seconds: about 30 years.
const LONGEST_TIME: f64 = 1e9;

/// The settings that are accepted but do not change the search: it draws no noise at the root,
/// and looks at earlier moves only for ko.
const WITHOUT_EFFECT: [&str; 3] =
    ["wideRootNoise", "ignorePreRootHistory", "rootNumSymmetriesToSample"];

/// The player from whose perspective values are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// Always the same player.
    Of(Color),
    /// The player to move. This is KataGo's default without a configuration file.
    #[default]
    SideToMove,
}

impl Perspective {
    fn read(word: &str) -> Option<Self> {
        match word.to_ascii_uppercase().as_str() {
            "B" | "BLACK" => Some(Self::Of(Color::Black)),
            "W" | "WHITE" => Some(Self::Of(Color::White)),
            "SIDETOMOVE" => Some(Self::SideToMove),
            _ => None,
        }
    }

    /// The player whose perspective this is in a position with this player to move.
    pub(crate) fn color(self, to_move: Color) -> Color {
        match self {
            Self::Of(color) => color,
            Self::SideToMove => to_move,
        }
    }
}

/// A profile of a human player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Profile {
    /// KataGo's name for the profile.
    pub(crate) name: String,
    /// The level nearest to the rank, for each colour.
    pub(crate) levels: ByColor<Level>,
}

/// The settings of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// The perspective of values in answers.
    pub(crate) perspective: Perspective,
    /// The number of simulations for a position.
    pub(crate) visits: Option<u64>,
    /// The maximum time for a position.
    pub(crate) time: Option<Duration>,
    /// The maximum length of a variation, not counting its first move.
    pub(crate) variation_length: usize,
    /// The human player whose moves are asked for, if any are.
    pub(crate) profile: Option<Profile>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            perspective: Perspective::default(),
            visits: None,
            time: None,
            variation_length: VARIATION_LENGTH,
            profile: None,
        }
    }
}

/// The outcome of applying a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The setting is known.
    Known,
    /// Clients send it, but it has no meaning here.
    WithoutEffect,
    /// There is no such setting, or only KataGo has it.
    Unknown,
}

impl Settings {
    /// Applies one setting.
    ///
    /// # Errors
    /// If the value is not valid for a known setting. In that case, nothing is changed.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Outcome, String> {
        match name {
            "reportAnalysisWinratesAs" => {
                let expected = || wrong(name, "BLACK, WHITE or SIDETOMOVE", value);
                self.perspective = Perspective::read(value).ok_or_else(expected)?;
            }
            "maxVisits" | "maxPlayouts" => {
                self.visits = Some(whole(name, value, MOST_VISITS)?.unsigned_abs());
            }
            "maxTime" => self.time = Some(seconds(name, value)?),
            "analysisPVLen" => {
                let length = whole(name, value, LONGEST_VARIATION)?;
                self.variation_length = usize::try_from(length).unwrap_or(VARIATION_LENGTH);
            }
            // KataGo takes an empty name for no profile.
            "humanSLProfile" if value.is_empty() => self.profile = None,
            "humanSLProfile" => {
                let levels = human_profile::levels(value);
                let levels = levels.map_err(|problem| format!("{name}: {problem}"))?;
                self.profile = Some(Profile { name: value.to_owned(), levels });
            }
            _ if WITHOUT_EFFECT.contains(&name) => return Ok(Outcome::WithoutEffect),
            _ => return Ok(Outcome::Unknown),
        }
        Ok(Outcome::Known)
    }
}

fn wrong(name: &str, expected: &str, found: &str) -> String {
    format!("{name}: expected {expected}, got '{}'", clip(found))
}

/// The whole number that a float stands for. Some languages write `5.0` for 5.
pub(crate) fn whole_of(float: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (float.fract() == 0.0 && float.abs() <= EXACT).then_some(float as i64)
}

/// A whole number from 1 to `most`.
fn whole(name: &str, text: &str, most: i64) -> Result<i64, String> {
    let number = text.parse().ok().or_else(|| whole_of(text.parse().ok()?));
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| wrong(name, &format!("a whole number from 1 to {most}"), text))
}

/// A time in seconds. A time longer than the maximum, such as KataGo's own default, is reduced to
/// the maximum.
fn seconds(name: &str, text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 0.0);
    let number = number.ok_or_else(|| wrong(name, "a number of seconds", text))?;
    Ok(Duration::from_secs_f64(number.min(LONGEST_TIME)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_katagos_names() {
        let mut settings = Settings::default();
        assert_eq!(settings.perspective.color(Color::White), Color::White);
        for (name, value) in [
            ("reportAnalysisWinratesAs", "black"),
            ("maxVisits", "500"),
            ("maxTime", "8.0"),
            ("analysisPVLen", "9"),
            ("humanSLProfile", "rank_5k"),
        ] {
            assert_eq!(settings.set(name, value), Ok(Outcome::Known), "{name}");
        }
        assert_eq!(settings.perspective.color(Color::White), Color::Black);
        assert_eq!((settings.visits, settings.variation_length), (Some(500), 9));
        assert_eq!(settings.time, Some(Duration::from_secs(8)));
        assert_eq!(settings.profile.as_ref().map(|known| known.name.as_str()), Some("rank_5k"));
        assert_eq!(settings.set("maxTime", "1e20"), Ok(Outcome::Known));
        assert_eq!(settings.set("maxVisits", "600.0"), Ok(Outcome::Known));
        assert_eq!(settings.set("humanSLProfile", ""), Ok(Outcome::Known));
        assert_eq!((settings.visits, &settings.profile), (Some(600), &None));
        assert_eq!(settings.set("wideRootNoise", "0.04"), Ok(Outcome::WithoutEffect));
        assert_eq!(settings.set("cpuctExploration", "1"), Ok(Outcome::Unknown));
    }

    #[test]
    fn wrong_values_change_nothing_and_are_named() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("reportAnalysisWinratesAs", "GREEN"),
            ("maxVisits", "0"),
            ("maxVisits", "1.5"),
            ("maxTime", "-1"),
            ("maxTime", "nan"),
            ("analysisPVLen", "1001"),
            ("humanSLProfile", "rank_99k"),
        ] {
            let error = settings.set(name, value).expect_err(value);
            assert!(error.starts_with(&format!("{name}: expected ")), "{error}");
            assert!(error.ends_with(&format!("'{value}'")), "{error}");
        }
        assert_eq!(settings, Settings::default());
    }
}
