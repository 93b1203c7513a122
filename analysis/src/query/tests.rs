//! Tests of queries: what is read, what is refused, and what leads to a warning.

use std::time::Duration;

use engine::rules::{HandicapBonus, Scoring};
use engine::vocabulary::Color;
use serde_json::json;

use super::*;
use crate::settings::Perspective;

/// A query of two moves on 9x9, with these fields changed or added.
fn object(changes: Value) -> Map<String, Value> {
    let mut object = json!({
        "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "komi": 7,
        "moves": [["B", "D4"], ["w", "pass"]],
    });
    let fields = object.as_object_mut().unwrap();
    fields.extend(changes.as_object().unwrap().clone());
    fields.retain(|_, value| *value != json!("none"));
    fields.clone()
}

fn read(changes: Value) -> Result<Reading, FieldError> {
    Query::read("q".to_owned(), &object(changes), &Settings::default())
}

/// The game at the last turn of a query that leads to no warning.
fn game(changes: Value) -> GameState {
    let reading = read(changes).unwrap();
    assert_eq!(reading.warnings, []);
    let (turn, _) = *reading.turns.last().unwrap();
    reading.query.game(turn).unwrap()
}

#[test]
fn a_query_has_a_game() {
    let plain = game(json!({}));
    assert_eq!((plain.komi(), plain.moves().len(), plain.to_move()), (7.0, 2, Color::Black));
    let setup = game(json!({
        "boardXSize": 13, "boardYSize": 5, "komi": "none", "rules": {"scoring": "TERRITORY"},
        "initialStones": [["B", "N5"], ["W", "A1"], ["B", "A1"]],
        "initialPlayer": "W", "moves": [],
    }));
    assert_eq!((setup.size().width(), setup.size().height()), (13, 5));
    assert_eq!((setup.komi(), setup.rules().scoring), (6.5, Scoring::Territory));
    assert_eq!((setup.to_move(), setup.setup().len()), (Color::White, 2));
    assert_eq!(setup.stone_at("A1".parse().unwrap()), Some(Color::Black), "the later stone");
}

#[test]
fn the_first_player_follows_from_the_stones_and_the_moves() {
    let first = |changes| game(changes).first_to_move();
    let stones = json!([["B", "C3"], ["B", "G7"]]);
    assert_eq!(first(json!({"moves": []})), Color::Black);
    assert_eq!(first(json!({"moves": [], "initialPlayer": "w"})), Color::White);
    assert_eq!(first(json!({"moves": [["W", "D4"]]})), Color::White);
    assert_eq!(first(json!({"moves": [], "initialStones": stones})), Color::White);
    let black = json!({"moves": [["B", "D4"]], "initialStones": stones});
    assert_eq!(first(black), Color::Black);
}

#[test]
fn the_bonus_for_handicap_has_a_field_of_its_own() {
    for (value, bonus) in [
        (json!("0"), HandicapBonus::None),
        (json!(0), HandicapBonus::None),
        (json!("N-1"), HandicapBonus::PerStoneButFirst),
        (json!("N"), HandicapBonus::PerStone),
    ] {
        let read = game(json!({"whiteHandicapBonus": value}));
        assert_eq!(read.rules().handicap_bonus, bonus);
    }
}

#[test]
fn turns_have_priorities() {
    let turns = |changes| read(changes).unwrap().turns;
    assert_eq!(turns(json!({})), [(2, 0)]);
    assert_eq!(turns(json!({"priority": -3})), [(2, -3)]);
    assert_eq!(turns(json!({"analyzeTurns": [2, 0, 2], "priority": 5})), [(0, 5), (2, 5)]);
    let both = json!({"analyzeTurns": [1, 0], "priorities": [8, 9]});
    assert_eq!(turns(both), [(0, 9), (1, 8)]);
    assert_eq!(turns(json!({"analyzeTurns": []})), []);
}

