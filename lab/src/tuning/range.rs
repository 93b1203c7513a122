//! A parameter with the range in which to search for its best value.

use std::str::FromStr;

use assembly::parameters::{Assignment, Parameter, ParameterValues};

/// A parameter to tune, written `NAME=FROM..TO` or `NAME=FROM..TO:START`, or just `NAME` if the
/// parameter has a scale according to its row in the parameter table.
#[derive(Clone, Copy, Debug)]
pub struct TunedRange {
    parameter: &'static Parameter,
    from: f64,
    to: f64,
    start: Option<f64>,
}

impl PartialEq for TunedRange {
    fn eq(&self, other: &Self) -> bool {
        let parts = |range: &Self| (range.parameter.name, range.from, range.to, range.start);
        parts(self) == parts(other)
    }
}

impl FromStr for TunedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((name, range)) = text.split_once('=') else { return Self::of_scale(text) };
        let expected = format!("expected {name}=FROM..TO or {name}=FROM..TO:START, got '{text}'");
        let (from, rest) = range.split_once("..").ok_or(expected)?;
        let (to, start) = match rest.split_once(':') {
            Some((to, start)) => (to, Some(start)),
            None => (rest, None),
        };
        // This comes first, so that an unknown name is reported before other errors.
        let parameter = Assignment::new(name, from)?.parameter();
        Assignment::new(name, to)?;
        let (from, to) = (number(from)?, number(to)?);
        if from >= to {
            return Err(format!("{name}: expected FROM smaller than TO, got '{from}..{to}'"));
        }
        let start = start.map(number).transpose()?;
        if let Some(start) = start.filter(|start| !(from..=to).contains(start)) {
            return Err(format!("{name}: expected START from {from} to {to}, got '{start}'"));
        }
        Ok(Self { parameter, from, to, start })
    }
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("expected a number, got '{text}'"))
}

impl TunedRange {
    /// Reads the name of a parameter given without a range. The range is then the whole scale of
    /// the parameter, and the search starts at the current value.
    fn of_scale(name: &str) -> Result<Self, String> {
        let parameter = Parameter::named(name)?;
        let (from, to) = parameter.scale().ok_or_else(|| {
            format!(
                "expected {name}=FROM..TO with values from {}, got '{name}': no range fits every \
                 board and limit",
                parameter.values_in_words()
            )
        })?;
        Ok(Self { parameter, from, to, start: None })
    }

    /// The name of the parameter.
    pub(crate) fn name(&self) -> &'static str {
        self.parameter.name
    }

    /// The starting point, as a fraction of the range. It is START if that is given. Otherwise, it
    /// is the current value or, if the current value lies outside the range, the nearest end of the
    /// range.
    pub(crate) fn start(&self, current: &ParameterValues) -> f64 {
        let value = || self.parameter.get(current).parse().ok();
        let start = self.start.or_else(value).unwrap_or(self.from);
        ((start - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }

    /// The smallest useful perturbation, as a fraction of the range. For parameters that are whole
    /// numbers, it is half a unit, so that the rounded values half a unit above and below any value
    /// differ. For other parameters, it is 0.
    pub(crate) fn least(&self) -> f64 {
        if self.parameter.is_whole() { 0.5 / (self.to - self.from) } else { 0.0 }
    }

    /// The unrounded value at this fraction of the range.
    pub(crate) fn value(&self, share: f64) -> f64 {
        self.from + share * (self.to - self.from)
    }

    /// The value at this fraction of the range, rounded as the parameter requires.
    pub(crate) fn text(&self, share: f64) -> String {
        let value = self.value(share);
        // Parameters that need not be whole numbers are stored as `f32`.
        if self.parameter.is_whole() {
            // Halves are always rounded up: rounded to the nearest even number, 1.5 and 2.5 would
            // both be 2.
            (value + 0.5).floor().to_string()
        } else {
            (value as f32).to_string()
        }
    }

    /// Sets the parameter to the value at this fraction of the range.
    pub(crate) fn set(&self, to: &mut ParameterValues, share: f64) {
        // Both ends of the range are valid values, so this cannot fail.
        self.parameter.set(to, &self.text(share)).ok();
    }
}

/// Writes the parameter and its range in the form that `from_str` reads.
impl std::fmt::Display for TunedRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}..{}", self.name(), self.from, self.to)?;
        self.start.map_or(Ok(()), |start| write!(f, ":{start}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TunedRange, String> {
        text.parse()
    }

    #[test]
    fn ranges_are_read_and_written() {
        for text in ["prior_even=5..60:20", "exploration=0..1.5", "rate_eyes=0..100"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert!(read("rate_eyes=0..100").unwrap().parameter.is_whole());
        assert!(read("expansion_visits=1..3").unwrap().parameter.is_whole());
        assert!(!read("prior_even=1..3").unwrap().parameter.is_whole());
        assert!(!read("exploration=0.8..0.9").unwrap().parameter.is_whole());
    }

    #[test]
    fn a_parameter_with_a_scale_needs_no_range() {
        assert_eq!(read("rate_eyes").unwrap(), read("rate_eyes=0..100").unwrap());
        assert_eq!(read("score_weight").unwrap(), read("score_weight=0..1").unwrap());
    }

    #[test]
    fn shares_become_values_that_the_parameter_takes() {
        let mut values = ParameterValues::default();
        let get = |range: &TunedRange, values: &ParameterValues| range.parameter.get(values);
        let eyes = read("rate_eyes=10..90:30").unwrap();
        assert_eq!((eyes.start(&values), eyes.least()), (0.25, 0.5 / 80.0));
        eyes.set(&mut values, 0.333);
        assert_eq!(get(&eyes, &values), "37");
        let even = read("prior_even=0..10").unwrap();
        even.set(&mut values, 0.123);
        assert_eq!(get(&even, &values), "1.23");
        assert_eq!(even.start(&values), 0.123);
        let above = read("prior_even=20..30").unwrap();
        assert_eq!(above.start(&values), 0.0, "the value in force is below the range");
    }

    #[test]
    fn the_least_perturbation_leads_to_two_values() {
        let range = read("expansion_visits=1..5").unwrap();
        for share in [0.25, 0.3, 0.5, 0.75] {
            let [below, above] = [-1.0, 1.0].map(|side| range.text(share + side * range.least()));
            assert_ne!(below, above, "around {}", range.value(share));
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, expected) in [
            ("prior_even", "expected prior_even=FROM..TO with values from 0 to 10000, got"),
            ("playouts", "expected playouts=FROM..TO with values from 1 or more, "),
            ("prior_odd", "expected one of threads, "),
            ("", "expected one of threads, "),
            ("prior_even=5", "expected prior_even=FROM..TO or prior_even=FROM..TO:START, got '"),
            ("prior_odd=5..6", "expected one of threads, "),
            ("rate_eyes=0..101", "rate_eyes: expected a whole number from 0 to 100, got '101'"),
            ("rate_eyes=0.5..100", "rate_eyes: expected a whole number from 0 to 100, got '0.5'"),
            ("prior_even=60..5", "prior_even: expected FROM smaller than TO, got '60..5'"),
            ("prior_even=5..5", "expected FROM smaller than TO"),
            ("prior_even=5..60:61", "prior_even: expected START from 5 to 60, got '61'"),
            ("prior_even=5..60:x", "expected a number, got 'x'"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
