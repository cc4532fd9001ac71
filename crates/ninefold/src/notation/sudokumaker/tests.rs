use super::*;
use crate::notation::coding::compress;
use crate::notation::{Format, ReadOptions, Splitter, line, read, read_variant};
use crate::variant::{Constraint, Kind};

fn link(constraints: &str, more: &str) -> String {
    let cells = "{\"value\":1,\"given\":true},{\"value\":2},{\"candidates\":24},".to_owned() + &["{}"; 13].join(",");
    let text = format!(
        "{{\"formatVersion\":\"1.5.0\",\"puzzle\":{{\"name\":\"Small\",\"cells\":[{cells}],\"constraints\":[{{\"type\":0}},{constraints}]{more}}}}}"
    );
    let code = compress(&text).replace('/', "-").replace('=', "").replace('+', "%2B");
    format!("https://sudokumaker.app/?puzzle={code}")
}

const BOXES: &str = "{\"type\":1,\"regions\":[3,3,0,0,3,3,0,0,1,1,2,2,1,1,2,2]}";

#[test]
fn classic_puzzles() {
    let record = read(&link(BOXES, ",\"minDigit\":1"), &ReadOptions::default()).unwrap();
    assert_eq!(line::write(&record.puzzle, &record.symbols), "12..............");
    assert_eq!(record.puzzle.givens().count(), 1);
    assert_eq!(record.fields[&Field::Description], "Small");
    let left: Vec<String> =
        record.puzzle.candidates().digits_of(crate::board::Cell::new(2)).map(|digit| digit.to_string()).collect();
    assert_eq!(left, ["3", "4"]);
}

#[test]
fn codes_alone() {
    let link = link(BOXES, "");
    let code = link.split_once('=').unwrap().1;
    assert!(code.starts_with(OBJECT) && compress("{\"formatVersion\":\"2.10\"").starts_with(OBJECT));
    for text in [code.to_owned(), format!("Small: {code}"), code.replace('-', "%2F")] {
        let record = read(&text, &ReadOptions::default()).unwrap();
        assert_eq!(line::write(&record.puzzle, &record.symbols), "12..............");
    }
    let options = ReadOptions::default();
    let formats = |text: &str| Splitter::new(&options).next(text.as_bytes(), true).map(|piece| piece.format);
    assert_eq!(formats(code), Some(Format::SudokuMaker));
    assert!(read(code, &ReadOptions { format: Some(Format::SudokuMaker), ..options.clone() }).is_ok());
    let rules = compress(&nine("{\"type\":12}", ""));
    assert_eq!(read_variant(&rules, &options).unwrap().puzzle.constraints, [Constraint::new(Kind::AntiKing)]);
    let cut = read(&rules[..rules.len() / 2], &options).unwrap_err().to_string();
    assert!(cut.starts_with("this SudokuMaker link cannot be read: "), "{cut}");
}

