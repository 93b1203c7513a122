//! Reads the main line of a record as a game.
//!
//! Set-up stones before the first move become the start position of the game. They count as
//! handicap stones if they are all Black's and White moves first. `GameState` does not support
//! set-up during a game. If a record sets up stones after a move, and this changes something, a new
//! game therefore starts from the resulting position, and everything before it is forgotten,
//! including prisoners. Moves keep their numbers, and [`RecordedGame`] says how many are left out.

use super::SgfError;
use super::encoding::{Encoding, without_mark};
use super::parser::{MainLine, Property};
use crate::rules::{GameState, IllegalMove, Rules, fixed_handicap};
use crate::vocabulary::{BoardSize, Color, Move, Vertex};

/// Reads the first game of a collection along its main line.
///
/// The returned game ends before move number `up_to`, or after the last move if `up_to` is omitted
/// or too large. Moves are counted from 1, and passes count as moves. The board is 19x19 if `SZ` is
/// missing, the komi is 0 if `KM` is missing, and the default rules apply unless `RU` names a known
/// preset. A handicap without stones (`HA` alone) is placed on the fixed points unless Black moves
/// first. Suicide and repetition are accepted, because the game may have been played under other
/// rules. Retaking a ko immediately is an error unless the node has a `KO` property.
///
/// # Errors
/// If the text is not a Go record, contains an impossible move, or is cut off inside a node before
/// move `up_to`. The error says where.
pub fn read(text: impl AsRef<[u8]>, up_to: Option<usize>) -> Result<GameState, SgfError> {
    read_under(Rules::default(), text, up_to).map(|recorded| recorded.game)
}

/// A game as it was read from a record.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The game.
    pub game: GameState,
    /// The number of moves that the record has before the first move of the game: 0, unless it sets
    /// up stones after a move.
    pub left_out: usize,
}

/// Like [`read`], but `rules` apply unless `RU` names a known preset, and the result says how many
/// moves are left out.
///
/// # Errors
/// As for [`read`].
pub fn read_under(
    rules: Rules,
    text: impl AsRef<[u8]>,
    up_to: Option<usize>,
) -> Result<RecordedGame, SgfError> {
    let text = without_mark(text.as_ref());
    let line = main_line(&text)?;
    let header = Header::of(line, rules)?;
    let mut reader = Reader {
        stones: vec![None; header.size.area()],
        game: GameState::new(header.size, header.rules, header.komi),
        is_set_up: false,
        to_move: None,
        first_mover: header.first_mover,
        handicap: header.handicap,
        number: 1,
    };
    let up_to = up_to.unwrap_or(usize::MAX);
    reader.follow(line, up_to)?;
    if line.is_cut && reader.number < up_to {
        return Err(SgfError::Cut { number: reader.number });
    }
    let Reader { game, number, .. } = reader;
    let left_out = (number - 1).saturating_sub(game.moves().len());
    Ok(RecordedGame { game, left_out })
}

/// Parses the main line in the encoding that yields the most nodes. With a wrong encoding, the ends
/// of some values would be missed, and nodes would be lost or the text would seem to be cut off.
fn main_line(text: &[u8]) -> Result<MainLine<'_>, SgfError> {
    let mut best: Result<MainLine<'_>, SgfError> = Err(SgfError::NoGame);
    for &encoding in Encoding::candidates(text) {
        let line = MainLine::find(text, encoding);
        let is_better = match (&best, &line) {
            (Ok(best), Ok(line)) => (line.length, !line.is_cut) > (best.length, !best.is_cut),
            (Err(error), Err(_)) => *error == SgfError::NoGame,
            (best, _) => best.is_err(),
        };
        if is_better {
            best = line;
        }
    }
    best
}

/// The properties that apply to the whole game. They may occur anywhere on the main line.
struct Header {
    size: BoardSize,
    komi: f64,
    rules: Rules,
    handicap: usize,
    /// The player who makes the first move in the record.
    first_mover: Option<Color>,
}

impl Header {
    /// The rules are `fallback` if the record names none that are known.
    fn of(line: MainLine<'_>, fallback: Rules) -> Result<Self, SgfError> {
        const NAMES: [&str; 5] = ["GM", "SZ", "KM", "RU", "HA"];
        let mut found = [const { None }; NAMES.len()];
        let mut first_mover = None;
        for property in line.nodes().flat_map(|node| node.properties()) {
            first_mover = first_mover.or_else(|| property.mover());
            if let Some(place) = NAMES.iter().position(|name| *name == property.name) {
                found[place].get_or_insert(property);
            }
        }
        let [game, size, komi, rules, handicap] = &found;
        if let Some(game) = game
            && !matches!(game.text(), "" | "1")
        {
            return Err(game.error("1 for Go"));
        }
        Ok(Self {
            size: size.as_ref().map_or(Ok(BoardSize::square(19)), read_size)?,
            komi: komi.as_ref().map_or(Ok(0.0), read_komi)?,
            rules: rules.as_ref().and_then(|rules| preset(rules.text())).unwrap_or(fallback),
            handicap: handicap.as_ref().map_or(Ok(0), read_handicap)?,
            first_mover,
        })
    }
}

