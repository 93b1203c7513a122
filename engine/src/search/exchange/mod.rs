//! The exchange between ranks: searches of the same game, on several machines or in one process.
//! Each rank has a tree of its own and sends its results to the others.
//!
//! | file | contents |
//! | --- | --- |
//! | `wire` | the encoding of numbers |
//! | `move_number` | moves as numbers |
//! | `message` | the messages of a rank, and their encoding |
//! | `node_news`, `evaluated_node` | the parts of a message on one node |
//! | `outcomes` | the part of a message on scores and owners |
//! | `ledger` | the rank's own results, kept apart from those that others have sent |
//! | `post` | the trait of a carrier of messages |
//! | `correspondence` | the post, the root, and the numbers of messages |
//! | `playout_exchange` | sends and merges the results of a search with playouts |
//! | `planting` | creates nodes that so far exist only in the trees of others |
//! | `virtual_ranks` | ranks in one process that take turns, in simulated time |
//! | `rank_settings` | the settings of these ranks |
//! | `simulated_time` | the clock and the connections of these ranks |
//! | `votes` | ranks that send nothing and vote at the end |
//!
//! The counterpart of `playout_exchange` for the search with a network is
//! `puct/network_exchange.rs`. Nothing here opens a connection: a search is given a [`Post`].

mod correspondence;
mod evaluated_node;
mod ledger;
mod message;
mod move_number;
mod node_news;
mod outcomes;
mod planting;
mod playout_exchange;
mod post;
mod rank_settings;
mod simulated_time;
mod virtual_ranks;
mod votes;
mod wire;

pub(super) use correspondence::Correspondence;
pub(super) use evaluated_node::EvaluatedNode;
pub(super) use message::{Body, RootKey, Sender};
pub(super) use move_number::{MoveNumber, number, number_at, point};
pub(super) use outcomes::{OutcomeSums, OwnerCounts};
pub(super) use planting::Planting;
pub(super) use playout_exchange::PlayoutExchange;
pub use post::{Post, RankId};
pub use rank_settings::RankSettings;
pub use virtual_ranks::VirtualRanks;

#[cfg(all(test, not(loom)))]
mod tests;
