//! The weights of features, as text and in memory.

use std::io;
use std::sync::LazyLock;

use engine::vocabulary::BoardSize;
use flate2::read::DeflateDecoder;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::features::Feature;
use crate::origin::hexadecimal;

/// How much each feature of a move adds to the logarithm of the move's strength.
///
/// The probability that a move is the best is its strength divided by the sum of the strengths of
/// all moves. This is a generalised Bradley-Terry model (Coulom, Computing Elo ratings of move
/// patterns in the game of Go, 2007).
///
/// In text form, each line consists of a weight and a feature. Lines that begin with `#` are
/// comments that document the origin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    weights: FxHashMap<u64, f32>,
    knows_nets: bool,
}

/// The reason why a text is not a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// A line is neither a comment nor an entry.
    #[error(
        "line {line}: expected a finite weight and a feature such as '0.5 last 2', got '{found}'"
    )]
    Line {
        /// The number of the line, counting from 1.
        line: usize,
        /// The beginning of the line.
        found: String,
    },
    /// There are no entries.
    #[error("expected lines of a weight and a feature, got none")]
    Empty,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// If a line is neither a comment nor a finite weight and a feature, or if there are no
    /// entries.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let mut table = Self::default();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let (weight, feature) = entry(line).ok_or_else(|| TableError::Line {
                line: index + 1,
                found: line.chars().take(60).collect(),
            })?;
            table.knows_nets |= feature.is_net();
            table.weights.insert(feature.key(), weight);
        }
        if table.weights.is_empty() {
            return Err(TableError::Empty);
        }
        Ok(table)
    }

    /// The table learned for the board size closest to this one.
    pub fn of_size(size: BoardSize) -> &'static Self {
        match size.area() {
            ..=110 => &NINE,
            111..=240 => &THIRTEEN,
            _ => &NINETEEN,
        }
    }

    /// The SHA-256 digest of all features and weights, in hexadecimal. It does not depend on
    /// comments or on the order of the lines.
    pub fn digest(&self) -> String {
        let mut entries: Vec<(u64, f32)> = self.weights.iter().map(|(&k, &w)| (k, w)).collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        let mut hasher = Sha256::new();
        for (key, weight) in entries {
            hasher.update(key.to_le_bytes());
            hasher.update(weight.to_le_bytes());
        }
        hexadecimal(hasher)
    }

    /// Whether the table has weights for nets, which take time to find.
    pub(crate) fn knows_nets(&self) -> bool {
        self.knows_nets
    }

    /// The weight of a feature, or `None` if the table has no weight for it.
    #[inline(always)]
    pub(crate) fn weight(&self, feature: Feature) -> Option<f32> {
        self.weights.get(&feature.key()).copied()
    }
}

fn entry(line: &str) -> Option<(f32, Feature)> {
    let (weight, feature) = line.split_once(' ')?;
    let weight: f32 = weight.parse().ok()?;
    Some((weight, Feature::read(feature)?)).filter(|entry| entry.0.is_finite())
}

macro_rules! built_in {
    ($name:ident, $file:literal) => {
        static $name: LazyLock<Table> = LazyLock::new(|| {
            let packed = include_bytes!(concat!(env!("OUT_DIR"), "/", $file));
            let text = io::read_to_string(DeflateDecoder::new(&packed[..])).unwrap_or_default();
            Table::read(&text).unwrap_or_default()
        });
    };
}

built_in!(NINE, "moves-9x9.txt");
built_in!(THIRTEEN, "moves-13x13.txt");
built_in!(NINETEEN, "moves-19x19.txt");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_tables_are_those_of_the_texts() {
        for (table, text) in [
            (&NINE, include_str!("../data/moves-9x9.txt")),
            (&THIRTEEN, include_str!("../data/moves-13x13.txt")),
            (&NINETEEN, include_str!("../data/moves-19x19.txt")),
        ] {
            assert_eq!(Table::read(text).as_ref(), Ok(&**table));
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            // Every line adds an entry, because no two lines have the same feature.
            assert_eq!(table.weights.len(), lines);
        }
    }

    #[test]
    fn the_digest_depends_on_the_weights_alone() {
        let digest = |text: &str| Table::read(text).unwrap().digest();
        let plain = digest("1.5 last 2\n0.5 last 3\n");
        assert_eq!(plain, digest("# a comment\n0.5 last 3\n1.5 last 2\n"));
        assert_ne!(plain, digest("1.5 last 2\n0.25 last 3\n"));
        assert_ne!(plain, digest("1.5 last 2\n0.5 last 4\n"));
    }

    #[test]
    fn a_table_knows_what_takes_time() {
        let knows_nets = |text: &str| Table::read(text).unwrap().knows_nets();
        assert!(!knows_nets("1 last 2\n1 tactic catches"));
        assert!(knows_nets("1 tactic nets\n1 last 2"));
    }

    #[test]
    fn what_is_no_table_is_named_by_its_line() {
        let table = Table::read("# a comment\n\n1.5 last 2\n-0.25 colors .XO#\n").unwrap();
        assert_eq!(table.weights.len(), 2);
        for bad in [
            "last 2",
            "x last 2",
            "nan last 2",
            "1e39 last 2",
            "-inf last 2",
            "1 lest 2",
            "1 colors XXXXX",
            "1 last 300",
            "1 last 2 3",
        ] {
            let error = Table::read(&format!("1 last 3\n{bad}")).unwrap_err();
            assert_eq!(error, TableError::Line { line: 2, found: bad.to_owned() });
        }
        for empty in ["", "\n", "# a comment\n"] {
            assert_eq!(Table::read(empty), Err(TableError::Empty));
        }
    }
}
