//! Matches, tunings and labellings whose games are shared out among the ranks.
//!
//! All ranks have the same command line. Rank 0 keeps the log and writes the results; the others play
//! games for it, as many at once as they have threads.

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
    let hands = hands(options, world);
    let mut letters = Letters::new(world.duplicate());
    if world.rank() == 0 {
        return interruptibly(|interruption| {
            ranks::lead(&mut letters, &hands, |helpers| {
                let hands = Hands::own(interruption).with_helpers(helpers);
                write(task, options, &hands, &mut io::stdout())
            })?
        });
    }
    let own = usize::try_from(world.rank()).ok().and_then(|rank| hands.get(rank));
    let own = own.copied().unwrap_or(1);
    interruptibly(|interruption| match jobs(task, options) {
        Ok(jobs) => ranks::follow(&mut letters, own, &*jobs, interruption),
        Err(error) => {
            ranks::refuse(&mut letters, &error.to_string());
            Ok(())
        }
    })
}

/// The number of threads of each rank, on the machine where it is.
fn hands(options: &Options, world: &SimpleCommunicator) -> Vec<usize> {
    let own = options.values.player.search.threads as u64;
    let mut all = vec![0_u64; world.size() as usize];
    world.all_gather_into(&own, &mut all);
    all.into_iter().map(|threads| threads as usize).collect()
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
