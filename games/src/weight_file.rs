//! Files of weights: a line that names the format, a line with the recipe, and the weights
//! compressed, one or two bytes for each.

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

/// A weight as a file holds it.
pub(crate) trait Weight: Copy {
    /// The number of its bytes.
    const BYTES: usize;

    /// The weight of this many steps, or the nearest one that there is.
    fn nearest(steps: i32) -> Self;

    /// Reads a weight, with the low byte first. Bytes that are missing count as 0.
    fn from_bytes(bytes: &[u8]) -> Self;

    /// Writes a weight, with the low byte first.
    fn write(self, into: &mut Vec<u8>);
}

impl Weight for i8 {
    const BYTES: usize = 1;

    fn nearest(steps: i32) -> Self {
        steps.clamp(Self::MIN.into(), Self::MAX.into()) as Self
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        bytes.first().copied().unwrap_or_default().cast_signed()
    }

    fn write(self, into: &mut Vec<u8>) {
        into.extend(self.to_le_bytes());
    }
}

impl Weight for i16 {
    const BYTES: usize = 2;

    fn nearest(steps: i32) -> Self {
        steps.clamp(Self::MIN.into(), Self::MAX.into()) as Self
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
    }

    fn write(self, into: &mut Vec<u8>) {
        into.extend(self.to_le_bytes());
    }
}

/// Reads `count` weights from a file of this format.
///
/// # Errors
/// If the file has another format or is damaged.
pub(crate) fn read<W: Weight>(
    file: &[u8],
    format: &'static str,
    count: usize,
) -> Result<Vec<W>, WeightsError> {
    let mut parts = file.splitn(3, |&byte| byte == b'\n');
    let (first, _recipe, packed) = (parts.next(), parts.next(), parts.next());
    let packed = packed.filter(|_| first == Some(format.as_bytes()));
    let packed = packed.ok_or(WeightsError::Format(format))?;
    let mut bytes = Vec::new();
    let most = (W::BYTES * (count + 1)) as u64;
    DeflateDecoder::new(packed).take(most).read_to_end(&mut bytes)?;
    if bytes.len() != W::BYTES * count {
        return Err(WeightsError::Count { expected: count, found: bytes.len() / W::BYTES });
    }
    Ok(bytes.chunks(W::BYTES).map(W::from_bytes).collect())
}

/// The file for these weights, in steps; those too large for it are cut. `recipe` is a line on how
/// they were made.
///
/// # Errors
/// If the weights cannot be packed.
pub(crate) fn write<W: Weight>(format: &str, steps: &[i32], recipe: &str) -> io::Result<Vec<u8>> {
    let mut file = format!("{format}\n{recipe}\n").into_bytes();
    let mut bytes = Vec::new();
    steps.iter().for_each(|&steps| W::nearest(steps).write(&mut bytes));
    let mut packer = DeflateEncoder::new(&mut file, Compression::best());
    packer.write_all(&bytes)?;
    packer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: &str = "some weights 1";

    #[test]
    fn weights_are_written_and_read_and_cut() {
        let steps: Vec<i32> = (0..1000).map(|at| at * 7919 % 100_003 - 50_000).collect();
        let back = |bytes: usize| -> Vec<i32> {
            if bytes == 1 {
                let file = write::<i8>(FORMAT, &steps, "a recipe").unwrap();
                return read::<i8>(&file, FORMAT, 1000)
                    .unwrap()
                    .into_iter()
                    .map(i32::from)
                    .collect();
            }
            let file = write::<i16>(FORMAT, &steps, "a recipe").unwrap();
            read::<i16>(&file, FORMAT, 1000).unwrap().into_iter().map(i32::from).collect()
        };
        let cut =
            |least, most| steps.iter().map(|&steps| steps.clamp(least, most)).collect::<Vec<_>>();
        assert_eq!(back(1), cut(-128, 127));
        assert_eq!(back(2), cut(-32_768, 32_767));
    }

    #[test]
    fn damage_is_noticed() {
        let file = write::<i16>(FORMAT, &vec![-300; 1000], "a recipe").unwrap();
        let refuse = |file: &[u8]| read::<i16>(file, FORMAT, 1000).unwrap_err().to_string();
        assert!(refuse(b"").starts_with("expected a file that begins"));
        assert!(refuse(b"some weights 2\n\n").starts_with("expected a file that begins"));
        assert!(refuse(b"some weights 1\na recipe\n").contains("weights"));
        assert!(refuse(&file[..file.len() / 2]).contains("weights"));
        let more = write::<i16>(FORMAT, &[0; 1001], "a recipe").unwrap();
        assert_eq!(refuse(&more), "expected 1000 weights, got 1001");
        let odd = write::<i8>(FORMAT, &[0; 1999], "a recipe").unwrap();
        assert_eq!(refuse(&odd), "expected 1000 weights, got 999");
    }
}
