//! Levels of play, from beginner to full strength. A table specifies, for each level, the number of
//! visits and how readily the level plays a move other than the best one. The player consults
//! the table before and after each search for a move.

use std::fmt;
use std::str::FromStr;

use super::rank::{NoRank, Rank};
use crate::vocabulary::BoardSize;

/// The strength of a player, from 1 (a beginner) to [`Level::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The parameters for choosing a move other than the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Softness {
    /// The maximum number of candidates: captures and rescues of several stones first, and then the
    /// moves with the highest priors. They are considered one at a time.
    pub(super) ideas: usize,
    /// The exponent applied to a candidate's prior to obtain its relative probability of being
    /// considered. With 1, the probability is proportional to the prior; with 0, all candidates are
    /// equally likely.
    pub(super) exponent: f32,
    /// The cost, in points, at which a considered move is played with probability 1 / e, or 37 %.
    pub(super) tolerance: f32,
    /// The maximum cost, in points, at which a considered move may be played.
    pub(super) most: f32,
}

/// The parameters of a level below full strength.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The rank that the level has by estimate.
    rank: Rank,
    /// The number of visits with a network per move on 9x9.
    visits: u64,
    /// How the level chooses weaker moves; `None` means that the level always plays the best move.
    softness: Option<Softness>,
}

const fn soft(rank: Rank, ideas: usize, exponent: f32, tolerance: f32, most: f32) -> Row {
    let softness = Some(Softness { ideas, exponent, tolerance, most });
    Row { rank, visits: LEAST_VISITS, softness }
}

const fn sharp(rank: Rank, visits: u64) -> Row {
    Row { rank, visits, softness: None }
}

/// The minimum number of visits on 9x9. With fewer visits, the judgement of dead stones
/// becomes unreliable, and so does the decision on when to pass. Weaker levels therefore do not
/// search less; they choose weaker moves instead.
const LEAST_VISITS: u64 = 10;

/// The margin, in points, by which the deficit must exceed the largest mistake of a level before
/// the level resigns. It applies only to levels that play weaker moves.
const DEFICIT_BEYOND_A_MISTAKE: f32 = 10.0;

/// The levels from 1 upwards, excluding full strength. The measurements are in `docs/levels.md`.
const ROWS: &[Row] = &[
    soft(Rank::kyu(25), 12, 0.0, 20.0, 24.0),
    soft(Rank::kyu(21), 12, 0.2, 15.0, 21.0),
    soft(Rank::kyu(17), 11, 0.3, 11.0, 18.0),
    soft(Rank::kyu(13), 11, 0.4, 8.5, 15.0),
    soft(Rank::kyu(11), 10, 0.5, 6.5, 13.0),
    soft(Rank::kyu(9), 10, 0.6, 5.0, 11.0),
    soft(Rank::kyu(7), 9, 0.75, 3.4, 8.5),
    soft(Rank::kyu(5), 8, 0.95, 2.0, 5.5),
    soft(Rank::kyu(4), 7, 1.2, 1.0, 3.0),
    soft(Rank::kyu(3), 5, 1.5, 0.35, 1.2),
    sharp(Rank::kyu(2), 12),
    sharp(Rank::kyu(1), 16),
    sharp(Rank::dan(1), 26),
    sharp(Rank::dan(2), 42),
    sharp(Rank::dan(3), 68),
    sharp(Rank::dan(4), 110),
    sharp(Rank::dan(5), 180),
    sharp(Rank::dan(6), 300),
    sharp(Rank::dan(7), 500),
];

/// The rank that full strength has by estimate.
const FULL_RANK: Rank = Rank::dan(8);

impl Level {
    /// A beginner's strength.
    pub const LOWEST: Self = Self(1);
    /// Full strength: the best move that can be found within the other limits, as if there were no
    /// level.
    pub const FULL: Self = Self(ROWS.len() as u8 + 1);

    /// The level with this number, if it exists.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether the level is full strength.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// The level whose estimated rank is nearest to this one; the stronger of two that are equally
    /// near.
    pub fn nearest(rank: Rank) -> Self {
        let levels = (Self::LOWEST.0..=Self::FULL.0).rev().map(Self);
        levels.min_by_key(|level| level.rank().distance(rank)).unwrap_or_default()
    }

