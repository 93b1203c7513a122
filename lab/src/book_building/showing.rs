//! A book in words.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};

use assembly::openings::{GoGame, win_rate};
use assembly::options::rules;
use books::{About, Book, BookGame, Variety};
use classical::Score;
use engine::rules::{GameState, Rules};
use engine::vocabulary::BoardSize;
use games::board_game::BoardGame;
use games::{gomoku, othello, xiangqi};

use super::building::refusal;
use super::options::ShowOptions;
use crate::long_tasks::about as naming;

/// Shows what the book is about, its moves in a position, and the line that it plays from there.
pub(super) fn show(asked: &ShowOptions, output: &mut dyn Write) -> io::Result<()> {
    use gomoku::evaluation::Fitted as OfGomoku;
    use othello::evaluation::Fitted as OfOthello;
    use xiangqi::evaluation::Fitted as OfXiangqi;
    let bytes = fs::read(&asked.file).map_err(|error| naming(&asked.file, &error))?;
    let book = Book::from_bytes(&bytes).map_err(|error| refusal(&asked.file, &error))?;
    let About { game, board, rules, komi, values, .. } = &book.about;
    for (name, value) in
        [("game", game), ("board", board), ("rules", rules), ("komi", komi), ("values", values)]
    {
        if !value.is_empty() {
            writeln!(output, "{name}: {value}")?;
        }
    }
    writeln!(output, "positions: {}", book.positions().len())?;
    match game.as_str() {
        "go" => {
            let start = start_of_go(&book.about).ok_or_else(|| {
                refusal(&asked.file, &"expected the size of a board and a komi in the book")
            })?;
            let words = Words {
                read: |_: &GoGame, text: &str| text.parse().ok(),
                write: |_: &GoGame, vertex| format!("{vertex}"),
                value: |_: &GoGame, value| format!("{:.1} %", 100.0 * win_rate(value)),
            };
            words.show(&book, start, asked, output)
        }
        "gomoku" => other::<gomoku::Position<OfGomoku>>(&book, asked, output),
        "othello" => other::<othello::Position<OfOthello>>(&book, asked, output),
        "xiangqi" => other::<xiangqi::Position<OfXiangqi>>(&book, asked, output),
        _ => Ok(()),
    }
}

fn other<G: BoardGame>(book: &Book, asked: &ShowOptions, output: &mut dyn Write) -> io::Result<()> {
    let words = Words {
        read: |game: &G, text: &str| game.read_move(text),
        write: |game: &G, mv| game.write_move(mv),
        value: |game: &G, value| format!("{} {}", game.write_score(value), G::UNIT),
    };
    words.show(book, G::default(), asked, output)
}

/// The start of the games that a book of Go is about.
fn start_of_go(about: &About) -> Option<GoGame> {
    let (width, height) = about.board.split_once('x')?;
    let size = BoardSize::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let preset = if about.rules == "territory" { "japanese" } else { "chinese" };
    let rules: Rules = rules(preset).ok()?;
    let komi: f64 = about.komi.parse().ok().filter(|komi: &f64| komi.is_finite())?;
    Some(GoGame::new(GameState::new(size, rules, komi)))
}

/// How the moves and values of a game are read and written.
struct Words<R, W, V> {
    read: R,
    write: W,
    value: V,
}

impl<R, W, V> Words<R, W, V> {
    fn show<G: BookGame>(
        &self,
        book: &Book,
        start: G,
        asked: &ShowOptions,
        output: &mut dyn Write,
    ) -> io::Result<()>
    where
        R: Fn(&G, &str) -> Option<G::Move>,
        W: Fn(&G, G::Move) -> String,
        V: Fn(&G, Score) -> String,
    {
        let mut game = start;
        for text in &asked.moves {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mv = (self.read)(&game, text).filter(|mv| moves.contains(mv));
            let problem = || format!("expected a legal move, got '{text}'");
            let mv = mv.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, problem()))?;
            game.play(mv);
        }
        let found = book.moves(&game);
        if found.is_empty() {
            return writeln!(output, "no moves here");
        }
        for known in &found {
            let (name, value) =
                ((self.write)(&game, known.mv), (self.value)(&game, known.value.score));
            let end = if known.is_followed { "" } else { ", not followed" };
            writeln!(output, "{name}: {value}, weight {}{end}", known.weight)?;
        }
        let mut line = Vec::new();
        let mut seen = HashSet::new();
        while let Some(best) = book.choose(&game, Variety::default()) {
            if !seen.insert(game.normal_form().key) {
                break;
            }
            line.push((self.write)(&game, best.mv));
            game.play(best.mv);
        }
        writeln!(output, "line: {}", line.join(" "))
    }
}
