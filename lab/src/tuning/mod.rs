//! `mengxi tune`: the values of parameters, found by games of the program against itself.
//!
//! | module | holds |
//! | --- | --- |
//! | `range` | a parameter with the range to look in |
//! | `spsa` | where to try and where to go, which knows nothing of games |
//! | `log` | the file from which a tuning resumes |
//!
//! Steps are played in batches of a fixed size, all games of a batch at once: that keeps the cores
//! busy, and what is found does not depend on how many there are. [`write()`] is called by the
//! program alone.

mod log;
mod range;
mod spsa;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::ops::Range;
use std::path::PathBuf;

use assembly::options::Options;
use assembly::parameters::{PARAMETERS, Parameter, ParameterValues};
use assembly::values::{self, expecting};
use clap::Args;
use engine::vocabulary::Random;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

pub use range::TunedRange;

use self::log::TuningLog;
use self::spsa::{Spsa, SpsaSettings};
use crate::long_tasks::{bar, pool};
use crate::matches::{self, Conditions, Tally};

/// What the task `tune` tunes, and how.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct TuneOptions {
    /// Parameters with the ranges to look in; START is the value in force unless it is given.
    #[arg(required = true, value_name = "PARAMETER=FROM..TO[:START]")]
    pub parameters: Vec<TunedRange>,

    /// Keeps each step in a file, and goes on from there.
    #[arg(long, value_name = "FILE")]
    pub log_file: Option<PathBuf>,

    /// Steps in all, those of the file included.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = expecting(values::count::<NonZeroU32>))]
    pub steps: NonZeroU32,

    /// Pairs of games a step.
    #[arg(long, value_name = "N", default_value = "1", value_parser = expecting(values::count::<NonZeroU32>))]
    pub pairs: NonZeroU32,

    /// Steps that are played at once, from the same values.
    #[arg(long, value_name = "N", default_value = "8", value_parser = expecting(values::count::<NonZeroU32>))]
    pub batch: NonZeroU32,

    /// How far a value is moved up and down to be tried at first, as a share of its range.
    #[arg(long, value_name = "SHARE", default_value = "0.15", value_parser = expecting(values::share))]
    pub perturbation: f64,

    /// How far the values go at first where all games of a step are won, as a share of their ranges.
    #[arg(long, value_name = "SHARE", default_value = "0.02", value_parser = expecting(values::share))]
    pub gain: f64,

    /// Random stones at the start of each pair of games.
    #[arg(long, value_name = "N", default_value = "2", value_parser = expecting(values::whole::<u16>))]
    pub opening_moves: u16,
}

/// The stream of random numbers that the seeds of games are drawn from begins here; those before
/// it are those of the perturbations.
const GAMES: u64 = 1 << 32;
/// Games of the match that is advised at the end.
const GAMES_TO_TEST: u32 = 400;

/// Tunes the parameters asked for and writes what was found to `output`.
///
/// # Errors
/// Where a parameter is named twice, or the log or `output` cannot be read or written.
pub fn write(asked: &TuneOptions, options: &Options, output: &mut impl Write) -> io::Result<()> {
    let tuning = Tuning::new(asked, options)?;
    let (mut log, past) = TuningLog::open(asked.log_file.as_deref(), &tuning.head())?;
    let mut spsa = tuning.spsa();
    let steps = asked.steps.get() as usize;
    for games in past.into_iter().take(steps) {
        spsa.learn(games.balance());
    }
    let pool = pool(options)?;
    let games = u64::from(tuning.games_a_step());
    let bar = bar(games * steps as u64, matches::GAMES_LEFT);
    bar.set_position(games * spsa.steps() as u64);
    bar.reset_eta();
    while spsa.steps() < steps {
        bar.set_message(tuning.listed(spsa.point()));
        let batch = spsa.batch();
        let batch = batch.start..batch.end.min(steps);
        for games in pool.install(|| tuning.play(&spsa, batch, &|| bar.inc(1))) {
            let step = spsa.steps();
            spsa.learn(games.balance());
            log.add(step, games, tuning.values(spsa.point()))?;
        }
    }
    bar.finish_and_clear();
    tuning.report(&spsa, output)
}

