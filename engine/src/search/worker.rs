//! One thread of a search with playouts, which runs one simulation after another. Each simulation
//! consists of a descent through the tree, a playout and a backup.

use crossbeam::utils::CachePadded;

use super::amaf::{Amaf, recall};
use super::atomics::{AtomicBool, AtomicU64, Ordering};
use super::count::Count;
use super::edge::Edge;
use super::ending::prove;
use super::hash_filter::HashFilter;
use super::link::NodeId;
use super::move_list::{list_moves, sort_by_prior};
use super::params::SearchParams;
use super::path::PathStep;
use super::request::Restriction;
use super::root_statistics::RootStatistics;
use super::select::select;
use super::tree::{Branch, Tree};
use crate::board::{Position, lead};
use crate::dispatch::Work;
use crate::knowledge::{Candidate, Play, Playout, PlayoutLimits, PlayoutPolicy, PriorKnowledge};
use crate::reading::certain_lead;
use crate::rules::{GameState, KoRule};
use crate::vocabulary::{Bitboard, ByColor, Color, Geometry, Point, Random};
use classical::Bounds;

/// The number of simulations that a thread runs between checks of the clock and of the stop flag,
/// unless other ranks need more frequent looks at their messages.
pub(super) const CHUNK: u64 = 16;

/// The state shared by the threads of a search.
pub(super) struct Shared<'a, G: Geometry> {
    pub(super) tree: &'a Tree<Edge>,
    pub(super) params: SearchParams,
    pub(super) count: Count,
    pub(super) game: &'a GameState,
    pub(super) restrictions: &'a [Restriction],
    /// The hashes of the game's earlier positions.
    pub(super) past: HashFilter,
    /// The position of the root.
    pub(super) root: &'a Position<G>,
    /// Set by the leader, or after a panic, to make all threads end after their current chunk.
    pub(super) stop: AtomicBool,
    /// Set by any thread that finds no room for a new node.
    pub(super) full: AtomicBool,
    /// The number of simulations handed out so far. It is written often and is therefore kept off
    /// the cache lines that are read often.
    pub(super) claimed: CachePadded<AtomicU64>,
    /// The maximum number of simulations.
    pub(super) most: u64,
    /// The number of simulations that a thread runs at a time.
    pub(super) chunk: u64,
}

impl<G: Geometry> Shared<'_, G> {
    /// The number of simulations that the calling thread should run next; 0 if all have been handed
    /// out.
    fn claim(&self) -> u64 {
        let claimed = self.claimed.fetch_add(self.chunk, Ordering::Relaxed);
        self.most.saturating_sub(claimed).min(self.chunk)
    }
}

/// The end of a descent through the tree.
enum Descent<G: Geometry> {
    /// At a leaf.
    Leaf,
    /// At the end of the game, with each player's area.
    Over(ByColor<Bitboard<G>>),
    /// At a move that superko forbids. The move has been pruned, and the descent must be undone.
    Forbidden,
}

/// Decides whether the search should end, given the statistics of the calling thread.
pub(super) type Leader<'a, G> = dyn FnMut(&RootStatistics<G>) -> bool + 'a;

/// The working state of one thread.
pub(super) struct Worker<'a, G: Geometry, P: PlayoutPolicy, K> {
    shared: &'a Shared<'a, G>,
    playout: Playout<'a, G, P>,
    priors: &'a K,
    random: Random,
    position: Position<G>,
    /// The current path.
    path: Vec<PathStep<'a>>,
    /// The moves since the root, including those of the playout.
    plays: Vec<Play>,
    amaf: Amaf<G>,
    /// For each move on the path, the hash of the stones on the board after that move, and the
    /// player to move next.
    situations: Vec<(u64, Color)>,
    /// Whether any move on the path has captured stones.
    has_captured: bool,
    root_visits: u32,
    candidates: Vec<Candidate>,
    /// The statistics of this thread's simulations.
    pub(super) statistics: RootStatistics<G>,
    /// In the leading thread, the function that decides after each chunk, from the thread's
    /// statistics, whether the search should end.
    leader: Option<&'a mut Leader<'a, G>>,
}

impl<'a, G: Geometry, P: PlayoutPolicy, K: PriorKnowledge> Worker<'a, G, P, K> {
    pub(super) fn new(
        shared: &'a Shared<'a, G>,
        policy: &'a P,
        priors: &'a K,
        random: Random,
    ) -> Self {
        Self {
            shared,
            playout: Playout::new(policy, PlayoutLimits::of(shared.root.board().size())),
            priors,
            random,
            position: shared.root.clone(),
            path: Vec::new(),
            plays: Vec::new(),
            amaf: Amaf::new(),
            situations: Vec::new(),
            has_captured: false,
            root_visits: 0,
            candidates: Vec::new(),
            statistics: RootStatistics::default(),
            leader: None,
        }
    }

    /// Makes this thread the one that decides when to stop.
    pub(super) fn lead(&mut self, over: &'a mut Leader<'a, G>) {
        self.leader = Some(over);
    }

    #[inline(always)]
    fn simulate(&mut self) {
        let area = loop {
            match self.descend() {
                Descent::Leaf => {
                    let Self { shared, playout, position, random, path, plays, .. } = self;
                    if let Some(amaf_values) = playout.amaf_values_mut() {
                        recall(path, shared.root.to_move(), amaf_values);
                    }
                    break playout.run(position, random, plays).area;
                }
                Descent::Over(area) => break area,
                Descent::Forbidden => self.path.iter().for_each(|step| step.edge.stats.cancel()),
            }
        };
        self.back_up(&area);
    }

