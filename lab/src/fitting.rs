//! `mengxi fit`: plays a game other than Go against itself, and fits the weights of its evaluation
//! to the results.
//!
//! The games are kept in a text file, one a line: the number of random moves at the start, the
//! result for Black, and the moves. An interrupted run goes on with the games that it finds there.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use assembly::options::Options;
use assembly::values::{self, expecting};
use clap::{Args, ValueEnum};
use clocks::Side;
use games::fitting::Fitted;
use games::player::Player;
use games::record::Record;
use games::settings::{EvaluationName, Settings};
use parking_lot::Mutex;
use protocol::clip;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::interruption::Interruption;
use crate::long_tasks::{ResultFile, about, bar, share_out};

/// One game in this many is held out.
const HELD_OUT: usize = 20;
/// The numbers of random moves with which games begin, which makes them differ.
const RANDOM_MOVES: std::ops::RangeInclusive<usize> = 6..=22;

/// The arguments of the task `fit`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct FitOptions {
    /// The game.
    pub game: GameName,

    /// File of games, to which new ones are added.
    #[arg(long, value_name = "FILE")]
    pub games: PathBuf,

    /// Plays until the file holds this many games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub play: usize,

    /// The evaluation in these games.
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub evaluation: EvaluationName,

    /// The depth of the searches in these games, in moves.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,

    /// The number of passes over the positions.
    #[arg(long, value_name = "N", default_value = "20", value_parser = expecting(values::whole::<usize>))]
    pub rounds: usize,

    /// File for the weights; without it, games are only played.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A game with a fitted evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Othello.
    Othello,
    /// Chinese chess.
    Xiangqi,
}

/// Plays and fits.
///
/// # Errors
/// If a file cannot be read or written, or has a line that is no game.
pub fn write(
    asked: &FitOptions,
    options: &Options,
    interruption: &Interruption,
    output: &mut dyn Write,
) -> io::Result<()> {
    use games::{othello, xiangqi};
    use othello::evaluation as of_othello;
    use xiangqi::evaluation as of_xiangqi;
    let fit = match (asked.game, asked.evaluation) {
        (GameName::Othello, EvaluationName::Best) => {
            fit_game::<othello::Position<of_othello::Fitted>>
        }
        (GameName::Othello, EvaluationName::Simple) => {
            fit_game::<othello::Position<of_othello::Simple>>
        }
        (GameName::Xiangqi, EvaluationName::Best) => {
            fit_game::<xiangqi::Position<of_xiangqi::Fitted>>
        }
        (GameName::Xiangqi, EvaluationName::Simple) => {
            fit_game::<xiangqi::Position<of_xiangqi::Simple>>
        }
    };
    fit(asked, options, interruption, output)
}

fn fit_game<G: Fitted>(
    asked: &FitOptions,
    options: &Options,
    interruption: &Interruption,
    output: &mut dyn Write,
) -> io::Result<()> {
    let out = ResultFile::create(asked.out.as_deref())?;
    play_games::<G>(asked, options, interruption)?;
    let Some(out) = out.filter(|_| !interruption.is_raised()) else { return Ok(()) };
    let games = read_games(&asked.games)?;
    let seed = options.seed.unwrap_or(1);
    let rows = Rows::read::<G>(&games).map_err(|error| about(&asked.games, &error))?;
    let weights = fit::<G>(&rows, asked.rounds, seed, interruption);
    if interruption.is_raised() {
        return Ok(());
    }
    let packed: Vec<i32> =
        weights.iter().map(|weight| (weight * G::PARTS).round() as i32).collect();
    let back: Vec<f32> = packed.iter().map(|&weight| weight as f32 / G::PARTS).collect();
    let recipe = format!(
        "{} positions of {} games against itself; {} rounds, seed {seed}; held out: {}",
        rows.learned.len(),
        games.len(),
        asked.rounds,
        rows.judge::<G>(&back),
    );
    writeln!(output, "{recipe}")?;
    let file = G::file(&packed, &recipe)?;
    out.write_bytes(&file)
}

