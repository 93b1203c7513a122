//! The searches with playouts: one for each policy, compiled for each size of board.
//!
//! The tree and the policies are generic, so the code of a search is generated where the two meet.
//! Compiling that code takes longer than compiling everything that uses a search, so it is done in
//! this crate and nowhere else.

use engine::search::{SearchSettings, Searcher, searcher_for};
use engine::vocabulary::BoardSize;
use playouts::{EvenPriors, Heavy, LearnedPriors, Rates, Table, Uniform, Weights};

/// A search whose playouts follow rules of shape and tactics, and which tries likely moves first.
///
/// `rates` are the probabilities that a playout consults each rule, and `weights` are the weights
/// of the priors of moves. `table` is the learned table that the priors are based on; `None` stands
/// for the built-in table for this size of board.
pub fn heavy(
    size: BoardSize,
    rates: Rates,
    (weights, table): (Weights, Option<&'static Table>),
    settings: SearchSettings,
) -> Box<dyn Searcher> {
    searcher_for(size, Heavy::new(rates), LearnedPriors::new(weights, table), settings)
}

/// A search whose playouts play any move that does not fill an eye, and which gives all moves
/// except a pass the same prior.
pub fn uniform(size: BoardSize, settings: SearchSettings) -> Box<dyn Searcher> {
    searcher_for(size, Uniform, EvenPriors, settings)
}
