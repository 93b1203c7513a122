//! Creates nodes that other ranks have and this tree has not.

use std::cell::{Cell, RefCell};

use crate::board::Position;
use crate::knowledge::PriorKnowledge;
use crate::rules::GameState;
use crate::search::edge::Edge;
use crate::search::link::NodeId;
use crate::search::move_list::{list_moves, sort_by_prior};
use crate::search::params::SearchParams;
use crate::search::request::Restriction;
use crate::search::tree::Tree;
use crate::vocabulary::{Geometry, Move, Point, Random};

/// The largest number of nodes that one check for messages tries to create, because creating a node
/// takes as long as several simulations. The others are created when they are sent again.
const MOST_PLANTED: u32 = 64;

/// The parts of a search that creating a node requires.
pub(in crate::search) struct Planting<'a, G: Geometry, K> {
    pub(in crate::search) tree: &'a Tree<Edge>,
    pub(in crate::search) params: &'a SearchParams,
    pub(in crate::search) priors: &'a K,
    pub(in crate::search) game: &'a GameState,
    pub(in crate::search) restrictions: &'a [Restriction],
    /// The position of the root.
    pub(in crate::search) root: &'a Position<G>,
    /// Orders the moves of new nodes.
    pub(in crate::search) random: RefCell<Random>,
    /// The number of attempts to create a node so far.
    pub(in crate::search) planted: Cell<u32>,
}

impl<G: Geometry, K: PriorKnowledge> Planting<'_, G, K> {
    /// Creates the node below an edge. `points` are the moves from the root to the node, with
    /// `None` for a pass. Returns `None` if a move is illegal, the game is over, there is no room,
    /// another thread is creating the node, or [`MOST_PLANTED`] attempts have been made.
    pub(super) fn plant(
        &self,
        edge: &Edge,
        points: impl Iterator<Item = Option<Point>>,
    ) -> Option<NodeId> {
        if edge.standing.is_pruned() || self.planted.get() >= MOST_PLANTED {
            return None;
        }
        self.planted.update(|planted| planted + 1);
        let (position, ply) = self.play(points)?;
        if !edge.link.try_claim() {
            return edge.link.child();
        }
        let mut candidates = Vec::new();
        let random = &mut *self.random.borrow_mut();
        list_moves(&position, self.restrictions, ply, random, &mut candidates);
        self.priors.add_priors(&position, &mut candidates);
        sort_by_prior(self.params, &mut candidates);
        let node = self.tree.add_node(&candidates);
        edge.link.publish(node);
        node
    }

    /// The position after these moves and their number, or `None` if one of them is illegal or the
    /// game is over.
    fn play(&self, points: impl Iterator<Item = Option<Point>>) -> Option<(Position<G>, usize)> {
        let (mut game, mut position) = (self.game.clone(), self.root.clone());
        let mut ply = 0;
        for point in points {
            let mv = Move::from(point.map(Point::vertex::<G>));
            game.play(position.to_move(), mv).ok()?;
            match point {
                // The search never plays suicide, even where the rules allow it.
                Some(point) if position.is_sensible(point) => drop(position.play(point)),
                Some(_) => return None,
                None => position.pass(),
            }
            ply += 1;
        }
        (position.passes() < 2).then_some((position, ply))
    }
}
