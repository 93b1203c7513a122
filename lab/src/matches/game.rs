//! One game of the program against itself, without a protocol between the sides.
//!
//! Two games make a pair: they start from the same random opening, and the sides exchange their
//! colours, so that neither the opening nor the colour counts twice. All random numbers come from
//! the seed and the number of the game: where the sides have limits of playouts or visits alone,
//! the game is the same each time, whatever is played beside it.

use engine::player::{Decision, Judgement, Player, Wishes};
use engine::rules::{GameState, Score};
use engine::vocabulary::{BoardSize, ByColor, Color, Move, Random, Vertex};

use super::side;
use assembly::compose;
use assembly::options::Options;
use assembly::parameters::ParameterValues;

/// Moves after which a game is counted as it stands, for each point of the board.
const MOST_MOVES_A_POINT: usize = 3;
/// Simulations by which stones are judged at the end.
const JUDGING_SIMULATIONS: u64 = 2000;
/// Streams of random numbers from here on are those of players, below those of openings.
const PLAYERS: u64 = 1 << 32;

/// What holds in all games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    start: GameState,
    opening_moves: usize,
    /// Who judges the stones at the end: neither side, so that no parameter makes its own score.
    referee: ParameterValues,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The colour of side A.
    pub(crate) color_of_a: Color,
    /// Who has won; `None` for a draw.
    winner: Option<Color>,
    /// The game with all its moves.
    pub(crate) game: GameState,
    /// The result as game records have it: `B+3.5`, `W+R` by resignation, `W+F` where the opponent
    /// made an illegal move.
    pub(crate) result: String,
}

impl Record {
    /// Whether side A has won; `None` for a draw.
    pub(crate) fn won_by_a(&self) -> Option<bool> {
        self.winner.map(|winner| winner == self.color_of_a)
    }
}

impl Conditions {
    /// Games on the board and under the rules of the options, from openings of so many stones.
    pub(crate) fn new(options: &Options, opening_moves: u16) -> Self {
        let mut referee = side::common(options);
        referee.player.playouts = Some(JUDGING_SIMULATIONS);
        referee.player.visits = None;
        referee.player.time = None;
        let start = GameState::new(options.size, options.rules, options.komi);
        Self { start, opening_moves: opening_moves.into(), referee }
    }

    /// Plays game `number` of those that come from `seed`: side A, the first, is Black in the first
    /// game of each pair.
    pub(crate) fn play(&self, seed: u64, number: u32, [a, b]: [&ParameterValues; 2]) -> Record {
        let mut game = self.start.clone();
        let mut random = Random::new(seed, u64::from(number / 2));
        for vertex in opening(game.size(), self.opening_moves, &mut random) {
            // A stone that the rules forbid, as the only one on 1x1, is left out.
            game.play(game.to_move(), Move::Play(vertex)).ok();
        }
        let mut random = Random::new(seed, PLAYERS + u64::from(number));
        let mut player = |values| player(values, seed_from(&mut random), game.clone());
        let (a, b) = (player(a), player(b));
        let (color_of_a, players) = match number % 2 {
            0 => (Color::Black, ByColor::new(a, b)),
            _ => (Color::White, ByColor::new(b, a)),
        };
        let referee_seed = seed_from(&mut random);
        let end = play_on(&mut game, players);
        let (winner, result) = match end {
            End::Resigned(loser) => (Some(!loser), format!("{}+R", (!loser).letter())),
            End::Illegal(loser) => (Some(!loser), format!("{}+F", (!loser).letter())),
            End::Counted => {
                let score = self.score(&game, referee_seed);
                (score.winner(), score.to_string())
            }
        };
        Record { color_of_a, winner, game, result }
    }

    /// The score with dead stones taken off. A player's own judgement may end by the clock, and so
    /// be another one on a busy machine; this one has its number of simulations.
    fn score(&self, game: &GameState, seed: u64) -> Score {
        let mut referee = player(&self.referee, seed, game.clone());
        referee.generate(game.to_move(), Wishes::default());
        let ownership = referee.last_report().map(|report| report.ownership.clone());
        let judgement = ownership.map(|ownership| Judgement::of(game, ownership));
        let Judgement { dead, seki, .. } = judgement.unwrap_or_default();
        game.score(&dead, &seki)
    }
}

/// How a game ended.
enum End {
    /// This player gave it up.
    Resigned(Color),
    /// This player made a move against the rules.
    Illegal(Color),
    /// By two passes, or by its length.
    Counted,
}

fn play_on(game: &mut GameState, mut players: ByColor<Box<dyn Player>>) -> End {
    let most_moves = MOST_MOVES_A_POINT * game.size().area();
    while !game.is_over() && game.moves().len() < most_moves {
        let color = game.to_move();
        let Decision::Move(mv) = players[color].generate(color, Wishes::default()) else {
            return End::Resigned(color);
        };
        let told = players[!color].game_mut().play(color, mv);
        if told.and_then(|()| game.play(color, mv)).is_err() {
            return End::Illegal(color);
        }
    }
    End::Counted
}

fn player(values: &ParameterValues, seed: u64, game: GameState) -> Box<dyn Player> {
    let mut values = *values;
    values.player.search.seed = seed;
    compose::player_with(&values, game)
}

/// A seed for other random numbers.
pub(crate) fn seed_from(random: &mut Random) -> u64 {
    let mut half = || random.below(1 << 31) as u64;
    half() << 31 | half()
}

/// Up to `count` points, spread out and away from the edge where the board has room.
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

    #[test]
    fn games_of_a_pair_have_one_opening_and_exchange_colours() {
        let mut values = ParameterValues::default();
        values.player.search.threads = 1;
        values.player.playouts = Some(20);
        let start = GameState::new(BoardSize::square(5), Default::default(), 0.5);
        let conditions = Conditions { start, opening_moves: 2, referee: values };
        let play = |number| conditions.play(7, number, [&values, &values]);
        let (first, second) = (play(0), play(1));
        assert_eq!(first.game.moves()[..2], second.game.moves()[..2]);
        assert_eq!((first.color_of_a, second.color_of_a), (Color::Black, Color::White));
        assert_eq!(first.game.moves(), play(0).game.moves());
        assert!(first.game.moves().len() <= 75);
    }

    #[test]
    fn the_smallest_board_has_a_game_too() {
        let mut values = ParameterValues::default();
        values.player.playouts = Some(1);
        let start = GameState::new(BoardSize::square(1), Default::default(), 7.5);
        let conditions = Conditions { start, opening_moves: 2, referee: values };
        let record = conditions.play(1, 0, [&values, &values]);
        assert_eq!(record.won_by_a(), Some(false), "{}", record.result);
    }
}
