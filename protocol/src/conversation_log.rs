//! The conversation log requested by `--gtp-log`: every line received or sent, with a timestamp.
//! Several processes may write to the same file, as where a client starts one for each game, so
//! each line also has the process ID.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::time::SystemTime;

use parking_lot::Mutex;

/// A log file that both threads of the server write to. If the file already exists, entries are
/// appended to it.
#[derive(Debug)]
pub struct ConversationLog {
    /// The open file, or `None` after a failed write.
    file: Mutex<Option<File>>,
}

impl ConversationLog {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file: Mutex::new(Some(file)) })
    }

    /// Records a line of input.
    pub fn input(&self, line: &str) {
        self.record("<", line.trim_end_matches('\r'));
    }

    /// Records a response.
    pub fn output(&self, response: &str) {
        self.record(">", response.trim_end_matches('\n'));
    }

    /// Records an event that is not part of the conversation.
    pub fn event(&self, what: &str) {
        self.record("-", what);
    }

    /// Writes one entry. If writing fails, logging stops and the game goes on.
    fn record(&self, sign: &str, text: &str) {
        let mut file = self.file.lock();
        let Some(open) = file.as_mut() else { return };
        let (time, id) = (humantime::format_rfc3339_millis(SystemTime::now()), process::id());
        let entry: String =
            text.split('\n').map(|line| format!("{time} {id} {sign} {line}\n")).collect();
        if let Err(error) = open.write_all(entry.as_bytes()) {
            log::warn!("the record of the conversation ends here: {error}");
            *file = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_a_time_a_process_and_a_direction_on_every_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.log");
        for _ in 0..2 {
            let log = ConversationLog::open(&path).unwrap();
            log.input("1 list_commands\r");
            log.output("=1 a\nb\n\n");
            log.event("end of input");
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let entries: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        let once = ["< 1 list_commands", "> =1 a", "> b", "- end of input"];
        let once = once.map(|entry| format!("{} {entry}", process::id()));
        assert_eq!(entries, [&once[..], &once[..]].concat());
        assert!(text.starts_with("20") && text.contains('Z'));
    }
}
