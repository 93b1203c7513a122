//! Runs the program `mengxi` as a process and talks to it through pipes.
//!
//! Nothing here waits for ever: output that does not arrive in time fails the test, and the message
//! shows everything that the program has written to standard error.

use std::env;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum time that tests wait for a response.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The maximum time that the program may take to end, or to end a search. It should take less than
/// a second; the rest allows for other load on the machine.
pub const END: Duration = Duration::from_secs(3);

/// The options with which Cargo builds all that needs MPI, too.
const WITH_MPI: &[&str] = &["--features", "mengxi-cluster/mpi,mengxi-tests/mpi"];

/// The path to the program, which is first built with the profile of the running test. This is
/// necessary because Cargo does not provide a test binary of one package with the program of
/// another package.
///
/// The build command selects the whole workspace and a test in the program's own package. The
/// program's dependencies then have the same features as under `cargo test --workspace`, so if that
/// command started the running test, nothing is left to build.
///
/// # Panics
/// If the program cannot be built.
pub fn path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| build().unwrap_or_else(|problem| panic!("no program to test: {problem}")))
}

fn build() -> Result<PathBuf, String> {
    let test = env::current_exe().map_err(|error| error.to_string())?;
    // TARGET/PROFILE/deps/TEST
    let folder = test.ancestors().nth(2).ok_or("the test is in no target folder")?;
    let profile = match folder.file_name().and_then(OsStr::to_str) {
        Some("debug") => "test",
        Some(other) => other,
        None => return Err("the target folder has no profile".to_string()),
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--quiet", "--no-run", "--workspace", "--test", "process"])
        .args(["--profile", profile])
        .args(if cfg!(feature = "mpi") { WITH_MPI } else { &[] })
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    let program = folder.join(format!("mengxi{}", env::consts::EXE_SUFFIX));
    if status.success() && program.exists() {
        Ok(program)
    } else {
        Err(format!("cargo test --no-run: {status}, {} expected", program.display()))
    }
}

/// A running program, which is killed when dropped.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    buffer: Vec<u8>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Closed once standard error has been read to its end.
    unread_errors: Receiver<()>,
}

