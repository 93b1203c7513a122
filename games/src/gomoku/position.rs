//! A game in progress as the searches of `classical` see it: a board, its history, an evaluation.
//!
//! An evaluation that [knows threats](Evaluation::KNOWS_THREATS) also ends lines as soon as the
//! board shows who wins, answers fours and threats of an open four only by moves that can help, and
//! goes on with fours where other searches stop.

use std::sync::LazyLock;

use classical::{Bounds, Game, Score, Scored};
use clocks::Side;

use super::board::Board;
use super::evaluation::Evaluation;
use super::pattern::Threat;
use super::point::{AREA, Point, PointMap, PointSet, SIZE};
use super::threats::answers_to_threes;

/// The score of a won game.
pub const WIN: Score = 20_000;
/// The greatest estimate.
const MOST_ESTIMATED: Score = 10_000;
/// The score of a game that the next move wins.
const WINS_NEXT: Score = WIN - 1;
/// The score of a game that the opponent's next move wins.
const LOSES_NEXT: Score = 2 - WIN;
/// The score of a game in which the next move makes an open four.
const WINS_BY_OPEN_FOUR: Score = WIN - 3;
/// The score of a game in which no move prevents the opponent's open four.
const LOSES_BY_OPEN_FOUR: Score = 4 - WIN;
/// What tells positions apart in which different players are to move.
const SECOND_TO_MOVE: u64 = 0x6a09_e667_f3bc_c909;

/// The rank of each point on a spiral from the centre outwards.
static SPIRAL: LazyLock<PointMap<u8>> = LazyLock::new(|| {
    let mut points: Vec<Point> = Point::all().collect();
    let middle = (SIZE / 2) as i32;
    points.sort_by_key(|point| {
        let (right, up) = (point.column() as i32 - middle, point.row() as i32 - middle);
        let ring = right.abs().max(up.abs());
        // Along the ring: up on the right, left along the top, down, and back along the bottom.
        let way = match (right, up) {
            _ if right == ring && up > -ring => up + ring,
            _ if up == ring => 3 * ring - right,
            _ if right == -ring => 5 * ring - up,
            _ => 7 * ring + right,
        };
        (ring, way)
    });
    let mut ranks = PointMap::new(0);
    (0..).zip(points).for_each(|(rank, point)| ranks.set(point, rank));
    ranks
});

/// A move, or a pass that a search tries, and whether it made five.
#[derive(Clone, Copy, Debug)]
struct Made {
    point: Option<Point>,
    is_five: bool,
}

/// A position of a game, with the moves before it.
#[derive(Clone, Debug)]
pub struct Position<E> {
    board: Board,
    mover: Side,
    history: Vec<Made>,
    evaluation: E,
}

impl<E: Evaluation> Default for Position<E> {
    fn default() -> Self {
        let board = Board::default();
        let evaluation = E::new(&board);
        Self { board, mover: Side::First, history: Vec::new(), evaluation }
    }
}

impl<E: Evaluation> Position<E> {
    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move.
    pub fn to_move(&self) -> Side {
        self.mover
    }

    /// The evaluation.
    pub fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// The last move.
    pub fn last(&self) -> Option<Point> {
        self.history.last().and_then(|made| made.point)
    }

    /// Whether the last move made five.
    pub fn is_won(&self) -> bool {
        self.history.last().is_some_and(|made| made.is_five)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.is_won() || self.empty() == 0
    }

    /// The number of empty points.
    pub fn empty(&self) -> usize {
        AREA - self.board.taken().len()
    }

    /// Lets the opponent move.
    pub(super) fn pass(&mut self) {
        self.history.push(Made { point: None, is_five: false });
        self.mover = !self.mover;
    }

    /// The points where a move of the player, or of the opponent, makes this threat.
    fn threats(&self, side: Side, threat: Threat) -> PointSet {
        self.board.threats(side, threat)
    }

    /// Whether the player to move makes five at once, or must prevent that the opponent does or
    /// makes an open four.
    pub(super) fn must_answer(&self) -> bool {
        let threat = |side, threat| !self.threats(side, threat).is_empty();
        let opponent = !self.mover;
        threat(self.mover, Threat::Five)
            || threat(opponent, Threat::Five)
            || threat(opponent, Threat::OpenFour)
    }

    /// The moves that can prevent the opponent's threats to make five or an open four, if there are
    /// any. All other moves lose, unless they make five.
    fn answers(&self) -> Option<PointSet> {
        let opponent = !self.mover;
        let fives = self.threats(opponent, Threat::Five);
        if !fives.is_empty() {
            return Some(fives);
        }
        answers_to_threes(&self.board, self.mover)
    }

