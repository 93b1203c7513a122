//! The evaluators of a search, which are kept from one search to the next.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::knowledge::{Evaluations, Evaluator};

/// Evaluators that are lent to threads, as many as are needed at the same time.
pub(super) struct Evaluators {
    source: Arc<dyn Evaluations>,
    idle: Mutex<Vec<Box<dyn Evaluator>>>,
}

impl Evaluators {
    pub(super) fn new(source: Arc<dyn Evaluations>) -> Self {
        Self { source, idle: Mutex::new(Vec::new()) }
    }

    /// Runs `work` with an evaluator of its own.
    pub(super) fn lend<R>(&self, work: impl FnOnce(&mut dyn Evaluator) -> R) -> R {
        let idle = self.idle.lock().pop();
        let mut evaluator = idle.unwrap_or_else(|| self.source.evaluator());
        let result = work(&mut *evaluator);
        self.idle.lock().push(evaluator);
        result
    }

    /// Whether evaluations come with their errors.
    pub(super) fn estimate_errors(&self) -> bool {
        self.source.estimates_errors()
    }

    /// Forgets earlier evaluations.
    pub(super) fn forget(&self) {
        self.source.forget();
    }
}
