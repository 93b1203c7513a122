//! Rules in the notation of KataGo's interface: names, and the keys of a JSON object.
//!
//! | key | values |
//! | --- | --- |
//! | `ko` | `SIMPLE`, `POSITIONAL`, `SITUATIONAL` |
//! | `scoring`, also `score` | `AREA`, `TERRITORY` |
//! | `tax` | `NONE` with area scoring, `SEKI` with territory scoring |
//! | `suicide` | whether a player may capture a chain of two or more stones of their own |
//! | `hasButton` | `false` |
//! | `whiteHandicapBonus` | `0`, `N-1`, `N` |
//! | `friendlyPassOk` | whether players may pass with dead stones on the board |
//!
//! The tax is not a separate rule here: it follows from the scoring. Rules that Mengxi does not
//! support are refused with a reason, and replaced by similar ones only where the caller asks for it.

use engine::rules::{HandicapBonus, KoRule, Rules, Scoring};
use protocol::clip;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// The reason why rules cannot be set. The rules in force remain unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// There are no rules with this name.
    #[error("unknown rules '{found}': {expected} were expected")]
    UnknownName {
        /// The name.
        found: String,
        /// The known names.
        expected: String,
    },
    /// The text begins like a JSON object but is not valid JSON.
    #[error("rules as a JSON object were expected, but {0}")]
    NotJson(String),
    /// The key does not exist.
    #[error("unknown rule '{found}': one of {} was expected", KEYS.join(", "))]
    UnknownKey {
        /// The key.
        found: String,
    },
    /// The value is not allowed for its key.
    #[error("'{found}' was found where {key} was expected to be {expected}")]
    UnknownValue {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// The allowed values.
        expected: String,
    },
    /// The rules are known but not supported.
    #[error("these rules are not supported: {0}")]
    NotPlayed(&'static str),
}

/// The keys of a JSON object that specifies rules.
const KEYS: [&str; 7] =
    ["ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk"];

/// The values of each key, in the spelling used for output. Case is ignored when a value is read.
const KO: &[(&str, KoRule)] = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::Positional),
    ("SITUATIONAL", KoRule::Situational),
];
const SCORING: &[(&str, Scoring)] = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAX: &[(&str, Tax)] = &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
const BONUS: &[(&str, HandicapBonus)] = &[
    ("0", HandicapBonus::None),
    ("N-1", HandicapBonus::PerStoneButFirst),
    ("N", HandicapBonus::PerStone),
];
const SWITCH: &[(&str, bool)] = &[("true", true), ("false", false)];

const BUTTON: &str = "they have a button";
const STONE_SCORING: &str = "each group pays a tax for its eyes";
const TERRITORY_TAX: &str = "under territory scoring the tax is SEKI";
const AREA_TAX: &str = "under area scoring the tax is NONE";

/// Rules, and the reason why they replace the rules that were asked for, if they do.
type Nearest = (Rules, Option<&'static str>);

/// Returns the rules for a name that KataGo recognises but that is not one of the presets. The name
/// must be in the form that [`plain`] returns.
fn other_name(plain: &str) -> Option<Nearest> {
    let preset = |name, reason| Rules::preset(name).map(|rules| (rules, reason));
    match plain {
        "nz" => preset("new-zealand", None),
        "french" => preset("aga", None),
        // Ing's own ko rules are not supported, so KataGo's replacement for them is used here.
        "goe" | "ing" => Rules::preset("tromp-taylor")
            .map(|rules| (Rules { friendly_pass: true, ..rules }, None)),
        "agabutton" => preset("aga", Some(BUTTON)),
        "stonescoring" | "ancientarea" => {
            let (chinese, reason) = preset("chinese", Some(STONE_SCORING))?;
            let bonus = HandicapBonus::None;
            Some((Rules { ko: KoRule::Simple, handicap_bonus: bonus, ..chinese }, reason))
        }
        "ancientterritory" => preset("japanese", Some(STONE_SCORING)),
        _ => None,
    }
}

/// Returns a name in lower case, without spaces, hyphens or underscores.
fn plain(name: &str) -> String {
    let skipped = |sign: &char| !matches!(sign, ' ' | '-' | '_');
    name.chars().filter(skipped).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// Reads rules from a name or a JSON object. The values of missing keys are those of the preset
/// `tromp-taylor`, except that a missing tax follows from the scoring.
///
/// # Errors
/// If the text is neither a known name nor a valid object, or if it specifies rules that are not
/// supported.
pub fn parse(text: &str) -> Result<Rules, RulesError> {
    supported(nearest(text)?)
}

/// Reads rules like [`parse`], but replaces rules that are not supported by the most similar ones.
/// Also returns the reason for the replacement, if there is one.
///
/// # Errors
/// If the text is neither a known name nor a valid object.
pub fn nearest(text: &str) -> Result<(Rules, Option<&'static str>), RulesError> {
    if text.starts_with('{') {
        return from_json(text);
    }
    let preset = Rules::preset(text).map(|rules| (rules, None));
    preset.or_else(|| other_name(&plain(text))).ok_or_else(|| {
        let names: Vec<&str> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
        let expected = format!("a JSON object or one of {}", names.join(", "));
        RulesError::UnknownName { found: clip(text), expected }
    })
}

/// Refuses rules that replace others.
fn supported((rules, reason): Nearest) -> Result<Rules, RulesError> {
    reason.map_or(Ok(rules), |reason| Err(RulesError::NotPlayed(reason)))
}

fn from_json(text: &str) -> Result<Nearest, RulesError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::NotJson(error.to_string()))?;
    let mut draft = Draft::new(Rules::preset("tromp-taylor").unwrap_or_default());
    for (key, value) in &object {
        match value {
            Value::String(word) => draft.set(key, word)?,
            other => draft.set(key, &other.to_string())?,
        }
    }
    Ok(draft.finish())
}

