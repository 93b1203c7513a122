//! The log, which is written to standard error through the protocol's own writer, and the log of a
//! conversation.

use std::io::{self, Write};
use std::panic;

use assembly::options::Options;
use log::LevelFilter;
use protocol::{ConversationLog, diagnostics};

/// Opens the log of a conversation, if one is asked for.
///
/// # Errors
/// If the log cannot be written.
pub fn conversation_log(options: &Options) -> io::Result<Option<ConversationLog>> {
    let Some(path) = &options.gtp_log else { return Ok(None) };
    ConversationLog::open(path).map(Some).map_err(|error| {
        let problem = format!("--gtp-log: cannot write {}: {error}", path.display());
        io::Error::new(error.kind(), problem)
    })
}

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
