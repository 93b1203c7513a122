//! Neural networks on the CPU: files of weights, inputs, and evaluation.
//!
//! | module | contents |
//! | --- | --- |
//! | [`model`] | a network as data |
//! | [`built_in`] | the network inside the program |
//! | [`files`] | networks in files: KataGo's format and the project's own |
//! | [`quantisation`] | conversion of a network to integers |
//! | [`inputs`] | the inputs for a position |
//! | [`dispatch`] | the choice of the processor's instruction set at run time |
//! | `activation` | the functions between the layers |
//! | [`elsewhere`] | evaluation outside this crate |
//! | `dense` | the product of a few values with a matrix |
//! | `grid` | the cells of a board in memory |
//! | `rotation` | rotary positions of attention |
//! | `float` | evaluation in floats |
//! | `integer` | evaluation in integers, with the same bits on every processor |
//! | `multiplications` | the number of multiplications of an evaluation |
//! | [`evaluation`] | the outputs, raw and in terms of the game |
//! | `network` | a network ready for evaluation, and the evaluator of one thread |
//! | `cache` | a cache of evaluations |
//! | `evaluations` | evaluations for a search |

mod activation;
pub mod built_in;
mod cache;
mod dense;
pub mod dispatch;
pub mod elsewhere;
pub mod evaluation;
mod evaluations;
pub mod files;
mod float;
mod grid;
pub mod inputs;
mod integer;
pub mod model;
mod multiplications;
mod network;
pub mod quantisation;
mod rotation;

pub use crate::cache::Cache;
pub use crate::evaluations::NetworkEvaluations;
pub use crate::integer::Unsupported;
pub use crate::multiplications::Multiplications;
pub use crate::network::{Evaluator, Network};
