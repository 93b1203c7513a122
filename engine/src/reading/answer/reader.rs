//! Reads one fight to find out how reliably the player to move succeeds.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Answer, ReadingLimits, Success};
use crate::board::Position;
use crate::reading::fight::{Aim, Fight, KoThreats, NearReplies, Width};
use crate::vocabulary::{Color, Geometry, Point};
use classical::{Budget, Goal, ProofNumberSearch};

/// The maximum size of a table, in bytes. A few seconds of reading would not fill a larger table.
const LARGEST_TABLE: usize = 32 << 20;

/// The number of widths at which a fight is read.
const WIDTHS: usize = 3;

/// The fraction of the time, from 0 to 1, that the first search may use if one thread runs all
/// searches.
const FIRST_SHARE: f32 = 0.6;

/// Reads a fight at increasing widths while time remains. Returns how reliably the player to move
/// succeeds. A result less reliable than `least` counts as a failure.
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

/// The searches for one fight. Each search may read the fight under several assumptions about ko
/// threats, and uses one table for all of these assumptions.
struct Reader<F: Goal> {
    first: ProofNumberSearch<F>,
    /// The search of the second thread, if there is one.
    beside: Option<ProofNumberSearch<F>>,
}

impl<F: Goal<Move = Option<Point>, Zone: Send> + Send> Reader<F> {
    fn new(limits: ReadingLimits<'_>) -> Self {
        let threads = limits.threads.clamp(1, 2);
        let search = || ProofNumberSearch::new((limits.memory / threads).min(LARGEST_TABLE));
        Self { first: search(), beside: (threads > 1).then(search) }
    }

    /// Reads a fight under up to three assumptions about ko threats. Success under the hardest
    /// assumption, or failure under the easiest, makes the others unnecessary. If the budget runs
    /// out, the result is a guess.
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
            let good = SearchResult::of(&mut self.first, &mut good, *budget);
            if good.succeeds {
                return answer(Some(Success::GoodKo), good.mv, is_complete && good.is_complete);
            }
            return answer(Some(least), easy.mv, is_complete && good.is_complete);
        }
        answer(Some(least), easy.mv, is_complete)
    }

    /// Returns the results of the same fight under two assumptions about ko threats: one that makes
    /// success hard for the player to move, and one that makes it easier.
    fn read_both(
        &mut self,
        [mut hard, mut easy]: [F; 2],
        budget: &Budget<'_>,
    ) -> [SearchResult; 2] {
        let Some(beside) = &mut self.beside else {
            let hard =
                SearchResult::of(&mut self.first, &mut hard, budget.part_of_time(FIRST_SHARE));
            if hard.is_certain(true) {
                return [hard, hard];
            }
            return [hard, SearchResult::of(&mut self.first, &mut easy, *budget)];
        };
        let enough = AtomicBool::new(false);
        let read = |search: &mut ProofNumberSearch<F>, fight: &mut F, decides: bool| {
            let mut budget = *budget;
            budget.enough = Some(&enough);
            let reply = SearchResult::of(search, fight, budget);
            if reply.is_certain(decides) {
                enough.store(true, Ordering::Relaxed);
            }
            reply
        };
        join(|| read(&mut self.first, &mut hard, true), || read(beside, &mut easy, false)).into()
    }
}

/// Runs two closures in parallel, the first one in a new thread.
pub(super) fn join<A: Send, B>(
    beside: impl FnOnce() -> A + Send,
    here: impl FnOnce() -> B,
) -> (A, B) {
    thread::scope(|scope| {
        let beside = scope.spawn(beside);
        let here = here();
        (beside.join().unwrap_or_else(|panic| resume_unwind(panic)), here)
    })
}

/// The assumption about ko threats under which a success counts as at least this reliable.
fn threats_for(success: Success, mover: Color) -> KoThreats {
    match success {
        Success::Certain => KoThreats::Of(!mover),
        Success::GoodKo => KoThreats::Nobodys,
        Success::BadKo => KoThreats::Of(mover),
    }
}

/// The result of a search for the player to move.
#[derive(Clone, Copy)]
struct SearchResult {
    succeeds: bool,
    mv: Option<Point>,
    /// Whether the search was completed.
    is_complete: bool,
}

impl SearchResult {
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

    /// Whether the search was completed and shows success (or failure, if `succeeds` is false).
    fn is_certain(&self, succeeds: bool) -> bool {
        self.is_complete && self.succeeds == succeeds
    }
}
