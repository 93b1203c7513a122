//! The picture: the board on the left, the players and what is said beside or below it, and the line
//! being typed at the bottom.

use engine::vocabulary::Color;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color as Paint, Modifier, Style as Look, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::editor::Editor;
use crate::board::{self, Kind, Piece, Style};
use crate::command;
use crate::view::{Turn, View};

/// The smallest width and height of the text beside or below the board.
const LEAST_WIDTH: u16 = 26;
const LEAST_HEIGHT: u16 = 7;
/// The colour of the board, a light brown of the 256 that terminals have.
const WOOD: Paint = Paint::Indexed(179);
const PROMPT: &str = "> ";

/// What is drawn.
pub(super) struct Screen<'a> {
    pub(super) view: Option<&'a View>,
    pub(super) style: Style,
    pub(super) editor: &'a Editor,
}

impl Screen<'_> {
    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let [area, bottom] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(frame.area());
        let Some(view) = self.view else {
            frame.render_widget(Line::from("One moment..."), area);
            return;
        };
        if self.editor.shows_help {
            frame.render_widget(Clear, area);
            frame.render_widget(Paragraph::new(help()), area);
        } else if let Some((board, text)) = divide(area, view) {
            frame.render_widget(Paragraph::new(self.board(view)), board);
            self.write(frame, view, text);
        } else {
            let text = "The window is too small for this board. Make it larger.";
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        self.prompt(frame, view, bottom);
    }

    fn board(&self, view: &View) -> Text<'static> {
        let is_turn = matches!(view.turn, Turn::Person | Turn::Agreement);
        let cursor = self.editor.cursor.map(|(_, at)| at).filter(|_| is_turn);
        let lines = board::draw(view, self.style, cursor);
        Text::from_iter(
            lines.iter().map(|line| Line::from_iter(line.iter().map(|piece| self.span(piece)))),
        )
    }

    fn span(&self, piece: &Piece) -> Span<'static> {
        let sign = if piece.sign == '○' && self.style.has_colors { '●' } else { piece.sign };
        Span::styled(sign.to_string(), look(piece.kind))
    }

    /// The players and the turn, and below them what is said, which can be scrolled.
    fn write(&self, frame: &mut Frame<'_>, view: &View, area: Rect) {
        let mut lines: Vec<Line<'_>> =
            [view.person, !view.person].map(|color| Line::from(view.player(color))).to_vec();
        lines.extend(view.black_win_rate.map(|rate| bar(rate, area.width)));
        lines.push(Line::from(view.waits_for()).bold());
        let top = Paragraph::new(lines).wrap(Wrap { trim: false });
        let height = top.line_count(area.width) as u16;
        let parts = [Constraint::Length(height), Constraint::Length(1), Constraint::Fill(1)];
        let [above, _, below] = Layout::vertical(parts).areas(area);
        frame.render_widget(top, above);
        let said: Vec<Line<'_>> = view.said.iter().map(|said| Line::from(said.as_str())).collect();
        let said = Paragraph::new(said).wrap(Wrap { trim: false });
        let hidden = (said.line_count(below.width) as u16).saturating_sub(below.height);
        let scrolled = self.editor.scrolled.min(hidden);
        frame.render_widget(said.scroll((scrolled, 0)), below);
        if scrolled < hidden && below.height > 1 {
            let last = Rect { y: below.bottom() - 1, height: 1, ..below };
            frame.render_widget(Clear, last);
            frame.render_widget(Line::from("Page Down: more").dim(), last);
        }
    }

    /// The line being typed, and what the keys do if there is room.
    fn prompt(&self, frame: &mut Frame<'_>, view: &View, area: Rect) {
        let line = &self.editor.line;
        let keys = match view.turn {
            Turn::Program => "Ctrl-C: stop thinking",
            Turn::Agreement => "Enter: dead or alive   done: agree   resume: play on",
            Turn::Leaving => "Enter: leave",
            _ => "arrows and Enter: play   F1: help   quit: leave",
        };
        let room = usize::from(area.width).saturating_sub(PROMPT.len() + 1);
        let shown = Span::from(end_of(line, room));
        let end = (PROMPT.len() + shown.width()) as u16;
        let gap = room.saturating_sub(shown.width() + keys.len());
        let mut spans = vec![Span::from(PROMPT), shown];
        if gap > 1 {
            spans.push(Span::from(" ".repeat(gap)));
            spans.push(Span::from(keys).dim());
        }
        frame.render_widget(Line::from(spans), area);
        frame.set_cursor_position(Position::new(area.x + end, area.y));
    }
}

/// The longest end of a text that fits into this many columns, of which some signs take two.
fn end_of(text: &str, room: usize) -> &str {
    let mut ends = text.char_indices().filter_map(|(start, _)| text.get(start..));
    ends.find(|end| Span::from(*end).width() <= room).unwrap_or_default()
}

/// The places of the board and of the text: beside it if there is room, or else below it.
fn divide(area: Rect, view: &View) -> Option<(Rect, Rect)> {
    let (width, height) = (board::width(view.size) as u16, board::height(view.size) as u16);
    if area.width >= width + 1 + LEAST_WIDTH && area.height >= height {
        let parts = [Constraint::Length(width), Constraint::Length(1), Constraint::Fill(1)];
        let [board, _, text] = Layout::horizontal(parts).areas(area);
        return Some((board, text));
    }
    if area.width >= width && area.height >= height + LEAST_HEIGHT {
        let parts = [Constraint::Length(height), Constraint::Fill(1)];
        let [board, text] = Layout::vertical(parts).areas(area);
        return Some((board, text));
    }
    None
}

fn look(kind: Kind) -> Look {
    let paint = |color: Color| if color == Color::Black { Paint::Black } else { Paint::White };
    let wood = Look::new().bg(WOOD).fg(Paint::Black);
    match kind {
        Kind::Label => Look::new().add_modifier(Modifier::DIM),
        Kind::Wood => wood,
        Kind::Stone(color) => wood.fg(paint(color)).add_modifier(Modifier::BOLD),
        Kind::Dead(color) | Kind::Owned(color) => wood.fg(paint(color)),
        Kind::Hint => wood.fg(Paint::Blue).add_modifier(Modifier::BOLD),
        Kind::Last => wood.fg(Paint::Red).add_modifier(Modifier::BOLD),
        Kind::Cursor => wood.fg(Paint::Blue).add_modifier(Modifier::BOLD),
    }
}

/// A bar of Black's win rate.
fn bar(rate: f32, width: u16) -> Line<'static> {
    let room = usize::from(width.saturating_sub(13)).clamp(4, 20);
    let black = (rate * room as f32).round() as usize;
    Line::from(vec![
        Span::from("Black "),
        Span::from("#".repeat(black)).bold(),
        Span::from("-".repeat(room.saturating_sub(black))).dim(),
        Span::from(format!(" {:.0} %", rate * 100.0)),
    ])
}

fn help() -> Vec<Line<'static>> {
    let mut lines = vec![Line::from("What you may type:").bold(), Line::from("")];
    lines.extend(command::help().into_iter().map(Line::from));
    lines.push(Line::from(""));
    lines.push(Line::from(
        "Arrow keys move the cursor, and Enter plays there. Page Up and Page Down",
    ));
    lines.push(Line::from("scroll the text. Ctrl-C ends what Mengxi is thinking about."));
    lines.push(Line::from("Any key goes back to the game.").dim());
    lines
}

#[cfg(test)]
mod tests;
