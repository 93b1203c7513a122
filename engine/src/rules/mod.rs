//! The rules of Go: presets by name, the game in progress with its history, handicap, superko and
//! scoring.
//!
//! The `board` module handles captures and the simple ko. Everything that depends on the whole
//! history of a game or differs between rule sets is here. The protocol and the player use a
//! [`GameState`], and the search starts from one.

mod counting;
mod game;
mod handicap;
mod scoring;
#[cfg(test)]
mod tests;

pub use counting::{Area, Count, Status, regions};
pub use game::{CannotUndo, GameState, IllegalMove, SetUpError};
pub use handicap::{HandicapError, fixed_handicap};
pub use scoring::Score;

/// The rule that prevents endless repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// A single stone that has just captured a single stone must not be retaken immediately; longer
    /// cycles are allowed.
    Simple,
    /// No move may repeat an earlier whole-board position.
    Positional,
    /// No move may repeat an earlier whole-board position with the same player to move.
    Situational,
}

/// The scoring method: the points that count at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones on the board and the empty points that they surround.
    Area,
    /// Surrounded empty points and prisoners.
    Territory,
}

/// White's compensation for Black's handicap stones under area scoring, where each handicap stone
/// counts as a point for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// One point for each stone.
    PerStone,
    /// One point for each stone except the first.
    PerStoneButFirst,
}

/// A set of rules. Komi is not included, because it belongs to a game.
///
/// The presets have the values that KataGo documents for the same names, except that `chinese` has
/// the ko rule that servers use:
///
/// | name | ko | suicide | scoring | handicap bonus | friendly pass |
/// | --- | --- | --- | --- | --- | --- |
/// | `chinese` (default) | positional | no | area | per stone | yes |
/// | `chinese-ogs` | positional | no | area | per stone | yes |
/// | `chinese-kgs` | positional | no | area | per stone | yes |
/// | `tromp-taylor` | positional | yes | area | none | no |
/// | `cgos` | positional | no | area | none | no |
/// | `aga` | situational | no | area | per stone but the first | yes |
/// | `bga` | situational | no | area | per stone but the first | yes |
/// | `new-zealand` | situational | yes | area | none | yes |
/// | `japanese` | simple | no | territory | none | yes |
/// | `korean` | simple | no | territory | none | yes |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The rule that prevents endless repetition.
    pub ko: KoRule,
    /// Whether a move may capture the player's own chain of two or more stones. Suicide of a single
    /// stone would amount to a pass and is illegal under all rules.
    pub suicide: bool,
    /// The scoring method.
    pub scoring: Scoring,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether both players may pass while there are dead stones on the board, which are then
    /// removed. Otherwise, under area scoring, all remaining stones count as alive, so dead stones
    /// must be captured first. Under territory scoring, they are always removed.
    pub friendly_pass: bool,
}

impl Rules {
    /// Whether dead stones are removed at the end of a game.
    pub fn removes_dead_stones(&self) -> bool {
        self.friendly_pass || self.scoring == Scoring::Territory
    }

    /// All presets by name, with the default first.
    pub const PRESETS: &'static [(&'static str, Self)] = &[
        ("chinese", Self::CHINESE),
        ("chinese-ogs", Self::CHINESE),
        ("chinese-kgs", Self::CHINESE),
        (
            "tromp-taylor",
            Self {
                suicide: true,
                handicap_bonus: HandicapBonus::None,
                friendly_pass: false,
                ..Self::CHINESE
            },
        ),
        // CGOS, a server for programs: Tromp-Taylor rules, except that suicide loses the game.
        (
            "cgos",
            Self { handicap_bonus: HandicapBonus::None, friendly_pass: false, ..Self::CHINESE },
        ),
        ("aga", Self::AGA),
        ("bga", Self::AGA),
        ("new-zealand", Self { suicide: true, handicap_bonus: HandicapBonus::None, ..Self::AGA }),
        ("japanese", Self::JAPANESE),
        ("korean", Self::JAPANESE),
    ];

    const CHINESE: Self = Self {
        ko: KoRule::Positional,
        suicide: false,
        scoring: Scoring::Area,
        handicap_bonus: HandicapBonus::PerStone,
        friendly_pass: true,
    };

    const AGA: Self = Self {
        ko: KoRule::Situational,
        handicap_bonus: HandicapBonus::PerStoneButFirst,
        ..Self::CHINESE
    };

    const JAPANESE: Self = Self {
        ko: KoRule::Simple,
        scoring: Scoring::Territory,
        handicap_bonus: HandicapBonus::None,
        ..Self::CHINESE
    };

    /// Returns the preset of this name, ignoring case, spaces, hyphens and underscores: `New
    /// Zealand` and `new_zealand` mean `new-zealand`.
    pub fn preset(name: &str) -> Option<Self> {
        let plain = |text: &str| -> String {
            let skipped = |sign: &char| !matches!(sign, ' ' | '-' | '_');
            text.trim().chars().filter(skipped).map(|sign| sign.to_ascii_lowercase()).collect()
        };
        let wanted = plain(name);
        let (_, rules) = Self::PRESETS.iter().find(|(preset, _)| plain(preset) == wanted)?;
        Some(*rules)
    }

    /// The name of the first preset with these values, or `None` if there is no such preset.
    pub fn name(&self) -> Option<&'static str> {
        Self::PRESETS.iter().find(|(_, rules)| rules == self).map(|(name, _)| *name)
    }
}

/// The preset `chinese`.
impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}
