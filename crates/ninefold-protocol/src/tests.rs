//! Every method, called as the page calls it.

use super::{Host, METHODS, call};
use ninefold::logic::{Explainer, Level};
use ninefold::notation::Format;
use ninefold::{Puzzle, solve};
use serde_json::{Value, json};

pub(crate) const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const HARD: &str = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
pub(crate) const SEVERAL: &str = "1234............";

fn ask(request: &Value) -> Value {
    serde_json::from_str(&call(request.to_string(), &mut Host::silent())).unwrap()
}

#[track_caller]
fn ok(request: &Value) -> Value {
    let answer = ask(request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

fn error(request: &Value) -> Value {
    let answer = ask(request);
    assert!(answer["ok"].is_null(), "{answer}");
    answer["error"].clone()
}

fn board(text: &str) -> Value {
    ok(&json!({ "method": "read", "text": text }))["boards"][0].clone()
}

fn line(board: &Value) -> String {
    let text = ok(&json!({ "method": "write", "board": board, "format": "line" }))["text"].clone();
    text.as_str().unwrap().trim_end().to_owned()
}

/// A request about a board, with everything that the method needs.
pub(crate) fn about(method: &str, board: &Value) -> Value {
    match method {
        "write" => json!({ "method": method, "board": board, "format": "json" }),
        _ => json!({ "method": method, "board": board }),
    }
}

/// Otherwise the answer would look as if an unknown member had been taken into account.
#[test]
fn members_that_are_not_known_are_refused() {
    for (method, ..) in METHODS {
        let message = error(&json!({ "method": method, "board": EASY, "symetry": "full" }));
        let expected = format!("'{method}' has no member '");
        assert!(message["message"].as_str().unwrap().starts_with(&expected), "{message}");
    }
    let message = |request: Value| error(&request)["message"].as_str().unwrap().to_owned();
    let typo = json!({ "method": "generate", "shape": "2x2", "seed": 1, "symetry": "full" });
    assert!(message(typo).starts_with("'generate' has no member 'symetry'; it may have shape, seed, index"));
    assert_eq!(message(json!({ "method": "formats", "of": 1 })), "'formats' has no member 'of'; it may have none");
    // A member that is null counts as missing.
    ok(&json!({ "method": "formats", "of": null }));
    let mut cells = vec![json!({}); 16];
    let with = |cells: &[Value], member: &str, value: Value| {
        let mut board = json!({ "shape": "2x2", "cells": cells });
        board[member] = value;
        json!({ "method": "count", "board": board })
    };
    let cages = message(with(&cells, "cages", json!([{ "cells": [[1, 1], [1, 2]], "sum": 3 }])));
    assert_eq!(cages, "the board has a member 'cages', expected only shape, symbols and cells");
    cells[3] = json!({ "value": 1 });
    let value = error(&with(&cells, "symbols", Value::Null));
    let expected = "r1c4 has a member 'value', expected given, placed or candidates";
    assert_eq!(value, json!({ "message": expected, "cell": 3 }));
}

#[test]
fn boards_have_the_shape_that_is_named() {
    let six = "1.....2.....3.....4.....5.....6.....";
    let asked = |board: &Value, shape: &str| json!({ "method": "solve", "board": board, "shape": shape });
    let line = |answer: Value| answer["lines"][0].clone();
    let [wide, tall] = ["2x3", "3x2"].map(|shape| line(ok(&asked(&json!(six), shape))));
    assert_ne!(wide, tall);
    assert_eq!(wide, line(ok(&json!({ "method": "solve", "board": six }))));
    let listed = board(six);
    assert_eq!(line(ok(&asked(&listed, "2x3"))), wide);
    let with_symbols = |symbols: &str| json!({ "method": "solve", "board": listed, "symbols": symbols });
    assert_eq!(line(ok(&with_symbols("123456"))), wide);
    assert_eq!(error(&with_symbols("ABCDEF"))["message"], "the board has the symbols 1-6, expected ABCDEF");
    let other = error(&asked(&listed, "3x2"))["message"].clone();
    assert_eq!(other, "the board has the shape 2x3, expected 3x2");
    // The library's own JSON is read like any other text.
    let written = json!({ "puzzle": six, "shape": "3x2", "symbols": "1-6" });
    assert_eq!(line(ok(&json!({ "method": "solve", "board": written }))), tall);
    let letters = ok(&json!({ "method": "solve", "board": "A...............", "symbols": "ABCD" }));
    assert_eq!(letters["verdict"], "multiple");
}

#[test]
fn only_one_puzzle_is_answered() {
    let two = error(&json!({ "method": "solve", "board": format!("{EASY}\n\n{SEVERAL}") }));
    assert_eq!(
        two,
        json!({ "message": "a second puzzle, expected one ('read' takes several)", "line": 3, "column": 1 })
    );
    ok(&json!({ "method": "solve", "board": format!("{EASY}\n\nand so on") }));
}

#[test]
fn searches_have_a_budget() {
    let empty = ".".repeat(81);
    let counted = ok(&json!({ "method": "count", "board": empty, "limit": 1_000_000_000, "budget": 50 }));
    assert_eq!(counted["exact"], false);
    assert!(counted["count"].as_str().unwrap().parse::<u64>().unwrap() < 1_000_000_000);
    for method in ["solve", "check", "hint", "minimal"] {
        let message = error(&json!({ "method": method, "board": HARD, "budget": 0 }));
        assert!(message["message"].as_str().unwrap().starts_with("node budget exhausted"), "{method}: {message}");
        let answer = ask(&json!({ "method": method, "board": EASY, "budget": 1_000_000 }));
        assert!(answer["ok"].is_object(), "{answer}");
    }
}

#[test]
fn what_several_solutions_mean_for_levels() {
    let rating = ok(&json!({ "method": "rate", "board": SEVERAL }));
    assert_eq!(
        (&rating["outcome"], &rating["level"], &rating["unique"]),
        (&json!("stuck"), &json!(null), &json!(false))
    );
    let path = ok(&json!({ "method": "explain", "board": SEVERAL }));
    assert_eq!((&path["outcome"], &path["level"]), (&json!("stuck"), &json!(null)));
    let broken = ok(&json!({ "method": "count", "board": "11.............." }));
    let reason = "1 appears twice in row 1 (r1c1, r1c2); 1 appears twice in box 1 (r1c1, r1c2)";
    assert_eq!(broken, json!({ "count": "0", "exact": true, "reason": reason }));
}

#[test]
fn requests_that_are_none_are_told_so() {
    for request in ["", "{", "7", "[]", "{}", r#"{"method":3}"#, r#"{"method":"sing"}"#, "\u{0}"] {
        let answer: Value = serde_json::from_str(&call(request, &mut Host::silent())).unwrap();
        assert!(answer["error"]["message"].is_string(), "{request}: {answer}");
    }
}

#[test]
fn answers_have_the_id_of_their_request() {
    for id in [json!(7), json!("a"), json!({ "deep": [1] })] {
        assert_eq!(ask(&json!({ "method": "formats", "id": id }))["id"], id);
        assert_eq!(ask(&json!({ "method": "sing", "id": id }))["id"], id);
    }
    assert!(ask(&json!({ "method": "formats" })).get("id").is_none());
    assert!(call(b"\"\xff\"", &mut Host::silent()).contains("not JSON"));
}

#[test]
fn boards_may_be_texts() {
    let asked = |board: Value| ok(&json!({ "method": "solve", "board": board }));
    assert_eq!(asked(json!(EASY)), asked(board(EASY)));
    assert_eq!(asked(json!("12|34\n34|12\n--+--\n21|43\n43|2."))["verdict"], "unique");
    let bad = error(&json!({ "method": "solve", "board": "12345678" }));
    assert_eq!(bad["message"], "8 cells, expected 81 (9x9)");
}

#[test]
fn every_method_refuses_what_it_cannot_use() {
    let bad_boards = [
        json!(null),
        json!(5),
        json!({}),
        json!({ "cells": [] }),
        json!({ "shape": "3x3" }),
        json!({ "shape": "0x3", "cells": [] }),
        json!({ "shape": "99999999999x3", "cells": [] }),
        json!({ "shape": 3, "cells": [] }),
        json!({ "shape": "1x1", "cells": [5] }),
        json!({ "shape": "1x1", "cells": [{ "given": 2 }] }),
        json!({ "shape": "1x1", "cells": [{ "given": -1 }] }),
        json!({ "shape": "1x1", "cells": [{ "placed": "1" }] }),
        json!({ "shape": "1x1", "cells": [{ "given": 1, "placed": 1 }] }),
        json!({ "shape": "1x1", "cells": [{ "candidates": 1 }] }),
        json!({ "shape": "1x1", "cells": [{ "candidates": [0] }] }),
        json!({ "shape": "1x1", "cells": [{}], "symbols": "1-9" }),
        json!({ "shape": "1x1", "cells": [{}], "symbols": "" }),
    ];
    let without_board = ["formats", "generate", "read", "shapes", "symbols"];
    for (method, ..) in METHODS.iter().copied() {
        if method != "formats" {
            assert!(error(&json!({ "method": method }))["message"].is_string(), "{method}");
        }
        if !without_board.contains(&method) {
            for board in &bad_boards {
                let error = error(&about(method, board));
                assert!(error["message"].is_string(), "{method}: {board}");
            }
        }
    }
    let error = error(&json!({ "method": "state", "board": bad_boards[9] }));
    assert_eq!(error, json!({ "message": "2 in r1c1 is not a digit from 1 to 1", "cell": 0 }));
}

#[test]
fn texts_are_read_with_what_is_wrong_in_its_place() {
    let text = format!(
        "# two puzzles and a mistake\n{EASY}\n{}\n\n{SEVERAL} and more\n",
        EASY.replace('8', "x8").replacen("x8", "!", 1)
    );
    let answer = ok(&json!({ "method": "read", "text": text }));
    assert_eq!(answer["boards"].as_array().unwrap().len(), 2, "{answer}");
    assert_eq!(line(&answer["boards"][0]), EASY);
    assert_eq!(answer["boards"][1]["shape"], "2x2");
    assert_eq!(answer["boards"][1]["alphabet"], json!(["1", "2", "3", "4"]));
    assert_eq!(answer["boards"][1]["line"], 5);
    assert_eq!(answer["format"], "line");
    assert_eq!(answer["more"], false);
    assert_eq!((&answer["skipped"][0]["line"], answer["skipped"].as_array().unwrap().len()), (&json!(3), 1));

    let mistyped = EASY.replacen('7', "z", 1);
    let skipped = ok(&json!({ "method": "read", "text": format!("\n{mistyped}\n") }))["skipped"][0].clone();
    assert_eq!((&skipped["line"], &skipped["column"]), (&json!(2), &json!(5)), "{skipped}");

    let error = error(&json!({ "method": "read", "text": "" }));
    assert_eq!(error, json!({ "message": "no puzzle in the text", "line": 1, "column": 1 }));
    let many = format!("{EASY}\n").repeat(5);
    for limit in [0, 3] {
        let answer = ok(&json!({ "method": "read", "text": many, "limit": limit }));
        assert_eq!((answer["boards"].as_array().unwrap().len(), &answer["more"]), (limit, &json!(true)));
    }
}

#[test]
fn boards_survive_the_way_there_and_back() {
    let state = ":0000:x:+53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:113 213:::";
    let read = board(state);
    assert_eq!(read["cells"][0], json!({ "placed": 5 }));
    assert_eq!(read["cells"][2], json!({ "candidates": [4] }), "{read}");
    assert_eq!(read["cells"][3], json!({}));
    for format in Format::ALL.iter().copied().filter(|format| format.is_written()) {
        let written = ok(&json!({ "method": "write", "board": read, "format": format.name() }));
        let again = board(written["text"].as_str().unwrap());
        assert_eq!(again["shape"], read["shape"], "{format}");
        if written["lost"] == json!([]) {
            assert_eq!(again["cells"], read["cells"], "{format}");
        }
    }
    let without_own = json!({ "shape": "1x1", "cells": [{ "given": 1, "candidates": [] }] });
    assert_eq!(ok(&json!({ "method": "solve", "board": without_own }))["verdict"], "none");
    // Candidates that the houses exclude do not count as removed by hand.
    let listed = json!({ "shape": "1x2", "cells": [{ "given": 1 }, { "candidates": [2] }, {}, {}] });
    let lost = &ok(&json!({ "method": "write", "board": listed, "format": "line" }))["lost"];
    assert_eq!(lost, &json!(["the shape 1x2 of the boxes is not stated"]));
}

#[test]
fn names_are_listed() {
    let formats = ok(&json!({ "method": "formats" }))["formats"].clone();
    let written = Format::ALL.iter().filter(|format| format.is_written());
    assert_eq!(formats.as_array().unwrap().len(), written.count());
    assert_eq!(ok(&json!({ "method": "shapes", "side": 6 }))["shapes"], json!(["2x3", "3x2"]));
    assert_eq!(ok(&json!({ "method": "symbols", "symbols": "AB" }))["alphabet"], json!(["A", "B"]));
    assert_eq!(ok(&json!({ "method": "symbols", "side": 16 }))["symbols"], "1-9A-G");
    assert!(error(&json!({ "method": "shapes", "side": 7 }))["message"].is_string());
    let huge = ok(&json!({ "method": "symbols", "side": u64::MAX }));
    assert_eq!(huge["alphabet"].as_array().unwrap().len(), 1024);
}

#[test]
fn a_state_is_judged_by_the_rules_alone() {
    let mut typed = board(&format!("55{}", &EASY[2..]));
    typed["cells"][3] = json!({ "candidates": [] });
    let state = ok(&json!({ "method": "state", "board": typed }));
    assert_eq!(state["conflicts"], json!([0, 1]));
    assert_eq!(state["void"], json!([]));
    assert!(state["message"].as_str().unwrap().starts_with("5 appears twice in row 1"), "{state}");
    assert_eq!((&state["full"], &state["solved"]), (&json!(false), &json!(false)));
    assert_eq!(state["automatic"][0], json!([]));
    assert_eq!(state["automatic"][3], json!([2, 3, 6]));
    let solved = ok(&json!({ "method": "state", "board": board("1234341221434321") }));
    assert_eq!((&solved["full"], &solved["solved"]), (&json!(true), &json!(true)));
}

#[test]
fn solutions_are_the_librarys() {
    let answer = ok(&json!({ "method": "solve", "board": board(EASY) }));
    let puzzle: Puzzle = EASY.parse().unwrap();
    let solution: Vec<u16> = solve::first(&puzzle).unwrap().digits().iter().map(|digit| digit.number()).collect();
    assert_eq!((&answer["verdict"], &answer["solutions"]), (&json!("unique"), &json!([solution])));

    let empty = board(&".".repeat(81));
    let answer = ok(&json!({ "method": "solve", "board": empty }));
    assert_eq!(answer["verdict"], "multiple");
    assert_ne!(answer["solutions"][0], answer["solutions"][1]);
    let answer = ok(&json!({ "method": "solve", "board": board("11..............") }));
    assert_eq!(answer["verdict"], "none");
    assert!(answer["reason"].as_str().unwrap().starts_with("1 appears twice"), "{answer}");

    assert_eq!(ok(&json!({ "method": "count", "board": empty }))["count"], "6670903752021072936960");
    let some = ok(&json!({ "method": "count", "board": empty, "limit": 10 }));
    assert_eq!(some, json!({ "count": "10", "exact": false }));
    let one = ok(&json!({ "method": "count", "board": board(EASY), "limit": 10 }));
    assert_eq!(one, json!({ "count": "1", "exact": true }));
}

#[test]
fn givens_forms_and_pictures() {
    let minimal = ok(&json!({ "method": "minimal", "board": board("123443212143....") }));
    assert_eq!(minimal["minimal"], false);
    assert!(!minimal["redundant"].as_array().unwrap().is_empty());
    assert!(error(&json!({ "method": "minimal", "board": board("................") }))["message"].is_string());
    let form = ok(&json!({ "method": "canon", "board": board(HARD) }));
    let again = ok(&json!({ "method": "canon", "board": board(form["form"].as_str().unwrap()) }));
    assert_eq!(form["form"], again["form"]);
    assert_eq!(form["automorphisms"], "1");
    let small = ok(&json!({ "method": "canon", "board": board("3142............") }));
    assert_eq!(small["form"], "............1234");
    let large = json!({ "method": "canon", "board": board(&".".repeat(256)) });
    assert!(error(&large)["message"].as_str().unwrap().contains("too large"));
    let marks = json!([{ "cell": 1, "digit": 2, "kind": "eliminated" }, { "cell": 3, "kind": "cell" }]);
    let svg = ok(&json!({ "method": "svg", "board": board(SEVERAL), "marks": marks, "title": "<two>" }))["svg"].clone();
    assert!(svg.as_str().unwrap().contains("<title>&lt;two&gt;</title>"));
    let marks = json!([{ "cell": 16, "digit": 2, "kind": "eliminated" }]);
    assert!(error(&json!({ "method": "svg", "board": board(SEVERAL), "marks": marks }))["message"].is_string());
}

#[test]
fn searches_are_replayed_from_the_changes() {
    let answer = ok(&json!({ "method": "trace", "board": board(HARD) }));
    let events = answer["events"].as_array().unwrap();
    assert_eq!((&events[0]["kind"], &events[events.len() - 1]["kind"]), (&json!("choices"), &json!("done")));
    assert_eq!(answer["more"], false);
    let mut cells = vec![json!(null); 81];
    let mut solutions = 0;
    for event in events {
        for change in event["changed"].as_array().unwrap() {
            cells[change[0].as_u64().unwrap() as usize] = change[1].clone();
        }
        if event["kind"] == "solution" {
            let solution = ok(&json!({ "method": "solve", "board": board(HARD) }))["solutions"][0].clone();
            let digits: Vec<Value> = cells.iter().map(|digits| digits[0].clone()).collect();
            assert_eq!(json!(digits), solution);
            solutions += 1;
        }
    }
    assert_eq!(solutions, 1);
    let few = ok(&json!({ "method": "trace", "board": board(HARD), "limit": 3, "strategy": "assign" }));
    assert_eq!((few["events"].as_array().unwrap().len(), &few["more"]), (3, &json!(true)));
    assert!(error(&json!({ "method": "trace", "board": board(HARD), "strategy": "luck" }))["message"].is_string());
}

#[test]
fn hints_come_in_grades_and_mistakes_first() {
    let hint = ok(&json!({ "method": "hint", "board": board(HARD) }));
    assert_eq!((&hint["kind"], &hint["has_one_solution"]), (&json!("step"), &json!(true)));
    assert_eq!(hint["levels"][0], "Look for a single around box 3.");
    assert_eq!(hint["levels"][2], hint["step"]["text"]);
    assert_eq!(hint["step"]["placements"], json!([[15, 8]]));

    let mut wrong = board(HARD);
    wrong["cells"][0] = json!({ "placed": 1 });
    for method in ["hint", "check"] {
        let advice = ok(&json!({ "method": method, "board": wrong }));
        assert_eq!((&advice["kind"], &advice["cells"]), (&json!("mistake"), &json!([0])), "{advice}");
        assert_eq!(advice["levels"][0], "The digit in r1c1 is wrong.");
    }
    assert_eq!(ok(&json!({ "method": "check", "board": board(HARD) }))["kind"], "stuck");
    assert_eq!(ok(&json!({ "method": "hint", "board": board("1234341221434321") }))["kind"], "solved");
    let none = ok(&json!({ "method": "hint", "board": board("11..............") }));
    assert_eq!((&none["kind"], &none["cells"]), (&json!("invalid"), &json!([0, 1])), "{none}");
}

#[test]
fn paths_are_explained_to_their_end() {
    let mut reported = Vec::new();
    let request = json!({ "method": "explain", "board": board(HARD) }).to_string();
    let answer = call(&request, &mut Host::new(&mut || 0.0, &mut |message| reported.push(message)));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let steps = answer["ok"]["steps"].as_array().unwrap();
    let heard: Vec<Value> = reported.iter().map(|message| message["step"].clone()).collect();
    assert_eq!(&heard, steps);
    assert!(reported.iter().map(|message| message["done"].as_f64().unwrap()).is_sorted());
    assert_eq!(reported.last().unwrap()["done"], 1.0);
    assert_eq!((&answer["ok"]["outcome"], &answer["ok"]["level"]), (&json!("solved"), &json!("hard")));
    assert_eq!(answer["ok"]["score"], 546);
    let puzzle: Puzzle = HARD.parse().unwrap();
    assert_eq!(steps.len(), Explainer::new().path(&puzzle).count());
    let skyscraper = steps.iter().find(|step| step["technique"] == "skyscraper").unwrap();
    assert_eq!(skyscraper["eliminations"], json!([[38, 1], [63, 1]]));
    let links = skyscraper["links"].as_array().unwrap();
    assert!(links.iter().any(|link| link["strong"] == true) && links.iter().any(|link| link["strong"] == false));

    let rating = ok(&json!({ "method": "rate", "board": board(HARD) }));
    assert_eq!((&rating["score"], &rating["hardest"]), (&json!(546), &json!("skyscraper")));
    for method in ["explain", "rate"] {
        let answer = ok(&json!({ "method": method, "board": board("11..............") }));
        assert_eq!((&answer["outcome"], &answer["level"]), (&json!("none"), &Value::Null));
        assert!(answer["reason"].as_str().unwrap().starts_with("1 appears twice"));
    }
    let several = ok(&json!({ "method": "explain", "board": board(SEVERAL) }));
    assert_eq!((&several["outcome"], &several["unique"]), (&json!("stuck"), &json!(false)));
}

#[test]
fn all_steps_are_those_of_the_library_however_they_are_told() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let mut all: Vec<String> = Explainer::new().all_steps(&puzzle).iter().map(|step| step.technique.slug()).collect();
    let mut reported = Vec::new();
    let request = json!({ "method": "all_steps", "board": board(HARD) }).to_string();
    let answer = call(&request, &mut Host::new(&mut || 0.0, &mut |message| reported.push(message)));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let steps = answer["ok"]["steps"].as_array().unwrap();
    let mut found: Vec<String> = steps.iter().map(|step| step["technique"].as_str().unwrap().to_owned()).collect();
    all.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, all);
    assert_eq!(reported.iter().filter(|message| message["step"].is_object()).count(), steps.len());
    assert_eq!(reported.last().unwrap()["done"], 1.0);
}

