//! What may change in play: one table of parameters, for clients that list, ask and set them.

use std::time::Duration;

use engine::player::PlayerSettings;

use crate::compose::{self, Knowledge};
use crate::values::{self, Read};

/// What a parameter looks like in a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1.
    Switch,
    /// A number.
    Number,
}

/// What parameters belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjustable {
    /// How the player plays.
    pub player: PlayerSettings,
    /// What it knows of Go.
    pub knowledge: Knowledge,
    /// Whether a running search is drawn on the board of a window.
    pub live_graphics: bool,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name: that of the option, with `_` for `-`.
    pub name: &'static str,
    /// What it looks like.
    pub kind: Kind,
    get: fn(&Adjustable) -> String,
    /// Sets it, or says what was expected.
    set: fn(&mut Adjustable, &str) -> Read<()>,
}

impl Parameter {
    /// The parameter of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|parameter| parameter.name == name)
    }

    /// The parameter of this name that takes this value, or what was expected.
    pub fn checked(name: &str, value: &str) -> Result<&'static Self, String> {
        let parameter = Self::find(name).ok_or_else(|| {
            let names: Vec<&str> = PARAMETERS.iter().map(|known| known.name).collect();
            format!("'{name}' is no parameter: one of {} was expected", names.join(", "))
        })?;
        if let Some(mut values) = compose::plain() {
            parameter
                .set(&mut values, value)
                .map_err(|expected| format!("{expected} was expected for {name}, not '{value}'"))?;
        }
        Ok(parameter)
    }

    /// Its value, as it is set.
    pub fn get(&self, from: &Adjustable) -> String {
        (self.get)(from)
    }

    /// Sets its value.
    ///
    /// # Errors
    /// What was expected, where the value is not of its kind or range; nothing is changed then.
    pub fn set(&self, to: &mut Adjustable, value: &str) -> Read<()> {
        (self.set)(to, value)
    }
}

/// A number that shapes the tree search, read as the function of [`values`] reads it.
macro_rules! search {
    ($name:literal, $field:ident, $read:ident) => {
        Parameter {
            name: $name,
            kind: Kind::Number,
            get: |from| from.player.search.params.$field.to_string(),
            set: |to, text| {
                values::$read(text).map(|number| to.player.search.params.$field = number)
            },
        }
    };
}

/// In how many of 100 cases a rule of the heavy policy is asked.
macro_rules! rate {
    ($name:literal, $field:ident) => {
        Parameter {
            name: $name,
            kind: Kind::Number,
            get: |from| from.knowledge.rates.$field.to_string(),
            set: |to, text| values::percent(text).map(|rate| to.knowledge.rates.$field = rate),
        }
    };
}

/// As how many games something that is known of a move counts.
macro_rules! games {
    ($name:literal, $field:ident) => {
        Parameter {
            name: $name,
            kind: Kind::Number,
            get: |from| from.knowledge.weights.$field.to_string(),
            set: |to, text| values::games(text).map(|games| to.knowledge.weights.$field = games),
        }
    };
}

