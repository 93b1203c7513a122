//! Tests the game at the table, line by line, and with lines that are made up at random.

mod clock;

use clap::Parser;
use engine::vocabulary::Vertex;
use tempfile::TempDir;

use super::files::HANDICAP_KOMI;
use super::*;
use crate::board::{self, Style};
use crate::store::{self, Store};

#[derive(Parser)]
#[command(args_override_self = true)]
struct Line {
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    asked: PlayOptions,
}

/// A table at which the program looks at a few positions only, without a network.
struct Trial {
    table: Table,
    views: Vec<View>,
    _folder: TempDir,
}

impl Trial {
    fn new(words: &str) -> Self {
        let fixed = "mengxi --network none --threads 1 --playouts 30 --seed 1 --memory 16 --size 5";
        let line = Line::parse_from(fixed.split_whitespace().chain(words.split_whitespace()));
        let folder = tempfile::tempdir().unwrap();
        let store = Store::within(folder.path().to_owned());
        let table = Table::new(&line.asked, &line.options, store);
        let mut trial = Self { table, views: Vec::new(), _folder: folder };
        trial.table.open(&line.asked, &mut |view| trial.views.push(view));
        trial
    }

    /// Gives a line, and returns what is said.
    fn ask(&mut self, line: &str) -> String {
        let outcome = self.table.obey(line, &mut |view| self.views.push(view));
        assert_eq!(outcome, Outcome::Stay, "{line}");
        self.view().said.join("\n")
    }

    fn view(&self) -> &View {
        self.views.last().unwrap()
    }

    fn moves(&self) -> usize {
        self.table.game().moves().len()
    }

    fn leaves(&mut self, line: &str) -> bool {
        self.table.obey(line, &mut |view| self.views.push(view)) == Outcome::Leave
    }

    /// Sets up a position with the person to move.
    fn set_up(&mut self, diagram: &str, komi: f64) {
        let rules = self.table.game().rules();
        let mut game = GameState::from_diagram(diagram, rules, self.table.person).unwrap();
        game.set_komi(komi);
        *self.table.player.game_mut() = game;
    }
}

/// Black has the left with two dead stones of White in it, and White the right.
const FINISHED: &str = ". O X O . \n O . X O . \n . . X O . \n X X X O . \n . . X O .";

#[test]
fn a_move_is_answered() {
    let mut trial = Trial::new("");
    assert_eq!((trial.view().turn, trial.moves()), (Turn::Person, 0));
    let said = trial.ask("c3");
    assert!(said.starts_with("White (Mengxi) plays ") || said.contains("passes"), "{said}");
    assert_eq!((trial.view().turn, trial.moves()), (Turn::Person, 2));
    let turns: Vec<Turn> = trial.views.iter().map(|view| view.turn).collect();
    assert!(turns.contains(&Turn::Program), "it is seen to think: {turns:?}");
    assert_eq!(trial.ask("c3"), "C3 is not possible: the point is occupied.");
    assert_eq!(trial.moves(), 2);
    trial.ask("undo");
    assert_eq!(trial.moves(), 0);
    assert_eq!(trial.ask("undo"), "You have not moved yet.");
}

#[test]
fn the_program_begins_when_it_is_black() {
    let mut trial = Trial::new("--color white");
    assert_eq!((trial.moves(), trial.view().person), (1, Color::White));
    assert_eq!(trial.ask("undo"), "You have not moved yet.");
    trial.ask("new 7 black");
    assert_eq!((trial.moves(), trial.view().person), (0, Color::Black));
    assert_eq!(trial.view().size, BoardSize::square(7));
}

#[test]
fn a_handicap_is_placed() {
    let mut trial = Trial::new("--size 9 --handicap 4 --color white");
    let stones = trial.view().spots.iter().filter(|spot| spot.stone == Some(Color::Black));
    assert_eq!((stones.count(), trial.view().person), (4, Color::Black));
    assert_eq!(trial.moves(), 1, "White moves first");
    assert_eq!(trial.table.game().komi(), HANDICAP_KOMI);
    assert_eq!(trial.ask("new 2 handicap 9"), "handicap: at most 3 stones fit on 2x2.");
    assert_eq!(trial.view().size, BoardSize::square(9), "the game goes on");
}

