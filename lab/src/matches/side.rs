//! What one side of a match plays with: the options, and parameters of its own.

use assembly::compose;
use assembly::options::Options;
use assembly::parameters::{Assignment, ParameterValues};

/// The parameters of a side that has only those of the options. It searches with one thread, as
/// the threads are there for games at once.
pub(crate) fn common(options: &Options) -> ParameterValues {
    let mut values = compose::parameter_values(options);
    values.player.search.threads = 1;
    values
}

/// The same with some parameters set.
pub(crate) fn with(common: &ParameterValues, assignments: &[Assignment]) -> ParameterValues {
    let mut values = *common;
    assignments.iter().for_each(|assignment| assignment.apply(&mut values));
    values
}
