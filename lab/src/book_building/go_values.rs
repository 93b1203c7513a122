//! Values of Go moves from the search that the options ask for, with one thread.

use std::sync::atomic::{AtomicBool, Ordering};

use assembly::compose::{Knowledge, parameter_values, searcher};
use assembly::openings::{GoGame, utility};
use assembly::options::Options;
use books::{Candidate, Evaluation, Evaluator, Value};
use classical::Score;
use engine::search::{
    MoveReport, Restriction, SearchLimits, SearchRequest, SearchSettings, Searcher,
};
use engine::vocabulary::{Move, Vertex};

/// The visits of a search if the options set none.
const VISITS: u64 = 800;
/// A move needs at least one in this many of the visits to get a value of its own.
const FEWEST_VISITS: u64 = 50;

/// The value by which a move with fewer visits is taken to be worse than those with more, a win
/// rate of 2 %.
const NEGLECT: Score = 400;

/// The visits of a search.
pub(super) fn visits(options: &Options) -> u64 {
    let player = &options.values.player;
    player.visits.or(player.playouts).unwrap_or(VISITS)
}

/// Values moves by searches of one thread.
pub(super) struct GoValues {
    searcher: Box<dyn Searcher>,
    visits: u64,
    moves: usize,
}

impl GoValues {
    /// A search in at most `memory` bytes, which values at most `moves` moves of a position.
    pub(super) fn new(options: &Options, memory: usize, moves: usize) -> Self {
        let settings = parameter_values(options).player.search;
        let settings = SearchSettings { threads: 1, memory, ..settings };
        let searcher = searcher(Knowledge::asked(options), options.size, settings);
        Self { searcher, visits: visits(options), moves }
    }
}

impl Evaluator<GoGame> for GoValues {
    fn evaluate(
        &mut self,
        position: &GoGame,
        known: &[Vertex],
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Evaluation<Vertex>> {
        let game = position.game();
        let color = game.to_move();
        self.searcher.forget(seed);
        let limits = SearchLimits { visits: Some(self.visits), ..SearchLimits::default() };
        let moves: Vec<Move> = known.iter().map(|&vertex| Move::Play(vertex)).collect();
        let avoided = Restriction { color, moves, only: false, depth: 1 };
        let restrictions = if known.is_empty() { Vec::new() } else { vec![avoided] };
        let request = SearchRequest {
            restrictions: &restrictions,
            stop: Some(stop),
            ..SearchRequest::new(game, color, limits)
        };
        let stopped = || stop.load(Ordering::Relaxed);
        let report = self.searcher.search(&request, &stopped, None);
        if stopped() {
            return None;
        }
        let is_legal = |found: &&MoveReport| {
            let vertex = found.mv.vertex();
            vertex.is_some_and(|vertex| !known.contains(&vertex))
                && game.check(color, found.mv).is_ok()
        };
        let fewest = (report.visits / FEWEST_VISITS).max(1);
        let is_valued = |found: &&MoveReport| found.visits >= fewest;
        let legal = || report.moves.iter().filter(is_legal);
        // The first is kept if there is no other, as where passing is best.
        let valued = legal().enumerate().filter(|(rank, found)| *rank == 0 || is_valued(found));
        let valued: Vec<&MoveReport> =
            valued.map(|(_, found)| found).take(self.moves.max(1)).collect();
        // The value of a move with few visits is known too little to count as better than that of
        // a move with more.
        let mut lowest = utility(1.0);
        let candidates: Vec<Candidate<Vertex>> = valued
            .iter()
            .filter_map(|found| {
                lowest = lowest.min(utility(found.win_rate));
                let value = Value { score: lowest, is_exact: false };
                let weight = u32::try_from(found.visits).unwrap_or(u32::MAX);
                Some(Candidate { mv: found.mv.vertex()?, value, weight })
            })
            .collect();
        let has_rest = legal().count() > candidates.len();
        let effort = u32::try_from(report.visits).unwrap_or(u32::MAX);
        let rest = candidates.last().filter(|_| has_rest);
        let rest = rest.map(|worst| worst.value.score.saturating_sub(NEGLECT));
        Some(Evaluation { rest, candidates, is_solved: false, effort })
    }
}
