//! Exact reading, under GNU Go's names and in its words.

use std::time::Duration;

use engine::board::Position;
use engine::reading::{Answer, Fate, ReadingLimits, Success, connect, fate, fight_for, kill};
use engine::vocabulary::{AnySize, Color, Move, Vertex};

use super::play::undo;
use crate::args::Arguments;
use crate::command::Command;
use crate::error::CommandError;
use crate::session::Session;

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("attack", "VERTEX", "whether the chain there can be captured, and how", attack),
    Command::new("defend", "VERTEX", "whether the chain there can be saved, and how", defend),
    Command::new("connect", "VERTEX VERTEX", "whether two chains can be connected, and how", join),
    Command::new("disconnect", "VERTEX VERTEX", "whether two chains can be cut, and how", cut),
    Command::new(
        "owl_attack",
        "VERTEX",
        "whether the group there can be killed, and how",
        owl_attack,
    ),
    Command::new("owl_defend", "VERTEX", "whether the group there can live, and how", owl_defend),
    Command::new(
        "dragon_status",
        "VERTEX",
        "whether the group there is alive, dead, or critical, and then the moves that decide",
        dragon_status,
    ),
    Command::new("trymove", "COLOR VERTEX", "plays a move until `popgo`", try_move),
    Command::new("popgo", "", "takes back the last `trymove`", undo),
    Command::new("increase_depths", "", "nothing: reading is bounded by time alone", nothing),
    Command::new("decrease_depths", "", "nothing: reading is bounded by time alone", nothing),
];

/// The time of a reading where no limit is set.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

fn attack(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    read(session, arguments, fight_for, |owner| !owner)
}

fn defend(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    read(session, arguments, fight_for, |owner| owner)
}

fn owl_attack(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    read(session, arguments, kill, |owner| !owner)
}

fn owl_defend(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    read(session, arguments, kill, |owner| owner)
}

/// A question about the chain or the group of a stone.
type Question = fn(&Position<AnySize>, Vertex, ReadingLimits<'_>) -> Option<Answer>;

/// Asks a question about a stone, with the player to move that `mover` names, told its owner.
fn read(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    question: Question,
    mover: fn(Color) -> Color,
) -> Result<String, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let owner = session.game().stone_at(vertex).ok_or(CommandError::NoStone(vertex))?;
    let (position, limits) = (position(session, mover(owner)), limits(session));
    let answer = question(&position, vertex, limits).ok_or(CommandError::NoStone(vertex))?;
    Ok(in_words(answer))
}

fn dragon_status(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let limits = limits(session);
    let fate = fate(session.game().position(), vertex, limits);
    let name = |mv: Option<Vertex>| mv.map_or(Move::Pass, Move::Play);
    Ok(match fate.ok_or(CommandError::NoStone(vertex))? {
        Fate::Alive => "alive".to_owned(),
        Fate::Dead => "dead".to_owned(),
        Fate::Critical { kill, save } => format!("critical {} {}", name(kill), name(save)),
    })
}

fn join(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    connection(session, arguments, |owner| owner)
}

fn cut(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    connection(session, arguments, |owner| !owner)
}

/// Lets the player that `mover` names begin the fight for a connection, whose owner it is told.
fn connection(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    mover: fn(Color) -> Color,
) -> Result<String, CommandError> {
    let size = session.game().size();
    let ends = [arguments.vertex_on(size)?, arguments.vertex_on(size)?];
    arguments.finish()?;
    let [first, second] = ends;
    let owner = session.game().stone_at(first).ok_or(CommandError::NoStone(first))?;
    let (position, limits) = (position(session, mover(owner)), limits(session));
    let no_stone = CommandError::NoStoneOf { color: owner, vertex: second };
    let answer = connect(&position, ends, limits).ok_or(no_stone)?;
    Ok(in_words(answer))
}

/// The position, with this player to move.
fn position(session: &Session, mover: Color) -> Position<AnySize> {
    let mut position = session.game().position().clone();
    position.set_to_move(mover);
    position
}

