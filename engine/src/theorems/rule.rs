//! A rule: where this stands, that goal is reached.

use super::pattern::{Cell, Offset, Pattern, symmetries};
use crate::board::Board;
use crate::vocabulary::{Bitboard, Color, Geometry, Point, Symmetry};

/// What the prover of a rule reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleGoal {
    /// It captures a chain of the other player.
    Capture,
    /// It connects two chains of its own.
    Connection,
    /// A group of its own lives, though it may always pass from then on.
    Life,
}

impl RuleGoal {
    /// How many stones a rule names for it.
    pub(super) fn targets(self) -> usize {
        match self {
            Self::Capture | Self::Life => 1,
            Self::Connection => 2,
        }
    }

    /// Whose stones these are, in the eyes of the prover.
    pub(super) fn target_cell(self) -> Cell {
        match self {
            Self::Capture => Cell::Other,
            Self::Connection | Self::Life => Cell::Own,
        }
    }
}

/// What a proof on one board says of all boards that are alike on its zone, turned or mirrored, with
/// the colours exchanged, and wherever it lies.
///
/// The prover reaches the goal by the move of the rule, or whoever moves first where it has none: by
/// moves on the points of the pattern alone, whatever stands elsewhere, and though the other player has
/// all threats for kos. That a chain of several stones may not be taken by its own owner's move is
/// taken for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// Around the move, or else the first target.
    pub(super) pattern: Pattern,
    pub(super) goal: RuleGoal,
    pub(super) has_move: bool,
    /// Stones of the chains that the goal is about; the same one twice where it is one chain.
    pub(super) targets: [Offset; 2],
    /// In how many positions it was the first to say what it says.
    pub(super) covers: u32,
}

/// What a rule is about, on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<G: Geometry> {
    pub(super) goal: RuleGoal,
    pub(super) prover: Color,
    pub(super) mv: Option<Point>,
    /// The chains that the goal is about; the same one twice where it is one.
    pub(super) chains: [Bitboard<G>; 2],
}

impl Rule {
    /// The rule that holds wherever a `zone` is as it is on this board, in its normal form; `None` where
    /// it would be too large.
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

    /// Whether it takes a move of the prover.
    pub fn has_move(&self) -> bool {
        self.has_move
    }

    /// In how many positions it was the first to say what it says.
    pub fn covers(&self) -> u32 {
        self.covers
    }

    /// How many points it asks for, the edge of the board not among them.
    pub fn points(&self) -> usize {
        self.pattern.cells().iter().filter(|(_, cell)| *cell != Cell::Outside).count()
    }

    /// The same turned or mirrored.
    pub(super) fn turned(&self, symmetry: Symmetry) -> Self {
        let mut targets = self.targets.map(|target| target.turned(symmetry));
        targets.sort();
        Self { pattern: self.pattern.turned(symmetry), targets, ..*self }
    }

    /// The first of all its turned and mirrored forms.
    pub(super) fn normal(&self) -> Self {
        symmetries().map(|symmetry| self.turned(symmetry)).min().unwrap_or_else(|| self.clone())
    }

    /// Whether all that `other` says follows from this rule.
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
