//! The child process that runs the helpers: start and end.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a child has to end after it has been asked to.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two looks at a child that is to end.
const LOOK: Duration = Duration::from_millis(20);

/// A child in a process group of its own, which ends with this.
#[derive(Debug)]
pub(super) struct Process(Child);

/// The three pipes to a child.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    pub(super) errors: ChildStderr,
}

impl Process {
    /// Starts a command.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(words: &[String]) -> io::Result<(Self, Pipes)> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("an empty command"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // An interrupt at the terminal is meant for this program, which ends the child itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start {program}: {error}"))
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self(child);
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("a child without pipes"));
        };
        Ok((process, Pipes { input, output, errors }))
    }

    /// How the child has ended, if it has.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }

    /// Sends a signal to the whole group.
    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(group) = rustix::process::Pid::from_raw(self.0.id() as i32) {
            rustix::process::kill_process_group(group, signal).ok();
        }
    }

    /// Asks the child to end, which a child that has been stopped does only if it goes on.
    #[cfg(unix)]
    fn ask_to_end(&self) {
        self.signal(rustix::process::Signal::TERM);
        self.signal(rustix::process::Signal::CONT);
    }

    #[cfg(not(unix))]
    fn ask_to_end(&self) {}

    #[cfg(unix)]
    fn kill(&mut self) {
        self.signal(rustix::process::Signal::KILL);
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        self.0.kill().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.end().is_none() {
            self.ask_to_end();
            let end = Instant::now() + GRACE;
            while self.end().is_none() && Instant::now() < end {
                thread::sleep(LOOK);
            }
        }
        // What is left of the group, even after the child itself has ended.
        self.kill();
        self.0.wait().ok();
    }
}
