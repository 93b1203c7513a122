//! The arguments of the analysis commands: a player, an interval, and what a report should contain.

use std::time::Duration;

use engine::player::{Restriction, SearchReport, Watch, Wishes};
use engine::vocabulary::{Color, Move};
use protocol::{ArgumentError, Arguments, clip};

use crate::args::GoArguments;
use crate::error::CommandError;

/// The maximum interval, in hundredths of a second: about a year.
const LONGEST_INTERVAL: f64 = 3e9;
/// The minimum interval between two reports, even if a client asks for a shorter one.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// The options of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnalysisOptions {
    /// The player whose moves are searched.
    pub(crate) color: Color,
    /// The time between two reports.
    pub(crate) interval: Duration,
    /// The minimum number of moves in a report, including moves without visits.
    pub(crate) fewest_moves: usize,
    /// The maximum number of moves in a report.
    pub(crate) most_moves: usize,
    /// Moves to exclude.
    pub(crate) restrictions: Vec<Restriction>,
    /// Whether to report the ownership of each point.
    pub(crate) ownership: bool,
    /// Whether to report the uncertainty of each point's ownership.
    pub(crate) ownership_deviation: bool,
    /// Whether to report the ownership of each point after each move.
    pub(crate) ownership_by_move: bool,
    /// Whether to report the number of visits to each move in a variation.
    pub(crate) variation_visits: bool,
    /// Whether to report the number of visits to each move in a variation a second time, as edge
    /// visits.
    pub(crate) variation_edge_visits: bool,
    /// Whether to report the figures for the position itself.
    pub(crate) root: bool,
}

impl AnalysisOptions {
    /// Reads all arguments of an analysis command. The default colour is `to_move`.
    ///
    /// # Errors
    /// If an argument is invalid.
    pub(crate) fn read(
        arguments: &mut Arguments<'_>,
        to_move: Color,
    ) -> Result<Self, CommandError> {
        let mut options = Self {
            color: arguments.optional_color().unwrap_or(to_move),
            interval: Duration::from_secs(1),
            fewest_moves: 0,
            most_moves: usize::MAX,
            restrictions: Vec::new(),
            ownership: false,
            ownership_deviation: false,
            ownership_by_move: false,
            variation_visits: false,
            variation_edge_visits: false,
            root: false,
        };
        if arguments.clone().word("").is_ok_and(|word| word.parse::<f64>().is_ok()) {
            options.interval = interval(arguments)?;
        }
        while let Some(key) = arguments.next_word()? {
            options.read_pair(key, arguments)?;
        }
        Ok(options)
    }

    fn read_pair(&mut self, key: &str, arguments: &mut Arguments<'_>) -> Result<(), CommandError> {
        let count =
            |arguments: &mut Arguments<'_>| arguments.count("a number of moves", 0..=u32::MAX);
        let mut switch = || arguments.switch();
        match key {
            "interval" => self.interval = interval(arguments)?,
            "minmoves" => self.fewest_moves = count(arguments)? as usize,
            "maxmoves" => self.most_moves = count(arguments)? as usize,
            "avoid" | "allow" => {
                let restriction = restriction(key == "allow", arguments)?;
                self.restrictions.push(restriction);
            }
            "rootInfo" => self.root = switch()?,
            "ownership" => self.ownership = switch()?,
            "ownershipStdev" => self.ownership_deviation = switch()?,
            "movesOwnership" => self.ownership_by_move = switch()?,
            "pvVisits" => self.variation_visits = switch()?,
            "pvEdgeVisits" => self.variation_edge_visits = switch()?,
            // Mengxi has no concept of a game without a result.
            "noResultValue" => drop(switch()?),
            _ => {
                let expected = "interval, minmoves, maxmoves, avoid, allow, rootInfo, ownership, \
                                ownershipStdev, movesOwnership, pvVisits or pvEdgeVisits";
                return Err(ArgumentError::Malformed { found: clip(key), expected }.into());
            }
        }
        Ok(())
    }

