//! The message of a rank: the results of its own simulations so far.
//!
//! A search with playouts sends the sums of the upper nodes of its tree. These are totals, not
//! gains, so a rank that has missed messages, or joins late, learns from a later one whatever they
//! said about the same moves. Nodes and moves without news are left out. A search with a network
//! sends the nodes that it has evaluated.
//!
//! A message consists of the version (1 byte), the rank, its tree (8), the number of the message,
//! the position (8), the width and the height of the board (1 each), the kind of the body (1), the
//! body, and a checksum of everything before it (8). Numbers without a given size are encoded as
//! described in [`wire`](super::wire). A message that is damaged, or of another version, is refused
//! as a whole.

use std::fmt::Debug;

use thiserror::Error;

use super::evaluated_node::EvaluatedNode;
use super::node_news::NodeNews;
use super::outcomes::OutcomeSums;
use super::wire::{Reader, hash, put};
use crate::vocabulary::BoardSize;

/// The version of the format, which changes whenever the meaning of a byte does.
const VERSION: u8 = 2;
/// The number of bytes of the checksum.
const CHECKSUM: usize = 8;
/// The kinds of bodies: sums, sums with outcomes, evaluated nodes.
const SUMS: u8 = 0;
const SUMS_AND_OUTCOMES: u8 = 1;
const EVALUATED: u8 = 2;

/// The rank that has sent a message, and the tree that the message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Sender {
    /// The number of the rank.
    pub(in crate::search) rank: u32,
    /// Grows with each start of the rank and with each new tree of it.
    pub(in crate::search) tree: u64,
}

/// The root of a search, as the ranks compare it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct RootKey {
    /// A hash of all that leads to the root.
    pub(super) position: u64,
    pub(in crate::search) size: BoardSize,
}

impl RootKey {
    /// The key of the root to which this line leads: a hash of the line's debug output, which is
    /// the same in all ranks of the same version.
    pub(in crate::search) fn of(line: &impl Debug, size: BoardSize) -> Self {
        Self { position: hash(format!("{line:?}").as_bytes()), size }
    }
}

/// A message from a rank to the others.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct Message {
    pub(in crate::search) sender: Sender,
    /// Grows with each message of a tree.
    pub(super) number: u64,
    pub(super) root: RootKey,
    pub(in crate::search) body: Body,
}

/// The contents of a message.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) enum Body {
    /// The news of upper nodes, each after its parent. The outcomes are those of all simulations
    /// since the position became the root, if they are told.
    Sums { outcomes: Option<OutcomeSums>, nodes: Vec<NodeNews> },
    /// Nodes with their evaluations, each after its parent, and how many evaluations the rank makes
    /// in a minute.
    Evaluated { pace: u64, nodes: Vec<EvaluatedNode> },
}

/// Why a message is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    /// The bytes are not those that the sender has written.
    #[error("the message is damaged")]
    Damaged,
    /// The sender speaks another version.
    #[error("version {0} of the message, but {VERSION} was expected")]
    Version(u8),
    /// The contents make no sense.
    #[error("the message breaks off, or has numbers out of range")]
    Senseless,
}

impl Body {
    /// The number of nodes that the message is about.
    pub(in crate::search) fn nodes(&self) -> usize {
        match self {
            Self::Sums { nodes, .. } => nodes.len(),
            Self::Evaluated { nodes, .. } => nodes.len(),
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Sums { outcomes, nodes } => {
                bytes.push(if outcomes.is_some() { SUMS_AND_OUTCOMES } else { SUMS });
                outcomes.iter().for_each(|outcomes| outcomes.write(bytes));
                put(bytes, nodes.len() as u64);
                nodes.iter().for_each(|node| node.write(bytes));
            }
            Self::Evaluated { pace, nodes } => {
                bytes.push(EVALUATED);
                put(bytes, *pace);
                put(bytes, nodes.len() as u64);
                nodes.iter().for_each(|node| node.write(bytes));
            }
        }
    }

    fn read(reader: &mut Reader<'_>, size: BoardSize) -> Option<Self> {
        let area = size.area() as u64;
        let kind = reader.byte()?;
        if kind == EVALUATED {
            let pace = reader.number()?;
            let nodes = list(reader, |reader| EvaluatedNode::read(reader, area))?;
            return Some(Self::Evaluated { pace, nodes });
        }
        let outcomes = match kind {
            SUMS => None,
            SUMS_AND_OUTCOMES => Some(OutcomeSums::read(reader, size)?),
            _ => return None,
        };
        Some(Self::Sums { outcomes, nodes: list(reader, |reader| NodeNews::read(reader, area))? })
    }
}

/// Reads a number of items, and then the items.
fn list<T>(reader: &mut Reader<'_>, read: impl Fn(&mut Reader<'_>) -> Option<T>) -> Option<Vec<T>> {
    let mut items = Vec::new();
    // The bytes end long before a false number of items could fill the memory.
    for _ in 0..reader.number()? {
        items.push(read(reader)?);
    }
    Some(items)
}

