//! A whole board, or a part of one, played to its end: a game for the classical searches.
//!
//! The score is the area, without komi. Two passes end the game. What Benson's algorithm finds safe
//! counts before, the opponent's stones on it as taken, and is played on only to gain time for a ko.
//! But only regions of which each point is next to a safe chain are taken for safe: from others stones
//! can be thrown in again and again, which ends the game by a long cycle. Positions that are turned or
//! mirrored share one place in the table.

use super::line::Line;
use crate::board::{Board, Position, lead};
use crate::tactics::safe_area;
use crate::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point, Symmetry};
use classical::{Bounds, Game, Score, Scored};
use form::{Form, Images, Keys};

mod form;
#[cfg(test)]
mod tests;

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

/// What is kept beside a position on the way.
#[derive(Clone, Copy, Debug)]
struct Note<G: Geometry> {
    /// Of the stones alone.
    stones: Keys,
    /// Of the boards that were there, where that matters.
    past: Keys,
    /// The normal form of the position.
    form: Form,
    /// For Black.
    bounds: Bounds,
    /// Each player's points where no stone changes anything any more.
    settled: ByColor<Bitboard<G>>,
}

impl<G: Geometry> Note<G> {
    /// What Black leads by where the game ends: stones that cannot live are as good as taken.
    fn score(&self, board: &Board<G>) -> Score {
        lead(&board.area_with(&self.settled))
    }

    /// The normal form of the position to which the keys belong.
    fn normal_form(&self, position: &Position<G>, images: &Images<G>) -> Form {
        let turn = (position.to_move(), position.passes());
        images.normal_form([&self.stones, &self.past], turn, position.ko())
    }
}

/// A board on which both play to the end.
#[derive(Debug)]
pub struct WholeBoard<G: Geometry> {
    cycle: LongCycle,
    /// The points where both may play, from the middle to the edge.
    points: Vec<Point>,
    images: Images<G>,
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
        let images = Images::new(size, if has_symmetries { Symmetry::MOST } else { 1 });
        let mut points: Vec<Point> = within.into_iter().collect();
        points.sort_by_key(|&point| distance_to_middle::<G>(size, point));
        let mut stones = Keys::default();
        for color in Color::BOTH {
            images.toggle(&mut stones, color, board.stones(color));
        }
        let settled = ByColor::new(settled(board, Color::Black), settled(board, Color::White));
        let bounds = certain(size, &settled);
        let mut note =
            Note { stones, past: Keys::default(), form: Form::default(), bounds, settled };
        note.form = note.normal_form(position, &images);
        Self { cycle, points, images, line: Line::new(position.clone()), notes: vec![note] }
    }

    /// The position after the moves made.
    pub fn position(&self) -> &Position<G> {
        self.line.now()
    }

    /// The empty points that are neither player's for good.
    pub fn open(&self) -> Bitboard<G> {
        let settled = &self.note().settled;
        *self.position().board().empty() - settled[Color::Black] - settled[Color::White]
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

    /// Puts the board with these stones into the keys of the past, where that matters.
    fn remember(&self, past: &mut Keys, stones: &Keys) {
        if self.cycle == LongCycle::Forbidden {
            form::remember(past, stones);
        }
    }

    /// Whether a move would bring back stones that were on the board before.
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
        // Where a move is banned, a stone that changes nothing else lifts the ban without the risk of
        // a pass, after which the other player may end the game.
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
            self.remember(&mut note.past, &note.stones);
            self.images.toggle(&mut note.stones, color, &Bitboard::of(point));
            self.images.toggle(&mut note.stones, !color, &captured);
            note.settled[color] = settled(position.board(), color);
            // To the other player's regions it is the same whether a point is empty or not theirs.
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
        self.remember(&mut past, &note.stones);
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
}

/// What Black leads by at least and at most, without komi, by the points that are each player's for
/// good.
pub fn certain_lead<G: Geometry>(board: &Board<G>) -> Bounds {
    let settled = ByColor::new(settled(board, Color::Black), settled(board, Color::White));
    certain(board.size(), &settled)
}

/// The points that are a player's for good.
fn settled<G: Geometry>(board: &Board<G>, color: Color) -> Bitboard<G> {
    safe_area(board, color, true).points()
}

/// What Black has at least and at most, by the points that are each player's for good.
fn certain<G: Geometry>(size: BoardSize, settled: &ByColor<Bitboard<G>>) -> Bounds {
    let all = size.area() as Score;
    let [black, white] = Color::BOTH.map(|color| settled[color].count() as Score);
    Bounds { low: 2 * black - all, high: all - 2 * white }
}

/// After one pass the other player may end the game with the score as it is; after two it is over.
fn after_pass<G: Geometry>(position: &Position<G>, note: &Note<G>) -> Bounds {
    let (score, bounds) = (note.score(position.board()), note.bounds);
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
