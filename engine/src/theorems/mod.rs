//! Rules generalised from proofs: learned, checked and matched against positions.
//!
//! Elsewhere, "rules" means the rules of Go. Here, rules are theorems about positions.

mod aim;
mod book;
mod index;
mod learning;
mod outsides;
mod pattern;
mod rule;
mod safety;
mod strategy;
#[cfg(test)]
mod tests;
mod text;

pub use aim::{ByRules, Subject};
pub use book::{BookError, Firing, RuleBook};
pub use learning::{Coverage, Lesson, RuleLimits};
pub use rule::{Rule, RuleGoal};
pub use safety::Safety;
pub use text::RuleError;
