//! `mengxi tune`: finds better parameter values by playing the program against itself.
//!
//! | module | contents |
//! | --- | --- |
//! | `range` | a parameter with the range of values to search |
//! | `spsa` | the optimisation method, independent of games |
//!
//! Steps are played in batches of a fixed size, and the games of a batch are played in parallel.
//! This keeps the cores busy, and the result does not depend on the number of cores. [`write()`] is
//! the entry point, and [`jobs`] that of a rank which helps another.

mod range;
mod spsa;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::ops::Range;
use std::path::PathBuf;

use assembly::knowledge;
use assembly::options::Options;
use assembly::parameters::{PARAMETERS, ParameterValues};
use assembly::values::{self, expecting};
use clap::Args;
use engine::vocabulary::Random;
use parking_lot::Mutex;
use playouts::Origin;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use range::TunedRange;

use self::spsa::{Spsa, SpsaSettings};
use crate::hands::{Hands, Jobs, Worker};
use crate::interruption::Interruption;
use crate::long_tasks::bar;
use crate::matches::{self, Conditions, Tally};
use crate::run_log::RunLog;

/// The arguments of the task `tune`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct TuneOptions {
    /// Parameters with the ranges to search; START is the current value by default, and a parameter
    /// from 0 to 1 or 0 to 100 needs no range.
    #[arg(required = true, value_name = "PARAMETER=FROM..TO[:START]")]
    pub parameters: Vec<TunedRange>,

    /// Saves each step to a file, and continues from it.
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,

    /// Number of steps, including those in the log.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = expecting(values::count::<NonZeroU32>))]
    pub steps: NonZeroU32,

    /// Pairs of games a step.
    #[arg(long, value_name = "N", default_value = "1", value_parser = expecting(values::count::<NonZeroU32>))]
    pub pairs: NonZeroU32,

    /// Steps played at once, from the same values.
    #[arg(long, value_name = "N", default_value = "8", value_parser = expecting(values::count::<NonZeroU32>))]
    pub batch: NonZeroU32,

    /// Initial distance of the trial values from the current one, as a share of the range.
    #[arg(long, value_name = "SHARE", default_value = "0.15", value_parser = expecting(values::share))]
    pub perturbation: f64,

    /// Initial change of the values after a step with all games won, as a share of the ranges.
    #[arg(long, value_name = "SHARE", default_value = "0.02", value_parser = expecting(values::share))]
    pub gain: f64,

    /// Random stones at the start of each pair of games.
    #[arg(long, value_name = "N", default_value = "2", value_parser = expecting(values::whole::<u16>))]
    pub opening_moves: u16,
}

/// The number of the first random stream for the seeds of games. Streams with lower numbers are for
/// the perturbations.
const GAMES: u64 = 1 << 32;
/// The number of games in the match that is suggested at the end to test the values found.
const GAMES_TO_TEST: u32 = 400;

/// Tunes the parameters and writes the values found to `output`. After an interruption, these are
/// the values after the last complete batch.
///
/// # Errors
/// If a parameter is named twice, the log belongs to another tuning run, the log cannot be read or
/// written, or `output` cannot be written.
pub fn write(
    asked: &TuneOptions,
    options: &Options,
    hands: &Hands<'_>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let tuning = Tuning::new(asked, options)?;
    let (mut log, past) = RunLog::open(asked.log_file.as_deref(), &tuning.origin(), step_of_json)?;
    let mut spsa = tuning.spsa();
    let steps = asked.steps.get() as usize;
    for games in past.into_iter().take(steps) {
        spsa.learn(games.balance());
    }
    let games = u64::from(tuning.games_a_step());
    let bar = bar(games * steps as u64, matches::GAMES_LEFT);
    bar.set_position(games * spsa.steps() as u64);
    bar.reset_eta();
    while spsa.steps() < steps {
        bar.set_message(tuning.listed(spsa.point()));
        let batch = spsa.batch();
        let batch = batch.start..batch.end.min(steps);
        let Some(played) = tuning.play(&spsa, batch, hands, || bar.inc(1))? else { break };
        for games in played {
            let step = spsa.steps();
            spsa.learn(games.balance());
            let values = tuning.values(spsa.point());
            log.add(&json!({ "step": step, "result": games.json(), "values": values }))?;
        }
    }
    bar.finish_and_clear();
    tuning.report(&spsa, output)
}

