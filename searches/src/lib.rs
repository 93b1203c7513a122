//! The searches with playouts: one for each policy, compiled for each size of board.
//!
//! The tree and the policies are generic, so the code of a search is made where the two meet. That
//! takes longer than everything that uses a search, and is therefore done here and nowhere else.

use engine::search::{SearchSettings, Searcher, searcher_for};
use engine::vocabulary::BoardSize;
use playouts::{EvenPriors, Heavy, LearnedPriors, Rates, Table, Uniform, Weights};

/// A search whose playouts follow rules of shape and tactics, and which tries likely moves first.
///
/// `rates` tell how often the playouts follow each rule, and `weights` how much what is learned
/// about moves counts. `table` holds what is learned; `None` stands for what was learned for boards
/// of this size.
pub fn heavy(
    size: BoardSize,
    rates: Rates,
    (weights, table): (Weights, Option<&'static Table>),
    settings: SearchSettings,
) -> Box<dyn Searcher> {
    searcher_for(size, Heavy::new(rates), LearnedPriors::new(weights, table), settings)
}

/// A search whose playouts play any move that does not fill an eye, and to which all moves are alike
/// at first.
pub fn uniform(size: BoardSize, settings: SearchSettings) -> Box<dyn Searcher> {
    searcher_for(size, Uniform, EvenPriors, settings)
}
