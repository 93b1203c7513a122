//! The part of a message on one node of a search with a network: its evaluation.

use super::move_number::MoveNumber;
use super::wire::{Reader, put};

/// The largest number of moves from the root to a node.
const DEEPEST: u64 = 2000;

/// A node that a rank has evaluated. All figures are Black's.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct EvaluatedNode {
    /// The moves from the root to the node, at least one.
    pub(in crate::search) path: Vec<MoveNumber>,
    /// The chance to win less that to lose, the mean of the score, the mean of its square, and the
    /// lead.
    pub(in crate::search) outlook: [f32; 4],
    /// The weight of the evaluation.
    pub(in crate::search) weight: f32,
    /// The moves with their probabilities, the likeliest first; none where the game is over.
    pub(in crate::search) moves: Vec<(MoveNumber, f32)>,
}

impl EvaluatedNode {
    /// Appends the node in bytes.
    pub(in crate::search) fn write(&self, bytes: &mut Vec<u8>) {
        let put_float = |bytes: &mut Vec<u8>, figure: f32| {
            bytes.extend(figure.to_bits().to_le_bytes());
        };
        put(bytes, self.path.len() as u64);
        self.path.iter().for_each(|&mv| put(bytes, mv.into()));
        self.outlook.iter().for_each(|&figure| put_float(bytes, figure));
        put_float(bytes, self.weight);
        put(bytes, self.moves.len() as u64);
        for &(mv, policy) in &self.moves {
            put(bytes, mv.into());
            put_float(bytes, policy);
        }
    }

    /// Reads a node on a board of `area` points.
    pub(super) fn read(reader: &mut Reader<'_>, area: u64) -> Option<Self> {
        let length = reader.number_to(DEEPEST)?;
        let mv = |reader: &mut Reader<'_>| Some(reader.number_to(area)? as MoveNumber);
        let path = (0..length).map(|_| mv(reader)).collect::<Option<Vec<_>>>()?;
        let mut outlook = [0.0; 4];
        for figure in &mut outlook {
            *figure = reader.short_float()?;
        }
        let weight = reader.short_float()?;
        let count = reader.number_to(area + 1)?;
        let moves = (0..count).map(|_| Some((mv(reader)?, reader.short_float()?)));
        let moves = moves.collect::<Option<Vec<_>>>()?;
        let is_sensible = !path.is_empty()
            && (-1.0..=1.0).contains(&outlook[0])
            && weight > 0.0
            && moves.iter().all(|(_, policy)| (0.0..=1.0).contains(policy));
        is_sensible.then_some(Self { path, outlook, weight, moves })
    }

    /// A random node, for tests.
    #[cfg(all(test, not(loom)))]
    pub(super) fn random(random: &mut crate::vocabulary::Random, area: usize) -> Self {
        let mut share = || random.below(1001) as f32 / 1000.0;
        let outlook = [share(), 9.0 * share(), 99.0 * share(), -share()];
        let weight = 0.5 + share();
        let moves = (0..=area as MoveNumber).step_by(4).map(|mv| (mv, share())).collect();
        let length = 1 + random.below(9);
        let path = (0..length).map(|_| random.below(area + 1) as MoveNumber).collect();
        Self { path, outlook, weight, moves }
    }
}
