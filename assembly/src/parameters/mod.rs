//! What may change in play: one table of parameters.
//!
//! | module | holds |
//! | --- | --- |
//! | `values` | the values of all parameters |
//! | `row` | one parameter: its name, its values, and the field that it sets |
//! | `table` | the rows of all parameters |
//! | `assignment` | a parameter with a value that it takes |
//! | `arguments` | the options that set parameters |
//! | `document` | the table in Markdown |
//!
//! A row is the only place that names a parameter besides the field where it acts. Options, protocol
//! commands, dialogs, tuning and documents go through the table. The defaults are those of the
//! components.

mod arguments;
mod assignment;
mod document;
mod row;
mod table;
mod values;

pub use assignment::Assignment;
pub use document::markdown;
pub use row::Parameter;
pub use table::PARAMETERS;
pub use values::ParameterValues;
