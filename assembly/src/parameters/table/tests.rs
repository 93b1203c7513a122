//! Tests of the table: each parameter takes the values of its range, and no others.

use super::*;
use crate::parameters::values::{ParameterValues, processors};

#[test]
fn each_parameter_takes_what_it_tells() {
    let mut changed = 0;
    for parameter in PARAMETERS {
        let mut values = ParameterValues::default();
        let value = parameter.get(&values);
        parameter.set(&mut values, &value).unwrap_or_else(|error| panic!("{value}: {error}"));
        assert_eq!(values, ParameterValues::default(), "{}", parameter.name);
        let other = if value == "1" { "0" } else { "1" };
        if parameter.set(&mut values, other).is_ok() {
            assert_eq!(parameter.get(&values), other, "{}", parameter.name);
            changed += 1;
        }
        let namesakes = PARAMETERS.iter().filter(|other| other.name == parameter.name);
        assert_eq!(namesakes.count(), 1, "{} is named twice", parameter.name);
        assert!(Parameter::find(parameter.name).is_some());
    }
    assert!(changed > PARAMETERS.len() / 2, "only {changed} parameters took another value");
}

#[test]
fn values_out_of_range_change_nothing() {
    for parameter in PARAMETERS.iter().filter(|parameter| parameter.is_number()) {
        for bad in ["", "x", "-1", "nan", "1e99", "99999999999999999999999"] {
            let mut values = ParameterValues::default();
            assert!(parameter.set(&mut values, bad).is_err(), "{} {bad}", parameter.name);
            assert_eq!(values, ParameterValues::default());
        }
    }
}

/// Whether a value is valid for a parameter.
fn takes(name: &str, value: &str) -> bool {
    Parameter::find(name).unwrap().set(&mut ParameterValues::default(), value).is_ok()
}

#[test]
fn ranges_hold_their_ends_and_nothing_beyond() {
    for (name, good, bad) in [
        ("memory", ["1", "16777216"], ["0", "16777217"]),
        ("seconds", ["0", "1e9"], ["-1", "1e10"]),
        ("lag", ["0", "60"], ["inf", "60.1"]),
        ("resign_threshold", ["0", "1"], ["-0.1", "1.1"]),
        ("exploration", ["0", "100"], ["nan", "101"]),
        ("expansion_visits", ["1", "1000000"], ["0", "2.5"]),
        ("rate_eyes", ["0", "100"], ["101", "0.5"]),
        ("prior_even", ["0", "10000"], ["10001", "-1"]),
        ("level", ["1", "20"], ["0", "21"]),
        ("visits", ["0", "18446744073709551615"], ["-1", "1.5"]),
        ("ponder", ["TRUE", "0"], ["2", "yes"]),
    ] {
        assert!(good.iter().all(|value| takes(name, value)), "{name}");
        assert!(!bad.iter().any(|value| takes(name, value)), "{name}");
    }
}

#[test]
fn more_than_four_threads_a_processor_are_refused() {
    let most = 4 * processors();
    assert!(takes("threads", &most.to_string()) && !takes("threads", "0"));
    let threads = Parameter::find("threads").unwrap();
    let mut values = ParameterValues::default();
    let error = threads.set(&mut values, &(most + 1).to_string()).unwrap_err();
    let expected = format!("a number of threads from 1 to {most}, 4 times the processors");
    assert_eq!((error, values), (expected, ParameterValues::default()));
}
