//! The commands about puzzles within and near a puzzle: minimize, vicinity, backdoors, unavoidable,
//! clues.

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
    // All of them, even if more are requested; then some of them.
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

#[test]
fn unavoidable_sets_are_counted_and_listed() {
    let (out, err, status) = run(&["unavoidable", "--list", "1234341221434321"]);
    assert_eq!((err.as_str(), status), ("", 0));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "14 sets: 8 of 4, 2 of 8, 4 of 12 cells");
    assert!(lines[1].starts_with("largest degree 6: r1c1 and 15 more"), "{out}");
    assert!(lines[2].starts_with("4 disjoint: r1c1+"), "{out}");
    assert_eq!(lines.len(), 3 + 14);
    let (json, _, _) =
        run(&["unavoidable", "--format", "json", "--max-size", "0", "--digits", "2", "1234341221434321"]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        object["sets"].as_array().unwrap().len() as u64,
        object["sizes"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>()
    );
    assert_eq!((&object["is_largest"], object["degrees"].as_array().unwrap().len()), (&true.into(), 16));
    let input = format!("{OPENING}\n{IMPOSSIBLE}\n{TWICE}\n................\n");
    let (csv, _, status) = run_with(&["unavoidable", "--max-size", "4", "--format", "csv"], &input);
    assert_eq!(status, 1);
    let statuses: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(statuses, ["ok", "none", "invalid", "multiple"]);
    let (out, err, status) = run(&["unavoidable", &fill_of("3x4")]);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("up to 11 digits, not 12"), "{err}");
}

/// A grid of this shape, on one line.
fn fill_of(shape: &str) -> String {
    run(&["fill", "--shape", shape]).0.trim().to_owned()
}

#[test]
fn reasons_for_givens() {
    let (out, _, status) = run(&["minimize", "--why", "123443212143...."]);
    assert_eq!((out.lines().count(), status), (12, 0));
    assert!(out.contains(": not needed\n"), "{out}");
    let (json, _, _) = run(&["minimize", "--why", "--format", "json", "1.....3..2.....4"]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let why = object["why"].as_object().unwrap();
    assert_eq!(why.len(), 4);
    for (given, set) in why {
        let set: Vec<&str> = set.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        let givens: Vec<&str> = set.iter().copied().filter(|cell| why.contains_key(*cell)).collect();
        assert_eq!(givens, [given.as_str()]);
    }
    assert_eq!(run(&["minimize", "--why", "--all", OPENING]).2, 2);
}

#[test]
fn puzzles_within_puzzles_are_found_or_excluded() {
    // A puzzle with two more givens than it needs: the puzzles without them are found, and none with fewer givens.
    let (minimal, _, _) = run(&["minimize", "--all", OPENING]);
    let least = minimal.lines().map(|line| 81 - line.matches('.').count()).min().unwrap();
    let few = |line: &&str| 81 - line.matches('.').count() == least;
    let mut expected: Vec<&str> = minimal.lines().filter(few).collect();
    expected.sort_unstable();
    let (out, _, status) = run(&["clues", "--within", "--max", &least.to_string(), OPENING]);
    let mut found: Vec<&str> = out.lines().collect();
    found.sort_unstable();
    assert_eq!((found, status), (expected.clone(), 0));
    let (out, _, _) = run(&["clues", "--within", "--least", "--max", "30", OPENING]);
    assert_eq!(81 - out.trim().matches('.').count(), least);
    let (out, _, _) = run(&["clues", "--within", "--count", "--max", &least.to_string(), OPENING]);
    assert!(out.starts_with(&format!("{} with up to {least} givens: ", expected.len())), "{out}");
    let (out, _, status) = run(&["clues", "--within", "--max", &(least - 1).to_string(), OPENING]);
    assert!(out.starts_with("none with up to") && status == 0, "{out}");
    let (json, _, _) = run(&["clues", "--within", "--format", "json", "--max", &least.to_string(), OPENING]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&object["count"], &object["clues"]), (&expected.len().into(), &least.into()));
    assert_eq!((&object["complete"], object["puzzles"].as_array().unwrap().len()), (&true.into(), expected.len()));
}

#[test]
fn searches_of_grids_are_refused_or_given_up() {
    let input = format!("{OPENING}\n{IMPOSSIBLE}\n{TWICE}\n{}\n", ".".repeat(144));
    let (out, err, status) = run_with(&["clues", "--budget", "1000"], &input);
    let answers: Vec<&str> = out.lines().collect();
    assert_eq!((&answers[..], status), (&["Gave up", "No solution found", "Invalid input", "Invalid input"][..], 1));
    assert!(err.contains("up to 11 digits, not 12"), "{err}");
}

