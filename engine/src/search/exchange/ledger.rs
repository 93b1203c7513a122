//! The records of a rank about the exchange. For each upper node of its tree, they separate the
//! sums of the rank's own simulations from those that each other rank has sent.
//!
//! The tree itself stores only the sum over all ranks for each move. The ledger finds the rank's
//! own part by difference: whatever has been added since the last check, other than through the
//! ledger, is the rank's own. This part only grows, and it is the only part that is sent to others,
//! so no simulation is passed on twice. For each other rank, the ledger stores the totals that have
//! been added to the tree; from a newer message, only the excess over these totals is added.
//!
//! The ledger identifies moves by their numbers and nodes by their paths, so it remains valid when
//! the tree moves its nodes.

use std::collections::BTreeMap;

use super::message::Sender;
use super::move_number::{MoveNumber, MovePath};
use super::node_news::NodeNews;
use super::outcomes::OutcomeSums;
use crate::search::sum::{EdgeSums, Sum};

/// If a move has lost at least this many visits since the last check, its sums have been halved. A
/// smaller loss means that simulations that met a forbidden move were undone.
const FEWEST_HALVED: u64 = 1 << 20;

/// The record of one move.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// The sums at the last look, all ranks together.
    seen: EdgeSums,
    /// The totals of the rank's own simulations.
    own: EdgeSums,
    /// Whether the own totals have changed since they were told.
    is_news: bool,
}

/// The record of one node. The moves are indexed by their numbers.
#[derive(Clone, Debug, Default)]
struct NodeAccount {
    moves: Vec<Account>,
    /// The number of own visits since the node was told.
    untold: u64,
}

/// The record of what another rank has told.
#[derive(Clone, Debug)]
struct Peer {
    sender: Sender,
    /// The number of its newest message.
    number: u64,
    /// The totals that have been added to the tree. The moves are indexed by their numbers.
    added: BTreeMap<MovePath, Vec<EdgeSums>>,
    outcomes: Option<OutcomeSums>,
}

/// The memory of one rank.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    nodes: BTreeMap<MovePath, NodeAccount>,
    peers: BTreeMap<u32, Peer>,
}

/// The moves that follow those in `first`, if the path begins with them.
fn beyond(path: &MovePath, first: &[MoveNumber]) -> Option<MovePath> {
    path.strip_prefix(first).map(|rest| rest.iter().copied().collect())
}

/// The entry at this index, which is created if it is missing.
fn at<T: Clone + Default>(entries: &mut Vec<T>, mv: MoveNumber) -> &mut T {
    let index = usize::from(mv);
    if entries.len() <= index {
        entries.resize(index + 1, T::default());
    }
    &mut entries[index]
}

impl Ledger {
    /// Forgets everything, because the rank starts a new tree.
    pub(super) fn restart(&mut self) {
        *self = Self::default();
    }

    /// Makes the node that these moves lead to the root. What remains is told once more, because
    /// messages for the earlier root may have been dropped.
    pub(super) fn advance(&mut self, moves: &[MoveNumber]) {
        if moves.is_empty() {
            return self.tell_again();
        }
        let nodes = std::mem::take(&mut self.nodes).into_iter();
        self.nodes = nodes.filter_map(|(path, node)| Some((beyond(&path, moves)?, node))).collect();
        for peer in self.peers.values_mut() {
            let added = std::mem::take(&mut peer.added).into_iter();
            let kept = added.filter_map(|(path, sums)| Some((beyond(&path, moves)?, sums)));
            peer.added = kept.collect();
            peer.outcomes = None;
        }
        self.tell_again();
    }

    /// Makes all own totals news.
    pub(super) fn tell_again(&mut self) {
        for node in self.nodes.values_mut() {
            node.untold = 0;
            for account in &mut node.moves {
                account.is_news = account.own != EdgeSums::default();
                node.untold += account.own.own.visits;
            }
        }
    }

    /// Forgets what was in the nodes for which `is_lost` returns true, because the tree has dropped
    /// them. The own totals that others have been told remain.
    pub(super) fn forget_lost(&mut self, is_lost: impl Fn(&MovePath) -> bool) {
        for (_, node) in self.nodes.iter_mut().filter(|(path, _)| is_lost(path)) {
            node.moves.iter_mut().for_each(|account| account.seen = EdgeSums::default());
        }
        for peer in self.peers.values_mut() {
            peer.added.retain(|path, _| !is_lost(path));
        }
    }

    /// Notes the present sums of a move, all ranks together.
    pub(super) fn note(&mut self, path: &MovePath, mv: MoveNumber, now: EdgeSums) {
        if !self.nodes.contains_key(path) {
            self.nodes.insert(path.clone(), NodeAccount::default());
        }
        let Some(node) = self.nodes.get_mut(path) else { return };
        let account = at(&mut node.moves, mv);
        let gain = EdgeSums {
            own: gain(&mut account.seen.own, now.own, false),
            amaf: gain(&mut account.seen.amaf, now.amaf, true),
        };
        if gain != EdgeSums::default() {
            account.own = account.own.plus(gain);
            account.is_news = true;
            node.untold += gain.own.visits;
        }
    }

