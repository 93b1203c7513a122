//! The classical searches, for any game of two players who see everything. They know nothing of Go.
//!
//! | search | for |
//! | --- | --- |
//! | [`minimax`] | the measure of the others |
//! | [`solve`] by [`Method::AlphaBeta`] | scores: iterative deepening with a table of positions |
//! | [`solve`] by [`Method::Mtdf`] | the same by questions of more or less |
//! | [`backtrack`] | goals by forced sequences |
//! | [`ProofNumberSearch`] | goals where the defence has many ways |
//! | [`score_by_proofs`] | scores by one of the last two |

#![forbid(unsafe_code)]

mod alpha_beta;
mod backtrack;
mod bounds_record;
mod budget;
mod conditions;
mod deepening;
mod dependence;
mod effort;
mod game;
mod minimax;
mod mtdf;
mod ordering;
mod proof;
mod proof_number;
mod table;
#[cfg(test)]
mod tests;
mod threshold;
mod value;

pub use alpha_beta::{AlphaBeta, Enhancements};
pub use backtrack::backtrack;
pub use budget::{Budget, OutOfBudget};
pub use deepening::{Method, SearchedScore, solve};
pub use game::{Bounds, Game, Goal, GoalStatus, Score, Scored};
pub use minimax::minimax;
pub use proof::Proof;
pub use proof_number::ProofNumberSearch;
pub use threshold::{AtLeast, ProvedScore, score_by_proofs};
