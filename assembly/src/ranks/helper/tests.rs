//! Tests of a helper whose frames the test carries.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use engine::rules::{GameState, Rules};
use engine::search::Post;
use engine::vocabulary::{BoardSize, Color};

use super::super::told_game::{ToldGame, ToldPlayer};
use super::*;
use crate::compose::Knowledge;
use crate::knowledge::PolicyName;
use crate::network_choice::NetworkChoice;

/// Delivers frames at their times, and then says that all is over.
struct ByHand {
    begun: Instant,
    frames: VecDeque<(Duration, Frame)>,
    end: Duration,
    sent: Vec<(Duration, Frame)>,
}

impl Carrier for ByHand {
    fn receive(&mut self) -> Incoming {
        let now = self.begun.elapsed();
        match self.frames.pop_front_if(|(time, _)| *time <= now) {
            Some((_, frame)) => Incoming::Frame(frame),
            None if now >= self.end => Incoming::End,
            None => Incoming::Nothing,
        }
    }

    fn send(&mut self, frame: Frame) {
        self.sent.push((self.begun.elapsed(), frame));
    }
}

const RANK: u32 = 2;
const SETTINGS: HelperSettings =
    HelperSettings { rank: RANK, ranks: 4, threads: 1, memory: 1 << 22 };

/// What a helper sends that is told these orders at these times, in milliseconds.
fn sent(orders: Vec<(u64, Order)>, end: u64) -> Vec<(Duration, Frame)> {
    let frames =
        orders.into_iter().map(|(time, order)| (Duration::from_millis(time), order.frame()));
    let mut carrier = ByHand {
        begun: Instant::now(),
        frames: frames.collect(),
        end: Duration::from_millis(end),
        sent: Vec::new(),
    };
    help(&mut carrier, SETTINGS).unwrap();
    carrier.sent
}

fn tidings(sent: &[(Duration, Frame)]) -> Vec<Tidings> {
    sent.iter().filter_map(|(_, frame)| Tidings::of(frame)).collect()
}

/// A search of an empty board.
fn task(epoch: u64) -> Task {
    let game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
    let request = SearchRequest::new(&game, Color::Black, SearchLimits::default());
    let knowledge =
        Knowledge { network: NetworkChoice::NONE, ..Knowledge::of(PolicyName::Uniform) };
    let player = ToldPlayer::of(knowledge, SearchSettings::default());
    Task { epoch, player, game: ToldGame::of(&request), replies: Vec::new() }
}

fn order(number: u64, search: Option<Task>) -> Order {
    Order { number, search, ..Order::default() }
}

/// The order to search with the network in a file, in the epoch with the same number.
fn search_with(network: &Path, number: u64) -> Order {
    let told = serde_json::to_string(&task(number).player).unwrap();
    let told = told.replace("network=none", &format!("network={}", network.display()));
    let player = serde_json::from_str(&told).unwrap();
    order(number, Some(Task { player, ..task(number) }))
}

#[test]
fn a_helper_searches_while_it_is_told_to() {
    let search = |number, epoch| order(number, Some(task(epoch)));
    let rest = order(3, None);
    // The last one is older than what has been told, and therefore nothing new.
    let orders = vec![(100, search(2, 2)), (900, rest), (1000, search(1, 9)), (1500, search(4, 4))];
    let sent = sent(orders, 2200);
    let epochs = |from: u64, to: u64| {
        let times = Duration::from_millis(from)..Duration::from_millis(to);
        let news = sent.iter().filter(|(time, _)| times.contains(time));
        let mut epochs: Vec<_> = news.filter_map(|(_, frame)| Some(frame.as_news()?.0)).collect();
        epochs.dedup();
        epochs
    };
    assert!(epochs(0, 100).is_empty());
    assert_eq!(epochs(100, 900), [2]);
    assert!(epochs(1000, 1500).is_empty(), "it rests");
    assert_eq!(epochs(1500, 9000), [4]);
    let tidings = tidings(&sent);
    assert!(tidings.len() >= 6 && tidings.iter().all(|one| (one.rank, one.ranks) == (RANK, 4)));
    assert_eq!(tidings.last().map(|one| (one.order, one.trouble.clone())), Some((4, None)));
}

