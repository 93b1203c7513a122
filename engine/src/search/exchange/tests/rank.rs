//! A rank with a small tree that is grown at random, and its slow twin: it counts what the rank has
//! seen itself, and what the messages that reached the rank have told.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::super::message::{Body, Message, Sender};
use super::super::move_number::{MoveNumber, MovePath, number, point};
use super::super::node_news::NodeNews;
use super::super::{Planting, PlayoutExchange, Post, RankId, RootKey};
use crate::board::Position;
use crate::knowledge::{Candidate, PriorKnowledge};
use crate::rules::{GameState, Rules};
use crate::search::edge::Edge;
use crate::search::move_list::list_moves;
use crate::search::params::SearchParams;
use crate::search::sum::{EdgeSums, Sum, UNITS};
use crate::search::tree::{Branch, Tree};
use crate::vocabulary::{AnySize, BoardSize, Geometry, Move, Point, Random};

pub(super) struct NoPriors;

impl PriorKnowledge for NoPriors {
    fn add_priors<G: Geometry>(&self, _: &Position<G>, _: &mut [Candidate]) {}
}

/// What a post has to deliver and has been given.
#[derive(Default)]
pub(super) struct Mail {
    is_due: bool,
    pub(super) inbox: VecDeque<Vec<u8>>,
    outbox: Vec<Vec<u8>>,
    pub(super) most_bytes: usize,
}

struct TestPost(Arc<Mutex<Mail>>);

impl Post for TestPost {
    fn is_due(&mut self, _: u64, _: Duration) -> bool {
        std::mem::take(&mut self.0.lock().is_due)
    }

    fn send(&mut self, message: Vec<u8>) {
        self.0.lock().outbox.push(message);
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        self.0.lock().inbox.pop_front()
    }

    fn ranks(&self) -> u32 {
        3
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn most_bytes(&self) -> usize {
        self.0.lock().most_bytes
    }
}

/// Sums by node and move.
pub(super) type Sums = BTreeMap<(MovePath, MoveNumber), EdgeSums>;

/// A rank with a tree of its own, and its slow twin.
pub(super) struct Rank {
    pub(super) tree: Tree<Edge>,
    params: SearchParams,
    pub(super) game: GameState,
    pub(super) exchange: PlayoutExchange,
    pub(super) mail: Arc<Mutex<Mail>>,
    random: Random,
    /// What this rank has seen itself.
    pub(super) own: Sums,
    /// What each tree of another rank has told, with the number of the newest message from it that
    /// has arrived.
    told: BTreeMap<(u32, u64), (u64, Sums)>,
}

pub(super) const SIZE: BoardSize = BoardSize::square(3);

pub(super) fn key(game: &GameState) -> RootKey {
    RootKey::of(&game.moves().to_vec(), SIZE)
}

pub(super) fn path(moves: &[MoveNumber]) -> MovePath {
    moves.iter().copied().collect()
}

impl Rank {
    pub(super) fn new(rank: u32, seed: u64, nodes: usize) -> Self {
        let mail = Arc::new(Mutex::new(Mail { most_bytes: 1 << 20, ..Mail::default() }));
        let game = GameState::new(SIZE, Rules::default(), 0.5);
        let id = RankId { rank, start: 0 };
        let exchange = PlayoutExchange::new(id, Box::new(TestPost(Arc::clone(&mail))));
        let mut new = Self {
            tree: Tree::with_room(nodes, 10 * nodes),
            params: SearchParams::default(),
            game,
            exchange,
            mail,
            random: Random::new(seed, rank.into()),
            own: Sums::new(),
            told: BTreeMap::new(),
        };
        new.restart();
        new
    }

    /// Begins a new tree at the present position.
    fn restart(&mut self) {
        let mut candidates = Vec::new();
        list_moves(&self.position(), &[], 0, &mut self.random, &mut candidates);
        self.tree.add_root(&candidates);
        self.exchange.restart(key(&self.game));
        self.own.clear();
        self.told.clear();
    }

    fn position(&self) -> Position<AnySize> {
        self.game.position().clone()
    }

    /// Plays a move in the game, whose node becomes the root if it exists.
    pub(super) fn play(&mut self, mv: MoveNumber) {
        let played = Move::from(point::<AnySize>(mv, SIZE).map(Point::vertex::<AnySize>));
        self.game.play(self.game.to_move(), played).unwrap();
        if !self.tree.set_root(point::<AnySize>(mv, SIZE)) {
            return self.restart();
        }
        self.exchange.advance(key(&self.game), [played].into_iter());
        let below = |sums: &mut Sums| {
            let all = std::mem::take(sums).into_iter();
            let kept = all.filter_map(|((path, last), sum)| {
                let rest = path.strip_prefix(&[mv][..])?;
                Some(((rest.iter().copied().collect(), last), sum))
            });
            *sums = kept.collect();
        };
        below(&mut self.own);
        self.told.values_mut().for_each(|(_, sums)| below(sums));
    }

