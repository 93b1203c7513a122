//! The past of a game as KataGo remembers it (`cpp/game/boardhistory.cpp`).
//!
//! It forgets everything but the stones when a player moves twice in a row, so that its history
//! begins there. The states of a game are counted from 0, the start; state `n` is after `n` moves.

use engine::rules::{GameState, HandicapBonus, KoRule, Scoring};
use engine::vocabulary::{Color, Move};

/// The number of past moves that a network sees.
pub(super) const PAST_MOVES: usize = 5;

/// The past of a game, with `color` to move.
pub(super) struct Past<'a> {
    game: &'a GameState,
    /// The player to move.
    pub(super) color: Color,
    /// The state with which the history begins.
    pub(super) start: usize,
}

impl<'a> Past<'a> {
    pub(super) fn new(game: &'a GameState, color: Color) -> Self {
        let moves = game.moves();
        let start = if color == game.to_move() {
            let is_out_of_turn = |&at: &usize| moves[at].0 == moves[at - 1].0;
            (1..moves.len()).rev().find(is_out_of_turn).unwrap_or(0)
        } else {
            moves.len()
        };
        Self { game, color, start }
    }

    /// The current state.
    pub(super) fn now(&self) -> usize {
        self.game.moves().len()
    }

    /// The number of passes that led to a state.
    fn passes(&self, state: usize) -> usize {
        let moves = &self.game.moves()[self.start..state];
        moves.iter().rev().take_while(|(_, mv)| *mv == Move::Pass).count()
    }

    /// Whether a pass of `color` in a state would repeat one in the same position, which ends the
    /// game under the simple ko rule.
    fn repeats_pass(&self, color: Color, state: usize) -> bool {
        let hashes = self.game.past_hashes();
        self.game.rules().ko == KoRule::Simple
            && (self.start..state).any(|at| {
                self.game.moves()[at] == (color, Move::Pass) && hashes[at] == hashes[state]
            })
    }

    /// Whether the situation of a state occurs for the third time since the last pass, which ends
    /// the game without a result under the simple ko rule.
    fn is_third(&self, state: usize) -> bool {
        if self.game.rules().ko != KoRule::Simple {
            return false;
        }
        let moves = &self.game.moves()[self.start..state];
        let since = moves.iter().rev().take_while(|(_, mv)| *mv != Move::Pass).count();
        // Every second state has the same player to move.
        let states = &self.game.past_hashes()[state - since..=state];
        let same = states.iter().rev().step_by(2).filter(|&&hash| hash == states[since]);
        same.count() >= 3
    }

    /// Whether the move that led to a state ended the game.
    fn ends(&self, state: usize) -> bool {
        match self.game.moves()[self.start..state].last() {
            None => false,
            Some(&(color, Move::Pass)) => {
                self.passes(state) >= 2 || self.repeats_pass(color, state - 1)
            }
            Some(_) => self.is_third(state),
        }
    }

    /// The number of moves that a network sees. It sees none if a pass would end the game but is
    /// not taken for the end, because dead stones may remain on the board. Of a game that has ended
    /// it sees the last move.
    pub(super) fn seen(&self) -> usize {
        let now = self.now();
        if self.is_friendly_pass() {
            return 0;
        }
        if self.ends(now) {
            return 1;
        }
        let most = PAST_MOVES.min(now - self.start);
        (1..most).find(|&ago| self.ends(now - ago)).map_or(most, |ago| ago + 1)
    }

    /// Whether a pass ends the game.
    pub(super) fn pass_ends(&self) -> bool {
        let now = self.now();
        !self.is_friendly_pass() && (self.passes(now) > 0 || self.repeats_pass(self.color, now))
    }

    /// Whether a pass would be the second, after which players go on if they disagree.
    fn is_friendly_pass(&self) -> bool {
        let (rules, now) = (self.game.rules(), self.now());
        rules.friendly_pass
            && rules.scoring == Scoring::Area
            && self.passes(now) == 1
            && !self.repeats_pass(self.color, now)
    }

    /// The last moves that a network sees, the latest first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + 'a {
        self.game.moves().iter().rev().take(self.seen()).map(|&(_, mv)| mv)
    }

    /// Whether a position with these stones after a move of the player to move has occurred.
    pub(super) fn has_occurred(&self, hash: u64) -> bool {
        let states = &self.game.past_hashes()[self.start..];
        match self.game.rules().ko {
            KoRule::Simple => false,
            KoRule::Positional => states.contains(&hash),
            // The opponent was to move in every second state, beginning with the last but one.
            KoRule::Situational => states.iter().rev().skip(1).step_by(2).any(|&past| past == hash),
        }
    }

    /// White's points apart from the board, given the stones of both players, Black's first, in the
    /// state with which the history begins.
    pub(super) fn komi(&self, stones: [usize; 2]) -> f32 {
        let rules = self.game.rules();
        let handicap = self.handicap(stones);
        let bonus = match rules.handicap_bonus {
            HandicapBonus::None => 0,
            HandicapBonus::PerStone => handicap,
            HandicapBonus::PerStoneButFirst => handicap.saturating_sub(1),
        };
        let placed = match rules.scoring {
            Scoring::Territory => self.stones_placed(),
            Scoring::Area => 0.0,
        };
        self.game.komi() as f32 + bonus as f32 + placed
    }

    /// The number of Black's handicap stones: those at the start of the history, if White has none,
    /// and those that Black adds before White's first.
    fn handicap(&self, [black, white]: [usize; 2]) -> usize {
        let moves = &self.game.moves()[self.start..];
        let is_white_stone =
            |(color, mv): &&(Color, Move)| *color == Color::White && *mv != Move::Pass;
        let before_white = moves.iter().take_while(|one| !is_white_stone(one));
        let added = before_white.filter(|(color, mv)| *color == Color::Black && *mv != Move::Pass);
        let stones = if white == 0 { black + added.count() } else { 0 };
        if stones >= 2 { stones } else { 0 }
    }

    /// The number of stones that Black has placed minus those of White.
    fn stones_placed(&self) -> f32 {
        let setup = self.game.setup().iter().map(|&(color, _)| color);
        let is_stone = |(_, mv): &&(Color, Move)| *mv != Move::Pass;
        let played = self.game.moves().iter().filter(is_stone).map(|&(color, _)| color);
        setup.chain(played).map(Color::sign).sum()
    }
}
