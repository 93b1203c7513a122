//! One game of the program against itself, with no protocol between the two sides.
//!
//! Two games make a pair: they start from the same random opening, and the sides exchange colours,
//! so that neither the opening nor the colour favours a side. All random numbers derive from the
//! seed and the number of the game. If playouts or visits are the only limits, each run plays
//! exactly the same game, whatever else the machine is doing.

use engine::player::{Decision, Judgement, Level, Player, Wishes};
use engine::rules::{GameState, Score};
use engine::sgf;
use engine::vocabulary::{BoardSize, ByColor, Color, Move, Random, Vertex};
use serde_json::{Value, json};

use super::side;
use crate::interruption::Interruption;
use assembly::compose;
use assembly::openings::BookChoice;
use assembly::options::Options;
use assembly::parameters::ParameterValues;

/// The maximum number of moves in a game, per point of the board. A game that reaches this maximum
/// is scored in its current position.
const MOST_MOVES_A_POINT: usize = 3;
/// The number of simulations used to determine which stones are dead at the end of a game.
const JUDGING_SIMULATIONS: u64 = 2000;
/// The number of the first random stream for players. Streams with lower numbers are for openings.
const PLAYERS: u64 = 1 << 32;

/// The conditions that are the same for all games in a match.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    start: GameState,
    opening_moves: usize,
    /// The parameters of the referee, which determines the dead stones at the end of a game. The
    /// referee is separate from both sides, so that neither side scores its own game.
    referee: ParameterValues,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The colour of side A.
    pub(crate) color_of_a: Color,
    /// The winner, or `None` for a draw.
    winner: Option<Color>,
    /// The result in the form used by game records: `B+3.5`, `W+R` by resignation, `W+F` after an
    /// illegal move by the opponent.
    pub(crate) result: String,
    /// The game record in SGF.
    pub(crate) sgf: String,
}

/// The colour of side A in a game: Black in the first game of each pair.
fn color_of_a(number: u32) -> Color {
    if number.is_multiple_of(2) { Color::Black } else { Color::White }
}

impl Record {
    /// Whether side A won; `None` for a draw.
    pub(crate) fn won_by_a(&self) -> Option<bool> {
        self.winner.map(|winner| winner == self.color_of_a)
    }

    /// The name of the side that played Black, as used in logs and file names.
    pub(crate) fn black(&self) -> &'static str {
        if self.color_of_a == Color::Black { "a" } else { "b" }
    }

    /// Returns the log line for this game, which has the number `number`.
    pub(crate) fn json(&self, number: u32) -> Value {
        let won_by = self.won_by_a().map(|by_a| if by_a { "a" } else { "b" });
        json!({
            "game": number,
            "black": self.black(),
            "won_by": won_by,
            "result": self.result,
            "sgf": self.sgf,
        })
    }

    /// Reads a line made by [`json`](Self::json) and returns the game with its number, or `None` if
    /// the line is anything else.
    pub(crate) fn of_json(value: &Value) -> Option<(u32, Self)> {
        let number = u32::try_from(value.get("game")?.as_u64()?).ok()?;
        let text = |name| Some(value.get(name)?.as_str()?.to_owned());
        let color_of_a = color_of_a(number);
        let winner = match value.get("won_by")?.as_str() {
            Some("a") => Some(color_of_a),
            Some(_) => Some(!color_of_a),
            None => None,
        };
        let record = Self { color_of_a, winner, result: text("result")?, sgf: text("sgf")? };
        (record.json(number) == *value).then_some((number, record))
    }
}

impl Conditions {
    /// Creates the conditions for games that start with `opening_moves` random stones. The options
    /// determine the board, the rules and the komi.
    pub(crate) fn new(options: &Options, opening_moves: u16) -> Self {
        let mut referee = side::common(options);
        referee.player.playouts = Some(JUDGING_SIMULATIONS);
        referee.player.visits = None;
        referee.player.seconds = None;
        referee.player.level = Level::FULL;
        referee.opening.book = BookChoice::NONE;
        let start = GameState::new(options.size, options.rules, options.komi);
        Self { start, opening_moves: opening_moves.into(), referee }
    }

