//! A fixed set of searches, whose totals show whether the program's play has changed.
//!
//! Unlike a speed, the totals are the same on every machine and in every run, until a change to the
//! program affects the search.

use std::fmt;

use assembly::compose::{self, Knowledge};
use engine::rules::{GameState, Rules};
use engine::search::{SearchLimits, SearchRequest, SearchSettings, Searcher};
use engine::vocabulary::{BoardSize, Move};

/// The maximum size of the tree in bytes, which no search here reaches.
const MEMORY: usize = 512 << 20;
/// The seed of all random numbers.
pub(crate) const SEED: u64 = 1;
/// The komi of all games, in points.
pub(crate) const KOMI: f64 = 7.5;

/// A fixed search.
struct FixedSearch {
    size: u8,
    moves: &'static str,
    /// The number of simulations with playouts. A search with a network makes the number that
    /// [`Searcher::simulations_worth`] returns for it.
    simulations: u64,
}

/// A quiet opening and a fight on each board, with enough simulations to create nodes below most of
/// the root's moves.
const FIXED_SEARCHES: [FixedSearch; 6] = [
    FixedSearch { size: 9, moves: "E5 C3 G3 G7", simulations: 4000 },
    FixedSearch { size: 9, moves: "E5 E6 D6 F5 D5 E4 F6 E7", simulations: 4000 },
    FixedSearch { size: 13, moves: "K10 D4 D10 K4", simulations: 4000 },
    FixedSearch { size: 13, moves: "D4 D3 E3 C4 E4 C5 G4 K4", simulations: 4000 },
    FixedSearch { size: 19, moves: "Q16 D4 Q3 D17 R5", simulations: 5000 },
    FixedSearch { size: 19, moves: "D4 D3 E3 C4 E4 C5 C3 C2 B3 D2", simulations: 5000 },
];

/// What all fixed searches together did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// The number of nodes that they created. With a network, nearly each simulation creates one.
    pub(crate) nodes: usize,
    /// The visits of the moves that they found best.
    pub(crate) best_visits: u64,
}

impl Totals {
    /// Runs the fixed searches with one thread each.
    pub(crate) fn of(knowledge: Knowledge) -> Self {
        let mut totals = Self::default();
        for search in &FIXED_SEARCHES {
            let game = search.game();
            let mut searcher = new_searcher(game.size(), knowledge, 1);
            let limits = SearchLimits::playouts(searcher.simulations_worth(search.simulations));
            let request = SearchRequest::new(&game, game.to_move(), limits);
            let report = searcher.search(&request, &|| false, None);
            totals.nodes += report.nodes;
            totals.best_visits += report.moves.first().map_or(0, |best| best.visits);
        }
        totals
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nodes: {}, visits of the best moves: {}", self.nodes, self.best_visits)
    }
}

impl FixedSearch {
    /// Returns the game up to the position to be searched. Any word in `moves` that is not a legal
    /// move is skipped; a test checks that there are no such words.
    fn game(&self) -> GameState {
        let mut game = GameState::new(BoardSize::square(self.size), Rules::default(), KOMI);
        for vertex in self.moves.split_whitespace().filter_map(|word| word.parse().ok()) {
            game.play(game.to_move(), Move::Play(vertex)).ok();
        }
        game
    }
}

/// A searcher with the settings of all measurements.
pub(crate) fn new_searcher(
    size: BoardSize,
    knowledge: Knowledge,
    threads: usize,
) -> Box<dyn Searcher> {
    compose::searcher(
        knowledge,
        size,
        SearchSettings { threads, memory: MEMORY, seed: SEED, ..SearchSettings::default() },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fixed_search_begins_with_all_its_moves() {
        for search in &FIXED_SEARCHES {
            let words = search.moves.split_whitespace().count();
            assert_eq!(search.game().moves().len(), words, "{}", search.moves);
        }
    }
}
