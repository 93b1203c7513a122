//! The command that finds the exact scores of small boards and of parts of boards.

use classical::{Bounds, Score};
use engine::reading::{LongCycle, Solution, Solver, solve_position, solve_without_cycles};
use engine::rules::KoRule;
use engine::vocabulary::Color;
use protocol::Arguments;

use super::reading::limits;
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;

/// The row of the command table for the command in this module.
pub(super) const COMMANDS: &[Command] = &[Command::new(
    "mengxi_solve",
    "[SEARCH] [VERTEX...]",
    "solves the board, or these points of it: the area score without komi under best play, by `backtrack`, `alphabeta`, `mtdf` or `dfpn`",
    mengxi_solve,
)];

/// The available searches, each with its name.
const SOLVERS: [(&str, Solver); 4] = [
    ("backtrack", Solver::Backtrack),
    ("alphabeta", Solver::AlphaBeta),
    ("mtdf", Solver::Mtdf),
    ("dfpn", Solver::ProofNumbers),
];

fn mengxi_solve(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let solver = solver(arguments)?;
    let mut within = Vec::new();
    while !arguments.is_empty() {
        within.push(arguments.vertex_on(session.game().size())?);
    }
    let stop = session.stop_signal();
    let limits = limits(session, &stop);
    let position = session.game().position();
    let solution = match session.game().rules().ko {
        KoRule::Simple => solve_position(position, &within, LongCycle::Worth(0), solver, limits),
        KoRule::Positional | KoRule::Situational => {
            solve_without_cycles(position, &within, solver, limits)
        }
    };
    Ok(in_words(&solution))
}

/// Returns the search that the next argument names. If there is no next argument, or it is not the
/// name of a search, no argument is consumed and the search called `dfpn` is returned.
fn solver(arguments: &mut Arguments<'_>) -> Result<Solver, CommandError> {
    let mut ahead = arguments.clone();
    let word = ahead.next_word()?;
    let named =
        SOLVERS.iter().find(|(name, _)| word.is_some_and(|it| it.eq_ignore_ascii_case(name)));
    let Some(&(_, solver)) = named else { return Ok(Solver::ProofNumbers) };
    *arguments = ahead;
    Ok(solver)
}

/// Writes the score, or the proved bounds on it with an estimate, followed by the principal
/// variation.
fn in_words(solution: &Solution) -> String {
    let Bounds { low, high } = solution.bounds;
    let score = if low == high {
        signed(low)
    } else {
        format!("{} to {}, perhaps {}", signed(low), signed(high), signed(solution.guess))
    };
    if solution.line.is_empty() { score } else { format!("{score}: {}", line(&solution.line)) }
}

/// Writes a score in GTP's notation: `B+4`, `W+3`, `0`.
fn signed(score: Score) -> String {
    let leader = if score > 0 { Color::Black } else { Color::White };
    match score {
        0 => "0".to_owned(),
        _ => format!("{}+{}", leader.letter(), score.abs()),
    }
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    /// Many times the seconds that these boards need, even on a busy machine.
    const PATIENCE: u64 = 60;

    #[test]
    fn small_boards_are_solved() {
        let mut talk = Conversation::with_time(3, PATIENCE);
        talk.expect("kata-set-rules japanese", "=");
        for solver in ["backtrack", "alphabeta", "MTDF", "dfpn", ""] {
            talk.expect("rectangular_boardsize 4 2", "=");
            let answer = talk.ask(&format!("mengxi_solve {solver}"));
            assert!(answer.starts_with("B+8: "), "{solver}: {answer}");
            talk.expect("play b B1", "=");
            talk.expect("play w C1", "=");
            assert!(talk.ask(&format!("mengxi_solve {solver}")).starts_with("B+8: "));
        }
        talk.expect("boardsize 2", "=");
        assert!(talk.ask("mengxi_solve alphabeta").starts_with("0: "));
    }

    #[test]
    fn what_is_not_proved_in_time_is_said() {
        let mut talk = Conversation::new(2);
        // On this board, a player who is not allowed to repeat a position gets no points at all.
        talk.expect("kata-set-rules chinese", "=");
        assert!(talk.ask("mengxi_solve").starts_with("W+4 to B+4, perhaps "));
    }

    #[test]
    fn a_region_is_played_alone() {
        let mut talk = Conversation::with_time(5, PATIENCE);
        let stones = (1..=5).map(|row| format!(" b B{row} w D{row}"));
        talk.expect(&format!("gogui-setup{}", stones.collect::<String>()), "=");
        // Black gets two of the five points between the stones, or three if Black moves first.
        let region = "C1 C2 C3 C4 C5";
        talk.expect("gogui-setup_player b", "=");
        assert!(talk.ask(&format!("mengxi_solve mtdf {region}")).starts_with("B+1: "));
        talk.expect("gogui-setup_player w", "=");
        assert!(talk.ask(&format!("mengxi_solve {region}")).starts_with("W+1: "));
        for bad in ["F1", "C1 pass", "minimax", "dfpn alphabeta", "C1 dfpn"] {
            talk.fails(&format!("mengxi_solve {bad}"));
        }
    }

    #[test]
    fn a_large_board_is_answered_in_time() {
        let mut talk = Conversation::new(19);
        for solver in ["backtrack", "alphabeta", "mtdf", "dfpn"] {
            let answer = talk.ask(&format!("mengxi_solve {solver}"));
            assert!(answer.starts_with("W+361 to B+361, perhaps "), "{answer}");
        }
    }
}
