//! Mixes the results of playouts into the evaluations of a network (Silver et al., Mastering the
//! game of Go with deep neural networks and tree search, 2016).

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::Position;
use crate::dispatch::{self, Work};
use crate::knowledge::{
    Evaluation, Evaluations, Evaluator, Play, Playout, PlayoutLimits, PlayoutPolicy,
};
use crate::rules::GameState;
use crate::search::count::Count;
use crate::search::params::SearchParams;
use crate::vocabulary::{AnySize, BoardSize, Color, Geometry, Nine, Nineteen, Random, Thirteen};

/// The part that playouts have in an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture {
    /// The number of playouts for each evaluation, at least 1.
    pub playouts: u32,
    /// The weight of their mean result, 0 to 1; the rest is the network's.
    pub share: f32,
}

/// Evaluations whose values and owners are those of `source` mixed with the results of playouts
/// that follow `policy`. The probabilities of the moves remain those of `source`. This is the only
/// place where the geometry of these playouts is chosen by board size.
pub fn with_playouts<P: PlayoutPolicy + 'static>(
    source: Arc<dyn Evaluations>,
    policy: P,
    size: BoardSize,
    mixture: Mixture,
) -> Arc<dyn Evaluations> {
    let policy = Arc::new(policy);
    if Nine::holds(size) {
        Arc::new(Mixed::<Nine, P> { source, policy, mixture, geometry: PhantomData })
    } else if Thirteen::holds(size) {
        Arc::new(Mixed::<Thirteen, P> { source, policy, mixture, geometry: PhantomData })
    } else if Nineteen::holds(size) {
        Arc::new(Mixed::<Nineteen, P> { source, policy, mixture, geometry: PhantomData })
    } else {
        Arc::new(Mixed::<AnySize, P> { source, policy, mixture, geometry: PhantomData })
    }
}

/// A source of mixed evaluations, with playouts on boards of geometry `G`.
struct Mixed<G, P> {
    source: Arc<dyn Evaluations>,
    policy: Arc<P>,
    mixture: Mixture,
    geometry: PhantomData<G>,
}

impl<G: Geometry, P: PlayoutPolicy + 'static> Evaluations for Mixed<G, P> {
    fn evaluator(&self) -> Box<dyn Evaluator> {
        Box::new(MixedEvaluator::<G, P> {
            source: self.source.evaluator(),
            policy: Arc::clone(&self.policy),
            mixture: self.mixture,
            geometry: PhantomData,
        })
    }

    fn forget(&self) {
        self.source.forget();
    }
}

/// The evaluator of one thread.
struct MixedEvaluator<G, P> {
    source: Box<dyn Evaluator>,
    policy: Arc<P>,
    mixture: Mixture,
    geometry: PhantomData<G>,
}

impl<G: Geometry, P: PlayoutPolicy> Evaluator for MixedEvaluator<G, P> {
    fn evaluate(
        &mut self,
        game: &GameState,
        color: Color,
        optimism: f32,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<Arc<Evaluation>> {
        let found = self.source.evaluate(game, color, optimism, random, stop)?;
        let mut position = game.position().convert::<G>();
        position.set_to_move(color);
        let params = SearchParams { handicap_komi: 0.0, ..SearchParams::default() };
        let results = dispatch::run(Sampling {
            policy: &*self.policy,
            count: Count::new(&params, game, &position, 0.0),
            position: &position,
            playouts: self.mixture.playouts,
            random,
        });
        Some(Arc::new(results.mixed_into(&found, self.mixture.share, color)))
    }
}

/// The computation that plays a position out.
struct Sampling<'a, G: Geometry, P> {
    policy: &'a P,
    count: Count,
    position: &'a Position<G>,
    playouts: u32,
    random: &'a mut Random,
}

impl<G: Geometry, P: PlayoutPolicy> Work for Sampling<'_, G, P> {
    type Output = Results;

    #[inline(always)]
    fn run(self) -> Results {
        let size = self.position.board().size();
        let mut playout = Playout::new(self.policy, PlayoutLimits::of(size));
        let (mut position, mut plays) = (self.position.clone(), Vec::new());
        let mut results = Results::new(size);
        let part = 1.0 / self.playouts.max(1) as f32;
        for _ in 0..self.playouts {
            position.clone_from(self.position);
            plays.clear();
            let area = playout.run(&mut position, self.random, &mut plays).area;
            let plays: &[Play] = &plays;
            let lead = self.count.lead(&area, plays, 0);
            results.win_loss += part * self.count.winner(lead);
            results.lead += part * lead;
            results.lead_square += part * lead * lead;
            for owner in Color::BOTH {
                for point in &area[owner] {
                    let index = point.vertex::<G>().index(size);
                    results.ownership[index] += part * owner.sign();
                }
            }
        }
        results
    }
}

