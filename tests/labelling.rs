//! The task `label` with small networks: repeatable, interrupted and resumed, on given positions,
//! and with bad input.

mod folder;

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Symmetry, Vertex};
use lab::interruption::Interruption;
use network::Evaluator;
use network::dispatch::Instructions;
use network::evaluation;
use playouts::labels::{GameRecord, Label, LabelledGame};
use tests::{katago_files, networks};

use folder::Folder;

const LINE: &str = "--network @net.bin.gz --size 5 --seed 3";

/// Whether a label agrees with the network's evaluation under one of the symmetries.
fn is_of_network(label: &Label, game: &GameState, evaluator: &mut Evaluator) -> bool {
    let (size, color) = (game.size(), game.to_move());
    let close =
        |share: f32, ten_thousandths: u16| (share * 1e4 - f32::from(ten_thousandths)).abs() <= 0.5;
    Symmetry::of(size).any(|symmetry| {
        let found = evaluator.evaluate(game, color, symmetry, 0.2, &AtomicBool::new(false));
        let found = found.expect("a board for networks").expect("not interrupted");
        let (wins, lead) = match color {
            Color::Black => (found.loss, -found.lead),
            Color::White => (found.win, found.lead),
        };
        let index = |mv: Move| mv.vertex().map_or(size.area(), |vertex| vertex.index(size));
        let is_policy = label
            .policy
            .iter()
            .all(|&(mv, chance)| found.policy[index(mv)].is_some_and(|share| close(share, chance)));
        close(wins, label.white_wins)
            && (lead * 10.0 - label.white_leads as f32).abs() <= 0.5
            && !label.policy.is_empty()
            && is_policy
    })
}

/// Checks all labels of a game.
fn check_labels(game: &LabelledGame, evaluator: &mut Evaluator) {
    let mut state = game.record.start(Rules::default()).expect("a valid start");
    for ((color, mv), label) in game.record.turns().zip(&game.labels) {
        assert_eq!(state.to_move(), color);
        assert!(is_of_network(label, &state, evaluator), "{label:?} after {:?}", state.moves());
        state.play(color, mv).expect("a legal move");
    }
    check_end(&game.end, state, evaluator);
}

/// Checks the label of the end of a game: the mean of three symmetries, before the passes.
fn check_end(end: &Label, mut state: GameState, evaluator: &mut Evaluator) {
    let passes = state.moves().iter().rev().take_while(|(_, mv)| *mv == Move::Pass).count();
    state.undo_many(passes).expect("as many moves as passes");
    let (size, color) = (state.size(), state.to_move());
    let (mut wins, mut lead, mut owners) = (0.0, 0.0, vec![0.0; size.area()]);
    for number in [0, 3, 5] {
        let symmetry = evaluation::symmetry(size, number);
        let found = evaluator.evaluate(&state, color, symmetry, 0.2, &AtomicBool::new(false));
        let found = found.expect("a board for networks").expect("not interrupted");
        let wins_here = if color == Color::White { found.win } else { found.loss };
        wins += wins_here / 3.0;
        lead -= color.sign() * found.lead / 3.0;
        owners.iter_mut().zip(&found.ownership).for_each(|(sum, own)| *sum -= color.sign() * own);
    }
    assert!((wins * 1e4 - f32::from(end.white_wins)).abs() < 0.51, "{end:?}");
    assert!((lead * 10.0 - end.white_leads as f32).abs() < 0.51, "{end:?}");
    for (sum, &owner) in owners.iter().zip(&end.owners) {
        assert!((sum * 3.0 - f32::from(owner)).abs() < 0.51, "{end:?}");
    }
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let printed = folder.label(&format!("{LINE} --games 30 --threads 1 --out @one.jsonl.gz"));
    folder.label(&format!("{LINE} --games 30 --threads 2 --out @two.jsonl.gz"));
    assert!(folder.bytes("one.jsonl.gz") == folder.bytes("two.jsonl.gz"));
    assert!(!folder.path("one.jsonl.gz.part").exists());
    let games = folder.games("one.jsonl.gz");
    let positions: usize = games.iter().map(|game| game.labels.len()).sum();
    let start = format!("{} games, {positions} positions by residual in ", games.len());
    assert!(printed.starts_with(&start) && (10..=30).contains(&games.len()), "{printed}");
    let mut evaluator = folder.evaluator();
    for game in &games {
        let LabelledGame { record, labels, end, teacher } = game;
        assert_eq!(record.rules, Rules::preset("tromp-taylor"));
        assert!(record.moves.ends_with(&[Move::Pass; 2]) && labels.len() == record.moves.len());
        assert_eq!(end.owners.len(), 25);
        let teacher = teacher.as_ref().expect("a teacher");
        assert_eq!((teacher.name.as_str(), teacher.digest.len()), ("residual", 64));
        check_labels(game, &mut evaluator);
    }
    assert!(games.iter().any(|game| game.labels.iter().any(|label| !label.owners.is_empty())));
    folder.label(&format!("{LINE} --games 30 --seed 4 --out @other.jsonl.gz"));
    assert!(folder.bytes("one.jsonl.gz") != folder.bytes("other.jsonl.gz"));
}

