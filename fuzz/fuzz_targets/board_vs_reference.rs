//! Interprets bytes as a game on the reference board and on the engine's boards at the same time.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tests::fuzzing::board_vs_reference(bytes));
