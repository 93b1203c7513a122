//! The commands for opening books.

use assembly::openings::{BookChoice, GoMove, GoOpening};
use assembly::parameters::ParameterValues;
use protocol::Arguments;

use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "book_load",
        "FILE",
        "uses the opening book of a file or folder; also none, or built-in",
        book_load,
    ),
    Command::new(
        "book_info",
        "",
        "shows what the opening book is about, and its moves in this position",
        book_info,
    ),
    Command::new("mengxi_book", "", "labels the moves of the opening book", book_moves),
];

fn book_load(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let file = arguments.rest("a file with an opening book")?;
    let mut values = session.parameter_values();
    values.opening.book = BookChoice::read(file).map_err(CommandError::CannotLoad)?;
    check(&values)?;
    session.adjust(values)?;
    Ok(String::new())
}

/// Checks that the book of these parameter values is one for Go.
pub(super) fn check(values: &ParameterValues) -> Result<(), CommandError> {
    let named = |problem| CommandError::CannotLoad(format!("{}: {problem}", values.opening.book));
    values.opening.check().map_err(named)
}

/// The book that is used. The seed matters only for the choice among its moves.
fn opening(session: &Session) -> Option<GoOpening> {
    session.parameter_values().opening.opening(0)
}

fn book_info(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let Some(opening) = opening(session) else { return Ok("no book".to_owned()) };
    let subject = &opening.book().subject;
    let or_any = |text: &str| if text.is_empty() { "any".to_owned() } else { text.to_owned() };
    let mut lines = vec![
        format!("board: {}", or_any(&subject.board)),
        format!("rules: {}", or_any(&subject.rules)),
        format!("komi: {}", or_any(&subject.komi)),
        format!("values: {}", subject.values),
        format!("positions: {}", opening.book().positions().len()),
    ];
    lines.extend(opening.moves(session.game()).into_iter().map(|found| {
        let GoMove { vertex, weight, .. } = found;
        let rate = percent(found).map(|percent| format!("win rate {percent} %, "));
        format!("{vertex}: {}weight {weight}", rate.unwrap_or_default())
    }));
    if let Some(rest) = opening.rest(session.game()) {
        lines.push(format!("other moves: win rate {:.1} %", 100.0 * rest));
    }
    if let Some(why) = opening.no_choice(session.game()) {
        lines.push(format!("no choice: {why}"));
    }
    Ok(lines.join("\n"))
}

fn book_moves(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let moves = opening(session).map(|opening| opening.moves(session.game())).unwrap_or_default();
    let label = |found: GoMove| {
        let text = percent(found).unwrap_or_else(|| found.weight.to_string());
        format!("LABEL {} {text}", found.vertex)
    };
    Ok(moves.into_iter().map(label).collect::<Vec<_>>().join("\n"))
}

/// The win rate of a move in percent.
fn percent(found: GoMove) -> Option<String> {
    found.win_rate.map(|rate| format!("{:.1}", 100.0 * rate))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use assembly::compose::{self, Knowledge};
    use assembly::network_choice::NetworkChoice;
    use assembly::options::PolicyName;
    use engine::rules::{GameState, Rules};
    use engine::vocabulary::BoardSize;

    use super::*;
    use crate::test_player::Conversation;

    #[test]
    fn a_book_is_loaded_and_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my book.dat");
        fs::write(&path, "9 | E5 C4\n9 E5 | C4\n").unwrap();
        let mut talk = Conversation::new(9);
        talk.ask("book_load none");
        talk.expect("book_info", "= no book");
        talk.expect("mengxi_book", "=");
        for line in ["book_load PATH", "book_load \"PATH\"", "mengxi_param book PATH"] {
            talk.ask("book_load none");
            talk.ask(&line.replace("PATH", path.to_str().unwrap()));
            assert_ne!(talk.ask("book_info"), "no book", "{line}");
        }
        let info = talk.ask("book_info");
        for line in ["board: any", "komi: any", "positions: 2", "E5: weight 1"] {
            assert!(info.contains(line), "{line} in {info}");
        }
        assert!(talk.ask("mengxi_book").contains("LABEL E5 1"));
        talk.ask("play b E5");
        assert_eq!(talk.ask("mengxi_book").lines().count(), 1);
        talk.ask("play w E4");
        talk.expect("mengxi_book", "=");
        assert!(talk.ask("book_info").ends_with("no choice: the book has no moves here"));
        assert!(talk.fails("book_load").contains("a file with an opening book"));
        assert!(talk.fails("book_load missing.book").contains("missing.book: "));
        fs::write(&path, "9 | Z9\n").unwrap();
        assert!(talk.fails(&format!("book_load {}", path.display())).contains("got 'Z9'"));
        assert!(talk.ask("book_info").contains("positions: 2"), "the book has not changed");
    }

    #[test]
    fn a_book_of_another_game_is_refused_and_the_old_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("book.dat");
        fs::write(&text, "9 | E5 C4\n").unwrap();
        let mut book =
            (**BookChoice::read(text.to_str().unwrap()).unwrap().of_file().unwrap()).clone();
        book.subject.game = "othello".to_owned();
        let other = folder.path().join("othello.book");
        fs::write(&other, book.to_bytes()).unwrap();
        let mut talk = Conversation::new(9);
        talk.ask(&format!("kata-set-param book {}", text.display()));
        for line in ["book_load", "kata-set-param book"] {
            let problem = talk.fails(&format!("{line} {}", other.display()));
            assert!(problem.contains("expected a book of go, got one of othello"), "{problem}");
            assert!(talk.ask("book_info").contains("positions: 1"));
        }
    }

    #[test]
    fn games_vary_within_the_margin_and_a_seed_repeats_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.dat");
        fs::write(&path, "9 | E5 C4 C3 D4 G5 D3\n").unwrap();
        let network = NetworkChoice::NONE;
        let knowledge = Knowledge { network, ..Knowledge::of(PolicyName::Uniform) };
        let mut values = ParameterValues { knowledge, ..ParameterValues::default() };
        (values.player.playouts, values.player.search.threads) = (Some(1), 1);
        let game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
        let session = Session::new(compose::player_with(&values, game), "Mengxi");
        let session = session.with_knowledge(knowledge);
        let mut talk = Conversation { session, ..Conversation::new(9) };
        talk.ask(&format!("book_load {}", path.display()));
        talk.ask("kata-set-param book_margin 1");
        let mut games = |seed: u64| -> Vec<String> {
            talk.ask(&format!("set_random_seed {seed}"));
            let game = |_| {
                talk.ask("clear_board");
                talk.ask("genmove b")
            };
            (0..10).map(game).collect()
        };
        let first = games(7);
        assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
        assert_ne!(games(8)[..9], first[1..], "neighbouring seeds share no games");
        assert_eq!(games(7), first);
    }
}
