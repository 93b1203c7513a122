//! The search with a network that keeps its tree from move to move.

use std::sync::Arc;
use std::time::Instant;

use crossbeam::utils::CachePadded;
use parking_lot::Mutex;

use super::backup::Backup;
use super::bias::Biases;
use super::edge::PuctEdge;
use super::evaluators::Evaluators;
use super::expansion::{at_temperature, certain_weight, likely_moves, outlook};
use super::network_exchange::NetworkExchange;
use super::node::NO_PATTERN;
use super::owners::RootOwners;
use super::params::PuctParams;
use super::report::summarize;
use super::root::{PuctRoot, recompute, set_policies};
use super::select::Choice;
use super::utility::Utility;
use super::worker::{Shared, Worker};
use crate::knowledge::{Evaluation, Evaluations};
use crate::search::atomics::{AtomicBool, AtomicU64, Ordering};
use crate::search::exchange::{Post, RankId, RootKey};
use crate::search::report::{PLAYOUTS_A_VISIT, SearchReport};
use crate::search::request::{SearchRequest, Watch};
use crate::search::root::{Line, mark_certain};
use crate::search::rounds::{Rounds, has_leftovers};
use crate::search::searcher::{SearchSettings, Searcher};
use crate::search::stats::Mean;
use crate::search::stopping::{Leaders, Stopping};
use crate::search::threads::on_threads;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, BoardSize, Move, Point, Random};

/// A search with fewer simulations than this proves nothing.
const FEWEST_SIMULATIONS: u64 = 40;

/// What the tree of the last search keeps for the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Nothing: the position is not in the tree.
    Nothing,
    /// The part below the new root.
    Subtree,
    /// All of it: the root is the same.
    Everything,
}

/// PUCT with evaluations by a network.
pub struct NetworkSearch {
    evaluators: Evaluators,
    settings: SearchSettings,
    tree: Tree<PuctEdge>,
    biases: Biases,
    /// The root of the tree; `None` while a search is running, so that a search that panics leaves
    /// no root behind.
    root: Option<PuctRoot>,
    /// The number of completed searches, used to give each search its own random numbers.
    searches: u64,
    /// The exchange with other ranks, if there are any.
    exchange: Option<Mutex<NetworkExchange>>,
}

impl NetworkSearch {
    /// Creates a search with an empty tree. If the system does not have enough memory, the tree is
    /// smaller than requested, and a warning is logged.
    pub fn new(evaluations: Arc<dyn Evaluations>, settings: SearchSettings) -> Self {
        Self {
            evaluators: Evaluators::new(evaluations),
            settings,
            tree: settings.new_tree(),
            biases: Biases::new(),
            root: None,
            searches: 0,
            exchange: None,
        }
    }