/// All parameters. A limit that is not set is 0.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "threads",
        kind: Kind::Number,
        get: |from| from.player.search.threads.to_string(),
        set: |to, text| values::threads(text).map(|number| to.player.search.threads = number.get()),
    },
    Parameter {
        name: "playouts",
        kind: Kind::Number,
        get: |from| from.player.playouts.unwrap_or(0).to_string(),
        set: |to, text| values::limit(text).map(|number| to.player.playouts = number),
    },
    Parameter {
        name: "visits",
        kind: Kind::Number,
        get: |from| from.player.visits.unwrap_or(0).to_string(),
        set: |to, text| values::limit(text).map(|number| to.player.visits = number),
    },
    Parameter {
        name: "seconds",
        kind: Kind::Number,
        get: |from| from.player.time.map_or(0.0, |time| time.as_secs_f64()).to_string(),
        set: |to, text| {
            let time = |seconds| (seconds > 0.0).then(|| Duration::from_secs_f64(seconds));
            values::seconds(text).map(|seconds| to.player.time = time(seconds))
        },
    },
    Parameter {
        name: "lag",
        kind: Kind::Number,
        get: |from| from.player.pacing.lag.as_secs_f64().to_string(),
        set: |to, text| {
            values::lag(text).map(|seconds| to.player.pacing.lag = Duration::from_secs_f64(seconds))
        },
    },
    Parameter {
        name: "memory",
        kind: Kind::Number,
        get: |from| (from.player.search.memory >> 20).to_string(),
        set: |to, text| {
            values::memory(text).map(|mebibytes| to.player.search.memory = mebibytes << 20)
        },
    },
    Parameter {
        name: "ponder",
        kind: Kind::Switch,
        get: |from| switch_text(from.player.ponder),
        set: |to, text| values::switch(text).map(|is_on| to.player.ponder = is_on),
    },
    Parameter {
        name: "ponder_seconds",
        kind: Kind::Number,
        get: |from| from.player.ponder_time.as_secs_f64().to_string(),
        set: |to, text| {
            values::seconds(text)
                .map(|seconds| to.player.ponder_time = Duration::from_secs_f64(seconds))
        },
    },
    Parameter {
        name: "resign_threshold",
        kind: Kind::Number,
        get: |from| from.player.resign_threshold.to_string(),
        set: |to, text| values::chance(text).map(|chance| to.player.resign_threshold = chance),
    },
    Parameter {
        name: "level",
        kind: Kind::Number,
        get: |from| from.player.level.to_string(),
        set: |to, text| values::level(text).map(|level| to.player.level = level),
    },
    search!("exploration", exploration, weight),
    search!("first_play_urgency", first_play_urgency, weight),
    search!("expansion_visits", expansion_visits, expansion_visits),
    search!("rave_visits", rave_visits, rave_visits),
    search!("handicap_komi", handicap_komi, weight),
    search!("score_weight", score_weight, chance),
    search!("widening", widening, weight),
    Parameter {
        name: "proven_moves",
        kind: Kind::Switch,
        get: |from| switch_text(from.player.search.params.proving),
        set: |to, text| values::switch(text).map(|is_on| to.player.search.params.proving = is_on),
    },
    search!("solving_share", solving, chance),
    Parameter {
        name: "judge_by_reading",
        kind: Kind::Switch,
        get: |from| switch_text(from.player.judges_by_reading),
        set: |to, text| values::switch(text).map(|is_on| to.player.judges_by_reading = is_on),
    },
    rate!("rate_atari", atari),
    rate!("rate_two_liberties", two_liberties),
    rate!("rate_counter", counter),
    rate!("rate_eyes", eyes),
    rate!("rate_race", race),
    rate!("rate_nakade", nakade),
    rate!("rate_patterns", patterns),
    rate!("rate_second_patterns", second_patterns),
    rate!("rate_self_atari", self_atari),
    rate!("rate_experience", experience),
    games!("prior_even", even),
    games!("prior_pass", pass),
    games!("prior_features", features),
    Parameter {
        name: "live_graphics",
        kind: Kind::Switch,
        get: |from| switch_text(from.live_graphics),
        set: |to, text| values::switch(text).map(|is_on| to.live_graphics = is_on),
    },
];

fn switch_text(is_on: bool) -> String {
    u8::from(is_on).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some values, with a seed that is the same each time.
    fn adjustable() -> Adjustable {
        let mut values = compose::plain().unwrap();
        values.player.search.seed = 1;
        values
    }

    #[test]
    fn each_parameter_takes_what_it_tells() {
        for parameter in PARAMETERS {
            let mut values = adjustable();
            let value = parameter.get(&values);
            parameter.set(&mut values, &value).unwrap_or_else(|error| panic!("{value}: {error}"));
            assert_eq!(values, adjustable(), "{}", parameter.name);
            let other = if value == "1" { "0" } else { "1" };
            if parameter.set(&mut values, other).is_ok() {
                assert_eq!(parameter.get(&values), other, "{}", parameter.name);
            }
            assert!(Parameter::find(parameter.name).is_some());
        }
    }

    #[test]
    fn values_out_of_range_change_nothing() {
        for parameter in PARAMETERS {
            for bad in ["", "x", "-1", "nan", "1e99", "99999999999999999999999"] {
                let mut values = adjustable();
                assert!(parameter.set(&mut values, bad).is_err(), "{} {bad}", parameter.name);
                assert_eq!(values, adjustable());
            }
        }
    }
}
