//! The growth of a book in a file. The file is written every minute and at the end, each time
//! beside the old one, so that it is a whole book at any time.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use assembly::openings::{self, GoGame};
use assembly::options::Options;
use assembly::output_file::OutputFile;
use books::{AlphaBetaValues, Book, BookGame, End, Evaluator, Growth, Plan, Priorities, Subject};
use engine::rules::GameState;
use games::board_game::BoardGame;
use games::{gomoku, othello, xiangqi};
use playouts::digest_of;

use super::go_values::{GoValues, visits};
use super::options::{BookOf, BuildOptions};
use crate::interruption::Interruption;
use crate::long_tasks::{bar, naming};
use crate::output_lock::OutputLock;

/// The loss in Go that counts as much as a move of depth, a win rate of 2 %.
const PLY_IN_GO: i32 = 400;
/// The size of a search in positions, in games other than Go, if none is asked for.
const NODES: u64 = 2_000_000;
/// The time between two times that the file is written.
const SAVING: Duration = Duration::from_secs(60);

/// Grows the book.
pub(super) fn build(
    asked: &BuildOptions,
    options: &Options,
    interruption: &Interruption,
    output: &mut dyn Write,
) -> io::Result<()> {
    use gomoku::evaluation::Fitted as OfGomoku;
    use othello::evaluation::Fitted as OfOthello;
    use xiangqi::evaluation::Fitted as OfXiangqi;
    let work = Work { asked, options, interruption };
    match asked.game {
        BookOf::Go => work.go(output),
        BookOf::Gomoku => work.other::<gomoku::Position<OfGomoku>>(output),
        BookOf::Othello => work.other::<othello::Position<OfOthello>>(output),
        BookOf::Xiangqi => work.other::<xiangqi::Position<OfXiangqi>>(output),
    }
}

/// The growth of a book as the user asks for it.
struct Work<'a> {
    asked: &'a BuildOptions,
    options: &'a Options,
    interruption: &'a Interruption,
}

impl Work<'_> {
    fn go(&self, output: &mut dyn Write) -> io::Result<()> {
        let BuildOptions { nodes, from, moves, .. } = self.asked;
        if nodes.is_some() {
            return Err(unsuitable("--nodes is for other games; in Go, --visits sets the size"));
        }
        let Options { size, rules, komi, .. } = *self.options;
        let visits = visits(self.options);
        let network = self.options.values.knowledge.network;
        let network = network.file()?.map_or_else(|| network.to_string(), |file| digest_of(&file));
        let values = format!("ten-thousandths of a game, {visits} visits, network {network}");
        let subject = Subject { values, ..openings::subject(size, rules, komi) };
        let lines = from.as_ref().map_or(Ok(Vec::new()), |path| openings::lines(path, size));
        let lines = lines.map_err(io::Error::other)?;
        let start = GoGame::new(GameState::new(size, rules, komi));
        let evaluator = |memory| GoValues::new(self.options, memory, *moves as usize);
        self.grow(subject, start, lines, PLY_IN_GO, evaluator, output)
    }

    fn other<G: BoardGame>(&self, output: &mut dyn Write) -> io::Result<()> {
        if let Some(path) = &self.asked.from {
            return Err(refusal(path, &"--from is for Go only"));
        }
        let player = &self.options.values.player;
        if player.visits.or(player.playouts).is_some() {
            return Err(unsuitable("--visits is for Go; in other games, --nodes sets the size"));
        }
        let BuildOptions { nodes, moves, .. } = *self.asked;
        let nodes = nodes.unwrap_or(NODES);
        let subject = Subject { values: values::<G>(nodes), ..games::opening::subject::<G>() };
        let given = options_for_go(self.options);
        if !given.is_empty() {
            let Subject { game, board, .. } = &subject;
            let given = given.join(", ");
            log::warn!("{given}: no effect on a book of {game}, which has one board, {board}");
        }
        let evaluator = |memory| AlphaBetaValues::new(nodes, memory, moves as usize, G::PLY);
        self.grow(subject, G::default(), Vec::new(), G::PLY, evaluator, output)
    }

    /// Grows the book with evaluators that each get an equal part of the memory.
    fn grow<G, E>(
        &self,
        subject: Subject,
        start: G,
        lines: Vec<Vec<G::Move>>,
        ply: i32,
        evaluator: impl Fn(usize) -> E,
        output: &mut dyn Write,
    ) -> io::Result<()>
    where
        G: BookGame + Send,
        E: Evaluator<G>,
    {
        let BuildOptions { out, hours, positions, deepest, .. } = self.asked;
        let (mut book, _lock) = open(out, subject)?;
        let priorities = Priorities { ply: self.asked.ply.unwrap_or(ply), deepest: *deepest };
        let plan = Plan {
            priorities,
            searches: positions.map(|positions| positions as usize),
            deadline: hours.and_then(|hours| Instant::now().checked_add(hours)),
            seed: self.options.seed.unwrap_or(1),
        };
        let stop = self.interruption.flag();
        let growth = Growth { start, lines, plan, stop: stop.flag() };
        let search = &self.options.values.player.search;
        let threads = search.threads.max(1);
        let mut evaluators: Vec<E> =
            (0..threads).map(|_| evaluator(search.memory / threads)).collect();
        let bar = bar(positions.unwrap_or(0), "{pos} searches");
        let mut saved = Instant::now();
        let mut after = |book: &Book| {
            bar.inc(1);
            bar.set_message(format!("{} positions", book.positions().len()));
            if saved.elapsed() >= SAVING {
                saved = Instant::now();
                // A disk that is full now need not be so at the end.
                match save(out, book) {
                    Ok(()) => log::info!("{} positions", book.positions().len()),
                    Err(error) => log::warn!("{error}"),
                }
            }
        };
        let end = growth.run(&mut book, &mut evaluators, &mut after);
        bar.finish_and_clear();
        save(out, &book)?;
        let why = match end {
            End::Searches | End::Time => "as asked",
            End::Stopped => "interrupted",
            End::Complete => "complete: every line is decided or as deep as allowed",
            End::Fault => {
                let problem = "a search broke off by a fault of the program; the book is saved";
                return Err(io::Error::other(problem));
            }
        };
        writeln!(output, "{}: {} positions, {why}", out.display(), book.positions().len())
    }
}

