//! Networks against KataGo: small networks with random weights against its answers, and inputs
//! against its own. `tests/data/networks/README.md` says how the files were made.

use std::fs;
use std::io::{Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use app::command_line::CommandLine;
use assembly::compose::{self, Knowledge};
use assembly::network_choice::NetworkChoice;
use engine::rules::{GameState, KoRule, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Symmetry, Vertex};
use flate2::read::MultiGzDecoder;
use gtp::commands::TABLE;
use gtp::session::Session;
use network::dispatch::Instructions;
use network::inputs::{Inputs, PLANES};
use network::{Evaluator, Network};
use protocol::serve;
use tests::katago_files::bytes;
use tests::networks::{KINDS, path, random};

/// The content of a compressed file.
fn unpacked(name: &str) -> Vec<u8> {
    let packed = fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut content = Vec::new();
    MultiGzDecoder::new(&packed[..]).read_to_end(&mut content).expect("a compressed file");
    content
}

fn unpacked_text(name: &str) -> String {
    String::from_utf8(unpacked(name)).expect("text")
}

/// The program's answers to these lines when it has this network, without empty lines.
fn answers(network: Network, lines: &str) -> Vec<String> {
    let words = "mengxi --size 9 --threads 1 --memory 1".split_whitespace().map(Into::into);
    let line = CommandLine::read(words).expect("good options");
    let network = NetworkChoice::of(network);
    let knowledge = Knowledge { network, ..Knowledge::asked(&line.options) };
    let session = Session::new(compose::player(&line.options), "Mengxi").with_knowledge(knowledge);
    let mut output = Vec::new();
    serve(Cursor::new(lines.to_owned()), &mut output, session, TABLE).expect("a Vec takes all");
    let output = String::from_utf8(output).expect("responses are text");
    output.split("\n\n").map(str::to_owned).filter(|answer| !answer.is_empty()).collect()
}

/// Whether two words of answers agree: numbers approximately, other words exactly. KataGo writes
/// `NAN` for an illegal move.
fn agree(ours: &str, theirs: &str) -> bool {
    let (Ok(one), Ok(other)) = (ours.parse::<f64>(), theirs.parse::<f64>()) else {
        return ours == theirs;
    };
    let decimals = theirs.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let allowed = if decimals > 3 { 5e-5 } else { 2e-3 + 2e-5 * other.abs() };
    ours == theirs || (one - other).abs() <= allowed
}

#[test]
fn small_networks_answer_as_katago_does() {
    let lines = fs::read_to_string(path("positions.gtp")).expect("a conversation");
    let asked: Vec<&str> = lines.lines().filter(|line| line.starts_with("kata-raw-nn")).collect();
    for kind in KINDS {
        let network = Network::read(&path(&format!("{kind}.bin.gz")));
        let network = network.unwrap_or_else(|error| panic!("{kind}: {error}"));
        let ours = answers(network, &lines);
        assert_eq!(ours.len(), lines.lines().count(), "{kind}");
        let theirs = unpacked_text(&format!("{kind}.answers.gz"));
        let theirs: Vec<&str> = theirs.split("\n\n").filter(|answer| !answer.is_empty()).collect();
        let ours: Vec<&String> = ours.iter().filter(|answer| answer.contains("symmetry")).collect();
        assert_eq!((ours.len(), theirs.len()), (asked.len(), asked.len()), "{kind}");
        for ((line, ours), theirs) in asked.iter().zip(ours).zip(theirs) {
            let (one, other) = (ours.split_whitespace(), theirs.split_whitespace());
            let differ = one.clone().zip(other.clone()).find(|(one, other)| !agree(one, other));
            assert!(differ.is_none(), "{kind}, {line}: {differ:?} in\n{ours}\nand\n{theirs}");
            assert_eq!(one.count(), other.count(), "{kind}, {line}");
        }
    }
}

#[test]
fn the_files_of_small_networks_are_those_that_the_tests_write() {
    for kind in KINDS {
        let file = unpacked(&format!("{kind}.bin.gz"));
        assert!(file == bytes(&random(kind, 1)), "{kind}: run the example small_networks again");
    }
}

#[test]
fn every_instruction_set_gives_the_same_answer() {
    let game = GameState::new(BoardSize::new(7, 5).expect("a size"), Rules::default(), 5.5);
    let never = AtomicBool::new(false);
    for kind in KINDS {
        let network = Arc::new(Network::new(&random(kind, 3)));
        let raw: Vec<Vec<f32>> = Instructions::available()
            .map(|set| {
                let mut evaluator = Evaluator::with_instructions(network.clone(), set);
                let symmetry = Symmetry::default();
                let found = evaluator.evaluate(&game, Color::Black, symmetry, 0.2, &never);
                assert!(found.is_ok_and(|found| found.is_some()), "{kind}");
                let raw = evaluator.raw();
                [&raw.moves[..], &raw.pass, &raw.outcome, &raw.score, &raw.ownership].concat()
            })
            .collect();
        for one in &raw {
            let differ = one.iter().zip(&raw[0]).find(|(one, other)| (*one - *other).abs() > 1e-3);
            assert!(differ.is_none(), "{kind}: {differ:?}");
        }
    }
}

/// A position from the file of inputs: its game, the player to move, and whether areas assume that
/// suicide is legal.
fn position(text: &str) -> (GameState, Color, bool) {
    let mut words = text.split_whitespace();
    let mut next = || words.next().expect("another word");
    let number = |word: &str| word.parse::<usize>().expect("a number");
    let side = |word: &str| if word == "b" { Color::Black } else { Color::White };
    let size = BoardSize::new(number(next()), number(next())).expect("a size");
    let rules = match next() {
        // KataGo's rules of this name.
        "chinese" => Rules { ko: KoRule::Simple, ..Rules::default() },
        name => Rules::preset(name).expect("a preset"),
    };
    let mut game = GameState::new(size, rules, next().parse().expect("a komi"));
    let (color, assumes_suicide) = (next(), next() == "1");
    let mut stones = Vec::new();
    for _ in 0..number(next()) {
        stones.push((side(next()), next().parse::<Vertex>().expect("a vertex")));
    }
    game.set_up(&stones, side(next())).expect("a position");
    for _ in 0..number(next()) {
        let (color, word) = (side(next()), next());
        let mv = match word {
            "pass" => Move::Pass,
            vertex => Move::Play(vertex.parse().expect("a vertex")),
        };
        game.play(color, mv).unwrap_or_else(|error| panic!("{color} {word}: {error} in {text}"));
    }
    let color = if color == "-" { game.to_move() } else { side(color) };
    (game, color, assumes_suicide)
}

/// The inputs in the words of the file: the points of each plane that are set, the empty points
/// where the rules forbid a move, and the global inputs that are not 0.
fn described(inputs: &Inputs) -> [String; 3] {
    let joined = |words: Vec<String>, with: &str| words.join(with);
    let planes = (1..PLANES).filter_map(|plane| {
        let points = inputs.planes.chunks(PLANES).enumerate();
        let on = points.filter(|(_, point)| point[plane] == 1.0).map(|(at, _)| at.to_string());
        let on: Vec<String> = on.collect();
        (!on.is_empty()).then(|| format!("{plane}:{}", on.join(",")))
    });
    let points = inputs.planes.chunks(PLANES).zip(&inputs.legal).enumerate();
    let forbidden = points
        .filter(|(_, (point, is_legal))| point[1] + point[2] == 0.0 && !**is_legal)
        .map(|(at, _)| at.to_string());
    let globals = inputs.globals.iter().enumerate().filter(|(_, value)| **value != 0.0);
    let globals = globals.map(|(at, value)| format!("{at}:{}", (value * 1e6).round() / 1e6));
    [
        joined(planes.collect(), " "),
        joined(forbidden.collect(), ","),
        joined(globals.collect(), " "),
    ]
}

#[test]
fn inputs_are_those_of_katago() {
    let text = unpacked_text("inputs.txt.gz");
    let mut count = 0;
    for line in text.lines() {
        let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let (game, color, assumes_suicide) = position(parts[0]);
        let inputs = Inputs::new(&game, color, assumes_suicide).expect("a size for networks");
        assert_eq!(described(&inputs)[..], parts[1..], "{}", parts[0]);
        count += 1;
    }
    assert!(count >= 300, "{count}");
}
