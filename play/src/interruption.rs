//! The system's requests to end the program.

use std::io;

/// Starts to catch requests to end the program, and returns a function that says whether there has
/// been one. A second request ends the program at once.
///
/// # Errors
/// If the requests cannot be caught.
#[cfg(unix)]
pub(crate) fn watch() -> io::Result<impl Fn() -> bool + Send + 'static> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;

    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // The order matters: the first signal finds the flag unset.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&asked))?;
        flag::register(signal, Arc::clone(&asked))?;
    }
    Ok(move || asked.load(Ordering::Relaxed))
}

/// There are no such requests here.
#[cfg(not(unix))]
pub(crate) fn watch() -> io::Result<impl Fn() -> bool + Send + 'static> {
    Ok(|| false)
}
