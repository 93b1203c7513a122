//! Game records as large as `loadsgf` takes them: what they cost in memory and time.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use engine::rules::{GameState, KoRule, Rules};
use engine::sgf;
use engine::vocabulary::{BoardSize, Move, Random};
use tests::program::Program;

/// The highest resident memory of the process so far, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(program: &Program) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    let kib: usize = line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("kB");
    kib << 10
}

/// The shapes differ in what a reader that keeps nodes, properties, values or moves would pay for.
#[cfg(target_os = "linux")]
#[test]
fn a_large_record_takes_at_most_ten_times_its_size() {
    const SIZE: usize = 14_000_000;
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("large.sgf");
    for shape in [";B[];W[]", "(;B[];W[]", ";", "A[]", ";AB[aa]AE[aa]", "[aa]"] {
        let start = if shape.starts_with('[') { "(;SZ[19]AB" } else { "(;SZ[19]" };
        let text = format!("{start}{})", shape.repeat(SIZE / shape.len()));
        fs::write(&path, &text).expect("a file");
        let mut program = Program::start("--memory 16 --threads 1");
        let before = peak_memory(&program);
        assert_eq!(program.respond(&format!("loadsgf {}", path.display())), "= \n\n", "{shape}");
        let taken = peak_memory(&program) - before;
        assert!(taken <= 10 * text.len(), "{taken} bytes for {} of '{shape}'", text.len());
    }
}

/// A record is not held against superko, so each of its moves need not be compared with all
/// positions before.
#[test]
fn a_long_game_is_read_in_linear_time() {
    const MOVES: usize = 300_000;
    let size = BoardSize::square(7);
    let rules = Rules { ko: KoRule::Simple, ..Rules::default() };
    let mut random = Random::new(1, 0);
    let mut game = GameState::new(size, rules, 0.0);
    let vertices: Vec<_> = size.vertices().collect();
    let mut text = "(;SZ[7]".to_owned();
    while game.moves().len() < MOVES {
        let vertex = vertices[random.below(vertices.len())];
        let color = game.to_move();
        // A pass now and then, since a player may have no move left.
        let mv = if random.below(60) == 0 { Move::Pass } else { Move::Play(vertex) };
        if game.play(color, mv).is_err() {
            continue;
        }
        let letter = |place: u8| char::from(b'a' + place);
        let (x, y) = (letter(vertex.column()), letter(size.height() - 1 - vertex.row()));
        let point = if mv == Move::Pass { String::new() } else { format!("{x}{y}") };
        write!(text, ";{}[{point}]", color.letter()).expect("text");
    }
    let start = Instant::now();
    let read = sgf::read(text + ")", None).expect("a record");
    let time = start.elapsed();
    assert_eq!(read.moves(), game.moves());
    // A tenth of a second when written; a scan of all positions for each move takes half a minute.
    assert!(time < Duration::from_secs(5), "{time:?}");
}
