//! Opening books by GTP.

use super::*;

/// A book of so many searched positions, in a file.
fn book_file(searches: usize) -> tempfile::NamedTempFile {
    let mut book = ::books::Book::new(crate::opening::subject::<Othello>());
    let priorities = ::books::Priorities { ply: Othello::PLY, deepest: 10 };
    let plan = ::books::Plan { priorities, searches: Some(searches), deadline: None, seed: 1 };
    let stop = false.into();
    let start = Othello::default();
    let growth = ::books::Growth { start, lines: Vec::new(), plan, stop: &stop };
    let mut evaluators = [::books::AlphaBetaValues::new(300, 1 << 16, 3, Othello::PLY)];
    growth.run(&mut book, &mut evaluators, &mut |_| {});
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), book.to_bytes()).unwrap();
    file
}

#[test]
fn moves_come_from_a_book_until_it_ends() {
    let mut talk = Talk::new(SearchName::Pvs);
    talk.expect("book_info", "= no book");
    talk.expect("mengxi_book", "=");
    let file = book_file(12);
    talk.expect(&format!("book_load {}", file.path().display()), "=");
    let about = talk.ask("book_info");
    assert!(about.contains("game: othello on 8x8") && about.contains("positions: "), "{about}");
    assert!(about.contains(" discs, weight ") && !about.contains("no choice"), "{about}");
    assert_eq!(talk.ask("mengxi_book").lines().count(), 1, "the first moves are equivalent");
    talk.ask("time_settings 60 0 0");
    talk.ask("reg_genmove b");
    assert!(!talk.ask("mengxi_statistics").contains("nodes: 0"), "it searches");
    let left = talk.0.player.clock_mut().left(clocks::Side::First);
    assert_eq!(left, Some(std::time::Duration::from_secs(60)), "the clock stands still");
    talk.ask("time_settings 0 1 0");
    let mut from_book = 0;
    for turn in 0..12 {
        let move_of_book = talk.0.player.look_up();
        let labels = talk.ask("mengxi_book");
        let point = talk.ask(if turn % 2 == 0 { "genmove b" } else { "genmove w" });
        if let Some(found) = move_of_book {
            from_book += 1;
            assert_eq!(found.position.write_move(found.variation[0]), point);
            assert!(labels.contains(&format!("LABEL {point} ")), "{labels}");
            assert!(talk.ask("mengxi_statistics").contains("nodes: 0"));
        }
    }
    assert!((3..12).contains(&from_book), "{from_book}");
    assert!(talk.ask("book_info").ends_with("no choice: the book has no moves here"));
    talk.ask("clear_board");
    talk.ask("level 19");
    assert!(talk.0.player.look_up().is_none(), "a weaker player has no book");
    talk.ask("level 20");
    assert!(talk.0.player.look_up().is_some());
    talk.expect("book_load none", "=");
    assert!(talk.0.player.look_up().is_none());
    talk.expect("book_load built-in", "=");
    talk.ask("clear_board");
    assert!(talk.0.player.look_up().is_some());
}

#[test]
fn games_from_a_book_vary_within_the_margin_and_a_seed_repeats_them() {
    let file = book_file(40);
    let games = |seed| {
        let mut talk = Talk::new(SearchName::Pvs);
        talk.0.player.settings_mut().variety = ::books::Variety { margin: 5_000, seed };
        talk.ask(&format!("book_load {}", file.path().display()));
        let mut game = |_| {
            talk.ask("clear_board");
            ["b", "w", "b", "w"].map(|side| talk.ask(&format!("genmove {side}")))
        };
        (0..10).map(&mut game).collect::<Vec<_>>()
    };
    let first = games(5);
    // The first moves are equivalent.
    assert!(first.iter().any(|moves| moves[1..] != first[0][1..]), "{first:?}");
    assert_eq!(games(5), first);
}

#[test]
fn files_that_are_no_books_of_the_game_are_named() {
    let mut talk = Talk::new(SearchName::Pvs);
    assert!(talk.say("book_load").contains("a file, built-in or none"));
    assert!(talk.say("book_load missing.book").starts_with("? missing.book: "));
    let file = book_file(2);
    let line = format!("book_load {}", file.path().display());
    let session = &mut Session::new(Player::<Xiangqi>::new(Settings::default()), "Test");
    let answer = Session::TABLE.answer(session, &line).unwrap().to_string();
    assert!(answer.contains("expected a book of xiangqi on 9x10"), "{answer}");
    let answer = Session::TABLE.answer(session, "book_load built-in").unwrap().to_string();
    assert_eq!(answer.trim_end(), "? there is no built-in book of this game");
    let bytes = std::fs::read(file.path()).unwrap();
    std::fs::write(file.path(), &bytes[..bytes.len() - 1]).unwrap();
    assert!(talk.say(&line).contains("the file is damaged"));
    std::fs::write(file.path(), "9 E5 | C3").unwrap();
    assert!(talk.say(&line).contains("expected a book"));
}
