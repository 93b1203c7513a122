//! A game without its labels: its start and its moves.

use engine::board::Position;
use engine::rules::{GameState, IllegalMove, Rules, SetUpError};
use engine::vocabulary::{BoardSize, Color, Geometry, Move, Point, Vertex};

/// A game in which the players alternate. It takes much less memory than a [`GameState`].
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The width and height of the board.
    pub size: BoardSize,
    /// The komi, in points, without compensation for handicap.
    pub komi: f64,
    /// The rules, if they are known.
    pub rules: Option<Rules>,
    /// The handicap and set-up stones.
    pub setup: Vec<(Color, Vertex)>,
    /// The player of the first move.
    pub first: Color,
    /// The moves in order.
    pub moves: Vec<Move>,
}

impl GameRecord {
    /// The game up to its first move out of turn. Handicap stones that Black played in a row become
    /// set-up stones.
    pub fn of(game: &GameState) -> Self {
        let mut setup = game.setup().to_vec();
        let mut moves = game.moves();
        if setup.is_empty() {
            let (stones, rest) = moves.split_at(game.handicap());
            setup.extend(stones.iter().filter_map(|&(color, mv)| Some((color, mv.vertex()?))));
            moves = rest;
        }
        let first = moves.first().map_or_else(|| game.to_move(), |&(color, _)| color);
        let in_turn = moves.iter().zip(turns(first)).take_while(|((color, _), turn)| color == turn);
        Self {
            size: game.size(),
            komi: game.komi(),
            rules: Some(game.rules()),
            first,
            moves: in_turn.map(|(&(_, mv), _)| mv).collect(),
            setup,
        }
    }

    /// The moves in order, each with its player.
    pub fn turns(&self) -> impl Iterator<Item = (Color, Move)> {
        turns(self.first).zip(self.moves.iter().copied())
    }

    /// The game before its first move, under its own rules, or under `rules` if they are not known.
    ///
    /// # Errors
    /// If the position cannot be set up.
    pub fn start(&self, rules: Rules) -> Result<GameState, SetUpError> {
        let mut game = GameState::new(self.size, self.rules.unwrap_or(rules), self.komi);
        game.set_up(&self.setup, self.first)?;
        Ok(game)
    }

    /// The position before move `ply`, counting from 0, or the last one if there are fewer moves.
    ///
    /// # Errors
    /// If the position at the start cannot be set up.
    pub fn position<G: Geometry>(&self, ply: usize) -> Result<Position<G>, SetUpError> {
        let mut position = self.start(Rules::default())?.position().convert::<G>();
        for mv in self.moves.iter().take(ply) {
            match mv.vertex().map(Point::of::<G>) {
                Some(point) => drop(position.play_or_suicide(point)),
                None => position.pass(),
            }
        }
        Ok(position)
    }

    /// Checks that the game can be played.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut game = self.start(Rules::default()).map_err(|error| format!("setup: {error}"))?;
        for (number, (color, mv)) in (1..).zip(self.turns()) {
            let wrong = |error: IllegalMove| format!("move {number}, {color} {mv}: {error}");
            game.play_as_recorded(color, mv).map_err(wrong)?;
        }
        Ok(())
    }
}

/// Both players in turn.
fn turns(first: Color) -> impl Iterator<Item = Color> {
    [first, !first].into_iter().cycle()
}
