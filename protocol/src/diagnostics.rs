//! Standard error: the log, what `echo_err` writes, and live graphics.
//!
//! Controllers look for answers and analysis on standard error too, so no line there may begin
//! like one of those. And some never read it: a thread of its own writes, so that a full pipe never
//! stops a search. What is too much meanwhile is dropped.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// What a line must not begin with.
const TAKEN: [&str; 4] = ["=", "?", "info", "play"];
/// Texts that may wait to be written.
const MOST_WAITING: usize = 1024;
/// How long the end of the process waits for what is still to be written.
const PATIENCE: Duration = Duration::from_millis(200);

/// What goes to the thread that writes.
enum Message {
    Text(String),
    /// Asks for a sign when all before it is written.
    Mark(SyncSender<()>),
}

/// The way to the thread that writes, once there is one.
static WRITER: OnceLock<SyncSender<Message>> = OnceLock::new();

/// Writes lines to standard error. That this may fail concerns nobody.
pub fn write(text: &str) {
    send(harmless(text));
}

/// Lets a window draw these graphics commands, in place of what it drew before.
pub fn draw(commands: &str) {
    send(format!("gogui-gfx:\n{commands}\n\n"));
}

fn send(text: String) {
    match WRITER.get() {
        // Dropped where the reader is too slow.
        Some(writer) => drop(writer.try_send(Message::Text(text))),
        None => drop(io::stderr().lock().write_all(text.as_bytes())),
    }
}

/// Waits a little until all is written.
pub fn finish() {
    let Some(writer) = WRITER.get() else { return };
    let (done, wait) = sync_channel(1);
    if writer.try_send(Message::Mark(done)).is_ok() {
        // Where nobody reads, nothing is waited for any longer.
        let _ = wait.recv_timeout(PATIENCE);
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

/// Where the log writes its lines.
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

/// The text with a line feed, and a space before each line that would begin like an answer.
fn harmless(text: &str) -> String {
    text.split('\n')
        .map(|line| {
            let taken = TAKEN.iter().any(|beginning| line.starts_with(beginning));
            format!("{}{line}\n", if taken { " " } else { "" })
        })
        .collect()
}

/// Starts the thread that writes.
pub fn start() {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    let writer = thread::Builder::new().name("errors".to_owned());
    if writer.spawn(move || write_all(&receiver)).is_ok() {
        // Only the first call sets it.
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
