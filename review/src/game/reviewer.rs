//! Searches the positions of a game.

use std::time::Duration;

use engine::player::{MemoryShortage, MoveReport, Player, SearchReport, StopSignal, Wishes};
use engine::rules::{GameState, Score};
use engine::vocabulary::{Color, Move};

use super::data::{Candidate, Effort, Point, PositionReview};

/// The largest number of candidates of a position.
const CANDIDATES: usize = 10;
/// The largest number of moves in a line of play.
const LINE: usize = 15;

/// A player that searches one position after another.
pub struct Reviewer(Box<dyn Player>);

impl Reviewer {
    /// Lets a player search each position with this effort. The search does not end early even if
    /// the best move is certain, because the value of the position matters too.
    ///
    /// # Errors
    /// If there is not enough memory for the search tree.
    pub fn new(mut player: Box<dyn Player>, effort: Effort) -> Result<Self, MemoryShortage> {
        let (visits, time) = match effort {
            Effort::Visits(visits) => (Some(visits), None),
            Effort::Seconds(seconds) => (None, Some(Duration::from_secs_f64(seconds))),
        };
        let settings = player.settings().for_analysis(visits, time);
        player.set_settings(settings)?;
        Ok(Self(player))
    }

    /// The signal that ends the search of a position.
    pub fn stop_signal(&self) -> StopSignal {
        self.0.stop_signal()
    }

    /// What is found in the position before the move with this number, counted from 0. Returns
    /// `None` if the search was stopped, or the game has fewer moves.
    pub fn review(&mut self, game: &GameState, number: usize) -> Option<PositionReview> {
        let (position, color) = position(game, number)?;
        let is_over = position.is_over();
        *self.0.game_mut() = position;
        let stop = self.0.stop_signal();
        let found = if is_over {
            // What was searched before must not matter.
            self.0.forget();
            let judged = self.0.judge();
            let score = judged.count(self.0.game()).score();
            PositionReview::counted(score, &judged.ownership)
        } else {
            self.0.suggest(color, Wishes::default());
            PositionReview::of(self.0.last_report()?, color)
        };
        (!stop.is_raised()).then_some(found)
    }
}

/// The position before the move with this number, counted from 0, and the player who makes that
/// move; in a record, a player may move twice in a row. If `number` is the number of moves of the
/// game, the position is the last one. Returns `None` if the game has fewer moves.
pub fn position(game: &GameState, number: usize) -> Option<(GameState, Color)> {
    let undone = game.moves().len().checked_sub(number)?;
    let mut position = game.clone();
    position.undo_many(undone).ok()?;
    let color = game.moves().get(number).map_or(position.to_move(), |(color, _)| *color);
    Some((position, color))
}

impl PositionReview {
    /// What a search for `color` found.
    pub fn of(report: &SearchReport, color: Color) -> Self {
        let best = report.moves.first();
        Self {
            win_rate: of_black(best.map_or(0.5, |best| best.win_rate), color),
            lead: hundredths(f64::from(best.map_or(0.0, |best| best.lead)) * sign(color)),
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

    /// Adds points to Black's lead and a share to Black's win rate, in the position and after each
    /// candidate.
    pub(super) fn shift(&mut self, points: f64, share: f64) {
        let candidates = self.candidates.iter_mut();
        let candidates = candidates.map(|found| (&mut found.lead, &mut found.win_rate));
        for (lead, rate) in candidates.chain([(&mut self.lead, &mut self.win_rate)]) {
            *lead = rounded(*lead + points, 100.0);
            *rate = rounded((*rate + share).clamp(0.0, 1.0), 10_000.0);
        }
    }

    /// The win rate of a player, from 0 to 1.
    pub fn win_rate_of(&self, color: Color) -> f64 {
        win_rate_of(self.win_rate, color)
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
            lead: hundredths(f64::from(found.lead) * sign(color)),
            prior: rounded(f64::from(found.prior), 10_000.0),
            line,
        }
    }

    /// The win rate of a player after the move, from 0 to 1.
    pub fn win_rate_of(&self, color: Color) -> f64 {
        win_rate_of(self.win_rate, color)
    }

    /// The lead of a player after the move, in points.
    pub fn lead_of(&self, color: Color) -> f64 {
        self.lead * sign(color)
    }

    /// The names of the moves of the line.
    pub fn names(&self) -> Vec<String> {
        self.line.iter().map(|point| point.0.to_string()).collect()
    }

    /// Whether the candidate is this move.
    pub fn is(&self, mv: Move) -> bool {
        self.mv.0 == mv
    }
}

fn sign(color: Color) -> f64 {
    f64::from(color.sign())
}

/// The win rate of a player, given Black's.
fn win_rate_of(rate: f64, color: Color) -> f64 {
    match color {
        Color::Black => rate,
        Color::White => 1.0 - rate,
    }
}

/// Black's win rate, given that of a player.
fn of_black(win_rate: f32, color: Color) -> f64 {
    rounded(win_rate_of(f64::from(win_rate), color), 10_000.0)
}

fn hundredths(points: f64) -> f64 {
    rounded(points, 100.0)
}

/// A value rounded to a whole number of parts, so that files stay small and readable.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}

fn percent(share: f32) -> i8 {
    (share * 100.0).round().clamp(-100.0, 100.0) as i8
}
