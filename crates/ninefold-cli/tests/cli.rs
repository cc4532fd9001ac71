//! The program as it is used: answers, bad input, options, exit status.

mod common;

use common::*;
use std::path::Path;

/// Source: A1 and A7. Answers in input order, bad lines and unsolvable ones in their places.
#[test]
fn one_answer_per_puzzle_in_order() {
    let input = format!("{OPENING}\n{}\n{IMPOSSIBLE}\n{TWICE}\nwhat\n\n# a comment\n{OPENING}", &OPENING[1..]);
    let (out, err, status) = run_with(&["solve"], &input);
    let answers = [SOLVED, "Invalid input", "No solution found", "Invalid input", "Invalid input", SOLVED];
    assert_eq!(out.lines().collect::<Vec<_>>(), answers);
    assert_eq!(status, 1);
    let places: Vec<&str> = err.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["standard input:2", "standard input:4", "standard input:5"]);
    assert!(err.contains("standard input:2: 80 cells, expected 81 (9x9)"));
    assert!(err.contains("1 stands twice in row 1 (r1c1, r1c2)"));
    // The same on any number of threads.
    for jobs in ["1", "2", "7"] {
        assert_eq!(run_with(&["solve", "-j", jobs], &input), (out.clone(), err.clone(), 1));
    }
    assert_eq!(run_with(&["solve"], format!("{OPENING}\n")), (format!("{SOLVED}\n"), String::new(), 0));
}

#[test]
fn arguments_are_puzzles_files_or_a_dash() {
    let folder = Folder::new();
    let file = folder.file("one.txt", format!("{OPENING}\n"));
    let expected = format!("{SOLVED}\n").repeat(3);
    assert_eq!(run_with(&["solve", OPENING, &file, "-"], OPENING), (expected, String::new(), 0));
    let (_, err, status) = run(&["solve", "12345678"]);
    assert_eq!((err.as_str(), status), ("argument 1: 8 cells, expected 81 (9x9)\n", 1));
    // A grid with line ends is an argument like any other.
    let grid = "12|34\n34|12\n--+--\n21|43\n43|2.\n";
    assert_eq!(run(&["solve", grid]), ("1234341221434321\n".into(), String::new(), 0));
}

#[test]
fn shapes_that_are_ambiguous_or_impossible_are_told() {
    let twelve = "0 0 0 0 0 0 0 0 0 0 0 12\n".to_owned() + &"0 0 0 0 0 0 0 0 0 0 0 0\n".repeat(11);
    let (_, err, status) = run_with(&["solve"], &twelve);
    assert_eq!(status, 0);
    assert_eq!(
        err,
        "standard input:1: note: 12x12 board read with boxes of 3 rows and 4 columns (3x4); it could also be 4x3 or 2x6 \
         or 6x2; choose with --shape\n"
    );
    // Told once, not for every puzzle; and not at all when it is clear.
    assert_eq!(run_with(&["solve"], format!("{twelve}\n{twelve}")).1.lines().count(), 1);
    assert_eq!(run_with(&["solve", "--shape", "6x2"], &twelve).1, "");
    let seven = "0 0 0 0 0 0 7\n".to_owned() + &"0 0 0 0 0 0 0\n".repeat(6);
    let (out, err, status) = run_with(&["solve"], &seven);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("a 7x7 board cannot be divided into boxes (7 is a prime number)"), "{err}");
    assert_eq!(run_with(&["solve", "--shape", "1x7"], &seven).2, 0);
    let sixteen = ".".repeat(253) + "ABC";
    assert!(run_with(&["solve"], &sixteen).1.contains("symbols read as 1-9A-G; they could also be 0-9A-F or A-P"));
    assert_eq!(run_with(&["solve", "--symbols", "A-P"], &sixteen).1, "");
}

#[test]
fn usage_errors() {
    let message = |args: &[&str]| {
        let (out, err, status) = run(args);
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        err
    };
    assert!(
        message(&["solve", "--symbols", "TONYBLAIRT"]).contains("symbol 'T' is repeated: it is number 1 and number 10")
    );
    assert!(message(&["solve", "--shape", "3"]).contains("3 is a prime number"));
    assert!(message(&["solve", "--shape", "round"]).contains("'round' is not a shape"));
    assert!(message(&["solve", "--shape", "4x4", "--symbols", "1-9", OPENING]).contains("--symbols names 9"));
    assert!(message(&["solve", "--blank", "5", OPENING]).contains("symbol '5' cannot mean both a blank and a digit"));
    assert!(message(&["solve", "--from", "pdf"]).contains("no format is called 'pdf'"));
    assert!(message(&["solve", "--engine", "steam"]).contains("no engine is called 'steam'"));
    assert!(message(&["solve", "--limit", "0"]).contains("0 is not in 1.."));
    assert!(message(&["trace", "--strategy", "luck"]).contains("no strategy is called 'luck'"));
    assert!(message(&["convert", OPENING]).contains("--to"));
    assert!(message(&["frobnicate"]).contains("frobnicate"));
    assert!(message(&["man", "frobnicate"]).contains("no command is called 'frobnicate'"));
}

