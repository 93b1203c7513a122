//! Negamax with null windows on positions with at least five empty squares.

use classical::{Budget, OutOfBudget, Score};

use super::last::solve_last;
use super::ordering::{Candidates, look_ahead};
use super::table::{Entry, NO_SQUARE, Table};
use crate::othello::bitboard;
use crate::othello::board::Board;
use crate::othello::evaluation::Evaluation;
use crate::othello::square::Move;
use crate::othello::stability::stable_discs;

/// The fewest empty squares at which moves are ordered by a shallow search.
const LOOK_AHEAD_FROM: u32 = 12;
/// The most moves that the shallow search looks ahead after the move in question.
const DEEPEST_LOOK_AHEAD: u32 = 3;
/// The fewest empty squares at which the successors are first looked up in the table.
const SUCCESSORS_FROM: u32 = 9;
/// The fewest empty squares at which moves are sorted.
const SORTED_FROM: u32 = 7;
/// The fewest empty squares at which the table is used.
const TABLE_FROM: u32 = 8;

/// The score and the best square.
type Found = (i32, u8);

/// One search.
pub(super) struct Search<'a, 'b, E> {
    table: &'a mut Table,
    evaluation: &'a E,
    budget: &'a mut Budget<'b>,
    pub(super) nodes: u64,
}

impl<'a, 'b, E: Evaluation> Search<'a, 'b, E> {
    pub(super) fn new(table: &'a mut Table, evaluation: &'a E, budget: &'a mut Budget<'b>) -> Self {
        Self { table, evaluation, budget, nodes: 0 }
    }

    /// The score of a position within `low..=high`, and the best move.
    pub(super) fn root(
        &mut self,
        board: Board,
        low: i32,
        high: i32,
    ) -> Result<(i32, Option<Move>), OutOfBudget> {
        if board.legal_moves() == 0 {
            if board.is_over() {
                return Ok((board.disc_difference(), None));
            }
            let (score, _) = self.wide(board.pass(), -high, -low)?;
            return Ok((-score, Some(Move::PASS)));
        }
        let (score, best) = self.wide(board, low, high)?;
        Ok((score, Move::to(best)))
    }

    /// Principal variation search: only the first move is searched with the whole window, the
    /// others first only for whether they are better than the best one so far.
    fn wide(&mut self, board: Board, low: i32, high: i32) -> Result<Found, OutOfBudget> {
        self.count()?;
        let legal = board.legal_moves();
        if legal == 0 {
            if board.is_over() {
                return Ok((board.disc_difference(), NO_SQUARE));
            }
            return Ok((-self.wide(board.pass(), -high, -low)?.0, NO_SQUARE));
        }
        let empties = board.empties().count_ones();
        let known = self.table.find(board).map_or(NO_SQUARE, |entry| entry.best);
        let (mut best, mut square) = (-65, NO_SQUARE);
        for candidate in self.candidates(board, legal, empties, known)? {
            let alpha = best.max(low);
            let is_first = best == -65;
            let mut score = alpha + 1;
            if !is_first {
                score = -self.narrow(candidate.next, -alpha - 1)?;
            }
            if is_first || (score > alpha && score < high) {
                score = -self.wide(candidate.next, -high, -alpha)?.0;
            }
            if score > best {
                (best, square) = (score, candidate.square);
                if best >= high {
                    break;
                }
            }
        }
        let low = if best > low { best } else { -64 };
        let high = if best < high { best } else { 64 };
        self.remember(board, empties, (low, high), square);
        Ok((best, square))
    }

    /// Whether the score is greater than `alpha`: returns an upper bound if it is not, or else a
    /// lower bound.
    fn narrow(&mut self, board: Board, alpha: i32) -> Result<i32, OutOfBudget> {
        let empties = board.empties().count_ones();
        if empties < 5 {
            return Ok(solve_last(board, alpha, &mut self.nodes));
        }
        self.count()?;
        if let Some(most) = most_by_stability(board, alpha, empties) {
            return Ok(most);
        }
        if empties < SORTED_FROM {
            return self.few(board, alpha);
        }
        let legal = board.legal_moves();
        if legal == 0 {
            if board.is_over() {
                return Ok(board.disc_difference());
            }
            return Ok(-self.narrow(board.pass(), -alpha - 1)?);
        }
        let mut known = NO_SQUARE;
        if empties >= TABLE_FROM
            && let Some(entry) = self.table.find(board)
        {
            if i32::from(entry.low) > alpha {
                return Ok(i32::from(entry.low));
            }
            if i32::from(entry.high) <= alpha {
                return Ok(i32::from(entry.high));
            }
            known = entry.best;
        }
        let (best, square) = self.try_all(board, legal, empties, alpha, known)?;
        if empties >= TABLE_FROM {
            let bounds = if best > alpha { (best, 64) } else { (-64, best) };
            self.remember(board, empties, bounds, square);
        }
        Ok(best)
    }

