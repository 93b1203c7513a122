//! Principal variation search for playing in real time: fast and selective, with a table shared by
//! several threads.
//!
//! [`AlphaBeta`](super::AlphaBeta) proves scores and never guesses. This search does the opposite:
//! it looks deeper where that seems to matter, and cuts where an answer seems clear. A game opts in
//! by implementing [`Selective`]. All guesses can be switched off in [`Selectivity`]; the search
//! then returns the score of [`minimax`](super::minimax()) to the same depth.
//!
//! Repetitions depend on the path to a position, but the table knows only the position. Each value
//! therefore records the earliest position on the path that it depends on. A value that depends on
//! a position before its own is not stored; only its best move is. Two bounds are stored all the
//! same, because no repetition can have caused them: a lower bound above the value of every
//! repetition, and an upper bound below it. What remains is that a stored estimate may overlook a
//! repetition of positions on another path. A score marked as exact is right on every path.
//!
//! Between two searches, a game may go through a position again, so that its next repetition
//! counts. What the first search has stored is used all the same, because forgetting it would cost
//! more than the rare mistake: the principal variation takes no answers from the table, and its
//! positions are checked for repetitions one by one.

mod answer;
mod cuts;
mod order;
mod root;
mod root_move;
mod search;
mod selective;
mod shared_table;
mod stored;
mod thinker;
mod value;

pub use root_move::RootMove;
pub use selective::{ProbCut, Selective, Selectivity};
pub use shared_table::{BoundKind, SharedTable, Stored};
pub use thinker::{Limits, Thinker, Thought};
