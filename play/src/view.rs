//! A snapshot of the table, for display.

use std::time::{Duration, Instant};

use clocks::Clock;
use engine::player::Level;
use engine::vocabulary::{BoardSize, ByColor, Color, Vertex};
use review::words::name;

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The last move.
    Last,
    /// A move that the program advises, with its rank, counted from 1.
    Hint(u8),
    /// A dead stone.
    Dead,
    /// An empty point that counts for a player.
    Owned(Color),
}

/// What is on a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) stone: Option<Color>,
    pub(crate) mark: Option<Mark>,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A move of the person.
    Person,
    /// A move or an answer of the program.
    Program,
    /// The person's agreement to the dead stones.
    Agreement,
    /// Whether the person wants to save the game before leaving.
    Leaving,
    /// Nothing: the game is over.
    Nothing,
}

/// A snapshot of the table.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) size: BoardSize,
    /// The points, indexed by [`Vertex::index`].
    pub(crate) spots: Vec<Spot>,
    pub(crate) turn: Turn,
    /// The colour of the person.
    pub(crate) person: Color,
    pub(crate) level: Level,
    /// The stones that each player has captured.
    pub(crate) captures: ByColor<usize>,
    pub(crate) clock: Clock,
    /// The time that each player has used, but for what is running.
    pub(crate) used: ByColor<Duration>,
    /// Whose time is running, and since when.
    pub(crate) running: Option<(Color, Instant)>,
    /// The player who has lost on time, whose clock no longer shows it.
    pub(crate) late: Option<Color>,
    /// Black's win rate, 0 to 1, if it is known and shall be seen.
    pub(crate) black_win_rate: Option<f32>,
    /// What is to be said, a paragraph each.
    pub(crate) said: Vec<String>,
}

impl View {
    pub(crate) fn spot(&self, at: Vertex) -> Spot {
        self.spots.get(at.index(self.size)).copied().unwrap_or_default()
    }

    /// A player's name, stones captured and time, on one line.
    pub(crate) fn player(&self, color: Color) -> String {
        let player = if color == self.person {
            "You".to_owned()
        } else {
            format!("Mengxi, {}", strength(self.level))
        };
        let captures = self.captures[color];
        let stones = if captures == 0 { String::new() } else { format!(", {captures} captured") };
        format!("{}: {player}{stones}, {}", name(color), self.time(color))
    }

    /// The time that a player has left, or has used if there is no clock.
    fn time(&self, color: Color) -> String {
        let minutes =
            |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        match self.clock.reading(color) {
            _ if self.late == Some(color) => "time is up".to_owned(),
            Some((left, _)) if left.is_zero() => "time is up".to_owned(),
            Some((left, 0)) => minutes(left),
            Some((left, periods)) => format!("{} ({periods})", minutes(left)),
            None => {
                let running = self.running.filter(|(running, _)| *running == color);
                let run = running.map_or(Duration::ZERO, |(_, since)| since.elapsed());
                minutes(self.used[color] + run)
            }
        }
    }

    /// What the game waits for, on one line.
    pub(crate) fn waits_for(&self) -> &'static str {
        match self.turn {
            Turn::Person => "Your move",
            Turn::Program => "Mengxi is thinking",
            Turn::Agreement => "Are the dead stones right?",
            Turn::Leaving => "Save the game before you leave?",
            Turn::Nothing => "The game is over",
        }
    }
}

/// A level in words.
pub(crate) fn strength(level: Level) -> String {
    format!("level {level} (about {})", level.rank())
}
