//! Plays games on the reference board and on the engine's boards side by side. A game is encoded as
//! bytes, so that property tests and fuzz targets can share this code.

use engine::board::Position;
use engine::rules::{GameState, KoRule, Rules};
use engine::vocabulary::{
    AnySize, BoardSize, Color, Geometry, Medium, Move, Nine, Nineteen, Point, Small, Thirteen,
    Vertex,
};

use crate::agreement::{Facts, Verdict, broken, vertices};
use crate::encounters::Encounters;
use crate::reference::{Broken, ReferenceGame, Repetition, Taken};

/// Plays the game encoded in `bytes` on the reference board and on the engine's boards.
///
/// The first three bytes encode the width, the height and the rules. Each further pair of bytes
/// encodes a move: the kind of move, and an index into the moves of that kind.
///
/// # Panics
/// If the boards differ. The message names the move.
pub fn play_on_all_boards(bytes: &[u8]) -> Encounters {
    let [width, height, rules, moves @ ..] = bytes else { return Encounters::default() };
    let side = |byte: &u8| usize::from(byte % BoardSize::MAX) + 1;
    let size = BoardSize::new(side(width), side(height)).expect("1 to 25");
    let mut game = Comparison::new(size, *rules);
    game.compare();
    for choice in moves.chunks_exact(2) {
        game.step(choice[0], usize::from(choice[1]));
        game.compare();
    }
    game.encounters
}

/// The encoding of a game on a board of this size, in the form that [`play_on_all_boards`] reads.
pub fn game_bytes(width: u8, height: u8, rules: u8, moves: &[(u8, u8)]) -> Vec<u8> {
    let moves = moves.iter().flat_map(|&(kind, which)| [kind, which]);
    [width - 1, height - 1, rules].into_iter().chain(moves).collect()
}

/// An engine board, of any geometry, on which the same moves are played.
trait Follower {
    /// Places a stone, even if the move is a suicide. Returns the removed stones.
    fn place(&mut self, color: Color, vertex: Vertex) -> Taken;

    /// Passes.
    fn pass(&mut self, color: Color);

    /// Compares the board with the reference.
    fn compare(&self, facts: &Facts);
}

impl<G: Geometry> Follower for Position<G> {
    fn place(&mut self, color: Color, vertex: Vertex) -> Taken {
        let point = Point::of::<G>(vertex);
        self.set_to_move(color);
        let before = Color::BOTH.map(|color| *self.board().stones(color));
        if self.is_legal(point) {
            self.play(point);
        } else {
            self.play_or_suicide(point);
        }
        assert_eq!(self.last(), Some(point), "the last move");
        let gone = |color: Color| before[color as usize] - *self.board().stones(color);
        let mut suicide = vertices(gone(color));
        if self.board().color_at(point).is_none() {
            suicide.push(vertex);
            suicide.sort_unstable();
        }
        Taken { captured: vertices(gone(!color)), suicide }
    }

    fn pass(&mut self, color: Color) {
        self.set_to_move(color);
        Position::pass(self);
        assert_eq!(self.last(), None, "the last move was a pass");
    }

    fn compare(&self, facts: &Facts) {
        facts.compare_position(self);
    }
}

/// An empty board in the general geometry, and one in the most specific other geometry that
/// supports this size, if there is one.
fn followers(size: BoardSize) -> Vec<Box<dyn Follower>> {
    let any: Box<dyn Follower> = Box::new(Position::<AnySize>::new(size));
    let fixed: Option<Box<dyn Follower>> = match (size.width(), size.height()) {
        (9, 9) => Some(Box::new(Position::<Nine>::new(size))),
        (13, 13) => Some(Box::new(Position::<Thirteen>::new(size))),
        (19, 19) => Some(Box::new(Position::<Nineteen>::new(size))),
        _ if Small::holds(size) => Some(Box::new(Position::<Small>::new(size))),
        _ if Medium::holds(size) => Some(Box::new(Position::<Medium>::new(size))),
        _ => None,
    };
    [any].into_iter().chain(fixed).collect()
}

