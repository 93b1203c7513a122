//! Slow and simple twins of the engine's tactics, on the reference board.

use engine::vocabulary::{Color, Vertex};

use twins::reference::{ReferenceBoard, ReferenceChain};

/// Points in ascending order.
type Points = Vec<Vertex>;

/// The stones of `color` that live unconditionally, and the territory that safely belongs to this
/// colour, found directly from Benson's definition.
pub fn safe_area(board: &ReferenceBoard, color: Color, suicide: bool) -> (Points, Points) {
    let mut chains: Vec<ReferenceChain> = board.chains();
    chains.retain(|chain| chain.color == color);
    let mut regions = regions(board, color);
    let touches = |chain: &ReferenceChain, point: Vertex| {
        chain.stones.iter().any(|&stone| are_neighbours(stone, point))
    };
    let counts = |point: Vertex| suicide || board.stone(point).is_none();
    loop {
        let is_vital = |chain: &ReferenceChain, region: &Points| {
            region.iter().all(|&point| !counts(point) || touches(chain, point))
        };
        let is_safe = |chain: &ReferenceChain| {
            regions.iter().filter(|region| is_vital(chain, region)).count() >= 2
        };
        let safe: Vec<ReferenceChain> =
            chains.iter().filter(|chain| is_safe(chain)).cloned().collect();
        let is_enclosed = |region: &Points| {
            let lost = chains.iter().filter(|chain| !safe.contains(chain));
            lost.into_iter().all(|chain| !region.iter().any(|&point| touches(chain, point)))
        };
        let enclosed: Vec<Points> =
            regions.iter().filter(|region| is_enclosed(region)).cloned().collect();
        let done = safe.len() == chains.len() && enclosed.len() == regions.len();
        (chains, regions) = (safe, enclosed);
        if done {
            break;
        }
    }
    regions.retain(|region| {
        let safe = |point| chains.iter().any(|chain| touches(chain, point));
        region.iter().all(|&point| !counts(point) || safe(point))
    });
    let mut stones: Points = chains.into_iter().flat_map(|chain| chain.stones).collect();
    let mut territory: Points = regions.concat();
    stones.sort_unstable();
    territory.sort_unstable();
    (stones, territory)
}

fn are_neighbours(a: Vertex, b: Vertex) -> bool {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1
}

/// The connected components of the board without the stones of `color`.
fn regions(board: &ReferenceBoard, color: Color) -> Vec<Points> {
    let mut rest = board.vertices();
    rest.retain(|&point| board.stone(point) != Some(color));
    let mut found = Vec::new();
    while let Some(start) = rest.pop() {
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            let (near, far) = rest.into_iter().partition(|&other| are_neighbours(point, other));
            region.extend::<Points>(near);
            rest = far;
        }
        region.sort_unstable();
        found.push(region);
    }
    found
}

/// A chain that may be in a ladder, with the current ko.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The stones.
    pub board: ReferenceBoard,
    /// A stone of the chain.
    pub stone: Vertex,
    /// The point where the player to move may not retake the ko.
    pub ko: Option<Vertex>,
}

impl Ladder {
    /// The number of moves after which a ladder is assumed to be cyclic, so that its reading is
    /// abandoned.
    const LONGEST: usize = 24;

    /// The position after `color` has placed a stone, or `None` if the rules forbid the move.
    pub fn after(&self, color: Color, vertex: Vertex) -> Option<Self> {
        if self.board.stone(vertex).is_some() || self.ko == Some(vertex) {
            return None;
        }
        let mut board = self.board.clone();
        let taken = board.place(color, vertex);
        if !taken.suicide.is_empty() {
            return None;
        }
        let chain = board.chain(vertex)?;
        let is_ko = taken.captured.len() == 1 && chain.stones.len() == 1;
        let ko = taken.captured.first().copied().filter(|_| is_ko && chain.liberties.len() == 1);
        Some(Self { board, stone: self.stone, ko })
    }

    fn all_after(&self, color: Color) -> impl Iterator<Item = (Vertex, Self)> + use<'_> {
        let vertices = self.board.vertices().into_iter();
        vertices.filter_map(move |vertex| Some((vertex, self.after(color, vertex)?)))
    }

    fn liberties(&self) -> usize {
        self.board.chain(self.stone).map_or(0, |chain| chain.liberties.len())
    }

    /// Whether the opponent of `defender`, to move, captures the chain by a series of ataris.
    pub fn is_captured(&self, defender: Color, moves: usize) -> bool {
        if self.liberties() > 2 || moves >= Self::LONGEST {
            return false;
        }
        // A player who can capture the chain immediately need not search further.
        let liberties = self.board.chain(self.stone).map_or(Vec::new(), |chain| chain.liberties);
        let takes =
            |vertex| self.after(!defender, vertex).is_some_and(|next| next.liberties() == 0);
        liberties.into_iter().any(takes)
            || self.all_after(!defender).any(|(_, next)| next.is_lost(defender, moves + 1))
    }

    /// Whether the attacker has just captured the chain, or has put it into atari and `defender`,
    /// to move, can save it neither by a move nor by a pass.
    pub fn is_lost(&self, defender: Color, moves: usize) -> bool {
        match self.liberties() {
            0 => true,
            1 => {
                let passed = Self { ko: None, ..self.clone() };
                passed.is_captured(defender, moves + 1)
                    && self
                        .all_after(defender)
                        .all(|(_, next)| next.is_captured(defender, moves + 1))
            }
            _ => false,
        }
    }
}
