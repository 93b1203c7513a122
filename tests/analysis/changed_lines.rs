//! The queries of clients, changed at random: whatever the program reads, it answers each line.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::vocabulary::Random;
use serde_json::{Map, Value, json};
use tests::program::PATIENCE;

use super::FAST;
use super::client::{Client, recorded};

/// The number of answers that a line must get: 1 for an error or an action, otherwise one for each
/// position.
fn positions_of(line: &[u8]) -> usize {
    let Ok(Value::Object(object)) = serde_json::from_slice(line) else { return 1 };
    let turns = object.get("analyzeTurns").and_then(Value::as_array);
    let turns = turns.filter(|_| object.get("action").is_none());
    let whole = |turn: &Value| turn.as_f64().map(|turn| turn as i64);
    turns.map_or(1, |turns| turns.iter().filter_map(whole).collect::<BTreeSet<_>>().len())
}

/// Changes a query at random, as text or as JSON.
fn changed(query: &Value, random: &mut Random) -> Vec<u8> {
    const VALUES: &str = r#"[null,true,-1,0,1,9,2.5,1e300,"","B","D4","pass","é",[],{},[1,2],
        [["B","D4"]],[["W","J9"],["B","C3"]],{"player":"B","moves":["C3"],"untilDepth":1},
        "japanese",{"ko":"SIMPLE"},[[[[[]]]]],{"maxVisits":3}]"#;
    let values: Vec<Value> = serde_json::from_str(VALUES).expect("JSON");
    let mut object: Map<String, Value> = query.as_object().expect("an object").clone();
    for _ in 0..random.below(3) {
        let place = random.below(object.len().max(1));
        let key = object.keys().nth(place).cloned().unwrap_or_default();
        match random.below(4) {
            0 => drop(object.remove(&key)),
            1 => drop(object.insert(format!("{key}s"), values[random.below(values.len())].clone())),
            _ => drop(object.insert(key, values[random.below(values.len())].clone())),
        }
    }
    let mut bytes = Value::Object(object).to_string().into_bytes();
    if random.below(2) == 0 {
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => drop(bytes.remove(place)),
                1 => bytes.insert(place, random.below(256) as u8),
                _ => bytes[place] = random.below(256) as u8,
            }
        }
    }
    bytes.retain(|byte| !matches!(byte, b'\n'));
    bytes
}

/// Sends changed queries one by one. Each must get one error, or one final answer for each of its
/// positions, whether it is terminated or not.
fn assert_lines_are_answered(lines: usize, seed: u64) {
    let texts = [
        include_str!("../data/queries/katrain.jsonl"),
        include_str!("../data/queries/ogatak.jsonl"),
        include_str!("../data/queries/lizzieyzy.jsonl"),
    ];
    let queries: Vec<Value> = texts.into_iter().flat_map(recorded).collect();
    let mut client = Client::start(&format!("{FAST} --seconds 0.02"));
    let mut random = Random::new(seed, 0);
    let (mut errors, mut answers) = (0, 0);
    for number in 0..lines {
        let mut query = queries[random.below(queries.len())].clone();
        if query.get("maxVisits").is_some() {
            query["maxVisits"] = json!(3);
        }
        let mut line = changed(&query, &mut random);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let shown = String::from_utf8_lossy(&line).into_owned();
        let expected = positions_of(&line);
        line.push(b'\n');
        client.0.send(&line);
        let end = json!({"id": format!("end {number}"), "action": "terminate_all"});
        let mut seen = 0;
        let mut is_ended = random.below(2) == 0;
        if is_ended {
            client.send(&end);
        }
        let mut is_echoed = false;
        while seen < expected || !is_echoed {
            let patience = if is_ended { PATIENCE } else { Duration::from_millis(50) };
            let Some(answer) = client.read_within(patience) else {
                assert!(!is_ended, "{shown}: {seen} answers; {}", client.0.errors());
                client.send(&end);
                is_ended = true;
                continue;
            };
            if answer["id"] == end["id"] {
                is_echoed = true;
            } else if answer.get("error").is_some() {
                errors += 1;
                seen = expected;
            } else if answer.get("action").is_some() || answer["isDuringSearch"] == json!(false) {
                answers += 1;
                seen += 1;
            } else {
                let is_more =
                    answer.get("warning").is_some() || answer["isDuringSearch"] == json!(true);
                assert!(is_more, "{shown}: {answer}");
            }
            if seen >= expected && !is_ended {
                client.send(&end);
                is_ended = true;
            }
        }
        assert!(seen == expected, "{shown}: {seen} answers");
    }
    assert!(errors > lines / 10 && answers > lines / 10, "{errors} errors, {answers} answers");
    client.0.close_input();
    assert!(client.0.end_within(PATIENCE).is_some_and(|status| status.success()));
    assert_eq!(client.0.rest_within(Duration::from_millis(10)), "", "more than was asked for");
}

#[test]
fn every_line_is_answered() {
    assert_lines_are_answered(1000, 1);
}

/// Takes 15 seconds: `cargo test -p mengxi-tests --release -- --ignored ten_thousand`.
#[test]
#[ignore = "takes 15 seconds"]
fn ten_thousand_lines_are_answered() {
    assert_lines_are_answered(10_000, 2);
}
