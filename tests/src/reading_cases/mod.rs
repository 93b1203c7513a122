//! Cases of exact reading as data: a diagram, and a line for each claim about it.
//!
//! A file is split as that of other cases (see `cases.rs`): `case: TITLE`, a diagram (`X` Black,
//! `O` White, `.` empty, the top row first), and claims. The answer to most is a code, GNU Go's: 1
//! for certain success of the player to move, 2 for success if the other one needs the first
//! threat for a ko, 3 if the first threat is needed, 0 for failure. Behind it may stand all moves
//! that succeed to that degree, as in `D4|E5`; without them any move will do.
//!
//! | claim | meaning |
//! | --- | --- |
//! | `attack POINT CODE [MOVES]` | the opponent moves and captures the chain there |
//! | `defend POINT CODE [MOVES]` | its owner moves and saves it |
//! | `kill POINT CODE [MOVES]` | the opponent moves and kills the group there |
//! | `live POINT CODE [MOVES]` | its owner moves and makes it live |
//! | `connect POINT POINT CODE [MOVES]` | the owner of both chains moves and connects them |
//! | `disconnect POINT POINT CODE [MOVES]` | the opponent moves and cuts them |
//! | `race COLOR POINT POINT CODE [MOVES]` | the player moves, and succeeds: if the first chain is its own, that lives, otherwise that is taken; to take the second one is life for the first |
//! | `ladder POINT CODE [MOVES]` | the opponent moves and captures the chain there by one atari after the other |
//! | `score COLOR SCORE [MOVES] [on POINT ...]` | the player moves; what `B+3`, `W+2` or `0` says is the area, where both play on these points, or on all |
//!
//! A claim that begins with `wrong` is as true as the others, but the engine's reading is known to
//! say something else. It fails once that is right, so that the list shrinks.

mod by_rules;
mod claim;
mod engine_side;
mod truth;

use engine::board::Board;
use engine::vocabulary::{AnySize, Color, Vertex};

use crate::cases;
use crate::reference::ReferenceBoard;

pub use by_rules::Effort;
pub use claim::{Claim, Question, answered};
pub use truth::{points_at_stake, truth};

/// So many positions may be looked at to verify a claim.
pub const MOST: usize = 4_000_000;

/// What a claim says or a reading finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A code of GNU Go's.
    Code(u8),
    /// Black's lead.
    Score(i32),
}

/// What is asked, and what is the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The code or the score.
    pub finding: Finding,
    /// Moves by which it is reached, `None` for a pass: all of them, or one that was found.
    pub moves: Vec<Option<Vertex>>,
}

/// A position of a case, on the engine's board and on the slow one.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The engine's.
    pub board: Board<AnySize>,
    /// The slow one.
    pub reference: ReferenceBoard,
}

impl Setup {
    /// The position of a diagram.
    ///
    /// # Errors
    /// Where it is none.
    pub fn new(diagram: &str) -> Result<Self, String> {
        let board = Board::<AnySize>::from_diagram(diagram).map_err(|error| error.to_string())?;
        let mut reference = ReferenceBoard::new(board.size());
        for color in Color::BOTH {
            for stone in board.stones(color) {
                reference.set(stone.vertex::<AnySize>(), Some(color));
            }
        }
        Ok(Self { board, reference })
    }

    fn owner(&self, vertex: Vertex) -> Result<Color, String> {
        self.reference.stone(vertex).ok_or_else(|| format!("no stone is on {vertex}"))
    }
}

/// How many positions and claims a file has, and what reading them has taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Positions.
    pub cases: usize,
    /// Claims, with those known to be read wrong.
    pub claims: usize,
    /// Claims known to be read wrong.
    pub wrong: usize,
    /// Positions looked at, where the engine tells.
    pub nodes: u64,
}

/// Lets the engine read all claims of a file.
///
/// # Errors
/// All claims that it reads differently, and those it is wrongly said to; a line each.
pub fn run(file: &str, text: &str) -> Result<Tally, String> {
    let mut tally = Tally::default();
    check(file, text, |setup, claim| {
        let (found, nodes) = engine_side::ask(setup, &claim.question)?;
        tally.cases += usize::from(claim.is_first);
        tally.claims += 1;
        tally.wrong += usize::from(claim.is_read_wrong);
        tally.nodes += nodes;
        match (claim.allows(&found), claim.is_read_wrong) {
            (true, false) | (false, true) => Ok(()),
            (true, true) => Err("is read right now".to_owned()),
            (false, false) => Err(format!("found {}", claim::in_words(&found))),
        }
    })?;
    Ok(tally)
}

/// Reads the captures and connections of a file without rules and with them: with near replies, and with
/// all.
///
/// # Errors
/// All claims whose answer the rules change; a line each.
pub fn compare_rules(file: &str, text: &str) -> Result<[Effort; 2], String> {
    let mut efforts = [Effort::default(); 2];
    check(file, text, |setup, claim| {
        let found = by_rules::read(setup, &claim.question)?.unwrap_or_default();
        efforts.iter_mut().zip(found).for_each(|(effort, more)| *effort += more);
        Ok(())
    })?;
    Ok(efforts)
}

/// Holds all claims of a file against exhaustive reading.
///
/// # Errors
/// All claims that are not true; a line each.
pub fn verify(file: &str, text: &str) -> Result<(), String> {
    check(file, text, |setup, claim| {
        let truth = truth(setup, &claim.question, MOST)?;
        if claim.says(&truth) { Ok(()) } else { Err(format!("is {}", claim::in_words(&truth))) }
    })
}

fn check(
    file: &str,
    text: &str,
    mut judge: impl FnMut(&Setup, &Claim) -> Result<(), String>,
) -> Result<(), String> {
    let mut failures = Vec::new();
    for case in cases::split(text) {
        let (diagram, claims) = case.diagram();
        let first = case.lines.first().map_or(0, |(number, _)| *number);
        let mut fail =
            |line, message| failures.push(format!("{file}:{line}: {}: {message}", case.title));
        let setup = match Setup::new(&diagram) {
            Ok(setup) => setup,
            Err(message) => {
                fail(first, message);
                continue;
            }
        };
        if claims.is_empty() {
            fail(first, "it claims nothing".to_owned());
        }
        for (place, &(number, line)) in claims.iter().enumerate() {
            let claim = line.parse().map(|claim| Claim { is_first: place == 0, ..claim });
            if let Err(message) = claim.and_then(|claim| judge(&setup, &claim)) {
                fail(number, format!("'{line}': {message}"));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}
