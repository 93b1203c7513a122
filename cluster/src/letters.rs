//! The jobs of a long task and their results, between the ranks that MPI has started.

use std::collections::VecDeque;

use lab::hands::ranks::Carrier;
use mpi::topology::SimpleCommunicator;

use crate::transfer::Transfer;

/// Carries the messages of one rank. None is lost and none overtakes another, as MPI promises for
/// two ranks, and they are taken in the order in which they began to arrive.
pub(crate) struct Letters {
    world: SimpleCommunicator,
    sending: Vec<Transfer>,
    arriving: VecDeque<(i32, Transfer)>,
}

impl Letters {
    pub(crate) fn new(world: SimpleCommunicator) -> Self {
        Self { world, sending: Vec::new(), arriving: VecDeque::new() }
    }
}

impl Carrier for Letters {
    fn send(&mut self, rank: usize, message: Vec<u8>) {
        self.sending.retain_mut(|transfer| !transfer.is_done());
        let length = message.len();
        match Transfer::send(&self.world, rank as i32, message) {
            Some(transfer) => self.sending.push(transfer),
            None => log::error!("MPI refuses a message of {length} bytes to rank {rank}"),
        }
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        while let Some(arriving) = Transfer::receive_next(&self.world) {
            self.arriving.push_back(arriving);
        }
        if !self.arriving.front_mut()?.1.is_done() {
            return None;
        }
        let (from, transfer) = self.arriving.pop_front()?;
        Some((from as usize, transfer.take()))
    }
}