struct Comparison {
    reference: ReferenceGame,
    followers: Vec<Box<dyn Follower>>,
    game: GameState,
    moves: Vec<(Color, Move)>,
    /// The numbers of stones that Black and White have captured after each move. They are kept for
    /// undo.
    prisoners: Vec<[usize; 2]>,
    /// The reference's facts about the position after the last move.
    facts: Facts,
    encounters: Encounters,
}

impl Comparison {
    fn new(size: BoardSize, choice: u8) -> Self {
        let (repetition, ko) = match choice % 3 {
            0 => (Repetition::Simple, KoRule::Simple),
            1 => (Repetition::Positional, KoRule::Positional),
            _ => (Repetition::Situational, KoRule::Situational),
        };
        let suicide = choice / 3 % 2 == 1;
        let rules = Rules { ko, suicide, ..Rules::default() };
        let reference = ReferenceGame::new(size, repetition, suicide);
        Self {
            facts: Facts::of(&reference, Color::Black),
            reference,
            followers: followers(size),
            game: GameState::new(size, rules, 7.5),
            moves: Vec::new(),
            prisoners: vec![[0; 2]],
            encounters: Encounters::default(),
        }
    }

    fn to_move(&self) -> Color {
        self.moves.last().map_or(Color::Black, |&(last, _)| !last)
    }

    /// Tries the move encoded by two bytes: the kind of move, and an index into the moves of that
    /// kind.
    fn step(&mut self, kind: u8, which: usize) {
        let turn = self.to_move();
        let (color, mv) = match kind % 32 {
            0 => (turn, Move::Pass),
            1 => return self.undo(),
            2 => (!turn, self.choose(!turn, which, |_| true)),
            3..=6 => (turn, self.choose(turn, which, |_| true)),
            7..=16 => (turn, self.choose(turn, which, Verdict::captures)),
            17..=19 => (
                turn,
                self.choose(turn, which, |v| {
                    matches!(v.judgement, Err(Broken::Ko | Broken::Superko))
                }),
            ),
            20..=23 => (turn, self.choose(turn, which, Verdict::is_suicide)),
            _ => (turn, self.choose(turn, which, |v| v.judgement.is_ok())),
        };
        match mv {
            Move::Pass => self.pass(color),
            Move::Play(vertex) => self.play(color, vertex),
        }
    }

    /// A move at one of the wanted points, or at any point of the board if no point is wanted.
    fn choose(&self, color: Color, which: usize, wanted: impl Fn(&Verdict) -> bool) -> Move {
        let found: Vec<Vertex> = self
            .facts
            .verdicts(color)
            .iter()
            .filter(|verdict| wanted(verdict))
            .map(|verdict| verdict.vertex)
            .collect();
        let points = if found.is_empty() { self.reference.board.vertices() } else { found };
        // One byte cannot address all points of a large board, so its value is spread over all of
        // them.
        let spread = if points.len() > 256 { which * 167 + self.moves.len() } else { which };
        Move::Play(points[spread % points.len()])
    }

    fn play(&mut self, color: Color, vertex: Vertex) {
        let outcome = self.reference.outcome(color, vertex);
        let judgement = self.reference.judge(color, outcome.as_ref());
        self.count(color, vertex, judgement, outcome.as_ref().map(|(_, taken)| taken));
        let context = || format!("{color} {vertex} after {:?}", self.moves);
        let played = self.game.play(color, Move::Play(vertex));
        assert_eq!(played.map_err(broken), judgement, "{}", context());
        let Ok(taken) = self.reference.play(color, vertex) else { return };
        for follower in &mut self.followers {
            assert_eq!(follower.place(color, vertex), taken, "{}", context());
        }
        let mut prisoners = *self.prisoners.last().expect("never empty");
        prisoners[color as usize] += taken.captured.len();
        prisoners[!color as usize] += taken.suicide.len();
        self.prisoners.push(prisoners);
        self.moves.push((color, Move::Play(vertex)));
    }

    fn pass(&mut self, color: Color) {
        self.encounters.passes += 1;
        self.game.play(color, Move::Pass).expect("a pass is always legal");
        self.reference.pass(color);
        self.followers.iter_mut().for_each(|follower| follower.pass(color));
        self.prisoners.push(*self.prisoners.last().expect("never empty"));
        self.moves.push((color, Move::Pass));
    }

