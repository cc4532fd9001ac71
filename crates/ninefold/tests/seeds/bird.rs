//! D: Richard Bird, "A program to solve Sudoku"; E: notes on the same program in "Pearls of Functional Algorithm
//! Design".

use super::*;
use ninefold::Symbols;
use ninefold::notation::ReadOptions;
use ninefold::solve::{self, Verdict};
use ninefold::spec::{Choices, Matrix, NotABoard, Rules, cols, mcp, rows};
use ninefold::trace::{Rule, SearchSpace};

const SOLVED: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
/// The opening board after one pruning of rows, columns and boxes.
const PRUNED: [&str; 9] = [
    "2 46 4569 4579 479 1 469 3 8",
    "168 3468 13469 3479 234789 23478 1469 4679 5",
    "158 7 13459 3459 23489 6 149 49 129",
    "57 24 2457 45679 24789 24578 469 1 3",
    "6 9 8 1 34 34 2 5 7",
    "3 1 2457 45679 2479 2457 8 469 69",
    "9 36 367 8 147 47 1356 2 16",
    "1 5 23 3 6 9 7 8 4",
    "4 368 367 2 5 7 1369 69 169",
];

fn nine() -> Rules<Digit> {
    Rules::new(Shape::NINE, Shape::NINE.digits().collect())
}

/// A line of digits and dots as a matrix of entries.
fn board(text: &str) -> Matrix<Option<Digit>> {
    let cells: Vec<Option<Digit>> = Shape::NINE.cells().map(|cell| puzzle(text).digit(cell)).collect();
    cells.chunks(9).map(<[_]>::to_vec).collect()
}

fn line(board: &Matrix<Digit>) -> String {
    board.iter().flatten().map(Digit::to_string).collect()
}

