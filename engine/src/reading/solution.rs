//! The score of a small board, or of a part of one, with best play by both players.

use super::answer::ReadingLimits;
use super::whole_board::{LongCycle, WholeBoard};
use crate::board::Position;
use crate::vocabulary::{
    AnySize, Bitboard, Color, Geometry, InGeometry, Move, Point, Vertex, in_geometry_of,
};
use classical::{
    AlphaBeta, AtLeast, Bounds, Budget, Enhancements, Goal, Method, Proof, ProofNumberSearch,
    ProvedScore, Score, Scored, backtrack, score_by_proofs, solve,
};

/// A search depth that no search reaches.
const ANY_DEPTH: u32 = 10_000;

/// The search used to find a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solver {
    /// Proofs by backtracking with iterative deepening.
    Backtrack,
    /// Alpha-beta.
    AlphaBeta,
    /// MTD(f).
    Mtdf,
    /// Proofs by proof-number search.
    ProofNumbers,
}

/// The result of solving a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The lower and upper bounds on Black's lead, in points without komi. They are equal if the
    /// score is proved.
    pub bounds: Bounds,
    /// The likely score within the bounds.
    pub guess: Score,
    /// The principal variation, as far as it is known.
    pub line: Vec<Move>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Returns the score of a position if both players play only on the points in `within`, or on all
/// points if `within` is empty. `cycle` determines the effect of a long cycle. Stones that remain
/// at the end count as alive.
pub fn solve_position(
    position: &Position<AnySize>,
    within: &[Vertex],
    cycle: LongCycle,
    solver: Solver,
    limits: ReadingLimits<'_>,
) -> Solution {
    let task = Task { position, within, cycle, solver, limits };
    in_geometry_of(position.board().size(), task)
}

/// Like [`solve_position`], but for rules under which no position may repeat with the same player
/// to move. The lower bound is the score that Black can achieve even if a repetition is a loss for
/// Black. The upper bound is the score to which White can limit Black even if a repetition is a
/// loss for White. The bounds may differ even if the rules lead to a definite score. The game
/// before `position` is unknown: a move that recreates one of its positions counts as legal.
pub fn solve_without_cycles(
    position: &Position<AnySize>,
    within: &[Vertex],
    solver: Solver,
    limits: ReadingLimits<'_>,
) -> Solution {
    let limits = ReadingLimits { time: limits.time / 2, ..limits };
    let [for_black, for_white] = Color::BOTH
        .map(|loser| solve_position(position, within, LongCycle::LosesFor(loser), solver, limits));
    let bounds = Bounds { low: for_black.bounds.low, high: for_white.bounds.high };
    let nodes = for_black.nodes + for_white.nodes;
    let of_mover = match position.to_move() {
        Color::Black => for_black,
        Color::White => for_white,
    };
    let guess = of_mover.guess.clamp(bounds.low, bounds.high);
    Solution { bounds, guess, nodes, ..of_mover }
}

struct Task<'a> {
    position: &'a Position<AnySize>,
    within: &'a [Vertex],
    cycle: LongCycle,
    solver: Solver,
    limits: ReadingLimits<'a>,
}

impl InGeometry for Task<'_> {
    type Output = Solution;

    fn run<G: Geometry>(self) -> Solution {
        let position = self.position.convert::<G>();
        let within = match self.within {
            [] => Bitboard::full(position.board().size()),
            some => some.iter().map(|&vertex| Point::of::<G>(vertex)).collect(),
        };
        let game = WholeBoard::new(&position, within, self.cycle);
        let mut budget = Budget::time(self.limits.time);
        (budget.nodes, budget.stop) = (self.limits.nodes, self.limits.stop);
        let (bounds, guess, line) = match self.solver {
            Solver::AlphaBeta => by_score(game, Method::AlphaBeta, self.limits, &mut budget),
            Solver::Mtdf => by_score(game, Method::Mtdf, self.limits, &mut budget),
            Solver::Backtrack => by_proofs(game, |goal| backtrack_deepening(goal, &mut budget)),
            Solver::ProofNumbers => {
                let mut search = ProofNumberSearch::new(self.limits.memory);
                by_proofs(game, |goal| search.prove(goal, &mut budget))
            }
        };
        let vertices = line.into_iter().map(|mv: Option<Point>| mv.map(Point::vertex::<G>));
        let (bounds, guess) = match position.to_move() {
            Color::Black => (bounds, guess),
            Color::White => (bounds.turned(), -guess),
        };
        Solution { bounds, guess, line: vertices.map(Move::from).collect(), nodes: budget.spent() }
    }
}

