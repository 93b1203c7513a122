//! Measures how far playouts and priors deviate from the judgement of a strong network:
//!
//! `cargo run --release -p mengxi-tests --features tools --example playout_errors -- ARGUMENTS`
//!
//! ARGUMENTS has the form `FILE [POSITIONS [NAME=VALUE]...]`. FILE contains labelled games (see
//! `playouts/src/labels/`). Each NAME is a rate or prior parameter; `uniform` in place
//! of NAME=VALUE selects the uniform playouts. Win rates are compared in three ways: by their root
//! mean square error, by the difference between their means, and by their cross entropy after
//! optimal scaling.

#![expect(clippy::print_stdout, reason = "a tool whose output this is")]

use std::env;
use std::error::Error;
use std::path::Path;

use assembly::knowledge::{Knowledge, PolicyName};
use assembly::parameters::{Assignment, ParameterValues};
use engine::board::Position;
use engine::dispatch::{self, Work};
use engine::knowledge::{Candidate, Playout, PlayoutLimits, PlayoutPolicy, PriorKnowledge};
use engine::vocabulary::{Color, Geometry, Move, Nine, Nineteen, Point, Random, Thirteen};
use playouts::labels::LabelledGame;
use playouts::{Heavy, LearnedPriors, Uniform};

/// The number of playouts from each position.
const PLAYOUTS: usize = 100;

/// Sums over positions.
#[derive(Default)]
struct Errors {
    positions: usize,
    chance: f64,
    chance_bias: f64,
    lead: f64,
    spread: f64,
    points: usize,
    owner: f64,
    moves: usize,
    played: f64,
    first: usize,
    ranks: f64,
    pairs: Vec<(f64, f64)>,
}

struct Judge<'a, G: Geometry, P: PlayoutPolicy> {
    playout: &'a mut Playout<'a, G, P>,
    games: &'a [(&'a LabelledGame, usize)],
    priors: &'a LearnedPriors,
    errors: Errors,
}

impl<G: Geometry, P: PlayoutPolicy> Work for Judge<'_, G, P> {
    type Output = Errors;

    #[inline(always)]
    fn run(mut self) -> Errors {
        let mut random = Random::new(1, 1);
        for &(game, ply) in self.games {
            self.judge(game, ply, &mut random);
        }
        self.errors
    }
}

impl<G: Geometry, P: PlayoutPolicy> Judge<'_, G, P> {
    #[inline(always)]
    fn judge(&mut self, game: &LabelledGame, ply: usize, random: &mut Random) {
        let record = &game.record;
        let Ok(root) = record.position::<G>(ply) else { return };
        let label = &game.labels[ply];
        let (mut won, mut lead, mut squares) = (0.0, 0.0, 0.0);
        let mut owned = vec![0.0; label.owners.len()];
        let mut position = root.clone();
        for _ in 0..PLAYOUTS {
            position.clone_from(&root);
            let outcome = self.playout.run(&mut position, random, &mut ());
            self.errors.played += outcome.moves as f64;
            let score = record.komi - f64::from(outcome.score());
            won += if score > 0.0 { 1.0 } else { 0.0 };
            lead += score;
            squares += score * score;
            for (vertex, owned) in record.size.vertices().zip(&mut owned) {
                let point = Point::of::<G>(vertex);
                *owned += f64::from(u8::from(outcome.area[Color::White].contains(point)))
                    - f64::from(u8::from(outcome.area[Color::Black].contains(point)));
            }
        }
        let count = PLAYOUTS as f64;
        let (won, lead, squares) = (won / count, lead / count, squares / count);
        let errors = &mut self.errors;
        errors.positions += 1;
        errors.chance += square(won - label.white_win_rate());
        errors.chance_bias += won - label.white_win_rate();
        errors.lead += square(lead - label.white_lead());
        errors.pairs.push((won, label.white_win_rate()));
        errors.spread += (squares - lead * lead).sqrt();
        for (owned, label) in owned.iter().zip(&label.owners) {
            errors.points += 1;
            errors.owner += square(owned / count - f64::from(*label) / 9.0);
        }
        if let Some((Move::Play(best), _)) = label.policy.first() {
            self.rank(&root, Point::of::<G>(*best));
        }
    }

    /// Records the rank of the network's best move among all moves sorted by prior.
    fn rank(&mut self, root: &Position<G>, best: Point) {
        let points = root.board().empty().into_iter().filter(|&point| root.is_sensible(point));
        let mut candidates: Vec<_> = points.map(|point| Candidate::new(Some(point))).collect();
        self.priors.add_priors(root, &mut candidates);
        let value = |candidate: &Candidate| candidate.prior.value_sum / candidate.prior.games;
        let Some(own) = candidates.iter().find(|candidate| candidate.point == Some(best)) else {
            return;
        };
        let better = candidates.iter().filter(|other| value(other) > value(own)).count() as f64;
        let equal = candidates.iter().filter(|other| value(other) == value(own)).count() as f64;
        self.errors.moves += 1;
        self.errors.first += usize::from(better == 0.0);
        self.errors.ranks += libm::log(1.0 + better + 0.5 * (equal - 1.0));
    }
}

