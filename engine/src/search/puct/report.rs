//! Creates a search report from the tree.

use super::edge::PuctEdge;
use super::node::Values;
use super::owners::{OwnerSums, RootOwners};
use super::select::Choice;
use crate::search::report::{MoveReport, SearchReport};
use crate::search::summary::{place, to_move, variation};
use crate::search::tree::Branch;
use crate::vocabulary::AnySize;

/// Returns a report on the moves of a root that compare as `choice` says, in which the time and the
/// number of new simulations are not yet set.
pub(super) fn summarize(
    choice: &Choice<'_>,
    owners: &RootOwners,
    ownership_by_move: bool,
) -> SearchReport {
    let Choice { tree, edges, info, sign, .. } = *choice;
    let root = info.values();
    let worths = choice.worths();
    let describe = |edge: &PuctEdge| {
        let child = edge.child().filter(|_| edge.visits() > 0);
        let Values { outlook, .. } = child.map_or(root, |child| tree.info(child).values());
        let own = owners.of(edge.point()).filter(|_| ownership_by_move);
        MoveReport {
            mv: to_move::<AnySize>(edge.point()),
            visits: u64::from(edge.visits()),
            win_rate: rate(sign * outlook.win_loss),
            prior: edge.policy(),
            lead: sign * outlook.lead,
            lead_deviation: outlook.deviation(),
            variation: variation::<AnySize, _>(tree, edge),
            proved: edge.standing.proved(),
            ownership: own.map(OwnerSums::ownership),
        }
    };
    let proved = |index: usize| place(edges[index].standing.proved());
    let is_possible = |&index: &usize| !edges[index].standing.is_pruned();
    let mut order: Vec<usize> = (0..edges.len()).filter(is_possible).collect();
    order.sort_by(|&one, &other| {
        let by_place = proved(one).cmp(&proved(other));
        let by_worth = worths[other].total_cmp(&worths[one]);
        let by_visits = edges[other].visits().cmp(&edges[one].visits());
        by_place.then(by_worth).then(by_visits)
    });
    let total = owners.total();
    SearchReport {
        moves: order.into_iter().map(|index| describe(&edges[index])).collect(),
        visits: tree.root_visits(),
        by_network: true,
        mean_win_rate: rate(sign * root.outlook.win_loss),
        lead: sign * root.outlook.lead,
        lead_deviation: root.outlook.deviation(),
        nodes: tree.nodes_used(),
        ownership: total.ownership(),
        criticality: total.criticality(),
        ..SearchReport::default()
    }
}

/// The chance to win, from that less the chance to lose.
fn rate(win_loss: f32) -> f32 {
    (0.5 + 0.5 * win_loss).clamp(0.0, 1.0)
}
