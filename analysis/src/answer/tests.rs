//! Tests of answers: their keys, the perspective of their values, and what they leave out.

use engine::rules::{GameState, Rules};
use engine::vocabulary::BoardSize;
use serde_json::{Map, Value, json};

use super::*;
use crate::settings::Settings;

fn query(changes: Value) -> Query {
    let mut object: Map<String, Value> = json!({
        "boardXSize": 3, "boardYSize": 2, "rules": "chinese", "moves": [["B", "A1"]],
    })
    .as_object()
    .unwrap()
    .clone();
    object.extend(changes.as_object().unwrap().clone());
    Query::read("q".to_owned(), &object, &Settings::default()).unwrap().query
}

fn found(name: &str, visits: u64, win_rate: f32) -> MoveReport {
    let mv = name.parse().map_or(Move::Pass, Move::Play);
    let after = Ply { mv: Move::Pass, visits: 2 };
    MoveReport {
        visits,
        win_rate,
        prior: 0.25,
        lead: 1.5,
        lead_deviation: 4.0,
        variation: vec![Ply { mv, visits }, after, after],
        ownership: Some(vec![1.0, 0.0, -1.0, 0.6, 0.0, 0.0]),
        ..MoveReport::new(mv)
    }
}

/// The answer about the position after Black's move at A1, where White is to move.
fn answer(changes: Value, stage: Stage) -> Value {
    let query = query(changes);
    let report = SearchReport {
        moves: vec![found("B2", 30, 0.75), found("C1", 10, 0.5), found("pass", 0, 0.5)],
        visits: 40,
        mean_win_rate: 0.7,
        lead: 2.0,
        lead_deviation: 3.0,
        ownership: vec![1.0, 0.0, -1.0, 0.6, 0.0, 0.0],
        ..SearchReport::default()
    };
    let position = PositionFacts::of(&query.game(1).unwrap());
    let text = line(&query, 1, &position, &report, stage).unwrap();
    assert!(!text.contains('\n'));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn an_answer_has_the_keys_of_the_protocol() {
    let answer = answer(json!({}), Stage::During);
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(keys(&answer), ["id", "isDuringSearch", "moveInfos", "rootInfo", "turnNumber"]);
    assert_eq!(answer["isDuringSearch"], json!(true));
    assert_eq!((&answer["id"], &answer["turnNumber"]), (&json!("q"), &json!(1)));
    let first = &answer["moveInfos"][0];
    assert_eq!(
        keys(first).join(" "),
        "edgeVisits edgeWeight lcb move order playSelectionValue prior pv scoreLead scoreMean \
         scoreSelfplay scoreStdev utility utilityLcb visits weight winrate"
    );
    assert_eq!(first["move"], json!("B2"));
    assert_eq!(first["pv"], json!(["B2", "pass", "pass"]));
    assert_eq!((&first["winrate"], &first["scoreLead"]), (&json!(0.75), &json!(1.5)));
    assert_eq!(answer["moveInfos"].as_array().unwrap().len(), 2, "only visited moves");
    let root = &answer["rootInfo"];
    assert_eq!(root["currentPlayer"], json!("W"));
    assert_eq!((&root["visits"], &root["winrate"]), (&json!(40), &json!(0.7)));
    assert_eq!(root["thisHash"].as_str().map(str::len), Some(32));
}

#[test]
fn values_are_from_the_perspective_that_was_asked_for() {
    let ownership = json!({"includeOwnership": true, "includeMovesOwnership": true,
        "includeOwnershipStdev": true, "includeMovesOwnershipStdev": true});
    let as_white = answer(ownership.clone(), Stage::During);
    assert_eq!(as_white["ownership"], json!([-1.0, 0.0, 1.0, -0.6, 0.0, 0.0]));
    let mut changes = ownership;
    changes["overrideSettings"] = json!({"reportAnalysisWinratesAs": "BLACK"});
    let as_black = answer(changes, Stage::During);
    let first = &as_black["moveInfos"][0];
    assert_eq!((&first["winrate"], &first["scoreLead"]), (&json!(0.25), &json!(-1.5)));
    assert_eq!(first["utility"], json!(-0.5));
    assert_eq!(as_black["ownership"], json!([1.0, 0.0, -1.0, 0.6, 0.0, 0.0]));
    assert_eq!(as_black["ownershipStdev"], json!([0.0, 1.0, 0.0, 0.8, 1.0, 1.0]));
    assert_eq!(first["ownership"], as_black["ownership"]);
    assert_eq!(first["ownershipStdev"], as_black["ownershipStdev"]);
    // What is a lower bound for White is an upper bound for Black.
    let bound = |answer: &Value| answer["moveInfos"][0]["lcb"].as_f64().unwrap();
    assert!(bound(&as_white) < 0.75 && (bound(&as_white) + bound(&as_black) - 1.0).abs() < 1e-5);
}

#[test]
fn a_policy_has_a_value_for_each_point_and_for_a_pass() {
    let answer = answer(json!({"includePolicy": true}), Stage::During);
    let third = json!(0.333333);
    let none = json!(0.0);
    let expected = json!([none, third, none, -1.0, none, third, third]);
    assert_eq!(answer["policy"], expected);
}

#[test]
fn the_final_answer_begins_with_the_move_that_would_be_played() {
    let order = |answer: Value| -> Vec<Value> {
        let moves = answer["moveInfos"].as_array().unwrap();
        assert!(moves.iter().enumerate().all(|(place, found)| found["order"] == json!(place)));
        moves.iter().map(|found| found["move"].clone()).collect()
    };
    let last = answer(json!({}), Stage::Final(Some(Move::Pass)));
    assert_eq!(last["isDuringSearch"], json!(false));
    assert_eq!(order(last), ["pass", "B2", "C1"]);
    assert_eq!(order(answer(json!({}), Stage::Final(None))), ["B2", "C1"]);
}

#[test]
fn a_human_player_makes_one_move_for_certain() {
    let human = json!({"overrideSettings": {"humanSLProfile": "rank_5k"}});
    let last = answer(human.clone(), Stage::Final(Some(Move::Play("C1".parse().unwrap()))));
    assert_eq!(last["humanPolicy"], json!([0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0]));
    assert_eq!(last["moveInfos"][0]["move"], json!("B2"), "the best move is another one");
    assert!(answer(human, Stage::During).get("humanPolicy").is_none());
}

#[test]
fn variations_are_as_long_as_asked() {
    let short = answer(json!({"analysisPVLen": 1, "includePVVisits": true}), Stage::During);
    let first = &short["moveInfos"][0];
    assert_eq!(first["pv"], json!(["B2", "pass"]));
    assert_eq!(first["pvVisits"], json!([30, 2]));
    assert_eq!(first["pvEdgeVisits"], json!([30, 2]));
}

#[test]
fn hashes_tell_positions_apart_but_not_their_symmetries() {
    let facts = |moves: &[&str]| {
        let mut game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
        for name in moves {
            let mv = name.parse().map_or(Move::Pass, Move::Play);
            game.play(game.to_move(), mv).unwrap();
        }
        PositionFacts::of(&game)
    };
    let [one, mirrored, passed] =
        [&["B1", "C3"][..], &["E4", "C3"], &["B1", "C3", "pass"]].map(facts);
    assert_ne!(one.this_hash, mirrored.this_hash);
    assert_eq!(one.symmetric_hash, mirrored.symmetric_hash);
    assert_ne!(one.symmetric_hash, passed.symmetric_hash, "another player to move");
}
