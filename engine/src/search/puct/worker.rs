//! One thread of a search with a network, which runs one simulation after another. Each simulation
//! consists of a descent through the tree, an evaluation and a backup.

use std::sync::Arc;

use crossbeam::utils::CachePadded;
use parking_lot::Mutex;

use super::backup::Backup;
use super::bias::Biases;
use super::edge::PuctEdge;
use super::expansion::{likely_moves, outlook, pattern};
use super::ghosts::Ghosts;
use super::network_exchange::NetworkExchange;
use super::node::{NO_PATTERN, Outlook};
use super::owners::RootOwners;
use super::params::PuctParams;
use super::select::Choice;
use super::utility::Utility;
use crate::knowledge::{Evaluation, Evaluator};
use crate::rules::{GameState, Scoring};
use crate::search::atomics::{AtomicBool, AtomicU64, Ordering};
use crate::search::link::NodeId;
use crate::search::request::Restriction;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, Color, Move, Point, Random};

/// A pause of a thread that finds nothing to evaluate, because other threads are evaluating
/// everything within its reach.
const PAUSE: std::time::Duration = std::time::Duration::from_micros(50);

/// The state shared by the threads of a search.
pub(super) struct Shared<'a> {
    pub(super) tree: &'a Tree<PuctEdge>,
    pub(super) params: &'a PuctParams,
    pub(super) utility: &'a Utility,
    pub(super) biases: &'a Biases,
    pub(super) game: &'a GameState,
    /// The player to move at the root.
    pub(super) color: Color,
    pub(super) restrictions: &'a [Restriction],
    /// The weight of a result that is certain.
    pub(super) certain_weight: f32,
    /// Set by the leader, or after a panic, to make all threads end at once.
    pub(super) stop: AtomicBool,
    /// Set by any thread that finds no room for a new node.
    pub(super) full: AtomicBool,
    /// The number of simulations handed out so far, less those that found nothing.
    pub(super) claimed: CachePadded<AtomicU64>,
    /// The number of completed simulations.
    pub(super) made: CachePadded<AtomicU64>,
    /// The maximum number of simulations.
    pub(super) most: u64,
    /// The number of threads.
    pub(super) threads: usize,
    /// The exchange with other ranks, if there are any.
    pub(super) exchange: Option<&'a Mutex<NetworkExchange>>,
}

/// A step on the path: a node, and the move chosen from it.
#[derive(Clone, Copy)]
struct Step<'a> {
    node: NodeId,
    edge: &'a PuctEdge,
}

/// The end of a descent through the tree.
enum Descent<'a> {
    /// At a move whose node this thread has claimed.
    New(&'a PuctEdge),
    /// At a node where the game is over.
    Over(NodeId),
    /// At a move that the rules forbid, or where other threads are at work.
    Blocked,
}

/// Decides whether the search should end, given what the calling thread has found out about the
/// owners of the points.
pub(super) type Leader<'a> = dyn FnMut(&RootOwners) -> bool + 'a;

