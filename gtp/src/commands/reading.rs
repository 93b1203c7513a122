//! Exact reading, under GNU Go's names and in its words.

use std::time::Duration;

use engine::board::Position;
use engine::player::StopSignal;
use engine::reading::{
    Answer, Fate, ReadingLimits, Success, connect, fate, fight_for, groups, kill, race,
};
use engine::rules::IllegalMove;
use engine::tactics::captured_in_ladder;
use engine::vocabulary::{AnySize, Color, Move, Point, Vertex};
use protocol::Arguments;

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};

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
        "owl_does_attack",
        "MOVE VERTEX",
        "whether this move kills the group there",
        owl_does_attack,
    ),
    Command::new(
        "owl_does_defend",
        "MOVE VERTEX",
        "whether this move makes the group there live",
        owl_does_defend,
    ),
    Command::new(
        "dragon_status",
        "[VERTEX]",
        "whether the group there, or each group, is alive, dead, or critical, and then the moves that decide",
        dragon_status,
    ),
    Command::new(
        "same_dragon",
        "VERTEX VERTEX",
        "1 if two chains cannot be cut, else 0",
        same_dragon,
    ),
    Command::new(
        "analyze_semeai",
        "VERTEX VERTEX",
        "whether the first group can live by a move of its owner, and the second be killed, and how",
        analyze_semeai,
    ),
    Command::new(
        "ladder_attack",
        "VERTEX",
        "whether the chain there can be captured in a ladder, and how",
        ladder_attack,
    ),
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
    let stop = session.stop_signal();
    let (position, limits) = (position(session, mover(owner)), limits(session, &stop));
    let answer = question(&position, vertex, limits).ok_or(CommandError::NoStone(vertex))?;
    Ok(in_words(answer))
}

fn owl_does_attack(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    by_move(session, arguments, |owner| !owner)
}

fn owl_does_defend(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    by_move(session, arguments, |owner| owner)
}

/// What a move comes to by the player that `mover` names, told the owner of the group: the opposite of
/// what the other player can do afterwards.
fn by_move(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    mover: fn(Color) -> Color,
) -> Result<String, CommandError> {
    let size = session.game().size();
    let (mv, target) = (arguments.vertex_on(size)?, arguments.vertex_on(size)?);
    arguments.finish()?;
    let owner = session.game().stone_at(target).ok_or(CommandError::NoStone(target))?;
    let mut position = position(session, mover(owner));
    let point = Point::of::<AnySize>(mv);
    if !position.is_legal(point) {
        let why = session.game().check(mover(owner), Move::Play(mv)).err();
        return Err(CommandError::IllegalMove(why.unwrap_or(IllegalMove::Ko)));
    }
    position.play(point);
    // None: the move has captured the stone.
    let stop = session.stop_signal();
    let answer = kill(&position, target, limits(session, &stop)).and_then(|answer| answer.success);
    let success = match answer {
        None => Some(Success::Certain),
        Some(Success::Certain) => None,
        Some(Success::GoodKo) => Some(Success::BadKo),
        Some(Success::BadKo) => Some(Success::GoodKo),
    };
    Ok(code(success).to_string())
}

fn dragon_status(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let stop = session.stop_signal();
    let limits = limits(session, &stop);
    let position = session.game().position();
    if arguments.is_empty() {
        let groups = groups(position);
        let share = limits.time / groups.len().max(1) as u32;
        let limits = ReadingLimits { time: share, ..limits };
        // A group takes milliseconds even where it is only guessed: the rest is left out then.
        let read = groups.into_iter().take_while(|_| !stop.is_raised());
        let lines = read.filter_map(|vertex| {
            let fate = fate(position, vertex, limits)?;
            Some(format!("{vertex}: {}", fate_in_words(fate)))
        });
        return Ok(lines.collect::<Vec<_>>().join("\n"));
    }
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    fate(position, vertex, limits).map(fate_in_words).ok_or(CommandError::NoStone(vertex))
}

fn fate_in_words(fate: Fate) -> String {
    match fate {
        Fate::Alive => "alive".to_owned(),
        Fate::Dead => "dead".to_owned(),
        Fate::Critical { kill, save } => {
            format!("critical {} {}", Move::from(kill), Move::from(save))
        }
    }
}

/// Two stones, and who owns each of them.
fn two_stones(
    session: &Session,
    arguments: &mut Arguments<'_>,
) -> Result<[(Vertex, Color); 2], CommandError> {
    let game = session.game();
    let ends = [arguments.vertex_on(game.size())?, arguments.vertex_on(game.size())?];
    arguments.finish()?;
    let owner = |vertex| game.stone_at(vertex).ok_or(CommandError::NoStone(vertex));
    let [first, second] = ends;
    Ok([(first, owner(first)?), (second, owner(second)?)])
}

fn same_dragon(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let [(first, owner), (second, _)] = two_stones(session, arguments)?;
    let stop = session.stop_signal();
    let limits = limits(session, &stop);
    let cut = connect(&position(session, !owner), [first, second], limits);
    Ok(if cut.is_some_and(|cut| cut.success.is_none()) { "1" } else { "0" }.to_owned())
}