fn square(x: f64) -> f64 {
    x * x
}

fn measure<G: Geometry>(games: &[(&LabelledGame, usize)], knowledge: Knowledge) -> Errors {
    let limits = PlayoutLimits::of(games[0].0.record.size);
    let priors = LearnedPriors::new(knowledge.weights, None);
    let errors = Errors::default();
    match knowledge.policy {
        PolicyName::Heavy => {
            let heavy = Heavy::new(knowledge.rates);
            let mut playout = Playout::<G, _>::new(&heavy, limits);
            dispatch::run(Judge { playout: &mut playout, games, priors: &priors, errors })
        }
        PolicyName::Uniform => {
            let mut playout = Playout::<G, _>::new(&Uniform, limits);
            dispatch::run(Judge { playout: &mut playout, games, priors: &priors, errors })
        }
    }
}

/// The mean cross entropy between the network's win rates and the optimally scaled win rates of the
/// playouts.
fn log_loss(pairs: &[(f64, f64)]) -> f64 {
    let loss = |stretch: f64| {
        let of = |&(mean, label): &(f64, f64)| {
            let mean = mean.clamp(0.01, 0.99);
            let stretched = 1.0 / (1.0 + libm::exp(-stretch * libm::log(mean / (1.0 - mean))));
            -(label * libm::log(stretched) + (1.0 - label) * libm::log(1.0 - stretched))
        };
        pairs.iter().map(of).sum::<f64>() / pairs.len() as f64
    };
    (2..60).map(|stretch| loss(f64::from(stretch) / 10.0)).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("no file of labelled games")?;
    let positions = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let games = LabelledGame::read(Path::new(&path))?;
    let total: usize = games.iter().map(|game| game.labels.len()).sum();
    let all = games.iter().flat_map(|game| (0..game.labels.len()).map(move |ply| (game, ply)));
    let step = (total / positions).max(1);
    let chosen: Vec<_> = all
        .filter(|&(game, ply)| !game.labels[ply].policy.is_empty())
        .skip(step / 2)
        .step_by(step)
        .collect();
    let mut values = ParameterValues::default();
    for argument in arguments {
        if argument == "uniform" {
            values.knowledge.policy = PolicyName::Uniform;
            continue;
        }
        argument.parse::<Assignment>()?.apply(&mut values);
    }
    let knowledge = values.knowledge;
    let errors = match games[0].record.size.width() {
        9 => measure::<Nine>(&chosen, knowledge),
        13 => measure::<Thirteen>(&chosen, knowledge),
        _ => measure::<Nineteen>(&chosen, knowledge),
    };
    let n = errors.positions as f64;
    println!(
        "{} positions: chance {:.4} (bias {:+.4}, loss {:.4}), lead {:.2} points, spread {:.1} points, \
         owner {:.4}, {:.0} moves; prior: first {:.1} %, rank {:.2}",
        errors.positions,
        (errors.chance / n).sqrt(),
        errors.chance_bias / n,
        log_loss(&errors.pairs),
        (errors.lead / n).sqrt(),
        errors.spread / n,
        (errors.owner / errors.points.max(1) as f64).sqrt(),
        errors.played / n / PLAYOUTS as f64,
        100.0 * errors.first as f64 / errors.moves as f64,
        libm::exp(errors.ranks / errors.moves as f64),
    );
    Ok(())
}
