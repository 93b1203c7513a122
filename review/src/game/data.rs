//! The data of a game's review, from which everything else is made.
//!
//! Win rates, leads and ownership are from Black's perspective. Losses are those of the player who
//! made the move.

use engine::vocabulary::{Color, Move};
use serde::{Deserialize, Serialize};

/// How much each position was searched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// For this many seconds.
    Seconds(f64),
    /// For this many visits.
    Visits(u64),
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReview {
    /// The game.
    pub game: GameFacts,
    /// The stones that were there before the first move.
    pub setup: ByPlayer<Vec<Point>>,
    /// The player who moved first.
    pub first: Player,
    /// The positions: before each move, and at the end.
    pub positions: Vec<PositionReview>,
    /// The moves.
    pub moves: Vec<MoveReview>,
    /// How well each player did.
    pub players: ByPlayer<PlayerReview>,
    /// The numbers of at most ten moves that lost most, counted from 1, the costliest first.
    pub costliest: Vec<usize>,
    /// Why the record could not be followed to its end, if it could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
}

/// What is known about a game apart from its moves. Unknown texts are empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct GameFacts {
    pub file: String,
    /// The number of the game in its file, counted from 1.
    pub index: usize,
    pub width: usize,
    pub height: usize,
    pub komi: f64,
    pub rules: String,
    /// The number of handicap stones, 0 if there are none.
    pub handicap: usize,
    /// The number of moves that the record has before stones are set up, with which the game then
    /// begins; 0 in most records.
    pub left_out: usize,
    pub black: String,
    pub white: String,
    pub black_rank: String,
    pub white_rank: String,
    pub result: String,
    pub date: String,
    pub event: String,
}

/// What a search found in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionReview {
    /// Black's win rate, from 0 to 1.
    pub win_rate: f64,
    /// Black's lead in points.
    pub lead: f64,
    /// The number of visits; 0 if the game is over and the position was counted.
    pub visits: u64,
    /// Black's ownership of each point, row by row from the top left, from -100 to 100.
    pub ownership: Vec<i8>,
    /// The best moves, the best first.
    pub candidates: Vec<Candidate>,
}

/// A move that a search considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Point,
    /// The number of visits.
    pub visits: u64,
    /// Black's win rate after the move, from 0 to 1.
    pub win_rate: f64,
    /// Black's lead after the move, in points.
    pub lead: f64,
    /// The share of the visits that the move seemed to deserve before the search, from 0 to 1.
    pub prior: f64,
    /// The line of play that begins with the move.
    pub line: Vec<Point>,
}

/// What a move was worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReview {
    /// Its number, counted from 1.
    pub number: usize,
    /// The player who made it.
    pub color: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Point,
    /// The points that it lost, at least 0.
    pub loss: f64,
    /// The win rate that it lost: a difference from 0 to 1.
    pub win_rate_loss: f64,
    /// How good it was.
    pub grade: Grade,
    /// The phase of the game.
    pub phase: Phase,
    /// The best move, if another one was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Point>,
    /// What it cost and why, in words; empty for moves that lost little.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The program's first choice.
    Best,
    /// A move that lost little.
    Good,
    /// A move that lost something.
    Inaccuracy,
    /// A move that lost a few points.
    Mistake,
    /// A move that lost much.
    Blunder,
}

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Phase {
    Opening,
    Middle,
    End,
}

/// How well a player did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerReview {
    /// All moves.
    #[serde(flatten)]
    pub all: Performance,
    /// The number of moves that were the program's first choice.
    pub best: usize,
    /// The moves of each phase.
    pub phases: Phases,
}

/// How well a player did in each phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Phases {
    pub opening: Performance,
    pub middle: Performance,
    pub end: Performance,
}

/// How good some moves were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Performance {
    /// The number of moves.
    pub moves: usize,
    /// The mean accuracy, in percent; 0 without moves.
    pub accuracy: f64,
    /// The mean number of points lost; 0 without moves.
    pub mean_loss: f64,
}

/// Something that each player has.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ByPlayer<T> {
    pub black: T,
    pub white: T,
}

impl<T> ByPlayer<T> {
    /// What a player has.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// A player, written as `black` or `white`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Player(pub Color);

impl From<Player> for String {
    fn from(player: Player) -> Self {
        player.0.to_string()
    }
}

/// A move, written as its coordinates or as `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Point(pub Move);

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.0.to_string()
    }
}

impl TryFrom<String> for Point {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "pass" => Ok(Self(Move::Pass)),
            point => point
                .parse()
                .map(|vertex| Self(Move::Play(vertex)))
                .map_err(|_| format!("expected a point or pass, got '{text}'")),
        }
    }
}
