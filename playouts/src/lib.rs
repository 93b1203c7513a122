//! Go knowledge: playout policies.
#![forbid(unsafe_code)]
