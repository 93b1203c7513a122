//! Counts the ways to play on, which checks the rules of a game against numbers that are known.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board_game::BoardGame;

/// The number of sequences of `depth` moves from here, and of shorter ones that end the game if the
/// game [counts them](BoardGame::COUNTS_EARLY_ENDS). `None` if the flag is raised meanwhile.
pub fn perft<G: BoardGame>(game: &mut G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = game.legal_moves();
    if moves.is_empty() {
        return Some(u64::from(G::COUNTS_EARLY_ENDS));
    }
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    let mut sum = 0;
    for mv in moves {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        game.play(mv);
        let inside = perft(game, depth - 1, stop);
        game.undo();
        sum += inside?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Position;
    use crate::othello::evaluation::Simple;

    const OTHELLO: [u64; 11] =
        [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800];

    fn count(depth: usize) -> Option<u64> {
        perft(&mut Position::<Simple>::default(), depth as u32, &AtomicBool::new(false))
    }

    #[test]
    fn the_counts_of_othello_are_the_known_ones() {
        for depth in 1..=9 {
            assert_eq!(count(depth), Some(OTHELLO[depth - 1]), "{depth}");
        }
    }

    /// Takes seconds: `cargo test -p mengxi-games --release perft -- --ignored`.
    #[test]
    #[ignore = "takes seconds"]
    fn deeper_counts_of_othello_are_the_known_ones() {
        for depth in 10..=11 {
            assert_eq!(count(depth), Some(OTHELLO[depth - 1]), "{depth}");
        }
    }

    #[test]
    fn a_count_can_be_interrupted() {
        let mut game = Position::<Simple>::default();
        assert_eq!(perft(&mut game, 11, &AtomicBool::new(true)), None);
    }
}
