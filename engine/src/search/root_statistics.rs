//! The statistics of a root: scores and ownership at the end of its simulations, grouped by first
//! move.

use super::exchange::{OutcomeSums, OwnerCounts};
use super::ownership::PointCounts;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point};

/// Sums over the simulations that began with one of the root's moves.
#[derive(Clone, Debug)]
pub(super) struct MoveSums<G: Geometry> {
    /// Black's lead in points, including komi.
    lead: f64,
    lead_squares: f64,
    /// The winner, counted as 1 for Black, -1 for White and 0 for a draw.
    winner: f64,
    /// For each player, the ownership of the points in the simulations that this player won. A draw
    /// counts as a win for White.
    won: ByColor<Owners<G>>,
}

/// The owners of the points at the end of a group of simulations.
#[derive(Clone, Debug)]
struct Owners<G: Geometry> {
    simulations: u64,
    /// The number of times each player owned each point.
    owned: ByColor<PointCounts<G>>,
}

impl<G: Geometry> Owners<G> {
    fn new() -> Self {
        Self { simulations: 0, owned: ByColor::new(PointCounts::new(), PointCounts::new()) }
    }

    #[inline(always)]
    fn add(&mut self, area: &ByColor<Bitboard<G>>) {
        self.simulations += 1;
        for color in Color::BOTH {
            self.owned[color].add(&area[color]);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.simulations += other.simulations;
        for color in Color::BOTH {
            self.owned[color].merge(&other.owned[color]);
        }
    }
}

impl<G: Geometry> MoveSums<G> {
    fn new() -> Self {
        let won = ByColor::new(Owners::new(), Owners::new());
        Self { lead: 0.0, lead_squares: 0.0, winner: 0.0, won }
    }

    #[inline(always)]
    fn add(&mut self, lead: f32, winner: f32, area: &ByColor<Bitboard<G>>) {
        self.winner += f64::from(winner);
        self.lead += f64::from(lead);
        self.lead_squares += f64::from(lead * lead);
        self.won[if winner > 0.0 { Color::Black } else { Color::White }].add(area);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.winner += other.winner;
        self.lead += other.lead;
        self.lead_squares += other.lead_squares;
        for winner in Color::BOTH {
            self.won[winner].merge(&other.won[winner]);
        }
    }

    /// The number of simulations.
    pub(super) fn simulations(&self) -> u64 {
        Color::BOTH.into_iter().map(|winner| self.won[winner].simulations).sum()
    }

    /// The fraction of simulations won by Black minus the fraction won by White, from -1 to 1.
    pub(super) fn winner(&self) -> f32 {
        (self.winner / self.simulations() as f64) as f32
    }

    /// Black's mean lead, in points.
    pub(super) fn lead(&self) -> f64 {
        self.lead / self.simulations() as f64
    }

    /// The standard deviation of the lead, in points.
    pub(super) fn lead_deviation(&self) -> f64 {
        let lead = self.lead();
        let variance = self.lead_squares / self.simulations() as f64 - lead * lead;
        variance.max(0.0).sqrt()
    }

    /// Black's mean ownership of each vertex: 1 if it is always Black's, -1 if it is always
    /// White's.
    pub(super) fn ownership(&self, size: BoardSize) -> Vec<f32> {
        let totals = self.totals();
        let all = self.simulations() as f64;
        self.at_vertices(size, |bit| {
            let owned = |owner: Color| Color::BOTH.map(|winner| totals[winner][owner][bit]);
            let [black, white] = [Color::Black, Color::White]
                .map(|color| owned(color).into_iter().sum::<u64>() as f64);
            (black - white) / all
        })
    }

    /// The criticality of each vertex: the probability that its owner wins, minus what that
    /// probability would be if owning the vertex and winning were independent. It ranges from -0.5
    /// to 0.5 (Coulom, Criticality: a Monte-Carlo heuristic for Go programs, 2009).
    pub(super) fn criticality(&self, size: BoardSize) -> Vec<f32> {
        let totals = self.totals();
        let all = self.simulations() as f64;
        self.at_vertices(size, |bit| {
            let of_color = |color: Color| {
                let both = totals[color][color][bit] as f64 / all;
                let owned = Color::BOTH.map(|winner| totals[winner][color][bit]);
                let owned = owned.into_iter().sum::<u64>() as f64 / all;
                both - owned * self.won[color].simulations as f64 / all
            };
            Color::BOTH.into_iter().map(of_color).sum()
        })
    }

