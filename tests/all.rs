//! All tests that need more than one crate, in one binary.

mod board_vs_reference;
mod conformance;
mod path_counts;
mod position_counts;
mod robustness;
mod rules;
