//! The network that a player uses, if any.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;
use std::time::SystemTime;

use network::{Network, built_in};
use parking_lot::Mutex;
use playouts::game_files::about;

/// The word for no network.
const NONE: &str = "none";
/// The word for the network inside the program.
const BUILT_IN: &str = "built-in";

/// A network read from a file. It is never freed, because players are copied freely.
struct Loaded {
    path: PathBuf,
    changed: Option<SystemTime>,
    network: Arc<Network>,
}

/// All networks that have been read.
static LOADED: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

/// The network that a player uses, or none. By default, it is the one inside the program.
#[derive(Clone, Copy, Default)]
pub struct NetworkChoice(Source);

/// Where a network comes from.
#[derive(Clone, Copy, Default)]
enum Source {
    Nowhere,
    #[default]
    Program,
    File(&'static Loaded),
}

impl NetworkChoice {
    /// No network.
    pub const NONE: Self = Self(Source::Nowhere);

    /// The choice that this text names: `built-in`, `none`, or a file, which is read unless it has
    /// been read before and not changed since.
    ///
    /// # Errors
    /// Describes the problem with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        match text {
            NONE => return Ok(Self::NONE),
            BUILT_IN => return Ok(Self(Source::Program)),
            _ => {}
        }
        let path = Path::new(text);
        let changed = path.metadata().and_then(|about| about.modified()).ok();
        let mut all = LOADED.lock();
        let known = all.iter().find(|one| one.path == path && one.changed == changed);
        if let Some(known) = known {
            return Ok(Self(Source::File(known)));
        }
        let network = Network::read(path).map_err(|error| format!("{text}: {error}"))?;
        let loaded = Loaded { path: path.to_owned(), changed, network: Arc::new(network) };
        let loaded: &'static Loaded = Box::leak(Box::new(loaded));
        all.push(loaded);
        Ok(Self(Source::File(loaded)))
    }

    /// A network that was made in memory.
    pub fn of(network: Network) -> Self {
        let path = PathBuf::from(network.name());
        let loaded = Loaded { path, changed: None, network: Arc::new(network) };
        Self(Source::File(Box::leak(Box::new(loaded))))
    }

    /// The network, if there is one.
    pub fn network(self) -> Option<&'static Arc<Network>> {
        match self.0 {
            Source::Nowhere => None,
            Source::Program => Some(built_in::network()),
            Source::File(loaded) => Some(&loaded.network),
        }
    }

    /// The content of the network's file, if there is a network.
    ///
    /// # Errors
    /// Names the file that cannot be read.
    pub fn file(self) -> io::Result<Option<Cow<'static, [u8]>>> {
        Ok(match self.0 {
            Source::Nowhere => None,
            Source::Program => Some(Cow::Borrowed(built_in::FILE)),
            Source::File(Loaded { path, .. }) => {
                Some(Cow::Owned(fs::read(path).map_err(|error| about(path, &error))?))
            }
        })
    }
}

impl PartialEq for NetworkChoice {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Source::File(one), Source::File(other)) => ptr::eq(one, other),
            (Source::Nowhere, Source::Nowhere) | (Source::Program, Source::Program) => true,
            _ => false,
        }
    }
}

/// The text that [`NetworkChoice::read`] takes.
impl fmt::Display for NetworkChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Source::Nowhere => f.write_str(NONE),
            Source::Program => f.write_str(BUILT_IN),
            Source::File(loaded) => loaded.path.display().fmt(f),
        }
    }
}

impl fmt::Debug for NetworkChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
