//! The log, which is written to standard error through the protocol's own writer.

use std::io::Write;
use std::panic;

use log::LevelFilter;
use protocol::diagnostics;

/// Starts logging panics, and messages at levels up to `level`, to standard error.
pub fn start(level: LevelFilter) {
    diagnostics::start();
    let started = env_logger::Builder::new()
        .target(env_logger::Target::Pipe(Box::new(diagnostics::LogLines)))
        .filter_level(level)
        .format(|out, record| {
            let message = record.args().to_string().replace('\n', "\n    ");
            let time = out.timestamp_seconds();
            writeln!(out, "[{time} {} {}] {message}", record.level(), record.target())
        })
        .try_init();
    if started.is_ok() {
        panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    }
}
