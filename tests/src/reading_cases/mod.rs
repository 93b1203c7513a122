//! Test cases for exact reading, written as data: a diagram, and one line for each claim about it.
//!
//! Files have the structure of the test cases for rules (see `twins/src/cases.rs`): `case: TITLE`,
//! a diagram with the top row first (`X` is a black stone, `O` a white stone, and `.` an empty
//! point), and claims. The answer in most claims is one of GNU Go's codes for the player to move: 1
//! means certain success, 2 means success by a ko in which the opponent needs the first ko threat,
//! 3 means success by a ko in which the player needs the first ko threat, and 0 means failure. The
//! code may be followed by a list of all moves that achieve this result, as in `D4|E5`. Without
//! such a list, any move is accepted.
//!
//! | claim | meaning |
//! | --- | --- |
//! | `attack POINT CODE [MOVES]` | the opponent, to move, captures the chain |
//! | `defend POINT CODE [MOVES]` | the owner of the chain, to move, saves it |
//! | `kill POINT CODE [MOVES]` | the opponent, to move, kills the group |
//! | `live POINT CODE [MOVES]` | the owner of the group, to move, makes it live |
//! | `connect POINT POINT CODE [MOVES]` | the owner of both chains, to move, connects them |
//! | `disconnect POINT POINT CODE [MOVES]` | the opponent, to move, disconnects the chains |
//! | `race COLOR POINT POINT CODE [MOVES]` | the player, to move, wins the capturing race |
//! | `ladder POINT CODE [MOVES]` | the opponent, to move, captures the chain by repeated atari |
//! | `score COLOR SCORE [MOVES] [on POINT ...]` | the area score with the player to move |
//!
//! In a race, the player wins if the first chain is the player's own and lives, or if it is the
//! opponent's and is captured. The first chain counts as alive once the second one has been
//! captured.
//!
//! SCORE has the form `B+3`, `W+2` or `0`. It is the area score under best play on the points after
//! `on`, or on all points if none are listed.
//!
//! A claim that begins with `wrong` is itself true, like the others, but the engine's reading is
//! known to disagree with it. Such a claim fails once the engine agrees with it, as a reminder to
//! remove the mark.

mod by_rules;
mod claim;
mod engine_side;
mod truth;

use engine::board::Board;
use engine::vocabulary::{AnySize, Color, Vertex};

use twins::cases;
use twins::reference::ReferenceBoard;

pub use by_rules::Effort;
pub use claim::{Claim, Question, answered};
pub use truth::{points_at_stake, truth};

/// The maximum number of positions used to verify a claim.
pub const MOST: usize = 4_000_000;

/// The result of a claim or a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// One of GNU Go's codes.
    Code(u8),
    /// Black's lead.
    Score(i32),
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The code or the score.
    pub finding: Finding,
    /// The moves that achieve this result: either all of them, or only one that was found. `None`
    /// is a pass.
    pub moves: Vec<Option<Vertex>>,
}

/// A position of a case, on the engine's board and on the reference board.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The engine's board.
    pub board: Board<AnySize>,
    /// The reference board.
    pub reference: ReferenceBoard,
}

impl Setup {
    /// The position shown in a diagram.
    ///
    /// # Errors
    /// If the text is not a diagram.
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

/// The numbers of positions and claims in a file, and the amount of work needed to read them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Positions.
    pub cases: usize,
    /// Claims, including those that the engine is known to read incorrectly.
    pub claims: usize,
    /// Claims that the engine is known to read incorrectly.
    pub wrong: usize,
    /// Positions searched, if the engine reports them.
    pub nodes: u64,
}

/// Has the engine read all claims in a file.
///
/// # Errors
/// All claims with which the engine disagrees, and those marked `wrong` with which it agrees, one
/// per line.
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
            (true, true) => Err("is now read correctly".to_owned()),
            (false, false) => Err(format!("found {}", claim::in_words(&found))),
        }
    })?;
    Ok(tally)
}

/// Reads out the captures and connections listed in a file, both with and without the learned
/// rules. This is done twice: considering only replies near the fight, and considering all replies.
///
/// # Errors
/// All claims whose answers are changed by the learned rules, one per line.
pub fn compare_rules(file: &str, text: &str) -> Result<[Effort; 2], String> {
    let mut efforts = [Effort::default(); 2];
    check(file, text, |setup, claim| {
        let found = by_rules::read(setup, &claim.question)?.unwrap_or_default();
        efforts.iter_mut().zip(found).for_each(|(effort, more)| *effort += more);
        Ok(())
    })?;
    Ok(efforts)
}

/// Checks every claim in a file by exhaustive reading.
///
/// # Errors
/// The false claims, one per line.
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
            fail(first, "the case makes no claim".to_owned());
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
