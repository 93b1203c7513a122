//! Interactive use: line editing with history and completion for a user at a terminal. Line editing
//! is disabled if input or output is a pipe.
//!
//! The editor runs in the input thread and shows its prompt while a search runs, so that the search
//! can be interrupted. Search output is printed above the line being typed.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use protocol::diagnostics;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use gtp::commands::TABLE;

const PROMPT: &str = "mengxi> ";

/// The maximum time that the prompt waits for the answer to the previous line.
const MOMENT: Duration = Duration::from_millis(200);

/// Whether standard input, standard output and standard error are all terminals.
pub fn is_by_hand() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// Writes to standard error, in two lines, what this program waits for and how to play instead.
pub fn greet() {
    diagnostics::write(concat!(
        "Mengxi ",
        env!("CARGO_PKG_VERSION"),
        " speaks the Go Text Protocol here; `help` lists the commands, `quit` or Ctrl-D leaves.\n\
         To play in this terminal, type `mengxi play`; in a window, add `mengxi` to GoGui or Sabaki."
    ));
    // The line must appear before the first prompt.
    diagnostics::finish();
}

/// Starts line editing at the terminal. Returns a reader for the typed lines and a writer for the
/// answers.
///
/// # Errors
/// If the terminal does not support line editing. In that case, the caller should use the plain
/// streams.
pub fn open() -> rustyline::Result<(impl BufRead + Send, impl Write)> {
    let config = Config::builder()
        .auto_add_history(true)
        .completion_type(CompletionType::List)
        // Each pasted line is a separate command.
        .bracketed_paste(false)
        .build();
    let mut editor: Editor<Names, DefaultHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(Names));
    let gate = Arc::new(Gate::default());
    let printer = editor.create_external_printer()?;
    let output = Printed { printer, text: Vec::new(), gate: Arc::clone(&gate) };
    let type_line = move || {
        gate.wait();
        let line = editor.readline(PROMPT);
        gate.close();
        match line {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => interrupted(),
            Err(error) => Err(io::Error::other(error)),
        }
    };
    Ok((Typed { type_line, rest: Vec::new(), used: 0, ended: false }, output))
}

/// Does what Ctrl-C usually does, because pressing it raises no signal while a line is being
/// edited.
fn interrupted() -> io::Result<Option<String>> {
    #[cfg(unix)]
    signal_hook::low_level::raise(signal_hook::consts::SIGINT)?;
    Ok(None)
}

/// Holds back the prompt, but only briefly, while the previous line is being answered. Without
/// this, the answer could be printed while the next line is being edited, and could be lost if that
/// line is the last.
#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn wait(&self) {
        let mut closed = self.closed.lock();
        if *closed {
            self.opened.wait_for(&mut closed, MOMENT);
        }
    }

    fn close(&self) {
        *self.closed.lock() = true;
    }

    fn open(&self) {
        *self.closed.lock() = false;
        self.opened.notify_all();
    }
}

/// A byte stream of typed lines. It calls a function that returns the next line, or `None` at the
/// end of the input.
struct Typed<T> {
    type_line: T,
    rest: Vec<u8>,
    used: usize,
    ended: bool,
}

impl<T: FnMut() -> io::Result<Option<String>>> BufRead for Typed<T> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used >= self.rest.len() && !self.ended {
            let line = (self.type_line)()?;
            self.ended = line.is_none();
            self.rest = line.map(|line| format!("{line}\n").into_bytes()).unwrap_or_default();
            self.used = 0;
        }
        Ok(self.rest.get(self.used..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.used += count;
    }
}

impl<T: FnMut() -> io::Result<Option<String>>> Read for Typed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

/// Output that is printed above the line being typed whenever it is flushed.
struct Printed<P> {
    printer: P,
    text: Vec<u8>,
    gate: Arc<Gate>,
}

impl<P: ExternalPrinter> Write for Printed<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        let printed = self.printer.print(text).map_err(io::Error::other);
        self.gate.open();
        printed
    }
}

/// Completes command names.
struct Names;

impl Completer for Names {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, names) = completions(line.get(..cursor).unwrap_or_default());
        // A space follows a whole name. What several names begin with has none.
        let pair = |name: String| Pair { replacement: format!("{name} "), display: name };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

impl Helper for Names {}
impl Highlighter for Names {}
impl Hinter for Names {
    type Hint = String;
}
impl Validator for Names {}

/// The byte offset of the last word in a line, and the possible completions of that word: command
/// names if the word is the first one, if it follows a command id, or if it is the argument of a
/// command that takes a command name.
fn completions(line: &str) -> (usize, Vec<String>) {
    let start = line.rfind(' ').map_or(0, |space| space + 1);
    let (before, word) = line.split_at(start);
    let mut before = before.split_whitespace().peekable();
    before.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let takes_name = match (before.next(), before.next()) {
        (None, _) => true,
        (Some(name), None) => ["help", "known_command"].contains(&name),
        _ => false,
    };
    let names = TABLE.commands().map(|command| command.name());
    let fitting = names.filter(|name| takes_name && name.starts_with(word));
    (start, fitting.map(str::to_owned).collect())
}

/// Restores the state of the terminal when dropped, because the program may end while a line is
/// being edited.
#[cfg(unix)]
pub struct Restoring(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Restoring {
    /// Saves the state of the terminal.
    pub fn remember() -> Self {
        Self(rustix::termios::tcgetattr(io::stdin()).ok())
    }
}

#[cfg(unix)]
impl Drop for Restoring {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(before) = &self.0 {
            // The terminal may be gone by now, in which case there is nobody left to inform.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_commands_are_completed() {
        for (line, start, names) in [
            ("prot", 0, "protocol_version"),
            ("12 time_", 3, "time_settings time_left"),
            ("help gogui-play", 5, "gogui-play_sequence"),
            ("7 known_command kgs-ga", 16, "kgs-game_over"),
            ("play b prot", 7, ""),
            ("help prot prot", 10, ""),
            ("nothing", 0, ""),
            ("é prot", 3, ""),
        ] {
            let (found_start, found) = completions(line);
            assert_eq!((found_start, found.join(" ").as_str()), (start, names), "{line}");
        }
        assert_eq!(completions("").1.len(), TABLE.commands().count());
    }

    #[test]
    fn typed_lines_become_a_stream_that_ends_once() {
        let mut lines = vec![Ok(None), Ok(Some(String::new())), Ok(Some("name".to_owned()))];
        let type_line = move || lines.pop().expect("the end is not asked for twice");
        let mut typed = Typed { type_line, rest: Vec::new(), used: 0, ended: false };
        let mut text = String::new();
        typed.read_to_string(&mut text).unwrap();
        assert_eq!(text, "name\n\n");
        assert_eq!(typed.fill_buf().unwrap(), b"");
    }

    #[test]
    fn answers_are_printed_as_a_whole() {
        struct Pages(Vec<String>);
        impl ExternalPrinter for Pages {
            fn print(&mut self, text: String) -> rustyline::Result<()> {
                self.0.push(text);
                Ok(())
            }
        }
        let gate = Arc::new(Gate::default());
        gate.close();
        let pages = Pages(Vec::new());
        let mut printed = Printed { printer: pages, text: Vec::new(), gate: Arc::clone(&gate) };
        printed.write_all(b"= ").unwrap();
        printed.write_all("é\n\n".as_bytes()).unwrap();
        printed.flush().unwrap();
        assert_eq!(printed.printer.0, ["= é\n\n"]);
        assert!(!*gate.closed.lock(), "the next prompt may come");
    }
}
