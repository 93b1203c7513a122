//! The effects of a move on the chains around it.

use engine::board::{Board, Position};
use engine::tactics::{catching_move, gets_away, liberties_after, net_moves};
use engine::vocabulary::{Bitboard, Color, Geometry, Point, Window};

use crate::heavy::is_bad_self_atari;
use crate::patterns::Patterns;

macro_rules! tactics {
    ($($(#[$doc:meta])* $name:ident = $text:literal),+ $(,)?) => {
        /// An effect of a move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Tactic {
            $($(#[$doc])* $name),+
        }

        impl Tactic {
            /// The names of the effects, as written in a table.
            pub(crate) const NAMES: &[&str] = &[$($text),+];

            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

tactics! {
    /// Captures one stone.
    TakesOne = "takes_one",
    /// Captures several stones.
    TakesMore = "takes_more",
    /// Captures a chain that is next to one of the player's own chains in atari.
    TakesThreat = "takes_threat",
    /// Captures the chain that contains the last move.
    TakesLast = "takes_last",
    /// Captures a chain that could not have escaped.
    TakesCaught = "takes_caught",
    /// Saves one stone from atari.
    SavesOne = "saves_one",
    /// Saves several stones from atari.
    SavesMore = "saves_more",
    /// Extends a chain in atari, which still cannot escape afterwards.
    SavesNothing = "saves_nothing",
    /// Puts a chain into an atari from which it cannot escape.
    Catches = "catches",
    /// Keeps a chain with two liberties from escaping, without touching it.
    Nets = "nets",
    /// Puts a chain into atari, but does not catch any chain.
    Threatens = "threatens",
    /// Gives at least three liberties to a chain that could otherwise be captured.
    Secures = "secures",
    /// Needlessly puts the player's own chain into atari.
    SelfAtari = "self_atari",
    /// Is next to two or more of the player's own chains.
    Connects = "connects",
    /// Is next to two or more of the opponent's chains.
    Separates = "separates",
    /// Matches one of the shapes used in playouts.
    Fits = "fits",
    /// Has only the player's own stones as neighbours.
    FillsOwn = "fills_own",
    /// Is next to the opponent's stones on three or more sides.
    Surrounded = "surrounded",
}

/// The effects of a move, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tactics(u32);

impl Tactics {
    fn add_if(&mut self, condition: bool, tactic: Tactic) {
        self.0 |= u32::from(condition) << tactic as u32;
    }
}

/// Iterates over the indices of the effects in [`Tactic::NAMES`].
impl Iterator for Tactics {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < u32::BITS).then_some(first)
    }
}

/// Properties of a position that are computed only once and then used for all of its moves.
pub(crate) struct Chains<'a, G: Geometry> {
    position: &'a Position<G>,
    patterns: Patterns,
    takes_one: Bitboard<G>,
    takes_more: Bitboard<G>,
    takes_threat: Bitboard<G>,
    takes_last: Bitboard<G>,
    takes_caught: Bitboard<G>,
    saves_one: Bitboard<G>,
    saves_more: Bitboard<G>,
    saves_nothing: Bitboard<G>,
    catches: Bitboard<G>,
    nets: Bitboard<G>,
    threatens: Bitboard<G>,
    secures: Bitboard<G>,
}

impl<'a, G: Geometry> Chains<'a, G> {
    /// Analyses all chains of a position, including nets if requested.
    pub(crate) fn new(position: &'a Position<G>, nets: bool) -> Self {
        let none = Bitboard::EMPTY;
        let mut scene = Self {
            position,
            patterns: Patterns::new(),
            takes_one: none,
            takes_more: none,
            takes_threat: none,
            takes_last: none,
            takes_caught: none,
            saves_one: none,
            saves_more: none,
            saves_nothing: none,
            catches: none,
            nets: none,
            threatens: none,
            secures: none,
        };
        let (board, color) = (position.board(), position.to_move());
        for owner in Color::BOTH {
            for stone in board.chains_of(*board.stones(owner)) {
                match (board.liberties_of(stone), owner == color) {
                    (1, true) => scene.own_in_atari(stone),
                    (1, false) => scene.other_in_atari(stone),
                    (2, true) => scene.own_with_two(stone),
                    (2, false) => scene.other_with_two(stone, nets),
                    _ => {}
                }
            }
        }
        scene
    }

    fn own_in_atari(&mut self, stone: Point) {
        let board = self.position.board();
        let (Some(chain), Some(liberties)) =
            (board.chain_stones(stone), board.chain_liberties(stone))
        else {
            return;
        };
        for other in chain.neighbours() & *board.stones(!self.position.to_move()) {
            if board.liberties_of(other) == 1
                && let Some(taking) = board.chain_liberties(other)
            {
                self.takes_threat |= *taking;
            }
        }
        if let Some(liberty) = liberties.first() {
            let into = match (gets_away(board, stone, liberty), chain.count()) {
                (false, _) => &mut self.saves_nothing,
                (true, 1) => &mut self.saves_one,
                (true, _) => &mut self.saves_more,
            };
            into.insert(liberty);
        }
    }

    fn other_in_atari(&mut self, stone: Point) {
        let board = self.position.board();
        let (Some(chain), Some(liberties)) =
            (board.chain_stones(stone), board.chain_liberties(stone))
        else {
            return;
        };
        let into = if chain.count() == 1 { &mut self.takes_one } else { &mut self.takes_more };
        *into |= *liberties;
        if self.position.last().is_some_and(|last| chain.contains(last)) {
            self.takes_last |= *liberties;
        }
        if liberties.first().is_some_and(|liberty| !gets_away(board, stone, liberty)) {
            self.takes_caught |= *liberties;
        }
    }

    fn own_with_two(&mut self, stone: Point) {
        let (board, color) = (self.position.board(), self.position.to_move());
        let Some(liberties) = board.chain_liberties(stone) else { return };
        if catching_move(board, stone).is_some() {
            for point in liberties {
                if liberties_after(board, color, point).count() > 2 {
                    self.secures.insert(point);
                }
            }
        }
    }

    fn other_with_two(&mut self, stone: Point, nets: bool) {
        let board = self.position.board();
        let Some(liberties) = board.chain_liberties(stone) else { return };
        self.threatens |= *liberties;
        match catching_move(board, stone) {
            Some(point) => self.catches.insert(point),
            None if nets => self.nets |= net_moves(board, stone),
            None => {}
        }
    }

    /// The effects of a move at `point`.
    pub(crate) fn tactics(&self, point: Point) -> Tactics {
        let mut found = Tactics::default();
        let (board, color) = (self.position.board(), self.position.to_move());
        for (set, feature) in [
            (&self.takes_one, Tactic::TakesOne),
            (&self.takes_more, Tactic::TakesMore),
            (&self.takes_threat, Tactic::TakesThreat),
            (&self.takes_last, Tactic::TakesLast),
            (&self.takes_caught, Tactic::TakesCaught),
            (&self.saves_one, Tactic::SavesOne),
            (&self.saves_more, Tactic::SavesMore),
            (&self.saves_nothing, Tactic::SavesNothing),
            (&self.catches, Tactic::Catches),
            (&self.nets, Tactic::Nets),
            (&self.secures, Tactic::Secures),
        ] {
            found.add_if(set.contains(point), feature);
        }
        let threatens = self.threatens.contains(point) && !self.catches.contains(point);
        found.add_if(threatens, Tactic::Threatens);
        found.add_if(is_bad_self_atari(self.position, point), Tactic::SelfAtari);
        found.add_if(self.patterns.fit(board, point), Tactic::Fits);
        let own = board.stones(color).window(point);
        let other = board.stones(!color).window(point);
        found.add_if(board.is_surrounded(color, point), Tactic::FillsOwn);
        found.add_if(other.adjacent().count() >= 3, Tactic::Surrounded);
        found.add_if(has_two_chains(board, own.adjacent()), Tactic::Connects);
        found.add_if(has_two_chains(board, other.adjacent()), Tactic::Separates);
        found
    }
}

/// Whether `stones` contains stones from more than one chain.
fn has_two_chains<G: Geometry>(board: &Board<G>, mut stones: Window<G>) -> bool {
    let Some(first) = stones.next() else { return false };
    let Some(chain) = board.chain_stones(first) else { return false };
    stones.any(|other| !chain.contains(other))
}

#[cfg(test)]
mod tests {
    use engine::vocabulary::AnySize;

    use super::*;

    /// The effects of a black move at `vertex`.
    fn of(diagram: &str, vertex: &str) -> Vec<Tactic> {
        let board = Board::<AnySize>::from_diagram(diagram).unwrap();
        let position = Position::from_board(board, Color::Black);
        let point = Point::of::<AnySize>(vertex.parse().unwrap());
        let found = Chains::new(&position, true).tactics(point);
        found.map(|tactic| Tactic::ALL[tactic as usize]).collect()
    }

    #[test]
    fn taking_and_saving() {
        let taking = of(
            ". . X . .
             . X O . .
             X O O X .
             . X X . .
             . . . . .",
            "D4",
        );
        assert!(taking.contains(&Tactic::TakesMore) && !taking.contains(&Tactic::TakesOne));
        let saving = of(". . . . .\n. O . . .\nO X . . .\n. O . . .\n. . . . .", "C3");
        assert!(saving.contains(&Tactic::SavesOne), "{saving:?}");
        let vain = of(". . . . .\n. . . . .\n. . . . .\n. . O O O\n. . . . X", "D1");
        assert!(vain.contains(&Tactic::SavesNothing) && vain.contains(&Tactic::SelfAtari));
    }

    #[test]
    fn a_ladder_catches_and_what_is_in_it_is_not_saved() {
        let ladder = |upper_left: &str, breaker: &str| {
            format!(
                ". . . . . . .
                 . . . . . {breaker} .
                 . . . . . . .
                 . . {upper_left} . . . .
                 . X O . . . .
                 . . X X . . .
                 . . . . . . ."
            )
        };
        assert!(of(&ladder(".", "."), "C4").contains(&Tactic::Catches));
        assert!(of(&ladder(".", "O"), "C4").contains(&Tactic::Threatens));
        let swapped =
            |diagram: String| diagram.replace('X', "x").replace('O', "X").replace('x', "O");
        assert!(of(&swapped(ladder("X", ".")), "D3").contains(&Tactic::SavesNothing));
        assert!(of(&swapped(ladder("X", "O")), "D3").contains(&Tactic::SavesOne));
    }

    #[test]
    fn neighbours() {
        let diagram = ". . . . .
                       . X . X .
                       . . . . .
                       . O . O .
                       . . . . .";
        assert!(of(diagram, "C4").contains(&Tactic::Connects));
        assert!(of(diagram, "C2").contains(&Tactic::Separates));
    }
}
