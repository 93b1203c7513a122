//! Evaluates positions, and turns evaluations into labels.

use std::io;
use std::sync::Arc;

use engine::player::StopSignal;
use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Random, Symmetry, Vertex};
use network::evaluation::{self, Evaluation};
use network::{Evaluator, Network};
use playouts::labels::Label;

use crate::interruption::Interruption;

use super::judgement::Judgement;
use super::searching::Searching;

/// The maximum number of moves in a label.
const MOST_MOVES: usize = 20;
/// The minimum probability of a move in a label.
const LEAST_CHANCE: f32 = 0.0005;
/// The number of seeds from which that of a search is drawn.
const SEEDS: usize = 1 << 32;
/// The numbers of the symmetries under which the end of a game is evaluated.
const SYMMETRIES_OF_END: [usize; 3] = [0, 3, 5];

/// Judges positions for one thread.
pub(super) struct Labeller {
    evaluator: Evaluator,
    optimism: f32,
    /// The searches that judge positions; without them, the network judges at one look.
    searching: Option<Searching>,
    /// Raised by an interruption.
    stop: StopSignal,
}

impl Labeller {
    pub(super) fn new(
        network: &Arc<Network>,
        optimism: f32,
        searching: Option<Searching>,
        interruption: &Interruption,
    ) -> Self {
        let stop = StopSignal::default();
        interruption.cover(&stop);
        Self { evaluator: Evaluator::new(Arc::clone(network)), optimism, searching, stop }
    }

    /// Checks that the network can evaluate boards of this size.
    ///
    /// # Errors
    /// If it cannot.
    pub(super) fn try_board(&mut self, size: BoardSize) -> io::Result<()> {
        let game = GameState::new(size, Rules::default(), 0.0);
        self.evaluate(&game, 0).map(drop)
    }

    /// Judges the position of a game for the player to move. Returns `None` if it is interrupted.
    ///
    /// # Errors
    /// As for [`evaluate`](Self::evaluate).
    pub(super) fn judge(
        &mut self,
        game: &GameState,
        random: &mut Random,
    ) -> io::Result<Option<Judgement>> {
        let Self { searching, stop, .. } = self;
        let Some(searching) = searching else {
            let evaluation = self.evaluate(game, random.below(Symmetry::MOST))?;
            return Ok(evaluation.map(Judgement::at_one_look));
        };
        let judgement = searching.judge(game, random.below(SEEDS) as u64, stop);
        judgement.map(|judgement| check(&judgement.evaluation).map(|()| judgement)).transpose()
    }

    /// Evaluates the position of a game for the player to move, under the symmetry with this
    /// number, 0 to 7. Returns `None` if it is interrupted.
    ///
    /// # Errors
    /// If the network cannot evaluate boards of this size, or the result is not finite.
    pub(super) fn evaluate(
        &mut self,
        game: &GameState,
        symmetry: usize,
    ) -> io::Result<Option<Evaluation>> {
        let symmetry = evaluation::symmetry(game.size(), symmetry);
        let Self { evaluator, optimism, stop, .. } = self;
        let evaluation = evaluator.evaluate(game, game.to_move(), symmetry, *optimism, stop.flag());
        let evaluation =
            evaluation.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        evaluation.map(|evaluation| check(&evaluation).map(|()| evaluation)).transpose()
    }

    /// The label of the position of a game before the passes at its end, a mean of three
    /// symmetries. Returns `None` if it is interrupted.
    ///
    /// # Errors
    /// As for [`evaluate`](Self::evaluate).
    pub(super) fn label_end(&mut self, mut game: GameState) -> io::Result<Option<Label>> {
        let passes = game.moves().iter().rev().take_while(|(_, mv)| *mv == Move::Pass).count();
        // There are as many moves as passes.
        let _ = game.undo_many(passes);
        let mut sum = WhiteView::new(game.size());
        for number in SYMMETRIES_OF_END {
            let Some(evaluation) = self.evaluate(&game, number)? else { return Ok(None) };
            sum.add(&evaluation, game.to_move(), 1.0 / SYMMETRIES_OF_END.len() as f32);
        }
        Ok(Some(sum.label(Vec::new(), true)))
    }
}

/// Checks that all values are finite.
fn check(evaluation: &Evaluation) -> io::Result<()> {
    let Evaluation { policy, win, loss, lead, ownership, .. } = evaluation;
    let mut values = policy.iter().flatten().chain(ownership).chain([win, loss, lead]);
    if values.all(|value| value.is_finite()) {
        return Ok(());
    }
    let problem = "the network's evaluation of a position is not finite";
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// The label of a position with `color` to move.
pub(super) fn label(
    evaluation: &Evaluation,
    size: BoardSize,
    color: Color,
    has_owners: bool,
) -> Label {
    let chance = |(index, chance): (usize, &Option<f32>)| {
        let chance = chance.filter(|chance| *chance >= LEAST_CHANCE)?;
        Some((Move::from(Vertex::from_index(index, size)), chance))
    };
    let mut policy: Vec<(Move, f32)> =
        evaluation.policy.iter().enumerate().filter_map(chance).collect();
    policy.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    policy.truncate(MOST_MOVES);
    let policy = policy.into_iter().map(|(mv, chance)| (mv, ten_thousandths(chance))).collect();
    let mut view = WhiteView::new(size);
    view.add(evaluation, color, 1.0);
    view.label(policy, has_owners)
}

fn ten_thousandths(probability: f32) -> u16 {
    (probability * 1e4).round() as u16
}

/// What evaluations say, from White's perspective.
struct WhiteView {
    wins: f32,
    lead: f32,
    ownership: Vec<f32>,
}

impl WhiteView {
    fn new(size: BoardSize) -> Self {
        Self { wins: 0.0, lead: 0.0, ownership: vec![0.0; size.area()] }
    }

    /// Adds an evaluation with `color` to move, with a weight.
    fn add(&mut self, evaluation: &Evaluation, color: Color, weight: f32) {
        let wins = match color {
            Color::Black => evaluation.loss,
            Color::White => evaluation.win,
        };
        // The perspective changes where it is Black's turn.
        let signed = -color.sign() * weight;
        self.wins += weight * wins;
        self.lead += signed * evaluation.lead;
        for (sum, owned) in self.ownership.iter_mut().zip(&evaluation.ownership) {
            *sum += signed * owned;
        }
    }

    fn label(self, policy: Vec<(Move, u16)>, has_owners: bool) -> Label {
        let ninths = |owned: &f32| (owned * 9.0).round() as i8;
        Label {
            policy,
            white_wins: ten_thousandths(self.wins),
            white_leads: (self.lead * 10.0).round() as i32,
            owners: match has_owners {
                true => self.ownership.iter().map(ninths).collect(),
                false => Vec::new(),
            },
        }
    }
}
