//! Tests of the exchange between searches with a network: ranks in simulated time, and two whose
//! messages the test carries.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::*;
use crate::knowledge::{Evaluation, Evaluations, Evaluator};
use crate::rules::{GameState, Rules};
use crate::search::limits::SearchLimits;
use crate::search::report::SearchReport;
use crate::search::request::SearchRequest;
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
        interrupt: &AtomicBool,
    ) -> Option<Arc<Evaluation>> {
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
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
    // Each rank evaluates 200 positions, which takes 200 milliseconds. What the two others find
    // while the last messages are on their way cannot be known.
    for (delay, least) in [(0, 570), (20, 420), (300, 200)] {
        let most = 600 - 2 * delay.min(200);
        let report = search(&mut ranks(3, delay), &game(), 600);
        assert_eq!(report.simulations, 600);
        assert!((least..=most).contains(&report.visits), "{delay} ms: {}", report.visits);
        let sum: u64 = report.moves.iter().map(|found| found.visits).sum();
        assert_eq!(report.visits, sum);
    }
}

#[test]
fn ranks_learn_of_each_other_soon_enough() {
    // The time between messages is that of ranks in real time.
    let settings = RankSettings { ranks: 2, speed: 1000.0, ..RankSettings::default() };
    let report = search(&mut VirtualRanks::new(settings, rank).unwrap(), &game(), 400);
    assert!((370..=400).contains(&report.visits), "{}", report.visits);
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
    assert!(play(&mut three) == first, "another game by the same seed");
    assert!(play(&mut ranks(3, 11)) != first, "the same game with another delay");
}

#[test]
fn an_interrupt_ends_the_evaluations_of_all_ranks() {
    let (game, flag, looks) = (game(), AtomicBool::new(false), Cell::new(0));
    // The flag is set while all other ranks still have to make their turns.
    let stopped = || {
        looks.set(looks.get() + 1);
        flag.swap(looks.get() > 20, Ordering::Relaxed)
    };
    let limits = SearchLimits::playouts(6000);
    let request = SearchRequest::new(&game, game.to_move(), limits);
    let request = SearchRequest { stop: Some(&flag), ..request };
    let report = ranks(3, 1).search(&request, &stopped, None);
    assert!((60..120).contains(&report.simulations), "{}", report.simulations);
}

#[test]
fn a_rank_alone_searches_as_without_exchange() {
    let (mut ranks, mut alone) = (ranks(1, 0), rank(0));
    let game = game();
    assert_eq!(search(&mut ranks, &game, 100), search(&mut *alone, &game, 100));
}

/// The messages to a rank and from it.
#[derive(Default)]
struct Mail {
    inbox: VecDeque<Vec<u8>>,
    outbox: Vec<Vec<u8>>,
    absent: Vec<u32>,
}

/// Sends a message at every fifth look.
struct TestPost {
    mail: Arc<Mutex<Mail>>,
    looks: u32,
}

impl Post for TestPost {
    fn is_due(&mut self, _: u64, _: Duration) -> bool {
        self.looks += 1;
        self.looks.is_multiple_of(5)
    }

    fn send(&mut self, message: Vec<u8>) {
        self.mail.lock().outbox.push(message);
    }

    fn receive(&mut self) -> Option<Vec<u8>> {
        self.mail.lock().inbox.pop_front()
    }

    fn ranks(&self) -> u32 {
        2
    }

    fn absent(&self) -> Vec<u32> {
        self.mail.lock().absent.clone()
    }

    fn now(&self) -> Duration {
        Duration::from_millis(2 * u64::from(self.looks))
    }
}

/// A rank whose messages the test carries.
fn by_hand(number: u32) -> (Box<dyn Searcher>, Arc<Mutex<Mail>>) {
    started(RankId { rank: number, start: 0 })
}