impl Message {
    /// The message in bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let RootKey { position, size } = self.root;
        let mut bytes = vec![VERSION];
        put(&mut bytes, self.sender.rank.into());
        bytes.extend(self.sender.tree.to_le_bytes());
        put(&mut bytes, self.number);
        bytes.extend(position.to_le_bytes());
        bytes.extend([size.width(), size.height()]);
        self.body.write(&mut bytes);
        let checksum = hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a message.
    ///
    /// # Errors
    /// If the bytes are not a message of this version.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let (&version, _) = bytes.split_first().ok_or(Refusal::Damaged)?;
        let end = bytes.len().checked_sub(CHECKSUM).ok_or(Refusal::Damaged)?;
        let (contents, checksum) = bytes.split_at(end);
        if hash(contents).to_le_bytes() != checksum {
            return Err(Refusal::Damaged);
        }
        if version != VERSION {
            return Err(Refusal::Version(version));
        }
        let mut reader = Reader(contents);
        let message = Self::read_contents(&mut reader).ok_or(Refusal::Senseless)?;
        if reader.0.is_empty() { Ok(message) } else { Err(Refusal::Senseless) }
    }

    fn read_contents(reader: &mut Reader<'_>) -> Option<Self> {
        reader.byte()?;
        let rank = reader.number_to(u32::MAX.into())? as u32;
        let sender = Sender { rank, tree: reader.word()? };
        let (number, position) = (reader.number()?, reader.word()?);
        let [width, height] = [reader.byte()?, reader.byte()?].map(usize::from);
        let size = BoardSize::new(width, height).ok()?;
        let body = Body::read(reader, size)?;
        Some(Self { sender, number, root: RootKey { position, size }, body })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::vocabulary::Random;

    /// A message with random contents.
    fn message(random: &mut Random) -> Message {
        let size = BoardSize::new(1 + random.below(9), 1 + random.below(9)).unwrap();
        let area = size.area();
        let count = random.below(4);
        let body = if random.below(3) == 0 {
            let pace = random.below(1 << 20) as u64;
            let nodes = (0..count).map(|_| EvaluatedNode::random(random, area)).collect();
            Body::Evaluated { pace, nodes }
        } else {
            let outcomes = (random.below(2) == 0).then(|| OutcomeSums::random(random, size));
            Body::Sums {
                outcomes,
                nodes: (0..count).map(|_| NodeNews::random(random, area)).collect(),
            }
        };
        Message {
            sender: Sender { rank: random.below(99) as u32, tree: random.below(1 << 31) as u64 },
            number: random.below(1 << 20) as u64,
            root: RootKey { position: u64::MAX - random.below(1 << 20) as u64, size },
            body,
        }
    }

    #[test]
    fn messages_survive() {
        let mut random = Random::new(3, 1);
        for _ in 0..200 {
            let message = message(&mut random);
            assert_eq!(Message::read(&message.write()), Ok(message));
        }
    }

    #[test]
    fn damaged_messages_are_refused() {
        let mut random = Random::new(4, 1);
        for _ in 0..50 {
            let bytes = message(&mut random).write();
            for _ in 0..50 {
                let mut damaged = bytes.clone();
                let at = random.below(bytes.len());
                damaged[at] ^= 1 << random.below(8);
                assert_eq!(Message::read(&damaged), Err(Refusal::Damaged));
                assert_eq!(Message::read(&bytes[..at]), Err(Refusal::Damaged));
            }
        }
    }

    /// Replaces the checksum by the right one, as a sender with a mistake of its own would.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len() - CHECKSUM;
        let checksum = hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn senseless_messages_are_refused_or_harmless() {
        let mut random = Random::new(5, 1);
        let mut refused = 0;
        for _ in 0..2000 {
            let mut bytes = message(&mut random).write();
            for _ in 0..3 {
                let at = 1 + random.below(bytes.len() - CHECKSUM - 1);
                bytes[at] = random.below(256) as u8;
            }
            match Message::read(&sealed(bytes)) {
                Err(refusal) => refused += usize::from(refusal == Refusal::Senseless),
                Ok(Message { root, body: Body::Sums { nodes, .. }, .. }) => {
                    let area = root.size.area();
                    let moves = nodes.iter().flat_map(|node| &node.moves);
                    for (mv, sums) in moves {
                        assert!(usize::from(*mv) <= area && sums.own.is_possible());
                    }
                }
                Ok(Message { root, body: Body::Evaluated { nodes, .. }, .. }) => {
                    let area = root.size.area();
                    for (mv, policy) in nodes.iter().flat_map(|node| &node.moves) {
                        assert!(usize::from(*mv) <= area && (0.0..=1.0).contains(policy));
                    }
                }
            }
        }
        assert!(refused > 500, "{refused}");
        let mut bytes = message(&mut random).write();
        bytes[0] = VERSION + 1;
        assert_eq!(Message::read(&sealed(bytes)), Err(Refusal::Version(VERSION + 1)));
        assert_eq!(Message::read(&[]), Err(Refusal::Damaged));
    }
}
