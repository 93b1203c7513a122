//! A choice between something inside the program, a file of the same kind, and nothing.
//!
//! Choices are copied freely, like all parameters of a player, so content that has been read from a
//! file is never freed.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::Mutex;
use playouts::digest_of;

/// The word for nothing.
const NONE: &str = "none";
/// The word for what is inside the program.
const BUILT_IN: &str = "built-in";

/// The content of a file.
pub(crate) struct Loaded<T> {
    /// The file.
    pub(crate) path: PathBuf,
    changed: Option<SystemTime>,
    /// Its content.
    pub(crate) content: Arc<T>,
}

/// The contents of all files of one kind that have been read.
pub(crate) struct AllLoaded<T: 'static>(Mutex<Vec<&'static Loaded<T>>>);

impl<T> AllLoaded<T> {
    /// No file has been read.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

/// What is chosen. By default, it is what is inside the program.
pub struct FileChoice<T: 'static>(Source<T>);

/// Where the chosen content comes from.
pub(crate) enum Source<T: 'static> {
    /// Nothing is chosen.
    Nowhere,
    /// The content inside the program.
    Program,
    /// A file.
    File(&'static Loaded<T>),
}

impl<T> FileChoice<T> {
    /// Nothing.
    pub const NONE: Self = Self(Source::Nowhere);

    /// The choice that this text names: `built-in`, `none`, or a file. A file that has been opened
    /// before and has not changed since is not opened again. A folder is opened each time, because
    /// the files in it can change without changing the folder's own modification time.
    ///
    /// # Errors
    /// Returns the problem with the file, as described by `open`.
    pub(crate) fn named(
        text: &str,
        all: &AllLoaded<T>,
        open: impl FnOnce(&Path) -> Result<T, String>,
    ) -> Result<Self, String> {
        match text {
            NONE => return Ok(Self::NONE),
            BUILT_IN => return Ok(Self::default()),
            _ => {}
        }
        let path = Path::new(text);
        let changed = path.metadata().and_then(|about| about.modified()).ok();
        let mut all = all.0.lock();
        let is_same = |one: &&&Loaded<T>| one.path == path && one.changed == changed;
        if let Some(known) = all.iter().find(is_same).filter(|_| !path.is_dir()) {
            return Ok(Self(Source::File(known)));
        }
        let loaded = Self::leaked(path.to_owned(), changed, open(path)?);
        all.push(loaded);
        Ok(Self(Source::File(loaded)))
    }

    /// Content that was made in memory.
    pub(crate) fn made(name: &str, content: T) -> Self {
        Self(Source::File(Self::leaked(PathBuf::from(name), None, content)))
    }

    fn leaked(path: PathBuf, changed: Option<SystemTime>, content: T) -> &'static Loaded<T> {
        Box::leak(Box::new(Loaded { path, changed, content: Arc::new(content) }))
    }

    /// Where the content comes from.
    pub(crate) fn source(self) -> Source<T> {
        self.0
    }

    /// Whether the choice is what is inside the program.
    pub fn is_built_in(self) -> bool {
        matches!(self.0, Source::Program)
    }

    /// The SHA-256 digest of the file as it is now, in hexadecimal, if one is chosen. A folder has
    /// none.
    pub fn digest(self) -> Option<String> {
        let Source::File(loaded) = self.0 else { return None };
        fs::read(&loaded.path).ok().map(|content| digest_of(&content))
    }

    /// The content of the file, if one is chosen.
    pub fn of_file(self) -> Option<&'static Arc<T>> {
        match self.0 {
            Source::File(loaded) => Some(&loaded.content),
            Source::Nowhere | Source::Program => None,
        }
    }
}

impl<T> Default for FileChoice<T> {
    fn default() -> Self {
        Self(Source::Program)
    }
}

// Derived, these would ask the same of the content.
impl<T> Clone for FileChoice<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FileChoice<T> {}

impl<T> Clone for Source<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Source<T> {}

impl<T> PartialEq for FileChoice<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Source::File(one), Source::File(other)) => ptr::eq(one, other),
            (Source::Nowhere, Source::Nowhere) | (Source::Program, Source::Program) => true,
            _ => false,
        }
    }
}

/// The text that names the choice.
impl<T> fmt::Display for FileChoice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Source::Nowhere => f.write_str(NONE),
            Source::Program => f.write_str(BUILT_IN),
            Source::File(loaded) => loaded.path.display().fmt(f),
        }
    }
}

impl<T> fmt::Debug for FileChoice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_is_read_again_if_another_one_has_taken_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let all = AllLoaded::new();
        let read = || {
            let open = |path: &Path| fs::read_to_string(path).map_err(|error| error.to_string());
            FileChoice::named(&path.display().to_string(), &all, open).unwrap()
        };
        let write = |text: &str, seconds: u64| {
            fs::write(&path, text).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        };
        let text = |choice: FileChoice<String>| choice.of_file().map(|text| text.to_string());
        write("one", 1);
        let one = read();
        assert_eq!(read(), one);
        write("two", 2);
        let two = read();
        assert_ne!(two, one);
        assert_eq!([one, two].map(text), ["one", "two"].map(|text| Some(text.to_owned())));
        assert_eq!(one.to_string(), two.to_string());
    }
}
