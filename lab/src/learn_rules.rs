//! `mengxi learn-rules`: learns rules about what can be captured, connected or made to live, from
//! the positions in games and problems.

use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use assembly::options::Options;
use assembly::values::{self, expecting};
use clap::Args;
use engine::board::Position;
use engine::theorems::{Coverage, RuleBook, RuleLimits};
use engine::vocabulary::{BoardSize, Geometry, InGeometry, Random, in_search_geometry_of};
use rayon::prelude::*;

use crate::learn::{games, names};
use crate::long_tasks::{ResultFile, bar, naming, pool};

/// The input and output of the task `learn-rules`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct LearnRulesOptions {
    /// Labelled games (.jsonl.gz), game records (.sgf), or folders of them.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,

    /// Rules to begin with: only positions that they do not cover are read.
    #[arg(long, value_name = "FILE")]
    pub theorems: Option<PathBuf>,

    /// File for the rules; by default, standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Maximum number of positions to learn from, spread over all games.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub positions: NonZeroUsize,

    /// Maximum number of positions searched for one query.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = expecting(values::count::<NonZeroU64>))]
    pub nodes: NonZeroU64,

    /// Maximum number of points in the pattern of a rule.
    #[arg(long, value_name = "N", default_value = "30", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub points: NonZeroUsize,

    /// Writes only rules that cover at least this many queries.
    #[arg(long, value_name = "N", default_value = "1", value_parser = expecting(values::whole::<u32>))]
    pub least: u32,
}

/// The number of positions that are read in parallel using the same rules.
const AT_ONCE: usize = 64;

/// Learns from the given games and writes the rules, preceded by their origin, to the requested
/// file or to `output`.
///
/// # Errors
/// If a file cannot be read or written, or no game has the requested size.
pub fn write(
    asked: &LearnRulesOptions,
    options: &Options,
    output: &mut dyn Write,
) -> io::Result<()> {
    let out = ResultFile::create(asked.out.as_deref())?;
    let book = match &asked.theorems {
        Some(path) => read(path)?,
        None => RuleBook::new(),
    };
    let before = book.rules().count();
    let task = Learning { asked, options, book };
    let (book, coverage) = in_search_geometry_of(options.size, task)?;
    let text = format!("{}{}", head(asked, options, before, coverage), text(&book, asked.least));
    ResultFile::write(out, output, &text)
}

fn read(path: &Path) -> io::Result<RuleBook> {
    let text = fs::read_to_string(path).map_err(|error| naming(path, &error))?;
    let invalid = |problem| io::Error::new(io::ErrorKind::InvalidData, problem);
    text.parse().map_err(|problem| naming(path, &invalid(problem)))
}

struct Learning<'a> {
    asked: &'a LearnRulesOptions,
    options: &'a Options,
    book: RuleBook,
}

impl InGeometry for Learning<'_> {
    type Output = io::Result<(RuleBook, Coverage)>;

    fn run<G: Geometry>(mut self) -> Self::Output {
        let positions = positions::<G>(self.asked, self.options.size)?;
        let limits = RuleLimits { nodes: self.asked.nodes.get(), points: self.asked.points.get() };
        let seed = self.options.seed.unwrap_or(1);
        let bar = bar(positions.len() as u64, "{pos}/{len}");
        let mut all = Coverage::default();
        let pool = pool(self.options)?;
        for (number, positions) in positions.chunks(AT_ONCE).enumerate() {
            let first = number * AT_ONCE;
            let study = |(at, position): (usize, &Position<G>)| {
                self.book.study(position, limits, Random::new(seed, (first + at) as u64))
            };
            let lessons: Vec<_> =
                pool.install(|| positions.par_iter().enumerate().map(study).collect());
            for lesson in lessons {
                all += lesson.coverage;
                self.book.take(lesson);
            }
            bar.inc(positions.len() as u64);
            bar.set_message(format!("{} rules", self.book.rules().count()));
        }
        bar.finish_and_clear();
        Ok((self.book, all))
    }
}

