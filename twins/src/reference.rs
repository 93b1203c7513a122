//! A Go board written for simplicity alone: the stones are stored in an array, everything else is
//! found by flood fill whenever it is needed, and repetitions are found by comparing whole boards.
//!
//! It shares only the vocabulary with the engine's boards, and serves as their reference in
//! property tests, in tests that count sequences and positions, and in fuzzing.

use std::collections::HashMap;

use engine::vocabulary::{BoardSize, Color, Vertex, stone_key};

/// Stones on a board of any size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReferenceBoard {
    width: usize,
    height: usize,
    /// Indexed by column + width * row, from the bottom left.
    stones: Vec<Option<Color>>,
}

/// Connected stones of one colour and the empty points next to them, both in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceChain {
    /// The colour of the stones.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<Vertex>,
    /// Its liberties.
    pub liberties: Vec<Vertex>,
}

/// The stones that a move removes. Both lists are in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The opponent's stones.
    pub captured: Vec<Vertex>,
    /// The stones of the chain that the new stone belongs to, if that chain had no liberties left.
    pub suicide: Vec<Vertex>,
}

impl ReferenceBoard {
    /// Creates an empty board.
    pub fn new(size: BoardSize) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        Self { width, height, stones: vec![None; width * height] }
    }

    fn index(&self, vertex: Vertex) -> usize {
        usize::from(vertex.column()) + self.width * usize::from(vertex.row())
    }

    fn vertex(&self, index: usize) -> Vertex {
        Vertex::new((index % self.width) as u8, (index / self.width) as u8)
    }

    /// All vertices of the board, in ascending order.
    pub fn vertices(&self) -> Vec<Vertex> {
        (0..self.stones.len()).map(|index| self.vertex(index)).collect()
    }

    /// The stone on `vertex`.
    pub fn stone(&self, vertex: Vertex) -> Option<Color> {
        self.stones[self.index(vertex)]
    }

    /// Sets or removes a stone without capturing anything.
    pub fn set(&mut self, vertex: Vertex, stone: Option<Color>) {
        let index = self.index(vertex);
        self.stones[index] = stone;
    }

    /// The number of stones of each colour, Black's first.
    pub fn count(&self) -> (usize, usize) {
        let count = |color| self.stones.iter().filter(|&&stone| stone == Some(color)).count();
        (count(Color::Black), count(Color::White))
    }

    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, row, width) = (index % self.width, index / self.width, self.width);
        let left = (column > 0).then(|| index - 1);
        let right = (column + 1 < self.width).then_some(index + 1);
        let below = (row > 0).then(|| index - width);
        let above = (row + 1 < self.height).then_some(index + width);
        [left, right, below, above].into_iter().flatten()
    }

    /// The points that are connected to `start` and have the same content, and the points around
    /// them.
    fn region(&self, start: usize) -> (Vec<usize>, Vec<usize>) {
        let mut seen = vec![false; self.stones.len()];
        let (mut inside, mut around) = (vec![start], Vec::new());
        seen[start] = true;
        let mut next = 0;
        while let Some(&point) = inside.get(next) {
            next += 1;
            for neighbour in self.neighbours(point) {
                if seen[neighbour] {
                    continue;
                }
                seen[neighbour] = true;
                if self.stones[neighbour] == self.stones[start] {
                    inside.push(neighbour);
                } else {
                    around.push(neighbour);
                }
            }
        }
        inside.sort_unstable();
        around.sort_unstable();
        (inside, around)
    }

    fn has_liberty(&self, stone: usize) -> bool {
        let is_empty = |point: usize| self.stones[point].is_none();
        self.neighbours(stone).any(is_empty) || self.region(stone).1.into_iter().any(is_empty)
    }

    /// The chain of the stone on `vertex`, or `None` if the vertex is empty.
    pub fn chain(&self, vertex: Vertex) -> Option<ReferenceChain> {
        let color = self.stone(vertex)?;
        let (stones, mut liberties) = self.region(self.index(vertex));
        liberties.retain(|&point| self.stones[point].is_none());
        let vertices = |points: Vec<usize>| points.into_iter().map(|i| self.vertex(i)).collect();
        Some(ReferenceChain { color, stones: vertices(stones), liberties: vertices(liberties) })
    }

    /// Whether each chain has a liberty, as the rules require of a position.
    pub fn is_legal(&self) -> bool {
        (0..self.stones.len()).all(|i| self.stones[i].is_none() || self.has_liberty(i))
    }

    /// Places a stone. The opponent's chains without liberties are removed first, and then the
    /// stone's own chain if it still has no liberties.
    ///
    /// # Panics
    /// If the point is occupied.
    pub fn place(&mut self, color: Color, vertex: Vertex) -> Taken {
        let placed = self.index(vertex);
        assert_eq!(self.stones[placed], None, "{vertex} is occupied");
        self.stones[placed] = Some(color);
        let mut captured = Vec::new();
        for neighbour in self.neighbours(placed) {
            if self.stones[neighbour] == Some(!color) && !self.has_liberty(neighbour) {
                captured.extend(self.remove(neighbour));
            }
        }
        captured.sort_unstable();
        let suicide = if self.has_liberty(placed) { Vec::new() } else { self.remove(placed) };
        Taken { captured, suicide }
    }

    fn remove(&mut self, stone: usize) -> Vec<Vertex> {
        let (stones, _) = self.region(stone);
        for &stone in &stones {
            self.stones[stone] = None;
        }
        stones.into_iter().map(|index| self.vertex(index)).collect()
    }

    /// The hash that the engine's boards must have: the XOR of the keys of all stones.
    pub fn hash_of_stones(&self) -> u64 {
        let stones = self.stones.iter().enumerate();
        stones.fold(0, |hash, (index, stone)| {
            stone.map_or(hash, |color| hash ^ stone_key(self.vertex(index), color))
        })
    }

    /// All chains, in the order of their first stones.
    pub fn chains(&self) -> Vec<ReferenceChain> {
        let first = |chain: &ReferenceChain, vertex| chain.stones.first() == Some(&vertex);
        let chain_of = |vertex| self.chain(vertex).filter(|chain| first(chain, vertex));
        self.vertices().into_iter().filter_map(chain_of).collect()
    }

    /// The owner of each point under area scoring if all stones count as alive, in ascending order
    /// of the points. An occupied point belongs to the colour of its stone, and an empty point to
    /// the only colour that borders its region, if there is one.
    pub fn owners(&self) -> Vec<Option<Color>> {
        let mut owners = self.stones.clone();
        let mut done: Vec<bool> = self.stones.iter().map(Option::is_some).collect();
        for start in 0..self.stones.len() {
            if done[start] {
                continue;
            }
            let (region, around) = self.region(start);
            let first = around.first().and_then(|&stone| self.stones[stone]);
            let only = around.iter().all(|&stone| self.stones[stone] == first);
            for point in region {
                done[point] = true;
                owners[point] = first.filter(|_| only);
            }
        }
        owners
    }
}

