//! The parameters of one side of a match, and the settings on which the results depend.

use assembly::compose;
use assembly::options::Options;
use assembly::parameters::{Assignment, PARAMETERS, ParameterValues};
use playouts::{Origin, Table};

/// Returns the parameters common to both sides, before any of them is changed for one side only.
/// Each side searches with one thread, because the available threads are used to run games in
/// parallel.
pub(crate) fn common(options: &Options) -> ParameterValues {
    let mut values = compose::parameter_values(options);
    values.player.search.threads = 1;
    values
}

/// Returns the common parameters, with these assignments applied.
pub(crate) fn with(common: &ParameterValues, assignments: &[Assignment]) -> ParameterValues {
    let mut values = *common;
    assignments.iter().for_each(|assignment| assignment.apply(&mut values));
    values
}

/// The settings on which the results of games depend, such as the board, the rules, the seed, the
/// move table and the common parameters. They do not include the number of games played in
/// parallel.
pub(crate) fn origin(task: &str, options: &Options, opening_moves: u16, seed: u64) -> Origin {
    let Options { size, komi, rules, policy, table, .. } = options;
    let table = match table {
        Some(table) => table.digest(),
        None => format!("built in, {}", Table::of_size(*size).digest()),
    };
    let origin = Origin::new(task)
        .with("size", size)
        .with("komi", komi)
        .with("rules", rules.name().map_or_else(|| format!("{rules:?}"), str::to_owned))
        .with("policy", format!("{policy:?}").to_lowercase())
        .with("table", table)
        .with("opening-moves", opening_moves)
        .with("seed", seed);
    with_common(origin, options)
}

/// Adds the common parameters to an origin.
pub(crate) fn with_common(origin: Origin, options: &Options) -> Origin {
    let common = common(options);
    PARAMETERS
        .iter()
        .fold(origin, |origin, parameter| origin.with(parameter.name, parameter.identity(&common)))
}

/// Adds to an origin those parameters of a side that differ from the common ones, each under the
/// name `SIDE NAME`.
pub(crate) fn with_side(
    origin: Origin,
    side: &str,
    values: &ParameterValues,
    common: &ParameterValues,
) -> Origin {
    // Files are read only if their names differ.
    let own = PARAMETERS.iter().filter(|parameter| parameter.get(values) != parameter.get(common));
    let own = own.map(|parameter| (parameter, parameter.identity(values)));
    let own = own.filter(|(parameter, identity)| *identity != parameter.identity(common));
    own.fold(origin, |origin, (parameter, identity)| {
        origin.with(format!("{side} {}", parameter.name), identity)
    })
}
