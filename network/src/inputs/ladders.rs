//! Ladders as KataGo reads them for its networks (`cpp/game/board.cpp`).
//!
//! They differ from [`engine::tactics::captured_in_ladder`] in kos: a chain escapes as soon as its
//! attacker leaves a ko, except if both of its liberties are kos that it cannot gain from.

use engine::board::{Board, Position, Undo};
use engine::tactics::liberties_after;
use engine::vocabulary::{Bitboard, BoardSize, ByColor, Color, Geometry, Point};

/// The number of liberties with which a chain has escaped.
const FREE: usize = 3;
/// The maximum number of moves tried for one chain; beyond it, the chain counts as safe.
const MOST_TRIED: usize = 25_000;
/// The number of positions whose ladders are remembered, a power of two.
const REMEMBERED: usize = 1 << 8;

/// The chains that a ladder captures, and the moves that do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ladders<G: Geometry> {
    /// The stones of chains that are captured if their opponent moves first. A chain in atari is
    /// captured if it cannot save itself.
    pub(super) captured: Bitboard<G>,
    /// The moves that capture chains of two liberties, by the owner of the chain.
    pub(super) moves: ByColor<Bitboard<G>>,
}

impl<G: Geometry> Ladders<G> {
    const NONE: Self =
        Self { captured: Bitboard::EMPTY, moves: ByColor::new(Bitboard::EMPTY, Bitboard::EMPTY) };
}

/// Reads the ladders on boards of one size. It remembers those of recent positions, because a
/// network sees each position three times: at once, and after one and two more moves.
pub struct LadderReader<G: Geometry> {
    remembered: Vec<Remembered<G>>,
    line: Line<G>,
}

/// The ladders of a position, which depend on its stones and its ko.
#[derive(Clone, Copy)]
struct Remembered<G: Geometry> {
    hash: u64,
    ko: Option<Point>,
    ladders: Ladders<G>,
}

impl<G: Geometry> LadderReader<G> {
    /// A reader for boards of this size.
    pub fn new(size: BoardSize) -> Self {
        // The hash of the empty board is 0, and it has no ladders.
        let empty = Remembered { hash: 0, ko: None, ladders: Ladders::NONE };
        let position = Position::new(size);
        let line = Line {
            root: Undo::before(&position, None),
            position,
            steps: Vec::new(),
            tried: 0,
            longest: size.area() * 3 / 2,
        };
        Self { remembered: vec![empty; REMEMBERED], line }
    }

    /// The ladders of all chains of a position.
    pub(super) fn read(&mut self, position: &Position<G>) -> Ladders<G> {
        let (hash, ko) = (position.board().hash(), position.ko());
        let place = hash as usize % REMEMBERED;
        let known = &self.remembered[place];
        if (known.hash, known.ko) == (hash, ko) {
            return known.ladders;
        }
        let ladders = self.line.read_all(position);
        self.remembered[place] = Remembered { hash, ko, ladders };
        ladders
    }
}

/// A ladder in progress: the position, and the moves that led to it.
struct Line<G: Geometry> {
    position: Position<G>,
    root: Undo<G>,
    steps: Vec<Step<G>>,
    tried: usize,
    longest: usize,
}

/// A position of a ladder: what remains to be tried, and how the move that is being tried is taken
/// back.
struct Step<G: Geometry> {
    /// The moves tried first.
    captures: Bitboard<G>,
    /// The moves tried after these.
    liberties: [Option<Point>; 2],
    undo: Undo<G>,
}

impl<G: Geometry> Step<G> {
    fn next(&mut self) -> Option<Point> {
        if let Some(point) = self.captures.first() {
            self.captures.remove(point);
            return Some(point);
        }
        let [first, second] = self.liberties;
        self.liberties = [second, None];
        first
    }
}

impl<G: Geometry> Line<G> {
    fn read_all(&mut self, position: &Position<G>) -> Ladders<G> {
        self.position.clone_from(position);
        let mut found = Ladders::NONE;
        let board = position.board();
        for color in Color::BOTH {
            for stone in board.chains_of(*board.stones(color)) {
                let is_caught = match board.liberties_of(stone) {
                    1 => self.is_caught(color, stone, None),
                    2 => {
                        let moves = self.catching_moves(color, stone, position.ko());
                        found.moves[color] |= moves;
                        !moves.is_empty()
                    }
                    _ => false,
                };
                if is_caught {
                    found.captured |= board.chain_stones(stone).copied().unwrap_or_default();
                }
            }
        }
        found
    }

