//! A review as additions to the game's record: comments, better variations, and the properties in
//! which other programs keep an analysis.
//!
//! Sabaki reads Black's win rate in percent from `SBKV`. Lizzie and LizzieYzy read `LZ`: a line with
//! a name, the win rate of the opponent of the player to move, the visits and the lead, and a line
//! with the candidates as in `lz-analyze`. KaTrain reads `KT`: ownership, policy and the answer of
//! KataGo's JSON protocol, each compressed by gzip and in base64; `KTV` is the format's version.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engine::sgf::{self, Note, SgfError};
use engine::vocabulary::{BoardSize, Color};
use flate2::Compression;
use flate2::write::GzEncoder;
use half::f16;
use serde::Serialize;

use super::data::{Effort, GameReview, Grade, MoveReview, PositionReview};
use crate::words::name;

/// The name under which Lizzie shows the analysis.
const NAME: &str = "Mengxi";
/// The version of KaTrain's format.
const KATRAIN_VERSION: &str = "1.0";

/// Adds a review to the record of the game. `last_move` is the number, in the record, of the last
/// move that the review covers.
///
/// # Errors
/// If the text is not a record.
pub fn annotate(
    text: &str,
    last_move: usize,
    review: &GameReview,
    effort: Effort,
) -> Result<String, SgfError> {
    let size = BoardSize::new(review.game.width, review.game.height)?;
    let first = (last_move + 1).saturating_sub(review.moves.len());
    let notes: Vec<Note> =
        (0..review.positions.len()).map(|number| note(review, number, effort)).collect();
    sgf::annotate(text, size, first, &notes)
}

/// What is added at the position before the move with this number, counted from 0.
fn note(review: &GameReview, number: usize, effort: Effort) -> Note {
    let Some(position) = review.positions.get(number) else { return Note::default() };
    let next = review.moves.get(number);
    let played = number.checked_sub(1).and_then(|played| review.moves.get(played));
    let to_move = match (next, played) {
        (Some(next), _) => next.color.0,
        (None, Some(played)) => !played.color.0,
        (None, None) => review.first.0,
    };
    let mut properties = properties(position, to_move);
    let comment = match played {
        None => {
            properties.push(("KTV", vec![KATRAIN_VERSION.to_owned()]));
            introduction(review, effort)
        }
        Some(played) => played.comment.clone(),
    };
    let (variation, variation_comment) =
        next.and_then(|next| better(position, next)).unwrap_or_default();
    Note { comment, properties, variation, variation_comment }
}

/// The better line instead of a move that lost something, and a comment on it.
fn better(
    position: &PositionReview,
    played: &MoveReview,
) -> Option<(Vec<(Color, engine::vocabulary::Move)>, String)> {
    let best = position.candidates.first()?;
    if played.grade < Grade::Inaccuracy || best.is(played.mv.0) {
        return None;
    }
    let mut color = played.color.0;
    let line = best.line.iter().map(|point| {
        let mover = color;
        color = !color;
        (mover, point.0)
    });
    let percent = position.win_rate_of(played.color.0) * 100.0;
    let comment = format!("Better: {}'s win rate is {percent:.0} %.", name(played.color.0));
    Some((line.collect(), comment))
}

fn introduction(review: &GameReview, effort: Effort) -> String {
    let mut text = format!("Reviewed by Mengxi, {}.", effort.words());
    for color in Color::BOTH {
        let own = &review.players.of(color).all;
        if own.moves == 0 {
            let _ = write!(text, "\n{}: no moves.", name(color));
            continue;
        }
        let _ = write!(
            text,
            "\n{}: {:.0} % accuracy, {:.1} points lost per move.",
            name(color),
            own.accuracy,
            own.mean_loss
        );
    }
    text
}

/// The properties for other programs.
fn properties(position: &PositionReview, to_move: Color) -> Vec<(&'static str, Vec<String>)> {
    let mut properties = vec![
        ("SBKV", vec![format!("{:.2}", position.win_rate * 100.0)]),
        ("LZ", vec![lizzie(position, to_move)]),
    ];
    // Writing to memory cannot fail; a position without the property is only shown as not analysed.
    properties.extend(katrain(position).ok().map(|values| ("KT", values)));
    properties
}

fn lizzie(position: &PositionReview, to_move: Color) -> String {
    let opponent = position.win_rate_of(!to_move) * 100.0;
    let (visits, lead) = (position.visits, position.lead_of(to_move));
    let mut text = format!("{NAME} {opponent:.1} {visits} {lead:.1}\n");
    for (order, found) in position.candidates.iter().enumerate() {
        let rate = (found.win_rate_of(to_move) * 10_000.0).round();
        let lead = found.lead_of(to_move);
        let _ = write!(
            text,
            "{}move {} visits {} winrate {rate} prior {:.0} lcb {rate} scoreMean {lead:.2} order \
             {order} pv {}",
            if order == 0 { "" } else { " info " },
            found.mv.0,
            found.visits,
            found.prior * 10_000.0,
            found.names().join(" ")
        );
    }
    text
}

/// The three values of KaTrain's property.
fn katrain(position: &PositionReview) -> io::Result<Vec<String>> {
    let ownership: Vec<u8> = position
        .ownership
        .iter()
        .flat_map(|percent| f16::from_f32(f32::from(*percent) / 100.0).to_le_bytes())
        .collect();
    let root = KaTrainValues::new(position.visits, position.win_rate, position.lead);
    let moves = position.candidates.iter().enumerate().map(|(order, found)| {
        let mv = found.mv.0.to_string();
        let values = KaTrainValues::new(found.visits, found.win_rate, found.lead);
        (mv.clone(), KaTrainMove { mv, order, prior: found.prior, pv: found.names(), values })
    });
    let main = KaTrainAnalysis { moves: moves.collect(), root, completed: true };
    [ownership, Vec::new(), serde_json::to_vec(&main)?].map(packed).into_iter().collect()
}

/// The analysis of a position as KaTrain keeps it.
#[derive(Serialize)]
struct KaTrainAnalysis {
    moves: BTreeMap<String, KaTrainMove>,
    root: KaTrainValues,
    completed: bool,
}

#[derive(Serialize)]
struct KaTrainMove {
    #[serde(rename = "move")]
    mv: String,
    order: usize,
    prior: f64,
    pv: Vec<String>,
    #[serde(flatten)]
    values: KaTrainValues,
}

/// The values of a position, or of a move. All are Black's.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KaTrainValues {
    visits: u64,
    winrate: f64,
    score_lead: f64,
    score_selfplay: f64,
}

impl KaTrainValues {
    fn new(visits: u64, winrate: f64, lead: f64) -> Self {
        Self { visits, winrate, score_lead: lead, score_selfplay: lead }
    }
}

fn packed(data: Vec<u8>) -> io::Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&data)?;
    Ok(STANDARD.encode(encoder.finish()?))
}
