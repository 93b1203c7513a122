//! The outcomes of simulations from one root, all first moves together, as they are passed from one
//! rank to another: scores and the owners of the points.

use super::wire::{Reader, put};
use crate::vocabulary::{BoardSize, ByColor, Color};

/// Sums over simulations. Leads are Black's.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct OutcomeSums {
    /// The sum of the leads, in points including komi.
    pub(in crate::search) lead: f64,
    /// The sum of the squared leads.
    pub(in crate::search) lead_squares: f64,
    /// The simulations that Black won less those that White won.
    pub(in crate::search) winner: f64,
    /// The simulations that each player won.
    pub(in crate::search) won: ByColor<OwnerCounts>,
}

/// A number of simulations, and for each player how often each point belonged to that player, in
/// the order of [`Vertex::index`](crate::vocabulary::Vertex::index).
#[derive(Clone, Debug, PartialEq)]
pub(in crate::search) struct OwnerCounts {
    pub(in crate::search) simulations: u64,
    pub(in crate::search) owned: ByColor<Vec<u64>>,
}

impl OutcomeSums {
    /// Appends the sums in bytes.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for figure in [self.lead, self.lead_squares, self.winner] {
            bytes.extend(figure.to_bits().to_le_bytes());
        }
        for winner in Color::BOTH {
            let OwnerCounts { simulations, owned } = &self.won[winner];
            put(bytes, *simulations);
            let counts = Color::BOTH.into_iter().flat_map(|owner| &owned[owner]);
            counts.for_each(|&count| put(bytes, count));
        }
    }

    /// Reads the sums for a board of this size.
    pub(super) fn read(reader: &mut Reader<'_>, size: BoardSize) -> Option<Self> {
        let mut float = || reader.float();
        let (lead, lead_squares, winner) = (float()?, float()?, float()?);
        let mut counts = || {
            let simulations = reader.number_to(1 << 48)?;
            let mut owned =
                || (0..size.area()).map(|_| reader.number_to(simulations)).collect::<Option<_>>();
            Some(OwnerCounts { simulations, owned: ByColor::new(owned()?, owned()?) })
        };
        let won = ByColor::new(counts()?, counts()?);
        Some(Self { lead, lead_squares, winner, won })
    }

    /// Random sums, for tests.
    #[cfg(all(test, not(loom)))]
    pub(super) fn random(random: &mut crate::vocabulary::Random, size: BoardSize) -> Self {
        let mut counts = || {
            let simulations = random.below(100_000);
            let mut owned =
                || (0..size.area()).map(|_| random.below(simulations + 1) as u64).collect();
            OwnerCounts { simulations: simulations as u64, owned: ByColor::new(owned(), owned()) }
        };
        let won = ByColor::new(counts(), counts());
        let [lead, winner] = [(); 2].map(|()| random.below(1000) as f64 - 500.0);
        Self { lead, lead_squares: lead * lead, winner, won }
    }
}
