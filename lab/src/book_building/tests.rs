//! Small books, built, continued, interrupted and shown.

use std::fs;
use std::path::Path;

use books::Book;

use super::*;
use crate::output_lock::OutputLock;
use crate::test_line;

/// Performs the task and returns what it writes.
fn perform(words: &str, path: &Path) -> io::Result<String> {
    let words: Vec<String> = words
        .split(' ')
        .map(|word| if word == "FILE" { path.display().to_string() } else { word.to_owned() })
        .collect();
    let line = ["book".to_owned()].into_iter().chain(words);
    let (options, asked) = test_line::read_words(line).map_err(io::Error::other)?;
    let mut output = Vec::new();
    write(&asked, &options, &Interruption::default(), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

const OTHELLO: &str =
    "--threads 1 build --game othello --out FILE --nodes 500 --moves 3 --positions";
const GO: &str = "--threads 1 --network none --size 5 --komi 7 --visits 30 --seed 3 build --out FILE \
                  --moves 3 --positions";

#[test]
fn the_same_command_makes_the_same_book_and_an_existing_one_grows() {
    let folder = tempfile::tempdir().unwrap();
    for words in [OTHELLO, GO] {
        let [a, b, c] = ["a", "b", "c"].map(|name| folder.path().join(name));
        let text = perform(&format!("{words} 12"), &a).unwrap();
        assert!(text.contains("positions, as asked"), "{text}");
        perform(&format!("{words} 12"), &b).unwrap();
        let whole = fs::read(&a).unwrap();
        assert_eq!(fs::read(&b).unwrap(), whole);
        perform(&format!("{words} 5"), &c).unwrap();
        perform(&format!("{words} 7"), &c).unwrap();
        assert_eq!(fs::read(&c).unwrap(), whole);
        for path in [a, b, c] {
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_book_names_the_network_inside_the_program_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let words = GO.replace("--network none ", "").replace("--visits 30", "--visits 5");
    perform(&format!("{words} 1"), &path).unwrap();
    let values = Book::from_bytes(&fs::read(&path).unwrap()).unwrap().subject.values;
    assert!(values.ends_with(&playouts::digest_of(network::built_in::FILE)), "{values}");
}

#[test]
fn books_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    perform(&format!("{OTHELLO} 12"), &path).unwrap();
    let text = perform("show FILE", &path).unwrap();
    for part in ["game: othello", "board: 8x8", "positions: ", " discs, weight ", "\nline: "] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let text = perform("show FILE D3", &path).unwrap();
    assert!(text.contains("C3: ") || text.contains("C5: ") || text.contains("E3: "), "{text}");
    let problem = perform("show FILE D4", &path).unwrap_err().to_string();
    assert!(problem.contains("expected a legal move, got 'D4'"), "{problem}");
    assert!(perform("show FILE F5 D6 C3 D3 C4", &path).is_ok());
    fs::remove_file(&path).unwrap();
    perform(&format!("{GO} 6"), &path).unwrap();
    let text = perform("show FILE", &path).unwrap();
    for part in ["game: go", "board: 5x5", "rules: area", "komi: 7\n", " %, weight ", "C3: "] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn books_without_values_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.dat");
    fs::write(&path, "5 | C3 C3\n5 C3 | B2\n").unwrap();
    let text = perform("--size 5 show FILE", &path).unwrap();
    assert!(text.contains("positions: 2\nC3: weight 2, not followed\nline: C3 "), "{text}");
    let text = perform("--size 5 show FILE C3 A1", &path).unwrap();
    assert!(text.ends_with("no moves here\n"), "{text}");
    let problem = perform("show none", &path).unwrap_err().to_string();
    assert!(problem.contains("expected a file or a folder, got 'none'"), "{problem}");
}

#[test]
fn lines_of_a_text_book_are_searched_first() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("book.dat");
    fs::write(&text, "5 B2 | D4\n9 | E5\n").unwrap();
    let path = folder.path().join("book");
    let words = format!("{GO} 3 --from {}", text.display());
    perform(&words, &path).unwrap();
    let shown = perform("show FILE B2", &path).unwrap();
    assert!(shown.contains("D4: "), "{shown}");
    assert!(!shown.contains("no moves"), "{shown}");
    let problem = perform(&words.replace("book.dat", "none.dat"), &path).unwrap_err().to_string();
    assert!(problem.contains("none.dat: "), "{problem}");
    fs::write(&text, "9 | E5\n").unwrap();
    let problem = perform(&words, &path).unwrap_err().to_string();
    assert!(problem.contains("expected positions on 5x5, but there are none"), "{problem}");
    let problem = perform(&format!("{GO} 3 --nodes 500"), &path).unwrap_err().to_string();
    assert!(problem.contains("--nodes is for other games"), "{problem}");
    let visits = format!("--visits 50 {OTHELLO} 1");
    let problem = perform(&visits, &folder.path().join("other")).unwrap_err().to_string();
    assert!(problem.contains("--visits is for Go"), "{problem}");
}

#[test]
fn lines_of_game_records_are_searched_first() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    fs::write(games.join("a.SGF"), "(;SZ[5]RE[B+1];B[bd];W[db];B[bb])").unwrap();
    fs::write(games.join("b.sgf"), "(;SZ[9]RE[B+1];B[ee];W[cc])").unwrap();
    let path = folder.path().join("book");
    perform(&format!("{GO} 3 --from {}", games.display()), &path).unwrap();
    let shown = perform("show FILE B2", &path).unwrap();
    assert!(shown.contains("D4: "), "{shown}");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let problem = perform(&format!("{GO} 3 --from {}", empty.display()), &path).unwrap_err();
    assert!(problem.to_string().contains("expected positions on 5x5"), "{problem}");
}

#[test]
fn a_file_that_is_no_book_of_the_game_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    perform(&format!("{OTHELLO} 2"), &path).unwrap();
    let before = fs::read(&path).unwrap();
    for (words, expected) in [
        (format!("{GO} 1"), "expected a book of go 5x5 area 7, got one of othello 8x8"),
        (OTHELLO.replace("othello", "gomoku") + " 1", "got one of othello"),
    ] {
        let problem = perform(&words, &path).unwrap_err().to_string();
        assert!(problem.contains(expected), "{problem}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    fs::write(&path, "noise").unwrap();
    let problem = perform(&format!("{OTHELLO} 1"), &path).unwrap_err().to_string();
    assert!(problem.contains("expected a book"), "{problem}");
    assert_eq!(fs::read(&path).unwrap(), b"noise");
    assert!(perform(&format!("{OTHELLO} 1"), &folder.path().join("none/book")).is_err());
    assert!(perform("build --out FILE --hours x", &path).is_err());
}

#[test]
fn a_book_that_another_run_builds_is_left_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let lock = OutputLock::take(&path).unwrap();
    let problem = perform(&format!("{OTHELLO} 2"), &path).unwrap_err().to_string();
    assert!(problem.ends_with("book: another run is writing this file"), "{problem}");
    assert!(!path.exists());
    drop(lock);
    perform(&format!("{OTHELLO} 2"), &path).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the book is left");
}

#[test]
fn an_interruption_leaves_a_whole_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let line = format!("book {OTHELLO} 1000000").replace("FILE", path.to_str().unwrap());
    let (options, asked) = test_line::read(&line);
    let interruption = Interruption::default();
    let raising = interruption.clone();
    let mut output = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(300));
            raising.raise();
        });
        write(&asked, &options, &interruption, &mut output).unwrap();
    });
    assert!(String::from_utf8(output).unwrap().contains("positions, interrupted"));
    assert!(Book::from_bytes(&fs::read(&path).unwrap()).is_ok());
}
