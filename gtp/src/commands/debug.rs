//! Commands that show the position and the state of the program.

use engine::rules::GameState;
use engine::vocabulary::{Color, Vertex};
use protocol::Arguments;

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("showboard", "", "shows the board as a diagram", showboard),
    Command::new("list_stones", "COLOR", "lists the points of all stones of a colour", list_stones),
    Command::new("clear_cache", "", "forgets the results of earlier searches", clear_cache),
    Command::new("get_random_seed", "", "shows the seed of the random numbers", get_random_seed),
    Command::new("set_random_seed", "SEED", "sets the seed of the random numbers", set_random_seed),
];

fn showboard(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(format!("\n{}", diagram(session.game())))
}

/// The board with coordinates and the last move in parentheses, followed by the state of the game.
fn diagram(game: &GameState) -> String {
    let size = game.size();
    let last = game.moves().last().and_then(|(_, mv)| mv.vertex());
    let letters: String = (0..size.width())
        .filter_map(|column| Vertex::new(column, 0).to_string().chars().next())
        .flat_map(|letter| [letter, ' '])
        .collect();
    let letters = format!("    {}", letters.trim_end());
    let mut lines = vec![letters.clone()];
    for row in (0..size.height()).rev() {
        let mut text = format!("{:2} ", row + 1);
        let mut before = ' ';
        for column in 0..size.width() {
            let vertex = Vertex::new(column, row);
            let is_last = last == Some(vertex);
            text.push(if is_last { '(' } else { before });
            text.push(match game.stone_at(vertex) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            });
            before = if is_last { ')' } else { ' ' };
        }
        text.push(before);
        lines.push(format!("{text}{}", row + 1));
    }
    lines.push(letters);
    lines.push(format!(
        "{} to move, {} moves, komi {:?}, {} rules",
        game.to_move(),
        game.moves().len(),
        game.komi(),
        game.rules().name().unwrap_or("other"),
    ));
    lines.push(format!(
        "stones captured: {} by black (X), {} by white (O)",
        game.prisoners(Color::Black),
        game.prisoners(Color::White),
    ));
    lines.join("\n")
}

fn list_stones(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    let game = session.game();
    Ok(line(game.size().vertices().filter(|&vertex| game.stone_at(vertex) == Some(color))))
}

fn clear_cache(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    session.forget();
    Ok(String::new())
}

fn get_random_seed(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(session.player().settings().search.seed.to_string())
}

fn set_random_seed(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let expected = "a whole number from 0 to 18446744073709551615";
    let seed = arguments.parsed(expected, |word| word.parse().ok())?;
    arguments.finish()?;
    session.set_seed(seed)?;
    session.player().forget();
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn the_diagram_has_coordinates_and_no_empty_line() {
        let mut talk = Conversation::new(5);
        for mv in ["b A1", "w E5", "b C3"] {
            talk.expect(&format!("play {mv}"), "=");
        }
        let diagram = talk.ask("showboard");
        let lines: Vec<&str> = diagram.lines().collect();
        assert!(lines[1..].iter().all(|line| !line.trim().is_empty()));
        assert_eq!(lines[1], "    A B C D E");
        assert_eq!(lines[2], " 5  . . . . O 5");
        assert_eq!(lines[4], " 3  . .(X). . 3");
        assert_eq!(lines[6], " 1  X . . . . 1");
        assert!(lines[8].starts_with("white to move, 3 moves, komi 7.5"), "{}", lines[8]);
    }

    #[test]
    fn the_largest_board_fits_its_coordinates() {
        let mut talk = Conversation::new(25);
        let diagram = talk.ask("showboard");
        let width = diagram.lines().nth(1).unwrap().len();
        for line in diagram.lines().skip(2).take(25) {
            assert_eq!(line.trim_end_matches(char::is_numeric).len(), width + 1, "{line}");
        }
    }

    #[test]
    fn seeds_are_kept() {
        let mut talk = Conversation::new(5);
        for seed in ["0", "7", "18446744073709551615"] {
            talk.expect(&format!("set_random_seed {seed}"), "=");
            talk.expect("get_random_seed", &format!("= {seed}"));
        }
        for bad in ["", "x", "-1", "1.5", "18446744073709551616", "1 2"] {
            talk.fails(&format!("set_random_seed {bad}"));
        }
        talk.expect("get_random_seed", "= 18446744073709551615");
        talk.expect("clear_cache", "=");
    }

    #[test]
    fn stones_are_listed_by_colour() {
        let mut talk = Conversation::new(5);
        talk.expect("play b A1", "=");
        talk.expect("play b B5", "=");
        talk.expect("list_stones black", "= B5 A1");
        talk.expect("list_stones w", "=");
        talk.fails("list_stones x");
    }
}