/// What does not change while a tuning runs.
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
            let problem = format!("each parameter once was expected, but {name} is repeated");
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

    /// The tuning before its first step.
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

    /// Plays the games of these steps, each between the two points that it tries.
    fn play(&self, spsa: &Spsa, steps: Range<usize>, played: &(dyn Fn() + Sync)) -> Vec<Tally> {
        let games = self.games_a_step() as usize;
        let sides: Vec<_> =
            steps.clone().map(|step| spsa.sides(step).map(|side| self.with(&side))).collect();
        // Games one by one: whoever is ready takes the next.
        let jobs = (0..sides.len() * games).into_par_iter().with_max_len(1);
        let play = |job: usize| {
            let (place, number) = (job / games, job % games);
            let [plus, minus] = sides.get(place)?;
            let mut random = Random::new(self.seed, GAMES + (steps.start + place) as u64);
            let seed = matches::seed_from(&mut random);
            let record = self.conditions.play(seed, number as u32, [plus, minus]);
            played();
            Some((place, record.won_by_a()))
        };
        let results: Vec<_> = jobs.filter_map(play).collect();
        let mut tallies = vec![Tally::default(); sides.len()];
        for (place, won) in results {
            if let Some(tally) = tallies.get_mut(place) {
                tally.add(won);
            }
        }
        tallies
    }

    /// The parameters of a side at this point.
    fn with(&self, point: &[f64]) -> ParameterValues {
        let mut values = self.common;
        for (range, &share) in self.asked.parameters.iter().zip(point) {
            range.set(&mut values, share);
        }
        values
    }

    /// All that the course of the tuning depends on but the number of its steps: more may be asked
    /// for later.
    fn head(&self) -> Value {
        let TuneOptions { parameters, pairs, batch, perturbation, gain, .. } = self.asked;
        let Options { size, komi, rules, .. } = self.options;
        let set: Map<String, Value> = PARAMETERS
            .iter()
            .map(|parameter: &Parameter| {
                (parameter.name.to_owned(), parameter.get(&self.common).into())
            })
            .collect();
        json!({ "tune": {
            "parameters": parameters.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "pairs": pairs,
            "batch": batch,
            "perturbation": perturbation,
            "gain": gain,
            "opening_moves": self.asked.opening_moves,
            "seed": self.seed,
            "size": size.to_string(),
            "komi": komi,
            "rules": rules.name(),
            "policy": format!("{:?}", self.options.policy).to_lowercase(),
            "own_table": self.options.table.is_some(),
            "set": set,
        }})
    }

    /// The values at this point, for the log.
    fn values(&self, point: &[f64]) -> Map<String, Value> {
        let value = |(range, &share): (&TunedRange, &f64)| {
            (range.name().to_owned(), json!(range.value(share)))
        };
        self.asked.parameters.iter().zip(point).map(value).collect()
    }

    /// The values at this point, as parameters take them.
    fn listed(&self, point: &[f64]) -> String {
        let text = |(range, &share): (&TunedRange, &f64)| {
            format!("{}={}", range.name(), range.text(share))
        };
        let pairs = self.asked.parameters.iter().zip(point);
        pairs.map(text).collect::<Vec<_>>().join(" ")
    }

    fn report(&self, spsa: &Spsa, output: &mut impl Write) -> io::Result<()> {
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

    /// The command that tests this point against the values in force, with other openings.
    fn test(&self, point: &[f64]) -> String {
        let Options { size, komi, rules, policy, .. } = self.options;
        let mut command = format!("mengxi match --size {size} --komi {komi}");
        command += &format!(" --rules {}", rules.name().unwrap_or("chinese"));
        command += &format!(" --policy {}", format!("{policy:?}").to_lowercase());
        for (name, limit) in matches::limits(self.options) {
            command += &format!(" --{name} {limit}");
        }
        command += &format!(" --games {GAMES_TO_TEST} --seed {}", self.seed.wrapping_add(1));
        for assignment in self.listed(point).split(' ') {
            command += &format!(" --a {assignment}");
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::test_line;

    /// What a command line prints.
    fn run(line: &str) -> io::Result<String> {
        let (options, asked) = test_line::read(line);
        let mut output = Vec::new();
        write(&asked, &options, &mut output)?;
        Ok(String::from_utf8(output).unwrap())
    }

    const LINE: &str = "tune prior_even=0..20 rate_atari=0..100:50 --size 5 --playouts 10 \
                        --batch 4 --gain 0.3";

    #[test]
    fn a_tuning_that_was_cut_off_goes_on_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let line = format!("{LINE} --steps 10 --log-file {}", path.display());
        let printed = run(&format!("{line} --threads 1")).unwrap();
        let log = fs::read_to_string(&path).unwrap();
        assert_eq!(log.lines().count(), 11);
        for steps in [0, 3, 4, 9, 10] {
            let kept: Vec<&str> = log.lines().take(1 + steps).collect();
            fs::write(&path, format!("{}\n{{\"step\":", kept.join("\n"))).unwrap();
            assert_eq!(run(&format!("{line} --threads 2")).unwrap(), printed, "{steps} steps");
            assert_eq!(fs::read_to_string(&path).unwrap(), log, "{steps} steps");
        }
        let further = run(&line.replace("--steps 10", "--steps 12")).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(run(&line.replace("--steps 10", "--steps 12")).unwrap(), further);
        assert!(run(&line.replace("--gain 0.3", "--gain 0.4")).is_err(), "another tuning");
    }

    #[test]
    fn the_values_found_are_told_with_a_test() {
        let printed = run(&format!("{LINE} --steps 2 --komi 0.5 --seed 4")).unwrap();
        for part in [
            "2 steps of 2 games on 5x5, chinese rules, komi 0.5, 10 playouts a move, seed 4\n",
            "\nrate_atari: ",
            ", started at 50 (rate_atari=0..100:50)\n",
            "\nmengxi match --size 5x5 --komi 0.5 --rules chinese --policy heavy --playouts 10 ",
            " --games 400 --seed 5 --a prior_even=",
            " --a rate_atari=",
        ] {
            assert!(printed.contains(part), "{part:?} in {printed}");
        }
    }

    #[test]
    fn a_parameter_is_tuned_once() {
        let error = run("tune prior_even=0..20 prior_even=0..30").unwrap_err().to_string();
        assert!(error.contains("prior_even is repeated"), "{error}");
    }
}
