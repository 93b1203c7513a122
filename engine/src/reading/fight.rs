//! A fight on part of the board, represented as a game for the classical searches: the relevant
//! moves, ko, and an aim that one player tries to achieve.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::line::Line;
use super::zone;
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, Color, Geometry, Point};
use classical::{Game, Goal, GoalStatus};

/// The player who always has a ko threat and may therefore retake every ko immediately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoThreats {
    /// Neither player: a player who is banned from retaking must play elsewhere first, and the
    /// opponent may then end the ko.
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

    /// The part of a key that keeps results under different assumptions about ko threats apart in
    /// the same table.
    fn key(self) -> u64 {
        match self {
            Self::Nobodys => 0,
            Self::Of(Color::Black) => 0x5851_f42d_4c95_7f2d,
            Self::Of(Color::White) => 0xd6e8_feb8_6659_fd93,
        }
    }
}

/// The width of a reading. A larger width includes all moves that smaller widths include.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Width(pub usize);

/// The replies of the prover's opponent that a reading considers.
pub trait Replies<G: Geometry>: Copy + Debug {
    /// The zone of a proof, or `()` if zones are not needed. Each table record contains a zone.
    type Zone: Copy + Debug;
    /// Whether all replies that might invalidate a proof are considered.
    const ARE_IN_ZONE: bool;

    /// Returns the zone that consists of these points, if zones are used.
    fn zone(points: impl FnOnce() -> Bitboard<G>) -> Self::Zone;

    /// Returns the points of a zone.
    fn points(zone: Self::Zone) -> Bitboard<G>;
}

/// Only replies on the relevant points: fast and usually correct.
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

/// All replies that can make a difference, wherever they are. A success is therefore a proof.
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

/// A goal that one player, the prover, tries to reach and the other tries to prevent.
pub trait Aim<G: Geometry> {
    /// The player who tries to achieve the aim.
    fn prover(&self) -> Color;

    /// The points relevant to either player. Some may be occupied.
    fn points(&self, position: &Position<G>, width: Width) -> Bitboard<G>;

    /// The status of the aim as far as this is known without a search.
    fn status(&self, position: &Position<G>, width: Width) -> GoalStatus;

    /// If the aim has been achieved, the points that suffice to show this.
    fn zone(&self, position: &Position<G>) -> Bitboard<G>;
}

/// A fight in which one player tries to achieve an aim.
#[derive(Debug)]
pub struct Fight<G: Geometry, A, R> {
    line: Line<G>,
    aim: A,
    threats: KoThreats,
    width: Width,
    replies: PhantomData<R>,
}

impl<G: Geometry, A: Aim<G>, R: Replies<G>> Fight<G, A, R> {
    /// Creates a fight that starts from a position.
    pub fn new(position: &Position<G>, aim: A, threats: KoThreats, width: Width, _: R) -> Self {
        let line = Line::new(position.clone());
        Self { line, aim, threats, width, replies: PhantomData }
    }

    /// The position after the moves made so far.
    pub fn position(&self) -> &Position<G> {
        self.line.now()
    }

    /// Whether the player to move may play on a point, using a ko threat if necessary.
    pub(crate) fn allows(&self, point: Point) -> bool {
        let position = self.line.now();
        position.board().empty().contains(point) && self.threats.allow(position, point)
    }

    /// A key that distinguishes different searches of the same position.
    fn search_key(&self) -> u64 {
        let width = 2 * self.width.0 as u64 + u64::from(R::ARE_IN_ZONE);
        self.threats.key() ^ width.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns the zone that consists of the given points, if zones are used. `points` computes
    /// them from the current board and the prover.
    fn zone(&self, points: impl FnOnce(&Board<G>, Color) -> Bitboard<G>) -> R::Zone {
        R::zone(|| points(self.line.now().board(), self.aim.prover()))
    }

    /// Returns the moves on these points that the player to move may play.
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
            // At first, only the pass is searched. The proof against it shows which other replies
            // need to be searched.
            return into.push(None);
        }
        into.extend(self.allowed(self.aim.points(position, self.width)));
        // A pass can help the prover only by ending a ko ban.
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
        self.line.key() ^ self.search_key()
    }

    fn key_after(&mut self, mv: Option<Point>) -> u64 {
        self.line.key_after(mv) ^ self.search_key()
    }

    fn repeats(&self) -> Option<usize> {
        self.line.repeats()
    }

    fn index(mv: Option<Point>) -> usize {
        mv.map_or(0, Point::bit)
    }
}

/// A zone is a set of points. With [`AllReplies`], the prover achieves the aim by the same moves in
/// every position that has the same stones and the same ko ban in the zone. It does not matter what
/// the rest of the board contains or what the opponent does there.
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

/// Whether a stone of `owner` has been captured. A stone that has just been captured in a ko does
/// not count, because the ko could be retaken immediately.
pub(super) fn is_taken<G: Geometry>(position: &Position<G>, stone: Point, owner: Color) -> bool {
    !position.board().stones(owner).contains(stone) && position.ko() != Some(stone)
}

/// Returns the points for attacking or defending a chain: its liberties and the liberties of
/// endangered chains around it. At larger widths, if the chain has only a few liberties, the empty
/// points next to these liberties are included too.
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

/// Returns the liberties of all given chains that have at most `most` liberties.
pub(super) fn liberties_of_weak<G: Geometry>(
    board: &Board<G>,
    stones: Bitboard<G>,
    most: usize,
) -> Bitboard<G> {
    let weak = board.chains_of(stones).filter(|&chain| board.liberties_of(chain) <= most);
    weak.filter_map(|chain| board.chain_liberties(chain)).copied().collect()
}
