//! The arguments of the task `play`.

use std::path::PathBuf;

use clap::Args;
use clocks::TimeSettings;
use engine::vocabulary::Color;

/// The options that `mengxi play` sets unless they are given: a small board, a komi with which both
/// players have about the same chances there, and a level for somebody who has played for some
/// months.
pub const DEFAULTS: [&str; 6] = ["--size", "9", "--komi", "7", "--level", "4"];

/// The arguments of the task `play`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct PlayOptions {
    /// The colour that you play: black or white. With a handicap it is black.
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = color)]
    pub color: Color,

    /// The number of stones that you have at the start, 2 to 9; komi is then 0.5 points.
    #[arg(long, value_name = "STONES", value_parser = clap::value_parser!(u8).range(2..=9))]
    pub handicap: Option<u8>,

    /// Minutes for each player, optionally followed by byo-yomi as +PERIODSxSECONDS, such as
    /// 10+5x30. Without it, nobody's time is limited.
    #[arg(long, value_name = "MINUTES", value_parser = time)]
    pub time: Option<TimeSettings>,

    /// Goes on with the game in an SGF file.
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,

    /// Draws the board with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,

    /// Prints the board line by line, instead of taking over the whole terminal.
    #[arg(long)]
    pub lines: bool,
}

impl PlayOptions {
    /// The game that GNU Go's option `--mode ascii` asks for: in lines of ASCII characters.
    pub fn ascii_lines() -> Self {
        Self {
            color: Color::Black,
            handicap: None,
            time: None,
            load: None,
            ascii: true,
            lines: true,
        }
    }
}

/// Reads the name of a colour.
pub(crate) fn color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("expected black or white".to_owned()),
    }
}

/// Reads a time control, such as `10` or `10+5x30`.
fn time(text: &str) -> Result<TimeSettings, String> {
    let expected = || "expected minutes such as 10, or minutes and byo-yomi such as 10+5x30";
    let seconds = |text: &str, unit: f64, most: f64| {
        let number: f64 = text.parse().map_err(|_| expected())?;
        let is_usable = number.is_finite() && (0.0..=most).contains(&number);
        if is_usable { Ok(number * unit) } else { Err(expected()) }
    };
    let Some((main, periods)) = text.split_once('+') else {
        return match seconds(text, 60.0, 1440.0)? {
            0.0 => Err(expected().to_owned()),
            main => Ok(TimeSettings::absolute(main)),
        };
    };
    let (count, period) = periods.split_once('x').ok_or_else(expected)?;
    let count =
        count.parse().ok().filter(|count| (1..=100).contains(count)).ok_or_else(expected)?;
    let period = seconds(period, 1.0, 3600.0)?;
    if period < 1.0 {
        return Err(expected().to_owned());
    }
    Ok(TimeSettings::byoyomi(seconds(main, 60.0, 1440.0)?, period, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_minutes_and_perhaps_byoyomi() {
        assert_eq!(time("10"), Ok(TimeSettings::absolute(600.0)));
        assert_eq!(time("0.5"), Ok(TimeSettings::absolute(30.0)));
        assert_eq!(time("10+5x30"), Ok(TimeSettings::byoyomi(600.0, 30.0, 5)));
        assert_eq!(time("0+1x10"), Ok(TimeSettings::byoyomi(0.0, 10.0, 1)));
        for bad in ["", "0", "x", "-1", "inf", "1e9", "10+", "10+5", "10+0x30", "10+5x0", "1+1x1e9"]
        {
            assert!(time(bad).is_err(), "{bad}");
        }
    }
}
