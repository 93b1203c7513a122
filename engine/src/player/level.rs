//! Levels of play, from a beginner's to full strength: one table of how far each searches and how
//! softly it chooses. The player asks it before and after each search for a move.

use std::fmt;

use crate::vocabulary::BoardSize;

/// How strongly a player plays, from 1, a beginner's play, to [`Level::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How a move is chosen that need not be the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Softness {
    /// A move comes to mind in proportion to its prior to this power: with 1 as the prior says, with 0
    /// each natural move as often as any other.
    pub(super) power: f32,
    /// The cost, in points, at which a move that has come to mind is played in 37 of 100 cases (1 / e).
    pub(super) temperature: f32,
    /// The highest cost of a move that is played, in points.
    pub(super) most: f32,
}

/// What a level that is not full strength plays with.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Simulations for a move on 9x9.
    simulations: u64,
    /// How it chooses; `None` is the best move.
    softness: Option<Softness>,
}

const fn soft(power: f32, temperature: f32, most: f32) -> Row {
    let softness = Some(Softness { power, temperature, most });
    Row { simulations: LEAST_SIMULATIONS, softness }
}

const fn sharp(simulations: u64) -> Row {
    Row { simulations, softness: None }
}

/// On 9x9. With fewer the judgement of dead stones, and with it when to pass, becomes unsure: a level
/// below this one is weaker by its choice.
const LEAST_SIMULATIONS: u64 = 400;

/// From level 1 on, all but full strength; `docs/levels.md` has what was measured.
const ROWS: &[Row] = &[
    soft(0.0, 18.0, 24.0),
    soft(0.25, 13.0, 20.0),
    soft(0.5, 9.0, 16.0),
    soft(0.8, 7.0, 13.0),
    soft(1.0, 4.5, 10.0),
    soft(1.1, 3.3, 8.0),
    soft(1.4, 1.8, 5.0),
    soft(2.0, 0.7, 2.5),
    soft(3.0, 0.3, 1.0),
    sharp(400),
    sharp(1_000),
    sharp(2_300),
    sharp(5_300),
    sharp(12_000),
];

impl Level {
    /// A beginner's play.
    pub const LOWEST: Self = Self(1);
    /// The best move of all that the other limits allow to find: the same as without a level.
    pub const FULL: Self = Self(ROWS.len() as u8 + 1);

    /// The level of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it plays as strongly as it can.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.get(usize::from(self.0) - 1)
    }

    /// The simulations for a move on a board of this size; `None` is no limit. In proportion to its
    /// area, as is what there is to look at.
    pub(super) fn simulations(self, size: BoardSize) -> Option<u64> {
        self.row().map(|row| scaled(row.simulations, size))
    }

    /// How it chooses a move; `None` is the best one.
    pub(super) fn softness(self) -> Option<Softness> {
        self.row().and_then(|row| row.softness)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

/// Its number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// As many simulations as `on_nine` are on 9x9; for a small board not so few that nothing is known.
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
        assert_eq!(Level::FULL.simulations(BoardSize::square(9)), None);
        assert_eq!(Level::FULL.softness(), None);
    }

    #[test]
    fn each_level_searches_as_far_as_the_one_below_and_chooses_no_softer() {
        let size = BoardSize::square(9);
        let levels: Vec<Level> = (1..Level::FULL.number()).filter_map(Level::new).collect();
        for pair in levels.windows(2) {
            let [below, above] = [pair[0], pair[1]];
            assert!(below.simulations(size) <= above.simulations(size), "{above:?}");
            match (below.softness(), above.softness()) {
                (Some(below), Some(above)) => {
                    assert!(below.power <= above.power && below.most >= above.most, "{above:?}");
                    assert!(below.temperature >= above.temperature, "{above:?}");
                }
                (None, above) => assert_eq!(above, None),
                (Some(_), None) => {}
            }
        }
    }

    #[test]
    fn simulations_go_by_the_area_of_the_board() {
        let of = |width| Level::LOWEST.simulations(BoardSize::square(width));
        assert_eq!(of(9), Some(LEAST_SIMULATIONS));
        assert_eq!(of(18), Some(4 * LEAST_SIMULATIONS));
        assert_eq!(of(1), Some(LEAST_SIMULATIONS / 4));
    }
}
