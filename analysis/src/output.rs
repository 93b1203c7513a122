//! The lines for standard output.
//!
//! Any thread can add a line without waiting; one thread writes them. A client may therefore send
//! all its queries before it reads the first answer. Reports during a search are left out while
//! many lines wait to be written, because the next report says all that they say.

use std::io::{self, Write};

use crossbeam::channel::{Receiver, Sender, unbounded};

/// The number of waiting lines beyond which reports during a search are left out.
const MOST_WAITING: usize = 64;

/// The end of the output to which lines are added.
#[derive(Clone, Debug)]
pub(crate) struct Output(Sender<String>);

/// The end of the output from which lines are written.
#[derive(Debug)]
pub(crate) struct Lines(Receiver<String>);

/// Creates both ends of an output.
pub(crate) fn output() -> (Output, Lines) {
    let (sender, receiver) = unbounded();
    (Output(sender), Lines(receiver))
}

impl Output {
    /// Adds a line. It is lost if nobody writes any more, because then nobody reads either.
    pub(crate) fn add(&self, line: String) {
        self.0.send(line).ok();
    }

    /// Whether a report during a search should be left out.
    pub(crate) fn is_busy(&self) -> bool {
        self.0.len() > MOST_WAITING
    }
}

impl Lines {
    /// Writes each line as soon as it is there, until no thread can add another one.
    ///
    /// # Errors
    /// If a line cannot be written.
    pub(crate) fn write_to(&self, output: &mut dyn Write) -> io::Result<()> {
        for mut line in &self.0 {
            line.push('\n');
            output.write_all(line.as_bytes())?;
            output.flush()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_written_until_no_more_can_come() {
        let (output, lines) = output();
        let other = output.clone();
        for number in 0..=MOST_WAITING {
            assert!(!output.is_busy(), "{number}");
            other.add(number.to_string());
        }
        assert!(output.is_busy());
        drop((output, other));
        let mut written = Vec::new();
        lines.write_to(&mut written).unwrap();
        assert!(written.starts_with(b"0\n1\n") && written.ends_with(b"64\n"));
    }
}
