use super::*;
use crate::board::Shape;
use crate::notation::{
    self, AnyRecord, Format, ReadOptions, VariantRecord, line, read, read_all, read_any, read_variant, write_variant,
};
use crate::variant::{Constraint, Kind, Solver, VariantPuzzle};

fn link(q: &str) -> String {
    format!("{ADDRESS}{q}&mode=x")
}

#[test]
fn constraints_of_classic_puzzles() {
    let found = |q: &str| read(&link(q), &ReadOptions::default()).map_err(|invalid| invalid.to_string());
    let record = found(".Shape~4x4.~R1C1_3~R4C4_1.~R1C2_1_2").unwrap();
    assert_eq!(line::write(&record.puzzle, &record.symbols), "3..............1");
    assert_eq!(record.puzzle.removed().map(|removed| removed.total()), Some(1));
    assert_eq!(found(".1.4............").unwrap().puzzle.givens().count(), 2);
    assert_eq!(
        found(".Shape~6x6.NoBoxes.Jigsaw~001122001122001122334455334455334455").unwrap().puzzle.shape().to_string(),
        "3x2"
    );
    for (q, message) in [
        (".Shape~6x9", "rules that are not supported: a board of 6 rows and 9 columns, irregular regions"),
        (".Shape~4x4~~Raw", "rules that are not supported: rows and columns with repeated digits, irregular regions"),
        (
            ".Thermo~R1C1~R1C2.Thermo~R2C1~R2C2.Var~X",
            "rules that are not supported: thermometer (2), cells beside the board",
        ),
        (".~R1C0_1", "constraint 1 ('givens'): 'R1C0' is not on the board, expected R1C1 to R9C9"),
        (".~R1C1.Shape~9x9", "constraint 1 ('givens'): 'R1C1' is not a given like R1C1_5"),
        (".Shape~9", "the shape '9', expected one like 9x9, up to 64x64"),
        (".Shape~99x9", "the shape '99x9', expected one like 9x9, up to 64x64"),
        (".Shape~9x9~x", "the digits 'x' of a shape, expected a count, or a range like 0-8"),
        (".Jigsaw~000", "regions of 3 cells, expected 81"),
        (".Cage~3~R1C1.End", "constraint 2 ('End'): there is nothing open to end"),
        (".Or.Cage~3~R1C1", "the text ends inside a constraint, expected '.End'"),
        (
            ".Or.Cage~3~R1C1.And.Thermo~R1C1.End.End.AntiKing",
            "rules that are not supported: killer cage, thermometer, anti-king",
        ),
    ] {
        assert_eq!(found(q).unwrap_err(), message, "{q}");
    }
}

/// What a text of one constraint reads to.
fn constraints(text: &str) -> Result<Vec<Constraint>, String> {
    read_variant(text, &ReadOptions::default())
        .map(|record| record.puzzle.constraints)
        .map_err(|error| error.to_string())
}

