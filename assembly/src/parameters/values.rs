//! The values of all parameters.

use std::num::NonZeroUsize;
use std::thread;

use engine::player::PlayerSettings;

use crate::knowledge::{Knowledge, PolicyName};
use crate::openings::OpeningChoice;

/// The values of all parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterValues {
    /// The settings of the player.
    pub player: PlayerSettings,
    /// The player's Go knowledge.
    pub knowledge: Knowledge,
    /// The opening book and the choice among its moves.
    pub opening: OpeningChoice,
    /// Whether a running search is drawn on the board of a graphical interface.
    pub live_graphics: bool,
}

/// The defaults of the components, and one thread per processor.
impl Default for ParameterValues {
    fn default() -> Self {
        let mut player = PlayerSettings::default();
        player.search.threads = processors();
        let (knowledge, opening) = (Knowledge::of(PolicyName::Heavy), OpeningChoice::default());
        Self { player, knowledge, opening, live_graphics: false }
    }
}

/// The number of processors that the program may use.
pub(super) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
