//! The features of a move: its tactical effects, its location, its distances from the last two
//! moves, and the shapes around it. Nothing but ladders and nets is read ahead.
//!
//! Each feature has a weight in a [`Table`](crate::Table), and the value of a move is the sum of
//! the weights of its features.

pub(crate) mod shapes;
pub(crate) mod tactics;
mod view;

pub(crate) use view::View;

use tactics::Tactic;

/// The kinds of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// A tactical property of the move: a [`Tactic`].
    Tactic,
    /// The distance to the last move.
    Last,
    /// The distance to the move before the last one.
    Before,
    /// The distances to the last move and to the move before it.
    Near,
    /// The point's line counted from the nearest edge, and its line counted from the nearer of the
    /// two perpendicular edges.
    Line,
    /// The line counted from the nearest edge, and how full the board is.
    Stage,
    /// The number of liberties of the chain to which the played stone will belong, and the number
    /// of liberties of each player's weakest chain next to the point.
    Contact,
    /// The colours around the point, up to some distance.
    Colors,
    /// The colours and liberties around the point, up to some distance.
    Chains,
    /// The colours and liberties around the last move, and the location of the new move relative to
    /// the last one.
    Reply,
}

impl Kind {
    const ALL: [(Self, &str); 10] = [
        (Self::Tactic, "tactic"),
        (Self::Last, "last"),
        (Self::Before, "before"),
        (Self::Near, "near"),
        (Self::Line, "line"),
        (Self::Stage, "stage"),
        (Self::Contact, "contact"),
        (Self::Colors, "colors"),
        (Self::Chains, "chains"),
        (Self::Reply, "reply"),
    ];

    /// How many numbers identify a feature of this kind; 0 for tactics and shapes, which are
    /// identified in other ways.
    fn numbers(self) -> usize {
        match self {
            Self::Last | Self::Before => 1,
            Self::Near | Self::Line | Self::Stage => 2,
            Self::Contact => 3,
            Self::Tactic | Self::Colors | Self::Chains | Self::Reply => 0,
        }
    }
}

/// A property of a move. The same property in two positions is the same feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Feature {
    pub(crate) kind: Kind,
    /// The radius of the shape in features of the kinds `Colors` and `Chains`; 0 in all others.
    distance: u8,
    content: u32,
}

impl Feature {
    const fn new(kind: Kind, content: u32) -> Self {
        Self { kind, distance: 0, content }
    }

    /// Creates a feature that is identified by a few numbers.
    fn counted<const N: usize>(kind: Kind, numbers: [u8; N]) -> Self {
        Self::new(kind, numbers.into_iter().fold(0, |all, next| all << 8 | u32::from(next)))
    }

    /// The group of the feature. A move has at most one feature in each group.
    pub(crate) fn group(self) -> (Kind, u8, u32) {
        let tactic = if self.kind == Kind::Tactic { self.content } else { 0 };
        (self.kind, self.distance, tactic)
    }

    /// A single number that identifies the feature.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        (self.kind as u64) << 40 | u64::from(self.distance) << 32 | u64::from(self.content)
    }

    /// Whether the feature is found only by a [`View`] that looks for nets.
    pub(crate) fn is_net(self) -> bool {
        self == Self::new(Kind::Tactic, Tactic::Nets as u32)
    }

    /// Reads a feature from the output of [`View::text`]. Returns `None` for any other text.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let name = words.next()?;
        let &(kind, _) = Kind::ALL.iter().find(|known| known.1 == name)?;
        let feature = match kind {
            Kind::Tactic => {
                let name = words.next()?;
                let number = Tactic::NAMES.iter().position(|&known| known == name)?;
                Self::new(kind, number as u32)
            }
            Kind::Colors | Kind::Chains => {
                let (distance, content) = shapes::read(words.next()?)?;
                Self { kind, distance, content }
            }
            Kind::Reply => {
                let letters = words.next()?;
                let (column, row) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                Self::new(kind, shapes::read_with_move(letters, column, row)?)
            }
            _ => {
                let add = |all, word: &str| Some(all << 8 | u32::from(word.parse::<u8>().ok()?));
                Self::new(kind, words.by_ref().take(kind.numbers()).try_fold(0, add)?)
            }
        };
        words.next().is_none().then_some(feature)
    }

    fn name(self) -> &'static str {
        Kind::ALL[self.kind as usize].1
    }
}