    /// The liberties of a chain of two on which its opponent catches it. A ko bans a point for
    /// either player.
    fn catching_moves(&mut self, defender: Color, stone: Point, ko: Option<Point>) -> Bitboard<G> {
        let mut moves = Bitboard::EMPTY;
        let Some(liberties) = pair(self.position.board(), stone) else { return moves };
        let [one, other] = liberties;
        for (point, rest) in [(one, other), (other, one)] {
            let board = self.position.board();
            if ko == Some(point) || board.is_suicide(!defender, point) {
                continue;
            }
            let is_caught = attack_result(board, defender, stone, point, rest)
                .unwrap_or_else(|| self.is_caught(defender, stone, Some(point)));
            if is_caught {
                moves.insert(point);
            }
        }
        moves
    }

    /// Whether the chain is captured after the attacker's move, if one is given. Its owner moves
    /// first and may take any ko.
    fn is_caught(&mut self, defender: Color, stone: Point, attack: Option<Point>) -> bool {
        self.position.set_to_move(if attack.is_some() { !defender } else { defender });
        self.position.lift_ko_ban();
        self.root.note(&self.position, attack);
        if let Some(point) = attack {
            self.position.play(point);
        }
        self.position.set_to_move(defender);
        self.position.lift_ko_ban();
        let is_caught = self.read(defender, stone);
        self.position.take_back(&self.root);
        is_caught
    }

    /// Whether the chain is captured, with the defender to move. The defender moves at even depths.
    fn read(&mut self, defender: Color, stone: Point) -> bool {
        self.tried = 0;
        let mut depth = 0;
        let mut result = self.enter(defender, stone, depth);
        loop {
            if let Some(is_caught) = result {
                let Some(above) = depth.checked_sub(1) else { return is_caught };
                depth = above;
                self.position.take_back(&self.steps[depth].undo);
                // One move that succeeds is enough.
                let is_success = is_caught == (depth % 2 == 1);
                result = is_success.then_some(is_caught);
                continue;
            }
            let Some(point) = self.steps[depth].next() else {
                result = Some(depth % 2 == 0);
                continue;
            };
            if !self.position.is_legal(point) {
                continue;
            }
            if self.tried >= MOST_TRIED {
                for step in self.steps[..depth].iter().rev() {
                    self.position.take_back(&step.undo);
                }
                return false;
            }
            self.tried += 1;
            self.steps[depth].undo.note(&self.position, Some(point));
            self.position.play(point);
            depth += 1;
            result = self.enter(defender, stone, depth);
        }
    }

    /// Whether the chain is captured after `depth` moves, if that can be told without trying moves.
    /// Otherwise the moves to try are noted.
    fn enter(&mut self, defender: Color, stone: Point, depth: usize) -> Option<bool> {
        if depth >= self.longest {
            return Some(true);
        }
        let tries = if depth.is_multiple_of(2) {
            defence(&self.position, defender, stone)
        } else {
            attack(&self.position, defender, stone)
        };
        match tries {
            Tries::Needless(is_caught) => Some(is_caught),
            Tries::Moves(captures, liberties) => {
                match self.steps.get_mut(depth) {
                    Some(step) => (step.captures, step.liberties) = (captures, liberties),
                    None => {
                        let undo = Undo::before(&self.position, None);
                        self.steps.push(Step { captures, liberties, undo });
                    }
                }
                None
            }
        }
    }
}

/// The moves that decide a ladder.
enum Tries<G: Geometry> {
    /// None: the chain is captured, or not.
    Needless(bool),
    /// Captures first, then liberties.
    Moves(Bitboard<G>, [Option<Point>; 2]),
}

/// The moves that the defender, to move, can try.
fn defence<G: Geometry>(position: &Position<G>, defender: Color, stone: Point) -> Tries<G> {
    let board = position.board();
    if board.liberties_of(stone) >= 2 || position.ko().is_some() {
        return Tries::Needless(false);
    }
    let Some(liberty) = board.chain_liberties(stone).and_then(Bitboard::first) else {
        return Tries::Needless(true);
    };
    let after = liberties_after(board, defender, liberty).count();
    if after >= FREE {
        return Tries::Needless(false);
    }
    let captures = gaining_captures(board, defender, stone);
    if after <= 1 && captures.is_empty() {
        return Tries::Needless(true);
    }
    Tries::Moves(captures - Bitboard::of(liberty), [Some(liberty), None])
}

