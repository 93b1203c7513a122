//! A client of the task `analysis`, and its queries.

use std::time::Duration;

use serde_json::{Value, json};
use tests::program::{PATIENCE, Program};

/// A client of the program.
pub(super) struct Client(pub(super) Program);

impl Client {
    pub(super) fn start(options: &str) -> Self {
        Self(Program::start(options))
    }

    pub(super) fn send(&mut self, value: &Value) {
        self.0.send(format!("{value}\n"));
    }

    /// The next line, which must be a JSON object.
    pub(super) fn read(&mut self) -> Value {
        let line = self.read_within(PATIENCE);
        line.unwrap_or_else(|| panic!("no answer; {}", self.0.errors()))
    }

    pub(super) fn read_within(&mut self, patience: Duration) -> Option<Value> {
        let line = self.0.line_within(patience)?;
        let value: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line}"));
        assert!(value.is_object(), "{line}");
        Some(value)
    }

    /// The next line that has this key.
    pub(super) fn read_with(&mut self, key: &str) -> Value {
        loop {
            let value = self.read();
            if value.get(key).is_some() {
                return value;
            }
        }
    }

    /// Sends a query and returns its last answer, after any warnings and earlier reports.
    pub(super) fn analyse(&mut self, query: &Value) -> Value {
        self.send(query);
        loop {
            let answer = self.read();
            assert!(answer.get("error").is_none(), "{query}: {answer}");
            if answer.get("isDuringSearch") == Some(&json!(false)) {
                return answer;
            }
        }
    }
}

/// A query about the empty board of 9x9, with these fields changed or added.
pub(super) fn query(changes: Value) -> Value {
    let mut query = json!({
        "id": "q", "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "komi": 7.0,
        "moves": [], "maxVisits": 50,
    });
    let fields = query.as_object_mut().expect("an object");
    fields.extend(changes.as_object().expect("an object").clone());
    query
}

/// The queries in a file, one a line.
pub(super) fn recorded(text: &str) -> Vec<Value> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