#[test]
fn a_helper_whose_reply_is_expected_searches_after_it() {
    let root = |replies: Vec<(u32, String)>| {
        let order = order(1, Some(Task { replies, ..task(1) }));
        let sent = sent(vec![(0, order)], 500);
        let news = sent.iter().find_map(|(_, frame)| Some(frame.as_news()?.1.to_vec())).unwrap();
        // Version, rank, tree and number come before the position.
        news[11..19].to_vec()
    };
    let present = root(Vec::new());
    assert_eq!(root(vec![(RANK + 1, "C3".to_owned())]), present);
    assert_ne!(root(vec![(1, "B2".to_owned()), (RANK, "C3".to_owned())]), present);
    assert_eq!(root(vec![(RANK, "Z9".to_owned())]), present, "no move");
}

#[test]
fn an_order_that_is_repeated_may_say_anew_who_does_not_search() {
    let shared = Shared::of(SETTINGS);
    for (number, absent, known) in
        [(2, vec![1], vec![1]), (2, vec![], vec![]), (1, vec![3], vec![]), (5, vec![3], vec![3])]
    {
        shared.obey(Order { absent, ..order(number, None) });
        assert_eq!(RankPost::new(&shared.mail).absent(), known);
    }
}

#[test]
fn a_missing_file_is_named() {
    let sent = sent(vec![(0, search_with(Path::new("missing.bin"), 1))], 600);
    let last = tidings(&sent).pop().unwrap();
    assert!(last.trouble.unwrap().contains("missing.bin"));
}

#[cfg(unix)]
#[test]
fn a_network_that_is_slow_to_load_delays_no_sign_of_life() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("net.bin");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let sent = sent(vec![(0, search_with(&pipe, 1))], 1500);
    // Nobody has written the network yet. Now something comes that is not a network; the helper may
    // close the pipe before all of it has been written.
    std::fs::write(&pipe, "no network").ok();
    let signs: Vec<_> = sent.iter().map(|(time, _)| *time).collect();
    assert!(signs.len() >= 4, "{signs:?}");
    let longest = signs.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
    assert!(longest < Duration::from_millis(800), "{signs:?}");
}

#[test]
fn a_network_that_has_been_replaced_is_read_anew_in_the_next_epoch() {
    /// Once there is news of the first search, replaces the network and orders another search.
    struct Replacing {
        network: PathBuf,
        order: Option<Order>,
        is_replaced: bool,
        trouble: Option<String>,
    }
    impl Carrier for Replacing {
        fn receive(&mut self) -> Incoming {
            match self.order.take() {
                Some(order) => Incoming::Frame(order.frame()),
                None if self.trouble.is_some() => Incoming::End,
                None => Incoming::Nothing,
            }
        }

        fn send(&mut self, frame: Frame) {
            if frame.as_news().is_some() && !self.is_replaced {
                std::fs::write(&self.network, "no network").unwrap();
                (self.order, self.is_replaced) = (Some(search_with(&self.network, 2)), true);
            }
            self.trouble = Tidings::of(&frame).and_then(|tidings| tidings.trouble);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let network = folder.path().join("same.net");
    std::fs::write(&network, network::built_in::FILE).unwrap();
    let order = Some(search_with(&network, 1));
    let mut carrier = Replacing { network, order, is_replaced: false, trouble: None };
    help(&mut carrier, SETTINGS).unwrap();
    assert!(carrier.is_replaced, "{:?}", carrier.trouble);
    assert!(carrier.trouble.is_some_and(|trouble| trouble.contains("same.net")));
}

#[test]
fn a_helper_ends_when_its_leader_has_been_silent_for_long() {
    let orders = [(0, 1), (300, 1), (600, 1)];
    let frame = |(time, number)| (Duration::from_millis(time), order(number, None).frame());
    let mut carrier = ByHand {
        begun: Instant::now(),
        frames: orders.map(frame).into(),
        end: Duration::from_secs(60),
        sent: Vec::new(),
    };
    help_patiently(&mut carrier, SETTINGS, Duration::from_millis(500)).unwrap();
    let time = carrier.begun.elapsed();
    assert!((1100..20_000).contains(&time.as_millis()), "{time:?}");
}

#[test]
fn a_stream_of_frames_delays_no_sign_of_life() {
    /// Always has one more frame, until the end.
    struct Stream(ByHand);
    impl Carrier for Stream {
        fn receive(&mut self) -> Incoming {
            match self.0.receive() {
                Incoming::Nothing => Incoming::Frame(order(1, None).frame()),
                other => other,
            }
        }

        fn send(&mut self, frame: Frame) {
            self.0.send(frame);
        }
    }
    let (frames, end) = (VecDeque::new(), Duration::from_millis(900));
    let mut carrier = Stream(ByHand { begun: Instant::now(), frames, end, sent: Vec::new() });
    help(&mut carrier, SETTINGS).unwrap();
    assert!(tidings(&carrier.0.sent).len() >= 3);
}
