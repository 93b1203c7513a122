//! What may change in play: one table of parameters, for clients that list, ask and set them.

use std::time::Duration;

use engine::player::PlayerSettings;

/// The most threads that a player may be told to use.
const MOST_THREADS: u64 = 1024;
/// The largest tree, in MiB.
const LARGEST_TREE: u64 = 1 << 24;
/// The longest time that is taken for meant, in seconds.
const LONGEST_TIME: f64 = 1e9;

/// The longest lag that is taken for meant, in seconds.
pub(crate) const LONGEST_LAG: f64 = 60.0;

/// What a parameter looks like in a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 0 or 1.
    Switch,
    /// A number.
    Number,
}

/// What parameters belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Adjustable {
    /// How the player plays.
    pub(crate) player: PlayerSettings,
    /// Whether a running search is drawn on the board of a window.
    pub(crate) live_graphics: bool,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    /// Its name: that of the option, with `_` for `-`.
    pub(crate) name: &'static str,
    /// What it looks like.
    pub(crate) kind: Kind,
    get: fn(&Adjustable) -> String,
    /// Sets it, or says what was expected.
    set: fn(&mut Adjustable, &str) -> Result<(), &'static str>,
}

impl Parameter {
    /// The parameter of this name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|parameter| parameter.name == name)
    }

    /// Its value, as it is set.
    pub(crate) fn get(&self, from: &Adjustable) -> String {
        (self.get)(from)
    }

    /// Sets its value.
    ///
    /// # Errors
    /// What was expected, where the value is not of its kind or range; nothing is changed then.
    pub(crate) fn set(&self, to: &mut Adjustable, value: &str) -> Result<(), &'static str> {
        (self.set)(to, value)
    }
}

/// All parameters. A limit that is not set is 0.
pub(crate) const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "threads",
        kind: Kind::Number,
        get: |from| from.player.search.threads.to_string(),
        set: |to, value| {
            let range = "a number of threads from 1 to 1024";
            to.player.search.threads = integer(value, 1, MOST_THREADS).ok_or(range)? as usize;
            Ok(())
        },
    },
    Parameter {
        name: "playouts",
        kind: Kind::Number,
        get: |from| from.player.playouts.unwrap_or(0).to_string(),
        set: |to, value| limit(value).map(|number| to.player.playouts = number),
    },
    Parameter {
        name: "visits",
        kind: Kind::Number,
        get: |from| from.player.visits.unwrap_or(0).to_string(),
        set: |to, value| limit(value).map(|number| to.player.visits = number),
    },
    Parameter {
        name: "seconds",
        kind: Kind::Number,
        get: |from| from.player.time.map_or(0.0, |time| time.as_secs_f64()).to_string(),
        set: |to, value| {
            let seconds = number(value, 0.0, LONGEST_TIME).ok_or(SECONDS)?;
            to.player.time = (seconds > 0.0).then(|| Duration::from_secs_f64(seconds));
            Ok(())
        },
    },
    Parameter {
        name: "lag",
        kind: Kind::Number,
        get: |from| from.player.pacing.lag.as_secs_f64().to_string(),
        set: |to, value| {
            let seconds =
                number(value, 0.0, LONGEST_LAG).ok_or("a number of seconds from 0 to 60")?;
            to.player.pacing.lag = Duration::from_secs_f64(seconds);
            Ok(())
        },
    },
    Parameter {
        name: "memory",
        kind: Kind::Number,
        get: |from| (from.player.search.memory >> 20).to_string(),
        set: |to, value| {
            let range = "a number of MiB from 1 to 16777216";
            let mebibytes = integer(value, 1, LARGEST_TREE).ok_or(range)?;
            to.player.search.memory = (mebibytes as usize) << 20;
            Ok(())
        },
    },
    Parameter {
        name: "ponder",
        kind: Kind::Switch,
        get: |from| switch_text(from.player.ponder),
        set: |to, value| switch(value).map(|is_on| to.player.ponder = is_on),
    },
    Parameter {
        name: "ponder_seconds",
        kind: Kind::Number,
        get: |from| from.player.ponder_time.as_secs_f64().to_string(),
        set: |to, value| {
            let seconds = number(value, 0.0, LONGEST_TIME).ok_or(SECONDS)?;
            to.player.ponder_time = Duration::from_secs_f64(seconds);
            Ok(())
        },
    },
    Parameter {
        name: "resign_threshold",
        kind: Kind::Number,
        get: |from| from.player.resign_threshold.to_string(),
        set: |to, value| {
            let chance = number(value, 0.0, 1.0).ok_or("a number from 0 to 1")?;
            to.player.resign_threshold = chance as f32;
            Ok(())
        },
    },
    Parameter {
        name: "exploration",
        kind: Kind::Number,
        get: |from| from.player.search.params.exploration.to_string(),
        set: |to, value| {
            let weight = number(value, 0.0, 100.0).ok_or("a number from 0 to 100")?;
            to.player.search.params.exploration = weight as f32;
            Ok(())
        },
    },
    Parameter {
        name: "first_play_urgency",
        kind: Kind::Number,
        get: |from| from.player.search.params.first_play_urgency.to_string(),
        set: |to, value| {
            let urgency = number(value, 0.0, 100.0).ok_or("a number from 0 to 100")?;
            to.player.search.params.first_play_urgency = urgency as f32;
            Ok(())
        },
    },
    Parameter {
        name: "expansion_visits",
        kind: Kind::Number,
        get: |from| from.player.search.params.expansion_visits.to_string(),
        set: |to, value| {
            let visits = integer(value, 1, 1_000_000).ok_or("a number from 1 to 1000000")?;
            to.player.search.params.expansion_visits = visits as u32;
            Ok(())
        },
    },
    Parameter {
        name: "live_graphics",
        kind: Kind::Switch,
        get: |from| switch_text(from.live_graphics),
        set: |to, value| switch(value).map(|is_on| to.live_graphics = is_on),
    },
];

const SECONDS: &str = "a number of seconds from 0 to 1000000000";

fn integer(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

fn number(text: &str, least: f64, most: f64) -> Option<f64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// A number of simulations; 0 is no limit.
fn limit(text: &str) -> Result<Option<u64>, &'static str> {
    let number: u64 = text.parse().map_err(|_| "a number of simulations, or 0 for no limit")?;
    Ok((number > 0).then_some(number))
}

fn switch(text: &str) -> Result<bool, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err("0 or 1, false or true"),
    }
}

fn switch_text(is_on: bool) -> String {
    u8::from(is_on).to_string()
}

#[cfg(test)]
mod tests {
    use engine::player::Player;

    use super::*;
    use crate::test_player::TestPlayer;

    fn adjustable() -> Adjustable {
        let (player, _) = TestPlayer::new(9);
        Adjustable { player: *player.settings(), live_graphics: false }
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
