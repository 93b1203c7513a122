//! The line `setoption`: a setting that the board changes.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use protocol::clip;

use super::dialect::{Dialect, EngineOption};
use super::session::Session;
use crate::xiangqi::evaluation::Evaluation;

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    /// Sets an option. A value that is set already changes nothing, because a new table takes time
    /// and forgets what was found.
    ///
    /// # Errors
    /// If the option is unknown or the value is wrong.
    pub(super) fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let Some(player) = &mut self.player else { return Ok(()) };
        let (option, value) = self.dialect.option_in(words).ok_or_else(|| {
            format!("setoption: expected an option, got '{}'", clip(&words.join(" ")))
        })?;
        let number = || {
            let (least, most) = (option.least(), option.most());
            let number = value.parse::<usize>().ok().filter(|&number| number >= least);
            let expected = || {
                format!(
                    "setoption: expected a number from {least} to {most}, got '{}'",
                    clip(&value)
                )
            };
            number.map(|number| number.min(most)).ok_or_else(expected)
        };
        // Boards that speak UCCI send either, and ElephantEye reads both.
        let switch = || match value.to_ascii_lowercase().as_str() {
            "true" | "on" => Ok(true),
            "false" | "off" => Ok(false),
            _ => Err(format!("setoption: expected true or false, got '{}'", clip(&value))),
        };
        match option {
            // In UCCI, 0 leaves the number to the program.
            EngineOption::Memory | EngineOption::Threads
                if self.dialect == Dialect::Ucci && value == "0" => {}
            EngineOption::Memory | EngineOption::Threads => {
                let number = number()?;
                let (mut memory, mut threads) =
                    (player.settings().memory, player.settings().threads);
                match option {
                    EngineOption::Memory => memory = number << 20,
                    _ => threads = number,
                }
                if (memory, threads) != (player.settings().memory, player.settings().threads) {
                    player.resize(memory, threads);
                }
            }
            EngineOption::Lines => self.lines = number()?,
            EngineOption::Level => player.settings_mut().level = number()? as u32,
            EngineOption::Lag => {
                player.settings_mut().pacing.lag = Duration::from_millis(number()? as u64);
            }
            EngineOption::Book => {
                let is_on = switch()?;
                player.settings_mut().opening = self.opening.clone().filter(|_| is_on);
            }
            EngineOption::Milliseconds => self.in_milliseconds = switch()?,
            EngineOption::Forget => {
                let record = Arc::clone(player.record());
                player.start_game();
                player.set_record(record);
            }
            EngineOption::Ignored => {}
        }
        Ok(())
    }
}
