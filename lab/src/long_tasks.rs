//! The common parts of long tasks: threads, progress bars and result files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};

use assembly::options::Options;
use assembly::output_file::OutputFile;

use crate::output_lock::OutputLock;

pub(crate) use playouts::game_files::naming;

/// Creates a thread pool with as many threads as the options specify.
///
/// # Errors
/// If the system cannot start the threads.
pub(crate) fn pool(options: &Options) -> io::Result<ThreadPool> {
    pool_of(threads(options))
}

/// The number of threads that the options specify.
pub(crate) fn threads(options: &Options) -> usize {
    options.values.player.search.threads
}

fn pool_of(threads: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)
}

/// Shares jobs out among as many threads as the options specify. Each thread runs `work`, which
/// takes one job after another from its argument. After an error no thread finds another job.
///
/// # Errors
/// If the system cannot start the threads, or the first error of `work`.
pub(crate) fn share_out<J>(
    options: &Options,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(&dyn Fn() -> Option<J>) -> io::Result<()> + Sync,
) -> io::Result<()> {
    share_out_to(threads(options), jobs, |_, next| work(next))
}

/// Like [`share_out`], but with this number of threads. `work` also receives the number of its
/// thread, counting from 0.
///
/// # Errors
/// As for [`share_out`].
pub(crate) fn share_out_to<J>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(usize, &dyn Fn() -> Option<J>) -> io::Result<()> + Sync,
) -> io::Result<()> {
    let queue = Mutex::new(jobs);
    let next = || queue.lock().next();
    let results = pool_of(threads)?.broadcast(|thread| {
        work(thread.index(), &next).inspect_err(|_| queue.lock().by_ref().for_each(drop))
    });
    results.into_iter().collect()
}

/// Creates a progress bar for users at a terminal. It consists of the elapsed time, a message, the
/// bar, and `rest`, which is an indicatif template. If the output goes to a pipe or a file, nothing
/// is written.
pub(crate) fn bar(steps: u64, rest: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    let style = format!("{{elapsed_precise}} {{msg}} {{wide_bar}} {rest}");
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The file for the result of a task. It is created before the work begins, so that a file that
/// cannot be written, or that another run is going to write, is reported immediately.
#[derive(Debug)]
pub(crate) struct ResultFile {
    path: PathBuf,
    file: OutputFile,
    _lock: OutputLock,
}

impl ResultFile {
    /// Creates the file at `path`, or returns `None` if there is no path.
    ///
    /// # Errors
    /// If the file cannot be created, or another run is going to write it.
    pub(crate) fn create(path: Option<&Path>) -> io::Result<Option<Self>> {
        let create = |path: &Path| {
            let file = OutputFile::create(path).map_err(|error| naming(path, &error))?;
            let lock = OutputLock::take(path)?;
            Ok(Self { path: path.to_owned(), file, _lock: lock })
        };
        path.map(create).transpose()
    }

    /// Writes the whole text to the file, or to `output` if there is no file.
    ///
    /// # Errors
    /// If the text cannot be written.
    pub(crate) fn write(file: Option<Self>, output: &mut dyn Write, text: &str) -> io::Result<()> {
        match file {
            Some(file) => file.write_bytes(text.as_bytes()),
            None => output.write_all(text.as_bytes()),
        }
    }

    /// Writes a result, which need not be text, to the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_bytes(self, bytes: &[u8]) -> io::Result<()> {
        self.file.write(bytes).map_err(|error| naming(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_result_that_another_run_writes_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let first = ResultFile::create(Some(&path)).unwrap().unwrap();
        let error = ResultFile::create(Some(&path)).unwrap_err().to_string();
        assert!(error.ends_with("table.txt: another run is writing this file"), "{error}");
        first.write_bytes(b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
