//! The tree search: UCT (Kocsis and Szepesvári, 2006) on one tree that all threads share without a
//! lock, generic over the playouts.
//!
//! A [`Search`] keeps its tree from move to move. It is told the game as it stands, finds out by
//! itself how it goes on from the one it knows, and searches until a limit is reached.

mod atomics;
mod limits;
#[cfg(all(test, loom))]
mod loom_tests;
mod ownership;
mod params;
mod report;
mod select;
mod stats;
mod tree;
mod worker;

pub use limits::SearchLimits;
pub use params::SearchParams;
pub use report::{MoveReport, SearchReport};

use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use crate::board::Position;
use crate::dispatch;
use crate::policy::PlayoutPolicy;
use crate::rules::{GameState, Rules};
use crate::vocabulary::{Color, Geometry, Move, Point, Random, Vertex};
use atomics::{AtomicBool, AtomicU64, Ordering};
use tree::{Edge, Tree};
use worker::{ChildSums, HashFilter, Shared, Worker, list_moves};

/// With less time left than this for each MiB of it, a full tree is not made smaller any more:
/// about twice what that takes.
const LEAST_TIME_TO_SHRINK: Duration = Duration::from_millis(1);
/// A tree fuller than this is made smaller before a search: what earlier moves left behind goes.
const FULL_BEFORE_SEARCH: f64 = 0.5;
/// A search may stop early once this much of its time is over.
const EARLIEST_STOP: f64 = 0.1;

/// What a search is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Threads, at least 1.
    pub threads: usize,
    /// The bound of the tree, in bytes.
    pub memory: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The shape of the search.
    pub params: SearchParams,
}

/// A search whose geometry and playouts are hidden.
pub trait Searcher: Send {
    /// Searches for the best move of `color` in `game` until a limit is reached or `stopped` says
    /// so, which is asked often. Some simulations are made in any case.
    fn search(
        &mut self,
        game: &GameState,
        color: Color,
        limits: &SearchLimits,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> SearchReport;

    /// Forgets what earlier searches found, and begins the random numbers anew from `seed`.
    fn forget(&mut self, seed: u64);
}

/// What the root of the tree stands for.
#[derive(Clone, Debug, PartialEq)]
struct Root {
    setup: Vec<(Color, Vertex)>,
    moves: Vec<(Color, Move)>,
    rules: Rules,
    komi: f64,
    to_move: Color,
}

impl Root {
    fn of(game: &GameState, to_move: Color) -> Self {
        Self {
            setup: game.setup().to_vec(),
            moves: game.moves().to_vec(),
            rules: game.rules(),
            komi: game.full_komi(),
            to_move,
        }
    }

    /// The moves that lead from here to `next`, alternately made; `None` where none do.
    fn moves_to<'a>(&self, next: &'a Self) -> Option<&'a [(Color, Move)]> {
        let moves = next.moves.strip_prefix(self.moves.as_slice())?;
        let mut turn = self.to_move;
        let alternate = moves.iter().all(|&(color, _)| {
            turn = !turn;
            color == !turn
        });
        let same = Self { moves: next.moves.clone(), to_move: turn, ..self.clone() } == *next;
        (alternate && same).then_some(moves)
    }
}

/// UCT over the playouts of the policy `P` on boards of geometry `G`.
pub struct Search<G: Geometry, P: PlayoutPolicy<G>> {
    policy: P,
    settings: SearchSettings,
    tree: Tree,
    /// What the tree's root stands for, where it has one.
    root: Option<Root>,
    position: Option<Position<G>>,
    /// Searches so far: each has random numbers of its own.
    searches: u64,
}

impl<G: Geometry, P: PlayoutPolicy<G>> Search<G, P> {
    /// A search with an empty tree.
    pub fn new(policy: P, settings: SearchSettings) -> Self {
        let tree = Tree::new(settings.memory);
        Self { policy, settings, tree, root: None, position: None, searches: 0 }
    }