    /// The number of own visits to a node since it was told.
    pub(super) fn untold(&self, path: &MovePath) -> u64 {
        self.nodes.get(path).map_or(0, |node| node.untold)
    }

    /// The news of a node, or `None` if there is none. [`told`](Self::told) must follow if the news
    /// is sent.
    pub(super) fn news(&self, path: &MovePath) -> Option<NodeNews> {
        let accounts = self.nodes.get(path)?.moves.iter().enumerate();
        let is_told = |account: &Account| {
            account.is_news && account.own.own.is_possible() && account.own.amaf.is_possible()
        };
        let told = accounts.filter(|(_, account)| is_told(account));
        let moves: Vec<_> = told.map(|(mv, account)| (mv as MoveNumber, account.own)).collect();
        (!moves.is_empty()).then(|| NodeNews { path: path.clone(), moves })
    }

    /// Notes that this news has been sent.
    pub(super) fn told(&mut self, news: &NodeNews) {
        let Some(node) = self.nodes.get_mut(&news.path) else { return };
        node.untold = 0;
        for &(mv, _) in &news.moves {
            at(&mut node.moves, mv).is_news = false;
        }
    }

    /// Whether a message should be merged, because it is newer than all earlier ones from the same
    /// rank. If so, also records its number, so that the same message is not welcome again.
    pub(super) fn welcomes(&mut self, sender: Sender, number: u64) -> bool {
        let first = Peer { sender, number: 0, added: BTreeMap::new(), outcomes: None };
        let peer = self.peers.entry(sender.rank).or_insert_with(|| first.clone());
        if peer.sender.tree < sender.tree {
            // The rank has started a new tree. Its earlier totals stay in this tree, because it
            // will not send those simulations again.
            *peer = first;
        }
        let is_new = peer.sender == sender && peer.number < number;
        if is_new {
            peer.number = number;
        }
        is_new
    }

    /// The part of a rank's totals for a move that has not yet been added to the tree.
    pub(super) fn owed(
        &self,
        sender: Sender,
        path: &MovePath,
        (mv, totals): (MoveNumber, EdgeSums),
    ) -> EdgeSums {
        let added = self.peers.get(&sender.rank).and_then(|peer| peer.added.get(path));
        let added = added.and_then(|moves| moves.get(usize::from(mv)).copied()).unwrap_or_default();
        EdgeSums {
            own: totals.own.since(added.own).unwrap_or_default(),
            amaf: totals.amaf.since(added.amaf).unwrap_or_default(),
        }
    }

    /// Records that `sums` have been added to a move in the tree, because a rank's totals for the
    /// move have grown by `owed`. The two differ if the tree cannot hold that many visits.
    pub(super) fn add(
        &mut self,
        sender: Sender,
        path: &MovePath,
        (mv, owed, sums): (MoveNumber, EdgeSums, EdgeSums),
    ) {
        let seen = &mut at(&mut self.nodes.entry(path.clone()).or_default().moves, mv).seen;
        *seen = seen.plus(sums);
        if let Some(peer) = self.peers.get_mut(&sender.rank) {
            let added = at(peer.added.entry(path.clone()).or_default(), mv);
            *added = added.plus(owed);
        }
    }

    /// Replaces the outcomes that a rank has told.
    pub(super) fn set_outcomes(&mut self, sender: Sender, outcomes: OutcomeSums) {
        if let Some(peer) = self.peers.get_mut(&sender.rank) {
            peer.outcomes = Some(outcomes);
        }
    }

    /// The outcomes that the other ranks have told.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = &OutcomeSums> {
        self.peers.values().filter_map(|peer| peer.outcomes.as_ref())
    }
}