    /// The sums in the form in which they are told to other ranks.
    pub(super) fn outcomes(&self, size: BoardSize) -> OutcomeSums {
        let totals = self.totals();
        let of_winner = |winner: Color| {
            let of_owner = |owner: Color| {
                let counts = &totals[winner][owner];
                size.vertices().map(|vertex| counts[Point::of::<G>(vertex).bit()]).collect()
            };
            OwnerCounts {
                simulations: self.won[winner].simulations,
                owned: ByColor::new(of_owner(Color::Black), of_owner(Color::White)),
            }
        };
        OutcomeSums {
            lead: self.lead,
            lead_squares: self.lead_squares,
            winner: self.winner,
            won: ByColor::new(of_winner(Color::Black), of_winner(Color::White)),
        }
    }

    /// Adds what another rank has told.
    fn add_outcomes(&mut self, told: &OutcomeSums, size: BoardSize) {
        self.lead += told.lead;
        self.lead_squares += told.lead_squares;
        self.winner += told.winner;
        for winner in Color::BOTH {
            let (won, told) = (&mut self.won[winner], &told.won[winner]);
            won.simulations += told.simulations;
            for owner in Color::BOTH {
                let bits = size.vertices().map(|vertex| Point::of::<G>(vertex).bit());
                won.owned[owner].add_counts(bits.zip(told.owned[owner].iter().copied()));
            }
        }
    }

    /// For each winner, each owner and each point: the number of simulations that this winner won
    /// and in which the point belonged to this owner.
    fn totals(&self) -> ByColor<ByColor<Vec<u64>>> {
        let of_winner = |winner: Color| {
            let owned = &self.won[winner].owned;
            ByColor::new(owned[Color::Black].totals(), owned[Color::White].totals())
        };
        ByColor::new(of_winner(Color::Black), of_winner(Color::White))
    }

    fn at_vertices(&self, size: BoardSize, figure: impl Fn(usize) -> f64) -> Vec<f32> {
        let at = |point: Point| figure(point.bit()) as f32;
        size.vertices().map(Point::of::<G>).map(at).collect()
    }
}

/// Sums over the simulations from one root, grouped by the point of their first move.
///
/// The order of the edges depends on the seed of the search, but the points do not. Statistics for
/// the same root can therefore be added together regardless of which search they come from.
#[derive(Clone, Debug)]
pub(super) struct RootStatistics<G: Geometry>(Vec<Option<Box<MoveSums<G>>>>);

impl<G: Geometry> Default for RootStatistics<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Geometry> RootStatistics<G> {
    /// The index for a move at `point`, or for a pass if there is no point.
    #[inline(always)]
    fn place(point: Option<Point>) -> usize {
        point.map_or(G::CELLS, Point::bit)
    }

    /// Adds a simulation that began with a move at `point`, or with a pass if there is no point. At
    /// the end of the simulation, Black led by `lead` points, the winner was `winner` (1 for Black,
    /// -1 for White), and each player had the area given by `area`.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        point: Option<Point>,
        lead: f32,
        winner: f32,
        area: &ByColor<Bitboard<G>>,
    ) {
        let place = Self::place(point);
        if self.0.len() <= place {
            self.0.resize(place + 1, None);
        }
        self.0[place].get_or_insert_with(|| Box::new(MoveSums::new())).add(lead, winner, area);
    }

    /// Adds further statistics for the same root.
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

    /// The sums for one move, or `None` if no simulation began with it.
    pub(super) fn of(&self, point: Option<Point>) -> Option<&MoveSums<G>> {
        self.0.get(Self::place(point)).and_then(Option::as_deref)
    }

    /// The sums over all moves together, or `None` if there are no simulations.
    pub(super) fn total(&self) -> Option<MoveSums<G>> {
        let mut moves = self.0.iter().flatten();
        let mut total = MoveSums::clone(moves.next()?);
        moves.for_each(|sums| total.merge(sums));
        Some(total)
    }

