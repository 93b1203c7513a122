//! Result files. Each file is first written beside its target and is renamed once it is complete.
//!
//! The old file stays unchanged until the new one is complete, so a full disk or a crash destroys
//! nothing. The target is checked when the file is created, before work on the contents begins.

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file being written.
#[derive(Debug)]
pub struct OutputFile {
    target: PathBuf,
    new: NamedTempFile,
}

impl OutputFile {
    /// Creates a file that will later become `target` or replace it.
    ///
    /// # Errors
    /// If the folder does not exist or is not writable, or if `target` exists but is something
    /// other than a plain file, such as a pipe, a device or a folder.
    pub fn create(target: &Path) -> io::Result<Self> {
        // A symbolic link is kept, and the file that it points to is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let known = expect_plain_file(&target)?;
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let new = builder.prefix(".mengxi-").tempfile_in(folder.unwrap_or(Path::new(".")));
        let new = new.map_err(|error| without_path(&error))?;
        if let Some(known) = known {
            new.as_file().set_permissions(known.permissions())?;
        }
        Ok(Self { target, new })
    }

    /// Writes the whole text and gives the file its final name.
    ///
    /// # Errors
    /// If the text cannot be written, for example because the disk is full. In that case the old
    /// file is left untouched.
    pub fn write(self, text: &[u8]) -> io::Result<()> {
        self.write_with(|file| file.write_all(text))
    }

    /// Lets `write` write the text, piece by piece, and gives the file its final name.
    ///
    /// # Errors
    /// If the text cannot be written, or the error of `write`. In both cases the old file is left
    /// untouched.
    pub fn write_with(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        write(&mut self.new)?;
        self.new.flush()?;
        // Otherwise a crash of the machine could leave the new name with an empty file.
        self.new.as_file().sync_all()?;
        self.new.persist(&self.target).map_err(|error| error.error)?;
        Ok(())
    }
}

/// The error without the path of the temporary file, whose name says nothing to anybody.
fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    let problem = text.split_once(" at path ").map_or(text.as_str(), |(problem, _)| problem);
    io::Error::new(error.kind(), problem)
}

/// The metadata of the plain file at `path`, or `None` if nothing is there.
///
/// # Errors
/// If something other than a plain file is there, such as a folder, a pipe or a device.
pub fn expect_plain_file(path: &Path) -> io::Result<Option<Metadata>> {
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        let problem = "a plain file was expected, no folder, pipe or device";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "old").unwrap();
        let file = OutputFile::create(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        OutputFile::create(&path).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["game.sgf"], "nothing is left beside it");
    }

    #[test]
    fn a_target_that_cannot_be_had_is_found_out_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let error = OutputFile::create(&folder.path().join("none/t.txt")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("mengxi-"), "{error}");
        let error = OutputFile::create(folder.path()).unwrap_err().to_string();
        assert!(error.contains("a plain file was expected"), "{error}");
        #[cfg(unix)]
        assert!(OutputFile::create(Path::new("/dev/null")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        OutputFile::create(&link).unwrap().write(b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
