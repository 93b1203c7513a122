//! The line `go`: the limits of a search.

use std::time::Duration;

use clocks::{Side, TimeSettings};

use super::dialect::Dialect;
use crate::player::Player;
use crate::xiangqi::evaluation::Evaluation;
use crate::xiangqi::position::Position;
use crate::xiangqi::square::Move;

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ClockLeft {
    time: Option<Duration>,
    increment: Duration,
}

/// The limits that a board sets for one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoLimits {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// The clocks of Red and Black, or in UCCI those of the player to move and his opponent.
    clocks: [ClockLeft; 2],
    moves_to_go: Option<u32>,
    /// The only moves to choose from, if there are such.
    pub(super) only: Vec<Move>,
    /// Whether the search goes on until the board stops it.
    pub(super) is_infinite: bool,
    /// Whether the search is for the move after one that the opponent has not made yet.
    pub(super) is_pondering: bool,
}

/// The limits that are numbers.
const NUMBERS: [&str; 14] = [
    "depth",
    "mate",
    "nodes",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "time",
    "opptime",
    "increment",
    "oppincrement",
    "oppmovestogo",
];

impl GoLimits {
    /// Reads the arguments of `go`. Unknown words are left out, because the protocols may grow.
    ///
    /// # Errors
    /// If a number is missing or wrong.
    pub(super) fn read(
        words: &[&str],
        dialect: Dialect,
        in_milliseconds: bool,
    ) -> Result<Self, String> {
        let mut asked = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => asked.is_infinite = true,
                "ponder" => asked.is_pondering = true,
                "searchmoves" => {
                    let read = |word: &&str| dialect.ranks().read_move(word).ok();
                    while let Some(mv) = words.peek().and_then(read) {
                        asked.only.push(mv);
                        words.next();
                    }
                }
                "depth" if words.peek() == Some(&"infinite") => {}
                _ if !NUMBERS.contains(&word) => {}
                _ => {
                    let number = words.next();
                    let read = |text: &str| text.parse::<i64>().ok();
                    let number = number.and_then(read).map(|number| number.max(0).unsigned_abs());
                    let wrong =
                        || format!("go: expected a number after '{}'", protocol::clip(word));
                    asked.set(word, number.ok_or_else(wrong)?, |number| {
                        dialect.time(number, in_milliseconds)
                    });
                }
            }
        }
        Ok(asked)
    }

    /// The same limits for the time until the opponent has moved, which has no end by the clock.
    pub(super) fn while_pondering(&self) -> Self {
        Self { depth: self.depth, nodes: self.nodes, ..Self::default() }
    }

    /// Sets a limit by its name.
    fn set(&mut self, name: &str, number: u64, time: impl Fn(u64) -> Duration) {
        let [red, black] = &mut self.clocks;
        match name {
            "depth" => self.depth = Some(number.clamp(1, 100) as u32),
            // The mating player moves once more than his opponent.
            "mate" => self.depth = Some((2 * number.clamp(1, 50) - 1) as u32),
            "nodes" => self.nodes = Some(number.max(1)),
            "movetime" => self.move_time = Some(time(number)),
            "movestogo" => self.moves_to_go = Some(number.clamp(1, 1000) as u32),
            "wtime" | "time" => red.time = Some(time(number)),
            "btime" | "opptime" => black.time = Some(time(number)),
            "winc" | "increment" => red.increment = time(number),
            "binc" | "oppincrement" => black.increment = time(number),
            _ => {}
        }
    }

    /// Gives the limits to a player.
    pub(super) fn apply<E: Evaluation>(&self, player: &mut Player<Position<E>>, dialect: Dialect) {
        let mover = player.record().mover();
        let settings = player.settings_mut();
        settings.depth = self.depth;
        settings.nodes = self.nodes;
        // The answer needs time as well.
        let lag = settings.pacing.lag;
        settings.seconds = self.move_time.map(|time| time - lag.min(time / 4));
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some();
        let [red, black] = self.clocks;
        let own = if dialect == Dialect::Ucci || mover == Side::First { red } else { black };
        let clock = player.clock_mut();
        clock.set_settings(TimeSettings::Unlimited);
        if let Some(time) = own.time.filter(|_| !self.is_infinite) {
            let main = time;
            let (settings, count) = match self.moves_to_go {
                Some(stones) => {
                    let period = time;
                    (TimeSettings::Canadian { main: Duration::ZERO, period, stones }, stones)
                }
                None if own.increment.is_zero() => (TimeSettings::Absolute { main }, 0),
                None => {
                    let (increment, cap, longest_move) = (own.increment, None, None);
                    (TimeSettings::Fischer { main, increment, cap, longest_move }, 0)
                }
            };
            clock.set_settings(settings);
            clock.set_left(mover, time, count);
        } else if !is_limited {
            // Until the board stops it.
            player.settings_mut().nodes = Some(u64::MAX);
        }
    }
}