    /// The points near stones.
    fn near(&self) -> PointSet {
        let taken = self.board.taken();
        if taken.is_empty() {
            return PointSet::from_iter([Point::CENTRE]);
        }
        let near = taken.within(E::DISTANCE).without(taken);
        if near.is_empty() { PointSet::ALL.without(taken) } else { near }
    }

    /// Appends points in the order of their values, those near the centre first.
    fn sort(&self, points: PointSet, most: usize, into: &mut Vec<Point>) {
        let mut ranked = arrayvec::ArrayVec::<(u32, Point), AREA>::new();
        for point in points {
            let value = self.evaluation.value(&self.board, self.mover, point);
            let rank = value << 8 | u32::from(u8::MAX - SPIRAL.get(point));
            // There are no more points than places.
            let _ = ranked.try_push((rank, point));
        }
        ranked.sort_unstable_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        into.extend(ranked.into_iter().map(|(_, point)| point).take(most));
    }
}

impl<E: Evaluation> Game for Position<E> {
    type Move = Point;

    fn moves(&mut self, into: &mut Vec<Point>) {
        if self.is_over() {
            return;
        }
        if E::KNOWS_THREATS {
            let fives = self.threats(self.mover, Threat::Five);
            if let Some(five) = fives.into_iter().next() {
                into.push(five);
                return;
            }
            if let Some(answers) = self.answers().filter(|answers| !answers.is_empty()) {
                self.sort(answers, AREA, into);
                return;
            }
        }
        self.sort(self.near(), E::MOST_MOVES, into);
    }

    fn play(&mut self, point: Point) {
        let is_five = self.board.pattern(self.mover, point).threat() == Threat::Five;
        self.board.place(self.mover, point, &mut self.evaluation);
        self.history.push(Made { point: Some(point), is_five });
        self.mover = !self.mover;
    }

    fn undo(&mut self) {
        let Some(made) = self.history.pop() else { return };
        self.mover = !self.mover;
        if let Some(point) = made.point {
            self.board.remove(self.mover, point, &mut self.evaluation);
        }
    }

    fn key(&self) -> u64 {
        let turn = if self.mover == Side::First { 0 } else { SECOND_TO_MOVE };
        self.board.hash() ^ turn
    }

    fn key_after(&mut self, point: Point) -> u64 {
        self.key() ^ SECOND_TO_MOVE ^ Board::key(self.mover, point)
    }

    fn index(point: Point) -> usize {
        point.index()
    }
}

impl<E: Evaluation> Scored for Position<E> {
    const WIN: Option<Score> = Some(WIN);

    fn bounds(&self) -> Bounds {
        if self.is_won() {
            return Bounds::exactly(-WIN);
        }
        if self.empty() == 0 {
            return Bounds::exactly(0);
        }
        let known = if E::KNOWS_THREATS { self.known_score() } else { None };
        known.map_or(Bounds { low: -WIN, high: WIN }, Bounds::exactly)
    }

    fn estimate(&self) -> Score {
        self.evaluation.estimate(self.mover).clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
    }

    /// No position occurs twice, so this is never used.
    fn circle(&self) -> Score {
        0
    }

    fn noisy_moves(&mut self, into: &mut Vec<Point>) {
        if !E::KNOWS_THREATS {
            return;
        }
        let fives = self.threats(!self.mover, Threat::Five);
        if fives.is_empty() {
            self.sort(self.board.fours(self.mover), AREA, into);
        } else {
            into.extend(fives);
        }
    }

    fn may_stand_pat(&self) -> bool {
        self.threats(!self.mover, Threat::Five).is_empty()
    }
}

impl<E: Evaluation> Position<E> {
    /// Whether the threats on the board decide the game or the opponent threatens to make five.
    /// Such a position is not estimated.
    pub(super) fn is_decided_soon(&self) -> bool {
        self.known_score().is_some() || !self.threats(!self.mover, Threat::Five).is_empty()
    }

    /// The score, if the threats on the board decide the game.
    fn known_score(&self) -> Option<Score> {
        let opponent = !self.mover;
        if !self.threats(self.mover, Threat::Five).is_empty() {
            return Some(WINS_NEXT);
        }
        match self.threats(opponent, Threat::Five).len() {
            0 if !self.threats(self.mover, Threat::OpenFour).is_empty() => Some(WINS_BY_OPEN_FOUR),
            0 => self.answers()?.is_empty().then_some(LOSES_BY_OPEN_FOUR),
            1 => None,
            _ => Some(LOSES_NEXT),
        }
    }
}