/// Returns the rules with the value of one key changed.
///
/// # Errors
/// If the key or the value is unknown, or if the new rules are not supported.
pub fn with(rules: Rules, key: &str, value: &str) -> Result<Rules, RulesError> {
    let mut draft = Draft::new(rules);
    draft.set(key, value)?;
    supported(draft.finish())
}

/// Writes the rules as a JSON object on one line, in a form that [`parse`] can read.
pub fn to_json(rules: Rules) -> String {
    json!({
        "ko": name(KO, rules.ko),
        "scoring": name(SCORING, rules.scoring),
        "tax": name(TAX, Tax::of(rules.scoring)),
        "suicide": rules.suicide,
        "hasButton": false,
        "whiteHandicapBonus": name(BONUS, rules.handicap_bonus),
        "friendlyPassOk": rules.friendly_pass,
    })
    .to_string()
}

/// Returns the name of a value in a table.
fn name<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

/// Returns the value whose name in the table is `found`.
fn value<T: Copy>(key: &'static str, found: &str, table: &[(&str, T)]) -> Result<T, RulesError> {
    let known = table.iter().find(|(name, _)| name.eq_ignore_ascii_case(found));
    known.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        RulesError::UnknownValue { key, found: clip(found), expected: names.join(" or ") }
    })
}

/// The points of territory that players lose as tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tax {
    /// Nothing.
    None,
    /// All eyes in seki.
    Seki,
    /// Two eyes for each group.
    All,
}

impl Tax {
    /// Returns the tax that this scoring implies.
    fn of(scoring: Scoring) -> Self {
        match scoring {
            Scoring::Area => Self::None,
            Scoring::Territory => Self::Seki,
        }
    }
}

/// Rules that are being read. Whether the tax and the scoring agree is checked at the end.
struct Draft {
    rules: Rules,
    tax: Option<Tax>,
    has_button: bool,
}

impl Draft {
    fn new(rules: Rules) -> Self {
        Self { rules, tax: None, has_button: false }
    }

    fn set(&mut self, key: &str, found: &str) -> Result<(), RulesError> {
        let rules = &mut self.rules;
        match key {
            "ko" => rules.ko = value("ko", found, KO)?,
            "scoring" | "score" => rules.scoring = value("scoring", found, SCORING)?,
            "tax" => self.tax = Some(value("tax", found, TAX)?),
            "suicide" => rules.suicide = value("suicide", found, SWITCH)?,
            "hasButton" => self.has_button = value("hasButton", found, SWITCH)?,
            "whiteHandicapBonus" => {
                rules.handicap_bonus = value("whiteHandicapBonus", found, BONUS)?;
            }
            "friendlyPassOk" => rules.friendly_pass = value("friendlyPassOk", found, SWITCH)?,
            _ => return Err(RulesError::UnknownKey { found: clip(key) }),
        }
        Ok(())
    }

