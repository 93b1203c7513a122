//! KataGo's JSON protocol, spoken with the program: the queries of clients, priorities, the end of
//! an analysis, and lines that are not queries.

mod changed_lines;
mod client;

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::{Value, json};
use tests::program::{END, Program};

use client::{Client, query, recorded};

/// Options for a quick analysis of two positions at a time.
const FAST: &str = "analysis --threads 2 --memory 16 --seed 1";
/// The same for one position at a time.
const SINGLE: &str = "analysis --threads 1 --memory 16 --seed 1";

/// Sends all queries of a client, and checks that each answer has the keys that the client reads.
fn assert_served(file: &str, text: &str, of_move: &[&str], of_root: &[&str]) {
    let mut client = Client::start(FAST);
    for query in recorded(text) {
        if query.get("action").is_some() {
            client.send(&query);
            let id = query["id"].clone();
            while client.read()["id"] != id {}
            continue;
        }
        let answer = client.analyse(&query);
        let points = side(&query, "boardXSize") * side(&query, "boardYSize");
        assert_eq!(answer["id"], query["id"], "{file}");
        assert_keys(&answer["rootInfo"], of_root, file);
        let moves = answer["moveInfos"].as_array().expect("a list of moves");
        assert!(!moves.is_empty(), "{file}: {query}");
        let asks = |name: &str| query.get(name) == Some(&json!(true));
        for (order, found) in moves.iter().enumerate() {
            assert_keys(found, of_move, file);
            assert_eq!(found["order"], json!(order), "{file}");
            assert_eq!(found["pv"][0], found["move"], "{file}");
            if asks("includeMovesOwnership") {
                assert_eq!(length(&found["ownership"]), points, "{file}");
            }
            if asks("includePVVisits") {
                assert_eq!(length(&found["pvVisits"]), length(&found["pv"]), "{file}");
            }
        }
        let expected = |name: &str, length: usize| if asks(name) { length } else { 0 };
        assert_eq!(length(&answer["ownership"]), expected("includeOwnership", points), "{file}");
        assert_eq!(length(&answer["policy"]), expected("includePolicy", points + 1), "{file}");
    }
}

fn side(query: &Value, name: &str) -> usize {
    query[name].as_u64().expect("a size") as usize
}

/// The length of a list, or 0 if the value is not a list.
fn length(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

#[track_caller]
fn assert_keys(value: &Value, keys: &[&str], file: &str) {
    for key in keys {
        assert!(!value[key].is_null(), "{file}: no {key} in {value}");
    }
}

#[test]
fn katrain_is_served() {
    let moves = ["move", "order", "visits", "winrate", "scoreLead", "prior", "pv"];
    let text = include_str!("data/queries/katrain.jsonl");
    assert_served("katrain", text, &moves, &["visits", "winrate", "scoreLead"]);
}

#[test]
fn ogatak_is_served() {
    let moves = ["move", "order", "visits", "winrate", "lcb", "prior", "scoreLead", "pv"];
    let root = ["visits", "winrate", "scoreLead", "currentPlayer", "symHash", "thisHash"];
    assert_served("ogatak", include_str!("data/queries/ogatak.jsonl"), &moves, &root);
}

#[test]
fn lizzieyzy_is_served() {
    let moves = [
        "move",
        "order",
        "visits",
        "winrate",
        "lcb",
        "prior",
        "scoreLead",
        "scoreMean",
        "scoreStdev",
        "pv",
    ];
    assert_served("lizzieyzy", include_str!("data/queries/lizzieyzy.jsonl"), &moves, &["visits"]);
}

/// ogatak asks for a board of 29x29 to find out whether the program is a build of KataGo for large
/// boards, which is slow.
#[test]
fn errors_and_warnings_name_the_query_and_the_field() {
    let mut client = Client::start(SINGLE);
    client.send(&query(json!({"boardXSize": 29, "boardYSize": 29})));
    let error = client.read();
    assert_eq!((&error["id"], &error["field"]), (&json!("q"), &json!("boardXSize")));
    assert!(error["error"].as_str().is_some_and(|text| text.contains("from 1 to 25")));
    client.send(&query(json!({"moves": [["B", "C3"], ["W", "C3"]]})));
    let error = client.read()["error"].to_string();
    assert!(error.contains("Illegal move 1"), "{error}");
    client.send(&query(json!({"maxVisit": 3})));
    let warning = client.read();
    assert_eq!((&warning["id"], &warning["field"]), (&json!("q"), &json!("maxVisit")));
    assert!(warning["warning"].is_string());
    assert_eq!(client.read()["rootInfo"]["visits"], json!(50));
}

#[test]
fn a_human_profile_gets_a_warning_and_one_move() {
    let mut client = Client::start(SINGLE);
    client.send(&query(json!({"overrideSettings": {"humanSLProfile": "rank_18k"}})));
    let warning = client.read();
    assert!(warning["warning"].as_str().is_some_and(|text| text.contains("level 3 of 20")));
    let answer = client.read();
    let policy = answer["humanPolicy"].as_array().expect("a policy");
    let sum: f64 = policy.iter().filter_map(Value::as_f64).filter(|value| *value > 0.0).sum();
    assert_eq!((policy.len(), sum), (82, 1.0));
}

/// The same position and number of visits lead to the same answer, whatever was analysed before.
#[test]
fn answers_do_not_depend_on_earlier_queries() {
    let asked = query(json!({"maxVisits": 200, "includePolicy": true, "includeOwnership": true}));
    let mut client = Client::start(SINGLE);
    let first = client.analyse(&asked);
    client.analyse(&query(json!({"moves": [["B", "E5"]], "maxVisits": 300})));
    assert_eq!(client.analyse(&asked), first);
}

#[test]
fn positions_are_analysed_by_priority() {
    let mut client = Client::start(SINGLE);
    // The first query keeps the only worker busy until the others are in the queue.
    let long = json!({"id": "long", "maxVisits": 1_u64 << 40, "reportDuringSearchEvery": 0.05});
    client.send(&query(long));
    assert_eq!(client.read()["isDuringSearch"], json!(true));
    for (id, priority) in [("low", -5), ("high", 7), ("middle", 0)] {
        client.send(&query(json!({"id": id, "priority": priority})));
    }
    let turns = json!({"id": "turns", "moves": [["B", "E5"]], "analyzeTurns": [0, 1],
        "priorities": [1, 9]});
    client.send(&query(turns));
    client.send(&json!({"id": "end", "action": "terminate", "terminateId": "long"}));
    let mut order = Vec::new();
    while order.len() < 6 {
        let answer = client.read();
        if answer.get("isDuringSearch") == Some(&json!(false)) {
            order.push(format!("{}{}", answer["id"], answer["turnNumber"]).replace('"', ""));
        }
    }
    assert_eq!(order, ["long0", "turns1", "high0", "turns0", "middle0", "low0"]);
}

#[test]
fn a_terminated_search_reports_what_it_has_found() {
    let mut client = Client::start(FAST);
    let long = json!({"maxVisits": 1_u64 << 40, "reportDuringSearchEvery": 0.05});
    client.send(&query(long));
    let start = Instant::now();
    assert_eq!(client.read()["isDuringSearch"], json!(true));
    assert!(start.elapsed() < END, "the first report after {:?}", start.elapsed());
    let start = Instant::now();
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "q"}));
    let mut seen = BTreeSet::new();
    while seen.len() < 2 {
        let answer = client.read();
        if answer.get("action").is_some() {
            assert_eq!(answer["terminateId"], json!("q"));
            seen.insert("echo");
        } else if answer["isDuringSearch"] == json!(false) {
            assert!(answer["rootInfo"]["visits"].as_u64() > Some(0), "{answer}");
            seen.insert("answer");
        }
    }
    assert!(start.elapsed() < END, "ended after {:?}", start.elapsed());
}

