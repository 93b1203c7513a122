//! Quick ladder reading for playouts. It works on sets of points instead of a board.
//!
//! The chased chain, called the runner, extends onto its last liberty or captures a hunter in
//! atari. The opponent's chains, called the hunters, put the runner into atari again. Whether the
//! hunters themselves are in danger is judged only by their liberties, and kos are ignored.
//! [`captured_in_ladder`](super::captured_in_ladder) gives the exact answer, but takes much longer.

use arrayvec::ArrayVec;

use super::liberties_after;
use crate::board::Board;
use crate::vocabulary::{Bitboard, Color, Geometry, Point};

/// The number of ataris after which a chase counts as failed.
const LONGEST: usize = 40;
/// The maximum number of alternative ladders that may be waiting to be read.
const MOST_WAITING: usize = 3;

/// Returns the move with which the opponent, moving next, catches the chain at `stone` in a ladder,
/// according to quick reading. For a chain in atari, this is its last liberty. For a chain with two
/// liberties, it is one of them. Returns `None` if there is no such move or the chain has more
/// liberties.
#[inline(always)]
pub fn catching_move<G: Geometry>(board: &Board<G>, stone: Point) -> Option<Point> {
    let owner = board.color_at(stone)?;
    let (stones, liberties) = (board.chain_stones(stone)?, board.chain_liberties(stone)?);
    match board.liberties_of(stone) {
        1 => liberties.first(),
        2 => Chase::new(board, owner, *stones, *liberties).catching_move(),
        _ => None,
    }
}

/// Whether, according to quick reading, the chain in atari at `stone` escapes if its owner plays on
/// its last liberty, `point`.
#[inline(always)]
pub fn gets_away<G: Geometry>(board: &Board<G>, stone: Point, point: Point) -> bool {
    let Some(owner) = board.color_at(stone) else { return false };
    if board.empty().window(point).adjacent().count() > 2 {
        return true;
    }
    let liberties = liberties_after(board, owner, point);
    match liberties.count() {
        0 | 1 => false,
        2 => {
            let mut chase = Chase::new(board, owner, Bitboard::EMPTY, liberties);
            chase.extend(point);
            chase.catching_move().is_none()
        }
        _ => true,
    }
}

/// Returns the nets for a chain with two liberties at `stone`. A net is a move by the opponent on a
/// point other than these liberties after which, according to quick reading, the chain cannot
/// escape by extending onto either liberty. The set is empty for a chain with more or fewer
/// liberties, or if one of the hunters next to it is in atari.
pub fn net_moves<G: Geometry>(board: &Board<G>, stone: Point) -> Bitboard<G> {
    let mut nets = Bitboard::EMPTY;
    let (Some(owner), Some(stones), Some(liberties)) =
        (board.color_at(stone), board.chain_stones(stone), board.chain_liberties(stone))
    else {
        return nets;
    };
    let can_be_taken = |hunter: Point| board.liberties_of(hunter) == 1;
    let hunters = stones.neighbours() & *board.stones(!owner);
    if liberties.count() != 2 || hunters.into_iter().any(can_be_taken) {
        return nets;
    }
    let near = (liberties.neighbours() & *board.empty()) - *liberties;
    for point in near {
        let mut chase = Chase::new(board, owner, *stones, *liberties);
        chase.empty.remove(point);
        chase.added.insert(point);
        let holds = |exit| chase.holds(exit);
        if chase.hunter_liberties(point).count() > 1 && liberties.into_iter().all(holds) {
            nets.insert(point);
        }
    }
    nets
}

/// The state of a ladder.
#[derive(Clone)]
struct Chase<'a, G: Geometry> {
    board: &'a Board<G>,
    owner: Color,
    runner: Bitboard<G>,
    /// The liberties of the runner.
    liberties: Bitboard<G>,
    empty: Bitboard<G>,
    /// The hunters' stones on the board.
    hunters: Bitboard<G>,
    /// The stones that the hunters have added during the ladder.
    added: Bitboard<G>,
}

impl<'a, G: Geometry> Chase<'a, G> {
    #[inline(always)]
    fn new(board: &'a Board<G>, owner: Color, runner: Bitboard<G>, liberties: Bitboard<G>) -> Self {
        let (empty, hunters) = (*board.empty(), *board.stones(!owner));
        Self { board, owner, runner, liberties, empty, hunters, added: Bitboard::EMPTY }
    }

    /// Whether the runner is caught even if it extends to `exit`.
    fn holds(&self, exit: Point) -> bool {
        let mut next = self.clone();
        next.extend(exit);
        match next.liberties.count() {
            0 | 1 => true,
            2 => next.catching_move().is_some(),
            _ => false,
        }
    }