#[test]
fn symbols_and_blanks_can_be_chosen() {
    let letters: String = OPENING
        .chars()
        .map(|c| c.to_digit(10).map_or('.', |d| "TONYBLAIR".as_bytes()[d as usize - 1] as char))
        .collect();
    let (out, _, status) = run(&["solve", "--symbols", "TONYBLAIR", &letters]);
    assert_eq!((&out[..9], status), ("OYRBATLNI", 0));
    let spaces = OPENING.replace('.', " ");
    assert_eq!(run(&["solve", "--blank", " ", &spaces]).0, format!("{SOLVED}\n"));
    assert_eq!(run_with(&["solve"], format!("{spaces}\n")).0, format!("{SOLVED}\n"));
    assert_eq!(run_with(&["solve", "--blank", "~"], OPENING.replace('.', "~")).0, format!("{SOLVED}\n"));
    assert_eq!(run_with(&["solve", "--blank", "~"], OPENING).0, "Invalid input\n");
}

#[test]
fn all_solutions_or_some() {
    let two = SOLVED.replace(['4', '5'], ".");
    let (all, _, status) = run(&["solve", "--all", &two]);
    let (counted, ..) = run(&["count", &two]);
    assert_eq!(status, 0);
    assert_eq!(counted.trim().parse(), Ok(all.lines().count()));
    assert!(all.lines().count() >= 2 && all.lines().any(|line| line == SOLVED));
    assert_eq!(run(&["solve", "--limit", "2", &two]).0.lines().count(), 2);
    let empty = ".".repeat(81);
    assert_eq!(run(&["solve", "--limit", "50", &empty]).0.lines().count(), 50);
    assert_eq!(run(&["count", "--limit", "1000", &empty]).0, "at least 1000\n");
    let (out, err, status) = run(&["solve", "--budget", "3", &empty]);
    assert_eq!((out.as_str(), status), ("Gave up\n", 1));
    assert!(err.contains("the budget of nodes is used up"), "{err}");
    for engine in ["nine", "general"] {
        assert_eq!(run(&["count", "--engine", engine, &two]).0, counted);
    }
}

#[test]
fn boards_of_400_by_400() {
    let row = vec!["0"; 400].join(" ");
    let mut rows = vec![row; 400];
    rows[399] = "400".to_owned() + &rows[399][1..];
    let (out, err, status) = run_with(&["convert", "--to", "table"], rows.join("\n"));
    assert_eq!((err.as_str(), status), ("", 0));
    assert_eq!(out.lines().count(), 400);
    assert!(out.lines().last().unwrap().starts_with("400   0   0"));
    // One given is a proper question; the answer takes a search of which only the beginning is seen here.
    let (_, err, status) = run_with(&["solve", "--budget", "0"], rows.join("\n"));
    assert_eq!(status, 1);
    assert!(err.contains("the budget of nodes is used up"), "{err}");
    assert!(run_with(&["check", "--budget", "0"], rows.join("\n")).0.starts_with("undecided, 1 given"));
    rows[0] = "400".to_owned() + &rows[0][1..];
    assert!(
        run_with(&["check"], rows.join("\n"))
            .0
            .starts_with("invalid, 2 givens: 400 stands twice in column 1 (r1c1, r400c1)")
    );
}

#[test]
fn complete_grids() {
    assert_eq!(run(&["solve", SOLVED]), (format!("{SOLVED}\n"), String::new(), 0));
    assert!(run(&["check", SOLVED]).0.starts_with("unique, 81 givens, not minimal"));
    let wrong = SOLVED.replacen("24", "42", 1);
    let (out, err, status) = run(&["solve", &wrong]);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("stands twice in column 1"), "{err}");
    assert!(run(&["check", &wrong]).0.starts_with("invalid, 81 givens: "));
}