#[test]
fn puzzles_are_made_by_level_and_seed() {
    for level in [Level::Easy, Level::Hard] {
        let request = json!({ "method": "generate", "shape": "3x3", "level": level.name(), "seed": 7 });
        let made = ok(&request);
        assert_eq!(made, ok(&request));
        let puzzle: Puzzle = line(&made["board"]).parse().unwrap();
        assert!(matches!(solve::verdict(&puzzle), solve::Verdict::Unique(_)));
        let rating = Explainer::new().rate(&puzzle);
        assert_eq!((rating.level(), &made["score"]), (level, &json!(rating.score())));
    }
    let other = ok(&json!({ "method": "generate", "shape": "2x3", "seed": 1 }));
    assert_eq!((&other["board"]["shape"], &other["outcome"]), (&json!("2x3"), &json!("solved")));
    // Techniques solve few of the largest puzzles.
    assert_eq!(ok(&json!({ "method": "generate", "shape": "4x4", "seed": 1 }))["board"]["shape"], "4x4");
    for wishes in [
        json!({ "clues": [28, 30], "symmetry": "half-turn", "index": 3 }),
        json!({ "require": ["x-wing"], "forbid": ["swordfish"], "strategy": "vicinity", "score": [300, 900] }),
        json!({ "hardest": "hidden-pair", "minimal": true }),
    ] {
        let mut request = wishes.clone();
        (request["method"], request["shape"], request["seed"]) = (json!("generate"), json!("3x3"), json!(1));
        let made = ok(&request);
        assert_eq!(made["puzzle"], line(&made["board"]), "{wishes}");
        let solved = ok(&json!({ "method": "solve", "board": made["puzzle"] }));
        assert_eq!(solved["lines"], json!([made["solution"]]), "{wishes}");
        let clues = made["puzzle"].as_str().unwrap().bytes().filter(|byte| *byte != b'.').count();
        assert!(wishes["clues"].is_null() || (28..=30).contains(&clues));
        assert!(wishes["hardest"].is_null() || made["hardest"] == wishes["hardest"]);
    }
    for bad in [
        json!({ "shape": "9x9", "seed": 1 }),
        json!({ "shape": "3x3", "seed": 1, "level": "odd" }),
        json!({ "shape": "3x3", "seed": 1, "symmetry": "odd" }),
        json!({ "shape": "3x3", "seed": 1, "strategy": "odd" }),
        json!({ "shape": "3x3", "seed": 1, "clues": [1, 2, 3] }),
        json!({ "shape": "3x3", "seed": 1, "clues": 16 }),
        json!({ "shape": "3x3", "seed": 1, "score": -1 }),
        json!({ "shape": "3x3", "seed": 1, "require": "x-wing" }),
        json!({ "shape": "3x3", "seed": 1, "require": ["odd"] }),
        json!({ "shape": "3x3", "seed": 1, "pattern": [1, 2, 3] }),
        json!({ "shape": "3x3", "seed": 1, "pattern": [81] }),
        json!({ "shape": "3x3", "seed": 1, "pattern": [-1] }),
        json!({ "shape": "3x3", "seed": 1, "index": u64::MAX }),
    ] {
        let mut request = bad.clone();
        request["method"] = json!("generate");
        assert!(error(&request)["message"].is_string(), "{bad}");
    }
}

