//! Analysis for controllers: the options for a report, and the dialects in which it is written.

mod dialect;
mod options;
mod pv_lines;

pub(crate) use dialect::Dialect;
pub(crate) use options::AnalysisOptions;
pub(crate) use pv_lines::pv_lines;
