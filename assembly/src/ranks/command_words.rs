//! The words of a command line, separated as a shell separates them: by spaces, unless quotes hold
//! them together. Nothing else is replaced.

use std::str::FromStr;

/// The words of a command line, of which the first one is the program.
///
/// ```
/// let command: assembly::ranks::CommandWords = "ssh host 'cd \"my games\"' a\\ b ''".parse()?;
/// assert_eq!(command.0, ["ssh", "host", "cd \"my games\"", "a b", ""]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandWords(pub Vec<String>);

/// Fails if there is no word, or a quote or a backslash ends nowhere.
impl FromStr for CommandWords {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        words(line).map(Self)
    }
}

fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => {
                let next = letters.next().ok_or("a backslash with nothing after it")?;
                word.get_or_insert_default().push(next);
            }
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(letter),
            ('"' | '\'', None) => {
                word.get_or_insert_default();
                quote = Some(letter);
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            (_, None) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a quote {open} that is never closed"));
    }
    words.extend(word);
    if words.is_empty() { Err("a command was expected".to_owned()) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_as_a_shell_does() {
        for (line, expected) in [
            ("mpirun -n 4  mengxi-cluster", vec!["mpirun", "-n", "4", "mengxi-cluster"]),
            ("  a\tb ", vec!["a", "b"]),
            ("sh -c 'sleep 3; exec x'", vec!["sh", "-c", "sleep 3; exec x"]),
            (r#"a"b c"'d'\' """#, vec!["ab cd'", ""]),
            (r#"'a\b' "c\"d""#, vec![r"a\b", "c\"d"]),
        ] {
            assert_eq!(words(line).unwrap(), expected, "{line}");
        }
        for bad in ["", "  ", "a 'b", "a \"b'", "a\\"] {
            assert!(words(bad).is_err(), "{bad}");
        }
    }
}
