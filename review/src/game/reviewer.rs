//! Searches for the positions of a game.

use std::time::Duration;

use clocks::TimeBudget;
use engine::rules::{GameState, Score};
use engine::search::{MoveReport, SearchLimits, SearchReport, SearchRequest, Searcher};
use engine::vocabulary::{Color, Move};

use super::data::{Candidate, Effort, Point, PositionReview};

/// The largest number of candidates of a position.
const CANDIDATES: usize = 10;
/// The largest number of moves in a line of play.
const LINE: usize = 15;

impl Effort {
    /// The limits of a search, which does not end early even if the best move is certain: the values
    /// of the positions are wanted as well.
    pub fn limits(self) -> SearchLimits {
        match self {
            Self::Visits(visits) => SearchLimits::playouts(visits),
            Self::Seconds(seconds) => SearchLimits {
                time: Some(TimeBudget::fixed(Duration::from_secs_f64(seconds))),
                ends_when_full: true,
                ..SearchLimits::playouts(u64::MAX)
            },
        }
    }
}

/// The position before move `number` of a game, counted from 0, and the player to move there. The
/// position after the last move has the number of moves. A record may let a player move twice.
///
/// # Errors
/// If the game has fewer moves.
pub fn position(game: &GameState, number: usize) -> Option<(GameState, Color)> {
    let undone = game.moves().len().checked_sub(number)?;
    let mut position = game.clone();
    position.undo_many(undone).ok()?;
    let color = game.moves().get(number).map_or(position.to_move(), |(color, _)| *color);
    Some((position, color))
}

/// Searches for a player in a position whose tree is empty. Returns `None` if `stopped` ended the
/// search.
pub fn search(
    searcher: &mut dyn Searcher,
    game: &GameState,
    color: Color,
    effort: Effort,
    stopped: &dyn Fn() -> bool,
) -> Option<PositionReview> {
    let request = SearchRequest::new(game, color, effort.limits());
    let report = searcher.search(&request, stopped, None);
    (!stopped()).then(|| PositionReview::of(&report, color))
}

impl PositionReview {
    /// What a search for `color` found.
    pub fn of(report: &SearchReport, color: Color) -> Self {
        let best = report.moves.first();
        Self {
            win_rate: of_black(best.map_or(0.5, |best| best.win_rate), color),
            lead: tenth_of_tenth(f64::from(best.map_or(0.0, |best| best.lead)) * sign(color)),
            visits: report.visits,
            ownership: report.ownership.iter().map(|share| percent(*share)).collect(),
            candidates: report
                .moves
                .iter()
                .filter(|found| found.visits > 0)
                .take(CANDIDATES)
                .map(|found| Candidate::of(found, color))
                .collect(),
        }
    }

    /// The end of a game that was counted, given Black's ownership of each point.
    pub fn counted(score: Score, ownership: &[f32]) -> Self {
        let win_rate = match score.winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        Self {
            win_rate,
            lead: score.black_lead(),
            ownership: ownership.iter().map(|share| percent(*share)).collect(),
            ..Self::default()
        }
    }

    /// The win rate of a player, from 0 to 1.
    pub fn win_rate_of(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.win_rate,
            Color::White => 1.0 - self.win_rate,
        }
    }

    /// The lead of a player, in points.
    pub fn lead_of(&self, color: Color) -> f64 {
        self.lead * sign(color)
    }
}

impl Candidate {
    fn of(found: &MoveReport, color: Color) -> Self {
        let line: Vec<Point> = found.variation.iter().take(LINE).map(|ply| Point(ply.mv)).collect();
        let line = if line.is_empty() { vec![Point(found.mv)] } else { line };
        Self {
            mv: Point(found.mv),
            visits: found.visits,
            win_rate: of_black(found.win_rate, color),
            lead: tenth_of_tenth(f64::from(found.lead) * sign(color)),
            prior: rounded(f64::from(found.prior), 10_000.0),
            line,
        }
    }

    /// Whether the candidate is this move.
    pub fn is(&self, mv: Move) -> bool {
        self.mv.0 == mv
    }
}

fn sign(color: Color) -> f64 {
    f64::from(color.sign())
}

/// Black's win rate, given that of a player.
fn of_black(win_rate: f32, color: Color) -> f64 {
    let rate = f64::from(win_rate);
    rounded(if color == Color::Black { rate } else { 1.0 - rate }, 10_000.0)
}

fn tenth_of_tenth(points: f64) -> f64 {
    rounded(points, 100.0)
}

/// A value rounded to a whole number of parts, so that files stay small and readable.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}

fn percent(share: f32) -> i8 {
    (share * 100.0).round().clamp(-100.0, 100.0) as i8
}
