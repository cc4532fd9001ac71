//! Options that many commands share: `--quiet`, `--time-limit`, `--where`; and lists, sheets and help.

use crate::common::*;
use ninefold::logic::Technique;
use serde_json::json;

const SKYSCRAPER: &str = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
const CLUES_17: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn quiet_leaves_answers_and_status_and_the_reason_of_trouble() {
    for args in [&["solve", TWICE, OPENING][..], &["check", "--stats", TWICE], &["rate", IMPOSSIBLE, SKYSCRAPER]] {
        let (out, err, status) = run(args);
        for quiet in ["-q", "--quiet"] {
            let [name, rest @ ..] = args else { unreachable!() };
            assert_eq!(run(&[&[*name, quiet], rest].concat()), (out.clone(), String::new(), status));
            assert_eq!(run(&[&[quiet, *name], rest].concat()), (out.clone(), String::new(), status));
        }
        assert!(status == 1 && (err.is_empty() == (args[0] == "rate")), "{args:?}: {err}");
    }
    let (_, err, status) = run(&["solve", "-q", "/nowhere/puzzles.txt", OPENING]);
    assert!(status == 2 && err.contains("/nowhere/puzzles.txt"), "{err}");
    let (_, err, status) = run(&["solve", "-q", "-o", "/nowhere/out.txt", OPENING]);
    assert!(status == 2 && err.contains("/nowhere/out.txt"), "{err}");
}

#[test]
fn a_time_limit_ends_every_search() {
    let (empty, hard) = (".".repeat(625), format!("1{}", ".".repeat(49 * 49 - 1)));
    // Each of these would take hours.
    for (args, board) in [
        (&["count"][..], &*empty),
        (&["solve", "--all"], &empty),
        (&["candidates"], &empty),
        (&["clues", "--max", "19", "--minimal"], SOLVED),
        (&["clues", "--max", "19", "--count"], SOLVED),
        (&["vicinity", "--minus", "8"], OPENING),
    ] {
        let mut child = ninefold()
            .args(args)
            .args(["--time-limit", "0.2", board])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let _deadline = Deadline::of(&child);
        // The output is read, or the program would wait for ever.
        let mut stdout = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
        let output = child.wait_with_output().unwrap();
        reader.join().unwrap().unwrap();
        let (_, err, status) = reported(output);
        assert!(status == 1 && err.contains("stopped"), "{args:?}: {err}");
    }
    let (out, _, status) = run(&["trace", "--all", "--boards", "none", "--time-limit", "0.2", &".".repeat(81)]);
    assert!(out.lines().last().unwrap().starts_with("Gave up: ") && status == 1);
    // Each puzzle has a time limit of its own.
    let (out, err, status) =
        run(&["solve", "--engine", "learning", "--time-limit", "0.1", "--shape", "7x7", &hard, &hard]);
    assert_eq!((out.matches("Gave up").count(), err.matches("stopped").count(), status), (2, 2, 1), "{err}");
    // Commands that have enough time print the same as without a limit.
    for command in [&["rate"][..], &["explain"], &["hint"], &["print"], &["backdoors"], &["minimize"], &["trace"]] {
        let (limited, free) = ([command, &["--time-limit", "1e9", OPENING]].concat(), [command, &[OPENING]].concat());
        assert_eq!(run(&limited), run(&free), "{command:?}");
    }
    let (out, _, status) = run(&["solve", "--time-limit", "1e300", OPENING, SKYSCRAPER]);
    assert!(out.contains(SOLVED) && out.lines().count() == 2 && status == 0);
    for wrong in ["0", "-1", "nan", "x"] {
        assert_eq!(run(&["solve", "--time-limit", wrong, OPENING]).2, 2, "{wrong}");
    }
}