#[test]
fn the_end_is_counted_and_agreed_to() {
    let mut trial = Trial::new("");
    trial.set_up(FINISHED, 0.5);
    for color in [Color::Black, Color::White] {
        trial.table.player.game_mut().play(color, Move::Pass).unwrap();
    }
    trial.table.answer(&mut |_| {});
    assert!(matches!(trial.table.phase, Phase::Counting(_)));
    // Whatever the program proposes, this is what the person says.
    trial.table.phase = Phase::Counting(Counting::new(Default::default(), trial.table.rules));
    assert!(trial.ask("pass").starts_with("Both have passed, so this has to wait.\n"));
    let said = trial.ask("b5");
    assert!(
        said.contains("2 stones, small letters") && said.contains("Black wins by 4.5 points"),
        "{said}"
    );
    let marked = trial.view().spots.iter().filter(|spot| spot.mark == Some(Mark::Dead)).count();
    assert_eq!((trial.view().turn, marked), (Turn::Agreement, 2));
    assert!(trial.ask("e1").starts_with("There is no stone at E1.\n"));
    assert!(trial.ask("score").contains("Black wins by 4.5 points"));
    assert!(trial.ask("done").starts_with("The game is over: Black wins by 4.5 points."));
    assert_eq!(trial.view().turn, Turn::Nothing);
    assert_eq!(trial.ask("a1"), "The game is over: type new for another one.");
    let text = std::fs::read_to_string(trial.table.store.kept().unwrap()).unwrap();
    assert!(text.contains("RE[B+4.5]"), "{text}");
}

#[test]
fn a_counted_game_can_be_resumed() {
    let mut trial = Trial::new("");
    trial.set_up(FINISHED, 0.5);
    for color in [Color::Black, Color::White] {
        trial.table.player.game_mut().play(color, Move::Pass).unwrap();
    }
    trial.table.answer(&mut |_| {});
    assert!(trial.ask("done now").starts_with("'done' stands alone, without 'now'.\n"));
    trial.ask("resume");
    assert_eq!((trial.view().turn, trial.moves()), (Turn::Person, 0));
    assert!(trial.ask("resume").starts_with("There is nothing to resume"));
    assert!(trial.ask("done").starts_with("There is nothing to agree to"));
}

#[test]
fn a_game_is_kept_saved_and_loaded() {
    let mut trial = Trial::new("");
    assert_eq!(trial.table.store.kept(), None, "nothing has been played");
    trial.ask("c3");
    let first = trial.table.store.kept().unwrap();
    assert_eq!(store::read(&first, Rules::default()).unwrap().0.game.moves().len(), 2);
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("my game.sgf");
    assert!(trial.ask(&format!("save {}", file.display())).starts_with("Saved in "));
    let said = trial.ask("new white");
    assert!(said.contains(&first.display().to_string()), "{said}");
    trial.ask("level 9");
    trial.ask("b2");
    assert_ne!(trial.table.store.kept().unwrap(), first, "another file for another game");
    assert!(trial.ask(&format!("load {}", file.display())).starts_with("Loaded "));
    assert_eq!((trial.moves(), trial.view().person), (2, Color::Black));
    assert_eq!(trial.view().level, Level::FULL, "as it was saved");
    assert!(trial.ask("load /no/such.sgf").contains("cannot be loaded: No such file"));
    assert!(trial.ask("save /no/such/folder/x.sgf").contains("cannot be written"));
    assert_eq!(trial.moves(), 2);
    std::fs::write(&file, "(;SZ[5];B[aa];AW[bb];B[cc])").unwrap();
    let said = trial.ask(&format!("load {}", file.display()));
    assert!(said.contains("sets up stones after move 1, so the game begins there."), "{said}");
}