#[test]
fn small_boards_are_searched_too() {
    let grid = "1234341221434321";
    let (out, _, status) = run_with(&["clues", "--max", "4"], grid);
    assert_eq!((out.lines().count(), status), (12, 0), "{out}");
    assert!(out.lines().all(|line| line.bytes().filter(|byte| *byte != b'.').count() == 4), "{out}");
    let (out, _, status) = run_with(&["clues", "--max", "3"], grid);
    assert!(out.starts_with("none with up to 3 givens, proved: ") && status == 0, "{out}");
    let (out, _, status) = run_with(&["clues", "--least", "--format", "json"], grid);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&object["clues"], status), (&4.into(), 0), "{out}");
}

#[test]
fn minimal_puzzles_are_estimated() {
    let grid = "1234341221434321";
    let estimate = |args: &[&str]| run(&[&["estimate", "-n", "4000", "--cells", "8"], args].concat());
    let (csv, err, status) = estimate(&["--format", "csv", grid]);
    assert_eq!((err.as_str(), status), ("", 0));
    let rows = csv.lines().skip(1).map(|row| row.split(',').map(|value| value.parse().unwrap()).collect());
    let rows: Vec<Vec<f64>> = rows.collect();
    // The exact numbers were found by brute force.
    for (row, exact) in rows.iter().zip([[4.0, 12.0], [5.0, 256.0], [6.0, 16.0]]) {
        assert!(row[0] == exact[0] && (row[1] - exact[1]).abs() < 5.0 * row[2], "{csv}");
    }
    assert_eq!(rows.len(), 3);
    assert_eq!(estimate(&["--format", "csv", "-j", "3", grid]).0, csv);
    assert_eq!(run_with(&["estimate", "-n", "4000", "--cells", "8", "--format", "csv", "-"], grid).0, csv);
    let (json, ..) = estimate(&["--format", "json", "--clues", "5", grid]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["clues"].as_array().map(Vec::len), &json["samples"]), (Some(1), &4000.into()));
    let two = run_with(&["estimate", "-n", "2000", "-"], format!("{grid}\n{grid}\n"));
    assert!(two.1.contains("more than one grid") && two.2 == 2, "{two:?}");
    // Boxes of three rows and two columns.
    let (tall, ..) = run(&["fill", "--shape", "3x2"]);
    assert_eq!(run(&["estimate", "-n", "2000", "--cells", "12", "--shape", "3x2", tall.trim()]).2, 0);
    for (args, why) in [
        (&["1..............."][..], "the grid: "),
        (&["12"], "the grid"),
        (&["--shape", "4x4"], "at most 11 digits, not 16"),
        (&["--clues", "9..7"], "the range ends before it begins"),
    ] {
        let (out, err, status) = run(&[&["estimate"], args].concat());
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        assert!(err.contains(why), "{args:?}: {err}");
    }
}

/// Pairs of bands: units, on any number of threads and with an interruption, and samples.
#[test]
fn pairs_of_bands_are_searched_in_units() {
    let folder = Folder::new();
    let name = folder.0.join("journal.jsonl").display().to_string();
    let args = ["clues", "--max", "10", "--pairs", "3200000..3200005", "--unit", "2"];
    let whole = run(&args);
    let lines: Vec<&str> = whole.0.lines().collect();
    assert_eq!((lines.len(), whole.2), (4, 0), "{whole:?}");
    assert!(lines[0].starts_with("3200000..3200001: none with up to 10 givens in "), "{}", lines[0]);
    assert!(lines[3].starts_with("In all, 3200000..3200005: none with up to 10 givens in "), "{}", lines[3]);
    let digest = |line: &str| u64::from_str_radix(line.rsplit(' ').next().unwrap(), 16).unwrap();
    let sum = lines[..3].iter().fold(0u64, |sum, line| sum.wrapping_add(digest(line)));
    assert_eq!(sum, digest(lines[3]));
    let with_journal = [&args[..], &["--journal", &name, "-j", "1"]].concat();
    assert_eq!(run(&with_journal), whole);
    let text = std::fs::read_to_string(&name).unwrap();
    std::fs::write(&name, text.split_inclusive('\n').take(2).collect::<String>()).unwrap();
    assert_eq!(run(&with_journal), whole);
    assert_eq!(std::fs::read_to_string(&name).unwrap(), text);

    let sample = ["clues", "--max", "8", "--pairs", "3000000..3000009", "--sample", "6", "--seed", "2"];
    let (out, err, status) = run(&sample);
    assert!(
        out.starts_with("6 of about ") && out.contains(" pairs of bands with up to 8 givens: 0 puzzles"),
        "{out}{err}"
    );
    assert!(out.contains("A pair has ") && out.contains("core-years at this speed") && status == 0, "{out}");

    for (args, why) in [
        (["--pairs", "0..3"], "beginnings of two bands have the numbers from 1 to 3342160"),
        (["--pairs", "7..3342161"], "beginnings of two bands have the numbers from 1 to 3342160"),
        (["--unit", "3"], "--numbers"),
    ] {
        let (out, err, status) = run(&[&["clues"], &args[..]].concat());
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        assert!(err.contains(why), "{args:?}: {err}");
    }
}