    /// Plays game `number` with random numbers derived from `seed`. The first of the two sides is
    /// A, which plays Black in the first game of each pair. Returns `None` if the game is
    /// interrupted.
    pub(crate) fn play(
        &self,
        seed: u64,
        number: u32,
        [a, b]: [&ParameterValues; 2],
        interruption: &Interruption,
    ) -> Option<Record> {
        let mut game = self.start.clone();
        let mut random = Random::new(seed, u64::from(number / 2));
        for vertex in opening(game.size(), self.opening_moves, &mut random) {
            // A stone that the rules forbid, such as the only possible one on a 1x1 board, is left
            // out.
            game.play(game.to_move(), Move::Play(vertex)).ok();
        }
        let mut random = Random::new(seed, PLAYERS + u64::from(number));
        let mut player =
            |values| player(values, seed_from(&mut random), game.clone(), interruption);
        let (a, b) = (player(a), player(b));
        let color_of_a = color_of_a(number);
        let players = match color_of_a {
            Color::Black => ByColor::new(a, b),
            Color::White => ByColor::new(b, a),
        };
        let referee_seed = seed_from(&mut random);
        let (winner, result) = match play_on(&mut game, players, interruption)? {
            End::Resigned(loser) => (Some(!loser), format!("{}+R", (!loser).letter())),
            End::Illegal(loser) => (Some(!loser), format!("{}+F", (!loser).letter())),
            End::Counted => {
                let score = self.score(&game, referee_seed, interruption);
                (score.winner(), score.to_string())
            }
        };
        // A move or a count that was cut short must not enter the results.
        let sgf = sgf::write(&game, Some(&result));
        (!interruption.is_raised()).then_some(Record { color_of_a, winner, result, sgf })
    }

    /// The score after dead stones have been removed, if the rules remove them. The referee decides
    /// which stones are dead, because it always runs the same number of simulations. A player's
    /// judgement could be cut short by the clock, and could therefore be different on a busy machine.
    fn score(&self, game: &GameState, seed: u64, interruption: &Interruption) -> Score {
        let mut referee = player(&self.referee, seed, game.clone(), interruption);
        referee.generate(game.to_move(), Wishes::default());
        let ownership = referee.last_report().map(|report| report.ownership.clone());
        let judgement = ownership.map(|ownership| Judgement::of(game, ownership));
        let judgement = judgement.unwrap_or_default();
        game.score(judgement.removed(game.rules()), &judgement.seki)
    }
}

/// How a game ended.
enum End {
    /// This player resigned.
    Resigned(Color),
    /// This player made an illegal move.
    Illegal(Color),
    /// Both players passed, or the game reached its maximum length.
    Counted,
}

/// Plays the game to its end. Returns `None` if it is interrupted.
fn play_on(
    game: &mut GameState,
    mut players: ByColor<Box<dyn Player>>,
    interruption: &Interruption,
) -> Option<End> {
    let most_moves = MOST_MOVES_A_POINT * game.size().area();
    while !game.is_over() && game.moves().len() < most_moves {
        let color = game.to_move();
        let decision = players[color].generate(color, Wishes::default());
        if interruption.is_raised() {
            return None;
        }
        let Decision::Move(mv) = decision else { return Some(End::Resigned(color)) };
        let told = players[!color].game_mut().play(color, mv);
        if told.and_then(|()| game.play(color, mv)).is_err() {
            return Some(End::Illegal(color));
        }
    }
    Some(End::Counted)
}

/// Creates a player with these parameters. Its searches end when the task is interrupted.
fn player(
    values: &ParameterValues,
    seed: u64,
    game: GameState,
    interruption: &Interruption,
) -> Box<dyn Player> {
    let mut values = *values;
    values.player.search.seed = seed;
    let player = compose::player_with(&values, game);
    interruption.cover(&player.stop_signal());
    player
}

/// Draws a seed for another random number generator.
pub(crate) fn seed_from(random: &mut Random) -> u64 {
    let mut half = || random.below(1 << 31) as u64;
    half() << 31 | half()
}