    /// Returns the hunters' move after which the runner, which has two liberties, cannot escape.
    ///
    /// This is a loop rather than a recursion, so that it is compiled for the same instruction set
    /// as the rest of the playout. If both ataris continue the ladder, the ladder that follows the
    /// second atari is put on a waiting list.
    #[inline(always)]
    fn catching_move(self) -> Option<Point> {
        let mut first_move = None;
        let mut waiting: ArrayVec<(Self, Option<Point>), MOST_WAITING> = ArrayVec::new();
        let mut now = self;
        for _ in 0..LONGEST {
            let mut liberties = now.liberties.into_iter();
            let (a, b) = (liberties.next()?, liberties.next()?);
            let mut going_on: ArrayVec<(Self, Option<Point>), 2> = ArrayVec::new();
            for (atari, exit) in [(a, b), (b, a)] {
                let by = first_move.or(Some(atari));
                let Some(next) = now.after(atari, exit) else { continue };
                if next.liberties.count() < 2 {
                    return by;
                }
                going_on.push((next, by));
            }
            let next = going_on.pop_at(0).or_else(|| waiting.pop());
            if let Some(other) = going_on.pop() {
                let _ = waiting.try_push(other);
            }
            (now, first_move) = next?;
        }
        None
    }

    /// Returns the ladder after the hunters' `atari` and the runner's reply at `exit`. Returns
    /// `None` if the hunters cannot give this atari, or if the runner escapes by gaining a third
    /// liberty or by capturing a hunter.
    #[inline(always)]
    fn after(&self, atari: Point, exit: Point) -> Option<Self> {
        // The neighbouring points alone decide most cases.
        let gained = self.empty.window(exit).adjacent().filter(|&point| point != atari);
        if gained.count() > 2 {
            return None;
        }
        // An atari is useless if the new stone could be captured immediately or would be suicide.
        let is_safe = self.empty.window(atari).adjacent().has_two();
        if !is_safe && self.hunter_liberties(atari).count() < 2 {
            return None;
        }
        let mut next = self.clone();
        next.empty.remove(atari);
        next.added.insert(atari);
        next.liberties.remove(atari);
        next.extend(exit);
        let gets_away = next.liberties.count() > 2 || self.escapes_by_capture(atari, exit);
        (!gets_away).then_some(next)
    }

    /// Whether, after the hunters' `atari`, the runner can get at least two liberties by capturing
    /// a hunter. One of them may be `exit`.
    #[inline(always)]
    fn escapes_by_capture(&self, atari: Point, exit: Point) -> bool {
        for hunter in self.runner.neighbours() & self.hunters {
            // The few added stones cannot have put a hunter with more than three liberties into
            // atari.
            if self.board.liberties_of(hunter) > 3 {
                continue;
            }
            let (Some(stones), Some(liberties)) =
                (self.board.chain_stones(hunter), self.board.chain_liberties(hunter))
            else {
                continue;
            };
            let mut left = *liberties & self.empty;
            left.remove(atari);
            if left.count() == 1 {
                let mut gained = (self.runner | left).neighbours() & *stones;
                gained.insert(exit);
                if (gained - left).count() > 1 {
                    return true;
                }
            }
        }
        false
    }

    /// The liberties of the hunters' chain to which a new stone at `point` would belong.
    #[inline(always)]
    fn hunter_liberties(&self, point: Point) -> Bitboard<G> {
        let mut liberties = Bitboard::EMPTY;
        liberties.insert_window(self.empty.window(point).adjacent(), point);
        for other in self.hunters.window(point).adjacent() {
            if let Some(more) = self.board.chain_liberties(other) {
                liberties |= *more & self.empty;
            }
        }
        for other in self.added.window(point).adjacent() {
            liberties.insert_window(self.empty.window(other).adjacent(), other);
        }
        liberties.remove(point);
        liberties
    }