/// The same for a rank that has been started in this way.
fn started(id: RankId) -> (Box<dyn Searcher>, Arc<Mutex<Mail>>) {
    let (mut searcher, mail) = (rank(id.rank), Arc::new(Mutex::new(Mail::default())));
    let post = TestPost { mail: Arc::clone(&mail), looks: 0 };
    assert!(searcher.connect(id, Box::new(post)));
    (searcher, mail)
}

#[test]
fn what_is_lost_is_told_again() {
    let ((mut one, from_one), (mut other, to_other)) = (by_hand(0), by_hand(1));
    let game = game();
    search(&mut *one, &game, 200);
    assert!(from_one.lock().outbox.len() > 10);
    // All of these are lost.
    from_one.lock().outbox.clear();
    // The same position again, and then one that is known in part.
    let known = search(&mut *one, &game, 400).visits;
    to_other.lock().inbox.extend(from_one.lock().outbox.drain(..));
    let told = search(&mut *other, &game, 100);
    let share = (told.visits - told.simulations) as f64 / known as f64;
    assert!(share > 0.5, "{share} of {known}");
    let mut next = game.clone();
    next.play(next.to_move(), told.moves[0].mv).unwrap();
    let known = search(&mut *one, &next, 60).visits;
    let (mut late, to_late) = by_hand(2);
    to_late.lock().inbox.extend(from_one.lock().outbox.drain(..));
    let told = search(&mut *late, &next, 50);
    let share = (told.visits - told.simulations) as f64 / known as f64;
    assert!(share > 0.3, "{share} of {known}");
}

#[test]
fn a_few_messages_tell_a_whole_tree_at_a_new_root() {
    let ((mut one, from_one), (mut other, to_other)) = (by_hand(0), by_hand(1));
    let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    search(&mut *one, &game, 400);
    // Whoever was searching another position has dropped all of these.
    from_one.lock().outbox.clear();
    search(&mut *one, &game, 40);
    to_other.lock().inbox.extend(from_one.lock().outbox.drain(..).take(5));
    let told = search(&mut *other, &game, 40);
    assert!(told.visits - told.simulations > 150, "{}", told.visits - told.simulations);
}

/// The number of bytes that a rank sends after a move. It may have heard of the other rank before,
/// which may be started again after the move.
fn bytes_after_a_move(is_heard: bool, is_started_again: bool) -> usize {
    let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    let ((mut one, mail), (mut other, from_other)) = (by_hand(0), by_hand(1));
    search(&mut *one, &game, 400);
    search(&mut *other, &game, 20);
    let news = from_other.lock().outbox.drain(..).next_back().filter(|_| is_heard);
    mail.lock().inbox.extend(news);
    let report = search(&mut *one, &game, 100);
    mail.lock().outbox.clear();
    let mut next = game.clone();
    next.play(next.to_move(), report.moves[0].mv).unwrap();
    if is_started_again {
        let (mut again, from_again) = started(RankId { rank: 1, start: 100 });
        search(&mut *again, &next, 20);
        mail.lock().inbox.extend(from_again.lock().outbox.drain(..));
    }
    search(&mut *one, &next, 20);
    mail.lock().outbox.iter().map(Vec::len).sum()
}

#[test]
fn after_a_move_a_rank_that_is_known_to_be_there_is_not_told_all() {
    let heard = bytes_after_a_move(true, false);
    let not_heard = bytes_after_a_move(false, false);
    assert!(heard > 0 && heard * 2 < not_heard, "{heard} and {not_heard}");
}

#[test]
fn a_rank_that_has_been_started_again_is_told_all() {
    let known = bytes_after_a_move(true, false);
    let again = bytes_after_a_move(true, true);
    assert!(known > 0 && known * 2 < again, "{known} and {again}");
}

#[test]
fn a_look_merges_a_few_messages_and_leaves_the_others() {
    let ((mut one, from_one), (mut other, to_other)) = (by_hand(0), by_hand(1));
    let game = game();
    search(&mut *one, &game, 2000);
    let sent: Vec<_> = from_one.lock().outbox.drain(..).collect();
    assert!(sent.len() > 300);
    to_other.lock().inbox.extend(sent.iter().cloned());
    search(&mut *other, &game, 1);
    let left = to_other.lock().inbox.len();
    assert!(left > sent.len() / 2 && left < sent.len() - 1, "{left} of {}", sent.len());
}

