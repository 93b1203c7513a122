//! What the simulations of one root add up to: scores and ownership, move by move.

use super::ownership::PointCounts;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point};

/// Sums over the simulations that began with one move of the root.
#[derive(Clone, Debug)]
pub(super) struct MoveSums<G: Geometry> {
    pub(super) simulations: u64,
    /// Of Black's lead in points, komi included.
    lead: f64,
    lead_squares: f64,
    /// How often each player owned each point.
    owned: ByColor<PointCounts<G>>,
}

impl<G: Geometry> MoveSums<G> {
    fn new() -> Self {
        let owned = ByColor::new(PointCounts::new(), PointCounts::new());
        Self { simulations: 0, lead: 0.0, lead_squares: 0.0, owned }
    }

    #[inline(always)]
    fn add(&mut self, lead: f32, area: &ByColor<Bitboard<G>>) {
        self.simulations += 1;
        self.lead += f64::from(lead);
        self.lead_squares += f64::from(lead * lead);
        for color in Color::BOTH {
            self.owned[color].add(&area[color]);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.simulations += other.simulations;
        self.lead += other.lead;
        self.lead_squares += other.lead_squares;
        for color in Color::BOTH {
            self.owned[color].merge(&other.owned[color]);
        }
    }

    /// Black's mean lead, in points.
    pub(super) fn lead(&self) -> f64 {
        self.lead / self.simulations as f64
    }

    /// The standard deviation of the lead, in points.
    pub(super) fn lead_deviation(&self) -> f64 {
        let variance = self.lead_squares / self.simulations as f64 - self.lead().powi(2);
        variance.max(0.0).sqrt()
    }

    /// Black's mean ownership of each vertex: 1 is always Black's, -1 always White's.
    pub(super) fn ownership(&self, size: BoardSize) -> Vec<f32> {
        let [black, white] = Color::BOTH.map(|color| self.owned[color].totals());
        let difference = |bit: usize| black[bit] as f64 - white[bit] as f64;
        let mean = |point: Point| (difference(point.bit()) / self.simulations as f64) as f32;
        size.vertices().map(Point::of::<G>).map(mean).collect()
    }
}

/// The sums of all moves of the root, by their index; none for moves that were not simulated.
#[derive(Clone, Debug)]
pub(super) struct RootSums<G: Geometry>(Vec<Option<Box<MoveSums<G>>>>);

impl<G: Geometry> Default for RootSums<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Geometry> RootSums<G> {
    /// Adds a simulation that began with the move of this index, with Black's lead and each
    /// player's area at its end.
    #[inline(always)]
    pub(super) fn add(&mut self, index: usize, lead: f32, area: &ByColor<Bitboard<G>>) {
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index].get_or_insert_with(|| Box::new(MoveSums::new())).add(lead, area);
    }

    /// Adds another's sums of the same root.
    pub(super) fn merge(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), None);
        for (sums, more) in self.0.iter_mut().zip(&other.0) {
            match (sums, more) {
                (_, None) => {}
                (Some(sums), Some(more)) => sums.merge(more),
                (sums @ None, more) => *sums = more.clone(),
            }
        }
    }

    /// The sums of one move.
    pub(super) fn of(&self, index: usize) -> Option<&MoveSums<G>> {
        self.0.get(index).and_then(Option::as_deref)
    }

    /// The sums of all moves together, where there are any.
    pub(super) fn total(&self) -> Option<MoveSums<G>> {
        let mut moves = self.0.iter().flatten();
        let mut total = MoveSums::clone(moves.next()?);
        moves.for_each(|sums| total.merge(sums));
        Some(total)
    }
}