#[test]
fn types_with_arguments_of_their_own() {
    let of = Constraint::new;
    for (text, expected) in [
        (".Whisper~R1C1~R1C2", vec![of(Kind::Whisper).value(5).cells([0, 1])]),
        (".Cage~0~R1C1~R1C2", vec![of(Kind::Cage).cells([0, 1])]),
        (".Sum~0_=_1_-2~R1C1~R1C2", vec![of(Kind::Sum).value(0).values([1, -2]).cells([0, 1])]),
        (".PillArrow~2~R1C2~R1C1~R1C3~R2C1", vec![of(Kind::Arrow).other([0, 1]).cells([2, 9])]),
        (".LittleKiller~30~R1C9", vec![of(Kind::LittleKiller).value(30).cells((0..9).map(|i| 8 + 8 * i))]),
        (".LittleKiller~3~R2C9", vec![of(Kind::LittleKiller).value(3).cells([17, 7])]),
        (".LittleKiller~3~R9C8", vec![of(Kind::LittleKiller).value(3).cells([79, 71])]),
        (".XSum~R1~10~11", vec![of(Kind::XSum).value(10).cells(0..9), of(Kind::XSum).value(11).cells((0..9).rev())]),
        (".Skyscraper~C9~~4", vec![of(Kind::Skyscraper).value(4).cells((0..9).rev().map(|i| 9 * i + 8))]),
        (".Sandwich~0~R2", vec![of(Kind::Sandwich).value(0).cells(9..18)]),
        (".Quad~R1C1~3~4", vec![of(Kind::Quadruple).values([3, 4]).cells([0, 1, 9, 10])]),
        (".EqualSum~R1C1~-~R1C2~R1C3", vec![of(Kind::EqualSum).other([0]).other([1, 2])]),
        (
            ".Indexing~R~R1C1.Indexing~C~R1C1",
            vec![of(Kind::RowIndexing).cells([0]), of(Kind::ColumnIndexing).cells([0])],
        ),
        (
            ".WhiteDot~R1C1~R1C2~R2C1",
            vec![of(Kind::Difference).value(1).cells([0, 1]), of(Kind::Difference).value(1).cells([0, 9])],
        ),
        (
            ".Regex~MS4q~R1C1~R1C2~~R2C1",
            vec![of(Kind::Regex).text("1.*").cells([0, 1]), of(Kind::Regex).text("1.*").cells([9])],
        ),
        (".Regex~%255B12%255D~R1C1", vec![of(Kind::Regex).text("[12]").cells([0])]),
        (".CountDistinct~R1C1~R1C2~R1C3", vec![of(Kind::CountDistinct).other([0]).cells([1, 2])]),
        (".And.ContainAtLeast~1_1~R1C1~R5C5.End", vec![of(Kind::ContainAtLeast).values([1, 1]).cells([0, 40])]),
    ] {
        assert_eq!(constraints(&link(text)), Ok(expected), "{text}");
    }
    let table = constraints(&link(".Shape~2x2~2.Pair~I~_a%253A~R1C1~R1C2~R1C1~~R2C1~_b~R1C1~R2C1")).unwrap();
    assert_eq!(table[0], of(Kind::PairTable).values([2, 2]).text("a:").cells([0, 1, 0]));
    assert_eq!((table.len(), table[1].text.as_str()), (2, "b"));
}

#[test]
fn automata() {
    let text = "an = > 1-1 |-1 / * 2-0";
    let of = |cells: [usize; 2]| Constraint::new(Kind::Automaton).text(text).cells(cells);
    let mut puzzle = VariantPuzzle::sudoku(3, 3);
    puzzle.constraints = vec![of([0, 1]), of([1, 0]).other([3, 4]).other([1])];
    let written = write_variant(&VariantRecord::new(puzzle.clone()), Format::Iss).unwrap().text;
    assert!(written.trim().ends_with("~_an~R1C2~R1C1~-~R1C4~R1C5~-~R1C2"), "{written}");
    assert_eq!(constraints(&written), Ok(puzzle.constraints));
    let error = constraints(".NFA~Ak~_an~R1C1").unwrap_err();
    assert!(error.contains("NFA: an automaton that ends too early"), "{error}");
}

#[test]
fn choices() {
    let of = Constraint::new;
    let digit = |cell: usize, digits: &[i64]| of(Kind::OneOf).cells([cell]).values(digits.iter().copied());
    let thermo = || of(Kind::Thermo).cells([0, 1]);
    let (there, back) = (of(Kind::Skyscraper).value(2).cells(0..9), of(Kind::Skyscraper).value(3).cells((0..9).rev()));
    let nested = of(Kind::Or).alternative([digit(0, &[1])]).alternative([digit(0, &[2])]);
    for (text, expected) in [
        (".Or.~R1C1_1.~R1C2_2_3.End", of(Kind::Or).alternative([digit(0, &[1])]).alternative([digit(1, &[2, 3])])),
        // What is written as one constraint is one alternative, though it may be several here.
        (
            ".Or.~R1C1_1~R1C2_2.Thermo~R1C1~R1C2.End",
            of(Kind::Or).alternative([digit(0, &[1]), digit(1, &[2])]).alternative([thermo()]),
        ),
        (
            ".Or.And.Thermo~R1C1~R1C2.~R1C3_9.End.Cage~3~R1C1~R1C2.End",
            of(Kind::Or).alternative([thermo(), digit(2, &[9])]).alternative([of(Kind::Cage).cells([0, 1]).value(3)]),
        ),
        (
            ".Or.Skyscraper~R1~2~3..Thermo~R1C1~R1C2.End",
            of(Kind::Or).alternative([there, back]).alternative([thermo()]),
        ),
        (".Or.And.Thermo~R1C1~R1C2.End.End", thermo()),
        (".Or.Or.~R1C1_1.~R1C1_2.End.Thermo~R1C1~R1C2.End", of(Kind::Or).alternative([nested]).alternative([thermo()])),
    ] {
        assert_eq!(constraints(&link(text)), Ok(vec![expected]), "{text}");
    }
    for (text, message) in [
        (".Or.AntiKnight.~R1C1_1.End", "rules that are not supported: AntiKnight in Or"),
        (".Or.Var~X.Foo~R1C1.Foo~R1C2.End", "rules that are not supported: Var in Or, Foo (2)"),
        (".Or.End", "Or: empty, expected"),
        (".Or.~R1C1_1.~R1C2_10.End", "choice of rules at r1c1: alternative 2: choice of digits at r1c2:"),
        (
            ".Or.Cage~3~R1C1~R1C2~R1C3.Cage~99~R1C1~R1C2.End",
            "alternative 1: killer cage at r1c1: the sum 3, expected 6 to 24",
        ),
        (".StrictKropki.Or.WhiteDot~R1C1~R1C2.~R1C1_9.End", "with marks in a choice of rules"),
    ] {
        let found = constraints(text).unwrap_err();
        assert!(found.contains(message), "{text}: {found}");
    }
}

