//! Proved game results, and their consequences for the moves that lead to them.

use std::time::Instant;

use super::path::PathStep;
use super::request::SearchRequest;
use crate::board::Position;
use crate::reading::{LongCycle, WholeBoard};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::{AtLeast, Budget, ProofNumberSearch, Score, Scored};

/// The maximum number of open points at which solving the end of a game is attempted.
const MOST_OPEN: usize = 12;

/// The memory for the solver's table, in bytes.
const MEMORY: usize = 16 << 20;

/// The maximum number of positions searched if neither the number of simulations nor the time is
/// limited.
const WITHOUT_LIMIT: u64 = 5_000;

/// The number of positions that can be searched in the time that one simulation takes.
const POSITIONS_PER_SIMULATION: f32 = 4.0;

/// The difference between successive possible leads, in points, if every point has an owner.
const STEP: Score = 2;

/// Marks the last move on a path as proved to win or lose for its player, and likewise any earlier
/// moves whose results follow from this: a winning answer refutes a move, and a move wins if all
/// answers to it lose. Answers that fill an eye are ignored.
pub(super) fn prove(path: &[PathStep<'_>], mut wins: bool) {
    for step in path.iter().rev() {
        let is_new = step.edge.standing.prove(wins);
        let decides = wins || !step.edges.iter().any(|edge| edge.standing.is_hopeful());
        if !is_new || !decides {
            return;
        }
        wins = !wins;
    }
}

/// Finds a move, other than a pass, that is certain to win the game for the player to move, by the
/// largest margin that can be proved within the budget. Returns `None` if there is no such move or
/// none is found. A repetition counts as a loss for the player to move, regardless of the rules.
pub(super) fn winning_move<G: Geometry>(
    root: &Position<G>,
    komi: f64,
    budget: &mut Budget<'_>,
) -> Option<Point> {
    let color = root.to_move();
    let game = || {
        let all = Bitboard::full(root.board().size());
        WholeBoard::new(root, all, LongCycle::LosesFor(color))
    };
    let start = game();
    let open = start.open().count();
    if open == 0 || open > MOST_OPEN {
        return None;
    }
    let own_komi = if color == Color::Black { komi } else { -komi };
    let mut least = own_komi.floor() as Score + 1;
    let most = start.bounds().high;
    let mut search = ProofNumberSearch::new(MEMORY);
    let mut best = None;
    while least <= most {
        let proof = search.prove(&mut AtLeast::new(game(), true, least), budget);
        if proof.verdict != Some(true) {
            break;
        }
        best = proof.variation.first().copied().flatten();
        least += STEP;
    }
    best
}

/// The budget for solving the end of the game: the fraction `share`, 0 to 1, of the search's time
/// or simulations, but no more time than is left.
pub(super) fn solving_budget<'a>(request: &SearchRequest<'a>, share: f32) -> Budget<'a> {
    let limits = &request.limits;
    let positions =
        |simulations: u64| (simulations as f32 * share * POSITIONS_PER_SIMULATION) as u64;
    let mut budget = match (limits.simulations(0), limits.time) {
        (Some(simulations), _) => Budget::nodes(positions(simulations)),
        (None, Some(_)) => Budget::unlimited(),
        (None, None) => Budget::nodes(WITHOUT_LIMIT),
    };
    let time = limits.time.map(|time| time.soft.mul_f32(share).min(time.remaining()));
    budget.deadline = time.and_then(|time| Instant::now().checked_add(time));
    budget.stop = request.stop;
    budget
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::thread;
    use std::time::Duration;

    use clocks::TimeBudget;

    use super::*;
    use crate::board::Board;
    use crate::rules::{GameState, Rules};
    use crate::search::edge::Edge;
    use crate::search::limits::SearchLimits;
    use crate::vocabulary::{BoardSize, Small};

    /// Builds a path from the first moves of these nodes, marks the last move on it as proved, and
    /// returns what is proved about each move on the path.
    fn proved(nodes: &[[Edge; 2]], wins: bool) -> Vec<Option<bool>> {
        let path: Vec<_> = nodes.iter().map(|edges| PathStep { edges, edge: &edges[0] }).collect();
        prove(&path, wins);
        nodes.iter().map(|edges| edges[0].standing.proved()).collect()
    }

    #[test]
    fn a_winning_answer_refutes_a_move_and_the_last_lost_answer_makes_it_win() {
        let nodes = || [(); 3].map(|()| <[Edge; 2]>::default());
        assert_eq!(proved(&nodes(), true), [None, Some(false), Some(true)]);
        assert_eq!(proved(&nodes(), false), [None, None, Some(false)]);
        let others_lose = nodes();
        others_lose[1][1].standing.prove(false);
        others_lose[2][1].standing.prune();
        assert_eq!(proved(&others_lose, false), [Some(false), Some(true), Some(false)]);
        assert_eq!(proved(&others_lose, true), [Some(false), Some(true), Some(false)], "it stays");
    }

    #[test]
    fn a_winning_move_is_found_where_few_points_are_open() {
        // Only D4 and D6 are still open.
        let diagram = ". X . X O O .
                       X X X . O . O
                       . X . X O O .
                       X X X . O . O
                       . X . X O O .
                       X X X X O O O
                       . X . X O . O";
        let board = Board::<Small>::from_diagram(diagram).unwrap();
        let score = 26 - 21;
        let won = |color, komi| {
            let root = Position::from_board(board.clone(), color);
            let point = winning_move(&root, komi, &mut Budget::nodes(10_000))?;
            Some(point.vertex::<Small>().to_string())
        };
        for (color, komi) in [(Color::Black, score - 1), (Color::White, score + 1)] {
            let found = won(color, f64::from(komi) + 0.5).unwrap();
            assert!(["D4", "D6"].contains(&found.as_str()), "{found}");
        }
        assert_eq!(won(Color::Black, f64::from(score) + 0.5), None);
    }

    #[test]
    fn nothing_is_solved_once_the_time_of_the_move_is_up() {
        let game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
        let time = TimeBudget::fixed(Duration::from_millis(20));
        thread::sleep(time.hard);
        let limits = SearchLimits { time: Some(time), ..SearchLimits::default() };
        let budget = solving_budget(&SearchRequest::new(&game, Color::Black, limits), 1.0);
        assert!(budget.deadline.unwrap() <= Instant::now());
    }
}