#[test]
fn thousands_of_queries_wait_and_can_be_ended() {
    let mut client = Client::start(SINGLE);
    const MANY: usize = 10_000;
    let mut lines = String::new();
    for number in 0..MANY {
        let long = json!({"id": number.to_string(), "maxVisits": 1_u64 << 40});
        lines += &format!("{}\n", query(long));
    }
    client.0.send(&lines);
    client.send(&json!({"id": "all", "action": "terminate_all"}));
    let ids: BTreeSet<String> = (0..MANY)
        .map(|_| client.read_with("isDuringSearch")["id"].as_str().expect("an id").to_owned())
        .collect();
    assert_eq!(ids.len(), MANY);
    client.0.close_input();
    assert!(client.0.end_within(END).is_some_and(|status| status.success()));
}

#[cfg(unix)]
#[test]
fn signals_end_the_analysis() {
    for signal in ["TERM", "INT"] {
        let mut client = Client::start(FAST);
        client.send(&query(json!({"maxVisits": 1_u64 << 40, "reportDuringSearchEvery": 0.05})));
        client.read();
        let process = client.0.id().to_string();
        let sent =
            std::process::Command::new("kill").args([&format!("-{signal}"), &process]).status();
        assert!(sent.is_ok_and(|status| status.success()), "no signal was sent");
        assert!(client.0.end_within(END).is_some(), "SIG{signal}");
    }
}

#[test]
fn the_options_of_katago_are_accepted_with_a_note() {
    let mut client = Client::start(
        "analysis -model none.bin.gz -config none.cfg -override-config homeDataDir=x,maxVisits=7 \
         -quit-without-waiting --threads 1 --memory 16",
    );
    let mut plain = query(json!({}));
    plain.as_object_mut().expect("an object").remove("maxVisits");
    assert_eq!(client.analyse(&plain)["rootInfo"]["visits"], json!(7));
    let errors = client.0.errors();
    for noted in ["-model none.bin.gz: not used", "-config none.cfg", "homeDataDir not used"] {
        assert!(errors.contains(noted), "{noted} in {errors}");
    }
    let mut wrong = Program::start("analysis -override-config maxVisits=x");
    assert_eq!(wrong.end_within(END).and_then(|status| status.code()), Some(1));
}