#[test]
fn conditions_choose_what_is_written() {
    let rate = |args: &[&str]| run(&[&["rate", SKYSCRAPER, CLUES_17, OPENING, "--format", "csv"], args].concat());
    let whole = rate(&[]).0;
    let rows =
        |out: &str| out.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>();
    for (condition, left) in [
        ("level=hard", vec![SKYSCRAPER]),
        ("level>=medium", vec![SKYSCRAPER, CLUES_17]),
        ("level<hard", vec![CLUES_17, OPENING]),
        ("skyscraper", vec![SKYSCRAPER]),
        ("not skyscraper and score>0", vec![CLUES_17, OPENING]),
        ("er>=6.6 and skyscraper or steps<0", vec![SKYSCRAPER]),
        ("er>7", vec![]),
    ] {
        let (out, _, status) = rate(&["--where", condition]);
        assert_eq!((rows(&out), status), (left.iter().map(|line| (*line).to_owned()).collect(), 0), "{condition}");
        // The lines that are written are the same as without a condition.
        assert!(out.lines().all(|line| whole.lines().any(|other| other == line)));
    }
    // Conditions do not depend on the scale.
    let (out, _, _) = rate(&["--order", "se", "--where", "er>=6 and skyscraper and hodoku_score=546"]);
    assert_eq!(rows(&out), [SKYSCRAPER]);
    let (out, _, status) = run(&["check", "--where", "givens<20 and verdict=unique", SKYSCRAPER, CLUES_17, TWICE]);
    assert_eq!((&*out, status), ("unique, 17 givens, minimal\n", 1));
    let (out, _, status) = run(&["count", "--where", "count>1", "--limit", "2", OPENING, "1..............."]);
    assert_eq!((&*out, status), ("at least 2\n", 0));
    for (condition, reason) in [("er>=", "a value is missing"), ("squid", "no column is called 'squid'")] {
        let (out, err, status) = rate(&["--where", condition]);
        assert!(out.is_empty() && status == 2 && err.contains(reason), "{condition}: {err}");
    }
}

