//! Games in the Generic Game Format, as far as the NBoard protocol uses it.
//!
//! A game is `(;GM[Othello]...BO[8 SQUARES PLAYER]B[D3//1.5]W[C5]...;)`: properties with a value in
//! brackets. `BO` is the board at the start (`*` black, `O` white, `-` empty), `B` and `W` are
//! moves, each with an evaluation and a time that may be left out; `PA` is a pass. `TI` is the time
//! of both players for the game, `TB` and `TW` that of one of them: `15:00/0:05/2:00` is a quarter
//! of an hour, five seconds more for each move, and two minutes in which a game lost on time may be
//! finished, which are not used here.

use std::time::Duration;

use clocks::{BySide, Side};
use thiserror::Error;

use super::diagram::{Color, Diagram};
use super::square::Move;

/// The game in the record, as far as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// The board at the start and the player to move.
    pub(super) start: Diagram,
    /// The moves in their order.
    pub(super) moves: Vec<Played>,
    /// The time of each player for the game, if it is limited.
    pub(super) times: BySide<Option<GameTime>>,
}

/// A move in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// Who made it.
    pub(super) color: Color,
    /// The move.
    pub(super) mv: Move,
    /// The time that it took.
    pub(super) spent: Duration,
}

impl Played {
    fn read(color: Color, text: &str) -> Result<Self, GgfError> {
        Ok(Self { color, mv: read_move(text)?, spent: read_spent(text) })
    }
}

/// The time of a player for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameTime {
    /// The time at the start.
    pub(super) main: Duration,
    /// The time that each move adds.
    pub(super) increment: Duration,
}

/// Why a record was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum GgfError {
    /// A bracket is not closed.
    #[error("expected a closing bracket after {0}")]
    Open(String),
    /// The board is not one of 8x8 squares.
    #[error("expected a board as in BO[8 ...], got '{0}'")]
    Board(String),
    /// The text is not a move.
    #[error("expected a move such as D3 or PA, got '{0}'")]
    Move(String),
}

/// Reads a game.
///
/// # Errors
/// Names what was not understood. Properties that are not needed are skipped.
pub(super) fn read(text: &str) -> Result<Game, GgfError> {
    let times = BySide::default();
    let mut game = Game { start: Diagram::START, moves: Vec::new(), times };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let name = before.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
        let (value, after) =
            after.split_once(']').ok_or_else(|| GgfError::Open(protocol::clip(name)))?;
        match name {
            "BO" => game.start = board(value)?,
            "B" => game.moves.push(Played::read(Color::Black, value)?),
            "W" => game.moves.push(Played::read(Color::White, value)?),
            "TI" => {
                let time = read_game_time(value);
                game.times = BySide::new(time, time);
            }
            "TB" => game.times[Side::First] = read_game_time(value),
            "TW" => game.times[Side::Second] = read_game_time(value),
            _ => {}
        }
        rest = after;
    }
    Ok(game)
}

/// Reads a move with its evaluation and its time, such as `D3//1.5`.
///
/// # Errors
/// If the part before the first `/` is no move.
pub(super) fn read_move(text: &str) -> Result<Move, GgfError> {
    let name = text.split('/').next().unwrap_or_default().trim();
    if name.eq_ignore_ascii_case("PA") {
        return Ok(Move::PASS);
    }
    name.parse().map_err(|_| GgfError::Move(protocol::clip(text)))
}

/// The time that a move took, such as the 1.5 seconds of `D3//1.5`; zero if it is missing or cannot
/// be read.
pub(super) fn read_spent(text: &str) -> Duration {
    let seconds = text.split('/').nth(2).and_then(|text| text.trim().parse().ok());
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
}

/// A player's time for a game. NBoard writes a time of zero where there is no clock, and a game is
/// better played without a clock than refused for one that cannot be read.
fn read_game_time(text: &str) -> Option<GameTime> {
    let mut parts = text.split('/');
    let main = parts.next().and_then(read_time).filter(|main| !main.is_zero())?;
    let increment = parts.next().and_then(read_time).unwrap_or_default();
    Some(GameTime { main, increment })
}