/// What is also said of boards with other digits than 1 to the side, and of other lists of cells.
#[test]
fn other_digits_and_lists() {
    for (text, kind, count) in [
        (".Shape~9x9~0-8.Windoku", Kind::Windoku, 1),
        (".Shape~9x9~0-8.Skyscraper~R1~2", Kind::Skyscraper, 1),
        (".Shape~6x6~9.RegionSize~9.DisjointSets", Kind::DisjointGroups, 1),
        (".ValueIndexing~R1C1~R1C2~R1C2~R1C3", Kind::ValueIndexing, 1),
        // Rows, columns and boxes of six of nine digits each.
        (".Shape~6x6~9.RegionSize~6.RegionSameValues", Kind::SameValues, 3),
        (".Shape~6x6~9.RegionSize~9.RegionSameValues", Kind::SameValues, 0),
        (".RegionSameValues.AntiKing", Kind::SameValues, 0),
    ] {
        let record = read_any(text, &ReadOptions::default()).unwrap();
        let AnyRecord::Variant(record) = record else { panic!("{text}") };
        let found = record.puzzle.constraints.iter().filter(|constraint| constraint.kind == kind).count();
        assert_eq!(found, count, "{text}");
        let written = write_variant(&record, Format::Iss).unwrap().text;
        let again = read_any(&written, &ReadOptions::default()).unwrap();
        assert!(matches!(again, AnyRecord::Variant(again) if again.puzzle == record.puzzle), "{written}");
    }
}

/// Of the two ends of a diagonal, the program knows one; on boards that are not square, it knows some diagonals by none.
#[test]
fn diagonals_have_one_name() {
    let written = |rows: usize, columns: usize, cells: Vec<usize>| {
        let mut puzzle = VariantPuzzle::new(rows, columns, 1..=rows.max(columns) as i64);
        puzzle.has_lines = true;
        puzzle.constraints = vec![Constraint::new(Kind::LittleKiller).value(9).cells(cells)];
        let written = write_variant(&VariantRecord::new(puzzle), Format::Iss).map_err(|cannot| cannot.to_string())?;
        Ok(written.text.trim().split_once(".LittleKiller~9~").unwrap().1.to_owned())
    };
    for (rows, columns, cells, name) in [
        (9, 9, (0..9).map(|i| 72 - 8 * i).collect(), Ok("R1C9")),
        (9, 9, (0..9).map(|i| 80 - 10 * i).collect(), Ok("R1C1")),
        (9, 9, vec![79, 71], Ok("R9C8")),
        (6, 4, vec![15, 10, 5, 0], Ok("R1C1")),
        (6, 4, vec![2, 7], Ok("R2C4")),
        (
            4,
            6,
            vec![1, 8, 15, 22],
            Err("format iss does not carry: little killer at r1c2 along cells other than a diagonal"),
        ),
        (4, 6, vec![19, 14, 9, 4], Ok("R1C5")),
    ] {
        let found: Result<String, String> = written(rows, columns, cells);
        assert_eq!(found.as_deref().map_err(String::as_str), name, "{rows}x{columns}");
    }
}

