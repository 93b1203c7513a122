//! What one side of a match plays with: the options, and parameters of its own.

use std::fmt;
use std::str::FromStr;

use assembly::compose;
use assembly::options::Options;
use assembly::parameters::{Adjustable, Parameter};

/// A parameter and a value that it takes, written `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    name: &'static str,
    value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("NAME=VALUE was expected")?;
        let name = Parameter::checked(name, value)?.name;
        Ok(Self { name, value: value.to_owned() })
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// The parameters of a side that has only those of the options. It searches with one thread, as
/// the threads are there for games at once.
pub(crate) fn common(options: &Options) -> Adjustable {
    let mut values = compose::adjustable(options);
    values.player.search.threads = 1;
    values
}

/// The same with some parameters set.
pub(crate) fn with(common: &Adjustable, assignments: &[Assignment]) -> Adjustable {
    let mut values = *common;
    for Assignment { name, value } in assignments {
        let parameter = Parameter::find(name);
        // That the value is one the parameter takes was seen when it was read.
        parameter.and_then(|parameter| parameter.set(&mut values, value).ok());
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assignment_names_a_parameter_and_a_value_that_it_takes() {
        let good: Assignment = "rate_eyes=70".parse().unwrap();
        assert_eq!(good.to_string(), "rate_eyes=70");
        let values = with(&compose::plain().unwrap(), &[good]);
        assert_eq!(Parameter::find("rate_eyes").unwrap().get(&values), "70");
        let error = |text: &str| text.parse::<Assignment>().unwrap_err();
        assert_eq!(error("rate_eyes"), "NAME=VALUE was expected");
        let unknown = error("rate_ears=70");
        assert!(unknown.contains("'rate_ears'") && unknown.contains("rate_eyes"), "{unknown}");
        let range = error("rate_eyes=101");
        assert!(range.contains("a number from 0 to 100") && range.contains("101"), "{range}");
    }
}
