//! Tests the picture on screens of several sizes.

use std::time::Duration;

use clocks::Clock;
use engine::player::Level;
use engine::vocabulary::{BoardSize, ByColor, Vertex};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::view::{Mark, Spot};

fn view(size: u8, said: &[&str]) -> View {
    let size = BoardSize::square(size);
    let mut spots = vec![Spot::default(); size.area()];
    let at = |text: &str| text.parse::<Vertex>().unwrap().index(size);
    spots[at("C3")] = Spot { stone: Some(Color::White), mark: Some(Mark::Last) };
    spots[at("D4")] = Spot { stone: Some(Color::Black), mark: None };
    View {
        size,
        spots,
        turn: Turn::Person,
        person: Color::Black,
        level: Level::LOWEST,
        captures: ByColor::new(0, 3),
        clock: Clock::default(),
        used: ByColor::new(Duration::from_secs(75), Duration::ZERO),
        running: None,
        late: None,
        black_win_rate: Some(0.75),
        said: said.iter().map(|&said| said.to_owned()).collect(),
    }
}

const ASCII: Style = Style { is_ascii: true, has_colors: true };

/// The lines of a screen of this size.
fn drawn(view: &View, editor: &Editor, width: u16, height: u16) -> Vec<String> {
    drawn_in(ASCII, view, editor, width, height)
}

fn drawn_in(style: Style, view: &View, editor: &Editor, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let screen = Screen { view: Some(view), style, editor };
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect()
}

fn editor(view: &View) -> Editor {
    let mut editor = Editor::default();
    editor.fit(view);
    editor
}

#[test]
fn a_large_board_fits_a_usual_terminal() {
    let view = view(19, &["White (Mengxi) plays C3."]);
    let lines = drawn(&view, &editor(&view), 80, 24);
    assert!(lines[1].starts_with("19  . . ."), "{lines:#?}");
    assert!(lines[17].contains(" 3  . .(O). "), "{lines:#?}");
    let text = lines.join("\n");
    for part in ["Black: You, 1:15", "White: Mengxi, level 1", "75 %", "Your move", "plays C3."] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(lines[23].starts_with("> ") && lines[23].contains("F1: help"), "{lines:#?}");
}

#[test]
fn a_narrow_window_has_the_text_below() {
    let view = view(9, &["Hello."]);
    let lines = drawn(&view, &editor(&view), 40, 24);
    let place = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
    assert!(place("Hello.") > place(" 1  . ."), "{lines:#?}");
    let small = drawn(&view, &editor(&view), 20, 8).join(" ");
    assert!(small.contains("too small"), "{small}");
}

#[test]
fn the_help_covers_the_screen() {
    let view = view(9, &[]);
    let editor = Editor { shows_help: true, ..editor(&view) };
    let text = drawn(&view, &editor, 80, 24).join("\n");
    assert!(text.contains("explain e5") && text.contains("Any key goes back"), "{text}");
}

#[test]
fn a_long_line_shows_its_end() {
    let view = view(9, &[]);
    let editor = Editor { line: format!("{}end", "x".repeat(200)), ..editor(&view) };
    let lines = drawn(&view, &editor, 80, 24);
    assert!(lines[23].ends_with("xend"), "{lines:#?}");
}

#[test]
fn wide_signs_take_two_columns() {
    let view = view(9, &[]);
    let typed = |line: &str| Editor { line: line.to_owned(), ..editor(&view) };
    let lines = drawn(&view, &typed("save 围棋.sgf"), 80, 24);
    assert!(lines[23].starts_with("> save ") && lines[23].ends_with("quit: leave"), "{lines:#?}");
    assert_eq!(end_of("围棋abc", 6), "棋abc", "no column is left for half a sign");
    assert_eq!((end_of("abc", 3), end_of("", 3), end_of("围", 1)), ("abc", "", ""));
}

#[test]
fn stones_have_outlines_where_there_are_no_colors() {
    let view = view(9, &[]);
    for (has_colors, white) in [(true, "(●)"), (false, "(○)")] {
        let style = Style { is_ascii: false, has_colors };
        let text = drawn_in(style, &view, &editor(&view), 80, 24).join("\n");
        assert!(text.contains(white), "{text}");
    }
}

#[test]
fn a_long_text_can_be_scrolled() {
    let said: Vec<String> = (0..40).map(|number| format!("line {number}")).collect();
    let view = view(9, &said.iter().map(String::as_str).collect::<Vec<_>>());
    let text = drawn(&view, &editor(&view), 80, 24).join("\n");
    assert!(text.contains("line 0") && text.contains("Page Down: more"), "{text}");
    let editor = Editor { scrolled: 40, ..editor(&view) };
    let text = drawn(&view, &editor, 80, 24).join("\n");
    assert!(text.contains("line 39") && !text.contains("more"), "{text}");
    assert!(text.contains("Your move"), "the players stay: {text}");
}
