//! A corpus of variants in a folder beside the repository: each link or text reads to the constraints that are told for it
//! in a neutral form.
//!
//! The folder is named by the environment variable `NINEFOLD_VARIANTS`; without it nothing is tested, which is said.

use super::*;
use crate::notation::value::{Room, Value};
use crate::variant::{Constraint, Kind};
use std::collections::BTreeSet;

/// The rows of a file of the corpus.
#[expect(clippy::print_stderr, reason = "what is not tested is said")]
fn rows(file: &str) -> Vec<Value<'static>> {
    let Ok(folder) = std::env::var("NINEFOLD_VARIANTS") else {
        eprintln!("NOT TESTED: NINEFOLD_VARIANTS does not name the folder with {file}");
        return Vec::new();
    };
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join(file)).expect("the corpus is there");
    // Values borrow from it until the test ends.
    let text: &'static str = text.leak();
    let row = |line| Value::read(line, Box::leak(Box::new(Room::of(line)))).expect("a row is an object");
    text.lines().map(row).collect()
}

fn word<'a>(row: &'a Value<'a>, name: &str) -> &'a str {
    row.get(name).and_then(Value::word).unwrap_or_default()
}

fn number(value: &Value<'_>) -> Option<i64> {
    value.word()?.parse().ok()
}

/// A puzzle in comparable words: its regions, givens, marks and constraints.
type Facts = BTreeSet<String>;

fn facts(puzzle: &VariantPuzzle) -> Facts {
    let mut facts: Facts = puzzle.constraints.iter().map(|constraint| said(puzzle.columns(), constraint)).collect();
    let mut regions = puzzle.regions.clone();
    regions.iter_mut().for_each(|region| region.sort_unstable());
    facts.extend(regions.iter().map(|region| format!("region {region:?}")));
    for cell in 0..puzzle.cell_count() {
        facts.extend(puzzle.givens[cell].map(|given| format!("given {cell} {given}")));
        facts.extend(puzzle.marks[cell].as_ref().map(|marks| format!("marks {cell} {marks:?}")));
    }
    facts.insert(format!("board {} {} {:?}", puzzle.rows(), puzzle.columns(), puzzle.digits()));
    facts
}

/// A constraint, whose order of cells is told only where it matters.
fn said(columns: usize, constraint: &Constraint) -> String {
    let Constraint { kind, cells, others, value, values, text, .. } = constraint;
    let (mut cells, mut others) = (cells.clone(), others.clone());
    match kind {
        Kind::Minimum | Kind::Maximum => {
            let cell = cells[0];
            let distance =
                |other: &usize| (other / columns).abs_diff(cell / columns) + (other % columns).abs_diff(cell % columns);
            others.iter_mut().for_each(|group| {
                group.retain(|other| distance(other) == 1);
                group.sort_unstable();
            });
            others.retain(|group| !group.is_empty());
        }
        Kind::Difference | Kind::Ratio | Kind::PairSum | Kind::Cage | Kind::Quadruple | Kind::LittleKiller => {
            cells.sort_unstable();
        }
        Kind::Sandwich | Kind::Palindrome | Kind::Renban | Kind::Whisper if cells.first() > cells.last() => {
            cells.reverse()
        }
        _ => {}
    }
    format!("{} {cells:?} {others:?} {value:?} {values:?} {text}", kind.name())
}

