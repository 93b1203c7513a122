//! `mengxi play`: a game on a terminal, and in lines of text.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use engine::rules::GameState;
use engine::sgf;
use engine::vocabulary::{Color, Random, Vertex};
use rexpect::process::Signal;
use rexpect::session::PtySession;
use tempfile::TempDir;
use tests::program::{PATIENCE, end_within, path};

use crate::pseudo_terminal::{ends_well, run, type_keys, until};

const FAST: &str = "--network none --threads 1 --playouts 20 --seed 1 --memory 16 --size 5";

/// Starts a game on a terminal of this size, which is given as arguments of `stty`.
fn on_screen(folder: &TempDir, size: &str, options: &str) -> PtySession {
    let program = path().display();
    let play = format!("stty {size}; exec {program} play {FAST} {options}");
    run(Command::new("sh")
        .args(["-c", &play])
        .env("XDG_STATE_HOME", folder.path())
        .env("LC_ALL", "C.UTF-8"))
}

/// The only game that is kept in a folder.
fn kept(folder: &TempDir) -> GameState {
    let files = fs::read_dir(folder.path().join("mengxi")).expect("the folder of games");
    let files: Vec<_> = files.map(|file| file.expect("a readable folder").path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    read(&files[0])
}

fn read(path: &Path) -> GameState {
    sgf::read(fs::read(path).expect("a kept game"), None).expect("a game record")
}

#[test]
fn a_game_is_played_with_keys_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = on_screen(&folder, "cols 80 rows 24", "");
    until(&mut session, "Your move");
    // The cursor starts in the middle. Only what changes is redrawn, so whole sentences cannot be
    // expected after the first picture.
    type_keys(&mut session, "\r");
    until(&mut session, "(Mengxi)");
    type_keys(&mut session, "quit\r");
    until(&mut session, "Save");
    type_keys(&mut session, "\r");
    until(&mut session, "The game is kept in ");
    ends_well(&mut session);
    let game = kept(&folder);
    assert_eq!(game.moves().len(), 2);
    assert_eq!(game.moves()[0].1.vertex(), "C3".parse().ok());
}

#[test]
fn a_window_may_be_resized_and_a_signal_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = on_screen(&folder, "cols 30 rows 6", "");
    until(&mut session, "small");
    let terminal = session.process().get_file_handle().expect("the other end of the terminal");
    let mut stty = Command::new("stty");
    let resized = stty.args(["cols", "80", "rows", "24"]).stdin(terminal).status();
    assert!(resized.expect("stty").success());
    until(&mut session, "Your move");
    type_keys(&mut session, "a1\r");
    until(&mut session, "(Mengxi)");
    session.process_mut().signal(Signal::SIGTERM).expect("a process");
    until(&mut session, "The game is kept in ");
    session.exp_eof().expect("the end");
    assert_eq!(kept(&folder).moves().len(), 2);
}

/// When the window of a terminal is closed, the end of the input is there again and again.
#[cfg(target_os = "linux")]
#[test]
fn a_game_ends_when_its_terminal_goes() {
    use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};

    let folder = tempfile::tempdir().expect("a folder");
    // No other process may keep the terminal open.
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let window = openpt(flags).expect("a terminal");
    unlockpt(&window).expect("a terminal that can be used");
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&window, size).expect("a size");
    let terminal = || Stdio::from(ioctl_tiocgptpeer(&window, flags).expect("its other end"));
    let mut program = Command::new(path());
    program.arg("play").args(FAST.split(' ')).env("XDG_STATE_HOME", folder.path());
    program.env("TERM", "xterm").stdin(terminal()).stdout(terminal()).stderr(terminal());
    let mut child = program.spawn().expect("the program starts");
    let mut window = fs::File::from(window);
    let (mut shown, mut some) = (Vec::new(), [0; 1024]);
    while !String::from_utf8_lossy(&shown).contains("Your move") {
        let count = window.read(&mut some).expect("the picture");
        shown.extend_from_slice(&some[..count]);
    }
    drop(window);
    if end_within(&mut child, PATIENCE).is_none() {
        child.kill().expect("a process");
        panic!("the game goes on without a terminal");
    }
}