/// A time, `days.hours:minutes:seconds`, of which the last part or parts are enough.
fn read_time(text: &str) -> Option<Duration> {
    const SECONDS: [u64; 4] = [1, 60, 60 * 60, 24 * 60 * 60];
    let parts: Option<Vec<u32>> =
        text.trim().split([':', '.']).map(|part| part.parse().ok()).collect();
    let parts = parts.filter(|parts| parts.len() <= SECONDS.len())?;
    let parts = parts.into_iter().rev().zip(SECONDS);
    Some(Duration::from_secs(parts.map(|(count, unit)| u64::from(count) * unit).sum()))
}

/// Writes a move in two characters: a point such as `D3`, or `PA` for a pass.
pub(super) fn write_move(mv: Move) -> String {
    if mv == Move::PASS { "PA".to_owned() } else { mv.to_string().to_uppercase() }
}

fn board(text: &str) -> Result<Diagram, GgfError> {
    let wrong = || GgfError::Board(protocol::clip(text));
    let squares = text.trim().strip_prefix('8').ok_or_else(wrong)?;
    let letters: String = squares
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| if letter == '*' { 'X' } else { letter.to_ascii_uppercase() })
        .collect();
    let cut = letters.char_indices().nth(64).map(|(at, _)| at).ok_or_else(wrong)?;
    let (squares, player) = letters.split_at(cut);
    format!("{squares} {player}").parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "8 ---------------------------O*------*O--------------------------- *";

    #[test]
    fn a_game_is_read_with_its_board_and_its_moves() {
        let text = format!(
            "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[{START}]B[F5//1.2]W[F6]B[pa];)"
        );
        let game = read(&text).unwrap();
        assert_eq!(game.start, Diagram::START);
        let names: Vec<_> = game.moves.iter().map(|played| write_move(played.mv)).collect();
        assert_eq!(names, ["F5", "F6", "PA"]);
        let spent: Vec<_> = game.moves.iter().map(|played| played.spent.as_millis()).collect();
        assert_eq!(spent, [1200, 0, 0]);
        let rows = "8\n-------- -------- -------- ---O*--- ---*O--- -------- -------- --------\n*";
        assert_eq!(read(&format!("(;BO[{rows}];)")).unwrap().start, Diagram::START);
    }

    #[test]
    fn times_are_those_of_both_players_or_of_each() {
        let times = |text: &str| {
            let times = read(text).unwrap().times;
            [times[Side::First], times[Side::Second]].map(|time| {
                time.map(|GameTime { main, increment }| (main.as_secs(), increment.as_secs()))
            })
        };
        assert_eq!(times("(;TI[15:00//02:00]B[F5];)"), [Some((900, 0)); 2]);
        assert_eq!(times("(;TI[20]TW[1:02:03/10];)"), [Some((20, 0)), Some((3723, 10))]);
        assert_eq!(times("(;TB[2.00:00:01/x];)"), [Some((172_801, 0)), None]);
        for none in ["", "0//2:00", "five", "1:2:3:4:5", "-1", "99999999999:00"] {
            assert_eq!(times(&format!("(;TI[{none}];)")), [None; 2], "{none}");
        }
    }

    #[test]
    fn times_of_moves_that_cannot_be_read_are_none() {
        for none in ["D3", "D3/1.0", "D3//", "D3//x", "D3//-1", "D3//inf", "D3//1e99"] {
            assert_eq!(read_spent(none), Duration::ZERO, "{none}");
        }
        assert_eq!(read_spent("D3/-1.25/0.75"), Duration::from_millis(750));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, problem) in [
            ("(;GM[Othello", "expected a closing bracket after GM"),
            ("(;BO[10 --]", "expected a board as in BO[8 ...], got '10 --'"),
            ("(;BO[8 é]", "expected a board as in BO[8 ...], got '8 é'"),
            ("(;B[J3]", "expected a move such as D3 or PA, got 'J3'"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), problem);
        }
        assert_eq!(read("").unwrap().moves, []);
    }
}
