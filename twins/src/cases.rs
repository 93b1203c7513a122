//! Test cases for the rules, written as data: a diagram, followed by one line for each step or
//! claim.
//!
//! A file contains cases. Empty lines and lines that start with `#` are ignored. A case begins with
//! `case: TITLE`, followed by a diagram, with the top row first: `X` is a black stone, `O` a white
//! stone, and `.` an empty point. For an empty board, `board WIDTH HEIGHT` takes the place of the
//! diagram. Each further line is one of these:
//!
//! | line | meaning |
//! | --- | --- |
//! | `rules NAME` | sets the rules to a preset |
//! | `ko simple`, `positional`, `situational` | sets the ko rule |
//! | `suicide allowed`, `forbidden` | sets the suicide rule |
//! | `komi POINTS` | sets the komi |
//! | `turn COLOR` | sets the player to move in the initial position; must come first |
//! | `play COLOR POINT [COLOR POINT ...]` | plays these moves, which must be legal |
//! | `legal COLOR POINT [POINT ...]` | each of these moves is legal in the current position |
//! | `illegal COLOR POINT RULE` | rejected as `occupied`, `outside`, `suicide`, `ko` or `superko` |
//! | `stones COLOR NUMBER` | the number of stones of this colour on the board |
//! | `chain POINT STONES LIBERTIES` | how many stones and liberties the chain there has |
//! | `prisoners COLOR NUMBER` | the number of stones that the player has captured |
//! | `ko-point POINT`, `ko-point none` | the point that simple ko bans for the player to move |
//! | `score RESULT [DEAD ...]` | the score, with these stones dead |
//! | `undo` | takes back the last move |
//! | `over yes`, `over no` | whether two passes have ended the game |

use engine::rules::{GameState, IllegalMove, KoRule, Rules};
use engine::vocabulary::{AnySize, BoardSize, Color, Move, Point, Vertex};

use crate::words::{Words, read_vertex};

/// Runs all cases in a file and returns their number.
///
/// # Errors
/// All failures, one per line, with the name of the file and the line number. A case ends at its
/// first failure.
pub fn run(file: &str, text: &str) -> Result<usize, String> {
    let mut failures = Vec::new();
    let cases = split(text);
    for case in &cases {
        if let Err((line, message)) = run_case(case) {
            failures.push(format!("{file}:{line}: {}: {message}", case.title));
        }
    }
    if failures.is_empty() { Ok(cases.len()) } else { Err(failures.join("\n")) }
}

/// A case in a file.
pub struct Case<'a> {
    /// What the case is about.
    pub title: &'a str,
    /// The lines with their numbers in the file, counting from 1.
    pub lines: Vec<(usize, &'a str)>,
}

impl<'a> Case<'a> {
    /// The rows of the diagram, and the lines after it.
    pub fn diagram(&self) -> (String, &[(usize, &'a str)]) {
        let is_row = |line: &str| line.chars().all(|sign| matches!(sign, 'X' | 'O' | '.' | ' '));
        let rows = self.lines.iter().take_while(|(_, line)| is_row(line)).count();
        let (diagram, rest) = self.lines.split_at(rows);
        let diagram: Vec<&str> = diagram.iter().map(|(_, line)| *line).collect();
        (diagram.join("\n"), rest)
    }
}

/// The cases in a file.
pub fn split(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match (line.strip_prefix("case: "), cases.last_mut()) {
            (Some(title), _) => cases.push(Case { title, lines: Vec::new() }),
            (None, Some(case)) => case.lines.push((number, line)),
            (None, None) => {
                cases.push(Case { title: "before the first case", lines: vec![(number, line)] });
            }
        }
    }
    cases
}

fn run_case(case: &Case<'_>) -> Result<(), (usize, String)> {
    let (diagram, claims) = case.diagram();
    let start = case.lines.first().map(|(number, _)| *number);
    let start = start.ok_or((0, "the case has no lines".to_owned()))?;
    let mut game = set_up(&diagram).map_err(|message| (start, message))?;
    for &(number, line) in claims {
        step(&mut game, line).map_err(|message| (number, format!("'{line}': {message}")))?;
    }
    Ok(())
}

fn set_up(diagram: &str) -> Result<GameState, String> {
    if diagram.is_empty() {
        return Ok(GameState::new(BoardSize::square(9), Rules::default(), 0.0));
    }
    let game = GameState::from_diagram(diagram, Rules::default(), Color::Black);
    game.map_err(|error| error.to_string())
}

fn read_moves(words: Words<'_>) -> Result<Vec<Move>, String> {
    words.map(read_move).collect()
}

fn read_move(word: &str) -> Result<Move, String> {
    if word == "pass" {
        return Ok(Move::Pass);
    }
    read_vertex(word).map(Move::Play)
}

/// Fails unless the two values are equal.
fn expect<T: PartialEq + std::fmt::Debug>(found: T, wanted: T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("found {found:?}")) }
}

