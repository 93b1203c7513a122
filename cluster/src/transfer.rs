//! Sends and receives that nobody waits for. The buffer belongs to the transfer until MPI has done
//! with it, so that a rank that has been stopped holds up no other.
//!
//! MPI takes pointers and goes on using them after the call, so that this file has unsafe code, as
//! no other has.

#![allow(unsafe_code, reason = "MPI goes on using a buffer after the call")]

use std::mem;

use mpi::ffi;
use mpi::raw::AsRaw;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Equivalence, Source};

/// The tag of all messages.
pub(crate) const TAG: i32 = 0;

/// A message that is being sent or received.
pub(crate) struct Transfer {
    bytes: Vec<u8>,
    request: ffi::MPI_Request,
    is_done: bool,
}

impl Transfer {
    /// Starts to send bytes to a rank. Returns `None` if MPI refuses.
    pub(crate) fn send(world: &SimpleCommunicator, to: i32, bytes: Vec<u8>) -> Option<Self> {
        let length = i32::try_from(bytes.len()).ok()?;
        Self::start(bytes, |buffer, request| {
            // SAFETY: `start` keeps the buffer, which has this length, until the request is done.
            unsafe {
                ffi::MPI_Isend(
                    buffer.cast_const().cast(),
                    length,
                    ffi::RSMPI_UINT8_T,
                    to,
                    TAG,
                    world.as_raw(),
                    request,
                )
            }
        })
    }

    /// Starts to receive the next message that has arrived, and returns it with the rank that has
    /// sent it. Returns `None` if there is none, or MPI refuses: that message would be found here
    /// again and again.
    pub(crate) fn receive_next(world: &SimpleCommunicator) -> Option<(i32, Self)> {
        let status = world.any_process().immediate_probe()?;
        let length = status.count(u8::equivalent_datatype()) as usize;
        let from = status.source_rank();
        Some((from, Self::receive(world, from, length)?))
    }

    /// Starts to receive a message with this number of bytes from a rank. Returns `None` if MPI
    /// refuses.
    fn receive(world: &SimpleCommunicator, from: i32, length: usize) -> Option<Self> {
        let count = i32::try_from(length).ok()?;
        Self::start(vec![0; length], |buffer, request| {
            // SAFETY: `start` keeps the buffer, which has this length, until the request is done.
            unsafe {
                ffi::MPI_Irecv(
                    buffer.cast(),
                    count,
                    ffi::RSMPI_UINT8_T,
                    from,
                    TAG,
                    world.as_raw(),
                    request,
                )
            }
        })
    }

    /// Starts a transfer by `call`, which takes a pointer to the bytes and the request to be set.
    /// Nobody else sees the bytes before the request is done.
    fn start(
        mut bytes: Vec<u8>,
        call: impl FnOnce(*mut u8, *mut ffi::MPI_Request) -> i32,
    ) -> Option<Self> {
        // SAFETY: a constant of the library, which is only read.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        let code = call(bytes.as_mut_ptr(), &raw mut request);
        (code == ffi::MPI_SUCCESS as i32).then_some(Self { bytes, request, is_done: false })
    }

    /// Whether MPI has done with the bytes.
    pub(crate) fn is_done(&mut self) -> bool {
        if !self.is_done {
            let mut done = 0;
            // SAFETY: the request is one that MPI has started and not finished, and the status is
            // not wanted.
            let code = unsafe {
                ffi::MPI_Test(&raw mut self.request, &raw mut done, ffi::RSMPI_STATUS_IGNORE)
            };
            self.is_done = code == ffi::MPI_SUCCESS as i32 && done != 0;
        }
        self.is_done
    }

    /// The bytes of a transfer that is done.
    pub(crate) fn take(mut self) -> Vec<u8> {
        debug_assert!(self.is_done, "MPI still uses the bytes");
        if self.is_done { mem::take(&mut self.bytes) } else { Vec::new() }
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        if !self.is_done {
            // MPI may still read or write the bytes, so that they are never freed.
            mem::forget(mem::take(&mut self.bytes));
        }
    }
}
