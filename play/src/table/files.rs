//! New games, saving, loading and leaving.

use std::path::{Path, PathBuf};

use assembly::compose;
use engine::rules::GameState;
use engine::sgf::RecordedGame;
use engine::vocabulary::{ByColor, Color};
use review::words;

use super::{Outcome, Phase, Show, Table};
use crate::command::{self, Command, NewGame, clipped};
use crate::store::{self, Players};

/// The komi of a game with a handicap, in points.
pub(super) const HANDICAP_KOMI: f64 = 0.5;

impl Table {
    pub(super) fn begin(&mut self, wishes: NewGame, show: Show<'_>) -> Result<(), String> {
        let before = self.store.kept();
        self.start(wishes)?;
        let (size, person) = (self.size(), words::name(self.person));
        self.say(format!("A new game on {size}. You are {person}."));
        if let Some(file) = before {
            self.say(format!("The previous game is kept in {}.", file.display()));
        }
        self.answer(show);
        Ok(())
    }

    /// Sets up the board for a new game. The old one stays in its file.
    pub(super) fn start(&mut self, wishes: NewGame) -> Result<(), String> {
        let size = wishes.size.unwrap_or(self.size());
        let komi = if wishes.handicap.is_some() { HANDICAP_KOMI } else { self.komi };
        let before = self.game().clone();
        *self.player.game_mut() = GameState::new(size, self.rules, komi);
        if let Some(stones) = wishes.handicap {
            let points = self.player.choose_handicap(usize::from(stones));
            let placed = match points.len() {
                most if most < usize::from(stones) => {
                    Err(format!("at most {most} stones fit on {size}"))
                }
                _ => self.player.game_mut().place_handicap(&points).map_err(|it| it.to_string()),
            };
            if let Err(problem) = placed {
                *self.player.game_mut() = before;
                return Err(format!("handicap: {problem}."));
            }
            self.person = Color::Black;
        }
        self.person = wishes.color.filter(|_| wishes.handicap.is_none()).unwrap_or(self.person);
        self.sit_down();
        Ok(())
    }

    /// What is the same for each game that begins or is loaded.
    fn sit_down(&mut self) {
        self.store = self.store.another();
        self.phase = Phase::Playing;
        self.black_win_rate = None;
        self.is_unsaved = false;
        self.saved = None;
        self.used = ByColor::default();
        self.running = None;
        self.player.begin_game(self.games);
        self.player.forget();
        self.player.set_opening(compose::opening(&self.values, self.games));
        self.games += 1;
        self.player.clock_mut().reset();
    }

    /// Writes the game to its own file. Reports a failure once.
    pub(super) fn keep(&mut self) {
        self.is_unsaved = true;
        let (players, result) = (self.players(), self.result().map(str::to_owned));
        let kept = self.store.keep(self.player.game(), players, result.as_deref());
        let trouble = kept.err().map(|error| {
            format!("The game cannot be kept in {}: {error}.", self.store.file().display())
        });
        if let Some(trouble) = trouble.as_ref().filter(|_| trouble != self.trouble) {
            self.say(trouble);
        }
        self.trouble = trouble;
    }

    /// Refuses a command by which a game would be lost, unless it is given twice in a row.
    pub(super) fn protect(&mut self, command: &Command) -> Result<(), String> {
        let is_repeated = self.refused.take().as_ref() == Some(command);
        let danger = match command {
            Command::Save(path) => self.replaced_by(path),
            Command::New(_) | Command::Load(_) => self.given_up(),
            _ => None,
        };
        let Some(danger) = danger.filter(|_| !is_repeated) else { return Ok(()) };
        self.refused = Some(command.clone());
        Err(danger)
    }

    /// Which game would be lost if this one were saved at `path`. The program writes neither
    /// comments nor variations, so a record that the person has loaded counts as well.
    fn replaced_by(&self, path: &Path) -> Option<String> {
        let path = store::absolute(path);
        let is_own =
            self.saved.as_ref() == Some(&path) || self.store.kept().as_ref() == Some(&path);
        let is_game = !is_own && store::holds_game(&path, self.rules);
        is_game.then(|| {
            let shown = path.display().to_string();
            format!("{} holds a game. Type the same again to replace it.", clipped(&shown))
        })
    }