/// Rules that say nothing about their board leave a board without rules; clues that the program means otherwise are not written.
#[test]
fn rules_that_say_nothing() {
    for (text, count) in [
        (".Shape~4x4.FullRankTies~any", 288),
        (".Shape~4x4.RegionSameValues", 288),
        (".Shape~4x4.And.~R1C1_1.End", 72),
        (".Shape~4x4.XSum~R1~~", 288),
        (".Shape~4x4.Lockout~0~R1C1~R2C3", 144),
        (".Shape~4x4.NoBoxes.Var~A.Jigsaw~0001011122332233", 576),
    ] {
        let Ok(AnyRecord::Variant(record)) = read_any(text, &ReadOptions::default()) else { panic!("{text}") };
        assert_eq!(Solver::new().count(&record.puzzle, 1000), Ok(Ok(count)), "{text}");
        let written = write_variant(&record, Format::Iss).unwrap().text;
        let again = VariantRecord::try_from(read_any(&written, &ReadOptions::default()).unwrap()).unwrap();
        assert_eq!(Solver::new().count(&again.puzzle, 1000), Ok(Ok(count)), "{written}");
    }
    let line = Constraint::new(Kind::Lockout).value(0).cells([0, 1]);
    let choice = Constraint::new(Kind::Or).alternative([line.clone()]).alternative([line.clone().value(1)]);
    for constraint in [line, choice] {
        let mut puzzle = VariantPuzzle::sudoku(2, 2);
        puzzle.constraints = vec![constraint];
        let cannot = write_variant(&VariantRecord::new(puzzle), Format::Iss).unwrap_err().to_string();
        assert!(cannot.contains("lockout line with ends that may be equal"), "{cannot}");
    }
}

#[test]
fn mistakes_are_named() {
    for (text, message) in [
        (".Cage~x~R1C1", "Cage: 'x' is not a number"),
        (".Cage~3~R1C1~C1", "Cage: 'C1' is not a cell like R1C1"),
        (".Thermo~R1C1~R10C1", "Thermo: 'R10C1' is not on the board, expected R1C1 to R9C9"),
        (".AntiKnight~1", "AntiKnight: the extra argument '1', expected none"),
        (".WhiteDot~R1C1~R3C1", "WhiteDot: no two cells that share an edge"),
        (".LittleKiller~3~R5C5", "LittleKiller: no diagonal begins at 'R5C5'"),
        (".LittleKiller~3~R9C1", "LittleKiller: no diagonal begins at 'R9C1'"),
        (".Quad~R9C1~3", "Quad: no square of four cells begins at 'R9C1'"),
        (".Skyscraper~R10~1", "Skyscraper: 'R10' is not a row or column, expected R1 to R9 or C1 to C9"),
        (".PillArrow~2~R1C1~R3C3~R1C2", "PillArrow: a pill whose cells are not side by side"),
        (".Diagonal~2", "Diagonal: the direction '2', expected 1 or -1"),
        (".PairX~~_~R1C1~R1C2.AntiKing", "no list of numbers"),
        (".PairX~C~_~R1C1~R1C2", "PairX: a table for pairs in any order that depends on the order"),
        (".Regex~KA~R1C1", "the regular expression '('"),
        (".Foo~R1C1.Foo~R1C2.Thermo~x", "rules that are not supported: Foo (2)"),
        (".AntiConsecutive.WhiteDot~R1C1~R1C2", "rules that are not supported: non-consecutive with difference dots"),
        (".Quad~R1C1~1.Quad~R1C1~2", "rules that are not supported: two quadruple clues in one place"),
        (".Shape~9x9~~Raw.AntiKnight", "rules that are not supported: AntiKnight on a raw board"),
        (".Shape~7x7.DisjointSets", "disjoint groups: the board has no boxes, expected some"),
        (".NFA~AkA~_x~-", "automaton: no cells, expected at least 1"),
        (".Thermo~R1C1~R1C2~LOOP", "rules that are not supported: Thermo with LOOP"),
        (".Var~a.~Va_1", "further cells named 'a', expected capital letters"),
        (".Var~A~~0", "further cells of size '0', expected one like 5 or 9x9"),
        (".Var~A.Var~A~~2", "two groups of further cells named 'VA'"),
        (".Var~A~~2.~VA3_1", "'VA3' is not a cell like R1C1"),
        (".Var~A~~3x3.WhiteDot~VA1~VA5", "WhiteDot: no two cells that share an edge"),
        (".FullRankTies~some", "FullRankTies: ties 'some', expected none, only-unclued or any"),
        (".Replicate~D.Thermo~R1C9~R2C9.End", "Replicate moves 'R1C9' to where there is no cell"),
        (".Replicate~B.AntiKing.End", "'AntiKing' in Replicate, expected constraints on cells"),
        (".Doppelganger", "rules that are not supported: Doppelganger on a board other than one with digits from 0"),
        (".ConnectedValues~VA~1", "ConnectedValues: no further cells are named 'VA'"),
    ] {
        let found = constraints(text).unwrap_err();
        assert!(found.contains(message), "{text}: {found}");
    }
}

