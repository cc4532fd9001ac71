//! Reading what others (and the program itself) have written, with the exit status.

use crate::common::*;

#[test]
fn drawn_boards_are_solved_as_drawn() {
    for shape in ["3x2", "4x2", "5x2", "4x3", "6x2", "5x3"] {
        let made = |format: &str| {
            let (text, error, status) = run(&["generate", "--shape", shape, "--seed", "3", "--format", format]);
            assert_eq!(status, 0, "{error}");
            text
        };
        let (expected, _, status) = run_with(&["solve", "--shape", shape], made("line"));
        assert_eq!(status, 0, "{shape}");
        for format in ["box", "candidates"] {
            let (found, notes, status) = run_with(&["solve"], made(format));
            assert_eq!((found.as_str(), notes.as_str(), status), (expected.as_str(), "", 0), "{shape} {format}");
        }
    }
}

#[test]
fn a_drawing_of_other_boxes_is_an_error() {
    let (drawn, _, _) = run(&["generate", "--shape", "3x2", "--seed", "19", "--clues", "14", "--format", "box"]);
    let (found, error, status) = run_with(&["solve", "--shape", "2x3"], drawn);
    assert_eq!((found.as_str(), status), ("Invalid input\n", 1));
    assert!(error.contains("the lines drawn on the board do not fit boxes of 2 rows and 3 columns"), "{error}");
}

/// The program reads the JSON that it writes.
#[test]
fn answers_in_json_are_read_back() {
    for command in ["solve", "check", "rate", "explain"] {
        let flag: &[&str] = if command == "explain" { &["--json"] } else { &["--format", "json"] };
        let (objects, error, status) = run(&[&[command], flag, &[OPENING]].concat());
        assert_eq!(status, 0, "{command}: {error}");
        let (solved, error, status) = run_with(&["solve"], objects);
        assert_eq!((solved.trim(), status), (SOLVED, 0), "{command}: {error}");
    }
    let object = format!("{{\"id\":1,\"puzzle\":\"{OPENING}\",\"solution\":\"{SOLVED}\"}}\n");
    let (solved, _, status) = run_with(&["solve"], object.repeat(2));
    assert_eq!((solved, status), (format!("{SOLVED}\n").repeat(2), 0));
}

#[test]
fn an_object_without_a_puzzle_is_an_error() {
    let (found, error, status) = run_with(&["solve"], "{\"id\":1,\"answer\":\"x\"}\n");
    assert_eq!((found.as_str(), status), ("Invalid input\n", 1));
    assert!(error.contains("standard input:1: a JSON object without a puzzle: its members are id, answer"), "{error}");
}

#[test]
fn a_saved_game_is_answered_once() {
    let rows = |line: &str| {
        let rows = line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n");
        rows.collect::<String>()
    };
    // A wrong digit placed by the player is found.
    let state = OPENING.replacen('.', "5", 1);
    let (hint, error, status) = run_with(&["hint"], format!("[Puzzle]\n{}[State]\n{}", rows(OPENING), rows(&state)));
    assert_eq!(hint.lines().count(), 1, "{hint}{error}");
    assert!(hint.contains("The digit in r1c2 is wrong"), "{hint}{error} {status}");
}

#[test]
fn columns_between_colons_are_read() {
    let (found, error, status) = run_with(&["count"], format!("{OPENING}:1:{SOLVED}\n"));
    assert_eq!((found.trim(), status), ("1", 0), "{error}");
}

#[test]
fn a_mistyped_symbol_is_an_error() {
    let mut text = OPENING.to_owned();
    text.replace_range(16..17, ",");
    let (_, error, status) = run_with(&["solve"], text);
    assert_eq!(status, 1);
    assert!(error.contains("',' at position 17"), "{error}");
}

/// Rules refer to numbers: `0-3` means digits from 0, letters are refused; true candidates are drawn with the symbols.
#[test]
fn rules_beside_other_symbols() {
    let board = "0...............";
    let (found, error, status) = run(&["solve", "--symbols", "0-3", "--rules", "anti-knight", board]);
    assert_eq!((error.as_str(), status), ("", 0));
    let digits = |line: &str| line.trim().chars().collect::<std::collections::BTreeSet<char>>();
    assert_eq!((digits(&found), found.starts_with('0')), ("0123".chars().collect(), true), "{found}");
    let (found, _, status) = run(&["candidates", "--symbols", "0-3", "--rules", "anti-knight", board]);
    assert_eq!((found.starts_with("0 "), found.contains('4'), status), (true, false, 0), "{found}");

    let words = ["--symbols", "WORD", "O..............."];
    let (found, error, status) = run(&[&["solve", "--rules", "anti-knight"], &words[..]].concat());
    assert_eq!((found.as_str(), status), ("Invalid input\n", 1));
    assert_eq!(error, "argument 1: the symbols WORD, expected numbers from 0 or 1, as rules use numbers\n");
    let (found, error, status) = run(&[&["candidates"], &words[..]].concat());
    assert_eq!((error.as_str(), status), ("", 0));
    assert!(found.starts_with("O    WRD  WRD  WRD\nWRD  WRD  WORD WORD\n"), "{found}");
}

