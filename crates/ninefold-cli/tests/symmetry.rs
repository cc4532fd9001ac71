//! The commands that compare boards: shuffle, equivalent, dedupe, split.

use crate::common::*;
use std::collections::BTreeSet;
use std::fs;

/// Boards of many shapes, some of them without a form.
fn boards() -> Vec<String> {
    let filled = |shape: &str, count: &str| {
        let (out, _, _) = run(&["fill", "--shape", shape, "-n", count, "--seed", "5"]);
        // With blanks in varying numbers.
        out.lines().enumerate().map(|(number, line)| blanked(line, number)).collect::<Vec<_>>()
    };
    let mut boards = vec![OPENING.to_owned()];
    for (shape, count) in [("3x3", "40"), ("2x2", "5"), ("2x3", "5"), ("2x4", "3")] {
        boards.extend(filled(shape, count));
    }
    boards
}

fn blanked(line: &str, number: usize) -> String {
    let cells = line.chars().enumerate();
    cells.map(|(i, c)| if (i * 7 + i / 9 * number) % 5 < number % 4 { c } else { '.' }).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn shuffled_boards_have_the_same_form() {
    let input = boards().join("\n");
    let shuffle = |args: &[&str]| run_with(&[&["shuffle"], args].concat(), &input).0;
    let shuffled = shuffle(&[]);
    assert_ne!(shuffled, format!("{input}\n"));
    assert_eq!(shuffle(&["-j", "1"]), shuffled);
    assert_eq!(shuffle(&["--seed", "0"]), shuffled);
    assert_ne!(shuffle(&["--seed", "1"]), shuffled);
    assert_eq!(run_with(&["canon"], &shuffled).0, run_with(&["canon"], &input).0);
    // The symmetry for a board depends on its position in the input, also after lines that cannot be read.
    let (out, err, status) = run_with(&["shuffle"], format!("what\n{OPENING}\n"));
    let alone = run_with(&["shuffle"], format!("{OPENING}\n{OPENING}\n")).0;
    assert_eq!((lines(&out)[0], lines(&out)[1], status), ("Invalid input", lines(&alone)[1], 1));
    assert!(err.starts_with("standard input:1: "), "{err}");
    assert_ne!(lines(&alone)[0], lines(&alone)[1]);
}

#[test]
fn shuffle_tells_the_transformation_and_moves_solutions() {
    let (out, _, status) = run(&["shuffle", "--format", "json", OPENING]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&object["status"], status), (&"ok".into(), 0));
    let puzzle: ninefold::Puzzle = OPENING.parse().unwrap();
    let symmetry: ninefold::symmetry::Transformation = object["transformation"].as_str().unwrap().parse().unwrap();
    assert_eq!(symmetry.apply(&puzzle).to_string(), object["shuffled"]);
    let (out, _, _) = run_with(&["shuffle", "--format", "csv"], format!("puzzle,solution\n{OPENING},{SOLVED}\n"));
    let (header, row) = out.trim_end().split_once('\n').unwrap();
    let (puzzle, solution) = row.split_once(',').unwrap();
    assert_eq!((header, run(&["solve", puzzle]).0), ("puzzle,solution", format!("{solution}\n")));
    let (_, err, status) = run(&["shuffle", "--format", "jsn", OPENING]);
    assert!(status == 2 && err.contains("json"), "{err}");
}

