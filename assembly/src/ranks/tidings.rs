//! What a helper tells the leader about itself, several times a second: a sign of life, above all.

use serde::{Deserialize, Serialize};

use super::frame::{Frame, Kind};

/// The version of the program, which must be the same everywhere.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a helper tells about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Tidings {
    /// The version of the helper's program.
    pub(super) version: String,
    /// The number of the helper, from 1.
    pub(super) rank: u32,
    /// The number of all ranks, the leader included.
    pub(super) ranks: u32,
    /// The number of the order that the helper has seen last.
    pub(super) order: u64,
    /// The simulations that it makes in a second, or 0 as long as that is not known.
    pub(super) pace: f64,
    /// Why the helper does not take part, if it does not.
    pub(super) trouble: Option<String>,
}

impl Tidings {
    /// The frame with these tidings.
    pub(super) fn frame(&self) -> Frame {
        // Text and numbers have no form that JSON lacks.
        Frame { kind: Kind::Tidings, contents: serde_json::to_vec(self).unwrap_or_default() }
    }

    /// The version in a frame with tidings, which versions of other forms have too.
    pub(super) fn version(frame: &Frame) -> Option<String> {
        #[derive(Deserialize)]
        struct Version {
            version: String,
        }
        let told: Version = serde_json::from_slice(&frame.contents).ok()?;
        Some(told.version)
    }

    /// The tidings in a frame, if it holds any.
    pub(super) fn of(frame: &Frame) -> Option<Self> {
        let tidings: Self = serde_json::from_slice(&frame.contents).ok()?;
        let is_possible = (1..tidings.ranks).contains(&tidings.rank) && tidings.pace >= 0.0;
        (frame.kind == Kind::Tidings && is_possible).then_some(tidings)
    }
}