    /// The warning that the game in progress would be lost, if it is in no file.
    fn given_up(&self) -> Option<String> {
        let is_lost = self.trouble.is_some() && self.is_unsaved;
        is_lost.then(|| {
            "This game is not in any file. Save it first, or type the same again to give it up."
                .to_owned()
        })
    }

    fn result(&self) -> Option<&str> {
        match &self.phase {
            Phase::Over(result, _) => Some(result),
            _ => None,
        }
    }

    fn players(&self) -> Players {
        Players { person: self.person, level: self.player.settings().level }
    }

    pub(super) fn save(&mut self, path: &Path) -> Result<(), String> {
        let path = store::absolute(path);
        let shown = path.display().to_string();
        store::write(&path, self.player.game(), self.players(), self.result())
            .map_err(|error| format!("{} cannot be written: {error}.", clipped(&shown)))?;
        self.is_unsaved = false;
        self.saved = Some(path);
        self.say(format!("Saved in {shown}."));
        Ok(())
    }

    /// Goes on with the game of a file, or with the last one that was kept.
    pub(super) fn load(&mut self, path: Option<PathBuf>) -> Result<(), String> {
        let path = path.map(|path| store::absolute(&path)).or_else(|| self.store.last());
        let path = path.ok_or("No game has been kept yet.")?;
        let shown = path.display().to_string();
        let (recorded, players) = store::read(&path, self.rules)
            .map_err(|problem| format!("{} cannot be loaded: {problem}.", clipped(&shown)))?;
        let RecordedGame { game, left_out } = recorded;
        *self.player.game_mut() = game;
        if let Some(Players { person, level }) = players {
            self.person = person;
            self.set_level(level)?;
        }
        self.sit_down();
        self.say(format!("Loaded {shown}."));
        if left_out > 0 {
            self.say(format!(
                "The record sets up stones after move {left_out}, so the game begins there."
            ));
        }
        Ok(())
    }

    pub(super) fn quit(&mut self) -> Outcome {
        if !self.is_unsaved {
            return Outcome::Leave;
        }
        self.is_leaving = true;
        match self.trouble.clone() {
            Some(trouble) => {
                self.say(trouble);
                self.say(
                    "Type the name of a file to save it there, press Enter to leave without it, or \
                          type cancel to stay.",
                );
            }
            None => {
                self.say(format!("The game is kept in {}.", self.store.file().display()));
                self.say(
                    "Press Enter to leave, type the name of a file to save it there too, or cancel \
                          to stay.",
                );
            }
        }
        Outcome::Stay
    }

    /// The answer to the question where to save the game.
    pub(super) fn leave(&mut self, line: &str) -> Outcome {
        self.is_leaving = false;
        let name = line.trim();
        match name.to_ascii_lowercase().as_str() {
            "" | "n" | "no" | "quit" | "exit" => return Outcome::Leave,
            "cancel" => return Outcome::Stay,
            "y" | "yes" => {
                self.is_leaving = true;
                self.say("In which file? Type its name, such as game.sgf.");
                return Outcome::Stay;
            }
            _ => {}
        }
        if command::read(name, self.size()).is_ok() {
            self.is_leaving = true;
            self.say(format!(
                "'{}' is no file name here. Press Enter to leave, or type cancel to stay.",
                clipped(name)
            ));
            return Outcome::Stay;
        }
        let saved = self.protect(&Command::Save(name.into()));
        match saved.and_then(|()| self.save(Path::new(name))) {
            Ok(()) => Outcome::Leave,
            Err(problem) => {
                // The question stays, so that the next line can be the same name or another.
                self.is_leaving = true;
                self.say(problem);
                Outcome::Stay
            }
        }
    }
}
