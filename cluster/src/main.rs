//! The program `mengxi-cluster`, which `mpirun` or `srun` starts on one machine or on several. Without
//! a task, it is one of the helpers of `mengxi --cluster`; with `match`, `tune` or `label`, its ranks
//! share out the games of that task.
//!
//! All that a helper does is in `assembly::ranks`, and the tasks are in `lab`. Here is only what
//! carries their messages: `transfer` has what MPI must not wait for, `carrier` who sends what to
//! whom in a search, and `letters` the same for jobs.

mod carrier;
mod laboratory;
mod letters;
mod transfer;

use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use app::command_line::{CommandLine, Task};
use app::other_games::check_book_for_go;
use assembly::options::Options;
use assembly::ranks::{HelperSettings, help};
use carrier::MpiCarrier;
use mpi::Threading;
use mpi::topology::SimpleCommunicator;
use mpi::traits::Communicator;
use protocol::diagnostics;

/// The time that the end may take: a rank that has been stopped never takes part in it.
const LONGEST_END: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let mut line = CommandLine::read(std::env::args_os()).unwrap_or_else(|error| error.exit());
    app::diagnostics::start(line.options.log.into());
    let code = check_book_for_go(&mut line).and_then(|()| run(&line)).unwrap_or_else(|error| {
        log::error!("{error}");
        ExitCode::FAILURE
    });
    diagnostics::finish();
    code
}

fn run(line: &CommandLine) -> io::Result<ExitCode> {
    // Only this thread calls MPI.
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)
        .ok_or_else(|| io::Error::other("MPI has been initialized already"))?;
    match &line.task {
        None | Some(Task::Gtp(_)) => {
            let mut carrier = MpiCarrier::new(universe.world())?;
            let result = help(&mut carrier, settings(&line.options, &universe.world()));
            let status = u8::from(result.is_err());
            if let Err(error) = result {
                log::error!("{error}");
            }
            thread::spawn(move || {
                thread::sleep(LONGEST_END);
                io::stderr().flush().ok();
                std::process::exit(status.into());
            });
            carrier.finish();
            Ok(status.into())
        }
        Some(task) => laboratory::perform(task, &line.options, &universe.world()),
    }
}

/// The settings of a helper.
fn settings(options: &Options, world: &SimpleCommunicator) -> HelperSettings {
    let search = options.values.player.search;
    HelperSettings {
        // The leader is rank 0 of the search, and not part of the job.
        rank: world.rank() as u32 + 1,
        ranks: world.size() as u32 + 1,
        threads: search.threads,
        memory: search.memory,
    }
}
