//! The folders of the user, as the environment names them.

use std::env;
use std::path::PathBuf;

/// The path in a variable of the environment. A variable without a value names none.
pub fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// The user's home.
pub fn home() -> Option<PathBuf> {
    named(if cfg!(windows) { "USERPROFILE" } else { "HOME" })
}
