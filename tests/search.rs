//! Tests of the tree search with the program's playouts: multiple threads, scarce memory, reuse of
//! the tree, superko and limits.

use std::time::Duration;

use clocks::TimeBudget;
use engine::rules::{GameState, IllegalMove, Rules};
use engine::search::{Search, SearchLimits, SearchReport, SearchRequest, SearchSettings, Searcher};
use engine::vocabulary::{AnySize, BoardSize, Color, Geometry, Move, Nine, Nineteen, Random};
use playouts::{Heavy, LearnedPriors};

const MIB: usize = 1 << 20;

fn settings(threads: usize, memory: usize) -> SearchSettings {
    SearchSettings { threads, memory, seed: 1, ..SearchSettings::default() }
}

fn new_search<G: Geometry>(threads: usize, memory: usize) -> Search<G, Heavy, LearnedPriors> {
    Search::new(Heavy::default(), LearnedPriors::default(), settings(threads, memory))
}

fn new_game(size: u8, komi: f64) -> GameState {
    GameState::new(BoardSize::square(size), Rules::default(), komi)
}

fn search(searcher: &mut dyn Searcher, game: &GameState, playouts: u64) -> SearchReport {
    searcher.search(
        &SearchRequest::new(game, game.to_move(), SearchLimits::playouts(playouts)),
        &|| false,
        None,
    )
}

/// Reduces the number of playouts in builds that check the engine's invariants, because such builds
/// play far more slowly.
fn scaled(playouts: u64) -> u64 {
    if cfg!(debug_assertions) { playouts / 40 } else { playouts }
}

/// Checks that every simulation counts as one visit to one of the root's moves.
fn assert_adds_up(report: &SearchReport, reused: u64, playouts: u64) {
    assert_eq!(report.simulations, playouts, "new simulations");
    assert_eq!(report.visits, reused + playouts, "visits of the root");
    let of_moves: u64 = report.moves.iter().map(|found| found.visits).sum();
    assert_eq!(of_moves, report.visits, "visits of the root's moves");
}

#[test]
fn visits_add_up_with_any_number_of_threads() {
    for threads in [1, 2, 4] {
        // None of these is a multiple of the chunk size.
        for playouts in [1, 17, scaled(4003)] {
            let mut searcher = new_search::<Nine>(threads, 16 * MIB);
            let report = search(&mut searcher, &new_game(9, 7.5), playouts);
            assert_adds_up(&report, 0, playouts);
        }
    }
}

/// In this test, the same player wins every simulation. If that player is to move, a win rate below
/// 1 shows that a virtual loss has not been removed. If the other player is to move, a win rate
/// other than 0 shows that a virtual loss has been removed twice.
#[test]
fn no_virtual_loss_is_left() {
    for threads in [2, 4] {
        for (komi, win_rate) in [(-1000.0, 1.0), (1000.0, 0.0)] {
            let mut searcher = new_search::<Nine>(threads, MIB);
            let playouts = scaled(20_003);
            let report = search(&mut searcher, &new_game(9, komi), playouts);
            assert_adds_up(&report, 0, playouts);
            for found in report.moves.iter().filter(|found| found.visits > 0) {
                assert_eq!(found.win_rate, win_rate, "{}, {threads} threads", found.mv);
            }
        }
    }
}

/// Searches repeatedly in a tree that is far too small, and returns the lengths of the variations.
fn search_in_little_memory<G: Geometry>(size: u8, memory: usize, playouts: &[u64]) -> Vec<usize> {
    let mut searcher = new_search::<G>(2, memory);
    let game = new_game(size, 7.5);
    let mut reused = 0;
    let mut lengths = Vec::new();
    for &playouts in playouts {
        let playouts = scaled(playouts);
        let report = search(&mut searcher, &game, playouts);
        assert_adds_up(&report, reused, playouts);
        // A node and its edges take more than 16 bytes.
        assert!(report.nodes * 16 <= memory.max(64 << 10), "{} nodes", report.nodes);
        lengths.push(report.variation().count());
        reused = report.visits;
    }
    lengths
}

#[test]
fn a_full_tree_shrinks_and_grows_again() {
    let lengths = search_in_little_memory::<Nine>(9, MIB, &[20_000, 180_000]);
    assert!(lengths.iter().all(|&length| length >= 2), "{lengths:?}");
    let lengths = search_in_little_memory::<Nineteen>(19, MIB, &[10_000, 50_000]);
    assert!(lengths.iter().all(|&length| length >= 1), "{lengths:?}");
}

#[test]
fn the_smallest_tree_will_do() {
    let lengths = search_in_little_memory::<Nine>(9, 0, &[5_000, 20_000]);
    assert!(lengths.iter().all(|&length| length >= 1), "{lengths:?}");
    let lengths = search_in_little_memory::<Nineteen>(19, 0, &[2_000, 8_000]);
    assert!(lengths.iter().all(|&length| length >= 1), "{lengths:?}");
}

