//! The game at the table: whose turn it is, and what each line does.
//!
//! | module | holds |
//! | --- | --- |
//! | `moves` | moves, clocks, taking back and giving up |
//! | `ending` | the count, until both agree |
//! | `advice` | hints, judgement, explanation and review |
//! | `files` | new games, saving, loading and leaving |

mod advice;
mod ending;
mod files;
mod moves;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use assembly::compose;
use assembly::options::Options;
use assembly::parameters::ParameterValues;
use clocks::TimeSettings;
use engine::player::{Level, Player, PlayerSettings, StopSignal};
use engine::rules::{GameState, Rules, Status};
use engine::vocabulary::{BoardSize, ByColor, Color, Move, Vertex};
use review::words;

use crate::command::{self, Command, NewGame};
use crate::counting::Counting;
use crate::options::PlayOptions;
use crate::store::Store;
use crate::view::{Mark, Spot, Turn, View, strength};

/// Whether the table is still needed after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Stay,
    Leave,
}

/// Where the game stands.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Playing,
    /// Both players have passed.
    Counting(Counting),
    /// With the result, such as `B+3.5`, and the count, if there was one.
    Over(String, Option<Counting>),
}

/// The observer of a table, which is given each view.
pub(crate) type Show<'a> = &'a mut dyn FnMut(View);

/// A game between a person and the program.
pub(crate) struct Table {
    player: Box<dyn Player>,
    values: ParameterValues,
    /// The rules and the komi of a new game.
    rules: Rules,
    komi: f64,
    person: Color,
    phase: Phase,
    /// The number of games so far, with which moves from a book and at low levels vary.
    games: u64,
    /// Whether the next line says where to save the game before leaving.
    is_leaving: bool,
    is_thinking: bool,
    shows_bar: bool,
    black_win_rate: Option<f32>,
    /// The moves that are advised, the best first.
    hints: Vec<Move>,
    said: Vec<String>,
    store: Store,
    /// Whether the game has changed since the person last saved it.
    is_unsaved: bool,
    /// The file in which the person last saved this game.
    saved: Option<PathBuf>,
    /// The last command, if it was refused because a game would be lost.
    refused: Option<Command>,
    /// Why the game cannot be kept, if it cannot.
    trouble: Option<String>,
    /// The time that each player has used.
    used: ByColor<Duration>,
    /// Whose time is running, and since when.
    running: Option<(Color, Instant)>,
}

impl Table {
    /// A table with an empty board. Nothing is thought about before [`open`](Self::open).
    pub(crate) fn new(asked: &PlayOptions, options: &Options, store: Store) -> Self {
        let values = compose::parameter_values(options);
        let game = GameState::new(options.size, options.rules, options.komi);
        let mut player = compose::player_with(&values, game);
        player.clock_mut().set_settings(asked.time.unwrap_or(TimeSettings::Unlimited));
        Self {
            player,
            values,
            rules: options.rules,
            komi: options.komi,
            person: asked.color,
            phase: Phase::Playing,
            games: 0,
            is_leaving: false,
            is_thinking: false,
            shows_bar: true,
            black_win_rate: None,
            hints: Vec::new(),
            said: Vec::new(),
            store,
            is_unsaved: false,
            saved: None,
            refused: None,
            trouble: None,
            used: ByColor::default(),
            running: None,
        }
    }

    /// The signal that ends what the program is thinking about. The caller must clear it before
    /// each line.
    pub(crate) fn stop_signal(&self) -> StopSignal {
        self.player.stop_signal()
    }

    /// Begins with the game of a file, or with a new one.
    pub(crate) fn open(&mut self, asked: &PlayOptions, show: Show<'_>) {
        let begun = match &asked.load {
            Some(path) => self.load(Some(path.clone())),
            None => self.start(NewGame { handicap: asked.handicap, ..NewGame::default() }),
        };
        if let Err(problem) = begun {
            self.say(problem);
        }
        let person = words::name(self.person);
        self.say(format!("You are {person}. Type help to see all that you can do."));
        self.answer(show);
        show(self.view());
    }

    /// Does what a line says. The observer is given a view whenever the program begins to think,
    /// and one at the end.
    pub(crate) fn obey(&mut self, line: &str, show: Show<'_>) -> Outcome {
        self.said.clear();
        self.hints.clear();
        let outcome = if self.is_leaving { self.leave(line) } else { self.run(line, show) };
        show(self.view());
        outcome
    }

    /// Says why a line is not even read. The observer is given a view with that.
    pub(crate) fn refuse(&mut self, problem: &str, show: Show<'_>) -> Outcome {
        self.said.clear();
        self.hints.clear();
        self.say(problem);
        show(self.view());
        Outcome::Stay
    }

