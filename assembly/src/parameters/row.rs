//! A parameter: its name, its range, its documentation, and the field that it sets.
//!
//! Values are converted to and from text here and nowhere else.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use engine::player::Level;
use playouts::digest_of;

use super::values::{ParameterValues, processors};
use crate::network_choice::NetworkChoice;
use crate::openings::BookChoice;

/// The field that a parameter sets. Each variant corresponds to one type of value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    /// A switch.
    Switch(fn(&mut ParameterValues) -> &mut bool),
    /// A percentage.
    Percent(fn(&mut ParameterValues) -> &mut u8),
    /// A whole number.
    Count(fn(&mut ParameterValues) -> &mut u32),
    /// A number of threads. The upper end of the range is multiplied by the number of processors.
    Threads(fn(&mut ParameterValues) -> &mut usize),
    /// A number of bytes, given in MiB.
    Mebibytes(fn(&mut ParameterValues) -> &mut usize),
    /// A number of simulations; 0 means no limit.
    Limit(fn(&mut ParameterValues) -> &mut Option<u64>),
    /// A real number.
    Number(fn(&mut ParameterValues) -> &mut f32),
    /// A time in seconds.
    Seconds(fn(&mut ParameterValues) -> &mut Duration),
    /// A time in seconds; 0 means no limit.
    TimeLimit(fn(&mut ParameterValues) -> &mut Option<Duration>),
    /// A level of play.
    Level(fn(&mut ParameterValues) -> &mut Level),
    /// A network.
    Network(fn(&mut ParameterValues) -> &mut NetworkChoice),
    /// An opening book.
    Book(fn(&mut ParameterValues) -> &mut BookChoice),
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name of the parameter, which is the name of its option with `_` in place of `-`.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Whether the help shows the option.
    pub(super) is_shown: bool,
    range: (f64, f64),
    field: Field,
}

impl Parameter {
    pub(super) const fn new(
        name: &'static str,
        range: RangeInclusive<f64>,
        field: Field,
        doc: &'static str,
    ) -> Self {
        Self { name, doc, is_shown: false, range: (*range.start(), *range.end()), field }
    }

    /// Creates a parameter that is on or off.
    pub(super) const fn switch(
        name: &'static str,
        field: fn(&mut ParameterValues) -> &mut bool,
        doc: &'static str,
    ) -> Self {
        Self::new(name, 0.0..=1.0, Field::Switch(field), doc)
    }

    /// Shows the option in the help.
    pub(super) const fn shown(self) -> Self {
        Self { is_shown: true, ..self }
    }

    /// Returns the whole range if the parameter is a percentage or a fraction, because both ends of
    /// such a range are reasonable values. Returns `None` for any other parameter, whose range only
    /// limits which values are accepted.
    pub fn scale(&self) -> Option<(f64, f64)> {
        let is_share = matches!(self.field, Field::Number(_)) && self.range == (0.0, 1.0);
        (is_share || matches!(self.field, Field::Percent(_))).then_some(self.range)
    }

    /// Whether the parameter is a switch, which can only be on or off.
    pub fn is_switch(&self) -> bool {
        matches!(self.field, Field::Switch(_))
    }

    /// Whether the parameter accepts only whole numbers.
    pub fn is_whole(&self) -> bool {
        !matches!(
            self.field,
            Field::Number(_)
                | Field::Seconds(_)
                | Field::TimeLimit(_)
                | Field::Network(_)
                | Field::Book(_)
        )
    }

    /// Whether the values are numbers.
    pub fn is_number(&self) -> bool {
        !matches!(self.field, Field::Network(_) | Field::Book(_))
    }

    /// Whether 0 means no limit.
    pub fn is_limit(&self) -> bool {
        matches!(self.field, Field::Limit(_) | Field::TimeLimit(_))
    }

    /// Whether this is a number of threads, which fits a machine and not a way of playing.
    pub fn counts_threads(&self) -> bool {
        matches!(self.field, Field::Threads(_))
    }