    /// Converts the options to the wishes for a search. The search will pass each report to `tell`.
    pub(crate) fn wishes<'a>(&self, tell: &'a mut dyn FnMut(&SearchReport)) -> Wishes<'a> {
        Wishes {
            restrictions: self.restrictions.clone(),
            ownership_by_move: self.ownership_by_move,
            watch: Some(Watch::new(self.interval, tell)),
            ..Wishes::default()
        }
    }
}

/// An interval, given in hundredths of a second.
fn interval(arguments: &mut Arguments<'_>) -> Result<Duration, CommandError> {
    let hundredths = arguments.number("a number of hundredths of a second", LONGEST_INTERVAL)?;
    Ok(Duration::from_secs_f64(hundredths.max(0.0) / 100.0).max(SHORTEST_INTERVAL))
}

/// Reads a colour, moves separated by commas, and the depth up to which the restriction applies. If
/// `only` is true, all moves except those listed are excluded; otherwise, the listed moves are
/// excluded.
fn restriction(only: bool, arguments: &mut Arguments<'_>) -> Result<Restriction, CommandError> {
    let color = arguments.color()?;
    let expected = "points with commas between them";
    let words = arguments.word(expected)?;
    let read = |word: &str| -> Result<Move, ArgumentError> {
        let malformed = |_| ArgumentError::Malformed { found: clip(word), expected };
        Arguments::new(word).play().map_err(malformed)
    };
    let moves =
        words.split(',').filter(|word| !word.is_empty()).map(read).collect::<Result<_, _>>()?;
    let depth = arguments.count("a depth", 1..=u32::MAX)? as usize;
    Ok(Restriction { color, moves, only, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<AnalysisOptions, CommandError> {
        AnalysisOptions::read(&mut Arguments::new(text), Color::White)
    }

    #[test]
    fn a_colour_and_an_interval_may_be_left_out() {
        for (text, color, milliseconds) in [
            ("", Color::White, 1000),
            ("b", Color::Black, 1000),
            ("10", Color::White, 100),
            ("Black 50", Color::Black, 500),
            ("B interval 20", Color::Black, 200),
            ("interval 0", Color::White, 10),
        ] {
            let options = read(text).unwrap();
            let interval = Duration::from_millis(milliseconds);
            assert_eq!((options.color, options.interval), (color, interval), "{text}");
        }
    }

    #[test]
    fn keys_stand_in_any_order() {
        let options = read(
            "w ownership true minmoves 2 pvVisits true maxmoves 5 interval 30 rootInfo true \
             movesOwnership false ownershipStdev true pvEdgeVisits true noResultValue true",
        );
        let options = options.unwrap();
        assert!(options.ownership && options.variation_visits && options.root);
        assert!(!options.ownership_by_move && options.ownership_deviation);
        assert_eq!((options.fewest_moves, options.most_moves), (2, 5));
        assert_eq!(options.interval, Duration::from_millis(300));
    }

    #[test]
    fn moves_are_left_out_for_one_colour_and_a_depth() {
        let options = read("b 10 avoid b Q16,d4,pass 3 avoid w C3 1 allow B D5 2").unwrap();
        let [first, second, third] = &options.restrictions[..] else { panic!("{options:?}") };
        assert_eq!((first.color, first.moves.len(), first.depth), (Color::Black, 3, 3));
        assert_eq!((second.color, second.only), (Color::White, false));
        assert_eq!((third.color, third.only, third.depth), (Color::Black, true, 2));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for bad in [
            "x",
            "b x",
            "10 ownership",
            "10 ownership maybe",
            "10 minmoves",
            "10 minmoves x",
            "avoid b",
            "avoid b d4",
            "avoid b d4 0",
            "avoid b d4,x9999 1",
            "avoid x d4 1",
            "10 20",
            "nan",
            "interval inf",
            "interval 1e10",
        ] {
            let error = read(bad).expect_err(bad).to_string();
            assert!(error.contains("expected"), "{bad}: {error}");
        }
    }
}
