//! `mengxi convert`: a network in the project's own format, in floats or in integers.

use std::io::{self, Write};
use std::path::PathBuf;

use assembly::options::Options;
use assembly::output_file::OutputFile;
use clap::Args;
use engine::rules::Rules;
use network::files;
use network::inputs::Inputs;
use network::model::{AnyModel, Model};
use network::quantisation::quantise;
use playouts::game_files::{self, FoundGame};
use playouts::labels::GameRecord;

use crate::long_tasks::naming;

/// The input and output of the task `convert`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ConvertOptions {
    /// Converts to integers of 8 bits, after a look at the values inside the network in positions
    /// of these games: labelled games (.jsonl.gz), game records (.sgf), or folders of them.
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    pub integers: Vec<PathBuf>,

    /// File for the converted network.
    #[arg(long, value_name = "FILE", required = true)]
    pub out: PathBuf,
}

/// The number of positions from whose values the steps of integers are chosen.
const POSITIONS: usize = 1000;
/// The distance of two such positions, in moves, is a multiple of this.
const DISTANCE: usize = 7;

/// Converts the network of the options, writes it to its file, and a summary to `output`.
///
/// # Errors
/// If the network cannot be read or converted, no position is found, or a file cannot be read or
/// written.
pub fn write(asked: &ConvertOptions, options: &Options, output: &mut dyn Write) -> io::Result<()> {
    let invalid = |problem: String| io::Error::new(io::ErrorKind::InvalidInput, problem);
    let choice = options.values.knowledge.network;
    let before = choice.file()?;
    let before =
        before.ok_or_else(|| invalid("expected --network FILE, a network to convert".into()))?;
    let failed = |error: &dyn std::fmt::Display| invalid(format!("{choice}: {error}"));
    let file = OutputFile::create(&asked.out).map_err(|error| naming(&asked.out, &error))?;
    let model = files::read_bytes(&before).map_err(|error| failed(&error))?;
    let model = match (model, asked.integers.as_slice()) {
        (model, []) => model,
        (AnyModel::Integer(_), _) => return Err(failed(&"the network is in integers already")),
        (AnyModel::Float(model), games) => in_integers(&model, games)?,
    };
    let bytes = files::write(&model).map_err(|error| failed(&error))?;
    file.write(&bytes).map_err(|error| naming(&asked.out, &error))?;
    writeln!(output, "{}: {} bytes, {} before", asked.out.display(), bytes.len(), before.len())
}

fn in_integers(model: &Model, games: &[PathBuf]) -> io::Result<AnyModel> {
    let positions = positions(games, model.area_assumes_suicide)?;
    let converted = quantise(model, &positions);
    converted.map(AnyModel::Integer).map_err(|error| {
        let problem = format!("{} cannot be converted to integers: {error}", model.name);
        io::Error::new(io::ErrorKind::InvalidInput, problem)
    })
}

/// The inputs of positions that are spread evenly over all games.
fn positions(games: &[PathBuf], area_assumes_suicide: bool) -> io::Result<Vec<Inputs>> {
    let mut records = Vec::new();
    game_files::read(games, |_, game| {
        records.push(match game {
            FoundGame::Labelled(game) => game.record,
            FoundGame::Record(game) => GameRecord::of(&game),
        });
    })?;
    let moves: usize = records.iter().map(|record| record.moves.len() + 1).sum();
    let step = (moves / POSITIONS).max(1).next_multiple_of(DISTANCE);
    let mut found = Vec::new();
    let mut number = 0_usize;
    for record in &records {
        let mut game = record.start(Rules::default()).map_err(io::Error::other)?;
        for (color, mv) in record.turns() {
            if number.is_multiple_of(step) {
                // Boards that networks cannot evaluate are left out.
                found.extend(Inputs::new(&game, game.to_move(), area_assumes_suicide));
            }
            number += 1;
            game.play_as_recorded(color, mv).map_err(io::Error::other)?;
        }
    }
    if found.is_empty() {
        let problem = "--integers: expected games on boards from 2x2 to 19x19, found none";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    Ok(found)
}