#[test]
fn leaving_offers_to_save() {
    let mut trial = Trial::new("");
    assert!(trial.leaves("quit"), "there is nothing to save");
    let mut trial = Trial::new("");
    trial.ask("c3");
    let said = trial.ask("quit");
    assert!(said.contains(&trial.table.store.file().display().to_string()), "{said}");
    assert_eq!(trial.view().turn, Turn::Leaving);
    trial.ask("cancel");
    assert_eq!(trial.view().turn, Turn::Person);
    trial.ask("quit");
    for no_name in ["e5", "undo"] {
        assert!(trial.ask(no_name).contains("is no file name here"), "{no_name}");
    }
    assert!(trial.ask("y").starts_with("In which file?"));
    assert!(trial.ask("/no/such/folder/x.sgf").contains("cannot be written"));
    assert_eq!(trial.view().turn, Turn::Leaving, "the question stays");
    let place = tempfile::tempdir().unwrap();
    assert!(trial.leaves(&place.path().join("kept.sgf").display().to_string()));
    assert!(place.path().join("kept.sgf").exists());
    let mut trial = Trial::new("");
    trial.ask("c3");
    trial.ask("quit");
    assert!(trial.leaves("n"));
}

#[test]
fn a_game_that_cannot_be_kept_is_said_once() {
    let mut trial = Trial::new("");
    let file = tempfile::NamedTempFile::new().unwrap();
    trial.table.store = Store::within(file.path().join("folder"));
    assert!(trial.ask("c3").contains("The game cannot be kept in "));
    assert!(!trial.ask("a1").contains("cannot be kept"));
    assert!(trial.ask("quit").contains("press Enter to leave without it"));
    trial.ask("cancel");
    let moves = trial.moves();
    assert!(trial.ask("new").starts_with("This game is not in any file. Save it first"));
    assert_eq!(trial.moves(), moves, "it is still there");
    assert!(trial.ask("new").starts_with("A new game on 5x5."));
}

#[test]
fn a_game_of_another_file_is_replaced_only_if_told_twice() {
    let mut trial = Trial::new("");
    trial.ask("c3");
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("game.sgf");
    let (save, record) = (format!("save {}", file.display()), "(;SZ[5];B[aa]C[a comment])");
    let text = || std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, record).unwrap();
    assert!(trial.ask(&save).contains("holds a game. Type the same again"));
    trial.ask("bar");
    assert!(trial.ask(&save).contains("holds a game."), "told twice, but not in a row");
    assert_eq!(text(), record);
    assert!(trial.ask(&save).starts_with("Saved in "));
    trial.ask("undo");
    assert!(trial.ask(&save).starts_with("Saved in "), "the file is its own now");
    std::fs::write(&file, record).unwrap();
    trial.ask(&format!("load {}", file.display()));
    trial.ask("quit");
    let name = file.display().to_string();
    assert!(trial.ask(&name).contains("holds a game."), "the comment would be lost");
    assert_eq!((trial.view().turn, text().as_str()), (Turn::Leaving, record));
    assert!(trial.leaves(&name));
}

#[test]
fn hints_and_judgements_are_given() {
    let mut trial = Trial::new("--seconds 0.2");
    let said = trial.ask("hint");
    assert!(said.starts_with("1: ") && said.contains(", win rate "), "{said}");
    let hints = trial.view().spots.iter().filter(|spot| matches!(spot.mark, Some(Mark::Hint(_))));
    assert!(hints.count() >= 1);
    assert!(trial.view().black_win_rate.is_some());
    assert_eq!(trial.ask("bar"), "Black's win rate is hidden.");
    assert_eq!(trial.view().black_win_rate, None);
    assert!(trial.ask("judge").contains(" with a win rate of "));
    assert!(trial.ask("score").starts_with("As it stands, "));
    assert!(!trial.ask("explain c3").is_empty());
    assert_eq!(trial.ask("level 3"), "Mengxi plays at level 3 (about 17k).");
    assert_eq!(trial.view().level.number(), 3);
    assert!(trial.ask("help").contains("explain e5"));
}