#[test]
fn a_query_has_wishes() {
    let wishes = |changes| read(changes).unwrap().query.wishes;
    let plain = wishes(json!({}));
    assert_eq!((plain.settings, plain.reports), (Settings::default(), None));
    let asked = wishes(json!({
        "maxVisits": 30, "analysisPVLen": 3, "includePolicy": true, "includePVVisits": true,
        "reportDuringSearchEvery": 0.5, "rootPolicyTemperature": 1.5,
        "avoidMoves": [{"player": "B", "moves": ["C3", "pass"], "untilDepth": 2}],
        "overrideSettings": {"maxVisits": 9, "reportAnalysisWinratesAs": "WHITE", "maxTime": 0.5},
    }));
    assert_eq!(asked.settings.visits, Some(30), "the field is more specific than the setting");
    assert_eq!(asked.settings.time, Some(Duration::from_millis(500)));
    assert_eq!(asked.settings.perspective, Perspective::Of(Color::White));
    assert_eq!(asked.settings.variation_length, 3);
    let half = Duration::from_millis(500);
    assert_eq!(asked.reports, Some(Reports { first: half, interval: half }));
    assert!(asked.include.policy && asked.include.variation_visits && !asked.include.ownership);
    let [avoided] = &asked.restrictions[..] else { panic!("{asked:?}") };
    assert_eq!((avoided.moves.len(), avoided.depth, avoided.only), (2, 2, false));
    let early = wishes(json!({"firstReportDuringSearchAfter": 0.1, "reportDuringSearchEvery": 1}));
    let [first, interval] = [100, 1000].map(Duration::from_millis);
    assert_eq!(early.reports, Some(Reports { first, interval }));
    let loose = wishes(json!({
        "overrideSettings": {"maxVisits": 5.0, "analysisPVLen": "4.0", "humanSLProfile": ""},
    }));
    assert_eq!((loose.settings.visits, loose.settings.variation_length), (Some(5), 4));
    let once = wishes(json!({"firstReportDuringSearchAfter": 0.1}));
    assert_eq!(once.reports.map(|reports| reports.first), Some(first));
}

