//! Explanations, hints, ratings and their verification, in use.

use crate::common::*;
use serde_json::Value;

const EASY: &str = "342....9.....5..4.6..1.....2.....7....4...5...85.6...4.6..4.2.....91.....79..6.5.";
const SEVERAL: &str = ".2.4.4.221434321";

fn json(args: &[&str]) -> Value {
    let (out, err, _) = run(args);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

#[test]
fn what_is_explained_is_verified() {
    let (explained, _, status) = run(&["explain", "--json", EASY, OPENING, "1.34341221434321"]);
    assert_eq!((explained.lines().count(), status), (3, 0));
    let (told, err, status) = run_with(&["verify"], &explained);
    assert_eq!((err.as_str(), status), ("", 0));
    assert_eq!(told.lines().next(), Some("argument 1: 56 steps follow, solved"));
    assert_eq!(told.lines().nth(2), Some("argument 3: 1 step follows, solved"));
    let folder = Folder::new();
    let file = folder.file("explained.json", &explained);
    assert_eq!(run(&["verify", &file, "-"]).2, 0);

    // A step that was changed is named; so is a board that was changed.
    let object = json(&["explain", "--json", EASY]);
    let second = object["steps"][1]["placements"][0].as_str().unwrap();
    let (cell, digit) = second.split_once('=').unwrap();
    let other = if digit == "5" { "6" } else { "5" };
    let tampered = explained.replace(second, &format!("{cell}={other}"));
    let (told, _, status) = run_with(&["verify", "-"], tampered);
    assert!(told.starts_with("argument 1: step 2 (hidden-single): "), "{told}");
    assert_eq!(status, 1);
    let tampered = explained.replacen("\"r1c1=3\"", "\"r1c1=1\"", 1);
    assert_eq!(run_with(&["verify"], tampered).2, 1);
    for broken in ["", "{", "[1]", "{\"shape\":\"3x3\"}", "{\"shape\":\"3x3\",\"symbols\":\"1-9\",\"steps\":[{}]}"] {
        let (told, err, status) = run_with(&["verify"], broken);
        assert_eq!(status, 2, "{broken}: {told}{err}");
        assert!(!told.is_empty() || !err.is_empty());
    }
    let other = explained.replacen("\"puzzle\":\"", "\"puzzle\":\"1", 1);
    let (told, _, status) = run_with(&["verify"], other);
    assert!(told.starts_with("argument 1: its puzzle is 1") && status == 1, "{told}");
    let over = explained.replacen("\"placed\":[]", "\"placed\":[\"r1c1=8\"]", 1);
    let (told, _, status) = run_with(&["verify"], over);
    assert!(told.contains("r1c1=8 is placed where there is already a digit") && status == 2, "{told}");
    let premise = explained.replacen("{\"strong\":", "{\"sure\":", 1);
    assert!(run_with(&["verify"], premise).0.contains("a premise is strong, weak or deadly"));
}

/// A technique that the path does not need is named, rather than only a summary being printed.
#[test]
fn a_technique_without_a_step_is_reported() {
    let (text, _, status) = run(&["explain", "--technique", "x-wing", "--technique", "skyscraper", EASY]);
    assert!(text.starts_with("No step of this path uses X-wing or skyscraper.\nSolved in 56 steps; "), "{text}");
    assert_eq!(status, 0);
    assert!(run(&["explain", "--technique", "hidden-single", EASY]).0.starts_with("1. "));
}

/// Steps that are not consecutive are checked on the boards from which they begin.
#[test]
fn selected_steps_are_verified() {
    // Steps before the WXYZ-wings remove candidates that are in the way.
    const WINGS: &str = "6.....35.7..1.......1.58........3...56..9...24......8...6.2.5...9....1.7.8.9...36";
    let wings = ["explain", "--json", "--technique", "wxyz-wing", WINGS];
    let (explained, _, _) = run(&wings);
    let (told, err, status) = run_with(&["verify"], &explained);
    assert!(told.ends_with(" from the boards before them\n") && err.is_empty() && status == 0, "{told}{err}");
    let (told, _, status) = run_with(&["verify"], explained.replace("\"placed\":", "\"put\":"));
    assert!(told.contains("(wxyz-wing): the board before it is missing") && status == 2, "{told}");
    let (told, _, status) = run_with(&["verify"], explained.replace("\"technique\",\"steps\"", "\"some\",\"steps\""));
    assert!(told.contains("\"some\" is not a selection") && status == 2, "{told}");
    for more in [&["--technique", "claiming"][..], &[]] {
        let (explained, _, _) = run(&[&["explain", "--json", "--all-steps", WINGS], more].concat());
        let (told, err, status) = run_with(&["verify"], &explained);
        assert!(told.ends_with(" from the board at the beginning\n") && err.is_empty() && status == 0, "{told}{err}");
    }
    // A changed step is found, and named by its number in the path.
    let object = json(&wings);
    let step = &object["steps"][0];
    let out = step["eliminations"][0].as_str().unwrap();
    let wrong = explained.replace(&format!("[\"{out}\""), "[\"r1c4<>9\"");
    let (told, _, status) = run_with(&["verify"], wrong);
    assert!(told.contains(&format!("step {} (wxyz-wing): ", step["number"])) && status == 1, "{told}");
}

#[test]
fn an_explanation_ends_where_it_is_told_to() {
    let (whole, _, status) = run(&["explain", EASY]);
    assert_eq!((whole.lines().count(), status), (57, 0));
    assert_eq!(whole.lines().last(), Some("Solved in 56 steps; level easy, score 494 on HoDoKu's scale."));
    let (part, _, status) = run(&["explain", "--until", "3", EASY]);
    assert_eq!((part.lines().count(), status), (4, 0));
    assert!(whole.starts_with(&part[..part.find("3 steps so far").unwrap()]));
    let (part, _, _) = run(&["explain", "--until", "full-house", EASY]);
    assert!(part.lines().rev().nth(1).unwrap().contains("Full house"));
    let (only, _, _) = run(&["explain", "--technique", "naked single", EASY]);
    assert_eq!(only.lines().filter(|line| line.contains("Naked single")).count(), only.lines().count() - 1);
    assert_eq!(run(&["explain", "--cells", "letters", "--until", "1", EASY]).0.lines().next().unwrap(), {
        "1. Hidden single: A9 is the only cell of row 1 that can be 5."
    });
    let (all, _, status) = run(&["explain", "--all-steps", "--technique", "0002", EASY]);
    assert!(all.lines().count() > 3 && all.lines().all(|line| line.contains("Hidden single")), "{all}");
    assert_eq!(status, 0);
    let (_, err, status) = run(&["explain", "--until", "swordfisch", EASY]);
    assert!(err.contains("no technique is called 'swordfisch'") && status == 2, "{err}");
}

#[test]
fn steps_and_hints_are_worded_in_the_language_that_is_named() {
    let first = "Versteckter Einer: A9 ist die einzige Zelle von Zeile 1, die 5 sein kann.";
    let german = ["--language", "de", "--cells", "letters", EASY];
    let (whole, _, status) = run(&[&["explain", "--until", "1"], &german[..]].concat());
    assert_eq!((whole.lines().next(), status), (Some(&*format!("1. {first}")), 0));
    let (explained, _, _) = run(&[&["explain", "--json"], &german[..]].concat());
    let object: Value = serde_json::from_str(&explained).unwrap();
    let step = &object["steps"][0];
    assert_eq!((step["text"].as_str(), step["technique"].as_str()), (Some(first), Some("hidden-single")));
    // The checker does not read the texts of the steps.
    assert_eq!(run_with(&["verify"], explained).2, 0);
    let [place, whole] = ["1", "3"].map(|level| run(&[&["hint", "--level", level], &german[..]].concat()).0);
    assert!(place.starts_with("Suche nach einem Einer rund um Block "), "{place}");
    assert_eq!(whole.lines().next(), Some(first));
    assert!(run(&["hint", "--language", "de", SEVERAL]).0.starts_with("Das Rätsel hat mehrere Lösungen"));
    let (_, err, status) = run(&["hint", "--language", "la", EASY]);
    assert!(err.contains("no language is called 'la'; the languages are en, de") && status == 2, "{err}");
}

#[test]
fn pictures_are_written() {
    let folder = Folder::new();
    let pictures = folder.0.join("pictures");
    let puzzle = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
    let (_, _, _) = run(&["explain", "--svg", &pictures.display().to_string(), puzzle]);
    let files: Vec<_> = std::fs::read_dir(&pictures).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 2, "{files:?}");
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && text.contains("#b00020"), "{file:?}");
    }
    let file = folder.0.join("hint.svg").display().to_string();
    assert_eq!(run(&["hint", "--svg", &file, puzzle]).2, 0);
    let first = std::fs::read(&file).unwrap();
    let (_, err, status) = run(&["hint", "--svg", &file, puzzle, EASY]);
    assert!(err.contains("the first board only") && status == 2, "{err}");
    assert!(std::fs::read(&file).unwrap() == first, "the second board is drawn over the first");
    assert!(std::fs::read_to_string(&file).unwrap().contains("<title>Look for a single"));
    assert_eq!(run(&["explain", "--svg", &format!("{file}/no"), puzzle]).2, 2);
}

