//! `mengxi fit`: plays a game other than Go against itself, and fits the weights of its evaluation
//! to the results.
//!
//! | module | contents |
//! | --- | --- |
//! | `options` | the arguments |
//! | `self_play` | the games, kept in a text file |
//! | `rows` | their positions, each with its features and its target |
//! | `descent` | the fit |
//! | `two_views` | small networks, and their training |

mod descent;
mod options;
mod rows;
mod self_play;
mod two_views;

use std::io::{self, Write};

use assembly::options::Options;
use games::fitting::Fitted;
use games::settings::EvaluationName;
use games::{gomoku, othello, xiangqi};

use crate::interruption::Interruption;
use crate::long_tasks::{ResultFile, naming};
use descent::{Plan, fit};
pub use options::{FitOptions, GameName};
use rows::{Row, Rows, sum};
use self_play::{play_games, read_games};
use two_views::Network;

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
    use EvaluationName::{Best, Simple};
    use gomoku::evaluation as of_gomoku;
    use othello::evaluation as of_othello;
    use xiangqi::evaluation as of_xiangqi;
    let fit = match (asked.game, asked.evaluation) {
        (GameName::Gomoku, Best) => fit_game::<gomoku::Position<of_gomoku::Fitted>>,
        (GameName::Gomoku, Simple) => fit_game::<gomoku::Position<of_gomoku::Simple>>,
        (GameName::Othello, Best) => fit_game::<othello::Position<of_othello::Fitted>>,
        (GameName::Othello, Simple) => fit_game::<othello::Position<of_othello::Simple>>,
        (GameName::Xiangqi, Best) => fit_game::<xiangqi::Position<of_xiangqi::Fitted>>,
        (GameName::Xiangqi, Simple) => fit_game::<xiangqi::Position<of_xiangqi::Simple>>,
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
    let mut rows = Rows::read::<G>(&games).map_err(|error| naming(&asked.games, &error))?;
    let seed = options.seed.unwrap_or(1);
    let plan = Plan { rounds: asked.rounds.get(), lambda: asked.lambda as f32, seed };
    let weights = match G::NETWORK {
        None => fit::<G>(&mut rows, plan, interruption),
        Some(shape) => two_views::fit::<G>(&mut rows, shape, plan, interruption),
    };
    if interruption.is_raised() {
        return Ok(());
    }
    let in_steps = |(at, weight): (usize, &f32)| (weight * G::steps(at)).round() as i32;
    let packed: Vec<i32> = weights.iter().enumerate().map(in_steps).collect();
    let back = packed.iter().enumerate().map(|(at, &steps)| steps as f32 / G::steps(at));
    let back: Vec<f32> = back.collect();
    let judged = match G::NETWORK {
        None => rows.judge::<G>(|row| row.result, |features| sum(features, &back)),
        Some(shape) => {
            let mut network = Network::new(shape, back);
            let target = |row: &Row| row.blended(plan.lambda);
            rows.judge::<G>(target, |features| network.estimate(features, false))
        }
    };
    let recipe = format!(
        "{} positions of {} games against itself; {} rounds, lambda {}, seed {seed}; held out: {}",
        rows.learned.len(),
        games.len(),
        asked.rounds,
        asked.lambda,
        judged,
    );
    let file = G::file(&packed, &recipe)?;
    out.write_bytes(&file)?;
    writeln!(output, "{recipe}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::player::Player;
    use self_play::{play_game, settings};

    type Othello = othello::Position<othello::evaluation::Simple>;

    #[test]
    fn weights_come_to_explain_the_results() {
        let mut player = Player::<Othello>::new(settings(1));
        let lines: Vec<String> = (0..60)
            .map(|number| play_game(&mut player, 1, number).unwrap().trim_end().to_owned())
            .collect();
        let mut rows = Rows::read::<Othello>(&lines).unwrap();
        let plan = Plan { rounds: 5, lambda: 1.0, seed: 1 };
        let fitted = fit::<Othello>(&mut rows, plan, &Interruption::default());
        let error = |weights: &[f32]| {
            let error = |&row: &Row| rows.predict::<Othello>(row, weights) - row.result;
            rows.learned.iter().map(error).map(|error| error * error).sum::<f32>()
        };
        let nothing = vec![0.0; Othello::weights()];
        assert!(error(&fitted) < 0.5 * error(&nothing));
    }
}
