//! The exchange of a search with a network: ranks tell one another the nodes that they have
//! evaluated.
//!
//! An evaluation costs as much as thousands of steps in the tree, and takes a few hundred bytes. So
//! each rank tells all of its evaluations, and the tree of each becomes the union of all trees. A
//! node that is already there stays as it is: nothing counts twice, however often it is told.

use std::collections::BTreeMap;

use super::backup::Backup;
use super::edge::{LikelyMove, PuctEdge};
use super::expansion::pattern;
use super::ghosts::Ghosts;
use super::node::{NO_PATTERN, Outlook};
use super::root::PuctRoot;
use crate::search::exchange::{
    Body, Correspondence, EvaluatedNode, MoveNumber, Post, RankId, RootKey, number, number_at,
    point,
};
use crate::search::link::NodeId;
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, BoardSize, Move, Point};

/// The exchange of one search with others.
pub(super) struct NetworkExchange {
    id: RankId,
    correspondence: Correspondence,
    /// The number of messages from each other rank.
    heard: BTreeMap<u32, u64>,
    /// The paths to the nodes that this rank has evaluated, in their order.
    own: Vec<Vec<MoveNumber>>,
    /// The number of these nodes that have been told since the position became the root.
    told: usize,
}

impl NetworkExchange {
    /// Begins the exchange of a rank, whose tree is to be [started](Self::restart).
    pub(super) fn new(id: RankId, post: Box<dyn Post>) -> Self {
        let correspondence = Correspondence::new(id, post);
        Self { id, correspondence, heard: BTreeMap::new(), own: Vec::new(), told: 0 }
    }

    /// The ghosts of the other ranks for one thread of this one.
    pub(super) fn ghosts<'a>(&self) -> Ghosts<'a> {
        Ghosts::of(self.id.rank, self.id.ranks)
    }

    /// The number of messages from a rank so far.
    pub(super) fn heard(&self, rank: u32) -> u64 {
        self.heard.get(&rank).copied().unwrap_or(0)
    }

    /// Notes that the search has begun a new tree with this root.
    pub(super) fn restart(&mut self, root: RootKey) {
        self.correspondence.restart(root);
        self.own.clear();
        self.told = 0;
    }

    /// Notes that the node to which these moves lead from the last root is now the root. What is
    /// below it is told once more, because messages for the earlier root may have been dropped.
    pub(super) fn advance(&mut self, root: RootKey, moves: impl Iterator<Item = Move>) {
        let first: Vec<_> = moves.map(|mv| number(mv, root.size)).collect();
        self.correspondence.root = root;
        if first.is_empty() {
            return;
        }
        self.own.retain_mut(|path| {
            let is_below = path.len() > first.len() && path.starts_with(&first);
            if is_below {
                path.drain(..first.len());
            }
            is_below
        });
        self.told = 0;
    }

    /// Notes that this rank has evaluated the node to which these edges lead from the root.
    pub(super) fn note<'a>(&mut self, path: impl Iterator<Item = &'a PuctEdge>) {
        let size = self.correspondence.root.size;
        self.own.push(path.map(|edge| number_at::<AnySize>(edge.point(), size)).collect());
    }

    /// Whether a message is due after `made` simulations of this search. A rank that takes turns
    /// with others waits here for its turn.
    pub(super) fn is_due(&mut self, made: u64) -> bool {
        self.correspondence.is_due(made)
    }

    /// Adds the nodes that others have told.
    pub(super) fn merge(&mut self, root: &PuctRoot, backup: &mut Backup<'_>) {
        while let Some(message) = self.correspondence.receive() {
            *self.heard.entry(message.sender.rank).or_default() += 1;
            if let Body::Evaluated(nodes) = message.body {
                let size = self.correspondence.root.size;
                for node in &nodes {
                    add(node, root, backup, size);
                }
            }
        }
    }

    /// Tells the nodes that have not been told yet, as far as there is room.
    pub(super) fn send(&mut self, tree: &Tree<PuctEdge>) {
        let (mut nodes, mut bytes) = (Vec::new(), Vec::new());
        for path in &self.own[self.told..] {
            let size = self.correspondence.root.size;
            // The tree may have dropped the node.
            if let Some(node) = evaluated(tree, path, size) {
                node.write(&mut bytes);
                if bytes.len() > self.correspondence.room() && !nodes.is_empty() {
                    break;
                }
                nodes.push(node);
            }
            self.told += 1;
        }
        self.correspondence.send(Body::Evaluated(nodes));
    }
}

