//! Tests of the levels of play: games between weak players come to an end, and the same seed
//! produces the same game.

use std::time::{Duration, Instant};

use engine::rules::{GameState, Rules};
use engine::vocabulary::{AnySize, BoardSize, Color, Move, Point, Vertex};
use tests::program::Program;

/// The size of the board. It is small because a weak player runs additional searches to evaluate
/// moves other than the best one. Builds that check the board after each move use an even smaller
/// board.
const SIZE: u8 = if cfg!(debug_assertions) { 5 } else { 9 };
/// A game with more moves per point of the board than this is considered endless.
const MOST_MOVES_A_POINT: usize = 2;

/// Starts the program with one thread, without resignation, and with a board of the size used in
/// these tests.
fn start(options: &str) -> Program {
    Program::start(&format!("--size {SIZE} --threads 1 --resign-threshold 0 {options}"))
}

/// The moves of a game that the program plays against itself, ending after two consecutive passes
/// or `most` moves.
fn play(program: &mut Program, most: usize) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < most && !moves.ends_with(&[Move::Pass, Move::Pass]) {
        let answer = program.ask(["genmove b", "genmove w"][moves.len() % 2]);
        moves.push(match answer.as_str() {
            "pass" => Move::Pass,
            vertex => Move::Play(vertex.parse().unwrap_or_else(|_| panic!("{vertex}"))),
        });
    }
    moves
}

/// Replays the moves and checks that neither player fills an eye of their own.
fn assert_fills_no_eye(moves: &[Move], rules: &str) {
    let rules = Rules::preset(rules).expect("rules by name");
    let mut game = GameState::new(BoardSize::square(SIZE), rules, 7.5);
    for (number, &mv) in moves.iter().enumerate() {
        let color: Color = game.to_move();
        if let Some(vertex) = mv.vertex() {
            let is_eye = game.position().board().is_true_eye(color, Point::of::<AnySize>(vertex));
            assert!(!is_eye, "move {number}, {vertex}, fills an eye");
        }
        game.play(color, mv).expect("a legal move");
    }
}

#[test]
fn games_of_beginners_come_to_an_end() {
    let most = MOST_MOVES_A_POINT * usize::from(SIZE).pow(2);
    for rules in ["chinese", "tromp-taylor", "japanese"] {
        let mut program = start(&format!("--level 1 --rules {rules} --seed 3"));
        let moves = play(&mut program, most);
        assert!(moves.len() < most, "{rules}: no end\n{}", program.ask("showboard"));
        assert_fills_no_eye(&moves, rules);
        let score = program.ask("final_score");
        assert!(score.starts_with(['B', 'W', '0']), "{rules}: {score}");
    }
}

#[test]
fn a_seed_gives_the_same_game_at_a_weak_level() {
    let game = |seed: u64| play(&mut start(&format!("--level 2 --seed {seed}")), 12);
    let first = game(5);
    assert_eq!(game(5), first);
    assert_ne!(game(6), first, "another seed");
}

/// A person who plays several games in a row does not meet the same answers in each of them.
#[test]
fn games_in_a_row_differ_at_a_weak_level_and_a_seed_repeats_them() {
    let games = |seed: u64| -> Vec<Vec<Move>> {
        let mut program = start(&format!("--level 2 --seed {seed}"));
        let game = |_| {
            program.ask("clear_board");
            play(&mut program, 8)
        };
        (0..4).map(game).collect()
    };
    let first = games(5);
    assert!(first.iter().any(|game| *game != first[0]), "{first:?}");
    assert_eq!(games(5), first);
}

#[test]
fn a_suggestion_is_repeated_and_leaves_the_game_alone() {
    let mut program = start("--level 1 --seed 4");
    program.ask("play b C3");
    let first = program.ask("reg_genmove w");
    for _ in 0..3 {
        assert_eq!(program.ask("reg_genmove w"), first);
    }
    assert!(program.ask("list_stones w").is_empty());
    let vertex: Vertex = first.parse().expect("a move on the board");
    assert_eq!(program.ask("genmove w"), vertex.to_string());
}

/// At a weak level, every search for a move starts afresh. Neither an analysis nor an earlier
/// search affects it.
#[test]
fn a_weak_player_remembers_nothing() {
    let mut program = start("--level 1 --seed 4");
    program.ask("play b C3");
    let expected = program.ask("reg_genmove w");
    program.ask("mengxi_best_moves");
    assert_eq!(program.ask("genmove w"), expected);
}

/// Below full strength, a player who has lost and has nothing left to play for passes, as people
/// do, instead of filling territory, but first tries to live where there is room. At full strength,
/// the program plays on, in case the opponent makes a mistake.
#[test]
fn a_lost_game_is_ended() {
    let column =
        |stones: &str| -> String { (1..=9).map(|row| format!(" {stones}{row}")).collect() };
    let walls = ["b C", "w D", "w F", "w H"].map(column).concat() + " b B5";
    let room = ["b C", "w D"].map(column).concat() + " b B5";
    let answer = |stones: &str, options: &str| {
        let options = format!("--size 9 --threads 1 --seed 2 --resign-threshold 0 {options}");
        let mut program = Program::start(&options);
        program.ask(&format!("set_position{stones}"));
        program.ask("reg_genmove b")
    };
    for options in ["--level 3", "--level 9", "--level 14", "--level 9 --rules tromp-taylor"] {
        assert_eq!(answer(&walls, options), "pass", "{options}");
        assert_ne!(answer(&room, options), "pass", "{options}");
    }
    assert_ne!(answer(&walls, "--playouts 50"), "pass");
}

/// At the highest level, the program plays exactly as it does when no level is set.
#[test]
fn full_strength_is_no_level() {
    let game = |options: &str| play(&mut start(&format!("--playouts 60 --seed 5 {options}")), 12);
    let full = engine::player::Level::FULL;
    assert_eq!(game(&format!("--level {full}")), game(""));
    assert_ne!(game("--level 1"), game(""));
}

/// A delay holds back a move, but not a suggestion.
#[test]
fn a_delay_is_the_least_time_of_a_move() {
    let delay = Duration::from_millis(400);
    let mut program = start("--playouts 10 --delay 0.4");
    let mut time = |line: &str| {
        let start = Instant::now();
        program.ask(line);
        start.elapsed()
    };
    let (suggested, played) = (time("reg_genmove b"), time("genmove b"));
    assert!(suggested < delay && played >= delay, "{suggested:?}, {played:?}");
}
