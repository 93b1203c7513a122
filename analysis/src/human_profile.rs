//! KataGo's profiles of human players by rank or year, and the level of play nearest to each.

use engine::player::{Level, Rank};
use engine::vocabulary::{ByColor, Color};
use protocol::clip;

/// The weakest rank that KataGo knows.
const WEAKEST: Rank = Rank::kyu(20);
/// The years of professional games that KataGo knows.
const YEARS: std::ops::RangeInclusive<u16> = 1800..=2023;

const EXPECTED: &str = "a profile such as rank_5k, preaz_1d, rank_5k_3d or proyear_1980";

/// The level of play nearest to a profile, for each colour.
///
/// # Errors
/// If KataGo has no such profile.
pub(crate) fn levels(profile: &str) -> Result<ByColor<Level>, String> {
    read(profile).ok_or_else(|| format!("expected {EXPECTED}, got '{}'", clip(profile)))
}

fn read(profile: &str) -> Option<ByColor<Level>> {
    if let Some(year) = profile.strip_prefix("proyear_") {
        let year = year.parse().ok()?;
        return YEARS.contains(&year).then(|| ByColor::new(Level::FULL, Level::FULL));
    }
    let ranks = profile.strip_prefix("rank_").or_else(|| profile.strip_prefix("preaz_"))?;
    let (black, white) = ranks.split_once('_').unwrap_or((ranks, ranks));
    Some(ByColor::new(level(black)?, level(white)?))
}

/// The level nearest to a rank such as `5k` or `3d`. Other spellings that [`Rank`] accepts are
/// refused, because KataGo does not know them.
fn level(text: &str) -> Option<Level> {
    let rank: Rank = text.parse().ok()?;
    (rank >= WEAKEST && rank.to_string() == text).then(|| Level::nearest(rank))
}

/// The level in words, for the warning that comes with it.
pub(crate) fn warning(profile: &str, color: Color, level: Level) -> String {
    format!(
        "Mengxi has no human network; humanPolicy has one move for {color}, chosen by level \
         {level} of {}, the nearest to {}",
        Level::FULL,
        clip(profile)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(profile: &str) -> Option<(u8, u8)> {
        let levels = levels(profile).ok()?;
        Some((levels[Color::Black].number(), levels[Color::White].number()))
    }

    #[test]
    fn each_profile_has_its_nearest_level() {
        for (profile, expected) in [
            ("rank_20k", (2, 2)),
            ("rank_15k", (4, 4)),
            ("preaz_5k", (8, 8)),
            ("rank_6k", (8, 8)),
            ("rank_1k", (12, 12)),
            ("rank_1d", (13, 13)),
            ("preaz_9d", (20, 20)),
            ("rank_18k_2d", (3, 14)),
            ("proyear_1800", (20, 20)),
        ] {
            assert_eq!(numbers(profile), Some(expected), "{profile}");
        }
    }

    #[test]
    fn what_is_no_profile_is_refused() {
        for bad in [
            "",
            "rank_",
            "rank_0k",
            "rank_21k",
            "rank_10d",
            "5k",
            "rank_5",
            "proyear_99",
            "rank_-5k",
            "rank_5K",
        ] {
            let error = levels(bad).expect_err(bad);
            assert!(error.contains("rank_5k, preaz_1d") && error.contains(bad), "{error}");
        }
    }
}
