//! What long tasks have in common: threads, progress, and the files that take their results.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use assembly::options::Options;
use assembly::output_file::OutputFile;

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

/// A file that takes the result of a task. It is made before the work begins, so that a target that
/// cannot be had is found out at once.
#[derive(Debug)]
pub(crate) struct ResultFile {
    path: PathBuf,
    file: OutputFile,
}

impl ResultFile {
    /// The file at `path`, or `None` where no file is asked for.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub(crate) fn create(path: Option<&Path>) -> io::Result<Option<Self>> {
        let create = |path: &Path| {
            let file = OutputFile::create(path).map_err(|error| about(path, &error))?;
            Ok(Self { path: path.to_owned(), file })
        };
        path.map(create).transpose()
    }

    /// Writes the whole text to the file, or to `output` where there is no file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(crate) fn write(file: Option<Self>, output: &mut impl Write, text: &str) -> io::Result<()> {
        match file {
            Some(Self { path, file }) => {
                file.write(text.as_bytes()).map_err(|error| about(&path, &error))
            }
            None => output.write_all(text.as_bytes()),
        }
    }
}