/// The games of a tuning run, for a process that plays some of them for another.
///
/// # Errors
/// If a parameter is named twice.
pub fn jobs<'a>(asked: &'a TuneOptions, options: &'a Options) -> io::Result<Box<dyn Jobs + 'a>> {
    Ok(Box::new(Tuning::new(asked, options)?))
}

/// Reads the results of the games in a step from the step's line in the log.
fn step_of_json(step: usize, line: &Value) -> Result<Tally, String> {
    let is_next = line.get("step").and_then(Value::as_u64) == Some(step as u64);
    let games = line.get("result").and_then(Tally::of_json).filter(|_| is_next);
    games.ok_or_else(|| format!("expected step {step} with its result"))
}

/// A tuning run, with everything that stays the same during the run.
struct Tuning<'a> {
    asked: &'a TuneOptions,
    options: &'a Options,
    conditions: Conditions,
    common: ParameterValues,
    seed: u64,
}

impl<'a> Tuning<'a> {
    fn new(asked: &'a TuneOptions, options: &'a Options) -> io::Result<Self> {
        let names: Vec<&str> = asked.parameters.iter().map(TunedRange::name).collect();
        if let Some((_, name)) =
            names.iter().enumerate().find(|(at, name)| names.iter().take(*at).any(|n| n == *name))
        {
            let problem = format!("expected each parameter once, but {name} is repeated");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        Ok(Self {
            asked,
            options,
            conditions: Conditions::new(options, asked.opening_moves),
            common: matches::common(options),
            seed: options.seed.unwrap_or(matches::SEED),
        })
    }

    fn games_a_step(&self) -> u32 {
        self.asked.pairs.get().saturating_mul(2)
    }

    /// The state of the optimisation method before the first step.
    fn spsa(&self) -> Spsa {
        let TuneOptions { batch, perturbation, gain, parameters, .. } = self.asked;
        let settings = SpsaSettings {
            seed: self.seed,
            batch: batch.get() as usize,
            perturbation: *perturbation,
            gain: *gain,
        };
        let start = parameters.iter().map(|range| range.start(&self.common)).collect();
        Spsa::new(settings, start, parameters.iter().map(TunedRange::least).collect())
    }

    /// Has the games of these steps played, and calls `played` after each one. In each game, a side
    /// with the parameters at one trial point of the step plays against a side with those at the
    /// other. Returns `None` if the games are interrupted.
    ///
    /// # Errors
    /// If the system cannot start the threads, or a game fails.
    fn play(
        &self,
        spsa: &Spsa,
        steps: Range<usize>,
        hands: &Hands<'_>,
        played: impl Fn() + Sync,
    ) -> io::Result<Option<Vec<Tally>>> {
        let games = steps.clone().flat_map(|step| {
            let points = spsa.sides(step);
            (0..self.games_a_step()).map(move |game| Job { step, game, points: points.clone() })
        });
        let jobs: Vec<Value> = games.map(serde_json::to_value).collect::<Result<_, _>>()?;
        let tallies = Mutex::new(vec![Tally::default(); steps.len()]);
        hands.share_out(self.options, self, jobs.into_iter(), |result| {
            let Outcome { step, won } = Outcome::deserialize(result)?;
            let mut tallies = tallies.lock();
            let place = step.checked_sub(steps.start);
            if let Some(tally) = place.and_then(|place| tallies.get_mut(place)) {
                tally.add(won);
            }
            played();
            Ok(())
        })?;
        // A batch counts only if it is complete.
        Ok((!hands.interruption().is_raised()).then(|| tallies.into_inner()))
    }

    /// The parameters of a side that plays with the values at this point.
    fn with(&self, point: &[f64]) -> ParameterValues {
        let mut values = self.common;
        for (range, &share) in self.asked.parameters.iter().zip(point) {
            range.set(&mut values, share);
        }
        values
    }

    /// Everything that the course of the tuning depends on. The number of steps is left out,
    /// because a later run may ask for more steps.
    fn origin(&self) -> Origin {
        let TuneOptions { parameters, pairs, batch, perturbation, gain, .. } = self.asked;
        let ranges: Vec<String> = parameters.iter().map(ToString::to_string).collect();
        matches::origin("tune", self.options, self.asked.opening_moves, self.seed)
            .with("tuned parameters", ranges.join(" "))
            .with("pairs", pairs)
            .with("batch", batch)
            .with("perturbation", perturbation)
            .with("gain", gain)
    }

    /// The values at this point, for the log.
    fn values(&self, point: &[f64]) -> Map<String, Value> {
        let value = |(range, &share): (&TunedRange, &f64)| {
            (range.name().to_owned(), json!(range.value(share)))
        };
        self.asked.parameters.iter().zip(point).map(value).collect()
    }

    /// The values at this point as assignments, rounded as the parameters require.
    fn listed(&self, point: &[f64]) -> String {
        let text = |(range, &share): (&TunedRange, &f64)| {
            format!("{}={}", range.name(), range.text(share))
        };
        let pairs = self.asked.parameters.iter().zip(point);
        pairs.map(text).collect::<Vec<_>>().join(" ")
    }

    fn report(&self, spsa: &Spsa, output: &mut dyn Write) -> io::Result<()> {
        let start = self.spsa();
        let parameters = self.asked.parameters.iter().zip(start.point()).zip(spsa.point());
        writeln!(
            output,
            "{} steps of {} games {}, seed {}",
            spsa.steps(),
            self.games_a_step(),
            matches::conditions_in_words(self.options),
            self.seed
        )?;
        for ((range, &start), &found) in parameters {
            let (name, start, found) = (range.name(), range.text(start), range.text(found));
            writeln!(output, "{name}: {found}, started at {start} ({range})")?;
        }
        writeln!(output, "to test this:\n{}", self.test(spsa.point()))
    }

    /// The command for a match that tests this point against the current values. Its openings
    /// differ from those of the tuning run; all other conditions are the same.
    fn test(&self, point: &[f64]) -> String {
        let Options { size, komi, rules, policy, table, values, .. } = self.options;
        let mut command = format!("mengxi match --size {size} --komi {komi}");
        command += &format!(" --rules {}", rules.name().unwrap_or("chinese"));
        command += &format!(" --policy {}", format!("{policy:?}").to_lowercase());
        if let Some(path) = table.and_then(knowledge::path_of) {
            command += &format!(" --table {}", quoted(&path));
        }
        let common = PARAMETERS.iter().filter(|parameter| !parameter.counts_threads());
        for (option, value) in common.filter_map(|parameter| parameter.option(values)) {
            let value = value.map(|value| format!(" {}", quoted(&value)));
            command += &format!(" {option}{}", value.unwrap_or_default());
        }
        command += &format!(" --opening-moves {}", self.asked.opening_moves);
        command += &format!(" --games {GAMES_TO_TEST} --seed {}", self.seed.wrapping_add(1));
        for assignment in self.listed(point).split(' ') {
            command += &format!(" --a {assignment}");
        }
        command
    }
}

/// A word as it is typed in a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_./:=,+-".contains(letter);
    if word.chars().all(is_plain) && !word.is_empty() {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Jobs for Tuning<'_> {
    fn digest(&self) -> String {
        self.origin().digest()
    }

    fn worker<'a>(&'a self, interruption: &'a Interruption) -> Worker<'a> {
        Box::new(move |job| {
            let Job { step, game, points } = Job::deserialize(job)?;
            let [plus, minus] = points.map(|point| self.with(&point));
            let mut random = Random::new(self.seed, GAMES + step as u64);
            let seed = matches::seed_from(&mut random);
            let record = self.conditions.play(seed, game, [&plus, &minus], interruption);
            let outcome = record.map(|record| Outcome { step, won: record.won_by_a() });
            Ok(outcome.map(serde_json::to_value).transpose()?)
        })
    }
}

/// A game of a step between sides with the values at two points.
#[derive(Serialize, Deserialize)]
struct Job {
    step: usize,
    game: u32,
    points: [Vec<f64>; 2],
}

/// Whether the side at the first point has won a game of a step; `None` for a draw.
#[derive(Serialize, Deserialize)]
struct Outcome {
    step: usize,
    won: Option<bool>,
}

#[cfg(test)]
mod tests;
