//! One line of input: a query or an action.

use serde_json::{Map, Value};

use crate::query::fields::{FieldError, Fields};
use crate::query::{Query, Reading};
use crate::settings::Settings;

const ACTIONS: &str = "query_version, query_models, clear_cache, terminate or terminate_all";

/// A line of input.
#[derive(Debug)]
pub(crate) enum Request {
    /// Positions to analyse.
    Query(Box<Reading>),
    /// An action, with all its fields, which are part of its answer.
    Action(Action, Map<String, Value>),
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Asks for the version of the program.
    Version,
    /// Asks for the networks in use.
    Models,
    /// Forgets the results of earlier searches.
    ClearCache,
    /// Ends analyses.
    Terminate {
        /// The query to end, or `None` for all queries.
        id: Option<String>,
        /// The turns to end, or `None` for all turns.
        turns: Option<Vec<i64>>,
    },
}

impl Action {
    /// Whether the action ends the analysis of this turn of a query.
    pub(crate) fn ends(&self, query: &str, turn: usize) -> bool {
        let Self::Terminate { id, turns } = self else { return false };
        let is_meant = |turns: &Vec<i64>| i64::try_from(turn).is_ok_and(|n| turns.contains(&n));
        id.as_ref().is_none_or(|id| id == query) && turns.as_ref().is_none_or(is_meant)
    }
}

/// Why a line cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The name of the request, if it has one.
    pub(crate) id: Option<String>,
    /// The field that is wrong, unless the whole line is.
    pub(crate) field: Option<String>,
    /// What is wrong.
    pub(crate) message: String,
}

impl Refusal {
    fn of_line(message: impl Into<String>) -> Self {
        Self { id: None, field: None, message: message.into() }
    }

    fn of_field(id: &str, error: FieldError) -> Self {
        Self { id: Some(id.to_owned()), field: Some(error.field), message: error.message }
    }
}

/// The length of the longest id in bytes. Each answer repeats it, so that long ones would fill the
/// memory.
const LONGEST_ID: usize = 1000;

impl Request {
    /// Reads a line. `settings` apply to a query that does not make its own.
    pub(crate) fn read(line: &[u8], settings: &Settings) -> Result<Self, Refusal> {
        let value: Value = serde_json::from_slice(line).map_err(|error| {
            Refusal::of_line(format!("expected one JSON object on a line: {error}"))
        })?;
        let Value::Object(object) = value else {
            return Err(Refusal::of_line("expected a JSON object"));
        };
        let Some(id) = object.get("id").and_then(Value::as_str).map(ToOwned::to_owned) else {
            let message = "expected a text as the value of 'id'".to_owned();
            return Err(Refusal { id: None, field: Some("id".to_owned()), message });
        };
        if id.len() > LONGEST_ID {
            let message = format!("expected at most {LONGEST_ID} bytes");
            return Err(Refusal { id: None, field: Some("id".to_owned()), message });
        }
        let wrong = |error| Refusal::of_field(&id, error);
        if let Some(action) = object.get("action") {
            let action = read_action(action, &Fields::new(&object)).map_err(wrong)?;
            return Ok(Self::Action(action, object));
        }
        let reading = Query::read(id.clone(), &object, settings).map_err(wrong)?;
        Ok(Self::Query(Box::new(reading)))
    }
}

/// Reads an action, given its name and its fields.
fn read_action(name: &Value, fields: &Fields<'_>) -> Result<Action, FieldError> {
    let turns = || fields.whole_list("turnNumbers");
    match name.as_str().unwrap_or_default() {
        "query_version" => Ok(Action::Version),
        "query_models" => Ok(Action::Models),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            fields.required("terminateId", "the id of a query")?;
            let id = fields.text("terminateId")?.map(ToOwned::to_owned);
            Ok(Action::Terminate { id, turns: turns()? })
        }
        "terminate_all" => Ok(Action::Terminate { id: None, turns: turns()? }),
        _ => Err(FieldError::expected("action", ACTIONS, name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Request, Refusal> {
        Request::read(line.as_bytes(), &Settings::default())
    }

    fn action(line: &str) -> Action {
        match read(line) {
            Ok(Request::Action(action, _)) => action,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn actions_are_read_with_their_fields() {
        assert_eq!(action(r#"{"id":"a","action":"query_version"}"#), Action::Version);
        assert_eq!(action(r#"{"id":"a","action":"query_models"}"#), Action::Models);
        assert_eq!(action(r#"{"id":"a","action":"clear_cache"}"#), Action::ClearCache);
        let one = action(r#"{"id":"a","action":"terminate","terminateId":"q"}"#);
        assert!(one.ends("q", 0) && one.ends("q", 9) && !one.ends("r", 0));
        let some = action(r#"{"id":"a","action":"terminate","terminateId":"q","turnNumbers":[2]}"#);
        assert!(some.ends("q", 2) && !some.ends("q", 1));
        let all = action(r#"{"id":"a","action":"terminate_all","turnNumbers":[1,2]}"#);
        assert!(all.ends("q", 2) && all.ends("r", 1) && !all.ends("r", 0));
        assert!(!Action::Version.ends("q", 0));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for (line, id, field, said) in [
            ("", None, None, "one JSON object"),
            ("{", None, None, "one JSON object"),
            ("{} {}", None, None, "one JSON object"),
            ("[1]", None, None, "a JSON object"),
            ("{}", None, Some("id"), "'id'"),
            (r#"{"id":1}"#, None, Some("id"), "'id'"),
            (r#"{"id":"a","action":"dance"}"#, Some("a"), Some("action"), "got 'dance'"),
            (r#"{"id":"a","action":7}"#, Some("a"), Some("action"), "query_version"),
            (r#"{"id":"a","action":"terminate"}"#, Some("a"), Some("terminateId"), "the id"),
            (
                r#"{"id":"a","action":"terminate","terminateId":1}"#,
                Some("a"),
                Some("terminateId"),
                "a text",
            ),
            (
                r#"{"id":"a","action":"terminate_all","turnNumbers":["x"]}"#,
                Some("a"),
                Some("turnNumbers"),
                "whole numbers",
            ),
            (r#"{"id":"a"}"#, Some("a"), Some("boardXSize"), "from 1 to 25"),
        ] {
            let refusal = read(line).expect_err(line);
            assert_eq!((refusal.id.as_deref(), refusal.field.as_deref()), (id, field), "{line}");
            assert!(refusal.message.contains(said), "{line}: {}", refusal.message);
        }
        assert!(read(&"[".repeat(100_000)).is_err());
        assert!(Request::read(b"{\"id\":\"\xff\"}", &Settings::default()).is_err());
    }
}
