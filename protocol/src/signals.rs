//! The handling of SIGINT and SIGTERM: the running command answers, and then the process ends. If
//! the controller has announced that it will interrupt commands with SIGINT, that signal only makes
//! the running command answer.

use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::server::Control;

/// The maximum time that the running command may take to answer after a signal.
const GRACE: Duration = Duration::from_millis(800);

/// Ends the server on the first SIGTERM, or on a SIGINT that is not an interrupt. The process then
/// ends with status 0, as it does after `quit`. On a second signal, or if the answer takes too
/// long, the process ends immediately with status 128 plus the number of the signal.
///
/// # Errors
/// If signals cannot be caught.
pub fn obey(control: Control) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let catcher = move || {
        let is_end = |&signal: &i32| signal != SIGINT || !control.interrupt("SIGINT");
        let Some(signal) = signals.forever().find(is_end) else { return };
        control.shut_down(&format!("signal {signal}"));
        thread::spawn(move || {
            thread::sleep(GRACE);
            process::exit(128 + signal);
        });
        if let Some(signal) = signals.forever().next() {
            process::exit(128 + signal);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(catcher).map(drop)
}