/// Options about all boards apply to boards with further rules too, in every form.
#[test]
fn a_shape_is_expected_of_variants() {
    let empty = ".".repeat(36);
    let (small, _, _) = run(&["convert", "--shape", "3x2", "--rules", "anti-king", "--to", "json", &empty]);
    let (_, error, status) = run_with(&["solve", "--shape", "3x2"], &small);
    assert_eq!((error.as_str(), status), ("", 0));
    for (shape, expected) in [
        ("2x3", "standard input:1: a board of shape 3x2, expected 2x3\n"),
        ("3x3", "standard input:1: a board of 6 rows and 6 columns, expected 9x9\n"),
    ] {
        let (found, error, status) = run_with(&["solve", "--shape", shape], &small);
        assert_eq!((found.as_str(), error.as_str(), status), ("Invalid input\n", expected, 1));
        for format in ["f-puzzles", "iss"] {
            let (other, error, _) = run_with(&["convert", "--to", format], &small);
            assert_eq!(error, "", "{format}");
            let (_, error, status) = run_with(&["solve", "--shape", shape], &other);
            assert_eq!((error.as_str(), status), (expected, 1), "{format}");
        }
    }
}

/// The solution that a line states is compared, whatever its column and format.
#[test]
fn solutions_on_lines_are_compared() {
    let wrong = SOLVED.replacen(|_: char| true, if SOLVED.starts_with('1') { "2" } else { "1" }, 1);
    for (text, status) in [
        (format!("{OPENING},{SOLVED}\n"), 0),
        (format!("{OPENING} {SOLVED}\n"), 0),
        (format!("{OPENING} {wrong}\n"), 1),
        (format!("7: {OPENING},{wrong},3.5\n"), 1),
        (format!("puzzle,solution\n{OPENING},{wrong}\n"), 1),
    ] {
        let (found, _, ended) = run_with(&["check"], &text);
        assert_eq!((found.contains("the stated solution is wrong"), ended), (status == 1, status), "{text}");
    }
}

/// An answer repeats the whole variant, which may be long.
#[test]
fn long_variants_in_answers_are_read_back() {
    let cage = |row: usize| format!("{{\"type\":\"cage\",\"cells\":[[{row},1],[{row},2]]}}");
    let constraints: Vec<String> = (0..60).map(|number| cage(number % 4 + 1)).collect();
    let text = format!("{{\"rows\":4,\"cols\":4,\"values\":[1,4],\"constraints\":[{}]}}", constraints.join(","));
    let (answer, error, _) = run(&["count", "--format", "json", &text]);
    let (counted, _, status) = run_with(&["count"], &answer);
    assert_eq!((counted.as_str(), status), ("576\n", 0), "{answer}{error}");
}

#[test]
fn what_is_not_printed_is_reported() {
    let (html, notes, status) = run_with(&["print"], "12..............\n1234341221434321\n");
    assert_eq!((html.matches("<svg").count(), status), (2, 1), "{notes}");
    assert_eq!(notes, "standard input:1: left out: several solutions (1 puzzle)\n");
}

/// What an answer states about a puzzle is neither a rule nor reported as ignored.
#[test]
fn answers_are_read_without_notes() {
    let answering = ["solve", "check", "count", "rate", "canon", "minimize --count 2", "unavoidable", "generate -n 2"];
    for command in answering.iter().chain(&["clues --within", "explain", "fill -n 2"]) {
        let format: &[&str] = if *command == "explain" { &["--json"] } else { &["--format", "json"] };
        let args: Vec<&str> = command.split(' ').chain(format.iter().copied()).collect();
        let (answer, error, _) = run_with(&args, OPENING);
        let (verdict, notes, status) = run_with(&["check"], &answer);
        assert!(status == 0 && verdict.lines().count() == answer.lines().count(), "{answer}{error}{notes}");
        assert_eq!(notes, "", "{command}");
    }
}

