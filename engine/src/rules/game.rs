//! The game in progress: position, history, prisoners, undo.
//!
//! Invariants: the position results from the start position and the moves, and there is one more
//! hash than there are moves. Legality under the rules is checked when a move is made and never
//! again, so the rules may change during a game.

mod setup;

pub use setup::SetUpError;

use thiserror::Error;

use super::{HandicapBonus, KoRule, Rules, Scoring};
use crate::board::Position;
use crate::vocabulary::{AnySize, BoardSize, ByColor, Color, Move, Point, Vertex};

/// The rule that a move would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// The point is occupied.
    #[error("the point is occupied")]
    Occupied,
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OutsideBoard,
    /// The stone and its chain would have no liberty, which the rules forbid.
    #[error("suicide")]
    Suicide,
    /// The move would retake a ko immediately.
    #[error("ko")]
    Ko,
    /// The move would repeat an earlier position.
    #[error("superko")]
    Superko,
}

/// There is no move to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no move to take back")]
pub struct CannotUndo;

/// A game: the position, its history, rules and komi.
#[derive(Clone, Debug)]
pub struct GameState {
    rules: Rules,
    komi: f64,
    /// Handicap and set-up stones, which are on the board in `start`.
    setup: Vec<(Color, Vertex)>,
    start: Position<AnySize>,
    position: Position<AnySize>,
    moves: Vec<(Color, Move)>,
    past_hashes: Vec<u64>,
    prisoners: ByColor<usize>,
}

impl GameState {
    /// Creates a game on an empty board, with Black to move.
    ///
    /// # Panics
    /// If `komi` is not finite.
    pub fn new(size: BoardSize, rules: Rules, komi: f64) -> Self {
        assert!(komi.is_finite(), "komi {komi}");
        let start = Position::new(size);
        let position = start.clone();
        let past_hashes = vec![position.board().hash()];
        Self {
            rules,
            komi,
            setup: Vec::new(),
            start,
            position,
            moves: Vec::new(),
            past_hashes,
            prisoners: ByColor::default(),
        }
    }

    /// The width and height of the board.
    pub fn size(&self) -> BoardSize {
        self.position.board().size()
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The komi, excluding compensation for handicap.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Changes the rules for subsequent moves; the position is unchanged.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes the komi; the position is unchanged.
    ///
    /// # Panics
    /// If `komi` is not finite.
    pub fn set_komi(&mut self, komi: f64) {
        assert!(komi.is_finite(), "komi {komi}");
        self.komi = komi;
    }

    /// Starts a new game with the same rules and komi, on an empty board of the same size.
    pub fn clear(&mut self) {
        self.resize(self.size());
    }

    /// Starts a new game with the same rules and komi, on an empty board of another size.
    pub fn resize(&mut self, size: BoardSize) {
        *self = Self::new(size, self.rules, self.komi);
    }

    /// The player to move: the opponent of the player who moved last or, before the first move,
    /// the player given by [`first_to_move`](Self::first_to_move).
    pub fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// The player to move in the start position, after handicap and set-up.
    pub fn first_to_move(&self) -> Color {
        self.start.to_move()
    }

    /// The part of the game that playouts and priors are based on.
    pub fn position(&self) -> &Position<AnySize> {
        &self.position
    }

    /// The colour of the stone at `vertex`, or `None` if the vertex is empty or outside the board.
    pub fn stone_at(&self, vertex: Vertex) -> Option<Color> {
        let point = self.size().contains(vertex).then(|| Point::of::<AnySize>(vertex))?;
        self.position.board().color_at(point)
    }

    /// Checks whether `color` may make this move now, even out of turn.
    ///
    /// # Errors
    /// Returns the rule that the move would break.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Some(point) = self.check_stone(mv)? else { return Ok(()) };
        let board = self.position.board();
        if self.is_ko(color, mv) {
            return Err(IllegalMove::Ko);
        }
        let (hash, taken) = board.hash_after(color, point);
        if board.is_suicide(color, point) && (!self.rules.suicide || taken.count() == 1) {
            return Err(IllegalMove::Suicide);
        }
        if self.repeats(hash, !color) {
            return Err(IllegalMove::Superko);
        }
        Ok(())
    }

    /// Whether the move would retake a ko immediately.
    pub(crate) fn is_ko(&self, color: Color, mv: Move) -> bool {
        let point = mv.vertex().map(Point::of::<AnySize>);
        color == self.to_move() && point.is_some() && self.position.ko() == point
    }

    /// The empty point on which the move places a stone, or `None` for a pass.
    fn check_stone(&self, mv: Move) -> Result<Option<Point>, IllegalMove> {
        let Move::Play(vertex) = mv else { return Ok(None) };
        if !self.size().contains(vertex) {
            return Err(IllegalMove::OutsideBoard);
        }
        let point = Point::of::<AnySize>(vertex);
        if self.position.board().empty().contains(point) {
            Ok(Some(point))
        } else {
            Err(IllegalMove::Occupied)
        }
    }

