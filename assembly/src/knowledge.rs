//! A player's Go knowledge: a policy, selected by name, with its rates, weights and table.

use std::fmt;
use std::fs;
use std::ptr;
use std::time::SystemTime;

use clap::ValueEnum;
use engine::search::{SearchSettings, Searcher};
use parking_lot::Mutex;
use playouts::{Rates, Weights};

use crate::network_choice::NetworkChoice;

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

/// A player's Go knowledge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// How playouts choose their moves.
    pub policy: PolicyName,
    /// How often the heavy policy consults each of its rules.
    pub rates: Rates,
    /// The weights of the priors.
    pub weights: Weights,
    /// The weights of move features; `None` means the weights learned for the board size.
    pub table: Option<&'static Table>,
    /// The network that the search asks, if any.
    pub network: NetworkChoice,
    /// The processes that search with this one, if any.
    pub helpers: Option<&'static dyn Helpers>,
}

/// Other processes that search with this one.
pub trait Helpers: fmt::Debug + Sync {
    /// Returns a searcher that combines `alone`, this process's own searcher, with the searchers of
    /// the other processes. `alone` was created with this knowledge and these settings.
    fn join(
        &'static self,
        alone: Box<dyn Searcher>,
        knowledge: Knowledge,
        settings: SearchSettings,
    ) -> Box<dyn Searcher>;
}

/// The same processes are equal to themselves only.
impl PartialEq for dyn Helpers {
    fn eq(&self, other: &Self) -> bool {
        ptr::addr_eq(self, other)
    }
}

impl Knowledge {
    /// The knowledge for this policy, with the best known rates and weights.
    pub fn of(policy: PolicyName) -> Self {
        let (rates, weights) = (Rates::default(), Weights::default());
        let network = NetworkChoice::default();
        Self { policy, rates, weights, table: None, network, helpers: None }
    }
}

/// A table that has been read.
#[derive(Debug)]
struct ReadTable {
    path: String,
    /// When the file was changed last, if the system knows that.
    changed: Option<SystemTime>,
    table: &'static Table,
}

/// All tables that have been read.
static READ: Mutex<Vec<ReadTable>> = Mutex::new(Vec::new());

/// The name of the file from which a table was read.
pub fn path_of(table: &'static Table) -> Option<String> {
    let read = READ.lock();
    let known = read.iter().find(|known| ptr::eq(known.table, table))?;
    Some(known.path.clone())
}

/// Reads a table from a file, unless it has been read before and not changed since. The table is
/// never freed, because the searches in all threads use it.
///
/// # Errors
/// Returns a description of what is wrong with the file or with one of its lines.
pub fn read_table(path: &str) -> Result<&'static Table, String> {
    let changed = fs::metadata(path).and_then(|file| file.modified()).ok();
    let is_same = |known: &&ReadTable| known.path == path && known.changed == changed;
    if changed.is_some()
        && let Some(known) = READ.lock().iter().find(is_same)
    {
        return Ok(known.table);
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let table = Table::read(&text).map_err(|error| format!("{path}: {error}"))?;
    let table = Box::leak(Box::new(table));
    READ.lock().push(ReadTable { path: path.to_owned(), changed, table });
    Ok(table)
}
