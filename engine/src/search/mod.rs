//! The tree searches, in a tree that all threads share without locks: UCT with playouts (Kocsis and
//! Szepesvári, 2006), generic over the playouts, and PUCT with a network, in the folder `puct`.
//!
//! A [`Search`] or [`NetworkSearch`] keeps its tree from move to move. Given the current game, it
//! determines how the game has continued since the last search, and searches until a limit is
//! reached.

mod amaf;
mod atomics;
mod count;
mod edge;
mod edge_point;
mod ending;
mod exchange;
mod hash_filter;
mod limits;
mod link;
#[cfg(all(test, loom))]
mod loom_tests;
mod move_list;
mod ownership;
mod params;
mod path;
mod puct;
mod report;
mod request;
mod root;
mod root_statistics;
mod rounds;
mod searcher;
mod select;
mod shortage;
mod standing;
mod stats;
mod stopping;
mod sum;
mod summary;
mod threads;
mod tree;
mod tree_search;
mod worker;

pub use exchange::{Post, RankId, RankSettings, VirtualRanks};
pub use limits::SearchLimits;
pub use params::SearchParams;
pub use puct::{NetworkSearch, PuctParams};
pub use report::{MoveReport, PLAYOUTS_A_VISIT, Ply, SearchReport, ownership_deviations};
pub use request::{Restriction, SearchRequest, Watch};
pub use searcher::{SearchSettings, Searcher};
pub use shortage::MemoryShortage;
pub use tree_search::{Search, searcher_for};
