//! Plays random games on the reference board and on the engine's boards side by side.

use std::cell::RefCell;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestRng, TestRunner};
use twins::comparison::{game_bytes, play_on_all_boards};
use twins::encounters::Encounters;

/// Plays games of up to `moves` moves on boards whose width and height are drawn from `sides`.
/// Every run plays the same games. If the boards differ in a game, that game is shrunk to a minimal
/// one that still shows the difference.
fn play_games(games: u32, sides: impl Strategy<Value = (u8, u8)>, moves: usize) -> Encounters {
    let config = Config {
        cases: games,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let seen = RefCell::new(Encounters::default());
    let game = (sides, any::<u8>(), vec(any::<(u8, u8)>(), moves / 2..=moves));
    TestRunner::new_with_rng(config, random)
        .run(&game, |((width, height), rules, moves)| {
            let game = play_on_all_boards(&game_bytes(width, height, rules, &moves));
            seen.borrow_mut().add(&game);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    seen.into_inner()
}

fn assert_happened(seen: &Encounters, least: usize, except: &[&str]) {
    for (name, count) in seen.named() {
        let enough = count >= least || except.contains(&name);
        assert!(enough, "{name}: {count} in all these games, {least} expected: {seen:?}");
    }
}

/// Events that are too rare on large boards to be expected in every test.
const RARE: &[&str] = &["positional superko bans", "situational superko bans"];

#[test]
fn boards_agree_on_small_boards() {
    assert_happened(&play_games(400, (1..=5_u8, 1..=5_u8), 240), 50, &[]);
}

#[test]
fn boards_agree_on_boards_of_any_shape() {
    assert_happened(&play_games(40, (1..=25_u8, 1..=25_u8), 300), 1, RARE);
}

#[test]
fn boards_agree_on_the_sizes_with_their_own_geometry() {
    let squares = prop_oneof![Just((9, 9)), Just((9, 9)), Just((13, 13)), Just((19, 19))];
    assert_happened(&play_games(24, squares, 500), 1, RARE);
}

#[test]
fn boards_agree_on_the_largest_board() {
    let seen = play_games(1, Just((25, 25)), 900);
    assert!(seen.many_captured > 0 && seen.connections > 0, "{seen:?}");
}

#[test]
fn boards_agree_on_every_square_size() {
    let mut seen = Encounters::default();
    for side in 1..=25_u8 {
        seen.add(&play_games(2, Just((side, side)), 120));
    }
    assert_happened(&seen, 1, RARE);
}
