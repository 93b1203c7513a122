//! From what a search found to what is played: the best legal move, a pass or a resignation.

use super::cleanup::moves_against;
use super::{Decision, Judgement};
use crate::rules::GameState;
use crate::search::{MoveReport, SearchReport};
use crate::tactics::safe_area;
use crate::vocabulary::{AnySize, Bitboard, Color, Move, Point, Vertex};

/// When a player gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resignation {
    /// Below this chance to win a turn is hopeless; 0 is never.
    pub(super) threshold: f32,
    /// Hopeless turns in a row before this one.
    pub(super) hopeless_turns: u32,
}

impl Resignation {
    /// The hopeless turns in a row that end the game.
    const TURNS: u32 = 3;

    /// The hopeless turns in a row, this one counted.
    pub(super) fn turns(&self, report: &SearchReport) -> u32 {
        if report.win_rate() < self.threshold { self.hopeless_turns + 1 } else { 0 }
    }

    /// Whether it is time for `color` to resign: several turns were hopeless, and the opening is
    /// over. Who gives handicap begins hopelessly and plays on longer, for mistakes to come.
    fn is_due(&self, game: &GameState, color: Color, report: &SearchReport) -> bool {
        let area = game.size().area();
        let against = if color == Color::White { game.handicap() } else { 0 };
        let opening = area / 5 + area * against.min(9) / 40;
        self.turns(report) >= Self::TURNS && game.moves().len() >= opening
    }
}

/// A turn about which a search has reported.
pub(super) struct Turn<'a> {
    /// The game as it stands.
    pub(super) game: &'a GameState,
    /// Who is to move.
    pub(super) color: Color,
    /// What the search found.
    pub(super) report: &'a SearchReport,
    /// When to give up.
    pub(super) resignation: Resignation,
    /// Whether dead stones must be taken off before a pass whatever the rules say, and resigning
    /// is out of the question.
    pub(super) cleans_up: bool,
    /// Whether nothing is left to play for, so that any move but a pass would cost points.
    pub(super) is_settled: bool,
}

