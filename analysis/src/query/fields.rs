//! The fields of a JSON object, read one by one with their types. Each error names its field.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use protocol::clip;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::settings::whole_of;

/// What is wrong or odd about a field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub(crate) struct FieldError {
    /// The name of the field.
    pub(crate) field: String,
    /// What is wrong with it.
    pub(crate) message: String,
}

impl FieldError {
    /// Creates an error about a field.
    pub(crate) fn new(field: &str, message: impl Into<String>) -> Self {
        Self { field: field.to_owned(), message: message.into() }
    }

    /// Creates an error about a field whose value is not what was expected.
    pub(crate) fn expected(field: &str, expected: &str, found: &Value) -> Self {
        let found = match found {
            Value::String(text) => clip(text),
            other => clip(&other.to_string()),
        };
        Self::new(field, format!("expected {expected}, got '{found}'"))
    }
}

/// The fields of a JSON object, which note whether they have been asked for.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    object: &'a Map<String, Value>,
    unread: RefCell<BTreeSet<&'a str>>,
}

impl<'a> Fields<'a> {
    /// The fields of this object.
    pub(crate) fn new(object: &'a Map<String, Value>) -> Self {
        Self { object, unread: RefCell::new(object.keys().map(String::as_str).collect()) }
    }

    /// The names of the fields that nobody has asked for.
    pub(crate) fn unread(&self) -> Vec<&'a str> {
        self.unread.borrow().iter().copied().collect()
    }

    /// The value of a field, if the field is there.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.unread.borrow_mut().remove(name);
        self.object.get(name)
    }

    /// The value of a field that must be there.
    pub(crate) fn required(&self, name: &str, expected: &str) -> Result<&'a Value, FieldError> {
        self.get(name).ok_or_else(|| FieldError::new(name, format!("expected {expected}")))
    }

    /// A field that is true or false, and false if it is missing.
    pub(crate) fn switch(&self, name: &str) -> Result<bool, FieldError> {
        let Some(value) = self.get(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| FieldError::expected(name, "true or false", value))
    }

    /// A whole number within a range.
    pub(crate) fn whole(
        &self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FieldError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = whole(value).filter(|number| range.contains(number));
        let expected = || {
            let expected = format!("a whole number from {} to {}", range.start(), range.end());
            FieldError::expected(name, &expected, value)
        };
        number.ok_or_else(expected).map(Some)
    }

    /// A number within a range.
    pub(crate) fn number(
        &self,
        name: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, FieldError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_f64().filter(|number| range.contains(number));
        let expected = || {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            FieldError::expected(name, &expected, value)
        };
        number.ok_or_else(expected).map(Some)
    }

    /// A text.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, FieldError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.as_str().ok_or_else(|| FieldError::expected(name, "a text", value)).map(Some)
    }

    /// A list.
    pub(crate) fn list(
        &self,
        name: &str,
        expected: &str,
    ) -> Result<Option<&'a [Value]>, FieldError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let list = value.as_array().map(Vec::as_slice);
        list.ok_or_else(|| FieldError::expected(name, expected, value)).map(Some)
    }

    /// A list of whole numbers.
    pub(crate) fn whole_list(&self, name: &str) -> Result<Option<Vec<i64>>, FieldError> {
        let expected = "a list of whole numbers";
        let Some(list) = self.list(name, expected)? else { return Ok(None) };
        let read = |value| whole(value).ok_or_else(|| FieldError::expected(name, expected, value));
        list.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// A player.
    pub(crate) fn color(&self, name: &str) -> Result<Option<Color>, FieldError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        color(value).ok_or_else(|| FieldError::expected(name, "B or W", value)).map(Some)
    }
}

/// A whole number, which may be written as a float.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| whole_of(value.as_f64()?))
}

/// A player: `B` or `W`, in words too, in any case.
pub(crate) fn color(value: &Value) -> Option<Color> {
    match value.as_str()?.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// A move: a point such as `D4`, the same point as `(3,15)`, counted from the top left corner, or
/// `pass`.
pub(crate) fn read_move(value: &Value, size: BoardSize) -> Option<Move> {
    let text = value.as_str()?.trim();
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    let vertex = match text.strip_prefix('(') {
        Some(rest) => {
            let (column, row) = rest.strip_suffix(')')?.split_once(',')?;
            let [column, row]: [u8; 2] = [column.trim().parse().ok()?, row.trim().parse().ok()?];
            let is_inside = column < size.width() && row < size.height();
            is_inside.then(|| Vertex::new(column, size.height() - 1 - row))?
        }
        None => text.parse().ok()?,
    };
    size.contains(vertex).then_some(Move::Play(vertex))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn moves_are_points_or_passes() {
        let size = BoardSize::new(9, 13).unwrap();
        let read = |text: &str| read_move(&json!(text), size).map(|mv| mv.to_string());
        assert_eq!(read("d4"), Some("D4".to_owned()));
        assert_eq!(read("(3, 9)"), Some("D4".to_owned()));
        assert_eq!(read("(0,0)"), Some("A13".to_owned()));
        assert_eq!(read("PASS"), Some("pass".to_owned()));
        for bad in ["", "K4", "D14", "I3", "(9,0)", "(0,13)", "(0,-1)", "(0", "(é,0)", "resign"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(read_move(&json!(4), size), None);
    }

    #[test]
    fn numbers_are_whole_if_their_value_is() {
        for (value, expected) in [
            (json!(5), Some(5)),
            (json!(5.0), Some(5)),
            (json!(-3), Some(-3)),
            (json!(5.5), None),
            (json!(1e300), None),
            (json!("5"), None),
            (json!(null), None),
        ] {
            assert_eq!(whole(&value), expected, "{value}");
        }
    }

    #[test]
    fn errors_name_the_field_and_what_was_found() {
        let object = json!({"a": 3, "b": "x", "c": [1, "y"]});
        let fields = Fields::new(object.as_object().unwrap());
        let errors = [
            fields.switch("a").unwrap_err(),
            fields.whole("b", 1..=5).unwrap_err(),
            fields.number("a", 4.0..=5.5).unwrap_err(),
            fields.whole_list("c").unwrap_err(),
            fields.color("b").unwrap_err(),
            fields.required("d", "a text").unwrap_err(),
            fields.text("a").unwrap_err(),
        ];
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "a: expected true or false, got '3'",
                "b: expected a whole number from 1 to 5, got 'x'",
                "a: expected a number from 4 to 5.5, got '3'",
                "c: expected a list of whole numbers, got 'y'",
                "b: expected B or W, got 'x'",
                "d: expected a text",
                "a: expected a text, got '3'",
            ]
        );
        assert_eq!(fields.switch("none"), Ok(false));
        assert!(fields.unread().is_empty());
        assert_eq!(Fields::new(object.as_object().unwrap()).unread(), ["a", "b", "c"]);
    }
}