    /// The same, together with what other ranks have told of the same root.
    pub(super) fn total_with<'a>(
        &self,
        told: impl Iterator<Item = &'a OutcomeSums>,
        size: BoardSize,
    ) -> Option<MoveSums<G>> {
        told.fold(self.total(), |total, told| {
            let mut total = total.unwrap_or_else(MoveSums::new);
            total.add_outcomes(told, size);
            Some(total)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::AnySize;

    #[test]
    fn statistics_are_added_move_by_move_in_any_order() {
        let point = |name: &str| Some(Point::of::<AnySize>(name.parse().unwrap()));
        let area = ByColor::new(Bitboard::EMPTY, Bitboard::EMPTY);
        let of = |leads: &[(Option<Point>, f32)]| {
            let mut statistics = RootStatistics::<AnySize>::default();
            for &(point, lead) in leads {
                statistics.add(point, lead, lead.signum(), &area);
            }
            statistics
        };
        let (a1, b2) = (point("A1"), point("B2"));
        let mut one = of(&[(b2, 3.0), (None, -1.0), (b2, 5.0)]);
        one.merge(&of(&[(a1, 2.0), (b2, 1.0), (None, -3.0)]));
        let lead = |point| one.of(point).map(MoveSums::lead);
        assert_eq!((lead(a1), lead(b2), lead(None)), (Some(2.0), Some(3.0), Some(-2.0)));
        assert!(one.of(point("A2")).is_none());
        assert_eq!(one.total().map(|all| all.simulations()), Some(6));
    }

    #[test]
    fn points_that_decide_are_critical() {
        let size = BoardSize::square(2);
        let point = |name: &str| Point::of::<AnySize>(name.parse().unwrap());
        let mut sums = MoveSums::<AnySize>::new();
        // The owner of A1 wins; A2 is always Black's, and the owner of B1 is independent of the
        // winner.
        for (lead, blacks) in [
            (1.0, &["A1", "A2", "B1"][..]),
            (2.0, &["A1", "A2"]),
            (-1.0, &["A2", "B1"]),
            (-3.0, &["A2"]),
        ] {
            let black: Bitboard<AnySize> =
                blacks.iter().fold(Bitboard::EMPTY, |set, name| set | Bitboard::of(point(name)));
            let all: Bitboard<AnySize> = size
                .vertices()
                .map(Point::of::<AnySize>)
                .fold(Bitboard::EMPTY, |set, point| set | Bitboard::of(point));
            sums.add(lead, lead.signum(), &ByColor::new(black, all - black));
        }
        let index = |name: &str| name.parse::<crate::vocabulary::Vertex>().unwrap().index(size);
        let critical = sums.criticality(size);
        assert_eq!(critical[index("A1")], 0.5);
        assert_eq!((critical[index("A2")], critical[index("B1")]), (0.0, 0.0));
        let owned = sums.ownership(size);
        assert_eq!((owned[index("A1")], owned[index("A2")], owned[index("B2")]), (0.0, 1.0, -1.0));
        let mut twice = sums.clone();
        twice.merge(&sums);
        assert_eq!((twice.criticality(size), twice.ownership(size)), (critical, owned));
    }

    #[test]
    fn what_others_tell_counts_like_own_simulations() {
        let size = BoardSize::square(2);
        let b1 = Bitboard::of(Point::of::<AnySize>("B1".parse().unwrap()));
        let mut one = RootStatistics::<AnySize>::default();
        let mut other = one.clone();
        let mut both = one.clone();
        for (lead, area) in [(3.0, b1), (-1.0, Bitboard::EMPTY), (2.0, b1)] {
            let area = ByColor::new(area, Bitboard::EMPTY);
            let all = if lead == 2.0 { &mut one } else { &mut other };
            all.add(None, lead, lead.signum(), &area);
            both.add(None, lead, lead.signum(), &area);
        }
        let told = other.total().unwrap().outcomes(size);
        let expected = both.total().unwrap().outcomes(size);
        assert_eq!(one.total_with([&told].into_iter(), size).unwrap().outcomes(size), expected);
        let none = RootStatistics::<AnySize>::default();
        assert_eq!(none.total_with([&told].into_iter(), size).unwrap().outcomes(size), told);
        assert!(none.total_with([].into_iter(), size).is_none());
    }
}
