//! The judgement of a position that gets a label, by the network alone or by a search.

use engine::rules::GameState;
use engine::search::SearchReport;
use network::evaluation::Evaluation;

/// What is said about a position, from the perspective of the player to move.
pub(super) struct Judgement {
    /// The values, and the probability of each move: the network's, or its share of a search.
    pub(super) evaluation: Evaluation,
    /// The network's probability of each move.
    pub(super) thinkable: Vec<Option<f32>>,
}

impl Judgement {
    /// What the network says.
    pub(super) fn at_one_look(evaluation: Evaluation) -> Self {
        Self { thinkable: evaluation.policy.clone(), evaluation }
    }

    /// What a search says about the position of a game.
    pub(super) fn of_search(report: &SearchReport, game: &GameState) -> Self {
        let size = game.size();
        let mut policy = vec![None; size.area() + 1];
        let mut thinkable = policy.clone();
        let all = report.visits.max(1) as f32;
        for found in &report.moves {
            let index = found.mv.vertex().map_or(size.area(), |vertex| vertex.index(size));
            if let (Some(share), Some(prior)) = (policy.get_mut(index), thinkable.get_mut(index)) {
                *share = Some(found.visits as f32 / all);
                *prior = Some(found.prior);
            }
        }
        let sign = game.to_move().sign();
        let evaluation = Evaluation {
            policy,
            win: report.mean_win_rate,
            loss: 1.0 - report.mean_win_rate,
            no_result: 0.0,
            score: report.lead,
            score_deviation: report.lead_deviation,
            lead: report.lead,
            errors: None,
            ownership: report.ownership.iter().map(|black| sign * black).collect(),
        };
        Self { evaluation, thinkable }
    }
}
