//! Commands that play, generate and take back moves.

use std::time::Duration;

use engine::player::{Decision, Restriction, Watch, Wishes};
use engine::rules::IllegalMove;
use engine::vocabulary::{Color, Move};
use protocol::{Arguments, diagnostics};

use crate::args::GoArguments;
use crate::error::CommandError;
use crate::graphics;
use crate::session::{Command, Session};
use crate::text::line;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("play", "COLOR MOVE", "plays a move or a pass for either player", play),
    Command::new("genmove", "COLOR", "finds a move, plays it and returns it", genmove),
    Command::new("reg_genmove", "COLOR", "finds a move without playing it", reg_genmove),
    Command::new(
        "restricted_genmove",
        "COLOR VERTEX...",
        "finds the best of these moves without playing it",
        restricted_genmove,
    ),
    Command::new("undo", "", "takes back the last move", undo),
    Command::new("gg-undo", "[MOVES]", "takes back one or more moves", gg_undo),
    Command::new("is_legal", "COLOR MOVE", "returns 1 if the move is legal, otherwise 0", is_legal),
    Command::new("all_legal", "COLOR", "lists all legal moves of a player", all_legal),
    Command::new(
        "move_history",
        "",
        "lists all moves of the game, the last one first",
        move_history,
    ),
    Command::new("last_move", "", "shows the last move", last_move),
];

/// The time between two drawings of a running search.
const DRAWING_INTERVAL: Duration = Duration::from_millis(400);

pub(super) fn play(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    play_for(session, arguments, color)
}

/// Plays the move named in the arguments for the player with this colour.
pub(super) fn play_for(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    color: Color,
) -> Result<String, CommandError> {
    let mv = arguments.play()?;
    arguments.finish()?;
    let size = session.game().size();
    if let Some(vertex) = mv.vertex().filter(|&vertex| !size.contains(vertex)) {
        return Err(CommandError::OutsideBoard { vertex, size });
    }
    session.play(color, mv).map_err(CommandError::IllegalMove)?;
    Ok(String::new())
}

fn answer(decision: Decision) -> String {
    match decision {
        Decision::Move(mv) => mv.to_string(),
        Decision::Resign => "resign".to_owned(),
    }
}

/// Lets the player choose and play a move, reports on the search, and lets the player ponder
/// afterwards. Returns the answer to the command.
pub(super) fn generate(session: &mut Session, color: Color, wishes: Wishes<'_>) -> String {
    let decision = session.player().generate(color, wishes);
    if let Some(line) = session.book_line() {
        diagnostics::write(&line);
    }
    if let Some(variations) = session.variations() {
        diagnostics::write(&variations);
        // The lines must be written before the answer, because gtp2ogs attributes later lines to
        // pondering.
        diagnostics::catch_up();
    }
    session.set_pondering(matches!(decision, Decision::Move(_)));
    answer(decision)
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    if !session.has_live_graphics() {
        return Ok(generate(session, color, Wishes::default()));
    }
    let mut draw = |report: &_| diagnostics::draw(&graphics::live(report, color));
    let watch = Some(Watch::new(DRAWING_INTERVAL, &mut draw));
    let answer = generate(session, color, Wishes { watch, ..Wishes::default() });
    diagnostics::draw("CLEAR");
    Ok(answer)
}

fn reg_genmove(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    Ok(answer(session.player().suggest(color, Wishes::default())))
}

fn restricted_genmove(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    let size = session.game().size();
    let mut moves = vec![Move::Play(arguments.vertex_on(size)?)];
    while !arguments.is_empty() {
        moves.push(Move::Play(arguments.vertex_on(size)?));
    }
    let mut why = None;
    moves.retain(|&mv| match session.game().check(color, mv) {
        Ok(()) => true,
        Err(reason) => {
            why.get_or_insert(reason);
            false
        }
    });
    let Some(&first) = moves.first() else {
        return Err(CommandError::IllegalMove(why.unwrap_or(IllegalMove::Occupied)));
    };
    let restrictions = vec![Restriction { color, moves, only: true, depth: 1 }];
    let wishes = Wishes { restrictions, ..Wishes::default() };
    // The search passes if only pointless moves are left, such as filling an eye. In that case, the
    // answer is the first legal point in the arguments.
    Ok(match session.player().suggest(color, wishes) {
        Decision::Move(Move::Play(vertex)) => vertex.to_string(),
        Decision::Move(Move::Pass) | Decision::Resign => first.to_string(),
    })
}

pub(super) fn undo(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    session.change(|game| game.undo()).map_err(|_| CommandError::CannotUndo)?;
    Ok(String::new())
}

fn gg_undo(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let wanted = match arguments.is_empty() {
        true => 1,
        false => arguments.count("a number of moves", 0..=u32::MAX)? as usize,
    };
    arguments.finish()?;
    let played = session.game().moves().len();
    match played {
        0 if wanted > 0 => return Err(CommandError::CannotUndo),
        _ if wanted > played => return Err(CommandError::TooFewMoves(played)),
        _ => {}
    }
    session.change(|game| game.undo_many(wanted)).map_err(|_| CommandError::CannotUndo)?;
    Ok(String::new())
}

fn is_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let (color, mv) = (arguments.color()?, arguments.play()?);
    arguments.finish()?;
    let legal = session.game().check(color, mv).is_ok();
    Ok(u8::from(legal).to_string())
}

fn all_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    Ok(line(session.game().legal_points(color)))
}

fn coloured(&(color, mv): &(Color, Move)) -> String {
    format!("{color} {mv}")
}

