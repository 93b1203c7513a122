//! The values of all parameters.

use std::num::NonZeroUsize;
use std::thread;

use engine::player::PlayerSettings;

use crate::knowledge::{Knowledge, PolicyName};

/// What the parameters change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterValues {
    /// How the player plays.
    pub player: PlayerSettings,
    /// What it knows of Go.
    pub knowledge: Knowledge,
    /// Whether a running search is drawn on the board of a window.
    pub live_graphics: bool,
}

/// The values of the components, and one thread for each processor.
impl Default for ParameterValues {
    fn default() -> Self {
        let mut player = PlayerSettings::default();
        player.search.threads = processors();
        Self { player, knowledge: Knowledge::of(PolicyName::Heavy), live_graphics: false }
    }
}

/// The processors that the program may use.
pub(super) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
