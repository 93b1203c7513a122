//! Players of Othello: reports of searches, and searches that break off.

use super::*;
use crate::othello::Position;
use crate::othello::evaluation::{Evaluation, Simple};
use crate::settings::SearchName;

/// An evaluation with a fault.
#[derive(Clone, Default)]
struct Faulty;

impl Evaluation for Faulty {
    fn evaluate(&self, _: crate::othello::Board) -> Score {
        panic!("a fault of the program, for a test")
    }
}

fn settings(search: SearchName) -> Settings {
    Settings { depth: Some(2), memory: 1 << 16, search, ..Settings::default() }
}

#[test]
fn a_fault_of_a_search_costs_its_result_but_not_the_game() {
    for (search, threads) in
        [(SearchName::Pvs, 1), (SearchName::Pvs, 2), (SearchName::AlphaBeta, 1)]
    {
        let settings = Settings { threads, depth: Some(30), ..settings(search) };
        let mut player = Player::<Position<Faulty>>::new(settings);
        let first = player.record().legal_moves()[0].clone();
        assert_eq!(player.suggest(), first);
        assert_eq!(player.best_lines(3).len(), 1);
        assert_eq!(player.generate(Side::First), first);
        assert_eq!(player.record().moves().len(), 1);
    }
}

#[test]
fn each_depth_is_reported_even_if_the_line_stays_the_same() {
    let depth = Some(4);
    let settings = Settings { depth, threads: 1, ..settings(SearchName::Pvs) };
    let mut player = Player::<Position<Simple>>::new(settings);
    let mut depths = Vec::new();
    player.think_aloud(1, &mut |lines| depths.push(lines[0].depth));
    assert_eq!(depths, [1, 2, 3, 4]);
}

#[test]
fn the_lines_of_a_search_have_been_reported() {
    for search in [SearchName::Pvs, SearchName::AlphaBeta, SearchName::Minimax, SearchName::Divided]
    {
        for nodes in [1, 50, 90, 200] {
            let settings = Settings { nodes: Some(nodes), ..settings(search) };
            let mut player = Player::<Position<Simple>>::new(settings);
            let mut reported = Vec::new();
            let mut report = |lines: &[Found<_>]| reported.push(lines[0].variation.clone());
            let lines = player.think_aloud(1, &mut report);
            assert_eq!(reported.last(), Some(&lines[0].variation), "{search:?}, {nodes}");
        }
    }
}