impl Program {
    /// Starts the program with these options, separated by spaces.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(options: &str) -> Self {
        Self::start_in(options, Path::new(env!("CARGO_MANIFEST_DIR")))
    }

    /// Starts the program in a folder.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start_in(options: &str, folder: &Path) -> Self {
        Self::start_with(options.split_whitespace(), folder)
    }

    /// Starts the program with these words as its options, in a folder.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start_with(words: impl IntoIterator<Item = impl AsRef<OsStr>>, folder: &Path) -> Self {
        let mut child = Command::new(path())
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, output) = channel();
        let mut stdout = child.stdout.take().expect("piped");
        thread::spawn(move || {
            let mut chunk = [0; 1 << 16];
            while let Ok(count @ 1..) = stdout.read(&mut chunk) {
                if sender.send(chunk[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (mut stderr, collected) = (child.stderr.take().expect("piped"), Arc::clone(&errors));
        let (reading, unread_errors) = channel();
        thread::spawn(move || {
            let _open: Sender<()> = reading;
            let mut chunk = [0; 1 << 12];
            while let Ok(count @ 1..) = stderr.read(&mut chunk) {
                let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
                collected.extend_from_slice(&chunk[..count]);
            }
        });
        let input = child.stdin.take();
        Self { child, input, output, buffer: Vec::new(), errors, unread_errors }
    }

    /// The process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Everything that the program has written to standard error.
    pub fn errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&errors).into_owned()
    }

    /// Whether the program has written this to standard error, or does so in time.
    pub fn complains_within(&self, text: &str, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while !self.errors().contains(text) {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// Writes bytes to the program's input.
    ///
    /// # Panics
    /// If the program no longer reads its input.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        let sent = input.write_all(bytes.as_ref()).and_then(|()| input.flush());
        if let Err(error) = sent {
            panic!("the program does not listen: {error}; {}", self.errors());
        }
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next response, including its empty line, if it arrives in time.
    pub fn response_within(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let rest = self.buffer.split_off(end + 2);
                let response = std::mem::replace(&mut self.buffer, rest);
                return Some(String::from_utf8_lossy(&response).into_owned());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(chunk) => self.buffer.extend(chunk),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// The next line, without its end, if it arrives in time.
    pub fn line_within(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let rest = self.buffer.split_off(end + 1);
                let line = std::mem::replace(&mut self.buffer, rest);
                return Some(String::from_utf8_lossy(&line).trim_end().to_string());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(chunk) => self.buffer.extend(chunk),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// The next response, including its empty line.
    ///
    /// # Panics
    /// If no response arrives in time.
    pub fn response(&mut self) -> String {
        self.response_within(PATIENCE).unwrap_or_else(|| {
            let unfinished = String::from_utf8_lossy(&self.buffer).into_owned();
            panic!("no response but {unfinished:?}; {}", self.errors())
        })
    }

    /// Sends a line and returns the response, including its empty line.
    ///
    /// # Panics
    /// If no response arrives in time.
    pub fn respond(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.response()
    }

    /// Sends a line that must succeed and returns the body of its response.
    ///
    /// # Panics
    /// If the command fails.
    pub fn ask(&mut self, line: &str) -> String {
        let response = self.respond(line);
        match response.strip_prefix("= ") {
            Some(body) => body.trim_end_matches('\n').to_string(),
            None => panic!("'{line}' was answered {response:?}; {}", self.errors()),
        }
    }

    /// Everything else that the program writes within the given time.
    pub fn rest_within(&mut self, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        let left = || deadline.saturating_duration_since(Instant::now());
        while let Ok(chunk) = self.output.recv_timeout(left()) {
            self.buffer.extend(chunk);
        }
        String::from_utf8_lossy(&std::mem::take(&mut self.buffer)).into_owned()
    }

    /// The exit status of the program, if it ends in time.
    pub fn end_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let status = end_within(&mut self.child, patience)?;
        // What it has written last may not have been read yet.
        let _ = self.unread_errors.recv_timeout(PATIENCE);
        Some(status)
    }

    /// Waits until the program has ended, and returns everything that it has written to standard
    /// error.
    ///
    /// # Panics
    /// If the program does not end in time, or its exit status is not that of success.
    pub fn finish(&mut self) -> String {
        let status = self.end_within(PATIENCE);
        let errors = self.errors();
        assert!(status.is_some_and(|status| status.success()), "{status:?}: {errors}");
        errors
    }

    /// Ends the program by the command `quit`, and returns everything that it has written to
    /// standard error.
    ///
    /// # Panics
    /// As for [`finish`](Self::finish).
    pub fn quit(mut self) -> String {
        self.send("quit\n");
        self.finish()
    }

    /// The stones, the moves and the komi as shown by the program. A failed command must not change
    /// them.
    ///
    /// # Panics
    /// If the program does not show them.
    pub fn state(&mut self) -> String {
        ["showboard", "printsgf"].map(|command| self.ask(command)).join("\n")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both calls may fail if the process has already ended. This does no harm.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The exit status of a process, if it ends in time.
pub fn end_within(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            _ => return None,
        }
    }
}

/// Checks that the program ends with an error that names this problem when it gets these options.
///
/// # Panics
/// If it does not.
#[track_caller]
pub fn assert_refused(options: &str, problem: &str) {
    let mut program = Program::start(options);
    let status = program.end_within(PATIENCE).expect("the program ends");
    assert!(!status.success(), "{options}");
    assert!(program.errors().contains(problem), "{options}: {}", program.errors());
}

/// Reads points such as `A1`, separated by blanks.
///
/// # Panics
/// If a word is not a point.
pub fn points(text: &str) -> Vec<engine::vocabulary::Vertex> {
    let read = |word: &str| word.parse().unwrap_or_else(|error| panic!("{error} in {text:?}"));
    text.split_whitespace().map(read).collect()
}
