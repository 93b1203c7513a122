//! Rules learned from proofs, and what they say about positions.

mod aim;
mod book;
mod index;
mod learning;
pub(super) mod outsides;
mod pattern;
mod rule;
#[cfg(test)]
mod tests;
mod text;

pub use aim::{ByRules, Subject};
pub use book::{BookError, Firing, RuleBook};
pub use learning::{Coverage, Lesson, RuleLimits};
pub use rule::{Rule, RuleGoal};
pub use text::RuleError;