/// A result for the player to move: the bounds, a score within them, and the principal variation.
type ScoreResult<M> = (Bounds, Score, Vec<M>);

fn by_score<G: Scored>(
    mut game: G,
    method: Method,
    limits: ReadingLimits<'_>,
    budget: &mut Budget<'_>,
) -> ScoreResult<G::Move> {
    let mut search = AlphaBeta::new(Enhancements::default(), limits.memory);
    let found = solve(&mut game, method, &mut search, ANY_DEPTH, budget);
    let bounds = if found.is_exact { Bounds::exactly(found.score) } else { game.bounds() };
    (bounds, found.score.clamp(bounds.low, bounds.high), found.variation)
}

fn by_proofs<G: Scored>(
    game: G,
    prove: impl FnMut(&mut AtLeast<G>) -> Proof<G::Move>,
) -> ScoreResult<G::Move> {
    let guess = game.estimate();
    let ProvedScore { bounds, variation } = score_by_proofs(game, prove);
    (bounds, guess.clamp(bounds.low, bounds.high), variation)
}

/// Searches for a proof by repeated backtracking, each time one move deeper.
fn backtrack_deepening<G: Goal>(goal: &mut G, budget: &mut Budget<'_>) -> Proof<G::Move> {
    for depth in 1..ANY_DEPTH {
        match backtrack(goal, depth, budget) {
            Ok(proof) if proof.verdict.is_some() => return proof,
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Proof { verdict: None, variation: Vec::new() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::Board;

    const SOLVERS: [Solver; 4] =
        [Solver::Backtrack, Solver::AlphaBeta, Solver::Mtdf, Solver::ProofNumbers];

    const LIMITS: ReadingLimits<'static> = ReadingLimits::new(Duration::from_secs(60), 1 << 22);

    fn position(diagram: &str, mover: Color) -> Position<AnySize> {
        Position::from_board(Board::from_diagram(diagram).unwrap(), mover)
    }

    /// The score of the board after the principal variation of a solution.
    fn played(position: &Position<AnySize>, line: &[Move]) -> Score {
        let mut position = position.clone();
        for mv in line {
            match mv {
                Move::Play(vertex) => {
                    let point = Point::of::<AnySize>(*vertex);
                    assert!(position.is_legal(point), "{mv} of {line:?}");
                    position.play(point);
                }
                Move::Pass => position.pass(),
            }
        }
        position.board().area_score()
    }

    #[test]
    fn every_solver_finds_the_score_and_a_line() {
        let empty = position(". .\n. .\n. .\n. .", Color::White);
        for solver in SOLVERS {
            let cycle = LongCycle::Worth(0);
            let found = solve_position(&empty, &[], cycle, solver, LIMITS);
            assert_eq!((found.bounds, found.guess), (Bounds::exactly(-8), -8), "{solver:?}");
            let first = found.line.first().map(Move::to_string);
            assert!(matches!(first.as_deref(), Some("A2" | "B2" | "A3" | "B3")), "{first:?}");
            let superko = solve_without_cycles(&empty, &[], solver, LIMITS);
            assert_eq!(superko.bounds, found.bounds);
        }
    }

    #[test]
    fn a_region_of_a_large_board_is_played_to_its_end() {
        let endgame = ". X . X X X X X X
                       X X X X X X X X X
                       X X . . . . . O O
                       O O O O O O O O O
                       O . O . O O O O O
                       O O O O O O O O O
                       O O O O O O O O O
                       O O O O O O O O O
                       O O O O O O O O O";
        let region = ["C7", "D7", "E7", "F7", "G7"].map(|vertex| vertex.parse().unwrap());
        for solver in SOLVERS {
            for (mover, expected) in [(Color::Black, -35), (Color::White, -37)] {
                let start = position(endgame, mover);
                let cycle = LongCycle::Worth(0);
                let found = solve_position(&start, &region, cycle, solver, LIMITS);
                assert_eq!(found.bounds, Bounds::exactly(expected), "{solver:?}");
                assert_eq!(played(&start, &found.line), expected, "{solver:?} {mover}");
            }
        }
    }

    #[test]
    fn without_time_the_bounds_are_those_of_the_position() {
        let start = position(". . .\n. . .\n. . .", Color::Black);
        let limits = ReadingLimits { time: Duration::ZERO, ..LIMITS };
        for solver in SOLVERS {
            let found = solve_position(&start, &[], LongCycle::Worth(0), solver, limits);
            assert_eq!((found.bounds, found.guess), (Bounds { low: -9, high: 9 }, 0));
        }
    }
}
