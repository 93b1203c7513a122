//! What the leader tells the helpers to do. An order says everything that is to be done from now
//! on, so that a newer one replaces all before it, and a helper that starts late needs only the last.

use serde::{Deserialize, Serialize};

use super::frame::{Frame, Kind};
use super::told_game::{ToldGame, ToldPlayer};

/// An order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Order {
    /// Grows with each order, whoever has been started again in between.
    pub(super) number: u64,
    /// The position to search; without one, the helpers rest.
    pub(super) search: Option<Task>,
    /// The helpers that cannot search, so that nobody should wait for them. An order that is
    /// repeated, with the same number, may name others.
    pub(super) absent: Vec<u32>,
}

/// A position to be searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Task {
    /// Grows whenever what was found out before must not be mixed with what is found out now.
    pub(super) epoch: u64,
    pub(super) player: ToldPlayer,
    pub(super) game: ToldGame,
    /// The moves, each with a rank that searches the position after that move in place of the
    /// present one.
    pub(super) replies: Vec<(u32, String)>,
}

impl Order {
    /// The frame with this order.
    pub(super) fn frame(&self) -> Frame {
        // Text and numbers have no form that JSON lacks.
        Frame { kind: Kind::Order, contents: serde_json::to_vec(self).unwrap_or_default() }
    }

    /// Reads an order.
    ///
    /// # Errors
    /// If the frame holds none.
    pub(super) fn of(frame: &Frame) -> Result<Self, String> {
        serde_json::from_slice(&frame.contents).map_err(|error| format!("no order: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::{GameState, Rules};
    use engine::search::{SearchLimits, SearchRequest, SearchSettings};
    use engine::vocabulary::{BoardSize, Color};

    use super::*;
    use crate::compose::Knowledge;
    use crate::knowledge::PolicyName;

    #[test]
    fn an_order_survives() {
        let game = GameState::new(BoardSize::square(9), Rules::default(), 6.5);
        let request = SearchRequest::new(&game, Color::White, SearchLimits::default());
        let task = Task {
            epoch: 3,
            player: ToldPlayer::of(Knowledge::of(PolicyName::Heavy), SearchSettings::default()),
            game: ToldGame::of(&request),
            replies: vec![(2, "D4".to_owned())],
        };
        let search = Order { number: 7, search: Some(task), absent: vec![3] };
        for order in [search, Order { number: 8, ..Order::default() }] {
            assert_eq!(Order::of(&order.frame()), Ok(order));
        }
        assert!(Order::of(&Frame::news(1, b"{")).is_err());
    }
}
