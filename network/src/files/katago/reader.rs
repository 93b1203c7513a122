//! The state that all parts of the reader share.

use crate::files::source::Source;

/// The state of reading: the input, and the version of the format.
pub(super) struct Reader<R> {
    pub(super) input: Source<R>,
    pub(super) version: u32,
}
