//! Claims about positions, as text.

use std::str::FromStr;

use engine::vocabulary::{Color, Move, Vertex};
use twins::words::{Words, read_vertex};

use super::{Answer, Finding, Setup, truth};

/// The maximum number of moves that a claim lists.
const MOST_MOVES: usize = 6;

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the opponent can capture the chain.
    Attack(Vertex),
    /// Whether the owner of the chain can save it.
    Defend(Vertex),
    /// Whether the opponent can kill the group.
    Kill(Vertex),
    /// Whether the owner of the group can make it live.
    Live(Vertex),
    /// Whether the owner can connect the chains.
    Connect([Vertex; 2]),
    /// Whether the opponent can disconnect the chains.
    Disconnect([Vertex; 2]),
    /// Whether this player, to move, wins the race between the two chains.
    Race(Color, [Vertex; 2]),
    /// Whether the opponent can capture the chain in a ladder.
    Ladder(Vertex),
    /// The score with this player to move, on these points or, if none are listed, on all points.
    Score(Color, Vec<Vertex>),
}

impl Question {
    /// The question of a claim, and the rest of the line without the points listed for a score.
    ///
    /// # Errors
    /// If the line is not a claim.
    fn read(line: &str) -> Result<(Self, Words<'_>), String> {
        let (line, points) = line.split_once(" on ").unwrap_or((line, ""));
        let points = points.split_whitespace().map(read_vertex).collect::<Result<_, _>>()?;
        let mut words = Words::of(line);
        let question = match words.word()? {
            "attack" => Self::Attack(words.vertex()?),
            "defend" => Self::Defend(words.vertex()?),
            "kill" => Self::Kill(words.vertex()?),
            "live" => Self::Live(words.vertex()?),
            "connect" => Self::Connect([words.vertex()?, words.vertex()?]),
            "disconnect" => Self::Disconnect([words.vertex()?, words.vertex()?]),
            "race" => Self::Race(words.color()?, [words.vertex()?, words.vertex()?]),
            "ladder" => Self::Ladder(words.vertex()?),
            "score" => Self::Score(words.color()?, points),
            other => return Err(format!("'{other}' is no claim")),
        };
        Ok((question, words))
    }

    /// The claim that states this answer to the question.
    fn answered(&self, answer: &Answer) -> String {
        let answer = in_words(answer);
        match self {
            Self::Attack(stone) => format!("attack {stone} {answer}"),
            Self::Defend(stone) => format!("defend {stone} {answer}"),
            Self::Kill(stone) => format!("kill {stone} {answer}"),
            Self::Live(stone) => format!("live {stone} {answer}"),
            Self::Connect([from, to]) => format!("connect {from} {to} {answer}"),
            Self::Disconnect([from, to]) => format!("disconnect {from} {to} {answer}"),
            Self::Race(mover, [target, rival]) => format!("race {mover} {target} {rival} {answer}"),
            Self::Ladder(stone) => format!("ladder {stone} {answer}"),
            Self::Score(mover, points) if points.is_empty() => format!("score {mover} {answer}"),
            Self::Score(mover, points) => {
                let points: String = points.iter().map(|point| format!(" {point}")).collect();
                format!("score {mover} {answer} on{points}")
            }
        }
    }
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The question.
    pub question: Question,
    /// The answer, with all moves that achieve it if the claim lists them.
    pub answer: Answer,
    /// Whether the engine is known to answer differently.
    pub is_read_wrong: bool,
    /// Whether this is the first claim about its position.
    pub is_first: bool,
}

impl Claim {
    /// Whether an answer with at most one move agrees with the claim.
    pub(super) fn allows(&self, found: &Answer) -> bool {
        let moves = &self.answer.moves;
        found.finding == self.answer.finding
            && (moves.is_empty() || found.moves.iter().any(|mv| moves.contains(mv)))
    }

    /// Whether the claim agrees with an answer that contains all correct moves.
    pub(super) fn says(&self, truth: &Answer) -> bool {
        let all_of = |moves: &[Option<Vertex>]| {
            let mut moves = moves.to_vec();
            moves.sort_unstable();
            moves
        };
        truth.finding == self.answer.finding
            && (self.answer.moves.is_empty() || all_of(&self.answer.moves) == all_of(&truth.moves))
    }
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (line, is_read_wrong) =
            line.strip_prefix("wrong ").map_or((line, false), |claim| (claim, true));
        let (question, mut words) = Question::read(line)?;
        let finding = read_finding(&question, words.word()?)?;
        let moves = words.next().map_or(Ok(Vec::new()), read_moves)?;
        match words.next() {
            Some(word) => Err(format!("'{word}' is too much")),
            None => {
                let answer = Answer { finding, moves };
                Ok(Self { question, answer, is_read_wrong, is_first: false })
            }
        }
    }
}

fn read_moves(word: &str) -> Result<Vec<Option<Vertex>>, String> {
    let read = |word| if word == "pass" { Ok(None) } else { read_vertex(word).map(Some) };
    word.split('|').map(read).collect()
}

fn read_finding(question: &Question, word: &str) -> Result<Finding, String> {
    let bad = || format!("'{word}' is no answer");
    if !matches!(question, Question::Score(..)) {
        let code = word.parse().ok().filter(|code| *code <= 3);
        return code.map(Finding::Code).ok_or_else(bad);
    }
    let lead = match word.split_once('+') {
        None => (word == "0").then_some(0),
        Some(("B", points)) => points.parse().ok(),
        Some(("W", points)) => points.parse().ok().map(|points: i32| -points),
        Some(_) => None,
    };
    lead.map(Finding::Score).ok_or_else(bad)
}

/// An answer in the form used in claims.
pub(super) fn in_words(answer: &Answer) -> String {
    let finding = match answer.finding {
        Finding::Code(code) => code.to_string(),
        Finding::Score(0) => "0".to_owned(),
        Finding::Score(lead) if lead > 0 => format!("B+{lead}"),
        Finding::Score(lead) => format!("W+{}", -lead),
    };
    match answer.moves[..] {
        [] => finding,
        _ => format!("{finding} {}", moves_in_words(&answer.moves)),
    }
}

/// The claim that states the true answer to the question in a line, regardless of any answer that
/// the line contains. The moves are included unless there are too many, or one of them is a pass.
///
/// # Errors
/// If more than `most` positions are needed to answer the question, or if it makes no sense.
pub fn answered(setup: &Setup, line: &str, most: usize) -> Result<String, String> {
    let line = line.strip_prefix("wrong ").unwrap_or(line);
    let question = Question::read(line)?.0;
    let mut answer = truth(setup, &question, most)?;
    if answer.moves.len() > MOST_MOVES || answer.moves.contains(&None) {
        answer.moves.clear();
    }
    Ok(question.answered(&answer))
}

/// Moves in the form used in claims.
fn moves_in_words(moves: &[Option<Vertex>]) -> String {
    let words = moves.iter().map(|&mv| match mv {
        None => "pass".to_owned(),
        Some(_) => Move::from(mv).to_string(),
    });
    words.collect::<Vec<_>>().join("|")
}
