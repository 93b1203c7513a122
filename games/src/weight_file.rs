//! Files of weights: a line that names the format, a line with the recipe, and the weights
//! compressed, a signed byte for each.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

/// Why a file of weights cannot be used.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The beginning is not that of a file of weights.
    #[error("expected a file that begins with \"{0}\"")]
    Format(&'static str),
    /// The weights cannot be unpacked.
    #[error("the weights cannot be unpacked: {0}")]
    Packed(#[from] io::Error),
    /// There are too few or too many weights.
    #[error("expected {expected} weights, got {found}")]
    Count {
        /// The number expected.
        expected: usize,
        /// The number found.
        found: usize,
    },
}

/// Reads `count` weights from a file of this format.
///
/// # Errors
/// If the file has another format or is damaged.
pub(crate) fn read(
    file: &[u8],
    format: &'static str,
    count: usize,
) -> Result<Vec<i8>, WeightsError> {
    let mut parts = file.splitn(3, |&byte| byte == b'\n');
    let (first, _recipe, packed) = (parts.next(), parts.next(), parts.next());
    let packed = packed.filter(|_| first == Some(format.as_bytes()));
    let packed = packed.ok_or(WeightsError::Format(format))?;
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).take(count as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() != count {
        return Err(WeightsError::Count { expected: count, found: bytes.len() });
    }
    Ok(bytes.into_iter().map(|byte| byte as i8).collect())
}

/// The file for these weights. `recipe` is a line on how they were made.
///
/// # Errors
/// If the weights cannot be packed.
pub(crate) fn write(format: &str, weights: &[i8], recipe: &str) -> io::Result<Vec<u8>> {
    let mut file = format!("{format}\n{recipe}\n").into_bytes();
    let bytes: Vec<u8> = weights.iter().map(|&weight| weight as u8).collect();
    let mut packer = DeflateEncoder::new(&mut file, Compression::best());
    packer.write_all(&bytes)?;
    packer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_and_read_and_damage_is_noticed() {
        let weights: Vec<i8> = (0..1000).map(|at| (at % 251) as i8).collect();
        let file = write("some weights 1", &weights, "a recipe").unwrap();
        assert_eq!(read(&file, "some weights 1", 1000).unwrap(), weights);
        let refuse = |file: &[u8]| read(file, "some weights 1", 1000).unwrap_err().to_string();
        assert!(refuse(b"").starts_with("expected a file that begins"));
        assert!(refuse(b"some weights 2\n\n").starts_with("expected a file that begins"));
        assert!(refuse(b"some weights 1\na recipe\n").contains("weights"));
        assert!(refuse(&file[..file.len() / 2]).contains("weights"));
        let more = write("some weights 1", &[0; 1001], "a recipe").unwrap();
        assert_eq!(refuse(&more), "expected 1000 weights, got 1001");
    }
}
