//! Counts the endgames that are solved within 30 seconds and 256 MiB each, and measures how many
//! positions are searched and how long this takes:
//!
//! `cargo run --release -p mengxi-tests --example endgames`
//!
//! This takes up to three hours and prints one line for each kind of endgame. The endgames come
//! from random games and from the program's playouts, on boards from 7x7 to 9x9, and start with at
//! most 8, 10 or 12 open points.

#![expect(clippy::print_stdout, reason = "a tool whose output this is")]

use std::time::{Duration, Instant};

use engine::knowledge::PlayoutPolicy;
use engine::reading::{LongCycle, ReadingLimits, Solver, solve_position};
use engine::vocabulary::BoardSize;
use playouts::{Heavy, Uniform};
use tests::endgames::endgame;

fn main() {
    for most in [8, 10, 12] {
        for side in [7, 8, 9] {
            measure("at random", &Uniform, side, most);
            measure("by the playouts", &Heavy::default(), side, most);
        }
    }
}

/// Generates endgames with at most `most` open points from a policy's playouts, measures how many
/// of them are solved, and prints the result.
fn measure<P: PlayoutPolicy>(name: &str, policy: &P, side: u8, most: usize) {
    let limits = ReadingLimits::new(Duration::from_secs(30), 256 << 20);
    let (mut nodes, mut times, mut solved) = (Vec::new(), Vec::new(), 0);
    for seed in 0..20 {
        let position = endgame(policy, BoardSize::square(side), most, seed);
        let start = Instant::now();
        let cycle = LongCycle::Worth(0);
        let found = solve_position(&position, &[], cycle, Solver::ProofNumbers, limits);
        times.push(start.elapsed());
        nodes.push(found.nodes);
        solved += usize::from(found.bounds.are_equal());
    }
    nodes.sort_unstable();
    times.sort_unstable();
    let count = nodes.len();
    let (middle, last) = (count / 2, count - 1);
    println!(
        "{side}x{side}, {name}, {most} open: {solved} of {count} solved; median {} and at most {} \
         positions, {:.1?} and {:.1?}",
        nodes[middle], nodes[last], times[middle], times[last]
    );
}