/// Returns at most the requested number of positions, spread evenly over all games.
fn positions<G: Geometry>(
    asked: &LearnRulesOptions,
    size: BoardSize,
) -> io::Result<Vec<Position<G>>> {
    let games = games(&asked.games, size)?;
    let mut all = 0_usize;
    games.iter().for_each(|game| game.visit::<G>(|_, _| all += 1));
    let step = all.div_ceil(asked.positions.get()).max(1);
    let (mut positions, mut at) = (Vec::new(), 0);
    for game in &games {
        game.visit::<G>(|position, _| {
            if at % step == 0 {
                positions.push(position.clone());
            }
            at += 1;
        });
    }
    Ok(positions)
}

/// The text of the rules that cover at least `least` queries.
fn text(book: &RuleBook, least: u32) -> String {
    let text = book.to_string();
    let kept = book.rules().filter(|rule| rule.covers() >= least).count();
    // The rules with the largest coverage come first.
    text.split_inclusive('\n').take(kept).collect()
}

/// The comments at the head of the rules: their origin and their coverage.
fn head(asked: &LearnRulesOptions, options: &Options, before: usize, all: Coverage) -> String {
    let LearnRulesOptions { games, positions, nodes, points, least, .. } = asked;
    let (size, seed) = (options.size, options.seed.unwrap_or(1));
    let Coverage { covered, learned, open, refuted, nodes: looked } = all;
    let grown = if before > 0 { format!("# Grown from {before} rules.\n") } else { String::new() };
    format!(
        "# What can be captured, connected or made to live, each with its proof.\n\
         # mengxi learn-rules --size {size} --positions {positions} --nodes {nodes} \
         --points {points} --least {least} --seed {seed} {}\n{grown}\
         # Of {} questions the rules before answered {covered}, proofs {learned}; {open} readings \
         found none.\n\
         # {refuted} proofs failed elsewhere; {looked} positions were looked at.\n",
        names(games),
        covered + learned,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_line;

    /// Runs the task with these arguments and returns its output.
    fn written(arguments: &str) -> io::Result<String> {
        let (options, asked) = test_line::read(arguments);
        let mut output = Vec::new();
        write(&asked, &options, &mut output)?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn rules_are_learned_and_known_the_next_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (game, book) = (path("game.sgf"), path("rules.txt"));
        let record = "(;SZ[9];B[cc];W[gg];B[dd];W[ff];B[gc];W[cg];B[fd];W[dg])";
        fs::write(&game, record).unwrap();
        let first =
            written(&format!("learn-rules --size 9 --threads 1 --nodes 400 {game}")).unwrap();
        assert!(
            first.contains("# mengxi learn-rules --size 9x9 --positions 1000 --nodes 400"),
            "{first}"
        );
        assert!(first.contains("# 0 proofs failed elsewhere"), "{first}");
        let rules: RuleBook = first.parse().unwrap();
        assert!(rules.rules().count() > 0, "{first}");
        fs::write(&book, &first).unwrap();
        let line = format!("learn-rules --size 9 --threads 1 --nodes 400 --theorems {book} {game}");
        let second = written(&line).unwrap();
        assert!(second.contains("# Grown from ") && second.contains(", proofs 0;"), "{second}");
        let few = written(&format!("{line} --least 1000")).unwrap();
        assert!(few.lines().all(|line| line.starts_with('#')), "{few}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("rules.txt");
        fs::write(&book, "# words\nconnect A1 covers 1 X\n").unwrap();
        let line = format!("learn-rules --theorems {} x.sgf", book.display());
        let error = written(&line).unwrap_err().to_string();
        assert!(error.contains("rules.txt: line 2: 'covers' is no vertex"), "{error}");
        let error = written("learn-rules no-such-file.sgf").unwrap_err().to_string();
        assert!(error.contains("no-such-file.sgf"), "{error}");
    }
}
