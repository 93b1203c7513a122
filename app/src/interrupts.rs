//! Handles SIGINT and SIGTERM during long tasks: `book`, `fit`, `label`, `match`, `review` and
//! `tune`. The first signal ends the running games or searches, and the task reports or keeps the
//! results obtained so far. A second signal ends the process immediately. In the task `analysis`,
//! the first one does.

use std::io;
use std::process::ExitCode;

use lab::interruption::Interruption;

/// Runs a task that signals can interrupt. Returns the exit status, which indicates success or,
/// after an interruption, is 128 plus the signal number (130 for SIGINT).
///
/// # Errors
/// If signals cannot be caught, or if the task fails.
pub fn interruptibly(task: impl FnOnce(&Interruption) -> io::Result<()>) -> io::Result<ExitCode> {
    let interruption = Interruption::default();
    #[cfg(unix)]
    let status = unix::catch(&interruption)?;
    task(&interruption)?;
    #[cfg(unix)]
    if interruption.is_raised() {
        return Ok(ExitCode::from(status.load(std::sync::atomic::Ordering::Relaxed)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Lets signals end the process immediately, even if the process that has started this one had them
/// ignored, as a shell without job control does for programs in the background.
///
/// # Errors
/// If signals cannot be caught.
pub fn end_at_once() -> io::Result<()> {
    #[cfg(unix)]
    unix::end_at_once()?;
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::process;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
    use std::thread;

    use lab::interruption::Interruption;
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    /// Gives signals their default effect.
    pub(super) fn end_at_once() -> io::Result<()> {
        let always = Arc::new(AtomicBool::new(true));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::clone(&always))?;
        }
        Ok(())
    }

    /// Raises the interruption on the first signal. Returns the exit status, which is set before
    /// the interruption is raised.
    pub(super) fn catch(interruption: &Interruption) -> io::Result<Arc<AtomicU8>> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let status = Arc::new(AtomicU8::default());
        let (interruption, caught) = (interruption.clone(), Arc::clone(&status));
        let catcher = move || {
            for signal in signals.forever() {
                if interruption.is_raised() {
                    process::exit(128 + signal);
                }
                caught.store(u8::try_from(128 + signal).unwrap_or(1), Ordering::Relaxed);
                interruption.raise();
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(catcher)?;
        Ok(status)
    }
}