/// Returns the increase of a sum since it was last `seen`, and sets `seen` to `now`. If the sum has
/// lost a few visits, leaves `seen` unchanged and returns no gain. If `is_loose`, additions may
/// have been lost; `seen` is then always updated, and an impossible gain counts as none.
fn gain(seen: &mut Sum, now: Sum, is_loose: bool) -> Sum {
    match now.since(*seen) {
        Some(gain) if !is_loose || gain.is_possible() => {
            *seen = now;
            gain
        }
        // Wait until simulations have made up for those that were undone.
        None if !is_loose && seen.visits - now.visits < FEWEST_HALVED => Sum::default(),
        _ => {
            *seen = now;
            Sum::default()
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::vocabulary::Random;

    fn sums(visits: u64, units: i64) -> EdgeSums {
        EdgeSums { own: Sum { visits, units }, amaf: Sum { visits: 3 * visits, units: 2 * units } }
    }

    fn path(moves: &[MoveNumber]) -> MovePath {
        moves.iter().copied().collect()
    }

    const PEER: Sender = Sender { rank: 7, tree: 1 };

    /// Adds what a message says about one move, as an exchange does, to a tree of one move.
    fn merge(ledger: &mut Ledger, tree: &mut EdgeSums, number: u64, totals: EdgeSums) {
        if ledger.welcomes(PEER, number) {
            let owed = ledger.owed(PEER, &path(&[]), (4, totals));
            *tree = tree.plus(owed);
            ledger.add(PEER, &path(&[]), (4, owed, owed));
        }
    }

    #[test]
    fn own_totals_exclude_what_others_have_told() {
        let (mut ledger, mut tree) = (Ledger::default(), EdgeSums::default());
        let (mut own, mut others) = (EdgeSums::default(), EdgeSums::default());
        let mut random = Random::new(8, 1);
        for number in 1..200 {
            let more = sums(random.below(5) as u64, random.below(100) as i64 - 50);
            match random.below(3) {
                0 => (own, tree) = (own.plus(more), tree.plus(more)),
                1 => {
                    others = others.plus(more);
                    merge(&mut ledger, &mut tree, number, others);
                }
                _ => ledger.note(&path(&[]), 4, tree),
            }
        }
        // A message that comes twice or too late, and totals that have shrunk, add nothing.
        merge(&mut ledger, &mut tree, 3, others.plus(others));
        merge(&mut ledger, &mut tree, 500, sums(1, 1));
        merge(&mut ledger, &mut tree, 501, others);
        assert_eq!(tree, own.plus(others));
        ledger.note(&path(&[]), 4, tree);
        let news = ledger.news(&path(&[])).unwrap();
        let loose = |sum: EdgeSums| sum.own;
        assert_eq!(
            news.moves.iter().map(|&(mv, sum)| (mv, loose(sum))).collect::<Vec<_>>(),
            [(4, own.own)]
        );
        ledger.told(&news);
        assert_eq!((ledger.news(&path(&[])), ledger.untold(&path(&[]))), (None, 0));
        ledger.tell_again();
        assert_eq!(ledger.news(&path(&[])), Some(news));
    }

    #[test]
    fn a_new_root_keeps_what_lies_below_it() {
        let mut ledger = Ledger::default();
        ledger.note(&path(&[]), 3, sums(9, 9));
        ledger.note(&path(&[3, 5]), 6, sums(4, 1));
        ledger.note(&path(&[2, 5]), 6, sums(5, 1));
        assert!(ledger.welcomes(PEER, 8));
        let far = path(&[3, 5]);
        ledger.add(PEER, &far, (1, sums(2, 2), sums(2, 2)));
        ledger.advance(&[3, 5]);
        let news = ledger.news(&path(&[])).unwrap();
        assert_eq!((news.moves, ledger.untold(&path(&[]))), (vec![(6, sums(4, 1))], 4));
        assert_eq!(ledger.owed(PEER, &path(&[]), (1, sums(3, 3))), sums(1, 1));
        assert!(!ledger.welcomes(PEER, 8) && ledger.nodes.len() == 1);
    }

    #[test]
    fn a_rank_that_begins_again_is_counted_from_nothing() {
        let mut ledger = Ledger::default();
        assert!(ledger.welcomes(PEER, 5));
        ledger.add(PEER, &path(&[]), (1, sums(10, 0), sums(10, 0)));
        let again = Sender { tree: 2, ..PEER };
        assert!(ledger.welcomes(again, 1) && !ledger.welcomes(PEER, 6), "the old tree is over");
        assert_eq!(ledger.owed(again, &path(&[]), (1, sums(3, 0))), sums(3, 0));
    }

    #[test]
    fn undone_simulations_are_waited_for_and_halved_sums_begin_anew() {
        let mut ledger = Ledger::default();
        let own = |ledger: &Ledger| ledger.news(&path(&[])).unwrap().moves[0].1.own;
        let note = |ledger: &mut Ledger, visits| ledger.note(&path(&[]), 0, sums(visits, 0));
        note(&mut ledger, 10);
        note(&mut ledger, 9);
        assert_eq!(own(&ledger).visits, 10);
        note(&mut ledger, 12);
        assert_eq!(own(&ledger).visits, 12);
        note(&mut ledger, 1 << 27);
        note(&mut ledger, 1 << 26);
        note(&mut ledger, (1 << 26) + 5);
        assert_eq!(own(&ledger).visits, (1 << 27) + 5);
    }

    #[test]
    fn dropped_nodes_are_filled_again() {
        let mut ledger = Ledger::default();
        ledger.note(&path(&[1]), 0, sums(6, 0));
        assert!(ledger.welcomes(PEER, 1));
        ledger.add(PEER, &path(&[1]), (0, sums(4, 0), sums(4, 0)));
        ledger.forget_lost(|lost| *lost == path(&[1]));
        assert_eq!(ledger.owed(PEER, &path(&[1]), (0, sums(5, 0))), sums(5, 0));
        ledger.note(&path(&[1]), 0, sums(2, 0));
        assert_eq!(ledger.news(&path(&[1])).unwrap().moves[0].1.own.visits, 8);
    }
}