#[test]
fn bad_puzzles_are_refused_with_a_reason() {
    for command in ["explain", "hint", "rate"] {
        let (out, _, status) = run(&[command, TWICE]);
        assert!(out.contains("1 appears twice in row 1") && status == 1, "{command}: {out}");
        let (out, _, status) = run(&[command, IMPOSSIBLE]);
        assert!(out.contains("no solution") && status == 1, "{command}: {out}");
    }
    let (out, _, status) = run(&["explain", SEVERAL]);
    assert!(out.starts_with("The puzzle has several solutions") && status == 1, "{out}");
    assert_eq!(run(&["rate", SEVERAL]), ("multiple: several solutions\n".into(), String::new(), 1));
    assert!(run(&["hint", SEVERAL]).0.starts_with("The puzzle has several solutions"));
}

#[test]
fn uniqueness_is_argued_only_from_the_givens() {
    // There are unique rectangles, but also two solutions.
    const RECTANGLE: &str = "4173698256.21589..9587243.682543716.791586432346...758..9643...5.3291..416487.293";
    let named = ["explain", "--all-steps", "--technique", "unique-rectangle-1"];
    let (told, _, _) = run(&[&named[..], &[RECTANGLE]].concat());
    assert!(told.contains("several solutions") && told.contains("No step"), "{told}");
    const PROPER: &str = "4173.982563.1589479587.4.168.54..169.9.586.323..91..5..896435.1..3291684164875.9.";
    let (told, _, _) = run(&[&named[..], &[PROPER]].concat());
    assert!(told.starts_with("1. Unique rectangle 1"), "{told}");
    let (told, _, _) = run(&[&named[..], &["--no-uniqueness", PROPER]].concat());
    assert!(told.contains("No step"), "{told}");

    // A minimal puzzle whose first digit is placed rather than given: the givens alone have several solutions.
    const GIVEN: &str = "189...2..25.4..9......2.5....6.7.4.1............6...7..91.....286...1.9.7...65.4.";
    let placed = format!("+{GIVEN}");
    let score = |args: &[&str]| json(&[&["rate", "--format", "json"], args].concat())["score"]["value"].as_u64();
    assert_eq!(score(&[GIVEN]), Some(2026));
    assert_eq!(score(&["--no-uniqueness", GIVEN]), Some(1926));
    assert_eq!(score(&[&placed]), Some(1926));
}

