//! Writes search reports in each of the analysis dialects.

use std::fmt::Write;

use engine::player::{MoveReport, SearchReport, ownership_deviations};
use engine::vocabulary::{BoardSize, Color};
use serde_json::{Value, json};

use super::options::AnalysisOptions;
use crate::text::line;

/// The dialect in which a controller expects reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The dialect of Leela Zero, with win rates and priors in ten-thousandths.
    Leela,
    /// The dialect of Leela Zero with the score lead added, for Sabaki's plain `analyze` command.
    LeelaWithLead,
    /// The dialect of KataGo, with win rates and priors from 0 to 1, and with scores and ownership.
    Kata,
    /// One JSON object, for the CGOS server.
    Cgos,
}

impl Dialect {
    /// Writes a report on one line, from the perspective of the player whose moves were searched.
    /// Returns `None` if there is no move to report.
    pub(crate) fn line(
        self,
        report: &SearchReport,
        options: &AnalysisOptions,
        size: BoardSize,
    ) -> Option<String> {
        let told = |&(index, found): &(usize, &MoveReport)| {
            index < options.most_moves && (found.visits > 0 || index < options.fewest_moves)
        };
        let moves: Vec<&MoveReport> =
            report.moves.iter().enumerate().filter(told).map(|(_, found)| found).collect();
        if moves.is_empty() {
            return None;
        }
        Some(match self {
            Self::Leela | Self::LeelaWithLead => {
                line(moves.iter().enumerate().map(|(order, found)| self.leela(order, found)))
            }
            Self::Kata => kata(report, &moves, options),
            Self::Cgos => cgos(report, &moves, options.color, size).to_string(),
        })
    }

    fn leela(self, order: usize, found: &MoveReport) -> String {
        let share = |value: f32| (value * 10_000.0).round() as i64;
        let mut text = format!(
            "info move {} visits {} winrate {} prior {} lcb {} order {order}",
            found.mv,
            found.visits,
            share(found.win_rate),
            share(found.prior),
            share(found.lower_bound()),
        );
        if self == Self::LeelaWithLead {
            // Writing to a string cannot fail.
            let _ = write!(text, " scoreLead {:.3}", found.lead);
        }
        let _ = write!(text, " pv {}", variation(found));
        text
    }
}

fn variation(found: &MoveReport) -> String {
    line(found.variation.iter().map(|ply| ply.mv))
}

fn kata(report: &SearchReport, moves: &[&MoveReport], options: &AnalysisOptions) -> String {
    let mut parts: Vec<String> =
        moves.iter().enumerate().map(|(order, found)| kata_move(order, found, options)).collect();
    if options.root {
        parts.push(format!(
            "rootInfo visits {} utility {:.6} winrate {:.6} scoreMean {:.6} scoreStdev {:.6} \
             scoreLead {:.6} scoreSelfplay {:.6}",
            report.visits,
            2.0 * report.mean_win_rate - 1.0,
            report.mean_win_rate,
            report.lead,
            report.lead_deviation,
            report.lead,
            report.lead,
        ));
    }
    if options.ownership {
        parts.push(format!("ownership {}", owned(&report.ownership, options.color)));
    }
    if options.ownership_deviation {
        let deviations = ownership_deviations(&report.ownership);
        parts.push(format!("ownershipStdev {}", line(deviations.map(|each| format!("{each:.4}")))));
    }
    parts.join(" ")
}

fn kata_move(order: usize, found: &MoveReport, options: &AnalysisOptions) -> String {
    let (lead, bound) = (found.lead, found.lower_bound());
    let mut text = format!(
        "info move {} visits {visits} edgeVisits {visits} utility {:.6} winrate {:.6} \
         scoreMean {lead:.6} scoreStdev {:.6} scoreLead {lead:.6} scoreSelfplay {lead:.6} \
         prior {:.6} lcb {bound:.6} utilityLcb {:.6} weight {visits}.0 order {order} pv {}",
        found.mv,
        2.0 * found.win_rate - 1.0,
        found.win_rate,
        found.lead_deviation,
        found.prior,
        2.0 * bound - 1.0,
        variation(found),
        visits = found.visits,
    );
    let visits = || line(found.variation.iter().map(|ply| ply.visits));
    let wanted =
        [("pvVisits", options.variation_visits), ("pvEdgeVisits", options.variation_edge_visits)];
    for (key, _) in wanted.into_iter().filter(|(_, wanted)| *wanted) {
        let _ = write!(text, " {key} {}", visits());
    }
    if let Some(ownership) = found.ownership.as_ref().filter(|_| options.ownership_by_move) {
        let _ = write!(text, " movesOwnership {}", owned(ownership, options.color));
    }
    text
}

/// The ownership of each point, row by row from the top left, from the perspective of `color`.
fn owned(ownership: &[f32], color: Color) -> String {
    // Adding zero avoids a negative zero.
    line(ownership.iter().map(|own| format!("{:.4}", own * color.sign() + 0.0)))
}

/// The maximum number of moves sent to CGOS, and the maximum length of each variation. The server
/// disconnects any player that sends a line of more than 64 KiB. A line with all the moves on a
/// large board could exceed this limit.
const CGOS_MOST_MOVES: usize = 20;
const CGOS_LONGEST_VARIATION: usize = 30;
/// The characters that encode values from -1 to 1 in 63 steps.
const CGOS_SIGNS: &[u8; 63] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";

