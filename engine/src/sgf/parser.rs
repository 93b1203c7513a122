//! Parses the main line of a record into nodes and properties.
//!
//! The main line of a game is everything up to the first closing parenthesis: every variation
//! opened before that parenthesis is the first one at its branching point. A single pass without
//! recursion therefore suffices, and the rest of the text is ignored. Nodes, properties and values
//! are parsed again whenever they are iterated over, so a record needs no memory beyond its text.

use std::ops::Range;

use super::SgfError;
use super::encoding::Encoding;
use crate::vocabulary::Color;

/// A value as written in the text, without its brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    pub(super) text: &'a [u8],
    /// The offset at which the value begins.
    pub(super) offset: usize,
}

impl<'a> Value<'a> {
    /// The trimmed text, or a replacement character if it is not UTF-8.
    pub(super) fn trimmed(&self) -> &'a str {
        std::str::from_utf8(self.text).unwrap_or("\u{fffd}").trim()
    }

    /// The error for a value of `property` that cannot be read.
    pub(super) fn error(&self, property: &Property<'_>, expected: &'static str) -> SgfError {
        SgfError::Value {
            offset: self.offset,
            property: property.name.chars().take(20).collect(),
            value: String::from_utf8_lossy(self.text).chars().take(20).collect(),
            expected,
        }
    }
}

/// A property of the main line.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    /// The name as spelt in FF\[4\].
    pub(super) name: String,
    /// The offset at which the name begins.
    start: usize,
    /// A parser positioned at the opening bracket of the first value. There is at least one value.
    values: Parser<'a>,
}

impl<'a> Property<'a> {
    /// The values in the order in which they are written.
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let mut parser = self.values;
        std::iter::from_fn(move || parser.next_value().ok().flatten())
    }

    /// The range of offsets from the name to the last value.
    pub(super) fn range(&self) -> Range<usize> {
        let mut parser = self.values;
        while let Ok(Some(_)) = parser.next_value() {}
        self.start..parser.offset
    }

    /// The first value, for properties that should have only one.
    pub(super) fn value(&self) -> Value<'a> {
        let nothing = Value { text: &[], offset: self.values.offset };
        self.values().next().unwrap_or(nothing)
    }

    /// The first value, trimmed.
    pub(super) fn text(&self) -> &'a str {
        self.value().trimmed()
    }

    /// The error for a first value that cannot be read.
    pub(super) fn error(&self, expected: &'static str) -> SgfError {
        self.value().error(self, expected)
    }

    /// The player whose move this property records, or `None` if the property does not record a
    /// move.
    pub(super) fn mover(&self) -> Option<Color> {
        match self.name.as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        }
    }
}

/// A node of the main line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    /// A parser positioned after the `;` of the node.
    parser: Parser<'a>,
}

impl<'a> Node<'a> {
    /// The offset of the `;` of the node.
    pub(super) fn start(&self) -> usize {
        self.parser.offset - 1
    }

    /// The offset behind the last property of the node.
    pub(super) fn end(&self) -> usize {
        self.properties().last().map_or(self.parser.offset, |property| property.range().end)
    }

    /// The properties in the order in which they are written.
    pub(super) fn properties(&self) -> impl Iterator<Item = Property<'a>> + use<'a> {
        let mut parser = self.parser;
        std::iter::from_fn(move || match parser.next_token() {
            Ok(Some(Token::Property(property))) => Some(property),
            _ => None,
        })
    }
}

/// The main line of the first game in a text. Its syntax has been checked, so reading it again
/// cannot fail.
#[derive(Clone, Copy, Debug)]
pub(super) struct MainLine<'a> {
    /// A parser positioned at the start of the game.
    parser: Parser<'a>,
    /// The number of nodes.
    pub(super) length: usize,
    /// Whether the text ends inside a further node, which is left out.
    pub(super) is_cut: bool,
}

