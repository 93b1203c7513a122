//! The program `mengxi-cluster`: one of the helpers that `mengxi --cluster` starts by `mpirun` or
//! `srun`, on one machine or on several.
//!
//! All that a helper does is in `assembly::ranks`; here is only what carries its frames: `transfer`
//! has what MPI must not wait for, and `carrier` who sends what to whom.

mod carrier;
mod transfer;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use assembly::ranks::{HelperSettings, help};
use carrier::MpiCarrier;
use clap::Parser;
use log::LevelFilter;
use mpi::Threading;
use mpi::traits::Communicator;

/// The time that the end may take: a rank that has been stopped never takes part in it.
const LONGEST_END: Duration = Duration::from_secs(2);

/// A helper of `mengxi --cluster`. Started by `mpirun` or `srun`, not by hand.
#[derive(Debug, Parser)]
#[command(name = "mengxi-cluster", version)]
struct Options {
    /// Number of search threads of each helper; by default one per processor that MPI leaves to it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Maximum size of the search tree of each helper, in MiB.
    #[arg(
        long, value_name = "MIB", default_value = "512",
        value_parser = clap::value_parser!(u32).range(1..=16_777_216)
    )]
    memory: u32,

    /// How much is written to standard error.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: LevelFilter,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let logger = env_logger::Builder::new().filter_level(options.log).try_init();
    if logger.is_err() {
        return ExitCode::FAILURE;
    }
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> io::Result<()> {
    // Only this thread calls MPI.
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)
        .ok_or_else(|| io::Error::other("MPI has been initialized already"))?;
    let world = universe.world();
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let settings = HelperSettings {
        // The leader is rank 0 of the search, and not part of the job.
        rank: world.rank() as u32 + 1,
        ranks: world.size() as u32 + 1,
        threads: options.threads.map_or(processors, usize::from),
        memory: (options.memory as usize) << 20,
    };
    let mut carrier = MpiCarrier::new(world)?;
    let result = help(&mut carrier, settings);
    thread::spawn(|| {
        thread::sleep(LONGEST_END);
        io::stderr().flush().ok();
        std::process::exit(0);
    });
    carrier.finish();
    drop(universe);
    result
}
