//! A fight on a part of the board as a game for the classical searches: moves that matter, kos, and
//! an aim that one player wants to reach.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::line::Line;
use super::zone;
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::{Game, Goal, GoalStatus};

/// Who has a threat for each ko, and may retake at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoThreats {
    /// Nobody: who is banned plays elsewhere first, and the other one may end the ko.
    Nobodys,
    /// This player.
    Of(Color),
}

impl KoThreats {
    /// Whether the player to move may play on a point.
    fn allow<G: Geometry>(self, position: &Position<G>, point: Point) -> bool {
        position.is_legal(point)
            || (position.ko() == Some(point) && self == Self::Of(position.to_move()))
    }

    /// Goes into the keys, so that one table serves all.
    fn key(self) -> u64 {
        match self {
            Self::Nobodys => 0,
            Self::Of(Color::Black) => 0x5851_f42d_4c95_7f2d,
            Self::Of(Color::White) => 0xd6e8_feb8_6659_fd93,
        }
    }
}

/// How many moves a reading looks at: each width has those of the ones before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Width(pub usize);

/// Which moves of the other player a reading looks at.
pub trait Replies<G: Geometry>: Copy + Debug {
    /// On what a proof rests, as far as that is asked for: each record of the table holds one.
    type Zone: Copy + Debug;
    /// Whether they are those that may disturb a proof.
    const ARE_IN_ZONE: bool;

    /// The zone of some points, where it is asked for.
    fn zone(points: impl FnOnce() -> Bitboard<G>) -> Self::Zone;

    /// The points of a zone.
    fn points(zone: Self::Zone) -> Bitboard<G>;
}

/// Replies near what matters: quick, and mostly right.
#[derive(Clone, Copy, Debug)]
pub struct NearReplies;

impl<G: Geometry> Replies<G> for NearReplies {
    type Zone = ();
    const ARE_IN_ZONE: bool = false;

    fn zone(_: impl FnOnce() -> Bitboard<G>) {}

    fn points((): ()) -> Bitboard<G> {
        Bitboard::EMPTY
    }
}

/// All replies that can make a difference, wherever they are: then a proof is one.
#[derive(Clone, Copy, Debug)]
pub struct AllReplies;

impl<G: Geometry> Replies<G> for AllReplies {
    type Zone = Bitboard<G>;
    const ARE_IN_ZONE: bool = true;

    fn zone(points: impl FnOnce() -> Bitboard<G>) -> Bitboard<G> {
        points()
    }

    fn points(zone: Bitboard<G>) -> Bitboard<G> {
        zone
    }
}

/// What one player, the prover, wants to reach and the other one to prevent.
pub trait Aim<G: Geometry> {
    /// Who wants it.
    fn prover(&self) -> Color;

    /// The points that matter to either player, stones on some of them.
    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G>;

    /// What can be told of it without a search.
    fn status(&self, position: &Position<G>, width: Width) -> GoalStatus;

    /// The points by which it is reached, where it is.
    fn zone(&self, position: &Position<G>) -> Bitboard<G>;
}

/// A fight for an aim.
#[derive(Debug)]
pub struct Fight<G: Geometry, A, R> {
    line: Line<G>,
    aim: A,
    threats: KoThreats,
    width: Width,
    replies: PhantomData<R>,
}

impl<G: Geometry, A: Aim<G>, R: Replies<G>> Fight<G, A, R> {
    /// The fight from a position on.
    pub fn new(position: &Position<G>, aim: A, threats: KoThreats, width: Width, _: R) -> Self {
        let line = Line::new(position.clone());
        Self { line, aim, threats, width, replies: PhantomData }
    }

    /// The position after the moves made.
    pub fn position(&self) -> &Position<G> {
        self.line.now()
    }

    /// Whether the player to move may play on a point, by a threat for the ko where it needs one.
    pub(crate) fn allows(&self, point: Point) -> bool {
        let position = self.line.now();
        position.board().empty().contains(point) && self.threats.allow(position, point)
    }

    /// Tells different questions about the same position apart.
    fn question_key(&self) -> u64 {
        let width = 2 * self.width.0 as u64 + u64::from(R::ARE_IN_ZONE);
        self.threats.key() ^ width.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A zone on the board of now and for the prover.
    fn zone(&self, points: impl FnOnce(&Board<G>, Color) -> Bitboard<G>) -> R::Zone {
        R::zone(|| points(self.line.now().board(), self.aim.prover()))
    }

    /// Where among these points the player to move may play.
    fn allowed(&self, points: Bitboard<G>) -> impl Iterator<Item = Option<Point>> {
        let empty = points & *self.line.now().board().empty();
        empty.into_iter().filter(|&point| self.allows(point)).map(Some)
    }
}

impl<G: Geometry, A: Aim<G>, R: Replies<G>> Game for Fight<G, A, R> {
    /// A point, or `None` for a pass.
    type Move = Option<Point>;