fn words(choices: &Matrix<Choices<Digit>>) -> Vec<String> {
    let word = |cell: &Choices<Digit>| cell.iter().map(Digit::to_string).collect::<String>();
    choices.iter().map(|row| row.iter().map(word).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn d1_all_the_ways_lazily() {
    let all: Vec<String> = nine().sudoku(&board(OPENING)).unwrap().map(|board| line(&board)).collect();
    assert_eq!(all, [SOLVED]);
    // The empty board has about 6.67 x 10^21 solutions; every engine finds the first ones at once.
    for &engine in Engine::ALL {
        assert_eq!(Solver::new().engine(engine).solutions(&Puzzle::empty(Shape::NINE)).take(3).count(), 3);
    }
    assert_eq!(spec::solutions(&Puzzle::empty(Shape::NINE)).take(3).count(), 3);
}

#[test]
fn d2_any_symbols() {
    let letters = Symbols::new("TONYBLAIR").unwrap();
    let text: String = OPENING
        .chars()
        .map(|c| c.to_digit(10).map_or('.', |d| "TONYBLAIR".as_bytes()[d as usize - 1] as char))
        .collect();
    let options = ReadOptions::default().symbols(letters);
    let record = notation::read(&text, &options).unwrap();
    assert_eq!(record.puzzle, puzzle(OPENING));
    let error = notation::read(&text.replace('Y', "Z"), &options).unwrap_err().to_string();
    assert!(error.starts_with("'Z' at position "), "{error}");
    assert!(error.contains("are neither symbols of TONYBLAIR nor blanks"), "{error}");
    // The specification rejects it too.
    let figures = Rules::new(Shape::NINE, Shape::NINE.digits().skip(1).chain([Digit::from_index(9)]).collect());
    let error = figures.sudoku(&board(OPENING)).unwrap_err();
    assert_eq!(error, NotABoard::NotACellValue { row: 0, column: 5 }, "no 1 among 2 to 10");
}

/// `filter correct . mcp . choices`, where it is fast enough; the views are their own inverses. (The laws for any board are in
/// `tests/spec.rs`.)
#[test]
fn d3_the_specification() {
    let rules = nine();
    // Five blanks: 9^5 combinations.
    let nearly = SOLVED.replacen("24957", ".....", 1);
    let found: Vec<String> = rules.specification(&board(&nearly)).unwrap().map(|board| line(&board)).collect();
    assert_eq!(found, [SOLVED]);
    let choices = rules.choices(&board(&nearly)).unwrap();
    assert_eq!(words(&choices)[0], "123456789 123456789 123456789 123456789 123456789 1 6 3 8");
    let combined = mcp(choices).filter(|board| rules.correct(board)).map(|board| line(&board));
    assert!(combined.eq(found));
    let whole = board(OPENING);
    assert_eq!(rows(&rows(&whole)), whole);
    assert_eq!(cols(&cols(&whole)), whole);
    assert_eq!(rules.boxs(&rules.boxs(&whole)), whole);
}

#[test]
fn d4_the_opening_board_pruned() {
    assert_solutions(OPENING, &[SOLVED]);
    let rules = nine();
    let pruned = rules.prune(rules.choices(&board(OPENING)).unwrap());
    assert_eq!(words(&pruned), PRUNED);
    // Rows first, then columns, then boxes; pruning may be repeated freely.
    let by_hand = spec::prune_by(rows, rules.choices(&board(OPENING)).unwrap());
    let by_hand = spec::prune_by(|m| rules.boxs(m), spec::prune_by(cols, by_hand));
    assert_eq!(by_hand, pruned);
    let again = rules.prune(rules.prune(pruned.clone()));
    let found = |m: Matrix<Choices<Digit>>| rules.search(m).collect::<Vec<_>>();
    assert_eq!(found(again), found(pruned));
}

#[test]
fn d5_expand_and_blocked() {
    let rules = nine();
    let pruned = rules.prune(rules.choices(&board(OPENING)).unwrap());
    // The first of the cells with the fewest choices, but more than one.
    assert_eq!(spec::best_cell(&pruned), Some((0, 1)));
    let parts: Vec<Vec<String>> = rules.expand(&pruned).iter().map(words).collect();
    let with = |row: &str| [&[row.to_owned()], &words(&pruned)[1..]].concat();
    assert_eq!(parts, [with("2 4 4569 4579 479 1 469 3 8"), with("2 6 4569 4579 479 1 469 3 8")]);
    assert_eq!(rules.expand(&rules.choices(&board(OPENING)).unwrap()).len(), 9);
    // Blocked: a cell without choices, or a choice that is fixed twice in a row, a column or a box.
    assert!(!rules.blocked(&pruned));
    let blocked = |cells: &[(usize, usize, Vec<Digit>)]| {
        let mut m = rules.choices(&vec![vec![None; 9]; 9]).unwrap();
        cells.iter().for_each(|(row, column, choices)| m[*row][*column] = choices.clone());
        rules.blocked(&m)
    };
    let five = || digits([5]);
    assert!(blocked(&[(4, 4, vec![])]));
    assert!(blocked(&[(0, 0, five()), (0, 8, five())]));
    assert!(blocked(&[(0, 0, five()), (8, 0, five())]));
    assert!(blocked(&[(0, 0, five()), (2, 2, five())]));
    assert!(!blocked(&[(0, 0, five()), (1, 3, five()), (2, 2, digits([5, 6]))]));
}

#[test]
fn d6_search() {
    let rules = nine();
    let pruned = rules.prune(rules.choices(&board(OPENING)).unwrap());
    let search = |m: Matrix<Choices<Digit>>| rules.search(m).collect::<Vec<_>>();
    // No solution if blocked, one if all choices are single, otherwise those of the parts, in their order.
    let mut void = pruned.clone();
    void[8][8].clear();
    assert!(search(void).is_empty());
    let single = rules.choices(&board(SOLVED)).unwrap();
    assert_eq!(search(single).iter().map(line).collect::<Vec<_>>(), [SOLVED]);
    let parts = rules.expand(&pruned).into_iter().flat_map(|part| search(rules.prune(part)));
    assert!(parts.eq(search(pruned)));
}

/// A board on which this many cells have this many choices each, and all others one.
fn space(cells: usize, choices: usize) -> String {
    let mut board = Candidates::all(Shape::NINE);
    for (i, cell) in Shape::NINE.cells().enumerate() {
        let kept = if i < cells { choices } else { 1 };
        Shape::NINE.digits().skip(kept).for_each(|digit| _ = board.remove(cell, digit));
    }
    SearchSpace::of(&board).to_string()
}

/// The exact size of the search space, before and after pruning. The paper's 9^40 and 3^40 are not those of its opening board,
/// which has 30 entries and 51 blanks; they assume that "about a half" of the entries are fixed and that pruning leaves three
/// choices on average.
#[test]
fn d7_search_spaces_are_exact() {
    assert_eq!(space(40, 9), "147808829414345923316083210206383297601");
    assert_eq!(space(40, 3), "12157665459056928801");
    assert_eq!(puzzle(OPENING).givens().count(), 30);
    let events = events(OPENING, Strategy::Expand);
    assert_eq!(events[0].space().powers(), "9^51");
    assert_eq!(events[0].space().to_string(), "4638397686588101979328150167890591454318967698009");
    let pruned = events.iter().find(|e| matches!(e.kind, Kind::Narrowed { rule: Rule::Boxes, .. })).unwrap();
    assert_eq!(matrix(&pruned.candidates), PRUNED);
    assert_eq!(pruned.space().powers(), "2^12 x 3^13 x 4^13 x 5^8 x 6");
    // Too many combinations are refused before they are begun.
    assert!(Trace::new(&puzzle(OPENING), Strategy::Spec).any(|event| event.kind == Kind::TooMany));
}

const NOTES: &str = "004005700000009400360000008720060000000402000000080093400000056005300000006100900";
const NOTES_SOLVED: &str = "184625739572839461369741528728963145953412687641587293417298356295376814836154972";

/// The three programs of the notes on the puzzle there, with the size of the search space at each stage. (The notes' 9^30 and
/// 4^30 are an example with thirty blanks; this puzzle has 57.)
#[test]
fn e1_three_stages_to_compare() {
    assert_eq!(space(30, 9), "42391158275216203514294433201");
    assert_eq!(space(30, 4), "1152921504606846976");
    let solution = Kind::Solution(NOTES_SOLVED.parse().unwrap());
    let spaces = |events: &[Event]| events.iter().map(|event| event.space().powers()).collect::<Vec<_>>();
    // All combinations.
    let all = events(NOTES, Strategy::Spec);
    let kinds: Vec<&Kind> = all.iter().map(|event| &event.kind).collect();
    assert_eq!(kinds, [&Kind::Choices, &Kind::TooMany, &Kind::Done { solutions: 0, decisions: 0 }]);
    assert_eq!(spaces(&all)[..2], ["9^57", "9^57"]);
    // Pruned combinations. The first pass gives the matrix in the notes.
    let pruned = events(NOTES, Strategy::Prune);
    let first_pass = ["9^57", "6^36 x 7^21", "3^6 x 4^24 x 5^22 x 6^5", "2^8 x 3^18 x 4^23 x 5^6 x 6"];
    assert_eq!(spaces(&pruned)[..4], first_pass);
    assert_eq!(
        matrix(&pruned[3].candidates),
        [
            "1289 189 4 268 123 5 7 1236 129",
            "1258 1578 1278 2678 1237 9 4 1236 125",
            "3 6 1279 27 1247 147 125 12 8",
            "7 2 1389 59 6 13 158 148 145",
            "15689 13589 1389 4 13579 2 1568 1678 157",
            "156 145 1 57 8 17 1256 9 3",
            "4 13789 123789 2789 279 78 1238 5 6",
            "1289 1789 5 3 2479 4678 128 12478 1247",
            "28 378 6 1 2457 478 9 23478 247",
        ]
    );
    let last: Vec<&Kind> = pruned[pruned.len() - 4..].iter().map(|event| &event.kind).collect();
    let done = Kind::Done { solutions: 1, decisions: 0 };
    assert_eq!(last, [&Kind::Stable { passes: 10 }, &Kind::Combined { boards: 1 }, &solution, &done]);
    assert_eq!(spaces(&pruned[pruned.len() - 4..])[..3], ["1", "1", "1"]);
    // One cell at a time: the same pass, then r3c4 is 2 or 7, and so on.
    let expanded = events(NOTES, Strategy::Expand);
    assert_eq!(expanded[..4], pruned[..4]);
    let decided = decisions(&expanded);
    assert_eq!(decided[0].0.kind, Kind::Chosen { cell: cell("r3c4"), digits: digits([2, 7]) });
    assert_branches(decided[0].0, &decided[0].1, &[digits([2]), digits([7])]);
    let halves: Vec<String> = decided[0].1.iter().map(|branch| branch.space().powers()).collect();
    assert_eq!(halves, ["2^7 x 3^18 x 4^23 x 5^6 x 6"; 2]);
    assert_eq!(expanded.iter().filter(|event| event.kind == solution).count(), 1);
    assert_eq!(expanded[expanded.len() - 1].kind, Kind::Done { solutions: 1, decisions: 11 });
    assert_solutions(NOTES, &[NOTES_SOLVED]);
}

#[test]
fn e2_not_always_one_answer() {
    let two = NOTES_SOLVED.replace("1846", "....").replace("5728", "....");
    let two = puzzle(&two);
    assert_eq!(solve::count(&two, 100), spec::solutions(&two).count() as u64);
    let Verdict::Multiple(one, other) = solve::verdict(&puzzle(&".".repeat(81))) else { panic!() };
    assert_ne!(one, other);
}
