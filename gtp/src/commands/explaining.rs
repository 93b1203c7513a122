//! Explains in plain words why a move is good or bad, and what will happen to a stone.

use protocol::Arguments;
use review::judgement::explain_point;

use super::reading::limits;
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};

/// The row of the command table for the command in this module.
pub(super) const COMMANDS: &[Command] = &[Command::new(
    "mengxi_explain",
    "VERTEX",
    "explains in plain words what a move costs and what to play instead, or whether a stone can be saved",
    explain,
)];

fn explain(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let at = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let stop = session.stop_signal();
    let limits = limits(session, &stop);
    let said = explain_point(session.player(), at, limits).map_err(CommandError::IllegalMove)?;
    Ok(said.join("\n"))
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn a_move_is_explained_by_what_it_does() {
        // This limit is many times the time needed for the readings before and after a move, even
        // on a busy machine.
        let mut talk = Conversation::with_time(9, 4);
        // Black is to move. The stone at D4 is in atari, and E4 connects it to the stone at E5.
        talk.expect("gogui-setup b D4 w C4 w D5 w D3 b E5 b C5", "=");
        talk.expect("gogui-setup_player b", "=");
        let said = talk.ask("mengxi_explain E4");
        assert!(said.contains("It saves the chain at D4 ("), "{said}");
        let said = talk.ask("mengxi_explain A9");
        assert!(said.contains("The stone at A9 can be captured ("), "{said}");
        talk.expect("gogui-setup_player w", "=");
        let said = talk.ask("mengxi_explain E4");
        assert!(said.contains("It captures the chain at D4 ("), "{said}");
        let said = talk.ask("mengxi_explain D4");
        assert!(said.starts_with("Black's chain at D4 can be captured by E4 ("), "{said}");
        // A group with two eyes, which is safe whatever happens around it.
        talk.expect("clear_board", "=");
        talk.expect("gogui-setup w A2 w B2 w C2 w D2 w D1 w B1 b A3 b B3 b C3 b E2 b E1", "=");
        let said = talk.ask("mengxi_explain C2");
        assert!(
            said.starts_with("White's chain at C2 cannot be captured, nor its group killed ("),
            "{said}"
        );
        // Black would connect there, but the move to be explained is White's.
        talk.expect("clear_board", "=");
        talk.expect("gogui-setup b E5 b G6", "=");
        talk.expect("gogui-setup_player w", "=");
        let said = talk.ask("mengxi_explain F6");
        assert!(!said.contains("by F6"), "{said}");
        talk.expect("clear_board", "=");
        talk.expect("kata-set-rule suicide true", "=");
        talk.expect("gogui-setup b A1 w A2 w B2 w C1", "=");
        talk.expect("gogui-setup_player b", "=");
        let said = talk.ask("mengxi_explain B1");
        assert!(said.contains("It is suicide: "), "{said}");
        for bad in ["", "E4 E5", "pass", "T19"] {
            talk.fails(&format!("mengxi_explain {bad}"));
        }
    }

    #[test]
    fn what_the_search_says_comes_first() {
        let mut talk = Conversation::new(5);
        let said = talk.ask("mengxi_explain C3");
        // The test player has not searched C3. After that move, White leads by 1.5 points.
        assert!(said.starts_with("C3 costs about 4 points: play A5 instead.\n"), "{said}");
        assert!(said.contains("It changes nothing around it that could be read."), "{said}");
        let said = talk.ask("mengxi_explain A5");
        assert!(said.starts_with("A5 is the best move found: after it Black leads"), "{said}");
    }
}
