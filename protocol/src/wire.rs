//! The wire format: converts lines to requests, and results to responses. This module does not
//! depend on which commands exist.
//!
//! A response always ends with an empty line and contains no other empty line, regardless of the
//! text in its body. Lines are cleaned in three steps: first, control characters other than tabs
//! are removed; then comments are removed; finally, tabs become spaces.

use std::fmt;
use std::io::{self, BufRead};

use crate::input_line::{self, InputLine};

/// The maximum length of a line, in bytes. The rest of a longer line is read and discarded.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawLine {
    /// The first [`LONGEST_LINE`] bytes as text, with invalid UTF-8 replaced.
    pub text: String,
    /// Whether the line was longer than [`LONGEST_LINE`].
    pub truncated: bool,
}

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// No request: the line contains only blanks or a comment.
    Blank,
    /// The comment `# interrupt`: the running command should end with the results obtained so far.
    Interrupt,
    /// A command.
    Request(Request),
}

/// A command line, cleaned and split into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The digits before the command, which the response repeats unchanged, or an empty string if
    /// there are none.
    pub id: String,
    /// The name of the command, or an empty string if the line contained only an id.
    pub name: String,
    /// The text after the name, without surrounding blanks.
    pub arguments: String,
    /// Whether the line was longer than [`LONGEST_LINE`], so that its end is missing.
    pub truncated: bool,
}

/// Reads the next line and removes its line feed, or returns `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<RawLine>> {
    let line = input_line::read(input, LONGEST_LINE)?;
    Ok(line.map(|InputLine { bytes, is_cut }| RawLine {
        text: String::from_utf8_lossy(&bytes).into_owned(),
        truncated: is_cut,
    }))
}

impl Line {
    /// Determines the meaning of a line.
    pub fn parse(raw: &RawLine) -> Self {
        let mut text: String =
            raw.text.chars().filter(|&c| c == '\t' || !c.is_ascii_control()).collect();
        let mut truncated = raw.truncated;
        if let Some(start) = text.find('#') {
            let comment = text.split_off(start);
            truncated = false;
            if text.trim().is_empty() {
                let interrupts =
                    !raw.truncated && comment.trim_start_matches('#').trim() == "interrupt";
                return if interrupts { Self::Interrupt } else { Self::Blank };
            }
        }
        let text = text.replace('\t', " ");
        let text = text.trim_matches(' ');
        if text.is_empty() && !truncated {
            return Self::Blank;
        }
        let (id, rest) = match split_word(text) {
            (word, rest) if word.bytes().all(|byte| byte.is_ascii_digit()) => (word, rest),
            _ => ("", text),
        };
        let (name, arguments) = split_word(rest);
        Self::Request(Request {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            truncated,
        })
    }
}

/// Splits a text at its first run of spaces.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start_matches(' ')),
        None => (text, ""),
    }
}

/// The answer to a request, to be written with `Display`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    id: String,
    success: bool,
    body: String,
    /// Whether the first line of the answer, and possibly further lines, have already been written.
    has_begun: bool,
}

impl Response {
    /// Creates the response to `request`: a body or a failure.
    pub fn new<E: fmt::Display>(request: &Request, result: Result<String, E>) -> Self {
        let success = result.is_ok();
        let body = result.unwrap_or_else(|error| error.to_string());
        Self { id: request.id.clone(), success, body, has_begun: false }
    }

    /// Turns the response into the last line of an answer that has already begun. This line may be
    /// empty.
    pub fn ending(self) -> Self {
        Self { has_begun: true, ..self }
    }

    /// Whether the command succeeded.
    pub fn is_success(&self) -> bool {
        self.success
    }