    /// Makes a move for `color`, even out of turn. Passing is always legal.
    ///
    /// # Errors
    /// Returns the rule that the move would break. In that case the game is unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.record(color, mv);
        Ok(())
    }

    /// Makes a move from the record of a game, which may have been played under other rules:
    /// suicide, retaking a ko and repetition are allowed.
    ///
    /// # Errors
    /// If the stone cannot be placed.
    pub fn play_as_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check_stone(mv)?;
        self.record(color, mv);
        Ok(())
    }

    fn record(&mut self, color: Color, mv: Move) {
        self.position.set_to_move(color);
        match mv {
            Move::Pass => self.position.pass(),
            Move::Play(vertex) => {
                let point = Point::of::<AnySize>(vertex);
                let (captured, suicide) = self.position.play_or_suicide(point);
                self.prisoners[color] += captured.count();
                self.prisoners[!color] += suicide.count();
            }
        }
        self.moves.push((color, mv));
        self.past_hashes.push(self.position.board().hash());
    }

    /// Returns to `earlier`, an earlier state of this game, without allocating memory.
    pub fn return_to(&mut self, earlier: &Self) {
        debug_assert!(self.moves.starts_with(&earlier.moves), "not a state of this game");
        self.position.clone_from(&earlier.position);
        self.prisoners = earlier.prisoners;
        self.moves.truncate(earlier.moves.len());
        self.past_hashes.truncate(earlier.past_hashes.len());
    }

    /// All points where `color` may play now, row by row from the top left.
    pub fn legal_points(&self, color: Color) -> Vec<Vertex> {
        let is_legal = |&vertex: &Vertex| self.check(color, Move::Play(vertex)).is_ok();
        self.size().vertices().filter(is_legal).collect()
    }

    /// Takes back the last move, including a pass; handicap and set-up stones remain.
    ///
    /// The game is replayed from its start, so past positions need not be kept. Replaying a
    /// thousand moves takes a tenth of a millisecond.
    ///
    /// # Errors
    /// If there is no move to take back.
    pub fn undo(&mut self) -> Result<(), CannotUndo> {
        self.undo_many(1)
    }

    /// Takes back the last `count` moves, or none if fewer moves have been made. The game is
    /// replayed only once.
    ///
    /// # Errors
    /// If fewer than `count` moves have been made.
    pub fn undo_many(&mut self, count: usize) -> Result<(), CannotUndo> {
        let kept = self.moves.len().checked_sub(count).ok_or(CannotUndo)?;
        if count == 0 {
            return Ok(());
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(kept);
        self.restart();
        for (color, mv) in moves {
            self.record(color, mv);
        }
        Ok(())
    }

    /// Returns to the start position.
    fn restart(&mut self) {
        self.position.clone_from(&self.start);
        self.moves.clear();
        self.past_hashes.clear();
        self.past_hashes.push(self.position.board().hash());
        self.prisoners = ByColor::default();
    }

    /// The moves made so far, excluding handicap and set-up stones.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The handicap and set-up stones at the start of the game.
    pub fn setup(&self) -> &[(Color, Vertex)] {
        &self.setup
    }

    /// The number of Black's handicap stones, 0 or at least 2. Set-up stones count as handicap
    /// stones if they are all Black's and White moves first. If there are no set-up stones, the
    /// handicap stones are those that Black plays in a row at the beginning, because controllers
    /// without handicap commands send handicap stones as moves. If White then plays in a row too,
    /// there is no handicap: some controllers send a position like this, first all stones of Black
    /// and then all stones of White.
    pub fn handicap(&self) -> usize {
        let stones_in_a_row = |color: Color, skipped: usize| {
            let is_stone = |(mover, mv): &&(Color, Move)| *mover == color && mv.vertex().is_some();
            self.moves.iter().skip(skipped).take_while(is_stone).count()
        };
        let played = stones_in_a_row(Color::Black, 0);
        let stones = if self.setup.is_empty() {
            played
        } else if self.first_to_move() == Color::White
            && self.setup.iter().all(|&(color, _)| color == Color::Black)
        {
            self.setup.len()
        } else {
            0
        };
        let is_answered_in_a_row = stones_in_a_row(Color::White, played) >= 2;
        if stones >= 2 && !is_answered_in_a_row { stones } else { 0 }
    }

    /// The number of stones that `by` has captured, plus those that the opponent has lost by
    /// suicide.
    pub fn prisoners(&self, by: Color) -> usize {
        self.prisoners[by]
    }

    /// The hashes of the stones at the start and after each move: one more hash than there are
    /// moves.
    pub fn past_hashes(&self) -> &[u64] {
        &self.past_hashes
    }

    /// Whether the ko rule in force forbids a position as a repetition. `hash` is the hash of the
    /// stones in that position, and `next_to_move` is the player to move there. The simple ko rule
    /// forbids no position.
    ///
    /// Scans the hashes of the whole game: a few hundred words of memory.
    pub fn repeats(&self, hash: u64, next_to_move: Color) -> bool {
        let same_stones = |past: &u64| *past == hash;
        match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => self.past_hashes.iter().any(same_stones),
            KoRule::Situational => {
                let movers = self.moves.iter().map(|&(mover, _)| !mover);
                let turns = std::iter::once(self.first_to_move()).chain(movers);
                let mut situations = self.past_hashes.iter().zip(turns);
                situations.any(|(past, turn)| same_stones(past) && turn == next_to_move)
            }
        }
    }

    /// Whether both players have passed in succession.
    pub fn is_over(&self) -> bool {
        self.position.passes() >= 2
    }

    /// Whether both players have passed in succession at some time. If a move is asked for after
    /// that, they do not agree about the dead stones.
    pub fn has_been_over(&self) -> bool {
        let are_passes = |pair: &[(Color, Move)]| pair.iter().all(|(_, mv)| *mv == Move::Pass);
        self.moves.windows(2).any(are_passes)
    }

    /// White's full compensation: komi and, under area scoring, the points for Black's handicap
    /// stones.
    pub fn full_komi(&self) -> f64 {
        let stones = self.handicap();
        let bonus = match (self.rules.scoring, self.rules.handicap_bonus) {
            (Scoring::Territory, _) | (_, HandicapBonus::None) => 0,
            (Scoring::Area, HandicapBonus::PerStone) => stones,
            (Scoring::Area, HandicapBonus::PerStoneButFirst) => stones.saturating_sub(1),
        };
        self.komi + bonus as f64
    }
}
