//! `mengxi bench`: measures the speed of the program on this machine, and shows whether its play
//! has changed.
//!
//! Speeds depend on the machine and its load. Playouts are timed by the processor time of their
//! thread and simulations by the wall clock, each for at least a second. The totals of fixed
//! searches are the same everywhere. [`write()`] is the entry point, which only the program `mengxi`
//! calls.

use std::fmt;
use std::hint::black_box;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use assembly::compose::Knowledge;
use assembly::options::Options;
use clap::Args;
use cpu_time::ThreadTime;
use engine::board::Position;
use engine::dispatch::{self, Work};
use engine::knowledge::{Playout, PlayoutLimits, PlayoutPolicy};
use engine::rules::{GameState, Rules};
use engine::search::{SearchLimits, SearchRequest};
use engine::vocabulary::{BoardSize, Geometry, Nine, Nineteen, Random, Thirteen};
use playouts::Uniform;
use serde_json::{Map, Value, json};

use crate::fixed_searches::{KOMI, SEED, Totals, new_searcher};
use crate::network_bench;

/// The output of the task `bench`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct BenchOptions {
    /// Prints one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,

    /// Prints only the totals of the fixed searches, without measuring anything.
    #[arg(long, hide = true, conflicts_with = "json")]
    pub totals: bool,
}

/// The minimum duration of each measurement.
const LEAST_TIME: Duration = Duration::from_secs(1);
/// The number of playouts between two checks of the clock.
const BATCH: u32 = 64;
/// The numbers of threads with which the speed of simulations is measured.
const THREADS: [usize; 2] = [1, 2];
/// The number of simulations in a search with playouts, enough to make the tree as large as it is
/// in actual play.
const SIMULATIONS: u64 = 20_000;

/// The speed of playouts on one board.
struct PlayoutSpeed {
    per_second: f64,
    /// The mean number of moves in a playout, including passes.
    moves: f64,
}

/// The speeds on one board.
struct BoardSpeed {
    size: BoardSize,
    playouts: PlayoutSpeed,
    /// The number of simulations per second for each number of threads.
    simulations: Vec<(usize, f64)>,
}

/// All measurements.
struct Measurements {
    boards: Vec<BoardSpeed>,
    totals: Totals,
    instructions: &'static str,
}

/// Measures the network of the options if there is one, otherwise playouts and the search with
/// them. The result is a table, a JSON object, or only the totals
/// of the fixed searches.
///
/// # Errors
/// If the network cannot be read, `output` cannot be written, or the system does not report
/// processor time.
pub fn write(asked: BenchOptions, options: &Options, output: &mut dyn Write) -> io::Result<()> {
    let network = options.values.knowledge.network;
    let knowledge = Knowledge { network, ..Knowledge::of(options.policy) };
    if asked.totals {
        return writeln!(output, "{}", Totals::of(knowledge));
    }
    if let Some(network) = network.network() {
        return network_bench::write(network, Totals::of(knowledge), asked.json, output);
    }
    let measured = Measurements::make(knowledge)?;
    if asked.json {
        writeln!(output, "{:#}", measured.json())
    } else {
        write!(output, "{measured}")
    }
}

impl Measurements {
    /// Measures playouts and the search with them. Playouts are always uniform, so that their speed
    /// is that of the board.
    fn make(knowledge: Knowledge) -> io::Result<Self> {
        let boards = [
            BoardSpeed::measure::<Nine>(BoardSize::square(9), knowledge)?,
            BoardSpeed::measure::<Thirteen>(BoardSize::square(13), knowledge)?,
            BoardSpeed::measure::<Nineteen>(BoardSize::square(19), knowledge)?,
        ];
        show_progress("the totals of fixed searches");
        let totals = Totals::of(knowledge);
        Ok(Self { boards: boards.into(), totals, instructions: dispatch::instructions() })
    }

    fn json(&self) -> Value {
        let by_board = |figure: &dyn Fn(&BoardSpeed) -> Value| -> Map<String, Value> {
            self.boards.iter().map(|board| (board.size.to_string(), figure(board))).collect()
        };
        let by_threads = |board: &BoardSpeed| -> Value {
            let figure = |&(threads, speed): &(usize, f64)| (threads.to_string(), json!(speed));
            board.simulations.iter().map(figure).collect::<Map<_, _>>().into()
        };
        json!({
            "playouts_per_second": by_board(&|board| json!(board.playouts.per_second)),
            "moves_per_playout": by_board(&|board| json!(board.playouts.moves)),
            "simulations_per_second": by_board(&by_threads),
            "nodes": self.totals.nodes,
            "visits_of_best_moves": self.totals.best_visits,
            "instructions": self.instructions,
        })
    }
}

impl fmt::Display for Measurements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8}{:>14}{:>16}", "board", "playouts/s", "moves/playout")?;
        for threads in THREADS {
            write!(f, "{:>26}", format!("simulations/s, {threads} thr."))?;
        }
        writeln!(f)?;
        for BoardSpeed { size, playouts, simulations } in &self.boards {
            let size = size.to_string();
            write!(f, "{size:<8}{:>14.0}{:>16.1}", playouts.per_second, playouts.moves)?;
            simulations.iter().try_for_each(|(_, speed)| write!(f, "{speed:>26.0}"))?;
            writeln!(f)?;
        }
        writeln!(f, "{}", self.totals)?;
        writeln!(f, "instructions: {}", self.instructions)
    }
}