fn step(game: &mut GameState, line: &str) -> Result<(), String> {
    let mut words = Words::of(line);
    match words.word()? {
        "board" => *game = GameState::new(read_size(&mut words)?, game.rules(), game.komi()),
        "rules" | "ko" | "suicide" | "komi" | "turn" => return change(game, line),
        "play" => return play(game, line),
        "legal" => {
            let color = words.color()?;
            for mv in read_moves(words)? {
                game.check(color, mv).map_err(|error| format!("{mv} is refused: {error}"))?;
            }
        }
        "illegal" => {
            let (color, mv) = (words.color()?, read_move(words.word()?)?);
            return expect(game.check(color, mv), Err(read_rule(words.word()?)?));
        }
        "stones" => {
            let color = words.color()?;
            return expect(game.position().board().stones(color).count(), words.read()?);
        }
        "chain" => return chain(game, words),
        "prisoners" => return expect(game.prisoners(words.color()?), words.read()?),
        "ko-point" => {
            let ko = game.position().ko().map(|point| point.vertex::<AnySize>().to_string());
            return expect(ko.as_deref().unwrap_or("none"), words.word()?);
        }
        "score" => {
            let wanted = words.word()?;
            let dead: Vec<Vertex> =
                read_moves(words)?.into_iter().filter_map(Move::vertex).collect();
            return expect(game.score(&dead, &[]).to_string().as_str(), wanted);
        }
        "undo" => game.undo().map_err(|error| error.to_string())?,
        "over" => return expect(game.is_over(), words.word()? == "yes"),
        other => return Err(format!("'{other}' is no step of a case")),
    }
    Ok(())
}

fn read_size(words: &mut Words<'_>) -> Result<BoardSize, String> {
    BoardSize::new(words.read()?, words.read()?).map_err(|error| error.to_string())
}

fn read_rule(word: &str) -> Result<IllegalMove, String> {
    Ok(match word {
        "occupied" => IllegalMove::Occupied,
        "outside" => IllegalMove::OutsideBoard,
        "suicide" => IllegalMove::Suicide,
        "ko" => IllegalMove::Ko,
        "superko" => IllegalMove::Superko,
        other => return Err(format!("'{other}' is no rule")),
    })
}

/// Carries out a step that changes the rules, the komi or the player to move.
fn change(game: &mut GameState, line: &str) -> Result<(), String> {
    let mut words = Words::of(line);
    let mut rules = game.rules();
    match (words.word()?, words.word()?) {
        ("rules", name) => {
            rules = Rules::preset(name).ok_or_else(|| format!("'{name}' is no preset"))?;
        }
        ("ko", "simple") => rules.ko = KoRule::Simple,
        ("ko", "positional") => rules.ko = KoRule::Positional,
        ("ko", "situational") => rules.ko = KoRule::Situational,
        ("suicide", "allowed") => rules.suicide = true,
        ("suicide", "forbidden") => rules.suicide = false,
        ("komi", points) => game.set_komi(points.parse().map_err(|_| "no number")?),
        ("turn", color) => {
            let to_move = Words::of(color).color()?;
            let stones = game.setup().to_vec();
            game.clear();
            game.set_up(&stones, to_move).map_err(|error| error.to_string())?;
        }
        _ => return Err("no such setting".to_string()),
    }
    game.set_rules(rules);
    Ok(())
}

fn play(game: &mut GameState, line: &str) -> Result<(), String> {
    let mut words = Words::of(line);
    words.word()?;
    while words.clone().next().is_some() {
        let (color, mv) = (words.color()?, read_move(words.word()?)?);
        game.play(color, mv).map_err(|error| format!("{color} {mv} is refused: {error}"))?;
    }
    Ok(())
}

fn chain(game: &GameState, mut words: Words<'_>) -> Result<(), String> {
    let point = Point::of::<AnySize>(words.read()?);
    let board = game.position().board();
    let (stones, liberties) = (board.chain_stones(point), board.chain_liberties(point));
    let (Some(stones), Some(liberties)) = (stones, liberties) else {
        return Err("no stone is there".to_string());
    };
    expect((stones.count(), liberties.count()), (words.read()?, words.read()?))
}
