//! The options of the task `analysis`. Most have KataGo's names, because clients start the program
//! as if it were KataGo.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use assembly::compose;
use assembly::options::Options;
use assembly::parameters::ParameterValues;
use assembly::values::{self, expecting};
use clap::Args;

use crate::katago_options::KataGoOptions;
use crate::settings::Settings;

/// The options of the task `analysis`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct AnalysisOptions {
    /// Number of positions analysed at a time, which share --threads and --memory. By default each
    /// has one thread.
    #[arg(long, value_name = "N", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub analysis_threads: Option<NonZeroUsize>,

    /// Exits at the end of the input, without analysing the positions that still wait.
    #[arg(long)]
    pub quit_without_waiting: bool,

    /// What clients give to KataGo.
    #[command(flatten)]
    pub katago: KataGoArguments,
}

/// The files and settings with which clients start the program as if it were KataGo. Only the task
/// `analysis` uses some of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct KataGoArguments {
    /// A configuration file of KataGo, of which the task analysis uses reportAnalysisWinratesAs,
    /// maxVisits, maxTime, analysisPVLen and humanSLProfile. KataGo's spelling is -config.
    #[arg(long, value_name = "FILE")]
    pub katago_config: Option<PathBuf>,

    /// Settings of KataGo, as NAME=VALUE,NAME=VALUE, of which the task analysis uses those of
    /// --katago-config, numAnalysisThreads and numSearchThreadsPerAnalysisThread.
    #[arg(long, value_name = "SETTINGS")]
    pub override_config: Vec<String>,

    /// A network of KataGo. Has no effect: --network names the one that Mengxi uses.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,

    /// A network of KataGo that plays like a human. Has no effect.
    #[arg(long, value_name = "FILE")]
    pub human_model: Option<PathBuf>,
}

impl KataGoArguments {
    /// Logs that none of these is used.
    pub fn warn_of_all(&self) {
        self.warn_of_models();
        if let Some(path) = &self.katago_config {
            log::warn!("-config {}: not used", path.display());
        }
        for settings in &self.override_config {
            log::warn!("-override-config {settings}: not used");
        }
    }

    /// Logs that the networks are not used.
    fn warn_of_models(&self) {
        for (name, path) in [("-model", &self.model), ("-human-model", &self.human_model)] {
            if let Some(path) = path {
                log::warn!(
                    "{name} {}: not used; Mengxi searches with the network of --network",
                    path.display()
                );
            }
        }
    }
}

/// The minimum size of a search tree, in bytes.
const LEAST_MEMORY: usize = 1 << 20;
/// The maximum number of positions at a time. Each needs memory and a thread of its own.
const MOST_POSITIONS: usize = 256;

/// How positions are analysed.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The number of positions at a time.
    pub(crate) positions: usize,
    /// The parameter values of the player for one position.
    pub(crate) values: ParameterValues,
    /// The settings for queries that do not make their own.
    pub(crate) settings: Settings,
}

impl Setup {
    /// The setup that the options ask for. The log says what has no effect.
    ///
    /// # Errors
    /// Describes what is wrong with a setting.
    pub(crate) fn of(asked: &AnalysisOptions, options: &Options) -> Result<Self, String> {
        let katago = katago_options(&asked.katago)?;
        let mut values = compose::parameter_values(options);
        let search = &mut values.player.search;
        let threads = search.threads.max(1);
        let asked_positions = asked.analysis_threads.or(katago.positions).map(NonZeroUsize::get);
        let each = match (katago.threads, asked_positions) {
            (Some(each), _) => each.get().min(threads),
            (None, Some(positions)) => threads / positions,
            (None, None) => 1,
        };
        let each = each.max(1);
        let positions = asked_positions.unwrap_or(threads / each).clamp(1, MOST_POSITIONS);
        search.threads = each;
        search.memory = (search.memory / positions).max(LEAST_MEMORY);
        Ok(Self { positions, values, settings: katago.settings })
    }
}

/// Reads KataGo's configuration, and logs what is not used.
fn katago_options(asked: &KataGoArguments) -> Result<KataGoOptions, String> {
    asked.warn_of_models();
    let mut katago = KataGoOptions::default();
    if let Some(path) = &asked.katago_config {
        match katago.read_file(path) {
            Ok(used) if used.is_empty() => log::warn!("-config {}: not used", path.display()),
            Ok(used) => log::warn!("-config {}: only {} used", path.display(), used.join(", ")),
            Err(problem) => log::warn!("-config {problem}; the file is not used"),
        }
    }
    for text in &asked.override_config {
        let unknown = katago.override_with(text);
        let unknown = unknown.map_err(|problem| format!("--override-config: {problem}"))?;
        if !unknown.is_empty() {
            log::warn!("-override-config: {} not used", unknown.join(", "));
        }
    }
    Ok(katago)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_line;

    fn setup(arguments: &str) -> Result<Setup, String> {
        let line = format!("analysis --threads 4 --memory 100 {arguments}");
        let (options, asked) = test_line::read(&line);
        Setup::of(&asked, &options)
    }

    #[test]
    fn threads_and_memory_are_shared_between_positions() {
        for (arguments, positions, threads) in [
            ("", 4, 1),
            ("--analysis-threads 2", 2, 2),
            ("--analysis-threads 3", 3, 1),
            ("--analysis-threads 8", 8, 1),
            ("--override-config numSearchThreadsPerAnalysisThread=3", 1, 3),
            ("--override-config numAnalysisThreads=2,homeDataDir=/x", 2, 2),
            ("--override-config numSearchThreads=9 --analysis-threads 2", 2, 4),
            ("--model x --human-model y --katago-config /nowhere/at.cfg", 4, 1),
        ] {
            let setup = setup(arguments).unwrap();
            let search = setup.values.player.search;
            assert_eq!((setup.positions, search.threads), (positions, threads), "{arguments}");
            assert_eq!(search.memory, (100 << 20) / positions);
        }
    }

    #[test]
    fn wrong_settings_are_named() {
        let error = setup("--override-config maxVisits=none").unwrap_err();
        assert!(error.starts_with("--override-config: maxVisits: expected "), "{error}");
    }
}
