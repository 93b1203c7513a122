//! The text form of rules, one per line:
//!
//! ```text
//! capture B2 by C1 covers 12 XX?/XO./###
//! connect A1 C2 covers 3 ?X.?/X..X
//! live C3 by B1 covers 1 ...
//! ```
//!
//! A line begins with the goal and its stones, followed by the move if the rule requires one, and
//! by the number of positions in which the rule was the first to cover a query during learning. The
//! pattern comes last, top row first: `X` for stones of the prover, `O` for those of the opponent,
//! `.` for empty points, `#` for places off the board, `?` for anything. Vertices are counted from
//! the lower left corner of the pattern. Empty lines and lines that begin with `#` are ignored.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::pattern::{Cell, Offset, Pattern};
use super::rule::{Rule, RuleGoal};
use crate::vocabulary::Vertex;

/// The reason why a line is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// An unexpected word.
    #[error("'{found}' is no {expected}")]
    Word {
        /// The word, or an empty string at the end of the line.
        found: String,
        /// The kind of word that was expected.
        expected: &'static str,
    },
    /// An unknown character.
    #[error("'{0}' is no point: X, O, ., # or ? was expected")]
    Sign(char),
    /// There are too many rows, or they are too long, or their lengths differ.
    #[error("expected at most 19 rows of one length, with at most 19 points each")]
    Shape,
    /// The content of the pattern at this vertex is not what the goal requires.
    #[error("{0} is not what the goal needs")]
    Vertex(Vertex),
}

/// The maximum number of rows and of columns in a pattern.
const MOST: usize = 2 * super::pattern::REACH as usize + 1;

const GOALS: [(&str, RuleGoal); 3] =
    [("capture", RuleGoal::Capture), ("connect", RuleGoal::Connection), ("live", RuleGoal::Life)];

fn sign(cell: Option<Cell>) -> char {
    match cell {
        Some(Cell::Empty) => '.',
        Some(Cell::Own) => 'X',
        Some(Cell::Other) => 'O',
        Some(Cell::Outside) => '#',
        None => '?',
    }
}

fn cell(sign: char) -> Result<Option<Cell>, RuleError> {
    let cells = Cell::ALL.into_iter().map(Some).chain([None]);
    cells.into_iter().find(|&cell| self::sign(cell) == sign).ok_or(RuleError::Sign(sign))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.pattern.cells();
        let columns = || cells.iter().map(|(offset, _)| offset.columns);
        let rows = || cells.iter().map(|(offset, _)| offset.rows);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let (bottom, top) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
        let vertex = |offset: Offset| {
            Vertex::new((offset.columns - left) as u8, (offset.rows - bottom) as u8)
        };
        let name = GOALS.iter().find(|(_, goal)| *goal == self.goal).map_or("", |(name, _)| name);
        write!(f, "{name}")?;
        for &target in self.targets.iter().take(self.goal.targets()) {
            write!(f, " {}", vertex(target))?;
        }
        if self.has_move {
            write!(f, " by {}", vertex(Offset::NONE))?;
        }
        write!(f, " covers {} ", self.covers)?;
        for row in (bottom..=top).rev() {
            for column in left..=right {
                let here = Offset { columns: column, rows: row };
                let found = cells.binary_search_by_key(&here, |&(offset, _)| offset).ok();
                write!(f, "{}", sign(found.and_then(|at| cells.get(at)).map(|&(_, cell)| cell)))?;
            }
            if row > bottom {
                write!(f, "/")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(line: &str) -> Result<Self, RuleError> {
        let mut words = line.split_whitespace();
        let mut next = || words.next().unwrap_or_default();
        let goal = one_of(next(), &GOALS, "goal: capture, connect or live was expected")?;
        let first = parsed(next(), "vertex")?;
        let second = if goal.targets() > 1 { parsed(next(), "vertex")? } else { first };
        let mut word = next();
        let mut mv = None;
        if word == "by" {
            mv = Some(parsed(next(), "vertex")?);
            word = next();
        }
        one_of(word, &[("covers", ())], "word that may stand here: by or covers was expected")?;
        let covers = parsed(next(), "number")?;
        let cells = diagram(next())?;
        one_of(next(), &[("", ())], "end of the line")?;
        let anchor: Vertex = mv.unwrap_or(first);
        let holds = |vertex: Vertex, cell: Cell| cells.contains(&(vertex, cell));
        for (vertex, cell) in [(first, goal.target_cell()), (second, goal.target_cell())]
            .into_iter()
            .chain(mv.map(|mv| (mv, Cell::Empty)))
        {
            if !holds(vertex, cell) {
                return Err(RuleError::Vertex(vertex));
            }
        }
        let offset = |vertex| Offset::from_to(anchor, vertex);
        let around = cells.iter().map(|&(vertex, cell)| (offset(vertex), cell)).collect();
        let pattern = Pattern::new(around).ok_or(RuleError::Shape)?;
        let mut targets = [offset(first), offset(second)];
        targets.sort();
        Ok(Self { pattern, goal, has_move: mv.is_some(), targets, covers }.normal())
    }
}

/// Returns the meaning of a word, or an error if the word is not listed.
fn one_of<T: Copy>(word: &str, all: &[(&str, T)], expected: &'static str) -> Result<T, RuleError> {
    let found = all.iter().find(|(name, _)| *name == word);
    found.map(|&(_, it)| it).ok_or_else(|| RuleError::Word { found: word.to_owned(), expected })
}

fn parsed<T: FromStr>(word: &str, expected: &'static str) -> Result<T, RuleError> {
    word.parse().map_err(|_| RuleError::Word { found: word.to_owned(), expected })
}

/// Returns the cells of a pattern from its text form.
fn diagram(text: &str) -> Result<Vec<(Vertex, Cell)>, RuleError> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let is_even = rows.iter().all(|row| row.len() == width);
    if !is_even || !(1..=MOST).contains(&width) || rows.len() > MOST {
        return Err(RuleError::Shape);
    }
    let mut cells = Vec::new();
    for (row, signs) in rows.iter().rev().enumerate() {
        for (column, &sign) in signs.iter().enumerate() {
            if let Some(cell) = cell(sign)? {
                cells.push((Vertex::new(column as u8, row as u8), cell));
            }
        }
    }
    Ok(cells)
}
