//! Checks how much memory and time are needed to read very large game records, and that `loadsgf`
//! tells which moves it leaves out.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use engine::rules::{GameState, KoRule, Rules};
use engine::sgf;
use engine::vocabulary::{BoardSize, Move, Random};
use tests::program::Program;

/// The peak resident memory of a process, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(program: &Program) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    let kib: usize = line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("kB");
    kib << 10
}

/// Each of the shapes below would require a lot of memory in a reader that stored every node,
/// property, value or move.
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
        program.ask(&format!("loadsgf {}", path.display()));
        let taken = peak_memory(&program) - before;
        assert!(taken <= 10 * text.len(), "{taken} bytes for {} of '{shape}'", text.len());
    }
}

/// Superko does not apply to records, so the position after a move need not be compared with all
/// earlier ones.
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
        // The game contains occasional passes, because a player may have no legal move.
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
    // Reading took a tenth of a second when this test was written. Scanning all earlier positions
    // for each move would take half a minute.
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn a_game_that_begins_with_stones_set_up_after_a_move_is_loaded_with_a_warning() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let path = folder.path().join("lesson.sgf");
    fs::write(&path, "(;SZ[5];B[aa];W[bb];AE[aa]AW[cc];B[ee])").expect("a file");
    let mut program = Program::start("--network none --memory 16 --threads 1");
    program.ask(&format!("loadsgf {}", path.display()));
    let errors = program.quit();
    assert!(errors.contains("sets up stones after move 2, so the game begins there"), "{errors}");
}
