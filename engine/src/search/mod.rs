//! The tree search: UCT (Kocsis and Szepesvári, 2006) on one tree that all threads share without a
//! lock, generic over the playouts.
//!
//! A [`Search`] keeps its tree from move to move. It is told the game as it stands, finds out by
//! itself how it goes on from the one it knows, and searches until a limit is reached.

mod amaf;
mod atomics;
mod count;
mod edge;
mod ending;
mod limits;
#[cfg(all(test, loom))]
mod loom_tests;
mod ownership;
mod params;
mod report;
mod request;
mod select;
mod stats;
mod stopping;
mod summary;
mod sums;
mod tree;
mod worker;

pub use limits::SearchLimits;
pub use params::SearchParams;
pub use report::{MoveReport, Ply, SearchReport};
pub use request::{Restriction, SearchRequest, Watch};

use std::time::Instant;

use crossbeam::utils::CachePadded;

use crate::board::Position;
use crate::dispatch;
use crate::knowledge::{Outlook, PlayoutPolicy, PriorKnowledge};
use crate::rules::{Rules, Scoring};
use crate::vocabulary::{
    AnySize, BoardSize, Color, Geometry, Move, Nine, Nineteen, Point, Random, Thirteen, Vertex,
};
use atomics::{AtomicBool, AtomicU64, Ordering};
use count::Count;
use ending::{solving_budget, winning_move};
use stopping::{Stopping, may_shrink};
use summary::summarize;
use sums::RootSums;
use tree::Tree;
use worker::{HashFilter, Shared, Worker, list_moves, sort_by_prior};

/// A tree fuller than this is made smaller before a search: what earlier moves left behind goes.
const FULL_BEFORE_SEARCH: f64 = 0.5;

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
    /// Searches until a limit is reached or `stopped` says so, which is asked often. Some simulations
    /// are made in any case. Who watches is told at its intervals, in this thread.
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        watch: Option<&mut Watch<'_>>,
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
    restrictions: Vec<Restriction>,
}

impl Root {
    fn of(request: &SearchRequest<'_>) -> Self {
        let SearchRequest { game, color, restrictions, .. } = *request;
        Self {
            setup: game.setup().to_vec(),
            moves: game.moves().to_vec(),
            rules: game.rules(),
            komi: game.full_komi(),
            to_move: color,
            restrictions: restrictions.to_vec(),
        }
    }

    /// The moves that lead from here to `next`, alternately made; `None` where none do. Restrictions
    /// count from the root, so that none may be in force where there is a move.
    fn moves_to<'a>(&self, next: &'a Self) -> Option<&'a [(Color, Move)]> {
        let moves = next.moves.strip_prefix(self.moves.as_slice())?;
        let mut turn = self.to_move;
        let alternate = moves.iter().all(|&(color, _)| {
            turn = !turn;
            color == !turn
        });
        let same = Self { moves: next.moves.clone(), to_move: turn, ..self.clone() } == *next;
        let lasting = moves.is_empty() || self.restrictions.is_empty();
        (alternate && same && lasting).then_some(moves)
    }
}

/// UCT over the playouts of the policy `P`, with the knowledge `K` of moves, on boards of geometry `G`.
pub struct Search<G: Geometry, P, K> {
    policy: P,
    priors: K,
    settings: SearchSettings,
    tree: Tree,
    /// What the tree's root stands for, where it has one.
    root: Option<Root>,
    position: Option<Position<G>>,
    /// What was to be expected of it before it was searched.
    outlook: Outlook<G>,
    /// Of all simulations since this is the root.
    sums: RootSums<G>,
    /// Searches so far: each has random numbers of its own.
    searches: u64,
}

