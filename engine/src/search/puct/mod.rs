//! The search with a network: PUCT in a tree that all threads share without locks. Each simulation
//! evaluates one position.
//!
//! It follows the search of KataGo (Wu, Accelerating self-play learning in Go, 2019, and
//! `docs/KataGoMethods.md`), by which it is measured.

mod adding;
mod backup;
mod bias;
mod choice;
mod edge;
mod evaluators;
mod expansion;
mod float;
mod ghosts;
mod network_exchange;
mod network_search;
mod node;
mod owners;
mod params;
mod peers;
mod report;
mod root;
mod select;
mod utility;
mod worker;

pub use network_search::NetworkSearch;
pub use params::PuctParams;
