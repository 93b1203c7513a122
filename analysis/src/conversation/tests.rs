//! Tests of whole conversations, without the program around them.

use std::io::Cursor;

use super::*;
use crate::test_line;

/// The answers to these lines.
fn answers(arguments: &str, lines: &[u8]) -> Vec<Value> {
    let line = format!("analysis --threads 2 --playouts 20 --memory 8 --seed 1 {arguments}");
    let (options, asked) = test_line::read(&line);
    let mut written = Vec::new();
    hold(&asked, &options, Cursor::new(lines.to_vec()), &mut written).unwrap();
    let text = String::from_utf8(written).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn query(id: &str, more: &str) -> String {
    format!(
        r#"{{"id":"{id}","boardXSize":9,"boardYSize":9,"rules":"chinese","moves":[["B","E5"]]{more}}}"#
    )
}

#[test]
fn every_position_is_answered_before_the_end() {
    let lines = format!(
        "{}\n\n \r\n{}\r\n{}",
        query("a", r#","analyzeTurns":[0,1]"#),
        query("b", r#","maxVisits":5,"unknown":1"#),
        r#"{"id":"v","action":"query_version"}"#
    );
    let found = answers("", lines.as_bytes());
    let mut seen: Vec<String> = found
        .iter()
        .map(|answer| {
            let visits = answer["rootInfo"]["visits"].as_u64();
            let kind = ["warning", "version"].into_iter().find(|key| answer.get(key).is_some());
            format!("{} {visits:?} {}", answer["id"], kind.unwrap_or("answer"))
        })
        .collect();
    seen.sort();
    assert_eq!(
        seen,
        [
            r#""a" Some(20) answer"#,
            r#""a" Some(20) answer"#,
            r#""b" None warning"#,
            r#""b" Some(5) answer"#,
            r#""v" None version"#,
        ]
    );
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    let mut lines = b"x\n\xff\xfe\n{\"id\":\"a\"}\n".to_vec();
    lines.extend(vec![b' '; LONGEST_LINE + 5]);
    lines.extend(b"\n{\"id\":\"m\",\"action\":\"query_models\"}");
    let found = answers("", &lines);
    assert_eq!(found.len(), 5);
    assert!(found[..4].iter().all(|answer| answer["error"].is_string()), "{found:?}");
    assert_eq!(found[2]["field"], json!("boardXSize"));
    assert!(found[3]["error"].as_str().unwrap().contains("at most"));
    assert!(found[4]["models"][0]["name"].is_string());
}

#[test]
fn what_waits_is_dropped_if_nobody_will_wait_for_it() {
    let slow = query("slow", r#","maxVisits":1000000000,"analyzeTurns":[0,1]"#);
    let many = [slow.clone(), slow.clone(), slow].join("\n");
    assert_eq!(answers("--quit-without-waiting", many.as_bytes()), Vec::<Value>::new());
}

#[test]
fn terminated_positions_have_an_answer_each() {
    let slow = query("slow", r#","maxVisits":1000000000,"analyzeTurns":[0,1]"#);
    let end = r#"{"id":"t","action":"terminate_all"}"#;
    let found = answers("--analysis-threads 1", format!("{slow}\n{slow}\n{end}\n").as_bytes());
    let of_query: Vec<&Value> = found.iter().filter(|answer| answer["id"] == "slow").collect();
    assert_eq!(of_query.len(), 4, "{found:?}");
    let unfinished = of_query.iter().filter(|answer| answer["noResults"] == json!(true)).count();
    assert!(unfinished >= 3 && found.len() == 5);
}

#[test]
fn restrictions_leave_the_policy_as_it_is() {
    let avoided = r#","avoidMoves":[{"player":"W","moves":["C6","D6","E6"],"untilDepth":1}]"#;
    let policy = r#","includePolicy":true"#;
    let ask = |more: &str| {
        let found = answers("", query("a", more).as_bytes());
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    let (free, restricted) = (ask(policy), ask(&format!("{policy}{avoided}")));
    assert_eq!(restricted["policy"], free["policy"]);
    assert!(restricted["policy"][29].as_f64().is_some_and(|policy| policy > 0.0), "C6");
    let infos = restricted["moveInfos"].as_array().unwrap();
    assert!(infos.iter().all(|found| found["move"] != "C6" && found["move"] != "E6"));
}
