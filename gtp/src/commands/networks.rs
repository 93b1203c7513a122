//! The command that shows the outputs of the neural network for a position, in KataGo's format.

use std::fmt::Write;

use engine::rules::GameState;
use engine::vocabulary::{Color, Symmetry};
use network::Evaluator;
use network::evaluation::{Evaluation, symmetry};
use protocol::{ArgumentError, Arguments};

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[Command::new(
    "kata-raw-nn",
    "[COLOR] SYMMETRY [OPTIMISM]",
    "shows the outputs of the network of --network, for a symmetry from 0 to 7, or for all",
    raw_network,
)];

/// KataGo's share of the optimistic policy at the root of a search.
const OPTIMISM: f32 = 0.2;

fn raw_network(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.optional_color().unwrap_or(session.game().to_move());
    let symmetries = symmetries(arguments)?;
    let optimism = if arguments.is_empty() { OPTIMISM } else { share(arguments)? };
    arguments.finish()?;
    let network = session.network().ok_or(CommandError::NoNetwork)?;
    let mut evaluator = Evaluator::new(network.clone());
    let (game, stop) = (session.game(), session.stop_signal());
    let mut text = String::new();
    for number in symmetries {
        let turned = symmetry(game.size(), number);
        let found = evaluator.evaluate(game, color, turned, optimism, stop.flag())?;
        let found = found.ok_or(CommandError::Interrupted)?;
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&outputs(game, color, number, &found));
    }
    Ok(text)
}

/// The numbers of the symmetries.
fn symmetries(arguments: &mut Arguments<'_>) -> Result<std::ops::Range<usize>, ArgumentError> {
    arguments.parsed("a symmetry from 0 to 7, or all", |word| {
        if word.eq_ignore_ascii_case("all") {
            return Some(0..Symmetry::MOST);
        }
        let number: usize = word.parse().ok().filter(|&number| number < Symmetry::MOST)?;
        Some(number..number + 1)
    })
}

/// A share from 0 to 1.
fn share(arguments: &mut Arguments<'_>) -> Result<f32, ArgumentError> {
    arguments.parsed("an optimism from 0 to 1", |word| {
        word.parse().ok().filter(|share| (0.0..=1.0).contains(share))
    })
}

/// The outputs in KataGo's format, from White's perspective. Its empty lines between symmetries are
/// left out, because an empty line ends an answer.
fn outputs(game: &GameState, color: Color, number: usize, found: &Evaluation) -> String {
    let sign = if color == Color::White { 1.0 } else { -1.0 };
    let (win, loss) = match color {
        Color::White => (found.win, found.loss),
        Color::Black => (found.loss, found.win),
    };
    let square = found.score * found.score + found.score_deviation * found.score_deviation;
    let errors =
        found.errors.map_or([-1.0; 3], |errors| [errors.time_left, errors.win, errors.score]);
    let [time_left, win_error, score_error] = errors;
    let mut lines = vec![
        format!("symmetry {number}"),
        format!("whiteWin {win:.6}"),
        format!("whiteLoss {loss:.6}"),
        format!("noResult {:.6}", found.no_result),
        format!("whiteLead {:.3}", sign * found.lead),
        format!("whiteScoreSelfplay {:.3}", sign * found.score),
        format!("whiteScoreSelfplaySq {square:.3}"),
        format!("varTimeLeft {time_left:.3}"),
        format!("shorttermWinlossError {win_error:.3}"),
        format!("shorttermScoreError {score_error:.3}"),
        "policy".to_owned(),
    ];
    let width = usize::from(game.size().width());
    let (points, pass) = found.policy.split_at(game.size().area().min(found.policy.len()));
    lines.extend(
        points.chunks(width).map(|row| joined(row.iter().map(|&share| probability(share)))),
    );
    let pass = pass.first().copied().flatten();
    lines.push(format!("policyPass {}", probability(pass).trim_start()));
    lines.push("whiteOwnership".to_owned());
    let owned = |share: &f32| format!("{:9.7}", sign * share);
    lines.extend(found.ownership.chunks(width).map(|row| joined(row.iter().map(owned))));
    lines.join("\n")
}

/// The probability of a move; `None` if it is illegal.
fn probability(share: Option<f32>) -> String {
    share.map_or_else(|| "    NAN".to_owned(), |share| format!("{share:8.6}"))
}

/// Words separated by spaces.
fn joined(words: impl Iterator<Item = String>) -> String {
    words.fold(String::new(), |mut line, word| {
        let space = if line.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(line, "{space}{word}");
        line
    })
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn without_a_network_the_answer_says_what_to_do() {
        let mut talk = Conversation::new(5);
        talk.ask("mengxi_param network none");
        for line in ["kata-raw-nn 0", "kata-raw-nn b all", "kata-raw-nn white 7 0.5"] {
            let error = talk.fails(line);
            assert!(error.contains("--network FILE"), "{line}: {error}");
        }
    }

    #[test]
    fn wrong_arguments_are_named() {
        let mut talk = Conversation::new(5);
        for (line, named) in [
            ("kata-raw-nn", "a symmetry from 0 to 7, or all, but the line ends"),
            ("kata-raw-nn 8", "got '8'"),
            ("kata-raw-nn -1", "got '-1'"),
            ("kata-raw-nn b", "a symmetry"),
            ("kata-raw-nn x 1", "got 'x'"),
            ("kata-raw-nn 0 1.5", "an optimism from 0 to 1, got '1.5'"),
            ("kata-raw-nn 0 nan", "got 'nan'"),
            ("kata-raw-nn 0 0.5 1", "no more arguments, got '1'"),
        ] {
            let error = talk.fails(line);
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