#[test]
fn equivalent_boards_and_others() {
    let other = run(&["shuffle", OPENING]).0;
    let other = other.trim_end();
    let (out, err, status) = run(&["equivalent", OPENING, other]);
    let symmetry = out.strip_prefix("equivalent: ").unwrap().trim_end();
    let symmetry: ninefold::symmetry::Transformation = symmetry.parse().unwrap();
    assert_eq!(symmetry.apply(&OPENING.parse().unwrap()).to_string(), other);
    assert_eq!((err.as_str(), status), ("", 0));
    let changed = OPENING.replacen('8', ".", 1);
    let (out, _, status) = run(&["equivalent", OPENING, &changed]);
    assert!(out.starts_with("different: the minlex forms are "), "{out}");
    assert_eq!(status, 1);
    assert_eq!(run(&["equivalent", OPENING, "1..............."]).0, "different: the shapes are 3x3 and 2x2\n");
    let (out, _, status) = run(&["equivalent", OPENING, TWICE]);
    assert!(out.starts_with("invalid: argument 2: 1 appears twice") && status == 2, "{out}");
    let large = ".".repeat(256);
    let (out, _, status) = run(&["equivalent", &large, &large]);
    assert_eq!((out.as_str(), status), ("none: argument 1: boards of 4x4 boxes are too large for a minlex form\n", 2));
    // Pairs from a file, with one board left over.
    let pairs = format!("{OPENING}\n{other}\n{OPENING}\n{changed}\n{OPENING}\n");
    let (out, err, status) = run_with(&["equivalent", "--format", "csv"], &pairs);
    assert_eq!(lines(&out)[0], "one,other,status,transformation,reason");
    assert!(lines(&out)[1].contains(",equivalent,") && lines(&out)[2].contains(",different,"), "{out}");
    assert_eq!((lines(&out).len(), status), (3, 2));
    assert_eq!(err, "standard input:5: no second board to compare this one with\n");
}

#[test]
fn the_first_of_each_class_stays() {
    let boards = boards();
    let input = boards.join("\n");
    let (first, second) = (run_with(&["shuffle"], &input).0, run_with(&["shuffle", "--seed", "9"], &input).0);
    // Mixed, so that repetitions are both near and far apart.
    let mixed: Vec<&str> = first.lines().zip(input.lines()).flat_map(|(a, b)| [a, b]).collect();
    let all = format!("{}\n{second}{TWICE}\n", mixed.join("\n"));
    let (out, err, status) = run_with(&["dedupe"], &all);
    let mut forms = BTreeSet::new();
    let canon = run_with(&["canon"], &all).0;
    let expected: Vec<&str> = all
        .lines()
        .zip(canon.lines())
        .filter(|(_, form)| *form != "Invalid input" && forms.insert(*form))
        .map(|(board, _)| board)
        .collect();
    assert_eq!((lines(&out), status), (expected, 1));
    assert!(err.contains("1 appears twice in row 1"), "{err}");
    let count = 3 * boards.len();
    let kept = out.lines().count();
    assert!(err.ends_with(&format!("{count} boards: {kept} different up to symmetry, {} left out\n", count - kept)));
    // However little memory there is, and on any number of threads.
    for args in [["--memory", "1"], ["--memory", "1K"], ["-j", "1"], ["-j", "5"]] {
        assert_eq!(run_with(&[&["dedupe"], &args[..]].concat(), &all).0, out, "{args:?}");
    }
}

#[test]
fn dedupe_keeps_what_stands_beside_boards() {
    let zeros = OPENING.replace('.', "0");
    let csv = format!("id,puzzle,rating\n1,{OPENING},7\n2,{zeros},8\n3,{SOLVED},9\n");
    let expected = format!("id,puzzle,rating\n1,{OPENING},7\n3,{SOLVED},9\n");
    let (out, err, status) = run_with(&["dedupe", "--exact"], &csv);
    assert_eq!((out.as_str(), status), (expected.as_str(), 0));
    assert_eq!(err, "3 boards: 2 different as written, 1 left out\n");
    assert_eq!(run_with(&["dedupe", "--memory", "1", "--exact"], &csv).0, expected);
    // Shuffled boards differ as written.
    let shuffled = run(&["shuffle", OPENING]).0;
    assert_eq!(run(&["dedupe", "--exact", OPENING, shuffled.trim_end()]).0, format!("{OPENING}\n{shuffled}"));
    assert_eq!(run(&["dedupe", OPENING, shuffled.trim_end()]).0, format!("{OPENING}\n"));
    // Boards of several lines, and boards that are too large for a form.
    let grid = "12|..\n..|..\n--+--\n..|..\n..|3.\n";
    let large = format!("{}1", ".".repeat(255));
    let (out, err, _) = run_with(&["dedupe"], format!("{grid}\n{large}\n\n{grid}\n{large}\n{OPENING}\n"));
    assert_eq!(out, format!("{grid}\n{large}\n{OPENING}\n"));
    assert!(err.contains("too large for a minlex form; compared as it is written (2 puzzles)"), "{err}");
    let (_, err, status) = run(&["dedupe", "--memory", "12Q", OPENING]);
    assert!(status == 2 && err.contains("300M or 2G"), "{err}");
}

