//! Exact endgames: their scores against those by the rules alone, and what it takes to find them.

use std::time::{Duration, Instant};

use engine::board::{Board, Position};
use engine::policy::{Play, Playout, PlayoutLimits, PlayoutPolicy};
use engine::reading::classical::{Bounds, Score};
use engine::reading::{LongCycle, ReadingLimits, Solver, solve_position};
use engine::tactics::safe_area;
use engine::vocabulary::{AnySize, BoardSize, Color, Point, Random};
use playouts::{Heavy, Uniform};
use tests::exhaustive::{Field, score};
use tests::reference::ReferenceBoard;

/// How many empty points are not settled: those that Benson's algorithm gives to neither player, be
/// they eyes of groups that it does not know to be alive, points between such groups, or dame.
fn open_points(board: &Board<AnySize>) -> usize {
    let [black, white] = Color::BOTH.map(|color| safe_area(board, color, true).points());
    (*board.empty() - black - white).count()
}

/// The earliest position of a playout from which on no more than `most` empty points were open, with
/// no ko and no pass before it.
fn endgame<P: PlayoutPolicy<AnySize>>(
    policy: &P,
    size: BoardSize,
    most: usize,
    seed: u64,
) -> Position<AnySize> {
    let mut moves: Vec<Play> = Vec::new();
    let mut playout = Playout::new(policy, PlayoutLimits::of(size));
    playout.run(&mut Position::new(size), &mut Random::new(seed, 0), &mut moves);
    let mut position = Position::new(size);
    let mut found = None;
    for Play { point, .. } in moves {
        if open_points(position.board()) > most {
            found = None;
        } else if found.is_none() {
            found = Some(position.clone());
        }
        match point {
            Some(point) => drop(position.play(point)),
            None => position.pass(),
        }
    }
    let found = found.unwrap_or(position);
    Position::from_board(found.board().clone(), found.to_move())
}

/// Black's score at least and at most, whoever loses by a cycle, by the rules alone but for points
/// that are settled, on which nobody plays; `None` where more than `most` positions can arise.
fn by_rules(position: &Position<AnySize>, most: usize) -> Option<Bounds> {
    let board = position.board();
    let field = Field::new(board.size());
    let mut reference = ReferenceBoard::new(board.size());
    for vertex in board.size().vertices() {
        reference.set(vertex, board.color_at(Point::of::<AnySize>(vertex)));
    }
    let start = field.state(&reference, position.to_move());
    let settled = [Color::Black, Color::White].map(|color| field.settled(&start, color));
    let points = field.all() & !settled[0] & !settled[1];
    let found = score(&field, &start, points, settled, most)?;
    Some(Bounds { low: found.least, high: found.most })
}

/// The score that a search proves.
fn solved(position: &Position<AnySize>, cycle: LongCycle, solver: Solver) -> Bounds {
    let time = Duration::from_secs(600);
    let limits = ReadingLimits { time, memory: 1 << 22, stop: None };
    solve_position(position, &[], cycle, solver, limits).bounds
}

#[test]
fn scores_are_those_by_the_rules_alone() {
    let (mut compared, mut open) = ([0; 5], 0);
    for seed in 0..600 {
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

/// Prints how many endgames of a policy with at most so many open points are solved.
#[expect(clippy::print_stdout, reason = "what is measured is for reading")]
fn measure<P: PlayoutPolicy<AnySize>>(name: &str, policy: &P, side: u8, most: usize) {
    let limits = ReadingLimits { time: Duration::from_secs(30), memory: 256 << 20, stop: None };
    let (mut nodes, mut times, mut solved) = (Vec::new(), Vec::new(), 0);
    for seed in 0..20 {
        let position = endgame(policy, BoardSize::square(side), most, seed);
        let start = Instant::now();
        let cycle = LongCycle::Worth(0);
        let found = solve_position(&position, &[], cycle, Solver::ProofNumbers, limits);
        times.push(start.elapsed());
        nodes.push(found.nodes);
        solved += usize::from(found.bounds.are_equal());
    }
    nodes.sort_unstable();
    times.sort_unstable();
    let count = nodes.len();
    let (middle, last) = (count / 2, count - 1);
    println!(
        "{side}x{side}, {name}, {most} open: {solved} of {count} solved; median {} and at most {} \
         positions, {:.1?} and {:.1?}",
        nodes[middle], nodes[last], times[middle], times[last]
    );
}

/// Prints how many endgames are solved within 30 seconds and 256 MiB each, with how many positions and
/// how long it takes: `cargo test --release -p mengxi-tests --test all -- --ignored --nocapture
/// endgames::`.
#[test]
#[ignore = "takes up to three hours and checks nothing"]
fn endgames_are_solved() {
    for most in [8, 10, 12] {
        for side in [7, 8, 9] {
            measure("at random", &Uniform, side, most);
            measure("by the playouts", &Heavy::default(), side, most);
        }
    }
}