    fn finish(self) -> Nearest {
        let right_tax = Tax::of(self.rules.scoring);
        let reason = match self.tax.unwrap_or(right_tax) {
            _ if self.has_button => Some(BUTTON),
            Tax::All => Some(STONE_SCORING),
            tax if tax == right_tax => None,
            _ if right_tax == Tax::None => Some(AREA_TAX),
            _ => Some(TERRITORY_TAX),
        };
        (self.rules, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset(name: &str) -> Rules {
        Rules::preset(name).unwrap()
    }

    #[test]
    fn every_preset_survives_a_round_trip() {
        for (name, rules) in Rules::PRESETS {
            let text = to_json(*rules);
            assert!(!text.contains('\n'));
            assert_eq!(parse(&text), Ok(*rules), "{name}: {text}");
            assert_eq!(parse(name), Ok(*rules));
        }
        let expected = r#"{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL",
            "scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#;
        let plain: String = expected.split_whitespace().collect();
        assert_eq!(to_json(preset("tromp-taylor")), plain);
    }

    #[test]
    fn names_have_several_spellings() {
        for (spelling, name) in [
            ("Tromp Taylor", "tromp-taylor"),
            ("chinese_ogs", "chinese-ogs"),
            ("chinesekgs", "chinese-kgs"),
            ("NZ", "new-zealand"),
            ("new zealand", "new-zealand"),
            ("french", "aga"),
        ] {
            assert_eq!(parse(spelling), Ok(preset(name)), "{spelling}");
        }
        let goe = parse("goe").unwrap();
        assert!(goe.friendly_pass && goe.suicide && parse("ing") == Ok(goe));
    }

    #[test]
    fn an_object_says_as_much_as_it_likes() {
        assert_eq!(parse("{}"), Ok(preset("tromp-taylor")));
        let japanese =
            r#"{"score":"territory","ko":"simple","suicide":false,"friendlyPassOk":true}"#;
        assert_eq!(parse(japanese), Ok(preset("japanese")));
        let bonus = parse(r#"{"whiteHandicapBonus":0,"ko":"SITUATIONAL"}"#).unwrap();
        assert_eq!(bonus.handicap_bonus, HandicapBonus::None);
    }

    #[test]
    fn what_is_not_played_is_refused_with_its_reason() {
        for (text, reason) in [
            ("aga-button", BUTTON),
            (r#"{"hasButton":true}"#, BUTTON),
            ("stone-scoring", STONE_SCORING),
            ("ancient territory", STONE_SCORING),
            (r#"{"tax":"ALL"}"#, STONE_SCORING),
            (r#"{"tax":"SEKI"}"#, AREA_TAX),
            (r#"{"tax":"NONE","scoring":"TERRITORY"}"#, TERRITORY_TAX),
        ] {
            assert_eq!(parse(text), Err(RulesError::NotPlayed(reason)), "{text}");
        }
    }

    #[test]
    fn the_nearest_rules_come_with_the_reason() {
        for (text, name, reason) in [
            ("aga-button", "aga", Some(BUTTON)),
            ("ancient territory", "japanese", Some(STONE_SCORING)),
            (r#"{"hasButton":true}"#, "tromp-taylor", Some(BUTTON)),
            (r#"{"tax":"ALL"}"#, "tromp-taylor", Some(STONE_SCORING)),
            ("korean", "japanese", None),
        ] {
            assert_eq!(nearest(text), Ok((preset(name), reason)), "{text}");
        }
        let (stones, reason) = nearest("stone_scoring").unwrap();
        assert_eq!((stones.ko, stones.scoring), (KoRule::Simple, Scoring::Area));
        assert!(reason.is_some() && nearest("chess").is_err() && nearest("{").is_err());
    }

    #[test]
    fn errors_say_what_was_found_and_expected() {
        for (text, said) in [
            ("", "unknown rules ''"),
            ("chess", "one of chinese, "),
            ("{", "JSON object"),
            ("{} {}", "JSON object"),
            (r#"{"komi":7.5}"#, "unknown rule 'komi': one of ko, scoring"),
            (r#"{"ko":"SPIGHT"}"#, "'SPIGHT' was found where ko"),
            (r#"{"ko":1}"#, "'1' was found"),
            (r#"{"suicide":"maybe"}"#, "true or false"),
            (r#"{"whiteHandicapBonus":"N-2"}"#, "0 or N-1 or N"),
            (r#"{"scoring":null}"#, "AREA or TERRITORY"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn one_rule_is_changed_alone() {
        let rules = preset("chinese");
        assert_eq!(with(rules, "ko", "simple"), Ok(Rules { ko: KoRule::Simple, ..rules }));
        let friendly = with(rules, "friendlyPassOk", "false");
        assert_eq!(friendly, Ok(Rules { friendly_pass: false, ..rules }));
        let territory = with(rules, "scoring", "TERRITORY").unwrap();
        assert_eq!(with(territory, "tax", "SEKI"), Ok(territory));
        assert!(with(territory, "tax", "NONE").is_err() && with(rules, "Ko", "SIMPLE").is_err());
    }
}