#[test]
fn steps_are_of_the_techniques_that_are_listed() {
    let slugs = |answer: &Value| -> Vec<String> {
        let steps = answer["steps"].as_array().unwrap();
        steps.iter().map(|step| step["technique"].as_str().unwrap().to_owned()).collect()
    };
    // A technique that is not among the defaults is used if it is listed.
    for (some, outcome) in [
        (&["hidden-single", "naked-single"][..], "stuck"),
        (&["hidden-single", "naked-single", "kraken-fish-1"], "solved"),
    ] {
        let explained = ok(&json!({ "method": "explain", "board": HARD, "techniques": some }));
        assert!(slugs(&explained).iter().all(|slug| some.contains(&slug.as_str())));
        assert_eq!(explained["outcome"], outcome);
    }
    let all: Vec<String> = Explainer::new().techniques().map(|technique| technique.slug()).collect();
    let listed = ok(&json!({ "method": "rate", "board": HARD, "techniques": all }));
    assert_eq!(listed, ok(&json!({ "method": "rate", "board": HARD })));
    assert_eq!(ok(&json!({ "method": "hint", "board": HARD, "techniques": [] }))["kind"], "stuck");
    for (bad, message) in [
        (json!("x-wing"), "'techniques' must be a list of techniques, not \"x-wing\""),
        (json!(["y-wing"]), "no technique is called 'y-wing'"),
    ] {
        let error = error(&json!({ "method": "all_steps", "board": HARD, "techniques": bad }));
        assert!(error["message"].as_str().unwrap().starts_with(message), "{error}");
    }
}

