//! Makes inputs from a game.

use engine::board::{Board, Position};
use engine::rules::{GameState, KoRule};
use engine::vocabulary::{
    Bitboard, BoardSize, Color, Geometry, InGeometry, Move, Point, Vertex, in_geometry_of,
};

use super::ladders::LadderReader;
use super::past::{PAST_MOVES, Past};
use super::planes::{Inputs, WrongSize};
use super::situation::Situation;

/// Makes inputs from games on boards of one size. It remembers the last game, so that the next
/// position of the same game takes less time.
pub struct InputMaker {
    inputs: Inputs,
    replay: Box<dyn Fill>,
}

impl InputMaker {
    /// A maker for boards of this size.
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn new(size: BoardSize) -> Result<Self, WrongSize> {
        let inputs = Inputs::blank(size)?;
        Ok(Self { inputs, replay: in_geometry_of(size, NewReplay(size)) })
    }

    /// The size of the boards.
    pub fn size(&self) -> BoardSize {
        self.inputs.size
    }

    /// The inputs of the position of `game` with `color` to move, as KataGo makes them.
    /// `area_assumes_suicide` is [`Model::area_assumes_suicide`](crate::model::Model).
    ///
    /// # Panics
    /// If the game is on a board of another size.
    pub fn make(&mut self, game: &GameState, color: Color, area_assumes_suicide: bool) -> &Inputs {
        assert_eq!(game.size(), self.size(), "a game on a board of another size");
        self.replay.fill(&Past::new(game, color), game, area_assumes_suicide, &mut self.inputs);
        &self.inputs
    }
}

impl Inputs {
    /// The inputs of the position of `game` with `color` to move. For many positions, an
    /// [`InputMaker`] takes less time.
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn new(
        game: &GameState,
        color: Color,
        area_assumes_suicide: bool,
    ) -> Result<Self, WrongSize> {
        let mut maker = InputMaker::new(game.size())?;
        maker.make(game, color, area_assumes_suicide);
        Ok(maker.inputs)
    }
}

/// Fills inputs, in the geometry of the board.
trait Fill: Send {
    fn fill(&mut self, past: &Past<'_>, game: &GameState, suicide: bool, inputs: &mut Inputs);
}

struct NewReplay(BoardSize);

impl InGeometry for NewReplay {
    type Output = Box<dyn Fill>;

    fn run<G: Geometry>(self) -> Box<dyn Fill> {
        Box::new(Replay::<G>::new(self.0))
    }
}

/// A game replayed in the geometry of its board, because a game keeps no earlier positions.
struct Replay<G: Geometry> {
    setup: Vec<(Color, Vertex)>,
    /// The moves up to `base`.
    moves: Vec<(Color, Move)>,
    /// The numbers of stones of both players in each state up to `base`.
    stones: Vec<[usize; 2]>,
    /// The position before the last two moves, from which the next game is continued if possible.
    base: Position<G>,
    /// The current position, the one before the last move, and the one before that.
    recent: [Position<G>; 3],
    /// The points that have been occupied, perhaps in another game with the same beginning.
    occupied: Bitboard<G>,
    ladders: LadderReader<G>,
}

impl<G: Geometry> Replay<G> {
    fn new(size: BoardSize) -> Self {
        let start = Position::<G>::new(size);
        Self {
            setup: Vec::new(),
            moves: Vec::new(),
            stones: vec![[0; 2]],
            recent: [start.clone(), start.clone(), start.clone()],
            base: start,
            occupied: Bitboard::EMPTY,
            ladders: LadderReader::new(size),
        }
    }

    /// Returns to the start of a game.
    fn restart(&mut self, game: &GameState) {
        let board = Board::from_stones(game.size(), game.setup().iter().copied());
        let board = board.unwrap_or_else(|_| Board::new(game.size()));
        self.occupied = *board.stones(Color::Black) | *board.stones(Color::White);
        self.setup.clear();
        self.setup.extend_from_slice(game.setup());
        self.moves.clear();
        self.stones.clear();
        self.stones.push(count(&board));
        self.base = Position::from_board(board, game.first_to_move());
    }