    /// Follows the most urgent moves from the root to a leaf, and creates a node there if the leaf
    /// has enough visits.
    #[inline(always)]
    fn descend(&mut self) -> Descent<G> {
        let shared = self.shared;
        self.position.clone_from(shared.root);
        self.path.clear();
        self.plays.clear();
        self.situations.clear();
        self.has_captured = false;
        let deepest = 3 * self.position.board().size().area() + 8;
        let (mut node, mut visits) = (shared.tree.root(), self.root_visits);
        while let Some(at) = node
            && self.path.len() < deepest
        {
            let edges = shared.tree.edges(at).1;
            let Some(index) = select(&shared.params, edges, visits) else { break };
            let edge = &edges[index];
            visits = edge.stats.enter() + 1;
            self.path.push(PathStep { edges, edge });
            self.plays.push(Play { point: edge.point(), banned: self.position.ko() });
            if let Some(point) = edge.point() {
                if self.play(point).is_err() {
                    edge.standing.prune();
                    return Descent::Forbidden;
                }
            } else {
                self.position.pass();
                self.situations.push(self.situation());
                if self.position.passes() >= 2 {
                    if !shared.count.leaves_dead_stones() {
                        let area = self.position.board().area();
                        if shared.params.proven_moves {
                            self.prove(Bounds::exactly(lead(&area)));
                        }
                        return Descent::Over(area);
                    }
                    self.position.resume();
                    return Descent::Leaf;
                }
            }
            node = edge.child();
            if node.is_none() && visits >= shared.params.expansion_visits {
                node = self.expand(edge);
            }
        }
        Descent::Leaf
    }

    /// Plays a move in the tree. Fails if the game's ko rule forbids it.
    #[inline(always)]
    fn play(&mut self, point: Point) -> Result<(), ()> {
        self.has_captured |= self.position.play(point).is_some();
        let situation = self.situation();
        // A position can repeat only if there has been a capture, possibly long before this move.
        if (self.has_captured || self.shared.past.may_hold(situation.0)) && self.repeats(situation)
        {
            return Err(());
        }
        self.situations.push(situation);
        Ok(())
    }

    #[inline(always)]
    fn situation(&self) -> (u64, Color) {
        (self.position.board().hash(), self.position.to_move())
    }

    fn repeats(&self, (hash, to_move): (u64, Color)) -> bool {
        let game = self.shared.game;
        let on_the_way = |same_turn: bool| {
            let same = |&(h, turn): &(u64, Color)| h == hash && (!same_turn || turn == to_move);
            self.situations.iter().any(same)
        };
        game.repeats(hash, to_move)
            || match game.rules().ko {
                KoRule::Simple => false,
                KoRule::Positional => on_the_way(false),
                KoRule::Situational => on_the_way(true),
            }
    }

    /// Creates a leaf's node, unless the tree is full or another thread is creating it.
    fn expand(&mut self, edge: &Edge) -> Option<NodeId> {
        if self.shared.full.load(Ordering::Relaxed) || !edge.link.try_claim() {
            return None;
        }
        let Self { position, random, candidates, .. } = self;
        list_moves(position, self.shared.restrictions, self.path.len(), random, candidates);
        self.priors.add_priors(position, candidates);
        sort_by_prior(&self.shared.params, candidates);
        let node = self.shared.tree.add_node(candidates);
        if self.shared.params.proven_moves {
            self.prove(certain_lead(self.position.board()));
        }
        if node.is_none() {
            self.shared.full.store(true, Ordering::Relaxed);
        }
        edge.link.publish(node);
        node
    }

    /// If these bounds on Black's lead at the end of the path are enough to determine the winner,
    /// records the winner and the consequences for the moves on the path.
    fn prove(&self, lead: Bounds) {
        let winner = self.shared.count.sure_winner(lead.low as f32, lead.high as f32);
        if let Some(winner) = winner {
            prove(&self.path, winner != self.position.to_move());
        }
    }

    /// Adds the result of the simulation to the edges on the path and to the statistics of the
    /// first move.
    #[inline(always)]
    fn back_up(&mut self, area: &ByColor<Bitboard<G>>) {
        let (count, root) = (&self.shared.count, self.shared.root);
        let lead = count.lead(area, &self.plays, self.path.len());
        let mut value = count.black_value(lead) * root.to_move().sign();
        if self.shared.params.rave_visits > 0.0 {
            self.amaf.add(&self.path, &self.plays, value);
        }
        for step in &self.path {
            step.edge.stats.settle(value);
            value = -value;
        }
        let first = self.path.first().and_then(|step| step.edge.point());
        self.statistics.add(first, lead, count.winner(lead), area);
    }
}

impl<G, P, K> Work for &mut Worker<'_, G, P, K>
where
    G: Geometry,
    P: PlayoutPolicy,
    K: PriorKnowledge,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        loop {
            let simulations = self.shared.claim();
            self.root_visits = self.shared.tree.root_visits().min(u64::from(u32::MAX)) as u32;
            for _ in 0..simulations {
                self.simulate();
                self.root_visits += 1;
            }
            if let Some(over) = &mut self.leader
                && over(&self.statistics)
            {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
            if simulations < self.shared.chunk || self.shared.stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }
}
