//! Commands for whole positions and sequences of moves, given as lists of colours and points. Each
//! list is applied completely or not at all.

use engine::rules::GameState;
use engine::vocabulary::{Color, Move, Vertex};
use protocol::{ArgumentError, Arguments};

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "set_position",
        "[COLOR VERTEX]...",
        "starts a game from these stones, with Black to move and without history or captures",
        set_position,
    ),
    Command::new(
        "gogui-setup",
        "[COLOR VERTEX]...",
        "sets up these stones on the empty board of a new game",
        setup,
    ),
    Command::new(
        "gogui-setup_player",
        "COLOR",
        "sets the player who moves first, before the first move",
        setup_player,
    ),
    Command::new(
        "gogui-play_sequence",
        "[COLOR MOVE]...",
        "plays all these moves, or none of them if one is illegal",
        play_sequence,
    ),
];

/// Reads the rest of the line as stones on the board.
fn stones(
    game: &GameState,
    arguments: &mut Arguments<'_>,
) -> Result<Vec<(Color, Vertex)>, ArgumentError> {
    let size = game.size();
    let mut stones = Vec::new();
    while !arguments.is_empty() {
        stones.push((arguments.color()?, arguments.vertex_on(size)?));
    }
    Ok(stones)
}

fn set_position(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let game = session.game();
    let stones = stones(game, arguments)?;
    let mut game = GameState::new(game.size(), game.rules(), game.komi());
    game.set_up(&stones, Color::Black)?;
    *session.game_mut() = game;
    session.player().clock_mut().reset();
    Ok(String::new())
}

fn setup(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let stones = stones(session.game(), arguments)?;
    session.change(|game| game.set_up(&stones, Color::Black))?;
    Ok(String::new())
}

fn setup_player(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    session.change(|game| game.set_first_to_move(color))?;
    Ok(String::new())
}

fn play_sequence(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let mut moves: Vec<(Color, Move)> = Vec::new();
    while !arguments.is_empty() {
        moves.push((arguments.color()?, arguments.play()?));
    }
    let mut game = session.game().clone();
    for (&(color, mv), number) in moves.iter().zip(1..) {
        game.play(color, mv).map_err(|why| CommandError::IllegalInSequence {
            number,
            color,
            mv,
            why,
        })?;
    }
    session.play_all(game);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn a_position_replaces_the_game() {
        let mut talk = Conversation::new(9);
        talk.expect("komi 5.5", "=");
        talk.expect("play b E5", "=");
        talk.expect("set_position B D4 w f6 BLACK C3", "=");
        talk.expect("list_stones b", "= D4 C3");
        talk.expect("list_stones w", "= F6");
        talk.expect("move_history", "=");
        talk.expect("undo", "? cannot undo");
        talk.expect("get_komi", "= 5.5");
        talk.expect("set_position W A1", "=");
        talk.expect("list_stones b", "=");
        talk.expect("set_position", "=");
        talk.expect("list_stones w", "=");
        talk.expect("set_free_handicap C3 G7", "=");
    }

    #[test]
    fn bad_positions_change_nothing() {
        let mut talk = Conversation::new(5);
        talk.expect("play b C3", "=");
        for (bad, said) in [
            ("B", "line ends"),
            ("B A1 W", "line ends"),
            ("B A1 W A1", "A1 is repeated"),
            ("B A1 W A2 W B1", "has no liberty"),
            ("B A6", "a vertex of the 5x5 board, got 'A6'"),
            ("B pass", "a vertex"),
            ("A1 B", "a colour"),
        ] {
            let error = talk.fails(&format!("set_position {bad}"));
            assert!(error.contains(said), "{bad}: {error}");
            talk.expect("move_history", "= black C3");
        }
    }

    #[test]
    fn setup_stands_at_the_start_of_a_game() {
        let mut talk = Conversation::new(9);
        for bad in ["B", "B A1 W A1", "B A1 W A2 W B1", "B pass", "B K1"] {
            talk.fails(&format!("gogui-setup {bad}"));
            talk.expect("list_stones b", "=");
        }
        talk.expect("gogui-setup B D4 B D5 W E5", "=");
        talk.expect("gogui-setup B A1", "? board not empty");
        for (color, name) in [("w", "white"), ("b", "black"), ("W", "white")] {
            talk.expect(&format!("gogui-setup_player {color}"), "=");
            assert_eq!(talk.session.game().to_move().to_string(), name);
        }
        for bad in ["", "x", "b w"] {
            talk.fails(&format!("gogui-setup_player {bad}"));
        }
        talk.expect("play w C3", "=");
        talk.expect("gogui-setup_player b", "? moves have been played already");
        talk.expect("undo", "=");
        talk.expect("undo", "? cannot undo");
        talk.expect("list_stones b", "= D5 D4");
        talk.expect("clear_board", "=");
        talk.expect("play b D4", "=");
        talk.expect(
            "gogui-setup B Q16",
            "? syntax error: gogui-setup: expected a vertex of the 9x9 board, got 'Q16'",
        );
        talk.expect("gogui-setup B A1", "? board not empty");
    }

    #[test]
    fn sequences_are_played_altogether_or_not_at_all() {
        let mut talk = Conversation::new(9);
        let error = talk.fails("gogui-play_sequence B D4 W G7 B D4");
        assert_eq!(
            error,
            "illegal move: black D4, number 3 of the sequence: the point is occupied"
        );
        talk.expect("undo", "? cannot undo");
        for bad in ["B", "B D4 W", "B D4 x E5", "B D4 W K1", "B D4 W resign"] {
            talk.fails(&format!("gogui-play_sequence {bad}"));
            talk.expect("undo", "? cannot undo");
        }
        talk.expect("gogui-play_sequence B D4 b E5 W PASS", "=");
        talk.expect("gogui-play_sequence", "=");
        talk.expect("move_history", "= white pass\nblack E5\nblack D4");
    }
}
