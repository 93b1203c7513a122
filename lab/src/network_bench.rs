//! `mengxi bench` with a network: measures how fast it is evaluated on this machine.
//!
//! Each speed is that of whole evaluations: from a game to its inputs, through the network, and to
//! its answer. One thread is measured by its processor time. The gain of two threads is measured by
//! wall-clock time, and is meaningless on a busy machine.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use assembly::compose::Knowledge;
use assembly::network_choice::NetworkChoice;
use assembly::options::PolicyName;
use cpu_time::ThreadTime;
use engine::rules::{GameState, Rules};
use engine::search::{SearchLimits, SearchRequest};
use engine::vocabulary::{BoardSize, Symmetry};
use network::dispatch::Instructions;
use network::inputs::Inputs;
use network::{Evaluator, Network};
use serde_json::{Value, json};

use crate::fixed_searches::{KOMI, Totals, new_searcher};

/// The boards that are measured.
const SIZES: [u8; 3] = [9, 13, 19];
/// The minimum duration of each measurement.
const LEAST_TIME: Duration = Duration::from_secs(1);
/// The number of positions of a board, taken from one game.
const POSITIONS: usize = 16;
/// The number of simulations with which each move of that game is chosen.
const SIMULATIONS: u64 = 30;

/// The speed with one instruction set on one board.
struct Speed {
    size: BoardSize,
    instructions: &'static str,
    /// Evaluations per second of processor time.
    evaluations: f64,
    /// Multiplications per second of processor time, in 10^9.
    multiplications: f64,
    /// The ratio of the speed of two threads to that of one.
    two_threads: f64,
}

/// All measurements.
struct Measurements {
    name: String,
    /// The time in microseconds in which the inputs of a position are made, by board.
    inputs: Vec<(BoardSize, f64)>,
    speeds: Vec<Speed>,
    totals: Totals,
}

/// Measures a network and writes a table or a JSON object to `output`, with the
/// totals of the fixed searches.
///
/// # Errors
/// If `output` cannot be written, or the system does not report processor time.
pub(crate) fn write(
    network: &Arc<Network>,
    totals: Totals,
    as_json: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    let name = network.name().to_owned();
    let mut measured = Measurements { name, inputs: Vec::new(), speeds: Vec::new(), totals };
    for size in SIZES.map(BoardSize::square) {
        let games = positions(size);
        measured.inputs.push((size, time_of_inputs(&games)?));
        for instructions in Instructions::available() {
            measured.speeds.push(Speed::measure(network, instructions, &games)?);
        }
    }
    if as_json { writeln!(output, "{:#}", measured.json()) } else { write!(output, "{measured}") }
}

/// Positions of a game of the program against itself, from its first half.
fn positions(size: BoardSize) -> Vec<GameState> {
    let knowledge = Knowledge { network: NetworkChoice::NONE, ..Knowledge::of(PolicyName::Heavy) };
    let mut searcher = new_searcher(size, knowledge, 1);
    let mut game = GameState::new(size, Rules::default(), KOMI);
    let mut positions = Vec::new();
    let step = size.area() / 2 / POSITIONS + 1;
    while positions.len() < POSITIONS {
        if game.moves().len().is_multiple_of(step) {
            positions.push(game.clone());
        }
        let limits = SearchLimits::playouts(SIMULATIONS);
        let request = SearchRequest::new(&game, game.to_move(), limits);
        let report = searcher.search(&request, &|| false, None);
        let played = report.moves.first().is_some_and(|best| {
            let color = game.to_move();
            game.play(color, best.mv).is_ok()
        });
        if !played {
            break;
        }
    }
    positions
}

/// The mean time in microseconds in which the inputs of these positions are made.
fn time_of_inputs(games: &[GameState]) -> io::Result<f64> {
    let started = ThreadTime::try_now()?;
    let (mut made, mut time) = (0_u32, Duration::ZERO);
    while time < LEAST_TIME {
        for game in games {
            made += u32::from(Inputs::new(game, game.to_move(), false).is_ok());
        }
        time = started.try_elapsed()?;
    }
    Ok(time.as_secs_f64() * 1e6 / f64::from(made.max(1)))
}

/// Evaluates all positions once and returns their number.
fn evaluate_all(evaluator: &mut Evaluator, games: &[GameState]) -> u32 {
    let never = AtomicBool::new(false);
    let mut made = 0;
    for game in games {
        let symmetry = Symmetry::default();
        let found = evaluator.evaluate(game, game.to_move(), symmetry, 0.0, &never);
        made += u32::from(found.is_ok_and(|found| found.is_some()));
    }
    made
}