    /// The placeholder for a value in the help.
    pub(super) fn placeholder(&self) -> &'static str {
        match self.field {
            Field::Mebibytes(_) => "MIB",
            Field::Network(_) | Field::Book(_) => "FILE",
            Field::Seconds(_) | Field::TimeLimit(_) => "S",
            Field::Number(_) if self.range == (0.0, 1.0) => "P",
            Field::Number(_) => "X",
            _ => "N",
        }
    }

    /// The default value, or `None` if it depends on the machine or means no limit.
    pub(super) fn default(&self) -> Option<String> {
        let value = self.get(&ParameterValues::default());
        let is_open = matches!(self.field, Field::Threads(_)) || self.is_limit() && value == "0";
        (!is_open).then_some(value)
    }

    /// The valid values, for the documentation. The text is the same on every machine.
    pub fn values_in_words(&self) -> String {
        let (from, to) = self.range;
        match self.field {
            Field::Switch(_) => "0 or 1".to_owned(),
            Field::Threads(_) => format!("{from} to {to} times the processors"),
            Field::Limit(_) => format!("{from} or more, 0 for no limit"),
            Field::TimeLimit(_) => format!("{from} to {to}, 0 for no limit"),
            Field::Network(_) | Field::Book(_) => "`built-in`, `none`, or a file".to_owned(),
            Field::Level(_) => format!("{from} to {to}, or a rank such as `8k` or `1d`"),
            _ => format!("{from} to {to}"),
        }
    }

    /// The highest valid value on this machine.
    fn highest(&self) -> f64 {
        match self.field {
            Field::Threads(_) => self.range.1 * processors() as f64,
            _ => self.range.1,
        }
    }

    /// The valid values, as described in error messages.
    fn expected(&self) -> String {
        let (from, to) = (self.range.0, self.highest());
        match self.field {
            Field::Switch(_) => "0 or 1, false or true".to_owned(),
            Field::Limit(_) => format!("a number of simulations from {from}, or 0 for no limit"),
            Field::TimeLimit(_) => format!("a number of seconds from {from} to {to}"),
            Field::Seconds(_) => format!("a number of seconds from {from} to {to}"),
            Field::Threads(_) => format!(
                "a number of threads from {from} to {to}, {} times the processors",
                self.range.1
            ),
            Field::Mebibytes(_) => format!("a number of MiB from {from} to {to}"),
            Field::Level(_) => format!(
                "a level from {from} to {to}, where {to} is full strength, or a rank such as 8k or 1d"
            ),
            Field::Percent(_) | Field::Count(_) => format!("a whole number from {from} to {to}"),
            Field::Number(_) => format!("a number from {from} to {to}"),
            Field::Network(_) => "built-in, none, or a file with a network".to_owned(),
            Field::Book(_) => "built-in, none, or a file with an opening book".to_owned(),
        }
    }

    /// The valid values of the option, as described in error messages. If the option is a limit, 0
    /// is not valid, because leaving out the option already means no limit.
    pub(super) fn expected_of_option(&self) -> String {
        let (from, to) = self.range;
        match self.field {
            Field::Limit(_) => format!("a number of simulations from {from}"),
            Field::TimeLimit(_) => format!("a number of seconds above {from}, at most {to}"),
            _ => self.expected(),
        }
    }

    /// The current value.
    pub fn get(&self, from: &ParameterValues) -> String {
        let mut values = *from;
        match self.field {
            Field::Switch(field) => u8::from(*field(&mut values)).to_string(),
            Field::Percent(field) => field(&mut values).to_string(),
            Field::Count(field) => field(&mut values).to_string(),
            Field::Threads(field) => field(&mut values).to_string(),
            Field::Mebibytes(field) => (*field(&mut values) >> 20).to_string(),
            Field::Limit(field) => field(&mut values).unwrap_or(0).to_string(),
            Field::Number(field) => field(&mut values).to_string(),
            Field::Seconds(field) => field(&mut values).as_secs_f64().to_string(),
            Field::TimeLimit(field) => {
                field(&mut values).map_or(0.0, |time| time.as_secs_f64()).to_string()
            }
            Field::Level(field) => field(&mut values).to_string(),
            Field::Network(field) => field(&mut values).to_string(),
            Field::Book(field) => field(&mut values).to_string(),
        }
    }

    /// What results depend on: the current value or, instead of the name of a network or of a file,
    /// the digest of its content, and for a network in floating point the arithmetic.
    pub fn identity(&self, from: &ParameterValues) -> String {
        let mut values = *from;
        let of_file = |digest: String| format!("a file with SHA-256 {digest}");
        let identity = match self.field {
            Field::Network(field) => {
                let network = *field(&mut values);
                let file = network.file().ok().flatten();
                let arithmetic = network.network().and_then(|network| network.arithmetic());
                let arithmetic = arithmetic.map(|name| format!(", evaluated with {name}"));
                file.map(|file| of_file(digest_of(&file)) + &arithmetic.unwrap_or_default())
            }
            Field::Book(field) => field(&mut values).digest().map(of_file),
            _ => None,
        };
        identity.unwrap_or_else(|| self.get(from))
    }

    /// Sets the value.
    ///
    /// # Errors
    /// Returns a description of the valid values if the text is not one of them. In that case,
    /// nothing changes.
    pub fn set(&self, to: &mut ParameterValues, text: &str) -> Result<(), String> {
        let expected = || self.expected();
        let because = |problem| format!("{} ({problem})", self.expected());
        match self.field {
            Field::Switch(field) => *field(to) = switch(text).ok_or_else(expected)?,
            Field::Percent(field) => *field(to) = self.within(text, f64::from)?,
            Field::Count(field) => *field(to) = self.within(text, f64::from)?,
            Field::Threads(field) => *field(to) = self.within(text, |number| number as f64)?,
            Field::Mebibytes(field) => {
                *field(to) = self.within(text, |number: usize| number as f64)? << 20;
            }
            Field::Limit(field) => {
                let limit = text.parse().map_err(|_| expected())?;
                *field(to) = Some(limit).filter(|&limit| limit > 0);
            }
            Field::Number(field) => *field(to) = self.within(text, f64::from)?,
            Field::Seconds(field) => *field(to) = Duration::from_secs_f64(self.number(text)?),
            Field::TimeLimit(field) => {
                let seconds = Some(self.number(text)?).filter(|&seconds| seconds > 0.0);
                *field(to) = seconds.map(Duration::from_secs_f64);
            }
            Field::Level(field) => *field(to) = text.parse().map_err(|_| expected())?,
            Field::Network(field) => *field(to) = NetworkChoice::read(text).map_err(because)?,
            Field::Book(field) => *field(to) = BookChoice::read(text).map_err(because)?,
        }
        Ok(())
    }

    fn number(&self, text: &str) -> Result<f64, String> {
        self.within(text, |number| number)
    }

    /// Reads a number. It must lie within the range, so NaN is not valid.
    fn within<T: FromStr + Copy>(&self, text: &str, as_float: fn(T) -> f64) -> Result<T, String> {
        let range = self.range.0..=self.highest();
        let number = text.parse().ok().filter(|&value| range.contains(&as_float(value)));
        number.ok_or_else(|| self.expected())
    }
}

fn switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}
