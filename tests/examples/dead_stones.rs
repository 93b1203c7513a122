//! Measures how often the player agrees with the network on whether a stone at the end of a
//! labelled game is dead:
//!
//! `cargo run --release -p mengxi-tests --example dead_stones -- [OPTIONS] FILE...`
//!
//! The options are those of play, such as `--network FILE`.

#![expect(clippy::print_stdout, reason = "a tool whose output this is")]

use std::error::Error;
use std::path::PathBuf;

use assembly::compose;
use assembly::options::Options;
use clap::Parser;
use engine::player::Player;
use engine::rules::{GameState, KoRule, Rules};
use engine::vocabulary::{Move, Vertex};
use playouts::labels::LabelledGame;

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    options: Options,
    /// Labelled games.
    files: Vec<PathBuf>,
}

/// The game without its final passes.
fn replay(game: &LabelledGame) -> Result<GameState, Box<dyn Error>> {
    // Labelled games may have been played without superko.
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

/// The number of stones at the end of a game, the number of those that are dead according to the
/// label, and the stones about which the player disagrees with it.
fn judge(
    player: &mut dyn Player,
    game: &LabelledGame,
) -> Result<(usize, usize, Vec<Vertex>), Box<dyn Error>> {
    player.forget();
    *player.game_mut() = replay(game)?;
    let dead = player.judge().dead;
    let (mut stones, mut dead_stones, mut wrong) = (0, 0, Vec::new());
    for (vertex, &owner) in game.record.size.vertices().zip(&game.end.owners) {
        let Some(color) = player.game().stone_at(vertex) else { continue };
        // White owns the point if the label is above 0.
        let is_dead = f32::from(owner) * color.sign() > 0.0;
        stones += 1;
        dead_stones += usize::from(is_dead);
        wrong.extend(Some(vertex).filter(|vertex| is_dead != dead.contains(vertex)));
    }
    Ok((stones, dead_stones, wrong))
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { options, files } = Arguments::parse();
    let options = Options { seed: Some(options.seed.unwrap_or(1)), ..options };
    let mut player = compose::player(&options);
    for path in files {
        let (mut stones, mut dead, mut wrong, mut faultless) = (0, 0, 0, 0);
        let games = LabelledGame::read(&path)?;
        for (number, game) in games.iter().enumerate() {
            let (all, dead_here, wrong_here) = judge(&mut *player, game)?;
            stones += all;
            dead += dead_here;
            wrong += wrong_here.len();
            faultless += usize::from(wrong_here.is_empty());
            if !wrong_here.is_empty() {
                let stones: Vec<String> = wrong_here.iter().map(Vertex::to_string).collect();
                println!("game {number}: disagrees about {}", stones.join(" "));
            }
        }
        println!(
            "{}: {} games, {stones} stones, {dead} of them dead; agrees on {:.2} % of the stones, \
             on all of them in {faultless} games",
            path.display(),
            games.len(),
            100.0 - 100.0 * wrong as f64 / stones as f64,
        );
    }
    Ok(())
}
