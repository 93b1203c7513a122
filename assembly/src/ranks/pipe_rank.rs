//! A helper at standard input and output, and the threads that read and write frames there.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;

use super::frame::{Frame, MOST_WAITING};
use super::helper::{Carrier, HelperSettings, Incoming, help};
use super::outbox::Outbox;

/// The time after which a thread that waits for a frame looks whether its box has been closed.
const LOOK: Duration = Duration::from_secs(1);

/// Frames that a thread reads.
pub struct Input {
    frames: Receiver<Frame>,
    error: Arc<Mutex<Option<String>>>,
}

impl Input {
    /// Starts to read frames. Whatever is not a frame ends them, with an [error](Self::error).
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn of(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, frames) = sync_channel(MOST_WAITING);
        let problem = Arc::new(Mutex::new(None));
        let error = Arc::clone(&problem);
        let read = move || {
            loop {
                match Frame::read(&mut input) {
                    Ok(Some(frame)) => {
                        if sender.send(frame).is_err() {
                            return;
                        }
                    }
                    Ok(None) => return,
                    Err(error) => {
                        *problem.lock() = Some(error.to_string());
                        return;
                    }
                }
            }
        };
        thread::Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(Self { frames, error })
    }

    /// The error that ended the input, or `None` if there has been none: the input has not ended,
    /// or it ended between two frames.
    pub fn error(&self) -> Option<String> {
        self.error.lock().clone()
    }

    /// Waits for what is read next, but no longer than this time.
    pub(super) fn wait(&self, time: Duration) -> Incoming {
        match self.frames.recv_timeout(time) {
            Ok(frame) => Incoming::Frame(frame),
            Err(RecvTimeoutError::Timeout) => Incoming::Nothing,
            Err(RecvTimeoutError::Disconnected) => Incoming::End,
        }
    }

    /// What has been read.
    pub fn receive(&self) -> Incoming {
        match self.frames.try_recv() {
            Ok(frame) => Incoming::Frame(frame),
            Err(TryRecvError::Empty) => Incoming::Nothing,
            Err(TryRecvError::Disconnected) => Incoming::End,
        }
    }
}

/// Starts a thread that writes what is put into a box, until the box is closed or nobody reads any
/// more.
///
/// # Errors
/// If the system starts no thread.
pub fn write_frames(
    outbox: Arc<Outbox>,
    mut output: impl Write + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let write = move || {
        while !outbox.is_closed() {
            let Some(frame) = outbox.wait(LOOK) else { continue };
            if output.write_all(&frame.write()).and_then(|()| output.flush()).is_err() {
                return outbox.close();
            }
        }
    };
    thread::Builder::new().name("output".to_owned()).spawn(write)
}

/// A leader at the other end of two pipes, and no other helpers.
struct Pipes {
    input: Input,
    outbox: Arc<Outbox>,
}

impl Carrier for Pipes {
    fn receive(&mut self) -> Incoming {
        self.input.receive()
    }

    fn send(&mut self, frame: Frame) {
        self.outbox.put(frame);
    }
}

/// Helps the leader at standard input and output, as the only helper, until the input ends.
///
/// # Errors
/// If the system starts no thread, the search fails, or the input is damaged.
pub fn help_through_pipes(threads: usize, memory: usize) -> io::Result<()> {
    let outbox = Arc::new(Outbox::default());
    write_frames(Arc::clone(&outbox), io::stdout())?;
    let mut pipes = Pipes { input: Input::of(io::stdin())?, outbox };
    help(&mut pipes, HelperSettings { rank: 1, ranks: 2, threads, memory })?;
    pipes.input.error().map_or(Ok(()), |error| Err(io::Error::other(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_frame_ends_the_input_with_an_error() {
        let patience = Duration::from_secs(10);
        let input = Input::of(Frame::news(1, b"a").write().leak() as &[u8]).unwrap();
        assert!(matches!(input.wait(patience), Incoming::Frame(_)));
        assert!(matches!(input.wait(patience), Incoming::End) && input.error().is_none());
        let input = Input::of(&b"starting the ranks\n"[..]).unwrap();
        assert!(matches!(input.wait(patience), Incoming::End));
        assert!(input.error().unwrap().contains("length"));
    }
}
