//! Where UCI and UCCI differ.

use std::time::Duration;

use crate::xiangqi::square::Ranks;

/// One of the two protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::xiangqi) enum Dialect {
    /// The Universal Chess Interface.
    Uci,
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
    /// Whether UCCI's times are in milliseconds.
    Milliseconds,
    /// Forgets what earlier searches have found.
    Forget,
    /// Changes nothing here.
    Ignored,
}

impl EngineOption {
    /// The greatest number, for options that are numbers.
    pub(super) fn most(self) -> usize {
        match self {
            Self::Memory => 1 << 14,
            Self::Threads => 512,
            _ => 100,
        }
    }
}

impl Dialect {
    /// The command that begins a conversation.
    pub(super) fn greeting(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
        }
    }

    /// The end of the answer to the greeting.
    pub(super) fn welcome(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
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
            Self::Uci => "bestmove (none)",
            Self::Ucci => "nobestmove",
        }
    }

    /// How ranks are counted.
    pub(super) fn ranks(self) -> Ranks {
        match self {
            Self::Uci => Ranks::FromOne,
            Self::Ucci => Ranks::FromZero,
        }
    }

    /// The options, as the program describes them. `memory` is in MiB.
    pub(super) fn options(self, memory: usize, threads: usize) -> Vec<String> {
        let number = |option: EngineOption, default| {
            format!("type spin default {default} min 1 max {}", option.most())
        };
        let memory = number(EngineOption::Memory, memory);
        let threads = number(EngineOption::Threads, threads);
        let rows = match self {
            Self::Uci => vec![
                format!("name Hash {memory}"),
                format!("name Threads {threads}"),
                format!("name MultiPV {}", number(EngineOption::Lines, 1)),
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
        rows.into_iter().map(|row| format!("option {row}")).collect()
    }

    /// The option and its value in the arguments of `setoption`.
    pub(super) fn option_in(self, words: &[&str]) -> Option<(EngineOption, String)> {
        let (name, value) = match self {
            Self::Uci => {
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
            (Self::Uci, "hash") | (Self::Ucci, "hashsize") => EngineOption::Memory,
            (_, "threads") => EngineOption::Threads,
            (Self::Uci, "multipv") => EngineOption::Lines,
            (Self::Uci, "clear hash") | (Self::Ucci, "newgame") => EngineOption::Forget,
            (Self::Ucci, "usemillisec") => EngineOption::Milliseconds,
            (Self::Uci, "ponder" | "uci_variant" | "uci_analysemode") => EngineOption::Ignored,
            (Self::Ucci, "ponder" | "batch" | "debug" | "bookfiles" | "egtbpaths" | "usebook")
            | (Self::Ucci, "useegtb" | "idle" | "randomness" | "style" | "promotion") => {
                EngineOption::Ignored
            }
            _ => return None,
        };
        Some((option, value))
    }

    /// A time in the unit of the protocol: milliseconds, or in UCCI seconds unless the board has
    /// asked for milliseconds.
    pub(super) fn time(self, number: u64, in_milliseconds: bool) -> Duration {
        if self == Self::Uci || in_milliseconds {
            Duration::from_millis(number)
        } else {
            Duration::from_secs(number)
        }
    }
}
