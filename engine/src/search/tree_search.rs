//! The search with playouts that keeps its tree from move to move.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use crossbeam::utils::CachePadded;
use parking_lot::Mutex;

use super::atomics::{AtomicBool, AtomicU64, Ordering};
use super::count::Count;
use super::edge::Edge;
use super::exchange::{Planting, PlayoutExchange, Post, RankId, RootKey};
use super::hash_filter::HashFilter;
use super::move_list::{list_moves, sort_by_prior};
use super::params::SearchParams;
use super::report::SearchReport;
use super::request::{SearchRequest, Watch};
use super::root::{Line, RootState, mark_certain, raise_pass};
use super::root_statistics::RootStatistics;
use super::rounds::{Rounds, has_leftovers};
use super::searcher::{SearchSettings, Searcher};
use super::stopping::{Leaders, Stopping};
use super::summary::summarize;
use super::threads::simulate;
use super::tree::Tree;
use super::worker::{CHUNK, Shared};
use crate::board::Position;
use crate::knowledge::{PlayoutPolicy, PriorKnowledge, expected_lead};
use crate::vocabulary::{
    BoardSize, Geometry, InGeometry, Move, Point, Random, in_search_geometry_of,
};

/// A search with fewer simulations than this proves nothing.
const FEWEST_SIMULATIONS: u64 = 1000;

/// UCT with playouts by the policy `P` and priors from the knowledge `K`, on boards of geometry
/// `G`.
pub struct Search<G: Geometry, P, K> {
    policy: P,
    priors: K,
    settings: SearchSettings,
    tree: Tree<Edge>,
    /// The root of the tree; `None` while a search is running, so that a search that panics leaves
    /// no root behind.
    root: Option<RootState<G>>,
    /// The number of completed searches, used to give each search its own random numbers.
    searches: u64,
    /// The exchange with other ranks, if there are any.
    exchange: Option<Mutex<PlayoutExchange>>,
}

impl<G: Geometry, P: PlayoutPolicy, K: PriorKnowledge> Search<G, P, K> {
    /// Creates a search with an empty tree. If the system does not have enough memory, the tree is
    /// smaller than requested, and a warning is logged.
    pub fn new(policy: P, priors: K, settings: SearchSettings) -> Self {
        let tree = settings.new_tree();
        Self { policy, priors, settings, tree, root: None, searches: 0, exchange: None }
    }

    /// Makes the requested position the root of the tree, keeping what earlier searches found out
    /// about it.
    fn take_root(&mut self, request: &SearchRequest<'_>) -> RootState<G> {
        let SearchRequest { game, color, restrictions, .. } = *request;
        let line = Line::of(request);
        let before = self.root.take();
        let moves = before.as_ref().and_then(|before| before.line.moves_to(&line));
        let point = |mv: Move| mv.vertex().map(Point::of::<G>);
        let kept =
            moves.is_some_and(|moves| moves.iter().all(|&(_, mv)| self.tree.set_root(point(mv))));
        let is_kept = kept && self.tree.root().is_some();
        let is_same = moves.is_some_and(<[_]>::is_empty);
        if let Some(exchange) = &mut self.exchange {
            let key = RootKey::of(&line, game.size());
            match moves.filter(|_| is_kept) {
                Some(moves) => exchange.get_mut().advance(key, moves.iter().map(|&(_, mv)| mv)),
                None => exchange.get_mut().restart(key),
            }
        }
        let mut position = game.position().convert::<G>();
        position.set_to_move(color);
        if game.is_over() {
            position = Position::from_board(position.board().clone(), color);
        }
        let mut root = match before.filter(|_| is_same) {
            Some(before) => RootState { line, position, ..before },
            None => {
                let random = Random::new(self.settings.seed, self.searches << 16 | 0xfffe);
                let expected = expected_lead(&self.policy, &position, random);
                RootState { line, position, expected, statistics: RootStatistics::default() }
            }
        };
        if !is_kept {
            let mut candidates = Vec::new();
            let mut random = Random::new(self.settings.seed, self.searches << 16 | 0xffff);
            list_moves(&root.position, restrictions, 0, &mut random, &mut candidates);
            self.priors.add_priors(&root.position, &mut candidates);
            sort_by_prior(&self.settings.params, &mut candidates);
            self.tree.add_root(&candidates);
            root.statistics = RootStatistics::default();
        }
        let SearchParams { score_weight, solving_share, .. } = self.settings.params;
        raise_pass(&self.tree, score_weight);
        mark_certain(&self.tree, &root.position, request, solving_share);
        root
    }

    /// Prunes the tree.
    fn shrink(&mut self, stopped: &dyn Fn() -> bool) {
        self.tree.shrink(stopped);
        if let Some(exchange) = &mut self.exchange {
            exchange.get_mut().forget_lost::<G>(&self.tree);
        }
    }

    /// Returns a report on the root's moves, based on these statistics. The time and the number of
    /// new simulations are not yet set.
    fn report(
        &self,
        root: &Position<G>,
        statistics: &RootStatistics<G>,
        request: &SearchRequest<'_>,
    ) -> SearchReport {
        let score_weight = self.settings.params.score_weight;
        let total = match &self.exchange {
            None => statistics.total(),
            Some(exchange) => {
                statistics.total_with(exchange.lock().outcomes(), root.board().size())
            }
        };
        let found = (statistics, total);
        summarize(root, &self.tree, found, score_weight, request.ownership_by_move)
    }

