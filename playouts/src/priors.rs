//! What moves are worth before they are simulated.

use engine::board::{Board, Position};
use engine::policy::{Candidate, Prior, PriorKnowledge};
use engine::vocabulary::{Bitboard, Color, Geometry, Point};

use crate::heavy::{Proposed, is_bad_self_atari, saving_moves};
use crate::patterns::Patterns;

/// No knowledge of moves: all are worth the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvenPriors;

impl<G: Geometry> PriorKnowledge<G> for EvenPriors {
    fn judge(&self, _position: &Position<G>, candidates: &mut [Candidate]) {
        for candidate in candidates {
            let weights = Weights::default();
            let is_pass = candidate.point.is_none();
            candidate.prior.add(if is_pass { weights.pass() } else { weights.even() });
        }
    }
}

/// As how many games each piece of knowledge counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Every move, half of these games won: the others weigh against it.
    pub even: f32,
    /// A pass, one game of ten won.
    pub pass: f32,
    /// Taking a stone or saving one; twice as many games where there are more.
    pub capture: f32,
    /// A shape that asks for the move.
    pub shape: f32,
    /// A self-atari without need: all lost.
    pub self_atari: f32,
    /// Next to the last move; nearly as many games two steps from it, a third of them at three.
    pub near: f32,
    /// On the third line of an empty part of the board; as many lost on the first and second.
    pub line: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            even: 10.0,
            pass: 10.0,
            capture: 15.0,
            shape: 10.0,
            self_atari: 10.0,
            near: 24.0,
            line: 10.0,
        }
    }
}

impl Weights {
    fn pass(&self) -> Prior {
        Prior::new(self.pass, -0.8)
    }

    fn even(&self) -> Prior {
        Prior::new(self.even, 0.0)
    }

    /// By the distance from the last move, 0 being next to it.
    fn near(&self, ring: usize) -> Prior {
        const SHARES: [f32; 3] = [1.0, 0.9, 0.35];
        Prior::new(self.near * SHARES[ring], 1.0)
    }
}

/// Knowledge set by hand: captures and escapes, shapes, the distance from the last move, and the
/// lines of empty parts of the board.
#[derive(Clone, Copy, Debug)]
pub struct HandPriors {
    weights: Weights,
    patterns: Patterns,
}

impl HandPriors {
    /// Knowledge that counts so much.
    pub fn new(weights: Weights) -> Self {
        Self { weights, patterns: Patterns::new() }
    }
}

impl Default for HandPriors {
    fn default() -> Self {
        Self::new(Weights::default())
    }
}

/// So far around a point no stone may stand for its part of the board to be empty.
const EMPTY_RADIUS: usize = 3;

impl<G: Geometry> PriorKnowledge<G> for HandPriors {
    fn judge(&self, position: &Position<G>, candidates: &mut [Candidate]) {
        let (board, color) = (position.board(), position.to_move());
        let weights = &self.weights;
        let (one, more) = urgent(board, color);
        let near = position.last().map_or([Bitboard::EMPTY; 3], |last| rings(board, last));
        let crowded = crowded(board);
        for candidate in candidates {
            let Some(point) = candidate.point else {
                candidate.prior.add(weights.pass());
                continue;
            };
            let mut prior = weights.even();
            if more.contains(point) {
                prior.add(Prior::new(2.0 * weights.capture, 1.0));
            } else if one.contains(point) {
                prior.add(Prior::new(weights.capture, 1.0));
            }
            if self.patterns.fit(board, color, point) {
                prior.add(Prior::new(weights.shape, 1.0));
            }
            if is_bad_self_atari(position, point) {
                prior.add(Prior::new(weights.self_atari, -1.0));
            }
            if let Some(ring) = near.iter().position(|ring| ring.contains(point)) {
                prior.add(weights.near(ring));
            }
            if !crowded.contains(point) {
                match line(board, point) {
                    1 | 2 => prior.add(Prior::new(weights.line, -1.0)),
                    3 => prior.add(Prior::new(weights.line, 1.0)),
                    _ => {}
                }
            }
            candidate.prior.add(prior);
        }
    }
}

/// The points that take a chain or save one: of one stone, and of more.
fn urgent<G: Geometry>(board: &Board<G>, color: Color) -> (Bitboard<G>, Bitboard<G>) {
    let (mut one, mut more) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for owner in Color::BOTH {
        let mut open = *board.stones(owner);
        while let Some(stone) = open.first() {
            let Some(chain) = board.chain_stones(stone) else { break };
            open -= *chain;
            if board.liberties_of(stone) != 1 {
                continue;
            }
            let mut moves = Proposed::new();
            if owner == color {
                saving_moves(board, color, stone, &mut moves);
            } else {
                moves.extend(board.chain_liberties(stone).and_then(|set| set.first()));
            }
            let into = if chain.count() == 1 { &mut one } else { &mut more };
            moves.into_iter().for_each(|point| into.insert(point));
        }
    }
    (one, more)
}

/// The points at distance 1, 2 and 3 from `from`, where a chain is crossed in no time: the
/// common-fate graph (Graepel, Goutrié, Krüger and Herbrich, Learning on graphs in the game of Go,
/// 2001).
fn rings<G: Geometry>(board: &Board<G>, from: Point) -> [Bitboard<G>; 3] {
    let with_chains = |points: Bitboard<G>| {
        let mut all = points;
        for color in Color::BOTH {
            for stone in points & *board.stones(color) {
                if let Some(chain) = board.chain_stones(stone) {
                    all |= *chain;
                }
            }
        }
        all
    };
    let mut reached = with_chains(Bitboard::of(from));
    let on_board = *board.empty() | *board.stones(Color::Black) | *board.stones(Color::White);
    std::array::from_fn(|_| {
        let next = with_chains((reached.neighbours() & on_board) - reached);
        reached |= next;
        next & *board.empty()
    })
}

/// All points with a stone within the empty radius.
fn crowded<G: Geometry>(board: &Board<G>) -> Bitboard<G> {
    let on_board = *board.empty() | *board.stones(Color::Black) | *board.stones(Color::White);
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    (0..EMPTY_RADIUS).fold(stones, |near, _| (near | near.neighbours()) & on_board)
}

/// The line of a point, from 1 at the edge.
fn line<G: Geometry>(board: &Board<G>, point: Point) -> u8 {
    let (vertex, size) = (point.vertex::<G>(), board.size());
    let (column, row) = (vertex.column(), vertex.row());
    1 + column.min(row).min(size.width() - 1 - column).min(size.height() - 1 - row)
}
