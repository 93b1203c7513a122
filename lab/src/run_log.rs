//! The log of a long task, from which a later run continues.
//!
//! Each line is a JSON object: first a header with the origin of the results and its digest, then
//! one entry for each finished piece of work. Each entry is appended as one whole line. If a crash
//! cuts off the last line, the next run drops that line and repeats the work. Earlier lines are
//! never rewritten. The tasks `match`, `tune`, `label` and `review` keep such logs. A log is read
//! line by line because that of `label` can be larger than the memory.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use assembly::output_file::expect_plain_file;
use playouts::Origin;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::long_tasks::naming;

/// The first line of a log.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    origin: Origin,
    /// The SHA-256 digest of the origin. It reveals damage to the header.
    digest: String,
}

/// The path of the log that is kept beside a result until the result is complete.
pub(crate) fn journal_of(result: &Path) -> PathBuf {
    let mut name = result.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// An open log, or nothing if no log is kept.
#[derive(Debug)]
pub(crate) struct RunLog(Option<(PathBuf, File)>);

impl RunLog {
    /// Opens the log of a run with this origin and returns its entries. A missing file is created.
    /// `entry` converts a line to an entry. It also receives the number of the entry, counting from
    /// 0.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a plain file, is in use by another run, or is
    /// not a log of this origin. In these cases, the file is left unchanged. Errors from `entry`
    /// are passed on, with the number of the line.
    pub(crate) fn open<T>(
        path: Option<&Path>,
        origin: &Origin,
        entry: impl FnMut(usize, &Value) -> Result<T, String>,
    ) -> io::Result<(Self, Vec<T>)> {
        let Some(path) = path else { return Ok((Self(None), Vec::new())) };
        let (file, entries) =
            open_file(path, origin, entry).map_err(|error| naming(path, &error))?;
        Ok((Self(Some((path.to_owned(), file))), entries))
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn add(&mut self, entry: &impl Serialize) -> io::Result<()> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        // The whole line is written in one call, so a crash leaves a whole line, no line, or a torn
        // last line.
        file.write_all(&line).map_err(|error| naming(path, &error))
    }
}

fn open_file<T>(
    path: &Path,
    origin: &Origin,
    mut entry: impl FnMut(usize, &Value) -> Result<T, String>,
) -> io::Result<(File, Vec<T>)> {
    // Opening a pipe would block, so anything but a plain file is refused first.
    expect_plain_file(path)?;
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    // If the file system does not support locks, the log is used without one.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(refusal("another run is using this log".to_owned()));
    }
    let header =
        serde_json::to_string(&Header { origin: origin.clone(), digest: origin.digest() })?;
    let mut lines = Lines { input: BufReader::new(&file), whole: 0, line: Vec::new() };
    let has_header = lines.advance()?;
    let mut entries = Vec::new();
    if has_header {
        check_header(lines.text().map_err(refusal)?, origin).map_err(refusal)?;
        while lines.advance()? {
            entries.push(entry_of(&lines, entries.len(), &mut entry).map_err(refusal)?);
        }
    }
    let Lines { whole, line: torn, .. } = lines;
    // A file without a single whole line is accepted only if it is empty or contains nothing but
    // the beginning of this header.
    if !has_header && !header.as_bytes().starts_with(&torn) {
        return Err(refusal(format!("expected a log, got '{}'", beginning(&torn))));
    }
    if !torn.is_empty() {
        log::warn!(
            "{}: the last line is cut off and was dropped: '{}'",
            path.display(),
            beginning(&torn)
        );
        file.set_len(whole)?;
    }
    file.seek(SeekFrom::End(0))?;
    if !has_header {
        file.write_all(format!("{header}\n").as_bytes())?;
    }
    Ok((file, entries))
}

/// The lines of a log.
struct Lines<'a> {
    input: BufReader<&'a File>,
    /// The length of the whole lines so far, in bytes.
    whole: u64,
    /// The last line, with its end if it is whole.
    line: Vec<u8>,
}

impl Lines<'_> {
    /// Goes to the next line. Returns `false` if there is none, or if it is cut off.
    fn advance(&mut self) -> io::Result<bool> {
        self.line.clear();
        let length = self.input.read_until(b'\n', &mut self.line)?;
        let is_whole = self.line.ends_with(b"\n");
        self.whole += if is_whole { length as u64 } else { 0 };
        Ok(is_whole)
    }

    /// The line as text.
    fn text(&self) -> Result<&str, String> {
        let text = str::from_utf8(&self.line);
        let text = text.map_err(|error| format!("expected a log in UTF-8: {error}"))?;
        Ok(text.trim_end_matches(['\r', '\n']))
    }
}