impl<G: Geometry, P: PlayoutPolicy, K: PriorKnowledge> Search<G, P, K> {
    /// A search with an empty tree.
    pub fn new(policy: P, priors: K, settings: SearchSettings) -> Self {
        let tree = Tree::new(settings.memory);
        Self {
            policy,
            priors,
            settings,
            tree,
            root: None,
            position: None,
            outlook: Outlook::UNKNOWN,
            sums: RootSums::default(),
            searches: 0,
        }
    }

    /// Makes the position asked for the root of the tree, with what is known of it.
    fn set_root(&mut self, request: &SearchRequest<'_>) {
        let SearchRequest { game, color, restrictions, .. } = *request;
        let next = Root::of(request);
        let known = self.root.take().and_then(|root| root.moves_to(&next).map(<[_]>::to_vec));
        let point = |mv: Move| mv.vertex().map(Point::of::<G>);
        let has_moved = known.as_ref().is_none_or(|moves| !moves.is_empty());
        let kept =
            known.is_some_and(|moves| moves.iter().all(|&(_, mv)| self.tree.set_root(point(mv))));
        let mut position = game.position().convert::<G>();
        position.set_to_move(color);
        if game.is_over() {
            position = Position::from_board(position.board().clone(), color);
        }
        if has_moved {
            self.sums = RootSums::default();
            let random = Random::new(self.settings.seed, self.searches << 16 | 0xfffe);
            self.outlook = Outlook::of(&self.policy, &position, random);
        }
        if !kept || self.tree.root().is_none() {
            let mut candidates = Vec::new();
            let mut random = Random::new(self.settings.seed, self.searches << 16 | 0xffff);
            list_moves(&position, restrictions, 0, &mut random, &mut candidates);
            self.priors.judge(&position, &self.outlook, &mut candidates);
            sort_by_prior(&self.settings.params, &mut candidates);
            self.tree.add_root(&candidates);
            self.sums = RootSums::default();
        }
        let to_move = |point: Option<Point>| Move::from(point.map(Point::vertex::<G>));
        for edge in self.tree.root_edges() {
            if game.check(color, to_move(edge.point())).is_err() {
                edge.prune();
            }
        }
        self.solve(&position, request);
        self.position = Some(position);
        self.root = Some(next);
    }

    /// Solves the end of the game, where it is near, and marks a move that wins.
    fn solve(&self, root: &Position<G>, request: &SearchRequest<'_>) {
        let SearchRequest { game, restrictions, .. } = *request;
        let share = self.settings.params.solving;
        let rules = game.rules();
        let is_solvable = rules.scoring == Scoring::Area && !rules.suicide;
        if share == 0.0 || !is_solvable || game.is_over() || !restrictions.is_empty() {
            return;
        }
        let mut budget = solving_budget(request, share);
        if let Some(winning) = winning_move(root, game.full_komi(), &mut budget) {
            let edges = self.tree.root_edges();
            edges.iter().find(|edge| edge.point() == Some(winning)).map(|edge| edge.prove(true));
        }
        log::debug!("{} positions looked at to solve the game", budget.spent());
    }

    /// What is known of the moves in `root` by these sums, the time and the new simulations left open.
    fn report(
        &self,
        root: &Position<G>,
        sums: &RootSums<G>,
        request: &SearchRequest<'_>,
    ) -> SearchReport {
        let score_weight = self.settings.params.score_weight;
        summarize(root, &self.tree, sums, score_weight, request.ownership_by_move)
    }

