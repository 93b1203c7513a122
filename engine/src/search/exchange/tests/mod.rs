//! Tests of the exchange between small trees, with messages that are lost, doubled, late or
//! damaged.

mod rank;

use rank::{Rank, SIZE, Sums, key, nodes, path};

use super::message::{Body, Message, Sender};
use super::move_number::{MoveNumber, MovePath, number_at};
use super::node_news::NodeNews;
use crate::knowledge::Candidate;
use crate::search::sum::{EdgeSums, Sum};
use crate::search::tree::Branch;
use crate::vocabulary::{AnySize, Random};

/// Ranks with room for many nodes.
fn ranks(count: u32, seed: u64) -> Vec<Rank> {
    (0..count).map(|rank| Rank::new(rank, seed, 20_000)).collect()
}

/// Sends a message from each rank to all others at once.
fn exchange_all(ranks: &mut [Rank]) {
    let sent: Vec<_> = ranks.iter_mut().map(Rank::send).collect();
    for (to, rank) in ranks.iter_mut().enumerate() {
        let others = sent.iter().enumerate().filter(|&(from, _)| from != to);
        others.for_each(|(_, bytes)| rank.receive(bytes.clone()));
    }
}

#[test]
fn sums_are_those_of_all_ranks_whatever_happens_to_messages() {
    for seed in 0..3 {
        let mut chance = Random::new(seed, 99);
        let mut ranks = ranks(3, seed);
        let mut under_way: Vec<(usize, Vec<u8>)> = Vec::new();
        for _ in 0..200 {
            let from = chance.below(ranks.len());
            (0..chance.below(20)).for_each(|_| ranks[from].simulate());
            if chance.below(3) == 0 {
                ranks[from].mail.lock().most_bytes = 200 + chance.below(3000);
                let bytes = ranks[from].send();
                let others = (0..ranks.len()).filter(|&to| to != from);
                others.for_each(|to| under_way.push((to, bytes.clone())));
            }
            // Messages overtake one another, are lost, doubled and damaged.
            if !under_way.is_empty() {
                let (to, mut bytes) = under_way.swap_remove(chance.below(under_way.len()));
                match chance.below(8) {
                    0 => continue,
                    1 => under_way.push((to, bytes.clone())),
                    2 => {
                        let at = chance.below(bytes.len());
                        bytes[at] ^= 1 << chance.below(8);
                    }
                    _ => {}
                }
                ranks[to].receive(bytes);
                if chance.below(4) == 0 {
                    ranks[to].check();
                }
            }
        }
        // Without further simulations, what has been lost is told again.
        for rank in &mut ranks {
            rank.mail.lock().most_bytes = usize::MAX;
        }
        (0..33).for_each(|_| exchange_all(&mut ranks));
        let root = |rank: &Rank| {
            let at_root = |((path, _), _): &(_, _)| -> bool { MovePath::is_empty(path) };
            rank.sums().into_iter().filter(at_root).collect::<Sums>()
        };
        let mut all = Sums::new();
        for (place, sums) in ranks.iter().flat_map(|rank| &rank.own) {
            let entry = all.entry(place.clone()).or_default();
            *entry = entry.plus(*sums);
        }
        all.retain(|(path, _), _| path.is_empty());
        for rank in &ranks {
            rank.check();
            assert_eq!(root(rank), all);
        }
    }
}

#[test]
fn a_game_goes_on_though_ranks_move_at_different_times() {
    for seed in 0..3 {
        let mut ranks = ranks(2, seed);
        let (mut kept, mut played) = (0, 0);
        for round in 0..6 {
            for _ in 0..4 {
                ranks.iter_mut().for_each(|rank| (0..40).for_each(|_| rank.simulate()));
                exchange_all(&mut ranks);
                ranks.iter().for_each(Rank::check);
            }
            let edges = ranks[0].tree.root_edges().iter();
            let best = edges.filter(|edge| edge.point().is_some() && !edge.standing.is_pruned());
            let Some(best) = best.max_by_key(|edge| edge.visits()) else { break };
            let mv = number_at::<AnySize>(best.point(), SIZE);
            let late = ranks[0].send();
            ranks[round % 2].play(mv);
            let early = ranks[round % 2].send();
            // Each of these belongs to a position that the receiver has left or not yet reached.
            let before = [ranks[0].sums(), ranks[1].sums()];
            ranks[(round + 1) % 2].receive(early);
            if round % 2 == 1 {
                ranks[1].receive(late);
            }
            assert_eq!([ranks[0].sums(), ranks[1].sums()], before);
            ranks[(round + 1) % 2].play(mv);
            exchange_all(&mut ranks);
            ranks.iter().for_each(Rank::check);
            kept += usize::from(!ranks[0].own.is_empty());
            played += 1;
        }
        assert!(
            played > 1 && kept + 1 >= played,
            "{kept} of {played}: the trees survive most moves"
        );
    }
}

#[test]
fn a_rank_that_comes_late_learns_all_that_has_been_told() {
    let mut ranks = ranks(2, 5);
    for _ in 0..10 {
        (0..50).for_each(|_| ranks[0].simulate());
        ranks[0].send();
    }
    exchange_all(&mut ranks);
    assert!(ranks[1].tree.root_visits() < 500);
    for _ in 0..32 {
        exchange_all(&mut ranks);
    }
    assert_eq!(ranks[1].tree.root_visits(), 500);
}

/// A message to a rank in its present position.
fn message(rank: &Rank, number: u64, nodes: &[(&[MoveNumber], u64)]) -> Vec<u8> {
    let sums = |visits: u64| EdgeSums { own: Sum { visits, units: 0 }, amaf: Sum::default() };
    let nodes = nodes.iter().map(|&(moves, visits)| NodeNews {
        path: path(moves),
        moves: (0..=9).map(|mv| (mv, sums(visits))).collect(),
    });
    Message {
        sender: Sender { rank: 5, tree: 1 },
        number,
        root: key(&rank.game),
        body: Body::Sums { outcomes: None, nodes: nodes.collect() },
    }
    .write()
}

