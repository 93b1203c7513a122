//! Random boards and moves on which a proof must hold as well.

use crate::board::{Board, DiagramError, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point, Random, Vertex};

/// The probability, in percent, of trying a move outside the zone.
const OFTEN: u8 = 15;

/// A board with the same points in a zone and random ones elsewhere, or `None` if the random choice
/// fails.
pub(super) fn with_another_outside<G: Geometry>(
    random: &mut Random,
    board: &Board<G>,
    zone: Bitboard<G>,
) -> Option<Board<G>> {
    // Few stones or many.
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

/// The board of some stones, without those outside a zone that leave a chain there without
/// liberties.
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

/// Occasionally, a legal move outside a zone.
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
