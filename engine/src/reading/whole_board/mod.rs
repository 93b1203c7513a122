//! A whole board, or a part of one, played to the end: a game for the classical searches.
//!
//! The score is the area, without komi. Two passes end the game. Areas that Benson's algorithm
//! finds safe are counted even before the end of the game, and the opponent's stones in them count
//! as captured. The only reason to play in such an area is to lift a ko or superko ban. However, a
//! region counts as safe only if each of its points is next to a safe chain. In other regions,
//! stones can be thrown in again and again, which would end the game by a long cycle. Rotated and
//! reflected positions share one table entry.

use super::line::Line;
use crate::board::{Board, Position, lead};
use crate::tactics::safe_area;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point, Symmetry};
use classical::{Bounds, Game, Score, Scored};
use form::{Form, Images, Keys};

mod form;
#[cfg(test)]
mod tests;

/// The effect of repeating a position with the same player to move. Immediately retaking a single
/// ko is always banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongCycle {
    /// The game ends with this lead for Black, in points.
    Worth(Score),
    /// This player loses the game by the whole board. Any score that the player can achieve despite
    /// this penalty can also be achieved under every repetition rule that takes the player to move
    /// into account. If Black can achieve a score when cycles count as a loss for Black, and White
    /// can achieve the same score when cycles count as a loss for White, then this is the score
    /// under all of these rules.
    LosesFor(Color),
    /// No move may recreate an earlier arrangement of the stones (positional superko). The table
    /// distinguishes positions with different histories, so this is practical only for the smallest
    /// boards.
    Forbidden,
}

/// Data about a position on the path.
#[derive(Clone, Copy, Debug)]
struct PathState<G: Geometry> {
    /// The keys of the stones alone.
    stones: Keys,
    /// The keys of the earlier boards, if the rule depends on them.
    past: Keys,
    /// The normal form of the position.
    form: Form,
    /// The bounds on the score for Black.
    bounds: Bounds,
    /// Each player's safe points.
    settled: ByColor<Bitboard<G>>,
}

impl<G: Geometry> PathState<G> {
    /// Black's lead if the game ends here. Stones that cannot live count as captured.
    fn score(&self, board: &Board<G>) -> Score {
        lead(&board.area_with(&self.settled))
    }

    /// The normal form of the position that the keys belong to.
    fn normal_form(&self, position: &Position<G>, images: &Images<G>) -> Form {
        let turn = (position.to_move(), position.passes());
        images.normal_form([&self.stones, &self.past], turn, position.ko())
    }
}

/// A board on which both players play until the game ends.
#[derive(Debug)]
pub struct WholeBoard<G: Geometry> {
    cycle: LongCycle,
    /// The points on which both players may play, ordered from the centre to the edge.
    points: Vec<Point>,
    images: Images<G>,
    line: Line<G>,
    /// The data about each position on the current path.
    notes: Vec<PathState<G>>,
}

impl<G: Geometry> WholeBoard<G> {
    /// Creates a game from a position. Both players play only on the points in `within`.
    pub fn new(position: &Position<G>, within: Bitboard<G>, cycle: LongCycle) -> Self {
        let board = position.board();
        let size = board.size();
        let has_symmetries = within == Bitboard::full(size);
        let images = Images::new(size, if has_symmetries { Symmetry::MOST } else { 1 });
        let mut points: Vec<Point> = within.into_iter().collect();
        points.sort_by_key(|&point| distance_to_centre::<G>(size, point));
        let mut stones = Keys::default();
        for color in Color::BOTH {
            images.toggle(&mut stones, color, board.stones(color));
        }
        let settled = ByColor::new(settled(board, Color::Black), settled(board, Color::White));
        let bounds = certain(size, &settled);
        let mut note =
            PathState { stones, past: Keys::default(), form: Form::default(), bounds, settled };
        note.form = note.normal_form(position, &images);
        Self { cycle, points, images, line: Line::new(position.clone()), notes: vec![note] }
    }

    /// The position after the moves made so far.
    pub fn position(&self) -> &Position<G> {
        self.line.now()
    }

    /// The empty points that are not safe for either player.
    pub fn open(&self) -> Bitboard<G> {
        let settled = &self.note().settled;
        *self.position().board().empty() - settled[Color::Black] - settled[Color::White]
    }

    fn note(&self) -> &PathState<G> {
        &self.notes[self.line.depth()]
    }