#[test]
fn hints_find_mistakes_first() {
    for (level, text) in [
        ("1", "Look for a single around box 3.\n"),
        ("2", "Hidden single: look at 5 in row 1.\n"),
        ("3", "Hidden single: r1c9 is the only cell of row 1 that can be 5.\n"),
    ] {
        assert_eq!(run(&["hint", "--level", level, EASY]), (text.into(), String::new(), 0));
    }
    // A digit that breaks no rule yet but contradicts the solution; then the removal of a candidate that is needed.
    let wrong = EASY.replacen("342.", "342+7", 1);
    assert_eq!(run(&["hint", "--from", "susser", &wrong]).0, "The digit in r1c4 is wrong.\n");
    assert_eq!(run(&["hint", "--level", "2", "--from", "susser", &wrong]).0, "r1c4 cannot be 7: take it back.\n");
    let lost = format!("{EASY}:519");
    assert_eq!(run(&["hint", "--from", "susser", &lost]).0, "A candidate of r1c9 was removed by mistake.\n");
    let object = json(&["hint", "--json", "--level", "3", EASY]);
    assert_eq!((object["status"].as_str(), object["step"]["placements"][0].as_str()), (Some("step"), Some("r1c9=5")));
    assert_eq!(run(&["hint", SOLVED]).0, "The puzzle is solved.\n");
}

