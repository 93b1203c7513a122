//! Where UCI and UCCI differ.

use std::time::Duration;

use crate::settings::Settings;
use crate::xiangqi::square::Ranks;

/// One of the two protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::xiangqi) enum Dialect {
    /// The Universal Chess Interface, with ranks that are counted from 1 or from 0.
    Uci(Ranks),
    /// The Universal Chinese Chess Interface.
    Ucci,
}

/// An option that a board can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineOption {
    /// The memory for tables, in MiB.
    Memory,
    /// The number of threads.
    Threads,
    /// The number of lines to report.
    Lines,
    /// The level of play.
    Level,
    /// The time kept back from each move, in milliseconds.
    Lag,
    /// Whether the opening book is used.
    Book,
    /// Whether UCCI's times are in milliseconds.
    Milliseconds,
    /// Forgets what earlier searches have found.
    Forget,
    /// Changes nothing here.
    Ignored,
}

impl EngineOption {
    /// The smallest number, for options that are numbers.
    pub(super) fn least(self) -> usize {
        usize::from(self != Self::Lag)
    }

    /// The greatest number, for options that are numbers.
    pub(super) fn most(self) -> usize {
        match self {
            Self::Memory => 1 << 14,
            Self::Threads => 512,
            Self::Level => Settings::FULL_STRENGTH as usize,
            Self::Lag => 5000,
            _ => 100,
        }
    }

    /// The description of a numeric option, as it is sent to a board.
    fn described(self, default: usize) -> String {
        let (least, most) = (self.least(), self.most());
        format!("type spin default {} min {least} max {most}", default.clamp(least, most))
    }
}

impl Dialect {
    /// The command that begins a conversation.
    pub(super) fn greeting(self) -> &'static str {
        match self {
            Self::Uci(_) => "uci",
            Self::Ucci => "ucci",
        }
    }

    /// The end of the answer to the greeting.
    pub(super) fn welcome(self) -> &'static str {
        match self {
            Self::Uci(_) => "uciok",
            Self::Ucci => "ucciok",
        }
    }

    /// What is said at the end.
    pub(super) fn farewell(self) -> Option<&'static str> {
        (self == Self::Ucci).then_some("bye")
    }

    /// What is said if there is no move.
    pub(super) fn no_move(self) -> &'static str {
        match self {
            Self::Uci(_) => "bestmove (none)",
            Self::Ucci => "nobestmove",
        }
    }

    /// A line that is meant for a person.
    pub(super) fn note(self, text: &str) -> String {
        match self {
            Self::Uci(_) => format!("info string {text}"),
            Self::Ucci => format!("info message {text}"),
        }
    }

    /// How ranks are counted.
    pub(super) fn ranks(self) -> Ranks {
        match self {
            Self::Uci(ranks) => ranks,
            Self::Ucci => Ranks::FromZero,
        }
    }

    /// The options, as the program describes them, with these settings as the defaults.
    pub(super) fn options(self, settings: &Settings) -> Vec<String> {
        let memory = EngineOption::Memory.described(settings.memory >> 20);
        let threads = EngineOption::Threads.described(settings.threads);
        let mut rows = match self {
            Self::Uci(_) => vec![
                format!("name Hash {memory}"),
                format!("name Threads {threads}"),
                format!("name MultiPV {}", EngineOption::Lines.described(1)),
                format!(
                    "name Skill Level {}",
                    EngineOption::Level.described(settings.level as usize)
                ),
                format!(
                    "name Move Overhead {}",
                    EngineOption::Lag.described(settings.pacing.lag.as_millis() as usize)
                ),
                "name Ponder type check default false".to_owned(),
                "name Clear Hash type button".to_owned(),
                "name UCI_Variant type combo default xiangqi var xiangqi".to_owned(),
            ],
            Self::Ucci => vec![
                "usemillisec type check default false".to_owned(),
                format!("hashsize {memory}"),
                format!("threads {threads}"),
                "newgame type button".to_owned(),
            ],
        };
        if settings.opening.is_some() {
            let name = if self == Self::Ucci { "usebook" } else { "name OwnBook" };
            rows.push(format!("{name} type check default true"));
        }
        rows.into_iter().map(|row| format!("option {row}")).collect()
    }

    /// The option and its value in the arguments of `setoption`.
    pub(super) fn option_in(self, words: &[&str]) -> Option<(EngineOption, String)> {
        let (name, value) = match self {
            Self::Uci(_) => {
                let words = words.strip_prefix(&["name"])?;
                let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
                let (name, value) = words.split_at_checked(end)?;
                (name.join(" "), value.get(1..).unwrap_or_default().join(" "))
            }
            Self::Ucci => {
                let (name, value) = words.split_first()?;
                ((*name).to_owned(), value.join(" "))
            }
        };
        let option = match (self, name.to_ascii_lowercase().as_str()) {
            (Self::Uci(_), "hash") | (Self::Ucci, "hashsize") => EngineOption::Memory,
            (_, "threads") => EngineOption::Threads,
            (Self::Uci(_), "multipv") => EngineOption::Lines,
            (Self::Uci(_), "clear hash") | (Self::Ucci, "newgame") => EngineOption::Forget,
            (Self::Uci(_), "skill level") => EngineOption::Level,
            (Self::Uci(_), "move overhead") => EngineOption::Lag,
            (Self::Uci(_), "ownbook") | (Self::Ucci, "usebook") => EngineOption::Book,
            (Self::Ucci, "usemillisec") => EngineOption::Milliseconds,
            (Self::Uci(_), "ponder" | "uci_variant" | "uci_analysemode") => EngineOption::Ignored,
            (Self::Ucci, "ponder" | "batch" | "debug" | "bookfiles" | "egtbpaths" | "useegtb")
            | (Self::Ucci, "idle" | "pruning" | "knowledge" | "randomness" | "style")
            | (Self::Ucci, "promotion" | "usehash") => EngineOption::Ignored,
            _ => return None,
        };
        Some((option, value))
    }

    /// A time in the unit of the protocol: milliseconds, or in UCCI seconds unless the board has
    /// asked for milliseconds.
    pub(super) fn time(self, number: u64, in_milliseconds: bool) -> Duration {
        if self != Self::Ucci || in_milliseconds {
            Duration::from_millis(number)
        } else {
            Duration::from_secs(number)
        }
    }
}
