//! Connect Four, as the model of a new game: what it must say of itself to be played by GTP, with
//! every search. Discs fall to the bottom of a column; four in a row win.

use std::sync::atomic::AtomicBool;

use books::BookGame;
use clap::ValueEnum;
use classical::{Bounds, Game, Score, Scored, Selective};
use clocks::{Side, Stage};
use games::board_game::{BoardGame, Outcome};
use games::gtp::Session;
use games::perft::perft;
use games::player::Player;
use games::settings::{SearchName, Settings};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// The value of a won game.
const WIN: Score = 10_000;

/// A position: the discs of both players, with a bit for each point and an empty row above.
#[derive(Clone, Debug, Default)]
struct ConnectFour {
    own: u64,
    opponent: u64,
    moves: Vec<usize>,
}

/// The bit of a point.
fn point(column: usize, row: usize) -> u64 {
    1 << (column * (ROWS + 1) + row)
}

/// Whether four discs are in a row.
fn has_four(discs: u64) -> bool {
    [1, ROWS, ROWS + 1, ROWS + 2].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl ConnectFour {
    fn height(&self, column: usize) -> usize {
        let taken = self.own | self.opponent;
        (0..ROWS).find(|&row| taken & point(column, row) == 0).unwrap_or(ROWS)
    }

    fn open_columns(&self) -> impl Iterator<Item = usize> {
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| self.height(column) < ROWS)
    }
}

impl Game for ConnectFour {
    type Move = usize;

    fn moves(&mut self, into: &mut Vec<usize>) {
        into.extend(self.open_columns());
    }

    fn play(&mut self, column: usize) {
        self.own |= point(column, self.height(column));
        std::mem::swap(&mut self.own, &mut self.opponent);
        self.moves.push(column);
    }

    fn undo(&mut self) {
        if let Some(column) = self.moves.pop() {
            std::mem::swap(&mut self.own, &mut self.opponent);
            self.own ^= point(column, self.height(column) - 1);
        }
    }

    fn key(&self) -> u64 {
        // The player's discs and the taken points tell all positions apart.
        let taken = self.own | self.opponent;
        (self.own << 1 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ taken.rotate_left(17)
    }

    fn index(column: usize) -> usize {
        column
    }
}

impl Scored for ConnectFour {
    const WIN: Option<Score> = Some(WIN);

    fn bounds(&self) -> Bounds {
        if has_four(self.opponent) {
            return Bounds::exactly(-WIN);
        }
        if self.moves.len() == COLUMNS * ROWS {
            return Bounds::exactly(0);
        }
        Bounds { low: -WIN, high: WIN }
    }

    fn estimate(&self) -> Score {
        let middle = |discs: u64| (discs >> (3 * (ROWS + 1)) & 0x3f).count_ones() as Score;
        middle(self.own) - middle(self.opponent)
    }

    fn circle(&self) -> Score {
        0
    }
}

impl Selective for ConnectFour {
    const ASPIRATION: Score = 2;
}

impl BookGame for ConnectFour {}

impl BoardGame for ConnectFour {
    const ID: &'static str = "connectfour";
    const BOARD: (usize, usize) = (COLUMNS, ROWS);
    const MOVES: &'static str = "a column from A to G, or a point such as D1";
    const UNIT: &'static str = "discs in the middle column";
    const DECIDED: Score = WIN / 2;
    const PLY: Score = 1;

    type Endgame = ();

    fn endgame(_: usize) {}

    fn mover(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn piece_at(&self, column: usize, row: usize) -> Option<Side> {
        let is_in = |discs| discs & point(column, row) != 0;
        match (is_in(self.own), is_in(self.opponent)) {
            (true, _) => Some(self.mover()),
            (_, true) => Some(!self.mover()),
            _ => None,
        }
    }

    fn read_move(&self, text: &str) -> Option<usize> {
        let (letter, row) = text.split_at_checked(1)?;
        let column = usize::from(letter.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?);
        let falls_there = column < COLUMNS && row == (self.height(column) + 1).to_string();
        (column < COLUMNS && (row.is_empty() || falls_there)).then_some(column)
    }

    fn write_move(&self, column: usize) -> String {
        format!("{}{}", char::from(b'A' + column as u8), self.height(column) + 1)
    }

    fn result(&self) -> Option<Outcome> {
        let score = self.bounds();
        let won = Outcome::Won { by: !self.mover(), margin: None };
        score.are_equal().then_some(if score.low == 0 { Outcome::Draw } else { won })
    }

    fn stage(&self) -> Stage {
        Stage { played: self.moves.len(), expected: (COLUMNS * ROWS) as f64 }
    }

    fn write_score(&self, score: Score) -> String {
        format!("{score:+}")
    }
}

/// A session whose searches see at most this many positions.
fn session(search: SearchName, nodes: u64) -> Session<ConnectFour> {
    let settings = Settings { nodes: Some(nodes), memory: 8 << 20, search, ..Settings::default() };
    Session::new(Player::new(settings), "Test")
}

/// The answer to a command that must succeed.
#[track_caller]
fn ask(session: &mut Session<ConnectFour>, line: &str) -> String {
    let answer = Session::TABLE.answer(session, line).expect("a command");
    assert!(answer.is_success(), "{line}: {answer}");
    answer.body().to_owned()
}

#[test]
fn sequences_are_as_many_as_is_known() {
    let mut game = ConnectFour::default();
    let counts = [7, 49, 343, 2401, 16_807, 117_649, 823_536];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&mut game, depth, &AtomicBool::new(false)), Some(count), "{depth}");
    }
}

#[test]
fn every_search_sees_a_win_and_stops_one() {
    for &search in SearchName::value_variants() {
        let mut session = session(search, 20_000);
        for (turn, column) in ["D", "A", "D", "A", "D"].into_iter().enumerate() {
            let color = if turn % 2 == 0 { 'b' } else { 'w' };
            ask(&mut session, &format!("play {color} {column}"));
        }
        assert_eq!(ask(&mut session, "genmove w"), "D4", "{search:?} must stop four");
        ask(&mut session, "play b B1");
        ask(&mut session, "play w A3");
        ask(&mut session, "play b B2");
        assert_eq!(ask(&mut session, "genmove w"), "A4", "{search:?} must win");
        assert_eq!(ask(&mut session, "final_score"), "W+");
        assert_eq!(ask(&mut session, "gogui-rules_final_result"), "White wins.");
        assert_eq!(ask(&mut session, "gogui-rules_legal_moves"), "");
    }
}

#[test]
fn the_board_has_as_many_rows_as_the_game_says() {
    let mut session = session(SearchName::Pvs, 100);
    assert_eq!(ask(&mut session, "gogui-rules_board_size"), "7");
    ask(&mut session, "play b G");
    let board = ask(&mut session, "gogui-rules_board");
    assert_eq!(board.lines().next(), Some("???????"), "GoGui's boards are square");
    assert_eq!(board.lines().count(), ROWS + 1);
    assert_eq!(board.lines().last(), Some("......X"));
    assert_eq!(ask(&mut session, "gogui-rules_legal_moves"), "D1 C1 E1 B1 F1 A1 G2");
}
