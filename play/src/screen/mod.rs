//! The game on the whole terminal.
//!
//! The table has a thread of its own, so that the screen goes on while the program thinks: lines go
//! there, and views come back.

mod draw;
mod editor;
mod input;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use engine::player::StopSignal;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};

use crate::board::Style;
use crate::interruption;
use crate::options::PlayOptions;
use crate::store::Kept;
use crate::table::{Outcome, Table};
use crate::view::{Turn, View};
use draw::Screen;
use editor::{Editor, Wish};
use input::Input;

/// The longest time between two looks at what has changed.
const TICK: Duration = Duration::from_millis(100);

/// Plays a game on the terminal, which is left as it was found.
pub(crate) fn play(table: Table, asked: &PlayOptions, style: Style, kept: &Kept) -> io::Result<()> {
    let stop = table.stop_signal();
    let (lines, typed) = channel();
    let (views, seen) = channel();
    let is_asked_to_end = interruption::watch()?;
    let asked = asked.clone();
    let sitting = thread::Builder::new()
        .name("table".to_owned())
        .spawn(move || sit(table, &asked, &typed, &views))?;
    let mut terminal = ratatui::try_init()?;
    // Log lines would be drawn over the board.
    let level = log::max_level();
    log::set_max_level(log::LevelFilter::Off);
    let mut game = Game {
        style,
        lines,
        seen,
        stop: stop.clone(),
        view: None,
        is_waiting: false,
        editor: Editor::default(),
    };
    let result = game.run(&mut terminal, &is_asked_to_end);
    let restored = ratatui::try_restore();
    log::set_max_level(level);
    drop(game);
    stop.raise();
    let sat = sitting.join().map_err(|_| io::Error::other("internal error; the game ended"));
    if let Some(file) = kept.file() {
        let file = file.display();
        writeln!(io::stdout(), "The game is kept in {file}.")?;
        writeln!(io::stdout(), "To go on with it: mengxi play --load \"{file}\"")?;
    }
    result.and(restored).and(sat)
}

/// Obeys the lines that come until there are no more.
fn sit(mut table: Table, asked: &PlayOptions, typed: &Receiver<String>, views: &Sender<View>) {
    // If nobody looks any more, no more lines come either.
    let mut show = |view| drop(views.send(view));
    table.open(asked, &mut show);
    while let Ok(line) = typed.recv() {
        if table.obey(&line, &mut show) == Outcome::Leave {
            break;
        }
    }
}

/// The screen and what leads to the table.
struct Game {
    style: Style,
    lines: Sender<String>,
    seen: Receiver<View>,
    stop: StopSignal,
    view: Option<View>,
    /// Whether a line has been sent and not been answered yet.
    is_waiting: bool,
    editor: Editor,
}

impl Game {
    /// Shows the game until it is left.
    fn run(
        &mut self,
        terminal: &mut DefaultTerminal,
        is_asked_to_end: &impl Fn() -> bool,
    ) -> io::Result<()> {
        while !is_asked_to_end() && self.look() {
            let screen =
                Screen { view: self.view.as_ref(), style: self.style, editor: &self.editor };
            terminal.draw(|frame| screen.draw(frame))?;
            let goes_on = match input::wait(TICK)? {
                Input::Keys => self.follow_all()?,
                Input::Nothing => true,
                Input::Gone => false,
            };
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Does what the events that have come ask for. Returns whether the game goes on.
    fn follow_all(&mut self) -> io::Result<bool> {
        while event::poll(Duration::ZERO)? {
            if !self.follow(event::read()?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the newest view. Returns whether the table is still there.
    fn look(&mut self) -> bool {
        loop {
            match self.seen.try_recv() {
                Ok(view) => {
                    self.is_waiting &= view.turn == Turn::Program;
                    self.editor.fit(&view);
                    self.view = Some(view);
                }
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    /// Does what an event asks for. Returns whether the game goes on.
    fn follow(&mut self, event: Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            // The screen is drawn again in any case, in its present size.
            _ => true,
        }
    }

    /// Does what a key asks for. Returns whether the game goes on.
    fn press(&mut self, key: KeyEvent) -> bool {
        let turn = self.view.as_ref().map(|view| view.turn);
        let is_thinking = self.is_waiting || turn.is_none_or(|turn| turn == Turn::Program);
        match self.editor.press(key, is_thinking) {
            Wish::Nothing => true,
            Wish::Line(line) => {
                self.stop.clear();
                self.is_waiting = true;
                self.lines.send(line).is_ok()
            }
            Wish::Stop => {
                self.stop.raise();
                true
            }
            Wish::Leave => false,
        }
    }
}