impl Speed {
    fn measure(
        network: &Arc<Network>,
        instructions: Instructions,
        games: &[GameState],
    ) -> io::Result<Self> {
        let size = games.first().map_or(BoardSize::square(9), GameState::size);
        let mut evaluator = Evaluator::with_instructions(Arc::clone(network), instructions);
        evaluate_all(&mut evaluator, games);
        let started = ThreadTime::try_now()?;
        let (mut made, mut time) = (0, Duration::ZERO);
        while time < LEAST_TIME {
            made += evaluate_all(&mut evaluator, games);
            time = started.try_elapsed()?;
        }
        let evaluations = f64::from(made) / time.as_secs_f64();
        let each = network.multiplications().on(size.area()) as f64;
        let one = rate(network, instructions, games, 1);
        let two = rate(network, instructions, games, 2);
        Ok(Self {
            size,
            instructions: instructions.name(),
            evaluations,
            multiplications: evaluations * each / 1e9,
            two_threads: two / one,
        })
    }
}

/// The evaluations per second of wall-clock time of this many threads.
fn rate(
    network: &Arc<Network>,
    instructions: Instructions,
    games: &[GameState],
    threads: usize,
) -> f64 {
    let started = Instant::now();
    let work = || {
        let mut evaluator = Evaluator::with_instructions(Arc::clone(network), instructions);
        let mut made = 0;
        while started.elapsed() < LEAST_TIME {
            made += evaluate_all(&mut evaluator, games);
        }
        f64::from(made) / started.elapsed().as_secs_f64()
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).sum()
    })
}

impl Measurements {
    fn json(&self) -> Value {
        let inputs: serde_json::Map<String, Value> =
            self.inputs.iter().map(|(size, time)| (size.to_string(), json!(time))).collect();
        let speed = |speed: &Speed| {
            json!({
                "board": speed.size.to_string(),
                "instructions": speed.instructions,
                "evaluations_per_second": speed.evaluations,
                "multiplications_per_second": speed.multiplications * 1e9,
                "two_threads": speed.two_threads,
            })
        };
        json!({
            "name": self.name,
            "microseconds_for_inputs": inputs,
            "speeds": self.speeds.iter().map(speed).collect::<Vec<_>>(),
            "nodes": self.totals.nodes,
            "visits_of_best_moves": self.totals.best_visits,
        })
    }
}

impl fmt::Display for Measurements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "network: {}", self.name)?;
        writeln!(
            f,
            "{:<8}{:<14}{:>15}{:>10}{:>14}{:>12}",
            "board", "instructions", "evaluations/s", "GMAC/s", "two threads", "inputs, us"
        )?;
        for Speed { size, instructions, evaluations, multiplications, two_threads } in &self.speeds
        {
            let inputs = self.inputs.iter().find(|(known, _)| known == size);
            let inputs = inputs.map_or(0.0, |(_, time)| *time);
            let size = size.to_string();
            writeln!(
                f,
                "{size:<8}{instructions:<14}{evaluations:>15.0}{multiplications:>10.1}\
                 {:>14}{inputs:>12.1}",
                format!("x {two_threads:.2}"),
            )?;
        }
        writeln!(f, "{}", self.totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_from_all_of_the_first_half_of_a_game() {
        let games = positions(BoardSize::square(9));
        assert_eq!(games.len(), POSITIONS);
        assert_eq!(games[0].moves().len(), 0);
        assert!(games[POSITIONS - 1].moves().len() > 30);
    }

    #[test]
    fn the_columns_of_the_table_stand_below_their_heads() {
        let speed = |size| Speed {
            size: BoardSize::square(size),
            instructions: "portable",
            evaluations: 1234.5,
            multiplications: 0.125,
            two_threads: 1.9,
        };
        let measured = Measurements {
            name: "small".to_owned(),
            inputs: vec![(BoardSize::square(9), 12.5)],
            speeds: vec![speed(9), speed(19)],
            totals: Totals { nodes: 77, best_visits: 33 },
        };
        let table = measured.to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 5, "{table}");
        assert_eq!(lines[4], "nodes: 77, visits of the best moves: 33");
        assert!(lines[1..4].iter().all(|line| line.len() == lines[1].len()), "{table}");
        assert!(lines[2].ends_with(" 12.5") && lines[2].contains(" x 1.90 "), "{table}");
        let json = measured.json();
        assert_eq!(json["microseconds_for_inputs"]["9x9"], 12.5);
        assert_eq!(json["speeds"][1]["board"], "19x19");
    }
}
