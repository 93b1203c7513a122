//! Measures how much work the learned rules save in the test cases about captures and connections:
//!
//! `cargo run --release -p mengxi-tests --example reading_by_rules -- tests/data/reading/*.cases`
//!
//! This prints the number of questions that were answered both with and without the learned rules,
//! and the numbers of positions searched without and with these rules. It prints these figures
//! twice: once for searches that consider only replies near the fight, and once for searches that
//! consider all replies that can matter.

#![expect(clippy::print_stdout, reason = "a tool whose output this is")]

use std::env;
use std::error::Error;
use std::fs;

use tests::reading_cases::{Effort, compare_rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut all = [Effort::default(); 2];
    for path in env::args().skip(1) {
        let efforts = compare_rules(&path, &fs::read_to_string(&path)?)?;
        all.iter_mut().zip(efforts).for_each(|(sum, more)| *sum += more);
    }
    for (replies, Effort { questions, alone, by_rules }) in ["near", "all"].into_iter().zip(all) {
        println!(
            "{replies} replies: {questions} questions, {alone} positions, {by_rules} by rules"
        );
    }
    Ok(())
}