/// What a reading may take.
pub(super) fn limits(session: &mut Session) -> ReadingLimits<'static> {
    let settings = session.player().settings();
    let time = settings.time.unwrap_or(DEFAULT_TIME);
    ReadingLimits { time, memory: settings.search.memory, stop: None }
}

/// GNU Go's words: 0 for no success, 1 for a certain one, 2 and 3 with a good and a bad ko, and the
/// move.
fn in_words(answer: Answer) -> String {
    let code = match answer.success {
        None => return "0".to_owned(),
        Some(Success::Certain) => 1,
        Some(Success::GoodKo) => 2,
        Some(Success::BadKo) => 3,
    };
    answer.mv.map_or_else(|| code.to_string(), |mv| format!("{code} {mv}"))
}

fn try_move(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let color = arguments.color()?;
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let played = session.game_mut().play(color, Move::Play(vertex));
    played.map_err(|_| CommandError::IllegalMove)?;
    Ok(String::new())
}

fn nothing(_: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    /// White's stone in the corner is in atari, the one on E5 is alone.
    fn conversation() -> Conversation {
        let mut talk = Conversation::new(5);
        for mv in ["w A1", "b A2", "w E5", "b C3"] {
            talk.expect(&format!("play {mv}"), "=");
        }
        talk
    }

    #[test]
    fn fights_are_answered_in_gnu_gos_words() {
        let mut talk = conversation();
        talk.expect("attack A1", "= 1 B1");
        assert!(talk.ask("defend A2").starts_with('1'));
        assert!(talk.ask("connect A2 C3").starts_with('1'));
        assert!(talk.ask("disconnect A1 E5").starts_with('1'));
        assert_eq!(
            talk.fails("connect A2 E5"),
            "a vertex with a stone of black was expected, E5 has none"
        );
        talk.expect("connect C3 C3", "= 1");
        talk.expect("disconnect C3 C3", "= 0");
        for bad in ["", "B1", "F6", "A1 A1", "pass"] {
            talk.fails(&format!("attack {bad}"));
            talk.fails(&format!("defend {bad}"));
        }
        for bad in ["", "A1", "A1 A2", "A1 B1", "A1 E5 E5"] {
            talk.fails(&format!("connect {bad}"));
            talk.fails(&format!("disconnect {bad}"));
        }
        talk.expect("move_history", "= black C3\nwhite E5\nblack A2\nwhite A1");
    }

    #[test]
    fn groups_live_die_or_wait_for_a_move() {
        let mut talk = Conversation::new(5);
        // Black has three points in a row in the corner.
        for mv in ["A4", "B4", "C4", "D4", "D5"] {
            talk.expect(&format!("play b {mv}"), "=");
        }
        for mv in ["A3", "B3", "C3", "D3", "E3", "E4", "E5"] {
            talk.expect(&format!("play w {mv}"), "=");
        }
        talk.expect("owl_attack A4", "= 1 B5");
        talk.expect("owl_defend A4", "= 1 B5");
        talk.expect("dragon_status A4", "= critical B5 B5");
        talk.expect("play w B5", "=");
        talk.expect("dragon_status D5", "= dead");
        for bad in ["", "A1", "F6", "A4 A4", "pass"] {
            for command in ["owl_attack", "owl_defend", "dragon_status"] {
                talk.fails(&format!("{command} {bad}"));
            }
        }
    }

    #[test]
    fn tried_moves_are_taken_back() {
        let mut talk = conversation();
        talk.expect("trymove b B1", "=");
        talk.expect("list_stones w", "= E5");
        talk.expect("popgo", "=");
        talk.expect("list_stones w", "= E5 A1");
        assert_eq!(talk.fails("trymove w A2"), "illegal move");
        talk.fails("trymove w");
        talk.expect("increase_depths", "=");
        talk.expect("decrease_depths", "=");
        for _ in 0..4 {
            talk.expect("popgo", "=");
        }
        assert_eq!(talk.fails("popgo"), "cannot undo");
    }
}
