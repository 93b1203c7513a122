//! The Go knowledge of a player, by name and with its numbers.

use clap::ValueEnum;
use playouts::{Rates, Weights};

pub use playouts::Table;

/// The name of a playout policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// Answers the last move by rules, then plays any move that is not bad, guided by knowledge of
    /// shapes and tactics.
    Heavy,
    /// Plays any legal move that does not fill an own eye, with equal probability.
    Uniform,
}

/// The Go knowledge of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// How playouts choose their moves.
    pub policy: PolicyName,
    /// How often the heavy policy consults each of its rules.
    pub rates: Rates,
    /// The weights of the priors.
    pub weights: Weights,
    /// The weights of the features of moves; `None` means those learned for the size of the board.
    pub table: Option<&'static Table>,
}

impl Knowledge {
    /// The best known values, with this policy.
    pub fn of(policy: PolicyName) -> Self {
        Self { policy, rates: Rates::default(), weights: Weights::default(), table: None }
    }
}

/// Reads a table from a file. It is never freed, because the searches of all threads use it.
///
/// # Errors
/// Describes the problem with the file or with one of its lines.
pub fn read_table(path: &str) -> Result<&'static Table, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let table = Table::read(&text).map_err(|error| format!("{path}: {error}"))?;
    Ok(Box::leak(Box::new(table)))
}
