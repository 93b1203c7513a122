//! Compresses the built-in tables of features, which are kept as text so that they can be read and
//! compared, to a fifth of their length.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Each is written to the folder of the build, under the same name.
const TABLES: [&str; 3] = ["moves-9x9.txt", "moves-13x13.txt", "moves-19x19.txt"];

fn main() -> io::Result<()> {
    let out = std::env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    for name in TABLES {
        let source = Path::new("data").join(name);
        println!("cargo::rerun-if-changed={}", source.display());
        let file = File::create(Path::new(&out).join(name))?;
        let mut encoder = DeflateEncoder::new(file, Compression::best());
        let text = fs::read(&source).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", source.display()))
        })?;
        encoder.write_all(&text)?;
        encoder.finish()?;
    }
    Ok(())
}