/// Cells beside the board, and constraints that are there many times.
#[test]
fn further_cells_and_copies() {
    let of = Constraint::new;
    for (text, expected) in [
        (".Var~A.Var~B~~2x2.Arrow~VA~VB1~R1C1", vec![of(Kind::Arrow).other([81]).cells([82, 0])]),
        (
            ".Var~B~~2x2.WhiteDot~VB1~VB2~VB3",
            vec![of(Kind::Difference).value(1).cells([81, 82]), of(Kind::Difference).value(1).cells([81, 83])],
        ),
        (".Var~X~X~27.Quad~VX13~1", vec![of(Kind::Quadruple).values([1]).cells([93, 94, 102, 103])]),
        // The bits 0, 1 and 9 are the cells themselves, those to their right, and those below.
        (
            ".Replicate~DI.Thermo~R1C1~R2C2.End",
            [[0, 10], [1, 11], [9, 19]].map(|cells| of(Kind::Thermo).cells(cells)).to_vec(),
        ),
        (".Replicate~C~R2C2.Cage~3~R1C1~R1C2.End", vec![of(Kind::Cage).value(3).cells([1, 2])]),
        (
            ".Replicate~D.Replicate~B~R1C1.Renban~R1C1~R2C1.End.End",
            vec![of(Kind::Renban).cells([0, 9]), of(Kind::Renban).cells([1, 10])],
        ),
        (".SumLine~10~R1C1~R1C2~R2C2~LOOP", vec![of(Kind::SumLoop).value(10).cells([0, 1, 10])]),
        (".FullRankTies~any.FullRank~R1~5", vec![of(Kind::TiedRank).value(5).cells(0..9)]),
        (
            ".FullRankTies~any.FullRank~R1~1~2",
            vec![of(Kind::TiedRank).value(1).cells(0..9), of(Kind::TiedRank).value(2).cells((0..9).rev())],
        ),
        (".FullRankTies~none", vec![of(Kind::DistinctLines)]),
        (".Sum~5~R1C1~R1C1~R1C2", vec![of(Kind::Sum).value(5).values([2, 1]).cells([0, 1])]),
        (
            ".Cage~20~R1C1~R1C2~R1C1",
            vec![of(Kind::AllDifferent).cells([0, 1]), of(Kind::Sum).value(20).values([2, 1]).cells([0, 1])],
        ),
    ] {
        assert_eq!(constraints(text), Ok(expected), "{text}");
    }
    let found = read_variant(".Var~X~~3.Replicate~D~VX1.~VX2_1_2.End.~R1C1_9", &ReadOptions::default()).unwrap().puzzle;
    assert_eq!((found.cell_count(), found.givens[0], found.further_cells()), (84, Some(9), 3));
    assert_eq!((&found.marks[82], &found.marks[83]), (&Some(vec![1, 2]), &Some(vec![1, 2])));
    // Copies of copies of copies.
    let many = format!("{}{}", ".Replicate~_____________H".repeat(4), ".Thermo~R1C1~R1C1.End");
    assert!(constraints(&format!("{many}.End.End.End")).is_err());
}

#[test]
fn connected_digits() {
    let rows: Vec<Vec<usize>> = (0..4).map(|row| (4 * row..4 * row + 4).collect()).collect();
    let mut puzzle = VariantPuzzle::sudoku(2, 2);
    let constraint = Constraint::new(Kind::Connected).values([1, 2]).value(8);
    puzzle.constraints.push(Constraint { others: rows, ..constraint });
    let written = write_variant(&VariantRecord::new(puzzle.clone()), Format::Iss).unwrap().text;
    assert!(written.contains(".ConnectedValues~~1_2~8"), "{written}");
    assert_eq!(read_variant(&written, &ReadOptions::default()).unwrap().puzzle, puzzle);
    puzzle.constraints[0].others.pop();
    assert!(write_variant(&VariantRecord::new(puzzle), Format::Iss).is_err());
}

/// What would take gigabytes is refused.
#[test]
fn texts_that_grow() {
    let lists = "~R1C1~R1C2~".repeat(40_000);
    for text in [
        format!(".Pair~{}~_{lists}", "_".repeat(13)),
        format!(".Regex~MQ{lists}"),
        format!(".Shape~64x64.Pair~{}~_{}{}", "_".repeat(600), "x".repeat(1000), &lists[..100_000]),
    ] {
        let message = constraints(&text).unwrap_err();
        assert!(message.contains("tables or expressions of more than 1000000 characters"), "{message}");
    }
    assert!(constraints(&".Or".repeat(50_000)).unwrap_err().contains("the text ends inside"));
    assert!(constraints(&".Thermo".repeat(50_000)).unwrap_err().contains("thermometer"));
}