#[test]
fn nodes_are_created_where_moves_are_legal_and_there_is_room() {
    let mut rank = Rank::new(0, 1, 520);
    let nodes = |rank: &Rank| rank.tree.nodes_used();
    // Occupied, two passes, and a node whose parent does not exist.
    let bad: &[(&[MoveNumber], u64)] =
        &[(&[4], 1), (&[4, 4], 1), (&[9], 1), (&[9, 9], 1), (&[7, 0], 1)];
    let bytes = message(&rank, 1, bad);
    rank.receive(bytes);
    assert_eq!(nodes(&rank), 3, "the root and two others");
    let place = |moves: &[MoveNumber]| (path(moves), 0);
    assert_eq!(rank.sums()[&place(&[4])].own.visits, 1);
    // Black takes a stone in the corner; to retake is forbidden by ko, and later by superko.
    let moves: &[MoveNumber] = &[4, 1, 0, 3, 9, 2];
    let all: Vec<_> = (1..=moves.len()).map(|length| (&moves[..length], 2)).collect();
    let bytes = message(&rank, 2, &all);
    rank.receive(bytes);
    assert!(nodes(&rank) > 5);
    // Fill the tree, and ask for one more node.
    while rank.tree.add_node(&[Candidate::new(None)]).is_some() {}
    let before = rank.sums();
    let bytes = message(&rank, 3, &[(&[8], 7), (&[4], 3)]);
    rank.receive(bytes);
    assert_eq!(rank.sums().get(&place(&[8])), None);
    assert_eq!(rank.sums()[&place(&[4])].own.visits, before[&place(&[4])].own.visits + 1);
}

#[test]
fn messages_keep_to_their_size_and_the_rest_follows() {
    let mut ranks = ranks(2, 8);
    (0..300).for_each(|_| ranks[0].simulate());
    ranks[0].mail.lock().most_bytes = 500;
    let mut rounds = 0;
    loop {
        let bytes = ranks[0].send();
        assert!(bytes.len() <= 500, "{}", bytes.len());
        if nodes(&Message::read(&bytes).unwrap()).is_empty() {
            break;
        }
        ranks[1].receive(bytes);
        rounds += 1;
        // From the 32nd message on, all would be told again.
        assert!(rounds < 31);
    }
    assert!(rounds > 5, "{rounds}");
    ranks[1].check();
}

#[test]
fn a_look_merges_a_few_messages_and_leaves_the_others() {
    let mut rank = Rank::new(0, 1, 20_000);
    let moves: &[MoveNumber] = &[4, 1, 0];
    for number in 1..=200 {
        let all: Vec<_> = (0..=moves.len()).map(|length| (&moves[..length], number)).collect();
        let bytes = message(&rank, number, &all);
        rank.mail.lock().inbox.push_back(bytes);
    }
    let mut looks = 0;
    while !rank.mail.lock().inbox.is_empty() {
        let before = rank.mail.lock().inbox.len();
        rank.with_planting(|exchange, planting| exchange.look(0, planting, || None));
        assert!((1..50).contains(&(before - rank.mail.lock().inbox.len())));
        looks += 1;
    }
    assert!(looks > 4, "{looks}");
    assert_eq!(rank.sums()[&(path(moves), 2)].own.visits, 200, "nothing is lost");
}

#[test]
fn a_look_creates_a_few_nodes_and_others_when_they_are_told_again() {
    let mut rank = Rank::new(0, 1, 20_000);
    let pairs: Vec<_> = (0..9).flat_map(|one| (0..9).map(move |other| [one, other])).collect();
    let firsts: Vec<_> = (0..9).map(|one| [one]).collect();
    let all =
        firsts.iter().map(|path| path.as_slice()).chain(pairs.iter().map(|path| path.as_slice()));
    let all: Vec<_> = all.map(|path| (path, 1)).collect();
    let bytes = message(&rank, 1, &all);
    rank.receive(bytes);
    let some = rank.tree.nodes_used();
    assert!(some < 75, "{some}");
    let bytes = message(&rank, 2, &all);
    rank.receive(bytes);
    assert_eq!(rank.tree.nodes_used(), 1 + 9 + 72);
}

#[test]
fn a_message_of_a_rank_itself_is_ignored() {
    let mut rank = Rank::new(3, 8, 1000);
    (0..100).for_each(|_| rank.simulate());
    let bytes = rank.send();
    let before = rank.sums();
    rank.mail.lock().inbox.push_back(bytes);
    rank.with_planting(|exchange, planting| exchange.look(0, planting, || None));
    assert_eq!(rank.sums(), before);
}

#[test]
fn a_pruned_tree_is_filled_again_and_nothing_is_told_twice() {
    let mut ranks = vec![Rank::new(0, 4, 300), Rank::new(1, 4, 20_000)];
    for _ in 0..15 {
        ranks.iter_mut().for_each(|rank| (0..60).for_each(|_| rank.simulate()));
        exchange_all(&mut ranks);
    }
    let full = ranks[0].sums().len();
    ranks[0].tree.shrink(&|| false);
    let Rank { exchange, tree, .. } = &mut ranks[0];
    exchange.forget_lost::<AnySize>(tree);
    assert!(ranks[0].sums().len() < full);
    let visits = ranks[0].tree.root_visits();
    for _ in 0..33 {
        exchange_all(&mut ranks);
    }
    assert_eq!(ranks[0].tree.root_visits(), visits, "the root has lost nothing");
    ranks[1].check();
}
