//! Where each kind of piece can go to, from tables.
//!
//! Rooks and cannons look up the occupied points of their rank and of their file. The points of a
//! file lie nine bits apart, so the occupied points are kept a second time, file by file.

use std::array;
use std::sync::LazyLock;

use clocks::Side;

use super::piece::index_of;
use super::square::{FILES, POINTS, RANKS, Set, Square};

/// The steps of kings and rooks.
pub(super) const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The steps of advisors.
pub(super) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Red's palace: files d to f of three ranks.
const PALACE: Set = 0b111_000 | 0b111_000 << FILES | 0b111_000 << (2 * FILES);

/// The contents of a rank or a file, a bit for each point.
type Line = u16;
const RANK_CONTENTS: usize = 1 << FILES;
const FILE_CONTENTS: usize = 1 << RANKS;

/// The occupied points, by ranks and by files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Occupied {
    /// Bit `9 * rank + file`.
    pub(super) set: Set,
    /// Bit `10 * file + rank`.
    by_files: Set,
}

impl Occupied {
    /// The same with this point changed from empty to occupied or back.
    #[inline]
    pub(super) fn toggled(self, square: Square) -> Self {
        let by_files = self.by_files ^ 1 << (square.file() * RANKS + square.rank());
        Self { set: self.set ^ square.set(), by_files }
    }

    /// The same with this point occupied.
    #[inline]
    pub(super) fn with(self, square: Square) -> Self {
        let by_files = self.by_files | 1 << (square.file() * RANKS + square.rank());
        Self { set: self.set | square.set(), by_files }
    }

    #[inline]
    fn rank(self, rank: u8) -> usize {
        (self.set >> (FILES * rank)) as usize & (RANK_CONTENTS - 1)
    }

    #[inline]
    fn file(self, file: u8) -> usize {
        (self.by_files >> (RANKS * file)) as usize & (FILE_CONTENTS - 1)
    }
}

/// A point (`leg`) that blocks the way to some other points when it is occupied: to two for a
/// horse, to one for an elephant.
#[derive(Clone, Copy, Debug, Default)]
struct Blockable {
    leg: Set,
    targets: Set,
}

/// The tables.
struct Tables {
    /// By place in the rank and contents of the rank: the reach of a rook, and of a cannon's shot.
    rank_rook: [[Line; RANK_CONTENTS]; FILES as usize],
    rank_cannon: [[Line; RANK_CONTENTS]; FILES as usize],
    file_rook: [[Line; FILE_CONTENTS]; RANKS as usize],
    file_cannon: [[Line; FILE_CONTENTS]; RANKS as usize],
    /// The points of file a for each set of ranks.
    spread: [Set; FILE_CONTENTS],
    kings: [Set; POINTS],
    advisors: [Set; POINTS],
    elephants: [[Blockable; 4]; POINTS],
    horses: [[Blockable; 4]; POINTS],
    /// The points from which horses reach a point.
    horses_to: [[Blockable; 4]; POINTS],
    /// The points where a change may give check to a king on a point.
    decisive: [Set; POINTS],
    /// The points that a pawn of each side reaches, and from which it reaches a point.
    pawns: [[Set; POINTS]; 2],
    pawns_to: [[Set; POINTS]; 2],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    let line = |place: usize, contents: usize| reach(place, contents);
    let all = |f: &dyn Fn(Square) -> Set| {
        array::from_fn(|at| Square::from_index(at).map(f).unwrap_or_default())
    };
    let blockable = |f: &dyn Fn(Square) -> [Blockable; 4]| {
        array::from_fn(|at| Square::from_index(at).map(f).unwrap_or_default())
    };
    Box::new(Tables {
        rank_rook: array::from_fn(|at| array::from_fn(|set| line(at, set).0 & 0x1ff)),
        rank_cannon: array::from_fn(|at| array::from_fn(|set| line(at, set).1 & 0x1ff)),
        file_rook: array::from_fn(|at| array::from_fn(|set| line(at, set).0 & 0x3ff)),
        file_cannon: array::from_fn(|at| array::from_fn(|set| line(at, set).1 & 0x3ff)),
        spread: array::from_fn(|set| {
            (0..RANKS).filter(|rank| set >> rank & 1 == 1).map(|rank| 1 << (FILES * rank)).sum()
        }),
        kings: all(&|from| in_palace(from, &STRAIGHT)),
        advisors: all(&|from| in_palace(from, &DIAGONAL)),
        elephants: blockable(&elephant),
        horses: blockable(&|from| horse(from, false)),
        horses_to: blockable(&|to| horse(to, true)),
        decisive: all(&|king| {
            let lines = WHOLE_RANK << (FILES * king.rank()) | WHOLE_FILE << king.file();
            let horses = horse(king, true);
            horses.into_iter().fold(lines, |set, way| set | way.leg | way.targets)
        }),
        pawns: [Side::First, Side::Second].map(|side| all(&|from| pawn(side, from))),
        pawns_to: [Side::First, Side::Second].map(|side| {
            all(&|to| {
                Square::all()
                    .filter(|&from| pawn(side, from) & to.set() != 0)
                    .map(Square::set)
                    .sum()
            })
        }),
    })
});

