//! The origin of the results in a file: everything on which they depend, as named settings.
//!
//! A run that continues from a file compares the origin in the file with its own and refuses the
//! file if the two differ. Learning checkpoints and the logs of matches and tuning runs contain an
//! origin.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The settings on which results depend, each with its value as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Origin(BTreeMap<String, String>);

impl Origin {
    /// Creates an origin for the results of a task, with the task's name and the version of this
    /// program.
    pub fn new(task: &str) -> Self {
        Self(BTreeMap::new()).with("task", task).with("version", env!("CARGO_PKG_VERSION"))
    }

    /// Adds a setting, or replaces the one with the same name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Display) -> Self {
        self.0.insert(name.into(), value.to_string());
        self
    }

    /// Compares this origin with the one found in a file.
    ///
    /// # Errors
    /// The settings that differ, each with both values. A missing setting is shown as `unset`.
    pub fn expect(&self, found: &Self) -> Result<(), String> {
        let names: BTreeSet<&String> = self.0.keys().chain(found.0.keys()).collect();
        let value = |origin: &Self, name: &String| {
            origin.0.get(name).cloned().unwrap_or_else(|| "unset".to_owned())
        };
        let differences: Vec<String> = names
            .into_iter()
            .filter(|&name| self.0.get(name) != found.0.get(name))
            .map(|name| {
                format!("{name}: expected {}, got {}", value(self, name), value(found, name))
            })
            .collect();
        if differences.is_empty() { Ok(()) } else { Err(differences.join("; ")) }
    }

    /// The SHA-256 digest of all settings, in hexadecimal.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        for text in self.0.iter().flat_map(|(name, value)| [name, value]) {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        }
        hexadecimal(hasher)
    }
}

/// The SHA-256 digest of the content of a file, in hexadecimal.
pub fn digest_of(content: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(content))
}

/// The digest of the data fed to a hasher, in hexadecimal.
pub(crate) fn hexadecimal(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_named_with_both_values() {
        let origin = Origin::new("match").with("komi", 7.5).with("size", "9x9");
        assert_eq!(origin.expect(&origin.clone()), Ok(()));
        let other = origin.clone().with("komi", 6.5).with("a level", 5);
        assert_eq!(
            origin.expect(&other).unwrap_err(),
            "a level: expected unset, got 5; komi: expected 7.5, got 6.5"
        );
        assert_eq!(
            Origin::new("tune").expect(&Origin::new("match")).unwrap_err(),
            "task: expected tune, got match"
        );
    }

    #[test]
    fn the_digest_covers_names_and_values() {
        let digest = |name: &str, value: &str| Origin::new("match").with(name, value).digest();
        assert_eq!(digest("ab", "c").len(), 64);
        assert_eq!(digest("ab", "c"), digest("ab", "c"));
        assert_ne!(digest("ab", "c"), digest("a", "bc"));
    }

    #[test]
    fn an_origin_survives_a_file() {
        let origin = Origin::new("match").with("size", "9x9");
        let text = serde_json::to_string(&origin).unwrap();
        assert!(text.contains("\"size\":\"9x9\""), "{text}");
        assert_eq!(serde_json::from_str::<Origin>(&text).unwrap(), origin);
    }
}
