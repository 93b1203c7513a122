//! Bytes to the nodes of the main line.
//!
//! In SGF the main line of a game is everything up to the first closing parenthesis: what is
//! opened before is the first variation of a first variation. So one pass without recursion reads
//! it, and what follows is not looked at.

use super::SgfError;
use super::encoding::Encoding;

/// A value as it stands in the text, without its brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    pub(super) text: &'a [u8],
    /// Where it begins.
    pub(super) offset: usize,
}

/// A property: its name as FF\[4\] has it, and at least one value.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    pub(super) name: String,
    pub(super) values: Vec<Value<'a>>,
}

/// The properties of one node, in the order of the text.
pub(super) type Node<'a> = Vec<Property<'a>>;

/// Reads the nodes of the main line of the first game in the text. What stands before the game is
/// skipped; parentheses that the end of the text leaves open count as closed.
pub(super) fn main_line(text: &[u8], encoding: Encoding) -> Result<Vec<Node<'_>>, SgfError> {
    let start = start(text).ok_or(SgfError::NoGame)?;
    Parser { text, offset: start, encoding }.nodes()
}

/// The offset of the first `(` with a `;` behind it, spaces aside.
fn start(text: &[u8]) -> Option<usize> {
    let begins_a_game = |&offset: &usize| {
        let mut behind = text[offset + 1..].iter().skip_while(|byte| byte.is_ascii_whitespace());
        text[offset] == b'(' && behind.next() == Some(&b';')
    };
    (0..text.len()).find(begins_a_game)
}

struct Parser<'a> {
    text: &'a [u8],
    offset: usize,
    encoding: Encoding,
}

impl<'a> Parser<'a> {
    fn nodes(mut self) -> Result<Vec<Node<'a>>, SgfError> {
        let mut nodes = Vec::new();
        // A variation that is opened and closed without a node is no end of the main line.
        let mut is_empty_variation = true;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => is_empty_variation = true,
                b')' if is_empty_variation => {}
                b')' => break,
                b';' => {
                    nodes.push(Node::new());
                    is_empty_variation = false;
                }
                _ if byte.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    let node = nodes.last_mut().ok_or(SgfError::NoGame)?;
                    node.push(property);
                    continue;
                }
                // Left over where a comment has brackets that are not escaped.
                b']' => {}
                _ if byte.is_ascii_whitespace() || byte == 0 => {}
                _ => return Err(self.unexpected("a property, ';', '(' or ')'")),
            }
            self.offset += 1;
        }
        Ok(nodes)
    }

    fn property(&mut self) -> Result<Property<'a>, SgfError> {
        let name = self.name();
        let mut values = Vec::new();
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.offset += 1;
            }
            match self.peek() {
                Some(b'[') => values.push(self.value()?),
                _ if values.is_empty() => return Err(self.unexpected("'[' after a property name")),
                _ => return Ok(Property { name, values }),
            }
        }
    }

    /// The name of a property. Files before FF\[4\] write it out, with the letters that count in
    /// capitals; some programs write small letters only.
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

    /// The value whose opening bracket comes next.
    fn value(&mut self) -> Result<Value<'a>, SgfError> {
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
        Ok(Value { text: &self.text[start..end], offset: start })
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.offset).copied()
    }

    fn unexpected(&self, expected: &'static str) -> SgfError {
        let rest = &self.text[self.offset..];
        let sign = String::from_utf8_lossy(&rest[..rest.len().min(4)]).chars().next();
        sign.map_or(SgfError::End { expected }, |found| SgfError::Unexpected {
            offset: self.offset,
            found,
            expected,
        })
    }
}
