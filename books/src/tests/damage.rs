//! Files that are no books, cut off, changed by chance, or made on purpose.

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::crosses::Crosses;
use super::{empty, grow, plan};
use crate::{Book, BookFileError, Choice, Position, Value};

/// Where the content begins, after the name and the checksum.
const BODY: usize = "mengxi book 1\n".len() + 8;

fn book() -> Book {
    let mut book = empty();
    grow::<Crosses>(&mut book, Vec::new(), plan(Some(30)), 1);
    book.subject.komi = "7.5".to_owned();
    book
}

/// The same file with a checksum that fits.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = xxh3_64(&bytes[BODY..]).to_le_bytes();
    bytes[BODY - 8..BODY].copy_from_slice(&checksum);
    bytes
}

#[test]
fn a_book_is_read_back_as_it_was() {
    let book = book();
    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    assert_eq!(Book::from_bytes(&empty().to_bytes()), Ok(empty()));
}

#[test]
fn other_files_are_told_apart() {
    let problem = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
    assert!(problem(b"").contains("expected a book"));
    assert!(problem(b"(;GM[1]\n)").contains("got '(;GM[1]'"));
    assert!(
        problem(b"mengxi book 2\nxxxxxxxx").contains("expected version 1 of the format, got '2'")
    );
    assert!(problem(b"mengxi book 1\nxxx").contains("at byte 14: expected a checksum"));
    let empty = signed(b"mengxi book 1\nchecksum".to_vec());
    assert!(problem(&empty).contains("at byte 22: expected the length"));
}

#[test]
fn every_cut_and_every_changed_byte_is_noticed() {
    let bytes = book().to_bytes();
    for length in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length}");
        if length > BODY {
            let cut = Book::from_bytes(&signed(bytes[..length].to_vec()));
            assert!(matches!(cut, Err(BookFileError::Content { .. })), "{length}: {cut:?}");
        }
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Book::from_bytes(&changed).is_err(), "{at}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(Book::from_bytes(&signed(longer)).unwrap_err().to_string().contains("the end"));
}

#[test]
fn circles_and_repeated_keys_and_moves_are_refused() {
    let position = |key, nexts: &[usize]| {
        let choice = |(code, &next): (usize, &usize)| Choice {
            next: Some(next),
            ..Choice::new(code as u16, Value::default(), 1)
        };
        Position {
            key,
            choices: nexts.iter().enumerate().map(choice).collect(),
            ..Position::default()
        }
    };
    let read = |positions: Vec<Position>| {
        let mut book = empty();
        for position in positions {
            book.insert(position);
        }
        Book::from_bytes(&book.to_bytes())
    };
    assert!(read(vec![position(1, &[1, 2]), position(2, &[2]), position(3, &[])]).is_ok());
    let circle = read(vec![position(1, &[1]), position(2, &[2]), position(3, &[0])]);
    assert_eq!(circle, Err(BookFileError::Circle));
    assert_eq!(read(vec![position(1, &[0])]), Err(BookFileError::Circle));
    assert!(matches!(read(vec![position(1, &[5])]), Err(BookFileError::Content { .. })));
    let mut twice = empty();
    twice.insert(position(0x0101_0101_0101_0101, &[]));
    twice.insert(position(0x0201_0101_0101_0101, &[]));
    let mut bytes = twice.to_bytes();
    let last = bytes.iter().rposition(|&byte| byte == 2).unwrap();
    bytes[last] = 1;
    let error = Book::from_bytes(&signed(bytes));
    assert_eq!(error, Err(BookFileError::Repeated(0x0101_0101_0101_0101)));
}

proptest! {
    #[test]
    fn hostile_files_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in 0_usize..40,
    ) {
        let mut bytes = book().to_bytes();
        bytes.truncate(bytes.len() - cut);
        for (at, byte) in changes {
            let at = BODY + at.index(bytes.len() - BODY);
            bytes[at] = byte;
        }
        if let Ok(book) = Book::from_bytes(&signed(bytes)) {
            prop_assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }

    #[test]
    fn noise_is_refused_or_read(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [b"mengxi book 1\nchecksum", &noise[..]].concat();
        if let Ok(book) = Book::from_bytes(&signed(bytes)) {
            prop_assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
        }
    }
}
