//! Opening books: built by the program, used in games by several protocols, and refused if they are
//! of another game.

use std::fs;
use std::path::Path;
use std::process::Command;

use tests::program::{self, PATIENCE, Program, assert_refused};

/// Builds a book of a few positions.
fn build(game: &str, file: &Path) {
    let words = ["book", "build", "--game", game, "--nodes", "300", "--positions", "6"];
    let mut task = Command::new(program::path());
    task.args(words).args(["--threads", "1", "--memory", "16", "--out"]).arg(file);
    let output = task.output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("positions, as asked"), "{output:?}");
}

#[test]
fn a_text_book_gives_the_first_moves_of_a_game_of_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book.dat");
    fs::write(&file, "9 | E5\n9 E5 | C4\n").expect("a file");
    let options = "--threads 1 --memory 16 --playouts 50 --size 9 --komi 7";
    let mut program = Program::start(&format!("{options} --book {}", file.display()));
    assert_eq!(program.ask("genmove b"), "E5");
    let point = program.ask("genmove w");
    assert!(
        program.complains_within(&format!("book: {point}, weight 1"), PATIENCE),
        "{}",
        program.errors()
    );
    program.ask("genmove b");
    program.ask("clear_board");
    program.ask("book_load none");
    program.ask("genmove b");
    assert_eq!(program.quit().matches("book: ").count(), 2);
}

#[test]
fn other_games_are_played_from_books_that_were_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("othello.book");
    build("othello", &file);
    let options = "othello --threads 1 --memory 16 --nodes 1000";
    let mut program = Program::start(&format!("{options} --book {}", file.display()));
    let point = program.ask("genmove b");
    assert!(
        program.complains_within(&format!("book: {point}, "), PATIENCE),
        "{}",
        program.errors()
    );
    program.quit();
    let file = folder.path().join("xiangqi.book");
    build("xiangqi", &file);
    let options = "xiangqi --protocol uci --threads 1 --memory 16";
    let mut program = Program::start(&format!("{options} --book {}", file.display()));
    program.send("position startpos\ngo movetime 60000\n");
    let answer = program.line_within(PATIENCE / 2).expect("an answer without a search");
    assert!(answer.starts_with("bestmove "), "{answer}");
    program.quit();
}

#[test]
fn a_book_of_another_game_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("othello.book");
    build("othello", &file);
    let options = format!("gomoku --book {}", file.display());
    assert_refused(&options, "expected a book of gomoku on 15x15, got one of othello on 8x8");
}
