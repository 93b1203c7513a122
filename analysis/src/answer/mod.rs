//! The answer about a position: what the search has found out, in the words of KataGo's protocol.
//!
//! | module | contents |
//! | --- | --- |
//! | `position` | what depends on the position alone: legal points and hashes |
//! | `values` | the perspective of values, and their rounding |
//!
//! Values that the search does not have are absent. The score of self-play is the lead, as in the
//! analysis dialects of GTP.

mod position;
mod values;

use engine::player::{MoveReport, Ply, SearchReport};
use engine::vocabulary::{Color, Move};
use serde::Serialize;

use crate::query::{Query, Wishes};

pub(crate) use position::PositionFacts;
use values::{View, rounded};

/// An answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
    move_infos: Vec<MoveInfo>,
    root_info: RootInfo<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human_policy: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
}

/// What an answer says about one move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    #[serde(rename = "move")]
    name: String,
    order: usize,
    visits: u64,
    edge_visits: u64,
    winrate: f64,
    lcb: f64,
    utility: f64,
    utility_lcb: f64,
    score_lead: f64,
    score_mean: f64,
    score_selfplay: f64,
    score_stdev: f64,
    prior: f64,
    weight: f64,
    edge_weight: f64,
    play_selection_value: f64,
    pv: Vec<String>,
    #[serde(rename = "pvVisits", skip_serializing_if = "Option::is_none")]
    variation_visits: Option<Vec<u64>>,
    #[serde(rename = "pvEdgeVisits", skip_serializing_if = "Option::is_none")]
    variation_edge_visits: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f64>>,
}

/// What an answer says about the position itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo<'a> {
    current_player: char,
    visits: u64,
    weight: f64,
    winrate: f64,
    utility: f64,
    score_lead: f64,
    score_selfplay: f64,
    score_stdev: f64,
    this_hash: &'a str,
    sym_hash: &'a str,
}

/// The stage of the search in which an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The search goes on.
    During,
    /// The search is over. Holds the move that the answer presents as the player's choice, or
    /// `None` if there is none, for example because the query restricts the moves.
    Final(Option<Move>),
}

/// Writes the answer about a turn of a query on one line.
///
/// # Errors
/// If the answer cannot be written as JSON.
pub(crate) fn line(
    query: &Query,
    turn: usize,
    position: &PositionFacts,
    report: &SearchReport,
    stage: Stage,
) -> serde_json::Result<String> {
    let wishes = &query.wishes;
    let view = View::new(wishes.settings.perspective.color(position.to_move), position.to_move);
    let include = wishes.include;
    let chosen = if let Stage::Final(chosen) = stage { chosen } else { None };
    let is_human = wishes.settings.profile.is_some();
    // A human player's choice is not the best move, so it does not change the order.
    let first = chosen.filter(|_| !is_human);
    serde_json::to_string(&Answer {
        id: &query.id,
        turn_number: turn,
        is_during_search: stage == Stage::During,
        move_infos: move_infos(report, first, wishes, view),
        root_info: root_info(position, report, view),
        policy: include.policy.then(|| position.policy(report)),
        human_policy: chosen.filter(|_| is_human).map(|mv| position.certain_policy(mv)),
        ownership: include.ownership.then(|| view.owned(&report.ownership)),
        ownership_stdev: include.ownership_deviation.then(|| values::spread(&report.ownership)),
    })
}

/// The visited moves, the best one first: the move `first` if it is given, and otherwise the one
/// that the search prefers.
fn move_infos(
    report: &SearchReport,
    first: Option<Move>,
    wishes: &Wishes,
    view: View,
) -> Vec<MoveInfo> {
    let is_first = |found: &&MoveReport| first == Some(found.mv);
    let others = report.moves.iter().filter(|found| found.visits > 0 && !is_first(found));
    let ordered = report.moves.iter().filter(is_first).chain(others);
    ordered.enumerate().map(|(order, found)| move_info(order, found, wishes, view)).collect()
}

fn move_info(order: usize, found: &MoveReport, wishes: &Wishes, view: View) -> MoveInfo {
    let include = wishes.include;
    let lead = view.points(found.lead);
    let (rate, bound) = (view.share(found.win_rate), view.share(found.lower_bound()));
    let visits = found.visits as f64;
    let plies: Vec<&Ply> =
        found.variation.iter().take(wishes.settings.variation_length.saturating_add(1)).collect();
    let ply_visits = || plies.iter().map(|ply| ply.visits).collect();
    let ownership = found.ownership.as_ref();
    MoveInfo {
        name: found.mv.to_string(),
        order,
        visits: found.visits,
        edge_visits: found.visits,
        winrate: rate,
        lcb: bound,
        utility: values::utility(rate),
        utility_lcb: values::utility(bound),
        score_lead: lead,
        score_mean: lead,
        score_selfplay: lead,
        score_stdev: rounded(found.lead_deviation),
        prior: rounded(found.prior),
        weight: visits,
        edge_weight: visits,
        play_selection_value: visits,
        pv: plies.iter().map(|ply| ply.mv.to_string()).collect(),
        variation_visits: include.variation_visits.then(ply_visits),
        variation_edge_visits: include.variation_visits.then(ply_visits),
        ownership: ownership.filter(|_| include.moves_ownership).map(|own| view.owned(own)),
        ownership_stdev: ownership
            .filter(|_| include.moves_ownership_deviation)
            .map(|own| values::spread(own)),
    }
}

fn root_info<'a>(position: &'a PositionFacts, report: &SearchReport, view: View) -> RootInfo<'a> {
    let (rate, lead) = (view.share(report.mean_win_rate), view.points(report.lead));
    RootInfo {
        current_player: Color::letter(position.to_move),
        visits: report.visits,
        weight: report.visits as f64,
        winrate: rate,
        utility: values::utility(rate),
        score_lead: lead,
        score_selfplay: lead,
        score_stdev: rounded(report.lead_deviation),
        this_hash: &position.this_hash,
        sym_hash: &position.symmetric_hash,
    }
}

#[cfg(test)]
mod tests;
