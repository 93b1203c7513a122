//! Character encodings, insofar as they affect where the values in a record end.
//!
//! Everything that matters in a record is ASCII, so most encodings need no conversion. The two-byte
//! East Asian encodings need care: the second byte of a character may look like `\` or `]`.

use std::borrow::Cow;

/// The way in which non-ASCII bytes are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Byte by byte: UTF-8, Latin and other encodings in which no byte of a non-ASCII character
    /// looks like ASCII.
    SingleBytes,
    /// Shift JIS, which also has single-byte non-ASCII characters.
    ShiftJis,
    /// GBK, Big5 and related encodings.
    TwoBytes,
}

impl Encoding {
    /// Returns the possible encodings of a text, the most likely first. The property `CA` names the
    /// encoding but is often missing. The property is found by searching the bytes, because the
    /// encoding must be known before anything is parsed.
    pub(super) fn candidates(text: &[u8]) -> &'static [Self] {
        if std::str::from_utf8(text).is_ok() {
            return &[Self::SingleBytes];
        }
        let Some(name) = name(text) else { return &[Self::SingleBytes, Self::TwoBytes] };
        let is_one_of = |names: &[&str]| names.iter().any(|known| name.contains(known));
        if is_one_of(&["jis", "932"]) {
            &[Self::ShiftJis]
        } else if is_one_of(&["gb", "big", "936", "950", "949", "johab", "uhc"]) {
            &[Self::TwoBytes]
        } else {
            &[Self::SingleBytes]
        }
    }

    /// Whether `byte` is the first byte of a two-byte character.
    pub(super) fn is_lead(self, byte: u8) -> bool {
        match self {
            Self::SingleBytes => false,
            Self::ShiftJis => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            Self::TwoBytes => matches!(byte, 0x81..=0xfe),
        }
    }
}

/// The encoding that the property `CA` names, in lower case.
pub(super) fn name(text: &[u8]) -> Option<String> {
    let start = text.windows(3).position(|window| window == b"CA[")?;
    let name = text[start + 3..].split(|&byte| byte == b']').next().unwrap_or_default();
    Some(String::from_utf8_lossy(&name[..name.len().min(20)]).to_ascii_lowercase())
}

/// Removes the byte order mark, if any. Text in UTF-16, which must have such a mark, is converted
/// to UTF-8.
pub(super) fn without_mark(text: &[u8]) -> Cow<'_, [u8]> {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let signs = char::decode_utf16(units).map(|sign| sign.unwrap_or('?'));
        Cow::Owned(signs.collect::<String>().into_bytes())
    };
    match text {
        [0xef, 0xbb, 0xbf, rest @ ..] => Cow::Borrowed(rest),
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => Cow::Borrowed(text),
    }
}
