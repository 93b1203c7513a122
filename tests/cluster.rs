//! Play with a helper in another process, which is killed, stopped, late or missing. The helper is
//! the program itself, so nothing here needs MPI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine::vocabulary::Random;
use tests::program::{Program, path};

/// The program's message when all ranks have joined.
const COMPLETE: &str = "the cluster has 2 ranks";
/// The program's message when it has lost the other ranks.
const LOST: &str = "the cluster is lost";
/// The time within which a lost helper must be back.
const BACK: Duration = Duration::from_secs(10);

/// A program with one helper, whose process ID is in a file.
struct Played {
    program: Program,
    folder: tempfile::TempDir,
}

impl Played {
    /// Starts the program with these options and a helper that a shell starts after `prelude`.
    fn start(options: &str, prelude: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let helper = path().display();
        let command = format!(
            "sh -c 'echo $$ > helper; {prelude} exec {helper} rank --threads 1 --memory 64'"
        );
        let program = Self::program(options, &command, folder.path());
        Self { program, folder }
    }

    fn program(options: &str, command: &str, folder: &Path) -> Program {
        let all = format!("--size 9 --threads 1 --memory 64 --network none --log info {options}");
        let words = all.split_whitespace().map(str::to_owned);
        let words = words.chain(["--cluster".to_owned(), command.to_owned()]);
        Program::start_with(words, folder)
    }

    /// The number of times that the program has said this.
    fn count(&self, text: &str) -> usize {
        self.program.errors().matches(text).count()
    }

    /// Waits until the program has said something so many times.
    fn wait(&self, text: &str, times: usize, patience: Duration) {
        let end = Instant::now() + patience;
        while self.count(text) < times {
            assert!(Instant::now() < end, "{text} {times} times: {}", self.program.errors());
            sleep(Duration::from_millis(20));
        }
    }

    fn wait_for_all(&self, times: usize) {
        self.wait(COMPLETE, times, Duration::from_secs(30));
    }

    fn helper(&self) -> String {
        fs::read_to_string(self.folder.path().join("helper")).unwrap().trim().to_owned()
    }

    /// Sends a signal to the helper.
    fn signal(&self, signal: &str) {
        let helper = self.helper();
        let sent = Command::new("kill").args([signal, &helper]).status().unwrap();
        assert!(sent.success(), "{helper}");
    }

    /// Plays a few moves with a clock, none of which is late.
    fn play_on(&mut self, moves: usize) {
        self.program.ask("time_settings 0 1 1");
        for number in 0..moves {
            let color = ["b", "w"][number % 2];
            self.program.ask(&format!("time_left {color} 1 1"));
            let begun = Instant::now();
            let mv = self.program.ask(&format!("genmove {color}"));
            let time = begun.elapsed();
            assert!(time < Duration::from_millis(1500), "{mv} after {time:?}");
        }
    }
}

