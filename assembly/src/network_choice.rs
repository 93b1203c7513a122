//! The network that a player uses, if any.

use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;
use std::time::SystemTime;

use network::Network;
use parking_lot::Mutex;

/// The word for no network.
const NONE: &str = "none";

/// A network read from a file. It is never freed, because players are copied freely.
struct Loaded {
    path: PathBuf,
    changed: Option<SystemTime>,
    network: Arc<Network>,
}

/// All networks that have been read.
static LOADED: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

/// The network that a player uses, or none.
#[derive(Clone, Copy, Default)]
pub struct NetworkChoice(Option<&'static Loaded>);

impl NetworkChoice {
    /// The choice that this text names: `none`, or a file, which is read unless it has been read
    /// before and not changed since.
    ///
    /// # Errors
    /// Describes the problem with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        if text == NONE {
            return Ok(Self(None));
        }
        let path = Path::new(text);
        let changed = path.metadata().and_then(|about| about.modified()).ok();
        let mut all = LOADED.lock();
        let known = all.iter().find(|one| one.path == path && one.changed == changed);
        if let Some(known) = known {
            return Ok(Self(Some(known)));
        }
        let network = Network::read(path).map_err(|error| format!("{text}: {error}"))?;
        let loaded = Loaded { path: path.to_owned(), changed, network: Arc::new(network) };
        let loaded: &'static Loaded = Box::leak(Box::new(loaded));
        all.push(loaded);
        Ok(Self(Some(loaded)))
    }

    /// A network that was made in memory.
    pub fn of(network: Network) -> Self {
        let path = PathBuf::from(network.name());
        let loaded = Loaded { path, changed: None, network: Arc::new(network) };
        Self(Some(Box::leak(Box::new(loaded))))
    }

    /// The network, if there is one.
    pub fn network(self) -> Option<&'static Arc<Network>> {
        self.0.map(|loaded| &loaded.network)
    }

    /// The path of its file.
    pub fn path(self) -> Option<&'static Path> {
        self.0.map(|loaded| loaded.path.as_path())
    }
}

impl PartialEq for NetworkChoice {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Some(one), Some(other)) => ptr::eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

/// The text that [`NetworkChoice::read`] takes.
impl fmt::Display for NetworkChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path() {
            Some(path) => path.display().fmt(f),
            None => f.write_str(NONE),
        }
    }
}

impl fmt::Debug for NetworkChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
