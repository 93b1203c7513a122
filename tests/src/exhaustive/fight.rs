//! Fights: the aim of one player, and the moves of both.

use engine::vocabulary::Color;

use super::field::{Field, Points, State, numbers};

/// The player who has the ko threats, and who may therefore retake any ko immediately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// Neither player.
    Nobodys,
    /// This player.
    Of(Color),
}

/// The aim of the prover. Each stone is identified by the number of its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To capture the opponent's stone at `target`.
    Capture {
        /// The stone.
        target: u8,
        /// The number of liberties at which the stone's chain counts as saved, if there is a limit.
        safe: Option<u32>,
    },
    /// To capture the opponent's stone at `target` before the opponent captures the prover's stone
    /// at `rival`.
    Race {
        /// The stone to capture.
        target: u8,
        /// The prover's stone.
        rival: u8,
    },
    /// To connect the prover's two stones into one chain before either of them is captured.
    Connection([u8; 2]),
}

/// A fight on a field.
#[derive(Clone, Debug)]
pub struct Fight<'a> {
    /// The board.
    pub field: &'a Field,
    /// The points where both players may play.
    pub points: Points,
    /// The player who tries to reach the aim.
    pub prover: Color,
    /// The aim.
    pub aim: Aim,
}

impl Fight<'_> {
    /// `Some(true)` if the aim has been reached, `Some(false)` if it is out of reach, and `None` if
    /// neither is obvious.
    pub(super) fn verdict(&self, state: &State) -> Option<bool> {
        let is_taken =
            |stone, owner| state.stones(owner) >> stone & 1 == 0 && state.ko != Some(stone);
        match self.aim {
            Aim::Capture { target, .. } | Aim::Race { target, .. }
                if is_taken(target, !self.prover) =>
            {
                Some(true)
            }
            Aim::Capture { target, safe } => {
                let liberties = || self.field.liberties(state, !self.prover, target);
                safe.and_then(|safe| (liberties() >= safe).then_some(false))
            }
            Aim::Race { rival, .. } => is_taken(rival, self.prover).then_some(false),
            Aim::Connection([from, to]) => {
                let own = state.stones(self.prover);
                let ends: Points = 1 << from | 1 << to;
                if own & ends != ends {
                    return Some(false);
                }
                let is_one = self.field.connected(1 << from, own) >> to & 1 == 1;
                is_one.then_some(true)
            }
        }
    }

    /// Like `verdict`, but if the verdict is `None`, also tries each move on a liberty of the
    /// target.
    pub(super) fn verdict_ahead(&self, state: &State) -> Option<bool> {
        let ahead = || {
            let (Aim::Capture { target, .. } | Aim::Race { target, .. }) = self.aim else {
                return None;
            };
            let chain = self.field.connected(1 << target, state.stones(!self.prover));
            let empty = self.points & !state.stones(Color::Black) & !state.stones(Color::White);
            let wanted = state.mover == self.prover;
            let plays = numbers(self.field.around(chain) & empty);
            let mut plays = plays.filter(|&point| state.ko != Some(point));
            let decides = |point| {
                let after = self.field.after(state, point);
                after.is_some_and(|after| self.verdict(&after) == Some(wanted))
            };
            plays.any(decides).then_some(wanted)
        };
        self.verdict(state).or_else(ahead)
    }

    /// All moves from a position, with the resulting positions; `None` is a pass.
    pub(super) fn moves(
        &self,
        state: &State,
        threats: Threats,
    ) -> impl Iterator<Item = (Option<u8>, State)> {
        let empty = self.points & !state.stones(Color::Black) & !state.stones(Color::White);
        let ban = state.ko.filter(|_| threats != Threats::Of(state.mover));
        let plays = numbers(empty).filter(move |&point| ban != Some(point));
        let state = *state;
        let plays =
            plays.filter_map(move |point| Some((Some(point), self.field.after(&state, point)?)));
        // Passes are not counted here, because a fight may contain any number of consecutive
        // passes.
        plays.chain(std::iter::once((None, State { passes: 0, ..state.passed() })))
    }

    /// Estimates of the work needed to prove and to refute a capture.
    pub(super) fn distances(&self, state: &State) -> (u32, u32) {
        match self.aim {
            Aim::Capture { target, safe: Some(safe) } => {
                let liberties = self.field.liberties(state, !self.prover, target);
                (liberties * liberties + 1, safe.saturating_sub(liberties).max(1))
            }
            _ => (1, 1),
        }
    }
}
