//! Random surroundings for the zone of a proof, and random moves in these surroundings. Both are
//! used to test whether the proof still holds.

use crate::board::{Board, DiagramError, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point, Random, Vertex};

/// The probability, in percent, of trying a move outside the zone.
const OFTEN: u8 = 15;

/// A board with the same content in a zone and random content elsewhere, or `None` if no legal
/// board results.
pub(super) fn with_another_outside<G: Geometry>(
    random: &mut Random,
    board: &Board<G>,
    zone: Bitboard<G>,
) -> Option<Board<G>> {
    // A die decides the content of each point. Two of its sides stand for stones, and the others
    // for an empty point. Because the number of sides is random, the density of the stones varies.
    let sides = 2 + random.below(5);
    let color = |vertex: Vertex, random: &mut Random| {
        let point = Point::of::<G>(vertex);
        if zone.contains(point) {
            return board.color_at(point);
        }
        [Some(Color::Black), Some(Color::White)].get(random.below(sides)).copied().flatten()
    };
    let mut stones = Vec::new();
    for vertex in board.size().vertices() {
        if let Some(color) = color(vertex, random) {
            stones.push((color, vertex));
        }
    }
    without_dead(board, zone, stones)
}

/// A board with the given stones, except for those outside the zone that must be removed so that
/// every chain has a liberty. Returns `None` if removing stones does not help.
fn without_dead<G: Geometry>(
    board: &Board<G>,
    zone: Bitboard<G>,
    mut stones: Vec<(Color, Vertex)>,
) -> Option<Board<G>> {
    loop {
        match Board::from_stones(board.size(), stones.iter().copied()) {
            Ok(board) => return Some(board),
            Err(DiagramError::NoLiberty(dead)) => {
                let is_outside = |vertex: Vertex| !zone.contains(Point::of::<G>(vertex));
                let at = stones
                    .iter()
                    .position(|&(_, vertex)| vertex == dead && is_outside(vertex))
                    .or_else(|| {
                        let near = |vertex: Vertex| {
                            vertex.column().abs_diff(dead.column())
                                + vertex.row().abs_diff(dead.row())
                                == 1
                        };
                        let mut all = stones.iter();
                        all.position(|&(_, vertex)| is_outside(vertex) && near(vertex))
                    })?;
                stones.swap_remove(at);
            }
            Err(_) => return None,
        }
    }
}

/// Returns a random legal move outside a zone or, most of the time, `None`.
pub(super) fn move_elsewhere<G: Geometry>(
    random: &mut Random,
    position: &Position<G>,
    zone: Bitboard<G>,
) -> Option<Point> {
    if !random.percent(OFTEN) {
        return None;
    }
    let outside = *position.board().empty() - zone;
    let points: Vec<Point> =
        outside.into_iter().filter(|&point| position.is_legal(point)).collect();
    points.get(random.below(points.len().max(1))).copied()
}
