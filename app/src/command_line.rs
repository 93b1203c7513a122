//! The program's command line: its options and tasks.

use analysis::options::{AnalysisOptions, KataGoArguments};
use assembly::options::Options;
use clap::{Parser, Subcommand};
use games::task::TaskOptions;
use games::{gomoku, othello, xiangqi};
use lab::bench::BenchOptions;
use lab::book_building::BookOptions;
use lab::convert::ConvertOptions;
use lab::fitting::FitOptions;
use lab::labelling::LabelOptions;
use lab::learn::LearnOptions;
use lab::learn_rules::LearnRulesOptions;
use lab::matches::MatchOptions;
use lab::reviewing::ReviewOptions;
use lab::training_rows::RowsOptions;
use lab::tuning::TuneOptions;
use play::options::PlayOptions;

use crate::go_options;
use crate::manual::{CompletionOptions, ManualOptions};
use crate::setup::SetupOptions;

/// A Go engine that speaks the Go Text Protocol on standard input and output.
#[derive(Clone, Debug, Parser)]
#[command(name = "mengxi", version, args_override_self = true)]
pub struct CommandLine {
    /// How to play.
    // The help of a task shows its own options first.
    #[command(flatten, next_display_order = 100, next_help_heading = "Common options")]
    pub options: Options,

    /// The task; without one, `gtp`.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// Whether the opening book comes from the configuration file, which serves all games, so that
    /// it may be of another one.
    #[arg(skip)]
    pub has_configured_book: bool,

    /// Has no effect: GTP is the default. Some controllers pass it.
    #[arg(long, global = true, hide = true)]
    pub gtp: bool,

    /// As GNU Go's option: `gtp` has no effect, and `ascii` is a game in lines of text.
    #[arg(long, global = true, hide = true, value_name = "MODE", value_parser = ["gtp", "ascii"])]
    pub mode: Option<String>,
}

impl CommandLine {
    /// The same line with the task that `--mode` stands for, if it names no other.
    pub(crate) fn with_mode(self) -> Self {
        let plays = self.task.is_none() && self.mode.as_deref() == Some("ascii");
        let task = if plays { Some(Task::Play(PlayOptions::ascii_lines())) } else { self.task };
        Self { task, ..self }
    }
}

/// The tasks of the program.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Task {
    /// Speaks the Go Text Protocol (the default). KataGo's options are accepted, but have no
    /// effect.
    Gtp(KataGoArguments),
    /// Analyses positions for other programs, using KataGo's JSON protocol. KataGo's options with
    /// one dash are accepted too, such as -config FILE, which means --katago-config FILE.
    Analysis(AnalysisOptions),
    /// Measures the speed of the network on this machine, or with --network none that of playouts,
    /// and shows by fixed searches whether play has changed.
    Bench(BenchOptions),
    /// Grows opening books, and shows them.
    Book(BookOptions),
    /// Converts the network of --network to the project's own format, in floats or in integers.
    Convert(ConvertOptions),
    /// Plays games by a network's policy on boards of --size, or takes given ones, and writes them
    /// with the network's judgement of each position.
    Label(LabelOptions),
    /// Learns from games on boards of --size which moves are good, and writes a table of weights.
    Learn(LearnOptions),
    /// Learns rules of reading from the positions of games on boards of --size, and writes them.
    LearnRules(LearnRulesOptions),
    /// Plays a game against you in the terminal, on 9x9 with a komi of 7 and at level 4 unless
    /// other options say otherwise.
    Play(PlayOptions),
    /// Plays Othello, by the Go Text Protocol or by NBoard's.
    #[command(args = go_options::in_other_games())]
    Othello(TaskOptions<othello::task::ProtocolName>),
    /// Plays Gomoku, by the Go Text Protocol or by that of the Gomocup tournament.
    #[command(args = go_options::in_other_games())]
    Gomoku(TaskOptions<gomoku::task::ProtocolName>),
    /// Plays Chinese chess, by the Go Text Protocol, UCI or UCCI.
    #[command(args = go_options::in_other_games())]
    Xiangqi(TaskOptions<xiangqi::task::ProtocolName>),
    /// Fits the evaluation of another game to games of the program against itself.
    Fit(FitOptions),
    /// Plays games between two sides that differ in parameters, and says which of them is stronger.
    Match(MatchOptions),
    /// Searches each position of a game, and says what each move was worth and what was better.
    Review(ReviewOptions),
    /// Writes the positions of labelled games as rows of numbers, from which a network is trained.
    Rows(RowsOptions),
    /// Finds better values of parameters by games between slightly larger and slightly smaller
    /// values (SPSA).
    Tune(TuneOptions),
    /// Sets up a client: prints what to enter there, or with --write adds this program to its
    /// configuration.
    Setup(SetupOptions),
    /// Prints the manual page, or that of a task.
    Man(ManualOptions),
    /// Prints a completion script for a shell.
    Completions(CompletionOptions),
    /// Helps the program that has started it with --cluster, on standard input and output.
    #[command(hide = true)]
    Rank,
    /// Prints the tables of options and parameters in Markdown.
    #[command(hide = true)]
    Options,
    /// Prints the table of GTP commands in Markdown.
    #[command(hide = true)]
    Commands,
}

impl Task {
    /// Whether the task plays a game other than Go.
    pub fn plays_another_game(&self) -> bool {
        matches!(self, Self::Othello(_) | Self::Gomoku(_) | Self::Xiangqi(_))
    }
}

#[cfg(test)]
mod tests;
