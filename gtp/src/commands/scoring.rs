//! Commands for the end of the game: they determine the score and which stones are alive.

use engine::player::Wishes;
use engine::rules::Status;
use engine::vocabulary::Color;
use protocol::{Arguments, Failure};

use super::play::generate;
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};
use crate::text::line;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "final_score",
        "",
        "scores the game, without the dead stones that the rules take off; while borders are open, by \
         likely owners",
        final_score,
    ),
    Command::new(
        "final_status",
        "VERTEX",
        "shows the status of a point: one of those that `final_status_list` takes",
        final_status,
    ),
    Command::new(
        "final_status_list",
        "KIND",
        "lists all points that are alive, seki, dead, white_territory, black_territory or dame",
        final_status_list,
    ),
    Command::new(
        "kgs-genmove_cleanup",
        "COLOR",
        "like `genmove`, but captures dead stones before it passes, and never resigns",
        genmove_cleanup,
    ),
];

/// The names in [`STATUSES`], for error messages.
const KINDS: &str = "alive, seki, dead, white_territory, black_territory or dame";

/// The kinds of points that `final_status_list` can list, each with its name.
const STATUSES: [(&str, Status); 6] = [
    ("alive", Status::Alive),
    ("seki", Status::Seki),
    ("dead", Status::Dead),
    ("white_territory", Status::Territory(Color::White)),
    ("black_territory", Status::Territory(Color::Black)),
    ("dame", Status::Dame),
];

fn final_score(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(session.count().score().to_string())
}

fn final_status(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let vertex = arguments.vertex_on(session.game().size())?;
    arguments.finish()?;
    let status = session.count().status(vertex);
    let known = STATUSES.iter().find(|(_, known)| Some(*known) == status);
    Ok(known.map(|(name, _)| (*name).to_owned()).ok_or(Failure::Internal)?)
}

fn final_status_list(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let (_, status) =
        arguments.parsed(KINDS, |word| STATUSES.iter().find(|(name, _)| *name == word))?;
    arguments.finish()?;
    let lines: Vec<String> = session.count().points(*status).map(|points| line(&points)).collect();
    Ok(lines.join("\n"))
}

fn genmove_cleanup(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    Ok(generate(session, color, Wishes { cleans_up: true, ..Wishes::default() }))
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn the_empty_board_needs_no_judgement() {
        let mut talk = Conversation::new(19);
        talk.expect("komi 7.5", "=");
        talk.expect("final_score", "= W+7.5");
        talk.expect("komi 0", "=");
        talk.expect("final_score", "= 0");
        talk.expect("final_status_list dead", "=");
        let kinds = "expected alive, seki, dead, white_territory, black_territory or dame";
        for (given, end) in [("x", ", got 'x'"), ("", ", but the line ends")] {
            let answer = format!("? syntax error: final_status_list: {kinds}{end}");
            talk.expect(&format!("final_status_list {given}"), &answer);
        }
        talk.expect("final_status D4", "= dame");
        assert_eq!(talk.player.lock().judgements, 0);
    }

    #[test]
    fn a_cleanup_is_played_on() {
        let mut talk = Conversation::new(9);
        talk.player.lock().resigns = true;
        talk.expect("genmove b", "= resign");
        let cleaned = talk.ask("kgs-genmove_cleanup b");
        talk.expect("last_move", &format!("= black {cleaned}"));
        for bad in ["", "x", "b b"] {
            talk.fails(&format!("kgs-genmove_cleanup {bad}"));
        }
    }

    #[test]
    fn all_figures_come_from_one_judgement() {
        let mut talk = Conversation::new(5);
        talk.expect("komi 0.5", "=");
        for mv in ["W D3", "W A1", "W A2", "B C1", "B C2", "B C3", "B C4", "B C5"] {
            talk.expect(&format!("play {mv}"), "=");
        }
        talk.player.lock().dead = ["D3", "A1"].map(|vertex| vertex.parse().unwrap()).to_vec();
        talk.expect("final_status_list dead", "= D3\nA2 A1");
        talk.expect("final_score", "= B+24.5");
        talk.expect("final_status A2", "= dead");
        talk.expect("final_status C1", "= alive");
        talk.expect("final_status E5", "= black_territory");
        talk.expect("final_status_list seki", "=");
        talk.expect("final_status_list alive", "= C5 C4 C3 C2 C1");
        talk.expect("komi 6.5", "=");
        talk.expect("final_score", "= B+18.5");
        assert_eq!(talk.player.lock().judgements, 1);
        talk.expect("play W E1", "=");
        talk.expect("final_status E1", "= alive");
        assert_eq!(talk.player.lock().judgements, 2);
        talk.fails("final_status A6");
        talk.fails("final_status pass");
    }

    #[test]
    fn a_judgement_lasts_no_longer_than_what_it_was_made_from() {
        let mut talk = Conversation::new(5);
        talk.expect("gogui-play_sequence B B1 W A1 B A2", "=");
        talk.ask("final_score");
        assert_eq!(talk.player.lock().judgements, 1);
        talk.expect("set_position B B1 B A2", "=");
        talk.ask("final_score");
        assert_eq!(talk.player.lock().judgements, 2, "there is no prisoner any more");
        for (command, judgements) in [("clear_cache", 3), ("set_random_seed 5", 4)] {
            talk.expect(command, "=");
            talk.ask("final_score");
            assert_eq!(talk.player.lock().judgements, judgements, "{command}");
        }
    }

    #[test]
    fn a_judgement_that_was_interrupted_is_made_anew() {
        let mut talk = Conversation::new(5);
        talk.expect("play B C3", "=");
        talk.player.lock().hurries = true;
        talk.expect("final_status C3", "= alive");
        {
            let mut player = talk.player.lock();
            (player.hurries, player.dead) = (false, vec!["C3".parse().unwrap()]);
        }
        talk.expect("final_status C3", "= dead");
        talk.expect("final_status_list dead", "= C3");
        assert_eq!(talk.player.lock().judgements, 2);
    }
}
