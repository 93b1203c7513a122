//! `mengxi label`: games with a network's judgement of each position, to learn from.
//!
//! | module | holds |
//! | --- | --- |
//! | `plan` | the conditions of a game that the network plays, and the choice of its moves |
//! | `judgement` | what the network or a search says about a position |
//! | `labeller` | judgements of positions, and labels made of them |
//! | `searching` | searches that judge |
//! | `evaluator` | a program that evaluates instead of this one |
//! | `game` | one game, played or given |
//! | `journal` | the finished games beside the result, from which a later run continues |
//!
//! Each thread labels one game at a time with an evaluator of its own. All random numbers of a game
//! derive from the seed and its number, so that the games are the same on any number of threads.
//! [`write()`] is the entry point, and [`jobs`] that of a rank which helps another.

mod evaluator;
mod game;
mod journal;
mod judgement;
mod labeller;
mod plan;
mod searching;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use assembly::options::{self, Options};
use assembly::output_file::expect_plain_file;
use assembly::ranks::CommandWords;
use assembly::values::{self, expecting};
use clap::Args;
use engine::rules::Rules;
use network::Network;
use parking_lot::Mutex;
use playouts::Origin;
use playouts::game_files::{self, FoundGame, LABELLED};
use playouts::labels::{self, GameRecord, Teacher};
use serde::Deserialize;
use serde_json::Value;

use crate::hands::{Hands, Jobs, Worker, unknown};
use crate::interruption::Interruption;
use crate::learn::names;
use crate::long_tasks::{bar, naming};
use crate::matches::with_common;
use crate::run_log::journal_of;

use evaluator::Evaluator;
use game::{Entry, Games, Source};
use journal::{Journal, Progress};
use labeller::Labeller;
use searching::Searching;

/// The arguments of the task `label`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct LabelOptions {
    /// File for the labelled games, with a name that ends in .jsonl.gz.
    #[arg(long, value_name = "FILE", value_parser = out)]
    pub out: PathBuf,

    /// Number of games that the network plays; --threads is the number of games at once.
    #[arg(long, value_name = "N", default_value = "100", value_parser = expecting(values::count::<NonZeroU32>))]
    pub games: NonZeroU32,

    /// Labels the positions of these games on boards of --size instead: labelled games (.jsonl.gz),
    /// game records (.sgf), or folders of them.
    #[arg(long, value_name = "GAMES", num_args = 1.., conflicts_with = "games")]
    pub positions: Vec<PathBuf>,

    /// Share of the optimistic policy, 0 to 1, in networks that have one.
    #[arg(long, value_name = "SHARE", default_value = "0.2", value_parser = expecting(values::optimism))]
    pub optimism: f64,

    /// Has the network evaluated by this command, such as a program that uses a graphics card,
    /// instead of this processor.
    #[arg(long, value_name = "COMMAND", value_parser = CommandWords::from_str)]
    pub evaluator: Option<CommandWords>,

    /// Number of games at once with --evaluator, instead of --threads.
    #[arg(long, value_name = "N", default_value = "2048", requires = "evaluator", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub at_once: NonZeroUsize,

    // It has the name of the option of play, in whose place it is for this task: only the default
    // differs.
    #[arg(
        long, value_name = "NAME", default_value = "tromp-taylor", value_parser = options::rules,
        help = format!(
            "Rules of the games, and of given games that name none: {}", options::rules_names()
        )
    )]
    #[expect(missing_docs, reason = "a doc comment here would replace the help")]
    pub rules: Rules,

    /// Draws the rules of each game at random, so that a network that learns from the games can
    /// learn to play by all of them.
    #[arg(long, conflicts_with_all = ["rules", "positions"])]
    pub any_rules: bool,
}

/// The default seed: the games are the same each time unless another seed is given.
const SEED: u64 = 1;

/// Labels the games that the journal does not have yet, writes them all to their file, and a
/// summary to `output`. After an interruption the journal has the games finished so far.
///
/// # Errors
/// If the network cannot be used, there are no games to label, the file exists already, the journal
/// belongs to another run, or a file cannot be read or written.
pub fn write(
    asked: &LabelOptions,
    options: &Options,
    hands: &Hands<'_>,
    output: &mut dyn Write,
) -> io::Result<()> {
    expect_no_result(&asked.out)?;
    let labelling = Labelling::new(asked, options, hands.interruption())?;
    let (journal, progress) = Journal::open(&asked.out, &labelling.origin())?;
    let mut shared = Shared { journal, progress };
    labelling.label(&mut shared, hands)?;
    labelling.expect_answers()?;
    let Shared { journal, progress } = shared;
    let all = labelling.count();
    let finished = progress.finished.range(..all).count();
    if finished < all as usize {
        return writeln!(output, "{finished} of {all} games; the same command goes on with them");
    }
    let written = journal.finish(&asked.out, all)?;
    let (teacher, out) = (&labelling.teacher.name, asked.out.display());
    write!(
        output,
        "{} games, {} positions by {teacher} in {out}",
        written.games, written.positions
    )?;
    let unended = all as usize - written.games;
    if unended > 0 {
        write!(output, "; {unended} games without an end left out")?;
    }
    writeln!(output)
}