#[test]
fn hints_have_the_same_numbers_on_the_board_and_in_words() {
    let mut trial = Trial::new("");
    let [first, third] = ["A1", "E5"].map(|at| at.parse::<Vertex>().unwrap());
    trial.table.hints = vec![Move::Play(first), Move::Pass, Move::Play(third)];
    let view = trial.table.view();
    let marks = [first, third].map(|at| view.spot(at).mark);
    assert_eq!(marks, [Some(Mark::Hint(1)), Some(Mark::Hint(3))], "a pass is the second");
}

#[test]
fn a_review_that_is_interrupted_at_once_judges_no_move() {
    let mut trial = Trial::new("");
    trial.ask("c3");
    trial.table.stop_signal().raise();
    let said = trial.ask("review");
    assert!(said.starts_with("Interrupted before a move could be judged.\nFor the"), "{said}");
}

#[test]
fn a_change_of_level_is_kept_at_once() {
    let mut trial = Trial::new("--level 4");
    trial.ask("c3");
    trial.ask("level 9");
    let (_, players) = store::read(&trial.table.store.kept().unwrap(), Rules::default()).unwrap();
    assert_eq!(players.unwrap().level.to_string(), "9");
}

#[test]
fn moves_from_a_book_vary_from_game_to_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.dat");
    std::fs::write(&path, "5 | A1 B2 C3 D4 E5 A5\n").unwrap();
    let mut trial = Trial::new(&format!("--level 20 --book-margin 9 --book {}", path.display()));
    let mut first = Vec::new();
    for _ in 0..20 {
        trial.ask("new white");
        first.push(trial.table.game().moves()[0].1);
    }
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

#[test]
fn the_board_is_drawn_with_its_marks() {
    let mut trial = Trial::new("");
    trial.set_up(".....\n..X..\n.O...\n.....\n.....", 0.5);
    trial.table.player.game_mut().play(Color::Black, Move::Play("D3".parse().unwrap())).unwrap();
    let view = trial.table.view();
    let draw = |is_ascii, cursor: Option<Vertex>| {
        let lines = board::draw(&view, Style { is_ascii, has_colors: true }, cursor);
        let width = board::width(view.size);
        assert!(
            lines.iter().all(|line| line.len() == width) && lines.len() == board::height(view.size)
        );
        lines.iter().map(|line| board::text(line)).collect::<Vec<_>>()
    };
    let ascii = draw(true, "A1".parse().ok());
    assert_eq!(
        ascii,
        [
            "    A B C D E",
            " 5  . . . . .  5",
            " 4  . . X . .  4",
            " 3  . O +(X).  3",
            " 2  . . . . .  2",
            " 1 [.]. . . .  1",
            "    A B C D E",
        ]
    );
    assert_eq!(draw(false, None)[3], " 3  · ○ +(●)·  3");
}

#[test]
fn what_is_said_gives_a_terminal_no_orders() {
    let mut trial = Trial::new("");
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("evil.sgf");
    std::fs::write(&file, "(;SZ[\u{1b}[2J])").unwrap();
    let said = trial.ask(&format!("load {}", file.display()));
    assert!(said.contains("cannot be loaded") && !said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn random_lines_never_break_the_game() {
    let mut trial = Trial::new("--playouts 2");
    let mut random = engine::vocabulary::Random::new(1, 0);
    let words = [
        "a1",
        "b2",
        "c3",
        "d4",
        "e5",
        "pass",
        "undo",
        "score",
        "done",
        "resume",
        "new",
        "new 3",
        "new white",
        "level 1",
        "resign",
        "bar",
        "help",
        "é\u{1b}",
        "",
        "explain z9",
        "load /",
        "save /",
    ];
    for _ in 0..500 {
        let line = words[random.below(words.len())];
        assert!(!trial.leaves(line), "{line:?}");
        let view = trial.view();
        assert_eq!(view.spots.len(), view.size.area());
        assert!(!matches!(view.turn, Turn::Program | Turn::Leaving), "{line:?}");
    }
}
