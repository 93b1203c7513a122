//! The game as lines of text, for pipes and simple terminals.

use std::io::{self, BufRead, Write};
use std::process;
use std::thread;
use std::time::Duration;

use protocol::input_line::{self, InputLine};

use crate::board::{self, Style};
use crate::interruption;
use crate::options::PlayOptions;
use crate::store::Kept;
use crate::table::{Outcome, Table};
use crate::view::{Turn, View};

/// The maximum length of a line, in bytes.
const LONGEST_LINE: usize = 4096;
/// The time between two looks at whether the system asks the program to end.
const TICK: Duration = Duration::from_millis(50);

/// Plays a game. Each line of `input` is a command. The end of the input leaves the game as it is.
pub(crate) fn play(
    mut table: Table,
    asked: &PlayOptions,
    style: Style,
    kept: &Kept,
    mut input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    end_when_asked(kept.clone())?;
    let mut page = Page { style, board: Vec::new(), turn: None };
    let mut last = None;
    table.open(asked, &mut |view| last = Some(view));
    page.write(last.as_ref(), output)?;
    while let Some(InputLine { bytes, is_cut }) = input_line::read(&mut input, LONGEST_LINE)? {
        table.stop_signal().clear();
        let show = &mut |view| last = Some(view);
        let outcome = if is_cut {
            table.refuse("The line is too long.", show)
        } else {
            table.obey(&String::from_utf8_lossy(&bytes), show)
        };
        if outcome == Outcome::Leave {
            break;
        }
        page.write(last.as_ref(), output)?;
    }
    write!(output, "{}", farewell(kept))?;
    output.flush()
}

/// What is said at the end, below the prompt.
fn farewell(kept: &Kept) -> String {
    let file = kept.file().map(|file| format!("The game is kept in {}.\n", file.display()));
    format!("\n{}", file.unwrap_or_default())
}

/// Ends the program when the system asks for it, although it waits for a line. The game has been
/// kept after its last move.
fn end_when_asked(kept: Kept) -> io::Result<()> {
    let is_asked = interruption::watch()?;
    let wait = move || {
        while !is_asked() {
            thread::sleep(TICK);
        }
        // If nobody reads any more, there is nobody to tell.
        let _ = write!(io::stdout(), "{}", farewell(&kept));
        process::exit(130);
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// What has been written so far, so that nothing is written twice.
struct Page {
    style: Style,
    board: Vec<String>,
    turn: Option<Turn>,
}

impl Page {
    /// Writes the board if it has changed, what is said, and a prompt.
    fn write(&mut self, view: Option<&View>, output: &mut impl Write) -> io::Result<()> {
        let Some(view) = view else { return Ok(()) };
        let pieces = board::draw(view, self.style, None);
        let board: Vec<String> = pieces.iter().map(|line| board::text(line)).collect();
        if board != self.board || self.turn != Some(view.turn) {
            writeln!(output)?;
            for line in &board {
                writeln!(output, "{line}")?;
            }
            for color in [view.person, !view.person] {
                writeln!(output, "{}", view.player(color))?;
            }
            if let Some(rate) = view.black_win_rate {
                writeln!(output, "Black's win rate: {:.0} %", rate * 100.0)?;
            }
            writeln!(output)?;
            (self.board, self.turn) = (board, Some(view.turn));
        }
        for line in &view.said {
            writeln!(output, "{line}")?;
        }
        write!(output, "{}> ", view.waits_for())?;
        output.flush()
    }
}
