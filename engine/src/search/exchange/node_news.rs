//! The part of a message on one upper node: the totals of its moves.

use super::move_number::{DEEPEST, MoveNumber, MovePath};
use super::wire::{Reader, put, put_signed};
use crate::search::sum::{EdgeSums, Sum};

/// The largest possible number of visits: beyond it, sums of values could overflow.
const MOST_VISITS: u64 = 1 << 48;

/// The news of a node.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct NodeNews {
    pub(super) path: MovePath,
    /// The moves about which there is news, in ascending order, with the totals of the sender's own
    /// simulations.
    pub(super) moves: Vec<(MoveNumber, EdgeSums)>,
}

impl NodeNews {
    /// Appends the news in bytes.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.path.len() as u64);
        self.path.iter().for_each(|&mv| put(bytes, mv.into()));
        put(bytes, self.moves.len() as u64);
        let mut next = 0;
        for &(mv, EdgeSums { own, amaf }) in &self.moves {
            put(bytes, u64::from(mv) - next);
            next = u64::from(mv) + 1;
            for sum in [own, amaf] {
                put(bytes, sum.visits);
                put_signed(bytes, sum.units);
            }
        }
    }

    /// Reads the news of a node on a board of `area` points.
    pub(super) fn read(reader: &mut Reader<'_>, area: u64) -> Option<Self> {
        let length = reader.number_to(DEEPEST as u64)?;
        let path = (0..length).map(|_| Some(reader.number_to(area)? as MoveNumber));
        let path = path.collect::<Option<MovePath>>()?;
        let count = reader.number_to(area + 1)?;
        let mut next = 0;
        let mut moves = Vec::new();
        for _ in 0..count {
            let mv = next + reader.number_to(area.checked_sub(next)?)?;
            next = mv + 1;
            let mut sum = || {
                let sum = Sum { visits: reader.number_to(MOST_VISITS)?, units: reader.signed()? };
                sum.is_possible().then_some(sum)
            };
            moves.push((mv as MoveNumber, EdgeSums { own: sum()?, amaf: sum()? }));
        }
        Some(Self { path, moves })
    }
}

#[cfg(all(test, not(loom)))]
impl NodeNews {
    /// Random news, for tests.
    pub(super) fn random(random: &mut crate::vocabulary::Random, area: usize) -> Self {
        let length = random.below(DEEPEST + 1);
        let path = (0..length).map(|_| random.below(area + 1) as MoveNumber).collect();
        let mut sum = || {
            let visits = random.below(100_000);
            let units = random.below(64 * visits + 1) as i64 - 32 * visits as i64;
            Sum { visits: visits as u64, units }
        };
        let moves = (0..=area as MoveNumber).step_by(3);
        let moves = moves.map(|mv| (mv, EdgeSums { own: sum(), amaf: sum() })).collect();
        Self { path, moves }
    }
}
