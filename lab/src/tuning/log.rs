//! The log of a tuning, from which it resumes.
//!
//! One JSON object a line: first what is tuned and how, then each step with its games and the
//! values after it. The games are enough to go on as if nothing had happened: the way from them to
//! the values is computed again. A line that was cut off in the middle is written anew.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::long_tasks::about;
use crate::matches::Tally;

/// The log, or none where none is kept.
pub(crate) struct TuningLog(Option<(PathBuf, File)>);

impl TuningLog {
    /// Opens the log of the tuning that begins with `head`, made where there is none, and tells the
    /// games of all its steps.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or is something else: the log of another tuning.
    pub(crate) fn open(path: Option<&Path>, head: &Value) -> io::Result<(Self, Vec<Tally>)> {
        let Some(path) = path else { return Ok((Self(None), Vec::new())) };
        let open = || -> io::Result<(File, Vec<Tally>)> {
            let mut options = OpenOptions::new();
            let mut file =
                options.read(true).write(true).create(true).truncate(false).open(path)?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            let steps = steps(&text, whole, head)?;
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
            if whole == 0 {
                writeln!(file, "{head}")?;
            }
            Ok((file, steps))
        };
        let (file, steps) = open().map_err(|error| about(path, &error))?;
        Ok((Self(Some((path.to_owned(), file))), steps))
    }

    /// Adds a step: its games, and the values after it.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub(crate) fn add(
        &mut self,
        step: usize,
        games: Tally,
        values: Map<String, Value>,
    ) -> io::Result<()> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let line = json!({ "step": step, "result": games.json(), "values": values });
        // A line is written at once, so that hardly anything can come between.
        file.write_all(format!("{line}\n").as_bytes()).map_err(|error| about(path, &error))
    }
}

/// The games of all steps in the first `whole` bytes of a log; what comes after was cut off.
fn steps(text: &str, whole: usize, head: &Value) -> io::Result<Vec<Tally>> {
    let bad = |problem: String| Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    let head = head.to_string();
    let Some(lines) = text.get(..whole).filter(|lines| !lines.is_empty()) else {
        // No line is whole: a head that was cut off, or a file of another kind.
        return match head.starts_with(text) {
            true => Ok(Vec::new()),
            false => bad("the log of a tuning was expected".to_owned()),
        };
    };
    let mut lines = lines.lines();
    let first = lines.next().unwrap_or_default();
    if first != head {
        return bad(format!(
            "the log of this tuning was expected:\n{head}\nbut it begins:\n{first}"
        ));
    }
    let mut steps = Vec::new();
    for (step, line) in lines.enumerate() {
        let games = serde_json::from_str(line).ok().and_then(|line: Value| {
            let is_next = line.get("step")?.as_u64()? == step as u64;
            Tally::of_json(line.get("result")?).filter(|_| is_next)
        });
        match games {
            Some(games) => steps.push(games),
            None => {
                return bad(format!("line {}: step {step} with its result was expected", step + 2));
            }
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_no_log_of_this_tuning_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let head = json!({ "tune": 1 });
        let line = r#"{"step":0,"result":{"won":1,"drawn":0,"lost":1},"values":{}}"#;
        for (text, expected) in [
            ("noise".to_owned(), "the log of a tuning was expected"),
            ("{\"tune\":2}\n".to_owned(), "the log of this tuning was expected:\n{\"tune\":1}"),
            (format!("{head}\n{line}\n{line}\n"), "line 3: step 1 with its result"),
            (format!("{head}\nnoise\n"), "line 2: step 0 with its result"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = TuningLog::open(Some(&path), &head).err().unwrap().to_string();
            assert!(error.contains(expected) && error.contains("log: "), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(TuningLog::open(Some(&path), &head).is_err());
        assert!(TuningLog::open(Some(folder.path()), &head).is_err());
    }

    #[test]
    fn a_line_that_was_cut_off_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let head = json!({ "tune": 1 });
        let games = Tally { won: 1, drawn: 0, lost: 1 };
        fs::write(&path, "{\"tu").unwrap();
        let (mut log, steps) = TuningLog::open(Some(&path), &head).unwrap();
        assert!(steps.is_empty());
        log.add(0, games, Map::new()).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!(whole.lines().count(), 2);
        fs::write(&path, format!("{whole}{{\"step\":1,")).unwrap();
        let (_, steps) = TuningLog::open(Some(&path), &head).unwrap();
        assert_eq!(steps, [games]);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }
}