#[test]
fn wrong_fields_are_named() {
    for (changes, field, said) in [
        (json!({"boardXSize": "none"}), "boardXSize", "from 1 to 25"),
        (json!({"boardYSize": 29}), "boardYSize", "got '29'"),
        (json!({"boardXSize": 9.5}), "boardXSize", "from 1 to 25"),
        (json!({"rules": "none"}), "rules", "the name of rules"),
        (json!({"rules": "chess"}), "rules", "unknown rules 'chess'"),
        (json!({"rules": 5}), "rules", "got '5'"),
        (json!({"rules": {"ko": "SPIGHT"}}), "rules", "'SPIGHT'"),
        (json!({"komi": "x"}), "komi", "a number from"),
        (json!({"whiteHandicapBonus": "N-2"}), "whiteHandicapBonus", "N-1"),
        (json!({"moves": "none"}), "moves", "pairs"),
        (json!({"moves": [["B"]]}), "moves", "pairs"),
        (json!({"moves": [["X", "D4"]]}), "moves", "B or W"),
        (json!({"moves": [["B", "K4"]]}), "moves", "a point of 9x9 or pass"),
        (json!({"moves": [["B", "D4"], ["W", "D4"]]}), "moves", "Illegal move 1: D4"),
        (json!({"initialStones": [["B", "pass"]]}), "initialStones", "a point"),
        (json!({"initialStones": {}}), "initialStones", "pairs"),
        (
            json!({"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]}),
            "initialStones",
            "liberty",
        ),
        (json!({"initialPlayer": "X"}), "initialPlayer", "B or W"),
        (json!({"analyzeTurns": [3]}), "analyzeTurns", "from 0 to 2"),
        (json!({"analyzeTurns": [-1]}), "analyzeTurns", "got -1"),
        (json!({"analyzeTurns": 1}), "analyzeTurns", "a list"),
        (json!({"priorities": [1]}), "priorities", "without analyzeTurns"),
        (json!({"priorities": [1], "priority": 1}), "priority", "together"),
        (json!({"priorities": [1], "analyzeTurns": [0, 1]}), "priorities", "as many"),
        (json!({"priorities": [i64::MAX], "analyzeTurns": [0]}), "priorities", "62 bits"),
        (json!({"priority": 0.5}), "priority", "a whole number"),
        (json!({"maxVisits": 0}), "maxVisits", "from 1"),
        (json!({"analysisPVLen": 1001}), "analysisPVLen", "to 1000"),
        (json!({"rootPolicyTemperature": 0}), "rootPolicyTemperature", "from 0.01"),
        (json!({"rootFpuReductionMax": 3}), "rootFpuReductionMax", "to 2"),
        (json!({"includeOwnership": 1}), "includeOwnership", "true or false"),
        (json!({"includePolicy": null}), "includePolicy", "true or false"),
        (json!({"reportDuringSearchEvery": 0}), "reportDuringSearchEvery", "from 0.001"),
        (json!({"overrideSettings": 1}), "overrideSettings", "an object"),
        (json!({"overrideSettings": {"maxTime": "x"}}), "overrideSettings", "maxTime: expected"),
        (json!({"overrideSettings": {"maxVisits": 5.5}}), "overrideSettings", "got '5.5'"),
        (json!({"avoidMoves": [{}]}), "avoidMoves", "player, moves and untilDepth"),
        (json!({"avoidMoves": [1]}), "avoidMoves", "player, moves and untilDepth"),
        (
            json!({"avoidMoves": [{"player": "B", "moves": ["Z9"], "untilDepth": 1}]}),
            "avoidMoves",
            "points of 9x9",
        ),
        (
            json!({"avoidMoves": [{"player": "B", "moves": [], "untilDepth": 0}]}),
            "avoidMoves",
            "untilDepth: expected",
        ),
        (json!({"avoidMoves": [], "allowMoves": []}), "allowMoves", "together with avoidMoves"),
        (
            json!({"allowMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 1},
                                  {"player": "b", "moves": ["C4"], "untilDepth": 1}]}),
            "allowMoves",
            "one entry for each player",
        ),
    ] {
        let error = read(changes.clone()).expect_err(&changes.to_string());
        assert_eq!(error.field, field, "{changes}");
        assert!(error.message.contains(said), "{changes}: {error}");
    }
}

#[test]
fn what_is_odd_leads_to_a_warning() {
    for (changes, field, said) in [
        (json!({"rules": "stone_scoring"}), "rules", "tax for its eyes"),
        (json!({"rules": {"hasButton": true}}), "rules", "using {"),
        (json!({"maxVisit": 1}), "maxVisit", "unknown field"),
        (
            json!({"overrideSettings": {"cpuct": 1, "wideRootNoise": 0.04}}),
            "overrideSettings",
            "ignored: cpuct",
        ),
    ] {
        let warnings = read(changes.clone()).unwrap().warnings;
        let [warning] = &warnings[..] else { panic!("{changes}: {warnings:?}") };
        assert_eq!(warning.field, field);
        assert!(warning.message.contains(said), "{changes}: {warning}");
    }
}

#[test]
fn fields_of_katago_lead_to_no_warning() {
    let common = json!({
        "id": "q", "initialStones": [], "initialPlayer": "B", "analyzeTurns": [1],
        "priorities": [1], "whiteHandicapBonus": "0", "overrideSettings": {}, "maxVisits": 1,
        "analysisPVLen": 1, "rootFpuReductionMax": 0.1, "rootPolicyTemperature": 1,
        "includeMovesOwnership": true, "includeMovesOwnershipStdev": true,
        "includeOwnership": true, "includeOwnershipStdev": true, "includePolicy": true,
        "includePVVisits": true, "includeNoResultValue": true, "reportDuringSearchEvery": 1,
        "firstReportDuringSearchAfter": 1, "avoidMoves": [],
    });
    for changes in [common, json!({"priority": 1, "allowMoves": []})] {
        assert_eq!(read(changes).unwrap().warnings, []);
    }
}

/// Thousands of queries may wait, so a query must not hold positions.
#[test]
fn a_query_is_small() {
    assert!(size_of::<Query>() < 512, "{} bytes", size_of::<Query>());
}
