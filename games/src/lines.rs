//! The lines of the protocols other than GTP: one thread reads them while another one answers, and
//! both write them to the log of the conversation.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use protocol::{ConversationLog, LONGEST_LINE, read_line};

use crate::stops::Stops;

/// A line that a controller has sent.
#[derive(Clone, Debug)]
pub(crate) struct Incoming {
    /// The line without its end.
    pub(crate) text: String,
    /// Whether the line was too long, so that `text` is only its beginning, which is not to be
    /// obeyed.
    pub(crate) is_cut: bool,
    /// When it came, which may be long before it is answered.
    pub(crate) came: Instant,
}

/// The problem with a line that was too long.
pub(crate) fn too_long() -> String {
    format!("expected a line of at most {LONGEST_LINE} bytes")
}

/// What a line means to the thread that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// It waits for its turn.
    Waits,
    /// It ends the search that is running, and then waits for its turn.
    EndsSearch,
    /// It ends the search that is running and the conversation.
    EndsConversation,
}

/// A log that the threads of a conversation share, if there is one.
type Log = Option<Arc<ConversationLog>>;

/// The input of a conversation.
pub(crate) struct Lines<R> {
    input: R,
    log: Log,
}

/// The output of a conversation.
pub(crate) struct Speaker<'a, W> {
    output: &'a mut W,
    log: Log,
}

/// The two directions of a conversation.
pub(crate) fn open<R, W>(
    input: R,
    output: &mut W,
    log: Option<ConversationLog>,
) -> (Lines<R>, Speaker<'_, W>) {
    let log = log.map(Arc::new);
    (Lines { input, log: log.clone() }, Speaker { output, log })
}

impl<R: BufRead + Send + 'static> Lines<R> {
    /// Starts a thread that passes lines on to `pass` until the end of the input, or until `pass`
    /// returns `false`. Then it calls `end`.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn pass_on(
        mut self,
        mut pass: impl FnMut(Incoming) -> bool + Send + 'static,
        end: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        let read = move || {
            while let Ok(Some(line)) = read_line(&mut self.input) {
                if let Some(log) = &self.log {
                    log.input(&line.text);
                }
                let (text, is_cut) = (line.text, line.truncated);
                if !pass(Incoming { text, is_cut, came: Instant::now() }) {
                    return end();
                }
            }
            if let Some(log) = &self.log {
                log.event("end of input");
            }
            end();
        };
        thread::Builder::new().name("input".to_owned()).spawn(read).map(|_| ())
    }

    /// Starts a thread that puts the lines into a queue. Commands that end a search are recorded in
    /// `stops` as soon as they are read. So is the end of the input or of the conversation, because
    /// nobody waits for a search after it.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn queue(
        self,
        stops: &Arc<Stops>,
        urgency: fn(&str) -> Urgency,
    ) -> io::Result<Receiver<Incoming>> {
        let (sender, lines) = mpsc::channel();
        let (reader, ender) = (Arc::clone(stops), Arc::clone(stops));
        let pass = move |line: Incoming| {
            let urgency = if line.is_cut { Urgency::Waits } else { urgency(&line.text) };
            if urgency == Urgency::EndsSearch {
                reader.come();
            }
            sender.send(line).is_ok() && urgency != Urgency::EndsConversation
        };
        self.pass_on(pass, move || ender.come())?;
        Ok(lines)
    }
}

impl<W: Write> Speaker<'_, W> {
    /// Writes a text of one or more lines.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        if let Some(log) = &self.log {
            log.output(text);
        }
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }
}

/// The first word of a line, and the rest, without blanks around them.
pub(crate) fn words(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn words_are_split_at_the_first_blank() {
        assert_eq!(words(" set  game (;B[F5] ;) "), ("set", "game (;B[F5] ;)"));
        assert_eq!(words("go"), ("go", ""));
        assert_eq!(words(""), ("", ""));
    }

    #[test]
    fn lines_come_in_order_and_what_ends_a_search_is_noted() {
        let urgency = |line: &str| match line {
            "stop" => Urgency::EndsSearch,
            "quit" => Urgency::EndsConversation,
            _ => Urgency::Waits,
        };
        let flag = Arc::default();
        let stops = Arc::new(Stops::new(Arc::clone(&flag)));
        let mut output = Vec::<u8>::new();
        let (lines, _) = open(Cursor::new("a\nstop\nquit\nb\n"), &mut output, None);
        let lines: Vec<_> = lines.queue(&stops, urgency).unwrap().into_iter().collect();
        assert_eq!(lines.iter().map(|line| &line.text).collect::<Vec<_>>(), ["a", "stop", "quit"]);
        stops.answered();
        assert!(flag.load(Ordering::Relaxed), "the end of the conversation still counts");
    }

    #[test]
    fn a_line_that_is_too_long_ends_nothing() {
        let long = format!("quit{}\nb\n", " ".repeat(LONGEST_LINE));
        let stops = Arc::new(Stops::new(Arc::default()));
        let mut output = Vec::<u8>::new();
        let (lines, _) = open(Cursor::new(long), &mut output, None);
        let lines = lines.queue(&stops, |_| Urgency::EndsConversation).unwrap();
        let lines: Vec<_> = lines.into_iter().map(|line| (line.text.len(), line.is_cut)).collect();
        assert_eq!(lines, [(LONGEST_LINE, true), (1, false)]);
    }

    #[test]
    fn both_directions_are_logged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.log");
        let log = ConversationLog::open(&path).unwrap();
        let mut output = Vec::new();
        let (lines, mut speaker) = open(Cursor::new("ping 1\n"), &mut output, Some(log));
        let stops = Arc::new(Stops::new(Arc::default()));
        let lines = lines.queue(&stops, |_| Urgency::Waits).unwrap();
        assert_eq!(lines.into_iter().count(), 1);
        speaker.say("pong 1\nstatus").unwrap();
        assert_eq!(output, b"pong 1\nstatus\n");
        let text = std::fs::read_to_string(&path).unwrap();
        let entries: Vec<&str> =
            text.lines().map(|line| line.splitn(3, ' ').nth(2).unwrap()).collect();
        assert_eq!(entries[0], "< ping 1");
        assert!(entries.ends_with(&["> pong 1", "> status"]), "{entries:?}");
    }
}