impl Turn<'_> {
    /// What to do, where the stones are `judged` by the playouts.
    ///
    /// Passing ends the game or allows the opponent to end it, so it must not be into a lost
    /// count. A pass is thought of when the opponent has passed, when nothing is left between the
    /// players, or when the search likes it best.
    pub(super) fn decide(&self, judged: impl FnOnce() -> Judgement) -> Decision {
        let best = self.best();
        let is_placing_handicap = self.is_placing_handicap();
        if self.is_settled && !is_placing_handicap {
            return Decision::Move(Move::Pass);
        }
        let is_quiet = self.opponent_passed() || is_filled(self.game);
        if (is_quiet || best == Move::Pass) && !is_placing_handicap {
            let judged = judged();
            if let Some(vertex) = self.cleaning_move(&judged) {
                return Decision::Move(Move::Play(vertex));
            }
            if self.is_won_by_passing(&judged) {
                return Decision::Move(Move::Pass);
            }
        }
        let may_resign = !self.cleans_up && !is_placing_handicap;
        if may_resign && self.resignation.is_due(self.game, self.color, self.report) {
            return Decision::Resign;
        }
        if best == Move::Pass {
            return Decision::Move(self.useful_move().into());
        }
        Decision::Move(best)
    }

    /// The most visited legal move; a pass where the search knows none.
    pub(super) fn best(&self) -> Move {
        self.legal_moves().next().map_or(Move::Pass, |found| found.mv)
    }

    /// The point that the search likes best, where the player may as well choose another one:
    /// where `decided` is just that move, and neither the end of the game is near nor handicap is
    /// being placed.
    pub(super) fn free_choice(&self, decided: Decision) -> Option<Vertex> {
        let best = self.legal_moves().next()?.mv;
        let is_bound = self.is_settled
            || self.cleans_up
            || self.opponent_passed()
            || is_filled(self.game)
            || self.is_placing_handicap();
        best.vertex().filter(|_| decided == Decision::Move(best) && !is_bound)
    }

    /// What the search found of the moves that the rules of the game allow, superko included.
    fn legal_moves(&self) -> impl Iterator<Item = &MoveReport> {
        self.report.moves.iter().filter(|found| self.game.check(self.color, found.mv).is_ok())
    }

    fn opponent_passed(&self) -> bool {
        self.game.position().passes() == 1
    }

    /// Whether the count is won with the dead stones taken off.
    fn wins(&self, judged: &Judgement) -> bool {
        self.game.score(&judged.dead, &judged.seki).winner() == Some(self.color)
    }

    /// Whether the count is won with all stones on the board.
    fn wins_as_it_stands(&self, judged: &Judgement) -> bool {
        self.game.score(&[], &judged.seki).winner() == Some(self.color)
    }

    /// Whether one move after the other is asked for and the opponent has no stone yet: controllers
    /// that know no handicap commands have handicap stones placed so.
    fn is_placing_handicap(&self) -> bool {
        let has_just_moved =
            self.game.moves().last().is_some_and(|&(mover, _)| mover == self.color);
        has_just_moved && self.game.position().board().stones(!self.color).is_empty()
    }

    /// Whether a pass leads to a won count.
    ///
    /// Where all stones count as alive, that is the count on the board; as long as the opponent may
    /// still play on, it must also be won without what is dead. Otherwise dead stones are taken
    /// off when both have passed. Who relies on that must have been told by the search as well that
    /// it is winning, since the playouts may be wrong about the stones.
    fn is_won_by_passing(&self, judged: &Judgement) -> bool {
        if self.all_count_as_alive() {
            return self.wins_as_it_stands(judged) && (self.opponent_passed() || self.wins(judged));
        }
        let is_sure = self.opponent_passed() && self.report.win_rate() > 0.5;
        self.wins(judged) && (is_sure || self.wins_as_it_stands(judged))
    }

    fn all_count_as_alive(&self) -> bool {
        self.cleans_up || !self.game.rules().friendly_pass
    }

    /// A move that takes dead stones of the opponent off or comes closer to that, where they would
    /// count as alive, the count without them is won, and the move does not lose by the search.
    /// Where dead stones must go in any case, they go in a lost game as well.
    fn cleaning_move(&self, judged: &Judgement) -> Option<Vertex> {
        if !self.all_count_as_alive() || !(self.cleans_up || self.wins(judged)) {
            return None;
        }
        let needed = self.report.win_rate().min(0.5);
        let may_win = |vertex: &Vertex| {
            let mv = Move::Play(*vertex);
            let known = self.report.moves.iter().find(|found| found.mv == mv);
            known.is_none_or(|found| found.upper_bound() >= needed)
        };
        moves_against(self.game, self.color, &judged.dead).into_iter().find(may_win)
    }

    /// The most visited move of those that are of any use: nothing changes in areas that are safe
    /// for one player unconditionally, but where the player's own holds stones to be captured.
    fn useful_move(&self) -> Option<Vertex> {
        let board = self.game.position().board();
        let suicide = self.game.rules().suicide;
        let [own, other] =
            [self.color, !self.color].map(|color| safe_area(board, color, suicide).points());
        let prey = own & *board.stones(!self.color);
        let useless = (own - prey.flood(&(own - *board.stones(self.color)))) | other;
        let mut moves = self.legal_moves().filter_map(|found| found.mv.vertex());
        moves.find(|&vertex| !useless.contains(Point::of::<AnySize>(vertex)))
    }
}

/// Whether nothing is left between the players: each point is a stone or one player's territory.
fn is_filled(game: &GameState) -> bool {
    let board = game.position().board();
    let area = board.area();
    (area[Color::Black] | area[Color::White]) == Bitboard::full(board.size())
}

#[cfg(test)]
mod tests;
