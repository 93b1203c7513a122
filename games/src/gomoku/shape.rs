//! Shapes: what a stone makes on one line.
//!
//! A shape is determined by the stone and the four points on either side of it, because a five that
//! contains the stone reaches no farther. The names are those of the game's literature: a shape is
//! a four if one more move makes five, a three if one more makes a four, and so on; an open four
//! has two ways to five, and an open three can become an open four.

use std::sync::LazyLock;

/// The number of points that tell a shape, on each side of the stone.
pub(super) const REACH: usize = 4;
/// The bits of a line's contents for each point.
pub(super) const BITS: u32 = 2;

/// What a stone makes on a line, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// There is no room for a five.
    #[default]
    Dead,
    /// A stone that can become a sleeping two.
    One,
    /// A stone that can become an open two.
    OpenOne,
    /// A sleeping two, which can become a sleeping three.
    Two,
    /// A sleeping two with empty points beside it, which looks like an open one.
    FalseTwo,
    /// An open two, which can become an open three.
    OpenTwo,
    /// A sleeping three, which can become a four but no open four.
    Three,
    /// A sleeping three in a row with empty points beside it, which looks like an open one.
    FalseThree,
    /// An open three, which can become an open four.
    OpenThree,
    /// A four with one way to five.
    Four,
    /// A four with two or more ways to five.
    OpenFour,
    /// Five or more in a row.
    Five,
}

impl Shape {
    /// The number of shapes.
    pub(super) const COUNT: usize = 12;
    /// All shapes, in the order of their numbers.
    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::FalseTwo,
        Self::OpenTwo,
        Self::Three,
        Self::FalseThree,
        Self::OpenThree,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// The shape with this number.
    pub(super) fn from_number(number: usize) -> Self {
        Self::ALL.get(number).copied().unwrap_or_default()
    }
}

/// The shapes that a stone of the first and of the second player makes, by the contents of the
/// points around it: two bits for each, 0 if it is empty, 1 or 2 for a stone of that player, 3
/// outside the board. A byte has a shape's number in each half.
static SHAPES: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let known = known_shapes();
    let mut shapes = Box::new([0; 1 << 16]);
    for (contents, place) in shapes.iter_mut().enumerate() {
        let of = |player: usize| {
            let digit = |at: usize| contents >> (2 * at) & 3;
            let own = (0..8).filter(|&at| digit(at) == player);
            let blocked = (0..8).filter(|&at| digit(at) != player && digit(at) != 0);
            let index = |own: usize, at: usize| own | 1 << at;
            let (own, blocked) = (own.fold(0, index), blocked.fold(0, index));
            known.get(own << 8 | blocked).map_or(0, |&shape| shape as u8)
        };
        *place = of(1) | of(2) << 4;
    }
    shapes
});

/// The numbers of the shapes that the first and the second player would make.
#[inline]
pub(super) fn shapes(contents: u16) -> [u16; 2] {
    let both = u16::from(SHAPES.get(usize::from(contents)).copied().unwrap_or(0));
    [both & 15, both >> 4]
}

/// The shapes by the player's stones and the blocked points among the eight around a stone, each
/// with a bit for a point. More stones come first, because a shape depends on what it can become.
fn known_shapes() -> Vec<Shape> {
    let mut known = vec![Shape::Dead; 1 << 16];
    for own in (0..256_usize).rev() {
        for blocked in (0..256).filter(|blocked| own & blocked == 0) {
            let empty = (0..8).map(|at| 1 << at).filter(|bit| (own | blocked) & bit == 0);
            let next = empty.filter_map(|bit| known.get((own | bit) << 8 | blocked).copied());
            let shape = shape_of(widened(own) | 1 << REACH, widened(blocked), next);
            if let Some(place) = known.get_mut(own << 8 | blocked) {
                *place = shape;
            }
        }
    }
    known
}

/// Inserts the place of the stone between the points on its sides.
fn widened(around: usize) -> usize {
    around & 15 | (around & !15) << 1
}

/// The shape of nine points with a stone in the middle, given those that another stone can make of
/// it.
fn shape_of(own: usize, blocked: usize, next: impl Iterator<Item = Shape>) -> Shape {
    if (0..=REACH).any(|begin| own >> begin & 31 == 31) {
        return Shape::Five;
    }
    let (mut fives, mut best) = (0, Shape::Dead);
    for shape in next {
        fives += u32::from(shape == Shape::Five);
        best = best.max(shape);
    }
    match best {
        Shape::Five if fives > 1 => Shape::OpenFour,
        Shape::Five => Shape::Four,
        Shape::OpenFour => Shape::OpenThree,
        Shape::Four if looks_open(own, blocked, &[0b111]) => Shape::FalseThree,
        Shape::Four => Shape::Three,
        Shape::OpenThree => Shape::OpenTwo,
        Shape::Three | Shape::FalseThree if looks_open(own, blocked, &[0b11, 0b101]) => {
            Shape::FalseTwo
        }
        Shape::Three | Shape::FalseThree => Shape::Two,
        Shape::OpenTwo => Shape::OpenOne,
        Shape::Two | Shape::FalseTwo => Shape::One,
        _ => Shape::Dead,
    }
}

