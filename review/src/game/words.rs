//! A review in words.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::board::Position;
use engine::reading::{ReadingLimits, consequences};
use engine::vocabulary::{AnySize, Color, Move};

use super::data::{Effort, GameReview, Grade};
use crate::judgement::explanation::of_consequences;
use crate::words::{called, counted, name};

/// The largest number of nodes of a reading. The limit is a number and not a time, so
/// that a review has the same words each time.
const NODES: u64 = 3_000;
/// The longest time of a reading, which is reached only on slow machines.
const TIME: Duration = Duration::from_secs(5);
/// The memory of a reading in bytes.
const MEMORY: usize = 16 << 20;
/// The largest number of reasons that are given for a move.
const REASONS: usize = 2;
/// A lead of less than this, in points, counts as level.
const LEVEL: f64 = 0.5;

/// What a move by the player to move does to the stones around it, as sentences. Only readings that
/// were completed are mentioned.
pub fn reasons(position: &Position<AnySize>, mv: Move, stop: &AtomicBool) -> Vec<String> {
    let Some(vertex) = mv.vertex() else { return Vec::new() };
    let limits = ReadingLimits {
        time: TIME,
        memory: MEMORY,
        threads: 1,
        nodes: Some(NODES),
        stop: Some(stop),
    };
    let found = consequences(position, vertex, limits);
    let read = found.into_iter().filter(|found| {
        let is_complete = |answer: &engine::reading::Answer| answer.is_complete;
        is_complete(&found.without) && found.with.as_ref().is_none_or(is_complete)
    });
    let read: Vec<_> = read.collect();
    let told = of_consequences(position.to_move(), vertex, &read);
    // Only sentences about the move itself, which begin with "It", explain why it is good or bad.
    let told = told.iter().filter_map(|finding| finding.sentence.strip_prefix("It "));
    told.take(REASONS).map(|rest| format!("{vertex} {rest}")).collect()
}

impl GameReview {
    /// Writes the comment on a move that lost something: what it cost and what was better.
    /// `reasons` are sentences about both moves.
    pub fn comment_on(&mut self, number: usize, reasons: &[String]) {
        let Some(index) = number.checked_sub(1) else { return };
        let (Some(played), Some(before), Some(after)) =
            (self.moves.get(index), self.positions.get(index), self.positions.get(number))
        else {
            return;
        };
        let Some(better) = played.better else { return };
        let color = played.color.0;
        let (mv, better) = (called(played.mv.0), called(better.0));
        let mut text = format!("This move lost {}", lost(played.loss, played.win_rate_loss));
        let _ = write!(
            text,
            " The better move was {better}, after which {}; after {mv}, {}.",
            standing(before.lead),
            standing(after.lead)
        );
        for reason in reasons {
            let _ = write!(text, " {reason}");
        }
        // A record may let a player move twice, and then the candidates are that player's.
        let answers = self.moves.get(number).is_none_or(|next| next.color.0 != color);
        if let Some(answer) = after.candidates.first().filter(|_| answers) {
            let _ = write!(text, " {}'s best answer is {}.", name(!color), called(answer.mv.0));
        }
        if let Some(played) = self.moves.get_mut(index) {
            played.comment = text;
        }
    }

    /// The review on the terminal: the players' accuracy, and a line for each of the costliest
    /// moves.
    pub fn summary(&self) -> String {
        let mut text = format!("{}\n", self.title());
        for color in Color::BOTH {
            let own = self.players.of(color);
            if own.all.moves == 0 {
                let _ = writeln!(text, "{}: no moves", name(color));
                continue;
            }
            let phases = [
                ("opening", own.phases.opening),
                ("middle game", own.phases.middle),
                ("endgame", own.phases.end),
            ];
            let phases = phases.iter().filter(|(_, found)| found.moves > 0);
            let phases: Vec<String> =
                phases.map(|(called, found)| format!("{called} {:.0} %", found.accuracy)).collect();
            let _ = writeln!(
                text,
                "{}: accuracy {:.0} % ({}), {:.1} points lost per move, first choice in {} of {}",
                name(color),
                own.all.accuracy,
                phases.join(", "),
                own.all.mean_loss,
                own.best,
                counted(own.all.moves as f64, "move")
            );
        }
        text.push_str(&self.costliest_moves());
        if self.game.left_out > 0 {
            let _ = writeln!(
                text,
                "The review begins after move {}, where the record sets up stones, and counts the \
                 moves from there.",
                self.game.left_out
            );
        }
        if let Some(unread) = &self.unread {
            let _ = writeln!(text, "The review ends early: {unread}.");
        }
        text
    }

    /// A line for each of the moves that lost most, the costliest first.
    pub fn costliest_moves(&self) -> String {
        let mut text = String::new();
        let costliest = self.costliest.iter().filter_map(|number| self.moves.get(number - 1));
        for played in costliest {
            let better = played.better.map(|better| format!("  better {}", better.0));
            let _ = writeln!(
                text,
                "{:>4} {} {:<4} {:>6} points {:>4} %{}",
                played.number,
                name(played.color.0),
                played.mv.0,
                format!("-{:.1}", played.loss),
                format!("-{:.0}", played.win_rate_loss * 100.0),
                better.unwrap_or_default()
            );
        }
        text
    }

    /// The players and the result, on one line.
    pub fn title(&self) -> String {
        let facts = &self.game;
        let player = |called: &str, rank: &str, color| match (called, rank) {
            ("", _) => name(color).to_owned(),
            (called, "") => called.to_owned(),
            (called, rank) => format!("{called} ({rank})"),
        };
        let black = player(&facts.black, &facts.black_rank, Color::Black);
        let white = player(&facts.white, &facts.white_rank, Color::White);
        let result = match facts.result.as_str() {
            // A question mark says that the result is not known.
            "" | "?" => String::new(),
            // Game records write a draw as either.
            "0" | "Draw" => ", drawn".to_owned(),
            result => format!(", {result}"),
        };
        let moves = counted(self.moves.len() as f64, "move");
        format!("{black} - {white}, {}x{}, {moves}{result}", facts.width, facts.height)
    }

    /// The numbers of the moves that deserve a comment because they lost something. Each comes with
    /// whether the move is among the costliest, for which the reasons are worth reading out.
    pub fn lossy_moves(&self) -> impl Iterator<Item = (usize, bool)> {
        let lossy = self.moves.iter().filter(|played| played.grade >= Grade::Inaccuracy);
        lossy.map(|played| (played.number, self.costliest.contains(&played.number)))
    }
}

impl Effort {
    /// The effort in words.
    pub fn words(self) -> String {
        match self {
            Self::Seconds(seconds) => format!("{seconds} s per position"),
            Self::Visits(visits) => format!("{visits} visits per position"),
        }
    }
}

/// What a move lost, as the end of a sentence. The loss of win rate is in percentage points.
fn lost(points: f64, win_rate: f64) -> String {
    let share = (win_rate * 100.0).round();
    let points = format!("{points:.1} points");
    if share >= 1.0 { format!("{points} and {share} % in win rate.") } else { format!("{points}.") }
}

/// Who leads, and by how much.
fn standing(lead: f64) -> String {
    let leader = if lead > 0.0 { Color::Black } else { Color::White };
    match lead.abs() {
        points if points < LEVEL => "the score is level".to_owned(),
        points => format!("{} leads by {points:.1}", name(leader)),
    }
}
