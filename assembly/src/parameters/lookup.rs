//! Parameters by their names.

use super::row::Parameter;
use super::table::PARAMETERS;

impl Parameter {
    /// The parameter with this name, if it exists.
    pub fn find(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|parameter| parameter.name == name)
    }

    /// The parameter with this name.
    ///
    /// # Errors
    /// If no parameter has this name, returns a message that lists the names of all parameters.
    pub fn named(name: &str) -> Result<&'static Self, String> {
        Self::find(name).ok_or_else(|| {
            let names: Vec<&str> = PARAMETERS.iter().map(|known| known.name).collect();
            format!("expected one of {}, got '{name}'", names.join(", "))
        })
    }
}