#[test]
fn stated_solutions_are_checked() {
    let (right, wrong) = (SOLVED.to_owned(), SOLVED.replacen("24", "42", 1));
    let table = |solutions: &[&str]| {
        let rows: Vec<String> =
            solutions.iter().map(|solution| format!("{},{solution}\n", OPENING.replace('.', "0"))).collect();
        format!("quizzes,solutions\n{}", rows.concat())
    };
    let (out, err, status) = run_with(&["check"], table(&[&right, &right]));
    assert_eq!((out.lines().count(), &*err, status), (2, "", 0), "{out}");
    let (out, _, status) = run_with(&["check", "--format", "json"], table(&[&right, &wrong, &SOLVED[1..]]));
    let answers: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let stated: Vec<&serde_json::Value> = answers.iter().map(|answer| &answer["as_stated"]).collect();
    assert_eq!((stated[0], stated[1], status), (&true.into(), &false.into(), 1), "{out}");
    assert!(stated[2] != &serde_json::Value::Bool(true));
    let (out, _, _) = run_with(&["check"], table(&[&wrong]));
    assert!(out.contains("the stated solution is wrong: r1c1 4/2, r1c2 2/4 (stated/right)"), "{out}");
    assert!(run(&["check", "--format", "json", OPENING]).0.contains(r#""as_stated":null"#));
}

#[test]
fn all_techniques_are_listed() {
    let (out, _, status) = run(&["techniques"]);
    assert_eq!((out.lines().count(), status), (Technique::ALL.len(), 0));
    for (line, technique) in out.lines().zip(Technique::ALL) {
        assert!(line.starts_with(&technique.slug()) && line.ends_with(technique.about()), "{line}");
        assert!(technique.about().ends_with('.'), "{line}");
    }
    let (out, _, _) = run(&["techniques", "--format", "json", "0300", "Skyscraper"]);
    let found: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((found.len(), &found[0]["technique"], &found[1]["score"]), (2, &"x-wing".into(), &130.into()));
    let (out, _, _) = run(&["techniques", "--format", "csv"]);
    assert!(out.starts_with("technique,name,family,level,score,") && out.lines().count() == Technique::ALL.len() + 1);
    assert_eq!(run(&["techniques", "squid"]).2, 2);
}

#[test]
fn sheets_have_every_puzzle_and_its_solution() {
    let (puzzles, _, _) = run(&["generate", "-n", "14", "--seed", "5"]);
    let input = format!("{puzzles}{TWICE}\n................\n");
    let (html, err, status) = run_with(&["print", "--per-page", "6", "--title", "Eins & zwei", "-j", "3"], &input);
    assert_eq!((html.matches("<svg").count(), status), (28, 1));
    assert!(err.contains("appears twice") && html.contains("<title>Eins &amp; zwei</title>"));
    // Three pages of six and two of twelve, in order.
    assert_eq!(html.matches("class=\"page\"").count(), 5);
    let places: Vec<usize> = (1..=14).map(|number| html.find(&format!("<figcaption>{number}, ")).unwrap()).collect();
    assert!(places.is_sorted() && html.find("Solutions").unwrap() > places[13]);
    let (solved, _, _) = run_with(&["solve"], &puzzles);
    let behind = html.split("Solutions").nth(1).unwrap();
    for (number, solution) in solved.lines().enumerate() {
        let figure = behind.split("<figure>").nth(number + 1).unwrap();
        let digits: String = figure.split("</text>").filter_map(|part| part.chars().last()).take(81).collect();
        assert_eq!(digits, solution);
    }
    let (html, _, _) = run(&["print", "--no-solutions", "--no-level", OPENING]);
    assert!(
        html.matches("<svg").count() == 1 && html.ends_with("</html>\n") && html.contains("<figcaption>1</figcaption>")
    );
    let (html, _, status) = run(&["print", TWICE]);
    assert_eq!((&*html, status), ("", 1));
}

/// The streams of a document, decompressed, in order.
#[cfg(feature = "pdf")]
fn streams(pdf: &[u8]) -> Vec<String> {
    let find = |text: &[u8], from: usize| pdf[from..].windows(text.len()).position(|at| at == text).map(|at| from + at);
    let (mut streams, mut from) = (Vec::new(), 0);
    while let Some(begin) = find(b"\nstream\n", from) {
        let (begin, end) = (begin + 8, find(b"\nendstream", begin).unwrap());
        let mut text = String::new();
        let mut unpacked = flate2::read::ZlibDecoder::new(&pdf[begin..end]);
        std::io::Read::read_to_string(&mut unpacked, &mut text).unwrap();
        streams.push(text);
        from = end;
    }
    streams
}

#[cfg(feature = "pdf")]
#[test]
fn sheets_are_documents_too() {
    let folder = Folder::new();
    let (puzzles, _, _) = run(&["generate", "-n", "14", "--seed", "5"]);
    let (solved, _, _) = run_with(&["solve"], &puzzles);
    let file = folder.0.join("sheet.pdf").display().to_string();
    let input = format!("{puzzles}{TWICE}\n");
    let args = ["print", "--per-page", "6", "--title", "Größe (a)", "-j", "3"];
    let (out, err, status) = run_with(&[&args[..], &["-o", &file]].concat(), &input);
    assert!(out.is_empty() && err.contains("appears twice") && status == 1, "{err}");
    let pdf = std::fs::read(&file).unwrap();
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
    // Three pages of six and two of twelve; each digit is a text, row by row.
    let pages = streams(&pdf);
    assert_eq!(pages.len(), 5);
    let texts: Vec<&str> = pages
        .iter()
        .flat_map(|page| page.split(" Tj").filter_map(|part| part.rsplit_once('(').map(|of| of.1)))
        .collect();
    let digits: String =
        texts.iter().filter_map(|text| text.strip_suffix(')').filter(|digit| digit.len() == 1)).collect();
    let numbers = (1..=9).map(|number| number.to_string()).collect::<String>();
    let givens: String = puzzles.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits.replacen('a', "", 1).len(), givens.len() + 14 * 81 + numbers.len());
    assert!(digits.starts_with(&givens) && pages[3].contains("(Solutions)"), "{digits}");
    for (solution, number) in solved.lines().zip(1..) {
        let digits = if number < 10 { format!("{number}{solution}") } else { solution.to_owned() };
        assert!(digits.len() > 80 && texts.concat().replace(')', "").contains(&digits), "{number}");
    }
    // The same if the file name has no extension, and every time.
    let other = folder.0.join("sheet").display().to_string();
    run_with(&[&args[..], &["--to", "pdf", "-o", &other]].concat(), &input);
    assert!(std::fs::read(&other).unwrap() == pdf);
    let letters = OPENING.replace('1', "ж");
    for (args, reason) in
        [(&["--title", "Пазл", OPENING][..], "no letter 'П'"), (&["--symbols", "ж23456789", &letters], "no symbol 'ж'")]
    {
        let (_, err, status) = run(&[&["print", "--to", "pdf"], args].concat());
        assert!(status > 0 && err.contains(reason), "{err}");
    }
    assert_eq!(run(&["print", "--to", "pdf", TWICE]), (String::new(), run(&["print", TWICE]).1, 1));
}

#[test]
fn help_is_a_command_too() {
    let (out, err, status) = run(&["help", "rate"]);
    assert!(out.starts_with("Rate how hard puzzles are") && err.is_empty() && status == 0);
    assert_eq!(out, run(&["rate", "--help"]).0);
    assert_eq!(run(&["help", "sing"]).2, 2);
}

#[test]
fn what_is_written_beside_answers_is_no_input() {
    let folder = Folder::new();
    for (args, status) in [(&["hint", "--svg"][..], 2), (&["check", "--proof"], 1)] {
        let file = folder.file("puzzle.txt", CLUES_17);
        let (out, err, found) = run(&[args, &[&file, &file]].concat());
        assert!(found == status && (out + &err).contains("puzzle.txt: is also an input"), "{found} {err}");
        let (out, err, found) = run(&[args, &["-", &file]].concat());
        assert!(found == status && (out + &err).contains("expected a file name"), "{found} {err}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), CLUES_17);
        assert!(!std::path::Path::new("-.opb").exists());
    }
    // Formats that cannot be written are refused before an existing file is overwritten.
    let file = folder.file("answers.txt", "mine");
    for args in
        [&["fill", "--format", "samurai"][..], &["generate", "--format", "page"], &["shuffle", "--format", "page"]]
    {
        let (_, err, status) = run(&[args, &["-o", &file]].concat());
        assert!(status == 2 && err.contains("invalid value"), "{err}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let (_, err, _) = run(&["solve", "--format", "xyz", CLUES_17]);
    assert!(err.contains("no format is called 'xyz'; boards are written as line, grid,"), "{err}");
    assert!(err.contains(", json, ") && err.contains(", csv, parquet") && !err.contains("page"), "{err}");
}

#[test]
fn what_is_made_is_read_back() {
    for args in [&["generate", "-n", "3"][..], &["fill", "-n", "3"], &["solve", CLUES_17]] {
        let (file, _, status) = run(&[args, &["--format", "opensudoku"]].concat());
        assert!(status == 0 && file.starts_with("<?xml") && file.ends_with("</opensudoku>\n"), "{file}");
        let (back, err, _) = run_with(&["convert", "--to", "line"], &file);
        assert_eq!((back, err), (run(args).0, String::new()));
    }
    for format in ["csv", "json"] {
        let (made, _, _) = run(&["generate", "-n", "3", "--shape", "3x2", "--format", format]);
        let (verdicts, err, status) = run_with(&["check"], &made);
        assert_eq!((verdicts.matches("unique").count(), status), (3, 0), "{err}");
    }
    let rows = "puzzle,shape\n.....1...3..43.......1.53.6....45...,3x2\n1..2............,2x2\n";
    assert!(run_with(&["check"], rows).0.starts_with("unique, 10 givens, minimal\nmultiple, 2 givens\n"));
    assert!(run_with(&["check", "--shape", "2x3"], rows).0.starts_with("none"), "an option counts more");
}

/// Whatever the format of a puzzle, the answer that repeats it is another way to write it.
#[test]
fn answers_are_puzzles_again() {
    let samurai = std::fs::read_to_string("../ninefold/testdata/samurai.txt").unwrap();
    let empty_rows = "...\n".repeat(2);
    for puzzle in [
        &*samurai,
        "..3.\n....\n....\n2...\n\n1122\n1123\n4423\n4433\n",
        r#"{"rows":4,"cols":4,"values":[1,4],"constraints":[{"type":"thermo","cells":[[1,1],[1,2],[1,3]]}]}"#,
        ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3.~R3C1_2",
        &format!("1 2|3 4\n. .|. .\n---+---\n. .|. .\n3 .|. .\n\n{empty_rows}"),
    ] {
        let verdict = run_with(&["check", "--no-minimal"], puzzle).0;
        assert!(verdict.starts_with("unique") || verdict.starts_with("multiple"), "{verdict}{puzzle}");
        for format in ["json", "csv"] {
            for command in [&["check", "--no-minimal"][..], &["solve"]] {
                let (answer, ..) = run_with(&[command, &["--format", format]].concat(), puzzle);
                let (again, err, _) = run_with(&["check", "--no-minimal"], &answer);
                assert_eq!(again.lines().next(), verdict.lines().next(), "{err}{answer}");
            }
        }
    }
}

/// If no technique leads to the solution and none was requested, the puzzle lacks nothing.
#[test]
fn large_boards_are_made_without_a_level() {
    let (made, err, status) = run(&["generate", "--shape", "3x4", "--format", "json"]);
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    assert_eq!((&made["level"], &made["missing"], err.as_str(), status), (&json!(null), &json!([]), "", 0));
}

#[test]
fn options_without_effect_are_refused() {
    for (args, reason) in [
        (&["check", "--no-minimal", "--where", "not minimal"][..], "'minimal' is not known with --no-minimal"),
        (&["check", "--where", "redundant=r1c1"], "'redundant' is known only with --minimal"),
        (&["check", "--explain-multiple", "--format", "csv"], "no column for two solutions"),
        (&["minimize", "-n", "0"], "expected a whole number, at least 1"),
        (&["clues", "--numbers", "1..2", "--shape", "2x3"], "cannot be used with"),
    ] {
        let (out, err, status) = run_with(args, CLUES_17);
        assert!(out.is_empty() && status == 2 && err.contains(reason), "{args:?}: {err}");
    }
    // With a single unit, the difference between units cannot be estimated.
    let (estimate, ..) = run(&["estimate", "-n", "10"]);
    assert!(estimate.contains(" givens: ") && !estimate.contains("NaN") && !estimate.contains("+-"), "{estimate}");
}

/// If a line does not state the shape, a column of its own does.
#[test]
fn csv_answers_state_the_shape() {
    let tall = ".....1...3..43.......1.53.6....45...";
    for command in [&["solve"][..], &["check"], &["count"], &["rate"]] {
        let (csv, err, status) = run(&[command, &["--shape", "3x2", "--format", "csv", tall]].concat());
        assert_eq!((csv.lines().count(), status), (2, 0), "{command:?}: {csv}{err}");
        let (verdict, err, status) = run_with(&["check"], &csv);
        assert!(verdict.starts_with("unique") && status == 0, "{command:?}: {verdict}{err}");
    }
}
