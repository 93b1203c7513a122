//! Interprets bytes as a game record.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tests::fuzzing::sgf(bytes));