/// The games of a labelling, for a process that labels some of them for another.
///
/// # Errors
/// If the network cannot be used, there are no games to label, or another program is to evaluate.
pub fn jobs<'a>(asked: &'a LabelOptions, options: &'a Options) -> io::Result<Box<dyn Jobs + 'a>> {
    if asked.evaluator.is_some() {
        let problem = "--evaluator is for one process, and cannot be shared by ranks";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    Ok(Box::new(Labelling::new(asked, options, &Interruption::default())?))
}

/// Checks that the result is not there already, unless the journal of an earlier run is too.
fn expect_no_result(out: &Path) -> io::Result<()> {
    let known = expect_plain_file(out).map_err(|error| naming(out, &error))?;
    if known.is_some() && !journal_of(out).exists() {
        let problem = io::Error::new(
            io::ErrorKind::AlreadyExists,
            "it exists already; remove it or name another file",
        );
        return Err(naming(out, &problem));
    }
    Ok(())
}

/// A run of the task, with everything that is the same for all its games.
struct Labelling<'a> {
    asked: &'a LabelOptions,
    options: &'a Options,
    network: Arc<Network>,
    teacher: Teacher,
    /// What evaluates the network instead of this program.
    evaluator: Option<Arc<Evaluator>>,
    /// The games whose positions are labelled, if any are given.
    records: Vec<GameRecord>,
    seed: u64,
}

/// The part of a run that its threads share.
struct Shared {
    journal: Journal,
    progress: Progress,
}

impl<'a> Labelling<'a> {
    fn new(
        asked: &'a LabelOptions,
        options: &'a Options,
        interruption: &Interruption,
    ) -> io::Result<Self> {
        let choice = options.values.knowledge.network;
        let (network, file) = choice.network().zip(choice.file()?).ok_or_else(|| {
            let problem = "--network: the network that judges is expected, not none";
            io::Error::new(io::ErrorKind::InvalidInput, problem)
        })?;
        let visits = options.values.player.visits;
        let teacher = Teacher::new(network.name(), &file, asked.optimism, visits);
        let evaluator = evaluator(asked, options, network, &teacher.digest)?;
        let labelling = Self {
            asked,
            options,
            teacher,
            network: match &evaluator {
                Some(evaluator) => Arc::new(network.elsewhere(Arc::clone(evaluator) as _)),
                None => Arc::clone(network),
            },
            evaluator,
            records: records(asked, options)?,
            seed: options.seed.unwrap_or(SEED),
        };
        // A board that networks cannot evaluate is found out before a journal is begun.
        labelling.labeller(interruption).try_board(options.size)?;
        labelling.expect_answers()?;
        Ok(labelling)
    }

    /// Checks that the evaluator, if there is one, has answered all questions.
    fn expect_answers(&self) -> io::Result<()> {
        let problem = self.evaluator.as_ref().and_then(|evaluator| evaluator.problem());
        problem.map_or(Ok(()), Err)
    }

    /// The number of games.
    fn count(&self) -> u32 {
        match u32::try_from(self.records.len()) {
            Ok(0) => self.asked.games.get(),
            given => given.unwrap_or(u32::MAX),
        }
    }

    fn labeller(&self, interruption: &Interruption) -> Labeller {
        let optimism = self.asked.optimism as f32;
        let searching = Searching::asked(self.options, optimism);
        Labeller::new(&self.network, optimism, searching, interruption)
    }

    /// Everything that a labelled game depends on, apart from its number.
    fn origin(&self) -> Origin {
        let Teacher { name, digest, optimism, visits } = &self.teacher;
        let rules = self.asked.rules;
        let rules = match self.asked.any_rules {
            true => "any".to_owned(),
            false => rules.name().map_or_else(|| format!("{rules:?}"), str::to_owned),
        };
        let mut origin = Origin::new("label")
            .with("teacher", name)
            .with("digest of the teacher", digest)
            .with("optimism", optimism)
            .with("size", self.options.size)
            .with("rules", rules)
            .with("seed", self.seed);
        if visits.is_some() {
            // These name the instructions, together with the network.
            origin = with_common(origin, self.options);
        } else if let Some(CommandWords(words)) = &self.asked.evaluator {
            origin = origin.with("evaluator", words.join(" "));
        } else if let Some(instructions) = self.network.arithmetic() {
            origin = origin.with("instructions", instructions);
        }
        match self.records.as_slice() {
            [] => origin,
            records => origin.with("digest of the positions", labels::digest(records)),
        }
    }

