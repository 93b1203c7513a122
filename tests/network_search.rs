//! The search with a network: repeatable games, threads, little memory, restrictions and stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clocks::TimeBudget;
use engine::rules::{GameState, Rules};
use engine::search::{
    NetworkSearch, PuctParams, Restriction, SearchLimits, SearchReport, SearchRequest,
    SearchSettings, Searcher,
};
use engine::vocabulary::{BoardSize, Color, Move};
use network::{Network, NetworkEvaluations};
use tests::networks::random;

fn searcher(size: BoardSize, threads: usize, memory: usize) -> NetworkSearch {
    searcher_with(SearchSettings { threads, memory, seed: 1, ..SearchSettings::default() }, size)
}

fn searcher_with(settings: SearchSettings, size: BoardSize) -> NetworkSearch {
    let network = Arc::new(Network::new(&random("residual", 7)));
    let evaluations = NetworkEvaluations::new(network, size, 1 << 20);
    NetworkSearch::new(Arc::new(evaluations), settings)
}

fn game(side: u8, rules: &str) -> GameState {
    let rules = Rules::preset(rules).expect("a preset");
    GameState::new(BoardSize::square(side), rules, 6.5)
}

fn search(searcher: &mut NetworkSearch, game: &GameState, limits: SearchLimits) -> SearchReport {
    searcher.search(&SearchRequest::new(game, game.to_move(), limits), &|| false, None)
}

/// The moves and visits of a game of the search against itself.
fn play(searcher: &mut NetworkSearch, game: &mut GameState, moves: usize) -> Vec<(Move, u64)> {
    let mut played = Vec::new();
    while played.len() < moves && !game.is_over() {
        let report = search(searcher, game, SearchLimits::playouts(30));
        assert_eq!(report.simulations, 30);
        assert_eq!(report.playouts_worth(), 40 * report.visits);
        assert_eq!(report.visits, report.moves.iter().map(|found| found.visits).sum::<u64>());
        let best = report.moves.first().expect("a move");
        game.play(game.to_move(), best.mv).expect("a legal move");
        played.push((best.mv, report.visits));
    }
    played
}

#[test]
fn the_same_seed_and_simulations_give_the_same_game() {
    let mut searcher = searcher(BoardSize::square(7), 1, 1 << 20);
    let first = play(&mut searcher, &mut game(7, "chinese"), 60);
    assert!(first.iter().any(|&(_, visits)| visits > 30), "nothing was reused");
    searcher.forget(1);
    assert_eq!(play(&mut searcher, &mut game(7, "chinese"), 60), first);
}

#[test]
fn games_are_legal_under_several_rules_with_two_threads_and_little_memory() {
    for (side, rules) in [(2, "tromp-taylor"), (5, "aga"), (7, "japanese"), (9, "chinese")] {
        let mut searcher = searcher(BoardSize::square(side), 2, 1);
        let played = play(&mut searcher, &mut game(side, rules), 80);
        assert!(played.len() > 2, "{rules} {played:?}");
    }
}

#[test]
fn restrictions_hold_at_the_root() {
    let mut searcher = searcher(BoardSize::square(5), 1, 1 << 20);
    let game = game(5, "chinese");
    let only = ["A1", "B3"].map(|name| Move::Play(name.parse().expect("a vertex")));
    let restriction =
        Restriction { color: Color::Black, moves: only.to_vec(), only: true, depth: 1 };
    let limits = SearchLimits::playouts(40);
    let request = SearchRequest {
        restrictions: &[restriction],
        ..SearchRequest::new(&game, Color::Black, limits)
    };
    let report = searcher.search(&request, &|| false, None);
    let mut moves: Vec<Move> = report.moves.iter().map(|found| found.mv).collect();
    moves.sort_by_key(|mv| mv.to_string());
    assert_eq!(moves, only);
    assert!((report.moves.iter().map(|found| found.prior).sum::<f32>() - 1.0).abs() < 1e-4);
}

/// The largest difference between the priors of the four corners of an empty board, for a search
/// that evaluates its root under so many symmetries.
fn difference_of_corners(root_symmetries: u32) -> f32 {
    let puct = PuctParams { root_symmetries, ..PuctParams::default() };
    let settings = SearchSettings { memory: 1 << 20, puct, ..SearchSettings::default() };
    let mut searcher = searcher_with(settings, BoardSize::square(5));
    let report = search(&mut searcher, &game(5, "chinese"), SearchLimits::playouts(1));
    let priors = ["A1", "A5", "E1", "E5"].map(|name| {
        let mv = Move::Play(name.parse().expect("a vertex"));
        report.moves.iter().find(|found| found.mv == mv).expect("a legal move").prior
    });
    priors.iter().fold(0.0, |most, prior| f32::max(most, (prior - priors[0]).abs()))
}

