//! Keeps games in a folder of the user, with one file for each game, written after each move.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use assembly::input_file;
use assembly::output_file::OutputFile;
use assembly::user_folders::{home, named};
use engine::player::Level;
use engine::rules::{GameState, Rules};
use engine::sgf::{self, Heading, RecordedGame};
use engine::vocabulary::Color;

/// The maximum size of a game record, in bytes.
const LARGEST_FILE: u64 = 16 << 20;
/// The program's name in a record, before its level.
const PROGRAM: &str = "Mengxi, level ";

/// The players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players {
    /// The colour of the person.
    pub(crate) person: Color,
    /// The level of the program.
    pub(crate) level: Level,
}

/// The file in which a game was last kept, for whoever must name it when the program ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept(Arc<Mutex<Option<PathBuf>>>);

impl Kept {
    /// The file, if there is one yet.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, file: &Path) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file.to_owned());
    }
}

/// The file in which the game in progress is kept.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    file: PathBuf,
    is_written: bool,
    kept: Kept,
}

impl Store {
    /// A new file in the user's folder, which is not written yet.
    pub(crate) fn new() -> Self {
        Self::within(folder())
    }

    /// A new file in `folder`, named by the time. The folder is created when it is needed.
    pub(crate) fn within(folder: PathBuf) -> Self {
        let file = folder.join(names().next().unwrap_or_default());
        Self { folder, file, is_written: false, kept: Kept::default() }
    }

    /// A file for another game in the same folder.
    pub(crate) fn another(&self) -> Self {
        Self { kept: self.kept.clone(), ..Self::within(self.folder.clone()) }
    }

    /// The file of this game.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// The file of this game, if it has been written.
    pub(crate) fn kept(&self) -> Option<PathBuf> {
        self.is_written.then(|| self.file.clone())
    }

    /// The file in which a game was last kept, also after this store is gone.
    pub(crate) fn last_kept(&self) -> Kept {
        self.kept.clone()
    }

    /// Keeps the game with its result, if there is one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn keep(
        &mut self,
        game: &GameState,
        players: Players,
        result: Option<&str>,
    ) -> io::Result<()> {
        if !self.is_written {
            fs::create_dir_all(&self.folder)?;
            self.file = self.reserve(|file| write(file, game, players, result))?;
            self.is_written = true;
        } else {
            write(&self.file, game, players, result)?;
        }
        self.kept.set(&self.file);
        Ok(())
    }

    /// Creates a file that no other program has created, and lets `write` write it. Leaves no empty
    /// file behind if that fails.
    fn reserve(&self, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
        let create = |name: String| {
            let path = self.folder.join(name);
            fs::File::create_new(&path).map(|_| path)
        };
        let is_taken = |made: &io::Result<PathBuf>| {
            made.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
        };
        let made = names().map(create).find(|made| !is_taken(made));
        let made = made.unwrap_or_else(|| Err(io::Error::other("no file name is left")))?;
        write(&made).inspect_err(|_| drop(fs::remove_file(&made)))?;
        Ok(made)
    }

    /// The file that was kept last, apart from the one of this game. An empty one was reserved by
    /// a program that ended before it could write the game.
    pub(crate) fn last(&self) -> Option<PathBuf> {
        let files = fs::read_dir(&self.folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        // Until this game is written, its name may be that of another one from the same second.
        let own = self.kept();
        let is_game = |path: &PathBuf| path.extension().is_some_and(|it| it == "sgf");
        let others = files.filter(|path| is_game(path) && Some(path) != own.as_ref());
        let known = others.filter_map(|path| Some((fs::metadata(&path).ok()?, path)));
        let games = known.filter(|(known, _)| known.len() > 0);
        games.max_by_key(|(known, _)| known.modified().ok()).map(|(_, path)| path)
    }
}

/// Names of files for a game that begins now.
fn names() -> impl Iterator<Item = String> {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let now = now.trim_end_matches('Z').replace(':', "-");
    (1..1000).map(move |number| match number {
        1 => format!("{now}.sgf"),
        _ => format!("{now}-{number}.sgf"),
    })
}

/// The folder of the user's games.
fn folder() -> PathBuf {
    let base = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else {
        named("XDG_STATE_HOME").or_else(|| Some(home()?.join(".local/state")))
    };
    base.unwrap_or_else(std::env::temp_dir).join("mengxi")
}

/// The whole path to a file, of which a person may have typed a part, with `~` for their home.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let path = match (path.strip_prefix("~"), home()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    };
    std::path::absolute(&path).unwrap_or(path)
}

