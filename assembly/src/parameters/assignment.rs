//! A parameter with a new value.

use std::fmt;
use std::str::FromStr;

use super::row::Parameter;
use super::values::ParameterValues;

/// A parameter with a valid value, written `NAME=VALUE`.
#[derive(Clone, Debug)]
pub struct Assignment {
    parameter: &'static Parameter,
    value: String,
}

impl Assignment {
    /// Creates the assignment of a value to the parameter with this name.
    ///
    /// # Errors
    /// If no parameter has this name, or the value is not valid for the parameter.
    pub fn new(name: &str, value: &str) -> Result<Self, String> {
        let parameter = Parameter::named(name)?;
        parameter
            .set(&mut ParameterValues::default(), value)
            .map_err(|expected| format!("{name}: expected {expected}, got '{value}'"))?;
        Ok(Self { parameter, value: value.to_owned() })
    }

    /// The assignment made by a command-line option.
    pub(super) fn of_option(parameter: &'static Parameter, value: &str) -> Result<Self, String> {
        let mut values = ParameterValues::default();
        let set = parameter.set(&mut values, value);
        if !parameter.is_number() {
            set.map_err(|expected| format!("expected {expected}"))?;
        } else if set.is_err() || parameter.is_limit() && parameter.get(&values) == "0" {
            return Err(format!("expected {}", parameter.expected_of_option()));
        }
        Ok(Self { parameter, value: value.to_owned() })
    }

    /// The parameter.
    pub fn parameter(&self) -> &'static Parameter {
        self.parameter
    }

    /// Sets the parameter to the value.
    pub fn apply(&self, to: &mut ParameterValues) {
        // The value was checked when the assignment was created.
        self.parameter.set(to, &self.value).ok();
    }
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
        Self::new(name, value)
    }
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Self) -> bool {
        (self.parameter.name, &self.value) == (other.parameter.name, &other.value)
    }
}

impl Eq for Assignment {}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.parameter.name, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assignment_names_a_parameter_and_a_value_that_it_takes() {
        let good: Assignment = "rate_eyes=70".parse().unwrap();
        assert_eq!(good.to_string(), "rate_eyes=70");
        let mut values = ParameterValues::default();
        good.apply(&mut values);
        assert_eq!(good.parameter().get(&values), "70");
        let error = |text: &str| text.parse::<Assignment>().unwrap_err();
        assert_eq!(error("rate_eyes"), "expected NAME=VALUE");
        let unknown = error("rate_ears=70");
        assert!(unknown.contains("'rate_ears'") && unknown.contains("rate_eyes"), "{unknown}");
        let range = error("rate_eyes=101");
        assert_eq!(range, "rate_eyes: expected a whole number from 0 to 100, got '101'");
    }
}
