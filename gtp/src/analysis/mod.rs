//! Analysis as controllers ask for it and read it: what is wanted of a report, and its dialects.

mod dialect;
mod options;
mod pv_lines;

pub(crate) use dialect::Dialect;
pub(crate) use options::AnalysisOptions;
pub(crate) use pv_lines::pv_lines;