#[test]
fn steps_are_worded_in_the_language_that_is_named() {
    let ask = |method: &str, language: &str| ok(&json!({ "method": method, "board": HARD, "language": language }));
    for method in ["explain", "all_steps"] {
        let [english, german] = ["en", "de"].map(|language| ask(method, language)["steps"].as_array().unwrap().clone());
        assert_eq!(english.len(), german.len());
        for (one, other) in english.iter().zip(&german) {
            assert_eq!(one["eliminations"], other["eliminations"]);
            assert_ne!(one["text"], other["text"]);
            let name = other["name"].as_str().unwrap().to_lowercase();
            assert!(other["text"].as_str().unwrap().to_lowercase().starts_with(&format!("{name}: ")), "{other}");
        }
    }
    assert!(ask("hint", "de")["levels"][0].as_str().unwrap().starts_with("Suche nach "));
    let names = |language| ask("rate", language)["steps"].as_array().unwrap()[0]["name"].clone();
    assert_ne!(names("de"), names("en"));
    let unknown = error(&json!({ "method": "hint", "board": HARD, "language": "la" }));
    assert_eq!(unknown["message"], "no language is called 'la'; the languages are en, de");
}

#[test]
fn the_published_scale_is_asked_for() {
    let request = json!({ "method": "rate_se", "board": HARD });
    let mut reports = Vec::new();
    let mut now = || 0.0;
    let mut report = |report: Value| reports.push(report["er"].as_f64().unwrap());
    let mut host = Host::new(&mut now, &mut report);
    let answer: Value = serde_json::from_str(&call(request.to_string(), &mut host)).unwrap();
    assert_eq!(answer["ok"]["er"], 6.6, "{answer}");
    assert_eq!(answer["ok"]["end"], "solved");
    assert!(reports.is_sorted() && reports.last() == Some(&6.6), "{reports:?}");
    // The module that the page loads gives the same answer for boards that list their cells.
    let mut request = json!({ "method": "rate_se", "board": board(HARD) });
    let alone: Value = serde_json::from_str(&crate::se::call(request.to_string(), &mut Host::silent())).unwrap();
    assert_eq!(alone, answer);
    request["board"] = json!(HARD);
    let refused: Value = serde_json::from_str(&crate::se::call(request.to_string(), &mut Host::silent())).unwrap();
    assert!(refused["error"]["message"].is_string(), "{refused}");
    for (bad, message) in [
        (".".repeat(81), "several solutions"),
        (SEVERAL.to_owned(), "several solutions"),
        ("1.34341221434321".to_owned(), "boards of shape 3x3, not 2x2"),
    ] {
        let error = error(&json!({ "method": "rate_se", "board": bad }));
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
}