    /// Takes back a move in the engine's game, and replays the earlier moves on the other boards.
    fn undo(&mut self) {
        assert_eq!(self.game.undo().is_ok(), self.moves.pop().is_some(), "undo");
        if self.prisoners.len() == 1 {
            return;
        }
        self.encounters.undone += 1;
        self.prisoners.pop();
        let size = self.game.size();
        self.followers = followers(size);
        let (repetition, suicide) = (self.reference.repetition, self.reference.suicide);
        self.reference = ReferenceGame::new(size, repetition, suicide);
        for &(color, mv) in &self.moves {
            match mv {
                Move::Pass => self.reference.pass(color),
                Move::Play(vertex) => {
                    self.reference.play(color, vertex).expect("was legal before");
                }
            }
            for follower in &mut self.followers {
                match mv {
                    Move::Pass => follower.pass(color),
                    Move::Play(vertex) => drop(follower.place(color, vertex)),
                }
            }
        }
    }

    fn count(
        &mut self,
        color: Color,
        vertex: Vertex,
        judgement: Result<(), Broken>,
        taken: Option<&Taken>,
    ) {
        let situational = self.reference.repetition == Repetition::Situational;
        let own = self.own_chains(color, vertex);
        let turn = self.to_move();
        let seen = &mut self.encounters;
        let add = |count: &mut usize, happened: bool| *count += usize::from(happened);
        add(&mut seen.refused, judgement.is_err());
        add(&mut seen.suicide_bans, judgement == Err(Broken::Suicide));
        add(&mut seen.ko_bans, judgement == Err(Broken::Ko));
        let superko = judgement == Err(Broken::Superko);
        add(&mut seen.situational_bans, superko && situational);
        add(&mut seen.positional_bans, superko && !situational);
        let (Ok(()), Some(taken)) = (judgement, taken) else { return };
        add(&mut seen.moves, true);
        add(&mut seen.out_of_turn, color != turn);
        add(&mut seen.captures, !taken.captured.is_empty());
        add(&mut seen.many_captured, taken.captured.len() > 1);
        add(&mut seen.suicides, !taken.suicide.is_empty());
        add(&mut seen.connections, own > 1);
        let board = &self.reference.board;
        let first = taken.captured.first().and_then(|&stone| board.chain(stone));
        add(&mut seen.double_captures, first.is_some_and(|c| c.stones != taken.captured));
    }

    /// The number of chains of `color` next to a point.
    fn own_chains(&self, color: Color, vertex: Vertex) -> usize {
        let board = &self.reference.board;
        let mut stones: Vec<Vec<Vertex>> = vertex
            .neighbours(self.game.size())
            .filter_map(|neighbour| board.chain(neighbour))
            .filter(|chain| chain.color == color)
            .map(|chain| chain.stones)
            .collect();
        stones.sort_unstable();
        stones.dedup();
        stones.len()
    }

    /// Asserts that all boards agree with the reference board.
    fn compare(&mut self) {
        let facts = Facts::of(&self.reference, self.to_move());
        let compared = std::panic::AssertUnwindSafe(|| {
            self.followers.iter().for_each(|follower| follower.compare(&facts));
            facts.compare_position(self.game.position());
            facts.compare_legality(&self.game);
            self.compare_history();
        });
        if let Err(panic) = std::panic::catch_unwind(compared) {
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            panic!("{text}\non {} after {:?}", self.game.size(), self.moves);
        }
        self.facts = facts;
    }

    fn compare_history(&self) {
        let game = &self.game;
        assert_eq!(game.moves(), self.moves, "moves");
        assert_eq!(game.to_move(), self.to_move(), "player to move");
        let prisoners = Color::BOTH.map(|color| game.prisoners(color));
        assert_eq!(prisoners, self.prisoners[self.moves.len()], "prisoners");
        assert_eq!(game.past_hashes().len(), self.moves.len() + 1, "past boards");
        assert_eq!(
            game.past_hashes().last(),
            Some(&self.reference.board.hash_of_stones()),
            "hash now"
        );
        let passes = self.moves.iter().rev().take_while(|(_, mv)| *mv == Move::Pass).count();
        assert_eq!(game.is_over(), passes >= 2, "end of the game");
    }
}