/// The points of the palaces one step from a point of a palace; none from any other point.
fn in_palace(from: Square, steps: &[(i8, i8)]) -> Set {
    if from.set() & palaces() == 0 { 0 } else { stepped(from, steps) & palaces() }
}

/// Red's first rank.
const WHOLE_RANK: Set = (1 << FILES) - 1;
/// The file on Red's left.
const WHOLE_FILE: Set = {
    let (mut set, mut rank) = (0, 0);
    while rank < RANKS {
        set |= 1 << (FILES * rank);
        rank += 1;
    }
    set
};

/// An element of a table. There is always one.
#[inline]
fn at<T: Copy + Default, const N: usize>(table: &[T; N], index: usize) -> T {
    table.get(index).copied().unwrap_or_default()
}

#[inline]
fn line_at<const N: usize, const M: usize>(table: &[[Line; M]; N], place: u8, set: usize) -> Line {
    table.get(usize::from(place)).and_then(|row| row.get(set)).copied().unwrap_or_default()
}

/// Where a rook on a line with these contents goes to, and where a cannon captures.
fn reach(place: usize, contents: usize) -> (Line, Line) {
    let (mut rook, mut cannon) = (0, 0);
    let upwards: Vec<usize> = (place + 1..16).collect();
    let downwards: Vec<usize> = (0..place).rev().collect();
    for way in [upwards, downwards] {
        let mut pieces = 0;
        for at in way {
            let is_taken = contents >> at & 1 == 1;
            match pieces {
                0 => rook |= 1 << at,
                1 if is_taken => cannon |= 1 << at,
                _ => {}
            }
            pieces += usize::from(is_taken);
        }
    }
    (rook, cannon)
}

/// The points that one of these steps leads to.
fn stepped(from: Square, steps: &[(i8, i8)]) -> Set {
    steps.iter().filter_map(|&step| from.offset(step)).fold(0, |set, to| set | to.set())
}

fn elephant(from: Square) -> [Blockable; 4] {
    DIAGONAL.map(|(files, ranks)| {
        let to = from.offset((2 * files, 2 * ranks));
        let to = to.filter(|to| (to.rank() < RANKS / 2) == (from.rank() < RANKS / 2));
        match (from.offset((files, ranks)), to) {
            (Some(leg), Some(to)) => Blockable { leg: leg.set(), targets: to.set() },
            _ => Blockable::default(),
        }
    })
}

/// The points that a horse on `center` reaches past each leg, or with `is_reversed` the points from
/// which a horse reaches `center`. In the second case, the legs are diagonal neighbours of
/// `center`.
fn horse(center: Square, is_reversed: bool) -> [Blockable; 4] {
    let steps = if is_reversed { DIAGONAL } else { STRAIGHT };
    steps.map(|(files, ranks)| {
        let pair = match (is_reversed, files) {
            (true, _) => [(2 * files, ranks), (files, 2 * ranks)],
            (false, 0) => [(1, 2 * ranks), (-1, 2 * ranks)],
            (false, _) => [(2 * files, 1), (2 * files, -1)],
        };
        let leg = center.offset((files, ranks)).map_or(0, Square::set);
        Blockable { leg, targets: if leg == 0 { 0 } else { stepped(center, &pair) } }
    })
}

fn pawn(side: Side, from: Square) -> Set {
    let (forward, has_crossed) = match side {
        Side::First => ((0, 1), from.rank() >= RANKS / 2),
        Side::Second => ((0, -1), from.rank() < RANKS / 2),
    };
    let sideways = if has_crossed { stepped(from, &[(1, 0), (-1, 0)]) } else { 0 };
    stepped(from, &[forward]) | sideways
}

