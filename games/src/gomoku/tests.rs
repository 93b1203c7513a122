//! Compares the board and the moves with slow twins, on random games, and plays by GTP.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use classical::{Game, Limits, Scored, Selectivity, Thinker};
use clocks::Side;
use protocol::Session as _;

use super::evaluation::{Evaluation, Fitted, Simple};
use super::{Board, Pattern, Point, PointSet, Position, Shape, Threat, WIN};
use crate::board_game::{BoardGame, Outcome};
use crate::perft::perft;
use crate::player::Player;
use crate::settings::Settings;
use crate::test_random::Random;

/// The stones in rows and columns: 0 for an empty point, 1 and 2 for the players.
#[derive(Clone)]
pub(super) struct Twin([[u8; 15]; 15]);

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Twin {
    pub(super) fn new() -> Self {
        Self([[0; 15]; 15])
    }

    pub(super) fn of(board: &Board) -> Self {
        let mut twin = Self::new();
        for side in [Side::First, Side::Second] {
            board.stones(side).into_iter().for_each(|point| twin.set(point, digit(side)));
        }
        twin
    }

    pub(super) fn set(&mut self, point: Point, digit: u8) {
        self.0[point.row()][point.column()] = digit;
    }

    /// What is on a point: 3 outside the board.
    fn at(&self, column: i32, row: i32) -> u8 {
        let is_on_board = (0..15).contains(&column) && (0..15).contains(&row);
        if is_on_board { self.0[row as usize][column as usize] } else { 3 }
    }

    /// Whether a stone of a player at this point is one of five or more in a row.
    pub(super) fn is_five(&self, point: Point, digit: u8) -> bool {
        let (column, row) = (point.column() as i32, point.row() as i32);
        DIRECTIONS.iter().any(|&(right, up)| {
            let run = |sign: i32| {
                (1..5)
                    .take_while(|far| {
                        self.at(column + sign * far * right, row + sign * far * up) == digit
                    })
                    .count()
            };
            run(1) + run(-1) >= 4
        })
    }

    pub(super) fn empty(&self) -> Vec<Point> {
        Point::all().filter(|point| self.0[point.row()][point.column()] == 0).collect()
    }

    /// The points where a player makes five.
    pub(super) fn fives(&self, digit: u8) -> Vec<Point> {
        self.empty().into_iter().filter(|&point| self.is_five(point, digit)).collect()
    }
}

pub(super) fn digit(side: Side) -> u8 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

/// The moves of a random game in which most moves are near others, with the positions.
fn random_game<E: Evaluation>(random: &mut Random, mut each: impl FnMut(&mut Position<E>)) {
    let mut position = Position::<E>::default();
    let mut undone = Vec::new();
    while !position.is_over() {
        each(&mut position);
        let moves = position.legal_moves();
        let near = if random.below(4) == 0 { moves.len() } else { moves.len().min(12) };
        let before = position.key();
        let mv = moves[random.below(near)];
        let after = position.key_after(mv);
        position.play(mv);
        assert_eq!(position.key(), after);
        undone.push((before, mv));
    }
    each(&mut position);
    for (key, mv) in undone.into_iter().rev() {
        assert_eq!(position.last(), Some(mv));
        position.undo();
        assert_eq!(position.key(), key);
    }
    assert_eq!(position.board(), &Board::default());
}

/// A board made stone by stone, for comparison.
fn from_scratch(board: &Board) -> Board {
    let mut fresh = Board::default();
    for side in [Side::First, Side::Second] {
        board.stones(side).into_iter().for_each(|point| fresh.place(side, point, &mut ()));
    }
    fresh
}

