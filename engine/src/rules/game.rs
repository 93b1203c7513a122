//! The game in progress: position, history, prisoners, undo.
//!
//! Invariants: the position is what the moves make of the start position, and there is one hash
//! more than moves. Legality under the rules is asked for when a move comes, not again later, so
//! that rules may change in the middle of a game.

mod setup;

pub use setup::SetUpError;

use thiserror::Error;

use super::{Count, HandicapBonus, KoRule, Rules, Score, Scoring};
use crate::board::Position;
use crate::vocabulary::{AnySize, BoardSize, ByColor, Color, Move, Point, Vertex};

/// The rule that a move would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// A stone already stands there.
    #[error("the point is occupied")]
    Occupied,
    /// The board has no such point.
    #[error("the point is not on the board")]
    OutsideBoard,
    /// The stone and its chain would have no liberty, and the rules forbid that.
    #[error("suicide")]
    Suicide,
    /// The move would retake a ko at once.
    #[error("ko")]
    Ko,
    /// The move would bring back an earlier position.
    #[error("superko")]
    Superko,
}

/// There is no move to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no move to take back")]
pub struct CannotUndo;

/// A game: the position, how it came about, rules and komi.
#[derive(Clone, Debug)]
pub struct GameState {
    rules: Rules,
    komi: f64,
    /// Handicap and set-up stones, which stand in `start`.
    setup: Vec<(Color, Vertex)>,
    start: Position<AnySize>,
    position: Position<AnySize>,
    moves: Vec<(Color, Move)>,
    past_hashes: Vec<u64>,
    prisoners: ByColor<usize>,
}

impl GameState {
    /// A new game on an empty board, Black to move.
    ///
    /// # Panics
    /// Where `komi` is not finite.
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

    /// Width and height of the board.
    pub fn size(&self) -> BoardSize {
        self.position.board().size()
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The points that White gets, without compensation for handicap.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Changes the rules for the moves to come; the position stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes the komi; the position stays.
    ///
    /// # Panics
    /// Where `komi` is not finite.
    pub fn set_komi(&mut self, komi: f64) {
        assert!(komi.is_finite(), "komi {komi}");
        self.komi = komi;
    }

    /// A new game under the same rules and komi, on an empty board of the same size.
    pub fn clear(&mut self) {
        self.resize(self.size());
    }

    /// A new game under the same rules and komi, on an empty board of another size.
    pub fn resize(&mut self, size: BoardSize) {
        *self = Self::new(size, self.rules, self.komi);
    }

    /// Whose turn it is: Black's at the start, White's after handicap, otherwise the opponent's of
    /// whoever moved last.
    pub fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// Whose turn it was at the start, after handicap and set-up.
    pub fn first_to_move(&self) -> Color {
        self.start.to_move()
    }

    /// What playouts and priors see of the game.
    pub fn position(&self) -> &Position<AnySize> {
        &self.position
    }

    /// The stone at `vertex`; `None` where there is none, also outside the board.
    pub fn stone_at(&self, vertex: Vertex) -> Option<Color> {
        let point = self.size().contains(vertex).then(|| Point::of::<AnySize>(vertex))?;
        self.position.board().color_at(point)
    }

    /// Whether `color` may make this move now, be it its turn or not.
    ///
    /// # Errors
    /// Names the rule that the move would break.
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

    /// Whether this move would retake a ko at once.
    pub(crate) fn is_ko(&self, color: Color, mv: Move) -> bool {
        let point = mv.vertex().map(Point::of::<AnySize>);
        color == self.to_move() && point.is_some() && self.position.ko() == point
    }

    /// The point of a stone that the board has room for; `None` for a pass.
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

    /// Makes a move for `color`, be it its turn or not. Passing is always legal.
    ///
    /// # Errors
    /// Names the rule that the move would break; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.record(color, mv);
        Ok(())
    }

    /// Makes a move that stands in the record of a game under other rules: suicide, ko and superko
    /// are no obstacle.
    ///
    /// # Errors
    /// Where the board has no room for the stone.
    pub(crate) fn play_as_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
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