/// Writes a game to a file.
///
/// # Errors
/// If the file cannot be written, or exists and is no game record.
pub(crate) fn write(
    path: &Path,
    game: &GameState,
    players: Players,
    result: Option<&str>,
) -> io::Result<()> {
    if is_filled(path) && !holds_game(path, game.rules()) {
        return Err(io::Error::other("there is a file that is no game record"));
    }
    let program = format!("{PROGRAM}{}", players.level);
    let (black, white) = match players.person {
        Color::Black => (None, Some(program.as_str())),
        Color::White => (Some(program.as_str()), None),
    };
    let text = sgf::write_headed(game, Heading { black, white, result });
    OutputFile::create(path)?.write(text.as_bytes())
}

/// Whether there is a file that is not empty, or something else than a file.
fn is_filled(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| known.len() > 0)
}

/// Whether there is a file with a game, which another one would replace.
pub(crate) fn holds_game(path: &Path, rules: Rules) -> bool {
    is_filled(path) && read(path, rules).is_ok()
}

/// Reads a game from a file, and who plays it, if it was written here. The rules are `rules` if the
/// record names none that are known.
///
/// # Errors
/// What was wrong with the file, in words.
pub(crate) fn read(path: &Path, rules: Rules) -> Result<(RecordedGame, Option<Players>), String> {
    let bytes = input_file::read(path, LARGEST_FILE).map_err(|error| error.to_string())?;
    let recorded = sgf::read_under(rules, &bytes, None).map_err(|error| error.to_string())?;
    let names = sgf::properties(&String::from_utf8_lossy(&bytes), ["PB", "PW"]);
    let level = |name: &Option<String>| name.as_ref()?.strip_prefix(PROGRAM)?.parse().ok();
    let players = names.ok().and_then(|[black, white]| match (level(&black), level(&white)) {
        (Some(level), _) => Some(Players { person: Color::White, level }),
        (None, Some(level)) => Some(Players { person: Color::Black, level }),
        (None, None) => None,
    });
    Ok((recorded, players))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::vocabulary::{BoardSize, Move};

    const PLAYERS: Players = Players { person: Color::White, level: Level::LOWEST };

    fn game() -> GameState {
        let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
        game.play(Color::Black, Move::Play("E5".parse().unwrap())).unwrap();
        game
    }

    #[test]
    fn games_are_kept_in_files_of_their_own() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("not/yet");
        let mut first = Store::within(folder.clone());
        assert!(first.last().is_none() && first.kept().is_none());
        let mut game = game();
        first.keep(&game, PLAYERS, None).unwrap();
        let (mut second, mut third) = (first.another(), Store::within(folder));
        second.keep(&game, PLAYERS, None).unwrap();
        third.keep(&game, PLAYERS, None).unwrap();
        let files = [&first, &second, &third].map(|store| store.kept().unwrap());
        assert!(files[0] != files[1] && files[1] != files[2] && files[0] != files[2], "{files:?}");
        assert_eq!(first.last_kept().file(), second.kept(), "the last of both games");
        game.play(Color::White, Move::Pass).unwrap();
        first.keep(&game, PLAYERS, Some("B+R")).unwrap();
        let (read, players) = read(&files[0], Rules::default()).unwrap();
        assert_eq!((read.game.moves(), players), (game.moves(), Some(PLAYERS)));
        assert!(fs::read_to_string(&files[0]).unwrap().contains("RE[B+R]"));
        assert!(third.last().is_some_and(|last| last != files[2]));
    }

    #[test]
    fn a_game_that_could_not_be_written_is_not_the_last_one() {
        let place = tempfile::tempdir().unwrap();
        let mut first = Store::within(place.path().to_owned());
        first.reserve(|_| Err(io::Error::other("full"))).unwrap_err();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        first.keep(&game(), PLAYERS, None).unwrap();
        fs::write(place.path().join("9999.sgf"), "").unwrap();
        assert_eq!(first.another().last(), first.kept(), "an empty file is no game");
    }

    #[test]
    fn what_is_no_game_is_named_and_not_overwritten() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("notes.txt");
        assert!(read(&file, Rules::default()).unwrap_err().contains("No such file"));
        assert!(read(place.path(), Rules::default()).unwrap_err().contains("a plain file"));
        fs::write(&file, "hello").unwrap();
        assert!(read(&file, Rules::default()).unwrap_err().contains("no game record"));
        assert!(write(&file, &game(), PLAYERS, None).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "hello");
    }

    #[test]
    fn a_path_may_begin_at_home() {
        let home = home().unwrap_or_default();
        assert_eq!(absolute(Path::new("~/game.sgf")), home.join("game.sgf"));
        assert!(absolute(Path::new("game.sgf")).is_absolute());
    }
}