/// CSV answers about a line with a map of regions have both in one column.
#[test]
fn answers_of_boards_with_maps_are_read_back() {
    let (board, map) = ("1..............4", "aaabcabbccdbcddd");
    for input in [format!("{board} {map}\n"), format!("{board},{map}\n"), format!("puzzle,map\n{board},{map}\n")] {
        let (counted, error, status) = run_with(&["count"], &input);
        assert_eq!((counted.trim().parse::<u32>().is_ok(), status), (true, 0), "{error}");
        for format in ["csv", "json"] {
            let (answer, _, _) = run_with(&["count", "--format", format], &input);
            assert_eq!(run_with(&["count"], &answer).0, counted, "{answer}");
        }
    }
}

/// For a row of CSV, the answer contains only the puzzle, as far as it can be read, so that the next command can read it.
#[test]
fn variants_in_rows_are_written_without_the_other_columns() {
    let cage = r#"{""rows"":2,""cols"":2,""values"":[1,2],""constraints"":[{""type"":""odd"",""cell"":[1,1]}]}"#;
    let rows = format!("id,puzzle,note\n7,1...............,x\n8,\"{cage}\",\"y, z\"\n9,1.2,\n");
    for format in ["csv", "json"] {
        let (out, err, status) = run_with(&["count", "--format", format], &rows);
        assert_eq!(status, 1, "{err}");
        let (again, err, status) = run_with(&["count"], &out);
        assert_eq!((again.as_str(), status), ("72\n1\nInvalid input\n", 1), "{out} {err}");
    }
}

/// What options say about a puzzle with further rules is part of the answer.
#[test]
fn answers_to_puzzles_with_options_are_read_back() {
    let dots = |digits: &str, cells: usize| format!("{digits}{}", ".".repeat(cells - digits.len()));
    let (four, six, nine) = (dots("12", 16), dots("123456", 36), dots("012345678", 81));
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1";
    for options in [
        ["--rules", "diagonals", &four].as_slice(),
        &["--rules", "diagonals", "--shape", "3x2", &six],
        &["--rules", "anti-knight", "--symbols", "0-8", &nine],
        &["--rules", "anti-knight", link],
    ] {
        let command = if options.contains(&"--symbols") { "check" } else { "count" };
        let asked = |format: &str| run(&[&[command], options, &["--format", format]].concat());
        let (answer, error, status) = run(&[&[command], options].concat());
        assert!(status < 2, "{error}");
        for format in ["csv", "json"] {
            let (written, _, _) = asked(format);
            let (again, error, again_status) = run_with(&[command], &written);
            assert_eq!((again.as_str(), again_status), (answer.as_str(), status), "{error} {written}");
        }
    }
}

/// Rules for the whole board are not left out, and no puzzle is listed twice.
#[test]
fn minimal_puzzles_keep_their_rules() {
    let board = "1234341243212143";
    let (minimal, error, status) = run(&["minimize", "-n", "6", "--rules", "diagonals", board]);
    assert_eq!(status, 0, "{error}");
    let lines: Vec<&str> = minimal.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines.iter().all(|line| line.matches("diagonal").count() == 2), "{minimal}");
    let different: std::collections::BTreeSet<&&str> = lines.iter().collect();
    assert_eq!(different.len(), 6, "{minimal}");
    let (only, _, _) = run_with(&["minimize", "-n", "6"], format!("{}\n", lines[0]));
    assert_eq!(only.lines().collect::<Vec<_>>(), [lines[0]]);
}

/// Where boxes are not those that Interactive Sudoku Solver expects, the link states them.
#[test]
fn links_state_unusual_boxes() {
    let board = format!("123456{}", ".".repeat(30));
    let (link, error, status) = run(&["convert", "--to", "iss", "--shape", "3x2", &board]);
    assert_eq!((error.as_str(), status), ("", 0));
    assert!(link.contains(".Shape~6x6.NoBoxes.Jigsaw~112233"), "{link}");
    let counted = |args: &[&str]| run(&[&["count", "--limit", "100000000"], args].concat()).0;
    assert_eq!(counted(&[link.trim()]), counted(&["--shape", "3x2", &board]));
}

/// A script whose variable is not set asks for no rule: that is no question about a variant.
#[test]
fn an_empty_list_of_rules_is_an_error() {
    for list in ["", " , "] {
        let (out, err, status) = run(&["count", "--rules", list, "1..............."]);
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(err.contains("no rule, expected names like anti-knight"), "{err}");
    }
}