fn read_size(property: &Property<'_>) -> Result<BoardSize, SgfError> {
    let text = property.text();
    if text.is_empty() {
        return Ok(BoardSize::square(19));
    }
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>();
    match (number(width), number(height)) {
        (Ok(width), Ok(height)) => Ok(BoardSize::new(width, height)?),
        _ => Err(property.error("a size as in 19 or 9:13")),
    }
}

/// The largest komi in points, far beyond all that can be counted on a board.
const LARGEST_KOMI: f64 = 1e6;

/// Reads the komi in points. Some programs write a decimal comma or add words after the number.
fn read_komi(property: &Property<'_>) -> Result<f64, SgfError> {
    let text = property.text().replace(',', ".");
    if text.is_empty() {
        return Ok(0.0);
    }
    let whole = text.parse().ok().filter(|number: &f64| number.is_finite());
    let komi = whole.or_else(|| number_at_start(&text));
    let komi = komi.ok_or_else(|| property.error("a number"))?;
    if komi.abs() > LARGEST_KOMI {
        return Err(property.error("a number of points up to a million"));
    }
    Ok(komi)
}

fn read_handicap(property: &Property<'_>) -> Result<usize, SgfError> {
    let text = property.text();
    if text.is_empty() {
        return Ok(0);
    }
    let is_whole = |number: &f64| number.fract() == 0.0 && (0.0..1e6).contains(number);
    let number = number_at_start(text).filter(is_whole);
    number.map(|number| number as usize).ok_or_else(|| property.error("a number of stones"))
}

/// The number formed by all digits, decimal points and signs at the start of the text, if it is a
/// finite decimal number.
fn number_at_start(text: &str) -> Option<f64> {
    let is_part = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '-' | '+');
    let end = text.find(|sign| !is_part(sign)).unwrap_or(text.len());
    text[..end].parse().ok().filter(|number: &f64| number.is_finite())
}

/// The preset that a record names, in any of its usual spellings.
fn preset(text: &str) -> Option<Rules> {
    let name = text.to_ascii_lowercase();
    let name = name.trim_end_matches("rules").trim_end_matches("rule").trim();
    match name {
        "nz" => Rules::preset("new-zealand"),
        "jp" | "japan" => Rules::preset("japanese"),
        "cn" | "china" => Rules::preset("chinese"),
        "kr" | "korea" => Rules::preset("korean"),
        "tt" => Rules::preset("tromp-taylor"),
        _ => Rules::preset(name),
    }
}

/// A game being read along the main line.
struct Reader {
    game: GameState,
    /// The stones of the current set-up, indexed by [`Vertex::index`].
    stones: Vec<Option<Color>>,
    /// Whether `stones` and `to_move` contain a set-up that has not been applied to the game yet.
    is_set_up: bool,
    /// The player to move, if a `PL` property of the set-up names one.
    to_move: Option<Color>,
    first_mover: Option<Color>,
    handicap: usize,
    /// The number of the next move.
    number: usize,
}

impl Reader {
    fn follow(&mut self, line: MainLine<'_>, up_to: usize) -> Result<(), SgfError> {
        let mut has_moved = false;
        for node in line.nodes() {
            let mut is_forced = false;
            let has_move = || node.properties().any(|property| property.mover().is_some());
            for property in node.properties() {
                // Beside a move, `PL` names the player after it or repeats who makes it.
                if property.name != "PL" || !has_move() {
                    self.set_up(&property)?;
                }
                is_forced |= property.name == "KO";
            }
            for property in node.properties() {
                let Some(color) = property.mover() else { continue };
                if !has_moved {
                    self.start()?;
                    has_moved = true;
                }
                self.finish_set_up(color)?;
                if self.number >= up_to {
                    return Ok(());
                }
                self.play(color, &property, is_forced)?;
            }
        }
        if !has_moved {
            self.start()?;
        }
        self.finish_set_up(self.game.to_move())
    }

