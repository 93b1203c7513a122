//! The form of a labelled game in a file: a JSON object on one line.
//!
//! Points are indices, row by row from the top left; an index equal to the area of the board is a
//! pass. Files written before `mengxi label` existed have only `size`, `komi`, sometimes `rules`,
//! `moves`, `labels` and `final`: square boards without set-up stones, on which Black moves first.

use engine::rules::Rules;
use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::{GameRecord, Label, LabelledGame, Teacher};
use crate::origin::hexadecimal;

/// The largest probability, in ten-thousandths.
const CERTAIN: u16 = 10_000;
/// The owner of a point that is certainly White's. Its negative stands for Black.
const SURE: i8 = 9;

/// A labelled game as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    /// The width and height of a square board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(default)]
    width: Option<usize>,
    #[serde(default)]
    height: Option<usize>,
    komi: f64,
    /// The name of a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    setup: Vec<(Letter, usize)>,
    #[serde(default)]
    first: Letter,
    moves: Vec<usize>,
    labels: Vec<LabelLine>,
    #[serde(rename = "final")]
    end: LabelLine,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    teacher: Option<Teacher>,
}

/// A colour as it is written.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
enum Letter {
    #[default]
    #[serde(rename = "b")]
    Black,
    #[serde(rename = "w")]
    White,
}

/// A label as it is written.
#[derive(Default, Serialize, Deserialize)]
struct LabelLine {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    p: Vec<(usize, u16)>,
    w: u16,
    l: i32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    o: Vec<i8>,
}

impl From<Color> for Letter {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Letter> for Color {
    fn from(letter: Letter) -> Self {
        match letter {
            Letter::Black => Self::Black,
            Letter::White => Self::White,
        }
    }
}

fn index(mv: Move, size: BoardSize) -> usize {
    mv.vertex().map_or(size.area(), |vertex| vertex.index(size))
}

impl Line {
    /// A game without labels.
    pub(super) fn of_record(record: &GameRecord) -> Self {
        let GameRecord { size, komi, rules, setup, first, moves } = record;
        let (width, height) = (size.width().into(), size.height().into());
        let stone = |&(color, vertex): &(Color, Vertex)| (color.into(), vertex.index(*size));
        Self {
            size: (width == height).then_some(width),
            width: Some(width),
            height: Some(height),
            komi: *komi,
            rules: rules.and_then(|rules| rules.name()).map(str::to_owned),
            setup: setup.iter().map(stone).collect(),
            first: (*first).into(),
            moves: moves.iter().map(|&mv| index(mv, *size)).collect(),
            labels: Vec::new(),
            end: LabelLine::default(),
            teacher: None,
        }
    }

    /// The size of the board.
    fn board_size(&self) -> Result<BoardSize, String> {
        let side = |side: Option<usize>, name: &str| {
            side.or(self.size).ok_or_else(|| format!("'{name}' or 'size' was expected"))
        };
        let (width, height) = (side(self.width, "width")?, side(self.height, "height")?);
        if let Some(size) = self.size.filter(|size| [width, height] != [*size; 2]) {
            return Err(format!("size {size} was expected to be {width}x{height}"));
        }
        BoardSize::new(width, height).map_err(|error| error.to_string())
    }

    fn record(&self) -> Result<GameRecord, String> {
        let size = self.board_size()?;
        if !self.komi.is_finite() {
            return Err(format!("a komi in points was expected, got {}", self.komi));
        }
        let preset = |name: &String| {
            Rules::preset(name).ok_or_else(|| format!("rules: no rules are called '{name}'"))
        };
        let stone = |&(color, at): &(Letter, usize)| {
            let vertex = Vertex::from_index(at, size);
            let vertex = vertex.ok_or_else(|| format!("setup: no point of {size} is {at}"))?;
            Ok::<_, String>((color.into(), vertex))
        };
        let record = GameRecord {
            size,
            komi: self.komi,
            rules: self.rules.as_ref().map(preset).transpose()?,
            setup: self.setup.iter().map(stone).collect::<Result<_, _>>()?,
            first: self.first.into(),
            moves: self.moves.iter().map(|&at| read_move(at, size)).collect::<Result<_, _>>()?,
        };
        record.check()?;
        Ok(record)
    }
}

/// The move of an index.
fn read_move(index: usize, size: BoardSize) -> Result<Move, String> {
    if index > size.area() {
        return Err(format!("a move on {size} was expected, 0 to {}, got {index}", size.area()));
    }
    Ok(Vertex::from_index(index, size).into())
}

impl LabelLine {
    fn new(label: &Label, size: BoardSize) -> Self {
        let Label { policy, white_wins, white_leads, owners } = label;
        Self {
            p: policy.iter().map(|&(mv, chance)| (index(mv, size), chance)).collect(),
            w: *white_wins,
            l: *white_leads,
            o: owners.clone(),
        }
    }

    fn read(self, size: BoardSize) -> Result<Label, String> {
        let Self { p, w, l, o } = self;
        if let Some(chance) = p.iter().map(|(_, chance)| chance).chain([&w]).find(|p| **p > CERTAIN)
        {
            return Err(format!("ten-thousandths were expected, 0 to {CERTAIN}, got {chance}"));
        }
        if let Some(owner) = o.iter().find(|owner| !(-SURE..=SURE).contains(*owner)) {
            return Err(format!("an owner from -{SURE} to {SURE} was expected, got {owner}"));
        }
        if ![0, size.area()].contains(&o.len()) {
            return Err(format!("{} owners were expected, got {}", size.area(), o.len()));
        }
        let read = |(at, chance)| Ok::<_, String>((read_move(at, size)?, chance));
        let policy = p.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Label { policy, white_wins: w, white_leads: l, owners: o })
    }
}

impl TryFrom<Line> for LabelledGame {
    type Error = String;

    fn try_from(line: Line) -> Result<Self, String> {
        let record = line.record()?;
        let Line { labels, end, teacher, .. } = line;
        if labels.len() != record.moves.len() {
            let (moves, labels) = (record.moves.len(), labels.len());
            return Err(format!("a label was expected for each of {moves} moves, got {labels}"));
        }
        let read = |(number, label): (usize, LabelLine)| {
            label.read(record.size).map_err(|error| format!("label {number}: {error}"))
        };
        Ok(Self {
            labels: (1..).zip(labels).map(read).collect::<Result<_, _>>()?,
            end: end.read(record.size).map_err(|error| format!("final: {error}"))?,
            record,
            teacher,
        })
    }
}

impl Serialize for LabelledGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { record, labels, end, teacher } = self;
        let line = Line {
            labels: labels.iter().map(|label| LabelLine::new(label, record.size)).collect(),
            end: LabelLine::new(end, record.size),
            teacher: teacher.clone(),
            ..Line::of_record(record)
        };
        line.serialize(serializer)
    }
}

/// The SHA-256 digest of games, in hexadecimal.
pub fn digest(games: &[GameRecord]) -> String {
    let mut hasher = Sha256::new();
    for game in games {
        // Memory can be written to, and a line is always JSON.
        let line = serde_json::to_vec(&Line::of_record(game)).unwrap_or_default();
        hasher.update((line.len() as u64).to_le_bytes());
        hasher.update(line);
    }
    hexadecimal(hasher)
}
