//! Rows of tables that cannot be read: they are reported, and the others are answered.

use crate::common::*;
use std::fs;
use std::path::Path;

/// These columns of a table of any kind, one string per row, with bars between the values.
fn rows(table: &Path, columns: &[&str]) -> Vec<String> {
    let (out, err, status) = run(&["convert", "--column", "puzzle", "--to", "jsonl", table.to_str().unwrap()]);
    assert!(status == 0, "{err}");
    let row = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let values = columns.iter().map(|name| match &object[name] {
            serde_json::Value::Null => String::new(),
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        values.collect::<Vec<_>>().join("|")
    };
    out.lines().map(row).collect()
}

/// Solves a table into every kind of output, and checks its rows and the messages.
fn solved(input: &str, columns: &[&str], expected: &[&str], told: &str) {
    let folder = Folder::new();
    for kind in ["csv", "jsonl", "parquet"] {
        let output = folder.0.join("out").with_extension(kind);
        let (out, err, status) = run(&["solve", "--column", "puzzle", input, "-o", output.to_str().unwrap()]);
        assert_eq!((out.as_str(), status), ("", 1), "{err}");
        assert!(err.contains(told), "{err}");
        assert_eq!(rows(&output, columns), expected, "{kind}");
    }
}

const COLUMNS: [&str; 4] = ["id", "puzzle", "solution", "error"];

#[test]
fn rows_of_csv_with_too_few_or_too_many_fields() {
    let folder = Folder::new();
    let sound = format!("7,{OPENING}\n");
    let answer = format!("7|{OPENING}|{SOLVED}|");
    for (name, text, broken) in [
        ("first.csv", format!("id,puzzle\n1\n{sound}{sound}"), 0),
        ("middle.csv", format!("id,puzzle\n{sound}1,2,3\n{sound}"), 1),
        ("last.csv", format!("id,puzzle\n{sound}{sound}1"), 2),
    ] {
        let fields = if broken == 1 { "3 fields" } else { "1 field" };
        let why = format!("line {}: {fields}, expected 2", broken + 2);
        let error = format!("|||{why}");
        let mut expected = [answer.as_str(); 3];
        expected[broken] = &error;
        solved(&folder.file(name, &text), &COLUMNS, &expected, &format!("{name}: row {}: {why}", broken + 1));
        solved(&folder.file(&format!("{name}.zst"), zstd(text.as_bytes())), &COLUMNS, &expected, &why);
        let (out, err, status) = run_with(&["solve", "--column", "puzzle", "--format", "csv"], &text);
        assert_eq!((out.lines().count(), status), (4, 1), "{err}");
        assert_eq!(out.lines().nth(broken + 1), Some(format!(",,,\"{why}\"").as_str()));
    }
    let several = folder.file("several.csv", format!("id,puzzle\n1\n{sound}2\n{sound}3,\"{OPENING}\n{sound}4,4,4\n"));
    let expected = [
        "|||line 2: 1 field, expected 2",
        &answer,
        "|||line 4: 1 field, expected 2",
        &answer,
        "|||line 6: a quote is not closed",
        &answer,
        "|||line 8: 3 fields, expected 2",
    ];
    solved(&several, &COLUMNS, &expected, "several.csv: row 1: line 2: 1 field, expected 2; 4 rows have an error");
}

#[test]
fn bytes_that_are_no_text() {
    let folder = Folder::new();
    let row = |name: &[u8]| [name, format!(",{OPENING}\n").as_bytes()].concat();
    let text = [b"name,puzzle\n".to_vec(), row(b"Jos\xe9"), row("José".as_bytes()), row(b"\xff")].concat();
    let columns = ["name", "puzzle", "solution", "error"];
    let answer = format!("José|{OPENING}|{SOLVED}|");
    let expected = ["|||line 2: 'name' is not UTF-8", &answer, "|||line 4: 'name' is not UTF-8"];
    solved(
        &folder.file("in.csv", &text),
        &columns,
        &expected,
        "row 1: line 2: 'name' is not UTF-8; 2 rows have an error",
    );
    let row = |name: &[u8]| [b"{\"name\":\"", name, format!("\",\"puzzle\":\"{OPENING}\"}}\n").as_bytes()].concat();
    let text = [row(b"Jos\xe9"), row("José".as_bytes()), row(b"\xff")].concat();
    let expected = ["|||line 1: is not UTF-8", &answer, "|||line 3: is not UTF-8"];
    solved(&folder.file("in.jsonl", &text), &columns, &expected, "row 1: line 1: is not UTF-8; 2 rows have an error");
}

#[test]
fn lines_that_are_no_objects() {
    let folder = Folder::new();
    let sound = format!("{{\"id\":7,\"puzzle\":\"{OPENING}\"}}");
    let answer = format!("7|{OPENING}|{SOLVED}|");
    let bad = ["[1]", "{\"id\":8", "{\"id\":9}}", "nothing"];
    for place in 0..4 {
        let mut lines = vec![sound.as_str(); 3];
        bad.iter().for_each(|line| lines.insert(place.min(lines.len()), line));
        for (name, content) in
            [("in.jsonl", lines.join("\n").into_bytes()), ("in.jsonl.zst", zstd(lines.join("\n").as_bytes()))]
        {
            let input = folder.file(name, content);
            let output = folder.0.join("out.csv");
            for kind in ["csv", "parquet", "jsonl"] {
                let output = output.with_extension(kind);
                let (_, err, status) = run(&["solve", &input, "-o", output.to_str().unwrap()]);
                assert!(status == 1 && err.contains("is not a JSON object") && err.contains("4 rows have"), "{err}");
                let told = rows(&output, &COLUMNS);
                for (row, told) in told.iter().enumerate() {
                    let is_bad = (place..place + 4).contains(&row);
                    let begin = format!("|||line {}: is not a JSON object", row + 1);
                    assert!(if is_bad { told.starts_with(&begin) } else { *told == answer }, "{told}");
                }
                assert_eq!(told.len(), 7);
            }
        }
    }
    // Lines that stay unchanged.
    let input = folder.file("in.jsonl", format!("[1]\n{{ \"puzzle\":\"{OPENING}\" ,\"x\":1e+300}}\n"));
    let (out, _, status) = run(&["solve", &input]);
    assert_eq!(status, 1);
    let sound = format!("{{ \"puzzle\":\"{OPENING}\" ,\"x\":1e+300,\"solution\":\"{SOLVED}\",\"error\":null}}");
    assert_eq!(out, format!("{{\"solution\":null,\"error\":\"line 1: is not a JSON object\"}}\n{sound}\n"));
    // If there is no object at all, there are no columns either.
    let nothing = folder.file("nothing.jsonl", "[1]\n7\n");
    assert_eq!(run(&["solve", &nothing]).0.lines().count(), 2);
    let (_, err, status) = run(&["solve", &nothing, "--format", "csv"]);
    assert!(status == 2 && err.contains("line 1: is not a JSON object; and no line is an object"), "{err}");
}

#[test]
fn lines_of_other_types_than_the_first() {
    let folder = Folder::new();
    let mut lines = vec!["{\"id\":1,\"note\":\"a\"}"; 1 << 16];
    lines.extend(["{\"id\":\"x\"}", "{\"id\":2,\"more\":1}", "{\"id\":{\"y\":1}}"]);
    let last = format!("{{\"id\":3,\"puzzle\":\"{OPENING}\",\"note\":7}}");
    lines[5] = &last;
    lines.push(&last);
    let input = folder.file("in.jsonl", lines.join("\n"));
    let output = folder.0.join("out.parquet");
    let (_, err, status) = run(&["solve", &input, "-o", output.to_str().unwrap()]);
    assert!(status == 1 && err.contains("in.jsonl: row 65537: line 65537 is not like the first 65536: "), "{err}");
    assert!(err.contains("3 rows have an error"), "{err}");
    let rows = rows(&output, &["id", "note", "puzzle", "solution", "error"]);
    assert_eq!(rows.len(), lines.len());
    let answer = format!("3|7|{OPENING}|{SOLVED}|");
    assert_eq!((&rows[4], &rows[5], &rows[lines.len() - 1]), (&"1|a|||".to_owned(), &answer, &answer));
    for (row, line) in rows[1 << 16..].iter().zip(65537..65540) {
        assert!(row.starts_with("||||line") && row.contains(&format!("line {line} is not like")), "{row}");
    }
}

#[test]
fn what_tells_no_errors_leaves_them_out_and_says_so() {
    let folder = Folder::new();
    let (rated, kept) = (format!("1,{OPENING}"), format!("1|{OPENING}"));
    let csv = folder.file("in.csv", format!("id,puzzle\n{rated}\n2\n{rated}\n3,\"x\n"));
    let object = format!("{{\"id\":1,\"puzzle\":\"{OPENING}\"}}");
    let jsonl = folder.file("in.jsonl", format!("{object}\n2\n{object}\n{{\"id\":3\n"));
    for input in [&csv, &jsonl] {
        let line = |row: usize| if *input == csv { row + 1 } else { row };
        let says = |err: &str| {
            for row in [2, 4] {
                assert!(err.contains(&format!(": row {row}: line {}: ", line(row))), "{err}");
            }
        };
        for kind in ["csv", "jsonl", "parquet"] {
            let output = folder.0.join("copy").with_extension(kind);
            let path = output.to_str().unwrap();
            let (_, err, status) = run(&["convert", "--column", "puzzle", input, "-o", path]);
            says(&err);
            assert_eq!((rows(&output, &COLUMNS[..2]), status), (vec![kept.clone(), kept.clone()], 1), "{kind}");
            let (_, err, status) = run(&["dedupe", "--column", "puzzle", input, "-o", path]);
            says(&err);
            assert_eq!((rows(&output, &COLUMNS[..2]), status), (vec![kept.clone()], 1), "{kind}");
        }
        let (out, err, status) = run(&["convert", "--column", "puzzle", "--to", "line", input]);
        says(&err);
        assert_eq!((out, status), (format!("{OPENING}\n{OPENING}\n"), 1));
        let into = folder.0.join("parts").display().to_string();
        let _ = fs::remove_dir_all(&into);
        let (out, err, status) = run(&["split", "--column", "puzzle", input, "--into", &into, "--parts", "a=1"]);
        says(&err);
        assert!(out.contains("2 boards, 1 class\n") && status == 1, "{out}");
        assert!(err.contains("2 rows without a board left out"), "{err}");
        assert_eq!(
            fs::read_to_string(folder.0.join("parts/a")).unwrap().lines().count(),
            2 + usize::from(*input == csv)
        );
        // One row of answers per input row, so that the two can be compared side by side.
        let (out, err, _) = run(&["solve", "--column", "puzzle", "--add", "status", input, "--format", "csv"]);
        says(&err);
        let expected = [&format!("{rated},solved"), ",,invalid", &format!("{rated},solved"), ",,invalid"];
        assert_eq!(out.lines().skip(1).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn every_command_answers_the_others() {
    let folder = Folder::new();
    let input = folder.file("in.csv", format!("id,puzzle\n1\n2,{OPENING}\n3,\"{OPENING}\n"));
    for command in ["solve", "check", "count", "rate", "canon"] {
        let (out, err, status) = run(&[command, "--column", "puzzle", "--add", "error", &input]);
        let (first, last) = (",,\"line 2: 1 field, expected 2\"", ",,line 4: a quote is not closed");
        let expected = ["id,puzzle,error", first, &format!("2,{OPENING},"), last];
        assert_eq!((out.lines().collect::<Vec<_>>(), status), (expected.to_vec(), 1), "{command}");
        assert!(err.contains("in.csv: row 1: line 2: 1 field, expected 2; 2 rows have an error"), "{command}: {err}");
    }
}

#[test]
fn many_rows_on_any_number_of_threads() {
    let folder = Folder::new();
    let row = |number: usize| match number % 1000 {
        7 => format!("{number},\"{OPENING}\n"),
        500 => "x,y,z\n".to_owned(),
        _ => format!("{number},{}{}\n", &OPENING[..72], noise(number)),
    };
    let text: String = (0..20_000).map(row).collect();
    let input = folder.file("in.csv", format!("id,puzzle\n{text}"));
    let outputs = ["1", "2", "5"].map(|jobs| {
        let (out, err, status) =
            run(&["count", "--limit", "2", "--column", "puzzle", "--add", "count,error", "--jobs", jobs, &input]);
        assert_eq!(status, 1, "{err}");
        out
    });
    assert!(outputs[0] == outputs[1] && outputs[1] == outputs[2]);
    let lines: Vec<&str> = outputs[0].lines().skip(1).collect();
    assert_eq!(lines.len(), 20_000);
    for (number, line) in lines.iter().enumerate() {
        let is_told = match number % 1000 {
            // The open quote of a row is closed by that of the next such row, if there is one.
            7 => line.starts_with(",,,") && line.contains(&format!("line {}: a quote is not closed", number + 2)),
            500 => *line == format!(",,,\"line {}: 3 fields, expected 2\"", number + 2),
            _ => line.starts_with(&format!("{number},")),
        };
        assert!(is_told, "{line}");
    }
}
