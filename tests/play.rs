//! Tests of the program while it plays: whole games, reproducible games, bounded memory.

use tests::program::Program;
use tests::scripts::is_move;

/// Generates moves for Black and White in turn, until there are two consecutive passes or `most`
/// moves.
fn play_on(program: &mut Program, most: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for number in 0..most {
        let color = ["b", "w"][number % 2];
        let response = program.respond(&format!("genmove {color}"));
        assert!(is_move(&response), "move {number}: {response:?}; {}", program.errors());
        moves.push(response.trim_start_matches("= ").trim_end().to_string());
        if moves.ends_with(&["pass".to_string(), "pass".to_string()]) {
            break;
        }
    }
    moves
}

fn game(options: &str, most: usize) -> Vec<String> {
    play_on(&mut Program::start(&format!("--threads 1 --resign-threshold 0 {options}")), most)
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let options = "--size 9 --playouts 150 --seed 7";
    let first = game(options, 40);
    assert_eq!(game(options, 40), first, "the same seed in two processes");
    assert_ne!(game("--size 9 --playouts 150 --seed 8", 40), first, "another seed");
    for options in ["--size 13 --playouts 100 --seed 7", "--size 19 --playouts 60 --seed 7"] {
        assert_eq!(game(options, 12), game(options, 12), "{options}");
    }
}

#[test]
fn the_same_seed_set_by_command_gives_the_same_game() {
    let mut program = Program::start("--threads 1 --playouts 100 --size 9 --resign-threshold 0");
    let mut games = Vec::new();
    for _ in 0..2 {
        program.ask("clear_board");
        program.ask("set_random_seed 5");
        games.push(play_on(&mut program, 20));
    }
    assert_eq!(games[0], games[1], "the same seed twice in one process");
}

/// The program plays a game to the end on each board. Its answers about the result must then be
/// consistent.
#[test]
fn games_of_all_shapes_come_to_an_end() {
    for (size, playouts) in [
        ("1", 10),
        ("2", 20),
        ("3", 20),
        ("5", 30),
        ("7x4", 20),
        ("1x9", 20),
        ("9", 30),
        ("13", 8),
        ("19", 4),
        ("25x3", 8),
    ] {
        let options =
            format!("--threads 2 --playouts {playouts} --resign-threshold 0 --size {size}");
        let mut program = Program::start(&options);
        let moves = play_on(&mut program, 2_000);
        assert!(moves.len() < 2_000, "a game of {size} does not end");
        let score = program.ask("final_score");
        let is_score = score == "0" || score.starts_with("B+") || score.starts_with("W+");
        assert!(is_score, "{size}: {score}");
        let stones = |program: &mut Program, command: &str| -> Vec<String> {
            let mut words: Vec<String> =
                program.ask(command).split_whitespace().map(String::from).collect();
            words.sort_unstable();
            words
        };
        let mut on_board = stones(&mut program, "list_stones b");
        on_board.extend(stones(&mut program, "list_stones w"));
        on_board.sort_unstable();
        let mut by_status: Vec<String> = Vec::new();
        for status in ["alive", "dead", "seki"] {
            by_status.extend(stones(&mut program, &format!("final_status_list {status}")));
        }
        by_status.sort_unstable();
        assert_eq!(by_status, on_board, "{size}: each stone has one status");
    }
}

/// Black's lead, taken from an answer such as `W+3.5 (upper bound: 5.2, lower: 1.8)`.
fn black_lead(answer: &str) -> f64 {
    let (winner, points) = answer.split_once('+').unwrap_or(("B", "0"));
    let points = points.split(' ').next().unwrap_or_default();
    let points: f64 = points.parse().unwrap_or_else(|_| panic!("{answer:?} is no score"));
    if winner == "B" { points } else { -points }
}

/// While borders are open, the score is based on the likely owner of each point, so it agrees with
/// the estimate. The lists of stones and territory add up to the score.
#[test]
fn the_score_in_the_middle_of_a_game_is_the_expected_one() {
    for (seed, moves) in [(1, 14), (2, 24), (3, 30)] {
        let options = format!("--threads 1 --playouts 200 --size 9 --komi 0.5 --seed {seed}");
        let mut program = Program::start(&format!("{options} --resign-threshold 0"));
        play_on(&mut program, moves);
        let score = black_lead(&program.ask("final_score"));
        let estimate = black_lead(&program.ask("estimate_score"));
        assert!((score - estimate).abs() <= 6.0, "seed {seed}: {score}, but {estimate}");
        let mut listed = |command: &str| -> Vec<String> {
            program.ask(command).split_whitespace().map(String::from).collect()
        };
        let dead = listed("final_status_list dead");
        let [black, white] = ["b", "w"].map(|color| listed(&format!("list_stones {color}")));
        let [of_black, of_white] =
            ["black", "white"].map(|color| listed(&format!("final_status_list {color}_territory")));
        assert!(of_black.len() + of_white.len() >= 5, "seed {seed}: {of_black:?} {of_white:?}");
        let alive =
            |stones: &[String]| stones.iter().filter(|at| !dead.contains(at)).count() as f64;
        let taken = |stones: &[String]| stones.iter().filter(|at| dead.contains(at)).count() as f64;
        let points = |own: &[String], other: &[String], territory: usize| {
            alive(own) + taken(other) + territory as f64
        };
        let lead = points(&black, &white, of_black.len()) - points(&white, &black, of_white.len());
        assert_eq!(score, lead - 0.5, "seed {seed}: the lists and the score");
    }
}

