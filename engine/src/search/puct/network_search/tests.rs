//! Tests of the search with evaluations that the test makes up.

use super::*;
use crate::knowledge::{Errors, Evaluator};
use crate::rules::{GameState, Rules};
use crate::search::limits::SearchLimits;
use crate::vocabulary::Color;

/// Evaluations by which every game is even, with a large error and this score, and only a pass is
/// legal.
#[derive(Clone, Copy)]
struct Doubtful {
    score: f32,
}

impl Evaluations for Doubtful {
    fn evaluator(&self) -> Box<dyn Evaluator> {
        Box::new(*self)
    }

    fn estimates_errors(&self) -> bool {
        true
    }

    fn forget(&self) {}
}

impl Evaluator for Doubtful {
    fn evaluate(
        &mut self,
        game: &GameState,
        _: Color,
        _: f32,
        _: &mut Random,
        _: &AtomicBool,
    ) -> Option<Arc<Evaluation>> {
        let area = game.size().area();
        let policy = (0..area).map(|_| None).chain([Some(1.0)]).collect();
        let errors = Some(Errors { time_left: 0.0, win: 0.5, score: 0.0 });
        let even = Evaluation::even(policy, area);
        Some(Arc::new(Evaluation { score: self.score, errors, ..even }))
    }
}

#[test]
fn the_end_of_a_game_outweighs_an_evaluation_that_may_be_wrong() {
    let mut game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
    game.play(Color::Black, Move::Pass).unwrap();
    let rate = |uncertainty: f32| {
        let puct = PuctParams { uncertainty, ..PuctParams::default() };
        let settings = SearchSettings { memory: 1 << 20, puct, ..SearchSettings::default() };
        let mut search = NetworkSearch::new(Arc::new(Doubtful { score: 0.0 }), settings);
        let request = SearchRequest::new(&game, Color::White, SearchLimits::playouts(1));
        search.search(&request, &|| false, None).mean_win_rate
    };
    // White wins by another pass. One evaluation of even chances and one win make 75 %.
    assert_eq!(rate(0.0), 0.75);
    assert!(rate(0.25) > 0.95, "{}", rate(0.25));
}

#[test]
fn a_network_whose_numbers_overflow_ends_no_search() {
    let game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
    let settings = SearchSettings { memory: 1 << 20, ..SearchSettings::default() };
    let mut search = NetworkSearch::new(Arc::new(Doubtful { score: f32::NAN }), settings);
    let request = SearchRequest::new(&game, Color::Black, SearchLimits::playouts(20));
    let report = search.search(&request, &|| false, None);
    assert_eq!((report.simulations, report.moves.len()), (20, 1));
}