/// Lines that are constraints, and lines that only look so.
#[test]
fn texts_alone() {
    let formats = |text: &str| {
        let options = ReadOptions::default();
        let mut splitter = notation::Splitter::new(&options);
        let (mut rest, mut found) = (text.as_bytes(), Vec::new());
        while let Some(piece) = splitter.next(rest, true) {
            found.push(format!("{} {}", piece.line, piece.format));
            rest = &rest[piece.end..];
        }
        found
    };
    for (text, expected) in [
        // Constraints one by one, or type by type, are a puzzle; mixed ones over and over are a list of puzzles.
        (".Cage~10~R1C1~R1C2\n.AntiKnight\n.~R1C1_5\n", vec!["1 iss"]),
        (".Thermo~R1C1~R1C2\n.Thermo~R2C1~R2C2\n.~R1C1_5.AntiKing\n", vec!["1 iss"]),
        (".Thermo~R1C1~R1C2.~R9C1_5\n.Thermo~R2C1~R2C2.~R9C2_5\n\n.AntiKing\n", vec!["1 iss", "2 iss", "4 iss"]),
        ("  .Shape~4x4\n  .~R1C1_1\n\n  .Windoku .~R1C1_1\n", vec!["1 iss", "4 iss"]),
        ("..Cage~10~R1C1~R1C2\n.Foo~x", vec!["1 iss"]),
        (".Or\n .Thermo~R1C1~R1C2\n .Foo~x\n.End\n.AntiKing\n", vec!["1 iss"]),
        (".Or\n.And\n.Thermo~R1C1~R1C2\n.End\n.End\n.AntiKing\n", vec!["1 iss"]),
        // What is never closed does not take what follows.
        (".Or.Cage~3~R1C1\n .Foo~x\n.AntiKing\n.Thermo~R1C1~R1C2\n", vec!["1 iss", "3 iss"]),
        (".....6...3......", vec!["1 line"]),
        (".X....V...X.....\n", vec!["1 line"]),
    ] {
        assert_eq!(formats(text), expected, "{text}");
    }
    // A board that has these characters is one.
    let options = ReadOptions::default().blanks("~").shape(Shape::new(2, 2).unwrap());
    assert!(read_all("~1~~~~~~~~~~~~~~\n", &options).all(|record| record.is_ok()));
}

#[test]
fn candidates_of_classic_puzzles_are_written() {
    // Boxes that are not the usual ones are regions.
    let shape = Shape::new(3, 2).unwrap();
    let mut tall = Puzzle::empty(shape);
    tall.give(Cell::new(0), Digit::from_index(0));
    tall.remove_candidate(Cell::new(1), Digit::from_index(1));
    let written = notation::write(&notation::Record::new(tall.clone()), Format::Iss).unwrap().text;
    assert_eq!(read(&written, &ReadOptions::default()).unwrap().puzzle, tall, "{written}");
    let options = ReadOptions::default();
    for text in
        [".~R1C1_5~R1C2_1_2~R9C9_7_8_9", ".Shape~6x6.~R1C1_5~R1C2_1_2~R6C6_4_6", ".Shape~4x4.~R1C2_1_2~R2C1_3_3"]
    {
        let record = read(text, &options).unwrap();
        assert!(record.puzzle.removed().is_some());
        let written = notation::write(&record, Format::Iss).unwrap();
        assert!(written.lost.is_empty() && written.text.trim().ends_with(text), "{written:?}");
        assert_eq!(read(&written.text, &options).unwrap().puzzle, record.puzzle);
    }
}

/// Engines for classic puzzles read no rules, but what is wrong with the board is named.
#[test]
fn a_second_shape_is_a_mistake() {
    let text = ".Shape~6x6.~R1C1_1.Shape~9x9";
    let message = "constraint 3 ('Shape'): not the same as the first shape";
    assert_eq!(read(text, &ReadOptions::default()).unwrap_err().to_string(), message);
    assert_eq!(read_any(text, &ReadOptions::default()).unwrap_err().to_string(), message);
    assert!(read(".Shape~6x6.~R1C1_1.Shape~6x6", &ReadOptions::default()).is_ok());
}
