//! The growth of a book, by several threads that each search one position at a time.
//!
//! With one thread, searches that always give the same result make the same book. With several, the
//! order depends on which search ends first.

use std::collections::{HashSet, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::book::Book;
use crate::book_game::BookGame;
use crate::evaluator::{Evaluation, Evaluator};
use crate::leaf::{Leaf, Part, Priorities, next_leaf};

/// The time between two looks at the clock by a thread that has nothing to do.
const WAIT: Duration = Duration::from_millis(200);

/// The limits and the order of a growth.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The order in which positions are examined.
    pub priorities: Priorities,
    /// The number of searches after which the growth ends.
    pub searches: Option<usize>,
    /// The time at which the growth ends. Searches that are running then are finished.
    pub deadline: Option<Instant>,
    /// The seed of all searches.
    pub seed: u64,
}

/// Why the growth has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As many searches were made as planned.
    Searches,
    /// The time is over.
    Time,
    /// It was stopped.
    Stopped,
    /// Every line is decided, closed or as deep as allowed.
    Complete,
    /// A search has panicked. The others have ended, and the book has all that they found.
    Fault,
}

/// The growth of a book from a position: where it begins, what comes first, and when it ends.
pub struct Growth<'a, G: BookGame> {
    /// The position at which the book begins.
    pub start: G,
    /// Lines from `start` whose positions are searched before all others.
    pub lines: Vec<Vec<G::Move>>,
    /// The limits and the order of the growth.
    pub plan: Plan,
    /// A flag that, once set, stops the growth.
    pub stop: &'a AtomicBool,
}

/// A position that a thread searches.
struct Job<G: BookGame> {
    game: G,
    /// The key of the position.
    key: u64,
    /// The position and the code of the move that led here.
    from: Option<(usize, u16)>,
    /// The index of the position if it is in the book, with its moves.
    known: Option<(usize, Vec<G::Move>)>,
}

/// The state that the threads share.
struct Shared<'a, G: BookGame> {
    book: &'a mut Book,
    lines: VecDeque<Vec<G::Move>>,
    /// The parts of positions that are being examined.
    busy: HashSet<(usize, Part)>,
    /// The keys of the positions that are being searched.
    searching: HashSet<u64>,
    /// The keys of the positions in which a search has valued no move, for lines whose moves no
    /// choice stands for.
    without_moves: HashSet<u64>,
    /// The searches that have begun.
    begun: usize,
    end: Option<End>,
    /// Called with the book after each search.
    after: AfterSearch<'a>,
}

type AfterSearch<'a> = &'a mut (dyn FnMut(&Book) + Send);

/// What is to be done next in a line.
enum InLine<G: BookGame> {
    Search(Job<G>),
    /// The next position is being searched.
    Wait,
    /// There is nothing more to search.
    Done,
}

/// What a thread is to do.
enum Next<G: BookGame> {
    Search(Job<G>),
    /// Others are searching, and what comes next depends on them.
    Wait,
    End(End),
}

impl<G: BookGame + Send> Growth<'_, G> {
    /// Lets the book grow until a limit is reached. `after` is called with the book after each
    /// search, and may save it.
    pub fn run(
        self,
        book: &mut Book,
        evaluators: &mut [impl Evaluator<G>],
        after: &mut (dyn FnMut(&Book) + Send),
    ) -> End {
        let shared = Mutex::new(Shared {
            book,
            lines: self.lines.into(),
            busy: HashSet::new(),
            searching: HashSet::new(),
            without_moves: HashSet::new(),
            begun: 0,
            end: None,
            after,
        });
        let (changed, plan, stop) = (Condvar::new(), self.plan, self.stop);
        thread::scope(|scope| {
            for evaluator in evaluators {
                let (start, shared, changed) = (self.start.clone(), &shared, &changed);
                scope.spawn(move || work(&start, &plan, stop, evaluator, shared, changed));
            }
        });
        shared.into_inner().end.unwrap_or(End::Stopped)
    }
}

/// Searches one position after another.
fn work<G: BookGame>(
    start: &G,
    plan: &Plan,
    stop: &AtomicBool,
    evaluator: &mut impl Evaluator<G>,
    shared: &Mutex<Shared<'_, G>>,
    changed: &Condvar,
) {
    let mut guard = shared.lock();
    loop {
        let next = match guard.end {
            Some(end) => Next::End(end),
            None => guard.next(start, plan, stop),
        };
        let job = match next {
            Next::Search(job) => job,
            Next::Wait => {
                changed.wait_for(&mut guard, WAIT);
                continue;
            }
            Next::End(end) => {
                guard.end = Some(end);
                break;
            }
        };
        drop(guard);
        let known = job.known.as_ref().map_or(&[][..], |(_, moves)| moves);
        let search = || evaluator.evaluate(&job.game, known, plan.seed ^ job.key, stop);
        let evaluation = panic::catch_unwind(AssertUnwindSafe(search));
        guard = shared.lock();
        match evaluation {
            Ok(evaluation) => guard.finish(job, evaluation),
            Err(_) => guard.end = Some(End::Fault),
        }
        let Shared { book, after, .. } = &mut *guard;
        after(book);
        changed.notify_all();
    }
    changed.notify_all();
}