/// The rule that an illegal move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The point is occupied.
    Occupied,
    /// The stone's own chain would have no liberty.
    Suicide,
    /// The board would be the same as before the opponent's last move.
    Ko,
    /// The move would repeat an earlier board of the game.
    Superko,
}

/// The repetitions that are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Repetition of the board before the opponent's last move.
    Simple,
    /// Repetition of any board of the game.
    Positional,
    /// Repetition of any board of the game with the same player to move.
    Situational,
}

/// A game on the reference board, with its history.
#[derive(Clone, Debug)]
pub struct ReferenceGame {
    /// The current board.
    pub board: ReferenceBoard,
    /// The repetitions that are forbidden.
    pub repetition: Repetition,
    /// Whether suicide of two or more stones is allowed.
    pub suicide: bool,
    /// The player who made the last move, and the board before it.
    before_last: Option<(Color, ReferenceBoard)>,
    /// All boards of the game so far, each with the player to move. They are grouped by the numbers
    /// of black and white stones, so that only a few need to be compared.
    past: HashMap<(usize, usize), Vec<(ReferenceBoard, Color)>>,
}

impl ReferenceGame {
    /// Creates a game that starts with an empty board and Black to move.
    pub fn new(size: BoardSize, repetition: Repetition, suicide: bool) -> Self {
        let board = ReferenceBoard::new(size);
        let past = HashMap::from([((0, 0), vec![(board.clone(), Color::Black)])]);
        Self { board, repetition, suicide, before_last: None, past }
    }

    /// The board after a stone has been placed, regardless of whether the rules allow this, and the
    /// stones that the move removes. Returns `None` if the point is occupied.
    pub fn outcome(&self, color: Color, vertex: Vertex) -> Option<(ReferenceBoard, Taken)> {
        if self.board.stone(vertex).is_some() {
            return None;
        }
        let mut after = self.board.clone();
        let taken = after.place(color, vertex);
        Some((after, taken))
    }

    /// Checks whether the rules allow a move by `color` with this outcome.
    ///
    /// # Errors
    /// Returns the first rule that forbids the move.
    pub fn judge(
        &self,
        color: Color,
        outcome: Option<&(ReferenceBoard, Taken)>,
    ) -> Result<(), Broken> {
        let (after, taken) = outcome.ok_or(Broken::Occupied)?;
        if taken.suicide.len() == 1 || !taken.suicide.is_empty() && !self.suicide {
            Err(Broken::Suicide)
        } else if self
            .before_last
            .as_ref()
            .is_some_and(|(last, before)| *last == !color && before == after)
        {
            Err(Broken::Ko)
        } else if self.repeats(after, !color) {
            Err(Broken::Superko)
        } else {
            Ok(())
        }
    }

    fn repeats(&self, board: &ReferenceBoard, to_move: Color) -> bool {
        let alike = self.past.get(&board.count()).map_or(&[][..], Vec::as_slice);
        alike.iter().any(|(past, past_to_move)| match self.repetition {
            Repetition::Simple => false,
            Repetition::Positional => past == board,
            Repetition::Situational => past == board && *past_to_move == to_move,
        })
    }

    /// Places a stone.
    ///
    /// # Errors
    /// If a rule forbids the move. In that case, the game is left unchanged.
    pub fn play(&mut self, color: Color, vertex: Vertex) -> Result<Taken, Broken> {
        let outcome = self.outcome(color, vertex);
        self.judge(color, outcome.as_ref())?;
        let (after, taken) = outcome.ok_or(Broken::Occupied)?;
        self.advance(color, after);
        Ok(taken)
    }

    /// Passes.
    pub fn pass(&mut self, color: Color) {
        self.advance(color, self.board.clone());
    }

    fn advance(&mut self, color: Color, after: ReferenceBoard) {
        self.past.entry(after.count()).or_default().push((after.clone(), !color));
        self.before_last = Some((color, std::mem::replace(&mut self.board, after)));
    }
}
