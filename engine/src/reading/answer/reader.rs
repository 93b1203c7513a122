//! One fight read for its answer: how surely the player to move gets what it wants.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Answer, ReadingLimits, Success};
use crate::board::Position;
use crate::reading::fight::{Aim, Fight, KoThreats, NearReplies, Width};
use crate::vocabulary::{Color, Geometry, Point};
use classical::{Budget, Goal, ProofNumberSearch};

/// The largest table worth its making, in bytes: seconds of reading do not fill it.
const LARGEST_TABLE: usize = 32 << 20;

/// How often a reading is widened, the first one included.
const WIDTHS: usize = 3;

/// The share of the time for the first search where one thread makes them all, 0 to 1.
const FIRST_SHARE: f32 = 0.6;

/// Reads a fight wider and wider, as long as time is left: whether the player to move gets what it
/// wants by a success that is at least so sure.
pub(super) fn read_wider<G: Geometry, A: Aim<G> + Copy + Send>(
    position: &Position<G>,
    aim: A,
    least: Success,
    limits: ReadingLimits<'_>,
) -> Answer {
    let mut budget = Budget::time(limits.time);
    (budget.nodes, budget.stop) = (limits.nodes, limits.stop);
    let mut reader = Reader::new(limits);
    let mut best = Answer { success: None, mv: None, is_complete: false, is_proved: false };
    for width in 0..WIDTHS {
        let fight = |threats| Fight::new(position, aim, threats, Width(width), NearReplies);
        let answer = reader.read::<G>(position.to_move(), least, fight, &budget);
        if answer.is_complete || width == 0 {
            best = answer;
        }
        best.is_complete = answer.is_complete;
        if !best.is_complete {
            break;
        }
    }
    best
}

/// The searches of one fight. Where there is one only, what it has found for one question serves the
/// next.
struct Reader<F: Goal> {
    first: ProofNumberSearch<F>,
    /// For a second thread.
    beside: Option<ProofNumberSearch<F>>,
}

impl<F: Goal<Move = Option<Point>, Zone: Send> + Send> Reader<F> {
    fn new(limits: ReadingLimits<'_>) -> Self {
        let threads = limits.threads.clamp(1, 2);
        let search = || ProofNumberSearch::new((limits.memory / threads).min(LARGEST_TABLE));
        Self { first: search(), beside: (threads > 1).then(search) }
    }

    /// Reads a fight up to three times, each time with somebody else's threats for kos: who succeeds
    /// where it is hard needs no other reading, and who fails where it is easy neither. What the budget
    /// does not suffice for is guessed.
    fn read<G: Geometry>(
        &mut self,
        mover: Color,
        least: Success,
        fight: impl Fn(KoThreats) -> F,
        budget: &Budget<'_>,
    ) -> Answer {
        let answer = |success, mv: Option<Point>, is_complete| Answer {
            success,
            mv: mv.map(Point::vertex::<G>),
            is_complete,
            is_proved: false,
        };
        let fight = |success| fight(threats_for(success, mover));
        let [hard, easy] = self.read_both([Success::Certain, least].map(fight), budget);
        if hard.is_certain(true) {
            return answer(Some(Success::Certain), hard.mv, true);
        }
        if !easy.succeeds && (easy.is_complete || !hard.succeeds) {
            return answer(None, None, easy.is_complete);
        }
        if hard.succeeds {
            return answer(Some(Success::Certain), hard.mv, false);
        }
        let is_complete = hard.is_complete && easy.is_complete;
        if least == Success::BadKo {
            let mut good = fight(Success::GoodKo);
            let good = Reply::of(&mut self.first, &mut good, *budget);
            if good.succeeds {
                return answer(Some(Success::GoodKo), good.mv, is_complete && good.is_complete);
            }
            return answer(Some(least), easy.mv, is_complete && good.is_complete);
        }
        answer(Some(least), easy.mv, is_complete)
    }

    /// What comes of a fight, and of the same one where the player to move succeeds more easily.
    fn read_both(&mut self, [mut hard, mut easy]: [F; 2], budget: &Budget<'_>) -> [Reply; 2] {
        let Some(beside) = &mut self.beside else {
            let hard = Reply::of(&mut self.first, &mut hard, budget.part_of_time(FIRST_SHARE));
            if hard.is_certain(true) {
                return [hard, hard];
            }
            return [hard, Reply::of(&mut self.first, &mut easy, *budget)];
        };
        let enough = AtomicBool::new(false);
        let read = |search: &mut ProofNumberSearch<F>, fight: &mut F, decides: bool| {
            let mut budget = *budget;
            budget.enough = Some(&enough);
            let reply = Reply::of(search, fight, budget);
            if reply.is_certain(decides) {
                enough.store(true, Ordering::Relaxed);
            }
            reply
        };
        at_once(|| read(&mut self.first, &mut hard, true), || read(beside, &mut easy, false)).into()
    }
}

/// Does two things in two threads.
pub(super) fn at_once<A: Send, B>(
    beside: impl FnOnce() -> A + Send,
    here: impl FnOnce() -> B,
) -> (A, B) {
    thread::scope(|scope| {
        let beside = scope.spawn(beside);
        let here = here();
        (beside.join().unwrap_or_else(|panic| resume_unwind(panic)), here)
    })
}

/// Who has the threats where the player to move succeeds as surely as that, or more so.
fn threats_for(success: Success, mover: Color) -> KoThreats {
    match success {
        Success::Certain => KoThreats::Of(!mover),
        Success::GoodKo => KoThreats::Nobodys,
        Success::BadKo => KoThreats::Of(mover),
    }
}

/// What a search says of the player to move.
#[derive(Clone, Copy)]
struct Reply {
    succeeds: bool,
    mv: Option<Point>,
    /// Whether the search has come to its end.
    is_complete: bool,
}

impl Reply {
    fn of<F: Goal<Move = Option<Point>>>(
        search: &mut ProofNumberSearch<F>,
        fight: &mut F,
        mut budget: Budget<'_>,
    ) -> Self {
        let wanted = fight.is_prover_to_move();
        let proof = search.prove(fight, &mut budget);
        let is_complete = proof.verdict.is_some();
        let (verdict, mv) = match proof.verdict {
            Some(verdict) => (verdict, proof.variation.first().copied().flatten()),
            None => search.leaning(fight).unwrap_or((!wanted, None)),
        };
        Self { succeeds: verdict == wanted, mv, is_complete }
    }

    /// Whether it is certain that the player succeeds, or that it does not.
    fn is_certain(&self, succeeds: bool) -> bool {
        self.is_complete && self.succeeds == succeeds
    }
}
