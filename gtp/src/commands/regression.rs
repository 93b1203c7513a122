//! Commands that the regression files of GNU Go and Fuego use to set up positions and to query
//! values other than moves.

use engine::vocabulary::Color;
use protocol::{ArgumentError, Arguments, clip};

use super::play::{play, play_for, undo};
use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("black", "MOVE", "plays a move for Black", black),
    Command::new("white", "MOVE", "plays a move for White", white),
    Command::new("trymove", "COLOR MOVE", "plays a move that `popgo` takes back", play),
    Command::new("popgo", "", "takes back the last `trymove`", undo),
    Command::new(
        "increase_depths",
        "",
        "does nothing, because reading is limited by time alone",
        nothing,
    ),
    Command::new(
        "decrease_depths",
        "",
        "does nothing, because reading is limited by time alone",
        nothing,
    ),
    Command::new(
        "uct_value",
        "",
        "shows the win rate of the last search for the player to move, 0 to 1",
        uct_value,
    ),
    Command::new(
        "sg_compare_float",
        "NUMBER COMMAND",
        "compares `uct_value` or `get_komi` with a number: returns 1 if it is greater, 0 if equal, -1 if less",
        compare_number,
    ),
];

/// The largest absolute value of a number that `sg_compare_float` accepts.
const LARGEST: f64 = 1e9;

/// The commands whose answers can be compared.
const COMPARABLE: &str = "uct_value or get_komi";

fn black(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    play_for(session, arguments, Color::Black)
}

fn white(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    play_for(session, arguments, Color::White)
}

fn nothing(_: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(String::new())
}

fn uct_value(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(format!("{:.4}", session.value()))
}

fn compare_number(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let number = arguments.number("a number", LARGEST)?;
    let other = match arguments.word(COMPARABLE)? {
        "uct_value" => session.value(),
        "get_komi" => session.game().komi(),
        word => {
            let found = clip(word);
            return Err(ArgumentError::Malformed { found, expected: COMPARABLE }.into());
        }
    };
    arguments.finish()?;
    Ok((other.total_cmp(&number) as i8).to_string())
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn tried_moves_are_taken_back() {
        let mut talk = Conversation::new(5);
        for mv in ["white A1", "black A2", "white E5", "black C3"] {
            talk.expect(mv, "=");
        }
        for bad in ["", "A2", "F6", "B1 B2"] {
            talk.fails(&format!("white {bad}"));
            talk.fails(&format!("black {bad}"));
        }
        talk.expect("trymove b B1", "=");
        talk.expect("list_stones w", "= E5");
        talk.expect("popgo", "=");
        talk.expect("list_stones w", "= E5 A1");
        assert_eq!(talk.fails("trymove w A2"), "illegal move: the point is occupied");
        talk.fails("trymove w");
        talk.expect("increase_depths", "=");
        talk.expect("decrease_depths", "=");
        for _ in 0..4 {
            talk.expect("popgo", "=");
        }
        assert_eq!(talk.fails("popgo"), "cannot undo");
    }

    #[test]
    fn values_are_compared_with_numbers() {
        let mut talk = Conversation::new(5);
        talk.expect("uct_value", "= 0.5000");
        talk.expect("komi 6.5", "=");
        for (number, order) in [("6.4", "= 1"), ("6.5", "= 0"), ("7", "= -1"), ("-1e9", "= 1")] {
            talk.expect(&format!("sg_compare_float {number} get_komi"), order);
        }
        talk.ask("reg_genmove b");
        talk.expect("uct_value", "= 0.6250");
        for (number, order) in [("0.62", "= 1"), ("0.625", "= 0"), ("0.63", "= -1")] {
            talk.expect(&format!("sg_compare_float {number} uct_value"), order);
        }
        for bad in ["", "x uct_value", "nan uct_value", "1e300 uct_value", "0.5", "0.5 name"] {
            talk.fails(&format!("sg_compare_float {bad}"));
        }
        talk.fails("sg_compare_float 0.5 sg_compare_float 0.5 uct_value");
        talk.fails("sg_compare_float 0.5 uct_value x");
        talk.fails("uct_value x");
    }
}