    /// Makes the position of `game` the root of the tree, with what is known of it.
    fn set_root(&mut self, game: &GameState, color: Color) {
        let next = Root::of(game, color);
        let known = self.root.take().and_then(|root| root.moves_to(&next).map(<[_]>::to_vec));
        let point = |mv: Move| mv.vertex().map(Point::of::<G>);
        let kept =
            known.is_some_and(|moves| moves.iter().all(|&(_, mv)| self.tree.set_root(point(mv))));
        let mut position = game.position().convert::<G>();
        position.set_to_move(color);
        if game.is_over() {
            position = Position::from_board(position.board().clone(), color);
        }
        if !kept || self.tree.root().is_none() {
            let mut moves = Vec::new();
            let mut random = Random::new(self.settings.seed, self.searches << 16 | 0xffff);
            list_moves(&position, &mut random, &mut moves);
            self.tree.add_root(&moves);
        }
        let to_move = |point: Option<Point>| Move::from(point.map(Point::vertex::<G>));
        for edge in self.tree.root_edges() {
            if game.check(color, to_move(edge.point())).is_err() {
                edge.prune();
            }
        }
        self.position = Some(position);
        self.root = Some(next);
    }

    /// Lets all threads search until `limits`, a full tree or the caller stops them. Returns how
    /// many simulations were made.
    fn run(
        &mut self,
        game: &GameState,
        most: u64,
        over: &mut (dyn FnMut(&Tree, u64, bool) -> bool + Send),
        sums: &mut Vec<Option<Box<ChildSums<G>>>>,
    ) -> u64 {
        let Some(root) = &self.position else { return 0 };
        let shared = Shared {
            tree: &self.tree,
            params: self.settings.params,
            game,
            past: HashFilter::of(game.past_hashes()),
            root,
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            claimed: CachePadded::new(AtomicU64::new(0)),
            most,
        };
        let stream = self.searches << 16;
        self.searches += 1;
        let (policy, seed) = (&self.policy, self.settings.seed);
        let new_worker =
            |thread: usize| Worker::new(&shared, policy, Random::new(seed, stream | thread as u64));
        let made = || shared.claimed.load(Ordering::Relaxed).min(most);
        let mut leader_over = || over(shared.tree, made(), shared.full.load(Ordering::Relaxed));
        let all_sums = crossbeam::thread::scope(|scope| {
            let spawn = |thread: usize| {
                scope.spawn(move |_| {
                    let mut worker = new_worker(thread);
                    dispatch::run(&mut worker);
                    worker.sums
                })
            };
            let helpers: Vec<_> = (1..self.settings.threads).map(spawn).collect();
            let mut leader = new_worker(0);
            leader.lead(&mut leader_over);
            dispatch::run(&mut leader);
            let joined = helpers.into_iter().map(|helper| helper.join().unwrap_or_default());
            joined.chain([leader.sums]).collect::<Vec<_>>()
        });
        for thread in all_sums.unwrap_or_default() {
            add_sums(sums, thread);
        }
        made()
    }

    /// What the tree and the sums of the new simulations say.
    fn report(&self, mut sums: Vec<Option<Box<ChildSums<G>>>>) -> SearchReport {
        let Some(position) = &self.position else { return SearchReport::default() };
        let color = position.to_move();
        let to_move = |point: Option<Point>| Move::from(point.map(Point::vertex::<G>));
        sums.resize(self.tree.root_edges().len(), None);
        let describe = |(edge, sums): (&Edge, &Option<Box<ChildSums<G>>>)| {
            let mean = edge.stats.load();
            let lead = sums.as_ref().map_or(0.0, |sums| sums.lead / sums.simulations as f64);
            MoveReport {
                mv: to_move(edge.point()),
                visits: u64::from(mean.visits),
                win_rate: 0.5 + 0.5 * mean.value,
                lead: lead as f32 * color.sign(),
            }
        };
        let pairs = self.tree.root_edges().iter().zip(&sums);
        let mut moves: Vec<_> = pairs.filter(|(edge, _)| !edge.is_pruned()).map(describe).collect();
        moves.sort_by_key(|found| std::cmp::Reverse(found.visits));
        SearchReport {
            moves,
            variation: self.tree.variation(1).into_iter().map(to_move).collect(),
            visits: self.tree.root_visits(),
            simulations: sums.iter().flatten().map(|sums| sums.simulations).sum(),
            nodes: self.tree.nodes_used(),
            time: Duration::ZERO,
            ownership: ownership(position, sums),
        }
    }
}