#[test]
fn a_root_evaluated_under_all_symmetries_treats_symmetric_moves_alike() {
    let [one, all] = [1, 8].map(difference_of_corners);
    assert!(all < 1e-6 && one > 20.0 * all, "{one}, {all}");
}

#[test]
fn networks_estimate_their_errors_from_version_9_on() {
    for (kind, expected) in [("residual", false), ("version-9", true), ("version-16", true)] {
        assert_eq!(Network::new(&random(kind, 7)).estimates_errors(), expected, "{kind}");
    }
}

/// What a short search finds for White on a board of 5x5.
fn found_for_white(diagram: &str, rules: &str, komi: f64) -> SearchReport {
    let rules = Rules::preset(rules).expect("a preset");
    let mut game = GameState::from_diagram(diagram, rules, Color::White).expect("a diagram");
    game.set_komi(komi);
    let mut searcher = searcher(BoardSize::square(5), 1, 1 << 20);
    search(&mut searcher, &game, SearchLimits::playouts(20))
}

#[test]
fn a_certain_end_overrides_the_network() {
    // Black owns everything, and White has nothing left to take.
    let diagram = ".XXX.\nXXXXX\n.XXX.\nXXXXX\n.XXX.";
    let report = found_for_white(diagram, "tromp-taylor", 7.5);
    assert!(report.win_rate() < 0.01, "{report}");
    assert!((report.lead + 17.5).abs() < 0.5, "{report}");
}

#[test]
fn a_certain_draw_overrides_the_network() {
    let diagram = ".XXOO\nXXXO.\n.XXOO\nXXXO.\n.XXOO";
    let report = found_for_white(diagram, "chinese", 5.0);
    assert!((report.win_rate() - 0.5).abs() < 1e-3, "{report}");
}

/// After a reply that the search has hardly tried, most of the tree is of no use. Pruning it takes
/// little time; without that, the search would find nothing new.
#[test]
fn a_tree_full_of_other_moves_is_pruned_even_in_little_time() {
    let mut searcher = searcher(BoardSize::square(5), 1, 1 << 24);
    let mut game = game(5, "chinese");
    let filling = SearchLimits { ends_when_full: true, ..SearchLimits::default() };
    let report = search(&mut searcher, &game, filling);
    let tried = report.moves.iter().filter(|found| found.visits > 0);
    let rare = tried.min_by_key(|found| found.visits).expect("a move");
    game.play(Color::Black, rare.mv).expect("a legal move");
    // On a busy machine, this may be too little at first.
    let mut new = (0..20).map(|_| {
        let time = Some(TimeBudget::fixed(Duration::from_millis(10)));
        search(&mut searcher, &game, SearchLimits { time, ..SearchLimits::default() }).simulations
    });
    assert!(new.any(|simulations| simulations > 0), "{report}");
}

#[test]
fn a_stop_ends_the_search_promptly() {
    let size = BoardSize::square(19);
    let mut searcher = searcher(size, 2, 1 << 24);
    let game = game(19, "chinese");
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let stopping = scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let request = SearchRequest {
            stop: Some(&stop),
            ..SearchRequest::new(&game, Color::Black, SearchLimits::default())
        };
        let report = searcher.search(&request, &|| stop.load(Ordering::Relaxed), None);
        let late = stopping.join().expect("no panic").elapsed();
        assert!(report.visits > 0 && late < Duration::from_secs(1), "{late:?}");
    });
}

#[test]
fn a_stop_at_once_leaves_nothing_unless_a_move_is_owed_and_keeps_what_is_known() {
    let mut searcher = searcher(BoardSize::square(9), 1, 1 << 24);
    let mut game = game(9, "chinese");
    let stop = AtomicBool::new(true);
    let stopped_search = |searcher: &mut dyn Searcher, game: &GameState, owes_a_move| {
        let limits = SearchLimits::playouts(100);
        let request = SearchRequest {
            stop: Some(&stop),
            owes_a_move,
            ..SearchRequest::new(game, game.to_move(), limits)
        };
        searcher.search(&request, &|| true, None)
    };
    assert!(stopped_search(&mut searcher, &game, false).moves.is_empty());
    assert!(!stopped_search(&mut searcher, &game, true).moves.is_empty());
    let report = search(&mut searcher, &game, SearchLimits::playouts(100));
    let best = report.moves.first().expect("a move");
    game.play(Color::Black, best.mv).expect("a legal move");
    let kept = stopped_search(&mut searcher, &game, false);
    assert!(kept.visits + 1 >= best.visits, "{kept} after {report}");
    let owed = stopped_search(&mut searcher, &game, true);
    assert_eq!(owed.ownership.len(), 81, "it may decide which stones are dead");
}
