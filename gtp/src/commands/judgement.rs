//! Commands that judge a position before the end of the game.

use protocol::Arguments;

use crate::error::CommandError;
use crate::session::{Command, Session};
use review::judgement::{self, Estimate};

/// The fraction of the per-move limits that a judgement may use.
const WHOLE_MOVE: f64 = 1.0;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "estimate_score",
        "",
        "estimates the score in GNU Go's format; the bounds are leads of White",
        estimate_score,
    ),
    Command::new(
        "mengxi_judge",
        "",
        "explains in plain words who leads, which groups are in doubt and what is urgent",
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
        false => judgement::sentences(&game, session.player().study(WHOLE_MOVE)),
    };
    Ok(said.join("\n"))
}

#[cfg(test)]
mod tests {
    use engine::rules::GameState;
    use engine::vocabulary::BoardSize;

    use crate::test_player::Conversation;
    use assembly::compose;

    #[test]
    fn both_answer_from_a_look_at_the_position() {
        let mut talk = Conversation::new(5);
        // According to the test player, the side to move leads by 1.5 points with a standard
        // deviation of 9 points, and wins 5 of 8 playouts.
        assert_eq!(talk.ask("estimate_score"), "B+1.5 (upper bound: 3.0, lower: -6.0)");
        let said = talk.ask("mengxi_judge");
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            [
                "Black leads by about 2 points, give or take 2, with a win rate of 63 %: a slight \
                 advantage.",
                "After only 87 visits, all of this is a guess.",
                "There are no stones on the board.",
                "Several moves are about as good: A5, B5 and C5.",
            ]
        );
        assert_eq!(talk.player.lock().studies, 1, "the judgement alone takes the time of a move");
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

    #[test]
    fn a_judgement_takes_the_limits_of_a_move_less_what_is_searched_already() {
        let mut values = assembly::parameters::ParameterValues::default();
        values.player.search.threads = 1;
        values.player.playouts = Some(900);
        let game = GameState::new(BoardSize::square(5), Default::default(), 0.5);
        let mut player = compose::player_with(&values, game);
        let first = player.study(1.0).clone();
        assert_eq!((first.visits, first.simulations), (900, 900));
        assert_eq!(player.study(1.0), &first, "nothing is left to search");
        player.generate(player.game().to_move(), Default::default());
        let next = player.study(1.0).clone();
        assert!(next.visits >= 900, "{} visits", next.visits);
        assert!(next.simulations < 900, "{} new ones in the tree of the move", next.simulations);
        let mv = next.moves.last().unwrap().mv;
        let moves = player.game().moves().len();
        assert!(player.study_move(mv, 0.5).unwrap().visits >= 450);
        assert_eq!(player.game().moves().len(), moves);
        assert_eq!(player.study(1.0), &next, "the answer to a move takes nothing away");
    }
}
