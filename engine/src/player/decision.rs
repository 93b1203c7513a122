//! Turns the result of a search into a decision: the best legal move, a pass or a resignation.

use super::cleanup::moves_against;
use super::judge::Judgement;
use crate::rules::{GameState, Scoring};
use crate::search::{MoveReport, SearchReport};
use crate::tactics::safe_area;
use crate::vocabulary::{AnySize, Bitboard, ByColor, Color, Move, Point, Vertex};

/// A player's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move, possibly a pass.
    Move(Move),
    /// Resignation.
    Resign,
}

/// The state that determines whether a player resigns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resignation {
    /// A turn is hopeless if its win rate is below this value; 0 disables resignation.
    pub(super) threshold: f32,
    /// A turn is hopeless only if the player is also behind by at least this many points.
    pub(super) least_deficit: f32,
    /// The number of consecutive hopeless turns before this one.
    pub(super) hopeless_turns: u32,
}

impl Resignation {
    /// The number of consecutive hopeless turns after which a player resigns.
    const TURNS: u32 = 3;

    /// The number of consecutive hopeless turns, including this one.
    pub(super) fn turns(&self, report: &SearchReport) -> u32 {
        let is_hopeless = report.win_rate() < self.threshold && report.lead <= -self.least_deficit;
        if is_hopeless { self.hopeless_turns + 1 } else { 0 }
    }

    /// Whether `color` should resign: several turns have been hopeless, and the opening is over. A
    /// player who gives a handicap begins the game with hopeless turns, and therefore plays on for
    /// longer in the hope that the opponent makes mistakes.
    fn is_due(&self, game: &GameState, color: Color, report: &SearchReport) -> bool {
        let area = game.size().area();
        let against = if color == Color::White { game.handicap() } else { 0 };
        let opening = area / 5 + area * against.min(9) / 40;
        self.turns(report) >= Self::TURNS && game.moves().len() >= opening
    }
}

/// The numbers of consecutive hopeless turns of both players in the current game.
#[derive(Clone, Debug, Default)]
pub(super) struct HopelessTurns {
    turns: ByColor<u32>,
    /// The moves before the turn that was counted last.
    moves: Vec<(Color, Move)>,
    /// The player whose turn was counted last, and the number before it.
    last: Option<(Color, u32)>,
}

impl HopelessTurns {
    /// The number for `color` before its turn in `game`. No turns count any longer if this game
    /// does not continue the one in which they were counted, and a turn that is taken again counts
    /// once.
    pub(super) fn before(&self, game: &GameState, color: Color) -> u32 {
        match (game.moves().strip_prefix(&*self.moves), self.last) {
            (None, _) => 0,
            _ if game.moves().len() < 2 => 0,
            (Some([]), Some((player, number))) if player == color => number,
            _ => self.turns[color],
        }
    }

    /// Sets the number for `color` after its turn in `game`, whose move has not been played yet.
    pub(super) fn set(&mut self, game: &GameState, color: Color, turns: u32) {
        let [own, other] = [color, !color].map(|player| self.before(game, player));
        self.last = Some((color, own));
        (self.turns[color], self.turns[!color]) = (turns, other);
        self.moves = game.moves().to_vec();
    }
}

/// A turn for which the result of a search is available.
pub(super) struct Turn<'a> {
    /// The current game.
    pub(super) game: &'a GameState,
    /// The player to move.
    pub(super) color: Color,
    /// The result of the search.
    pub(super) report: &'a SearchReport,
    /// The player's resignation state.
    pub(super) resignation: Resignation,
    /// Whether dead stones must be captured before a pass, whatever the rules say. If so, the
    /// player never resigns.
    pub(super) cleans_up: bool,
    /// Whether nothing is left to play for, so that any move other than a pass would cost points.
    pub(super) is_settled: bool,
    /// Whether a search has found that the game stays won after a pass, if the board is filled.
    pub(super) stays_won: bool,
}