/// The numbers of visits and of new simulations of the search for a move, as the log gives them.
fn search(played: &mut Played, command: &str) -> (f64, f64) {
    // A program that ponders also logs searches for the other player.
    let color = if command.ends_with('b') { "black: " } else { "white: " };
    let searches = |played: &Played| {
        let errors = played.program.errors();
        let lines = errors.lines().filter(|line| line.contains(color));
        lines.filter(|line| line.contains(" visits, ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let before = searches(played).len();
    played.program.ask(command);
    // The answer may come before the line of the log.
    let end = Instant::now() + BACK;
    while searches(played).len() == before {
        assert!(Instant::now() < end, "{}", played.program.errors());
        sleep(Duration::from_millis(10));
    }
    let line = searches(played).pop().unwrap();
    let number = |text: &str| text.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    let (visits, rest) = line.split_once(" visits, ").unwrap();
    (number(visits), number(rest.split_once(" new in ").unwrap().0))
}

#[test]
fn the_visits_are_those_of_all_ranks() {
    let mut played = Played::start("--seconds 1.5", "");
    played.wait_for_all(1);
    let (visits, own) = search(&mut played, "genmove b");
    assert!(visits > 1.2 * own, "{visits} visits, {own} of this process");
    // The helper does not send back what has been forgotten, and it takes part in the new search.
    played.program.ask("clear_cache");
    played.program.ask("komi 3.5");
    let (visits, own) = search(&mut played, "genmove w");
    assert!(visits > 1.2 * own && visits < 4.0 * own, "{visits} visits, {own} of this process");
    // A limit on playouts counts the simulations of all ranks.
    played.program.ask("kata-set-param playouts 30000");
    played.program.ask("kata-set-param seconds 0");
    let (_, own) = search(&mut played, "genmove b");
    assert!(own < 27_000.0, "{own} of 30000");
    assert_eq!(played.count(LOST), 0, "{}", played.program.errors());
}

#[test]
fn a_command_that_is_not_found_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = Played::program("", "/missing/program --good", folder.path());
    let mut played = Played { program, folder };
    played.play_on(6);
    assert_eq!(played.count("WARN"), 1, "{}", played.program.errors());
    assert!(played.program.errors().contains("cannot start /missing/program"));
}

#[test]
fn a_killed_helper_is_started_again() {
    let mut played = Played::start("--ponder", "");
    played.wait_for_all(1);
    for times in 1..=2 {
        played.play_on(1);
        played.signal("-KILL");
        played.play_on(3);
        played.wait(LOST, times, BACK);
        played.wait(COMPLETE, times + 1, BACK);
    }
    let (visits, own) = search(&mut played, "genmove b");
    assert!(visits > own, "the new helper joins the game");
}

#[test]
fn a_stopped_helper_is_replaced() {
    let mut played = Played::start("", "");
    played.wait_for_all(1);
    played.signal("-STOP");
    let stopped = played.helper();
    let begun = Instant::now();
    played.play_on(4);
    played.wait(COMPLETE, 2, BACK.saturating_sub(begun.elapsed()));
    assert_ne!(played.helper(), stopped);
    assert!(!PathBuf::from(format!("/proc/{stopped}/cwd")).exists(), "the old one is still there");
}

#[test]
fn a_late_helper_joins_the_game() {
    let mut played = Played::start("", "sleep 2;");
    played.play_on(1);
    assert_eq!(played.count(COMPLETE), 0);
    played.wait_for_all(1);
    played.program.ask("time_settings 0 2 1");
    let (visits, own) = search(&mut played, "genmove w");
    assert!(visits > own, "{visits} visits, {own} of this process");
    assert_eq!(played.count(LOST), 0);
}

#[test]
fn helpers_think_about_the_replies_that_are_likely() {
    let mut played = Played::start("--ponder --seconds 0.3 --log debug", "");
    played.wait_for_all(1);
    played.program.ask("genmove b");
    let expecting = "helpers and the replies that they expect: [(1, \"";
    played.wait(expecting, 1, BACK);
    sleep(Duration::from_secs(3));
    let errors = played.program.errors();
    let reply = errors.split(expecting).nth(1).unwrap().split('"').next().unwrap().to_owned();
    played.program.ask(&format!("play w {reply}"));
    let (visits, own) = search(&mut played, "genmove b");
    assert!(visits > 5.0 * own, "{reply}: {visits} visits, {own} of this process now");
}

#[test]
fn a_helper_ends_with_its_leader() {
    let played = Played::start("", "");
    played.wait_for_all(1);
    let helper = played.helper();
    let Played { program, folder: _folder } = played;
    // This kills the program.
    drop(program);
    let end = Instant::now() + BACK;
    while Command::new("kill").args(["-0", &helper]).status().unwrap().success() {
        assert!(Instant::now() < end, "the helper is still there");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_command_that_does_not_listen_ends_with_the_program() {
    let mut played = Played::start("", "sleep 60;");
    let begun = Instant::now();
    while !played.folder.path().join("helper").exists() || played.helper().is_empty() {
        assert!(begun.elapsed() < BACK, "the command has not been started");
        sleep(Duration::from_millis(20));
    }
    let helper = played.helper();
    played.program.ask("quit");
    let end = Instant::now() + Duration::from_secs(5);
    while Command::new("kill").args(["-0", &helper]).status().unwrap().success() {
        assert!(Instant::now() < end, "the command is still running");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn commands_are_answered_as_without_helpers() {
    let folder = tempfile::tempdir().unwrap();
    let options = "--ponder --playouts 300 --resign-threshold 0";
    let mut played = Played::start(options, "");
    let alone = format!("--size 9 --threads 1 --memory 64 --network none {options}");
    let mut alone = Program::start_in(&alone, folder.path());
    played.wait_for_all(1);
    let commands = [
        "play b D4",
        "play w E5",
        "play b F6",
        "play w pass",
        "undo",
        "undo",
        "showboard",
        "komi 6.5",
        "komi 0.5",
        "boardsize 9",
        "clear_board",
        "list_stones b",
        "kata-get-rules",
        "kata-set-rules japanese",
        "kata-set-rules chinese",
        "clear_cache",
        "time_settings 0 1 1",
        "time_left b 1 1",
        "known_command undo",
        "name",
        "nonsense",
        "play b Z9",
        "captures b",
        "kata-set-param exploration 0.2",
        "kata-set-param exploration 0",
        "printsgf",
        "genmove b",
        "genmove w",
        "lz-analyze b 10",
        "reg_genmove w",
        "loadsgf missing.sgf",
        "set_free_handicap C3 G7",
    ];
    let mut random = Random::new(44, 2);
    for number in 0..200 {
        let command = commands[random.below(commands.len())];
        // Some of the commands arrive during a search, which they end.
        let answers = [&mut played.program, &mut alone].map(|program| {
            if command.starts_with("lz-analyze") {
                program.send(format!("{command}\n"));
                sleep(Duration::from_millis(30));
                program.send("name\n");
                return program.response()[..1].to_owned() + &program.response();
            }
            program.respond(command)
        });
        let [with, without] = if command.contains("genmove") {
            // The moves may differ.
            let failed = |answer: &String| answer.starts_with('?');
            assert_eq!(failed(&answers[0]), failed(&answers[1]), "{number}: {answers:?}");
            if !command.starts_with("reg") && !failed(&answers[0]) {
                let undone =
                    [&mut played.program, &mut alone].map(|program| program.respond("undo"));
                assert_eq!(undone[0], undone[1], "{number}");
            }
            continue;
        } else {
            answers
        };
        assert_eq!(with, without, "{number}: {command}; {}", played.program.errors());
    }
    assert_eq!(played.count(LOST), 0, "{}", played.program.errors());
}
