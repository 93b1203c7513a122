//! A game of Go as a book sees it.
//!
//! The key of a position stands for the stones, the player to move, the point of a ko, the size of
//! the board, the komi and whether area or territory counts. It does not stand for the other rules:
//! in an opening they seldom matter, and every move of a book is checked when it is played.

use books::{BookGame, Grid, NormalForm, Subject, Symmetry};
use classical::{Game, Score};
use engine::rules::{GameState, Rules, Scoring};
use engine::vocabulary::{AnySize, BoardSize, Color, Move, Point, Vertex};

/// The value of a won game.
const WIN: f32 = 10_000.0;
/// The value from which on a game counts as won, a win rate of 97 %.
const DECIDED: Score = 9400;
/// The maximum number of columns of a board, used to number the points.
const MOST_COLUMNS: usize = 25;

/// The value of a win rate from 0 to 1.
pub fn utility(win_rate: f32) -> Score {
    ((2.0 * win_rate - 1.0) * WIN) as Score
}

/// The win rate, from 0 to 1, with this value.
pub fn win_rate(value: Score) -> f32 {
    (value as f32 / WIN + 1.0) / 2.0
}

/// What a book for these rules and this komi is about.
pub fn subject(size: BoardSize, rules: Rules, komi: f64) -> Subject {
    let scoring = match rules.scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    };
    Subject {
        board: size.to_string(),
        rules: scoring.to_owned(),
        komi: komi.to_string(),
        ..subject_of_moves("")
    }
}

/// The subject of a book whose moves have no values. It covers all sizes, rules and komi. `values`
/// says where the moves come from.
pub(super) fn subject_of_moves(values: &str) -> Subject {
    let (game, values) = ("go".to_owned(), values.to_owned());
    Subject { game, values, decided: DECIDED, ..Subject::default() }
}

/// A game of Go. Passes are no moves of an opening.
#[derive(Clone, Debug)]
pub struct GoGame {
    game: GameState,
    /// Whether komi and scoring belong to the keys.
    has_komi: bool,
}

impl GoGame {
    /// The game as a book sees it that has values for its komi and scoring.
    pub fn new(game: GameState) -> Self {
        Self { game, has_komi: true }
    }

    /// The game as a book of moves without values sees it.
    pub fn without_komi(game: GameState) -> Self {
        Self { game, has_komi: false }
    }

    /// The game.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// Whether the game is one of even openings: without handicap, set-up stones or passes.
    pub fn is_even(&self) -> bool {
        self.game.setup().is_empty()
            && self.game.handicap() == 0
            && self.game.moves().iter().all(|&(_, mv)| mv != Move::Pass)
    }

    fn grid(&self) -> Grid {
        let size = self.game.size();
        Grid::symmetric(size.width().into(), size.height().into())
    }
}

impl Game for GoGame {
    type Move = Vertex;

    fn moves(&mut self, into: &mut Vec<Vertex>) {
        if !self.game.is_over() {
            into.extend(self.game.legal_points(self.game.to_move()));
        }
    }

    fn play(&mut self, vertex: Vertex) {
        let color = self.game.to_move();
        if let Err(broken) = self.game.play(color, Move::Play(vertex)) {
            log::error!("the move {vertex} of a book breaks a rule: {broken}");
        }
    }

    fn undo(&mut self) {
        // Without a move there is nothing to take back.
        let _ = self.game.undo();
    }

    fn key(&self) -> u64 {
        self.normal_form().key
    }

    fn index(vertex: Vertex) -> usize {
        MOST_COLUMNS * usize::from(vertex.row()) + usize::from(vertex.column())
    }
}

impl BookGame for GoGame {
    fn normal_form(&self) -> NormalForm {
        let position = self.game.position();
        let piece = |column: usize, row: usize| {
            let vertex = Vertex::new(column as u8, row as u8);
            match self.game.stone_at(vertex) {
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
                None if position.ko() == Some(Point::of::<AnySize>(vertex)) => 3,
                None => 0,
            }
        };
        // The sum makes a negative zero positive.
        let komi = u64::from((self.game.komi() as f32 + 0.0).to_bits()) << 2;
        let scoring = u64::from(self.game.rules().scoring == Scoring::Area) << 1;
        let rest = if self.has_komi { komi | scoring } else { u64::MAX << 1 };
        let to_move = u64::from(self.game.to_move() == Color::White);
        self.grid().normal_form(piece, rest | to_move)
    }

    fn code(&self, vertex: Vertex, symmetry: Symmetry) -> u16 {
        self.grid().image(symmetry, vertex.column().into(), vertex.row().into()) as u16
    }

