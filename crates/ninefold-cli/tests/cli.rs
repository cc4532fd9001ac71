//! The program in use: answers, bad input, options, exit status.

use crate::common::*;
use ninefold::solve::Engine;
use std::path::Path;

/// Source: A1 and A7. Answers come in input order, those to bad and unsolvable lines in their places.
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
    assert!(err.contains("1 appears twice in row 1 (r1c1, r1c2)"));
    // The output is the same for any number of threads.
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
    // Arguments that look like puzzles are judged as puzzles; others were meant as files.
    for (puzzle, why) in [
        (&".".repeat(49)[..], "a 7x7 board cannot be divided into boxes"),
        (&OPENING[1..], "80 cells, expected 81"),
        (&OPENING.replace("38", "%8"), "'%' at position 8"),
        (":0000:1:1.34............:999:::", "'999' is not a candidate"),
        ("12\nab\n", "2 cells, expected 81"),
    ] {
        let (out, err, status) = run(&["solve", puzzle]);
        assert!(out.starts_with("Invalid input\n") && err.contains(why), "{puzzle}: {err}");
        assert_eq!(status, 1);
    }
    assert!(run(&["solve", "--symbols", "TONYBLAIR", "O....T.NI........B"]).1.contains("18 cells, expected 81"));
    for name in ["12", "sudoku.txt", "no/12345678", "17-clue.txt.gz", "my file.sdk", "a:b:c", "#1", "puzzle"] {
        let expected = format!("ninefold: {name}: no such file, and not a puzzle\n");
        assert_eq!(run(&["solve", name]), (String::new(), expected, 2));
    }
    assert_eq!(run(&["solve", OPENING, ""]).1, "ninefold: argument 2 is empty\n");
    // A grid with line breaks is an argument like any other.
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
    // Reported once, not for every puzzle; and not at all if the shape is clear.
    assert_eq!(run_with(&["solve"], format!("{twelve}\n{twelve}")).1.lines().count(), 1);
    assert_eq!(run_with(&["solve", "--shape", "6x2"], &twelve).1, "");
    let seven = "0 0 0 0 0 0 7\n".to_owned() + &"0 0 0 0 0 0 0\n".repeat(6);
    let (out, err, status) = run_with(&["solve"], &seven);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("a 7x7 board cannot be divided into boxes (7 is a prime number)"), "{err}");
    assert_eq!(run_with(&["solve", "--shape", "1x7"], &seven).2, 0);
    for shape in ["3x3", "3,3", "3*3", "9"] {
        assert_eq!(run(&["solve", "--shape", shape, OPENING]).0, format!("{SOLVED}\n"));
    }
    // The side of the board in place of the shape of a box.
    for (shape, board, meant) in [
        ("9x9", OPENING, "9x9 boards have --shape 3x3"),
        ("4x4", "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1", "4x4 boards have --shape 2x2"),
    ] {
        for command in ["solve", "check", "count"] {
            let (out, err, status) = run(&[command, "--shape", shape, board]);
            assert!(format!("{out}{err}").contains(&format!("--shape is the shape of a box: {meant}\n")), "{out}{err}");
            assert_eq!(status, 1);
        }
        assert!(run(&["trace", "--shape", shape, board]).0.contains(meant));
        assert!(run(&["convert", "--to", "line", "--shape", shape, board]).1.contains(meant));
    }
    assert!(!run(&["solve", "--shape", "4x4", OPENING]).1.contains("--shape"));
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
    assert!(message(&["solve", "--shape", "2"]).contains("did you mean boxes of 2x2?"));
    assert!(message(&["solve", "-..............1"]).contains("after '--' and all options: -- -..............1\n"));
    assert!(message(&["solve", "--shpae", "3x3"]).contains("a similar argument exists: '--shape'"));
    assert!(message(&["solve", "--symbols", "ab.c", OPENING]).contains("choose one with --blank"));
    assert!(message(&["check", "--minimal", "--no-minimal"]).contains("cannot be used with"));
    assert!(message(&["solve", "--shape", "round"]).contains("'round' is not a shape"));
    assert!(message(&["solve", "--shape", "4x4", "--symbols", "1-9", OPENING]).contains("--symbols names 9"));
    assert!(message(&["solve", "--blank", "5", OPENING]).contains("symbol '5' cannot mean both a blank and a digit"));
    assert!(message(&["solve", "--from", "pdf"]).contains("no format is called 'pdf'"));
    assert!(message(&["solve", "--engine", "steam"]).contains("no engine is called 'steam'"));
    assert!(message(&["solve", "--limit", "0"]).contains("expected a whole number, at least 1"));
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
    assert_eq!(run(&["solve", "--symbols", "ab.c", "--blank", "_", "ab.cc.ba____b_c_"]).2, 0);
    let hyphens = SOLVED.replacen('2', "-", 1);
    assert_eq!(run(&["solve", "-j1", "--", &hyphens]).0, format!("{SOLVED}\n"));
}

