//! Measures how often the player agrees with the network on whether a stone at the end of a
//! labelled game is dead:
//!
//! `cargo run --release -p mengxi-tests --example dead_stones -- FILE...`

#![expect(clippy::print_stdout, reason = "a tool whose output this is")]

use std::env;
use std::error::Error;
use std::path::Path;

use app::command_line::CommandLine;
use assembly::compose;
use clap::Parser;
use engine::rules::{GameState, KoRule, Rules};
use engine::vocabulary::Move;
use playouts::labels::LabelledGame;

/// The game without its final passes.
fn replay(game: &LabelledGame) -> Result<GameState, Box<dyn Error>> {
    // The games were played without superko.
    let rules = Rules { ko: KoRule::Simple, ..Rules::default() };
    let record = &game.record;
    let mut state = record.start(rules)?;
    state.set_rules(rules);
    let passes = record.moves.iter().rev().take_while(|&&mv| mv == Move::Pass).count();
    for (color, mv) in record.turns().take(record.moves.len() - passes) {
        state.play(color, mv)?;
    }
    Ok(state)
}

/// Counts the stones at the end of a game: all stones, those that the network considers dead, and
/// those about which the player disagrees with the network.
fn judge(game: &LabelledGame) -> Result<(usize, usize, usize), Box<dyn Error>> {
    let line = format!("mengxi --threads 1 --seed 1 --size {}", game.record.size);
    let options = CommandLine::try_parse_from(line.split(' '))?.options;
    let mut player = compose::player(&options);
    *player.game_mut() = replay(game)?;
    let dead = player.judge().dead;
    let (mut stones, mut dead_stones, mut wrong) = (0, 0, 0);
    for (vertex, &owner) in game.record.size.vertices().zip(&game.end.owners) {
        let Some(color) = player.game().stone_at(vertex) else { continue };
        // White owns the point if the label is above 0.
        let is_dead = f32::from(owner) * color.sign() > 0.0;
        stones += 1;
        dead_stones += usize::from(is_dead);
        wrong += usize::from(is_dead != dead.contains(&vertex));
    }
    Ok((stones, dead_stones, wrong))
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in env::args().skip(1) {
        let (mut stones, mut dead, mut wrong, mut faultless) = (0, 0, 0, 0);
        let games = LabelledGame::read(Path::new(&path))?;
        for game in &games {
            let (all, dead_here, wrong_here) = judge(game)?;
            stones += all;
            dead += dead_here;
            wrong += wrong_here;
            faultless += usize::from(wrong_here == 0);
        }
        println!(
            "{path}: {} games, {stones} stones, {dead} of them dead; {:.2} % of the stones as labelled, \
             {faultless} games wholly",
            games.len(),
            100.0 - 100.0 * wrong as f64 / stones as f64,
        );
    }
    Ok(())
}