    fn moves(&mut self, into: &mut Vec<Option<Point>>) {
        let position = self.line.now();
        let is_prover = self.is_prover_to_move();
        if !is_prover && R::ARE_IN_ZONE {
            // What the prover does against nothing tells where the other player has to look.
            return into.push(None);
        }
        into.extend(self.allowed(self.aim.points(position, self.width)));
        // The prover has nothing to gain by a pass but the end of a ban.
        if !is_prover || position.ko().is_some() {
            into.push(None);
        }
    }

    fn play(&mut self, mv: Option<Point>) {
        self.line.play(mv);
    }

    fn undo(&mut self) {
        self.line.undo();
    }

    fn key(&self) -> u64 {
        self.line.key() ^ self.question_key()
    }

    fn key_after(&mut self, mv: Option<Point>) -> u64 {
        self.line.key_after(mv) ^ self.question_key()
    }

    fn repeats(&self) -> Option<usize> {
        self.line.repeats()
    }

    fn index(mv: Option<Point>) -> usize {
        mv.map_or(0, Point::bit)
    }
}

/// A zone is a set of points. With [`AllReplies`] the prover reaches its aim by the same moves in every
/// position in which they are occupied and empty as they are here and the ko among them is banned as
/// here, whatever stands elsewhere and whatever the other player does there.
impl<G: Geometry, A: Aim<G>, R: Replies<G>> Goal for Fight<G, A, R> {
    type Zone = R::Zone;

    fn is_prover_to_move(&self) -> bool {
        self.line.now().to_move() == self.aim.prover()
    }

    fn status(&self) -> GoalStatus {
        self.aim.status(self.line.now(), self.width)
    }

    fn zone_of_goal(&self) -> R::Zone {
        let position = self.line.now();
        self.zone(|board, prover| zone::closed(board, prover, self.aim.zone(position)))
    }

    fn zone_before(&self, mv: Option<Point>, after: R::Zone) -> R::Zone {
        self.zone(|board, prover| {
            let after = R::points(after);
            let zone = mv.map_or(after, |point| zone::before(board, prover, point, after));
            zone::closed(board, prover, zone)
        })
    }

    fn zone_of_all(&self, zones: impl Iterator<Item = R::Zone>) -> R::Zone {
        self.zone(|board, prover| {
            zone::against_replies(board, prover, zones.map(R::points).collect())
        })
    }

    fn replies(&self, zone: R::Zone, into: &mut Vec<Option<Point>>) {
        into.extend(self.allowed(R::points(zone)));
    }
}

/// Whether a stone of `owner` is taken, and not in a ko, where it may come back at once.
pub(super) fn is_taken<G: Geometry>(position: &Position<G>, stone: Point, owner: Color) -> bool {
    !position.board().stones(owner).contains(stone) && position.ko() != Some(stone)
}

/// The points by which a chain is attacked or defended: its liberties, those of chains in danger
/// around it, and where it is narrow, with more width, what lies next to its liberties.
pub(super) fn points_around<G: Geometry>(
    board: &Board<G>,
    stone: Point,
    width: Width,
) -> Bitboard<G> {
    let (Some(color), Some(stones), Some(liberties)) =
        (board.color_at(stone), board.chain_stones(stone), board.chain_liberties(stone))
    else {
        return Bitboard::EMPTY;
    };
    let mut points = *liberties;
    if liberties.count() <= width.0 + 1 && width.0 > 0 {
        points |= liberties.neighbours() & *board.empty();
    }
    points | liberties_of_weak(board, stones.neighbours() & *board.stones(!color), 1 + width.0)
}

/// The liberties of those of some chains that have at most so many.
pub(super) fn liberties_of_weak<G: Geometry>(
    board: &Board<G>,
    stones: Bitboard<G>,
    most: usize,
) -> Bitboard<G> {
    let weak = board.chains_of(stones).filter(|&chain| board.liberties_of(chain) <= most);
    weak.filter_map(|chain| board.chain_liberties(chain)).copied().collect()
}
