//! A rule: wherever its pattern matches, the prover reaches the goal.

use super::pattern::{Cell, Offset, Pattern, symmetries};
use crate::board::Board;
use crate::vocabulary::{Bitboard, Color, Geometry, Point, Symmetry};

/// The goal that the prover of a rule reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleGoal {
    /// Capturing a chain of the opponent.
    Capture,
    /// Connecting two of the prover's chains.
    Connection,
    /// Making one of the prover's groups live, even if the prover passes from then on.
    Life,
}

impl RuleGoal {
    /// The number of stones that a rule with this goal names.
    pub(super) fn targets(self) -> usize {
        match self {
            Self::Capture | Self::Life => 1,
            Self::Connection => 2,
        }
    }

    /// The content of the target points from the prover's perspective.
    pub(super) fn target_cell(self) -> Cell {
        match self {
            Self::Capture => Cell::Other,
            Self::Connection | Self::Life => Cell::Own,
        }
    }
}

/// A proof on one board, generalised to all boards with the same zone, in any orientation and at
/// any place, with or without the colours exchanged.
///
/// The prover reaches the goal with the rule's move or, if the rule has no move, whichever
/// player moves first. The prover plays only on the points of the pattern and succeeds whatever the
/// rest of the board contains, even if the opponent has all ko threats. The rule assumes that
/// suicide of several stones is illegal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// The pattern around the move, or around the first target if there is no move.
    pub(super) pattern: Pattern,
    pub(super) goal: RuleGoal,
    pub(super) has_move: bool,
    /// One stone of each chain concerned, or the same stone twice if there is only one chain.
    pub(super) targets: [Offset; 2],
    /// The number of positions in which the rule was the first to cover a query.
    pub(super) covers: u32,
}

/// The subject of a rule on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<G: Geometry> {
    pub(super) goal: RuleGoal,
    pub(super) prover: Color,
    pub(super) mv: Option<Point>,
    /// The chains concerned, or the same chain twice if there is only one.
    pub(super) chains: [Bitboard<G>; 2],
}

impl Rule {
    /// The rule, in normal form, that holds wherever the points of `zone` have the same content as
    /// on this board, or `None` if the pattern would be too large.
    pub(super) fn of<G: Geometry>(
        board: &Board<G>,
        zone: Bitboard<G>,
        subject: &Subject<G>,
    ) -> Option<Self> {
        let Subject { goal, prover, mv, chains } = *subject;
        let anchors = match mv {
            Some(point) => Bitboard::of(point),
            None => (chains[0] | chains[1]) & zone,
        };
        let rule_at = |anchor: Point| {
            let from = anchor.vertex::<G>();
            let nearest = |chain: Bitboard<G>| {
                let stones = (chain & zone).into_iter();
                stones.map(|stone| Offset::from_to(from, stone.vertex::<G>())).min()
            };
            let mut targets = [nearest(chains[0])?, nearest(chains[1])?];
            targets.sort();
            let pattern = Pattern::of(board, prover, zone, anchor)?;
            Some(Self { pattern, goal, has_move: mv.is_some(), targets, covers: 1 }.normal())
        };
        anchors.into_iter().filter_map(rule_at).min()
    }

    /// The goal.
    pub fn goal(&self) -> RuleGoal {
        self.goal
    }

    /// Whether the rule requires a move by the prover.
    pub fn has_move(&self) -> bool {
        self.has_move
    }

    /// The number of positions in which the rule was the first to cover a query.
    pub fn covers(&self) -> u32 {
        self.covers
    }

    /// The number of points in the pattern, excluding those beyond the edge of the board.
    pub fn points(&self) -> usize {
        self.pattern.cells().iter().filter(|(_, cell)| *cell != Cell::Outside).count()
    }

    /// The rule in another orientation.
    pub(super) fn turned(&self, symmetry: Symmetry) -> Self {
        let mut targets = self.targets.map(|target| target.turned(symmetry));
        targets.sort();
        Self { pattern: self.pattern.turned(symmetry), targets, ..*self }
    }

    /// The normal form of the rule: the orientation that comes first in the order of rules.
    pub(super) fn normal(&self) -> Self {
        symmetries().map(|symmetry| self.turned(symmetry)).min().unwrap_or_else(|| self.clone())
    }

    /// Whether everything that `other` says follows from this rule.
    pub(super) fn implies(&self, other: &Self) -> bool {
        let of_kind = |rule: &Self| (rule.goal, rule.has_move);
        let is_part = |form: &Self| {
            let mut rest = other.pattern.cells().iter();
            form.targets == other.targets
                && form.pattern.cells().iter().all(|cell| rest.any(|it| it == cell))
        };
        of_kind(self) == of_kind(other)
            && self.pattern.may_be_part_of(&other.pattern)
            && symmetries().any(|symmetry| is_part(&self.turned(symmetry)))
    }
}