    /// Lets all threads search until `most` simulations are made or `over` says so, which is told
    /// how many there are, whether the tree is full, and the sums of one of the threads. Returns how
    /// many were made, and their sums.
    fn run(
        &self,
        request: &SearchRequest<'_>,
        root: &Position<G>,
        most: u64,
        over: &mut dyn FnMut(u64, bool, &RootSums<G>) -> bool,
    ) -> (u64, RootSums<G>) {
        let shared = Shared {
            tree: &self.tree,
            params: self.settings.params,
            count: Count::new(&self.settings.params, request.game, root, self.outlook.lead()),
            game: request.game,
            restrictions: request.restrictions,
            past: HashFilter::of(request.game.past_hashes()),
            outlook: &self.outlook,
            root,
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            claimed: CachePadded::new(AtomicU64::new(0)),
            most,
        };
        let (policy, priors) = (&self.policy, &self.priors);
        let (seed, stream) = (self.settings.seed, self.searches << 16);
        let random = |thread: usize| Random::new(seed, stream | thread as u64);
        let new_worker = |thread: usize| Worker::new(&shared, policy, priors, random(thread));
        let made = || shared.claimed.load(Ordering::Relaxed).min(most);
        let mut leader_over =
            |sums: &RootSums<G>| over(made(), shared.full.load(Ordering::Relaxed), sums);
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
            let mut sums = leader.sums;
            for helper in helpers {
                sums.merge(&helper.join().unwrap_or_default());
            }
            sums
        });
        (made(), all_sums.unwrap_or_default())
    }
}

impl<G: Geometry, P: PlayoutPolicy, K: PriorKnowledge> Searcher for Search<G, P, K> {
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        mut watch: Option<&mut Watch<'_>>,
    ) -> SearchReport {
        let (started, limits) = (Instant::now(), &request.limits);
        self.set_root(request);
        let may_shrink_now = !limits.ends_when_full && may_shrink(limits, &self.tree);
        if self.tree.is_fuller_than(FULL_BEFORE_SEARCH) && may_shrink_now {
            self.tree.shrink(stopped);
        }
        let most = limits.simulations(self.tree.root_visits()).unwrap_or(u64::MAX >> 1);
        let Some(root) = self.position.clone() else { return SearchReport::default() };
        let stopping = Stopping::new(limits, &self.tree);
        let mut made = 0;
        loop {
            let mut is_full = false;
            let mut over = |now: u64, full: bool, new_sums: &RootSums<G>| {
                if let Some(watch) = &mut watch {
                    watch.look(|| {
                        let mut sums = self.sums.clone();
                        sums.merge(new_sums);
                        let report = self.report(&root, &sums, request);
                        SearchReport { simulations: made + now, time: started.elapsed(), ..report }
                    });
                }
                is_full = full && (limits.ends_when_full || may_shrink(limits, &self.tree));
                is_full || stopped() || stopping.is_due(&self.tree, made + now)
            };
            let (now, sums) = self.run(request, &root, most - made, &mut over);
            self.searches += 1;
            self.sums.merge(&sums);
            made += now;
            if !is_full || limits.ends_when_full || made >= most || stopped() {
                break;
            }
            log::debug!("the tree is full with {} nodes", self.tree.nodes_used());
            self.tree.shrink(stopped);
        }
        let report = self.report(&root, &self.sums, request);
        let report = SearchReport { simulations: made, time: started.elapsed(), ..report };
        log::info!("{}: {report}", request.color);
        report
    }

    fn forget(&mut self, seed: u64) {
        self.tree.clear();
        self.root = None;
        self.sums = RootSums::default();
        self.settings.seed = seed;
        self.searches = 0;
    }
}

/// A search compiled for boards of this size: the one place that chooses a geometry by size.
pub fn searcher_for<P, K>(
    size: BoardSize,
    policy: P,
    priors: K,
    settings: SearchSettings,
) -> Box<dyn Searcher>
where
    P: PlayoutPolicy + 'static,
    K: PriorKnowledge + 'static,
{
    if Nine::holds(size) {
        Box::new(Search::<Nine, P, K>::new(policy, priors, settings))
    } else if Thirteen::holds(size) {
        Box::new(Search::<Thirteen, P, K>::new(policy, priors, settings))
    } else if Nineteen::holds(size) {
        Box::new(Search::<Nineteen, P, K>::new(policy, priors, settings))
    } else {
        Box::new(Search::<AnySize, P, K>::new(policy, priors, settings))
    }
}