fn cgos(report: &SearchReport, moves: &[&MoveReport], color: Color, size: BoardSize) -> Value {
    let rounded = |value: f32| (f64::from(value) * 1e4).round() / 1e4;
    let describe = |found: &&MoveReport| {
        json!({
            "move": found.mv.to_string(),
            "winrate": rounded(found.win_rate),
            "score": rounded(found.lead),
            "prior": rounded(found.prior),
            "visits": found.visits,
            "pv": line(found.variation.iter().take(CGOS_LONGEST_VARIATION).map(|ply| ply.mv)),
        })
    };
    let sign = |own: &f32| {
        let step = ((own * color.sign() + 1.0) * 31.0).round() as usize;
        char::from(CGOS_SIGNS.get(step).copied().unwrap_or(b'+'))
    };
    let ownership: String = report.ownership.iter().take(size.area()).map(sign).collect();
    json!({
        "winrate": rounded(report.win_rate()),
        "score": rounded(report.lead),
        "visits": report.visits,
        "moves": moves.iter().take(CGOS_MOST_MOVES).map(describe).collect::<Value>(),
        "ownership": ownership,
    })
}

#[cfg(test)]
mod tests {
    use engine::player::Ply;
    use engine::vocabulary::Move;
    use protocol::Arguments;

    use super::*;

    fn found(point: &str, visits: u64, win_rate: f32) -> MoveReport {
        let mv = Move::Play(point.parse().unwrap());
        MoveReport {
            mv,
            visits,
            win_rate,
            prior: 0.125,
            lead: -1.5,
            lead_deviation: 4.0,
            variation: vec![Ply { mv, visits }, Ply { mv: Move::Pass, visits: 2 }],
            proved: None,
            ownership: Some(vec![1.0, -0.5, 0.0, 0.25]),
        }
    }

    fn report() -> SearchReport {
        SearchReport {
            moves: vec![found("A1", 90, 0.6), found("B2", 10, 0.25), found("A2", 0, 0.5)],
            visits: 100,
            mean_win_rate: 0.565,
            lead: -1.25,
            lead_deviation: 5.0,
            ownership: vec![1.0, -1.0, 0.0, 0.5],
            ..SearchReport::default()
        }
    }

    fn told(dialect: Dialect, options: &str) -> String {
        let options = AnalysisOptions::read(&mut Arguments::new(options), Color::White).unwrap();
        dialect.line(&report(), &options, BoardSize::square(2)).unwrap_or_default()
    }

    #[test]
    fn leela_counts_in_ten_thousandths() {
        assert_eq!(
            told(Dialect::Leela, ""),
            "info move A1 visits 90 winrate 6000 prior 1250 lcb 4967 order 0 pv A1 pass \
             info move B2 visits 10 winrate 2500 prior 1250 lcb 809 order 1 pv B2 pass"
        );
        let with_lead = told(Dialect::LeelaWithLead, "maxmoves 1");
        assert!(with_lead.ends_with("order 0 scoreLead -1.500 pv A1 pass"), "{with_lead}");
    }

    #[test]
    fn kata_ends_each_move_with_its_variation_unless_more_is_wanted() {
        let plain = told(Dialect::Kata, "maxmoves 1");
        assert_eq!(
            plain,
            "info move A1 visits 90 edgeVisits 90 utility 0.200000 winrate 0.600000 \
             scoreMean -1.500000 scoreStdev 4.000000 scoreLead -1.500000 scoreSelfplay -1.500000 \
             prior 0.125000 lcb 0.496701 utilityLcb -0.006598 weight 90.0 order 0 pv A1 pass"
        );
        let all = told(
            Dialect::Kata,
            "maxmoves 1 pvVisits true pvEdgeVisits true movesOwnership true rootInfo true \
             ownership true ownershipStdev true",
        );
        let rest = all.strip_prefix(&plain).unwrap_or_else(|| panic!("{all}"));
        assert_eq!(
            rest,
            " pvVisits 90 2 pvEdgeVisits 90 2 movesOwnership -1.0000 0.5000 0.0000 -0.2500 \
             rootInfo visits 100 utility 0.130000 winrate 0.565000 scoreMean -1.250000 \
             scoreStdev 5.000000 scoreLead -1.250000 scoreSelfplay -1.250000 \
             ownership -1.0000 1.0000 0.0000 -0.5000 ownershipStdev 0.0000 0.0000 1.0000 0.8660"
        );
    }

    #[test]
    fn moves_without_visits_are_told_where_so_many_are_wanted() {
        for dialect in [Dialect::Leela, Dialect::Kata] {
            let moves = |options| told(dialect, options).matches("info move").count();
            assert_eq!([moves(""), moves("minmoves 3"), moves("minmoves 3 maxmoves 1")], [2, 3, 1]);
        }
        assert_eq!(told(Dialect::Kata, "maxmoves 0"), "");
    }

    #[test]
    fn cgos_gets_one_object_in_one_line() {
        let text = told(Dialect::Cgos, "b");
        let object: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["moves"][0]["pv"], "A1 pass");
        assert_eq!((&object["visits"], &object["winrate"]), (&json!(100), &json!(0.6)));
        assert_eq!(object["ownership"], "+Afv");
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn cgos_gets_a_line_that_its_server_can_take() {
        let mut long = found("A1", 1, 0.5);
        long.variation = vec![Ply { mv: Move::Pass, visits: 1 }; 400];
        let report = SearchReport {
            moves: vec![long; 362],
            ownership: vec![0.0; 625],
            ..SearchReport::default()
        };
        let options = AnalysisOptions::read(&mut Arguments::new(""), Color::Black).unwrap();
        let text = Dialect::Cgos.line(&report, &options, BoardSize::square(25)).unwrap();
        assert!(text.len() < 1 << 14, "{}", text.len());
        let object: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["moves"].as_array().unwrap().len(), CGOS_MOST_MOVES);
    }
}
