//! Tests of thinking that continues until the next command: analysis and pondering.

use std::thread::sleep;
use std::time::{Duration, Instant};

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Random};
use tests::program::{PATIENCE, Program};

/// The time limit for answers while the program is thinking, except for answers to commands that
/// search. On an idle machine, the program should answer within 50 ms, but the machine may be
/// running other tests at the same time.
const AT_ONCE: Duration = Duration::from_millis(500);

/// Checks a line of analysis word by word. It must consist of keys with their values, followed by a
/// variation.
fn assert_reads(line: &str, size: BoardSize) {
    let moves = line.split("info ").skip(1);
    for text in moves {
        let (figures, variation) = text.split_once(" pv ").unwrap_or_else(|| panic!("{text}"));
        let words: Vec<&str> = figures.split(' ').collect();
        assert!(words.len().is_multiple_of(2), "{text}");
        for pair in words.chunks(2).filter(|pair| pair[0] != "move") {
            assert!(pair[1].parse::<f64>().is_ok(), "{pair:?} in {text}");
        }
        for word in variation.split_whitespace() {
            let on_board = word.parse().is_ok_and(|vertex| size.contains(vertex));
            assert!(word == "pass" || on_board, "{word} in {text}");
        }
    }
}

#[test]
fn case_44_a_request_ends_an_analysis() {
    let mut program = Program::start("--size 9");
    program.send("1 lz-analyze b 10\n");
    sleep(Duration::from_millis(500));
    program.send("2 name\n");
    let analysis = program.response();
    let lines: Vec<&str> = analysis.lines().collect();
    assert!(lines[0] == "=1" && lines.len() >= 3, "{analysis}");
    for line in &lines[1..lines.len() - 1] {
        assert!(line.starts_with("info move "), "{line}");
        assert_reads(line, BoardSize::square(9));
    }
    assert!(program.response().starts_with("=2 Mengxi"));
    assert_eq!(program.rest_within(Duration::from_millis(300)), "", "an answer after the last");
}

#[test]
fn case_45_an_empty_line_ends_an_analysis() {
    let mut program = Program::start("--size 9");
    program.send("kata-analyze 10\n");
    sleep(Duration::from_millis(500));
    program.send("\n");
    let analysis = program.response();
    let line = analysis.lines().nth(1).expect("a line of analysis");
    assert!(line.contains(" winrate 0."), "{line}");
    assert_reads(line, BoardSize::square(9));
    assert_eq!(program.rest_within(Duration::from_millis(300)), "");
    assert!(program.respond("name").starts_with("= Mengxi"));
}

#[test]
fn case_46_a_move_ends_its_own_analysis() {
    let mut program = Program::start("--size 9 --seconds 0.4 --ponder");
    for command in ["kata-genmove_analyze b 10", "lz-genmove_analyze w 10"] {
        let answer = program.respond(command);
        let lines: Vec<&str> = answer.lines().collect();
        assert!(lines.len() >= 4 && lines[0] == "=", "{answer}");
        assert!(lines[1].starts_with("info move "), "{answer}");
        assert!(lines[lines.len() - 2].starts_with("play "), "{answer}");
        assert_eq!(program.rest_within(Duration::from_millis(300)), "", "silence while pondering");
    }
    let answer = program.respond("cgos-genmove_analyze b");
    assert!(answer.starts_with("=\n{") && answer.contains("}\nplay "), "{answer}");
}

#[test]
fn case_50_quit_and_the_end_of_input_end_an_analysis() {
    for quit in [true, false] {
        let mut program = Program::start("--size 19");
        program.send("kata-analyze b 10\n");
        sleep(Duration::from_millis(200));
        if quit {
            program.send("9 quit\n");
        } else {
            program.close_input();
        }
        let status = program.end_within(Duration::from_secs(5)).expect("an end");
        assert!(status.success(), "{status}");
        let rest = program.rest_within(Duration::from_millis(100));
        assert!(rest.starts_with("=\n") && rest.ends_with(if quit { "=9 \n\n" } else { "\n\n" }));
    }
}

#[test]
fn an_analysis_obeys_its_restrictions() {
    let mut program = Program::start("--size 9");
    let mut moves = |arguments: &str| {
        program.send(format!("{arguments}\n"));
        sleep(Duration::from_millis(400));
        program.send("\n");
        let analysis = program.response();
        let last = analysis.lines().rfind(|line| line.starts_with("info ")).expect("a line");
        last.split("info move ").skip(1).map(|text| text.to_string()).collect::<Vec<_>>()
    };
    // The two allowed moves are mirror images of each other, so the search does not prefer one so
    // strongly that it never visits the other.
    let allowed = moves("kata-analyze W 10 allow W C3,G7 2");
    assert_eq!(allowed.len(), 2, "{allowed:?}");
    assert!(allowed.iter().all(|text| text.starts_with("C3 ") || text.starts_with("G7 ")));
    let avoided = moves("lz-analyze B 10 avoid b E5,pass 1 avoid w D4 2");
    // Here too, the search visits few moves, but more than the two that were allowed above.
    assert!(avoided.len() > 2 && !avoided.iter().any(|text| text.starts_with("E5 ")));
    let second = |text: &String| {
        text.split(" pv ").nth(1).and_then(|pv| pv.split(' ').nth(1)).map(str::to_string)
    };
    assert!(avoided.iter().all(|text| second(text).as_deref() != Some("D4")), "White's D4");
    assert_eq!(moves("kata-analyze b 10 maxmoves 3").len(), 3);
}

