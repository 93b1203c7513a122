//! Uses a rule book to decide a fight before the fight is read.

use super::book::RuleBook;
use super::rule::RuleGoal;
use crate::board::Position;
use crate::reading::Capture;
use crate::reading::Connection;
use crate::reading::{Aim, Width};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::GoalStatus;

/// An aim whose outcome can be decided by a rule book.
pub trait Subject<G: Geometry>: Aim<G> {
    /// The rule goal that corresponds to the aim.
    fn goal(&self) -> RuleGoal;

    /// One stone of each chain concerned, or the same stone twice if there is only one chain.
    fn targets(&self) -> [Point; 2];
}

impl<G: Geometry> Subject<G> for Capture {
    fn goal(&self) -> RuleGoal {
        RuleGoal::Capture
    }

    fn targets(&self) -> [Point; 2] {
        [self.target; 2]
    }
}

impl<G: Geometry> Subject<G> for Connection {
    fn goal(&self) -> RuleGoal {
        RuleGoal::Connection
    }

    fn targets(&self) -> [Point; 2] {
        self.ends
    }
}

/// An aim that counts as achieved if a rule says that it will be achieved. The proof then relies on
/// the points of the rule's pattern.
#[derive(Clone, Copy, Debug)]
pub struct ByRules<'a, A> {
    /// The aim.
    pub aim: A,
    /// The rules.
    pub book: &'a RuleBook,
}

impl<A> ByRules<'_, A> {
    /// Returns the points in the pattern of a rule that says the aim will be achieved from this
    /// position, or `None` if there is no such rule.
    fn told<G: Geometry>(&self, position: &Position<G>) -> Option<Bitboard<G>>
    where
        A: Subject<G>,
    {
        let board = position.board();
        let chains = self.aim.targets().map(|stone| board.chain_stones(stone).copied());
        let [Some(first), Some(second)] = chains else { return None };
        let (goal, prover) = (self.aim.goal(), self.aim.prover());
        let anchors = (self.aim.points(position, Width(0)) & *board.empty()) | first | second;
        let mut told = None;
        self.book.for_each_around(position, prover, anchors, |firing, (form, anchor)| {
            let [a, b] = firing.targets.map(Point::of::<G>);
            let is_about_it = (first.contains(a) && second.contains(b))
                || (first.contains(b) && second.contains(a));
            let is_its_turn = firing.mv.is_none() || position.to_move() == prover;
            if told.is_none() && firing.rule.goal() == goal && is_about_it && is_its_turn {
                told = Some(self.book.points_of(form, anchor, board.size()));
            }
        });
        told
    }
}

impl<G: Geometry, A: Subject<G>> Aim<G> for ByRules<'_, A> {
    fn prover(&self) -> Color {
        self.aim.prover()
    }

    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G> {
        self.aim.points(position, width)
    }

    fn status(&self, position: &Position<G>, width: Width) -> GoalStatus {
        match self.aim.status(position, width) {
            GoalStatus::Open { .. } if self.told(position).is_some() => GoalStatus::Decided(true),
            status => status,
        }
    }

    fn zone(&self, position: &Position<G>) -> Bitboard<G> {
        match self.aim.status(position, Width(0)) {
            GoalStatus::Decided(true) => self.aim.zone(position),
            _ => self.told(position).unwrap_or_else(|| self.aim.zone(position)),
        }
    }
}
