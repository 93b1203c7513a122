//! The functions of the fuzz targets, which must accept any bytes. These functions are called both
//! by the targets under `fuzz/` and by an ordinary test that runs the seed files.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assembly::compose;
use assembly::options::Options;
use clap::Parser;
use engine::rules::{GameState, Rules};
use engine::sgf::{self, Note};
use engine::vocabulary::{BoardSize, Color, Move, Symmetry, Vertex};
use gtp::commands::TABLE;
use gtp::session::Session;
use network::files::read_bytes;
use network::{Evaluator, Network};
use protocol::serve;

use twins::comparison::play_on_all_boards;

/// A fuzz target: its name and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 4] = [
    ("board_vs_reference", board_vs_reference),
    ("gtp_line", gtp_line),
    ("network_file", network_file),
    ("sgf", sgf),
];

/// The maximum size of a game, measured as board points times moves. A game of this size takes a
/// fraction of a second in an instrumented build.
const LONGEST_GAME: usize = 4_000;

/// Interprets the bytes as a game and plays it on all boards.
///
/// # Panics
/// If the boards differ.
pub fn board_vs_reference(bytes: &[u8]) {
    let [width, height, ..] = bytes else { return };
    let side = |byte: &u8| usize::from(byte % BoardSize::MAX) + 1;
    let longest = LONGEST_GAME / (side(width) * side(height)).max(20);
    play_on_all_boards(&bytes[..bytes.len().min(3 + 2 * longest)]);
}

/// Reads the bytes as a game record. A valid game must stay the same when it is written and read
/// again.
///
/// # Panics
/// If the game has changed.
pub fn sgf(bytes: &[u8]) {
    let Ok(game) = sgf::read(bytes, None) else { return };
    let text = sgf::write(&game, None);
    let again = sgf::read(&text, None).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    assert_eq!(summary(&again), summary(&game), "{text:?}");
    annotate(bytes);
}

/// Adds notes to each game in a text. The notes must not change the game.
fn annotate(bytes: &[u8]) {
    let text = sgf::decode(bytes);
    for record in sgf::games(&text) {
        let (Ok(game), Ok(last)) = (sgf::read(record, None), sgf::move_count(record)) else {
            continue;
        };
        let pass = Move::Pass;
        let note = Note {
            comment: "]\\".to_owned(),
            properties: vec![("LZ", vec!["a]b".to_owned()])],
            variation: vec![(Color::Black, pass), (Color::White, pass)],
            variation_comment: "better".to_owned(),
        };
        let notes = vec![note; game.moves().len() + 1];
        let first = (last + 1).saturating_sub(game.moves().len());
        let Ok(noted) = sgf::annotate(record, game.size(), first, &notes) else { continue };
        let again = sgf::read(&noted, None).unwrap_or_else(|error| panic!("{error} in {noted:?}"));
        assert_eq!(summary(&again), summary(&game), "{noted:?}");
    }
}

/// Everything about a game that a record must preserve.
fn summary(game: &GameState) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut setup = game.setup().to_vec();
    setup.sort_unstable_by_key(|&(_, vertex): &(_, Vertex)| vertex);
    let hash = game.position().board().hash();
    (game.size(), game.komi().to_bits(), setup, game.moves().to_vec(), game.to_move(), hash)
}

/// Reads the bytes as the file of a network. A network that can be read must be able to evaluate a
/// position.
///
/// # Panics
/// If it cannot.
pub fn network_file(bytes: &[u8]) {
    let Ok(model) = read_bytes(bytes) else { return };
    let Ok(network) = Network::of_any(&model) else { return };
    let mut evaluator = Evaluator::new(Arc::new(network));
    let game = GameState::new(BoardSize::square(3), Rules::default(), 0.5);
    let never = AtomicBool::new(false);
    let found = evaluator.evaluate(&game, Color::Black, Symmetry::default(), 0.5, &never);
    let found = found.expect("a size for networks").expect("an evaluation that is not stopped");
    assert_eq!((found.policy.len(), found.ownership.len()), (10, 9));
}

/// A command line with nothing but the options of play.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

/// Runs a whole conversation in which the bytes are the input and the player hardly thinks. Lines
/// with commands that read or write files are left out, so that the bytes cannot touch the file
/// system.
///
/// # Panics
/// If the output contains anything other than well-formed responses, or an internal error.
pub fn gtp_line(bytes: &[u8]) {
    let names_file = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line);
        let letters: String = text.chars().filter(|sign| !sign.is_ascii_control()).collect();
        letters.contains("printsgf") || letters.contains("loadsgf")
    };
    let lines: Vec<&[u8]> =
        bytes.split(|&byte| byte == b'\n').filter(|line| !names_file(line)).collect();
    let arguments = "mengxi --size 5 --threads 1 --playouts 1 --memory 1 --seed 1";
    let words = arguments.split_whitespace();
    let line = Line::try_parse_from(words).expect("good options");
    let session = Session::new(compose::player(&line.options), "Mengxi");
    let mut output = Vec::new();
    serve(Cursor::new(lines.join(&b'\n')), &mut output, session, TABLE).expect("a Vec takes all");
    let output = String::from_utf8(output).expect("responses are text");
    for block in output.split_inclusive("\n\n") {
        let whole = block.starts_with(['=', '?']) && block.ends_with("\n\n");
        assert!(whole && !block.contains('\r'), "{block:?} in {output:?}");
        let internal =
            block.starts_with('?') && block.ends_with(" internal error, see the log\n\n");
        assert!(!internal, "{block:?} in {output:?}");
    }
}
