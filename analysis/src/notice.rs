//! Answers that are no analysis: errors, warnings, echoes of actions, and positions that were
//! terminated before they were analysed. Each is one line of JSON.

use serde_json::{Map, Value, json};

use crate::query::fields::FieldError;
use crate::request::Refusal;

/// The answer to a line that cannot be answered otherwise.
pub(crate) fn error(refusal: &Refusal) -> String {
    let Refusal { id, field, message } = refusal;
    let mut answer = Map::from_iter([("error".to_owned(), json!(message))]);
    let details = [("field", field), ("id", id)];
    let known = details.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
    answer.extend(known.map(|(key, value)| (key.to_owned(), json!(value))));
    Value::Object(answer).to_string()
}

/// The answer about a position whose analysis failed by a fault of the program.
pub(crate) fn fault(id: &str, turn: usize) -> String {
    json!({"error": "internal error, see the log", "id": id, "turnNumber": turn}).to_string()
}

/// A warning about one field of a query, which is analysed all the same.
pub(crate) fn warning(id: &str, warning: &FieldError) -> String {
    json!({"warning": warning.message, "field": warning.field, "id": id}).to_string()
}

/// The only answer about a position that was terminated before its search began.
pub(crate) fn no_results(id: &str, turn: usize) -> String {
    json!({"id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true}).to_string()
}

/// The answer to an action: the action itself, with these fields added.
pub(crate) fn echo(mut action: Map<String, Value>, more: &[(&str, Value)]) -> String {
    action.extend(more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
    Value::Object(action).to_string()
}