/// Pettersen's number. It takes the released program half a minute, and one with all assertions twice that.
#[test]
#[ignore = "the longest of all: test.sh asks the released program"]
fn an_empty_board_of_ten_digits() {
    assert_eq!(run(&["count", "--shape", "2x5", &".".repeat(100)]).0, "1903816047972624930994913280000\n");
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
    // What a budget leaves of an exact count, also while work other than searching is being done.
    let ten = ".".repeat(100);
    for (shape, puzzle) in [("3x3", &empty), ("5x2", &ten), ("2x5", &ten)] {
        let mut found = 0;
        for budget in ["5", "1000", "100000"] {
            let (out, err, status) = run(&["count", "--budget", budget, "--shape", shape, puzzle]);
            let more: u128 = out.strip_prefix("at least ").unwrap_or_else(|| panic!("{out}")).trim().parse().unwrap();
            assert!(more >= found && status == 1, "{shape} {budget} {out}");
            let found_none = "node budget exhausted before a solution was found".to_owned();
            let said = if more == 0 { found_none } else { format!("node budget exhausted after {more} solution") };
            assert!(err.contains(&said), "{err}");
            found = more;
        }
        assert!(found >= 50_000, "{shape} {found}");
    }
    let (out, err, status) = run(&["solve", "--budget", "3", &empty]);
    assert_eq!((out.as_str(), status), ("Gave up\n", 1));
    assert!(err.contains("node budget exhausted"), "{err}");
    // Boards of several lines are kept apart, whether they are solutions of one puzzle or of two.
    for format in ["grid", "box", "candidates"] {
        let (out, ..) = run(&["solve", "--limit", "2", "--format", format, "1..............4", "1..............3"]);
        assert_eq!(run_with(&["convert", "--to", "line"], &out).0.lines().count(), 4, "{out}");
        assert_eq!(out.matches("\n\n").count(), 3, "{out}");
    }
    // If an engine cannot search a board, this is reported.
    let (out, err, _) = run(&["count", "--engine", "nine", "1..............4", &two]);
    assert_eq!(out.lines().count(), 2);
    assert_eq!(
        err,
        "argument 1: note: engine nine does not take boards of shape 2x2; engine portfolio was used (1 puzzle)\n"
    );
}

