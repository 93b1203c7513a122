//! What the rules save in reading the cases of captures and connections:
//!
//! `cargo run --release -p mengxi-tests --example reading_by_rules -- tests/data/reading/*.cases`
//!
//! prints the questions that are answered both without rules and with them, and the positions that it
//! takes, with replies near the fight and with all replies that can make a difference.

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
