//! `ninefold call`: requests and answers, line by line.

use crate::common::*;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn call(input: &[u8]) -> (Vec<serde_json::Value>, i32) {
    let (out, err, status) = run_with(&["call"], input);
    assert_eq!(err, "");
    (out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), status)
}

#[test]
fn each_line_is_answered_whatever_the_others_are() {
    let good = format!(r#"{{"method":"solve","board":"{OPENING}","id":"a"}}"#);
    let input = [good.as_bytes(), b"{", b"", b"\xff\x00", br#"{"method":"sing","id":2}"#, br#"[]"#, good.as_bytes()];
    let (answers, status) = call(&input.join(&b'\n'));
    let digits: Vec<u8> = SOLVED.bytes().map(|byte| byte - b'0').collect();
    for answer in [&answers[0], &answers[5]] {
        assert_eq!(answer["ok"]["solutions"], serde_json::json!([digits]));
        assert_eq!(answer["id"], "a");
    }
    assert!(answers[1..5].iter().all(|answer| answer["error"]["message"].is_string()), "{answers:?}");
    assert_eq!((answers.len(), &answers[3]["id"], status), (6, &serde_json::json!(2), 1));
    assert_eq!(call(good.as_bytes()).1, 0);
    assert_eq!(call(b""), (Vec::new(), 0));
}

#[test]
fn an_answer_does_not_wait_for_the_next_request() {
    let mut child = ninefold().arg("call").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let _deadline = Deadline::of(&child);
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for id in 0..3 {
        writeln!(stdin, r#"{{"method":"shapes","side":6,"id":{id}}}"#).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{{\"ok\":{{\"shapes\":[\"2x3\",\"3x2\"]}},\"id\":{id}}}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn progress_is_reported_on_request() {
    let request = format!(r#"{{"method":"explain","board":"{OPENING}","id":9}}"#);
    let (out, _, status) = run_with(&["call", "--progress"], &request);
    let (last, before) = out.lines().collect::<Vec<_>>().split_last().map(|(last, all)| (*last, all.to_vec())).unwrap();
    assert!(!before.is_empty() && last.starts_with(r#"{"ok":"#) && status == 0);
    for line in before {
        let message: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(message["progress"]["done"].is_number() && message["id"] == 9, "{line}");
    }
}