/// Chooses up to `count` points for the stones of an opening. The points are spread out and, if the
/// board is large enough, away from the edge.
fn opening(size: BoardSize, count: usize, random: &mut Random) -> Vec<Vertex> {
    let margin = match size.width().min(size.height()) {
        9.. => 2,
        5.. => 1,
        _ => 0,
    };
    let is_inside = |vertex: &Vertex| {
        (margin..size.width() - margin).contains(&vertex.column())
            && (margin..size.height() - margin).contains(&vertex.row())
    };
    let mut free: Vec<Vertex> = size.vertices().filter(is_inside).collect();
    let mut chosen: Vec<Vertex> = Vec::new();
    while chosen.len() < count && !free.is_empty() {
        let vertex = free.swap_remove(random.below(free.len()));
        let distance = |other: &Vertex| {
            vertex.column().abs_diff(other.column()) + vertex.row().abs_diff(other.row())
        };
        if chosen.iter().all(|other| distance(other) > 2) {
            chosen.push(vertex);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn openings_are_spread_out_and_inside() {
        let size = BoardSize::square(9);
        for seed in 0..50 {
            let stones = opening(size, 4, &mut Random::new(seed, 0));
            assert_eq!(stones, opening(size, 4, &mut Random::new(seed, 0)));
            assert_eq!(stones.len(), 4);
            for vertex in &stones {
                assert!((2..7).contains(&vertex.column()) && (2..7).contains(&vertex.row()));
            }
        }
        let rectangle = BoardSize::new(3, 25).unwrap();
        assert!(opening(rectangle, 1000, &mut Random::new(1, 0)).len() < 75);
        assert!(opening(size, 0, &mut Random::new(1, 0)).is_empty());
    }

    fn moves(record: &Record) -> Vec<(Color, Move)> {
        sgf::read(record.sgf.clone().into_bytes(), None).unwrap().moves().to_vec()
    }

    #[test]
    fn games_of_a_pair_have_one_opening_and_exchange_colours() {
        let mut values = ParameterValues::default();
        values.player.search.threads = 1;
        values.player.playouts = Some(20);
        let start = GameState::new(BoardSize::square(5), Default::default(), 0.5);
        let conditions = Conditions { start, opening_moves: 2, referee: values };
        let go_on = Interruption::default();
        let play = |number| conditions.play(7, number, [&values, &values], &go_on).unwrap();
        let (first, second) = (play(0), play(1));
        assert_eq!(moves(&first)[..2], moves(&second)[..2]);
        assert_eq!((first.color_of_a, second.color_of_a), (Color::Black, Color::White));
        assert_eq!(first, play(0));
        assert!(moves(&first).len() <= 75);
    }

    #[test]
    fn the_smallest_board_has_a_game_too() {
        let mut values = ParameterValues::default();
        values.player.playouts = Some(1);
        let start = GameState::new(BoardSize::square(1), Default::default(), 7.5);
        let conditions = Conditions { start, opening_moves: 2, referee: values };
        let sides = [&values, &values];
        let record = conditions.play(1, 0, sides, &Interruption::default()).unwrap();
        assert_eq!(record.won_by_a(), Some(false), "{}", record.result);
    }

    #[test]
    fn an_interruption_ends_a_long_search_without_a_record() {
        let mut values = ParameterValues::default();
        values.player.search.threads = 1;
        values.player.seconds = Some(Duration::from_secs(600));
        let start = GameState::new(BoardSize::square(9), Default::default(), 7.5);
        let conditions = Conditions { start, opening_moves: 2, referee: values };
        let interruption = Interruption::default();
        let other = interruption.clone();
        let begin = Instant::now();
        let raising = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            other.raise();
        });
        assert_eq!(conditions.play(1, 0, [&values, &values], &interruption), None);
        assert!(begin.elapsed() < Duration::from_secs(60));
        raising.join().unwrap();
    }

    #[test]
    fn a_record_survives_the_log_and_anything_else_is_no_record() {
        for (number, winner) in [(0, Some(Color::Black)), (1, Some(Color::Black)), (3, None)] {
            let (result, sgf) = ("0".to_owned(), "(;SZ[9])".to_owned());
            let record = Record { color_of_a: color_of_a(number), winner, result, sgf };
            let json = record.json(number);
            assert_eq!(Record::of_json(&json), Some((number, record)));
            for (name, bad) in [("black", "c"), ("won_by", "c"), ("game", "1"), ("more", "x")] {
                let mut json = json.clone();
                json[name] = bad.into();
                assert_eq!(Record::of_json(&json), None, "{json}");
            }
        }
        assert_eq!(Record::of_json(&json!({ "game": 0 })), None);
    }
}
