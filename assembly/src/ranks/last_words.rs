//! What a child has written to standard error before it ended.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Lines that are at most so far apart belong together.
const TOGETHER: Duration = Duration::from_secs(2);
/// The largest number of bytes of a line. What follows is a line of its own.
const LONGEST: u64 = 1 << 16;

/// The first line of the last group of lines that belong together, and the time at which the last
/// line of that group came.
#[derive(Clone, Debug, Default)]
pub(super) struct LastWords(Arc<Mutex<Option<(String, Instant)>>>);

impl LastWords {
    /// Logs what a child writes from now on, and remembers the last of it.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub(super) fn listen(&self, errors: impl Read + Send + 'static) -> io::Result<()> {
        let words = self.clone();
        let listen = move || words.read(errors);
        thread::Builder::new().name("errors".to_owned()).spawn(listen).map(drop)
    }

    /// Reads to the end. Whatever the bytes are, they are taken, because the child may wait for that.
    fn read(&self, errors: impl Read) {
        let mut errors = BufReader::new(errors);
        let mut line = Vec::new();
        while errors.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|read| read > 0)
        {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            log::debug!("cluster: {text}");
            // Open MPI draws lines of dashes around what it has to say.
            if text.chars().any(char::is_alphabetic) {
                self.note(text, Instant::now());
            }
            line.clear();
        }
    }

    fn note(&self, line: &str, now: Instant) {
        let mut last = self.0.lock();
        match &mut *last {
            Some((_, time)) if now.duration_since(*time) <= TOGETHER => *time = now,
            _ => *last = Some((line.to_owned(), now)),
        }
    }

    /// The first of the lines that were written shortly before this time, if any were.
    pub(super) fn before(&self, now: Instant) -> Option<String> {
        let last = self.0.lock();
        let (line, time) = last.as_ref()?;
        (now.duration_since(*time) <= TOGETHER).then(|| line.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_is_read_to_its_end() {
        let words = LastWords::default();
        let long = vec![b'-'; 3 << 16];
        words.read([&long[..], b"\n\n\xfcber uns\nmore\n", &[0xff]].concat().as_slice());
        assert_eq!(words.before(Instant::now()).unwrap(), "\u{fffd}ber uns");
    }

    #[test]
    fn what_was_written_long_ago_is_no_reason() {
        let (words, start) = (LastWords::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        words.note("a warning", start);
        assert_eq!(words.before(after(60)), None);
        words.note("no slots", after(60));
        words.note("add some", after(61));
        assert_eq!(words.before(after(62)).unwrap(), "no slots");
    }
}
