//! A position as a player sees it: the board, the player to move, the ko and the last two moves.

use super::Board;
use crate::vocabulary::{Bitboard, BoardSize, Color, Geometry, Point};

/// A board with the player to move, the point that the simple ko rule bans, and the last two moves:
/// everything that playouts and priors may use.
#[derive(Debug)]
pub struct Position<G: Geometry> {
    pub(super) board: Board<G>,
    pub(super) to_move: Color,
    pub(super) ko: Option<Point>,
    pub(super) last: [Option<Point>; 2],
    pub(super) passes: u8,
}

impl<G: Geometry> Position<G> {
    /// The empty board with Black to move.
    ///
    /// # Panics
    /// If the geometry does not support `size`.
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: Board::new(size),
            to_move: Color::Black,
            ko: None,
            last: [None; 2],
            passes: 0,
        }
    }

    /// Creates a position without history.
    pub fn from_board(board: Board<G>, to_move: Color) -> Self {
        Self { board, to_move, ko: None, last: [None; 2], passes: 0 }
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board<G> {
        &self.board
    }

    /// The player to move.
    #[inline(always)]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Sets the player to move. If this changes the turn, any ko ban is lifted, as it is after a
    /// pass.
    pub fn set_to_move(&mut self, color: Color) {
        if color != self.to_move {
            self.to_move = color;
            self.ko = None;
        }
    }

    /// The point that the simple ko rule bans for the player to move.
    #[inline(always)]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The point of the last move, or `None` if that was a pass or no move has been made.
    #[inline(always)]
    pub fn last(&self) -> Option<Point> {
        self.last[0]
    }

    /// The point of the move before the last one, or `None` if that was a pass or fewer than two
    /// moves have been made.
    #[inline(always)]
    pub fn second_last(&self) -> Option<Point> {
        self.last[1]
    }

    /// The number of consecutive passes that led to this position.
    #[inline(always)]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Whether the player to move may play on `point` if suicide is forbidden and the simple ko
    /// rule applies.
    #[inline(always)]
    pub fn is_legal(&self, point: Point) -> bool {
        self.board.empty().contains(point)
            && self.ko != Some(point)
            && !self.board.is_suicide(self.to_move, point)
    }

    /// Whether the player to move may play on the empty `point` without filling one of the player's
    /// own true eyes. Playouts call this method more often than any other, so it looks up each
    /// neighbourhood only once.
    #[inline(always)]
    pub fn is_sensible(&self, point: Point) -> bool {
        let (board, color) = (&self.board, self.to_move);
        // A move next to an empty point cannot fill an eye, be suicide or retake a ko.
        board.has_empty_neighbour(point)
            || (self.ko != Some(point)
                && board.is_saved(color, point)
                && !board.is_true_eye(color, point))
    }

    /// Makes a move that is [legal](Self::is_legal) and returns the captured stones, if any.
    #[inline(always)]
    pub fn play(&mut self, point: Point) -> Option<Bitboard<G>> {
        debug_assert!(self.is_legal(point), "{point:?} is illegal");
        let color = self.to_move;
        let captured = self.board.play(color, point);
        self.ko = None;
        if let Some(captured) = &captured {
            self.ban_ko(point, captured);
        }
        self.finish(Some(point));
        captured
    }

    /// Plays on an empty point even if that is suicide or retakes a ko, for rules that allow such
    /// moves. Returns the captured stones and the player's own stones removed by suicide.
    pub fn play_or_suicide(&mut self, point: Point) -> (Bitboard<G>, Bitboard<G>) {
        let (captured, suicide) = self.board.play_or_suicide(self.to_move, point);
        self.ko = None;
        self.ban_ko(point, &captured);
        self.finish(Some(point));
        (captured, suicide)
    }

    /// The point that the simple ko rule bans after a move on `point` that captures `captured`, or
    /// `None` if the rule bans no point. The point of a captured stone is banned if it was the only
    /// stone captured and if the capturing stone, also a single stone, could itself be recaptured
    /// from there.
    #[inline]
    pub fn ko_after(&self, point: Point, captured: &Bitboard<G>) -> Option<Point> {
        let is_alone = || self.board.stones[self.to_move].window(point).adjacent().is_empty();
        let is_ko = captured.count() == 1 && !self.board.has_empty_neighbour(point) && is_alone();
        if is_ko { captured.first() } else { None }
    }

    /// Passes.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.ko = None;
        self.finish(None);
    }

    /// Lifts the ban on retaking a ko, so that the player to move may retake it immediately, as
    /// after a ko threat and its answer.
    pub fn lift_ko_ban(&mut self) {
        self.ko = None;
    }

    /// Continues the game after the passes that ended it, so that the position can be played out.
    pub fn resume(&mut self) {
        self.passes = 0;
    }

    /// Bans the point of the captured stone if a single stone has captured a single stone and could
    /// itself be recaptured from there.
    #[inline(always)]
    fn ban_ko(&mut self, point: Point, captured: &Bitboard<G>) {
        let lone = self.board.chain_at[point];
        let chain = &self.board.chains[lone];
        if chain.stone_count() == 1 && chain.liberty_count() == 1 && captured.count() == 1 {
            self.ko = captured.first();
        }
    }

    #[inline(always)]
    fn finish(&mut self, point: Option<Point>) {
        self.last = [point, self.last[0]];
        self.passes = if point.is_some() { 0 } else { self.passes.saturating_add(1) };
        self.to_move = !self.to_move;
    }

    /// The same position, converted to another geometry.
    ///
    /// # Panics
    /// If the other geometry does not support the size of the board.
    pub fn convert<H: Geometry>(&self) -> Position<H> {
        let convert = |point: Point| Point::of::<H>(point.vertex::<G>());
        let mut board = Board::new(self.board.size());
        for color in Color::BOTH {
            for stone in self.board.stones(color) {
                // The chains are built at the end, because a chain may lack its liberties until all
                // of its stones have been copied.
                board.restore_stone(color, convert(stone));
            }
        }
        board.restore_chains();
        Position {
            board,
            to_move: self.to_move,
            ko: self.ko.map(convert),
            last: self.last.map(|point| point.map(convert)),
            passes: self.passes,
        }
    }
}

impl<G: Geometry> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.to_move = other.to_move;
        self.ko = other.ko;
        self.last = other.last;
        self.passes = other.passes;
    }
}
