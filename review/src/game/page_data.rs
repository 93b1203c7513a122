//! The data of a review's page in compact form: only what the page shows, with numbers instead of
//! names.
//!
//! A point is two letters as in SGF, the column from the left and the row from the top; `zz` is a
//! pass. A win rate is in thousandths, a lead or loss in tenths of a point. Ownership is one letter
//! per point, from `A` for White to `y` for Black in steps of 4 %. `decode.js` reads it.

use engine::sgf;
use engine::vocabulary::{BoardSize, Color, Move};
use serde_json::{Value, json};

use super::data::{ByPlayer, Candidate, Effort, GameReview, MoveReview, Point, PositionReview};

/// The version of the format.
const FORMAT: &str = "mengxi-review-page 1";
/// The number of candidates of each position, apart from the move that was played and the better
/// one.
const CANDIDATES: usize = 5;
/// The number of moves of a line.
const LINE: usize = 10;
/// The letters of ownership.
const LETTERS: &[u8; 51] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";

/// The data of a page.
pub(super) fn of(review: &GameReview, program: &str, effort: Effort) -> Value {
    let size = BoardSize::new(review.game.width, review.game.height);
    let size = size.unwrap_or(BoardSize::square(19));
    let ByPlayer { black, white } = &review.setup;
    let positions = review.positions.iter().enumerate();
    let mut data = json!({
        "format": FORMAT,
        "program": program,
        "effort": effort,
        "game": review.game,
        "first": review.first,
        "setup": {"black": points(black, size), "white": points(white, size)},
        "positions": positions
            .map(|(number, found)| position(found, review.moves.get(number), size))
            .collect::<Vec<_>>(),
        "moves": review.moves.iter().map(|played| of_move(played, size)).collect::<Vec<_>>(),
        "players": review.players,
        "costliest": review.costliest,
    });
    if let (Some(unread), Some(fields)) = (&review.unread, data.as_object_mut()) {
        fields.insert("unread".to_owned(), json!(unread));
    }
    data
}

/// A position: win rate, lead, visits, ownership, and the candidates.
fn position(found: &PositionReview, next: Option<&MoveReview>, size: BoardSize) -> Value {
    let letter = |percent: &i8| {
        let step = (f64::from(*percent) + 100.0) / 4.0;
        LETTERS.get(step.round() as usize).map_or('Z', |letter| char::from(*letter))
    };
    let mut values = vec![
        thousandths(found.win_rate),
        tenths(found.lead),
        json!(found.visits),
        json!(found.ownership.iter().map(letter).collect::<String>()),
    ];
    let is_shown = |(place, candidate): &(usize, &Candidate)| {
        let is_named =
            |next: &MoveReview| candidate.mv == next.mv || Some(candidate.mv) == next.better;
        *place < CANDIDATES || next.is_some_and(is_named)
    };
    let shown = found.candidates.iter().enumerate().filter(is_shown);
    values.extend(shown.enumerate().map(|(index, (place, candidate))| {
        let line = candidate.line.get(..LINE).unwrap_or(&candidate.line);
        let mut value = vec![
            json!(points(line, size)),
            json!(candidate.visits),
            thousandths(candidate.win_rate),
            tenths(candidate.lead),
        ];
        if index != place {
            value.push(json!(place + 1));
        }
        Value::Array(value)
    }));
    Value::Array(values)
}

/// A move: colour and point, loss, win rate lost, grade, and, if there are any, the better move
/// and the comment.
fn of_move(played: &MoveReview, size: BoardSize) -> Value {
    let color = match played.color.0 {
        Color::Black => 'B',
        Color::White => 'W',
    };
    let mut values = vec![
        json!(format!("{color}{}", points(&[played.mv], size))),
        tenths(played.loss),
        thousandths(played.win_rate_loss),
        json!(played.grade as u8),
    ];
    let better: String = played.better.map_or_else(String::new, |better| points(&[better], size));
    if !played.comment.is_empty() {
        values.extend([json!(better), json!(played.comment)]);
    } else if !better.is_empty() {
        values.push(json!(better));
    }
    Value::Array(values)
}

fn thousandths(share: f64) -> Value {
    json!((share * 1000.0).round() as i64)
}

fn tenths(points: f64) -> Value {
    json!((points * 10.0).round() as i64)
}

fn points(points: &[Point], size: BoardSize) -> String {
    let letters = points.iter().flat_map(|point| match point.0 {
        Move::Pass => ['z', 'z'],
        Move::Play(at) => sgf::letters(at, size),
    });
    letters.collect()
}
