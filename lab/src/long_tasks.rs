//! What tasks have in common that take long: threads, progress, and files that cannot be written.

use std::io;
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use assembly::options::Options;

/// As many threads as the options ask for: of games at once, or of what else a task does.
///
/// # Errors
/// Where the system has no threads left.
pub(crate) fn pool(options: &Options) -> io::Result<ThreadPool> {
    let threads = options.values.player.search.threads;
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)
}

/// Tells a person who waits how far a task is: the time, a message, a bar, and at its end what `rest`,
/// a template of indicatif, makes of the steps. A pipe or a file is told nothing.
pub(crate) fn bar(steps: u64, rest: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    let style = format!("{{elapsed_precise}} {{msg}} {{wide_bar}} {rest}");
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// An error of a file or folder that names it.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
