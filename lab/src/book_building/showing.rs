//! Shows a book as text: its subject, its moves in a position with their values, and its best line.

use std::collections::HashSet;
use std::io::{self, Write};

use assembly::openings::{BookChoice, GoGame, win_rate};
use assembly::options::{Options, rules};
use books::{Book, BookGame, Subject, Variety};
use classical::Score;
use engine::rules::{GameState, Rules};
use engine::vocabulary::BoardSize;
use games::board_game::BoardGame;
use games::{gomoku, othello, xiangqi};

use super::building::refusal;
use super::options::ShowOptions;

/// Shows what the book is about, its moves in a position, and the line that it plays from there.
/// The size of the board counts for a book that serves all sizes.
pub(super) fn show(
    asked: &ShowOptions,
    options: &Options,
    output: &mut dyn Write,
) -> io::Result<()> {
    use gomoku::evaluation::Fitted as OfGomoku;
    use othello::evaluation::Fitted as OfOthello;
    use xiangqi::evaluation::Fitted as OfXiangqi;
    let choice = BookChoice::read(&asked.file).map_err(io::Error::other)?;
    let Some(book) = choice.of_file() else {
        let problem = format!("expected a file or a folder, got '{}'", asked.file);
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    };
    let Subject { game, board, rules, komi, values, .. } = &book.subject;
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
            let start = start_of_go(&book.subject, options).ok_or_else(|| {
                let expected = "expected the size of a board and a komi in the book";
                refusal(asked.file.as_ref(), &expected)
            })?;
            let has_values = !komi.is_empty();
            let words = Words {
                read: |_: &GoGame, text: &str| text.parse().ok(),
                write: |_: &GoGame, vertex| format!("{vertex}"),
                value: |_: &GoGame, value| {
                    has_values.then(|| format!("{:.1} %", 100.0 * win_rate(value)))
                },
            };
            words.show(book, start, asked, output)
        }
        "gomoku" => other::<gomoku::Position<OfGomoku>>(book, asked, output),
        "othello" => other::<othello::Position<OfOthello>>(book, asked, output),
        "xiangqi" => other::<xiangqi::Position<OfXiangqi>>(book, asked, output),
        _ => Ok(()),
    }
}

fn other<G: BoardGame>(book: &Book, asked: &ShowOptions, output: &mut dyn Write) -> io::Result<()> {
    let words = Words {
        read: |game: &G, text: &str| game.read_move(text),
        write: |game: &G, mv| game.write_move(mv),
        value: |game: &G, value| Some(format!("{} {}", game.write_score(value), G::UNIT)),
    };
    words.show(book, G::default(), asked, output)
}

/// The start of the games that a book of Go is about.
fn start_of_go(subject: &Subject, options: &Options) -> Option<GoGame> {
    if subject.komi.is_empty() {
        let Options { size, rules, komi, .. } = *options;
        return Some(GoGame::without_komi(GameState::new(size, rules, komi)));
    }
    let (width, height) = subject.board.split_once('x')?;
    let size = BoardSize::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let preset = if subject.rules == "territory" { "japanese" } else { "chinese" };
    let rules: Rules = rules(preset).ok()?;
    let komi: f64 = subject.komi.parse().ok().filter(|komi: &f64| komi.is_finite())?;
    Some(GoGame::new(GameState::new(size, rules, komi)))
}

/// How the moves and values of a game are read and written. In some books the values mean nothing.
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
        V: Fn(&G, Score) -> Option<String>,
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
            let name = (self.write)(&game, known.mv);
            let value = (self.value)(&game, known.value.score).map(|value| format!("{value}, "));
            let (value, weight) = (value.unwrap_or_default(), known.weight);
            let end = if known.is_followed { "" } else { ", not followed" };
            writeln!(output, "{name}: {value}weight {weight}{end}")?;
        }
        if let Some(value) = book.rest(&game).and_then(|rest| (self.value)(&game, rest)) {
            writeln!(output, "other moves: {value}")?;
        }
        if let Err(why) = book.choose(&game, Variety::default()) {
            return writeln!(output, "no choice: {why}");
        }
        let mut line = Vec::new();
        let mut seen = HashSet::new();
        while let Ok(best) = book.choose(&game, Variety::default()) {
            if !seen.insert(game.normal_form().key) {
                break;
            }
            line.push((self.write)(&game, best.mv));
            game.play(best.mv);
        }
        writeln!(output, "line: {}", line.join(" "))
    }
}