#[test]
fn random_games_follow_the_rules() {
    let mut random = Random::new(1);
    let mut wins = 0;
    for _ in 0..60 {
        random_game::<Simple>(&mut random, |position| {
            let twin = Twin::of(position.board());
            let moves = position.legal_moves();
            let all: PointSet = moves.iter().copied().collect();
            assert_eq!(all.len(), moves.len());
            let last = position.last();
            let is_won = last.is_some_and(|last| twin.is_five(last, digit(!position.to_move())));
            assert_eq!(position.is_won(), is_won);
            match position.result() {
                None => assert_eq!(moves.len(), twin.empty().len()),
                Some(Outcome::Draw) => assert!(twin.empty().is_empty()),
                Some(Outcome::Won { by, .. }) => {
                    assert!(moves.is_empty() && by != position.to_move());
                    wins += 1;
                }
            }
        });
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn the_board_is_kept_up_to_date() {
    let mut random = Random::new(2);
    for _ in 0..6 {
        random_game::<Fitted>(&mut random, |position| {
            let board = position.board();
            let fresh = from_scratch(board);
            assert_eq!(board.hash(), fresh.hash());
            let twin = Twin::of(board);
            for side in [Side::First, Side::Second] {
                for point in twin.empty() {
                    assert_eq!(board.pattern(side, point), fresh.pattern(side, point));
                    let is_five = board.pattern(side, point).threat() == Threat::Five;
                    assert_eq!(is_five, twin.is_five(point, digit(side)));
                    for threat in THREATS {
                        let is_in = board.threats(side, threat).contains(point);
                        assert_eq!(is_in, board.pattern(side, point).threat() == threat);
                    }
                }
                let listed: usize =
                    THREATS.map(|threat| board.threats(side, threat).len()).iter().sum();
                assert_eq!(listed, twin.empty().len());
            }
        });
    }
}

const THREATS: [Threat; 7] = [
    Threat::None,
    Threat::Three,
    Threat::DoubleThree,
    Threat::Four,
    Threat::FourThree,
    Threat::OpenFour,
    Threat::Five,
];

/// A position after these moves.
pub(super) fn after<E: Evaluation>(moves: &str) -> Position<E> {
    let mut position = Position::default();
    for mv in moves.split_whitespace() {
        position.play(mv.parse().unwrap());
    }
    position
}

#[test]
fn threats_decide_and_restrict_the_moves() {
    let list = |position: &mut Position<Fitted>| {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.iter().map(Point::to_string).collect::<Vec<_>>()
    };
    let mut empty = Position::<Fitted>::default();
    assert_eq!(list(&mut empty), ["H8"]);
    // Black has four in a row and can make five.
    let mut four = after::<Fitted>("H8 A1 J8 A3 K8 A5 L8 A7");
    assert_eq!(four.bounds().low, WIN - 1);
    assert!(["G8", "M8"].contains(&list(&mut four)[0].as_str()));
    // White cannot prevent it.
    let open = after::<Fitted>("H8 A1 J8 A3 K8 A5 L8");
    assert_eq!(open.bounds().high, 2 - WIN);
    // One way to five can be closed.
    let mut closed = after::<Fitted>("H8 G8 J8 A3 K8 A5 L8");
    assert_eq!((list(&mut closed), closed.may_stand_pat()), (vec!["M8".to_owned()], false));
    let mut noisy = Vec::new();
    closed.noisy_moves(&mut noisy);
    assert_eq!(noisy, ["M8".parse().unwrap()]);
    // An open three must be answered beside it, or the other side becomes an open four.
    let mut three = after::<Fitted>("H8 A1 J8 A3 K8");
    let mut moves = list(&mut three);
    moves.sort();
    assert_eq!(moves, ["G8", "L8"]);
    assert!(three.bounds().low < three.bounds().high);
    let mut winning = after::<Fitted>("H8 A1 J8 A3 K8 O15");
    assert_eq!(winning.bounds().low, WIN - 3);
    let moves = list(&mut winning);
    assert!(moves.len() > 2, "{moves:?}");
    assert!(["G8", "L8"].contains(&moves[0].as_str()), "{moves:?}");
}

#[test]
fn every_move_that_prevents_an_open_four_is_listed() {
    let mut random = Random::new(3);
    let (mut seen, mut hopeless) = (0, 0);
    for _ in 0..40 {
        random_game::<Fitted>(&mut random, |position| {
            let (mover, board) = (position.to_move(), position.board());
            let quiet = [(mover, Threat::Five), (!mover, Threat::Five), (mover, Threat::OpenFour)];
            let is_threatened = !board.threats(!mover, Threat::OpenFour).is_empty();
            if !is_threatened
                || position.is_over()
                || quiet.iter().any(|&(side, threat)| !board.threats(side, threat).is_empty())
            {
                return;
            }
            seen += 1;
            let mut listed = Vec::new();
            position.moves(&mut listed);
            let is_hopeless = position.bounds().high == 4 - WIN;
            hopeless += u32::from(is_hopeless);
            for mv in position.legal_moves() {
                position.play(mv);
                // The opponent wins at once if the move was no answer.
                let loses = position.bounds().low >= WIN - 3;
                position.undo();
                assert!(loses || listed.contains(&mv) && !is_hopeless, "{mv}");
            }
        });
    }
    assert!(seen > 30 && hopeless > 0, "{seen} {hopeless}");
}

#[test]
fn sequences_are_counted() {
    let mut game = Position::<Simple>::default();
    let count = |game: &mut Position<Simple>, depth| perft(game, depth, &AtomicBool::new(false));
    assert_eq!(count(&mut game, 2), Some(225 * 224));
    let mut won = after::<Simple>("H8 A1 J8 A3 K8 A5 L8 A7");
    // Five moves that make five leave no reply.
    assert_eq!(count(&mut won, 2), Some(215 * 216));
}

#[test]
fn the_board_is_shown_by_gtp() {
    use crate::gtp::Session;
    use crate::player::Player;
    use crate::settings::Settings;
    let settings = Settings { nodes: Some(500), memory: 1 << 20, ..Settings::default() };
    let mut session = Session::new(Player::<Position<Fitted>>::new(settings), "Test");
    let mut ask = |line: &str| {
        let answer = Session::TABLE.answer(&mut session, line).map(|answer| answer.to_string());
        answer.unwrap_or_default().trim_end().to_owned()
    };
    assert_eq!(ask("gogui-rules_game_id"), "= Gomoku");
    assert_eq!(ask("gogui-rules_board_size"), "= 15");
    assert_eq!(ask("gogui-rules_legal_moves").split(' ').count(), 1 + 225);
    assert_eq!(ask("genmove b"), "= H8");
    assert_eq!(ask("play w j15"), "=");
    assert_eq!(ask("play b i8"), "? syntax error: play: expected a point such as H8, got 'i8'");
    assert!(ask("gogui-rules_board").starts_with("= ........O......\n"));
    for line in ["play b j8", "play w a1", "play b k8", "play w a2"] {
        assert_eq!(ask(line), "=");
    }
    let mv = ask("genmove b");
    assert!(["= G8", "= L8"].contains(&mv.as_str()), "{mv}");
    let figures = ask("mengxi_statistics");
    assert!(figures.starts_with("= score: +#3 of a won game (exact)"), "{figures}");
    ask("play w a3");
    ask("genmove b");
    assert_eq!(ask("gogui-rules_final_result"), "= Black wins.");
    assert_eq!(ask("gogui-rules_legal_moves"), "=");
    assert_eq!(
        (ask("genmove w"), ask("final_score")),
        ("= PASS".to_lowercase(), "= B+".to_owned())
    );
    assert_eq!(session.name(), "Test");
}

#[test]
fn patterns_name_their_shapes() {
    let position = after::<Fitted>("H8 A1 J8 A3 K8 A5");
    let pattern = position.board().pattern(Side::First, "L8".parse().unwrap());
    let others = [Shape::OpenOne; 3];
    let expected = Pattern::new([Shape::OpenFour, others[0], others[1], others[2]]);
    assert_eq!(pattern, expected);
}

#[test]
fn the_only_answer_to_a_four_takes_no_time() {
    let settings = Settings { seconds: Some(Duration::from_secs(1000)), ..Settings::default() };
    let mut player = Player::<Position<Fitted>>::new(settings);
    for mv in ["H8", "G8", "J8", "A3", "K8", "A5", "L8"] {
        let mover = player.record().mover();
        player.play(mover, mv).unwrap();
    }
    let begun = Instant::now();
    assert_eq!(player.suggest(), "M8");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_loss_is_proved_only_where_all_answers_are_listed() {
    let think = |moves: &str| {
        let position = after::<Fitted>(moves);
        let limits = Limits { deepest: 4, ..Limits::default() };
        let thought =
            Thinker::new(1 << 16, 1, Selectivity::FULL).think(&position, limits, &mut |_| {});
        assert!(thought.score <= 1000 - WIN, "{moves}: {}", thought.score);
        (position.must_answer(), thought.is_exact)
    };
    let threatened = "H8 H10 K10 J9 L7 G11 D14 F12";
    assert_eq!(think(threatened), (true, true));
    // Nothing has to be answered, so the moves that are not listed might help.
    let free = "H8 K10 F10 J7 F8 H10 J8 L8 F11 K8 G10 F9 H6 K7 K6 H7 G7 E9 L7";
    assert_eq!(think(free), (false, false));
}