/// The program has won, but dead stones of the opponent are still on the board, and the rules would
/// count them as alive. The program must capture them before it passes, so that nobody needs to
/// determine which stones are dead.
#[test]
fn dead_stones_are_taken_before_the_pass() {
    let black = ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "D4", "D1", "D7"];
    let white = ["E1", "E2", "E3", "E4", "E5", "E6", "E7", "D2", "D6", "A4"];
    for (seed, command) in [(1, "genmove"), (2, "genmove"), (3, "kgs-genmove_cleanup")] {
        let rules = if command == "genmove" { "tromp-taylor" } else { "chinese" };
        let options = format!("--threads 1 --playouts 1000 --size 7 --komi 0.5 --rules {rules}");
        let mut program = Program::start(&format!("{options} --seed {seed}"));
        // White plays first, because consecutive black moves at the start would count as a
        // handicap.
        for (color, points) in [("w", white), ("b", black)] {
            points.iter().for_each(|point| {
                program.ask(&format!("play {color} {point}"));
            });
        }
        for move_number in 0.. {
            assert!(move_number < 40, "seed {seed}: no end\n{}", program.ask("showboard"));
            let left = program.ask("list_stones w").contains("A4");
            program.ask("play w pass");
            let answer = program.ask(&format!("{command} b"));
            if answer == "pass" {
                assert!(!left, "seed {seed}: a pass beside A4\n{}", program.ask("showboard"));
                break;
            }
        }
        assert!(program.ask("final_score").starts_with("B+"), "seed {seed}");
    }
}

/// The result of a search can be queried even if the move that it found is not played.
#[test]
fn the_value_of_a_move_that_is_not_played_is_known() {
    let mut program = Program::start("--threads 1 --playouts 200 --size 5 --komi -50");
    assert_eq!(program.ask("uct_value"), "0.5000", "before any search");
    for (color, order) in [("b", "1"), ("w", "-1")] {
        program.ask(&format!("reg_genmove {color}"));
        assert_eq!(program.ask("sg_compare_float 0.5 uct_value"), order, "{color}");
    }
}

/// Plays many games in one process, with the commands that a controller may send between them.
#[test]
fn one_process_plays_many_games() {
    let mut program = Program::start("--threads 2 --playouts 12 --resign-threshold 0");
    for round in 0..12 {
        let size = [9, 5, 13, 7][round % 4];
        program.ask(&format!("boardsize {size}"));
        program.ask("clear_board");
        program.ask(&format!("komi {}.5", round));
        if round % 3 == 1 && size >= 7 {
            program.ask("fixed_handicap 2");
        }
        play_on(&mut program, 30);
        for _ in 0..5 {
            program.ask("undo");
        }
        play_on(&mut program, 6);
        assert_eq!(program.ask("get_komi"), format!("{round}.5"));
        program.ask("final_score");
    }
}

/// The peak memory of a process, in MiB.
#[cfg(target_os = "linux")]
fn peak_memory(program: &Program) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id()));
    let status = status.expect("a running process has a status");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the kernel says so");
    let kibibytes: u64 = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("kB");
    kibibytes / 1024
}

/// The tree stays within its memory limit, however long the search takes, and the program's other
/// memory use does not grow.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    const BESIDES: u64 = 32;
    // Builds that check the engine's invariants play far more slowly.
    let playouts = if cfg!(debug_assertions) { 2_000 } else { 30_000 };
    for (network, playouts, bound) in
        [("none", playouts, 1), ("none", playouts, 16), ("built-in", playouts / 10, 1)]
    {
        let mut program = Program::start(&format!(
            "--threads 2 --network {network} --playouts {playouts} --size 9 --memory {bound}"
        ));
        for line in ["genmove b", "genmove w", "clear_board", "boardsize 19", "genmove b"] {
            program.ask(line);
            let peak = peak_memory(&program);
            assert!(peak <= bound + BESIDES, "{peak} MiB in use after '{line}', {bound} allowed");
        }
    }
}