    /// Exchanges messages with other ranks, if there are any, after `made` new simulations. The
    /// statistics are those before this search, and those of one of its threads.
    fn look_at_messages(
        &self,
        request: &SearchRequest<'_>,
        root: &RootState<G>,
        (made, new): (u64, &RootStatistics<G>),
    ) {
        let Some(exchange) = &self.exchange else { return };
        let stream = self.searches << 16 | 0xfffd;
        let planting = Planting {
            tree: &self.tree,
            params: &self.settings.params,
            priors: &self.priors,
            game: request.game,
            restrictions: request.restrictions,
            root: &root.position,
            random: RefCell::new(Random::new(self.settings.seed.wrapping_add(made), stream)),
            planted: Cell::new(0),
        };
        exchange.lock().look(made, &planting, || {
            let own = [root.statistics.total(), new.total()];
            let own = own.into_iter().flatten().reduce(|mut all, more| {
                all.merge(&more);
                all
            });
            own.map(|own| own.outcomes(request.game.size()))
        });
    }

    /// The number of simulations that a thread runs between two looks at the clock and the
    /// messages.
    fn chunk(&self) -> u64 {
        let most = |exchange: &Mutex<PlayoutExchange>| exchange.lock().most_between_looks();
        self.exchange.as_ref().map_or(CHUNK, most).min(CHUNK)
    }

    /// Lets all threads search until `most` simulations have been completed or `over` returns true.
    /// `over` receives the number of simulations so far, whether the tree is full, and the
    /// statistics of one of the threads. Returns the number of simulations, whether the tree is
    /// full, and the statistics.
    fn run(
        &self,
        request: &SearchRequest<'_>,
        root: &RootState<G>,
        most: u64,
        over: &mut dyn FnMut(u64, bool, &RootStatistics<G>) -> bool,
    ) -> (u64, bool, RootStatistics<G>) {
        let RootState { position, expected, .. } = root;
        let shared = Shared {
            tree: &self.tree,
            params: self.settings.params,
            count: Count::new(&self.settings.params, request.game, position, *expected),
            game: request.game,
            restrictions: request.restrictions,
            past: HashFilter::of(request.game.past_hashes()),
            root: position,
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            claimed: CachePadded::new(AtomicU64::new(0)),
            most,
            chunk: self.chunk(),
        };
        let (seed, stream) = (self.settings.seed, self.searches << 16);
        let random = |thread: usize| Random::new(seed, stream | thread as u64);
        let made = || shared.claimed.load(Ordering::Relaxed).min(most);
        let is_full = || shared.full.load(Ordering::Relaxed);
        let mut leader_over = |statistics: &RootStatistics<G>| over(made(), is_full(), statistics);
        let knowledge = (&self.policy, &self.priors);
        let statistics =
            simulate(&shared, knowledge, self.settings.threads, random, &mut leader_over);
        (made(), is_full(), statistics)
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
        let mut root = self.take_root(request);
        // Messages of other ranks make nodes as well.
        let a_node =
            if self.exchange.is_some() { 1 } else { self.settings.params.expansion_visits };
        if has_leftovers(limits, &self.tree, a_node) {
            self.shrink(stopped);
        }
        let stopping = Stopping::new(limits, &Leaders::of(&self.tree), FEWEST_SIMULATIONS);
        let has_other_ranks = self.exchange.is_some();
        let mut rounds = Rounds::new(stopping, stopped, &self.tree, a_node, has_other_ranks);
        loop {
            let (made, left) = (rounds.made(), rounds.left());
            let mut over = |now: u64, is_full: bool, new: &RootStatistics<G>| {
                self.look_at_messages(request, &root, (made + now, new));
                if let Some(watch) = &mut watch {
                    watch.look(|| {
                        let mut statistics = root.statistics.clone();
                        statistics.merge(new);
                        let report = self.report(&root.position, &statistics, request);
                        SearchReport { simulations: made + now, time: started.elapsed(), ..report }
                    });
                }
                rounds.should_end(&self.tree, now, is_full, || Leaders::of(&self.tree))
            };
            let (now, is_full, statistics) = self.run(request, &root, left, &mut over);
            self.searches += 1;
            root.statistics.merge(&statistics);
            if !rounds.should_continue(&self.tree, now, is_full) {
                break;
            }
            self.shrink(stopped);
        }
        let report = self.report(&root.position, &root.statistics, request);
        let report = SearchReport { simulations: rounds.made(), time: started.elapsed(), ..report };
        self.root = Some(root);
        log::info!("{}: {report}", request.color);
        report
    }

    fn connect(&mut self, id: RankId, post: Box<dyn Post>) -> bool {
        self.exchange = Some(Mutex::new(PlayoutExchange::new(id, post)));
        // The exchange begins with a new tree.
        self.root = None;
        true
    }

    fn forget(&mut self, seed: u64) {
        self.tree.clear();
        self.root = None;
        self.settings.seed = seed;
        self.searches = 0;
    }
}

/// Creates a search compiled for boards of this size.
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
    in_search_geometry_of(size, NewSearch { policy, priors, settings })
}

/// A search to be created.
struct NewSearch<P, K> {
    policy: P,
    priors: K,
    settings: SearchSettings,
}

impl<P: PlayoutPolicy + 'static, K: PriorKnowledge + 'static> InGeometry for NewSearch<P, K> {
    type Output = Box<dyn Searcher>;

    fn run<G: Geometry>(self) -> Box<dyn Searcher> {
        Box::new(Search::<G, P, K>::new(self.policy, self.priors, self.settings))
    }
}