    fn sign(&self) -> Score {
        match self.position().to_move() {
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// If the rule depends on the history, adds a board to the history's keys, given the keys of
    /// the board's stones.
    fn add_to_history(&self, past: &mut Keys, stones: &Keys) {
        if self.cycle == LongCycle::Forbidden {
            form::add_to_history(past, stones);
        }
    }

    /// Whether a move would recreate an earlier arrangement of the stones.
    fn is_banned(&self, point: Point) -> bool {
        let (hash, _) = self.position().board().hash_after(self.position().to_move(), point);
        self.line.has_been(hash)
    }
}

impl<G: Geometry> Game for WholeBoard<G> {
    /// A point, or `None` for a pass.
    type Move = Option<Point>;

    fn moves(&mut self, into: &mut Vec<Option<Point>>) {
        let (position, settled) = (self.position(), &self.note().settled);
        let settled = settled[Color::Black] | settled[Color::White];
        let are_cycles_forbidden = self.cycle == LongCycle::Forbidden;
        let is_allowed = |&point: &Point| {
            position.is_legal(point) && !(are_cycles_forbidden && self.is_banned(point))
        };
        let captures = |&point: &Point| position.board().captures(position.to_move(), point);
        let from = into.len();
        let open = self.points.iter().copied().filter(|&point| !settled.contains(point));
        into.extend(open.filter(is_allowed).map(Some));
        into[from..].sort_by_key(|mv| !mv.as_ref().is_some_and(captures));
        into.push(None);
        // If a move is banned, playing a stone that has no other effect lifts the ban. A pass would
        // also lift the ban, but would allow the opponent to end the game.
        if are_cycles_forbidden || position.ko().is_some() {
            let wasted = self.points.iter().copied().filter(|&point| settled.contains(point));
            into.extend(wasted.filter(is_allowed).map(Some));
        }
    }

    fn play(&mut self, mv: Option<Point>) {
        let color = self.position().to_move();
        let captured = self.line.play(mv);
        let position = self.line.now();
        let mut note = self.notes[self.line.depth() - 1];
        if let Some(point) = mv {
            self.add_to_history(&mut note.past, &note.stones);
            self.images.toggle(&mut note.stones, color, &Bitboard::of(point));
            self.images.toggle(&mut note.stones, !color, &captured);
            note.settled[color] = settled(position.board(), color);
            // For the opponent's regions, an empty point and a stone of this player are equivalent.
            if !captured.is_empty() {
                note.settled[!color] = settled(position.board(), !color);
            }
            note.bounds = certain(position.board().size(), &note.settled);
        } else {
            note.bounds = after_pass(position, &note);
        }
        note.form = note.normal_form(position, &self.images);
        self.notes.truncate(self.line.depth());
        self.notes.push(note);
    }

    fn undo(&mut self) {
        self.line.undo();
    }

    fn key(&self) -> u64 {
        self.note().form.key
    }

    fn key_after(&mut self, mv: Option<Point>) -> u64 {
        let (position, note) = (self.position(), self.note());
        let color = position.to_move();
        let Some(point) = mv else {
            let turn = (!color, position.passes().saturating_add(1));
            return self.images.normal_form([&note.stones, &note.past], turn, None).key;
        };
        let captured = position.board().in_atari_around(!color, point);
        let (mut stones, mut past) = (note.stones, note.past);
        self.add_to_history(&mut past, &note.stones);
        self.images.toggle(&mut stones, color, &Bitboard::of(point));
        self.images.toggle(&mut stones, !color, &captured);
        let ko = position.ko_after(point, &captured);
        self.images.normal_form([&stones, &past], (!color, 0), ko).key
    }

    fn repeats(&self) -> Option<usize> {
        if self.cycle == LongCycle::Forbidden { None } else { self.line.repeats() }
    }

    fn index(mv: Option<Point>) -> usize {
        mv.map_or(0, Point::bit)
    }

    fn normal(&self, mv: Option<Point>) -> Option<Point> {
        self.images
            .image(self.note().form.symmetry)
            .map_or(mv, |image| mv.map(|point| image.to[point]))
    }

    fn actual(&self, mv: Option<Point>) -> Option<Point> {
        self.images
            .image(self.note().form.symmetry)
            .map_or(mv, |image| mv.map(|point| image.from[point]))
    }
}

impl<G: Geometry> Scored for WholeBoard<G> {
    fn bounds(&self) -> Bounds {
        let bounds = self.note().bounds;
        if self.sign() > 0 { bounds } else { bounds.turned() }
    }

    fn estimate(&self) -> Score {
        let Bounds { low, high } = self.bounds();
        (self.sign() * self.note().score(self.position().board())).clamp(low, high)
    }

    fn circle(&self) -> Score {
        let all = self.position().board().size().area() as Score;
        match self.cycle {
            LongCycle::Worth(score) => self.sign() * score,
            LongCycle::LosesFor(color) if color == self.position().to_move() => -all,
            LongCycle::LosesFor(_) | LongCycle::Forbidden => all,
        }
    }

    /// No position before the search is known.
    fn repeats_history(&self) -> bool {
        false
    }
}

/// Returns bounds on Black's lead, without komi, derived from the safe points of both players.
pub fn certain_lead<G: Geometry>(board: &Board<G>) -> Bounds {
    let settled = ByColor::new(settled(board, Color::Black), settled(board, Color::White));
    certain(board.size(), &settled)
}

/// Returns the points that are safe for a player.
fn settled<G: Geometry>(board: &Board<G>, color: Color) -> Bitboard<G> {
    safe_area(board, color, true).points()
}

/// Returns bounds on Black's lead derived from the safe points of both players.
fn certain<G: Geometry>(size: BoardSize, settled: &ByColor<Bitboard<G>>) -> Bounds {
    let all = size.area() as Score;
    let [black, white] = Color::BOTH.map(|color| settled[color].count() as Score);
    Bounds { low: 2 * black - all, high: all - 2 * white }
}

/// Returns bounds on Black's lead after a pass. After a single pass, the opponent can end the game
/// with the current score. After two passes, the game is over.
fn after_pass<G: Geometry>(position: &Position<G>, state: &PathState<G>) -> Bounds {
    let (score, bounds) = (state.score(position.board()), state.bounds);
    match position.to_move() {
        _ if position.passes() > 1 => Bounds::exactly(score),
        Color::Black => Bounds { low: bounds.low.max(score), ..bounds },
        Color::White => Bounds { high: bounds.high.min(score), ..bounds },
    }
}

/// The square of a point's distance from the centre of the board. Distances are measured in units
/// of half the spacing between lines.
fn distance_to_centre<G: Geometry>(size: BoardSize, point: Point) -> u32 {
    let vertex = point.vertex::<G>();
    let from_centre =
        |at: u8, length: u8| (2 * u32::from(at) + 1).abs_diff(u32::from(length)).pow(2);
    from_centre(vertex.column(), size.width()) + from_centre(vertex.row(), size.height())
}
