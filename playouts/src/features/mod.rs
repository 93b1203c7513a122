//! What there is to say about a move at a glance: its features.
//!
//! Each feature has a weight in a [`Table`](crate::Table), and what is known of a move is the sum of
//! the weights of its features.

pub(crate) mod shapes;
pub(crate) mod tactics;
mod view;

pub(crate) use view::View;

use tactics::Tactic;

/// What a feature is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// What the move does: a [`Tactic`].
    Tactic,
    /// How far it is from the last move.
    Last,
    /// How far it is from the move before the last.
    Before,
    /// How near it is to both.
    Near,
    /// The lines on which it is from the nearest edge and the nearest of the other direction.
    Line,
    /// The nearest line, and how full the board is.
    Stage,
    /// How sure its player is of the point.
    Owner,
    /// The nearest line, and how sure its player is of the point.
    OwnerLine,
    /// How sure each player is of the stones next to it.
    Fate,
    /// The liberties it has once played, and those of the weakest chains next to it.
    Contact,
    /// The colours around it, out to a distance.
    Colors,
    /// The colours and liberties around it, out to a distance.
    Chains,
    /// The colours and liberties around the last move, and where from there the move is.
    Reply,
}

impl Kind {
    const ALL: [(Self, &str); 13] = [
        (Self::Tactic, "tactic"),
        (Self::Last, "last"),
        (Self::Before, "before"),
        (Self::Near, "near"),
        (Self::Line, "line"),
        (Self::Stage, "stage"),
        (Self::Owner, "owner"),
        (Self::OwnerLine, "owner_line"),
        (Self::Fate, "fate"),
        (Self::Contact, "contact"),
        (Self::Colors, "colors"),
        (Self::Chains, "chains"),
        (Self::Reply, "reply"),
    ];

    /// How many numbers tell apart what is no tactic and no shape.
    fn numbers(self) -> usize {
        match self {
            Self::Last | Self::Before | Self::Owner => 1,
            Self::Near | Self::Line | Self::Stage | Self::OwnerLine | Self::Fate => 2,
            Self::Contact => 3,
            Self::Tactic | Self::Colors | Self::Chains | Self::Reply => 0,
        }
    }
}

/// Something that is said about moves. The same feature of another position is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Feature {
    pub(crate) kind: Kind,
    /// How far a shape reaches; 0 for other kinds.
    distance: u8,
    content: u32,
}

impl Feature {
    const fn new(kind: Kind, content: u32) -> Self {
        Self { kind, distance: 0, content }
    }

    /// One of a few that are told apart by numbers.
    fn counted<const N: usize>(kind: Kind, numbers: [u8; N]) -> Self {
        Self::new(kind, numbers.into_iter().fold(0, |all, next| all << 8 | u32::from(next)))
    }

    /// What it is one of: a move has at most one feature of each group.
    pub(crate) fn group(self) -> (Kind, u8, u32) {
        let tactic = if self.kind == Kind::Tactic { self.content } else { 0 };
        (self.kind, self.distance, tactic)
    }

    /// One number for all that it is.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        (self.kind as u64) << 40 | u64::from(self.distance) << 32 | u64::from(self.content)
    }

    /// Whether only a [`View`] with nets has it.
    pub(crate) fn is_net(self) -> bool {
        self == Self::new(Kind::Tactic, Tactic::Nets as u32)
    }

    /// Whether only a [`View`] with an ownership estimate has it.
    pub(crate) fn is_of_owners(self) -> bool {
        matches!(self.kind, Kind::Owner | Kind::OwnerLine | Kind::Fate)
    }

    /// Reads what [`View::text`] has written.
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