impl<G: BookGame> Shared<'_, G> {
    /// What to do next.
    fn next(&mut self, start: &G, plan: &Plan, stop: &AtomicBool) -> Next<G> {
        if stop.load(Ordering::Relaxed) {
            return Next::End(End::Stopped);
        }
        if plan.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Next::End(End::Time);
        }
        if plan.searches.is_some_and(|searches| self.begun >= searches) {
            return Next::End(End::Searches);
        }
        let job = if self.book.is_empty() {
            let key = start.normal_form().key;
            (!self.searching.contains(&key)).then(|| self.job(start.clone(), key, None))
        } else {
            self.next_in_lines(start).or_else(|| self.next_by_priority(start, &plan.priorities))
        };
        match job {
            Some(job) => {
                self.begun += 1;
                Next::Search(job)
            }
            None if self.searching.is_empty() => Next::End(End::Complete),
            None => Next::Wait,
        }
    }

    fn job(&mut self, game: G, key: u64, from: Option<(usize, u16)>) -> Job<G> {
        self.searching.insert(key);
        Job { game, key, from, known: None }
    }

    /// The first position of the lines that is neither in the book nor being searched. Lines in
    /// which nothing is left to search are removed from the queue; lines that wait for a search
    /// stay.
    fn next_in_lines(&mut self, start: &G) -> Option<Job<G>> {
        let mut at = 0;
        while let Some(line) = self.lines.get(at).cloned() {
            match self.next_in_line(start, line) {
                InLine::Search(job) => return Some(job),
                InLine::Wait => at += 1,
                InLine::Done => drop(self.lines.remove(at)),
            }
        }
        None
    }

    fn next_in_line(&mut self, start: &G, line: Vec<G::Move>) -> InLine<G> {
        let (mut game, mut from) = (start.clone(), None);
        let mut moves = line.into_iter();
        loop {
            let form = game.normal_form();
            match (self.book.find(form.key), from) {
                (None, _) if self.searching.contains(&form.key) => return InLine::Wait,
                (None, _) if self.without_moves.contains(&form.key) => return InLine::Done,
                (None, Some((before, code))) if self.book.is_closed(before, code) => {
                    return InLine::Done;
                }
                (None, from) => return InLine::Search(self.job(game, form.key, from)),
                (Some(index), Some((before, code))) => self.book.follow(before, code, index),
                (Some(_), None) => {}
            }
            let Some(mv) = moves.next() else { return InLine::Done };
            let is_known = game.decode(game.code(mv, form.symmetry), form.symmetry).is_some();
            let code = self.book.code_of(&game, form, mv);
            let Some(index) = self.book.find(form.key).filter(|_| is_known) else {
                return InLine::Done;
            };
            from = Some((index, code));
            game.play(mv);
        }
    }

    /// The position with the highest priority.
    fn next_by_priority(&mut self, start: &G, priorities: &Priorities) -> Option<Job<G>> {
        // What is searched already is left alone, but only until this position is found.
        let mut busy = self.busy.clone();
        loop {
            let leaf = next_leaf(self.book, priorities, &busy)?;
            let Some(game) = self.replay(start, &leaf) else {
                busy.insert((leaf.index, leaf.part));
                continue;
            };
            let key = game.normal_form().key;
            match leaf.part {
                Part::Rest if self.searching.contains(&key) => {
                    busy.insert((leaf.index, Part::Rest));
                }
                Part::Rest => {
                    let moves = self.book.known_moves(leaf.index, &game);
                    self.busy.insert((leaf.index, Part::Rest));
                    let job = self.job(game, key, None);
                    return Some(Job { known: Some((leaf.index, moves)), ..job });
                }
                Part::After(code) => {
                    if let Some(next) = self.book.find(key) {
                        self.book.link(leaf.index, code, next);
                        self.book.settle();
                    } else if self.searching.contains(&key) {
                        busy.insert((leaf.index, leaf.part));
                    } else {
                        self.busy.insert((leaf.index, leaf.part));
                        return Some(self.job(game, key, Some((leaf.index, code))));
                    }
                }
            }
        }
    }

    /// The position to be searched; `None` if the game does not allow a move of this path, as after
    /// another order of moves it might.
    fn replay(&self, start: &G, leaf: &Leaf) -> Option<G> {
        let last = match leaf.part {
            Part::After(code) => Some((leaf.index, code)),
            Part::Rest => None,
        };
        let mut game = start.clone();
        for (_, code) in leaf.path.iter().copied().chain(last) {
            let mv = game.decode(code, game.normal_form().symmetry)?;
            game.play(mv);
        }
        Some(game)
    }

    /// Enters what a search has found; nothing if it was stopped.
    fn finish(&mut self, job: Job<G>, evaluation: Option<Evaluation<G::Move>>) {
        let part = match (&job.known, job.from) {
            (Some((index, _)), _) => Some((*index, Part::Rest)),
            (None, from) => from.map(|(index, code)| (index, Part::After(code))),
        };
        part.map(|part| self.busy.remove(&part));
        self.searching.remove(&job.key);
        let Some(evaluation) = evaluation else { return };
        let is_without_moves = evaluation.candidates.is_empty();
        match (&job.known, job.from) {
            (Some((index, _)), _) => self.book.extend(*index, &job.game, &evaluation),
            (None, None) if is_without_moves => self.end = Some(End::Complete),
            (None, Some((from, code))) if is_without_moves => {
                self.without_moves.insert(job.key);
                self.book.close(from, code, &job.game);
            }
            (None, from) => self.book.enter(job.key, from, &job.game, &evaluation),
        }
        self.book.settle();
    }
}