    /// Makes the requested position the root of the tree, keeping what earlier searches found out
    /// about it. Returns `None` if the root cannot be evaluated, or that is interrupted.
    fn take_root(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<PuctRoot> {
        let SearchRequest { game, color, limits, .. } = *request;
        let line = Line::of(request);
        let before = self.root.take();
        let kept = self.follow(before.as_ref(), &line, game.size());
        // After an interrupt, nothing may be known about the owners of the points, and not all
        // values may be for this root.
        let is_enough = |before: &PuctRoot| {
            let knows_owners = !(request.owes_a_move && before.owners.is_empty());
            kept == Kept::Everything && knows_owners && before.is_recomputed
        };
        if let Some(before) = before.filter(is_enough) {
            return Some(before);
        }
        let known = self.tree.root().filter(|_| kept != Kept::Nothing);
        let known = known.filter(|&root| !self.tree.edges(root).1.is_empty());
        let evaluation = self.evaluate_root(request);
        let params = self.settings.puct;
        // The lead that the tree knows is better than that of one evaluation.
        let expected = match (known, &evaluation) {
            (Some(root), _) => self.tree.info(root).values().outlook.score,
            (None, evaluation) => color.sign() * evaluation.as_ref()?.score,
        };
        let utility = Utility::new(&params, game.size().area(), expected);
        let mut owners = RootOwners::default();
        if let Some(evaluation) = &evaluation {
            owners.add_root(evaluation, color);
            if known.is_some() {
                let temperature = params.root_policy_temperature;
                set_policies(&self.tree, game, &at_temperature(&evaluation.policy, temperature));
            } else {
                self.begin_tree(request, evaluation, &utility);
            }
        }
        self.biases.clear();
        // About half of the time is left for the search.
        let is_late = || limits.time.is_some_and(|time| time.elapsed() > time.soft / 2);
        let mut backup = Backup::new(&params, &utility, &self.tree, &self.biases);
        let is_recomputed = recompute(&mut backup, color, &|| stopped() || is_late());
        let mut position = game.position().clone();
        position.set_to_move(color);
        mark_certain(&self.tree, &position, request, self.settings.params.solving_share);
        Some(PuctRoot { line, game: game.clone(), color, utility, owners, is_recomputed })
    }

    /// Follows the moves from the last root to the position of `line`, and lets the exchange follow
    /// too. Returns what the tree keeps.
    fn follow(&mut self, before: Option<&PuctRoot>, line: &Line, size: BoardSize) -> Kept {
        let moves = before.and_then(|before| before.line.moves_to(line));
        let point = |mv: Move| mv.vertex().map(Point::of::<AnySize>);
        let is_kept =
            moves.is_some_and(|moves| moves.iter().all(|&(_, mv)| self.tree.set_root(point(mv))));
        if let Some(exchange) = &mut self.exchange {
            let key = RootKey::of(line, size);
            match moves.filter(|_| is_kept && self.tree.root().is_some()) {
                Some(moves) => exchange.get_mut().advance(key, moves.iter().map(|&(_, mv)| mv)),
                None => exchange.get_mut().restart(key),
            }
        }
        match moves {
            Some([]) => Kept::Everything,
            Some(_) if is_kept => Kept::Subtree,
            _ => Kept::Nothing,
        }
    }

    /// Begins a new tree at the requested position.
    fn begin_tree(
        &mut self,
        request: &SearchRequest<'_>,
        evaluation: &Evaluation,
        utility: &Utility,
    ) {
        let SearchRequest { game, color, restrictions, .. } = *request;
        let params = &self.settings.puct;
        let moves = likely_moves(evaluation, game, color, (restrictions, 0), params);
        self.tree.add_root(&moves);
        let (own, weight) = outlook(evaluation, game, color, params, utility);
        if let Some(root) = self.tree.root() {
            self.tree.info(root).start(&own, weight, NO_PATTERN);
        }
    }

    /// Evaluates the root. The stop flag ends the evaluation only if the search owes no move; if it
    /// does, a search without any result, or without owners of the points, would be useless.
    fn evaluate_root(&self, request: &SearchRequest<'_>) -> Option<Arc<Evaluation>> {
        let SearchRequest { game, color, .. } = *request;
        let never = AtomicBool::new(false);
        let stop = request.stop.filter(|_| !request.owes_a_move).unwrap_or(&never);
        let PuctParams { root_optimism, root_symmetries, .. } = self.settings.puct;
        let symmetries = root_symmetries as usize;
        let mut random = Random::new(self.settings.seed, self.searches << 16 | 0xffff);
        self.evaluators.lend(|one| {
            one.evaluate_mean(game, color, root_optimism, symmetries, &mut random, stop)
        })
    }

    /// The moves of the root, to be compared.
    fn choice<'a>(&'a self, root: &'a PuctRoot) -> Option<Choice<'a>> {
        let node = self.tree.root()?;
        Some(Choice {
            params: &self.settings.puct,
            tree: &self.tree,
            edges: self.tree.edges(node).1,
            info: self.tree.info(node),
            sign: root.color.sign(),
            is_root: true,
        })
    }

    /// The leading moves of the root.
    fn leaders(&self, root: &PuctRoot) -> Leaders {
        Leaders::by(&self.tree, |edge| {
            let child = edge.child().map(|child| self.tree.info(child).utility().0);
            let value = root.color.sign() * child.unwrap_or(0.0);
            Mean { visits: edge.visits(), value }
        })
    }

    /// A report on the root, based on these owners of the points. The time and the number of new
    /// simulations are not yet set.
    fn report(
        &self,
        root: &PuctRoot,
        owners: &RootOwners,
        request: &SearchRequest<'_>,
    ) -> SearchReport {
        let choice = self.choice(root);
        choice.map_or_else(SearchReport::default, |choice| {
            summarize(&choice, owners, request.ownership_by_move)
        })
    }

    /// Exchanges messages with other ranks, if there are any, after `made` new simulations.
    fn look_at_messages(&self, root: &PuctRoot, made: u64) {
        let Some(exchange) = &self.exchange else { return };
        let params = &self.settings.puct;
        let mut backup = Backup::new(params, &root.utility, &self.tree, &self.biases);
        let mut exchange = exchange.lock();
        let is_due = exchange.is_due(made, self.tree.root_visits());
        exchange.merge(root, &mut backup);
        if is_due {
            exchange.send(&self.tree);
        }
    }

    /// Lets all threads search until `most` simulations have been completed or `over` returns true.
    /// `over` receives the number of simulations so far, whether the tree is full, and what one of
    /// the threads has found out about the owners of the points. Returns the number of simulations,
    /// whether the tree is full, and the owners.
    fn run(
        &self,
        request: &SearchRequest<'_>,
        root: &PuctRoot,
        most: u64,
        over: &mut dyn FnMut(u64, bool, &RootOwners) -> bool,
    ) -> (u64, bool, RootOwners) {
        let shared = Shared {
            tree: &self.tree,
            params: &self.settings.puct,
            utility: &root.utility,
            biases: &self.biases,
            game: &root.game,
            color: root.color,
            restrictions: request.restrictions,
            certain_weight: certain_weight(&self.settings.puct, self.evaluators.estimate_errors()),
            stop: AtomicBool::new(false),
            full: AtomicBool::new(false),
            claimed: CachePadded::new(AtomicU64::new(0)),
            made: CachePadded::new(AtomicU64::new(0)),
            most,
            threads: self.settings.threads,
            exchange: self.exchange.as_ref(),
        };
        let (seed, stream) = (self.settings.seed, self.searches << 16);
        let random = |thread: usize| Random::new(seed, stream | thread as u64);
        let made = || shared.made.load(Ordering::Relaxed);
        let is_full = || shared.full.load(Ordering::Relaxed);
        let mut leader = |owners: &RootOwners| over(made(), is_full(), owners);
        // The leader notices an interrupt itself, and then stops the others.
        let interrupt = request.stop.unwrap_or(&shared.stop);
        let lead = || {
            self.evaluators.lend(|evaluator| {
                let mut worker = Worker::new(&shared, evaluator, interrupt, random(0));
                worker.run(Some(&mut leader));
                worker.owners
            })
        };
        let help = |thread: usize| {
            self.evaluators.lend(|evaluator| {
                let mut worker = Worker::new(&shared, evaluator, &shared.stop, random(thread));
                worker.run(None);
                worker.owners
            })
        };
        let mut owners = RootOwners::default();
        for found in on_threads(self.settings.threads, &shared.stop, lead, help) {
            owners.merge(&found);
        }
        (made(), is_full(), owners)
    }
}

impl Searcher for NetworkSearch {
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        mut watch: Option<&mut Watch<'_>>,
    ) -> SearchReport {
        let (started, limits) = (Instant::now(), &request.limits);
        let Some(mut root) = self.take_root(request, stopped) else {
            return SearchReport::default();
        };
        if has_leftovers(limits, &self.tree, 1) {
            self.tree.shrink(stopped);
        }
        let stopping =
            Stopping::new(limits, &self.leaders(&root), FEWEST_SIMULATIONS).using_up_fixed_time();
        let has_other_ranks = self.exchange.is_some();
        let mut rounds = Rounds::new(stopping, stopped, &self.tree, 1, has_other_ranks);
        loop {
            let (made, left) = (rounds.made(), rounds.left());
            let mut over = |now: u64, is_full: bool, new: &RootOwners| {
                self.look_at_messages(&root, made + now);
                if let Some(watch) = &mut watch {
                    watch.look(|| {
                        let mut owners = root.owners.clone();
                        owners.merge(new);
                        let report = self.report(&root, &owners, request);
                        SearchReport { simulations: made + now, time: started.elapsed(), ..report }
                    });
                }
                rounds.should_end(&self.tree, now, is_full, || self.leaders(&root))
            };
            let (now, is_full, owners) = self.run(request, &root, left, &mut over);
            self.searches += 1;
            root.owners.merge(&owners);
            if !rounds.should_continue(&self.tree, now, is_full) {
                break;
            }
            self.tree.shrink(stopped);
        }
        let report = self.report(&root, &root.owners, request);
        let report = SearchReport { simulations: rounds.made(), time: started.elapsed(), ..report };
        self.root = Some(root);
        log::info!("{}: {report}", request.color);
        report
    }

    fn connect(&mut self, id: RankId, post: Box<dyn Post>) -> bool {
        self.exchange = Some(Mutex::new(NetworkExchange::new(id, post)));
        // The exchange begins with a new tree.
        self.root = None;
        true
    }

    fn forget(&mut self, seed: u64) {
        self.tree.clear();
        self.root = None;
        self.settings.seed = seed;
        self.searches = 0;
        self.evaluators.forget();
    }

    fn simulations_worth(&self, playouts: u64) -> u64 {
        playouts.div_ceil(PLAYOUTS_A_VISIT)
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
