//! The properties on which the engine's boards must agree with the reference board.

use engine::board::Position;
use engine::rules::{GameState, IllegalMove};
use engine::vocabulary::{Bitboard, Color, Geometry, Move, Point, Vertex};

use crate::reference::{Broken, ReferenceBoard, ReferenceChain, ReferenceGame, Taken};

/// The reference's verdict on one player's move at one point.
#[derive(Debug)]
pub struct Verdict {
    /// The point.
    pub vertex: Vertex,
    /// Whether the rules allow the move.
    pub judgement: Result<(), Broken>,
    /// The hash after the move and the stones that the move removes, even if the rules forbid the
    /// move; `None` if the point is occupied.
    outcome: Option<(u64, Taken)>,
}

impl Verdict {
    fn of(game: &ReferenceGame, color: Color, vertex: Vertex) -> Self {
        let outcome = game.outcome(color, vertex);
        let judgement = game.judge(color, outcome.as_ref());
        let outcome = outcome.map(|(after, taken)| (after.hash_of_stones(), taken));
        Self { vertex, judgement, outcome }
    }

    /// Whether the move captures any stones.
    pub fn captures(&self) -> bool {
        self.outcome.as_ref().is_some_and(|(_, taken)| !taken.captured.is_empty())
    }

    /// Whether the move removes the chain of the stone that is played.
    pub fn is_suicide(&self) -> bool {
        self.outcome.as_ref().is_some_and(|(_, taken)| !taken.suicide.is_empty())
    }

    /// Whether a [`Position`], which does not support superko or suicide, must allow the move.
    fn is_legal_in_position(&self) -> bool {
        matches!(self.judgement, Ok(()) | Err(Broken::Superko)) && !self.is_suicide()
    }
}

/// All facts about a position, according to the reference.
#[derive(Debug)]
pub struct Facts {
    board: ReferenceBoard,
    to_move: Color,
    chains: Vec<ReferenceChain>,
    owners: Vec<Option<Color>>,
    /// Black's and White's moves, in the order of the vertices.
    verdicts: [Vec<Verdict>; 2],
}

impl Facts {
    /// Collects the facts from the reference.
    pub fn of(game: &ReferenceGame, to_move: Color) -> Self {
        let vertices = game.board.vertices();
        let verdicts = |color| vertices.iter().map(|&v| Verdict::of(game, color, v)).collect();
        Self {
            board: game.board.clone(),
            to_move,
            chains: game.board.chains(),
            owners: game.board.owners(),
            verdicts: Color::BOTH.map(verdicts),
        }
    }

    /// The verdicts on the moves of `color`, in ascending order of the vertices.
    pub fn verdicts(&self, color: Color) -> &[Verdict] {
        &self.verdicts[color as usize]
    }

    /// Compares everything about a position with the reference.
    ///
    /// # Panics
    /// If anything differs.
    pub fn compare_position<G: Geometry>(&self, position: &Position<G>) {
        let board = position.board();
        board.check_invariants();
        assert_eq!(board.hash(), self.board.hash_of_stones(), "hash");
        let area = board.area();
        for (vertex, &owner) in self.board.vertices().into_iter().zip(&self.owners) {
            let (point, stone) = (Point::of::<G>(vertex), self.board.stone(vertex));
            assert_eq!(board.color_at(point), stone, "stone at {vertex}");
            assert_eq!(board.empty().contains(point), stone.is_none(), "emptiness of {vertex}");
            let found = Color::BOTH.into_iter().find(|&color| area[color].contains(point));
            assert_eq!(found, owner, "owner of {vertex}");
            if stone.is_none() {
                assert_eq!(board.chain_stones(point), None, "no chain at {vertex}");
            }
        }
        self.compare_chains(position);
        self.compare_outcomes(position);
        self.compare_moves(position);
    }

    fn compare_chains<G: Geometry>(&self, position: &Position<G>) {
        for chain in &self.chains {
            let set = |vertices: &[Vertex]| vertices.iter().map(|&v| Point::of::<G>(v)).collect();
            let (stones, liberties): (Bitboard<G>, Bitboard<G>) =
                (set(&chain.stones), set(&chain.liberties));
            for stone in &stones {
                let board = position.board();
                assert_eq!(board.chain_stones(stone), Some(&stones), "stones of {chain:?}");
                assert_eq!(board.chain_liberties(stone), Some(&liberties), "{chain:?}");
            }
        }
    }

    /// Compares the stones that each move would remove, and the hash after the move.
    fn compare_outcomes<G: Geometry>(&self, position: &Position<G>) {
        let board = position.board();
        for color in Color::BOTH {
            for verdict in self.verdicts(color) {
                let Some((hash, taken)) = &verdict.outcome else { continue };
                let point = Point::of::<G>(verdict.vertex);
                assert_eq!(board.captures(color, point), verdict.captures(), "{verdict:?}");
                assert_eq!(board.is_suicide(color, point), verdict.is_suicide(), "{verdict:?}");
                let gone = if verdict.is_suicide() { &taken.suicide } else { &taken.captured };
                let (foretold, stones) = board.hash_after(color, point);
                assert_eq!((foretold, &vertices(stones)), (*hash, gone), "{verdict:?}");
            }
        }
    }

    /// Compares the player to move, the point banned by ko, and the legal moves.
    fn compare_moves<G: Geometry>(&self, position: &Position<G>) {
        assert_eq!(position.to_move(), self.to_move, "player to move");
        let verdicts = self.verdicts(self.to_move);
        let ko = verdicts.iter().find(|verdict| verdict.judgement == Err(Broken::Ko));
        let banned = position.ko().map(|point| point.vertex::<G>());
        assert_eq!(banned, ko.map(|verdict| verdict.vertex), "ko");
        for verdict in verdicts {
            let legal = position.is_legal(Point::of::<G>(verdict.vertex));
            assert_eq!(legal, verdict.is_legal_in_position(), "{verdict:?}");
        }
    }

    /// Compares the legal moves of both players in a game.
    ///
    /// # Panics
    /// If anything differs.
    pub fn compare_legality(&self, game: &GameState) {
        for color in Color::BOTH {
            let mut legal = Vec::new();
            for verdict in self.verdicts(color) {
                let vertex = verdict.vertex;
                let checked = game.check(color, Move::Play(vertex)).map_err(broken);
                assert_eq!(checked, verdict.judgement, "{color} {vertex}");
                assert_eq!(game.stone_at(vertex), self.board.stone(vertex), "stone at {vertex}");
                legal.extend(checked.is_ok().then_some(vertex));
            }
            let mut points = game.legal_points(color);
            points.sort_unstable();
            assert_eq!(points, legal, "legal points of {color}");
        }
    }
}

/// The reference's equivalent of the engine's reason for rejecting a move.
///
/// # Panics
/// If the engine has rejected a point of the board as being outside the board.
pub fn broken(refusal: IllegalMove) -> Broken {
    match refusal {
        IllegalMove::Occupied => Broken::Occupied,
        IllegalMove::Suicide => Broken::Suicide,
        IllegalMove::Ko => Broken::Ko,
        IllegalMove::Superko => Broken::Superko,
        IllegalMove::OutsideBoard => panic!("a point of the board counts as outside"),
    }
}

/// The vertices of a set, in ascending order.
pub fn vertices<G: Geometry>(set: Bitboard<G>) -> Vec<Vertex> {
    let mut vertices: Vec<Vertex> = set.into_iter().map(|point| point.vertex::<G>()).collect();
    vertices.sort_unstable();
    vertices
}