    /// The rank that the level has by estimate.
    pub fn rank(self) -> Rank {
        self.row().map_or(FULL_RANK, |row| row.rank)
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.get(usize::from(self.0) - 1)
    }

    /// The number of visits per move on a board of this size, or `None` for no limit. It is
    /// proportional to the area of the board, as is the number of moves to consider.
    pub(super) fn visits(self, size: BoardSize) -> Option<u64> {
        self.row().map(|row| scaled(row.visits, size))
    }

    /// The deficit in points below which the level does not resign. A win rate says little about a
    /// game in which both players make large mistakes. Levels that make none resign at any score.
    pub(super) fn least_deficit(self) -> f32 {
        let deficit = |softness: Softness| softness.most + DEFICIT_BEYOND_A_MISTAKE;
        self.softness().map_or(f32::NEG_INFINITY, deficit)
    }

    /// How the level chooses weaker moves; `None` means that the level always plays the best move.
    pub(super) fn softness(self) -> Option<Softness> {
        self.row().and_then(|row| row.softness)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

/// Reads the number of a level, or a rank, which stands for the nearest level.
impl FromStr for Level {
    type Err = NoRank;

    fn from_str(text: &str) -> Result<Self, NoRank> {
        match text.parse() {
            Ok(number) => Self::new(number).ok_or(NoRank),
            Err(_) => text.parse().map(Self::nearest),
        }
    }
}

/// Formats the level as its number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Scales a number of visits or simulations for 9x9 to a board of this size. On small boards, a
/// minimum applies, because fewer would reveal nothing.
pub(super) fn scaled(on_nine: u64, size: BoardSize) -> u64 {
    (on_nine * size.area() as u64 / 81).max(on_nine / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_from_one_to_full_strength() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(1), Some(Level::LOWEST));
        assert_eq!(Level::new(Level::FULL.number()), Some(Level::default()));
        assert_eq!(Level::new(Level::FULL.number() + 1), None);
        assert!(Level::FULL.number() >= 12 && Level::FULL.is_full() && !Level::LOWEST.is_full());
    }

    #[test]
    fn full_strength_has_neither_a_limit_nor_a_soft_choice() {
        assert_eq!(Level::FULL.visits(BoardSize::square(9)), None);
        assert_eq!(Level::FULL.softness(), None);
    }

    #[test]
    fn each_level_searches_as_far_as_the_one_below_and_chooses_no_softer() {
        let size = BoardSize::square(9);
        let levels: Vec<Level> = (1..Level::FULL.number()).filter_map(Level::new).collect();
        for pair in levels.windows(2) {
            let [below, above] = [pair[0], pair[1]];
            assert!(below.visits(size) <= above.visits(size), "{above:?}");
            match (below.softness(), above.softness()) {
                (Some(below), Some(above)) => {
                    assert!(
                        below.exponent <= above.exponent && below.most >= above.most,
                        "{above:?}"
                    );
                    assert!(below.tolerance >= above.tolerance, "{above:?}");
                    assert!(below.ideas >= above.ideas, "{above:?}");
                }
                (None, above) => assert_eq!(above, None),
                (Some(_), None) => {}
            }
        }
    }

    #[test]
    fn a_level_has_a_number_or_a_rank() {
        let number = |text: &str| text.parse().map(Level::number);
        assert_eq!(number("1"), Ok(1));
        assert_eq!(number(&Level::FULL.to_string()), Ok(Level::FULL.number()));
        assert_eq!(number("30k"), Ok(1));
        assert_eq!(number("9d"), Ok(Level::FULL.number()));
        for level in (Level::LOWEST.0..=Level::FULL.0).map(Level) {
            assert_eq!(level.rank().to_string().parse(), Ok(level), "ranks of their own");
        }
        for bad in ["0", "99", "-1", "1.5", "x", "40k", ""] {
            assert_eq!(number(bad), Err(NoRank), "{bad}");
        }
    }

    #[test]
    fn visits_go_by_the_area_of_the_board() {
        let of = |width| Level::LOWEST.visits(BoardSize::square(width));
        assert_eq!(of(9), Some(LEAST_VISITS));
        assert_eq!(of(18), Some(4 * LEAST_VISITS));
        assert_eq!(of(1), Some(LEAST_VISITS / 4));
    }
}
