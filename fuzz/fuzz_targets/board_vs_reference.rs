//! Interprets bytes as a game that is played on the reference board and the engine's boards in
//! parallel.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tests::fuzzing::board_vs_reference(bytes));