fn move_history(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let moves: Vec<String> = session.game().moves().iter().rev().map(coloured).collect();
    Ok(moves.join("\n"))
}

fn last_move(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    session.game().moves().last().map(coloured).ok_or(CommandError::NoMove)
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn a_restricted_move_is_one_of_those_named_and_is_not_played() {
        let mut talk = Conversation::new(5);
        talk.expect("play b C3", "=");
        assert_eq!(talk.ask("restricted_genmove w B2"), "B2");
        assert_eq!(talk.ask("restricted_genmove w C3 D4"), "D4", "C3 is taken");
        assert!(["E1", "A5"].contains(&talk.ask("restricted_genmove w E1 A5").as_str()));
        assert_eq!(talk.session.game().moves().len(), 1);
        assert_eq!(talk.fails("restricted_genmove w C3"), "illegal move: the point is occupied");
        let outside = talk.fails("restricted_genmove w A1 J9");
        assert!(outside.contains("J9"), "{outside}");
        talk.fails("restricted_genmove w");
        talk.fails("restricted_genmove w pass");
    }

    /// A ko on 5x5: White may retake at C3 only after moves elsewhere.
    const KO: [&str; 8] = ["B C4", "B B3", "B C2", "W D4", "W E3", "W D2", "W C3", "B D3"];

    fn ko() -> Conversation {
        let mut talk = Conversation::new(5);
        for mv in KO {
            talk.expect(&format!("play {mv}"), "=");
        }
        talk
    }

    #[test]
    fn moves_are_read_leniently_and_checked_strictly() {
        let mut talk = Conversation::new(19);
        talk.expect("play black q16", "=");
        talk.expect("play W Q16", "? illegal move: the point is occupied");
        for good in ["B D4", "B Q4", "W PASS", "w pass"] {
            talk.expect(&format!("play {good}"), "=");
        }
        for bad in ["B I5", "B", "X D5", "B resign", "", "B D5 x", "D5", "B T20", "B Z25"] {
            talk.fails(&format!("play {bad}"));
        }
        assert_eq!(talk.session.game().moves().len(), 5);
        let mut talk = Conversation::new(9);
        let error = talk.fails("play B K1");
        assert!(error.contains("outside the 9x9 board"), "{error}");
    }

    #[test]
    fn suicide_and_ko_are_illegal() {
        let mut talk = Conversation::new(5);
        talk.expect("play W A2", "=");
        talk.expect("play W B1", "=");
        talk.expect("play B A1", "? illegal move: suicide");
        talk.expect("is_legal B A1", "= 0");
        talk.expect("is_legal W A1", "= 1");
        talk.expect("is_legal B pass", "= 1");
        ko().expect("play W C3", "? illegal move: ko");
        let mut talk = ko();
        for mv in ["W A1", "B A5", "W C3"] {
            talk.expect(&format!("play {mv}"), "=");
        }
    }

    #[test]
    fn undo_restores_captures_and_ko() {
        let mut talk = Conversation::new(19);
        talk.expect("undo", "? cannot undo");
        talk.expect("play B D4", "=");
        talk.expect("play W pass", "=");
        talk.expect("undo", "=");
        talk.expect("play W D4", "? illegal move: the point is occupied");
        talk.expect("undo", "=");
        talk.expect("play W D4", "=");
        let mut talk = ko();
        talk.expect("undo", "=");
        talk.expect("list_stones W", "= D4 C3 E3 D2");
        talk.expect("play B D3", "=");
        talk.expect("play W C3", "? illegal move: ko");
    }

    #[test]
    fn several_moves_are_taken_back_together_or_not_at_all() {
        let mut talk = ko();
        talk.expect("gg-undo", "=");
        talk.expect("gg-undo 3", "=");
        let error = talk.fails("gg-undo 5");
        assert!(error.starts_with("cannot undo: only 4"), "{error}");
        for bad in ["x", "-1", "1.5", "1 1", "99999999999"] {
            talk.fails(&format!("gg-undo {bad}"));
        }
        assert_eq!(talk.session.game().moves().len(), 4);
        talk.expect("gg-undo 4", "=");
        talk.expect("gg-undo", "? cannot undo");
        talk.expect("gg-undo 0", "=");
    }

    #[test]
    fn generated_moves_are_played() {
        let mut talk = Conversation::new(9);
        talk.expect("play B D4", "=");
        let mv = talk.ask("genmove b");
        talk.expect(&format!("play w {mv}"), "? illegal move: the point is occupied");
        talk.expect("last_move", &format!("= black {mv}"));
        for bad in ["", "x", "b b"] {
            talk.fails(&format!("genmove {bad}"));
        }
        assert_eq!(talk.session.game().moves().len(), 2);
        let first = talk.ask("reg_genmove w");
        assert_eq!(talk.ask("reg_genmove w"), first);
        assert_eq!(talk.session.game().moves().len(), 2);
    }

    #[test]
    fn a_resignation_is_not_recorded() {
        let mut talk = Conversation::new(9);
        talk.player.lock().resigns = true;
        talk.expect("genmove b", "= resign");
        talk.expect("undo", "? cannot undo");
    }

    #[test]
    fn the_history_is_told_backwards() {
        let mut talk = Conversation::new(2);
        talk.expect("move_history", "=");
        talk.expect("last_move", "? no previous move known");
        talk.expect("play b A1", "=");
        talk.expect("play w pass", "=");
        talk.expect("move_history", "= white pass\nblack A1");
        talk.expect("all_legal w", "= A2 B2 B1");
    }
}
