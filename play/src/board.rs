//! The board as pieces of text, for the screen as well as for lines.

use engine::vocabulary::{BoardSize, Color, Vertex};

use crate::view::{Mark, Spot, View};

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Whether only ASCII characters are used.
    pub(crate) is_ascii: bool,
    /// Whether the screen has colours, so that a stone needs no outline to tell its colour.
    pub(crate) has_colors: bool,
}

/// A sign, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) sign: char,
    pub(crate) kind: Kind,
}

/// What a sign stands for, which says how it may be coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A coordinate.
    Label,
    /// An empty point, or the wood between points.
    Wood,
    Stone(Color),
    Dead(Color),
    Hint,
    Owned(Color),
    /// What surrounds the last move.
    Last,
    /// What surrounds the point on which the cursor is.
    Cursor,
}

/// The width of a drawn board, in characters.
pub(crate) fn width(size: BoardSize) -> usize {
    2 * LABEL + 2 * usize::from(size.width()) + 1
}

/// The height of a drawn board, in lines.
pub(crate) fn height(size: BoardSize) -> usize {
    usize::from(size.height()) + 2
}

/// The width of the numbers of rows.
const LABEL: usize = 3;

/// The lines of a drawn board, from the top.
pub(crate) fn draw(view: &View, style: Style, cursor: Option<Vertex>) -> Vec<Vec<Piece>> {
    let rows = (0..view.size.height()).rev().map(|row| line(view, style, cursor, row));
    let letters = letters(view.size);
    std::iter::once(letters.clone()).chain(rows).chain(std::iter::once(letters)).collect()
}

/// The letters of the columns.
fn letters(size: BoardSize) -> Vec<Piece> {
    // The name of a point in the lowest row is its column's letter and 1.
    let letter = |column| Vertex::new(column, 0).to_string().chars().next().unwrap_or(' ');
    let letters = (0..size.width()).flat_map(|column| [' ', letter(column)]);
    let signs = std::iter::repeat_n(' ', LABEL)
        .chain(letters)
        .chain(" ".repeat(1 + LABEL).chars().collect::<Vec<_>>());
    signs.map(|sign| Piece { sign, kind: Kind::Label }).collect()
}

fn line(view: &View, style: Style, cursor: Option<Vertex>, row: u8) -> Vec<Piece> {
    let number = u32::from(row) + 1;
    let label = |text: String| -> Vec<Piece> {
        text.chars().map(|sign| Piece { sign, kind: Kind::Label }).collect()
    };
    let mut pieces = label(format!("{number:2} "));
    for column in 0..=view.size.width() {
        let [left, right] = [column.checked_sub(1), Some(column)].map(|column| {
            column.filter(|&it| it < view.size.width()).map(|it| Vertex::new(it, row))
        });
        pieces.push(between(view, cursor, left, right));
        if let Some(at) = right {
            pieces.push(sign(view.spot(at), style, is_star(view.size, at)));
        }
    }
    pieces.extend(label(format!("{number:>2} ")));
    pieces
}

/// The sign between two points, which belongs to the cursor or the last move if it is beside one.
fn between(
    view: &View,
    cursor: Option<Vertex>,
    left: Option<Vertex>,
    right: Option<Vertex>,
) -> Piece {
    let is_cursor = |at: Option<Vertex>| at.is_some() && at == cursor;
    let is_last = |at: Option<Vertex>| at.is_some_and(|at| view.spot(at).mark == Some(Mark::Last));
    let (sign, kind) = match () {
        () if is_cursor(right) => ('[', Kind::Cursor),
        () if is_cursor(left) => (']', Kind::Cursor),
        () if is_last(right) => ('(', Kind::Last),
        () if is_last(left) => (')', Kind::Last),
        () => (' ', Kind::Wood),
    };
    Piece { sign, kind }
}

fn sign(spot: Spot, style: Style, is_star: bool) -> Piece {
    let choose = |ascii, other| if style.is_ascii { ascii } else { other };
    let (sign, kind) = match (spot.stone, spot.mark) {
        (Some(color), Some(Mark::Dead)) => {
            (if color == Color::Black { 'x' } else { 'o' }, Kind::Dead(color))
        }
        (Some(Color::Black), _) => (choose('X', '●'), Kind::Stone(Color::Black)),
        (Some(Color::White), _) => (choose('O', '○'), Kind::Stone(Color::White)),
        (None, Some(Mark::Hint(rank))) => (char::from(b'0' + rank.min(9)), Kind::Hint),
        (None, Some(Mark::Owned(Color::Black))) => (choose('b', '▪'), Kind::Owned(Color::Black)),
        (None, Some(Mark::Owned(Color::White))) => (choose('w', '▫'), Kind::Owned(Color::White)),
        (None, _) if is_star => ('+', Kind::Wood),
        (None, _) => (choose('.', '·'), Kind::Wood),
    };
    Piece { sign, kind }
}

/// Whether a point is one of the dots of a board.
fn is_star(size: BoardSize, at: Vertex) -> bool {
    let is_dotted = |place: u8, lines: u8| {
        let edge = if lines < 13 { 2 } else { 3 };
        let is_middle = lines % 2 == 1 && place == lines / 2;
        let is_side = lines >= 7 && (place == edge || place + 1 + edge == lines);
        (is_side, is_middle)
    };
    let (side_column, middle_column) = is_dotted(at.column(), size.width());
    let (side_row, middle_row) = is_dotted(at.row(), size.height());
    let has_sides = size.width().min(size.height()) >= 15;
    (side_column && side_row)
        || (middle_column && middle_row)
        || (has_sides && (side_column || middle_column) && (side_row || middle_row))
}

/// A line as text.
pub(crate) fn text(pieces: &[Piece]) -> String {
    let text: String = pieces.iter().map(|piece| piece.sign).collect();
    text.trim_end().to_owned()
}