impl Turn<'_> {
    /// Decides what to do. `judged` returns the status of the stones according to the playouts.
    ///
    /// If nothing is left to play for, the player passes. Otherwise, a pass is considered if the
    /// opponent has passed, if the board is filled and the game stays won, or if the search prefers
    /// a pass. Because a pass ends the game or allows the opponent to end it, a player who would
    /// lose the count plays on as long as a useful move is left, and so does one who would draw it
    /// unless the search finds nothing better than a pass.
    pub(super) fn decide(&self, judged: impl FnOnce() -> Judgement) -> Decision {
        let best = self.best();
        let is_placing_handicap = is_placing_handicap(self.game, self.color);
        if self.is_settled && !is_placing_handicap {
            return Decision::Move(Move::Pass);
        }
        let is_quiet = self.opponent_passed() || (is_filled(self.game) && self.stays_won);
        if (is_quiet || best == Move::Pass) && !is_placing_handicap {
            let judged = judged();
            if let Some(vertex) = self.cleaning_move(&judged) {
                return Decision::Move(Move::Play(vertex));
            }
            let keeps_draw = best == Move::Pass && self.is_drawn_by_passing(&judged);
            if keeps_draw || self.is_won_by_passing(&judged) {
                return Decision::Move(Move::Pass);
            }
        }
        let may_resign = !self.cleans_up && !is_placing_handicap;
        if may_resign && self.resignation.is_due(self.game, self.color, self.report) {
            return Decision::Resign;
        }
        if best == Move::Pass {
            return Decision::Move(self.useful_moves().next().into());
        }
        Decision::Move(best)
    }

    /// The most visited legal move, or a pass if the search report contains none.
    pub(super) fn best(&self) -> Move {
        self.legal_moves().next().map_or(Move::Pass, |found| found.mv)
    }

    /// The best point found by the search, if the player is free to choose another point instead.
    /// The player is free if `decided` is that point, something is left to play for, and the game
    /// [allows a choice](may_choose).
    pub(super) fn free_choice(&self, decided: Decision) -> Option<Vertex> {
        let best = self.legal_moves().next()?.mv;
        let is_free = !self.is_settled && may_choose(self.game, self.color, self.cleans_up);
        best.vertex().filter(|_| decided == Decision::Move(best) && is_free)
    }

    /// Replaces a decision to fill one of the player's own eyes, which a search of few visits may
    /// make, with the most visited useful move that fills no eye, or with a pass if there is none.
    /// Any other decision is returned unchanged.
    pub(super) fn sparing_eyes(&self, decided: Decision) -> Decision {
        let board = self.game.position().board();
        let fills = |vertex: &Vertex| board.is_true_eye(self.color, Point::of::<AnySize>(*vertex));
        match decided {
            Decision::Move(Move::Play(vertex)) if fills(&vertex) => {
                Decision::Move(self.useful_moves().find(|other| !fills(other)).into())
            }
            _ => decided,
        }
    }

    /// The search results for the legal moves, excluding those that violate superko.
    fn legal_moves(&self) -> impl Iterator<Item = &MoveReport> {
        self.report.moves.iter().filter(|found| self.game.check(self.color, found.mv).is_ok())
    }

    fn opponent_passed(&self) -> bool {
        has_offered_end(self.game)
    }

    /// Whether the count is won once the dead stones are removed.
    fn wins(&self, judged: &Judgement) -> bool {
        self.game.score(&judged.dead, &judged.seki).winner() == Some(self.color)
    }

    /// Whether the count is won with all stones on the board.
    fn wins_as_it_stands(&self, judged: &Judgement) -> bool {
        self.game.score(&[], &judged.seki).winner() == Some(self.color)
    }

    /// Whether the player wins the count by passing.
    ///
    /// If the rules count all stones as alive, the player must win the count as it stands. While
    /// the opponent may play on, the player must also win the count without the dead stones.
    ///
    /// If dead stones are instead removed after both players have passed, the player must win the
    /// count without them. Because the playouts may misjudge the stones, one of two further
    /// conditions must hold: the player also wins the count as it stands, or the opponent has
    /// passed and the search considers the game won.
    fn is_won_by_passing(&self, judged: &Judgement) -> bool {
        if self.all_count_as_alive() {
            return self.wins_as_it_stands(judged) && (self.opponent_passed() || self.wins(judged));
        }
        let is_sure = self.opponent_passed() && self.report.win_rate() > 0.5;
        self.wins(judged) && (is_sure || self.wins_as_it_stands(judged))
    }

    /// Whether the player draws the count by passing. As long as the opponent may still make
    /// something of it, the opponent must win the count neither with nor without the dead stones.
    fn is_drawn_by_passing(&self, judged: &Judgement) -> bool {
        let standing = self.game.score(&[], &judged.seki).winner();
        let without = self.game.score(&judged.dead, &judged.seki).winner();
        let opponent = Some(!self.color);
        match self.all_count_as_alive() {
            true => standing.is_none() && (self.opponent_passed() || without != opponent),
            false => without.is_none() && standing != opponent,
        }
    }

    /// Whether dead stones have to be captured before a pass, because they would count as alive.
    /// This includes a game that goes on after both players have passed, because stones about which
    /// they disagree are not taken off. Under territory scoring, capturing them would cost points.
    fn all_count_as_alive(&self) -> bool {
        let rules = self.game.rules();
        let is_disputed = rules.scoring == Scoring::Area && self.game.has_been_over();
        self.cleans_up || is_disputed || !rules.removes_dead_stones()
    }

    /// A move that captures dead stones of the opponent or makes progress towards capturing them,
    /// if such a move is needed. It is needed if the stones would count as alive and the player
    /// would win the count without them. If dead stones must be captured whatever the rules say, it
    /// is needed even in a lost game. Moves that the search has found to lose the game are skipped.
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

    /// The moves that can still achieve something, the most visited first. Moves in unconditionally
    /// safe areas are left out, because these areas never change. An exception is made for regions
    /// of the player's own area that contain stones of the opponent, which can be captured.
    fn useful_moves(&self) -> impl Iterator<Item = Vertex> {
        let board = self.game.position().board();
        let suicide = self.game.rules().suicide;
        let [own, other] =
            [self.color, !self.color].map(|color| safe_area(board, color, suicide).points());
        let prey = own & *board.stones(!self.color);
        let useless = (own - prey.flood(&(own - *board.stones(self.color)))) | other;
        let moves = self.legal_moves().filter_map(|found| found.mv.vertex());
        moves.filter(move |&vertex| !useless.contains(Point::of::<AnySize>(vertex)))
    }
}

