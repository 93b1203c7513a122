//! Carries frames between the ranks of an MPI job and the leader. Each rank of the job sends its
//! news to all others. Rank 0 also connects them to the leader, which is at the other end of its
//! standard input and output: it passes orders and news from the leader to all ranks, and tidings
//! and news from all ranks to the leader.
//!
//! Nothing here waits, because Open MPI would spin while waiting, and a rank that has been
//! suspended would hold up all others. If a rank does not receive its frames, the last order for it
//! is kept, and everything else is dropped.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use assembly::ranks::{
    Carrier, Frame, Incoming, Input, Kind, MOST_BYTES, Outbox, PAUSE, write_frames,
};
use mpi::topology::SimpleCommunicator;
use mpi::traits::Communicator;

use crate::transfer::Transfer;

/// The largest number of frames that are on their way to one rank.
const MOST_UNDER_WAY: usize = 16;
/// The same for news, so that the others need not wait for it on a slow line.
const MOST_NEWS_UNDER_WAY: usize = 8;
/// After so long without a word from rank 0, it is taken to be gone, and the others end.
const PATIENCE: Duration = Duration::from_secs(6);
/// The time that the end may wait for what is on its way.
const LAST_MESSAGES: Duration = Duration::from_millis(500);
/// A message without a byte says that all is over.
const OVER: Vec<u8> = Vec::new();

/// What is on its way to another rank.
#[derive(Default)]
struct Peer {
    under_way: Vec<Transfer>,
    /// The last order, if it could not be sent so far.
    order: Option<Vec<u8>>,
}

/// The leader, as rank 0 sees it.
struct Leader {
    input: Input,
    outbox: Arc<Outbox>,
}

/// Carries the frames of one rank by MPI.
pub(crate) struct MpiCarrier {
    world: SimpleCommunicator,
    peers: Vec<Peer>,
    leader: Option<Leader>,
    arriving: VecDeque<Transfer>,
    /// When rank 0 was last heard of.
    heard: Instant,
}

impl MpiCarrier {
    /// Begins to carry frames.
    ///
    /// # Errors
    /// If the system starts no thread for the pipes to the leader.
    pub(crate) fn new(world: SimpleCommunicator) -> io::Result<Self> {
        let leader = if world.rank() == 0 {
            let outbox = Arc::new(Outbox::default());
            write_frames(Arc::clone(&outbox), io::stdout())?;
            Some(Leader { input: Input::of(io::stdin())?, outbox })
        } else {
            None
        };
        let peers = (0..world.size()).map(|_| Peer::default()).collect();
        Ok(Self { world, peers, leader, arriving: VecDeque::new(), heard: Instant::now() })
    }

    /// The numbers of all other ranks.
    fn others(&self) -> impl Iterator<Item = i32> + use<> {
        let own = self.world.rank();
        (0..self.world.size()).filter(move |&rank| rank != own)
    }

    /// Starts to send a frame to a rank. If too many frames are already on their way there, an
    /// order is kept for later, and any other frame is dropped.
    fn send_to(&mut self, to: i32, frame: &Frame) {
        let world = &self.world;
        let Some(peer) = self.peers.get_mut(to as usize) else { return };
        let is_news = frame.kind == Kind::News;
        let most = if is_news { MOST_NEWS_UNDER_WAY } else { MOST_UNDER_WAY };
        if peer.under_way.len() < most {
            peer.under_way.extend(Transfer::send(world, to, frame.write()));
        } else if frame.kind == Kind::Order {
            peer.order = Some(frame.write());
        }
    }

    fn send_to_others(&mut self, frame: &Frame) {
        self.others().for_each(|to| self.send_to(to, frame));
    }

    /// Forgets completed transfers, and sends the orders that have waited for room.
    fn go_on_sending(&mut self) {
        for (to, peer) in (0..).zip(&mut self.peers) {
            peer.under_way.retain_mut(|transfer| !transfer.is_done());
            if peer.under_way.len() < MOST_UNDER_WAY
                && let Some(order) = peer.order.take()
            {
                peer.under_way.extend(Transfer::send(&self.world, to, order));
            }
        }
    }

    /// The next message that has arrived, with its bytes.
    fn next_message(&mut self) -> Option<Vec<u8>> {
        while let Some((from, transfer)) = Transfer::receive_next(&self.world) {
            if from == 0 {
                self.heard = Instant::now();
            }
            self.arriving.push_back(transfer);
        }
        let done = self.arriving.iter_mut().position(Transfer::is_done)?;
        self.arriving.remove(done).map(Transfer::take)
    }

    /// What the leader says, which rank 0 passes on.
    fn hear_leader(&mut self) -> Incoming {
        let Some(leader) = &self.leader else { return Incoming::Nothing };
        let incoming = leader.input.receive();
        match &incoming {
            Incoming::Frame(frame) => self.send_to_others(frame),
            Incoming::Nothing => {}
            Incoming::End => {
                if let Some(error) = leader.input.error() {
                    log::error!("the connection ends: {error}");
                }
            }
        }
        incoming
    }

    /// Receives a frame from another rank of the job. Rank 0 passes it on to the leader.
    fn hear_others(&mut self) -> Incoming {
        let Some(bytes) = self.next_message() else { return Incoming::Nothing };
        if bytes.is_empty() {
            return Incoming::End;
        }
        let read = Frame::read(&mut bytes.get(..MOST_BYTES + 4).unwrap_or(&bytes));
        let frame = match read {
            Ok(Some(frame)) => frame,
            Ok(None) => return Incoming::Nothing,
            Err(error) => {
                log::warn!("a message of {} bytes: {error}", bytes.len());
                return Incoming::Nothing;
            }
        };
        if let Some(leader) = &self.leader {
            leader.outbox.put(frame.clone());
        }
        Incoming::Frame(frame)
    }

    /// If this is rank 0, announces the end to all other ranks. Then waits briefly for the
    /// transfers of this rank to complete.
    pub(crate) fn finish(&mut self) {
        if self.leader.is_some() {
            for to in self.others() {
                let over = Transfer::send(&self.world, to, OVER);
                if let Some(peer) = self.peers.get_mut(to as usize) {
                    peer.under_way.extend(over);
                }
            }
        }
        let end = Instant::now() + LAST_MESSAGES;
        while self.peers.iter().any(|peer| !peer.under_way.is_empty()) && Instant::now() < end {
            self.go_on_sending();
            // Others may not end before what they have sent has been taken.
            drop(self.next_message());
            thread::sleep(PAUSE);
        }
    }
}

impl Carrier for MpiCarrier {
    fn receive(&mut self) -> Incoming {
        self.go_on_sending();
        match self.hear_leader() {
            Incoming::Nothing => {}
            other => return other,
        }
        match self.hear_others() {
            Incoming::Nothing if self.leader.is_none() && self.heard.elapsed() > PATIENCE => {
                log::warn!("rank 0 has said nothing for {PATIENCE:?}");
                Incoming::End
            }
            other => other,
        }
    }

    fn send(&mut self, frame: Frame) {
        match (&self.leader, frame.kind) {
            // Even tidings go to the other ranks, as a sign that rank 0 is still there.
            (Some(_), _) => self.send_to_others(&frame),
            (None, Kind::Tidings) => self.send_to(0, &frame),
            (None, _) => self.send_to_others(&frame),
        }
        if let Some(leader) = &self.leader {
            leader.outbox.put(frame);
        }
    }
}
