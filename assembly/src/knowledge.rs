//! What a player knows of Go, by name and in numbers.

use clap::ValueEnum;
use playouts::{Rates, Weights};

pub use playouts::Table;

/// A playout policy by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// What the last move asks for first, then any move that is not bad, guided by knowledge of shapes
    /// and tactics.
    Heavy,
    /// Any legal move that fills no eye of its own player, with equal chances.
    Uniform,
}

/// What a player knows of Go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// How playouts choose their moves.
    pub policy: PolicyName,
    /// In how many cases the heavy policy asks each of its rules.
    pub rates: Rates,
    /// The weights of what is known of moves.
    pub weights: Weights,
    /// The weights of features of moves; `None` stands for those learned for the size of the board.
    pub table: Option<&'static Table>,
}

impl Knowledge {
    /// The best known values, with this policy.
    pub fn of(policy: PolicyName) -> Self {
        Self { policy, rates: Rates::default(), weights: Weights::default(), table: None }
    }
}

/// Reads a table from a file. It lives as long as the program: the searches of all threads ask it.
///
/// # Errors
/// What is wrong with the file, or with which of its lines.
pub fn read_table(path: &str) -> Result<&'static Table, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let table = Table::read(&text).map_err(|error| format!("{path}: {error}"))?;
    Ok(Box::leak(Box::new(table)))
}