    fn games(&self) -> Games<'_> {
        Games {
            source: match self.records.as_slice() {
                [] => Source::Played(self.options.size),
                records => Source::Given(records),
            },
            rules: self.asked.rules,
            any_rules: self.asked.any_rules,
            seed: self.seed,
            teacher: &self.teacher,
        }
    }

    /// Has the missing games labelled until all are there or the run is interrupted.
    fn label(&self, shared: &mut Shared, hands: &Hands<'_>) -> io::Result<()> {
        let all = self.count();
        let bar = bar(all.into(), "{pos}/{len} games, {eta} left");
        bar.set_position(shared.progress.finished.range(..all).count() as u64);
        bar.reset_eta();
        let finished = shared.progress.finished.clone();
        let missing = (0..all).filter(|number| !finished.contains(number)).map(Value::from);
        let shared = Mutex::new(shared);
        let mut options = self.options.clone();
        if self.evaluator.is_some() {
            options.values.player.search.threads = self.asked.at_once.get();
        }
        let result = hands.share_out(&options, self, missing, |line| {
            let entry = Entry::deserialize(line)?;
            let mut shared = shared.lock();
            let Shared { journal, progress } = &mut **shared;
            journal.add(&entry)?;
            progress.count(&entry);
            bar.set_message(format!("{} positions", progress.positions));
            bar.inc(1);
            Ok(())
        });
        bar.finish_and_clear();
        result
    }
}

/// A job is the number of a game, and its result the game as in the journal.
impl Jobs for Labelling<'_> {
    fn digest(&self) -> String {
        self.origin().digest()
    }

    fn worker<'a>(&'a self, interruption: &'a Interruption) -> Worker<'a> {
        let (games, mut labeller) = (self.games(), self.labeller(interruption));
        Box::new(move |job| {
            let game = job.as_u64().and_then(|number| u32::try_from(number).ok());
            let game = game.ok_or_else(|| unknown("the number of a game", job))?;
            let labelled = games.label(game, &mut labeller)?;
            if labelled.is_none() && !interruption.is_raised() {
                self.expect_answers()?;
            }
            let entry = labelled.map(|labelled| Entry { game, labelled });
            Ok(entry.map(serde_json::to_value).transpose()?)
        })
    }
}

/// The program that evaluates the network instead of this one, if one is asked for. `digest` is
/// that of the network's file.
fn evaluator(
    asked: &LabelOptions,
    options: &Options,
    network: &Network,
    digest: &str,
) -> io::Result<Option<Arc<Evaluator>>> {
    let Some(CommandWords(words)) = &asked.evaluator else { return Ok(None) };
    if options.values.player.visits.is_some() {
        let problem = "--evaluator is for single looks, and --visits asks for searches";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let at_once = asked.at_once.get();
    Evaluator::start(words, digest, options.size, network.outputs(), at_once).map(Some)
}

/// The games whose positions are to be labelled: none if the network plays.
fn records(asked: &LabelOptions, options: &Options) -> io::Result<Vec<GameRecord>> {
    let mut records = Vec::new();
    game_files::read(&asked.positions, |path, game| {
        let record = match game {
            FoundGame::Labelled(game) => game.record,
            FoundGame::Record(game) => {
                let record = GameRecord::of(&game);
                let number = game.moves().len() - record.moves.len();
                if record.size == options.size && number > record.setup.len() {
                    log::warn!(
                        "{}: move {} is out of turn, and the game is labelled up to it",
                        path.display(),
                        game.moves().len() - number + 1
                    );
                }
                record
            }
        };
        records.extend(Some(record).filter(|record| record.size == options.size));
    })?;
    if records.is_empty() && !asked.positions.is_empty() {
        let (size, names) = (options.size, names(&asked.positions));
        let problem = format!("games on {size} were expected in {names}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(records)
}

/// The name of a file that readers recognise as one of labelled games.
fn out(text: &str) -> Result<PathBuf, String> {
    match text.ends_with(LABELLED) {
        true => Ok(text.into()),
        false => Err(format!("expected the name of a file that ends in {LABELLED}")),
    }
}