/// Whether the stone in the middle belongs to a group of one of these forms, with empty points in
/// it and on both sides of it.
fn looks_open(own: usize, blocked: usize, forms: &[usize]) -> bool {
    let is_there = |form: usize, begin: usize| {
        let length = form.ilog2() as usize + 1;
        let whole = (1 << (length + 2)) - 1;
        let has_middle = form << begin >> REACH & 1 == 1;
        has_middle && own >> (begin - 1) & whole == form << 1 && blocked >> (begin - 1) & whole == 0
    };
    forms.iter().any(|&form| (1..=REACH).any(|begin| is_there(form, begin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a stone in the middle of nine letters: `X` own, `O` blocked, `.` empty.
    fn shape(line: &str) -> Shape {
        let letters: Vec<char> = line.chars().collect();
        assert_eq!((letters.len(), letters[REACH]), (9, 'X'), "{line}");
        let around = letters.iter().enumerate().filter(|(at, _)| *at != REACH);
        let contents = around.enumerate().fold(0, |contents, (at, (_, letter))| {
            let digit = match letter {
                'X' => 1,
                'O' => 2,
                '|' => 3,
                _ => 0,
            };
            contents | digit << (2 * at)
        });
        let turned = |contents: u16| {
            (0..8).fold(0, |turned, at| {
                turned | [0, 2, 1, 3][usize::from(contents >> (2 * at) & 3)] << (2 * at)
            })
        };
        let [first, _] = shapes(contents);
        let [_, second] = shapes(turned(contents));
        assert_eq!(first, second, "{line}");
        Shape::from_number(usize::from(first))
    }

    #[test]
    fn shapes_have_their_names() {
        for (line, expected) in [
            ("XXXXX....", Shape::Five),
            ("OXXXXXXO.", Shape::Five),
            (".XXXX....", Shape::OpenFour),
            ("X.XXX.X..", Shape::OpenFour),
            ("OXXXX....", Shape::Four),
            ("XXX.X....", Shape::Four),
            ("|.XXX....", Shape::OpenThree),
            ("..XXX.O..", Shape::OpenThree),
            ("..X.XX...", Shape::OpenThree),
            ("|.XXX.O..", Shape::FalseThree),
            ("O.X.XX.O.", Shape::OpenThree),
            ("..OXXX.O.", Shape::Dead),
            ("..OXXX..O", Shape::Three),
            ("X.X.X....", Shape::Three),
            ("XX..X....", Shape::Three),
            ("..OXX....", Shape::Two),
            ("...XX....", Shape::OpenTwo),
            ("O..XX.O..", Shape::FalseTwo),
            ("|.X.X.|..", Shape::FalseTwo),
            ("O.X.X..O.", Shape::OpenTwo),
            ("....X....", Shape::OpenOne),
            (".O..X...O", Shape::OpenOne),
            ("O...X|...", Shape::Dead),
            (".O..X..O.", Shape::One),
            ("..O.X..O.", Shape::Dead),
        ] {
            assert_eq!(shape(line), expected, "{line}");
            let mirrored: String = line.chars().rev().collect();
            assert_eq!(shape(&mirrored), expected, "{mirrored}");
        }
    }

    /// Searches for the shape of nine points as the definitions have it, without a table.
    fn slowly(line: [char; 9]) -> u8 {
        let has_five = |line: &[char; 9]| (0..5).any(|at| line[at..at + 5] == ['X'; 5]);
        let with = |at: usize| {
            let mut more = line;
            more[at] = 'X';
            more
        };
        let empty = || (0..9).filter(|&at| line[at] == '.');
        if has_five(&line) {
            return 9;
        }
        match empty().filter(|&at| has_five(&with(at))).count() {
            0 => empty().map(|at| slowly(with(at))).max().unwrap_or(0).saturating_sub(2),
            1 => 7,
            _ => 8,
        }
    }

    #[test]
    fn the_table_agrees_with_the_definitions() {
        // Moves to five and openness: 9 a five, 8 an open four, 7 a four, 6 an open three, ...
        let level = |shape: Shape| match shape {
            Shape::Five => 9,
            Shape::OpenFour => 8,
            Shape::Four => 7,
            Shape::OpenThree => 6,
            Shape::Three | Shape::FalseThree => 5,
            Shape::OpenTwo => 4,
            Shape::Two | Shape::FalseTwo => 3,
            Shape::OpenOne => 2,
            Shape::One => 1,
            Shape::Dead => 0,
        };
        for mut number in (0..6561).step_by(5) {
            let mut line = ['X'; 9];
            for at in (0..9).filter(|&at| at != REACH) {
                line[at] = ['.', 'X', 'O'][number % 3];
                number /= 3;
            }
            let text: String = line.iter().collect();
            assert_eq!(level(shape(&text)), slowly(line), "{text}");
        }
    }
}
