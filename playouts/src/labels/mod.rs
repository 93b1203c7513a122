//! Labelled games: games with a strong network's judgement of each position.
//!
//! | module | holds |
//! | --- | --- |
//! | `record` | a game without its labels |
//! | `line` | the form of a labelled game in a file, one JSON object a line |
//! | `file` | reading of such files |
//!
//! Learning reads labelled games and the task `label` writes them. A game that has been read is
//! whole: its stones are on the board, its moves can be played, and it has a label for each move.

mod file;
mod line;
mod record;

use engine::vocabulary::Move;
use serde::{Deserialize, Serialize};

use crate::origin::digest_of;

pub use line::digest;
pub use record::GameRecord;

/// A labelled game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "line::Line")]
pub struct LabelledGame {
    /// The game.
    pub record: GameRecord,
    /// The judgement of the position before each move.
    pub labels: Vec<Label>,
    /// The judgement of the last position, without the passes at the end.
    pub end: Label,
    /// The network that judged, if the file says.
    pub teacher: Option<Teacher>,
}

/// The judgement of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The most probable moves, the first the most probable, each with its probability in
    /// ten-thousandths.
    pub policy: Vec<(Move, u16)>,
    /// White's probability of winning, in ten-thousandths.
    pub white_wins: u16,
    /// White's lead in tenths of a point, including komi.
    pub white_leads: i32,
    /// The owner of each point, row by row from the top left, from -9 for Black to 9 for White.
    /// Most labels do not have it.
    pub owners: Vec<i8>,
}

impl Label {
    /// White's probability of winning, 0 to 1.
    pub fn white_win_rate(&self) -> f64 {
        f64::from(self.white_wins) / 1e4
    }

    /// White's lead in points, including komi.
    pub fn white_lead(&self) -> f64 {
        f64::from(self.white_leads) / 10.0
    }
}

/// The network that judged the positions of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Teacher {
    /// The name in its file.
    pub name: String,
    /// The SHA-256 digest of its file, in hexadecimal.
    pub digest: String,
    /// The share of the optimistic policy, 0 to 1.
    pub optimism: f64,
    /// The number of simulations for each position; `None` if the network judged at one look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

impl Teacher {
    /// The network called `name` whose file has this content. It judges positions by searches with
    /// `visits` simulations, or by single evaluations if that is `None`.
    pub fn new(name: &str, file: &[u8], optimism: f64, visits: Option<u64>) -> Self {
        Self { name: name.to_owned(), digest: digest_of(file), optimism, visits }
    }
}

#[cfg(test)]
mod tests;