/// Plays games until the file has as many as asked for.
fn play_games<G: Fitted>(
    asked: &FitOptions,
    options: &Options,
    interruption: &Interruption,
) -> io::Result<()> {
    let known = read_games(&asked.games)?.len();
    let file = OpenOptions::new().append(true).create(true).open(&asked.games);
    let file = Mutex::new(file.map_err(|error| about(&asked.games, &error))?);
    let bar = bar(asked.play as u64, "{pos}/{len}");
    bar.set_position(known as u64);
    let seed = options.seed.unwrap_or(1);
    share_out(options, known..asked.play, |next| {
        let mut player = Player::<G>::new(settings(asked.depth));
        while let Some(number) = next().filter(|_| !interruption.is_raised()) {
            let line = play_game(&mut player, seed, number)?;
            let mut file = file.lock();
            file.write_all(line.as_bytes()).map_err(|error| about(&asked.games, &error))?;
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(())
}

fn settings(depth: u32) -> Settings {
    Settings { depth: Some(depth), ..Settings::default() }
}

/// Plays a game and returns its line.
///
/// # Errors
/// If the game is at fault: it refuses a move that it has listed, or has no result.
fn play_game<G: Fitted>(player: &mut Player<G>, seed: u64, number: usize) -> io::Result<String> {
    let mut random = Pcg64Mcg::seed_from_u64(seed ^ (number as u64) << 20);
    let random_moves = random.random_range(RANDOM_MOVES);
    player.start_game();
    while !player.record().is_over() {
        let record = player.record();
        let mv = if record.moves().len() < random_moves {
            record.legal_moves().choose(&mut random).cloned().unwrap_or_default()
        } else {
            player.suggest()
        };
        let mover = player.record().mover();
        player.play(mover, &mv).map_err(io::Error::other)?;
    }
    let record = player.record();
    let margin = record.game().margin().ok_or_else(|| io::Error::other("a game has no result"))?;
    let for_black = if record.mover() == Side::First { margin } else { -margin };
    let moves: Vec<&str> = record.moves().iter().map(|(_, mv)| mv.as_str()).collect();
    Ok(format!("{random_moves} {for_black:+} {}\n", moves.join(" ")))
}

/// The lines of a file of games; none if there is no file.
fn read_games(path: &Path) -> io::Result<Vec<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(about(path, &error)),
    }
}

fn invalid(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Reads a number.
fn number_in<N: FromStr>(word: Option<&str>, expected: &str) -> Result<N, String> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| format!("expected {expected}, got '{}'", clip(word)))
}

/// The positions of games, each with its features and its result for the player to move.
#[derive(Default)]
struct Rows {
    /// The features of all positions, one after another.
    features: Vec<u32>,
    learned: Vec<Row>,
    held_out: Vec<Row>,
}

/// A position: where its features are, and the result for the player to move.
#[derive(Clone, Copy)]
struct Row {
    begin: usize,
    end: usize,
    result: f32,
}

impl Rows {
    fn read<G: Fitted>(games: &[String]) -> io::Result<Self> {
        let mut rows = Self::default();
        for (number, line) in games.iter().enumerate() {
            rows.add::<G>(number, line)
                .map_err(|problem| invalid(&format!("line {}: {problem}", number + 1)))?;
        }
        if rows.learned.is_empty() {
            return Err(invalid("expected at least two games"));
        }
        Ok(rows)
    }

    /// Adds the positions of a game that were not reached by chance.
    fn add<G: Fitted>(&mut self, number: usize, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let random_moves: usize = number_in(words.next(), "a number of random moves")?;
        let result: f32 = number_in(words.next(), "a result")?;
        if !result.is_finite() {
            return Err(format!("expected a result, got '{result}'"));
        }
        let mut record = Record::<G>::default();
        for (at, mv) in words.enumerate() {
            if at >= random_moves && mv != "pass" {
                let begin = self.features.len();
                record.game().features(&mut self.features);
                let result = if record.mover() == Side::First { result } else { -result };
                let row = Row { begin, end: self.features.len(), result };
                let is_held_out = number.is_multiple_of(HELD_OUT);
                let rows = if is_held_out { &mut self.held_out } else { &mut self.learned };
                if row.begin < row.end {
                    rows.push(row);
                }
            }
            record.play(record.mover(), mv).map_err(|error| format!("'{}': {error}", clip(mv)))?;
        }
        Ok(())
    }

    fn features(&self, row: Row) -> &[u32] {
        self.features.get(row.begin..row.end).unwrap_or_default()
    }

