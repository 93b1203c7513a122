//! Commands that old clients and the regression files of GNU Go and Fuego use to set up positions
//! and to query values other than moves. The answers have the format of these programs.

use engine::vocabulary::{AnySize, Bitboard, Color, Point};
use protocol::Arguments;

use super::play::{play, play_for, undo};
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;

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
    Command::new("query_boardsize", "", "shows the size of the board", query_boardsize),
    Command::new("color", "VERTEX", "tells what is on a point: black, white or empty", color),
    Command::new("captures", "COLOR", "shows how many stones a player has captured", captures),
    Command::new("countlib", "VERTEX", "shows how many liberties a chain has", count_liberties),
    Command::new("findlib", "VERTEX", "lists the liberties of a chain", find_liberties),
    Command::new("get_handicap", "", "shows the number of handicap stones", get_handicap),
    Command::new(
        "top_moves",
        "",
        "lists the best moves of the last search, each with its visits",
        top_moves,
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

/// The largest number of moves that `top_moves` lists, as in GNU Go.
const MOST_MOVES: usize = 10;

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

fn query_boardsize(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let size = session.game().size();
    let (width, height) = (size.width(), size.height());
    Ok(if width == height { width.to_string() } else { format!("{width} {height}") })
}

fn color(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let stone = session.game().stone_at(vertex);
    Ok(stone.map_or_else(|| "empty".to_owned(), |color| color.to_string()))
}

fn captures(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let by = arguments.color()?;
    arguments.finish()?;
    Ok(session.game().prisoners(by).to_string())
}

/// The liberties of the chain with the stone that the arguments name.
fn liberties(
    session: &Session,
    arguments: &mut Arguments<'_>,
) -> Result<Bitboard<AnySize>, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let found = session.game().position().board().chain_liberties(Point::of::<AnySize>(vertex));
    found.copied().ok_or(CommandError::NoStone(vertex))
}

fn count_liberties(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    Ok(liberties(session, arguments)?.count().to_string())
}

fn find_liberties(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let liberties = liberties(session, arguments)?;
    let vertices = session.game().size().vertices();
    Ok(line(vertices.filter(|&vertex| liberties.contains(Point::of::<AnySize>(vertex)))))
}

fn get_handicap(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(session.game().handicap().to_string())
}

fn top_moves(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let found = session.last_report().map(|report| report.moves.as_slice()).unwrap_or_default();
    let visited = found.iter().filter(|found| found.visits > 0);
    let points = visited.filter_map(|found| Some((found.mv.vertex()?, found.visits)));
    Ok(line(
        points.take(MOST_MOVES).map(|(vertex, visits)| format!("{vertex} {:.2}", visits as f64)),
    ))
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
    let other = arguments.parsed(COMPARABLE, |word| match word {
        "uct_value" => Some(session.value()),
        "get_komi" => Some(session.game().komi()),
        _ => None,
    })?;
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

    /// The answers are those of GNU Go 3.8 to the same lines.
    #[test]
    fn questions_are_answered_as_by_gnu_go() {
        let mut talk = Conversation::new(9);
        talk.expect("fixed_handicap 2", "= C3 G7");
        for mv in ["b A2", "w A1", "b B1"] {
            talk.expect(&format!("play {mv}"), "=");
        }
        for (line, answer) in [
            ("query_boardsize", "= 9"),
            ("color A1", "= empty"),
            ("color b1", "= black"),
            ("captures b", "= 1"),
            ("captures white", "= 0"),
            ("countlib B1", "= 3"),
            ("findlib B1", "= B2 A1 C1"),
            ("get_handicap", "= 2"),
            ("top_moves", "="),
        ] {
            talk.expect(line, answer);
        }
        for bad in ["color Z9", "color", "captures", "countlib E5", "findlib E5", "countlib J10"] {
            talk.fails(bad);
        }
        talk.ask("reg_genmove w");
        let moves = talk.ask("top_moves");
        assert!(moves.ends_with(" 25.00") || moves.contains(" 50.00 "), "{moves}");
        talk.ask("boardsize 9 13");
        talk.expect("query_boardsize", "= 9 13");
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
