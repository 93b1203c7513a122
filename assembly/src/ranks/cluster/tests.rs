//! Tests of the leader's view of its helpers, without any.

use engine::rules::{GameState, Rules};
use engine::search::{Post, SearchLimits, SearchRequest, SearchSettings};
use engine::vocabulary::{BoardSize, Color};

use super::super::mail::RankPost;
use super::super::told_game::{ToldGame, ToldPlayer};
use super::*;
use crate::compose::Knowledge;
use crate::knowledge::PolicyName;

const PATIENCE: Duration = Duration::from_secs(20);

fn tidings(rank: u32) -> Tidings {
    let (version, trouble) = (VERSION.to_owned(), None);
    Tidings { version, rank, ranks: 3, order: 0, pace: 7.0, trouble }
}

/// The tidings of a helper that cannot search.
fn troubled(rank: u32) -> Tidings {
    Tidings { trouble: Some("no file".to_owned()), ..tidings(rank) }
}

fn known(heard: Instant) -> Known {
    Known { heard, pace: 0.0, helps: true }
}

fn last_order(outbox: &Outbox) -> Order {
    Order::of(&outbox.take().unwrap()).unwrap()
}

#[test]
fn helpers_that_are_late_silent_or_missing_are_lost() {
    let now = Instant::now();
    let ago = |time: Duration| now.checked_sub(time).unwrap();
    let longer = |time: Duration| ago(time + Duration::from_secs(1));
    let mut state = State::default();
    assert_eq!(state.silence(now, PATIENCE), None);
    assert!(state.silence(longer(PATIENCE), PATIENCE).unwrap().contains("no answer"));
    assert_eq!(state.silence(longer(PATIENCE), 2 * PATIENCE), None);
    state.up = Some((now, 3));
    state.helpers.insert(1, known(now));
    assert_eq!(state.silence(longer(PATIENCE), PATIENCE), None, "the other one may come");
    state.up = Some((longer(SILENCE), 3));
    assert_eq!(state.silence(now, PATIENCE).unwrap(), "only 2 of 3 ranks answer");
    state.helpers.insert(2, known(longer(SILENCE)));
    assert!(state.silence(now, PATIENCE).unwrap().starts_with("rank 2 has said nothing"));
    state.excuse(SILENCE);
    assert_eq!(state.silence(now, PATIENCE), None, "this process was stopped");
    state.helpers.insert(2, known(now));
    assert_eq!(state.silence(now, PATIENCE), None);
    assert!(state.lose().is_some() && state.lose().is_none() && state.helpers.is_empty());
}

#[test]
fn a_helper_of_another_version_is_none() {
    let cluster = Cluster::of(Vec::new());
    let outbox = Arc::new(Outbox::default());
    let old = Tidings { version: "0.1".to_owned(), ..tidings(1) };
    let later = br#"{"version":"99.0","host":5}"#.to_vec();
    for frame in [old.frame(), Frame { kind: Kind::Tidings, contents: later }] {
        let error = cluster.take(&frame, &outbox).unwrap_err();
        assert!(error.contains("has version"), "{error}");
    }
    cluster.order(None);
    assert!(outbox.take().is_none(), "nobody has been heard of");
    assert_eq!(cluster.take(&tidings(1).frame(), &outbox), Ok(()));
    let first = last_order(&outbox);
    cluster.order(None);
    let next = last_order(&outbox);
    assert!(next.number > first.number && cluster.new_epoch() > next.number);
}

#[test]
fn new_helpers_get_an_order_with_a_new_number() {
    let cluster = Cluster::of(Vec::new());
    let game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
    let request = SearchRequest::new(&game, Color::Black, SearchLimits::default());
    let player = ToldPlayer::of(Knowledge::of(PolicyName::Uniform), SearchSettings::default());
    let game = ToldGame::of(&request);
    cluster.order(Some(Task { epoch: 1, player, game, replies: Vec::new() }));
    let numbers = [(); 3].map(|()| {
        let outbox = Arc::new(Outbox::default());
        cluster.take(&tidings(1).frame(), &outbox).unwrap();
        cluster.state.lock().lose();
        let order = last_order(&outbox);
        assert!(order.search.is_some());
        order.number
    });
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
}

#[test]
fn a_helper_with_trouble_gets_no_reply() {
    let cluster = Cluster::of(Vec::new());
    let outbox = Arc::new(Outbox::default());
    cluster.take(&tidings(1).frame(), &outbox).unwrap();
    cluster.take(&troubled(2).frame(), &outbox).unwrap();
    assert_eq!(cluster.paces(), [(1, 7.0)]);
    cluster.take(&tidings(2).frame(), &outbox).unwrap();
    assert_eq!(cluster.paces().len(), 2, "it has found its file");
}

#[test]
fn the_leader_is_alone_while_no_helper_searches() {
    let cluster = Cluster::of(Vec::new());
    let outbox = Arc::new(Outbox::default());
    let ranks = || RankPost::new(&cluster.mail).ranks();
    cluster.take(&troubled(1).frame(), &outbox).unwrap();
    assert_eq!(ranks(), 1);
    cluster.take(&tidings(1).frame(), &outbox).unwrap();
    assert_eq!(ranks(), tidings(1).ranks);
}

#[test]
fn all_ranks_learn_at_once_which_helpers_cannot_search() {
    let cluster = Cluster::of(Vec::new());
    let outbox = Arc::new(Outbox::default());
    let take = |tidings: Tidings| {
        cluster.take(&tidings.frame(), &outbox).unwrap();
        (
            outbox.take().map(|frame| Order::of(&frame).unwrap()),
            RankPost::new(&cluster.mail).absent(),
        )
    };
    let (first, absent) = take(tidings(1));
    let first = first.unwrap();
    assert!(first.absent.is_empty() && absent.is_empty());
    let without = Order { absent: vec![2], ..first.clone() };
    assert_eq!(take(troubled(2)), (Some(without), vec![2]), "the running search goes on");
    assert_eq!(take(troubled(2)), (None, vec![2]));
    assert_eq!(take(tidings(2)), (Some(first), Vec::new()));
}

#[test]
fn the_end_ends_a_child_that_does_not_listen() {
    let words = ["sleep", "60"].map(str::to_owned).to_vec();
    let cluster = Cluster::start(CommandWords(words)).unwrap();
    let begun = Instant::now();
    thread::sleep(2 * LOOK);
    cluster.end();
    assert!(cluster.has_ended.load(Ordering::Relaxed), "after {:?}", begun.elapsed());
}