/// Whether `color` may choose another move than the best one, as far as this can be told before the
/// search: the game is not nearly over, and no handicap stones are being placed. `cleans_up` tells
/// whether dead stones must be captured before a pass.
pub(super) fn may_choose(game: &GameState, color: Color, cleans_up: bool) -> bool {
    !cleans_up && !has_offered_end(game) && !is_filled(game) && !is_placing_handicap(game, color)
}

/// Whether the last move was a pass, so that another one ends the game.
fn has_offered_end(game: &GameState) -> bool {
    game.position().passes() == 1
}

/// Whether several moves in a row are being requested for the same player while the opponent has no
/// stones. Controllers without handicap commands place handicap stones in this way.
fn is_placing_handicap(game: &GameState, color: Color) -> bool {
    let has_just_moved = game.moves().last().is_some_and(|&(mover, _)| mover == color);
    has_just_moved && game.position().board().stones(!color).is_empty()
}

/// Whether the board is filled: both players have had stones on it, and each point is occupied or
/// is the territory of one player. There may be room in it to invade, or stones to cut off.
pub(super) fn is_filled(game: &GameState) -> bool {
    let board = game.position().board();
    let area = board.area();
    let has_played = |color: Color| !board.stones(color).is_empty() || game.prisoners(!color) > 0;
    Color::BOTH.into_iter().all(has_played)
        && (area[Color::Black] | area[Color::White]) == Bitboard::full(board.size())
}

#[cfg(test)]
mod tests;