    /// All points on which `color` may play now, row by row from the top left.
    pub fn legal_points(&self, color: Color) -> Vec<Vertex> {
        let is_legal = |&vertex: &Vertex| self.check(color, Move::Play(vertex)).is_ok();
        self.size().vertices().filter(is_legal).collect()
    }

    /// Takes the last move back, a pass as well; handicap and set-up stones stay.
    ///
    /// The game is replayed from its start, a tenth of a millisecond for a thousand moves, so that
    /// positions of the past need not be kept.
    ///
    /// # Errors
    /// Where no move is left.
    pub fn undo(&mut self) -> Result<(), CannotUndo> {
        self.undo_many(1)
    }

    /// Takes the last `count` moves back, or none where there are fewer. However many they are, the
    /// game is replayed once.
    ///
    /// # Errors
    /// Where fewer moves are left.
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

    /// Goes back to the start position.
    fn restart(&mut self) {
        self.position.clone_from(&self.start);
        self.moves.clear();
        self.past_hashes.clear();
        self.past_hashes.push(self.position.board().hash());
        self.prisoners = ByColor::default();
    }

    /// The moves so far, without handicap and set-up stones.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The handicap and set-up stones that the game started from.
    pub fn setup(&self) -> &[(Color, Vertex)] {
        &self.setup
    }

    /// The number of Black's handicap stones, 0 or at least 2: the stones of the start position
    /// where they are all Black's and White moves first; where there are none, the stones that
    /// Black plays in a row at the opening, as controllers without handicap commands send them.
    pub fn handicap(&self) -> usize {
        let stones = if self.setup.is_empty() {
            let is_black_stone =
                |(color, mv): &&(Color, Move)| *color == Color::Black && mv.vertex().is_some();
            self.moves.iter().take_while(is_black_stone).count()
        } else if self.first_to_move() == Color::White
            && self.setup.iter().all(|&(color, _)| color == Color::Black)
        {
            self.setup.len()
        } else {
            0
        };
        if stones >= 2 { stones } else { 0 }
    }

    /// The stones that the moves of `by` have captured, and those that the opponent lost by
    /// suicide.
    pub fn prisoners(&self, by: Color) -> usize {
        self.prisoners[by]
    }

    /// The hash of the stones at the start and after each move so far: one more than moves.
    pub fn past_hashes(&self) -> &[u64] {
        &self.past_hashes
    }

    /// Whether a position with these stones and this player to move is banned, by the ko rule in
    /// force, as a repetition of one of this game. Under the simple ko rule none is.
    ///
    /// Looks through the whole game, some hundred words.
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

    /// Whether both players have passed, one after the other.
    pub fn is_over(&self) -> bool {
        self.position.passes() >= 2
    }

    /// All that White gets: komi, and under area scoring the compensation for handicap.
    pub fn full_komi(&self) -> f64 {
        let stones = self.handicap();
        let bonus = match (self.rules.scoring, self.rules.handicap_bonus) {
            (Scoring::Territory, _) | (_, HandicapBonus::None) => 0,
            (Scoring::Area, HandicapBonus::PerStone) => stones,
            (Scoring::Area, HandicapBonus::PerStoneButFirst) => stones.saturating_sub(1),
        };
        self.komi + bonus as f64
    }

    /// The score if the game ended here, as [`count`](Self::count) has it.
    pub fn score(&self, dead: &[Vertex], seki: &[Vertex]) -> Score {
        self.count(dead, seki).score()
    }

    /// The count if the game ended here, with the chains of all `dead` stones taken off as
    /// prisoners. Vertices without a stone do not count.
    ///
    /// Empty points count for the only colour that they reach. So an unfilled point between both
    /// players spoils the territory it touches. Under territory scoring the eyes of stones in `seki`
    /// count for nobody.
    pub fn count(&self, dead: &[Vertex], seki: &[Vertex]) -> Count {
        Count::new(self, dead, seki, &[])
    }

    /// The same where the owner of some points, if any, is already decided, whatever surrounds
    /// them. Points of living stones stay theirs.
    pub fn count_decided(
        &self,
        dead: &[Vertex],
        seki: &[Vertex],
        decided: &[(Vertex, Option<Color>)],
    ) -> Count {
        Count::new(self, dead, seki, decided)
    }
}