impl<G: Geometry, P: PlayoutPolicy<G>> Searcher for Search<G, P> {
    fn search(
        &mut self,
        game: &GameState,
        color: Color,
        limits: &SearchLimits,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> SearchReport {
        let started = Instant::now();
        self.set_root(game, color);
        if self.tree.is_fuller_than(FULL_BEFORE_SEARCH) && may_shrink(limits, &self.tree) {
            self.tree.shrink();
        }
        let most = limits.simulations(self.tree.root_visits()).unwrap_or(u64::MAX >> 1);
        let (mut sums, mut made) = (Vec::new(), 0);
        loop {
            let mut is_full = false;
            let mut over = |tree: &Tree, now: u64, full: bool| {
                is_full = full && may_shrink(limits, tree);
                is_full || stopped() || is_decided(limits, tree, made + now, started)
            };
            let now = self.run(game, most - made, &mut over, &mut sums);
            made += now;
            if !is_full || made >= most {
                break;
            }
            log::debug!("the tree is full with {} nodes", self.tree.nodes_used());
            self.tree.shrink();
        }
        let report = SearchReport { time: started.elapsed(), ..self.report(sums) };
        log::info!("{color}: {report}");
        report
    }

    fn forget(&mut self, seed: u64) {
        self.tree.clear();
        self.root = None;
        self.settings.seed = seed;
        self.searches = 0;
    }
}

/// Whether enough time is left to make a full tree smaller.
fn may_shrink(limits: &SearchLimits, tree: &Tree) -> bool {
    let least = LEAST_TIME_TO_SHRINK.mul_f64(tree.bytes() as f64 / f64::from(1 << 20));
    limits.time.is_none_or(|time| time.remaining() > least)
}

/// Whether the time is over, or can no longer change which move is visited most.
fn is_decided(limits: &SearchLimits, tree: &Tree, made: u64, started: Instant) -> bool {
    let Some(time) = limits.time else { return false };
    let remaining = time.remaining();
    if remaining.is_zero() {
        return true;
    }
    let elapsed = started.elapsed();
    if limits.playouts.is_some() || elapsed < time.soft.mul_f64(EARLIEST_STOP) || made < 1000 {
        return false;
    }
    let to_come = made as f64 / elapsed.as_secs_f64() * remaining.as_secs_f64();
    let (mut best, mut second) = (0, 0);
    for edge in tree.root_edges() {
        let visits = edge.stats.load().visits;
        if visits > best {
            (best, second) = (visits, best);
        } else {
            second = second.max(visits);
        }
    }
    f64::from(best - second) > to_come
}

/// Adds the sums of one thread to those of all.
fn add_sums<G: Geometry>(
    sums: &mut Vec<Option<Box<ChildSums<G>>>>,
    more: Vec<Option<Box<ChildSums<G>>>>,
) {
    sums.resize(sums.len().max(more.len()), None);
    for (sum, more) in sums.iter_mut().zip(more) {
        match (sum, more) {
            (_, None) => {}
            (Some(sum), Some(more)) => sum.merge(*more),
            (sum @ None, more) => *sum = more,
        }
    }
}

/// Black's mean ownership of each vertex, 0 everywhere where nothing was simulated.
fn ownership<G: Geometry>(
    position: &Position<G>,
    sums: Vec<Option<Box<ChildSums<G>>>>,
) -> Vec<f32> {
    let mut total: Option<ChildSums<G>> = None;
    for sums in sums.into_iter().flatten() {
        match &mut total {
            None => total = Some(*sums),
            Some(total) => total.merge(*sums),
        }
    }
    let vertices = position.board().size().vertices();
    let Some(mut total) = total else { return vertices.map(|_| 0.0).collect() };
    let simulations = total.simulations as f32;
    let mut owned = |color: Color, point| total.owned[color].count(point) as f32;
    vertices
        .map(Point::of::<G>)
        .map(|point| (owned(Color::Black, point) - owned(Color::White, point)) / simulations)
        .collect()
}