#[test]
fn games_draw_their_rules_if_asked_to() {
    let folder = Folder::new();
    folder.label(&format!("{LINE} --games 30 --any-rules --out @any.jsonl.gz"));
    let games = folder.games("any.jsonl.gz");
    for rules in ["chinese", "japanese"] {
        let rules = Rules::preset(rules);
        assert!(games.iter().any(|game| game.record.rules == rules), "{rules:?}");
    }
    let error = folder.refusal(&format!("{LINE} --any-rules --rules aga --out @x.jsonl.gz"));
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn searches_label_by_their_shares_on_any_number_of_threads() {
    let folder = Folder::new();
    let line = format!("{LINE} --games 8 --visits 25");
    folder.label(&format!("{line} --threads 1 --out @one.jsonl.gz"));
    folder.label(&format!("{line} --threads 2 --out @two.jsonl.gz"));
    assert!(folder.bytes("one.jsonl.gz") == folder.bytes("two.jsonl.gz"));
    let games = folder.games("one.jsonl.gz");
    assert!(games.iter().any(|game| game.labels.iter().any(|label| label.policy.len() > 1)));
    for label in games.iter().flat_map(|game| &game.labels) {
        let shares = label.policy.iter().map(|&(_, share)| share);
        // One of 25 visits is 400 ten-thousandths.
        assert!(shares.clone().all(|share| share % 400 == 0), "{label:?}");
        // A label has at most 20 moves.
        assert!(shares.sum::<u16>() == 10_000 || label.policy.len() == 20, "{label:?}");
    }
    let teacher = games.first().and_then(|game| game.teacher.as_ref()).expect("a teacher");
    assert_eq!(teacher.visits, Some(25));
}

#[test]
fn an_interrupted_run_continues_to_the_same_bytes() {
    let folder = Folder::new();
    let line = format!("{LINE} --games 150");
    folder.label(&format!("{line} --threads 1 --out @whole.jsonl.gz"));
    let line = format!("{line} --out @part.jsonl.gz");
    folder.interrupt(&format!("{line} --threads 2"), "part.jsonl.gz");
    // A crash may cut off the last line.
    let mut journal = folder.bytes("part.jsonl.gz.part");
    journal.truncate(journal.len() - 10);
    fs::write(folder.path("part.jsonl.gz.part"), journal).expect("a file can be written");
    folder.label(&line);
    assert!(folder.bytes("whole.jsonl.gz") == folder.bytes("part.jsonl.gz"));
    assert!(!folder.path("part.jsonl.gz.part").exists());
}

#[test]
fn the_finished_games_of_a_journal_are_not_played_again() {
    let folder = Folder::new();
    let line = format!("{LINE} --games 150 --out @games.jsonl.gz");
    folder.interrupt(&line, "games.jsonl.gz");
    let journal = folder.path("games.jsonl.gz.part");
    let text = fs::read_to_string(&journal).expect("text");
    let (header, games) = text.split_once('\n').expect("a header");
    fs::write(&journal, format!("{header}\n{}", games.replacen("residual", "marked", 1)))
        .expect("a file can be written");
    folder.label(&line);
    let teachers = folder.games("games.jsonl.gz").into_iter().filter_map(|game| game.teacher);
    assert_eq!(teachers.filter(|teacher| teacher.name == "marked").count(), 1);
    folder.interrupt(&line.replace("games.jsonl", "few.jsonl"), "few.jsonl.gz");
    folder.label(&line.replace("games.jsonl", "few.jsonl").replace("--games 150", "--games 2"));
    assert!(folder.games("few.jsonl.gz").len() <= 2);
}

#[test]
fn the_journal_of_another_run_is_refused() {
    let folder = Folder::new();
    folder.add_network("other.bin.gz", 2);
    let line = format!("{LINE} --games 150 --out @games.jsonl.gz");
    folder.interrupt(&line, "games.jsonl.gz");
    let journal = folder.bytes("games.jsonl.gz.part");
    for (asked, instead, problem) in [
        ("--seed 3", "--seed 4", "seed: expected 4, got 3"),
        ("--size 5", "--size 5x6", "size: expected 5x6, got 5x5"),
        ("net.bin", "other.bin", "digest of the teacher: expected "),
        ("--games 150", "--optimism 1", "optimism: expected 1, got 0.2"),
        ("--games 150", "--rules aga", "rules: expected aga, got tromp-taylor"),
        ("--games 150", "--any-rules", "rules: expected any, got tromp-taylor"),
        ("--games 150", "--positions @game.sgf", "digest of the positions: expected "),
    ] {
        folder.write("game.sgf", "(;SZ[5];B[cc])");
        let error = folder.refusal(&line.replace(asked, instead));
        assert!(error.contains("games.jsonl.gz.part: ") && error.contains(problem), "{error}");
        assert!(folder.bytes("games.jsonl.gz.part") == journal, "{problem}");
    }
}

#[test]
fn a_journal_names_the_instructions_of_a_network_in_floats_once() {
    let folder = Folder::new();
    let interruption = Interruption::default();
    interruption.raise();
    for line in [LINE.to_owned(), format!("{LINE} --visits 25")] {
        folder.run(&format!("{line} --out @g.jsonl.gz"), &interruption).expect("no games yet");
        let journal = folder.path("g.jsonl.gz.part");
        let header = fs::read_to_string(&journal).expect("text");
        assert_eq!(header.matches(Instructions::best().name()).count(), 1, "{header}");
        fs::remove_file(journal).expect("a file");
    }
}

#[test]
fn positions_of_given_games_are_labelled() {
    let folder = Folder::new();
    fs::create_dir(folder.path("games")).expect("a folder");
    folder.write("games/a.sgf", "(;SZ[5]KM[6.5]RU[Japanese]AB[bb][cd]AW[dd]PL[W];W[cc];B[];W[db])");
    folder.write("games/b.sgf", "(;SZ[5]KM[0.5];B[bb];B[dd];W[cc];B[bc];B[aa])");
    folder.write("games/c.sgf", "(;SZ[9];B[ee])");
    let line = "--network @net.bin.gz --size 5 --positions @games --out @games/d.jsonl.gz";
    let printed = folder.label(line);
    assert!(printed.starts_with("2 games, 5 positions by residual in "), "{printed}");
    let games = folder.games("games/d.jsonl.gz");
    let [a, b] = games.as_slice() else { panic!("{} games", games.len()) };
    let vertex = |text: &str| -> Vertex { text.parse().expect("a vertex") };
    let expected = GameRecord {
        size: BoardSize::square(5),
        komi: 6.5,
        rules: Rules::preset("japanese"),
        setup: [(Color::Black, "B4"), (Color::Black, "C2"), (Color::White, "D2")]
            .map(|(color, at)| (color, vertex(at)))
            .to_vec(),
        first: Color::White,
        moves: vec![Move::Play(vertex("C3")), Move::Pass, Move::Play(vertex("D4"))],
    };
    assert_eq!(a.record, expected);
    assert_eq!((b.record.setup.len(), b.record.first), (2, Color::White), "a handicap");
    assert_eq!(b.record.moves.len(), 2, "up to the move out of turn");
    let mut evaluator = folder.evaluator();
    games.iter().for_each(|game| check_labels(game, &mut evaluator));
    // Labelled games can be labelled again, even those in an older format.
    let old = r#"{"size":5,"komi":7.5,"moves":[12,25],"labels":[{"w":1,"l":2},{"w":3,"l":4}],"final":{"w":5,"l":6}}"#;
    let mut encoder = flate2::GzBuilder::new()
        .write(fs::File::create(folder.path("old.jsonl.gz")).expect("a file"), Default::default());
    io::Write::write_all(&mut encoder, old.as_bytes()).expect("a file can be written");
    encoder.finish().expect("a file can be written");
    let line = "--network @net.bin.gz --size 5 --positions @old.jsonl.gz @games/d.jsonl.gz \
                --rules aga --out @again.jsonl.gz";
    folder.label(line);
    let again = folder.games("again.jsonl.gz");
    assert_eq!(again[0].record.rules, Rules::preset("aga"));
    assert_eq!([&again[1].record, &again[2].record], [&a.record, &b.record]);
    check_labels(&again[0], &mut evaluator);
}

#[test]
fn rectangles_are_played_and_labelled() {
    let folder = Folder::new();
    folder.label("--network @net.bin.gz --size 3x4 --games 5 --out @games.jsonl.gz");
    let games = folder.games("games.jsonl.gz");
    assert!(!games.is_empty());
    for game in &games {
        assert_eq!(game.record.size, BoardSize::new(3, 4).expect("a size"));
        check_labels(game, &mut folder.evaluator());
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_evaluate_is_named() {
    let folder = Folder::new();
    for (arguments, problem) in [
        ("--evaluator no-such-program", "--evaluator: cannot start no-such-program: "),
        ("--evaluator true", "--evaluator: the program has ended before it had answered"),
        // `cat` sends the digest of the network back.
        ("--evaluator cat", "an answer to 1 positions with 58 outputs each was expected, got "),
        ("--evaluator true --visits 5", "--evaluator is for single looks"),
    ] {
        let error = folder.refusal(&format!("{LINE} --out @g.jsonl.gz {arguments}"));
        assert!(error.contains(problem), "{error}");
        assert!(!folder.path("g.jsonl.gz.part").exists(), "{arguments}");
    }
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new();
    folder.write("words.bin.gz", "words");
    folder.write("there.jsonl.gz", "");
    folder.write("broken.jsonl.gz", "words");
    folder.write("game.sgf", "(;SZ[9];B[ee])");
    let mut weights = networks::random("residual", 1);
    weights.value.outcome.bias.fill(f32::MAX);
    weights.value.outcome.matrix.weights.fill(f32::MAX);
    fs::write(folder.path("huge.bin.gz"), katago_files::compressed(&weights)).expect("a file");
    for (arguments, problem) in [
        (
            "--network none --out @g.jsonl.gz",
            "--network: the network that judges is expected, not none",
        ),
        ("--network @none --out @g.jsonl.gz", "none: the network cannot be read"),
        ("--network @words.bin.gz --out @g.jsonl.gz", "words.bin.gz: not a usable network: "),
        ("--network @huge.bin.gz --out @g.jsonl.gz", "evaluation of a position is not finite"),
        ("--network @net.bin.gz --size 20 --out @g.jsonl.gz", "from 2x2 to 19x19, not 20x20"),
        ("--network @net.bin.gz --out @there.jsonl.gz", "there.jsonl.gz: it exists already"),
        ("--network @net.bin.gz --out @none/g.jsonl.gz", "none/g.jsonl.gz.part: "),
        (
            "--network @net.bin.gz --positions @game.sgf --out @g.jsonl.gz",
            "games on 19x19 were expected in game.sgf",
        ),
        (
            "--network @net.bin.gz --positions @broken.jsonl.gz --out @g.jsonl.gz",
            "broken.jsonl.gz: ",
        ),
    ] {
        let error = folder.refusal(arguments);
        assert!(error.contains(problem), "{error}");
        assert!(!Path::exists(&folder.path("g.jsonl.gz.part")), "{arguments}");
    }
}
