//! Books made of game records: how often the winners played a move; and the lines of the games.

use std::io;
use std::path::{Path, PathBuf};

use books::Book;
use classical::Game;
use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Vertex};
use playouts::game_files;

use super::go_game::{GoGame, subject_of_moves};

/// The maximum number of moves taken from each game.
const MOST_MOVES: usize = 40;

/// The book of the game records in a file or a folder. The moves of the winners are counted, so
/// games without a winner add nothing, and neither do games with handicap.
///
/// # Errors
/// If a file or the folder cannot be read, or there is no game with a winner.
pub fn of_records(path: &Path) -> io::Result<Book> {
    let mut book = Book::new(subject_of_moves("moves of the winners of games, without values"));
    game_files::read_results(&[PathBuf::from(path)], |game, winner| {
        count(&mut book, &game, winner);
    })?;
    if book.is_empty() {
        let problem = format!("{}: expected records of games with a winner", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(book)
}

/// The first moves of the games with a winner in a file or a folder, on boards of this size.
///
/// # Errors
/// If a file or the folder cannot be read.
pub(super) fn lines_of_records(path: &Path, size: BoardSize) -> io::Result<Vec<Vec<Vertex>>> {
    let mut lines = Vec::new();
    game_files::read_results(&[PathBuf::from(path)], |game, _| {
        if game.size() == size {
            lines.push(first_moves(&game));
        }
    })?;
    lines.retain(|line| !line.is_empty());
    Ok(lines)
}

/// Counts the moves of a game's winner.
fn count(book: &mut Book, record: &GameState, winner: Color) {
    let mut game = start(record);
    for vertex in first_moves(record) {
        if game.game().to_move() == winner {
            book.count(&game, vertex, 1);
        }
        game.play(vertex);
    }
}

/// The first moves of a game, up to a pass or a move out of turn; none with handicap.
fn first_moves(record: &GameState) -> Vec<Vertex> {
    let mut moves = Vec::new();
    if !record.setup().is_empty() || record.handicap() > 0 {
        return moves;
    }
    let mut game = start(record);
    for &(color, mv) in record.moves().iter().take(MOST_MOVES) {
        let is_next = color == game.game().to_move() && game.game().check(color, mv).is_ok();
        let Some(vertex) = mv.vertex().filter(|_| is_next) else { break };
        moves.push(vertex);
        game.play(vertex);
    }
    moves
}

/// The empty board of a game.
fn start(record: &GameState) -> GoGame {
    GoGame::without_komi(GameState::new(record.size(), record.rules(), record.komi()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine::rules::Rules;

    use super::*;

    #[test]
    fn the_moves_of_winners_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a.sgf", "(;SZ[9]RE[B+R];B[ee];W[cc];B[gg])"),
            ("b.SGF", "(;SZ[9]RE[W+0.5];B[ee];W[cc])"),
            ("c.sgf", "(;SZ[9]RE[B+1.5];B[ee];W[gg];B[cc])"),
            ("d.sgf", "(;SZ[9]RE[0];B[dd];W[gg])"),
            ("e.sgf", "(;SZ[9]HA[2]AB[gc][cg]RE[W+3];W[ee])"),
            ("f.sgf", "no game"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let book = of_records(folder.path()).unwrap();
        assert_eq!(book.positions().len(), 3, "{book:?}");
        let mut game =
            GoGame::without_komi(GameState::new(BoardSize::square(9), Rules::default(), 6.5));
        let found = book.moves(&game);
        assert_eq!((found.len(), found[0].mv.to_string(), found[0].weight), (1, "E5".into(), 2));
        game.play("E5".parse().unwrap());
        assert_eq!(book.moves(&game).iter().map(|found| found.weight).collect::<Vec<_>>(), [1]);
        game.play("G3".parse().unwrap());
        let found = book.moves(&game);
        assert_eq!((found.len(), found[0].mv.to_string(), found[0].weight), (1, "C7".into(), 2));
        let lines = lines_of_records(folder.path(), BoardSize::square(9)).unwrap();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 3]);
        assert!(lines_of_records(folder.path(), BoardSize::square(13)).unwrap().is_empty());
        let error = of_records(&folder.path().join("d.sgf")).unwrap_err().to_string();
        assert!(error.contains("d.sgf: expected records of games with a winner"), "{error}");
        assert!(of_records(&folder.path().join("none")).is_err());
    }
}
