//! Reads networks from files, which may come from anywhere: sizes are checked before memory is
//! taken, weights must be finite, and an error names the layer and what is wrong with it.

mod error;
mod katago;
mod limits;
mod source;
mod tensors;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::model::AnyModel;
use source::Source;

pub use error::FileError;
pub use tensors::write;

/// The largest file in bytes.
const LARGEST_FILE: u64 = 1 << 30;
/// The maximum number of weights per byte of a file. Trained weights hardly compress, so a weight
/// takes about four bytes. A file with far more weights than that could fill the memory with a few
/// repeated bytes.
const WEIGHTS_PER_BYTE: u64 = 4;
/// The number of weights that even the smallest file may hold.
const FEW_WEIGHTS: u64 = 1 << 16;

/// Reads a network from a file in KataGo's format, compressed by gzip or not, or in this project's.
///
/// # Errors
/// If the file cannot be read, or does not describe a network that can be evaluated.
pub fn read_file(path: &Path) -> Result<AnyModel, FileError> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file").into());
    }
    if metadata.len() > LARGEST_FILE {
        return Err(FileError::wrong("the file", format!("larger than {LARGEST_FILE} bytes")));
    }
    read(BufReader::with_capacity(1 << 16, file), metadata.len())
}

/// Reads a network from the bytes of a file.
///
/// # Errors
/// As for [`read_file`].
pub fn read_bytes(bytes: &[u8]) -> Result<AnyModel, FileError> {
    read(bytes, bytes.len() as u64)
}

fn read(mut input: impl BufRead, length: u64) -> Result<AnyModel, FileError> {
    let budget = length.saturating_mul(WEIGHTS_PER_BYTE).saturating_add(FEW_WEIGHTS);
    let start = input.fill_buf()?;
    if tensors::is_ours(start) {
        let mut bytes = Vec::new();
        input.take(length).read_to_end(&mut bytes)?;
        tensors::read(&bytes)
    } else if start.starts_with(&[0x1f, 0x8b]) {
        let unpacked = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input));
        // Words are short, so the rest of what is unpacked is weights, at 16 characters at most.
        let source = Source::new(unpacked.take(budget.saturating_mul(16)), budget);
        katago::read(source).map(AnyModel::Float)
    } else {
        katago::read(Source::new(input, budget)).map(AnyModel::Float)
    }
}
