//! Measures how many positions the exact searches need and how fast they are, on random games with
//! transpositions and on small boards. The number of positions is compared with that of minimax and
//! is the same on every machine. The measured time includes setting up the tables, which dominates
//! on the smallest boards.
//!
//! `cargo bench --bench reading` prints the results. With `-- five NODES MIB`, it instead tries to
//! prove that Black owns the whole 5x5 board after C3, by searching at most `NODES` positions with
//! `MIB` mebibytes of memory.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use classical::{
    AlphaBeta, AtLeast, Bounds, Budget, Enhancements, Game, Method, ProofNumberSearch, Score,
    Scored, minimax, score_by_proofs, solve,
};
use engine::board::Position;
use engine::reading::{LongCycle, WholeBoard};
use engine::vocabulary::{Bitboard, BoardSize, Point, Small, Vertex};

const ANY_DEPTH: u32 = 1000;
/// The maximum number of positions per search.
const NODES: u64 = 5_000_000;
const MEMORY: usize = 1 << 26;

/// The output function of SplitMix64.
fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A game that ends with a random score after a fixed number of moves. There are `width` choices
/// for each move, and the order of a player's moves does not matter.
struct Shuffle {
    seed: u64,
    width: usize,
    length: usize,
    /// The running sum of the moves' values, at the start and after each move.
    sums: Vec<u64>,
}

impl Shuffle {
    fn new(seed: u64, width: usize, length: usize) -> Self {
        Self { seed, width, length, sums: vec![mix(seed)] }
    }

    fn sum(&self) -> u64 {
        self.sums.last().copied().unwrap_or_default()
    }
}

impl Game for Shuffle {
    type Move = usize;

    fn moves(&mut self, into: &mut Vec<usize>) {
        into.extend(0..self.width);
    }

    fn play(&mut self, mv: usize) {
        let player = self.sums.len() % 2;
        let step = mix(self.seed ^ (2 * mv + player + 1) as u64);
        self.sums.push(self.sum().wrapping_add(step));
    }

    fn undo(&mut self) {
        self.sums.pop();
    }

    fn key(&self) -> u64 {
        mix(self.sum() ^ self.sums.len() as u64)
    }

    fn index(mv: usize) -> usize {
        mv
    }
}

impl Scored for Shuffle {
    fn bounds(&self) -> Bounds {
        match self.sums.len() > self.length {
            true => Bounds::exactly(self.estimate()),
            false => Bounds { low: -50, high: 50 },
        }
    }

    fn estimate(&self) -> Score {
        (mix(self.key()) % 101) as Score - 50
    }

    fn circle(&self) -> Score {
        0
    }
}

/// A way to find a score.
#[derive(Clone, Copy, Debug)]
enum Way {
    Minimax,
    Searches(Method, Enhancements),
    Proofs,
}

const WAYS: [(&str, Way); 7] = [
    ("minimax", Way::Minimax),
    (
        "alpha-beta",
        Way::Searches(Method::AlphaBeta, Enhancements { table: false, ordering: false }),
    ),
    (
        "  with order",
        Way::Searches(Method::AlphaBeta, Enhancements { table: false, ordering: true }),
    ),
    (
        "  with table",
        Way::Searches(Method::AlphaBeta, Enhancements { table: true, ordering: false }),
    ),
    ("  with both", Way::Searches(Method::AlphaBeta, Enhancements { table: true, ordering: true })),
    ("MTD(f)", Way::Searches(Method::Mtdf, Enhancements { table: true, ordering: true })),
    ("proofs", Way::Proofs),
];

/// The score, if found, and the number of positions searched.
fn look<G: Scored>(mut game: G, way: Way, depth: u32) -> (Option<Score>, u64) {
    let mut budget = Budget::nodes(NODES);
    let score = match way {
        Way::Minimax => minimax(&mut game, depth, &mut budget).ok(),
        Way::Searches(method, means) => {
            let mut search = AlphaBeta::new(means, MEMORY);
            let found = solve(&mut game, method, &mut search, depth, &mut budget);
            found.is_exact.then_some(found.score)
        }
        Way::Proofs => {
            let mut search = ProofNumberSearch::new(MEMORY);
            let found = score_by_proofs(game, |goal| search.prove(goal, &mut budget)).bounds;
            found.are_equal().then_some(found.low)
        }
    };
    (score, budget.spent())
}

/// Prints the total work of each search on the given games, and checks that all scores agree.
fn compare<G: Scored>(title: &str, games: &[&dyn Fn() -> G], depth: u32) {
    println!("{title}");
    let mut scores = vec![None; games.len()];
    let mut before = None;
    for (name, way) in WAYS {
        let start = Instant::now();
        let (mut total, mut is_solved) = (0, true);
        for (game, score) in games.iter().zip(&mut scores) {
            let (found, nodes) = look(game(), way, depth);
            total += nodes;
            is_solved &= found.is_some();
            assert!(found.is_none() || score.is_none() || found == *score, "{name} of {title}");
            *score = score.or(found);
        }
        let rate = total as f64 / start.elapsed().as_secs_f64() / 1000.0;
        let least = if is_solved { ' ' } else { '>' };
        let ratio = before.map_or(1.0, |before| total as f64 / before as f64);
        println!("  {name:13} {least}{total:9} positions, {ratio:6.3} of minimax, {rate:7.0} k/s");
        before = before.or(Some(total));
    }
}

/// The game on an empty board, in which a long cycle is worth 0 points.
fn board(size: BoardSize) -> WholeBoard<Small> {
    WholeBoard::new(&Position::new(size), Bitboard::full(size), LongCycle::Worth(0))
}

/// Tries to prove that Black owns the whole 5x5 board after C3.
fn five(nodes: u64, memory: usize) {
    let size = BoardSize::square(5);
    let mut position = Position::<Small>::new(size);
    position.play(Point::of::<Small>(Vertex::new(2, 2)));
    let game = WholeBoard::new(&position, Bitboard::full(size), LongCycle::Worth(0));
    let mut search = ProofNumberSearch::new(memory << 20);
    let (start, mut budget) = (Instant::now(), Budget::nodes(nodes));
    let verdict = search.prove(&mut AtLeast::new(game, false, 25), &mut budget).verdict;
    let (spent, time) = (budget.spent(), start.elapsed());
    println!("B+25 on 5x5 after C3: {verdict:?} with {spent} positions in {time:?}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "five") {
        let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
        return five(number(at + 1).unwrap_or(NODES), number(at + 2).unwrap_or(256) as usize);
    }
    let games: Vec<_> = (0..10).map(|seed| move || Shuffle::new(seed, 5, 7)).collect();
    let games: Vec<&dyn Fn() -> Shuffle> = games.iter().map(|game| game as _).collect();
    compare("ten random games of 7 moves, 5 each time", &games, 7);
    for (width, height) in [(4, 1), (2, 2), (3, 2), (3, 3), (5, 2), (3, 4)] {
        let Ok(size) = BoardSize::new(width, height) else { continue };
        let game = || board(size);
        compare(&format!("{width}x{height}"), &[&game], ANY_DEPTH);
    }
}
