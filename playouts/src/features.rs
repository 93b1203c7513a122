//! What there is to say about a move at a glance: its features, each with a strength.
//!
//! The strength of a move is the product of those of its features, and its chance to be the best is
//! its share of the sum over all moves: a generalised Bradley-Terry model (Coulom, Computing Elo
//! ratings of move patterns in the game of Go, 2007). The strengths are set by hand, in the sizes
//! that the paper found for like features, and rounded towards what fits games of strong players.

use engine::board::{Board, Position};
use engine::tactics::{catching_move, gets_away, liberties_after};
use engine::vocabulary::{Bitboard, Color, Geometry, Point, Window};

use crate::heavy::is_bad_self_atari;
use crate::patterns::Patterns;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $strength:literal),+ $(,)?) => {
        /// Something that a move is, does or stands near to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Feature {
            $($(#[$doc])* $name),+
        }

        /// The strength of each feature; 1 is that of a move of which nothing is to be said.
        const STRENGTHS: &[f32] = &[$($strength),+];

        #[cfg(test)]
        const ALL: &[Feature] = &[$(Feature::$name),+];
    };
}

features! {
    /// Takes a stone.
    TakesOne = 4.5,
    /// Takes more stones.
    TakesMore = 5.0,
    /// Takes a chain next to an own one in atari.
    TakesThreat = 5.0,
    /// Takes the chain of the last move.
    TakesLast = 0.8,
    /// Takes a chain that would not get away.
    TakesCaught = 0.4,
    /// Saves a stone from atari.
    SavesOne = 4.5,
    /// Saves more stones from atari.
    SavesMore = 6.5,
    /// Extends a chain in atari that does not get away.
    SavesNothing = 0.3,
    /// Puts a chain into atari that does not get away.
    Catches = 2.8,
    /// Puts another chain into atari.
    Threatens = 2.3,
    /// Gives a third liberty to a chain that could be caught.
    Secures = 1.5,
    /// Puts its own chain into atari without need.
    SelfAtari = 0.2,
    /// Next to two own chains or more.
    Connects = 1.15,
    /// Next to two of the opponent's chains or more.
    Separates = 0.9,
    /// Fits a shape.
    Shape = 4.5,
    /// No stone on any of the eight points around.
    Lonely = 0.65,
    /// All neighbours are own stones.
    FillsOwn = 2.0,
    /// Next to opponent's stones on three sides or more.
    Surrounded = 1.2,
    /// So far from the last move, as [`distance`] counts.
    Last2 = 6.0,
    Last3 = 4.5,
    Last4 = 3.2,
    Last5 = 2.4,
    Last6 = 1.8,
    Last7 = 1.6,
    Last8 = 1.4,
    /// So far from the move before it.
    Before2 = 2.5,
    Before3 = 2.1,
    Before4 = 2.0,
    Before5 = 1.5,
    /// On this line, with stones nearby.
    Line1 = 0.4,
    Line2 = 0.85,
    Line3 = 1.2,
    Line4 = 1.05,
    /// In an empty part of the board on the first or second line.
    LowEmpty = 0.02,
    /// In an empty corner, on these lines from its two edges.
    Corner33 = 6.0,
    Corner34 = 60.0,
    Corner44 = 90.0,
    Corner35 = 1.0,
    Corner45 = 1.0,
    /// In an empty part of a side on the third or fourth line.
    Side3Empty = 1.3,
    Side4Empty = 0.7,
    /// In an empty part of the middle.
    MiddleEmpty = 0.05,
    /// In the middle of a board of which it is a large part, with no stone nearby.
    MiddleOfSmall = 13.0,
}

/// The features of a move, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FeatureSet(u64);

impl FeatureSet {
    fn add(&mut self, feature: Feature) {
        self.add_if(true, feature);
    }

    fn add_if(&mut self, condition: bool, feature: Feature) {
        self.0 |= u64::from(condition) << feature as u32;
    }

