//! Takes back moves in place. A search that makes and takes back moves on one board therefore
//! copies only the few chains that each move changes, not the whole board.

use super::chain::{Chain, ChainId, Ends};
use super::{Board, Position};
use crate::vocabulary::{Bitboard, ByColor, Color, Geometry, Point};

/// The state before a move. The same value can be reused for other moves without allocating.
#[derive(Clone, Debug)]
pub struct Undo<G: Geometry> {
    point: Option<Point>,
    stones: ByColor<Bitboard<G>>,
    empty: Bitboard<G>,
    hash: u64,
    /// The chains that the move changes.
    chains: Vec<(ChainId, Chain<G>)>,
    ends: Ends,
    to_move: Color,
    ko: Option<Point>,
    last: [Option<Point>; 2],
    passes: u8,
}

impl<G: Geometry> Undo<G> {
    /// Records the state before a move on `point`, or before a pass.
    pub fn before(position: &Position<G>, point: Option<Point>) -> Self {
        Self::with_room(Vec::new(), position, point)
    }

    /// Like [`before`](Self::before), but replaces the state recorded for another move.
    pub fn note(&mut self, position: &Position<G>, point: Option<Point>) {
        *self = Self::with_room(std::mem::take(&mut self.chains), position, point);
    }

    fn with_room(
        mut chains: Vec<(ChainId, Chain<G>)>,
        position: &Position<G>,
        point: Option<Point>,
    ) -> Self {
        chains.clear();
        let Position { board, to_move, ko, last, passes } = position;
        let mut undo = Self {
            point,
            stones: board.stones,
            empty: board.empty,
            hash: board.hash,
            chains,
            ends: board.chains.ends(),
            to_move: *to_move,
            ko: *ko,
            last: *last,
            passes: *passes,
        };
        if let Some(point) = point {
            undo.note_chains(board, *to_move, point);
        }
        undo
    }

    /// Records the chains next to a move and the chains next to the stones that it captures.
    fn note_chains(&mut self, board: &Board<G>, color: Color, point: Point) {
        for neighbour in point.adjacent::<G>() {
            self.note_chain(board, board.chain_at[neighbour]);
        }
        if board.captures(color, point) {
            let captured = board.in_atari_around(!color, point);
            for chain in board.chains_of(captured.neighbours() & board.stones[color]) {
                self.note_chain(board, board.chain_at[chain]);
            }
        }
    }

    fn note_chain(&mut self, board: &Board<G>, id: ChainId) {
        if id != ChainId::NONE && self.chains.iter().all(|&(noted, _)| noted != id) {
            self.chains.push((id, board.chains[id]));
        }
    }
}

impl<G: Geometry> Position<G> {
    /// Takes back the last move. `undo` must have been recorded just before that move.
    pub fn take_back(&mut self, undo: &Undo<G>) {
        self.to_move = undo.to_move;
        self.ko = undo.ko;
        self.last = undo.last;
        self.passes = undo.passes;
        if let Some(point) = undo.point {
            self.board.take_back(point, undo);
        }
    }
}

impl<G: Geometry> Board<G> {
    fn take_back(&mut self, point: Point, undo: &Undo<G>) {
        self.stones = undo.stones;
        self.empty = undo.empty;
        self.hash = undo.hash;
        self.chain_at[point] = ChainId::NONE;
        self.chains.set_ends(undo.ends);
        for &(id, chain) in &undo.chains {
            // Whether the chain was captured or merged into another chain.
            let is_gone = |stone| self.chain_at[stone] != id;
            if chain.stones().first().is_some_and(is_gone) {
                for stone in chain.stones() {
                    self.chain_at[stone] = id;
                }
            }
            self.chains[id] = chain;
        }
        self.check();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{BoardSize, Random, Small};

    /// Asserts that two positions are the same, chain by chain.
    fn assert_same(one: &Position<Small>, other: &Position<Small>) {
        let (board, before) = (one.board(), other.board());
        assert_eq!(
            (board.hash(), board.empty(), one.to_move(), one.ko(), one.last(), one.passes()),
            (
                before.hash(),
                before.empty(),
                other.to_move(),
                other.ko(),
                other.last(),
                other.passes()
            )
        );
        for color in Color::BOTH {
            for stone in board.stones(color) {
                assert_eq!(board.chain_liberties(stone), before.chain_liberties(stone));
            }
        }
    }

    #[test]
    fn moves_are_taken_back_with_their_captures() {
        let mut random = Random::new(7, 0);
        let mut captures = 0;
        for _ in 0..50 {
            let mut position = Position::<Small>::new(BoardSize::square(5));
            let mut line = Vec::new();
            for _ in 0..60 {
                let points: Vec<Point> = position.board().empty().into_iter().collect();
                let point = points.get(random.below(points.len().max(1))).copied();
                let point = point.filter(|&point| position.is_legal(point));
                line.push((position.clone(), Undo::before(&position, point)));
                match point {
                    Some(point) => captures += usize::from(position.play(point).is_some()),
                    None => position.pass(),
                }
            }
            while let Some((before, undo)) = line.pop() {
                position.take_back(&undo);
                position.board().check_invariants();
                assert_same(&position, &before);
            }
        }
        assert!(captures > 100, "{captures}");
    }
}
