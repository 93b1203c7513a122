//! What the program makes of a position, before the game is over.

use protocol::Arguments;

use crate::error::CommandError;
use crate::session::{Command, Session};
use review::judgement::{self, Estimate};

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "estimate_score",
        "",
        "who leads by how many points, in GNU Go's words; the bounds are White's leads",
        estimate_score,
    ),
    Command::new(
        "mengxi_judge",
        "",
        "who leads, which groups are in doubt and what is urgent, in plain words",
        judge,
    ),
];

fn estimate_score(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let game = session.game().clone();
    let estimate = match game.is_over() {
        true => Estimate::certain(session.count().score()),
        false => Estimate::of(session.player().look(), game.to_move()),
    };
    Ok(estimate.gnu_go_words())
}

fn judge(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let game = session.game().clone();
    let said = match game.is_over() {
        true => judgement::of_the_end(&game, &session.count()),
        false => judgement::sentences(&game, session.player().look()),
    };
    Ok(said.join("\n"))
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn both_answer_from_a_look_at_the_position() {
        let mut talk = Conversation::new(5);
        // The test player's mover leads by 1.5 points with a deviation of 9, and wins 5 of 8.
        assert_eq!(talk.ask("estimate_score"), "B+1.5 (upper bound: 3.0, lower: -6.0)");
        let said = talk.ask("mengxi_judge");
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            [
                "Black leads by about 2 points and wins 63 of 100 trial games: a slight advantage.",
                "Most trial games end between W+8 and B+11.",
                "After only 87 trial games all of this is a guess.",
                "There are no stones on the board.",
                "Several moves are about as good: A5, B5 and C5.",
            ]
        );
        talk.ask("play b C3");
        assert_eq!(talk.ask("estimate_score"), "W+1.5 (upper bound: 6.0, lower: -3.0)");
        assert_eq!(talk.player.lock().judgements, 0);
        for bad in ["estimate_score x", "mengxi_judge x"] {
            talk.fails(bad);
        }
    }

    #[test]
    fn a_finished_game_is_counted() {
        let mut talk = Conversation::new(5);
        for line in ["komi 0.5", "play b C3", "play w A1", "play b pass", "play w pass"] {
            talk.ask(line);
        }
        talk.player.lock().dead = vec!["A1".parse().unwrap()];
        assert_eq!(talk.ask("estimate_score"), "B+24.5 (upper bound: -24.5, lower: -24.5)");
        let said = "The game is over: Black wins by 24.5 points.\nWhite's stone at A1 is dead.";
        assert_eq!(talk.ask("mengxi_judge"), said);
        assert_eq!(talk.player.lock().judgements, 1);
    }
}