/// The node at the end of a path, in the form in which it is told.
fn evaluated(tree: &Tree<PuctEdge>, path: &[MoveNumber], size: BoardSize) -> Option<EvaluatedNode> {
    let mut node = tree.root()?;
    for &mv in path {
        node = edge_of(tree, node, mv, size)?.child()?;
    }
    let (Outlook { win_loss, score, score_square, lead }, weight) = tree.info(node).own();
    let edges = tree.edges(node).1.iter();
    let moves = edges.map(|edge| (number_at::<AnySize>(edge.point(), size), edge.policy()));
    let outlook = [win_loss, score, score_square, lead];
    Some(EvaluatedNode { path: path.to_vec(), outlook, weight, moves: moves.collect() })
}

/// The edge of a node with this move, if it has one.
fn edge_of(
    tree: &Tree<PuctEdge>,
    node: NodeId,
    mv: MoveNumber,
    size: BoardSize,
) -> Option<&PuctEdge> {
    let point = point::<AnySize>(mv, size);
    tree.edges(node).1.iter().find(|edge| edge.point() == point)
}

/// Adds a node that another rank has evaluated, as if a simulation had ended there. Returns `None`
/// if the node is there already, its parent is missing, a move on the way is illegal, there is no
/// room, or a thread of this rank is evaluating it.
fn add(
    told: &EvaluatedNode,
    root: &PuctRoot,
    backup: &mut Backup<'_>,
    size: BoardSize,
) -> Option<NodeId> {
    let tree = backup.tree;
    let (mut game, mut color) = (root.game.clone(), root.color);
    let (mut at, mut steps) = (tree.root(), Vec::new());
    for &mv in &told.path {
        let node = at?;
        let edge = edge_of(tree, node, mv, size).filter(|edge| !edge.standing.is_pruned())?;
        let mv = Move::from(edge.point().map(Point::vertex::<AnySize>));
        game.play(color, mv).ok()?;
        color = !color;
        steps.push((node, edge));
        at = edge.child();
    }
    let (_, last) = steps.last().filter(|_| at.is_none())?;
    if game.is_over() != told.moves.is_empty() || !last.link.try_claim() {
        return None;
    }
    let moves = told.moves.iter();
    let moves: Vec<_> = moves
        .map(|&(mv, policy)| LikelyMove { point: point::<AnySize>(mv, size), policy })
        .collect();
    let node = tree.add_node(&moves);
    if let Some(node) = node {
        let [win_loss, score, score_square, lead] = told.outlook;
        let own = Outlook { win_loss, score, score_square, lead };
        let is_over = moves.is_empty();
        let place = if is_over { NO_PATTERN } else { pattern(game.position(), backup.params) };
        tree.info(node).start(&own, told.weight, place);
        backup.compute(node, color.sign());
    }
    last.link.publish(node);
    node?;
    for (_, edge) in &steps {
        edge.enter();
        edge.leave(true);
    }
    for (node, _) in steps.iter().rev() {
        color = !color;
        backup.refresh(*node, color.sign());
    }
    node
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::super::bias::Biases;
    use super::super::owners::RootOwners;
    use super::super::params::PuctParams;
    use super::super::utility::Utility;
    use super::*;
    use crate::knowledge::{Evaluation, Evaluations, Evaluator};
    use crate::rules::{GameState, Rules};
    use crate::search::limits::SearchLimits;
    use crate::search::report::SearchReport;
    use crate::search::request::SearchRequest;
    use crate::search::root::Line;
    use crate::search::searcher::{SearchSettings, Searcher};
    use crate::search::{NetworkSearch, RankSettings, VirtualRanks};
    use crate::vocabulary::{Color, Random};

    /// Evaluations that depend on the stones and the player alone, and look random.
    struct Fake;

    impl Evaluations for Fake {
        fn evaluator(&self) -> Box<dyn Evaluator> {
            Box::new(Self)
        }

        fn forget(&self) {}
    }

    impl Evaluator for Fake {
        fn evaluate(
            &mut self,
            game: &GameState,
            color: Color,
            _: f32,
            _: &mut Random,
            _: &AtomicBool,
        ) -> Option<Arc<Evaluation>> {
            let mut random = Random::new(game.position().board().hash(), color as u64);
            let mut share = || random.below(1000) as f32 / 1000.0;
            let vertices = game.size().vertices().map(Move::Play).chain([Move::Pass]);
            let policy = vertices.map(|mv| game.check(color, mv).is_ok().then(|| 0.01 + share()));
            let mut policy: Vec<_> = policy.collect();
            let sum: f32 = policy.iter().flatten().sum();
            policy.iter_mut().flatten().for_each(|one| *one /= sum);
            let win = share();
            Some(Arc::new(Evaluation {
                policy,
                win,
                loss: 1.0 - win,
                no_result: 0.0,
                score: 9.0 * win,
                score_deviation: 5.0,
                lead: 9.0 * win,
                errors: None,
                ownership: vec![win; game.size().area()],
            }))
        }
    }

    fn rank(rank: u32) -> Box<dyn Searcher> {
        let seed = u64::from(rank);
        let settings = SearchSettings { seed, memory: 1 << 24, ..SearchSettings::default() };
        Box::new(NetworkSearch::new(Arc::new(Fake), settings))
    }

    /// Ranks that evaluate a position in a millisecond and send every 5 milliseconds.
    fn ranks(ranks: u32, delay: u64) -> VirtualRanks {
        let (delay, interval) = (Duration::from_millis(delay), Duration::from_millis(5));
        let speed = 1000.0;
        let settings = RankSettings { ranks, votes: false, delay, interval, speed, bandwidth: 0.0 };
        VirtualRanks::new(settings, rank).unwrap()
    }

    fn search(searcher: &mut dyn Searcher, game: &GameState, playouts: u64) -> SearchReport {
        let request = SearchRequest::new(game, game.to_move(), SearchLimits::playouts(playouts));
        let report = searcher.search(&request, &|| false, None);
        SearchReport { time: Duration::ZERO, ..report }
    }

    fn game() -> GameState {
        GameState::new(BoardSize::square(7), Rules::default(), 7.5)
    }

    #[test]
    fn ranks_evaluate_mostly_different_positions_and_know_them_all() {
        // Each rank evaluates 200 positions, which takes 200 milliseconds.
        for (delay, least, most) in [(0, 400, 590), (50, 240, 480), (300, 200, 200)] {
            let report = search(&mut ranks(3, delay), &game(), 600);
            assert_eq!(report.simulations, 600);
            assert!((least..=most).contains(&report.visits), "{delay} ms: {}", report.visits);
            let sum: u64 = report.moves.iter().map(|found| found.visits).sum();
            assert_eq!(report.visits, sum);
        }
    }

    #[test]
    fn a_game_of_ranks_is_the_same_each_time() {
        let play = |ranks: &mut dyn Searcher| {
            let mut game = game();
            let mut reports = Vec::new();
            for _ in 0..6 {
                let report = search(ranks, &game, 120);
                game.play(game.to_move(), report.moves[0].mv).unwrap();
                reports.push(report);
            }
            reports
        };
        let mut three = ranks(3, 10);
        let first = play(&mut three);
        three.forget(0);
        assert!(play(&mut three) == first && play(&mut ranks(3, 11)) != first);
    }

    #[test]
    fn a_node_is_added_once_and_only_where_it_can_be() {
        let (mut ranks, mut alone) = (ranks(1, 0), rank(0));
        let game = game();
        assert_eq!(search(&mut ranks, &game, 100), search(&mut *alone, &game, 100));
        let size = game.size();
        let root = PuctRoot {
            line: Line::of(&SearchRequest::new(&game, Color::Black, SearchLimits::default())),
            game: game.clone(),
            color: Color::Black,
            utility: Utility::new(&PuctParams::default(), size.area(), 0.0),
            owners: RootOwners::default(),
        };
        let mut tree = Tree::<PuctEdge>::with_room(8, 64);
        let moves = [Some(3), Some(4), None].map(|mv| LikelyMove {
            point: mv.and_then(|mv| point::<AnySize>(mv, size)),
            policy: 0.3,
        });
        tree.add_root(&moves);
        let (params, biases) = (PuctParams::default(), Biases::new());
        let mut backup = Backup::new(&params, &root.utility, &tree, &biases);
        let pass = size.area() as MoveNumber;
        let mut told = |path: &[MoveNumber], moves: &[MoveNumber]| {
            let moves = moves.iter().map(|&mv| (mv, 0.5)).collect();
            let outlook = [0.5, 1.0, 2.0, 1.0];
            let told = EvaluatedNode { path: path.to_vec(), outlook, weight: 1.0, moves };
            add(&told, &root, &mut backup, size).is_some()
        };
        assert!(!told(&[5], &[pass]), "no such move");
        assert!(!told(&[3, 4], &[pass]), "no parent");
        assert!(!told(&[3], &[]), "the game is not over");
        assert!(told(&[3], &[3, 4, pass]));
        assert!(!told(&[3], &[3, 4, pass]), "it is known");
        assert!(!told(&[3, 3], &[pass]), "occupied");
        assert!(told(&[3, 4], &[pass]));
        assert!(told(&[pass], &[pass]) && !told(&[pass, pass], &[pass]), "the game is over");
        assert!(told(&[pass, pass], &[]));
        assert_eq!(tree.root_visits(), 4);
    }
}