    pub(super) fn with_planting<T>(
        &mut self,
        run: impl FnOnce(&mut PlayoutExchange, &Planting<'_, AnySize, NoPriors>) -> T,
    ) -> T {
        let root = self.position();
        let planting = Planting {
            tree: &self.tree,
            params: &self.params,
            priors: &NoPriors,
            game: &self.game,
            restrictions: &[],
            root: &root,
            random: RefCell::new(self.random.clone()),
            planted: Cell::new(0),
        };
        run(&mut self.exchange, &planting)
    }

    /// One simulation along random moves, those with low numbers most of all.
    pub(super) fn simulate(&mut self) {
        let (mut random, mut game) = (self.random.clone(), self.game.clone());
        let value = random.below(5) as f32 / 2.0 - 1.0;
        let (mut node, mut way) = (self.tree.root(), MovePath::new());
        let mut noted = Vec::new();
        self.with_planting(|_, planting| {
            while let Some(at) = node {
                let edges = planting.tree.edges(at).1;
                let first = random.below(10).min(random.below(10));
                let edge = &edges[first % edges.len()];
                let mv = Move::from(edge.point().map(Point::vertex::<AnySize>));
                if game.play(game.to_move(), mv).is_err() {
                    edge.standing.prune();
                    return;
                }
                let visits = edge.stats.enter() + 1;
                edge.stats.settle(value);
                noted.push((way.clone(), number(mv, SIZE), 1, 0, value));
                for edge in edges.iter().filter(|_| random.below(3) == 0) {
                    let mv = Move::from(edge.point().map(Point::vertex::<AnySize>));
                    edge.amaf.add_from_afar(2, -value);
                    noted.push((way.clone(), number(mv, SIZE), 0, 2, -value));
                }
                if way.is_full() {
                    return;
                }
                way.push(number(mv, SIZE));
                let points = way.iter().map(|&mv| point::<AnySize>(mv, SIZE));
                node = edge.child();
                if node.is_none() && visits >= 3 {
                    node = planting.plant(edge, points);
                }
            }
        });
        self.random = random;
        for (path, mv, visits, weight, value) in noted {
            let units = |visits: u64| (value * UNITS as f32 * visits as f32) as i64;
            let sum = |visits: u64| Sum { visits, units: units(visits) };
            let entry = self.own.entry((path, mv)).or_default();
            *entry = entry.plus(EdgeSums { own: sum(visits), amaf: sum(weight) });
        }
    }

    /// Merges a message as it is, and has the twin note what it tells.
    pub(super) fn receive(&mut self, bytes: Vec<u8>) {
        if let Ok(message) = Message::read(&bytes) {
            self.note(&message);
        }
        self.mail.lock().inbox.push_back(bytes);
        self.with_planting(|exchange, planting| exchange.look(0, planting, || None));
    }

    fn note(&mut self, message: &Message) {
        if message.root != key(&self.game) {
            return;
        }
        let Sender { rank, tree } = message.sender;
        let is_old = self.told.keys().any(|&(other, newer)| other == rank && newer > tree);
        let (number, told) = self.told.entry((rank, tree)).or_default();
        if is_old || *number >= message.number {
            return;
        }
        *number = message.number;
        for NodeNews { path, moves } in nodes(message) {
            for &(mv, sums) in moves {
                told.insert((path.clone(), mv), sums);
            }
        }
    }

    /// The message that is now to be sent, whose totals the twin confirms.
    pub(super) fn send(&mut self) -> Vec<u8> {
        self.mail.lock().is_due = true;
        self.with_planting(|exchange, planting| exchange.look(0, planting, || None));
        let bytes = self.mail.lock().outbox.pop().unwrap();
        for NodeNews { path, moves } in nodes(&Message::read(&bytes).unwrap()) {
            for &(mv, sums) in moves {
                let own = self.own.get(&(path.clone(), mv)).copied();
                assert_eq!(Some(sums), own, "{path:?} {mv}");
            }
        }
        bytes
    }

    /// The sums of all edges of the tree.
    pub(super) fn sums(&self) -> Sums {
        let mut all = Sums::new();
        let mut open: Vec<_> =
            self.tree.root().map(|root| (MovePath::new(), root)).into_iter().collect();
        while let Some((path, node)) = open.pop() {
            for edge in self.tree.edges(node).1 {
                let mv = number(Move::from(edge.point().map(Point::vertex::<AnySize>)), SIZE);
                let sums = EdgeSums { own: edge.stats.sum(), amaf: edge.amaf.sum() };
                if sums != EdgeSums::default() {
                    all.insert((path.clone(), mv), sums);
                }
                if let Some(child) = edge.child()
                    && !path.is_full()
                {
                    let mut below = path.clone();
                    below.push(mv);
                    open.push((below, child));
                }
            }
        }
        all
    }

    /// Compares the tree with the twin: own work, and what others have told, each once.
    pub(super) fn check(&self) {
        let mut expected = self.own.clone();
        for (_, told) in self.told.values() {
            for (place, sums) in told {
                let entry = expected.entry(place.clone()).or_default();
                *entry = entry.plus(*sums);
            }
        }
        expected.retain(|_, sums| *sums != EdgeSums::default());
        let found = self.sums();
        for (place, sums) in &expected {
            assert_eq!(found.get(place), Some(sums), "{place:?}");
        }
        assert_eq!(found.len(), expected.len());
    }
}

/// The nodes of which a message tells.
pub(super) fn nodes(message: &Message) -> &[NodeNews] {
    let Body::Sums { nodes, .. } = &message.body else { panic!("no sums") };
    nodes
}