/// Grids in the journal are answered from it, in every format and order; those that were given up are searched again.
#[test]
fn grids_that_are_done_are_not_searched_again() {
    let folder = Folder::new();
    let path = folder.0.join("journal.jsonl");
    let name = path.display().to_string();
    let grids = ["1234341221434321", "1234341221432341", "123456456123231564564231312645645312", "1234341243212143"];
    let input: String = grids.iter().map(|grid| format!("{grid}\n")).collect();
    let args = ["clues", "--max", "5"];
    let whole = run_with(&args, &input);
    let with_journal = [&args[..], &["--journal", &name]].concat();
    assert_eq!(run_with(&with_journal, &input), whole);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 1 + 3, "the second is no grid: {text}");
    // A second line for a grid would show that it was searched again.
    let json = ["--format", "json"];
    let answers = run_with(&[&args[..], &json].concat(), &input);
    assert_eq!(run_with(&[&with_journal[..], &json].concat(), &input), answers);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let reversed: String = grids.iter().rev().map(|grid| format!("{grid}\n")).collect();
    assert_eq!(run_with(&with_journal, &reversed), run_with(&args, &reversed));
    // Digits that obey the rules for two shapes of boxes make two grids.
    let six = "123456456123362514514362231645645231";
    for shape in ["2x3", "3x2"] {
        let args = ["clues", "--max", "5", "--shape", shape, six];
        let with_journal = [&args[..], &["--journal", &name]].concat();
        assert_eq!(run(&with_journal), run(&args), "{shape}");
    }
    std::fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert_eq!(run_with(&with_journal, &input), whole);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4);

    let stopped = [&with_journal[..], &["--budget", "1"]].concat();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run_with(&stopped, &input).2, 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 1);
    for args in
        [vec!["clues", "--max", "4", "--journal", &name], vec!["clues", "--max", "5", "--first", "--journal", &name]]
    {
        let (out, err, status) = run_with(&args, &input);
        assert!(out.is_empty() && err.contains("the journal of another run") && status == 2, "{err}");
    }
}

/// Killed in the middle, and with a line cut off: the answer is the same as without an interruption.
#[test]
fn searches_of_numbers_go_on_behind_a_journal() {
    let folder = Folder::new();
    let path = folder.0.join("journal.jsonl");
    let name = path.display().to_string();
    let args = ["clues", "--max", "13", "--numbers", "2000000..2000119", "--unit", "4", "-j", "1"];
    let whole = run(&args);
    let with_journal = [&args[..], &["--journal", &name]].concat();
    let mut child = ninefold()
        .args(&with_journal)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let lines = || std::fs::read_to_string(&path).unwrap_or_default().lines().count();
    while lines() < 4 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let (done, rest) = text.split_at(text.char_indices().filter(|(_, c)| *c == '\n').nth(3).unwrap().0 + 1);
    let cut = rest.get(..20).unwrap_or("{\"first\":20000");
    std::fs::write(&path, format!("{done}{cut}")).unwrap();
    assert_eq!(run(&with_journal), whole);
    assert_eq!(lines(), 31);
    assert_eq!(run(&with_journal), whole, "all is done");

    for (from, to, why) in [
        ("\"nodes\":", "\"nodes\":1", "journal.jsonl:2: the line is damaged"),
        ("\"first\":2000004", "\"first\":2000005", "journal.jsonl:3: the line is damaged"),
        ("{\"first\":2000008", "first:2000008", "journal.jsonl:4"),
        ("\"max\":13", "\"max\":14", "the journal of another run"),
    ] {
        let damaged = done.replacen(from, to, 1);
        assert_ne!(damaged, done);
        std::fs::write(&path, damaged).unwrap();
        let (out, err, status) = run(&with_journal);
        assert!(err.contains(why) && out.is_empty() && status == 2, "{why}: {err}");
    }
}
