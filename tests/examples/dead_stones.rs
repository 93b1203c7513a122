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
use engine::vocabulary::{BoardSize, Color, Move};
use playouts::learning::LabelledGame;

/// The game without its final passes.
fn replay(game: &LabelledGame) -> Result<GameState, Box<dyn Error>> {
    // The games were played without superko.
    let rules = Rules { ko: KoRule::Simple, ..Rules::default() };
    let mut state = GameState::new(BoardSize::square(game.size), rules, f64::from(game.komi));
    let mut color = Color::Black;
    let is_pass = |&&mv: &&usize| game.vertex(mv).is_none();
    let passes = game.moves.iter().rev().take_while(is_pass).count();
    for &mv in &game.moves[..game.moves.len() - passes] {
        state.play(color, Move::from(game.vertex(mv)))?;
        color = !color;
    }
    Ok(state)
}

/// Counts the stones at the end of a game: all stones, those that the network considers dead, and
/// those about which the player disagrees with the network.
fn judge(game: &LabelledGame) -> Result<(usize, usize, usize), Box<dyn Error>> {
    let line = format!("mengxi --threads 1 --seed 1 --size {}", game.size);
    let options = CommandLine::try_parse_from(line.split(' '))?.options;
    let mut player = compose::player(&options);
    *player.game_mut() = replay(game)?;
    let dead = player.judge().dead;
    let (mut stones, mut dead_stones, mut wrong) = (0, 0, 0);
    for (index, owner) in game.end.owners.iter().enumerate() {
        let Some(vertex) = game.vertex(index) else { continue };
        let Some(color) = player.game().stone_at(vertex) else { continue };
        // White owns the point if the label is above 0.
        let is_dead = owner * color.sign() > 0.0;
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
