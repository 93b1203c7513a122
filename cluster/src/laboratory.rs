//! Matches, tunings and labellings whose games are shared out among the ranks.
//!
//! All ranks have the same command line. Rank 0 keeps the log and writes the results; the others play
//! games for it, as many at once as they have threads.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::process::ExitCode;

use app::command_line::Task;
use app::interrupts::interruptibly;
use assembly::options::Options;
use lab::hands::{Hands, Jobs, ranks};
use lab::{labelling, matches, tuning};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use crate::letters::Letters;

/// Performs a task together with the other ranks. Returns the exit status of this one.
///
/// # Errors
/// If the task is none that consists of games, or fails.
pub(crate) fn perform(
    task: &Task,
    options: &Options,
    world: &SimpleCommunicator,
) -> io::Result<ExitCode> {
    if !matches!(task, Task::Match(_) | Task::Tune(_) | Task::Label(_)) {
        let problem = "expected match, tune or label, or no task for a helper of --cluster";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let jobs = jobs(task, options);
    let ranks = Ranks::gather(options, world, jobs.as_deref().ok());
    let mut letters = Letters::new(world.duplicate());
    let mut has_begun = false;
    let result = interruptibly(|interruption| {
        has_begun = true;
        if world.rank() == 0 {
            return ranks::lead(&mut letters, &ranks.threads, |helpers| {
                let hands = Hands::own(interruption).with_helpers(helpers);
                write(task, options, &hands, &mut io::stdout())
            })?;
        }
        match (jobs, ranks.is_like_the_first) {
            (Err(error), _) => ranks::refuse(&mut letters, &error.to_string()),
            (Ok(_), false) => ranks::refuse(&mut letters, OTHER),
            (Ok(jobs), true) => {
                ranks::follow(&mut letters, ranks.own_threads, &*jobs, interruption)?;
            }
        }
        Ok(())
    });
    if let Err(error) = &result
        && (!has_begun || world.rank() != 0)
    {
        // The others would wait for this rank for ever.
        log::error!("{error}");
        world.abort(1);
    }
    result
}

/// What a rank says that would play other games.
const OTHER: &str = "the program, a file of its options, or the processor's instructions for a \
                     network in floating point differ from those of rank 0";

/// What the ranks tell one another before they begin.
struct Ranks {
    /// The number of threads of each rank, on the machine where it is.
    threads: Vec<usize>,
    own_threads: usize,
    /// Whether this rank plays the same games as rank 0.
    is_like_the_first: bool,
}

impl Ranks {
    fn gather(options: &Options, world: &SimpleCommunicator, jobs: Option<&dyn Jobs>) -> Self {
        let own_threads = options.values.player.search.threads;
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), jobs.map(Jobs::digest)).hash(&mut hasher);
        let own = [own_threads as u64, hasher.finish()];
        let mut all = vec![0; own.len() * world.size() as usize];
        world.all_gather_into(&own, &mut all);
        let (all, _) = all.as_chunks::<2>();
        Self {
            threads: all.iter().map(|&[threads, _]| threads as usize).collect(),
            own_threads,
            is_like_the_first: all.first().is_some_and(|&[_, first]| first == own[1]),
        }
    }
}

fn write(
    task: &Task,
    options: &Options,
    hands: &Hands<'_>,
    output: &mut dyn Write,
) -> io::Result<()> {
    match task {
        Task::Match(asked) => matches::write(asked, options, hands, output),
        Task::Tune(asked) => tuning::write(asked, options, hands, output),
        Task::Label(asked) => labelling::write(asked, options, hands, output),
        _ => Ok(()),
    }
}

fn jobs<'a>(task: &'a Task, options: &'a Options) -> io::Result<Box<dyn Jobs + 'a>> {
    match task {
        Task::Match(asked) => Ok(matches::jobs(asked, options)),
        Task::Tune(asked) => tuning::jobs(asked, options),
        Task::Label(asked) => labelling::jobs(asked, options),
        _ => Err(io::ErrorKind::InvalidInput.into()),
    }
}
