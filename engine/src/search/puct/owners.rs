//! The owners of the points, according to the evaluations of a search.

use crate::knowledge::Evaluation;
use crate::vocabulary::{AnySize, Color, Geometry, Point};

/// Sums over evaluations. The points are in the order of
/// [`Vertex::index`](crate::vocabulary::Vertex::index).
#[derive(Clone, Debug, Default)]
pub(super) struct OwnerSums {
    evaluations: u32,
    /// Black's chance to win less that to lose.
    win_loss: f64,
    /// Black's ownership of each point.
    owned: Vec<f32>,
    /// The product of both.
    together: Vec<f32>,
}

impl OwnerSums {
    /// Adds an evaluation of a position with `color` to move.
    pub(super) fn add(&mut self, evaluation: &Evaluation, color: Color) {
        let points = evaluation.ownership.len();
        self.owned.resize(points, 0.0);
        self.together.resize(points, 0.0);
        let win_loss = color.sign() * (evaluation.win - evaluation.loss);
        self.evaluations += 1;
        self.win_loss += f64::from(win_loss);
        for (index, &own) in evaluation.ownership.iter().enumerate() {
            self.owned[index] += color.sign() * own;
            self.together[index] += color.sign() * own * win_loss;
        }
    }

    /// Adds further sums.
    pub(super) fn merge(&mut self, other: &Self) {
        self.evaluations += other.evaluations;
        self.win_loss += other.win_loss;
        for (sums, more) in [(&mut self.owned, &other.owned), (&mut self.together, &other.together)]
        {
            sums.resize(sums.len().max(more.len()), 0.0);
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }

    /// Black's mean ownership of each point: 1 if it is always Black's, -1 if it is always White's.
    pub(super) fn ownership(&self) -> Vec<f32> {
        let all = self.evaluations.max(1) as f32;
        self.owned.iter().map(|sum| sum / all).collect()
    }

    /// The criticality of each point: half the covariance of owning it and winning, as in the
    /// search with playouts, where both are certain.
    pub(super) fn criticality(&self) -> Vec<f32> {
        let all = self.evaluations.max(1) as f32;
        let won = (self.win_loss / f64::from(all)) as f32;
        let of_point = |(owned, together): (&f32, &f32)| 0.5 * (together - owned * won) / all;
        self.owned.iter().zip(&self.together).map(of_point).collect()
    }
}

/// Sums over the evaluations of a search, by the first move of their simulation.
#[derive(Clone, Debug, Default)]
pub(super) struct RootOwners {
    by_move: Vec<Option<OwnerSums>>,
    /// The sums of the root itself, before any move.
    root: OwnerSums,
}

impl RootOwners {
    /// Whether there is no evaluation at all.
    pub(super) fn is_empty(&self) -> bool {
        self.root.evaluations == 0 && self.by_move.iter().all(Option::is_none)
    }

    /// Adds the evaluation of the root, where `color` is to move.
    pub(super) fn add_root(&mut self, evaluation: &Evaluation, color: Color) {
        self.root.add(evaluation, color);
    }

    fn place(point: Option<Point>) -> usize {
        point.map_or(AnySize::CELLS, Point::bit)
    }

    /// The sums for a first move at `point`, or for a pass if there is no point.
    pub(super) fn of(&self, point: Option<Point>) -> Option<&OwnerSums> {
        self.by_move.get(Self::place(point))?.as_ref()
    }

    /// The sums for a first move, to be changed.
    pub(super) fn of_mut(&mut self, point: Option<Point>) -> &mut OwnerSums {
        let place = Self::place(point);
        if self.by_move.len() <= place {
            self.by_move.resize(place + 1, None);
        }
        self.by_move[place].get_or_insert_default()
    }

    /// Adds further sums for the same root.
    pub(super) fn merge(&mut self, other: &Self) {
        self.by_move.resize(self.by_move.len().max(other.by_move.len()), None);
        for (sums, more) in self.by_move.iter_mut().zip(&other.by_move) {
            if let Some(more) = more {
                sums.get_or_insert_default().merge(more);
            }
        }
        self.root.merge(&other.root);
    }

    /// The sums over the root and all first moves.
    pub(super) fn total(&self) -> OwnerSums {
        let mut total = OwnerSums::default();
        self.by_move.iter().flatten().for_each(|sums| total.merge(sums));
        total.merge(&self.root);
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An evaluation of a single point that belongs to the player to move to this extent.
    fn owning(share: f32) -> Evaluation {
        let even = Evaluation::even(vec![Some(0.5), Some(0.5)], 1);
        Evaluation { ownership: vec![share], ..even }
    }

    #[test]
    fn the_root_is_not_taken_for_a_pass() {
        let mut owners = RootOwners::default();
        assert!(owners.is_empty());
        owners.add_root(&owning(1.0), Color::Black);
        assert!(!owners.is_empty() && owners.of(None).is_none());
        owners.of_mut(None).add(&owning(1.0), Color::White);
        let mut all = RootOwners::default();
        all.merge(&owners);
        assert_eq!(all.of(None).map(OwnerSums::ownership), Some(vec![-1.0]));
        assert_eq!(all.total().ownership(), [0.0]);
    }
}