    /// The product of the strengths.
    pub(crate) fn strength(self) -> f32 {
        let mut strength = 1.0;
        let mut left = self.0;
        while left != 0 {
            strength *= STRENGTHS[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        strength
    }
}

/// What is found out about a position once, for all of its moves.
pub(crate) struct Scene<'a, G: Geometry> {
    position: &'a Position<G>,
    patterns: Patterns,
    takes_one: Bitboard<G>,
    takes_more: Bitboard<G>,
    takes_threat: Bitboard<G>,
    takes_last: Bitboard<G>,
    takes_caught: Bitboard<G>,
    saves_one: Bitboard<G>,
    saves_more: Bitboard<G>,
    saves_nothing: Bitboard<G>,
    catches: Bitboard<G>,
    threatens: Bitboard<G>,
    secures: Bitboard<G>,
    /// All points with a stone nearby.
    crowded: Bitboard<G>,
}

/// So far around a point no stone may stand for its part of the board to be empty.
const EMPTY_RADIUS: usize = 3;

impl<'a, G: Geometry> Scene<'a, G> {
    /// Looks at all chains of a position.
    pub(crate) fn new(position: &'a Position<G>) -> Self {
        let none = Bitboard::EMPTY;
        let mut scene = Self {
            position,
            patterns: Patterns::new(),
            takes_one: none,
            takes_more: none,
            takes_threat: none,
            takes_last: none,
            takes_caught: none,
            saves_one: none,
            saves_more: none,
            saves_nothing: none,
            catches: none,
            threatens: none,
            secures: none,
            crowded: crowded(position.board()),
        };
        let (board, color) = (position.board(), position.to_move());
        for owner in Color::BOTH {
            let mut open = *board.stones(owner);
            while let Some(stone) = open.first() {
                let Some(chain) = board.chain_stones(stone) else { break };
                open -= *chain;
                match (board.liberties_of(stone), owner == color) {
                    (1, true) => scene.own_in_atari(stone),
                    (1, false) => scene.other_in_atari(stone),
                    (2, true) => scene.own_with_two(stone),
                    (2, false) => scene.other_with_two(stone),
                    _ => {}
                }
            }
        }
        scene
    }

    fn own_in_atari(&mut self, stone: Point) {
        let board = self.position.board();
        let (Some(chain), Some(liberties)) =
            (board.chain_stones(stone), board.chain_liberties(stone))
        else {
            return;
        };
        for other in chain.neighbours() & *board.stones(!self.position.to_move()) {
            if board.liberties_of(other) == 1
                && let Some(taking) = board.chain_liberties(other)
            {
                self.takes_threat |= *taking;
            }
        }
        if let Some(liberty) = liberties.first() {
            let into = match (gets_away(board, stone, liberty), chain.count()) {
                (false, _) => &mut self.saves_nothing,
                (true, 1) => &mut self.saves_one,
                (true, _) => &mut self.saves_more,
            };
            into.insert(liberty);
        }
    }

    fn other_in_atari(&mut self, stone: Point) {
        let board = self.position.board();
        let (Some(chain), Some(liberties)) =
            (board.chain_stones(stone), board.chain_liberties(stone))
        else {
            return;
        };
        let into = if chain.count() == 1 { &mut self.takes_one } else { &mut self.takes_more };
        *into |= *liberties;
        if self.position.last().is_some_and(|last| chain.contains(last)) {
            self.takes_last |= *liberties;
        }
        if liberties.first().is_some_and(|liberty| !gets_away(board, stone, liberty)) {
            self.takes_caught |= *liberties;
        }
    }

    fn own_with_two(&mut self, stone: Point) {
        let (board, color) = (self.position.board(), self.position.to_move());
        let Some(liberties) = board.chain_liberties(stone) else { return };
        if catching_move(board, stone).is_some() {
            for point in liberties {
                if liberties_after(board, color, point).count() > 2 {
                    self.secures.insert(point);
                }
            }
        }
    }

    fn other_with_two(&mut self, stone: Point) {
        let board = self.position.board();
        let Some(liberties) = board.chain_liberties(stone) else { return };
        self.threatens |= *liberties;
        if let Some(point) = catching_move(board, stone) {
            self.catches.insert(point);
        }
    }