impl BoardSpeed {
    fn measure<G: Geometry>(size: BoardSize, knowledge: Knowledge) -> io::Result<Self> {
        show_progress(&format!("playouts on {size}"));
        let playouts = PlayoutSpeed::measure::<G>(size)?;
        let mut simulations = Vec::new();
        for threads in THREADS {
            show_progress(&format!("simulations on {size}, {threads} threads"));
            simulations.push((threads, simulation_speed(size, knowledge, threads)));
        }
        Ok(Self { size, playouts, simulations })
    }
}

impl PlayoutSpeed {
    /// Measures playouts that start from the empty board and do not record first plays.
    fn measure<G: Geometry>(size: BoardSize) -> io::Result<Self> {
        let start = Position::<G>::new(size);
        let mut position = start.clone();
        let mut playout = Playout::new(&Uniform, PlayoutLimits::of(size));
        let mut random = Random::new(SEED, 0);
        let mut play = || {
            dispatch::run(PlayoutBatch {
                start: &start,
                position: &mut position,
                playout: &mut playout,
                random: &mut random,
            })
        };
        play();
        let started = ThreadTime::try_now()?;
        let (mut batches, mut moves, mut time) = (0, 0, Duration::ZERO);
        while time < LEAST_TIME {
            moves += play();
            batches += 1;
            time = started.try_elapsed()?;
        }
        let playouts = f64::from(batches * BATCH);
        Ok(Self { per_second: playouts / time.as_secs_f64(), moves: moves as f64 / playouts })
    }
}

/// A batch of playouts, compiled for this machine's processor just as playouts in a search are.
struct PlayoutBatch<'a, 'p, G: Geometry, P: PlayoutPolicy> {
    start: &'a Position<G>,
    position: &'a mut Position<G>,
    playout: &'a mut Playout<'p, G, P>,
    random: &'a mut Random,
}

impl<G: Geometry, P: PlayoutPolicy> Work for PlayoutBatch<'_, '_, G, P> {
    /// The total number of moves in the playouts of the batch.
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let mut moves = 0;
        for _ in 0..BATCH {
            self.position.clone_from(self.start);
            let outcome = self.playout.run(self.position, self.random, &mut ());
            // Computing the score is part of a playout, although the score is not used here.
            black_box(outcome.score());
            moves += outcome.moves;
        }
        moves
    }
}

/// Measures the number of simulations per second on the empty board. Each search begins with an
/// empty tree and runs a fixed number of simulations, because a search limited by time could settle
/// on a move early and stop.
fn simulation_speed(size: BoardSize, knowledge: Knowledge, threads: usize) -> f64 {
    let mut searcher = new_searcher(size, knowledge, threads);
    let game = GameState::new(size, Rules::default(), KOMI);
    let (mut simulations, mut time) = (0, Duration::ZERO);
    while time < LEAST_TIME {
        searcher.forget(SEED);
        let limits = SearchLimits::playouts(SIMULATIONS);
        let report =
            searcher.search(&SearchRequest::new(&game, game.to_move(), limits), &|| false, None);
        simulations += report.simulations;
        time += report.time;
    }
    simulations as f64 / time.as_secs_f64()
}

/// Writes to standard error what is being measured, but only if standard error is a terminal, not a
/// pipe or a file.
fn show_progress(what: &str) {
    let mut errors = io::stderr();
    if errors.is_terminal() {
        // Progress is optional, so errors are ignored.
        writeln!(errors, "measuring {what}").ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measurements() -> Measurements {
        let board = |size| BoardSpeed {
            size: BoardSize::square(size),
            playouts: PlayoutSpeed { per_second: 2500.4, moves: 110.25 },
            simulations: vec![(1, 1000.0), (2, 1900.0)],
        };
        let totals = Totals { nodes: 77, best_visits: 33 };
        Measurements { boards: [9, 19].map(board).into(), totals, instructions: "portable" }
    }

    #[test]
    fn the_json_object_names_boards_and_threads() {
        let json = measurements().json();
        assert_eq!(json["playouts_per_second"]["19x19"], 2500.4);
        assert_eq!(json["moves_per_playout"]["9x9"], 110.25);
        assert_eq!(json["simulations_per_second"]["9x9"]["2"], 1900.0);
        assert_eq!((&json["nodes"], &json["instructions"]), (&json!(77), &json!("portable")));
    }

    #[test]
    fn the_columns_of_the_table_stand_below_their_heads() {
        let table = measurements().to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 5, "{table}");
        assert_eq!(lines[0].len(), lines[1].len(), "{table}");
        assert!(lines[1].starts_with("9x9 ") && lines[1].contains(" 110.2 "), "{table}");
        assert_eq!(lines[3], "nodes: 77, visits of the best moves: 33");
    }

    #[test]
    fn playouts_of_an_empty_board_are_longer_than_the_board() {
        let size = BoardSize::square(9);
        let start = Position::<Nine>::new(size);
        let moves = dispatch::run(PlayoutBatch {
            start: &start,
            position: &mut start.clone(),
            playout: &mut Playout::new(&Uniform, PlayoutLimits::of(size)),
            random: &mut Random::new(SEED, 0),
        });
        let each = moves / BATCH as usize;
        assert!((81..160).contains(&each), "{each} moves a playout");
    }
}
