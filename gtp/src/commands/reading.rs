//! Exact reading, with GNU Go's commands and answers.

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

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("attack", "VERTEX", "tells whether a chain can be captured, and how", attack),
    Command::new("defend", "VERTEX", "tells whether a chain can be saved, and how", defend),
    Command::new(
        "connect",
        "VERTEX VERTEX",
        "tells whether two chains can be connected, and how",
        join,
    ),
    Command::new(
        "disconnect",
        "VERTEX VERTEX",
        "tells whether two chains can be disconnected, and how",
        cut,
    ),
    Command::new(
        "owl_attack",
        "VERTEX",
        "tells whether a group can be killed, and how",
        owl_attack,
    ),
    Command::new("owl_defend", "VERTEX", "tells whether a group can live, and how", owl_defend),
    Command::new(
        "owl_does_attack",
        "MOVE VERTEX",
        "tells whether a move kills a group",
        owl_does_attack,
    ),
    Command::new(
        "owl_does_defend",
        "MOVE VERTEX",
        "tells whether a move makes a group live",
        owl_does_defend,
    ),
    Command::new(
        "dragon_status",
        "[VERTEX]",
        "tells whether a group, or each group, is alive, dead or critical, with the deciding moves if it is critical",
        dragon_status,
    ),
    Command::new(
        "same_dragon",
        "VERTEX VERTEX",
        "returns 1 if two chains cannot be disconnected, otherwise 0",
        same_dragon,
    ),
    Command::new(
        "analyze_semeai",
        "VERTEX VERTEX",
        "tells whether the owner of the first group, moving first, can save it and kill the second, and how",
        analyze_semeai,
    ),
    Command::new(
        "ladder_attack",
        "VERTEX",
        "tells whether a chain can be captured in a ladder, and how",
        ladder_attack,
    ),
];

/// The time allowed for reading if no limit is set.
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

/// Reads the status of the chain or group that contains a stone.
type StatusReader = fn(&Position<AnySize>, Vertex, ReadingLimits<'_>) -> Option<Answer>;

/// Reads the status of a stone. Given the stone's owner, `mover` returns the player to move.
fn read(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    question: StatusReader,
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

/// Returns the result of a move that attacks or defends a group. It is the opposite of the best
/// result that the opponent can achieve after the move. Given the group's owner, `mover` returns
/// the player who makes the move.
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
    // `kill` returns `None` if the move has captured the target. This counts as certain success.
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
        // Even a guess at the status of a group takes milliseconds, so the remaining groups are
        // left out once the stop signal is raised.
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

/// Reads two vertices from the arguments, and returns each of them with the owner of the stone on
/// it.
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

/// Determines by reading whether two stones can be connected or cut apart. Given the owner of the
/// stones, `mover` returns the player who moves first.
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

/// Returns the current position, but with `mover` to move.
fn position(session: &Session, mover: Color) -> Position<AnySize> {
    let mut position = session.game().position().clone();
    position.set_to_move(mover);
    position
}

/// Returns the limits for reading out a fight. Reading ends early if `stop`, the stop signal of the
/// session, is raised.
pub(super) fn limits<'a>(session: &mut Session, stop: &'a StopSignal) -> ReadingLimits<'a> {
    let settings = session.player().settings();
    let (time, search) = (settings.seconds.unwrap_or(DEFAULT_TIME), settings.search);
    let (memory, threads) = (search.memory, search.threads);
    ReadingLimits { time, memory, threads, nodes: None, stop: Some(stop.flag()) }
}

/// Formats an answer as GNU Go does: 0 for failure, 1 for certain success, 2 for a favourable ko,
/// or 3 for an unfavourable one, followed by the move if there is one.
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
mod tests;