#[inline]
fn unblocked(ways: [Blockable; 4], occupied: Set) -> Set {
    ways.iter().filter(|way| way.leg & occupied == 0).fold(0, |set, way| set | way.targets)
}

/// The points that a king reaches.
#[inline]
pub(super) fn king(from: Square) -> Set {
    at(&TABLES.kings, from.index())
}

/// The points that an advisor reaches.
#[inline]
pub(super) fn advisor(from: Square) -> Set {
    at(&TABLES.advisors, from.index())
}

/// The points that an elephant reaches, and from which it reaches this one.
#[inline]
pub(super) fn elephants(from: Square, occupied: Occupied) -> Set {
    unblocked(at(&TABLES.elephants, from.index()), occupied.set)
}

/// The points that a horse reaches.
#[inline]
pub(super) fn horse_from(from: Square, occupied: Occupied) -> Set {
    unblocked(at(&TABLES.horses, from.index()), occupied.set)
}

/// The points from which a horse reaches this one.
#[inline]
pub(super) fn horses_to(to: Square, occupied: Occupied) -> Set {
    unblocked(at(&TABLES.horses_to, to.index()), occupied.set)
}

/// The points that a pawn of this side reaches.
#[inline]
pub(super) fn pawn_from(side: Side, from: Square) -> Set {
    TABLES.pawns.get(index_of(side)).map_or(0, |table| at(table, from.index()))
}

/// The points from which a pawn of this side reaches this one.
#[inline]
pub(super) fn pawns_to(side: Side, to: Square) -> Set {
    TABLES.pawns_to.get(index_of(side)).map_or(0, |table| at(table, to.index()))
}

/// The points that a rook reaches, with the first piece in each direction.
#[inline]
pub(super) fn rook(from: Square, occupied: Occupied) -> Set {
    let tables = &**TABLES;
    let in_rank = line_at(&tables.rank_rook, from.file(), occupied.rank(from.rank()));
    let in_file = line_at(&tables.file_rook, from.rank(), occupied.file(from.file()));
    placed(tables, from, in_rank, in_file)
}

/// The second piece in each direction, which a cannon captures.
#[inline]
pub(super) fn cannon_captures(from: Square, occupied: Occupied) -> Set {
    let tables = &**TABLES;
    let in_rank = line_at(&tables.rank_cannon, from.file(), occupied.rank(from.rank()));
    let in_file = line_at(&tables.file_cannon, from.rank(), occupied.file(from.file()));
    placed(tables, from, in_rank, in_file)
}

#[inline]
fn placed(tables: &Tables, from: Square, in_rank: Line, in_file: Line) -> Set {
    Set::from(in_rank) << (FILES * from.rank())
        | at(&tables.spread, usize::from(in_file)) << from.file()
}

/// The points where a change may expose a king: on a line with enemies that move along lines, and
/// at the legs of enemy horses.
#[inline]
pub(super) fn exposed(king: Square, along_lines: Set, horses: Set) -> Set {
    let lines = [WHOLE_RANK << (FILES * king.rank()), WHOLE_FILE << king.file()];
    let lines = lines.into_iter().filter(|line| line & along_lines != 0);
    let near = at(&TABLES.horses_to, king.index());
    let legs = near.into_iter().filter(|horse| horse.targets & horses != 0).map(|horse| horse.leg);
    lines.chain(legs).fold(0, |all, set| all | set)
}

/// The points where a change may give check to a king: on its lines, and those of horses with their
/// legs.
#[inline]
pub(super) fn decisive_for(king: Square) -> Set {
    at(&TABLES.decisive, king.index())
}

/// The points on the same rank or file.
pub(super) fn cross(square: Square) -> Set {
    rook(square, Occupied::default())
}

/// The points diagonally beside this one.
pub(super) fn corners(square: Square) -> Set {
    stepped(square, &DIAGONAL)
}

/// The points straight beside this one.
pub(super) fn neighbours(square: Square) -> Set {
    stepped(square, &STRAIGHT)
}

/// The points between two points of the same rank or file.
pub(super) fn between(one: Square, other: Square) -> Set {
    let ends = Occupied::default().with(one).with(other);
    rook(one, ends) & rook(other, ends)
}

/// The points of a side's palace.
pub(super) fn palace(side: Side) -> Set {
    match side {
        Side::First => PALACE,
        Side::Second => PALACE << (7 * FILES),
    }
}

/// The points of both palaces.
pub(super) fn palaces() -> Set {
    palace(Side::First) | palace(Side::Second)
}
