//! All parameters, which may change during play, in one table.
//!
//! | module | contents |
//! | --- | --- |
//! | `values` | the values of all parameters |
//! | `row` | one parameter: its name, its range, and the field that it sets |
//! | `table` | the rows of all parameters |
//! | `lookup` | parameters by their names |
//! | `assignment` | a parameter with a new value |
//! | `arguments` | the command-line options that set parameters |
//! | `document` | the table in Markdown |
//!
//! Each parameter is named in only two places: the field that it sets, and its row of the table.
//! Options, protocol commands, dialogs, tuning and documentation are derived from the table. The
//! default values are those of the components to which the parameters belong.

mod arguments;
mod assignment;
mod document;
mod lookup;
mod row;
mod table;
mod values;

pub use assignment::Assignment;
pub use document::markdown;
pub use row::Parameter;
pub use table::PARAMETERS;
pub use values::ParameterValues;
