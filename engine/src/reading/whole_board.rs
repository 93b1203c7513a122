//! A whole board, or a part of one, played to its end: a game for the classical searches.
//!
//! The score is the area, without komi. Two passes end the game; what Benson's algorithm finds safe
//! counts before. Positions that are turned or mirrored share one place in the table.

use super::classical::{Bounds, Game, Score, Scored};
use super::line::{Line, turn_key};
use crate::board::{Board, Position};
use crate::tactics::safe_area;
use crate::vocabulary::{
    Bitboard, BoardSize, Color, Geometry, Point, PointMap, Symmetry, TO_MOVE_KEY,
};

/// What comes of a position that was there before with the same player to move. A single ko is
/// banned in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongCycle {
    /// The game ends with so many points for Black.
    Worth(Score),
    /// The game is lost for this player with all points. What the player reaches nevertheless it
    /// reaches under any rule about repetition that looks at the player to move, and what both
    /// reach, each where cycles lose for it, is the score under all of them.
    LosesFor(Color),
    /// No move may bring back the stones that were there before (positional superko). The table
    /// tells positions with different pasts apart, so this is for the smallest boards.
    Forbidden,
}

/// Tells the keys of boards in the past from those of the present one.
const PAST_FACTOR: u64 = TO_MOVE_KEY | 1;

/// A key for each symmetry of the board: that of the position turned or mirrored by it.
type Keys = [u64; Symmetry::MOST];

/// Where a symmetry puts the points of a board, and whence they came.
#[derive(Debug)]
struct Image<G: Geometry> {
    to: PointMap<G, Point>,
    from: PointMap<G, Point>,
}

impl<G: Geometry> Image<G> {
    fn new(size: BoardSize, symmetry: Symmetry) -> Self {
        let nowhere = Point::from_bit(0);
        let mut image = Self { to: PointMap::filled(nowhere), from: PointMap::filled(nowhere) };
        for vertex in size.vertices() {
            let there = Point::of::<G>(symmetry.apply(size, vertex));
            image.to[Point::of::<G>(vertex)] = there;
            image.from[there] = Point::of::<G>(vertex);
        }
        image
    }
}

/// What is kept beside a position on the way.
#[derive(Clone, Copy, Debug)]
struct Note<G: Geometry> {
    /// Of the stones alone.
    stones: Keys,
    /// Of the boards that were there.
    past: Keys,
    /// For Black.
    bounds: Bounds,
    /// Points where no stone changes anything any more.
    settled: Bitboard<G>,
}

/// A board on which both play to the end.
#[derive(Debug)]
pub struct WholeBoard<G: Geometry> {
    cycle: LongCycle,
    /// The points where both may play, from the middle to the edge.
    points: Vec<Point>,
    images: Vec<Image<G>>,
    line: Line<G>,
    /// Of the positions of the line.
    notes: Vec<Note<G>>,
}

impl<G: Geometry> WholeBoard<G> {
    /// The game from a position on, in which both play on the points of `within` only.
    pub fn new(position: &Position<G>, within: Bitboard<G>, cycle: LongCycle) -> Self {
        let board = position.board();
        let size = board.size();
        let has_symmetries = within == Bitboard::full(size);
        let symmetries = Symmetry::of(size).take(if has_symmetries { Symmetry::MOST } else { 1 });
        let images: Vec<_> = symmetries.map(|symmetry| Image::new(size, symmetry)).collect();
        let mut points: Vec<Point> = within.into_iter().collect();
        points.sort_by_key(|&point| distance_to_middle::<G>(size, point));
        let mut stones = Keys::default();
        for color in Color::BOTH {
            toggle(&mut stones, &images, color, board.stones(color));
        }
        let (bounds, settled) = certainties(board);
        let note = Note { stones, past: Keys::default(), bounds, settled };
        Self { cycle, points, images, line: Line::new(position.clone()), notes: vec![note] }
    }

    /// The position after the moves made.
    pub fn position(&self) -> &Position<G> {
        self.line.now()
    }

