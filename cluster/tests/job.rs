//! A job of MPI on this machine, whose ranks are killed and stopped while their leader searches.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assembly::compose::{Knowledge, searcher};
use assembly::knowledge::PolicyName;
use assembly::network_choice::NetworkChoice;
use assembly::ranks::{Cluster, CommandWords};
use engine::rules::{GameState, Rules};
use engine::search::{SearchLimits, SearchReport, SearchRequest, SearchSettings, Searcher};
use engine::vocabulary::BoardSize;
use log::{LevelFilter, Log, Metadata, Record};

/// The number of ranks of the job.
const RANKS: usize = 3;
/// What the leader says when all ranks are there, and when they are lost.
const COMPLETE: &str = "the cluster has 4 ranks";
const LOST: &str = "the cluster is lost";
/// The time in which the ranks must be back after they have been lost.
const BACK: Duration = Duration::from_secs(10);

/// What has been logged.
static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Lines;

impl Log for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        lines().push(record.args().to_string());
    }

    fn flush(&self) {}
}

fn lines() -> std::sync::MutexGuard<'static, Vec<String>> {
    LINES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until something has been logged so many times.
fn wait(text: &str, times: usize, patience: Duration) {
    let end = Instant::now() + patience;
    while lines().iter().filter(|line| line.contains(text)).count() < times {
        assert!(Instant::now() < end, "{text} {times} times: {:#?}", *lines());
        sleep(Duration::from_millis(20));
    }
}

/// The process of one of the ranks.
fn process(folder: &Path, rank: usize) -> String {
    fs::read_to_string(folder.join(rank.to_string())).unwrap().trim().to_owned()
}

fn signal(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
}

fn search(searcher: &mut dyn Searcher, seconds: f64) -> SearchReport {
    let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    let request = SearchRequest::new(&game, game.to_move(), SearchLimits::default());
    let begun = Instant::now();
    let time = Duration::from_secs_f64(seconds);
    let report = searcher.search(&request, &|| begun.elapsed() >= time, None);
    assert!(begun.elapsed() < time + Duration::from_millis(500), "it waits for nobody");
    report
}

#[test]
fn a_job_helps_whatever_happens_to_its_ranks() {
    log::set_logger(&Lines).unwrap();
    log::set_max_level(LevelFilter::Info);
    let folder = tempfile::tempdir().unwrap();
    let command = format!(
        "mpirun --oversubscribe --allow-run-as-root -n {RANKS} sh -c \
         'echo $$ > {}/$OMPI_COMM_WORLD_RANK; exec {} --threads 1 --memory 64'",
        folder.path().display(),
        env!("CARGO_BIN_EXE_mengxi-cluster"),
    );
    let cluster = Cluster::start(command.parse::<CommandWords>().unwrap()).unwrap();
    let knowledge = Knowledge {
        helpers: Some(cluster),
        network: NetworkChoice::NONE,
        ..Knowledge::of(PolicyName::Heavy)
    };
    let settings = SearchSettings { memory: 64 << 20, ..SearchSettings::default() };
    let mut searcher = searcher(knowledge, BoardSize::square(9), settings);
    wait(COMPLETE, 1, Duration::from_secs(60));
    let helps = |searcher: &mut dyn Searcher| {
        searcher.forget(1);
        let report = search(searcher, 3.0);
        let (all, own) = (report.visits as f64, report.simulations as f64);
        assert!(all > own + 100.0, "{all} visits, {own} of this process");
    };
    helps(&mut *searcher);

    for (times, (rank, name)) in [(1, "-KILL"), (0, "-STOP"), (2, "-STOP")].into_iter().enumerate()
    {
        let lost = process(folder.path(), rank);
        signal(name, &lost);
        if name == "-STOP" && rank != 0 {
            // The others go on.
            helps(&mut *searcher);
        }
        let begun = Instant::now();
        search(&mut *searcher, 1.0);
        wait(LOST, times + 1, BACK);
        wait(COMPLETE, times + 2, BACK.saturating_sub(begun.elapsed()));
        helps(&mut *searcher);
        let end = Instant::now() + BACK;
        while Path::new(&format!("/proc/{lost}/cwd")).exists() {
            assert!(Instant::now() < end, "rank {rank} is still there");
            sleep(Duration::from_millis(50));
        }
    }
}
