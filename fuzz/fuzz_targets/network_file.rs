//! Interprets bytes as the file of a network.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tests::fuzzing::network_file(bytes));
