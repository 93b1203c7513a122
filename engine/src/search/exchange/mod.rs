//! The exchange between ranks: searches of the same game, on other machines or in the same process,
//! that each have a tree of their own and tell one another what they find out.
//!
//! | file | contents |
//! | --- | --- |
//! | `wire` | numbers in bytes |
//! | `move_number` | moves as numbers |
//! | `message` | what a rank tells, and its form in bytes |
//! | `node_news`, `evaluated_node` | the parts of a message on one node |
//! | `outcomes` | the part of a message on scores and owners |
//! | `ledger` | what is a rank's own, and what others have told |
//! | `post` | the trait of whatever carries messages |
//! | `correspondence` | the post, the root, and the numbers of messages |
//! | `playout_exchange` | the two ways between a tree of playouts and messages |
//! | `planting` | nodes that others have and this tree has not |
//! | `virtual_ranks` | ranks in one process that take turns, in simulated time |
//! | `rank_settings` | the settings of these ranks |
//! | `simulated_time` | the clock and the lines of these ranks |
//! | `votes` | ranks that tell nothing and vote at the end |
//!
//! The search with a network has its own two ways, in `puct/network_exchange.rs`. Nothing here opens
//! a connection: a [`Post`] is given to a search.

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
pub(super) use message::{Body, RootKey};
pub(super) use move_number::{MoveNumber, number, number_at, point};
pub(super) use outcomes::{OutcomeSums, OwnerCounts};
pub(super) use planting::Planting;
pub(super) use playout_exchange::PlayoutExchange;
pub use post::{Post, RankId};
pub use rank_settings::RankSettings;
pub use virtual_ranks::VirtualRanks;

#[cfg(all(test, not(loom)))]
mod tests;
