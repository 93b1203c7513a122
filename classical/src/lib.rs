//! Classical searches for any two-player game with perfect information. They are independent of Go.
//!
//! | search | used for |
//! | --- | --- |
//! | [`minimax()`] | checking the results of the other searches |
//! | [`solve`] with [`Method::AlphaBeta`] | scores (iterative deepening, transposition table) |
//! | [`solve`] with [`Method::Mtdf`] | scores (null-window searches) |
//! | [`backtrack()`] | goals reached by forced sequences |
//! | [`ProofNumberSearch`] | goals where the defender has many options |
//! | [`Thinker`] | playing in real time (principal variation search, selective, several threads) |
//! | [`divide()`] | playing with a number of positions instead of a depth |
//! | [`score_by_proofs`] | scores (by proofs with `backtrack` or `ProofNumberSearch`) |

#![forbid(unsafe_code)]

mod alpha_beta;
mod backtrack;
mod bounds_record;
mod budget;
mod conditions;
mod deepening;
mod dependence;
mod divide;
mod effort;
mod game;
mod killers;
mod minimax;
mod mtdf;
mod ordering;
mod principal;
mod proof;
mod proof_number;
mod repetition;
mod table;
#[cfg(test)]
mod tests;
mod threshold;
mod value;
mod won;

pub use alpha_beta::{AlphaBeta, Enhancements};
pub use backtrack::backtrack;
pub use budget::{Budget, OutOfBudget};
pub use deepening::{Method, SearchedScore, solve};
pub use divide::{Divided, divide};
pub use game::{Bounds, Game, Goal, GoalStatus, Score, Scored};
pub use minimax::{minimax, minimax_after};
pub use principal::{
    BoundKind, Limits, ProbCut, RootMove, Selective, Selectivity, SharedTable, Stored, Thinker,
    Thought,
};
pub use proof::Proof;
pub use proof_number::ProofNumberSearch;
pub use threshold::{AtLeast, ProvedScore, score_by_proofs};
pub use won::moves_to_end;
