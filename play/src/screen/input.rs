//! Waits for what is typed.

use std::io;
use std::time::Duration;

/// What a wait has found.
pub(super) enum Input {
    /// Something may have been typed.
    Keys,
    /// Nothing has been typed.
    Nothing,
    /// The terminal has gone, as when its window is closed.
    Gone,
}

/// Waits for input of the terminal. The library that reads it would read the end of a terminal
/// that has gone again and again.
///
/// # Errors
/// If the system cannot wait.
#[cfg(unix)]
pub(super) fn wait(longest: Duration) -> io::Result<Input> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    let longest = Timespec::try_from(longest).map_err(io::Error::other)?;
    match poll(&mut terminal, Some(&longest)) {
        // Signals come when the window gets another size, and when the program shall end.
        Ok(0) | Err(Errno::INTR) => return Ok(Input::Nothing),
        Ok(_) => {}
        Err(error) => return Err(error.into()),
    }
    let [terminal] = terminal;
    let is_gone = terminal.revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
    Ok(if is_gone { Input::Gone } else { Input::Keys })
}

/// Waits for input of the terminal.
///
/// # Errors
/// If the system cannot wait.
#[cfg(not(unix))]
pub(super) fn wait(longest: Duration) -> io::Result<Input> {
    Ok(if ratatui::crossterm::event::poll(longest)? { Input::Keys } else { Input::Nothing })
}
