//! The line `INFO`, and the limits that follow from it.

use std::io::Write;
use std::time::Duration;

use clocks::TimeSettings;
use protocol::clip;

use super::notation::{Problem, duration, limit};
use super::session::{Session, Times};
use crate::gomoku::evaluation::Evaluation;
use crate::lines::words;

/// The time for a move if the manager asks for one as fast as possible.
const AS_FAST_AS_POSSIBLE: Duration = Duration::from_millis(20);
/// The maximum fraction of a move's time that is kept back for the lag, as a divisor.
const LARGEST_LAG: u32 = 4;
/// The fraction of the memory allowed by the manager that is not used for tables, as a divisor.
const OTHER_MEMORY: u64 = 4;

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    /// Notes what the manager says. What is unknown is ignored, as the protocol asks.
    ///
    /// # Errors
    /// If a value is wrong, or cannot be granted.
    pub(super) fn info(&mut self, text: &str) -> Result<(), Problem> {
        let (key, value) = words(text);
        let key = key.to_ascii_lowercase();
        match key.as_str() {
            "timeout_turn" => self.times.turn = duration(&key, value)?,
            "timeout_match" => {
                // Here, 0 means no limit.
                self.times.game = duration(&key, value)?.filter(|time| !time.is_zero());
            }
            "time_left" => {
                self.times.left = duration(&key, value)?;
                self.times.has_left = self.times.left.is_some();
            }
            "max_node" => {
                let told = limit(&key, "positions", value)?;
                self.player.settings_mut().nodes = told.into_iter().chain(self.own.nodes).min();
            }
            "max_depth" => {
                let told = limit(&key, "moves", value)?;
                let told = told.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
                self.player.settings_mut().depth = told.into_iter().chain(self.own.depth).min();
            }
            "thread_num" => {
                let told = limit(&key, "threads", value)?.map(|told| told as usize);
                let threads = told.into_iter().chain([self.own.threads]).min().unwrap_or(1);
                self.resize(self.player.settings().memory, threads);
            }
            "max_memory" => {
                let told = limit(&key, "bytes", value)?;
                let told = told.map(|bytes| (bytes - bytes / OTHER_MEMORY) as usize);
                let memory = told.into_iter().chain([self.own.memory]).min().unwrap_or_default();
                self.resize(memory, self.player.settings().threads);
            }
            "rule" if value != "0" => {
                return Err(format!("rule {}: only freestyle is played", clip(value)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets the memory and the threads. New tables take time, so there are none without need.
    fn resize(&mut self, memory: usize, threads: usize) {
        let settings = self.player.settings();
        if (memory, threads) != (settings.memory, settings.threads) {
            self.player.resize(memory, threads);
        }
    }

    /// Sets the limits of time for the next move.
    pub(super) fn set_clock(&mut self) {
        // The manager's clock runs while a command waits for those before it, such as one that
        // needs new tables, but not before the last answer.
        let waited = self.came.max(self.answered).elapsed();
        let Times { turn, game, has_left, .. } = self.times;
        let lag = self.player.settings().pacing.lag;
        let usable = turn.map(|turn| match turn.as_millis() {
            0 => AS_FAST_AS_POSSIBLE,
            _ => (turn - lag.min(turn / LARGEST_LAG)).saturating_sub(waited),
        });
        self.player.settings_mut().seconds = self.own.seconds.into_iter().chain(usable).min();
        let mover = self.player.record().mover();
        let clock = self.player.clock_mut();
        match game {
            Some(main) => clock.set_settings(TimeSettings::Absolute { main }),
            // A limit may be lifted in the middle of a game.
            None if !has_left => clock.set_settings(TimeSettings::Unlimited),
            None => {}
        }
        if let Some(left) = self.times.left.take().or_else(|| clock.left(mover)) {
            clock.set_left(mover, left.saturating_sub(waited), 0);
        }
    }
}