fn analyze_semeai(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let [(first, owner), (second, other)] = two_stones(session, arguments)?;
    if owner == other {
        return Err(CommandError::NoStoneOf { color: !owner, vertex: second });
    }
    let position = position(session, owner);
    let stop = session.stop_signal();
    let limits = limits(session, &stop);
    let limits = ReadingLimits { time: limits.time / 2, ..limits };
    let [defence, attack] =
        [[first, second], [second, first]].map(|stones| race(&position, stones, limits));
    let code = |answer: Option<Answer>| code(answer.and_then(|answer| answer.success));
    let best = [attack, defence].into_iter().flatten().find_map(|answer| answer.mv);
    Ok(format!("{} {} {}", code(defence), code(attack), Move::from(best)))
}

fn ladder_attack(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let owner = session.game().stone_at(vertex).ok_or(CommandError::NoStone(vertex))?;
    let mv = captured_in_ladder(&position(session, !owner), Point::of::<AnySize>(vertex));
    Ok(mv.map_or_else(|| "0".to_owned(), |point| format!("1 {}", point.vertex::<AnySize>())))
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
    let [(first, owner), (second, _)] = two_stones(session, arguments)?;
    let stop = session.stop_signal();
    let (position, limits) = (position(session, mover(owner)), limits(session, &stop));
    let no_stone = CommandError::NoStoneOf { color: owner, vertex: second };
    let answer = connect(&position, [first, second], limits).ok_or(no_stone)?;
    Ok(in_words(answer))
}

/// The position, with this player to move.
fn position(session: &Session, mover: Color) -> Position<AnySize> {
    let mut position = session.game().position().clone();
    position.set_to_move(mover);
    position
}

/// What a reading may take: it ends early where `stop`, the session's signal, is raised.
pub(super) fn limits<'a>(session: &mut Session, stop: &'a StopSignal) -> ReadingLimits<'a> {
    let settings = session.player().settings();
    let (time, search) = (settings.time.unwrap_or(DEFAULT_TIME), settings.search);
    let (memory, threads) = (search.memory, search.threads);
    ReadingLimits { time, memory, threads, nodes: None, stop: Some(stop.flag()) }
}

/// GNU Go's words: 0 for no success, 1 for a certain one, 2 and 3 with a good and a bad ko, and the
/// move.
fn in_words(answer: Answer) -> String {
    let code = code(answer.success);
    answer.mv.map_or_else(|| code.to_string(), |mv| format!("{code} {mv}"))
}

fn code(success: Option<Success>) -> u8 {
    match success {
        None => 0,
        Some(Success::Certain) => 1,
        Some(Success::GoodKo) => 2,
        Some(Success::BadKo) => 3,
    }
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
        talk.expect("owl_does_attack B5 A4", "= 1");
        talk.expect("owl_does_attack A5 A4", "= 0");
        talk.expect("owl_does_defend B5 A4", "= 1");
        talk.expect("owl_does_defend A5 A4", "= 0");
        for bad in ["", "B5", "A4 A4", "B5 A1", "B5 A4 A4"] {
            talk.fails(&format!("owl_does_attack {bad}"));
            talk.fails(&format!("owl_does_defend {bad}"));
        }
        talk.expect("play w B5", "=");
        talk.expect("dragon_status D5", "= dead");
        for bad in ["", "A1", "F6", "A4 A4", "pass"] {
            for command in ["owl_attack", "owl_defend", "dragon_status"] {
                if (command, bad) != ("dragon_status", "") {
                    talk.fails(&format!("{command} {bad}"));
                }
            }
        }
        let all = talk.ask("dragon_status");
        assert!(all.contains(": dead") && all.contains(": alive"), "{all}");
    }

    #[test]
    fn chains_belong_together_where_they_cannot_be_cut() {
        let mut talk = Conversation::new(7);
        talk.expect("gogui-setup b D4 b E5 b B2 w D6 w F4", "=");
        talk.expect("same_dragon D4 E5", "= 1");
        talk.expect("same_dragon D4 D4", "= 1");
        talk.expect("same_dragon D4 D6", "= 0");
        talk.expect("same_dragon D6 F4", "= 0");
        for bad in ["", "D4", "D4 A1", "D4 E5 B2"] {
            talk.fails(&format!("same_dragon {bad}"));
            talk.fails(&format!("analyze_semeai {bad}"));
        }
        talk.fails("analyze_semeai D4 E5");
    }

    #[test]
    fn races_are_won_by_who_moves_first() {
        let mut talk = Conversation::new(7);
        // Both have two liberties. Black's two stones are taken though Black begins; then White has one
        // eye where they were, and dies.
        let black = ["B1", "B2", "D1", "D2", "D3", "C4"];
        let white = ["C1", "C2", "A3", "B3", "C3"];
        let stones = black.map(|at| format!(" b {at}")).concat()
            + &white.map(|at| format!(" w {at}")).concat();
        talk.expect(&format!("gogui-setup{stones}"), "=");
        let race = talk.ask("analyze_semeai B1 C1");
        assert!(race.starts_with("0 1 "), "{race}");
        let race = talk.ask("analyze_semeai C1 B1");
        assert!(race.starts_with("1 1 "), "{race}");
    }

    #[test]
    fn ladders_are_attacked_by_name() {
        let mut talk = Conversation::new(7);
        talk.expect("gogui-setup w C3 b B3 b C2 b D2", "=");
        let answer = talk.ask("ladder_attack C3");
        assert!(["1 C4", "1 D3"].contains(&answer.as_str()), "{answer}");
        talk.expect("ladder_attack B3", "= 0");
        for bad in ["", "A1", "C3 C3"] {
            talk.fails(&format!("ladder_attack {bad}"));
        }
    }
}
