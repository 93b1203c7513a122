//! The numbered conformance cases of the Go Text Protocol, run against the program.

use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use tests::program::{Program, points};
use tests::scripts::{self, is_move};

/// Options that allow only a few simulations, so that a move takes hardly any time.
const FAST: &str = "--threads 1 --playouts 50 --seed 1 --resign-threshold 0";

fn program(options: &str) -> Program {
    Program::start(&format!("{FAST} {options}"))
}

/// The numbers of the cases that have test functions of their own in this source file.
fn cases_in(source: &str) -> impl Iterator<Item = u32> {
    let names = source.lines().filter_map(|line| line.strip_prefix("fn case_"));
    names.filter_map(|name| name.split('_').next()?.parse().ok())
}

#[test]
fn every_case_is_tested_as_data_or_by_a_function() {
    let text = include_str!("data/conformance.script");
    let mut tested: BTreeSet<u32> = scripts::run("conformance.script", text, FAST)
        .unwrap_or_else(|failures| panic!("\n{failures}"))
        .into_iter()
        .collect();
    for source in [include_str!("conformance.rs"), include_str!("thinking.rs")] {
        tested.extend(cases_in(source));
    }
    assert_eq!(tested, (1..=55).collect::<BTreeSet<u32>>());
}

#[test]
fn a_line_outside_the_cases_and_a_case_without_lines_are_errors() {
    let failure = |text: &str| scripts::run("lies.script", text, FAST).unwrap_err();
    let line = "'name -> = Pachi' stands before the first case";
    assert_eq!(failure("# too early\n\nname -> = Pachi\n"), format!("lies.script:3: {line}"));
    let empty = "case 1: nothing\ncase 2: a name\nname -> = Pachi\n";
    assert_eq!(failure(empty), "lies.script: case 1: nothing has no steps");
}

#[test]
fn a_failing_line_of_a_script_is_named() {
    let text = "case 99: a lie\nprotocol_version -> = 3\n";
    let failure = scripts::run("lies.script", text, FAST).unwrap_err();
    let expected = "lies.script:2: case 99: a lie: 'protocol_version' was answered \"= 2\\n\\n\"";
    assert_eq!(failure, expected);
}

#[test]
fn case_9_the_list_of_commands() {
    let mut program = program("");
    let response = program.respond("list_commands");
    assert!(response.starts_with("= protocol_version\n"), "case 9: {response}");
    let body = response.strip_prefix("= ").and_then(|rest| rest.strip_suffix("\n\n"));
    let names: Vec<&str> = body.expect("case 9: a success").split('\n').collect();
    let unique: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(unique.len(), names.len(), "case 9: a command is listed twice");
    for name in names {
        assert_eq!(program.ask(&format!("known_command {name}")), "true", "case 9: {name}");
    }
}

#[test]
fn case_25_fixed_handicap() {
    let stones = program("--size 19").ask("fixed_handicap 5");
    let (found, expected): (HashSet<_>, HashSet<_>) =
        (points(&stones).into_iter().collect(), points("D4 Q16 D16 Q4 K10").into_iter().collect());
    assert_eq!(found, expected, "case 25: {stones}");
}

#[test]
fn case_30_free_handicap_of_the_programs_choice() {
    let mut program = program("");
    let stones = points(&program.ask("place_free_handicap 4"));
    let unique: HashSet<_> = stones.iter().collect();
    assert!((2..=4).contains(&stones.len()), "case 30: {stones:?}");
    assert_eq!(unique.len(), stones.len(), "case 30: {stones:?}");
    for stone in stones {
        assert!(program.respond(&format!("play w {stone}")).starts_with('?'), "case 30: {stone}");
    }
}

#[test]
fn case_31_a_move() {
    let mut program = program("--size 9");
    let response = program.respond("genmove b");
    assert!(is_move(&response), "case 31: {response:?}");
    let vertex = response.trim_start_matches("= ").trim_end();
    assert_eq!(points(vertex).len(), 1, "case 31: the first move is a stone");
    assert!(program.respond(&format!("play b {vertex}")).starts_with('?'), "case 31: {vertex}");
}

#[test]
fn case_33_a_move_that_is_not_played() {
    let mut program = program("--size 9");
    let first = program.respond("reg_genmove b");
    assert!(is_move(&first), "case 33: {first:?}");
    program.ask("clear_cache");
    assert_eq!(program.respond("reg_genmove b"), first, "case 33");
    assert_eq!(program.respond("undo"), "? cannot undo\n\n", "case 33");
}

