//! The weights of features, as text and at hand.

use std::sync::LazyLock;

use engine::vocabulary::BoardSize;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::features::Feature;

/// What each feature of a move adds to the logarithm of its chance to be the best.
///
/// The chance is the move's share of the sum over all moves: a generalised Bradley-Terry model
/// (Coulom, Computing Elo ratings of move patterns in the game of Go, 2007).
///
/// As text, a line is a weight and a feature; lines that begin with `#` say where it comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    weights: FxHashMap<u64, f32>,
}

/// A text that is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: a weight and a feature were expected, as in '0.5 last 2', not '{found}'")]
pub struct TableError {
    /// The line's number, from 1.
    pub line: usize,
    /// Its beginning.
    pub found: String,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// Where a line is neither a comment nor a finite weight and a feature.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let mut weights = FxHashMap::default();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let (weight, feature) = entry(line).ok_or_else(|| TableError {
                line: index + 1,
                found: line.chars().take(60).collect(),
            })?;
            weights.insert(feature.key(), weight);
        }
        Ok(Self { weights })
    }

    /// The table learned for boards of the nearest size to this one.
    pub fn of_size(size: BoardSize) -> &'static Self {
        match size.area() {
            ..=110 => &NINE,
            111..=240 => &THIRTEEN,
            _ => &NINETEEN,
        }
    }

    /// The weight of a feature, where it is known.
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
            let text = String::from_utf8_lossy(include_bytes!(concat!("../data/", $file)));
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
    fn the_built_in_tables_can_be_read() {
        for text in [
            include_str!("../data/moves-9x9.txt"),
            include_str!("../data/moves-13x13.txt"),
            include_str!("../data/moves-19x19.txt"),
        ] {
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            // Every line counts: no two of them are the same feature.
            assert_eq!(Table::read(text).unwrap().weights.len(), lines);
        }
    }

    #[test]
    fn what_is_no_table_is_named_by_its_line() {
        let table = Table::read("# a comment\n\n1.5 last 2\n-0.25 colors .XO#\n").unwrap();
        assert_eq!(table.weights.len(), 2);
        for bad in [
            "last 2",
            "x last 2",
            "nan last 2",
            "1 lest 2",
            "1 colors XXXXX",
            "1 last 300",
            "1 last 2 3",
        ] {
            let error = Table::read(&format!("1 last 3\n{bad}")).unwrap_err();
            assert_eq!((error.line, error.found.as_str()), (2, bad));
        }
    }
}
