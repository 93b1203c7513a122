//! The playout, and the traits through which the search uses Go knowledge. The knowledge itself is
//! in other crates.

mod amaf_values;
mod evaluation;
mod expected_lead;
#[cfg(test)]
pub(crate) mod idle;
mod playout;
mod policy;
mod prior;

pub use amaf_values::AmafValues;
pub use evaluation::{Errors, Evaluation, Evaluations, Evaluator};
pub use playout::{Play, Playout, PlayoutLimits, PlayoutOutcome, Recorder};
pub use policy::PlayoutPolicy;
pub use prior::{Candidate, Prior, PriorKnowledge};

pub(crate) use expected_lead::expected_lead;