    fn run(&mut self, line: &str, show: Show<'_>) -> Outcome {
        if line.trim().is_empty() {
            return Outcome::Stay;
        }
        let done = match command::read(line, self.size()) {
            Ok(Command::Quit) => return self.quit(),
            Ok(command) => self.perform(command, show),
            Err(problem) => Err(problem),
        };
        if let Err(problem) = done {
            self.say(problem);
            if matches!(self.phase, Phase::Counting(_)) {
                self.ask_for_agreement();
            }
        }
        Outcome::Stay
    }

    fn perform(&mut self, command: Command, show: Show<'_>) -> Result<(), String> {
        self.protect(&command)?;
        match command {
            Command::Play(at) => self.point(at, show)?,
            Command::Pass => self.person_moves(Move::Pass, show)?,
            Command::Undo => self.undo()?,
            Command::Hint => self.hint(show)?,
            Command::Score => self.score(show),
            Command::Judge => self.judge(show),
            Command::Explain(at) => self.explain(at, show)?,
            Command::Review => self.review(show)?,
            Command::Level(level) => self.level(level)?,
            Command::New(wishes) => self.begin(wishes, show)?,
            Command::Resign => self.resign()?,
            Command::Bar => self.toggle_bar(),
            Command::Save(path) => self.save(&path)?,
            Command::Load(path) => {
                self.load(path)?;
                self.answer(show);
            }
            Command::Done => self.agree()?,
            Command::Resume => self.resume(show)?,
            Command::Help => self.said.extend(command::help()),
            // Whether to leave is decided before.
            Command::Quit => {}
        }
        Ok(())
    }

    fn game(&self) -> &GameState {
        self.player.game()
    }

    fn size(&self) -> BoardSize {
        self.game().size()
    }

    /// Adds a paragraph to what is said, without what a terminal would obey.
    fn say(&mut self, words: impl AsRef<str>) {
        let clean = |sign: char| if sign.is_control() { '?' } else { sign };
        self.said.push(words.as_ref().chars().map(clean).collect());
    }

    /// Shows that the program is thinking, and lets it think.
    fn think<T>(&mut self, show: Show<'_>, thought: impl FnOnce(&mut Self) -> T) -> T {
        self.is_thinking = true;
        show(self.view());
        let result = thought(self);
        self.is_thinking = false;
        result
    }

    fn level(&mut self, level: Option<Level>) -> Result<(), String> {
        if let Some(level) = level {
            self.set_level(level)?;
            let is_over = matches!(self.phase, Phase::Over(..));
            if self.store.kept().is_some() && !is_over {
                self.keep();
            }
        }
        let now = strength(self.player.settings().level);
        self.say(format!("Mengxi plays at {now}."));
        Ok(())
    }

    fn set_level(&mut self, level: Level) -> Result<(), String> {
        let settings = PlayerSettings { level, ..*self.player.settings() };
        self.player.set_settings(settings).map_err(|shortage| shortage.to_string())
    }

    fn toggle_bar(&mut self) {
        self.shows_bar = !self.shows_bar;
        let state = if self.shows_bar { "shown" } else { "hidden" };
        self.say(format!("Black's win rate is {state}."));
    }

    /// What there is to see now.
    pub(crate) fn view(&mut self) -> View {
        let clock = self.player.clock_mut().clone();
        let game = self.player.game();
        let turn = match &self.phase {
            _ if self.is_leaving => Turn::Leaving,
            _ if self.is_thinking => Turn::Program,
            Phase::Playing => Turn::Person,
            Phase::Counting(_) => Turn::Agreement,
            Phase::Over(..) => Turn::Nothing,
        };
        let captures = |by: Color| game.prisoners(by);
        View {
            size: game.size(),
            spots: self.spots(),
            turn,
            person: self.person,
            level: self.player.settings().level,
            captures: ByColor::new(captures(Color::Black), captures(Color::White)),
            clock,
            used: self.used,
            running: self.running,
            late: self.late(),
            black_win_rate: self.black_win_rate.filter(|_| self.shows_bar),
            said: self.said.clone(),
        }
    }

    fn spots(&self) -> Vec<Spot> {
        let game = self.game();
        let count = match &self.phase {
            Phase::Counting(counting) | Phase::Over(_, Some(counting)) => {
                Some(counting.count(game))
            }
            _ => None,
        };
        let last = game.moves().last().and_then(|(_, mv)| mv.vertex());
        let mark = |at: Vertex| {
            let hint = self.hints.iter().position(|hint| hint.vertex() == Some(at));
            match count.as_ref().and_then(|count| count.status(at)) {
                Some(Status::Dead) => Some(Mark::Dead),
                Some(Status::Territory(owner)) => Some(Mark::Owned(owner)),
                _ if last == Some(at) => Some(Mark::Last),
                _ => hint.map(|rank| Mark::Hint(rank as u8 + 1)),
            }
        };
        let size = game.size();
        let mut spots = vec![Spot::default(); size.area()];
        for at in size.vertices() {
            if let Some(spot) = spots.get_mut(at.index(size)) {
                *spot = Spot { stone: game.stone_at(at), mark: mark(at) };
            }
        }
        spots
    }
}

#[cfg(test)]
mod tests;
