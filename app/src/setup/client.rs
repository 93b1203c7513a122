//! The clients: where their configuration is, and what is entered there.

use std::path::PathBuf;

use assembly::user_folders::{home, named};
use clap::ValueEnum;

use super::entries;

/// A client for which the program can be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Client {
    /// GoGui 1.6 or newer.
    Gogui,
    /// Sabaki.
    Sabaki,
    /// KaTrain; replaces KataGo.
    Katrain,
    /// LizzieYzy.
    Lizzieyzy,
    /// gtp2ogs, which plays on the server OGS.
    Gtp2ogs,
    /// The client of the Computer Go Server.
    Cgos,
}

impl Client {
    /// The configuration file in its usual place, if there is one.
    pub(super) fn file(self) -> Option<PathBuf> {
        match self {
            Self::Gogui => Some(home()?.join(".gogui-prefs")),
            Self::Sabaki => Some(electron_folder(home()?)?.join("Sabaki/settings.json")),
            Self::Katrain => Some(home()?.join(".katrain/config.json")),
            Self::Lizzieyzy => None,
            Self::Gtp2ogs => Some("mengxi.json5".into()),
            Self::Cgos => Some("mengxi.cfg".into()),
        }
    }

    /// Where the file is if its usual place is not known.
    pub(super) fn where_to_look(self) -> &'static str {
        match self {
            Self::Lizzieyzy => {
                "the file is config.txt, in the folder from which LizzieYzy is started"
            }
            _ => "the home folder is not known",
        }
    }

    /// What a person enters, or the whole configuration if it is a file of our own.
    pub(super) fn instructions(self, program: &str) -> String {
        match self {
            Self::Gogui => format!(
                "In GoGui, choose Program > New Program... and enter\n\n    {}\n",
                entries::quoted(program)
            ),
            Self::Sabaki => format!(
                "In Sabaki, choose Engines > Show Engines Sidebar, Attach Engine..., Manage \
                 Engines..., Add:\n\n    path       {program}\n    arguments  {}\n",
                entries::SABAKI_ARGUMENTS
            ),
            Self::Katrain => format!(
                "In KaTrain, choose General & Engine Settings (F8) and set\n\n    \
                 Path to KataGo executable  {program}\n"
            ),
            Self::Lizzieyzy => format!(
                "In LizzieYzy, choose Engine > Manage engines and add a row with the command\n\n    \
                 {}\n",
                entries::quoted(program)
            ),
            Self::Gtp2ogs => entries::gtp2ogs(program),
            Self::Cgos => entries::cgos(program),
        }
    }

    /// The text of the configuration with an entry for the program, given the old text, if there
    /// is any. Returns `None` if it has one already.
    ///
    /// # Errors
    /// If the old text is not understood, or if the client must make its file first.
    pub(super) fn changed(
        self,
        old: Option<&str>,
        program: &str,
    ) -> Result<Option<String>, String> {
        match (self, old) {
            (Self::Gogui, old) => Ok(entries::gogui(old.unwrap_or_default(), program)),
            (Self::Sabaki, old) => entries::sabaki(old.unwrap_or("{}"), program),
            (Self::Katrain | Self::Lizzieyzy, None) => {
                Err("start the client once, so that it makes this file".to_owned())
            }
            (Self::Katrain, Some(old)) => entries::katrain(old, program),
            (Self::Lizzieyzy, Some(old)) => entries::lizzieyzy(old, program),
            (Self::Gtp2ogs | Self::Cgos, Some(_)) => {
                Err("a new file was expected; name another one with --file".to_owned())
            }
            (Self::Gtp2ogs, None) => Ok(Some(entries::gtp2ogs(program))),
            (Self::Cgos, None) => Ok(Some(entries::cgos(program))),
        }
    }
}

/// The folder in which programs made with Electron keep their settings.
fn electron_folder(home: PathBuf) -> Option<PathBuf> {
    if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        Some(home.join("Library/Application Support"))
    } else {
        Some(named("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")))
    }
}
