//! Tests that rules learned from diagrams are the right ones, and that proofs hold on other boards.

use super::outsides::{move_elsewhere, with_another_outside};
use super::pattern::{Cell, Offset, symmetries};
use super::*;
use crate::board::{Board, Position};
use crate::reading::{Aim, AllReplies, Fight, KoThreats, Width};
use crate::reading::{Capture, Connection};
use crate::theorems::safety::Safety;
use crate::theorems::strategy::Strategy;
use crate::vocabulary::{AnySize, Bitboard, BoardSize, Color, Point, Random, Thirteen, Vertex};
use classical::{Budget, Goal, GoalStatus, ProofNumberSearch};

const LIMITS: RuleLimits = RuleLimits { nodes: 20_000, points: 40 };

fn position(diagram: &str, mover: Color) -> Position<AnySize> {
    Position::from_board(Board::from_diagram(diagram).unwrap(), mover)
}

/// A book with the rules learned from one position.
fn learned(diagram: &str) -> (RuleBook, Coverage) {
    let mut book = RuleBook::new();
    let lesson = book.study(&position(diagram, Color::Black), LIMITS, Random::new(1, 0));
    let coverage = lesson.coverage;
    book.take(lesson);
    (book, coverage)
}

/// The rules of a book that apply to a position, in short form.
fn said(book: &RuleBook, position: &Position<AnySize>) -> Vec<(RuleGoal, Color, Option<Vertex>)> {
    let mut said: Vec<_> =
        book.firings(position).iter().map(|it| (it.rule.goal(), it.prover, it.mv)).collect();
    said.sort_by_key(|&(goal, prover, mv)| (goal, prover == Color::White, mv));
    said.dedup();
    said
}

const NET: &str = ". . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . . X X . . .
                   . . . X O . . . .
                   . . . X . X . . .
                   . . . . . . . . .
                   . . . . . . . . .
                   . . . . . . . . .";

#[test]
fn a_rule_speaks_of_all_boards_alike() {
    let (book, coverage) = learned(NET);
    assert_eq!((coverage.refuted, coverage.covered), (0, 0));
    let start = position(NET, Color::Black);
    let here = said(&book, &start);
    assert!(
        here.contains(&(RuleGoal::Capture, Color::Black, None)),
        "the stone is lost whoever moves first: {here:?}\n{book}"
    );
    let size = BoardSize::square(19);
    for (number, symmetry) in symmetries().enumerate() {
        for exchanged in [false, true] {
            let stones = start.board().size().vertices().filter_map(|vertex| {
                let color = start.board().color_at(Point::of::<AnySize>(vertex))?;
                let turned = symmetry.apply(start.board().size(), vertex);
                let there = Vertex::new(turned.column() + number as u8, turned.row() + 5);
                Some((if exchanged { !color } else { color }, there))
            });
            let board = Board::from_stones(size, stones).unwrap();
            let there = said(&book, &Position::from_board(board, Color::White));
            let prover = if exchanged { Color::White } else { Color::Black };
            assert!(there.contains(&(RuleGoal::Capture, prover, None)), "{symmetry:?}: {there:?}");
        }
    }
}

#[test]
fn what_is_covered_is_not_read_again() {
    let (mut book, first) = learned(NET);
    let rules = book.rules().count();
    assert!(first.learned > 0 && first.nodes > 0 && rules > 0);
    let lesson = book.study(&position(NET, Color::White), LIMITS, Random::new(1, 0));
    assert_eq!((lesson.coverage.learned, lesson.coverage.covered), (0, first.learned));
    book.take(lesson);
    assert_eq!(book.rules().count(), rules);
    let covers: u32 = book.rules().map(Rule::covers).sum();
    assert_eq!(u64::from(covers), 2 * first.learned);
}

#[test]
fn the_more_general_rule_stays() {
    let special = "capture B2 by C2 covers 3 .X./XO./.X.";
    let general = "capture B2 by C2 covers 2 .X?/XO./?X?";
    for texts in [[special, general], [general, special]] {
        let mut book = RuleBook::new();
        for text in texts {
            book.insert(text.parse().unwrap());
        }
        assert_eq!(book.to_string().lines().count(), 1);
        assert!(book.to_string().contains("covers 5"), "{book}");
    }
    let other_goal = special.replace("capture", "live").replace('O', "X");
    let book: RuleBook = format!("{special}\n\n# words\n{other_goal}").parse().unwrap();
    assert_eq!(book.rules().count(), 2);
}

#[test]
fn a_ban_silences_the_prover_who_is_banned() {
    let rule: RuleBook = "capture B2 by C2 covers 1 ?X?/XO./?X?".parse().unwrap();
    let mut start = position(
        ". . . . .
         . . O X .
         . O X . X
         . . O X .
         . . . . .",
        Color::White,
    );
    let take: Vertex = "D3".parse().unwrap();
    assert_eq!(said(&rule, &start), [(RuleGoal::Capture, Color::White, Some(take))]);
    start.play(Point::of::<AnySize>(take));
    assert!(start.ko().is_some());
    assert_eq!(said(&rule, &start), [], "Black may not take back");
    start.set_to_move(Color::White);
    assert_eq!(said(&rule, &start).len(), 1);
}