    /// The result that the weights predict for a position.
    fn predict<G: Fitted>(&self, row: Row, weights: &[f32]) -> f32 {
        let count = weights.len();
        let weight = |&at: &u32| match (at as usize).checked_sub(count) {
            None => weights.get(at as usize).copied(),
            Some(at) => weights.get(at).map(|weight| -weight),
        };
        G::expected(self.features(row).iter().filter_map(weight).sum())
    }

    /// How well the weights predict the results held out.
    fn judge<G: Fitted>(&self, weights: &[f32]) -> String {
        let (mut squares, mut spread) = (0.0, 0.0);
        for &row in &self.held_out {
            let (error, result) = (self.predict::<G>(row, weights) - row.result, row.result);
            squares += f64::from(error * error);
            spread += f64::from(result * result);
        }
        let count = self.held_out.len().max(1) as f64;
        format!("error {:.2}, spread {:.2}", (squares / count).sqrt(), (spread / count).sqrt())
    }
}

/// Fits the weights by stochastic gradient descent on the squared error. A weight that few
/// positions share stays near zero.
fn fit<G: Fitted>(rows: &Rows, rounds: usize, seed: u64, interruption: &Interruption) -> Vec<f32> {
    let mut weights = G::first_weights();
    let count = weights.len();
    let mut order = rows.learned.clone();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (steps, mut step) = ((rounds * order.len()) as f32, 0_usize);
    let bar = bar(rounds as u64, "{pos}/{len}");
    for _ in 0..rounds {
        order.shuffle(&mut random);
        for &row in &order {
            let features = rows.features(row);
            let error = row.result - rows.predict::<G>(row, &weights);
            let share = G::STEP * (1.0 - step as f32 / steps) * error / features.len() as f32;
            for &at in features {
                let subtracted = (at as usize).checked_sub(count);
                if let Some(weight) = weights.get_mut(subtracted.unwrap_or(at as usize)) {
                    *weight += if subtracted.is_some() { -share } else { share };
                }
            }
            step += 1;
        }
        bar.set_message(rows.judge::<G>(&weights));
        bar.inc(1);
        if interruption.is_raised() {
            break;
        }
    }
    bar.finish_and_clear();
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    type Othello = games::othello::Position<games::othello::evaluation::Simple>;

    #[test]
    fn games_are_the_same_for_the_same_seed_and_can_be_read_back() {
        let mut player = Player::<Othello>::new(settings(1));
        let mut game = |number| play_game(&mut player, 7, number).unwrap();
        let line = game(3);
        assert_ne!(game(4), line);
        assert_eq!(game(3), line, "nothing is left of the games between");
        let lines = [&line, &line].map(|line| line.trim_end().to_owned());
        let rows = Rows::read::<Othello>(&lines).unwrap();
        assert!(rows.held_out.len() > 20, "game 0 is held out");
        assert_eq!(rows.held_out.len(), rows.learned.len());
        let problem = |line: &str| Rows::read::<Othello>(&[line.to_owned()]).err().unwrap();
        for (line, expected) in [
            ("6 +2 D3 D3", "line 1: 'D3': illegal move"),
            ("six +2 D3", "line 1: expected a number of random moves, got 'six'"),
            ("6 nan D3", "line 1: expected a result, got 'NaN'"),
            ("", "line 1: expected a number of random moves, got ''"),
        ] {
            assert_eq!(problem(line).to_string(), expected);
        }
        assert!(Rows::read::<Othello>(&[]).is_err());
    }

    #[test]
    fn weights_come_to_explain_the_results() {
        let mut player = Player::<Othello>::new(settings(1));
        let lines: Vec<String> = (0..60)
            .map(|number| play_game(&mut player, 1, number).unwrap().trim_end().to_owned())
            .collect();
        let rows = Rows::read::<Othello>(&lines).unwrap();
        let fitted = fit::<Othello>(&rows, 5, 1, &Interruption::default());
        let error = |weights: &[f32]| {
            let error = |&row: &Row| rows.predict::<Othello>(row, weights) - row.result;
            rows.learned.iter().map(error).map(|error| error * error).sum::<f32>()
        };
        let nothing = vec![0.0; Othello::weights()];
        assert!(error(&fitted) < 0.5 * error(&nothing));
    }
}
