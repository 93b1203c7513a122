//! Evaluation outside this crate, for example by another process that uses a graphics card.

use std::sync::atomic::AtomicBool;

use engine::vocabulary::BoardSize;

use crate::evaluation::RawOutputs;

/// Evaluates the inputs of a network, for many threads at a time.
pub trait Elsewhere: Send + Sync {
    /// Evaluates a position, given its planes, all of a point side by side, from the top left, and
    /// its global inputs. Returns `None` if `stop` is set meanwhile, or it is no longer possible.
    fn evaluate(
        &self,
        size: BoardSize,
        planes: &[f32],
        globals: &[f32],
        stop: &AtomicBool,
    ) -> Option<RawOutputs>;
}

/// The number of raw outputs of each kind that a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputCounts {
    /// Logits of each move, among them a pass.
    pub policies: usize,
    /// Outputs about the score.
    pub scores: usize,
}