    /// The text after the id.
    pub fn body(&self) -> &str {
        &self.body
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.has_begun {
            write!(f, "{}{} ", if self.success { '=' } else { '?' }, self.id)?;
        } else if self.body.is_empty() {
            return f.write_str("\n");
        }
        // An empty line would end the response early, so a line without text is written as a space.
        let body = self.body.trim_end_matches(['\n', '\r', ' ']);
        for (index, line) in body.split('\n').enumerate() {
            let line = line.trim_end_matches('\r');
            let line = if line.is_empty() && index > 0 { " " } else { line };
            write!(f, "{}{line}", if index > 0 { "\n" } else { "" })?;
        }
        f.write_str("\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Line {
        Line::parse(&RawLine { text: text.to_owned(), truncated: false })
    }

    fn request(text: &str) -> (String, String, String) {
        match parse(text) {
            Line::Request(request) => (request.id, request.name, request.arguments),
            other => panic!("{text:?} is {other:?}"),
        }
    }

    fn parts(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn lines_are_cleaned_and_cut() {
        assert_eq!(request("protocol_version"), parts("", "protocol_version", ""));
        assert_eq!(request("  8   known_command   play"), parts("8", "known_command", "play"));
        assert_eq!(request("\tboardsize\t9\r"), parts("", "boardsize", "9"));
        assert_eq!(request("known_\u{1}command play # x"), parts("", "known_command", "play"));
        assert_eq!(request("play b D4#c"), parts("", "play", "b D4"));
        assert_eq!(request("12x y"), parts("", "12x", "y"));
        assert_eq!(request("007"), parts("007", "", ""));
        let long = "9".repeat(100);
        assert_eq!(request(&format!("{long} name")), parts(&long, "name", ""));
    }

    #[test]
    fn blanks_and_comments_are_no_commands() {
        for blank in ["", " ", "\t \r", "# text", "  #", "#interrupted", "\u{7f}", "# interrupt x"]
        {
            assert_eq!(parse(blank), Line::Blank, "{blank:?}");
        }
        for interrupt in ["# interrupt", "#interrupt", "  # interrupt \r", "#\tinterrupt"] {
            assert_eq!(parse(interrupt), Line::Interrupt, "{interrupt:?}");
        }
        assert_eq!(request("name # interrupt"), parts("", "name", ""));
    }

    #[test]
    fn long_lines_keep_their_beginning_and_the_next_line_is_found() {
        let text = format!("{}\nname\nlast", "x".repeat(3 * LONGEST_LINE));
        let mut input = io::BufReader::with_capacity(1000, text.as_bytes());
        let long = read_line(&mut input).unwrap().unwrap();
        assert_eq!((long.text.len(), long.truncated), (LONGEST_LINE, true));
        for expected in ["name", "last"] {
            let line = read_line(&mut input).unwrap().unwrap();
            assert_eq!((line.text.as_str(), line.truncated), (expected, false));
        }
        assert_eq!(read_line(&mut input).unwrap(), None);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let line = read_line(&mut &b"pl\xff\xfey\n"[..]).unwrap().unwrap();
        assert_eq!(line.text, "pl\u{fffd}\u{fffd}y");
    }

    #[test]
    fn a_response_holds_exactly_one_empty_line() {
        let respond = |line: &str, body: &str| {
            let Line::Request(request) = parse(line) else { panic!("{line:?}") };
            Response::new::<String>(&request, Ok(body.to_owned())).to_string()
        };
        assert_eq!(respond("quit", ""), "= \n\n");
        assert_eq!(respond("12 quit", ""), "=12 \n\n");
        assert_eq!(respond("1 name", "Mengxi"), "=1 Mengxi\n\n");
        assert_eq!(respond("showboard", "\na\n\n\nb\r\n\n"), "= \na\n \n \nb\n\n");
        let Line::Request(request) = parse("3") else { panic!("an id alone is a request") };
        let end = |body: &str| Response::new::<String>(&request, Ok(body.to_owned())).ending();
        assert_eq!(end("").to_string(), "\n");
        assert_eq!(end("play D4").to_string(), "play D4\n\n");
        let failure = Response::new(&request, Err("unknown command")).to_string();
        assert_eq!(failure, "?3 unknown command\n\n");
    }
}