/// The same of a row in the neutral form.
fn facts_of_row(row: &Value<'_>) -> Facts {
    let number_of = |name: &str| row.get(name).and_then(number).expect("a number");
    let (rows, columns) = (number_of("rows") as usize, number_of("cols") as usize);
    let digits: Vec<i64> = row.get("values").unwrap().values().iter().filter_map(number).collect();
    let mut puzzle = VariantPuzzle::new(rows, columns, digits[0]..=digits[1]);
    let cell = |cell: &Value<'_>| {
        let place: Vec<i64> = cell.values().iter().filter_map(number).collect();
        (place[0] - 1) as usize * columns + (place[1] - 1) as usize
    };
    let cells = |list: &Value<'_>| list.values().iter().map(cell).collect::<Vec<_>>();
    for name in ["boxes", "jigsaw"] {
        puzzle.regions.extend(row.get(name).map_or(&[][..], Value::values).iter().map(cells));
    }
    for clue in row.get("constraints").unwrap().values() {
        let list = |name: &str| clue.get(name).map_or(&[][..], Value::values).iter();
        match word(clue, "type") {
            "given" => puzzle.give(cell(clue.get("cell").unwrap()), number(clue.get("value").unwrap()).unwrap()),
            "candidates" => {
                puzzle.marks[cell(clue.get("cell").unwrap())] = Some(list("values").filter_map(number).collect());
            }
            name => puzzle.constraints.push(constraint(name, clue, &cell, &cells)),
        }
    }
    facts(&puzzle)
}

