//! The keys: a line being typed, and a cursor on the board.

use engine::vocabulary::{BoardSize, Vertex};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::view::{Turn, View};

/// The largest number of characters in a line.
const LONGEST_LINE: usize = 400;

/// The largest number of lines that can be scrolled away.
const MOST_SCROLLED: u16 = 40;

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Nothing,
    /// To obey a line.
    Line(String),
    /// To end what the program is thinking about.
    Stop,
    /// To leave the game at once.
    Leave,
}

/// The line being typed, the cursor on the board, and what is shown of the rest.
#[derive(Clone, Debug, Default)]
pub(super) struct Editor {
    pub(super) line: String,
    /// The point under the cursor, once the size of the board is known.
    pub(super) cursor: Option<(BoardSize, Vertex)>,
    /// Whether the help covers the screen.
    pub(super) shows_help: bool,
    /// The number of lines of text that have been scrolled away.
    pub(super) scrolled: u16,
    /// Whether the player is asked whether to save the game, so that an empty line is an answer.
    pub(super) is_asked: bool,
}

impl Editor {
    /// Adapts to what there is to see.
    pub(super) fn fit(&mut self, view: &View) {
        let fits = self.cursor.is_some_and(|(size, _)| size == view.size);
        if !fits {
            let middle = Vertex::new(view.size.width() / 2, view.size.height() / 2);
            self.cursor = Some((view.size, middle));
        }
        self.is_asked = view.turn == Turn::Leaving;
        self.scrolled = 0;
    }

    fn write(&mut self, sign: char) {
        if !sign.is_control() && self.line.chars().count() < LONGEST_LINE {
            self.line.push(sign);
        }
    }

    /// Handles a key and returns what it asks for. While the program is thinking, a typed line
    /// stays in the editor.
    pub(super) fn press(&mut self, key: KeyEvent, is_thinking: bool) -> Wish {
        // Windows reports AltGr, with which some signs are typed, as both.
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL) && !is_alt;
        let was_help = std::mem::take(&mut self.shows_help);
        match key.code {
            KeyCode::Char('c') if is_control && is_thinking => return Wish::Stop,
            KeyCode::Char('c' | 'd') if is_control && self.is_asked => return Wish::Leave,
            KeyCode::Char('c' | 'd') if is_control => return Wish::Line("quit".to_owned()),
            KeyCode::Char('u') if is_control => self.line.clear(),
            _ if was_help => {}
            KeyCode::F(1) => self.shows_help = true,
            KeyCode::Char(sign) if !is_control => self.write(sign),
            KeyCode::Backspace => drop(self.line.pop()),
            KeyCode::Esc => self.line.clear(),
            KeyCode::Left => self.go(-1, 0),
            KeyCode::Right => self.go(1, 0),
            KeyCode::Up => self.go(0, 1),
            KeyCode::Down => self.go(0, -1),
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(4),
            KeyCode::PageDown => self.scrolled = (self.scrolled + 4).min(MOST_SCROLLED),
            KeyCode::Enter if !is_thinking => return self.enter(),
            _ => {}
        }
        Wish::Nothing
    }

    /// The line that has been typed, or the point under the cursor if there is none.
    fn enter(&mut self) -> Wish {
        let line = std::mem::take(&mut self.line);
        match line.trim() {
            "help" | "?" => {
                self.shows_help = true;
                Wish::Nothing
            }
            "" if !self.is_asked => match self.cursor {
                Some((_, at)) => Wish::Line(at.to_string()),
                None => Wish::Nothing,
            },
            _ => Wish::Line(line),
        }
    }

    fn go(&mut self, columns: i8, rows: i8) {
        if let Some((size, at)) = &mut self.cursor {
            let moved = |place: u8, by: i8, lines: u8| {
                place.saturating_add_signed(by).min(lines.saturating_sub(1))
            };
            let column = moved(at.column(), columns, size.width());
            *at = Vertex::new(column, moved(at.row(), rows, size.height()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editor() -> Editor {
        let size = BoardSize::square(9);
        Editor { cursor: Some((size, Vertex::new(4, 4))), ..Editor::default() }
    }

    fn press(editor: &mut Editor, code: KeyCode) -> Wish {
        editor.press(KeyEvent::new(code, KeyModifiers::NONE), false)
    }

    fn typed(editor: &mut Editor, text: &str) -> Wish {
        text.chars().for_each(|sign| drop(press(editor, KeyCode::Char(sign))));
        press(editor, KeyCode::Enter)
    }

    #[test]
    fn a_move_is_typed_or_pointed_at() {
        let mut editor = editor();
        assert_eq!(typed(&mut editor, "c3"), Wish::Line("c3".to_owned()));
        for code in [KeyCode::Left, KeyCode::Up, KeyCode::Up] {
            press(&mut editor, code);
        }
        assert_eq!(press(&mut editor, KeyCode::Enter), Wish::Line("D7".to_owned()));
        for _ in 0..30 {
            press(&mut editor, KeyCode::Right);
            press(&mut editor, KeyCode::Down);
        }
        assert_eq!(press(&mut editor, KeyCode::Enter), Wish::Line("J1".to_owned()));
    }

    #[test]
    fn a_line_waits_while_the_program_thinks() {
        let mut editor = editor();
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        editor.press(key(KeyCode::Char('a')), true);
        editor.press(key(KeyCode::Char('1')), true);
        assert_eq!(editor.press(key(KeyCode::Enter), true), Wish::Nothing);
        let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(editor.press(stop, true), Wish::Stop);
        assert_eq!(editor.press(key(KeyCode::Enter), false), Wish::Line("a1".to_owned()));
        assert_eq!(editor.press(stop, false), Wish::Line("quit".to_owned()));
        editor.is_asked = true;
        assert_eq!(editor.press(stop, false), Wish::Leave);
    }

    #[test]
    fn signs_typed_with_alt_gr_are_signs() {
        let mut editor = editor();
        let both = KeyModifiers::CONTROL | KeyModifiers::ALT;
        editor.press(KeyEvent::new(KeyCode::Char('@'), both), false);
        assert_eq!(editor.line, "@");
    }

    #[test]
    fn any_key_ends_the_help() {
        let mut editor = editor();
        assert_eq!(typed(&mut editor, "help"), Wish::Nothing);
        assert!(editor.shows_help);
        assert_eq!(press(&mut editor, KeyCode::Enter), Wish::Nothing);
        assert!(!editor.shows_help && editor.line.is_empty());
    }
}