/// The moves that the attacker, to move, can try.
fn attack<G: Geometry>(position: &Position<G>, defender: Color, stone: Point) -> Tries<G> {
    let board = position.board();
    let Some([one, other]) = pair(board, stone) else {
        return Tries::Needless(board.liberties_of(stone) < 2);
    };
    if is_double_ko(board, defender, stone, [one, other]) {
        return Tries::Needless(true);
    }
    let (mut first, mut second) = (None, None);
    for (point, rest) in [(one, other), (other, one)] {
        if !position.is_legal(point) {
            continue;
        }
        match attack_result(board, defender, stone, point, rest) {
            Some(true) => return Tries::Needless(true),
            Some(false) => {}
            None if first.is_none() => first = Some(point),
            None => second = Some(point),
        }
    }
    if let (Some(one), Some(other)) = (first, second)
        && prospect(board, defender, other) > prospect(board, defender, one)
    {
        (first, second) = (second, first);
    }
    match first {
        None => Tries::Needless(false),
        Some(_) => Tries::Moves(Bitboard::EMPTY, [first, second]),
    }
}

/// Whether the attacker captures a chain of two liberties by a legal move on one of them, if that
/// can be told from what the defender's chain would have after the move on the other.
fn attack_result<G: Geometry>(
    board: &Board<G>,
    defender: Color,
    stone: Point,
    attack: Point,
    defence: Point,
) -> Option<bool> {
    if board.captures(!defender, attack) {
        return None;
    }
    let mut after = liberties_after(board, defender, defence);
    after.remove(attack);
    match after.count() {
        // The attack captures nothing, so it neither opens a ko nor saves a chain from capture.
        FREE.. => Some(false),
        2 => None,
        _ => {
            let has_liberties = liberties_after(board, !defender, attack).count() >= 2;
            let is_stuck = has_liberties && gaining_captures(board, defender, stone).is_empty();
            is_stuck.then_some(true)
        }
    }
}

/// How much the defender would gain by a move on a liberty: the attacker first tries the liberty
/// where that is more.
fn prospect<G: Geometry>(board: &Board<G>, defender: Color, liberty: Point) -> usize {
    let own = board.stones(defender).window(liberty).adjacent();
    let gains = own.map(|stone| (2 * board.liberties_of(stone)).saturating_sub(3));
    2 * board.empty().window(liberty).adjacent().count() + gains.sum::<usize>()
}

/// The liberties of a chain that has two.
fn pair<G: Geometry>(board: &Board<G>, stone: Point) -> Option<[Point; 2]> {
    if board.liberties_of(stone) != 2 {
        return None;
    }
    let mut liberties = board.chain_liberties(stone)?.into_iter();
    Some([liberties.next()?, liberties.next()?])
}

/// Whether both liberties are kos that the attacker can take and that give the defender no third
/// liberty, while no stone of the attacker is in atari.
fn is_double_ko<G: Geometry>(
    board: &Board<G>,
    defender: Color,
    stone: Point,
    liberties: [Point; 2],
) -> bool {
    liberties.iter().all(|&point| !board.has_empty_neighbour(point))
        && liberties.iter().all(|&point| {
            takes_ko(board, !defender, point)
                && liberties_after(board, defender, point).count() < FREE
        })
        && gaining_captures(board, defender, stone).is_empty()
}

/// The moves of `color` that capture chains next to its chain at `stone`.
fn gaining_captures<G: Geometry>(board: &Board<G>, color: Color, stone: Point) -> Bitboard<G> {
    let mut moves = Bitboard::EMPTY;
    let Some(chain) = board.chain_stones(stone) else { return moves };
    for rival in chain.neighbours() & *board.stones(!color) {
        if board.liberties_of(rival) == 1 {
            moves |= board.chain_liberties(rival).copied().unwrap_or_default();
        }
    }
    moves
}

/// Whether a stone of `color` at an empty point, surrounded by the opponent, captures one stone.
fn takes_ko<G: Geometry>(board: &Board<G>, color: Color, point: Point) -> bool {
    let mut captured = None;
    for stone in board.around(Bitboard::of(point)) {
        if !board.stones(!color).contains(stone) {
            return false;
        }
        if board.liberties_of(stone) == 1 && captured.replace(stone).is_some() {
            return false;
        }
    }
    let chain = captured.and_then(|stone| board.chain_stones(stone));
    chain.is_some_and(|chain| chain.count() == 1)
}