#[test]
fn a_limit_may_count_the_simulations_of_all_ranks() {
    let game = game();
    for (counts_all_ranks, fewest, most) in [(true, 10, 290), (false, 300, 300)] {
        let ((mut one, from_one), (mut other, to_other)) = (by_hand(0), by_hand(1));
        search(&mut *one, &game, 200);
        to_other.lock().inbox.extend(from_one.lock().outbox.drain(..));
        let limits = SearchLimits { counts_all_ranks, ..SearchLimits::playouts(300) };
        let request = SearchRequest::new(&game, game.to_move(), limits);
        let report = other.search(&request, &|| false, None);
        assert!((fewest..=most).contains(&report.simulations), "{}", report.simulations);
    }
}

#[test]
fn the_nodes_to_be_told_stay_bounded() {
    let post = TestPost { mail: Arc::default(), looks: 0 };
    let mut exchange = NetworkExchange::new(RankId { rank: 0, start: 0 }, Box::new(post));
    let edges: Vec<_> = (0..9).map(|_| PuctEdge::default()).collect();
    for count in 0..3 * MOST_UNTOLD {
        exchange.note(edges[..1 + count % 9].iter());
        assert!(exchange.untold.len() <= MOST_UNTOLD);
    }
    let shallow = exchange.untold.iter().filter(|path| path.len() == 1).count();
    assert!(shallow > MOST_UNTOLD / 4, "the deepest are given up: {shallow}");
}

#[test]
fn a_new_tree_is_shared_from_its_first_simulation_on() {
    let post = TestPost { mail: Arc::default(), looks: 10_000 };
    let mut exchange = NetworkExchange::new(RankId { rank: 0, start: 0 }, Box::new(post));
    let root = || RootKey::of(&game().moves().to_vec(), game().size());
    exchange.restart(root());
    exchange.is_due(0, 0);
    assert_eq!(exchange.own_share(), 0.5);
    // The other rank has been silent, which says nothing about the next search.
    exchange.restart(root());
    assert_eq!(exchange.own_share(), 0.5);
}

#[test]
fn nothing_is_left_to_a_rank_that_does_not_search() {
    let mail = Arc::new(Mutex::new(Mail { absent: vec![1], ..Mail::default() }));
    let post = TestPost { mail: Arc::clone(&mail), looks: 0 };
    let mut exchange = NetworkExchange::new(RankId { rank: 0, start: 0 }, Box::new(post));
    exchange.restart(RootKey::of(&game().moves().to_vec(), game().size()));
    assert_eq!(exchange.own_share(), 1.0);
    mail.lock().absent.clear();
    exchange.is_due(0, 0);
    assert_eq!(exchange.own_share(), 0.5);
    mail.lock().absent.push(1);
    exchange.is_due(0, 0);
    assert_eq!(exchange.own_share(), 1.0);
}

#[test]
fn the_time_between_messages_grows_with_the_tree() {
    let post = TestPost { mail: Arc::default(), looks: 0 };
    let mut exchange = NetworkExchange::new(RankId { rank: 0, start: 0 }, Box::new(post));
    assert_eq!(exchange.interval(1 << 20), LEAST_INTERVAL, "no pace is known");
    // Both ranks together evaluate 1,024 positions a second.
    exchange.peers.look(Duration::ZERO);
    (0..512).for_each(|_| exchange.peers.note());
    exchange.peers.tell(Duration::from_secs(1));
    let intervals = [0, 1 << 11, 1 << 12, u64::MAX].map(|visits| exchange.interval(visits));
    let middle = [31_250, 62_500].map(Duration::from_micros);
    assert_eq!(intervals, [LEAST_INTERVAL, middle[0], middle[1], LARGEST_INTERVAL]);
}
