//! The opening book of a player.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use books::{Book, BookMove, Grid, NoChoice, NormalForm, Subject, Variety};
use clocks::Side;

use crate::board_game::BoardGame;

/// The largest file of a book in bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// A book from which a player takes its moves.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The book.
    pub book: Arc<Book>,
}

impl Opening {
    /// Uses a book, which must be about this game.
    ///
    /// # Errors
    /// If the book is about another game or board.
    pub fn new<G: BoardGame>(book: Arc<Book>) -> Result<Self, String> {
        let (found, expected) = (&book.subject, subject::<G>());
        if (&found.game, &found.board) != (&expected.game, &expected.board) {
            let (expected, found) = (in_words(&expected), in_words(found));
            return Err(format!("expected a book of {expected}, got one of {found}"));
        }
        Ok(Self { book })
    }

    /// Uses the book inside the program, if there is one for this game.
    pub fn built_in<G: BoardGame>() -> Option<Self> {
        let book = Book::from_bytes(G::BOOK?).ok()?;
        Self::new::<G>(Arc::new(book)).ok()
    }

    /// Reads a book from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no book of this game.
    pub fn read<G: BoardGame>(path: &Path) -> Result<Self, String> {
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = content(path).map_err(|error| problem(&error))?;
        let book = Book::from_bytes(&bytes).map_err(|error| problem(&error))?;
        Self::new::<G>(Arc::new(book)).map_err(|error| problem(&error))
    }

    /// The move that the book chooses.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn choose<G: BoardGame>(
        &self,
        game: &G,
        variety: Variety,
    ) -> Result<BookMove<G::Move>, NoChoice> {
        // A book knows nothing of the path, which may forbid a move or end the game.
        if game.result().is_some() {
            return Err(NoChoice::Unknown);
        }
        let found = self.book.choose(game, variety)?;
        let mut after = game.clone();
        after.play(found.mv);
        if after.repeats().is_some() { Err(NoChoice::Forbidden) } else { Ok(found) }
    }
}

/// The content of a plain file. To read a pipe or a device might never end.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if !about.is_file() || about.len() > LARGEST_FILE {
        let problem = format!("a plain file of at most {LARGEST_FILE} bytes was expected");
        return Err(io::Error::other(problem));
    }
    fs::read(path)
}

/// What a book of this game is about.
pub fn subject<G: BoardGame>() -> Subject {
    let (columns, rows) = G::BOARD;
    Subject {
        game: G::ID.to_owned(),
        board: format!("{columns}x{rows}"),
        decided: G::DECIDED,
        ..Subject::default()
    }
}

/// The game and, unless the book serves all of them, the board.
fn in_words(Subject { game, board, .. }: &Subject) -> String {
    if board.is_empty() { game.clone() } else { format!("{game} on {board}") }
}

/// The normal form of a position on a board with these symmetries.
pub(crate) fn normal_form<G: BoardGame>(game: &G, grid: Grid) -> NormalForm {
    let piece = |column, row| {
        let side = match game.piece_at(column, row) {
            None => return 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        };
        let letter = game.letter_at(column, row).filter(char::is_ascii_alphabetic);
        letter.map_or(side, |letter| letter as u8 | (0x80 * (side - 1)))
    };
    grid.normal_form(piece, u64::from(game.mover() == Side::Second))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use books::BookGame;
    use classical::Game;

    use super::*;
    use crate::test_random::Random;
    use crate::{gomoku, othello, xiangqi};

    type Othello = othello::Position<othello::evaluation::Simple>;
    type Gomoku = gomoku::Position<gomoku::evaluation::Simple>;
    type Xiangqi = xiangqi::Position<xiangqi::evaluation::Simple>;

    /// Plays short random games. Positions with the same key must have moves with the same codes,
    /// and each code must lead back to its move.
    fn check<G: BoardGame>(games: u64) -> usize {
        let mut seen: HashMap<u64, BTreeSet<u16>> = HashMap::new();
        let mut folded = 0;
        for number in 0..games {
            let mut random = Random::new(number);
            let mut game = G::default();
            for _ in 0..4 {
                let form = game.normal_form();
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let codes: BTreeSet<u16> =
                    moves.iter().map(|&mv| game.code(mv, form.symmetry)).collect();
                assert_eq!(codes.len(), moves.len(), "codes differ");
                for &mv in &moves {
                    let code = game.code(mv, form.symmetry);
                    assert_eq!(game.decode(code, form.symmetry), Some(mv));
                }
                let known = seen.entry(form.key).or_insert_with(|| codes.clone());
                assert_eq!(*known, codes, "equivalent positions have equivalent moves");
                folded += usize::from(form.symmetry != Default::default());
                game.play(moves[random.below(moves.len())]);
            }
        }
        folded
    }

    #[test]
    fn equivalent_positions_have_equivalent_moves() {
        assert!(check::<Othello>(100) > 50);
        assert!(check::<Xiangqi>(100) > 50);
        assert!(check::<Gomoku>(30) > 20);
    }

    #[test]
    fn equivalent_first_moves_share_a_key() {
        let after = |name: &str| {
            let mut game = Othello::default();
            let mv = game.read_move(name).unwrap();
            game.play(mv);
            game.normal_form().key
        };
        assert!(["C4", "F5", "E6"].iter().all(|name| after(name) == after("D3")));
        let after = |name: &str| {
            let mut game = Xiangqi::default();
            let mv = game.read_move(name).unwrap();
            game.play(mv);
            game.normal_form().key
        };
        assert_eq!(after("H3E3"), after("B3E3"));
        assert_ne!(after("H3E3"), after("H3D3"));
    }

    #[test]
    fn the_books_inside_the_program_have_a_first_move() {
        let opening = Opening::built_in::<Othello>().unwrap();
        assert!(opening.choose(&Othello::default(), Variety::default()).is_ok());
        let opening = Opening::built_in::<Gomoku>().unwrap();
        assert!(opening.choose(&Gomoku::default(), Variety::default()).is_ok());
        assert!(Opening::built_in::<Xiangqi>().is_none());
    }

    #[test]
    fn books_of_other_games_are_refused() {
        let book = Arc::new(Book::new(subject::<Gomoku>()));
        assert!(Opening::new::<Gomoku>(Arc::clone(&book)).is_ok());
        let error = Opening::new::<Othello>(book).unwrap_err();
        assert_eq!(error, "expected a book of othello on 8x8, got one of gomoku on 15x15");
        let of_all_boards = Subject { game: "go".to_owned(), ..Subject::default() };
        let error = Opening::new::<Othello>(Arc::new(Book::new(of_all_boards))).unwrap_err();
        assert_eq!(error, "expected a book of othello on 8x8, got one of go");
        let missing = Path::new("missing.book");
        let error = Opening::read::<Othello>(missing).unwrap_err();
        assert!(error.starts_with("missing.book: "), "{error}");
        #[cfg(unix)]
        {
            let error = Opening::read::<Othello>(Path::new("/dev/zero")).unwrap_err();
            assert!(error.starts_with("/dev/zero: a plain file of at most "), "{error}");
        }
    }
}