#[test]
fn convert_reports_what_is_lost() {
    let state = "1.+34............:212 424";
    let (out, err, status) = run(&["convert", "--to", "line", "--shape", "2x2", state]);
    assert_eq!((out.as_str(), status), ("1.34............\n", 0));
    assert_eq!(
        err,
        "argument 1: placed digits became givens (1 puzzle)\nargument 1: removed candidates were left out (1 puzzle)\n"
    );
    assert_eq!(run(&["convert", "--to", "susser", state]), (format!("{state}\n"), String::new(), 0));
    let (_, err, status) = run(&["convert", "--to", "hodoku", "--shape", "4x4", &".".repeat(256)]);
    assert_eq!(status, 1);
    assert!(err.contains("format hodoku holds boards up to 9x9, not 16x16"), "{err}");
    // Several blocks are separated so that they can be read back, a header comes once.
    let (blocks, ..) = run(&["convert", "--to", "grid", OPENING, OPENING]);
    assert_eq!(blocks.split("\n\n").count(), 2);
    assert_eq!(run_with(&["convert", "--to", "sdm"], &blocks).0, format!("{OPENING}\n{OPENING}\n"));
    let (rows, ..) = run(&["convert", "--to", "csv", OPENING, OPENING]);
    assert_eq!(rows, format!("puzzle,solution\n{OPENING},\n{OPENING},\n"));
    // What is bad is left out and told.
    let (out, err, status) = run_with(&["convert", "--to", "line"], format!("{OPENING}\nbad\n{OPENING}\n"));
    assert_eq!((out, status), (format!("{OPENING}\n{OPENING}\n"), 1));
    assert!(err.starts_with("standard input:2: 3 cells, expected 81"), "{err}");
}

#[test]
fn json_and_csv_answers_can_be_parsed() {
    let input = format!("{OPENING}\nbad,\"line\"\n{IMPOSSIBLE}\n");
    let (out, ..) = run_with(&["solve", "--format", "json", "--limit", "2"], &input);
    let objects: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["solutions"][0], SOLVED);
    assert_eq!(objects[0]["status"], "solved");
    assert_eq!(objects[1]["status"], "invalid");
    assert!(objects[1]["reason"].as_str().unwrap().starts_with("3 cells"));
    assert_eq!(objects[2]["status"], "none");
    assert_eq!(objects[2]["place"], "standard input:3");
    let (out, ..) = run_with(&["solve", "--format", "csv"], &input);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(out.as_bytes()).into_records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(&rows[0][1], SOLVED);
    assert_eq!(&rows[1][0], "bad,\"line\"");
    assert_eq!(&rows[2][2], "none");
    let (out, _, status) = run(&["trace", "--json", OPENING]);
    assert_eq!(status, 0);
    let stages: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(stages[0]["stage"], "choices");
    assert_eq!(stages[0]["space"], "4638397686588101979328150167890591454318967698009");
    assert_eq!(stages.last().unwrap()["grid"], SOLVED);
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (out, err, status) = run(&["completions", shell]);
        assert_eq!((err.as_str(), status), ("", 0));
        assert!(out.contains("explain-multiple"), "{shell}");
    }
    let (page, ..) = run(&["man"]);
    assert!(page.starts_with(".ie") || page.starts_with(".TH") || page.contains(".TH ninefold"), "{page}");
    assert!(run(&["man", "solve"]).0.contains("symbols"));
    let folder = Folder::new();
    let (_, err, status) = run(&["man", "--folder", &folder.0.display().to_string()]);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(Path::new(&folder.0.join("ninefold-solve.1")).exists());
}

#[test]
fn statistics_are_on_standard_error() {
    let (out, err, _) = run_with(&["solve", "--stats"], format!("{OPENING}\n{IMPOSSIBLE}\nbad\n"));
    assert_eq!(out.lines().count(), 3);
    let last = err.lines().last().unwrap();
    assert!(last.starts_with("3 puzzles: 1 solved, 1 without solution, 1 invalid; "), "{err}");
    assert!(last.ends_with(" puzzles/s"));
}

#[test]
fn a_format_that_is_too_small_for_the_board_is_told() {
    let side = 36;
    let symbols = |row: usize, column: usize| (row * 6 + row / 6 + column) % side + 1;
    let row = |row| (0..side).map(|column| symbols(row, column).to_string()).collect::<Vec<_>>().join(" ");
    let grid: String = (0..side).map(|r| row(r) + "\n").collect();
    for (format, place) in [("candidates", "Not written"), ("csv", ",solved"), ("table", " 1  2  3")] {
        let (out, err, status) = run_with(&["solve", "--format", format], &grid);
        assert!(out.contains(place), "{out}");
        assert_eq!(status, i32::from(format == "candidates"));
        assert_eq!(err.contains("format candidates holds boards up to 35x35, not 36x36"), status == 1, "{err}");
    }
}

/// Objects about several puzzles tell which one they are about.
#[test]
fn traces_of_several_puzzles_can_be_told_apart() {
    let input = "1.34............\n11..............\nx\n";
    let (out, _, status) = run_with(&["trace", "--json"], input);
    assert_eq!(status, 1);
    let places: std::collections::BTreeSet<String> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["place"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(places.into_iter().collect::<Vec<_>>(), ["standard input:1", "standard input:2", "standard input:3"]);
}
