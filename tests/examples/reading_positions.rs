//! Generates test cases for exact reading: selects random positions and answers questions about
//! them by exhaustive reading.
//!
//! `cargo run --release -p mengxi-tests --example reading_positions -- find KIND PLACE SEED COUNT`
//!
//! This prints COUNT cases that are not easy, because only a few moves are correct. KIND is
//! `capture`, `ko`, `connection`, `life` or `score`. PLACE is `corner`, `side` or `centre` for an
//! area enclosed by living stones, or `board` for a complete small board. The same seed always
//! produces the same cases.
//!
//! `... -- answer FILE` prints a file of cases with the answer to every claim filled in. Any
//! answers already in the file are ignored, so a claim such as `attack C3` is sufficient.

#![expect(clippy::print_stdout, reason = "a tool whose output this is")]

use std::env;
use std::error::Error;
use std::fs;

use engine::vocabulary::{Random, Vertex};
use tests::reading_cases::{MOST, Setup, answered, points_at_stake};

/// The maximum number of positions searched for a question about a random position.
const MOST_FOR_RANDOM: usize = 400_000;
/// The minimum number of points at stake.
const FEWEST_AT_STAKE: usize = 6;
/// Named diagrams, with a question mark for each point that is filled at random.
const PLACES: [(&str, &str); 4] = [
    (
        "corner",
        "? ? ? ? X . X\n\
         ? ? ? ? X X .\n\
         ? ? ? ? X X X\n\
         O O O O O X X\n\
         O O O O O O X\n\
         . O . O O O X\n",
    ),
    (
        "side",
        ". X ? ? ? ? ? O .\n\
         X X ? ? ? ? ? O O\n\
         . X X X X O O O .\n",
    ),
    (
        "centre",
        ". X X X O O .\n\
         X X ? ? ? O O\n\
         X X ? ? ? O O\n\
         X X ? ? ? O O\n\
         . X X X O O .\n",
    ),
    ("board", "? ? ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?\n"),
];
/// The maximum number of correct moves in a good case.
const MOST_RIGHT: usize = 2;

/// Prints the text of a file, with the true answer filled in for each claim.
fn answer(text: &str) {
    let mut diagram = String::new();
    for line in text.lines() {
        let is_row = !line.is_empty() && line.chars().all(|sign| "XO. ".contains(sign));
        if line.starts_with("case: ") {
            diagram.clear();
        }
        if is_row {
            diagram = diagram + line + "\n";
        }
        if is_row || line.is_empty() || line.starts_with("case:") || line.starts_with('#') {
            println!("{line}");
        } else {
            let claim = Setup::new(&diagram).and_then(|setup| answered(&setup, line, MOST));
            println!("{}", claim.unwrap_or_else(|message| format!("{line} -- {message}")));
        }
    }
}

/// A diagram with random points in place of its question marks.
fn random_diagram(random: &mut Random, place: &str) -> String {
    let empty = 30 + random.below(40);
    let mut sign = |sign| match sign {
        '?' if random.below(100) < empty => '.',
        '?' => ['X', 'O'][random.below(2)],
        other => other,
    };
    place.chars().map(&mut sign).collect()
}

/// The claims about a random position, or `None` if it does not make a good case.
fn find(random: &mut Random, kind: &str, setup: &Setup) -> Option<Vec<String>> {
    let at_stake = points_at_stake(setup);
    if at_stake.len() < FEWEST_AT_STAKE {
        return None;
    }
    let stones: Vec<Vertex> =
        at_stake.into_iter().filter(|&point| setup.reference.stone(point).is_some()).collect();
    let mut one = || stones.get(random.below(stones.len().max(1))).copied();
    let questions = match kind {
        "capture" | "ko" => {
            let stone = one()?;
            let liberties = setup.reference.chain(stone)?.liberties.len();
            if kind == "capture" && liberties < 2 {
                return None;
            }
            vec![format!("attack {stone}"), format!("defend {stone}")]
        }
        "connection" => {
            let (from, to) = (one()?, one()?);
            if from == to || setup.reference.stone(from) != setup.reference.stone(to) {
                return None;
            }
            vec![format!("connect {from} {to}"), format!("disconnect {from} {to}")]
        }
        "life" => {
            let stone = one()?;
            if setup.reference.chain(stone)?.stones.len() < 3 {
                return None;
            }
            vec![format!("kill {stone}"), format!("live {stone}")]
        }
        _ => vec!["score black".to_owned(), "score white".to_owned()],
    };
    let claims = questions.iter().map(|question| answered(setup, question, MOST_FOR_RANDOM));
    let claims: Vec<String> = claims.collect::<Result<_, _>>().ok()?;
    is_worth_it(kind, &claims).then_some(claims)
}

fn is_worth_it(kind: &str, claims: &[String]) -> bool {
    // The words after the question: the result, and the moves if there are only a few.
    let asked = if kind == "connection" { 3 } else { 2 };
    let words = claims.iter().map(|claim| claim.split(' ').skip(asked).collect::<Vec<_>>());
    let words: Vec<_> = words.collect();
    let right = |words: &Vec<&str>| words.get(1).map_or(0, |moves| moves.split('|').count());
    let has_few = |words: &Vec<&str>| (1..=MOST_RIGHT).contains(&right(words));
    match kind {
        "score" => words.iter().all(has_few) && words[0][0] != words[1][0],
        "ko" => words.iter().any(|words| matches!(words[0], "2" | "3")),
        _ => {
            let codes: Vec<&str> = words.iter().map(|words| words[0]).collect();
            codes[0] != "0" && words.iter().all(|words| words[0] == "0" || has_few(words))
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["answer", file] => answer(&fs::read_to_string(file)?),
        ["find", kind, name, seed, count] => {
            let place = PLACES.iter().find(|place| place.0 == name).ok_or("no such place")?.1;
            let mut random = Random::new(seed.parse()?, 0);
            let (mut found, count) = (0, count.parse::<usize>()?);
            while found < count {
                let diagram = random_diagram(&mut random, place);
                // A diagram is not a legal position if it has a chain without liberties.
                let Ok(setup) = Setup::new(&diagram) else { continue };
                let Some(claims) = find(&mut random, kind, &setup) else { continue };
                found += 1;
                println!("case: {kind} {name} {seed}.{found}");
                println!("{diagram}{}\n", claims.join("\n"));
            }
        }
        _ => return Err("answer FILE, or find KIND PLACE SEED COUNT".into()),
    }
    Ok(())
}