#[test]
fn ratings_in_every_format() {
    let input = format!("{EASY}\n{SEVERAL}\n{TWICE}\n{OPENING}\n");
    let (lines, _, status) = run_with(&["rate"], &input);
    assert_eq!(lines.lines().next(), Some("easy, HoDoKu score 494, hardest hidden single, 56 steps"));
    assert_eq!((lines.lines().count(), status), (4, 1));
    let (csv, _, _) = run_with(&["rate", "--format", "csv"], &input);
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let names =
        ["puzzle", "status", "level", "hodoku_score", "hardest", "steps", "techniques", "place", "reason", "shape"];
    assert_eq!(rows[0], names);
    assert_eq!(rows[2][7..], ["standard input:2", "several solutions", "2x2"]);
    assert_eq!(rows[1][1..6], ["solved", "easy", "494", "hidden-single", "56"]);
    assert_eq!((rows[2][1], rows[3][1], rows.len()), ("multiple", "invalid", 5));
    for jobs in ["1", "3"] {
        assert_eq!(run_with(&["rate", "--format", "csv", "-j", jobs], &input).0, csv);
    }
    let object = json(&["rate", "--format", "json", EASY]);
    assert_eq!(object["score"], serde_json::json!({ "scale": "HoDoKu", "value": 494 }));
    assert_eq!(object["steps"]["full-house"].as_u64(), Some(19));
}

/// A contradiction is named: at once, or after the steps that lead to it.
#[test]
fn contradictory_candidates_are_named() {
    let board = |first: &str, others: &str| format!("{first}\n{}", format!("{others}\n").repeat(3));
    let all = "1234 1234 1234 1234";
    let hint = |board: &str| run_with(&["hint", "--from", "candidates"], board);
    let (out, _, status) = hint(&board("12 124 124 124", all));
    assert_eq!((out.as_str(), status), ("The board is wrong: row 1 has no place left for 3.\n", 1));
    // Three cells with two digits: no house and no cell shows the contradiction before one of the digits is tried.
    let three = board("12 12 12 1234", all);
    let (out, _, status) = hint(&three);
    assert!(out.starts_with("The puzzle has no solution: ") && out.ends_with(" See explain for the steps.\n"), "{out}");
    assert_eq!(status, 1);
    let (told, _, status) = run_with(&["explain", "--from", "candidates"], &three);
    assert!(told.starts_with("The puzzle has no solution, as these steps show.\n1. "), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("A contradiction after ")), "{told}");
    assert_eq!(status, 1);
    let (told, _, _) = run_with(&["explain", "--json", "--from", "candidates"], &three);
    let object: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(object["outcome"].as_str(), Some("contradiction"));
    assert!(object["reason"].as_str().is_some_and(|reason| reason.starts_with("no solution: ")), "{told}");
    assert_eq!(run_with(&["verify"], told).2, 0);
}

/// Another order has another scale, and the output states which.
#[test]
fn explanations_by_sudoku_explainer() {
    let object = json(&["explain", "--json", "--order", "se", EASY]);
    assert_eq!(object["score"], serde_json::json!({ "scale": "SE 1.2.1", "value": 1.5 }));
    assert!(object["level"].is_null());
    let (text, _, _) = run(&["explain", "--order", "se", EASY]);
    assert_eq!(text.lines().last(), Some("Solved in 56 steps; rating 1.5 (SE 1.2.1)."));
    assert!(text.lines().next().is_some_and(|step| step.starts_with("1. Hidden single (1.")), "{text}");
    let (text, _, _) = run(&["explain", "--order", "se", "1.34341221434321"]);
    assert_eq!(text.lines().last(), Some("Solved in 1 step."));
    let (hint, _, _) = run(&["hint", "--order", "se", "--level", "3", EASY]);
    assert!(hint.starts_with("Hidden single (1.2): "), "{hint}");
}

/// Techniques that are not searched for by default are used if they are named.
#[test]
fn named_techniques_are_used() {
    // The puzzle AI Escargot.
    let puzzle = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let (told, _, _) = run(&["explain", "--technique", "unique-loop", puzzle]);
    assert!(told.starts_with("No step of this path uses unique loop.\n") && told.lines().count() == 2, "{told}");
    let (told, _, _) = run(&["explain", "--technique", "3d-medusa", puzzle]);
    assert!(told.lines().next().is_some_and(|step| step.contains(". 3D medusa: ")), "{told}");
    let (told, _, _) = run(&["explain", "--until", "3d-medusa", puzzle]);
    assert!(told.lines().rev().nth(1).is_some_and(|step| step.contains("3D medusa")), "{told}");
}

/// Explanations of many puzzles are made in parallel, and printed in the order of the input.
#[test]
fn explanations_on_any_number_of_threads() {
    let input = format!("{EASY}\n{OPENING}\n{TWICE}\n{EASY}\n{SEVERAL}\n");
    for format in [&["explain"][..], &["explain", "--json"], &["explain", "--format", "markdown", "--boards"]] {
        let one = run_with(&[format, &["-j", "1"]].concat(), &input);
        assert_eq!(one.2, 1);
        assert_eq!(run_with(&[format, &["-j", "3"]].concat(), &input), one);
    }
}
