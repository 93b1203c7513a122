//! The text of a file as UTF-8, the games in it, and their properties as text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::SgfError;
use super::encoding::{self, without_mark};
use super::parser::{MainLine, Node};

/// The text of a file in UTF-8.
///
/// Text that is not UTF-8 is converted from the encoding that its property `CA` names. If `CA` is
/// missing or names no usable encoding, the most likely encoding is used.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = without_mark(bytes);
    match std::str::from_utf8(&bytes) {
        Ok(text) => return text.to_owned(),
        // The text is cut off inside a character.
        Err(error) if error.error_len().is_none() => {
            return String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
        }
        Err(_) => {}
    }
    let named = encoding::name(&bytes)
        .and_then(|name| Encoding::for_label_no_replacement(name.trim().as_bytes()))
        .filter(|encoding| encoding.is_ascii_compatible());
    let encoding = named.unwrap_or_else(|| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&bytes, true);
        detector.guess(None, Utf8Detection::Deny)
    });
    encoding.decode_without_bom_handling(&bytes).0.into_owned()
}

/// The games of a text, one after another. A game that is not closed extends to the end.
pub fn games(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = super::parser::start(rest.as_bytes())?;
        let game = &rest[start..];
        let (game, after) = game.split_at(end(game.as_bytes()));
        rest = after;
        Some(game)
    })
}

/// The length of the game that begins a text.
fn end(text: &[u8]) -> usize {
    let mut depth = 0;
    for (offset, byte) in outside_values(text) {
        match byte {
            b'(' => depth += 1,
            b')' if depth <= 1 => return offset + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The bytes of a text that do not belong to the value of a property, with their offsets.
pub(super) fn outside_values(text: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let (mut is_value, mut is_escaped) = (false, false);
    text.iter().copied().enumerate().filter(move |(_, byte)| {
        let was_value = is_value;
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b'[' => is_value = true,
            b']' => is_value = false,
            _ => {}
        }
        !was_value
    })
}

/// The first values of these properties on the main line of a game, as text on one line.
///
/// # Errors
/// If the text is not a record.
pub fn properties<const N: usize>(
    game: &str,
    names: [&str; N],
) -> Result<[Option<String>; N], SgfError> {
    let line = MainLine::find(game.as_bytes(), encoding::Encoding::SingleBytes)?;
    let mut found = [const { None }; N];
    for property in line.nodes().flat_map(|node| node.properties()) {
        for (name, found) in names.iter().zip(&mut found) {
            if *name == property.name && found.is_none() {
                *found = Some(simple_text(&String::from_utf8_lossy(property.value().text)));
            }
        }
    }
    Ok(found)
}

/// The number of moves on the main line of a game.
///
/// # Errors
/// If the text is not a record.
pub fn move_count(game: &str) -> Result<usize, SgfError> {
    let line = MainLine::find(game.as_bytes(), encoding::Encoding::SingleBytes)?;
    Ok(line.nodes().map(|node| moves(&node)).sum())
}

/// The number of moves in a node.
pub(super) fn moves(node: &Node<'_>) -> usize {
    node.properties().filter(|property| property.mover().is_some()).count()
}

/// A value with its escapes resolved, and line breaks and other control characters as spaces.
fn simple_text(value: &str) -> String {
    let mut text = String::new();
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        match sign {
            // An escaped line break is dropped.
            '\\' => text.extend(signs.next().filter(|sign| !matches!(sign, '\n' | '\r'))),
            sign if sign.is_control() => text.push(' '),
            sign => text.push(sign),
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_old_encodings_become_utf_8() {
        let record = "(;CA[gb2312]PB[古力]C[马]";
        let (bytes, ..) = encoding_rs::GBK.encode(record);
        assert_eq!(decode(&bytes), record);
        let unnamed =
            "(;EV[第三届应氏杯世界职业围棋锦标赛]PB[李世石]PW[古力]C[白棋的这一手是好棋])";
        let (bytes, ..) = encoding_rs::GBK.encode(unnamed);
        assert_eq!(decode(&bytes), unnamed);
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]PB[本因坊秀策])");
        assert!(decode(&bytes).contains("秀策"));
        assert_eq!(decode(b"(;PB[M\xfcller])"), "(;PB[Müller])");
        assert_eq!(decode(b"(;CA[UTF-16]PB[M\xfcller])"), "(;CA[UTF-16]PB[Müller])");
        assert_eq!(decode("\u{feff}(;PB[a])".as_bytes()), "(;PB[a])");
        let [cut @ .., _] = "(;PB[古力];C[马".as_bytes() else { unreachable!() };
        assert_eq!(decode(cut), "(;PB[古力];C[", "cut off inside a character");
    }

    #[test]
    fn a_collection_has_its_games_one_by_one() {
        let text = "mail (;C[(;\\]]B[aa](;W[bb])(;W[cc]))\n(;SZ[9]) (;B[ee";
        let found: Vec<&str> = games(text).collect();
        assert_eq!(found, ["(;C[(;\\]]B[aa](;W[bb])(;W[cc]))", "(;SZ[9])", "(;B[ee"]);
        assert_eq!(games("no game").count(), 0);
    }

    #[test]
    fn properties_are_text_on_one_line() {
        let game = "(;PB[ A \\] b\\\\\nc \\\nd ];B[aa]PB[other]RE[B+R])";
        let [black, white, result] = properties(game, ["PB", "PW", "RE"]).unwrap();
        assert_eq!(black.as_deref(), Some("A ] b\\ c d"));
        assert_eq!(white, None);
        assert_eq!(result.as_deref(), Some("B+R"));
    }
}
