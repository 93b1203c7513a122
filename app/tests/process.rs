//! Tests of the program as a process: exit status, signals, and output outside the protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);

fn start(arguments: &[&str]) -> Child {
    spawn(Command::new(env!("CARGO_BIN_EXE_mengxi")).args(arguments))
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn say(child: &mut Child, text: &str) {
    child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
}

/// The exit status of a process that must end within a second.
fn end(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < SECOND, "still running");
        sleep(Duration::from_millis(5));
    }
}

/// Everything that a finished process has written to standard output and to standard error.
fn written(child: &mut Child) -> (String, String) {
    let (mut output, mut errors) = (String::new(), String::new());
    child.stdout.as_mut().unwrap().read_to_string(&mut output).unwrap();
    child.stderr.as_mut().unwrap().read_to_string(&mut errors).unwrap();
    (output, errors)
}

#[test]
fn quit_ends_the_process_though_the_input_stays_open() {
    let mut child = start(&[]);
    say(&mut child, "name\n9 quit\n");
    assert!(end(&mut child).success());
    assert_eq!(written(&mut child), ("= Mengxi\n\n=9 \n\n".to_owned(), String::new()));
}

#[test]
fn the_end_of_input_ends_the_process() {
    let mut child = start(&["gtp", "--name", "Somebody"]);
    say(&mut child, "name\nversion");
    drop(child.stdin.take());
    assert!(end(&mut child).success());
    let expected = format!("= Somebody\n\n= {}\n\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(written(&mut child).0, expected);
}

#[cfg(unix)]
#[test]
fn signals_end_the_process_cleanly() {
    for signal in ["-INT", "-TERM"] {
        for command in ["name\n", "genmove b\n"] {
            let mut child = start(&["--seconds", "60", "--size", "9"]);
            say(&mut child, "name\n");
            let mut output = BufReader::new(child.stdout.take().unwrap());
            output.read_line(&mut String::new()).unwrap();
            say(&mut child, command);
            sleep(Duration::from_millis(100));
            let id = child.id().to_string();
            assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
            assert_eq!(end(&mut child).code(), Some(0), "{signal} during {command}");
            let mut rest = String::new();
            output.read_to_string(&mut rest).unwrap();
            assert!(rest.starts_with("\n= ") && rest.ends_with("\n\n"), "{rest:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn signals_end_an_analysis_whose_parent_ignores_them() {
    let program = env!("CARGO_BIN_EXE_mengxi");
    let ignoring = format!("trap '' INT TERM; exec '{program}' analysis --threads 1 --memory 16");
    for signal in ["-INT", "-TERM"] {
        let mut child = spawn(Command::new("sh").args(["-c", &ignoring]));
        say(&mut child, "{\"id\":\"v\",\"action\":\"query_version\"}\n");
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert!(!end(&mut child).success(), "{signal}");
    }
}

/// The lines of a match log in sorted order, without the header.
#[cfg(unix)]
fn logged_games(path: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut games: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    games.sort();
    games
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_reports_its_games_and_continues_with_the_same_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let run = |path: &std::path::Path| {
        let line = "match --size 7 --playouts 100 --games 12 --threads 2 --log-file";
        start(&line.split(' ').chain(path.to_str()).collect::<Vec<_>>())
    };
    let mut child = run(&whole);
    assert!(child.wait().unwrap().success());
    let expected = written(&mut child).0;
    let mut child = run(&parts);
    while logged_games(&parts).len() < 2 {
        sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(end(&mut child).code(), Some(130));
    let partial = written(&mut child).0;
    let played = logged_games(&parts).len();
    assert!(partial.contains(&format!("\n{played} of 12 games on 7x7, ")), "{partial}");
    assert!(partial.contains("\nshare of A: "), "{partial}");
    let mut child = run(&parts);
    assert!(child.wait().unwrap().success());
    assert_eq!(written(&mut child).0, expected);
    assert_eq!(logged_games(&parts), logged_games(&whole));
}

#[test]
fn nobody_listening_ends_the_process_quietly() {
    let mut child = start(&[]);
    drop(child.stdout.take());
    say(&mut child, "name\nname\n");
    assert!(end(&mut child).success());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
}

#[test]
fn bad_options_are_told_on_standard_error() {
    for arguments in [
        ["--threads", "0"],
        ["--komi", "nan"],
        ["--config", "/no/such.toml"],
        ["--gtp-log", "/no/such/folder/file"],
    ] {
        let mut child = start(&arguments);
        assert_eq!(end(&mut child).code(), Some(2));
        let (output, errors) = written(&mut child);
        assert_eq!(output, "");
        assert!(errors.starts_with("error: ") && errors.contains(arguments[1]), "{errors}");
    }
}

#[test]
fn the_manual_has_every_option_and_the_table_every_command() {
    let mut child = start(&["man"]);
    assert!(end(&mut child).success());
    let manual = written(&mut child).0;
    assert!(manual.contains(".TH mengxi 1") && manual.contains("\\-\\-threads"), "{manual}");
    let mut child = start(&["commands"]);
    assert!(end(&mut child).success());
    assert_eq!(written(&mut child).0, gtp::commands::TABLE.markdown());
}

/// Some controllers connect standard error to a pipe that they never read from.
#[test]
fn errors_that_nobody_reads_stop_nothing() {
    const MOVES: usize = 5000;
    let mut child = start(&["--log", "info", "--playouts", "10"]);
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Every command is logged; together, the log lines exceed the capacity of a pipe.
        input.write_all("play b A1\n".repeat(MOVES).as_bytes()).unwrap();
        input.write_all(b"genmove w\nquit\n").unwrap();
    });
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut output = child.stdout.take().unwrap();
    std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        sender.send(text)
    });
    let text = receiver.recv_timeout(30 * SECOND).expect("answers, though nobody reads the log");
    assert_eq!(text.matches("? illegal move: the point is occupied\n").count(), MOVES - 1);
    writer.join().unwrap();
    assert!(end(&mut child).success());
}

/// A program that explains its moves on standard error, and its standard output.
fn explaining(errors: Stdio) -> (Child, BufReader<ChildStdout>) {
    let options = "--pv-lines --network none --size 9 --threads 1 --playouts 20";
    let mut child = Command::new(env!("CARGO_BIN_EXE_mengxi"))
        .args(options.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

/// Sends a command and reads its answer.
fn ask((child, output): &mut (Child, BufReader<ChildStdout>), command: &str) {
    say(child, &format!("{command}\n"));
    let mut answer = String::new();
    while !answer.ends_with("\n\n") {
        assert!(output.read_line(&mut answer).unwrap() > 0, "{command}: {answer}");
    }
    assert!(answer.starts_with('='), "{command}: {answer}");
}

/// gtp2ogs takes lines after the answer for thoughts in the opponent's time.
#[test]
fn variations_are_written_before_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors");
    let mut program = explaining(std::fs::File::create(&path).unwrap().into());
    for moves in 1..=5 {
        ask(&mut program, ["genmove w", "genmove b"][moves % 2]);
        let errors = std::fs::read_to_string(&path).unwrap();
        assert_eq!(errors.matches(" n/s\n").count(), moves, "{errors}");
    }
    ask(&mut program, "quit");
    assert!(end(&mut program.0).success());
}

/// The program waits up to a fifth of a second for its reader, but not again before each move.
#[test]
fn variations_that_nobody_reads_delay_one_move_at_most() {
    let mut program = explaining(Stdio::piped());
    let text = "x".repeat(4000);
    // More than a pipe holds.
    for _ in 0..40 {
        ask(&mut program, &format!("echo_err {text}"));
    }
    ask(&mut program, "genmove b");
    let start = Instant::now();
    for number in 0..20 {
        ask(&mut program, ["genmove w", "genmove b"][number % 2]);
    }
    assert!(start.elapsed() < 2 * SECOND, "{:?}", start.elapsed());
    ask(&mut program, "quit");
    assert!(end(&mut program.0).success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_that_cannot_be_had_is_told_once_and_play_goes_on_with_a_smaller_one() {
    let program = env!("CARGO_BIN_EXE_mengxi");
    // Limits the whole process to 1,000 MiB.
    let limited = format!(
        "ulimit -v 1024000; exec '{program}' --memory 4096 --size 9 \
                           --threads 2 --playouts 200"
    );
    let mut child = spawn(Command::new("sh").args(["-c", &limited]));
    say(
        &mut child,
        "kata-get-param memory\ngenmove b\nkata-set-param memory 16384\ngenmove w\n\
         kata-get-param memory\nkata-set-param memory 64\nboardsize 19\ngenmove b\nquit\n",
    );
    assert!(child.wait().unwrap().success());
    let (output, errors) = written(&mut child);
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    let [before, black, refused, white, after, small, size, large, quit] = answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!((before, after), ("= 512", "= 512"));
    assert_eq!(refused, "? memory: 16384 MiB for the tree cannot be had; set 512 or less");
    for answer in [black, white, small, size, large, quit] {
        assert!(answer.starts_with('='), "{answers:?}");
    }
    let warnings: Vec<&str> = errors.lines().filter(|line| line.contains("MiB")).collect();
    assert_eq!(warnings.len(), 1, "{errors}");
    assert!(warnings[0].contains("4096 MiB") && warnings[0].contains("512"), "{errors}");
}

#[cfg(unix)]
#[test]
fn an_evaluator_that_ends_too_early_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl.gz");
    let out = out.to_str().unwrap();
    let words = ["label", "--size", "5", "--games", "1", "--out", out, "--evaluator", "true"];
    let output = Command::new(env!("CARGO_BIN_EXE_mengxi")).args(words).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("--evaluator: the program has ended"), "{errors}");
}