fn constraint(
    name: &str,
    clue: &Value<'_>,
    cell: &dyn Fn(&Value<'_>) -> usize,
    cells: &dyn Fn(&Value<'_>) -> Vec<usize>,
) -> Constraint {
    let mut constraint = Constraint::new(name.parse().expect("a kind of constraint"));
    for (name, value) in clue.members() {
        match &**name {
            "type" => {}
            "name" => constraint.text = value.word().unwrap_or_default().to_owned(),
            "cells" => constraint.cells = cells(value),
            "cell" => constraint.cells = vec![cell(value)],
            "circle" | "clone" | "group" => constraint.others.push(cells(value)),
            "control" => constraint.others.push(vec![cell(value)]),
            "segments" => constraint.others = value.values().iter().map(cells).collect(),
            "direction" => constraint.value = Some(if value.word() == Some("+") { 1 } else { -1 }),
            "values" | "coeffs" => constraint.values = value.values().iter().filter_map(number).collect(),
            "allowed" => constraint.values = value.values().iter().flat_map(Value::values).filter_map(number).collect(),
            "pattern" | "clue" => constraint.text = value.word().unwrap_or_default().to_owned(),
            _ => constraint.value = number(value),
        }
    }
    constraint
}

/// Compares what a text reads to with a row: the differences, or why it cannot be read.
fn compared(text: &str, row: &Value<'_>) -> Result<(), String> {
    let options = ReadOptions::default();
    let mut expected = facts_of_row(row);
    let facts = match read_variant(text, &options) {
        Ok(record) => facts(&record.puzzle),
        Err(invalid) => match crate::notation::read(text, &options) {
            Ok(record) => {
                let mut puzzle =
                    VariantPuzzle::sudoku(record.puzzle.shape().box_rows(), record.puzzle.shape().box_columns());
                for (cell, digit) in record.puzzle.givens() {
                    puzzle.give(cell.index(), digit.index() as i64 + 1);
                }
                // A classic puzzle keeps what is removed beyond its givens.
                expected.retain(|fact| !fact.starts_with("marks"));
                facts(&puzzle)
            }
            Err(_) => return Err(format!("refused: {invalid}")),
        },
    };
    let (more, fewer): (Vec<_>, Vec<_>) =
        (facts.difference(&expected).take(4).collect(), expected.difference(&facts).take(4).collect());
    if more.is_empty() && fewer.is_empty() { Ok(()) } else { Err(format!("read {more:?}, told {fewer:?}")) }
}

/// Every row with a source of f-puzzles reads to what is told, or is refused for what is drawn in it.
#[test]
fn f_puzzles() {
    let (mut read, mut refused) = (0, Vec::new());
    for row in rows("corpus.jsonl") {
        let code = word(&row, "fpuzzles");
        if code.is_empty() {
            continue;
        }
        match compared(&format!("https://www.f-puzzles.com/?load={code}"), &row) {
            Ok(()) => read += 1,
            Err(message) if message.starts_with("refused: rules that are not supported: drawn") => {
                refused.push(format!("{} {message}", word(&row, "id")));
            }
            Err(message) => panic!("{}: {message}", word(&row, "id")),
        }
    }
    assert!(refused.len() <= 3, "{read} read as told, refused: {refused:#?}");
}

/// Every row with a text of Interactive Sudoku Solver reads to what is told, but for lists of symbols.
#[test]
fn iss() {
    let (mut read, mut others) = (0, 0);
    for row in rows("corpus.jsonl") {
        let text = word(&row, "iss");
        if text.is_empty() {
            continue;
        }
        if !text.contains(['~', '<', ':', '^']) {
            others += 1;
            continue;
        }
        match compared(text, &row) {
            Ok(()) => read += 1,
            Err(message) => panic!("{}: {message}\n{text}", word(&row, "id")),
        }
    }
    assert!(read == 0 || read > 100, "{read} read, {others} in other forms");
}

/// Texts of that program with rules of any sort are refused by the names of those that are not known, or read so that
/// what is told to be the solution is one.
#[test]
fn further_texts_of_iss() {
    let (mut read, mut refused) = (0, Vec::new());
    for row in rows("iss_raw.jsonl") {
        // Those of several lines are one puzzle each.
        let text = &word(&row, "iss").split_whitespace().collect::<String>()[..];
        if !text.starts_with('.') {
            continue;
        }
        match read_variant(text, &ReadOptions::default()) {
            Ok(record) => {
                let digits: Option<Vec<i64>> =
                    word(&row, "solution").chars().map(|digit| digit.to_digit(10).map(i64::from)).collect();
                if let Some(digits) = digits.filter(|digits| digits.len() == record.puzzle.cell_count()) {
                    assert_eq!(record.puzzle.broken(&digits), [], "{}", word(&row, "id"));
                }
                read += 1;
            }
            Err(_) if crate::notation::read(text, &ReadOptions::default()).is_ok() => read += 1,
            Err(invalid) => refused.push(format!("{} {invalid}", word(&row, "id"))),
        }
    }
    // Some have a cell twice where that is not clear.
    let is_named = |message: &String| message.contains("rules that are not supported") || message.contains("twice");
    assert!(refused.iter().all(is_named), "{read} read, refused: {refused:#?}");
    assert!(read == 0 || read >= 58, "{read} read, refused: {refused:#?}");
}

/// Samples of SudokuMaker: as many constraints as are told, or refused for a program in them.
#[test]
fn samples_of_sudokumaker() {
    let samples = rows("format_samples.jsonl");
    let of_program = samples.iter().filter(|row| word(row, "format").starts_with("SudokuMaker"));
    let found: Vec<String> = of_program
        .map(|row| match read_variant(word(row, "url"), &ReadOptions::default()) {
            Ok(record) => format!("{:?} {}", record.puzzle.rules(), record.puzzle.constraints.len()),
            Err(invalid) => invalid.to_string(),
        })
        .collect();
    let expected = [
        "[\"killer cage\"] 4",
        "[\"whisper line\", \"between line\", \"column indexing\"] 97",
        "rules that are not supported: program 'oadm35'",
    ];
    assert!(samples.is_empty() || found == expected, "{found:#?}");
}

/// Samples of Penpa+: what is drawn beside thermometers and cages with a sum is named.
#[test]
fn samples_of_penpa() {
    let samples = rows("format_samples.jsonl");
    let of_program = samples.iter().filter(|row| word(row, "format").starts_with("Penpa"));
    for row in of_program {
        let message = match read_variant(word(row, "url"), &ReadOptions::default()) {
            Ok(_) => continue,
            Err(invalid) => invalid.to_string(),
        };
        let is_named = ["drawn", "numbers", "board of", "no rules beyond"].iter().any(|word| message.contains(word));
        assert!(is_named, "{}: {message}", word(row, "title"));
    }
}

/// Every row is written in other formats so that it is read as it was, or refused.
#[test]
fn written_in_other_formats() {
    let (mut of_iss, mut of_f_puzzles, mut all) = (0, 0, 0);
    for row in rows("corpus.jsonl") {
        let record = of_json(&row).unwrap();
        // Those without rules are classic puzzles.
        if record.puzzle.constraints.is_empty() {
            continue;
        }
        all += 1;
        of_iss += usize::from(laws::is_carried(&record.puzzle, Format::Iss));
        of_f_puzzles += usize::from(laws::is_carried(&record.puzzle, Format::FPuzzles));
    }
    assert!(2 * of_iss >= all && 4 * of_f_puzzles >= all, "of {all}: {of_iss} and {of_f_puzzles}");
}

/// Our own JSON is read and written without loss, and the specification accepts the solutions that are told.
#[test]
fn our_own_json() {
    for row in rows("corpus.jsonl") {
        let record = of_json(&row).unwrap_or_else(|error| panic!("{}: {error}", word(&row, "id")));
        assert_eq!(facts(&record.puzzle), facts_of_row(&row), "{}", word(&row, "id"));
        let mut known = record.clone();
        known.notes.clear();
        let text = write(&record);
        assert_eq!(read_variant(&text, &ReadOptions::default()).unwrap(), known, "{text}");
        let solution: Vec<i64> = row.get("solution").unwrap().values().iter().filter_map(number).collect();
        assert_eq!(record.puzzle.broken(&solution), [], "{}", word(&row, "id"));
    }
}

/// A choice of rules as people write it, and what is wrong with some.
#[test]
fn choices_in_json() {
    let read = |constraint: &str| {
        let text = format!(r#"{{"rows":4,"cols":4,"values":[1,4],"constraints":[{constraint}]}}"#);
        read_variant(&text, &ReadOptions::default()).map_err(|error| error.to_string())
    };
    let text = r#"{"type":"or","alternatives":[{"type":"given","cell":[1,1],"value":3},[{"type":"candidates","cell":[1,2],"values":[1,2]},{"type":"thermo","cells":[[2,1],[2,2]]}]]}"#;
    let of = Constraint::new;
    let expected = of(Kind::Or)
        .alternative([of(Kind::OneOf).cells([0]).values([3])])
        .alternative([of(Kind::OneOf).cells([1]).values([1, 2]), of(Kind::Thermo).cells([4, 5])]);
    let record = read(text).unwrap();
    assert_eq!(record.puzzle.constraints, [expected]);
    let words = record.puzzle.words();
    assert!(
        words[1].contains("thermometer (r2c1-r2c2): Digits along the thermometer rise from the bulb."),
        "{words:?}"
    );
    assert_eq!(read_variant(&write(&record), &ReadOptions::default()).unwrap().puzzle, record.puzzle);
    let deep = (0..9).fold(r#"{"type":"odd","cell":[1,1]}"#.to_owned(), |inner, _| {
        format!(r#"{{"type":"or","alternatives":[{inner},{inner}]}}"#)
    });
    for (text, message) in [
        (r#"{"type":"or"}"#, "choice of rules: no alternatives"),
        (r#"{"type":"or","alternatives":7}"#, "'alternatives' is 7, expected an array"),
        (r#"{"type":"or","alternatives":[[],{"type":"odd","cell":[1,1]}]}"#, "alternative 1 has no constraint"),
        (r#"{"type":"or","alternatives":[{"type":"odd","cell":[1,1]}]}"#, "1 alternative, expected at least 2"),
        (
            r#"{"type":"or","alternatives":[{"type":"odd","cell":[1,1]},{"type":"odd","cell":[9,1]}]}"#,
            "alternative 2: 'cell': ",
        ),
        (r#"{"type":"or","alternatives":[{"type":"odd","cell":[1,1]},{"type":"odder"}]}"#, "alternative 2: "),
        (r#"{"type":"or","alternatives":[{"type":"odd","cell":[1,1]},5]}"#, "alternative 2: no member 'type'"),
        (&deep, "'alternatives' is nested more than 8 deep"),
        (r#"{"type":"automaton","cells":[[1,1]],"states":"> 1-2"}"#, "a transition to state 2, expected at most 0"),
        (r#"{"type":"automaton","cells":[[1,1]],"states":"> 1-0"}"#, "without a state where it can end"),
        (r#"{"type":"automaton","cells":[[1,1]],"states":"> * x"}"#, "'x' in state 0, expected '>', '*', or a digit"),
    ] {
        let found = read(text).unwrap_err();
        assert!(found.contains(message), "{text}: {found}");
    }
}

/// A member by a wrong name is not left out, for it may be a part of the rule; nor is one of two of the same name.
#[test]
fn members_that_are_not_known() {
    let read = |more: &str, constraint: &str| {
        let text = format!(r#"{{"rows":4,"cols":4,"values":[1,4]{more},"constraints":[{constraint}]}}"#);
        read_variant(&text.replace('\'', "\""), &ReadOptions::default())
            .map(|record| record.notes.first().map(ToString::to_string).unwrap_or_default())
            .map_err(|error| error.to_string())
    };
    let cage = "{'type':'cage','cells':[[1,1],[1,2]]";
    for (more, constraint, message) in [
        ("", &format!("{cage},'summ':5}}")[..], "constraint 1 (cage): the member 'summ', expected only cells, sum"),
        ("", &format!("{cage},'sum':5,'sum':4}}"), "constraint 1 (cage): the member 'sum' appears twice"),
        ("", "{'type':'anti_king','cells':[[1,1]]}", "constraint 1 (anti_king): the member 'cells', expected none"),
        (
            "",
            "{'type':'given','cell':[1,1],'value':1,'not':true}",
            "(given): the member 'not', expected only cell, value",
        ),
        (
            "",
            &format!("{{'type':'or','alternatives':[{{'type':'anti_king'}},{cage},'summ':5}}]}}"),
            "constraint 1 (or): alternative 2: the member 'summ', expected only cells, sum",
        ),
        ("", "{'type':'arrow','cells':[[1,1]]}", "constraint 1: arrow at r1c1: no circle"),
        ("", "{'type':'thermo','cells':[[1,1]]}", "constraint 1: thermometer at r1c1: 1 cell, expected at least 2"),
        ("", "{'type':'whisper','cells':[[1,1],[1,2]]}", "constraint 1: whisper line at r1c1: no min difference"),
        ("", "{'type':'diagonal'}", "constraint 1: diagonal: no direction"),
        (",'constraint':[{'type':'anti_king'}]", "", "the member 'constraint', which is unknown and may be a rule"),
        (",'regions':[[[1,1],[1,2]]]", "", "the member 'regions', which is unknown and may be a rule"),
        (",'antiknight':true", "", "the member 'antiknight', which is unknown and may be a rule"),
        (",'gaps':[],'gaps':[[1,1]]", "", "the member 'gaps' appears twice"),
    ] {
        let found = read(more, constraint).unwrap_err();
        assert!(found.contains(message), "{constraint}: {found}");
    }
    assert_eq!(
        read(",'licence':'free','kinds':['x']", "").unwrap(),
        "ignored: the member 'licence', the member 'kinds'"
    );
    let remark = read("", &format!("{cage},'colour':'red','width':null}}"));
    assert_eq!(remark.unwrap(), "ignored: constraint 1 (cage): colour, constraint 1 (cage): width");
}

/// What answers say of a puzzle can be read again: its text is that of a member.
#[test]
fn puzzles_within_objects() {
    let own = r#"{"rows":2,"cols":2,"values":[1,2],"constraints":[{"type":"odd","cell":[1,1]}],"id":"a"}"#;
    let object =
        |text: &str| format!(r#"{{"place":"x","puzzle":"{}","solution":"1221","id":7}}"#, text.replace('"', "\\\""));
    let options = ReadOptions::default();
    let record = read_variant(&object(own), &options).unwrap();
    assert_eq!(record.puzzle, read_variant(own, &options).unwrap().puzzle);
    let fields: Vec<_> = record.fields.into_iter().collect();
    assert_eq!(fields, [(Field::Solution, "1221".to_owned()), (Field::Id, "a".to_owned())]);
    assert!(matches!(read_any(&object(".Thermo~R1C1~R1C2"), &options), Ok(AnyRecord::Variant(_))));
    assert!(matches!(read_any(&object("1..............."), &options), Ok(AnyRecord::Classic(_))));
    let with_king = options.clone().rules(crate::variant::rules("anti-king").unwrap());
    for text in [own, "1..............."] {
        let rules = read_variant(&object(text), &with_king).unwrap().puzzle.constraints;
        assert_eq!(rules.iter().filter(|rule| rule.kind == Kind::AntiKing).count(), 1);
    }
    for text in [format!("{own} {own}"), own.replace("[1,1]", "[3,1]")] {
        assert!(read_variant(&object(&text), &options).is_err(), "{text}");
    }
}

/// What is read with one look at the text is what its first piece is, as a classic puzzle or else as a variant.
#[test]
fn one_look_at_a_text_is_enough() {
    let own = r#"{"rows":4,"cols":4,"values":[1,4],"name":"a","constraints":[{"type":"cage","cells":[[1,1],[1,2]],"sum":5}]}"#;
    let classic = r#"{"puzzle":"1...............","name":"b"}"#;
    let f_puzzles =
        r#"{"size":1,"grid":[[{"value":1,"given":true}]],"rows":1,"cols":1,"values":[1,1],"constraints":[]}"#;
    let mut texts: Vec<String> =
        [own, classic, f_puzzles, "{}", "{\"a\":1}", "{\"rows\":1", "", "{5,3"].map(str::to_owned).into();
    texts.push("....2.1...4.3...  1122112344234433".to_owned());
    texts.push(own.replace("\"a\"", "\"\u{ff11}\u{2b1c}\""));
    texts.push(own.replace(",\"name\"", "\n,\r\n\"name\""));
    texts.push(own.replace("\"sum\":5", "\"sum\":5,\"what\":null,\"sum\":\"5\""));
    texts.push(own.replace("\"sum\":5", "\"sum\":500"));
    texts.push(format!("{own}{}", " ".repeat(100)));
    for text in texts.clone() {
        texts.extend([
            format!("\n{text}"),
            format!(" {text} {own}"),
            format!("[{text},"),
            format!("{text}\n{classic}"),
        ]);
    }
    let json = ReadOptions::default().format(Format::Json);
    for options in [ReadOptions::default(), json, ReadOptions::default().format(Format::Grid)] {
        for text in &texts {
            let Some(piece) = Splitter::new(&options).next(text.as_bytes(), true) else {
                assert!(read_variant(text, &options).is_err() && read_any(text, &options).is_err(), "{text}");
                continue;
            };
            let (bytes, variant) = (text.as_bytes(), read_variant(text, &options));
            let of_piece = piece.read_variant(bytes, &options);
            match &of_piece {
                Some(of_piece) => assert_eq!(&variant, of_piece, "{text}"),
                None => assert!(variant.unwrap_err().to_string().contains("no rules beyond"), "{text}"),
            }
            let any = match piece.read(bytes, &options) {
                Ok(record) => Ok(AnyRecord::Classic(record)),
                Err(invalid) => of_piece.unwrap_or(Err(invalid)).map(AnyRecord::Variant),
            };
            let is_expected = piece.may_have_rules(bytes, &options);
            assert!(is_expected || !matches!(any, Ok(AnyRecord::Variant(_))), "{text}");
            assert_eq!(piece.read_any(bytes, &options), any, "{text}");
            assert_eq!(read_any(text, &options), any, "{text}");
        }
    }
}
