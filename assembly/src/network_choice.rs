//! The network that a player uses, if any.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::sync::Arc;

use network::{Network, built_in};
use playouts::game_files::naming;

use crate::file_choice::{AllLoaded, FileChoice, Source};

/// All networks that have been read.
static LOADED: AllLoaded<Network> = AllLoaded::new();

/// The network that a player uses, or none. By default, it is the one inside the program.
pub type NetworkChoice = FileChoice<Network>;

impl NetworkChoice {
    /// The choice that this text names: `built-in`, `none`, or a file, which is read unless it has
    /// been read before and not changed since.
    ///
    /// # Errors
    /// Describes the problem with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        Self::named(text, &LOADED, |path| {
            Network::read(path).map_err(|error| format!("{text}: {error}"))
        })
    }

    /// A network that was made in memory.
    pub fn of(network: Network) -> Self {
        let name = network.name().to_owned();
        Self::made(&name, network)
    }

    /// The network, if there is one.
    pub fn network(self) -> Option<&'static Arc<Network>> {
        if self.is_built_in() { Some(built_in::network()) } else { self.of_file() }
    }

    /// The content of the network's file, if there is a network.
    ///
    /// # Errors
    /// Names the file that cannot be read.
    pub fn file(self) -> io::Result<Option<Cow<'static, [u8]>>> {
        Ok(match self.source() {
            Source::Nowhere => None,
            Source::Program => Some(Cow::Borrowed(built_in::FILE)),
            Source::File(loaded) => {
                let path = &loaded.path;
                Some(Cow::Owned(fs::read(path).map_err(|error| naming(path, &error))?))
            }
        })
    }
}
