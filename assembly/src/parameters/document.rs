//! The parameter table in Markdown.

use super::row::Parameter;
use super::table::PARAMETERS;

/// The header of the table, followed by the rows of all parameters.
pub fn markdown() -> String {
    let head = "| parameter | values | default | meaning |\n| --- | --- | --- | --- |\n";
    PARAMETERS.iter().fold(head.to_owned(), |table, parameter| table + &row(parameter))
}

fn row(parameter: &Parameter) -> String {
    let Parameter { name, doc, .. } = parameter;
    let values = parameter.values_in_words();
    let default = parameter.default().map(|value| format!("`{value}`")).unwrap_or_default();
    format!("| `{name}` | {values} | {default} | {doc} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_values_and_the_default() {
        let table = markdown();
        for row in
            ["| `resign_threshold` | 0 to 1 | `0.05` | ", "| `memory` | 1 to 16777216 | `512` |"]
        {
            assert!(table.contains(row), "{row} in {table}");
        }
        assert!(table.contains("| `threads` | 1 to 4 times the processors |  | "), "{table}");
        assert_eq!(table.lines().count(), 2 + PARAMETERS.len());
    }
}