#[test]
fn no_class_is_in_two_parts() {
    let folder = Folder::new();
    let boards = boards();
    let input = boards.join("\n");
    let shuffled = run_with(&["shuffle"], &input).0;
    let file = folder.file("all.txt", format!("{input}\n{shuffled}"));
    let into = folder.0.join("parts").display().to_string();
    let split = |args: &[&str]| run(&[&["split", "--into", &into, &file], args].concat());
    let (out, err, status) = split(&[]);
    assert_eq!((err.as_str(), status), ("", 0));
    let parts: Vec<String> = ["train.txt", "validation.txt", "test.txt"]
        .iter()
        .map(|name| fs::read_to_string(folder.0.join("parts").join(name)).unwrap())
        .collect();
    assert_eq!(fs::read_dir(&into).unwrap().count(), 3, "nothing else is left there");
    assert!(parts.iter().all(|part| !part.is_empty()) && parts[0].len() > parts[1].len() + parts[2].len());
    let mut all: Vec<&str> = parts.iter().flat_map(|part| part.lines()).collect();
    let mut expected: Vec<&str> = input.lines().chain(shuffled.lines()).collect();
    all.sort_unstable();
    expected.sort_unstable();
    assert_eq!(all, expected);
    let classes = run_with(&["canon"], &input).0.lines().collect::<BTreeSet<_>>().len();
    assert_eq!(lines(&out)[3], format!("{classes} classes, 0 of them in more than one part"));
    // A board stays in its part if others are left out, and the seed decides which part that is.
    let other = |name: &str| folder.0.join(name).display().to_string();
    let one = run(&["split", "--into", &other("one"), parts[2].lines().next().unwrap()]);
    assert!(one.0.contains("test.txt: 1 board, 1 class"), "{}", one.0);
    let seed = ["split", "--seed", "1", &file, "--into"];
    run(&[&seed[..], &[&other("seed")]].concat());
    assert_ne!(fs::read_to_string(folder.0.join("seed/test.txt")).unwrap(), parts[2]);
    // Existing files are not changed.
    let (_, err, status) = run(&[&seed[..], &[&into]].concat());
    assert!(status == 2 && err.contains("train.txt: already exists"), "{err}");
    assert_eq!(fs::read_to_string(folder.0.join("parts/test.txt")).unwrap(), parts[2]);
    assert_eq!(fs::read_dir(&into).unwrap().count(), 3);
    // Other parts, and files that share classes.
    let (out, _, _) = split(&["--parts", "a=1,b=1", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((object["parts"].as_array().unwrap().len(), &object["crossing"]), (2, &0.into()));
    let other = folder.file("other.txt", lines(&shuffled)[0]);
    let (out, _, status) = run(&["split", "--check", &file, &other]);
    assert!(out.contains(", 1 of them in more than one part\n") && out.contains("board 1 of "), "{out}");
    assert_eq!(status, 1);
}

#[test]
fn split_refuses_what_it_cannot_do() {
    let folder = Folder::new();
    let file = folder.file("train.txt", OPENING);
    let into = folder.0.display().to_string();
    let (_, err, status) = run(&["split", "--into", &into, &file]);
    assert!(status == 2 && err.contains("is also an input"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), OPENING);
    for parts in ["a", "a=x", "a=0", "a=1,a=2", "=1", ""] {
        assert_eq!(run(&["split", "--parts", parts, &file]).2, 2, "{parts}");
    }
    for parts in ["../x=1", "/tmp/x=1", "a/b=1", "a\\b=1", "..=1", ".hidden=1", "a.partial=1"] {
        let (_, err, status) = run(&["split", "--into", &into, "--parts", parts, OPENING]);
        assert!(status == 2 && err.contains("is not a name for a file in the folder"), "{parts}: {err}");
    }
    assert_eq!(run(&["split", "--check"]).2, 2);
    // A misspelt name leaves nothing behind that would be in the way of the next attempt.
    let other = folder.0.join("other");
    let (_, err, status) = run(&["split", "nowhere.txt", "--into", &other.display().to_string()]);
    assert!(status == 2 && err.contains("nowhere.txt") && err.contains("no parts are written"), "{err}");
    assert_eq!(fs::read_dir(other).unwrap().count(), 0);
}

#[test]
fn a_part_may_be_empty() {
    let folder = Folder::new();
    for ending in ["txt", "txt.gz", "txt.zst"] {
        let into = folder.0.join(ending).display().to_string();
        let parts = format!("a.{ending}=1,b.{ending}=1");
        let (out, err, status) = run(&["split", "--into", &into, "--parts", &parts, OPENING]);
        assert_eq!((err.as_str(), status), ("", 0), "{ending}");
        assert!(out.contains(": 0 boards, 0 classes\n") && out.contains(": 1 board, 1 class\n"), "{out}");
        let files = ["a", "b"].map(|name| format!("{into}/{name}.{ending}"));
        let checked = run(&["split", "--check", &files[0], &files[1]]);
        assert_eq!(checked, (out, String::new(), 0));
    }
}

/// The last of all grids is the only one whose chutes are all of the last class of bands.
const LAST: &str = "123456789457893612986217354274538196531964827698721435342685971715349268869172543";

#[test]
fn grids_have_numbers_and_numbers_have_grids() {
    let (grids, err, status) = run(&["fill", "--number", "1007168..1007173"]);
    assert_eq!((grids.lines().count(), err.as_str(), status), (6, "", 0));
    let shuffled = run_with(&["shuffle", "--seed", "9"], &grids).0;
    assert_ne!(shuffled, grids);
    let numbers = (1_007_168..=1_007_173).map(|number| format!("{number}\n")).collect::<Vec<_>>().concat();
    assert_eq!(run_with(&["grid-number"], &shuffled), (numbers, String::new(), 0));
    assert_eq!(run_with(&["canon"], &shuffled).0, grids);
    assert_eq!(run(&["fill", "--number", "5472730538.."]).0, format!("{LAST}\n"));
    let csv = run(&["fill", "--number", "5472730537..", "--format", "csv", "-j", "2"]).0;
    assert!(csv.starts_with("grid,number\n") && csv.ends_with(&format!("{LAST},5472730538\n")), "{csv}");
    let json = run(&["fill", "--number", "5472730538", "--format", "json"]).0;
    assert_eq!(json, format!("{{\"grid\":\"{LAST}\",\"symbols\":\"1-9\",\"number\":5472730538}}\n"));
    for (numbers, why) in [
        ("0", "there is no grid 0: numbers are from 1 to 5472730538"),
        ("7..5472730539", "there is no grid 5472730539"),
        ("9..7", "the range ends before it begins"),
        ("first", "expected a number or a range"),
    ] {
        let (out, err, status) = run(&["fill", "--number", numbers]);
        assert_eq!((out.as_str(), status), ("", 2), "{numbers}");
        assert!(err.contains(why), "{numbers}: {err}");
    }
    assert_eq!(run(&["fill", "--number", "1", "--seed", "2"]).2, 2);
}

#[test]
fn puzzles_have_the_number_of_their_solution() {
    let (blanks, puzzle) = (".".repeat(81), format!(".{}", &LAST[1..]));
    let input = [puzzle.as_str(), &blanks, "1.34341221434321", "11......."].join("\n");
    let (out, err, status) = run_with(&["grid-number", "--format", "csv"], &input);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "puzzle,status,number,place,reason,shape");
    assert_eq!(lines[1], format!("{puzzle},ok,5472730538,standard input:1,,3x3"));
    assert!(lines[2].contains(",multiple,,standard input:2,"), "{out}");
    assert!(lines[3].ends_with("only boards of 3x3 boxes have numbers, not 2x2\",2x2"), "{out}");
    assert!(lines[4].contains(",invalid,"), "{out}");
    assert_eq!((err.as_str(), status), ("", 1));
    let words = run_with(&["grid-number"], &input).0;
    assert_eq!(words, "5472730538\nSeveral solutions\nNo grid number\nInvalid input\n");
}