#[test]
fn bad_rules_are_named() {
    for (line, problem) in [
        ("catch B2 covers 1 X", "'catch' is no goal"),
        ("capture J covers 1 X", "'J' is no vertex"),
        ("capture A1 at B1 covers 1 OX", "'at' is no word"),
        ("capture A1 covers -1 OX", "'-1' is no number"),
        ("capture A1 covers 1 OX extra", "'extra' is no end"),
        ("capture A1 covers 1 OS", "'S' is no point"),
        ("capture A1 covers 1 OX/O", "of one length"),
        ("capture A1 covers 1", "of one length"),
        ("capture A1 covers 1 XO", "A1 is not what the goal needs"),
        ("connect A1 B1 by C1 covers 1 XXO", "C1 is not what the goal needs"),
        ("live A1 covers 1 X??????????????????X", "of one length, with at most 19"),
    ] {
        let error = format!("\n{line}").parse::<RuleBook>().unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.to_string().contains(problem), "{line}: {error}");
    }
}

/// A board on which the pattern of a rule occurs, in some orientation, among random stones,
/// together with the points of the pattern, the prover, the move and the targets.
struct Example {
    board: Board<Thirteen>,
    zone: Bitboard<Thirteen>,
    prover: Color,
    mv: Option<Point>,
    targets: [Point; 2],
}

impl Example {
    fn of(rule: &Rule, random: &mut Random) -> Option<Self> {
        let symmetry = symmetries().nth(random.below(8))?;
        let (rule, prover) = (rule.turned(symmetry), Color::BOTH[random.below(2)]);
        let size = BoardSize::square(13);
        let is_there = |anchor: &Vertex| {
            rule.pattern.cells().iter().all(|&(offset, cell)| {
                offset.vertex(*anchor, size).is_none() == (cell == Cell::Outside)
            })
        };
        let anchors: Vec<Vertex> = size.vertices().filter(is_there).collect();
        let &anchor = anchors.get(random.below(anchors.len()))?;
        let point = |offset: Offset| offset.vertex(anchor, size).map(Point::of::<Thirteen>);
        let (mut zone, mut board) = (Bitboard::EMPTY, Board::new(size));
        for &(offset, cell) in rule.pattern.cells() {
            let Some(point) = point(offset) else { continue };
            zone.insert(point);
            match cell {
                Cell::Own => board.set_up(prover, point).unwrap(),
                Cell::Other => board.set_up(!prover, point).unwrap(),
                Cell::Empty | Cell::Outside => {}
            }
        }
        let board = with_another_outside(random, &board, zone)?;
        let [first, second] = rule.targets;
        let mv = if rule.has_move { point(Offset::NONE) } else { None };
        Some(Self { board, zone, prover, mv, targets: [point(first)?, point(second)?] })
    }
}

/// Restricts both players to the points of a zone.
#[derive(Clone, Copy)]
struct Within<A>(A, Bitboard<Thirteen>);

impl<A: Aim<Thirteen>> Aim<Thirteen> for Within<A> {
    fn prover(&self) -> Color {
        self.0.prover()
    }

    fn points(&self, _: &Position<Thirteen>, _: Width) -> Bitboard<Thirteen> {
        self.1
    }

    fn status(&self, position: &Position<Thirteen>, width: Width) -> GoalStatus {
        self.0.status(position, width)
    }

    fn zone(&self, position: &Position<Thirteen>) -> Bitboard<Thirteen> {
        self.0.zone(position)
    }
}

/// Whether the claim that a rule makes about a board can be proved again, with a strategy that
/// withstands moves anywhere.
fn holds<A: Aim<Thirteen> + Copy>(example: &Example, aim: A, random: &mut Random) -> bool {
    let Example { ref board, zone, prover, mv, .. } = *example;
    let mut position =
        Position::from_board(board.clone(), if mv.is_some() { prover } else { !prover });
    if let Some(point) = mv {
        if !position.is_legal(point) {
            return false;
        }
        position.play(point);
        // The ban would apply to the opponent, who is assumed to have all ko threats.
        position.lift_ko_ban();
    }
    let within = Within(aim, zone);
    let mut fight = Fight::new(&position, within, KoThreats::Of(!prover), Width(0), AllReplies);
    let mut search = ProofNumberSearch::new(1 << 20);
    let verdict = fight
        .status()
        .verdict()
        .or_else(|| search.prove(&mut fight, &mut Budget::nodes(100_000)).verdict);
    let Some(strategy) = Strategy::of(&search, &mut fight) else { return verdict == Some(true) };
    let mut elsewhere = |position: &Position<Thirteen>| move_elsewhere(random, position, zone);
    verdict == Some(true) && strategy.holds(&mut fight, 1_000, &mut elsewhere)
}

#[test]
fn the_embedded_rules_hold_wherever_they_fire() {
    let text = include_str!("../../data/theorems.txt");
    let book: RuleBook = text.parse().unwrap();
    let again: RuleBook = book.to_string().parse().unwrap();
    assert_eq!(book.to_string(), again.to_string());
    let mut random = Random::new(3, 0);
    let mut boards = 0;
    for rule in book.rules() {
        for _ in 0..3 {
            let Some(example) = Example::of(rule, &mut random) else { continue };
            boards += 1;
            let [first, second] = example.targets;
            let board = &example.board;
            let it_holds = match rule.goal() {
                RuleGoal::Capture => {
                    holds(&example, Capture::of(board, first).unwrap(), &mut random)
                }
                RuleGoal::Connection => {
                    let aim = Connection::of(board, [first, second]).unwrap();
                    holds(&example, aim, &mut random)
                }
                RuleGoal::Life => holds(&example, Safety::of(board, first).unwrap(), &mut random),
            };
            let position = Position::from_board(board.clone(), example.prover);
            let fires = book.firings(&position).iter().any(|it| it.rule == rule);
            assert!(it_holds && fires, "{rule}: {it_holds}, {fires}");
        }
    }
    assert!(boards >= 2 * book.rules().count(), "{boards}");
}
