//! Frames: what leader and helpers send one another, in bytes.
//!
//! In bytes: the number of bytes that follow (4), the kind, the contents, and a checksum of kind and
//! contents (8). Numbers have the lowest byte first. A frame that is damaged or too long ends the
//! connection, because nobody knows where the next one begins.

use std::io::{self, ErrorKind, Read};

use xxhash_rust::xxh3::xxh3_64;

/// The largest number of bytes of a frame after the first four.
pub const MOST_BYTES: usize = 1 << 20;
/// The largest number of frames, or of messages in them, that wait in one place: to be read, taken
/// in, or sent.
pub(super) const MOST_WAITING: usize = 64;
/// The number of bytes of the checksum.
const CHECKSUM: usize = 8;

/// The kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What the leader tells the helpers to do.
    Order,
    /// What a helper tells the leader about itself.
    Tidings,
    /// A message between searches.
    News,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Order, Self::Tidings, Self::News];

    fn byte(self) -> u8 {
        self as u8
    }

    fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.byte() == byte)
    }
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The kind.
    pub kind: Kind,
    /// The contents, which depend on the kind.
    pub contents: Vec<u8>,
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.to_owned())
}

impl Frame {
    /// The frame in bytes.
    pub fn write(&self) -> Vec<u8> {
        let length = 1 + self.contents.len() + CHECKSUM;
        let mut bytes = (length as u32).to_le_bytes().to_vec();
        bytes.reserve(length);
        bytes.push(self.kind.byte());
        bytes.extend(&self.contents);
        let checksum = xxh3_64(bytes.get(4..).unwrap_or_default());
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the next frame, or returns `None` where the input ends between two frames.
    ///
    /// # Errors
    /// If the input cannot be read, or what comes is not a whole frame.
    pub fn read(input: &mut impl Read) -> io::Result<Option<Self>> {
        let mut length = [0; 4];
        let first = loop {
            match input.read(&mut length) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        if first == 0 {
            return Ok(None);
        }
        input.read_exact(length.get_mut(first..).unwrap_or_default())?;
        let length = u32::from_le_bytes(length) as usize;
        if !(1 + CHECKSUM..=MOST_BYTES).contains(&length) {
            return Err(damaged("a frame with an impossible length"));
        }
        let mut bytes = vec![0; length];
        input.read_exact(&mut bytes)?;
        Self::of(&bytes).map(Some)
    }

    /// Reads a frame from the bytes that follow its length.
    fn of(bytes: &[u8]) -> io::Result<Self> {
        let parts = bytes.split_last_chunk::<CHECKSUM>();
        let (told, checksum) = parts.ok_or_else(|| damaged("a frame that breaks off"))?;
        if xxh3_64(told).to_le_bytes() != *checksum {
            return Err(damaged("a damaged frame"));
        }
        let (&kind, contents) =
            told.split_first().ok_or_else(|| damaged("a frame that breaks off"))?;
        let kind = Kind::of(kind).ok_or_else(|| damaged("a frame of an unknown kind"))?;
        Ok(Self { kind, contents: contents.to_vec() })
    }

    /// A message between searches. `epoch` is the number of the trees that it is about.
    pub fn news(epoch: u64, message: &[u8]) -> Self {
        Self { kind: Kind::News, contents: [&epoch.to_le_bytes(), message].concat() }
    }

    /// The message between searches in this frame, with its epoch, if it holds one.
    pub fn as_news(&self) -> Option<(u64, &[u8])> {
        let (epoch, message) = self.contents.split_first_chunk()?;
        (self.kind == Kind::News).then_some((u64::from_le_bytes(*epoch), message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_survive_one_after_another() {
        let frames = [
            Frame { kind: Kind::Order, contents: Vec::new() },
            Frame::news(7, b"abc"),
            Frame { kind: Kind::Tidings, contents: vec![9; MOST_BYTES - 9] },
        ];
        let bytes: Vec<u8> = frames.iter().flat_map(Frame::write).collect();
        let mut input = bytes.as_slice();
        for frame in &frames {
            assert_eq!(Frame::read(&mut input).unwrap().as_ref(), Some(frame));
        }
        assert_eq!(Frame::read(&mut input).unwrap(), None);
        assert_eq!(frames[1].as_news(), Some((7, b"abc".as_slice())));
        assert_eq!(frames[0].as_news(), None);
    }

    #[test]
    fn damaged_frames_are_errors() {
        let bytes = Frame::news(1, b"some message").write();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Frame::read(&mut damaged.as_slice()).is_err(), "{at}");
            if at > 0 {
                assert!(Frame::read(&mut &bytes[..at]).is_err(), "it breaks off after {at}");
            }
        }
        let long = ((MOST_BYTES + 1) as u32).to_le_bytes();
        let error = Frame::read(&mut [long.as_slice(), &[0; 20]].concat().as_slice()).unwrap_err();
        assert_eq!(error.to_string(), "a frame with an impossible length");
        let text = Frame::read(&mut b"mpirun: command not found\n".as_slice());
        assert!(text.is_err(), "whatever else is written to the same output");
    }
}