/// The working state of one thread.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    evaluator: &'a mut dyn Evaluator,
    /// The flag that ends an evaluation.
    interrupt: &'a AtomicBool,
    random: Random,
    game: GameState,
    path: Vec<Step<'a>>,
    /// The ghosts of other ranks, if there are any.
    ghosts: Option<Ghosts<'a>>,
    backup: Backup<'a>,
    /// The owners of the points, as far as this thread has found them out.
    pub(super) owners: RootOwners,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        evaluator: &'a mut dyn Evaluator,
        interrupt: &'a AtomicBool,
        random: Random,
    ) -> Self {
        let Shared { params, utility, tree, biases, game, .. } = *shared;
        Self {
            shared,
            evaluator,
            interrupt,
            random,
            game: game.clone(),
            path: Vec::new(),
            ghosts: shared.exchange.map(|_| Ghosts::of(shared.threads)),
            backup: Backup::new(params, utility, tree, biases),
            owners: RootOwners::default(),
        }
    }

    /// Runs simulations until all have been handed out, or the search is stopped. In the leading
    /// thread, `leader` decides after each simulation whether the search should end.
    pub(super) fn run(&mut self, mut leader: Option<&mut Leader<'_>>) {
        let shared = self.shared;
        loop {
            let claimed = shared.claimed.fetch_add(1, Ordering::Relaxed);
            let is_last = claimed >= shared.most;
            if !is_last && self.simulate() {
                shared.made.fetch_add(1, Ordering::Relaxed);
            } else {
                shared.claimed.fetch_sub(1, Ordering::Relaxed);
            }
            if let Some(over) = &mut leader
                && over(&self.owners)
            {
                shared.stop.store(true, Ordering::Relaxed);
            }
            let is_full = shared.full.load(Ordering::Relaxed);
            if is_last || is_full || shared.stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Runs one simulation. Returns whether it found something.
    fn simulate(&mut self) -> bool {
        let mut tries = self.look_at_ghosts();
        let mut descent = self.descend_from_root();
        while let Descent::New(edge) = descent
            && tries > 0
            && self.leave_to_another()
        {
            edge.link.publish(None);
            tries -= 1;
            descent = self.descend_from_root();
        }
        let is_complete = match descent {
            Descent::New(edge) => self.expand(edge),
            Descent::Over(end) => {
                // Nothing more is learnt there, but the move becomes surer.
                self.shared.tree.info(end).repeat();
                true
            }
            Descent::Blocked => {
                std::thread::sleep(PAUSE);
                false
            }
        };
        for step in &self.path {
            step.edge.leave(is_complete);
        }
        if is_complete {
            for (depth, step) in self.path.iter().enumerate().rev() {
                self.backup.refresh(step.node, self.turn(depth).sign());
            }
        }
        is_complete
    }

    fn descend_from_root(&mut self) -> Descent<'a> {
        self.game.return_to(self.shared.game);
        self.path.clear();
        self.descend()
    }

    /// Lets some ghosts vanish. Returns how many others the next simulation may leave.
    fn look_at_ghosts(&mut self) -> usize {
        let (Some(ghosts), Some(exchange)) = (&mut self.ghosts, self.shared.exchange) else {
            return 0;
        };
        // Others may come while this search is running.
        let (now, ranks, share) = {
            let exchange = exchange.lock();
            (exchange.time(), exchange.ranks(), exchange.own_share())
        };
        ghosts.let_some_vanish(now, |edge| edge.child().is_some());
        ghosts.tries(ranks, share)
    }

    /// If the current position, which is not in the tree, should be left to another rank, leaves a
    /// ghost there and returns `true`.
    fn leave_to_another(&mut self) -> bool {
        let (Some(ghosts), Some(exchange)) = (&mut self.ghosts, self.shared.exchange) else {
            return false;
        };
        if self.game.is_over() {
            return false;
        }
        let exchange = exchange.lock();
        let (hash, now) = (self.game.position().board().hash(), exchange.time());
        let is_left = exchange.is_anothers(hash) && ghosts.wait_for(hash, now);
        if is_left {
            ghosts.haunt(self.path.drain(..).map(|step| step.edge), now);
        }
        is_left
    }

    /// The player to move `depth` moves below the root.
    fn turn(&self, depth: usize) -> Color {
        if depth.is_multiple_of(2) { self.shared.color } else { !self.shared.color }
    }

    /// Follows the most urgent moves from the root to a move without a node, which it claims, or to
    /// the end of a game.
    fn descend(&mut self) -> Descent<'a> {
        let Shared { tree, params, .. } = *self.shared;
        let Some(mut node) = tree.root() else { return Descent::Blocked };
        loop {
            let edges = tree.edges(node).1;
            if edges.is_empty() {
                return Descent::Over(node);
            }
            let color = self.turn(self.path.len());
            let (info, sign) = (tree.info(node), color.sign());
            let is_root = self.path.is_empty();
            let choice = Choice { params, tree, edges, info, sign, is_root };
            let Some(index) = choice.select() else { return Descent::Blocked };
            let edge = &edges[index];
            let child = edge.child();
            if child.is_none() && !edge.link.try_claim() {
                return Descent::Blocked;
            }
            let mv = Move::from(edge.point().map(Point::vertex::<AnySize>));
            // The evaluation lists legal moves only; other rules on repetition may know better.
            if self.game.play(color, mv).is_err() {
                edge.standing.prune();
                if child.is_none() {
                    edge.link.publish(None);
                }
                return Descent::Blocked;
            }
            edge.enter();
            self.path.push(Step { node, edge });
            match child {
                Some(child) => node = child,
                None => return Descent::New(edge),
            }
        }
    }

    /// Creates the node of a claimed move at the end of the path. Returns whether there was room,
    /// and the evaluation was not interrupted.
    fn expand(&mut self, edge: &PuctEdge) -> bool {
        let node = self.new_node();
        edge.link.publish(node);
        node.is_some()
    }

    fn new_node(&mut self) -> Option<NodeId> {
        let shared = self.shared;
        let Shared { tree, params, utility, restrictions, .. } = *shared;
        let color = self.turn(self.path.len());
        let (moves, (own, weight), place) = if self.game.is_over() {
            (Vec::new(), self.final_outlook(), NO_PATTERN)
        } else {
            let found = self.evaluate(color)?;
            let ply = (restrictions, self.path.len());
            let moves = likely_moves(&found, &self.game, color, ply, params);
            let first = self.path.first().and_then(|step| step.edge.point());
            self.owners.of_mut(first).add(&found, color);
            let own = outlook(&found, &self.game, color, params, utility);
            (moves, own, pattern(self.game.position(), params))
        };
        let Some(node) = tree.add_node(&moves) else {
            shared.full.store(true, Ordering::Relaxed);
            return None;
        };
        tree.info(node).start(&own, weight, place);
        self.backup.compute(node, color.sign());
        if let Some(exchange) = shared.exchange {
            exchange.lock().note(self.path.iter().map(|step| step.edge));
        }
        Some(node)
    }

    fn evaluate(&mut self, color: Color) -> Option<Arc<Evaluation>> {
        let optimism = self.shared.params.optimism;
        self.evaluator.evaluate(&self.game, color, optimism, &mut self.random, self.interrupt)
    }

    /// The outlook at the end of a game, and its weight. Where dead stones may remain on the board,
    /// two passes change nothing, so both are those of the position before them.
    fn final_outlook(&self) -> (Outlook, f32) {
        if self.game.rules().scoring == Scoring::Area {
            let lead = self.game.score(&[], &[]).black_lead() as f32;
            return (Outlook::certain(lead), self.shared.certain_weight);
        }
        let before = self.path.len().saturating_sub(2);
        let node = self.path.get(before).map(|step| step.node);
        node.map_or_else(|| (Outlook::default(), 1.0), |node| self.shared.tree.info(node).own())
    }
}