    /// What is to be said of a move to `point`.
    pub(crate) fn features(&self, point: Point) -> FeatureSet {
        let mut found = FeatureSet::default();
        let (board, color) = (self.position.board(), self.position.to_move());
        for (set, feature) in [
            (&self.takes_one, Feature::TakesOne),
            (&self.takes_more, Feature::TakesMore),
            (&self.takes_threat, Feature::TakesThreat),
            (&self.takes_last, Feature::TakesLast),
            (&self.takes_caught, Feature::TakesCaught),
            (&self.saves_one, Feature::SavesOne),
            (&self.saves_more, Feature::SavesMore),
            (&self.saves_nothing, Feature::SavesNothing),
            (&self.catches, Feature::Catches),
            (&self.secures, Feature::Secures),
        ] {
            found.add_if(set.contains(point), feature);
        }
        let threatens = self.threatens.contains(point) && !self.catches.contains(point);
        found.add_if(threatens, Feature::Threatens);
        found.add_if(is_bad_self_atari(self.position, point), Feature::SelfAtari);
        found.add_if(self.patterns.fit(board, point), Feature::Shape);
        let own = board.stones(color).window(point);
        let other = board.stones(!color).window(point);
        found.add_if(own.union(other).around().is_empty(), Feature::Lonely);
        found.add_if(board.is_surrounded(color, point), Feature::FillsOwn);
        found.add_if(other.adjacent().count() >= 3, Feature::Surrounded);
        found.add_if(has_two_chains(board, own.adjacent()), Feature::Connects);
        found.add_if(has_two_chains(board, other.adjacent()), Feature::Separates);
        self.add_places(point, &mut found);
        found
    }

    fn add_places(&self, point: Point, found: &mut FeatureSet) {
        use Feature as F;
        const LAST: [F; 7] = [F::Last2, F::Last3, F::Last4, F::Last5, F::Last6, F::Last7, F::Last8];
        const BEFORE: [F; 4] = [F::Before2, F::Before3, F::Before4, F::Before5];
        const LINES: [F; 4] = [F::Line1, F::Line2, F::Line3, F::Line4];
        let position = self.position;
        for (from, near) in [(position.last(), &LAST[..]), (position.second_last(), &BEFORE)] {
            if let Some(from) = from
                && let Some(&feature) = near.get(distance::<G>(point, from).wrapping_sub(2))
            {
                found.add(feature);
            }
        }
        let (low, high) = lines(position.board(), point);
        if self.crowded.contains(point) {
            LINES.get(low - 1).into_iter().for_each(|&feature| found.add(feature));
        } else {
            found.add(match (low, high) {
                (1 | 2, _) => F::LowEmpty,
                (4.., _) if is_small(position.board()) => F::MiddleOfSmall,
                (3, 3) => F::Corner33,
                (3, 4) => F::Corner34,
                (4, 4) => F::Corner44,
                (3, 5) => F::Corner35,
                (4, 5) => F::Corner45,
                (3, _) => F::Side3Empty,
                (4, _) => F::Side4Empty,
                _ => F::MiddleEmpty,
            });
        }
    }
}

/// Whether stones of more than one chain are among `stones`.
fn has_two_chains<G: Geometry>(board: &Board<G>, mut stones: Window<G>) -> bool {
    let Some(first) = stones.next() else { return false };
    let Some(chain) = board.chain_stones(first) else { return false };
    stones.any(|other| !chain.contains(other))
}

/// How far apart two points are: columns and rows and the larger of both, 2 for neighbours and 3 for
/// diagonal ones.
fn distance<G: Geometry>(a: Point, b: Point) -> usize {
    let (a, b) = (a.vertex::<G>(), b.vertex::<G>());
    let (columns, rows) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    usize::from(columns + rows + columns.max(rows))
}

/// All points with a stone within the empty radius.
fn crowded<G: Geometry>(board: &Board<G>) -> Bitboard<G> {
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    let on_board = stones | *board.empty();
    (0..EMPTY_RADIUS).fold(stones, |near, _| (near | near.neighbours()) & on_board)
}

/// Whether the fourth lines of a board leave nothing or little between them, as on 9x9.
fn is_small<G: Geometry>(board: &Board<G>) -> bool {
    board.size().width().min(board.size().height()) <= 10
}

/// The lines of a point from the nearest edge and from that of the other direction, from 1 at the
/// edge.
fn lines<G: Geometry>(board: &Board<G>, point: Point) -> (usize, usize) {
    let (vertex, size) = (point.vertex::<G>(), board.size());
    let column = 1 + vertex.column().min(size.width() - 1 - vertex.column());
    let row = 1 + vertex.row().min(size.height() - 1 - vertex.row());
    (usize::from(column.min(row)), usize::from(column.max(row)))
}

#[cfg(test)]
mod tests {
    use engine::vocabulary::AnySize;

