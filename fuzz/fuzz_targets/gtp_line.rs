//! Interprets bytes as the input to a GTP conversation.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tests::fuzzing::gtp_line(bytes));
