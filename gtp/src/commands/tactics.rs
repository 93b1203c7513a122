//! Facts about stones that can be found without a game-tree search: unconditional life and ladders.

use engine::tactics::{SafeArea, captured_in_ladder, safe_area};
use engine::vocabulary::{AnySize, Bitboard, Color, Point, Vertex};
use protocol::Arguments;

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "unconditional_status",
        "VERTEX",
        "shows the unconditional status of a point: alive, dead, undecided, or a player's territory",
        unconditional_status,
    ),
    Command::new(
        "mengxi_safe",
        "",
        "draws in GoGui the points that each player keeps even by always passing",
        safe,
    ),
    Command::new(
        "go_safe",
        "benson [COLOR]",
        "lists the unconditionally safe points and their number, in Fuego's format",
        go_safe,
    ),
    Command::new(
        "mengxi_ladders",
        "",
        "lists a stone of each chain that a ladder captures, with the first move of the ladder",
        ladders,
    ),
];

fn area(session: &Session, color: Color) -> SafeArea<AnySize> {
    let game = session.game();
    safe_area(game.position().board(), color, game.rules().suicide)
}

fn unconditional_status(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let point = Point::of::<AnySize>(vertex);
    let stone = session.game().stone_at(vertex);
    for color in Color::BOTH {
        let safe = area(session, color);
        if safe.stones.contains(point) {
            return Ok("alive".to_owned());
        }
        if safe.territory.contains(point) {
            return Ok(stone.map_or_else(|| format!("{color}_territory"), |_| "dead".to_owned()));
        }
    }
    Ok("undecided".to_owned())
}

/// Returns the vertices in a set, row by row from the top left.
fn vertices(session: &Session, set: Bitboard<AnySize>) -> impl Iterator<Item = Vertex> {
    let vertices = session.game().size().vertices();
    vertices.filter(move |&vertex| set.contains(Point::of::<AnySize>(vertex)))
}

fn safe(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let text = |color: Color| {
        let points = vertices(session, area(session, color).points());
        // GoGui draws points as territory if they are listed after a colour name in capitals.
        let name = color.to_string().to_uppercase();
        line([name].into_iter().chain(points.map(|vertex| vertex.to_string())))
    };
    Ok(Color::BOTH.map(text).join("\n"))
}

fn go_safe(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    const METHOD: &str = "benson";
    arguments.parsed(METHOD, |word| (word == METHOD).then_some(()))?;
    let color = if arguments.is_empty() { None } else { Some(arguments.color()?) };
    arguments.finish()?;
    let of = |asked: Color| {
        let is_asked = color.is_none_or(|color| color == asked);
        if is_asked { area(session, asked).points() } else { Bitboard::EMPTY }
    };
    let safe = of(Color::Black) | of(Color::White);
    let points = vertices(session, safe).map(|vertex| vertex.to_string());
    Ok(line([safe.count().to_string()].into_iter().chain(points)))
}

fn ladders(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let position = session.game().position();
    let board = position.board();
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    let lines = board.chains_of(stones).filter_map(|stone| {
        let capture = captured_in_ladder(position, stone)?;
        Some(line([stone, capture].map(Point::vertex::<AnySize>)))
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    fn conversation(moves: &str) -> Conversation {
        let mut talk = Conversation::new(5);
        for mv in moves.split(", ") {
            talk.expect(&format!("play {mv}"), "=");
        }
        talk
    }

    #[test]
    fn two_eyes_are_unconditional() {
        let mut talk = conversation("b A2, b B1, b B2, w E5");
        talk.expect("mengxi_safe", "= BLACK\nWHITE");
        for (vertex, status) in [("A2", "undecided"), ("A1", "undecided"), ("E5", "undecided")] {
            talk.expect(&format!("unconditional_status {vertex}"), &format!("= {status}"));
        }
        let mut talk = conversation("b A2, b B1, b B2, b B3, b B4, b B5, b A5, w E5, w A4");
        talk.expect("mengxi_safe", "= BLACK A5 B5 A4 B4 A3 B3 A2 B2 A1 B1\nWHITE");
        let statuses = [
            ("A2", "alive"),
            ("A1", "black_territory"),
            ("A4", "dead"),
            ("A3", "black_territory"),
            ("E5", "undecided"),
            ("C3", "undecided"),
        ];
        for (vertex, status) in statuses {
            talk.expect(&format!("unconditional_status {vertex}"), &format!("= {status}"));
        }
        talk.expect("go_safe benson", "= 10 A5 B5 A4 B4 A3 B3 A2 B2 A1 B1");
        talk.expect("go_safe benson B", "= 10 A5 B5 A4 B4 A3 B3 A2 B2 A1 B1");
        talk.expect("go_safe benson white", "= 0");
        for bad in ["go_safe", "go_safe static", "go_safe benson red", "go_safe benson b w"] {
            talk.fails(bad);
        }
        for bad in ["", "F1", "pass", "A1 A1"] {
            talk.fails(&format!("unconditional_status {bad}"));
        }
        talk.fails("mengxi_safe b");
    }

    #[test]
    fn ladders_are_listed_with_their_first_moves() {
        let mut talk = conversation("w B2, b A2, b B1, b C2, w D4");
        talk.expect("mengxi_ladders", "= B2 B3");
        talk.fails("mengxi_ladders b");
        Conversation::new(5).expect("mengxi_ladders", "=");
    }
}
