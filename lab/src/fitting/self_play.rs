//! Games of the program against itself. They are kept in a text file, one a line: the number of
//! random moves at the start, the result for Black, and the moves. If the evaluation is a network,
//! a colon and the score of the search follow each move that was searched. A run that was
//! interrupted continues after the games that it finds there.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use assembly::options::Options;
use assembly::output_file::expect_plain_file;
use clocks::Side;
use games::fitting::{Fitted, Score, TwoViews};
use games::player::Player;
use games::settings::Settings;
use parking_lot::Mutex;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::options::FitOptions;
use super::rows::{Rows, invalid};
use crate::interruption::Interruption;
use crate::long_tasks::{bar, naming, share_out};

/// Plays games until the file has as many as asked for.
pub(super) fn play_games<G: Fitted>(
    asked: &FitOptions,
    options: &Options,
    interruption: &Interruption,
) -> io::Result<()> {
    let opened = open_games::<G>(&asked.games).map_err(|error| naming(&asked.games, &error));
    let (file, known) = opened?;
    let file = Mutex::new(GamesFile { file, written: known, waiting: BTreeMap::new() });
    let bar = bar(asked.play as u64, "{pos}/{len}");
    bar.set_position(known as u64);
    let seed = options.seed.unwrap_or(1);
    share_out(options, known..asked.play, |next| {
        let mut player = Player::<G>::new(settings(asked.depth));
        while let Some(number) = next().filter(|_| !interruption.is_raised()) {
            let line = play_game(&mut player, seed, number)?;
            file.lock().add(number, line).map_err(|error| naming(&asked.games, &error))?;
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// A file of games that grows in the order of their numbers, whichever of them end first. So the
/// number of its lines is that of the next game, and a run that goes on repeats and misses none.
struct GamesFile {
    file: File,
    /// The number of lines in the file.
    written: usize,
    /// The lines of games for which earlier ones must still end.
    waiting: BTreeMap<usize, String>,
}

impl GamesFile {
    /// Adds the line of a game.
    fn add(&mut self, number: usize, line: String) -> io::Result<()> {
        self.waiting.insert(number, line);
        while let Some(line) = self.waiting.remove(&self.written) {
            self.file.write_all(line.as_bytes())?;
            self.written += 1;
        }
        Ok(())
    }
}

/// The settings of a player for such games. Its table fits the processor's cache: clearing a larger
/// one before each game takes a quarter of the time.
pub(super) fn settings(depth: u32) -> Settings {
    Settings { depth: Some(depth), memory: 2 << 20, ..Settings::default() }
}

/// Plays a game and returns its line.
///
/// # Errors
/// If the game is at fault: it refuses a move that it has listed, or has no result.
pub(super) fn play_game<G: Fitted>(
    player: &mut Player<G>,
    seed: u64,
    number: usize,
) -> io::Result<String> {
    let mut random = Pcg64Mcg::seed_from_u64(seed ^ (number as u64) << 20);
    let random_moves = random.random_range(G::RANDOM_MOVES);
    player.start_game();
    let (mut words, mut agreed) = (Vec::new(), Agreement::default());
    while !player.record().is_over() && agreed.winner::<G>().is_none() {
        let record = player.record();
        let mv = if record.moves().len() < random_moves {
            let choices = record.game().random_choices();
            let mv = choices.choose(&mut random);
            mv.map(|&mv| record.game().write_move(mv)).unwrap_or_default()
        } else {
            player.suggest()
        };
        let mover = player.record().mover();
        let score = player.last().map(|found| found.score);
        let is_searched = words.len() >= random_moves && G::NETWORK.is_some();
        match score.filter(|_| is_searched) {
            Some(score) => {
                words.push(format!("{mv}:{score}"));
                agreed.add(if mover == Side::First { score } else { -score });
            }
            None => words.push(mv.clone()),
        }
        player.play(mover, &mv).map_err(io::Error::other)?;
    }
    let record = player.record();
    let for_black = match (agreed.winner::<G>(), record.game().margin()) {
        (Some(Side::First), _) => 1.0,
        (Some(Side::Second), _) => -1.0,
        (None, Some(margin)) if record.mover() == Side::First => margin,
        (None, Some(margin)) => -margin,
        (None, None) => return Err(io::Error::other("a game has no result")),
    };
    Ok(format!("{random_moves} {for_black:+} {}\n", words.join(" ")))
}

/// How long the searches of both players have agreed on who wins.
#[derive(Default)]
struct Agreement(Vec<Score>);

impl Agreement {
    /// Adds a score for Black.
    fn add(&mut self, score: Score) {
        self.0.push(score);
    }

    /// The player who wins a game that is decided, in a game whose evaluation is a network.
    fn winner<G: Fitted>(&self) -> Option<Side> {
        let least = G::NETWORK?.decided;
        let last =
            self.0.len().checked_sub(TwoViews::AGREED).and_then(|from| self.0.get(from..))?;
        let wins = |sign: Score| last.iter().all(|score| sign * score >= least);
        if wins(1) { Some(Side::First) } else { wins(-1).then_some(Side::Second) }
    }
}

/// Opens a file of games, to which games will be added, and returns how many it has. A missing file
/// is created. A line without an end was torn when a run broke off, and is dropped, because the next
/// game would otherwise continue it.
///
/// # Errors
/// If the file cannot be read or written, is in use by another run, or holds something other than
/// games of this kind. In these cases the file is left unchanged.
fn open_games<G: Fitted>(path: &Path) -> io::Result<(File, usize)> {
    // Opening a pipe would block, so anything but a plain file is refused first.
    expect_plain_file(path)?;
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    // If the file system does not support locks, the file is used without one.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(io::Error::other("another run is using this file"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let first_word = bytes.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    if !first_word.iter().all(u8::is_ascii_digit) {
        return Err(io::Error::other("a file of games was expected"));
    }
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if whole > 0 {
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        Rows::check::<G>(&String::from_utf8_lossy(first))
            .map_err(|problem| invalid(&format!("line 1: {problem}")))?;
    }
    if whole < bytes.len() {
        log::warn!("{}: the last line is cut off and was dropped", path.display());
        file.set_len(whole as u64)?;
    }
    file.seek(SeekFrom::Start(whole as u64))?;
    Ok((file, bytes.iter().filter(|&&byte| byte == b'\n').count()))
}

/// The lines of a file of games; none if there is no file.
pub(super) fn read_games(path: &Path) -> io::Result<Vec<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(naming(path, &error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::othello;

    type Othello = othello::Position<othello::evaluation::Simple>;

    #[test]
    fn a_torn_line_is_dropped_before_games_are_added() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let whole = "8 +2 d3 c5\n8 -4 e6 f4\n";
        for torn in ["", "8", "8 -2 d3 c", "\0\0\0"] {
            fs::write(&path, format!("{whole}{torn}")).unwrap();
            let (mut file, known) = open_games::<Othello>(&path).unwrap();
            assert_eq!(known, 2, "{torn:?}");
            let error = open_games::<Othello>(&path).unwrap_err().to_string();
            assert!(error.contains("another run"), "{error}");
            file.write_all(b"9 +0 c4\n").unwrap();
            assert_eq!(read_games(&path).unwrap(), ["8 +2 d3 c5", "8 -4 e6 f4", "9 +0 c4"]);
        }
        fs::remove_file(&path).unwrap();
        assert_eq!(open_games::<Othello>(&path).unwrap().1, 0);
        for other in ["notes", "weights 1\nof something", "1 +2 h8 h9 g7\n"] {
            fs::write(&path, other).unwrap();
            assert!(open_games::<Othello>(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), other, "it is left as it is");
        }
    }

    #[test]
    fn games_are_kept_in_the_order_of_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        fs::write(&path, "8 +0 d3\n").unwrap();
        let (file, written) = open_games::<Othello>(&path).unwrap();
        let mut file = GamesFile { file, written, waiting: BTreeMap::new() };
        let mut kept = |number: usize| {
            file.add(number, format!("8 +{number} d3\n")).unwrap();
            fs::read_to_string(&path).unwrap().lines().count()
        };
        assert_eq!([kept(3), kept(2), kept(1), kept(5)], [1, 1, 4, 4]);
        let in_order: Vec<_> = (0..4).map(|number| format!("8 +{number} d3")).collect();
        assert_eq!(read_games(&path).unwrap(), in_order);
    }

    #[test]
    fn games_are_the_same_for_the_same_seed_and_can_be_read_back() {
        let mut player = Player::<Othello>::new(settings(1));
        let mut game = |number| play_game(&mut player, 7, number).unwrap();
        let line = game(3);
        assert_ne!(game(4), line);
        assert_eq!(game(3), line, "nothing is left of the games between");
        let lines = [&line, &line].map(|line| line.trim_end().to_owned());
        let rows = Rows::read::<Othello>(&lines).unwrap();
        assert!(rows.held_out.len() > 20, "game 0 is held out");
        assert_eq!(rows.held_out.len(), rows.learned.len());
    }
}
