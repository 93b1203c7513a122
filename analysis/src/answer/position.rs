//! The facts about a position that do not depend on the search: its hashes, and the legal moves, to
//! which a policy assigns values.

use engine::player::SearchReport;
use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Move, Symmetry, Vertex};
use xxhash_rust::xxh3::xxh3_128;

use super::values::rounded;

/// The value of an illegal move in a policy.
const ILLEGAL: f64 = -1.0;

/// The facts about a position that do not depend on the search for an answer.
#[derive(Debug)]
pub(crate) struct PositionFacts {
    /// The player to move.
    pub(crate) to_move: Color,
    size: BoardSize,
    /// Whether the player to move may play on each point, in the order of [`Vertex::index`].
    is_legal: Vec<bool>,
    /// A hash of the stones, the player to move and the forbidden retaking of a ko.
    pub(super) this_hash: String,
    /// The smallest such hash of all rotations and reflections.
    pub(super) symmetric_hash: String,
    /// The policy, if the search is restricted and so does not tell it.
    policy: Option<Vec<f64>>,
}

impl PositionFacts {
    /// What is known about the current position of a game.
    pub(crate) fn of(game: &GameState) -> Self {
        let (size, to_move) = (game.size(), game.to_move());
        let is_legal = |vertex| game.check(to_move, Move::Play(vertex)).is_ok();
        let hashes: Vec<u128> =
            Symmetry::of(size).map(|symmetry| xxh3_128(&picture(game, symmetry))).collect();
        let hash = |hash: Option<&u128>| format!("{:032X}", hash.copied().unwrap_or_default());
        Self {
            to_move,
            size,
            is_legal: size.vertices().map(is_legal).collect(),
            this_hash: hash(hashes.first()),
            symmetric_hash: hash(hashes.iter().min()),
            policy: None,
        }
    }

    /// Keeps the policy of a search that was not restricted.
    pub(crate) fn keep_policy(&mut self, report: &SearchReport) {
        self.policy = Some(self.policy(report));
    }

    /// The prior of each point and, at the end, of a pass: as kept, or by this report. Those of
    /// legal moves add up to 1.
    pub(super) fn policy(&self, report: &SearchReport) -> Vec<f64> {
        if let Some(known) = &self.policy {
            return known.clone();
        }
        let mut priors = vec![0.0; self.size.area() + 1];
        for found in &report.moves {
            if let Some(prior) = priors.get_mut(self.place(found.mv)) {
                *prior = found.prior;
            }
        }
        let is_legal = || self.is_legal.iter().copied().chain([true]);
        let legal = priors.iter().zip(is_legal()).filter(|(_, is_legal)| *is_legal);
        let sum: f32 = legal.map(|(prior, _)| prior).sum();
        let sum = if sum > 0.0 { sum } else { 1.0 };
        let share = |(prior, is_legal): (&f32, bool)| {
            if is_legal { rounded(prior / sum) } else { ILLEGAL }
        };
        priors.iter().zip(is_legal()).map(share).collect()
    }

    /// The policy of a player who makes this move for certain.
    pub(super) fn certain_policy(&self, mv: Move) -> Vec<f64> {
        let chosen = self.place(mv);
        let is_legal = self.is_legal.iter().copied().chain([true]);
        let value = |(place, is_legal)| match is_legal {
            true => f64::from(u8::from(place == chosen)),
            false => ILLEGAL,
        };
        is_legal.enumerate().map(value).collect()
    }

    /// The place of a move in a policy.
    fn place(&self, mv: Move) -> usize {
        mv.vertex().map_or(self.size.area(), |vertex| vertex.index(self.size))
    }
}

/// A position as bytes: the size, the player to move, and each point, as `symmetry` shows them.
fn picture(game: &GameState, symmetry: Symmetry) -> Vec<u8> {
    let size = game.size();
    let mut bytes = vec![b'.'; size.area()];
    // Symmetries of a rectangle keep its width and height.
    let mut put = |vertex: Vertex, sign: u8| {
        if let Some(byte) = bytes.get_mut(symmetry.apply(size, vertex).index(size)) {
            *byte = sign;
        }
    };
    for vertex in size.vertices() {
        if let Some(color) = game.stone_at(vertex) {
            put(vertex, color.letter() as u8);
        }
        if game.check(game.to_move(), Move::Play(vertex)) == Err(engine::rules::IllegalMove::Ko) {
            put(vertex, b'k');
        }
    }
    bytes.extend([size.width(), size.height(), game.to_move().letter() as u8]);
    bytes
}
