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
    increment: Option<Duration>,
}

impl ClockLeft {
    /// The time control of the next move, with `time` left on the clock, and the number of moves to
    /// make in a period of it.
    fn control(self, time: Duration, moves_to_go: Option<u32>) -> (TimeSettings, u32) {
        let increment = self.increment.unwrap_or_default();
        let Some(moves) = moves_to_go else {
            return (TimeSettings::with_increment(time, increment), 0);
        };
        // What is left after the last of these moves stays on the clock, so the time is divided as
        // if there were one move more.
        let moves = moves.saturating_add(1);
        if increment.is_zero() {
            let main = Duration::ZERO;
            return (TimeSettings::Canadian { main, period: time, stones: moves }, moves);
        }
        let longest_move = Some((time / moves).saturating_add(increment));
        (TimeSettings::Fischer { main: time, increment, cap: None, longest_move }, 0)
    }
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

/// The greatest number that is read, some 35 years in milliseconds. Sums and products of such
/// numbers cannot overflow.
const MOST: u64 = 1 << 40;

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
                    // The greatest number of 64 bits may stand for no limit.
                    let read = |text: &str| text.parse::<i128>().ok();
                    let number = number.and_then(read);
                    let number = number.map(|number| number.clamp(0, MOST.into()) as u64);
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
            "winc" | "increment" => red.increment = Some(time(number)),
            "binc" | "oppincrement" => black.increment = Some(time(number)),
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
            // In UCCI, a time for the rest of the game comes with an increment, which may be 0.
            // ElephantEye takes a time without one as the time for one move.
            let is_for_one_move = dialect == Dialect::Ucci && own.increment.is_none();
            let moves_to_go = self.moves_to_go.or(is_for_one_move.then_some(1));
            let (settings, count) = own.control(time, moves_to_go);
            clock.set_settings(settings);
            clock.set_left(mover, time, count);
        } else if !is_limited {
            // Until the board stops it.
            player.settings_mut().nodes = Some(u64::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::xiangqi::evaluation::Simple;
    use crate::xiangqi::square::Ranks;

    const UCI: Dialect = Dialect::Uci(Ranks::FromOne);

    /// The time for the first move of a game, in milliseconds.
    fn allowed(go: &str) -> u128 {
        allowed_by(UCI, go)
    }

    fn allowed_by(dialect: Dialect, go: &str) -> u128 {
        let words: Vec<&str> = go.split_whitespace().collect();
        let mut player =
            Player::<Position<Simple>>::new(Settings { memory: 1 << 10, ..Settings::default() });
        let limits = GoLimits::read(&words, dialect, true).unwrap();
        limits.apply(&mut player, dialect);
        player.allowed().unwrap().as_millis()
    }

    #[test]
    fn time_to_the_next_control_is_shared_and_some_is_kept_for_the_moves_after_it() {
        assert_eq!(allowed("wtime 300000 movestogo 1"), 149_900);
        assert_eq!(allowed("wtime 300000 movestogo 29"), 9_900);
        // With an increment, the share and the increment are a limit.
        let with_increment = allowed("wtime 60000 winc 1000 movestogo 40");
        assert!((1000..=2363).contains(&with_increment), "{with_increment}");
        let late = allowed("wtime 1000 winc 200 movestogo 100");
        assert!(late <= 209, "{late}");
        assert!(allowed("wtime 60000 winc 1000 movestogo 1") <= 31_000);
    }

    #[test]
    fn a_time_is_for_one_move_by_ucci_unless_there_is_an_increment() {
        assert_eq!(allowed_by(Dialect::Ucci, "time 300000 opptime 300000"), 149_900);
        let of_game = allowed_by(Dialect::Ucci, "time 300000 increment 0");
        assert!((1000..10_000).contains(&of_game), "{of_game}");
        assert_eq!(allowed("wtime 300000"), of_game);
    }

    #[test]
    fn a_time_for_a_move_is_used_but_for_the_lag() {
        assert_eq!(allowed("movetime 1000"), 900);
        assert_eq!(allowed("movetime 100"), 75);
    }
}