/// The mean results of some playouts, from Black's perspective.
struct Results {
    /// The share of wins less that of losses.
    win_loss: f32,
    /// The lead, in points including komi.
    lead: f32,
    lead_square: f32,
    /// The ownership of each point, by [`Vertex::index`](crate::vocabulary::Vertex::index).
    ownership: Vec<f32>,
}

impl Results {
    fn new(size: BoardSize) -> Self {
        Self { win_loss: 0.0, lead: 0.0, lead_square: 0.0, ownership: vec![0.0; size.area()] }
    }

    /// The evaluation of the same position with `color` to move, with these results mixed in.
    fn mixed_into(&self, evaluation: &Evaluation, share: f32, color: Color) -> Evaluation {
        let (sign, mix) = (color.sign(), |net: f32, own: f32| net + share * (own - net));
        let win = 0.5 + 0.5 * sign * self.win_loss;
        let variance = (self.lead_square - self.lead * self.lead).max(0.0);
        let squared = evaluation.score_deviation * evaluation.score_deviation;
        let owners = evaluation.ownership.iter().zip(&self.ownership);
        Evaluation {
            win: mix(evaluation.win, win),
            loss: mix(evaluation.loss, 1.0 - win),
            no_result: mix(evaluation.no_result, 0.0),
            score: mix(evaluation.score, sign * self.lead),
            score_deviation: mix(squared, variance).sqrt(),
            lead: mix(evaluation.lead, sign * self.lead),
            ownership: owners.map(|(&net, own)| mix(net, sign * own)).collect(),
            policy: evaluation.policy.clone(),
            errors: evaluation.errors,
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::knowledge::idle::Idle;
    use crate::rules::Rules;

    /// A network that takes every position for a draw.
    struct Undecided;

    impl Evaluations for Undecided {
        fn evaluator(&self) -> Box<dyn Evaluator> {
            Box::new(Self)
        }

        fn forget(&self) {}
    }

    impl Evaluator for Undecided {
        fn evaluate(
            &mut self,
            game: &GameState,
            _: Color,
            _: f32,
            _: &mut Random,
            _: &AtomicBool,
        ) -> Option<Arc<Evaluation>> {
            let area = game.size().area();
            Some(Arc::new(Evaluation {
                policy: vec![Some(1.0 / (area + 1) as f32); area + 1],
                win: 0.5,
                loss: 0.5,
                no_result: 0.0,
                score: 0.0,
                score_deviation: 6.0,
                lead: 0.0,
                errors: None,
                ownership: vec![0.0; area],
            }))
        }
    }

    #[test]
    fn the_result_of_playouts_counts_as_much_as_asked_for_whoever_is_to_move() {
        let row = "X X . O . . . . .\n";
        let board = Board::<AnySize>::from_diagram(&row.repeat(9)).unwrap();
        let size = board.size();
        let mut game = GameState::new(size, Rules::default(), 7.0);
        let stones = Color::BOTH.into_iter().flat_map(|color| {
            board.stones(color).into_iter().map(move |at| (color, at.vertex::<AnySize>()))
        });
        game.set_up(&stones.collect::<Vec<_>>(), Color::Black).unwrap();
        // Two columns are Black's, and six are White's.
        let lead = -36.0 - 7.0;
        for (share, color) in [(0.25, Color::Black), (0.25, Color::White), (1.0, Color::White)] {
            let mixture = Mixture { playouts: 2, share };
            let mixed = with_playouts(Arc::new(Undecided), Idle, size, mixture);
            let (mut random, never) = (Random::new(1, 1), AtomicBool::new(false));
            let found = mixed.evaluator().evaluate(&game, color, 0.0, &mut random, &never).unwrap();
            let own = share * color.sign();
            assert_eq!((found.win, found.loss), (0.5 - 0.5 * own, 0.5 + 0.5 * own));
            assert_eq!((found.score, found.lead), (own * lead, own * lead));
            assert_eq!(found.score_deviation, 6.0 * (1.0 - share).sqrt());
            assert_eq!((found.ownership[0], found.ownership[2]), (own, 0.0));
            assert_eq!(found.ownership[8], -own);
        }
    }
}