/// The number of visits to the root at the end of a search for a move.
fn visits_of_a_move(program: &mut Program, color: &str) -> u64 {
    let answer = program.respond(&format!("kata-genmove_analyze {color} 10 rootInfo true"));
    let figures = answer.rsplit("rootInfo visits ").next().and_then(|text| text.split(' ').next());
    figures.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn pondering_grows_the_tree_and_the_next_move_uses_it() {
    let mut visits = Vec::new();
    for ponder in ["--ponder", "--no-ponder"] {
        let mut program =
            Program::start(&format!("--size 5 --threads 1 --playouts 100 --seed 3 {ponder}"));
        assert!(program.respond("genmove b").starts_with("= "));
        sleep(Duration::from_millis(500));
        let started = Instant::now();
        program.ask("name");
        assert!(started.elapsed() < AT_ONCE, "{:?}", started.elapsed());
        // The next search starts from the position that the program has been pondering.
        visits.push(visits_of_a_move(&mut program, "w"));
    }
    // On a busy machine, half a second may be little more than one move's search.
    assert!(visits[0] > 300 && visits[1] < 200, "with and without pondering: {visits:?}");
}

#[test]
fn stop_undo_and_a_new_board_end_pondering() {
    for command in ["stop", "clear_board", "boardsize 9", "undo"] {
        let mut program = Program::start("--size 5 --threads 1 --playouts 100 --ponder");
        program.ask("genmove b");
        program.ask(command);
        sleep(Duration::from_millis(100));
        let before = processor_time(&mut program);
        sleep(Duration::from_millis(300));
        let spent = processor_time(&mut program) - before;
        assert!(spent < 0.1, "{spent} s of work after {command}");
    }
}

#[test]
fn a_command_that_fails_does_not_end_pondering() {
    let mut program = Program::start("--size 5 --threads 1 --playouts 100 --ponder");
    program.ask("genmove b");
    for command in ["set_free_handicap A1 B1", "gogui-setup_player b", "gg-undo 9"] {
        assert!(program.respond(command).starts_with('?'), "{command}");
    }
    let (before, started) = (processor_time(&mut program), Instant::now());
    while processor_time(&mut program) - before < 0.2 {
        assert!(started.elapsed() < PATIENCE, "no work after a command that failed");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_position_is_pondered_no_longer_than_asked() {
    let options = "--size 5 --threads 1 --playouts 100 --ponder --ponder-seconds 0.2";
    let mut program = Program::start(options);
    program.ask("genmove b");
    sleep(Duration::from_millis(500));
    let before = processor_time(&mut program);
    sleep(Duration::from_millis(300));
    let spent = processor_time(&mut program) - before;
    assert!(spent < 0.1, "{spent} s of work after the time for this position");
}

fn processor_time(program: &mut Program) -> f64 {
    program.ask("cputime").parse().expect("seconds")
}

#[test]
fn random_commands_during_thinking_leave_the_right_state() {
    let mut program = Program::start("--size 9 --threads 2 --playouts 30 --ponder");
    let mut random = Random::new(11, 0);
    let new_game = |size| GameState::new(BoardSize::square(size), Rules::default(), 7.5);
    let mut game = new_game(9);
    let mut slowest = Duration::ZERO;
    for round in 0..200 {
        let color = game.to_move();
        if random.below(3) == 0 {
            // Starts an analysis, which the next command ends.
            program.send("kata-analyze 1 ownership true\n");
            sleep(Duration::from_millis(random.below(8) as u64));
        } else if random.below(2) == 0 {
            let answer = program.respond(&format!("genmove {color}"));
            let text = answer.trim_start_matches("= ").trim_end();
            if text != "resign" {
                let mv = text.parse().map_or(Move::Pass, Move::Play);
                game.play(color, mv)
                    .unwrap_or_else(|error| panic!("round {round}: {text} {error}"));
            }
            sleep(Duration::from_millis(random.below(8) as u64));
        }
        let color = game.to_move();
        let command = match random.below(8) {
            0 => {
                game = new_game(game.size().width());
                "clear_board".to_string()
            }
            1 => {
                let size = [5, 7, 9][random.below(3)];
                game = new_game(size);
                format!("boardsize {size}")
            }
            2 if game.undo().is_ok() => "undo".to_string(),
            _ => {
                let points = game.legal_points(color);
                let choice = points.get(random.below(points.len().max(1))).copied();
                let mv = Move::from(choice);
                game.play(color, mv).expect("a legal move");
                format!("play {color} {mv}")
            }
        };
        program.send(format!("77 {command}\n"));
        let started = Instant::now();
        let mut answer = program.response();
        while !answer.starts_with("=77") && !answer.starts_with("?77") {
            assert!(answer.starts_with("=\n"), "round {round}: stray output {answer:?}");
            answer = program.response();
        }
        slowest = slowest.max(started.elapsed());
        assert_eq!(answer, "=77 \n\n", "round {round}: {command}");
        let stones =
            |color| game.size().vertices().filter(|&v| game.stone_at(v) == Some(color)).count();
        for color in Color::BOTH {
            let listed = program.ask(&format!("list_stones {color}"));
            assert_eq!(listed.split_whitespace().count(), stones(color), "round {round}");
        }
        let history = program.ask("move_history");
        let expected: Vec<String> =
            game.moves().iter().rev().map(|(color, mv)| format!("{color} {mv}")).collect();
        assert_eq!(history, expected.join("\n"), "round {round}");
    }
    assert!(slowest < AT_ONCE, "the slowest answer took {slowest:?}");
}