    /// Extends the runner to its liberty `point`.
    #[inline(always)]
    fn extend(&mut self, point: Point) {
        self.empty.remove(point);
        self.runner.insert(point);
        for own in self.board.stones(self.owner).window(point).adjacent() {
            if !self.runner.contains(own)
                && let (Some(stones), Some(more)) =
                    (self.board.chain_stones(own), self.board.chain_liberties(own))
            {
                self.runner |= *stones;
                self.liberties |= *more & self.empty;
            }
        }
        self.liberties.insert_window(self.empty.window(point).adjacent(), point);
        self.liberties.remove(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::tactics::captured_in_ladder;
    use crate::vocabulary::{Nine, Random};

    #[test]
    fn most_results_match_the_exact_reader() {
        let mut random = Random::new(3, 3);
        let (mut equal, mut caught, mut asked) = (0, 0, 0);
        for _ in 0..60 {
            let mut position = Position::<Nine>::new(crate::vocabulary::BoardSize::square(9));
            for _ in 0..45 {
                let points: Vec<_> = position.board().empty().into_iter().collect();
                let point = points[random.below(points.len())];
                if position.is_sensible(point) {
                    position.play(point);
                }
                let stones = *position.board().stones(position.to_move());
                for stone in stones {
                    if position.board().liberties_of(stone) == 2 {
                        let mut hunting = position.clone();
                        hunting.set_to_move(!position.to_move());
                        let exact = captured_in_ladder(&hunting, stone).is_some();
                        let quick = catching_move(position.board(), stone).is_some();
                        asked += 1;
                        caught += usize::from(exact);
                        equal += usize::from(exact == quick);
                    }
                }
            }
        }
        assert!(caught > asked / 20, "{caught} of {asked}");
        assert!(equal * 100 >= asked * 88, "{equal} of {asked} answers");
    }

    #[test]
    fn a_ladder_runs_until_a_stone_breaks_it() {
        let board = |breaker: &str| {
            Board::<Nine>::from_diagram(&format!(
                ". . . . . . . . .
                 . . . . . . . . .
                 . . . . . . . {breaker} .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . . X . . . . .
                 . . X O X . . . .
                 . . . . . . . . .
                 . . . . . . . . ."
            ))
        };
        let at = |vertex: &str| Point::of::<Nine>(vertex.parse().unwrap());
        // The stone at D3 has one liberty, D2, and cannot escape there.
        assert_eq!(catching_move(&board(".").unwrap(), at("D3")), Some(at("D2")));
        let ladder = |breaker: &str| {
            Board::<Nine>::from_diagram(&format!(
                ". . . . . . . . .
                 . . . . . . . . .
                 . . . . . . {breaker} . .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . X . . . . . .
                 . X O . . . . . .
                 . . X X . . . . .
                 . . . . . . . . ."
            ))
            .unwrap()
        };
        assert!(!gets_away(&ladder("."), at("C3"), at("D3")));
        assert!(gets_away(&ladder("O"), at("C3"), at("D3")));
        assert!(!gets_away(&ladder("X"), at("C3"), at("D3")));
    }

    #[test]
    fn a_net_holds_against_both_moves_of_the_runner() {
        let board = |breaker: &str| {
            Board::<Nine>::from_diagram(&format!(
                ". . . . . . . . .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . . {breaker} . . . . .
                 . X . . . . . . .
                 . X O . . . . . .
                 . . X X . . . . .
                 . . . . . . . . ."
            ))
            .unwrap()
        };
        let at = |vertex: &str| Point::of::<Nine>(vertex.parse().unwrap());
        let nets = |breaker| net_moves(&board(breaker), at("C3"));
        assert!(nets(".").contains(at("D4")));
        assert!(!nets(".").contains(at("C4")) && !nets(".").contains(at("E3")));
        assert!(net_moves(&board("."), at("B4")).is_empty());
    }

    #[test]
    fn most_nets_hold_for_the_exact_reader() {
        let mut random = Random::new(5, 5);
        let (mut found, mut right) = (0, 0);
        for _ in 0..150 {
            let mut position = Position::<Nine>::new(crate::vocabulary::BoardSize::square(9));
            for _ in 0..40 {
                let points: Vec<_> = position.board().empty().into_iter().collect();
                let point = points[random.below(points.len())];
                if position.is_sensible(point) {
                    position.play(point);
                }
                for stone in *position.board().stones(position.to_move()) {
                    for net in net_moves(position.board(), stone) {
                        found += 1;
                        right += usize::from(net_holds(&position, stone, net));
                    }
                }
            }
        }
        assert!(found > 300 && right * 100 >= found * 90, "{right} of {found} nets");
    }

    /// Whether the chain at `stone`, which belongs to the player to move, is caught after `net`, no
    /// matter which liberty it extends onto.
    fn net_holds(position: &Position<Nine>, stone: Point, net: Point) -> bool {
        let mut netted = position.clone();
        netted.set_to_move(!position.to_move());
        if !netted.is_legal(net) {
            return false;
        }
        netted.play(net);
        let exits = *netted.board().chain_liberties(stone).unwrap();
        exits.into_iter().filter(|&exit| netted.is_legal(exit)).all(|exit| {
            let mut run = netted.clone();
            run.play(exit);
            captured_in_ladder(&run, stone).is_some()
        })
    }
}