    fn decode(&self, code: u16, symmetry: Symmetry) -> Option<Vertex> {
        let mut vertices = self.game.size().vertices();
        let vertex = vertices.find(|&vertex| self.code(vertex, symmetry) == code)?;
        self.game.check(self.game.to_move(), Move::Play(vertex)).is_ok().then_some(vertex)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use engine::vocabulary::Random;

    use super::*;

    fn game(width: usize, height: usize) -> GoGame {
        let size = BoardSize::new(width, height).unwrap();
        GoGame::new(GameState::new(size, Rules::default(), 7.0))
    }

    fn after(moves: &[&str]) -> GoGame {
        let mut game = game(9, 9);
        moves.iter().for_each(|name| game.play(name.parse().unwrap()));
        game
    }

    #[test]
    fn equivalent_positions_have_equivalent_moves() {
        for (width, height, least) in [(3, 3, 100), (2, 4, 50)] {
            let (mut seen, mut folded) = (HashMap::<u64, BTreeSet<u16>>::new(), 0);
            for seed in 0..60 {
                let (mut game, mut random) = (game(width, height), Random::new(seed, 0));
                for _ in 0..4 {
                    let form = game.normal_form();
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    let code = |&vertex: &Vertex| game.code(vertex, form.symmetry);
                    let codes: BTreeSet<u16> = moves.iter().map(code).collect();
                    for vertex in &moves {
                        assert_eq!(game.decode(code(vertex), form.symmetry), Some(*vertex));
                    }
                    let known = seen.entry(form.key).or_insert_with(|| codes.clone());
                    assert_eq!(*known, codes);
                    folded += usize::from(form.symmetry != Symmetry::default());
                    if moves.is_empty() {
                        break;
                    }
                    game.play(moves[random.below(moves.len())]);
                }
            }
            assert!(folded > least, "{folded}");
        }
    }

    #[test]
    fn transpositions_and_symmetries_share_a_key_and_other_conditions_do_not() {
        let key = |game: &GoGame| game.normal_form().key;
        let known = after(&["E5", "C4", "D6"]);
        assert_eq!(key(&known), key(&after(&["D6", "C4", "E5"])));
        assert_eq!(key(&known), key(&after(&["E5", "G6", "F4"])));
        assert_ne!(key(&known), key(&after(&["E5", "C4", "D7"])));
        assert_ne!(key(&after(&["E5"])), key(&after(&[])));
        let mut keys = BTreeSet::from([key(&known)]);
        let mut other = known.clone();
        other.game.set_komi(7.5);
        keys.insert(key(&other));
        other.game.set_komi(-7.0);
        keys.insert(key(&other));
        other.game.set_rules(Rules::preset("japanese").unwrap());
        keys.insert(key(&other));
        let any_komi = GoGame::without_komi(other.game.clone());
        keys.insert(key(&any_komi));
        assert_eq!(keys.len(), 5);
        assert_eq!(key(&any_komi), key(&GoGame::without_komi(known.game.clone())));
    }

    #[test]
    fn a_ko_is_part_of_the_key() {
        // White has just captured at C2, where Black must not capture back; or the stone stood
        // there.
        let fight = after(&["B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"]);
        assert!(fight.game.position().ko().is_some());
        let mut later = fight.clone();
        later.play("J9".parse().unwrap());
        later.play("J1".parse().unwrap());
        assert!(later.game.position().ko().is_none());
        let mut other = after(&["B1", "C1", "A2", "D2", "B3", "C3"]);
        other.game.play(Color::Black, Move::Pass).unwrap();
        other.play("B2".parse().unwrap());
        assert!(other.game.position().ko().is_none());
        let stones = |game: &GoGame| game.game.position().board().clone();
        assert_eq!(stones(&fight), stones(&other));
        assert_ne!(fight.normal_form().key, other.normal_form().key);
        let mut moves = Vec::new();
        fight.clone().moves(&mut moves);
        assert!(!moves.contains(&"C2".parse().unwrap()));
    }

    #[test]
    fn only_even_games_are_openings() {
        assert!(after(&["E5", "C4"]).is_even());
        let mut game = after(&["E5"]);
        game.game.play(Color::Black, Move::Play("C3".parse().unwrap())).unwrap();
        assert!(!game.is_even(), "two stones in a row are a handicap");
        let mut game = after(&["E5"]);
        game.game.play(Color::White, Move::Pass).unwrap();
        assert!(!game.is_even());
    }

    #[test]
    fn values_are_win_rates() {
        for rate in [0.0, 0.25, 0.5, 1.0] {
            assert!((win_rate(utility(rate)) - rate).abs() < 1e-4);
        }
        assert_eq!(utility(0.75), -utility(0.25));
    }
}
