//! Games to learn from: games labelled with a judgement of each position, or plain game records.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::board::Position;
use engine::rules::GameState;
use engine::sgf;
use engine::vocabulary::{BoardSize, Color, Geometry, Move, Point, Vertex};
use log::warn;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::labels::LabelledGame;

/// A good move (`None` for a pass) with its probability of being the best.
pub type GoodMove = (Option<Point>, f32);

/// Returns the plain files in `paths`, as well as those inside the folders in `paths` and inside
/// their subfolders. The entries of each folder are sorted by name. Each file and folder is visited
/// only once, however many links lead to it.
fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for path in paths {
        let root = fs::canonicalize(path).map_err(|error| about(path, &error))?;
        if !root.is_dir() && !root.is_file() {
            let problem = "expected a plain file or a folder";
            return Err(about(path, &io::Error::new(io::ErrorKind::InvalidInput, problem)));
        }
        let entries = WalkDir::new(path).follow_links(true).sort_by_file_name();
        let mut walk = entries.into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                // The entry is a link to a folder above it.
                Err(error) if error.loop_ancestor().is_some() => continue,
                Err(error) => return Err(error.into()),
            };
            let is_new = seen.insert(fs::canonicalize(entry.path())?);
            if entry.file_type().is_dir() && !is_new {
                walk.skip_current_dir();
            } else if entry.file_type().is_file() && is_new {
                found.push(entry.into_path());
            }
        }
    }
    Ok(found)
}

/// Returns `error` with the path of the file prefixed to its message.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

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
        for path in files(paths)? {
            let is_named = paths.contains(&path);
            Self::read(&path, size, is_named, &mut games).map_err(|error| about(&path, &error))?;
        }
        Ok(games)
    }

    fn read(path: &Path, size: BoardSize, is_named: bool, games: &mut Vec<Self>) -> io::Result<()> {
        let name = path.to_string_lossy();
        if name.ends_with(".jsonl.gz") {
            let labelled = LabelledGame::read(path)?;
            games.extend(
                labelled.iter().filter_map(Self::of_labels).filter(|game| game.size == size),
            );
        } else if name.ends_with(".sgf") || is_named {
            match sgf::read(fs::read(path)?, None) {
                Ok(game) => {
                    games.extend(Some(Self::of_record(&game)).filter(|game| game.size == size))
                }
                Err(error) => warn!("{}: {error}", path.display()),
            }
        }
        Ok(())
    }

    /// Converts a labelled game, or returns `None` if its board size is out of range.
    fn of_labels(game: &LabelledGame) -> Option<Self> {
        let size = BoardSize::new(game.size.into(), game.size.into()).ok()?;
        let colors = Color::BOTH.into_iter().cycle();
        let read = |index| Vertex::from_index(index, size).map_or(Move::Pass, Move::Play);
        let moves = colors.zip(&game.moves).map(|(color, &index)| (color, read(index)));
        let good = game.labels.iter().map(|label| {
            label.moves.iter().map(|&(index, chance)| (read(index), chance as f32)).collect()
        });
        Some(Self { size, setup: Vec::new(), moves: moves.collect(), good: good.collect() })
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
