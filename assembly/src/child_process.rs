//! Starts and ends child processes that this process talks to through pipes.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a child has to end after it has been asked to.
const GRACE: Duration = Duration::from_secs(1);
/// The time between two looks at a child that is to end.
const LOOK: Duration = Duration::from_millis(20);

/// A child in a process group of its own. Dropping this ends the whole group, or only the child
/// where there are no such groups.
#[derive(Debug)]
pub struct ChildProcess {
    child: Child,
    /// How the child has ended, if that is known.
    ended: Option<ExitStatus>,
    /// Whether the ID of the process group still belongs to the child. Once the child has been
    /// waited for, the system may give the ID to another process.
    owns_group: bool,
}

/// The pipes to a child.
#[derive(Debug)]
pub struct Pipes {
    /// To its standard input.
    pub input: ChildStdin,
    /// From its standard output.
    pub output: ChildStdout,
    /// From its standard error, if that is a pipe.
    pub errors: Option<ChildStderr>,
}

impl ChildProcess {
    /// Starts a command, a program and its arguments. `errors` is where its standard error goes.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(words: &[String], errors: Stdio) -> io::Result<(Self, Pipes)> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("an empty command"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        // An interrupt at the terminal is meant for this program, which ends the child itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start {program}: {error}"))
        })?;
        let (pipes, errors) = ((child.stdin.take(), child.stdout.take()), child.stderr.take());
        let process = Self { child, ended: None, owns_group: true };
        let (Some(input), Some(output)) = pipes else {
            return Err(io::Error::other("a child without pipes"));
        };
        Ok((process, Pipes { input, output, errors }))
    }

    /// Returns how the child has ended, or `None` if it is still running or this is not known. If
    /// the child is found to have ended, the rest of its group is killed.
    pub fn end(&mut self) -> Option<ExitStatus> {
        if self.owns_group {
            match self.has_ended() {
                Ok(false) => {}
                Ok(true) => {
                    // The system keeps the number until the child is waited for.
                    self.kill();
                    self.owns_group = false;
                    self.ended = self.child.wait().ok();
                }
                // The system has waited for the child itself, as it does where SIGCHLD is ignored.
                Err(_) => self.owns_group = false,
            }
        }
        self.ended
    }

    /// Whether the child has ended. It can still be waited for.
    #[cfg(unix)]
    fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?.is_some())
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Waits for the child to end, but no longer than `time`. Returns whether it has ended.
    pub fn wait(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while self.end().is_none() {
            if Instant::now() >= end {
                return false;
            }
            thread::sleep(LOOK);
        }
        true
    }

    /// Sends a signal to the whole group.
    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        if self.owns_group {
            let group = rustix::process::Pid::from_child(&self.child);
            rustix::process::kill_process_group(group, signal).ok();
        }
    }

    /// Asks all processes of the group to end, and resumes those that are stopped, because a
    /// stopped process does not react to the request.
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
        self.child.kill().ok();
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        if self.end().is_none() {
            self.ask_to_end();
            if !self.wait(GRACE) {
                self.kill();
                self.child.wait().ok();
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_child_that_does_not_end_by_itself_ends_with_its_own_children() {
        let script = "trap '' TERM; sleep 60 & echo; sleep 60";
        let words = ["sh", "-c", script].map(str::to_owned);
        let (process, Pipes { mut output, errors, .. }) =
            ChildProcess::start(&words, Stdio::inherit()).unwrap();
        assert!(errors.is_none(), "they go to the standard error of this program");
        output.read_exact(&mut [0]).unwrap();
        let since = Instant::now();
        drop(process);
        // The output ends only when nobody is left who could write to it.
        output.read_to_end(&mut Vec::new()).unwrap();
        let took = since.elapsed();
        assert!(took >= GRACE && took < Duration::from_secs(30), "{took:?}");
    }

    #[test]
    fn children_of_a_child_that_has_ended_end_too() {
        let words = ["sh", "-c", "sleep 60 & exit 3"].map(str::to_owned);
        let (mut process, Pipes { mut output, .. }) =
            ChildProcess::start(&words, Stdio::inherit()).unwrap();
        assert!(process.wait(Duration::from_secs(30)));
        output.read_to_end(&mut Vec::new()).unwrap();
        assert_eq!(process.end().and_then(|status| status.code()), Some(3));
    }

    #[test]
    fn a_program_that_cannot_be_started_is_named() {
        let error = ChildProcess::start(&["/no/such".to_owned()], Stdio::null()).unwrap_err();
        assert!(error.to_string().starts_with("cannot start /no/such: "), "{error}");
        ChildProcess::start(&[], Stdio::null()).unwrap_err();
    }
}
