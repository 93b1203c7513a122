//! Locks on the results of long tasks, so that no two runs write the same file.
//!
//! A result is written beside its file and renamed, so the lock cannot be on that file. It is on an
//! empty file beside it, which is removed at the end. The system ends a lock together with its
//! process, whatever ends that; the empty file that a crash leaves locks nothing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use playouts::game_files::naming;

/// What follows the name of a result in that of its lock.
const ENDING: &str = ".mengxi-lock";

/// A lock on a result. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct OutputLock {
    path: PathBuf,
    /// The lock lasts as long as this file is open.
    _file: File,
}

impl OutputLock {
    /// Locks the result at `target`, which need not exist yet.
    ///
    /// # Errors
    /// If another run has locked it, or nothing can be created beside it.
    pub(crate) fn take(target: &Path) -> io::Result<Self> {
        Self::beside(target).map_err(|error| naming(target, &error))
    }

    fn beside(target: &Path) -> io::Result<Self> {
        // A link to a file has the same lock as the file.
        let path = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut name = path.into_os_string();
        name.push(ENDING);
        let path = PathBuf::from(name);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        // If the file system does not support locks, there is none.
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        // Another run that was just ending may have removed the file after it was opened here.
        if is_taken || !path.exists() {
            return Err(io::Error::other("another run is writing this file"));
        }
        Ok(Self { path, _file: file })
    }
}

/// Removes the file while it is still locked, so that nobody locks it before it vanishes.
impl Drop for OutputLock {
    fn drop(&mut self) {
        fs::remove_file(&self.path).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time_has_the_lock_and_nothing_is_left_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("nine.book");
        let lock = OutputLock::take(&target).unwrap();
        let error = OutputLock::take(&target).unwrap_err().to_string();
        assert!(error.ends_with("nine.book: another run is writing this file"), "{error}");
        assert!(OutputLock::take(&folder.path().join("other.book")).is_ok());
        drop(lock);
        // As a crash leaves it.
        fs::write(folder.path().join("nine.book.mengxi-lock"), "").unwrap();
        drop(OutputLock::take(&target).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let error = OutputLock::take(&folder.path().join("none/book")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_has_the_lock_of_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["nine.book", "link"].map(|name| folder.path().join(name));
        fs::write(&target, "").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let _lock = OutputLock::take(&target).unwrap();
        assert!(OutputLock::take(&link).is_err());
    }
}