    /// Searches the known best move and then the others.
    fn try_all(
        &mut self,
        board: Board,
        mut legal: u64,
        empties: u32,
        alpha: i32,
        known: u8,
    ) -> Result<Found, OutOfBudget> {
        let (mut best, mut square) = (-65, NO_SQUARE);
        if known != NO_SQUARE && legal >> (known & 63) & 1 == 1 {
            (best, square) = (-self.narrow(board.play(known), -alpha - 1)?, known);
            if best > alpha {
                return Ok((best, square));
            }
            legal ^= 1 << (known & 63);
        }
        if empties >= SUCCESSORS_FROM
            && let Some(found) = self.known_cut(board, legal, alpha)
        {
            return Ok(found);
        }
        for candidate in self.candidates(board, legal, empties, NO_SQUARE)? {
            let score = -self.narrow(candidate.next, -alpha - 1)?;
            if score > best {
                (best, square) = (score, candidate.square);
                if best > alpha {
                    break;
                }
            }
        }
        Ok((best, square))
    }

    /// A move after which the table proves a score greater than `alpha`.
    fn known_cut(&self, board: Board, legal: u64, alpha: i32) -> Option<Found> {
        bitboard::squares(legal).find_map(|square| {
            let entry = self.table.find(board.play(square))?;
            let score = -i32::from(entry.high);
            (score > alpha).then_some((score, square))
        })
    }

    /// Too few empty squares to sort the moves: those in odd quadrants come first.
    fn few(&mut self, board: Board, alpha: i32) -> Result<i32, OutOfBudget> {
        let legal = board.legal_moves();
        if legal == 0 {
            if board.is_over() {
                return Ok(board.disc_difference());
            }
            return Ok(-self.narrow(board.pass(), -alpha - 1)?);
        }
        let odd = legal & bitboard::odd_quadrants(board.empties());
        let mut best = -65;
        for group in [odd & bitboard::CORNERS, odd & !bitboard::CORNERS, legal & !odd] {
            for square in bitboard::squares(group) {
                best = best.max(-self.narrow(board.play(square), -alpha - 1)?);
                if best > alpha {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }

    /// The moves in `legal` in the order in which to search them, beginning with `known`.
    fn candidates(
        &mut self,
        board: Board,
        legal: u64,
        empties: u32,
        known: u8,
    ) -> Result<Candidates, OutOfBudget> {
        let mut list = Candidates::new(board, legal);
        if empties >= LOOK_AHEAD_FROM && list.0.len() > 1 {
            let depth = (empties.saturating_sub(LOOK_AHEAD_FROM) / 3).min(DEEPEST_LOOK_AHEAD);
            for candidate in &mut list.0 {
                let mut nodes = 0;
                let window = (-Score::MAX, Score::MAX);
                let value = -look_ahead(self.evaluation, candidate.next, depth, window, &mut nodes);
                self.nodes += nodes;
                for _ in 0..nodes {
                    self.budget.spend()?;
                }
                candidate.worth += value;
            }
        }
        if let Some(first) = list.0.iter_mut().find(|candidate| candidate.square == known) {
            first.worth = i32::MAX;
        }
        Ok(list)
    }

    fn remember(&mut self, board: Board, empties: u32, (low, high): (i32, i32), best: u8) {
        let (low, high) = (low as i8, high as i8);
        self.table.store(board, empties, Entry { low, high, best });
    }

    /// Counts one position.
    fn count(&mut self) -> Result<(), OutOfBudget> {
        self.nodes += 1;
        self.budget.spend()
    }
}

/// An upper bound on the result, given that the opponent's stable discs stay, if the bound is at
/// most `alpha`. Stable discs are not counted if `alpha` is so low that an unlikely number of them
/// would be needed.
fn most_by_stability(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < empties as i32 + STABILITY_MARGIN {
        return None;
    }
    let stable = stable_discs(board.opponent(), board.own());
    let most = 64 - 2 * stable.count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Stable discs are counted if `alpha` is at least the number of empty squares plus this.
const STABILITY_MARGIN: i32 = 2;