impl<'a> MainLine<'a> {
    /// Finds the main line and checks its syntax. Text before the game is skipped; parentheses that
    /// are still open at the end of the text count as closed. If the text ends inside a property,
    /// the node of that property is left out; if it is the first node, that is an error.
    pub(super) fn find(text: &'a [u8], encoding: Encoding) -> Result<Self, SgfError> {
        let offset = start(text).ok_or(SgfError::NoGame)?;
        let parser = Parser { text, offset, encoding, open_without_node: 0 };
        let (mut checked, mut length, mut last) = (parser, 0, offset);
        loop {
            match checked.next_token() {
                Ok(None) => return Ok(Self { parser, length, is_cut: false }),
                Ok(Some(Token::Node)) => {
                    length += 1;
                    last = checked.offset - 1;
                }
                Ok(Some(Token::Property(_))) if length == 0 => return Err(SgfError::NoGame),
                Ok(Some(Token::Property(_))) => {}
                Err(SgfError::End { .. } | SgfError::Unterminated { .. }) if length > 1 => {
                    let parser = Parser { text: &text[..last], ..parser };
                    return Ok(Self { parser, length: length - 1, is_cut: true });
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The nodes in the order in which they are written.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let mut parser = self.parser;
        std::iter::from_fn(move || {
            while let Ok(Some(token)) = parser.next_token() {
                if matches!(token, Token::Node) {
                    return Some(Node { parser });
                }
            }
            None
        })
    }
}

/// The offset of the first `(` that is followed by `;`, with or without white space in between.
pub(super) fn start(text: &[u8]) -> Option<usize> {
    let begins_a_game = |&offset: &usize| {
        let mut behind = text[offset + 1..].iter().skip_while(|byte| byte.is_ascii_whitespace());
        text[offset] == b'(' && behind.next() == Some(&b';')
    };
    (0..text.len()).find(begins_a_game)
}

/// An element of the main line.
enum Token<'a> {
    /// The `;` before the properties of a node.
    Node,
    Property(Property<'a>),
}

/// A position in the text from which parsing continues.
#[derive(Clone, Copy, Debug)]
struct Parser<'a> {
    text: &'a [u8],
    offset: usize,
    encoding: Encoding,
    /// The number of open `(` that no node has followed yet. A variation that is closed without a
    /// node does not end the main line.
    open_without_node: usize,
}

impl<'a> Parser<'a> {
    /// The next token; `None` at the end of the main line.
    fn next_token(&mut self) -> Result<Option<Token<'a>>, SgfError> {
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => self.open_without_node += 1,
                b')' if self.open_without_node > 0 => self.open_without_node -= 1,
                b')' => return Ok(None),
                b';' => {
                    self.offset += 1;
                    self.open_without_node = 0;
                    return Ok(Some(Token::Node));
                }
                _ if byte.is_ascii_alphabetic() => return self.property().map(Some),
                // A bracket left over from a comment with unescaped brackets.
                b']' => {}
                _ if byte.is_ascii_whitespace() || byte == 0 => {}
                _ => return Err(self.unexpected("a property, ';', '(' or ')'")),
            }
            self.offset += 1;
        }
        Ok(None)
    }

    fn property(&mut self) -> Result<Token<'a>, SgfError> {
        let start = self.offset;
        let name = self.name();
        let values = *self;
        if self.next_value()?.is_none() {
            return Err(self.unexpected("'[' after a property name"));
        }
        while self.next_value()?.is_some() {}
        Ok(Token::Property(Property { name, start, values }))
    }

    /// Reads the name of a property. Before FF\[4\], names were written in full, with the
    /// significant letters in capitals. Some programs write names entirely in lower case.
    fn name(&mut self) -> String {
        let rest = &self.text[self.offset..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        self.offset += length;
        let letters = rest[..length].iter().map(|&byte| char::from(byte));
        let capitals: String = letters.clone().filter(|letter| !letter.is_lowercase()).collect();
        if capitals.contains(|sign: char| sign.is_uppercase()) {
            capitals
        } else {
            letters.map(|letter| letter.to_ascii_uppercase()).collect()
        }
    }

    /// Reads the next value of a property, or returns `None` after the last one.
    fn next_value(&mut self) -> Result<Option<Value<'a>>, SgfError> {
        let rest = self.text.get(self.offset..).unwrap_or_default();
        let gap = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if rest.get(gap) != Some(&b'[') {
            return Ok(None);
        }
        self.offset += gap;
        let start = self.offset + 1;
        let mut end = start;
        loop {
            match self.text.get(end) {
                None => return Err(SgfError::Unterminated { offset: self.offset }),
                Some(b']') => break,
                Some(b'\\') => end += 2,
                Some(&byte) => end += if self.encoding.is_lead(byte) { 2 } else { 1 },
            }
        }
        self.offset = end + 1;
        Ok(Some(Value { text: &self.text[start..end], offset: start }))
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.offset).copied()
    }

    fn unexpected(&self, expected: &'static str) -> SgfError {
        // White space at the end may come from an editor, and the text was cut off before it.
        let rest = self.text[self.offset..].trim_ascii_end();
        let sign = String::from_utf8_lossy(&rest[..rest.len().min(4)]).chars().next();
        sign.map_or(SgfError::End { expected }, |found| SgfError::Unexpected {
            offset: self.offset,
            found,
            expected,
        })
    }
}