/// The answer to a command, and the time until the answer arrived.
fn timed(program: &mut Program, line: &str) -> (String, Duration) {
    let start = Instant::now();
    let response = program.respond(line);
    (response, start.elapsed())
}

#[test]
fn case_36_little_time() {
    let mut program = Program::start("--size 19");
    program.ask("time_settings 2 0 0");
    program.ask("time_left b 2 0");
    let (response, time) = timed(&mut program, "genmove b");
    assert!(is_move(&response), "case 36: {response:?}");
    assert!(time < Duration::from_secs(2), "case 36: {time:?}");
}

#[test]
fn case_37_a_game_on_its_own_clock() {
    let mut program = Program::start("--size 9 --resign-threshold 0");
    program.ask("time_settings 5 0 0");
    let mut spent = [Duration::ZERO; 2];
    for number in 0..60 {
        let color = ["b", "w"][number % 2];
        let (response, time) = timed(&mut program, &format!("genmove {color}"));
        assert!(is_move(&response), "case 37: {response:?}");
        spent[number % 2] += time;
    }
    assert!(spent.iter().all(|&time| time <= Duration::from_secs(5)), "case 37: {spent:?}");
}

#[test]
fn case_41_a_game_record() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("f.sgf");
    let record = "(;FF[4]GM[1]SZ[9]KM[5.5];B[ee];W[cc];B[gg];W[gc];B[])";
    std::fs::write(&path, record).expect("a file can be written");
    let mut program = Program::start_in(&format!("{FAST} --size 13 --komi 7.5"), folder.path());
    program.ask("play b D4");
    let before = program.state();
    let missing = program.respond("loadsgf /no/such.sgf");
    assert!(missing.starts_with("? cannot load file: /no/such.sgf: "), "case 41: {missing}");
    assert_eq!(program.state(), before, "case 41: a failure changed the game");
    assert_eq!(program.ask("loadsgf f.sgf 3"), "black", "case 41: the colour to move");
    assert_eq!(program.ask("get_komi"), "5.5", "case 41: komi");
    assert_eq!(program.ask("list_stones black"), "E5", "case 41: before move 3");
    assert_eq!(program.ask("list_stones white"), "C7", "case 41: before move 3");
    assert!(program.respond("play b K1").starts_with('?'), "case 41: the size of the file");
    program.ask("loadsgf f.sgf");
    assert_eq!(points(&program.ask("list_stones black")).len(), 2, "case 41: the whole game");
    assert_eq!(points(&program.ask("list_stones white")).len(), 2, "case 41: the whole game");
}

/// Other processes may slow the machine down, so it is enough if one of three answers arrives in
/// time.
#[test]
fn case_47_an_interrupt() {
    let mut times = Vec::new();
    for _ in 0..3 {
        let mut program = Program::start("--size 9 --seconds 30 --threads 1 --resign-threshold 0");
        program.send("genmove b\n");
        std::thread::sleep(Duration::from_millis(200));
        let start = Instant::now();
        program.send("# interrupt\n");
        let response = program.response();
        times.push(start.elapsed());
        assert!(is_move(&response), "case 47: {response:?}");
        let vertex = response.trim_start_matches("= ").trim_end();
        let replayed = program.respond(&format!("play b {vertex}"));
        assert!(replayed.starts_with('?'), "case 47: {vertex} was not played");
        if times.iter().any(|&time| time < Duration::from_millis(500)) {
            return;
        }
    }
    panic!("case 47: {times:?}");
}

#[test]
fn case_48_a_command_sent_together_with_genmove() {
    let options = "--size 9 --threads 1 --playouts 5000 --seed 1 --resign-threshold 0";
    let start = || {
        let mut program = Program::start(options);
        program.ask("name");
        program
    };
    let (alone, time_alone) = timed(&mut start(), "genmove b");
    let mut program = start();
    let start = Instant::now();
    program.send("genmove b\n5 protocol_version\n");
    let together = program.response();
    let time_together = start.elapsed();
    assert_eq!(together, alone, "case 48: another move than without a command behind it");
    assert!(time_together * 4 >= time_alone, "case 48: {time_together:?}, alone {time_alone:?}");
    assert_eq!(program.response(), "=5 2\n\n", "case 48");
}

#[test]
fn case_49_four_hundred_commands_at_once() {
    let mut program = program("");
    let commands: String = (1..=400).map(|id| format!("{id} protocol_version\r\n")).collect();
    program.send(commands);
    for id in 1..=400 {
        assert_eq!(program.response(), format!("={id} 2\n\n"), "case 49");
    }
}