/// Gives lines to a game without a terminal. Returns what is printed.
fn in_lines(folder: &TempDir, options: &str, lines: &[u8]) -> String {
    let mut command = Command::new(path());
    command.args(["play"]).args(FAST.split_whitespace()).args(options.split_whitespace());
    command.env("XDG_STATE_HOME", folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = command.spawn().expect("the program");
    let mut input = program.stdin.take().expect("a pipe");
    let lines = lines.to_vec();
    // In another thread, because the program writes before it has read everything, and its output
    // could fill the pipe.
    let writing = std::thread::spawn(move || input.write_all(&lines));
    let output = program.wait_with_output().expect("an end");
    assert!(output.status.success(), "{:?}", output.status);
    writing.join().expect("a writer").expect("a program that reads on");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_game_without_a_terminal_is_a_conversation_in_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = in_lines(&folder, "--ascii", b"c3\nk9\nhint\nresign\nquit\n\n");
    for part in [
        "You are Black.",
        "White (Mengxi) ",
        "A point from A1 to E5 was expected",
        "1: ",
        "You have resigned.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(said.is_ascii(), "{said}");
    let long = format!("{}resign\nquit\nn\n", " ".repeat(4096));
    let said = in_lines(&folder, "--ascii", long.as_bytes());
    assert!(said.contains("The line is too long.") && !said.contains("resigned"), "{said}");
    let ascii = |options: &str| {
        let mut command = Command::new(path());
        command.args(options.split_whitespace()).args(FAST.split_whitespace());
        command.stdin(Stdio::null()).env("XDG_STATE_HOME", folder.path());
        command.output().expect("the program").stdout
    };
    let by_mode = ascii("--mode ascii");
    assert!(!by_mode.is_empty());
    assert_eq!(by_mode, ascii("play --ascii --lines"), "as in GNU Go");
}

/// The stones of the last board that is drawn in ASCII.
fn drawn(text: &str) -> Vec<String> {
    let is_row = |line: &&str| line.starts_with(' ') && line.trim().starts_with(char::is_numeric);
    let rows: Vec<&str> = text.lines().filter(is_row).collect();
    let last = rows.len().saturating_sub(5);
    let stones = |row: &&str| row.chars().filter(|sign| "XO.+xobw".contains(*sign)).collect();
    rows[last..].iter().map(stones).collect()
}

#[test]
fn a_new_game_is_right_after_ten_thousand_random_lines() {
    const WORDS: [&[u8]; 20] = [
        b"a1",
        b"b2",
        b"c3",
        b"d4",
        b"e5",
        b"b4",
        b"d2",
        b"pass",
        b"undo",
        b"score",
        b"done",
        b"resume",
        b"new",
        b"new black",
        b"level 1",
        b"help",
        b"bar",
        b"\xff\xfe",
        b"explain z9",
        b"load /",
    ];
    let mut random = Random::new(7, 0);
    let mut lines = Vec::new();
    for _ in 0..10_000 {
        let word = WORDS[random.below(WORDS.len())];
        lines.extend_from_slice(word);
        if random.below(200) == 0 {
            lines.extend_from_slice(b"\npass\nscore\njudge");
        }
        if random.below(8) == 0 {
            lines.extend(
                (0..random.below(6)).map(|_| random.below(256) as u8).filter(|&it| it != b'\n'),
            );
        }
        lines.push(b'\n');
    }
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("saved.sgf");
    // A new game removes the marks of a finished one, and the last lines place a few stones.
    lines.extend_from_slice(b"new black\nb2\nd4\na5\n");
    lines.extend_from_slice(format!("save {}\n", saved.display()).as_bytes());
    let said = in_lines(&folder, "--ascii --playouts 1 --level 20", &lines);
    let game = read(&saved);
    let size = game.size();
    let sign = |at: Vertex| match game.stone_at(at) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if at == Vertex::new(2, 2) => '+',
        None => '.',
    };
    let expected: Vec<String> = (0..5)
        .rev()
        .map(|row| (0..5).map(|column| sign(Vertex::new(column, row))).collect())
        .collect();
    assert_eq!(size.to_string(), "5x5");
    assert_eq!(drawn(&said), expected, "{}", &said[said.len().saturating_sub(2000)..]);
}