    fn note(&self) -> &Note<G> {
        &self.notes[self.line.depth()]
    }

    fn sign(&self) -> Score {
        match self.position().to_move() {
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// The symmetry by which the position gets its normal form, with its key.
    fn normal_form(&self) -> (usize, u64) {
        let (note, position) = (self.note(), self.position());
        let keys = self.images.iter().enumerate().map(|(number, image)| {
            let past = if self.cycle == LongCycle::Forbidden { note.past[number] } else { 0 };
            let ko = position.ko().map(|ko| image.to[ko]);
            (number, note.stones[number] ^ past ^ turn_key(position, ko))
        });
        keys.min_by_key(|&(_, key)| key).unwrap_or_default()
    }

    /// Whether a move would bring back stones that were on the board before.
    fn is_banned(&self, point: Point) -> bool {
        let (hash, _) = self.position().board().hash_after(self.position().to_move(), point);
        self.line.way().any(|earlier| earlier.board().hash() == hash)
    }
}

impl<G: Geometry> Game for WholeBoard<G> {
    /// A point, or `None` for a pass.
    type Move = Option<Point>;

    fn moves(&mut self, into: &mut Vec<Option<Point>>) {
        let (position, settled) = (self.position(), &self.note().settled);
        let is_banned = |point| self.cycle == LongCycle::Forbidden && self.is_banned(point);
        let is_worth_it = |&point: &Point| {
            !settled.contains(point) && position.is_legal(point) && !is_banned(point)
        };
        let captures = |&point: &Point| position.board().captures(position.to_move(), point);
        let from = into.len();
        into.extend(self.points.iter().copied().filter(is_worth_it).map(Some));
        into[from..].sort_by_key(|mv| !mv.as_ref().is_some_and(captures));
        into.push(None);
    }

    fn play(&mut self, mv: Option<Point>) {
        let color = self.position().to_move();
        let captured = self.line.play(mv);
        let position = self.line.now();
        let mut note = self.notes[self.line.depth() - 1];
        if let Some(point) = mv {
            for (past, stones) in note.past.iter_mut().zip(note.stones) {
                *past ^= stones.wrapping_mul(PAST_FACTOR).rotate_left(32);
            }
            toggle(&mut note.stones, &self.images, color, &Bitboard::of(point));
            toggle(&mut note.stones, &self.images, !color, &captured);
            (note.bounds, note.settled) = certainties(position.board());
        } else {
            note.bounds = after_pass(position, note.bounds);
        }
        self.notes.truncate(self.line.depth());
        self.notes.push(note);
    }

    fn undo(&mut self) {
        self.line.undo();
    }

    fn key(&self) -> u64 {
        self.normal_form().1
    }

    fn repeats(&self) -> Option<usize> {
        if self.cycle == LongCycle::Forbidden { None } else { self.line.repeats() }
    }

    fn index(mv: Option<Point>) -> usize {
        mv.map_or(0, Point::bit)
    }

    fn normal(&self, mv: Option<Point>) -> Option<Point> {
        mv.map(|point| self.images[self.normal_form().0].to[point])
    }

    fn actual(&self, mv: Option<Point>) -> Option<Point> {
        mv.map(|point| self.images[self.normal_form().0].from[point])
    }
}

impl<G: Geometry> Scored for WholeBoard<G> {
    fn bounds(&self) -> Bounds {
        let bounds = self.note().bounds;
        if self.sign() > 0 { bounds } else { bounds.turned() }
    }

    fn estimate(&self) -> Score {
        let Bounds { low, high } = self.bounds();
        (self.sign() * self.position().board().area_score()).clamp(low, high)
    }

    fn circle(&self) -> Score {
        let all = self.position().board().size().area() as Score;
        match self.cycle {
            LongCycle::Worth(score) => self.sign() * score,
            LongCycle::LosesFor(color) if color == self.position().to_move() => -all,
            LongCycle::LosesFor(_) | LongCycle::Forbidden => all,
        }
    }
}

/// Puts stones into the keys, or takes them out.
fn toggle<G: Geometry>(keys: &mut Keys, images: &[Image<G>], color: Color, stones: &Bitboard<G>) {
    for (key, image) in keys.iter_mut().zip(images) {
        for stone in stones {
            *key ^= image.to[stone].key::<G>(color);
        }
    }
}

/// What Black has at least and at most, and the points that are somebody's for good.
fn certainties<G: Geometry>(board: &Board<G>) -> (Bounds, Bitboard<G>) {
    let all = board.size().area() as Score;
    let [black, white] = Color::BOTH.map(|color| safe_area(board, color, false).points());
    let (least, most) = (2 * black.count() as Score - all, all - 2 * white.count() as Score);
    (Bounds { low: least, high: most }, black | white)
}

/// After one pass the other player may end the game with the score as it is; after two it is over.
fn after_pass<G: Geometry>(position: &Position<G>, bounds: Bounds) -> Bounds {
    let score = position.board().area_score();
    match position.to_move() {
        _ if position.passes() > 1 => Bounds::exactly(score),
        Color::Black => Bounds { low: bounds.low.max(score), ..bounds },
        Color::White => Bounds { high: bounds.high.min(score), ..bounds },
    }
}

/// How far a point lies from the middle of the board, in half lines, squared.
fn distance_to_middle<G: Geometry>(size: BoardSize, point: Point) -> u32 {
    let vertex = point.vertex::<G>();
    let from_middle =
        |at: u8, length: u8| (2 * u32::from(at) + 1).abs_diff(u32::from(length)).pow(2);
    from_middle(vertex.column(), size.width()) + from_middle(vertex.row(), size.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::classical::{
        AlphaBeta, Budget, Found, Means, Method, ProofNumberSearch, minimax, score_by_proofs, solve,
    };
    use crate::vocabulary::{Random, Small};

    const MEMORY: usize = 1 << 22;
    const ANY_DEPTH: u32 = 1000;

    fn empty_board(width: usize, height: usize, cycle: LongCycle) -> WholeBoard<Small> {
        let size = BoardSize::new(width, height).unwrap();
        WholeBoard::new(&Position::new(size), Bitboard::full(size), cycle)
    }

    fn solved(mut game: WholeBoard<Small>, method: Method) -> Found<Option<Point>> {
        let mut search = AlphaBeta::new(Means::default(), MEMORY);
        let found = solve(&mut game, method, &mut search, ANY_DEPTH, &mut Budget::unlimited());
        assert!(found.is_exact);
        found
    }

    /// What Black gets on the empty board where a long cycle is worth nothing.
    fn score(width: usize, height: usize) -> Score {
        let game = || empty_board(width, height, LongCycle::Worth(0));
        let [one, other] = [Method::AlphaBeta, Method::Mtdf].map(|method| {
            let found = solved(game(), method);
            found.score
        });
        assert_eq!(one, other, "{width}x{height}");
        one
    }

    #[test]
    fn small_boards_have_their_known_scores() {
        for (length, expected) in (1..).zip([0, 0, 3, 4, 0, 0]) {
            assert_eq!(score(length, 1), expected, "1x{length}");
            assert_eq!(score(1, length), expected, "{length}x1");
        }
        assert_eq!([score(2, 2), score(3, 2), score(4, 2), score(3, 3)], [0, 0, 8, 9]);
    }

    #[test]
    fn where_no_cycle_decides_the_score_is_the_same_whoever_loses_by_one() {
        for (width, height) in [(4, 1), (4, 2), (3, 3)] {
            let scores = Color::BOTH.map(|color| {
                let game = empty_board(width, height, LongCycle::LosesFor(color));
                solved(game, Method::AlphaBeta).score
            });
            assert_eq!(scores, [score(width, height); 2]);
        }
        // On 1x5 each player can go in a circle rather than lose.
        let by_cycle = |color| solved(empty_board(5, 1, LongCycle::LosesFor(color)), Method::Mtdf);
        assert_eq!(Color::BOTH.map(|color| by_cycle(color).score), [-5, 5]);
    }

    #[test]
    fn superko_gives_the_published_scores_of_the_smallest_boards() {
        let score = |width, height| {
            solved(empty_board(width, height, LongCycle::Forbidden), Method::AlphaBeta).score
        };
        // Tromp and Farnebaeck, Combinatorics of Go, 2006.
        assert_eq!([1, 2, 3, 4, 5].map(|length| score(length, 1)), [0, 0, 3, 4, 0]);
        assert_eq!(score(2, 2), 1);
    }

    /// A position after random moves.
    fn random_game(random: &mut Random, size: BoardSize) -> WholeBoard<Small> {
        let mut game =
            WholeBoard::new(&Position::new(size), Bitboard::full(size), LongCycle::Worth(1));
        for _ in 0..random.below(size.area() * 2) {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mv = moves[random.below(moves.len())];
            if mv.is_some() {
                game.play(mv);
            }
        }
        WholeBoard::new(game.position(), Bitboard::full(size), LongCycle::Worth(1))
    }

    #[test]
    fn every_method_finds_the_score_of_minimax_with_less_work() {
        let mut random = Random::new(3, 0);
        let (mut compared, mut slow, mut fast) = (0, 0, 0);
        for number in 0..400 {
            let (width, height) = [(4, 1), (5, 1), (2, 2), (3, 2)][number % 4];
            let mut game = random_game(&mut random, BoardSize::new(width, height).unwrap());
            let mut budget = Budget::nodes(50_000);
            let Ok(expected) = minimax(&mut game, ANY_DEPTH, &mut budget) else { continue };
            let start = || {
                let position = game.position();
                WholeBoard::new(
                    position,
                    Bitboard::full(position.board().size()),
                    LongCycle::Worth(1),
                )
            };
            compared += 1;
            slow += budget.spent();
            for method in [Method::AlphaBeta, Method::Mtdf] {
                let found = solved(start(), method);
                assert_eq!(found.score, expected, "{method:?}\n{:?}", game.position());
                fast += found.nodes;
            }
            let mut search = ProofNumberSearch::new(MEMORY);
            let proved = score_by_proofs(start(), |goal| {
                search.prove(goal, &mut Budget::unlimited()).verdict
            });
            assert_eq!(proved, Bounds::exactly(expected), "{:?}", game.position());
        }
        assert!(compared > 100 && fast < slow, "{compared} positions, {fast} against {slow} nodes");
    }

    #[test]
    fn boards_turned_or_mirrored_share_their_key_and_their_moves() {
        let size = BoardSize::square(4);
        let at = |column, row| Point::of::<Small>(crate::vocabulary::Vertex::new(column, row));
        let played = |moves: [Point; 3]| {
            let mut game = empty_board(4, 4, LongCycle::Worth(0));
            for point in moves {
                game.play(Some(point));
            }
            game
        };
        let one = played([at(0, 1), at(2, 2), at(3, 0)]);
        let turned = played([at(1, 3), at(2, 1), at(0, 0)]);
        let other = played([at(0, 1), at(2, 2), at(3, 1)]);
        assert_eq!(one.key(), turned.key());
        assert_ne!(one.key(), other.key());
        for vertex in size.vertices() {
            let mv = Some(Point::of::<Small>(vertex));
            assert_eq!(one.actual(one.normal(mv)), mv);
            // A quarter turn.
            let image = Some(at(vertex.row(), 3 - vertex.column()));
            assert_eq!(one.normal(mv), turned.normal(image));
        }
        assert_eq!(one.normal(None), None);
    }

    #[test]
    fn only_the_points_within_are_played_on() {
        let size = BoardSize::square(4);
        let within: Bitboard<Small> = ["A1", "B1"]
            .map(|point| Point::of::<Small>(point.parse().unwrap()))
            .into_iter()
            .collect();
        let mut game = WholeBoard::new(&Position::new(size), within, LongCycle::Worth(0));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert_eq!(moves.len(), 3);
        assert!(moves.iter().flatten().all(|&point| within.contains(point)));
    }
}
