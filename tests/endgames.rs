//! Exact endgame scores, compared with scores computed from the rules alone.

use std::time::Duration;

use classical::{Bounds, Score};
use engine::board::Position;
use engine::reading::{LongCycle, ReadingLimits, Solver, solve_position};
use engine::rules::{GameState, Rules};
use engine::search::{
    Search, SearchLimits, SearchParams, SearchReport, SearchRequest, SearchSettings, Searcher,
};
use engine::vocabulary::{AnySize, BoardSize, Color, Move, Point};
use playouts::{LearnedPriors, Uniform};
use tests::endgames::{endgame, open_points};
use tests::exhaustive::{Field, score};
use twins::reference::ReferenceBoard;

/// The bounds on Black's score. They differ if the score depends on which player is considered to
/// lose an endless game. The bounds are computed from the rules alone, on the assumption that
/// neither player plays on settled points except to fight a ko. Returns `None` if more than `most`
/// positions can arise.
fn by_rules(position: &Position<AnySize>, most: usize) -> Option<Bounds> {
    let board = position.board();
    let field = Field::new(board.size());
    let mut reference = ReferenceBoard::new(board.size());
    for vertex in board.size().vertices() {
        reference.set(vertex, board.color_at(Point::of::<AnySize>(vertex)));
    }
    let start = field.state(&reference, position.to_move());
    let settled = [Color::Black, Color::White].map(|color| field.settled(&start, color));
    let found = score(&field, &start, field.all(), settled, most)?;
    Some(Bounds { low: found.least, high: found.most })
}

/// The bounds that a search proves for the score.
fn solved(position: &Position<AnySize>, cycle: LongCycle, solver: Solver) -> Bounds {
    let time = Duration::from_secs(600);
    let limits = ReadingLimits::new(time, 1 << 22);
    solve_position(position, &[], cycle, solver, limits).bounds
}

#[test]
fn exact_scores_agree_with_the_rules_alone() {
    let (mut compared, mut open) = ([0; 5], 0);
    for seed in 0..800 {
        let (width, height) = [(3, 3), (4, 3), (5, 5), (7, 7), (8, 8)][seed % 5];
        let size = BoardSize::new(width, height).expect("1 to 25");
        let position = endgame(&Uniform, size, 3 + seed / 5 % 5, seed as u64);
        let Some(Bounds { low, high }) = by_rules(&position, 60_000) else { continue };
        let cycles: [(LongCycle, Score); 3] = [
            (LongCycle::Worth(0), 0.clamp(low, high)),
            (LongCycle::LosesFor(Color::Black), low),
            (LongCycle::LosesFor(Color::White), high),
        ];
        let shown = format!("{}{} to move", position.board(), position.to_move());
        for (cycle, expected) in cycles {
            for solver in [Solver::ProofNumbers, Solver::Mtdf] {
                let found = solved(&position, cycle, solver);
                assert_eq!(found, Bounds::exactly(expected), "{solver:?}, {cycle:?}\n{shown}");
            }
        }
        compared[seed % 5] += 1;
        open += open_points(position.board());
    }
    assert!(
        compared.iter().all(|&count| count > 3) && open > 300,
        "{compared:?}, {open} open points"
    );
}

/// The report of a search that uses two threads and proves which moves in its tree win or lose.
/// `solving_share` is the fraction of the search time that may be used to solve the endgame.
fn searched(game: &GameState, solving_share: f32) -> SearchReport {
    let params = SearchParams { proven_moves: true, solving_share, ..SearchParams::default() };
    let settings = SearchSettings {
        threads: 2,
        memory: 1 << 22,
        seed: 1,
        params,
        ..SearchSettings::default()
    };
    let mut searcher: Search<AnySize, _, _> =
        Search::new(Uniform, LearnedPriors::default(), settings);
    let limits = SearchLimits::playouts(600);
    searcher.search(&SearchRequest::new(game, game.to_move(), limits), &|| false, None)
}

/// The position after a move in a game.
fn after(game: &GameState, mv: Move) -> Position<AnySize> {
    let mut position = game.position().clone();
    match mv {
        Move::Play(vertex) => drop(position.play(Point::of::<AnySize>(vertex))),
        Move::Pass => position.pass(),
    }
    position
}

/// In this test, the komi is close to the exact score. If a search proves that a move wins or
/// loses, the exact score after the move must confirm this.
#[test]
fn proofs_of_a_search_agree_with_exact_scores() {
    let mut proved = [[0; 2]; 2];
    for seed in 0..80 {
        let (width, height) = [(3, 3), (4, 3), (5, 5), (7, 7)][seed % 4];
        let size = BoardSize::new(width, height).expect("1 to 25");
        let position = endgame(&Uniform, size, 3 + seed / 4 % 5, 1000 + seed as u64);
        let mover = position.to_move();
        let by_cycles = |position: &Position<AnySize>| {
            let [low, high] = Color::BOTH
                .map(|loser| solved(position, LongCycle::LosesFor(loser), Solver::ProofNumbers));
            Bounds { low: low.low, high: high.high }
        };
        let komi = f64::from(by_cycles(&position).low) + [0.5, -0.5][seed / 4 % 2];
        let diagram = position.board().to_string();
        let mut game = GameState::from_diagram(&diagram, Rules::default(), mover).expect("a board");
        game.set_komi(komi);
        for (kind, solving) in [0.0, 1.0].into_iter().enumerate() {
            for found in searched(&game, solving).moves {
                let Some(wins) = found.proved else { continue };
                let Bounds { low, high } = by_cycles(&after(&game, found.mv));
                let black_may = [f64::from(high) > komi, f64::from(low) < komi];
                let is_so = black_may[usize::from(wins != (mover == Color::Black))];
                let shown = format!("{diagram}{mover} {} wins {wins}, komi {komi}", found.mv);
                assert!(is_so, "{shown}: {low} to {high}");
                proved[kind][usize::from(wins)] += 1;
            }
        }
    }
    assert!(proved.iter().flatten().all(|&count| count > 20), "{proved:?}");
}
