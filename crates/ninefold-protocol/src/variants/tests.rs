//! Every method that takes variants, called with puzzles of every kind, through both entry points.

use super::{METHODS, VariantPuzzle};
use crate::{Host, tests};
use ninefold::notation::{self, ReadOptions};
use serde_json::{Value, json};

/// The rules of the Miracle Sudoku: without any given, there are 72 solutions.
const MIRACLE: &str = "anti-knight, anti-king, non-consecutive";
const TWO: &str = "......................................1............2.............................";

fn ask(request: &Value) -> Value {
    serde_json::from_str(&crate::call(request.to_string(), &mut Host::silent())).unwrap()
}

#[track_caller]
fn ok(request: &Value) -> Value {
    let answer = ask(request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

#[track_caller]
fn error(request: &Value) -> String {
    let answer = ask(request);
    answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{request}: {answer}")).to_owned()
}

/// The same through the entry point that takes every puzzle for a variant.
fn other_way(request: &Value) -> Value {
    let answer: Value =
        serde_json::from_str(&super::call(request.to_string(), &mut Host::silent())).expect("it answers JSON");
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

/// A small board: a thermometer along the first row, cages, and a given.
fn small() -> Value {
    json!({
        "rows": 4, "cols": 4, "values": [1, 4],
        "boxes": [[[1,1],[1,2],[2,1],[2,2]], [[1,3],[1,4],[2,3],[2,4]], [[3,1],[3,2],[4,1],[4,2]], [[3,3],[3,4],[4,3],[4,4]]],
        "constraints": [
            { "type": "thermo", "cells": [[1,1],[1,2],[1,3],[1,4]] },
            { "type": "cage", "cells": [[4,2],[4,3]], "sum": 5 },
            { "type": "cage", "cells": [[4,3],[4,4]], "sum": 3 },
            { "type": "given", "cell": [4,1], "value": 4 },
        ],
    })
}

fn puzzle(board: &Value) -> VariantPuzzle {
    notation::read_variant(&board.to_string(), &ReadOptions::default()).unwrap().puzzle
}

#[test]
fn boards_are_objects_or_texts() {
    let asked = |board: Value| ok(&json!({ "method": "solve", "board": board }));
    let answer = asked(small());
    assert_eq!(answer, asked(json!(small().to_string())));
    assert_eq!(answer["verdict"], "unique");
    let digits: Vec<i64> = serde_json::from_value(answer["solutions"][0].clone()).unwrap();
    assert!(puzzle(&small()).is_solved_by(&digits), "{answer}");
    assert_eq!(answer["lines"][0], digits.iter().map(i64::to_string).collect::<String>());
    let fpuzzles = json!({ "size": 4, "grid": vec![vec![json!({}); 4]; 4], "antiknight": true });
    assert_eq!(ok(&json!({ "method": "count", "board": fpuzzles })), json!({ "count": "24", "exact": true }));
}

#[test]
fn rules_are_added_by_their_names() {
    let solved = ok(&json!({ "method": "solve", "board": TWO, "rules": MIRACLE }));
    let line = "483726159726159483159483726837261594261594837594837261372615948615948372948372615";
    assert_eq!((&solved["verdict"], &solved["lines"]), (&json!("unique"), &json!([line])));
    let cells: Vec<Value> = TWO.chars().map(|c| c.to_digit(10).map_or(json!({}), |d| json!({ "given": d }))).collect();
    let listed = json!({ "shape": "3x3", "cells": cells });
    assert_eq!(solved, ok(&json!({ "method": "solve", "board": listed, "rules": MIRACLE })));
    let timed = ok(&json!({ "method": "solve", "board": TWO, "rules": MIRACLE, "timed": true }));
    assert_eq!(timed["micros"], 0.0);
    let empty = ".".repeat(81);
    assert_eq!(ok(&json!({ "method": "count", "board": empty, "rules": MIRACLE }))["count"], "72");
    let few = ok(&json!({ "method": "count", "board": empty, "rules": MIRACLE, "limit": 7 }));
    assert_eq!(few, json!({ "count": "7", "exact": false }));
    assert_eq!(ok(&json!({ "method": "count", "board": small(), "rules": "anti-king" }))["count"], "0");
    // A list without names adds no rules.
    assert_eq!(ok(&json!({ "method": "count", "board": "1...............", "rules": " , " }))["count"], "72");
    for (rules, words) in
        [(json!("killer cage"), "rule for the whole board"), (json!(3), "'rules' must be a string, not 3")]
    {
        assert!(error(&json!({ "method": "solve", "board": TWO, "rules": rules })).contains(words));
    }
}

#[test]
fn searches_have_a_budget() {
    let empty = ".".repeat(81);
    let counted = ok(&json!({ "method": "count", "board": empty, "rules": "anti-knight", "budget": 100 }));
    assert_eq!(counted["exact"], false);
    for method in ["solve", "check", "minimal", "candidates"] {
        let request = json!({ "method": method, "board": empty, "rules": MIRACLE, "budget": 0 });
        assert_eq!(error(&request), "the search was stopped", "{method}");
    }
}

#[test]
fn candidates_are_those_of_solutions() {
    let answer = ok(&json!({ "method": "candidates", "board": small() }));
    let solution = ok(&json!({ "method": "solve", "board": small() }))["solutions"][0].clone();
    let single: Vec<Value> = solution.as_array().unwrap().iter().map(|digit| json!([digit])).collect();
    assert_eq!(answer["candidates"], json!(single));
    let classic = json!({ "method": "candidates", "board": "1..............." });
    assert_eq!(ok(&classic)["candidates"][1], json!([2, 3, 4]));
    assert_eq!(other_way(&classic), ok(&classic));
    // The answer does not depend on earlier questions.
    assert_eq!(ok(&json!({ "method": "candidates", "board": "12.............." }))["candidates"][2], json!([3, 4]));
    assert_eq!(ok(&classic)["candidates"][1], json!([2, 3, 4]));
    let none = ok(&json!({ "method": "candidates", "board": "11.............." }));
    assert_eq!(none["candidates"], json!(vec![json!([]); 16]));
    let knights = ok(&json!({ "method": "candidates", "board": "1...............", "rules": "anti-knight" }));
    assert_eq!(knights["candidates"][6], json!([2, 3, 4]));
}

#[test]
fn boards_are_drawn_with_their_rules_in_words() {
    let answer = ok(&json!({ "method": "svg", "board": small(), "title": "A < B" }));
    let svg = answer["svg"].as_str().expect("it is a text");
    assert!(svg.contains("<title>A &lt; B</title>") && svg.contains(">5</text>"), "{svg}");
    let frame = &answer["frame"];
    assert_eq!(*frame, json!({ "width": 252, "height": 252, "margin": 6, "cell": 60 }));
    assert!(svg.contains("viewBox=\"0 0 252 252\""), "{svg}");
    assert_eq!(answer["words"], json!(puzzle(&small()).words()));
    assert_eq!(other_way(&json!({ "method": "svg", "board": small(), "title": "A < B" })), answer);
}

#[test]
fn clues_that_are_not_needed_are_named() {
    let answer = ok(&json!({ "method": "minimal", "board": small() }));
    assert_eq!(answer, json!({ "minimal": false, "redundant": [], "clues": ["killer cage at r4c3"] }));
    let mut with_given = small();
    with_given["constraints"].as_array_mut().unwrap().push(json!({ "type": "given", "cell": [1, 1], "value": 1 }));
    let answer = ok(&json!({ "method": "minimal", "board": with_given }));
    assert_eq!(answer["redundant"], json!([0]));
    assert_eq!(answer["clues"][0], "r1c1");
    let several = error(&json!({ "method": "minimal", "board": "1...............", "rules": "diagonals" }));
    assert_eq!(several, "only a puzzle with one solution is minimal or not");
}

#[test]
fn boards_are_checked() {
    let kind = |board: &Value| ok(&json!({ "method": "check", "board": board }))["kind"].clone();
    assert_eq!(kind(&small()), "stuck");
    let mut board = small();
    let solution = ok(&json!({ "method": "solve", "board": board }))["solutions"][0].clone();
    let givens =
        (0..16).map(|cell| json!({ "type": "given", "cell": [cell / 4 + 1, cell % 4 + 1], "value": solution[cell] }));
    let constraints = board["constraints"].as_array_mut().unwrap();
    constraints.truncate(3);
    constraints.extend(givens);
    assert_eq!(kind(&board), "solved");
    board["constraints"][3]["value"] = json!(2);
    assert_eq!(kind(&board), "none");
}

#[test]
fn texts_are_read_and_written() {
    let text = format!("1...............\n{}\nnothing\n", small());
    let answer = ok(&json!({ "method": "read", "text": text }));
    assert_eq!((answer["boards"].as_array().unwrap().len(), answer["skipped"].as_array().unwrap().len()), (1, 1));
    let variant = &answer["variants"][0];
    assert_eq!((&variant["line"], &variant["format"]), (&json!(2), &json!("json")));
    assert_eq!(variant["rules"], json!(["killer cage", "thermometer"]));
    assert_eq!(puzzle(&variant["board"]), puzzle(&small()));
    assert_eq!(ok(&json!({ "method": "solve", "board": variant["board"] }))["verdict"], "unique");
    assert_eq!(other_way(&json!({ "method": "read", "text": text })), answer);
    let written = ok(&json!({ "method": "write", "board": small(), "format": "json" }));
    assert_eq!(puzzle(&serde_json::from_str(written["text"].as_str().unwrap()).unwrap()), puzzle(&small()));
    let cannot = error(&json!({ "method": "write", "board": small(), "format": "line" }));
    assert!(cannot.contains("killer cage"), "{cannot}");
    let ruled = ok(&json!({ "method": "read", "text": "1...............", "rules": "anti-king" }));
    assert_eq!((&ruled["boards"], &ruled["variants"][0]["rules"]), (&json!([]), &json!(["anti-king"])));
}

#[test]
fn digits_of_several_figures_have_spaces_between_them() {
    let wide = json!({ "rows": 2, "cols": 2, "values": [9, 10], "constraints": [{ "type": "given", "cell": [1, 1], "value": 10 }] });
    let answer = ok(&json!({ "method": "solve", "board": wide }));
    assert_eq!((&answer["solutions"], &answer["lines"]), (&json!([[10, 9, 9, 10]]), &json!(["10 9 9 10"])));
}

#[test]
fn what_takes_no_variants_names_the_rules() {
    for (method, ..) in crate::METHODS {
        if METHODS.iter().any(|(known, ..)| known == method)
            || ["formats", "read", "shapes", "symbols"].contains(method)
        {
            continue;
        }
        let request = match *method {
            "generate" => json!({ "method": method, "shape": "3x3", "seed": 1, "rules": MIRACLE }),
            _ => {
                let refused = error(&tests::about(method, &small()));
                assert_eq!(refused, "rules that are not supported: thermometer, killer cage (2)");
                json!({ "method": method, "board": TWO, "rules": MIRACLE })
            }
        };
        assert_eq!(error(&request), format!("rules that are not supported: {MIRACLE}"));
    }
    let long = json!({ "rows": 2, "cols": 2, "values": [1, 2], "constraints": [{ "type": "thermo", "cells": [[1,1],[1,2],[2,2]] }] });
    for (method, ..) in METHODS.iter().filter(|(_, method, _)| method.is_some()) {
        let message = error(&tests::about(method, &long));
        assert!(message.starts_with("constraint 1: thermometer at r1c1: 3 cells"), "{message}");
    }
}

#[test]
fn classic_puzzles_have_the_same_answers_by_the_other_way() {
    for board in [tests::EASY, tests::SEVERAL, tests::HARD] {
        for method in ["count", "solve", "candidates", "minimal"] {
            let mut request = json!({ "method": method, "board": board });
            if method == "count" {
                request["limit"] = json!(5);
            }
            if method == "minimal" && board == tests::SEVERAL {
                continue;
            }
            let (one, mut other) = (ok(&request), other_way(&request));
            if method == "minimal" {
                other.as_object_mut().unwrap().remove("clues");
            }
            if one["verdict"] == "multiple" {
                assert_eq!(one["verdict"], other["verdict"]);
            } else {
                assert_eq!(one, other, "{method}: {board}");
            }
        }
    }
    let request = json!({ "method": "explain", "board": small(), "id": 5 }).to_string();
    let answer = super::call(request, &mut Host::silent());
    assert!(answer.contains("no method is called 'explain'; methods: candidates") && answer.contains("\"id\":5"));
}
