//! Games to learn from: games labelled with a judgement of each position, or plain game records.

use std::io;
use std::path::PathBuf;

use engine::board::Position;
use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Geometry, Move, Point, Vertex};
use sha2::{Digest, Sha256};

use crate::game_files::{self, FoundGame};
use crate::labels::LabelledGame;

/// A good move (`None` for a pass) with its probability of being the best.
pub type GoodMove = (Option<Point>, f32);

/// A game, with the good moves in the position before each of its moves.
#[derive(Clone, Debug)]
pub struct Game {
    size: BoardSize,
    setup: Vec<(Color, Vertex)>,
    moves: Vec<(Color, Move)>,
    /// For each move, the good moves in the position before it, with their probabilities of being
    /// the best. The list is empty if nothing is known about the position.
    good: Vec<Vec<(Move, f32)>>,
}

impl Game {
    /// Reads the games for boards of `size` from files and folders: labelled games (`.jsonl.gz`)
    /// and game records (`.sgf`). Each move in a game record counts as good. Records that cannot be
    /// read are skipped with a warning.
    ///
    /// # Errors
    /// If a file or folder cannot be read, or a line of a labelled file is not a game.
    pub fn read_all(paths: &[PathBuf], size: BoardSize) -> io::Result<Vec<Self>> {
        let mut games = Vec::new();
        game_files::read(paths, |_, game| {
            let game = match game {
                FoundGame::Labelled(game) => Self::of_labels(&game),
                FoundGame::Record(game) => Self::of_record(&game),
            };
            games.extend(Some(game).filter(|game| game.size == size));
        })?;
        Ok(games)
    }

    fn of_labels(game: &LabelledGame) -> Self {
        let LabelledGame { record, labels, .. } = game;
        let chance = |&(mv, chance)| (mv, f32::from(chance));
        let good = labels.iter().map(|label| label.policy.iter().map(chance).collect());
        Self {
            size: record.size,
            setup: record.setup.clone(),
            moves: record.turns().collect(),
            good: good.collect(),
        }
    }

    pub(super) fn of_record(game: &GameState) -> Self {
        let good = game.moves().iter().map(|&(_, mv)| vec![(mv, 1.0)]);
        Self {
            size: game.size(),
            setup: game.setup().to_vec(),
            moves: game.moves().to_vec(),
            good: good.collect(),
        }
    }

    /// Feeds everything that can be learned from the game to `hasher`.
    pub(super) fn digest(&self, hasher: &mut Sha256) {
        let index = |vertex: Option<Vertex>| {
            vertex.map_or(u16::MAX, |vertex| vertex.index(self.size) as u16).to_le_bytes()
        };
        hasher.update([self.size.width(), self.size.height()]);
        hasher.update((self.setup.len() as u64).to_le_bytes());
        for &(color, vertex) in &self.setup {
            hasher.update([color as u8]);
            hasher.update(index(Some(vertex)));
        }
        hasher.update((self.moves.len() as u64).to_le_bytes());
        for (number, &(color, mv)) in self.moves.iter().enumerate() {
            hasher.update([color as u8]);
            hasher.update(index(mv.vertex()));
            let good = self.good.get(number).map_or(&[][..], Vec::as_slice);
            hasher.update((good.len() as u64).to_le_bytes());
            for (mv, chance) in good {
                hasher.update(index(mv.vertex()));
                hasher.update(chance.to_bits().to_le_bytes());
            }
        }
    }

    /// The number of positions for which good moves are known.
    pub(crate) fn lessons(&self) -> usize {
        self.good.iter().take(self.moves.len()).filter(|good| !good.is_empty()).count()
    }

    /// Calls `see` with each position for which good moves are known, together with these moves.
    /// The best move comes first, and the probabilities of the moves add up to 1. Stops at a move
    /// that breaks the rules common to all rule sets.
    pub fn visit<G: Geometry>(&self, mut see: impl FnMut(&Position<G>, &[GoodMove])) {
        let mut position = self.start::<G>();
        for (&(color, mv), good) in self.moves.iter().zip(&self.good) {
            position.set_to_move(color);
            let sum: f32 = good.iter().map(|(_, chance)| chance).sum();
            let point = |mv: Move| mv.vertex().map(Point::of::<G>);
            if sum > 0.0 {
                let share = |&(mv, chance): &(Move, f32)| (point(mv), chance / sum);
                see(&position, &good.iter().map(share).collect::<Vec<_>>());
            }
            match point(mv) {
                Some(point) if position.is_legal(point) => drop(position.play(point)),
                Some(_) => return,
                None => position.pass(),
            }
        }
    }

    fn start<G: Geometry>(&self) -> Position<G> {
        let mut position = Position::<G>::new(self.size);
        for &(color, vertex) in &self.setup {
            position.set_to_move(color);
            position.play(Point::of::<G>(vertex));
        }
        let to_move = self.moves.first().map_or(Color::Black, |&(color, _)| color);
        Position::from_board(position.board().clone(), to_move)
    }
}