    use super::*;

    /// The features of Black's move to `vertex`, of those that are not places.
    fn of(diagram: &str, vertex: &str) -> Vec<Feature> {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let position = Position::from_board(board, Color::Black);
        let point = Point::of::<AnySize>(vertex.parse().unwrap());
        let found = Scene::new(&position).features(point);
        let has = |&&feature: &&Feature| found.0 >> feature as u32 & 1 != 0;
        let places = Feature::Line1 as usize;
        ALL[..places].iter().filter(has).copied().collect()
    }

    #[test]
    fn taking_and_saving() {
        let taking = of(
            ". . X . .
             . X O . .
             X O O X .
             . X X . .
             . . . . .",
            "D4",
        );
        assert!(taking.contains(&Feature::TakesMore) && !taking.contains(&Feature::TakesOne));
        let saving = of(". . . . .\n. O . . .\nO X . . .\n. O . . .\n. . . . .", "C3");
        assert!(saving.contains(&Feature::SavesOne), "{saving:?}");
        let vain = of(". . . . .\n. . . . .\n. . . . .\n. . O O O\n. . . . X", "D1");
        assert!(vain.contains(&Feature::SavesNothing) && vain.contains(&Feature::SelfAtari));
    }

    #[test]
    fn a_ladder_catches_and_what_is_in_it_is_not_saved() {
        let ladder = |upper_left: &str, breaker: &str| {
            format!(
                ". . . . . . .
                 . . . . . {breaker} .
                 . . . . . . .
                 . . {upper_left} . . . .
                 . X O . . . .
                 . . X X . . .
                 . . . . . . ."
            )
        };
        assert!(of(&ladder(".", "."), "C4").contains(&Feature::Catches));
        assert!(of(&ladder(".", "O"), "C4").contains(&Feature::Threatens));
        let swapped =
            |diagram: String| diagram.replace('X', "x").replace('O', "X").replace('x', "O");
        assert!(of(&swapped(ladder("X", ".")), "D3").contains(&Feature::SavesNothing));
        assert!(of(&swapped(ladder("X", "O")), "D3").contains(&Feature::SavesOne));
    }

    #[test]
    fn neighbours_and_places() {
        let diagram = ". . . . .
                       . X . X .
                       . . . . .
                       . O . O .
                       . . . . .";
        assert!(of(diagram, "C4").contains(&Feature::Connects));
        assert!(of(diagram, "C2").contains(&Feature::Separates));
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        assert_eq!(lines(&board, Point::of::<AnySize>("C3".parse().unwrap())), (3, 3));
        assert_eq!(lines(&board, Point::of::<AnySize>("E3".parse().unwrap())), (1, 3));
        let far = distance::<AnySize>(
            Point::of::<AnySize>("A1".parse().unwrap()),
            Point::of::<AnySize>("C2".parse().unwrap()),
        );
        assert_eq!(far, 5);
    }

    #[test]
    fn strengths_multiply() {
        let mut both = FeatureSet::default();
        assert_eq!(both.strength(), 1.0);
        both.add(Feature::TakesOne);
        both.add(Feature::Last2);
        let product = STRENGTHS[Feature::TakesOne as usize] * STRENGTHS[Feature::Last2 as usize];
        assert_eq!(both.strength(), product);
        assert_eq!(STRENGTHS.len(), ALL.len());
        assert!(ALL.len() <= 64);
    }
}
