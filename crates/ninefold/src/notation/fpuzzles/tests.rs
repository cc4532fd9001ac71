use crate::notation::coding::decompress;
use crate::notation::value::{Room, Value};
use crate::notation::{self, AnyRecord, Format, ReadOptions, VariantRecord, read_any};
use crate::variant::{Constraint, Kind, VariantPuzzle};

/// What a blank 4x4 board with these members reads to: the message if it does not.
fn message(members: &str, first_cell: &str) -> Option<String> {
    let row = "[{},{},{},{}]";
    let text = format!(r#"{{"size":4,"grid":[[{first_cell},{{}},{{}},{{}}],{row},{row},{row}],{members}}}"#);
    read_any(&text.replace('\'', "\""), &ReadOptions::default()).err().map(|error| error.to_string())
}

#[test]
fn codes_of_other_programs_are_named() {
    let refused =
        |text: &str| super::of_json(&Value::read(text, &mut Room::of(text)).unwrap()).unwrap_err().to_string();
    assert_eq!(
        refused(r#"{"gridSize":9,"fixedNumbers":[],"killerCages":[]}"#),
        "puzzles of lisudoku are not supported"
    );
    assert_eq!(refused(r#"{"size":9}"#), "an f-puzzles object without a grid");
    assert_eq!(refused("{}"), "an f-puzzles object without a grid");
}

/// Solvers of these links exempt ratio dots from the rule as well as difference dots: 1 and 2 may have either.
#[test]
fn non_consecutive_with_ratio_dots_is_of_kropki() {
    let kinds = |members: &str| {
        let row = "[{},{},{},{}]";
        let text = format!(r#"{{"size":4,"grid":[{row},{row},{row},{row}],{members}}}"#).replace('\'', "\"");
        let record = notation::read_variant(&text, &ReadOptions::default()).unwrap();
        assert_eq!(notation::write_variant(&record, Format::FPuzzles).map(|_| ()), Ok(()));
        record.puzzle.constraints.iter().map(|constraint| constraint.kind).collect::<Vec<_>>()
    };
    let dot = "'ratio':[{'cells':['R1C1','R1C2'],'value':'2'}]";
    assert_eq!(kinds("'nonconsecutive':true,'ratio':[]"), [Kind::NonConsecutive]);
    let found = kinds(&format!("'nonconsecutive':true,{dot},'negative':['ratio']"));
    assert_eq!(found, [Kind::NegativeDifference, Kind::Ratio, Kind::NegativeRatio]);
    let mut puzzle = VariantPuzzle::sudoku(2, 2);
    puzzle
        .constraints
        .extend([Constraint::new(Kind::NonConsecutive), Constraint::new(Kind::Ratio).cells([0, 1]).value(2)]);
    let refused = notation::write_variant(&VariantRecord::new(puzzle), Format::FPuzzles).unwrap_err().to_string();
    assert!(refused.contains("non-consecutive with ratio dots"), "{refused}");
}

/// Solvers of these links know the rule for difference dots only as non-consecutive, and no number of a modular line.
#[test]
fn what_is_written_is_what_solvers_know() {
    let written = |constraints: &[Constraint]| {
        let mut puzzle = VariantPuzzle::sudoku(2, 2);
        puzzle.constraints.extend_from_slice(constraints);
        notation::write_variant(&VariantRecord::new(puzzle), Format::FPuzzles).map(|written| {
            let (_, code) = written.text.trim().split_once("?load=").unwrap();
            let object = decompress(&code.replace("%2B", "+"), 10_000).unwrap();
            let start = object.find("]],").expect("what follows the grid");
            object[start + 3..].trim_end_matches('}').to_owned()
        })
    };
    let alone = |kind| written(&[Constraint::new(kind)]).unwrap();
    assert_eq!(alone(Kind::NegativeDifference), "\"nonconsecutive\":true");
    assert_eq!(alone(Kind::NegativeKropki), "\"nonconsecutive\":true,\"negative\":[\"ratio\"]");
    let modular = |number| written(&[Constraint::new(Kind::Modular).cells([0, 1, 2]).value(number)]);
    assert_eq!(modular(3).unwrap(), "\"modularline\":[{\"lines\":[[\"R1C1\",\"R1C2\",\"R1C3\"]]}]");
    let refused = modular(2).unwrap_err().to_string();
    assert!(refused.ends_with("modular line at r1c1 with another number than 3"), "{refused}");
}

/// What is not written as the program writes it is never left out: without it the puzzle would be another one.
#[test]
fn malformed_members_are_named() {
    for (members, expected) in [
        ("'antiknight':0", "rules that are not supported: anti-knight with '0'"),
        ("'diagonal+':'false'", "rules that are not supported: diagonal with 'false'"),
        ("'negative':'ratio'", "rules that are not supported: 'negative'"),
        ("'negative':{'ratio':true}", "rules that are not supported: 'negative'"),
        ("'killercage':[5]", "killer cage: a number in its list, expected objects"),
        ("'killercage':[{'cells':'R1C1R1C2','value':'5'}]", "killer cage: 'cells' is a string, expected an array"),
        ("'killercage':[{'cells':['R1C1'],'value':[3]}]", "killer cage with an array as its value"),
        ("'xv':[{'cells':['R1C1','R1C2'],'value':['V']}]", "pair sum with an array as its value"),
        (
            "'arrow':[{'cells':['R1C1'],'lines':[['R1C2','R1C3']]}]",
            "arrow: a line from R1C2, expected one from a cell of its circle",
        ),
        ("'thermometer':[{'lines':'R1C1'}]", "thermometer: 'lines' is a string, expected an array"),
        ("'thermometer':[{'lines':['R1C1','R1C2']}]", "thermometer: 'lines' is a string, expected an array"),
        ("'quadruple':[{'cells':['R1C1','R1C2'],'values':'12'}]", "quadruple: 'values' is a string, expected an array"),
        ("'xv':[{'cells':['R1C1','R1C2']}],'negative':['xv']", "all X and V given with ''"),
    ] {
        let found = message(members, "{}").unwrap_or_default();
        assert!(found.contains(expected), "{members}: {found}");
    }
    for (cell, expected) in [
        ("{'region':'A'}", "R1C1 has a string as its region, expected a number"),
        ("{'value':{'a':1},'given':true}", "R1C1 has an object as its value, expected a digit"),
        ("{'givenPencilMarks':'12'}", "R1C1 has pencil marks that are not a list of digits"),
        ("{'centerPencilMarks':[{'x':1}]}", "R1C1 has pencil marks that are not a list of digits"),
        ("5", "R1C1 is a number, expected an object"),
    ] {
        assert_eq!(message("'antiking':true", cell).as_deref(), Some(expected), "{cell}");
    }
    for cell in ["null", "{'value':null}", "{'centerPencilMarks':[]}", "{'region':null}", "{'region':-1}"] {
        assert_eq!(message("'antiking':true", cell), None, "{cell}");
    }
}

/// Where no boxes fit a board, a cell of which nothing is said is in its row's region; one region of all cells is none.
#[test]
fn regions_that_are_not_said() {
    let regions = |side: usize, said: &dyn Fn(usize) -> Option<usize>| {
        let cell = |place: usize| said(place).map_or("{}".to_owned(), |region| format!("{{\"region\":{region}}}"));
        let row = |row: usize| (row * side..(row + 1) * side).map(cell).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..side).map(|number| format!("[{}]", row(number))).collect();
        let text = format!("{{\"size\":{side},\"antiking\":true,\"grid\":[{}]}}", rows.join(","));
        match read_any(&text, &ReadOptions::default()).unwrap() {
            AnyRecord::Variant(record) => record.puzzle.regions,
            AnyRecord::Classic(_) => panic!("a puzzle with rules"),
        }
    };
    // The last cells of the first two rows are exchanged.
    let found =
        regions(5, &|place| [(4, 1), (5, 0)].iter().find(|(cell, _)| *cell == place).map(|(_, region)| *region));
    assert_eq!(found[..2], [vec![0, 1, 2, 3, 5], vec![4, 6, 7, 8, 9]]);
    assert_eq!((found.len(), &found[4]), (5, &vec![20, 21, 22, 23, 24]));
    assert!(regions(4, &|_| Some(0)).is_empty());
}

/// The cells of a little killer are those that its arrow points along.
#[test]
fn arrows_of_little_killers() {
    for (clue, expected) in [
        ("'cell':'R0C1','direction':'DR','cells':['R3C4','R2C3','R1C2']", None),
        ("'cells':['R1C2','R2C3','R3C4']", None),
        ("'cell':'R0C1','direction':'DR','cells':['R1C2','R2C3']", Some("not those along the arrow from 'R0C1'")),
        ("'cell':'R2C2','direction':'DR'", Some("'R2C2' is not beside the board")),
    ] {
        let found = message(&format!("'littlekillersum':[{{{clue},'value':'7'}}]"), "{}");
        assert_eq!(found.is_some(), expected.is_some(), "{clue}: {found:?}");
        assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()), "{clue}");
    }
}

/// A renban that is a loop has each of its cells once; a thermometer cannot be one.
#[test]
fn loops() {
    for (kind, expected) in [
        ("renban", None),
        ("nabner", Some("4 cells, expected at most 2")),
        ("thermometer", Some("thermometer at r1c1 has r1c1 twice")),
    ] {
        let found = message(&format!("'{kind}':[{{'lines':[['R1C1','R1C2','R2C2','R2C1','R1C1']]}}]"), "{}");
        assert_eq!(found.is_some(), expected.is_some(), "{kind}: {found:?}");
        assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()), "{kind}");
    }
}
