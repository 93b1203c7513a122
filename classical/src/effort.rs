//! Proof and disproof numbers, which guide proof-number search.

use super::dependence::Dependence;

/// The proof number of a position that cannot be proved, or the disproof number of a position that
/// cannot be disproved.
pub(super) const IMPOSSIBLE: u32 = u32::MAX;
/// The largest proof or disproof number of an open position.
const MAX_OPEN: u32 = IMPOSSIBLE - 1;
/// The margin by which a child's cost may exceed that of the second-best child, expressed as a
/// divisor of the second-best child's cost.
const EPSILON_DIVISOR: u32 = 16;

/// The minimum number of positions that must still be searched to prove the goal, and the minimum
/// number that must still be searched to disprove it. The proof number is 0 once the goal is
/// proved, and the disproof number is 0 once the goal is disproved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Effort {
    /// The proof and disproof numbers of an unknown position.
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    /// The upper limit on both numbers.
    pub(super) const ALL: Self = Self { proof: IMPOSSIBLE, disproof: IMPOSSIBLE };

    pub(super) fn done(verdict: bool) -> Self {
        match verdict {
            true => Self { proof: 0, disproof: IMPOSSIBLE },
            false => Self { proof: IMPOSSIBLE, disproof: 0 },
        }
    }

    pub(super) fn verdict(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Returns whether the goal is decided or one of the numbers has reached its bound.
    pub(super) fn is_beyond(self, bounds: Self) -> bool {
        let is_enough = self.proof >= bounds.proof || self.disproof >= bounds.disproof;
        is_enough || self.verdict().is_some()
    }

    /// The effort required of the player who wants `verdict`, and the effort required of the
    /// opponent.
    fn of(self, verdict: bool) -> (u32, u32) {
        if verdict { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn from(verdict: bool, own: u32, other: u32) -> Self {
        match verdict {
            true => Self { proof: own, disproof: other },
            false => Self { proof: other, disproof: own },
        }
    }
}

/// The result of a visit to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitResult<Z> {
    pub(super) effort: Effort,
    /// The positions on the path that a verdict depends on.
    pub(super) dependence: Dependence,
    /// The zone that a proof relies on.
    pub(super) zone: Option<Z>,
}

impl<Z> VisitResult<Z> {
    /// A result that holds on every path and has no zone.
    pub(super) fn open(effort: Effort) -> Self {
        Self { effort, dependence: Dependence::NONE, zone: None }
    }
}

/// The position after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M, Z> {
    pub(super) mv: M,
    pub(super) found: VisitResult<Z>,
}

/// The proof and disproof numbers of a position, computed from those of its children.
pub(super) struct Sum {
    pub(super) effort: Effort,
    /// The index of the child to search next, or of the child that decides the result.
    pub(super) best: Option<usize>,
    /// The effort that the second-best child requires of the player to move.
    second: u32,
    /// The number of children that are not decided against the player to move.
    open: u32,
}

impl Sum {
    /// Returns the proof and disproof numbers of a position in which the player to move wants the
    /// verdict `wanted`.
    pub(super) fn of<M, Z>(children: &[Child<M, Z>], wanted: bool) -> Self {
        let (mut best, mut open) = (None, 0);
        let (mut least, mut second, mut greatest) = (IMPOSSIBLE, IMPOSSIBLE, 0);
        // A verdict that depends on fewer positions on the path holds on more paths.
        let mut fewest = 0;
        for (at, child) in children.iter().enumerate() {
            let (own, other) = child.found.effort.of(wanted);
            let count = child.found.dependence.count();
            if own < least || best.is_none() {
                (best, second, least, fewest) = (Some(at), least, own, count);
            } else {
                second = second.min(own);
                if own == 0 && count < fewest {
                    (best, fewest) = (Some(at), count);
                }
            }
            greatest = greatest.max(other);
            open += u32::from(other > 0);
        }
        let other = match greatest {
            0 | IMPOSSIBLE => greatest,
            _ => greatest.saturating_add(open - 1).min(MAX_OPEN),
        };
        Self { effort: Effort::from(wanted, least, other), best, second, open }
    }

    /// The bounds up to which the best child is searched.
    pub(super) fn inner_bounds(&self, bounds: Effort, wanted: bool) -> Effort {
        let (own, other) = bounds.of(wanted);
        let limit = self.second.saturating_add(self.second / EPSILON_DIVISOR).saturating_add(1);
        let other = if other == IMPOSSIBLE { other } else { other - (self.open - 1) };
        Effort::from(wanted, own.min(limit), other)
    }
}

/// The positions on the path that a verdict depends on: those of the deciding child if one child
/// decides, otherwise those of all children.
pub(super) fn dependence<M, Z>(
    children: &[Child<M, Z>],
    best: Option<usize>,
    is_decided_by_one: bool,
) -> Dependence {
    match best.and_then(|at| children.get(at)) {
        Some(child) if is_decided_by_one => child.found.dependence,
        _ => {
            let all = children.iter().map(|child| child.found.dependence);
            all.fold(Dependence::NONE, Dependence::and)
        }
    }
}