#[test]
fn rules_are_named() {
    for (constraints, more, rules) in [
        ("{\"type\":400,\"lines\":[[0,1]]},{\"type\":402,\"lines\":[]}", "", "renban line"),
        ("{\"type\":77,\"x\":1},{\"type\":77,\"x\":2}", "", "type 77 (2)"),
        ("{\"type\":1000,\"definition\":{\"name\":\"mine\"}}", "", "program 'mine'"),
        ("{\"type\":4000}", ",\"minDigit\":0", "digits from 0 to 3"),
    ] {
        let message = read(&link(&format!("{BOXES},{constraints}"), more), &ReadOptions::default()).unwrap_err();
        assert_eq!(message.to_string(), format!("rules that are not supported: {rules}"));
    }
    let message = read(&link("{\"type\":4000}", ""), &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(message, "rules that are not supported: irregular regions");
    let version = read("{\"formatVersion\":\"2.0\"}", &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(version, "a SudokuMaker puzzle of version '2.0', expected 1");
}

/// A blank 9x9 with boxes and these constraints, as an object.
fn nine(constraints: &str, more: &str) -> String {
    let region = |cell: usize| (cell / 27 * 3 + cell % 9 / 3).to_string();
    let regions: Vec<String> = (0..81).map(region).collect();
    let (regions, cells) = (regions.join(","), ["{}"; 81].join(","));
    format!(
        "{{\"formatVersion\":\"1.5.0\",\"puzzle\":{{\"cells\":[{cells}],\"constraints\":[{{\"type\":0}},\
         {{\"type\":1,\"regions\":[{regions}]}},{constraints}]{more}}}}}"
    )
}

fn constraints(constraints: &str, more: &str) -> Result<Vec<Constraint>, String> {
    let found = read_variant(&nine(&constraints.replace('\'', "\""), more), &ReadOptions::default());
    found.map(|record| record.puzzle.constraints).map_err(|error| error.to_string())
}

#[test]
fn rules_of_each_type() {
    let of = Constraint::new;
    for (text, expected) in [
        ("{'type':10},{'type':11}", vec![of(Kind::Diagonal).value(-1), of(Kind::Diagonal).value(1)]),
        ("{'type':16,'groups':[14,112,896]}", vec![of(Kind::GlobalEntropy)]),
        ("{'type':16,'groups':[146,292,584]}", vec![of(Kind::GlobalMod3)]),
        ("{'type':101,'cells':[0,80],'style':{'size':0.8}}", vec![of(Kind::Odd).cells([0]), of(Kind::Odd).cells([80])]),
        (
            "{'type':103,'cells':[0,2]},{'type':103,'cells':[1]}",
            vec![
                of(Kind::Minimum).cells([0]).other([1]),
                of(Kind::Minimum).cells([2]).other([1]),
                of(Kind::Minimum).cells([1]).other([0, 2]),
            ],
        ),
        // To the left of r1c2, below r1c1, and a dot with a number.
        (
            "{'type':200,'clues':[{'edge':1},{'edge':9},{'edge':19,'value':3}]}",
            vec![
                of(Kind::Difference).value(1).cells([0, 1]),
                of(Kind::Difference).value(1).cells([0, 9]),
                of(Kind::Difference).value(3).cells([9, 10]),
            ],
        ),
        (
            "{'type':201,'clues':[{'edge':152,'value':2}],'negative':[2]}",
            vec![of(Kind::Ratio).value(2).cells([79, 80]), of(Kind::NegativeRatio)],
        ),
        ("{'type':202,'clues':[],'negative':[10,5]}", vec![of(Kind::NegativeXv)]),
        ("{'type':300,'slow':true,'thermometers':[[0,1]]}", vec![of(Kind::SlowThermo).cells([0, 1])]),
        (
            "{'type':301,'name':'x','cages':[{'cells':[0,1],'value':0},{'cells':[2,3],'value':7}]}",
            vec![of(Kind::Cage).cells([0, 1]), of(Kind::Cage).cells([2, 3]).value(7)],
        ),
        ("{'type':302,'groups':[[0,40]]}", vec![of(Kind::Clone).cells([0]).other([40])]),
        (
            "{'type':303,'clues':[{'corner':11,'digits':[1,2]}]}",
            vec![of(Kind::Quadruple).values([1, 2]).cells([0, 1, 9, 10])],
        ),
        ("{'type':304,'cages':[{'cells':[0,1],'value':'11'}]}", vec![of(Kind::LookAndSay).text("11").cells([0, 1])]),
        ("{'type':305,'cells':[0,40]}", vec![of(Kind::AllDifferent).cells([0, 40])]),
        ("{'type':401,'lines':[[0,1],[]],'minDifference':4}", vec![of(Kind::Whisper).value(4).cells([0, 1])]),
        ("{'type':404,'lines':[[2,3]],'singleRegionTotals':false}", vec![of(Kind::RegionSumLine).cells([2, 3])]),
        ("{'type':406,'lines':[[0,1,2]],'groups':[14,112,896]}", vec![of(Kind::Entropic).cells([0, 1, 2])]),
        ("{'type':406,'lines':[[0,1]],'groups':[340,682]}", vec![of(Kind::Modular).value(2).cells([0, 1])]),
        ("{'type':407,'lines':[[0,1]]}", vec![of(Kind::Lockout).value(4).cells([0, 1])]),
        (
            "{'type':408,'bulbsWithArrows':[{'bulbCells':[1,0],'arrows':[[1,2,11,20]]}]}",
            vec![of(Kind::Arrow).other([0, 1]).cells([2, 11, 20])],
        ),
        // From above c2 down to the right, and from above c1 down to the left: there is none.
        (
            "{'type':500,'clues':[{'value':30,'outerCell':1,'diagonal':-1},{'outerCell':2,'diagonal':1}]}",
            vec![of(Kind::LittleKiller).value(30).cells((0..8).map(|i| 1 + 10 * i))],
        ),
        (
            "{'type':501,'clues':[{'value':0,'outerCell':1}]}",
            vec![of(Kind::Sandwich).value(0).cells((0..9).map(|i| 9 * i))],
        ),
        (
            "{'type':502,'clues':[{'value':8,'outerCell':116}]}",
            vec![of(Kind::XSum).value(8).cells((0..9).rev().map(|i| 9 * i + 5))],
        ),
        (
            "{'type':503,'clues':[{'value':3,'outerCell':87}]}",
            vec![of(Kind::Skyscraper).value(3).cells((54..63).rev())],
        ),
        ("{'type':601,'cells':[0]},{'type':405,'lines':[]}", vec![of(Kind::ColumnIndexing).cells([0])]),
        ("{'type':12},{'type':13,'disabled':true}", vec![of(Kind::AntiKing)]),
    ] {
        assert_eq!(constraints(text, ""), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_not_clear_is_refused() {
    for (text, message) in [
        ("{'type':405,'lines':[[0,1]]},{'type':12}", "sequence line"),
        ("{'type':16,'groups':[2,4,8]}", "global entropy with other groups of digits"),
        ("{'type':401,'lines':[[0,1]]}", "whisper line without its least difference"),
        ("{'type':404,'lines':[[0,1]],'singleRegionTotals':true}", "region sum line with one sum for each region"),
        ("{'type':406,'lines':[[0,1]],'groups':[14,112,896]}", "entropic line with fewer cells than groups"),
        ("{'type':302,'groups':[[0,1,2]]}", "clone with groups not of two cells"),
        (
            "{'type':408,'bulbsWithArrows':[{'bulbCells':[0,1],'arrows':[[1,2]]}]}",
            "arrow whose number is not read from left to right or from top to bottom",
        ),
        ("{'type':202,'negative':[10]}", "all X and V given of another kind"),
        (
            "{'type':200,'negative':[1]},{'type':201,'clues':[{'edge':1}],'overrideNegativeDifferences':false}",
            "all difference dots given of another kind",
        ),
        ("{'type':15},{'type':200,'clues':[{'edge':1}]}", "non-consecutive with difference dots"),
        ("{'type':300,'thermometers':[[0,1]],'twice':true}", "thermometer with 'twice'"),
        ("{'type':400,'cells':[0,1,2]}", "renban line with 'cells'"),
        ("{'type':300,'lines':[[0,1]]}", "thermometer with 'lines'"),
        ("{'type':2003,'areas':[{'x':1}]}", "rows and columns of a part of the board"),
        ("{'type':2001,'cages':[{'cells':[1]}]}", "drawn cages"),
        ("{'type':2000,'name':'Vaults','lines':[[{'x':1,'y':0}]]}", "drawn lines 'Vaults'"),
        ("{'type':301,'cages':[{'cells':[0,1],'value':5,'repeats':true}]}", "killer cage with 'repeats'"),
        ("{'type':12},{'type':1,'regions':[0]}", "several lists of regions"),
    ] {
        assert_eq!(constraints(text, ""), Err(format!("rules that are not supported: {message}")), "{text}");
    }
    for (text, message) in [
        ("{'type':400,'lines':[[0,81]]}", "renban line: cell number 81, expected 0 to 80"),
        ("{'type':200,'clues':[{'edge':0}]}", "difference dot: edge 0 is not between two cells"),
        ("{'type':200,'clues':[{'edge':-100}]}", "difference dot: edge -100 is not between two cells"),
        ("{'type':303,'clues':[{'corner':10,'digits':[1]}]}", "quadruple: corner 10 has no four cells around it"),
        ("{'type':502,'clues':[{'value':8,'outerCell':0}]}", "X-sum: R0C0 is not beside a row or column of the board"),
        ("{'type':502,'clues':[{'value':8}]}", "X-sum: a clue without 'outerCell'"),
        ("{'type':500,'clues':[{'value':8,'outerCell':10,'diagonal':-1}]}", "little killer: no diagonal from R0C10"),
        ("{'type':301,'cages':[{'cells':[0],'value':'x'}]}", "killer cage: a string instead of a whole number"),
        ("{'type':301,'cages':{'cells':[0],'value':3}}", "killer cage: an object instead of a list"),
        ("{'type':301,'cages':[{'cells':'0','value':3}]}", "killer cage: a string instead of a list"),
        ("{'type':301,'cages':[3]}", "killer cage: a number instead of an object"),
        ("{'type':300,'thermometers':[0,1,2]}", "thermometer: a number instead of a list"),
        ("{'type':101,'cells':'0'}", "odd digit: a string instead of a list"),
        ("{'type':303,'clues':[{'corner':11,'digits':'12'}]}", "quadruple: a string instead of a list"),
        ("{'type':408,'bulbsWithArrows':[[0,1]]}", "arrow: an array instead of an object"),
        ("{'type':302,'groups':[5]}", "clone: a number instead of a list"),
    ] {
        assert_eq!(constraints(text, ""), Err(message.to_owned()), "{text}");
    }
    let message = |more: &str| constraints("{'type':12}", more).unwrap_err();
    assert_eq!(message(",\"width\":8"), "81 cells on a board of 9 rows and 8 columns");
    assert_eq!(message(",\"minDigit\":-1"), "the member 'minDigit' is not a digit");
    let changed = |from: &str, to: &str| {
        read_variant(&nine("{\"type\":12}", "").replacen(from, to, 1), &ReadOptions::default()).unwrap_err().to_string()
    };
    for (from, to, message) in [
        (
            "\"constraints\":[",
            "\"constraints\":{\"type\":12},\"x\":[",
            "the constraints are an object, expected an array",
        ),
        ("\"cells\":[{}", "\"cells\":[5", "R1C1 is a number, expected an object"),
        ("\"cells\":[{}", "\"cells\":[{\"value\":[1]}", "R1C1 has an array as its value, expected a digit"),
        ("\"cells\":[{}", "\"cells\":[{\"candidates\":-2}", "R1C1 has candidates that are not a number of bits"),
        ("\"regions\":[0", "\"regions\":[\"a\"", "a string instead of the number of a region"),
        ("\"regions\":[0,", "\"regions\":[", "regions of 80 cells, expected 81"),
        ("\"regions\":[0", "\"regions\":{\"a\":1},\"areas\":[0", "the regions are an object, expected an array"),
    ] {
        assert_eq!(changed(from, to), message, "{to}");
    }
    let without = nine("{\"type\":12}", "").replacen("\"regions\":[0", "\"regions\":[],\"areas\":[0", 1);
    assert_eq!(read_variant(&without, &ReadOptions::default()).unwrap().puzzle.regions.len(), 0);
    let with_more = nine("{\"type\":12}", ",\"solution\":[1]");
    let notes = read_variant(&with_more, &ReadOptions::default()).unwrap().notes;
    assert_eq!(notes[0].to_string(), "ignored: the member 'solution'");
    let lit = nine(
        "{\"type\":12},{\"type\":2001,\"name\":\"Fog light\",\"cages\":[{\"cells\":[0,1],\"value\":\"foglight\"}]}",
        "",
    );
    let notes = read_variant(&lit, &ReadOptions::default()).unwrap().notes;
    assert_eq!(notes[0].to_string(), "ignored: fog");
}

/// A board on which rows and columns are no rules, of other digits and sides.
#[test]
fn boards_of_other_kinds() {
    let text = "{\"formatVersion\":\"1.5.0\",\"puzzle\":{\"type\":\"custom\",\"width\":3,\"height\":2,\"minDigit\":0,\"maxDigit\":5,\
                \"cells\":[{\"value\":0,\"given\":true},{\"candidates\":3},{},{},{},{}],\"constraints\":[{\"type\":305,\"cells\":[0,1]}]}}";
    let puzzle = read_variant(text, &ReadOptions::default()).unwrap().puzzle;
    assert_eq!((puzzle.rows(), puzzle.columns(), puzzle.digits(), puzzle.has_lines), (2, 3, 0..=5, false));
    assert_eq!((puzzle.givens[0], &puzzle.marks[1], puzzle.regions.len()), (Some(0), &Some(vec![0, 1]), 0));
    let with_lines = text.replace("\"constraints\":[", "\"constraints\":[{\"type\":2003},");
    assert!(read_variant(&with_lines, &ReadOptions::default()).unwrap().puzzle.has_lines);
}