/// Tests each engine that the library had when these tests were built; a released program need not have all of them.
#[test]
fn each_engine_of_the_library() {
    let two = SOLVED.replace(['4', '5'], ".");
    let (counted, ..) = run(&["count", &two]);
    assert!(counted.trim().parse::<u64>().is_ok_and(|counted| counted >= 2), "{counted}");
    for engine in Engine::ALL.iter().map(|engine| engine.name()).chain(Engine::SAT.map(|_| "sat")) {
        assert_eq!(run(&["count", "--engine", engine, &two]).0, counted, "{engine}");
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
    // A board with one given is a valid question; its answer takes a search of which only the beginning is seen here.
    let (_, err, status) = run_with(&["solve", "--budget", "0"], rows.join("\n"));
    assert_eq!(status, 1);
    assert!(err.contains("node budget exhausted"), "{err}");
    assert!(run_with(&["check", "--budget", "0"], rows.join("\n")).0.starts_with("undecided, 1 given"));
    rows[0] = "400".to_owned() + &rows[0][1..];
    assert!(
        run_with(&["check"], rows.join("\n"))
            .0
            .starts_with("invalid, 2 givens: 400 appears twice in column 1 (r1c1, r400c1)")
    );
}

#[test]
fn complete_grids() {
    assert_eq!(run(&["solve", SOLVED]), (format!("{SOLVED}\n"), String::new(), 0));
    assert!(run(&["check", SOLVED]).0.starts_with("unique, 81 givens, not minimal"));
    let wrong = SOLVED.replacen("24", "42", 1);
    let (out, err, status) = run(&["solve", &wrong]);
    assert_eq!((out.as_str(), status), ("Invalid input\n", 1));
    assert!(err.contains("appears twice in column 1"), "{err}");
    assert!(run(&["check", &wrong]).0.starts_with("invalid, 81 givens: "));
}

/// A game in progress is not the puzzle that was given.
#[test]
fn placed_digits_count_as_givens() {
    let state = "1.+34............:212 424";
    let lines = format!("{state}\n{state}\n");
    for command in ["check", "count", "rate", "minimize", "solve"] {
        let (_, err, _) = run_with(&[command, "--shape", "2x2", "-"], &lines);
        assert_eq!(err.matches("note: placed digits count as givens\n").count(), 1, "{command}: {err}");
        assert!(err.contains("standard input:1: note: "), "{err}");
    }
    for command in ["hint", "explain", "convert"] {
        assert!(!run(&[command, "--shape", "2x2", state]).1.contains("placed digits count"), "{command}");
    }
    assert!(!run(&["count", "--shape", "2x2", "1.34............"]).1.contains("placed"));
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
    let state = ":0602:1:1.34............::212::";
    assert!(run(&["convert", "--to", "line", state]).1.contains("there is no place for the eliminations (1 puzzle)"));
    let (_, err, status) = run(&["convert", "--to", "hodoku", "--shape", "4x4", &".".repeat(256)]);
    assert_eq!(status, 1);
    assert!(err.contains("format hodoku holds boards up to 9x9, not 16x16"), "{err}");
    // Blocks are separated so that they can be read back; a header comes only once.
    let (blocks, ..) = run(&["convert", "--to", "grid", OPENING, OPENING]);
    assert_eq!(blocks.split("\n\n").count(), 2);
    assert_eq!(run_with(&["convert", "--to", "sdm"], &blocks).0, format!("{OPENING}\n{OPENING}\n"));
    let (rows, ..) = run(&["convert", "--to", "csv", OPENING, OPENING]);
    assert_eq!(rows, format!("puzzle,solution\n{OPENING},\n{OPENING},\n"));
    // Bad puzzles are left out and reported.
    let (out, err, status) = run_with(&["convert", "--to", "line"], format!("{OPENING}\nbad\n{OPENING}\n"));
    assert_eq!((out, status), (format!("{OPENING}\n{OPENING}\n"), 1));
    assert!(err.starts_with("standard input:2: 'bad' is not a puzzle"), "{err}");
}

/// The digits of a 36x36 board are numbers; lines and rows of them can be read back.
#[test]
fn boards_of_numbers_are_read_back() {
    let digit = |i: usize| (i / 36 * 6 + i / 36 / 6 + i % 36) % 36 + 1;
    let cells: Vec<String> =
        (0..36 * 36).map(|i| if i % 37 == 0 { ".".to_owned() } else { digit(i).to_string() }).collect();
    let line = cells.join(" ") + "\n";
    let (out, ..) = run_with(&["solve", "--format", "csv"], &line);
    let (again, ..) = run_with(&["convert", "--to", "line"], &out);
    assert_eq!(again, line);
    let (again, ..) = run_with(&["convert", "--to", "line", "--from", "line"], &line);
    assert_eq!(again, line);
    let row = csv::Reader::from_reader(out.as_bytes()).into_records().next().unwrap().unwrap();
    let solution: Vec<String> = (0..36 * 36).map(|i| digit(i).to_string()).collect();
    assert_eq!((&row[0], &row[1], &row[2]), (line.trim(), &*solution.join(" "), "solved"));
}

fn objects(args: &[&str], input: &str) -> Vec<serde_json::Value> {
    run_with(args, input).0.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_and_csv_answers_can_be_parsed() {
    let input = format!("{OPENING}\nbad,\"line\"\n{IMPOSSIBLE}\n{TWICE}\n1..............4\n");
    let solved = objects(&["solve", "--format", "json", "--limit", "2"], &input);
    let checked = objects(&["check", "--format", "json", "--explain-multiple"], &input);
    let counted = objects(&["count", "--format", "json", "--limit", "2"], &input);
    let names = |object: &serde_json::Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for objects in [&solved, &checked, &counted] {
        assert_eq!(objects.len(), 5);
        assert!(objects.iter().all(|object| names(object) == names(&objects[0])));
        for (line, object) in (1..).zip(objects) {
            assert_eq!(object["place"], format!("standard input:{line}"));
        }
        assert_eq!([&objects[0]["puzzle"], &objects[1]["puzzle"]], [OPENING, "bad,\"line\""]);
        assert_eq!([&objects[0]["shape"], &objects[4]["shape"]], ["3x3", "2x2"]);
        assert_eq!([&objects[0]["symbols"], &objects[4]["symbols"]], ["1-9", "1-4"]);
        assert!(objects[1]["shape"].is_null() && objects[1]["symbols"].is_null());
        assert!(objects[1]["reason"].as_str().unwrap().starts_with("'bad"));
    }
    let all = |objects: &[serde_json::Value], name: &str| {
        serde_json::Value::from_iter(objects.iter().map(|o| o[name].clone()))
    };
    assert_eq!(all(&solved, "status"), serde_json::json!(["solved", "invalid", "none", "invalid", "solved"]));
    assert_eq!(all(&solved, "limit_reached"), serde_json::json!([false, false, false, false, true]));
    assert_eq!(solved[0]["solutions"], serde_json::json!([SOLVED]));
    assert_eq!(solved[4]["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(all(&checked, "verdict"), serde_json::json!(["unique", "invalid", "none", "invalid", "multiple"]));
    assert_eq!(all(&checked, "givens"), serde_json::json!([30, null, 17, 2, 2]));
    assert_eq!(all(&checked, "minimal"), serde_json::json!([false, null, null, null, null]));
    assert_eq!(checked[4]["solutions"], solved[4]["solutions"]);
    assert_eq!(all(&counted, "count"), serde_json::json!([1, null, 0, null, 2]));
    assert_eq!(all(&counted, "at_least"), serde_json::json!([false, null, false, null, true]));
    let stopped = objects(&["count", "--format", "json", "--budget", "0"], &".".repeat(81));
    assert_eq!(all(&stopped, "at_least"), serde_json::json!([true]));
    // Not every reader accepts larger numbers exactly: these are strings of digits.
    let large = objects(&["count", "--format", "json"], &format!("{}\n{:.<64}\n{:.<36}", ".".repeat(81), "", ""));
    let numbers = serde_json::json!(["6670903752021072936960", "29136487207403520", 28200960]);
    assert_eq!(all(&large, "count"), numbers);
    assert_eq!(all(&large, "at_least"), serde_json::json!([false, false, false]));

    let (out, ..) = run_with(&["solve", "--format", "csv"], &input);
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["puzzle", "solution", "status", "place", "reason", "shape"]);
    let rows: Vec<csv::StringRecord> = reader.into_records().map(Result::unwrap).collect();
    assert_eq!(rows[0], vec![OPENING, SOLVED, "solved", "standard input:1", "", "3x3"]);
    assert_eq!(rows[1].iter().take(4).collect::<Vec<_>>(), ["bad,\"line\"", "", "invalid", "standard input:2"]);
    assert!(rows[1][4].starts_with("'bad"));
    assert_eq!(&rows[2][2], "none");
}

#[test]
fn minimality_is_proved_on_request() {
    // Source: 17-clue puzzles are minimal, since no proper puzzle has 16 clues.
    let minimal = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let more = minimal.replacen("4.....8", "41....8", 1);
    let input = format!("{minimal}\n{more}\n");
    let lines = |args: &[&str]| run_with(&[&["check"], args].concat(), &input).0;
    assert_eq!(lines(&[]), "unique, 17 givens, minimal\nunique, 18 givens, not minimal\n");
    assert_eq!(lines(&["--no-minimal"]), "unique, 17 givens\nunique, 18 givens\n");
    assert!(lines(&["--minimal"]).lines().nth(1).unwrap().ends_with("not minimal: 1 redundant: r1c2"));
    let listed = objects(&["check", "--minimal", "--format", "json"], &input);
    assert_eq!(
        [&listed[0]["redundant"], &listed[1]["redundant"]],
        [&serde_json::json!([]), &serde_json::json!(["r1c2"])]
    );
    assert!(objects(&["check", "--no-minimal", "--format", "json"], &input)[0]["minimal"].is_null());
}

/// With a budget of nodes, puzzles are searched one by one; without one, together. The answers are the same.
#[test]
fn many_puzzles_are_answered_like_each_of_them() {
    let made = run(&["generate", "--count", "300", "--seed", "8"]).0;
    let input: String = (0..900)
        .map(|number| {
            let mut line = made.lines().nth(number % 300).unwrap().to_owned();
            // Unchanged, with another digit somewhere, or with one digit fewer.
            let cell = 7 * number % 81;
            match number / 300 {
                1 => line.replace_range(cell..=cell, &(number % 9 + 1).to_string()),
                2 => line.replace_range(cell..=cell, "."),
                _ => {}
            }
            // Also with further columns.
            line + ["", "", " # 5 minutes", ";7.1;x", "\t2.5"][number % 5] + "\n"
        })
        .chain(["1234\n".to_owned(), "123\n".to_owned()])
        .collect();
    let answers = |args: &[&str]| {
        let together = run_with(args, &input);
        assert_eq!(together, run_with(&[args, &["--budget", "1000000000"]].concat(), &input), "{args:?}");
        together.0
    };
    for format in ["line", "json"] {
        for option in ["-j1", "--minimal", "--no-minimal", "--explain-multiple"] {
            let told = answers(&["check", "--format", format, option]);
            for verdict in ["unique", "multiple", "none", "invalid"] {
                let count = told.lines().filter(|answer| answer.contains(verdict)).count();
                assert!(count > 20, "{count} {verdict}");
            }
        }
    }
    for format in ["line", "json", "csv"] {
        for limit in ["1", "3"] {
            assert!(answers(&["solve", "--format", format, "--limit", limit]).lines().count() >= 902);
        }
    }
    let table = made.replace('\n', ",5,\"a, b\"\n");
    let table = format!("quizzes,number,remark\n{table}123,,\n,,\n");
    let args = ["solve", "--format", "json"];
    let together = run_with(&args, &table);
    assert_eq!(together, run_with(&[&args[..], &["--budget", "1000000000"]].concat(), &table));
    assert_eq!(together.0.matches("\"solved\"").count(), 300);
    for format in ["line", "json"] {
        for limit in ["1", "2", "5000"] {
            assert_eq!(answers(&["count", "--format", format, "--limit", limit]).lines().count(), 902);
        }
    }
}

#[test]
fn traces_can_be_parsed() {
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
    let (page, ..) = run(&["man", "solve"]);
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        page.starts_with(&format!(".TH ninefold-solve 1 \"\" \"ninefold {version}\" \"Ninefold Manual\"\n")),
        "{page}"
    );
    for part in [
        ".SH NAME\nninefold\\-solve \\- Find solutions",
        ".SH SYNOPSIS\n\\fBninefold solve\\fR [OPTIONS] [PUZZLE|FILE|\\-]...\n",
        "\\fB\\-\\-symbols\\fR \\fI<ALPHABET>\\fR",
        ".SH \"EXIT STATUS\"\n0 if every puzzle",
        ".SH EXAMPLES\n.nf\nninefold solve 4",
        ".SH ANSWERS\n",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    let (page, ..) = run(&["man"]);
    // The name on one line, as `whatis` requires.
    assert!(
        page.contains("\nninefold \\- Solve, check, count, explain, rate, convert and make Sudoku of any size\n.ie"),
        "{page}"
    );
    assert!(page.contains(".SH COMMANDS\n"), "{page}");
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

/// Objects about several puzzles state which one they are about.
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

/// The grids are the same for any number of threads, and whether they are made together or one by one.
#[test]
fn grids_are_functions_of_their_numbers() {
    let (all, err, status) = run(&["fill", "-n", "2500", "--seed", "3", "-j", "1"]);
    assert_eq!((all.lines().count(), err.as_str(), status), (2500, "", 0));
    for jobs in ["2", "5"] {
        assert_eq!(run(&["fill", "-n", "2500", "--seed", "3", "-j", jobs]).0, all);
    }
    let last = all.lines().last().unwrap();
    assert_eq!(run(&["fill", "--seed", "3", "--start", "2499"]).0, format!("{last}\n"));
    assert_ne!(run(&["fill", "--start", "2499"]).0, format!("{last}\n"));
    let (verdicts, ..) = run_with(&["count", "--limit", "2"], &all);
    assert_eq!(verdicts, "1\n".repeat(2500));
}

#[test]
fn grids_in_any_format() {
    let folder = Folder::new();
    let line = run(&["fill", "--shape", "2x2"]).0;
    let file = folder.0.join("grids.txt").display().to_string();
    let (out, err, status) = run(&["fill", "-n", "2", "--shape", "4", "--format", "grid", "-o", &file, "--stats"]);
    assert_eq!((out.as_str(), status), ("", 0));
    assert!(err.starts_with("2 grids; ") && err.ends_with(" grids/s\n"), "{err}");
    let grids = std::fs::read_to_string(&file).unwrap();
    assert_eq!(grids.split("\n\n").next().unwrap().replace(['\n', ' '], ""), line.trim_end());
    assert_eq!(run(&["solve", &file]).0.lines().next(), Some(line.trim_end()));
    let (csv, ..) = run(&["fill", "--shape", "2x2", "--format", "csv", "--start", "5", "--symbols", "ABCD"]);
    assert!(csv.starts_with("grid,shape,seed,index\n") && csv.ends_with(",2x2,0,5\n"), "{csv}");
    let (json, ..) = run(&["fill", "--shape", "1x2", "--format", "json", "--seed", "18446744073709551615"]);
    assert!(
        json.contains("\"shape\":\"1x2\",\"symbols\":\"12\",\"seed\":\"18446744073709551615\",\"index\":0}"),
        "{json}"
    );
    for (args, why) in [
        (&["--shape", "16", "--format", "susser"][..], "format susser holds boards up to 9x9, not 16x16"),
        (&["--start", "18446744073709551615", "-n", "2"], "the last grid's number would exceed"),
        (&["--symbols", "ABC"], "--shape 3x3 has 9 digits, but --symbols names 3"),
        (&["--shape", "7"], "did you mean boxes of 7x7?"),
        (&["-n", "0"], "expected a whole number, at least 1"),
    ] {
        let (out, err, status) = run(&[&["fill"], args].concat());
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        assert!(err.contains(why), "{args:?}: {err}");
    }
}

/// The puzzles are the same for any number of threads, any instruction set and any format.
#[test]
fn puzzles_are_functions_of_their_numbers() {
    let wishes = ["generate", "-n", "600", "--seed", "3", "--symmetry", "half-turn", "--level", "easy"];
    let puzzles = |more: &[&str]| run(&[&wishes[..], more].concat());
    let (all, err, status) = puzzles(&["-j", "1"]);
    assert_eq!((all.lines().count(), err.as_str(), status), (600, "", 0));
    assert_eq!(puzzles(&["-j", "3", "--isa", "portable"]).0, all);
    let (verdicts, ..) = run_with(&["check"], &all);
    assert!(verdicts.lines().all(|verdict| verdict.starts_with("unique")));
    let (ratings, ..) = run_with(&["rate"], &all);
    assert!(ratings.lines().all(|rating| rating.starts_with("easy")));
    let last = all.lines().last().unwrap();
    let (csv, ..) = run(&[&wishes[..1], &wishes[3..], &["--start", "599", "--format", "csv"]].concat());
    let row = csv.lines().nth(1).unwrap();
    assert!(csv.starts_with(
        "puzzle,solution,shape,clues,level,score,hardest,techniques,er,ep,ed,weight,seed,index,missing\n"
    ));
    assert!(row.starts_with(last) && row.contains(",easy,") && row.ends_with(",,3,599,"), "{row}");
    let solution = run(&["solve", last]).0;
    assert_eq!(row.split(',').nth(1), Some(solution.trim_end()));
    let (json, ..) = run(&[&wishes[..1], &wishes[3..], &["--start", "599", "--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["puzzle"], &json["level"], &json["index"]), (&last.into(), &"easy".into(), &599.into()));
    assert_eq!(json["missing"].as_array().map(Vec::len), Some(0));
}

#[test]
fn puzzles_that_lack_something_are_told() {
    let args = ["generate", "--clues", "17", "--symmetry", "full", "--time-limit", "0.1", "--seed", "2"];
    let (out, err, status) = run(&args);
    assert_eq!((run(&["check", "--no-minimal", out.trim_end()]).2, status), (0, 1));
    assert!(err.starts_with("puzzle 0: after ") && err.contains(" clues instead of 17\n"), "{err}");
    let (out, err, status) = run(&["generate", "--clues", "40..", "--minimal", "--time-limit", "0.5"]);
    assert_eq!((run(&["check", out.trim_end()]).2, status), (0, 1));
    assert!(err.starts_with("puzzle 0: after ") && err.contains(" clues instead of at least 40\n"), "{err}");
    let folder = Folder::new();
    let file = folder.0.join("pattern.txt");
    std::fs::write(&file, "XX.|X\nX..|.\n---+---\n").unwrap();
    let file = file.display().to_string();
    for (args, why) in [
        (&["--pattern", &file, "--shape", "2x2"][..], "a pattern of 8 cells, expected 16"),
        (&["--pattern", "nowhere.txt"], "nowhere.txt"),
        (&["--clues", "90..99"], "no puzzle has 90 to 99 clues; the board has 81 cells"),
        (&["--clues", "x"], "expected a number or a range: 24, 22..26, 24.. or ..24"),
        (&["--clues", ".."], "expected a number or a range"),
        (&["--clues", "16"], "17 are the fewest (McGuire, Tugemann and Civario, 2012)"),
        (&["--clues", "..16"], "no 9x9 puzzle with one solution has 16 clues"),
        (&["--time-limit", "-1"], "expected a number of seconds"),
        (&["--seed", "-1"], "invalid value '-1' for '--seed <N>'"),
        (&["--level", "fiendish"], "the levels are easy, medium, hard, unfair, extreme"),
        (&["--require", "x-wing", "--level", "easy"], "X-wing is hard, harder than the level easy"),
        (&["--require", "z-wing"], "no technique is called 'z-wing'"),
        (&["--symmetry", "rot"], "no symmetry is called 'rot'"),
        (&["--method", "magic"], "no method is called 'magic'"),
        (&["--sample", "unbiased", "--symmetry", "full"], "cannot be combined with a symmetry"),
        (&["--time-limit", "0"], "expected a number of seconds"),
        (&["--start", "18446744073709551615", "-n", "2"], "the last puzzle's number would exceed"),
    ] {
        let (out, err, status) = run(&[&["generate"], args].concat());
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}");
        assert!(err.contains(why), "{args:?}: {err}");
    }
}

#[test]
fn ranges_may_be_open() {
    let generate = |args: &[&str]| {
        let (csv, err, status) = run(&[&["generate", "-n", "5", "--format", "csv"], args].concat());
        assert_eq!((err.as_str(), status), ("", 0), "{args:?}");
        csv.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
    };
    let number = |text: &String| text.parse::<u32>().unwrap();
    assert!(generate(&["--clues", "30.."]).iter().all(|row| number(&row[3]) >= 30));
    assert!(generate(&["--clues", "..24"]).iter().all(|row| number(&row[3]) <= 24));
    assert!(generate(&["--clues", "17..18", "--time-limit", "60"]).iter().all(|row| number(&row[3]) <= 18));
    assert!(generate(&["--score", "1000.."]).iter().all(|row| number(&row[5]) >= 1000));
    let (_, err, status) = run(&["generate", "--score", "100000..", "--time-limit", "0.1"]);
    assert!(err.contains(" instead of at least 100000\n") && status == 1, "{err}");
}

/// The example in the help for large boards can be made in time.
#[test]
fn an_easy_large_board_is_made_in_time() {
    let (help, _, _) = run(&["generate", "--help"]);
    let example =
        help.lines().find_map(|line| line.trim().strip_prefix("ninefold ").filter(|line| line.contains("4x4")));
    let words: Vec<&str> = example.unwrap().split(' ').chain(["--time-limit", "60"]).collect();
    let (out, err, status) = run(&words);
    assert_eq!((out.trim_end().len(), err.as_str(), status), (256, "", 0));
}

/// Any character may be used to draw a board, even the comment sign.
#[test]
fn patterns_are_drawn_with_anything() {
    const HEART: &str =
        ".........\n.##...##.\n#..#.#..#\n#...#...#\n#.......#\n.#.....#.\n..#...#..\n#..#.#..#\n##..#..##\n";
    let heart: Vec<bool> = HEART.chars().filter(|c| !c.is_whitespace()).map(|c| c == '#').collect();
    let other = HEART.replace('#', "x");
    for drawing in [HEART.to_owned(), format!("# A heart.\n{other}# x\n"), other] {
        let (out, err, _) = run_with(&["generate", "--pattern", "-", "--time-limit", "20"], drawing);
        let givens: Vec<bool> = out.trim_end().chars().map(|c| c != '.').collect();
        assert!(givens == heart && err.is_empty(), "{out}{err}");
    }
}

/// Using the side of the board as the shape of a box is reported.
#[test]
fn boxes_that_look_like_boards_are_remarked() {
    for (shape, usual) in [("6x6", "2x3"), ("9x9", "3x3")] {
        let (out, err, status) = run(&["fill", "--shape", shape]);
        let side = &shape[..1];
        let note = format!("note: --shape is the shape of a box: {side}x{side} boards have --shape {usual}\n");
        assert_eq!((err, status), (note, 0));
        assert!(out.len() > 1000);
    }
    assert_eq!(run(&["fill", "--shape", "4x4"]).1, "");
    let (_, err, _) = run(&["generate", "--shape", "6x6", "--time-limit", "0.1"]);
    assert!(err.starts_with("note: --shape is the shape of a box: 6x6 boards have --shape 2x3\n"), "{err}");
}

/// Two engines at once give the same answers as one.
#[test]
fn a_race_answers_like_one_engine() {
    let four = "1.34341221434321";
    assert_eq!(run(&["solve", "--race", four, OPENING]), (format!("1234341221434321\n{SOLVED}\n"), String::new(), 0));
    assert_eq!(run(&["check", "--race", "--no-minimal", four]), run(&["check", "--no-minimal", four]));
    let (out, _, status) = run(&["solve", "--race", "--all", "................"]);
    assert_eq!((out.lines().count(), status), (288, 0));
    assert_eq!(run(&["solve", "--race", "--engine", "general", four]).2, 2);
}

#[test]
fn canon_answers_in_place() {
    let puzzle = "45.....6......17..8...............92....7.1..5...36..........58..1..7............";
    let form = "................12..1..3..4.....1.3..5....6...7..4.8......7.......59...7..3......";
    let input = format!("{puzzle}\n{TWICE}\n{}\nwhat\n{form}\n12..............\n", ".".repeat(256));
    let (out, err, status) = run_with(&["canon"], &input);
    assert_eq!(
        out.lines().collect::<Vec<_>>(),
        [form, "Invalid input", "No minlex form", "Invalid input", form, "..............12"]
    );
    assert_eq!((status, err.lines().count()), (1, 4));
    assert!(err.contains("boards of 4x4 boxes are too large for a minlex form"), "{err}");
    assert!(err.contains("note: symbols read as"), "{err}");
    for jobs in ["1", "2"] {
        assert_eq!(run_with(&["canon", "-j", jobs], &input).0, out);
    }
    // Whatever the symbols are.
    let letters = puzzle.replace(|c: char| c.is_ascii_digit(), "A");
    assert!(run(&["canon", "--symbols", "A-I", &letters]).0.starts_with("Invalid input\n"));
    let letters: String = puzzle.bytes().map(|b| if b == b'.' { '.' } else { char::from(b + 16) }).collect();
    assert_eq!(run(&["canon", "--symbols", "A-I", &letters]), (format!("{form}\n"), String::new(), 0));
    let (csv, _, status) = run_with(&["canon", "--format", "csv"], &input);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), status), (7, 1));
    assert_eq!(lines[0], "puzzle,status,form,automorphisms,transformation,place,reason,shape");
    assert!(lines[1].starts_with(&format!("{puzzle},ok,{form},1,")), "{csv}");
    let (json, _, _) = run_with(&["canon", "--format", "json"], &input);
    let objects: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[4]["form"], &objects[4]["automorphisms"]), (&form.into(), &1.into()));
    assert_eq!((&objects[1]["status"], &objects[2]["status"]), (&"invalid".into(), &"none".into()));
    assert!(objects[2]["form"].is_null() && objects[2]["reason"].is_string());
}

#[test]
#[cfg_attr(feature = "parquet", ignore = "this build has tables")]
fn a_build_without_tables_says_how_to_get_them() {
    let folder = Folder::new();
    let parquet = folder.file("puzzles", "PAR1 and so on");
    for args in [
        vec!["solve", &parquet[..]],
        vec!["solve", OPENING, "--column", "puzzle"],
        vec!["rate", OPENING, "--add", "level"],
        vec!["count", OPENING, "-o", "/no/such/folder/out.parquet"],
        vec!["generate", "--format", "parquet"],
        vec!["explain", &parquet],
    ] {
        let (out, err, status) = run(&args);
        assert_eq!((out.as_str(), status), ("", 2), "{args:?}: {err}");
        assert!(err.contains("--features parquet"), "{args:?}: {err}");
    }
}

/// CSV states where each puzzle is, and reports that other columns of the input are left out.
#[test]
fn csv_has_places_and_reports_lost_columns() {
    let input = format!("id,puzzle\n7,{OPENING}\n8,{OPENING}\n");
    for command in ["solve", "rate", "canon"] {
        let (csv, err, status) = run_with(&[command, "--format", "csv"], &input);
        assert_eq!(status, 0, "{command}: {err}");
        assert_eq!(err, "standard input:2: note: other columns are left out; --column keeps them\n");
        assert!(csv.lines().next().unwrap().ends_with(",place,reason,shape"), "{csv}");
        assert!(csv.lines().nth(2).unwrap().ends_with(",standard input:3,,3x3"), "{csv}");
        // Without other columns nothing is lost.
        assert_eq!(run_with(&[command, "--format", "csv"], format!("puzzle\n{OPENING}\n")).1, "");
    }
}

/// The verdict on a large board comes at once; its redundant givens are searched for only on request.
#[test]
fn minimality_of_large_boards_is_left_out() {
    let grid = run(&["fill", "--shape", "6x6", "--format", "grid"]).0;
    let board = grid.replacen(" 1 ", " . ", 5);
    assert_ne!(board, grid);
    let (line, err, status) = run_with(&["check"], &board);
    assert!(line.starts_with("unique, 12") && status == 0, "{line}{err}");
    assert!(line.ends_with(" givens, minimality not examined; use --minimal\n"), "{line}");
    let object: serde_json::Value = serde_json::from_str(&run_with(&["check", "--format", "json"], &board).0).unwrap();
    assert!(object["minimal"].is_null(), "{object}");
    assert_eq!(object["reason"], "minimality not examined; use --minimal");
    assert!(run_with(&["check", "--no-minimal"], &board).0.ends_with(" givens\n"));
}

/// Running out of memory is trouble: a line on standard error, and no abort.
#[cfg(target_os = "linux")]
#[test]
fn memory_may_run_out() {
    let folder = Folder::new();
    let board = folder.file("empty.txt", ".".repeat(1 << 20));
    // More than the threads need for a moment, when each reserves its own memory while the next is being started.
    let script = format!("ulimit -v 190000; exec {} solve -j 1 {board}", program());
    let output = std::process::Command::new("sh").args(["-c", &script]).env_remove("RUST_BACKTRACE").output().unwrap();
    let (out, err, status) = reported(output);
    assert!(err.starts_with("memory allocation of ") && err.contains(" bytes failed\n"), "{err}");
    assert_eq!((out.as_str(), status), ("", 2));
}
