//! What a move to a point makes for one player: a shape in each of the four directions, and the
//! threat that they amount to.

use std::sync::LazyLock;

use super::shape::Shape;

/// The number of directions.
pub(super) const DIRECTIONS: usize = 4;
/// The bits of a pattern for each shape.
const BITS: usize = 4;

/// The shapes that a move makes in the four directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pattern(u16);

/// The strongest threat that a move makes. The variants are in ascending order of urgency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// Nothing.
    #[default]
    None,
    /// An open three: the next move can make an open four.
    Three,
    /// Two open threes or more.
    DoubleThree,
    /// A four with one way to five.
    Four,
    /// A four with an open three.
    FourThree,
    /// An open four, or two fours: five cannot be prevented, except by a five.
    OpenFour,
    /// Five.
    Five,
}

impl Threat {
    /// All threats, in the order of their numbers.
    const ALL: [Self; 7] = [
        Self::None,
        Self::Three,
        Self::DoubleThree,
        Self::Four,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];
}

impl Pattern {
    /// The number of patterns whose shapes differ, whatever their directions: the ways to choose
    /// four of twelve shapes, each as often as one likes.
    pub const DISTINCT: usize = 1365;

    /// The pattern with these shapes.
    pub fn new(shapes: [Shape; DIRECTIONS]) -> Self {
        let mut pattern = Self::default();
        for (direction, shape) in shapes.into_iter().enumerate() {
            pattern = pattern.with(direction, shape as u16);
        }
        pattern
    }

    /// All patterns.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u16::MAX).map(Self).filter(|pattern| pattern.is_pattern())
    }

    /// The pattern with another shape, given by its number, in one direction.
    #[inline]
    #[must_use]
    pub(super) fn with(self, direction: usize, shape: u16) -> Self {
        let shift = BITS * direction;
        Self(self.0 & !(15 << shift) | shape << shift)
    }

    /// The shapes in the four directions.
    pub fn shapes(self) -> [Shape; DIRECTIONS] {
        let shape = |direction| usize::from(self.0 >> (BITS * direction) & 15);
        [0, 1, 2, 3].map(|direction| Shape::from_number(shape(direction)))
    }

    /// The threat that a move makes.
    #[inline]
    pub fn threat(self) -> Threat {
        let facts = FACTS.get(usize::from(self.0)).copied().unwrap_or_default();
        Threat::ALL.get(usize::from(facts.threat)).copied().unwrap_or_default()
    }

    /// The number of the pattern among those with different shapes, less than
    /// [`DISTINCT`](Self::DISTINCT).
    #[inline]
    pub fn number(self) -> usize {
        FACTS.get(usize::from(self.0)).map_or(0, |facts| usize::from(facts.number))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    threat: u8,
    number: u16,
}

/// What is known of each pattern.
static FACTS: LazyLock<Box<[Facts]>> = LazyLock::new(|| {
    let mut facts = vec![Facts::default(); 1 << 16].into_boxed_slice();
    let mut number = 0;
    // A pattern with shapes in falling order comes before all of its rearrangements.
    for pattern in Pattern::all() {
        let shapes = pattern.shapes();
        let mut sorted = shapes;
        sorted.sort_unstable_by(|left, right| right.cmp(left));
        let first = Pattern::new(sorted);
        let known = facts.get(usize::from(first.0)).copied().unwrap_or_default();
        let mut found = Facts { threat: threat(shapes) as u8, ..known };
        if first == pattern {
            found.number = number;
            number += 1;
        }
        if let Some(place) = facts.get_mut(usize::from(pattern.0)) {
            *place = found;
        }
    }
    facts
});

impl Pattern {
    /// Whether each half byte is the number of a shape.
    fn is_pattern(self) -> bool {
        (0..DIRECTIONS).all(|at| usize::from(self.0 >> (BITS * at) & 15) < Shape::COUNT)
    }
}

fn threat(shapes: [Shape; DIRECTIONS]) -> Threat {
    let count = |shape| shapes.iter().filter(|&&other| other == shape).count();
    let threes = count(Shape::OpenThree);
    match (count(Shape::Five), count(Shape::OpenFour), count(Shape::Four)) {
        (1.., _, _) => Threat::Five,
        (_, 1.., _) | (_, _, 2..) => Threat::OpenFour,
        (_, _, 1) if threes > 0 => Threat::FourThree,
        (_, _, 1) => Threat::Four,
        _ if threes > 1 => Threat::DoubleThree,
        _ if threes > 0 => Threat::Three,
        _ => Threat::None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn pattern(numbers: [usize; 4]) -> Pattern {
        Pattern::new(numbers.map(Shape::from_number))
    }

    #[test]
    fn patterns_differ_by_their_shapes_alone() {
        let mut numbers = HashSet::new();
        for code in 0..12_usize.pow(4) {
            let digits = [code % 12, code / 12 % 12, code / 144 % 12, code / 1728];
            let number = pattern(digits).number();
            let [a, b, c, d] = digits;
            assert_eq!(pattern([d, b, a, c]).number(), number, "{digits:?}");
            assert_eq!(pattern(digits).shapes().map(|shape| shape as usize), digits);
            numbers.insert(number);
        }
        assert_eq!(numbers.len(), Pattern::DISTINCT);
        assert_eq!(numbers.into_iter().max(), Some(Pattern::DISTINCT - 1));
    }

    #[test]
    fn threats_are_told_by_the_shapes() {
        use Shape::{Dead, Five, Four, OpenFour, OpenThree, OpenTwo, Three};
        for (shapes, expected) in [
            ([Dead; 4], Threat::None),
            ([Three, OpenTwo, Three, Dead], Threat::None),
            ([Dead, OpenThree, Dead, Dead], Threat::Three),
            ([OpenThree, OpenThree, Dead, Dead], Threat::DoubleThree),
            ([Four, Three, Dead, Dead], Threat::Four),
            ([Dead, Four, Dead, OpenThree], Threat::FourThree),
            ([Four, Dead, Four, Dead], Threat::OpenFour),
            ([OpenThree, Dead, Dead, OpenFour], Threat::OpenFour),
            ([OpenFour, Dead, Five, Dead], Threat::Five),
        ] {
            let pattern = Pattern::new(shapes);
            assert_eq!(pattern.threat(), expected, "{shapes:?}");
            assert_eq!(pattern.with(0, Five as u16).threat(), Threat::Five);
        }
        assert_eq!(Threat::ALL.map(|threat| threat as usize), [0, 1, 2, 3, 4, 5, 6]);
    }
}
