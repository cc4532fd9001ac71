//! The commands about puzzles within and near a puzzle: minimize, vicinity, backdoors.

use crate::common::*;

#[test]
fn minimal_puzzles_in_place() {
    let input = format!("{OPENING}\n{IMPOSSIBLE}\n{TWICE}\n................\n123443212143....\n");
    let (out, err, status) = run_with(&["minimize"], &input);
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!(answers[1..4], ["No solution found", "Invalid input", "Several solutions"]);
    assert!(err.contains("standard input:3: 1 appears twice in row 1"), "{err}");
    assert_eq!((answers.len(), status), (5, 1));
    for minimal in [answers[0], answers[4]] {
        assert!(run(&["check", minimal]).0.ends_with("minimal\n"), "{minimal}");
    }
    assert_eq!(run_with(&["minimize", "-j", "1"], &input).0, out);
    // All of them, also when more are asked for; some of them.
    let all = |args: &[&str]| {
        let (out, err, status) = run(&[&["minimize", "123443212143...."], args].concat());
        assert_eq!((err.as_str(), status), ("", 0));
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let whole = all(&["--all"]);
    assert_eq!(all(&["-n", "1000", "--seed", "3"]), whole);
    assert_eq!(all(&["-n", "2"]).len(), 2);
    assert!(whole.len() > 2 && whole.contains(&answers[4].to_owned()));
    let (json, _, _) = run_with(&["minimize", "--all", "--format", "json"], &input);
    let objects: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[4]["minimal"].as_array().unwrap().len(), whole.len());
    assert_eq!((&objects[3]["status"], &objects[3]["minimal"]), (&"multiple".into(), &serde_json::Value::Null));
    let (out, _, _) = run(&[
        "minimize",
        "--budget",
        "0",
        ".................................................................................",
    ]);
    assert_eq!(out, "Gave up\n");
    assert_eq!(run(&["minimize", "-n", "2", "--all", OPENING]).2, 2);
}

#[test]
fn neighbours_are_proper_puzzles() {
    let (out, _, status) = run(&["vicinity", "1.....3..2.....4"]);
    assert_eq!(status, 0);
    let near: Vec<&str> = out.lines().collect();
    assert!(near.len() > 5 && !near.contains(&"1.....3..2.....4"));
    for puzzle in &near {
        assert!(run(&["check", puzzle]).0.starts_with("unique, 4 givens"), "{puzzle}");
    }
    let (more, _, _) = run(&["vicinity", "--minus", "0", "--plus", "1", "1.....3..2.....4"]);
    assert_eq!(more.lines().count(), 12, "any cell may be told");
    let (out, err, status) = run(&["vicinity", TWICE]);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("1 appears twice"), "{err}");
    let (json, _, _) = run(&["vicinity", "--format", "json", "1.....3..2.....4"]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["near"].as_array().unwrap().len(), near.len());
}

#[test]
fn backdoors_are_told_in_place() {
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let input = format!("{OPENING}\n{hard}\n{IMPOSSIBLE}\n................\n");
    let (out, _, status) = run_with(&["backdoors"], &input);
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!((answers[0], status), ("0: singles solve it", 1));
    assert_eq!(answers[2..], ["No solution found", "Several solutions"]);
    let (size, sets) = answers[1].split_once(": ").unwrap();
    let size: usize = size.parse().unwrap();
    assert!(size > 0 && sets.split(' ').all(|set| set.split('+').count() == size), "{out}");
    let less = (size - 1).to_string();
    assert_eq!(run(&["backdoors", "--most", &less, hard]).0, format!("more than {less}\n"));
    let (json, _, _) = run(&["backdoors", "--format", "json", hard]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["backdoors"].as_array().unwrap().len(), sets.split(' ').count());
}