#[test]
fn the_tree_below_the_moves_played_is_reused() {
    for memory in [MIB, 64 * MIB] {
        let mut searcher = new_search::<Nine>(2, memory);
        let mut game = new_game(9, 7.5);
        let playouts = scaled(20_000);
        let report = search(&mut searcher, &game, playouts);
        let [first, reply, ..] = report.variation().collect::<Vec<_>>()[..] else {
            panic!("a short variation")
        };
        game.play(Color::Black, first).expect("the search's own move");
        game.play(Color::White, reply).expect("the search's own move");
        let next = search(&mut searcher, &game, playouts);
        let reused = next.visits - next.simulations;
        assert!(reused > 0 && reused < report.moves[0].visits, "{reused}");
        assert_adds_up(&next, reused, playouts);
        assert!(next.moves.iter().all(|found| game.check(Color::Black, found.mv).is_ok()));

        // A visit limit includes earlier visits.
        let limits = SearchLimits { visits: Some(next.visits + 100), ..SearchLimits::default() };
        let more =
            searcher.search(&SearchRequest::new(&game, Color::Black, limits), &|| false, None);
        assert_adds_up(&more, next.visits, 100);
        let none =
            searcher.search(&SearchRequest::new(&game, Color::Black, limits), &|| false, None);
        assert_adds_up(&none, more.visits, 0);

        // Nothing is reused after an undo, or after a change of the komi or of the player to move.
        let other = searcher.search(
            &SearchRequest::new(&game, Color::White, SearchLimits::playouts(50)),
            &|| false,
            None,
        );
        assert_adds_up(&other, 0, 50);
        game.set_komi(0.5);
        assert_adds_up(&search(&mut searcher, &game, 50), 0, 50);
        game.undo().expect("two moves were played");
        assert_adds_up(&search(&mut searcher, &game, 50), 0, 50);
        searcher.forget(1);
        assert_adds_up(&search(&mut searcher, &game, 50), 0, 50);
    }
}

/// The boards are so small that many moves would repeat a position.
#[test]
fn superko_holds_at_the_root_and_in_the_variation() {
    let mut forbidden = 0;
    for rules in ["chinese", "aga"] {
        let rules = Rules::preset(rules).expect("a known name");
        for (width, height) in [(2, 2), (5, 1), (3, 2), (3, 3)] {
            let size = BoardSize::new(width, height).expect("a small board");
            let mut searcher = new_search::<AnySize>(2, MIB);
            let mut game = GameState::new(size, rules, 0.5);
            let mut random = Random::new(2, 0);
            for _ in 0..40 {
                let color = game.to_move();
                let report = search(&mut searcher, &game, 200);
                assert!(report.moves.iter().all(|found| game.check(color, found.mv).is_ok()));
                let mut line = game.clone();
                for mv in report.variation() {
                    let played = line.play(line.to_move(), mv);
                    assert_eq!(played, Ok(()), "{mv} of {report}");
                }
                let is_banned =
                    |vertex| game.check(color, Move::Play(vertex)) == Err(IllegalMove::Superko);
                forbidden += size.vertices().filter(|&vertex| is_banned(vertex)).count();
                // The game continues with random legal moves, so that it is long and does not
                // depend on the order in which the threads search.
                let plays = game.legal_points(color);
                let mv = Move::from(plays.get(random.below(plays.len())).copied());
                game.play(color, mv).expect("found legal above");
            }
        }
    }
    assert!(forbidden > 0, "superko has forbidden no move");
}

/// Black, to move, can capture all white stones by playing at E3. If Black plays elsewhere, White
/// can capture all black stones by playing at E3.
fn capture_or_die() -> GameState {
    let diagram = "X X X X X
                   X X X X X
                   X X O O .
                   O O O O O
                   O O O O O";
    let mut game = GameState::from_diagram(diagram, Rules::default(), Color::Black).unwrap();
    game.set_komi(0.5);
    game
}

/// White, to move, has a choice of three moves. Two of them give up the upper right corner and lose
/// by far; only a pass wins.
#[test]
fn a_pass_is_tried_where_all_other_moves_lose() {
    let diagram = "X . X X O O X X X
                   X X X X O O O X X
                   X O O X X X O X .
                   O O O O X X O . O
                   O . O O X O O O O
                   O O O X X X O X X
                   O . O O X . X X .
                   . O O O X X X X X
                   O . O X X X X X X";
    let mut game = GameState::from_diagram(diagram, Rules::default(), Color::White).unwrap();
    game.set_komi(7.0);
    let mut searcher = new_search::<Nine>(1, 16 * MIB);
    let report = search(&mut searcher, &game, 2000);
    assert_eq!(report.moves[0].mv, Move::Pass, "{report}");
    assert!(report.moves[0].win_rate > 0.5, "{report}");
}

#[test]
fn a_search_under_time_ends_when_it_is_decided() {
    let game = capture_or_die();
    let limits = |playouts, seconds| SearchLimits {
        playouts,
        time: Some(TimeBudget::fixed(Duration::from_secs_f64(seconds))),
        ..SearchLimits::default()
    };
    let mut searcher = new_search::<AnySize>(2, 16 * MIB);
    let report = searcher.search(
        &SearchRequest::new(&game, Color::Black, limits(None, 2.0)),
        &|| false,
        None,
    );
    assert_eq!(report.moves[0].mv, Move::Play("E3".parse().expect("a point")));
    assert!(report.time < Duration::from_secs_f64(1.8), "{report}");
    assert!(report.simulations >= 1000, "{report}");

    searcher.forget(1);
    let playouts = scaled(100_000);
    let report = searcher.search(
        &SearchRequest::new(&game, Color::Black, limits(Some(playouts), 100.0)),
        &|| false,
        None,
    );
    assert_adds_up(&report, 0, playouts);

    // A time limit ends a search even if not all of its playouts are done, and a stop signal ends a
    // search immediately.
    let report = searcher.search(
        &SearchRequest::new(&game, Color::Black, limits(Some(1 << 40), 0.05)),
        &|| false,
        None,
    );
    assert!(report.time >= Duration::from_millis(50) && report.simulations > 0, "{report}");
    let stopped = searcher.search(
        &SearchRequest::new(&game, Color::Black, limits(None, 100.0)),
        &|| true,
        None,
    );
    assert!(stopped.simulations > 0 && stopped.time < Duration::from_secs(10), "{stopped}");
}