/// The entry with this number in the line that was read last.
fn entry_of<T>(
    lines: &Lines<'_>,
    number: usize,
    entry: &mut impl FnMut(usize, &Value) -> Result<T, String>,
) -> Result<T, String> {
    let value = lines
        .text()
        .and_then(|line| serde_json::from_str(line).map_err(|error| format!("not JSON: {error}")));
    let read = value.and_then(|value| entry(number, &value));
    read.map_err(|problem| format!("line {}: {problem}", number + 2))
}

fn check_header(line: &str, origin: &Origin) -> Result<(), String> {
    let header: Header = serde_json::from_str(line).map_err(|_| {
        let found = beginning(line.as_bytes());
        format!(
            "expected the header of a log, got '{found}'; a log of an earlier version has no \
             header and cannot be continued: name another file"
        )
    })?;
    let (expected, found) = (header.origin.digest(), &header.digest);
    if expected != *found {
        return Err(format!("the header is damaged: expected the digest {expected}, got {found}"));
    }
    origin
        .expect(&header.origin)
        .map_err(|differences| format!("this is the log of another run: {differences}"))
}

fn refusal(problem: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Returns the beginning of a line, for an error message.
fn beginning(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(60).collect::<String>().escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    fn origin() -> Origin {
        Origin::new("tune").with("komi", 7.5)
    }

    /// Opens a log in which each entry is its own number.
    fn open(path: &Path) -> io::Result<(RunLog, Vec<u64>)> {
        let entry = |number: usize, value: &Value| match value.as_u64() {
            Some(found) if found == number as u64 => Ok(found),
            _ => Err(format!("expected {number}, got {value}")),
        };
        RunLog::open(Some(path), &origin(), entry)
    }

    #[test]
    fn entries_are_kept_and_a_torn_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let (mut log, entries) = open(&path).unwrap();
        assert!(entries.is_empty());
        log.add(&json!(0)).unwrap();
        log.add(&json!(1)).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(error.contains("another run is using this log"), "{error}");
        drop(log);
        let whole = fs::read_to_string(&path).unwrap();
        for torn in ["", "2", "{\"game\":", "\0\0\0"] {
            fs::write(&path, format!("{whole}{torn}")).unwrap();
            assert_eq!(open(&path).unwrap().1, [0, 1], "{torn:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{torn:?}");
        }
        let header = whole.lines().next().unwrap();
        for length in [0, 1, header.len()] {
            fs::write(&path, &header[..length]).unwrap();
            assert!(open(&path).unwrap().1.is_empty());
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{header}\n"));
        }
    }

    #[test]
    fn a_file_that_is_not_this_log_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        drop(open(&path).unwrap());
        let header = fs::read_to_string(&path).unwrap();
        let other = Origin::new("tune").with("komi", 6.5);
        let damaged = header.replace("7.5", "6.5");
        let other = Header { digest: other.digest(), origin: other };
        let other = serde_json::to_string(&other).unwrap();
        for (text, expected) in [
            ("noise".to_owned(), "expected a log, got 'noise'"),
            ("noise\n".to_owned(), "expected the header of a log, got 'noise'"),
            ("{\"tune\":{\"pairs\":1}}\n".to_owned(), "earlier version has no header"),
            (damaged, "the header is damaged: expected the digest "),
            (format!("{other}\n0\n"), "another run: komi: expected 7.5, got 6.5"),
            (format!("{header}0\n0\n"), "line 3: expected 1, got 0"),
            (format!("{header}0\nnoise\n"), "line 3: not JSON"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = open(&path).unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains("log: "), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, b"\xff\xfe\n").unwrap();
        assert!(open(&path).unwrap_err().to_string().contains("UTF-8"));
    }

    #[test]
    fn only_plain_files_in_existing_folders_are_logs() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("none/log");
        let error = open(&missing).unwrap_err().to_string();
        assert!(error.contains(&missing.display().to_string()), "{error}");
        let error = open(folder.path()).unwrap_err().to_string();
        assert!(error.contains("a plain file was expected"), "{error}");
        #[cfg(unix)]
        {
            let error = open(Path::new("/dev/null")).unwrap_err().to_string();
            assert!(error.contains("a plain file was expected"), "{error}");
        }
    }
}
