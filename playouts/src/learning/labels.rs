//! Games with a strong network's judgement of each position, one JSON object per line.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use engine::board::Position;
use engine::vocabulary::{BoardSize, Geometry, Point, Vertex};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;

/// A labelled game.
#[derive(Debug, Deserialize)]
pub struct LabelledGame {
    /// The width and height of the board.
    pub size: u8,
    /// The komi, in points.
    pub komi: f32,
    /// The moves in order, Black first, as indices that count from the top left corner. An index
    /// equal to the number of points on the board represents a pass.
    pub moves: Vec<usize>,
    /// The judgement of the position before each move.
    pub labels: Vec<Label>,
    /// The judgement of the last position, before any final passes.
    #[serde(rename = "final")]
    pub end: Label,
}

/// The judgement of a position.
#[derive(Debug, Deserialize)]
pub struct Label {
    /// The most probable moves, each with its probability in ten-thousandths.
    #[serde(rename = "p", default)]
    pub moves: Vec<(usize, u32)>,
    /// White's probability of winning, in ten-thousandths.
    #[serde(rename = "w")]
    pub white_wins: f32,
    /// White's lead in tenths of a point, including komi.
    #[serde(rename = "l")]
    pub white_leads: f32,
    /// The ownership of each point, from -9 for Black to 9 for White. Most labels omit it.
    #[serde(rename = "o", default)]
    pub owners: Vec<f32>,
}

impl LabelledGame {
    /// Reads the games in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a game.
    pub fn read(path: &Path) -> io::Result<Vec<Self>> {
        let lines = BufReader::new(MultiGzDecoder::new(File::open(path)?)).lines();
        lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
    }

    /// The vertex with this index, or `None` for a pass.
    pub fn vertex(&self, index: usize) -> Option<Vertex> {
        let size = usize::from(self.size);
        let row = size.checked_sub(1 + index / size)?;
        Some(Vertex::new((index % size) as u8, row as u8))
    }

    /// The point with this index in geometry `G`, or `None` for a pass.
    pub fn point<G: Geometry>(&self, index: usize) -> Option<Point> {
        self.vertex(index).map(Point::of::<G>)
    }

    /// The position before move `ply`, or the last position if the game has no such move.
    pub fn position<G: Geometry>(&self, ply: usize) -> Position<G> {
        let mut position = Position::new(BoardSize::square(self.size));
        for &mv in &self.moves[..ply.min(self.moves.len())] {
            match self.point::<G>(mv) {
                Some(point) => drop(position.play(point)),
                None => position.pass(),
            }
        }
        position
    }
}
