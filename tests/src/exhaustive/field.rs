//! Stones as sets of points, and the effects of moves on them.

use engine::vocabulary::{BoardSize, Color, Vertex};

use twins::reference::ReferenceBoard;

/// A set of points. The bit of each point has the index column + width * row, counted from the
/// bottom left.
pub type Points = u128;

/// A board of at most 128 points.
#[derive(Clone, Debug)]
pub struct Field {
    size: BoardSize,
    all: Points,
    first_column: Points,
    last_column: Points,
}

/// A position: the stones, the player to move, the ko ban, and the number of consecutive passes
/// just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) black: Points,
    pub(super) white: Points,
    /// The player to move.
    pub mover: Color,
    /// The point where the player to move may not retake the ko.
    pub ko: Option<u8>,
    /// The number of consecutive passes, up to two.
    pub passes: u8,
}

impl State {
    /// The stones of a colour.
    pub fn stones(&self, color: Color) -> Points {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The position after a pass.
    pub fn passed(self) -> Self {
        Self { mover: !self.mover, ko: None, passes: (self.passes + 1).min(2), ..self }
    }
}

impl Field {
    /// An empty field.
    ///
    /// # Panics
    /// If the board is too large.
    pub fn new(size: BoardSize) -> Self {
        assert!(size.area() <= 128, "no room for a board of {size}");
        let mut field = Self { size, all: 0, first_column: 0, last_column: 0 };
        for vertex in size.vertices() {
            let bit = field.bit(vertex);
            field.all |= bit;
            field.first_column |= if vertex.column() == 0 { bit } else { 0 };
            field.last_column |= if vertex.column() + 1 == size.width() { bit } else { 0 };
        }
        field
    }

    /// The number of a vertex.
    pub fn number(&self, vertex: Vertex) -> u8 {
        vertex.column() + self.size.width() * vertex.row()
    }

    /// The vertex with a number.
    pub fn vertex(&self, number: u8) -> Vertex {
        Vertex::new(number % self.size.width(), number / self.size.width())
    }

    /// The set that contains only this point.
    pub fn bit(&self, vertex: Vertex) -> Points {
        1 << self.number(vertex)
    }

    /// All points.
    pub fn all(&self) -> Points {
        self.all
    }

    /// The position with the stones of a board, without a ko ban or passes.
    pub fn state(&self, board: &ReferenceBoard, mover: Color) -> State {
        let stones = |color| {
            let own = board.vertices().into_iter().filter(|&at| board.stone(at) == Some(color));
            own.fold(0, |set, at| set | self.bit(at))
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        State { black, white, mover, ko: None, passes: 0 }
    }

    /// The points that Benson's definition assigns to a player if suicide is legal. These are the
    /// chains that live even if the player always passes, and the regions that are bordered only by
    /// these chains and contain only points next to them.
    pub fn settled(&self, state: &State, color: Color) -> Points {
        let mut safe = state.stones(color);
        let chains = self.parts(safe);
        let mut regions = self.parts(self.all & !safe);
        loop {
            let is_vital = |chain: Points, region: Points| region & !self.around(chain) == 0;
            let has_two = |chain: Points| {
                regions.iter().filter(|&&region| is_vital(chain, region)).count() > 1
            };
            let kept = chains.iter().filter(|&&chain| chain & safe != 0 && has_two(chain));
            let kept = kept.fold(0, |set, chain| set | chain);
            regions.retain(|&region| self.around(region) & !kept == 0);
            if kept == safe {
                break;
            }
            safe = kept;
        }
        let territory = regions.into_iter().filter(|region| region & !self.around(safe) == 0);
        territory.fold(safe, |set, region| set | region)
    }

    /// The connected components of a set.
    fn parts(&self, mut set: Points) -> Vec<Points> {
        let mut parts = Vec::new();
        while set != 0 {
            let part = self.connected(set & set.wrapping_neg(), set);
            parts.push(part);
            set &= !part;
        }
        parts
    }

    /// The points next to a set.
    pub fn around(&self, set: Points) -> Points {
        let width = self.size.width();
        let beside = ((set & !self.last_column) << 1) | ((set & !self.first_column) >> 1);
        (beside | (set << width) | (set >> width)) & self.all & !set
    }

    /// The points of `within` that are connected to `from`.
    pub fn connected(&self, from: Points, within: Points) -> Points {
        let mut set = from & within;
        loop {
            let wider = set | (self.around(set) & within);
            if wider == set {
                return set;
            }
            set = wider;
        }
    }

    /// The number of liberties of the chain at a point, or 0 if the point has no stone of this
    /// colour.
    pub fn liberties(&self, state: &State, color: Color, stone: u8) -> u32 {
        let chain = self.connected(1 << stone, state.stones(color));
        (self.around(chain) & !state.black & !state.white).count_ones()
    }

    /// The position after the player to move has placed a stone, or `None` if the point is occupied
    /// or the move is suicide. The ko rule is not checked.
    pub fn after(&self, state: &State, number: u8) -> Option<State> {
        let point: Points = 1 << number;
        if (state.black | state.white) & point != 0 {
            return None;
        }
        let own = state.stones(state.mover) | point;
        let mut others = state.stones(!state.mover);
        let mut captured = 0;
        let mut attacked = self.around(point) & others;
        while attacked != 0 {
            let chain = self.connected(attacked & attacked.wrapping_neg(), others);
            attacked &= !chain;
            if self.around(chain) & !own & !others == 0 {
                captured |= chain;
            }
        }
        others &= !captured;
        let chain = self.connected(point, own);
        let liberties = self.around(chain) & !own & !others;
        if liberties == 0 {
            return None;
        }
        let is_ko = captured.count_ones() == 1 && chain == point && liberties == captured;
        let ko = is_ko.then_some(captured.trailing_zeros() as u8);
        let (black, white) = match state.mover {
            Color::Black => (own, others),
            Color::White => (others, own),
        };
        Some(State { black, white, mover: !state.mover, ko, passes: 0 })
    }
}

/// The numbers of the points in a set.
pub(super) fn numbers(mut set: Points) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as u8;
            set &= set - 1;
            number
        })
    })
}
