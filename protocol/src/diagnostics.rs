//! Standard error: the log, the output of `echo_err`, and live graphics.
//!
//! Some controllers look for answers and lines of analysis on standard error as well as on standard
//! output, so no line written to standard error may begin like one of these. Other controllers
//! never read standard error. A separate thread therefore does the writing, so that a full pipe
//! never blocks a search. If the reader is too slow, excess output is dropped.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

/// The prefixes that a line must not begin with.
const TAKEN: [&str; 4] = ["=", "?", "info", "play"];
/// The maximum number of texts waiting to be written.
const MOST_WAITING: usize = 1024;
/// The maximum time that [`finish`] waits for pending output.
const PATIENCE: Duration = Duration::from_millis(200);

/// A message to the writing thread.
enum Message {
    Text(String),
    /// Asks the thread to send a signal once it has written all previous messages.
    Mark(SyncSender<()>),
}

/// The channel to the writing thread, once that thread is running.
static WRITER: OnceLock<SyncSender<Message>> = OnceLock::new();

/// Writes lines to standard error. Errors are ignored because there is nobody to report them to.
pub fn write(text: &str) {
    send(harmless(text));
}

/// Sends graphics commands to the controller. They replace the graphics that were sent earlier.
pub fn draw(commands: &str) {
    send(format!("gogui-gfx:\n{commands}\n\n"));
}

fn send(text: String) {
    match WRITER.get() {
        // The text is dropped if the reader is too slow.
        Some(writer) => drop(writer.try_send(Message::Text(text))),
        None => drop(io::stderr().lock().write_all(text.as_bytes())),
    }
}

/// The signal that was last waited for in vain. It comes once the reader has caught up.
static OVERDUE: Mutex<Option<Receiver<()>>> = Mutex::new(None);

/// Waits briefly for pending output to be written, as at the end of a program.
pub fn finish() {
    let Some(writer) = WRITER.get() else { return };
    let (done, wait) = sync_channel(1);
    let is_sent = writer.try_send(Message::Mark(done)).is_ok();
    // If nobody is reading, waiting longer is pointless.
    let is_late = is_sent && wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
    *OVERDUE.lock() = is_late.then_some(wait);
}

/// The same before an answer. It does not wait as long as the reader has not caught up since the
/// last wait, because otherwise a reader that is not there would delay each move of a game.
pub fn catch_up() {
    let is_unread = |wait: &Receiver<()>| wait.try_recv() == Err(TryRecvError::Empty);
    let is_overdue = OVERDUE.lock().as_ref().is_some_and(is_unread);
    if !is_overdue {
        finish();
    }
}

fn write_all(messages: &Receiver<Message>) {
    for message in messages {
        match message {
            Message::Text(text) => drop(io::stderr().lock().write_all(text.as_bytes())),
            Message::Mark(done) => drop(done.try_send(())),
        }
    }
}

/// The stream to which log lines are written.
pub struct LogLines;

impl Write for LogLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        send(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Appends a line feed to the text, and puts a space in front of each line that would otherwise
/// look like an answer or a line of analysis.
fn harmless(text: &str) -> String {
    text.split('\n')
        .map(|line| {
            let taken = TAKEN.iter().any(|beginning| line.starts_with(beginning));
            format!("{}{line}\n", if taken { " " } else { "" })
        })
        .collect()
}

/// Starts the writing thread.
pub fn start() {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    let writer = thread::Builder::new().name("errors".to_owned());
    if writer.spawn(move || write_all(&receiver)).is_ok() {
        // Only the first call has an effect.
        let _ = WRITER.set(sender);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_begins_like_an_answer() {
        assert_eq!(harmless("hello"), "hello\n");
        assert_eq!(harmless("= 1\ninfo x\n? y\nplaying"), " = 1\n info x\n ? y\n playing\n");
        assert_eq!(harmless(""), "\n");
    }
}