    /// The stones of both players in a state of the game.
    fn stones(&self, state: usize, now: usize) -> [usize; 2] {
        let recent = || self.recent.get(now - state).map(|position| count(position.board()));
        self.stones.get(state).copied().or_else(recent).unwrap_or_default()
    }

    /// The points that the rules on repetition forbid: those that KataGo knows of, and those that
    /// this program knows of.
    fn banned(&self, past: &Past<'_>, game: &GameState) -> [Bitboard<G>; 2] {
        let (board, color) = (self.recent[0].board(), past.color);
        let ko: Bitboard<G> = self.recent[0].ko().into_iter().collect();
        let mut banned = [ko, ko];
        if game.rules().ko == KoRule::Simple {
            return banned;
        }
        // A stone where there never was one makes a new position, unless it is removed at once.
        let mut points = self.occupied & *board.empty();
        if game.rules().suicide {
            points |= *board.empty() - board.empty().neighbours();
        }
        for point in points - ko {
            let (hash, taken) = board.hash_after(color, point);
            let is_suicide = taken.contains(point);
            let is_legal = !is_suicide || game.rules().suicide && taken.count() > 1;
            if is_legal && game.repeats(hash, !color) {
                banned[1].insert(point);
                if past.has_occurred(hash) {
                    banned[0].insert(point);
                }
            }
        }
        banned
    }

    /// Plays the moves of a game from where the last game has led.
    fn follow(&mut self, moves: &[(Color, Move)]) {
        let Self { base, recent, occupied, .. } = self;
        let (old, rest) = moves.split_at(early(moves));
        for &(color, mv) in &old[self.moves.len()..] {
            base.set_to_move(color);
            play(base, mv, occupied);
            self.moves.push((color, mv));
            self.stones.push(count(base.board()));
        }
        let [now, last, earliest] = recent;
        now.clone_from(base);
        for &(color, mv) in rest {
            now.set_to_move(color);
            std::mem::swap(last, earliest);
            last.clone_from(now);
            play(now, mv, occupied);
        }
    }
}

impl<G: Geometry> Fill for Replay<G> {
    fn fill(&mut self, past: &Past<'_>, game: &GameState, suicide: bool, inputs: &mut Inputs) {
        let moves = game.moves();
        if !moves[..early(moves)].starts_with(&self.moves) || self.setup != game.setup() {
            self.restart(game);
        }
        if self.moves.is_empty() {
            self.base.set_to_move(game.first_to_move());
        }
        self.follow(moves);
        self.recent[0].set_to_move(past.color);
        let [banned, forbidden] = self.banned(past, game);
        let mut seen = [Move::Pass; PAST_MOVES];
        let mut count = 0;
        for (place, mv) in seen.iter_mut().zip(past.moves()) {
            *place = mv;
            count += 1;
        }
        let [position, last, earliest] = &self.recent;
        let situation = Situation {
            position,
            earlier: [(count >= 1).then_some(last), (count >= 2).then_some(earliest)],
            moves: &seen[..count],
            banned,
            rules: game.rules(),
            komi: past.komi(self.stones(past.start, past.now())),
            pass_ends: past.pass_ends(),
        };
        situation.fill(suicide, &mut self.ladders, inputs);
        for point in forbidden {
            inputs.forbid(point.vertex::<G>());
        }
    }
}

/// The stones of both players, Black's first.
fn count<G: Geometry>(board: &Board<G>) -> [usize; 2] {
    Color::BOTH.map(|color| board.stones(color).count())
}

/// The number of moves up to the earliest position that a network sees.
fn early(moves: &[(Color, Move)]) -> usize {
    moves.len().saturating_sub(2)
}

/// Makes a move, also one that the rules of this program forbid.
fn play<G: Geometry>(position: &mut Position<G>, mv: Move, occupied: &mut Bitboard<G>) {
    let Move::Play(vertex) = mv else {
        position.pass();
        return;
    };
    let point = Point::of::<G>(vertex);
    occupied.insert(point);
    position.lift_ko_ban();
    if position.is_legal(point) {
        position.play(point);
    } else {
        position.play_or_suicide(point);
    }
}