/// The options that differ from their defaults and that only a book of Go depends on, as on the
/// command line. A configuration file, which serves all games, may have them as well.
fn options_for_go(options: &Options) -> Vec<String> {
    let words = |options: &Options| {
        let Options { size, komi, rules, values, .. } = options;
        [
            format!("--size {size}"),
            format!("--komi {komi}"),
            format!("--rules {}", rules.name().unwrap_or("other")),
            format!("--network {}", values.knowledge.network),
            format!("--book {}", values.opening.book),
        ]
    };
    let pairs = words(options).into_iter().zip(words(&Options::default()));
    pairs.filter(|(given, default)| given != default).map(|(given, _)| given).collect()
}

/// The text about the values of a book for a game other than Go.
fn values<G: BoardGame>(nodes: u64) -> String {
    format!("{}, principal variation search of {nodes} positions", G::UNIT)
}

/// The book in a file, or an empty one if there is no file, and a lock on the file. Checks that the
/// file can be written.
fn open(path: &Path, subject: Subject) -> io::Result<(Book, OutputLock)> {
    drop(OutputFile::create(path).map_err(|error| naming(path, &error))?);
    // It comes before the book is read, to which another run might add something now.
    let lock = OutputLock::take(path)?;
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok((Book::new(subject), lock));
        }
        read => read.map_err(|error| naming(path, &error))?,
    };
    let book = Book::from_bytes(&bytes).map_err(|error| refusal(path, &error))?;
    let what = |subject: &Subject| {
        [&subject.game, &subject.board, &subject.rules, &subject.komi].map(Clone::clone)
    };
    if what(&book.subject) != what(&subject) {
        let [found, expected] = [&book.subject, &subject].map(|subject| what(subject).join(" "));
        let problem =
            format!("expected a book of {}, got one of {}", expected.trim(), found.trim());
        return Err(refusal(path, &problem));
    }
    if book.subject.values != subject.values {
        let problem =
            format!("expected values of {}, got those of {}", subject.values, book.subject.values);
        return Err(refusal(path, &problem));
    }
    Ok((book, lock))
}

fn save(path: &Path, book: &Book) -> io::Result<()> {
    let file = OutputFile::create(path).and_then(|file| file.write(&book.to_bytes()));
    file.map_err(|error| naming(path, &error))
}

/// The error for an option that the game does not have.
fn unsuitable(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, problem)
}

/// The error for a file that is not what was expected.
pub(super) fn refusal(path: &Path, problem: &dyn std::fmt::Display) -> io::Error {
    naming(path, &io::Error::new(io::ErrorKind::InvalidData, problem.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::options::BookOptions;
    use super::*;
    use crate::test_line;

    #[test]
    fn options_for_go_are_named() {
        let given = |words: &str| {
            let line = format!("book {words} build --game othello --out othello.book");
            let (options, _) = test_line::read::<BookOptions>(&line);
            options_for_go(&options)
        };
        assert!(given("--threads 2 --memory 16 --seed 3").is_empty());
        let some = "--size 9 --komi 7.5 --rules aga --network none";
        assert_eq!(given(some), ["--size 9x9", "--rules aga", "--network none"]);
        assert_eq!(given("--book none --komi -1"), ["--komi -1", "--book none"]);
    }

    #[test]
    fn the_books_inside_the_program_could_grow_further() {
        fn check<G: BoardGame>(nodes: u64) {
            let book = Book::from_bytes(G::BOOK.unwrap()).unwrap();
            assert_eq!(book.subject.values, values::<G>(nodes));
        }
        check::<othello::Position<othello::evaluation::Fitted>>(250_000);
        check::<gomoku::Position<gomoku::evaluation::Fitted>>(50_000);
    }
}