    /// Applies a property if it belongs to a set-up, and ignores it otherwise.
    fn set_up(&mut self, property: &Property<'_>) -> Result<(), SgfError> {
        let stone = match property.name.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            "PL" => {
                let color = match property.text().to_ascii_lowercase().as_str() {
                    "b" | "black" | "1" => Color::Black,
                    "w" | "white" | "2" => Color::White,
                    "" => return Ok(()),
                    _ => return Err(property.error("B or W")),
                };
                // Many programs repeat the player to move in every node. After a move, such a
                // repetition does not begin a set-up.
                if self.game.moves().is_empty() || self.is_set_up || color != self.game.to_move() {
                    self.begin_set_up();
                    self.to_move = Some(color);
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.begin_set_up();
        let size = self.game.size();
        for value in property.values() {
            let error = || value.error(property, "points of the board");
            let (from, to) = value.trimmed().split_once(':').unwrap_or_else(|| {
                let point = value.trimmed();
                (point, point)
            });
            if from.is_empty() && to.is_empty() {
                continue;
            }
            let from = vertex(from, size).ok_or_else(error)?;
            let to = vertex(to, size).ok_or_else(error)?;
            for row in from.row().min(to.row())..=from.row().max(to.row()) {
                for column in from.column().min(to.column())..=from.column().max(to.column()) {
                    self.stones[Vertex::new(column, row).index(size)] = stone;
                }
            }
        }
        Ok(())
    }

    /// Begins a set-up from the stones that are on the board.
    fn begin_set_up(&mut self) {
        if self.is_set_up {
            return;
        }
        self.is_set_up = true;
        self.to_move = None;
        for (stone, vertex) in self.stones.iter_mut().zip(self.game.size().vertices()) {
            *stone = self.game.stone_at(vertex);
        }
    }

    /// Prepares the first move: places the handicap stones if the record gives only their number,
    /// and sets the player to move.
    fn start(&mut self) -> Result<(), SgfError> {
        let is_empty = !self.is_set_up || self.stones.iter().all(Option::is_none);
        let first = self.to_move.or(self.first_mover);
        if is_empty && self.handicap >= 2 && first != Some(Color::Black) {
            self.begin_set_up();
            let size = self.game.size();
            for vertex in fixed_handicap(size, self.handicap)? {
                self.stones[vertex.index(size)] = Some(Color::Black);
            }
        }
        if self.is_set_up && self.to_move.is_none() {
            let by_handicap = if self.handicap >= 2 { Color::White } else { Color::Black };
            self.to_move = Some(self.first_mover.unwrap_or(by_handicap));
        }
        Ok(())
    }

    /// Makes the set-up, if any, the start of the game, unless it changes nothing after a move.
    fn finish_set_up(&mut self, to_move: Color) -> Result<(), SgfError> {
        if !std::mem::take(&mut self.is_set_up) {
            return Ok(());
        }
        let size = self.game.size();
        let is_kept =
            |(stone, vertex): (&Option<Color>, Vertex)| *stone == self.game.stone_at(vertex);
        let changes_nothing = self.stones.iter().zip(size.vertices()).all(is_kept)
            && self.to_move.is_none_or(|color| color == self.game.to_move());
        if changes_nothing && !self.game.moves().is_empty() {
            return Ok(());
        }
        let on_board = |(stone, vertex): (&Option<Color>, Vertex)| stone.map(|c| (c, vertex));
        let stones: Vec<_> = self.stones.iter().zip(size.vertices()).filter_map(on_board).collect();
        self.game.clear();
        self.game
            .set_up(&stones, self.to_move.take().unwrap_or(to_move))
            .map_err(|error| SgfError::SetUp { number: self.number, error })
    }

    fn play(
        &mut self,
        color: Color,
        property: &Property<'_>,
        is_forced: bool,
    ) -> Result<(), SgfError> {
        let size = self.game.size();
        let mv = match property.text() {
            "" => Move::Pass,
            "tt" | "TT" if size.width() <= 19 && size.height() <= 19 => Move::Pass,
            text if text.eq_ignore_ascii_case("pass") => Move::Pass,
            text => Move::Play(vertex(text, size).ok_or_else(|| SgfError::OffBoard {
                number: self.number,
                color,
                point: text.chars().take(20).collect(),
            })?),
        };
        let played = match is_forced {
            false if self.game.is_ko(color, mv) => Err(IllegalMove::Ko),
            _ => self.game.play_as_recorded(color, mv),
        };
        let number = self.number;
        played.map_err(|rule| SgfError::IllegalMove { number, color, mv, rule })?;
        self.number += 1;
        Ok(())
    }
}

/// The vertex given by two letters: the column from the left and the row from the top.
fn vertex(text: &str, size: BoardSize) -> Option<Vertex> {
    let &[column, row] = text.as_bytes() else { return None };
    let place = |byte: u8| byte.to_ascii_lowercase().checked_sub(b'a');
    let (column, row) = (place(column)?, place(row)?);
    (column < size.width() && row < size.height())
        .then(|| Vertex::new(column, size.height() - 1 - row))
}
