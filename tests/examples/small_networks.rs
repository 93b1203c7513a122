//! Writes the small networks of `tests/src/networks.rs` to files in KataGo's format, and smaller
//! ones for the fuzzer:
//!
//! `cargo run --release -p mengxi-tests --example small_networks -- FOLDER`

use std::env;
use std::error::Error;
use std::path::Path;

use tests::katago_files::{bytes, compressed};
use tests::networks::{KINDS, random, tiny};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("expected a folder")?;
    for kind in KINDS {
        let path = |extension: &str| Path::new(&folder).join(format!("{kind}.{extension}"));
        std::fs::write(path("bin.gz"), compressed(&random(kind, 1)))?;
        std::fs::write(path("tiny.bin"), bytes(&tiny(kind, 1)))?;
    }
    Ok(())
}
