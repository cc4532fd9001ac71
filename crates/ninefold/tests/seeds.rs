//! The behaviours and worked examples of the five source documents, under the numbers that they have in
//! the project's list of them (A to E). What belongs to the command line is tested there.

use ninefold::notation::{self, Format, ReadOptions, Record};
use ninefold::render::text;
use ninefold::solve::{self, Engine, Solver, Verdict};
use ninefold::spec::{self, Rules};
use ninefold::trace::{Conflict, Event, Kind, Rule, Strategy, Trace};
use ninefold::{Candidates, Cell, Digit, Grid, Puzzle, Shape, Symbols};

const HASDOKU: &str = "6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
const MOONBIT: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn cell(name: &str) -> Cell {
    Shape::NINE.cell_named(name).unwrap()
}

/// Every engine and the specification find exactly these solutions.
fn assert_solutions(text: &str, expected: &[&str]) {
    let puzzle = puzzle(text);
    let mut expected: Vec<Grid> = expected.iter().map(|grid| grid.parse().unwrap()).collect();
    expected.sort();
    let mut found: Vec<Grid> = spec::solutions(&puzzle).collect();
    found.sort();
    assert_eq!(found, expected);
    for engine in Engine::ALL.into_iter().filter(|engine| engine.accepts(puzzle.shape())) {
        let mut found: Vec<Grid> = Solver::new().engine(engine).solutions(&puzzle).collect();
        found.sort();
        assert_eq!(found, expected, "{engine}");
    }
}

fn written(record: &Record, format: Format) -> String {
    notation::write(record, format).unwrap().text
}

/// The boards of a trace after the stages that `keep` selects.
fn boards(text: &str, strategy: Strategy, keep: impl Fn(&Kind) -> bool) -> Vec<Candidates> {
    Trace::new(&puzzle(text), strategy).filter(|event| keep(&event.kind)).map(|event| event.candidates).collect()
}

#[test]
fn a1_lines_of_81_characters() {
    assert_solutions(
        ".......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...",
        &["364978512152436978879125634738651429691247385245389167923764851486512793517893246"],
    );
    assert_solutions(HASDOKU, &["693784512487512936125963874932651487568247391741398625319475268856129743274836159"]);
}

#[test]
fn a2_a_grid_is_nine_rows_of_nine_symbols() {
    let text = written(&Record::new(puzzle(HASDOKU)), Format::Grid);
    assert_eq!(text.lines().count(), 9);
    assert!(text.starts_with("6 . . . . . . 1 .\n4 . . . . . . . .\n. 2 . . . . . . .\n. . . . 5 . 4 . 7\n"));
}

#[test]
fn a3_candidates_have_fixed_places() {
    let choices = &boards(HASDOKU, Strategy::Split, |kind| *kind == Kind::Choices)[0];
    let text = text::pencilmarks(choices, &Symbols::for_side(9));
    let lines: Vec<&str> = text.lines().collect();
    let unknown = "[123456789]";
    assert_eq!(lines[0], format!("6           {} 1           {unknown}", [unknown; 6].join(" ")));
    assert_eq!(lines[3].len(), 8 * 12 + 1);
}

#[test]
fn a4_pruning_repeats_until_stable() {
    let events: Vec<Event> = Trace::new(&puzzle(HASDOKU), Strategy::Split).take(12).collect();
    // The first full pass fixes r7c5 = 7, and nothing else.
    let fixed: Vec<(Cell, Digit)> = events
        .iter()
        .filter_map(|event| match &event.kind {
            Kind::Narrowed { pass: 1, fixed, .. } => Some(fixed.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(fixed, [(cell("r7c5"), Digit::new(7).unwrap())]);
    let pass = events.iter().rfind(|e| matches!(e.kind, Kind::Narrowed { pass: 1, rule: Rule::Boxes, .. })).unwrap();
    let text = text::pencilmarks(&pass.candidates, &Symbols::for_side(9));
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "6           [  3   789] [  3 5 7 9] [ 23 5 7 9] [ 234  78 ] [ 2345 789] [    5 789] 1           [ 2345  89]",
            "4           [1 3   789] [  3 5 7 9] [ 23 567 9] [123  678 ] [123 5 789] [    56789] [ 23 56789] [ 23 56 89]",
            "[1   5 789] 2           [  3 5 7 9] [  3 567 9] [1 34 678 ] [1 345 789] [    56789] [  3456789] [  3456 89]",
            "[ 2      9] [  3  6  9] [ 23  6  9] [ 23  6   ] 5           [123    8 ] 4           [ 2   6 89] 7",
            "[ 2  5 7 9] [   4 67 9] 8           [ 2   67  ] [12 4 67  ] [12 4  7  ] 3           [ 2  56  9] [12  56  9]",
            "[ 2  5 7  ] [  34 67  ] 1           [ 23  67  ] 9           [ 234  78 ] [    56 8 ] [ 2  56 8 ] [ 2  56 8 ]",
            "3           [1    6789] [     67 9] 4           7           [    5 7 9] 2           [    56789] [1   56 89]",
            "[ 2    789] 5           [ 2 4 67 9] 1           [ 23   7  ] [ 23   7 9] [     6789] [  34 6789] [  34 6 89]",
            "[12    7 9] [1  4  7 9] [ 2 4  7 9] 8           [ 23   7  ] 6           [1   5 7 9] [  345 7 9] [1 345   9]",
        ]
    );
    // And the stable board of the article.
    let stable = &boards(HASDOKU, Strategy::Split, |kind| matches!(kind, Kind::Stable { .. }))[0];
    let text = text::pencilmarks(stable, &Symbols::for_side(9));
    let last =
        "[12    7 9] [1  4  7 9] [ 2 4  7 9] 8           [ 23      ] 6           [1   5 7 9] [  345 7 9] [1 345   9]";
    assert_eq!(text.lines().last(), Some(last));
}

#[test]
fn a5_contradictions_end_a_branch() {
    let conflict = |text: &str| {
        let mut events = Trace::new(&puzzle(text), Strategy::Split);
        events.find_map(|event| if let Kind::Contradiction(conflict) = event.kind { Some(conflict) } else { None })
    };
    let row = "1234567..".to_owned() + &".".repeat(27) + "........8........9" + &".".repeat(27);
    assert_eq!(conflict(&row), Some(Conflict::Void(cell("r1c9"))));
    let twice = "5...5....".to_owned() + &".".repeat(72);
    let house = ninefold::House::Row(0);
    assert_eq!(conflict(&twice), Some(Conflict::Twice { digit: Digit::new(5).unwrap(), house }));
}

#[test]
fn a6_the_cell_with_the_fewest_candidates_is_split_in_two() {
    let mut events = Trace::new(&puzzle(HASDOKU), Strategy::Split);
    let chosen = events.find(|event| matches!(event.kind, Kind::Chosen { .. })).unwrap();
    let digits = [2, 9].map(|d| Digit::new(d).unwrap()).to_vec();
    assert_eq!(chosen.kind, Kind::Chosen { cell: cell("r4c1"), digits });
    let branch = events.next().unwrap();
    assert_eq!(branch.kind, Kind::Branch { cell: cell("r4c1"), digits: vec![Digit::new(2).unwrap()] });
    // Of three candidates the first branch has one, the second the other two.
    let three = Trace::new(&puzzle(&".".repeat(81)), Strategy::Split).find_map(|e| match e.kind {
        Kind::Chosen { digits, .. } => Some(digits.len()),
        _ => None,
    });
    assert_eq!(three, Some(9));
}

#[test]
fn a7_no_solution_is_proved_by_search() {
    // Proper in every house, and nothing is void at first; the search exhausts all branches.
    let text = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    assert_solutions(text, &[]);
    assert_eq!(solve::verdict(&puzzle(text)), Verdict::None);
    let text = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    assert_eq!(solve::verdict(&puzzle(text)), Verdict::None);
    let events = Trace::new(&puzzle(&OPENING.replace("38", "83")), Strategy::Expand).last().unwrap();
    assert!(matches!(events.kind, Kind::Done { solutions: 0, .. }));
}

#[test]
fn b1_boards_of_any_size_are_given_as_a_matrix() {
    let small: Puzzle = "1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n".parse().unwrap();
    assert_eq!(small.shape(), Shape::new(2, 2).unwrap());
    let large: String = (0..25).map(|r| format!("{} {}\n", r % 25 + 1, ["0"; 24].join(" "))).collect();
    assert_eq!(large.parse::<Puzzle>().unwrap().shape(), Shape::new(5, 5).unwrap());
}

#[test]
fn b2_three_mistakes_have_three_messages() {
    let message = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
    let nine = "0 0 0 0 0 0 0 0 0\n";
    assert_eq!(message(&(nine.repeat(8) + "0 0 0 0 0 0 0 0\n")), "not a square matrix: row 9 has 8 cells, row 1 has 9");
    assert!(message(&"0 0 0 0 0 0 0\n".repeat(7)).starts_with("a 7x7 board cannot be divided into boxes"));
    assert_eq!(
        message(&(nine.repeat(8) + "0 0 0 0 10 0 0 0 0\n")),
        "'10' at position 77 (r9c5) is no symbol of 1-9 and no blank ('.' or '0')"
    );
}

#[test]
fn b3_cells_are_known_unknown_or_impossible() {
    let event = Trace::new(&puzzle("12........3...4."), Strategy::EliminateAnalyze)
        .find(|event| matches!(event.kind, Kind::Contradiction(_)))
        .unwrap();
    let text = text::states(&event.candidates, &Symbols::for_side(4));
    let rows = [
        "1     2     X     (3 4)",
        "(3 4) (3 4) (1 2) (1 2 3 4)",
        "(2 4) (1 4) 3     (1 2)",
        "(2 3) (1 3) 4     (1 2)",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), rows);
}

#[test]
fn b4_eliminate_analyze_backtrack() {
    // The first unknown cell is tried, not the one with the fewest candidates.
    let chosen = |text: &str| {
        Trace::new(&puzzle(text), Strategy::EliminateAnalyze).find_map(|event| match event.kind {
            Kind::Chosen { cell, .. } => Some((cell, event.candidates)),
            _ => None,
        })
    };
    let (first, board) = chosen(MOONBIT).unwrap();
    assert!((0..first.index()).all(|i| board.len(Cell::new(i)) == 1) && board.len(first) > 1);
    // Elimination comes first, then places.
    let kinds: Vec<Kind> = Trace::new(&puzzle(MOONBIT), Strategy::EliminateAnalyze).take(4).map(|e| e.kind).collect();
    assert!(matches!(kinds[1], Kind::Narrowed { rule: Rule::Peers, .. }));
    assert!(kinds.iter().any(|kind| matches!(kind, Kind::Places(_))));
}

#[test]
fn b5_the_caller_takes_as_many_solutions_as_wanted() {
    let empty = Puzzle::empty(Shape::NINE);
    assert!(solve::first(&empty).is_some());
    assert_eq!(solve::all(&empty).take(20).count(), 20);
    assert_eq!(solve::all(&puzzle("1..............2")).count() as u64, solve::count(&puzzle("1..............2"), 1000));
    assert_eq!(solve::first(&puzzle("11..............")), None);
}

/// The eight boards, each with all its solutions: one each.
#[test]
fn b6_eight_named_boards() {
    for (name, board, solution) in [
        (
            "test",
            "060104050008305600200000001800407006006000300700901004500000002007206900040508070",
            "963174258178325649254689731821437596496852317735961824589713462317246985642598173",
        ),
        (
            "test2",
            "070000800000204000006000030000500006908002040050030900002080060060900701400003000",
            "279316854385274619146859237724591386938762145651438972592187463863945721417623598",
        ),
        (
            "testSmall",
            "100000000002740000000500004030000000750000000000009600040006000000000071000001030",
            "184963725562748319397512864239657148756184293418239657941376582623895471875421936",
        ),
        (
            "testHard",
            "000802000500000001006050300009010800100000002000907000061030780050000040072040150",
            "713892465584763921296451378629514837147386592835927614461235789358179246972648153",
        ),
        (
            "testHard2",
            "300200900000000005070104000009000800500070006001000200000309040800000000006005007",
            "368257914412698735975134682649523871523871496781946253257369148834712569196485327",
        ),
        (
            "testHW",
            "000100702030950000001002003590000301020000070703000098800200100000085060605009000",
            "956138742237954816481672953594867321128593674763421598879246135312785469645319287",
        ),
        (
            "testTough",
            "830000046020104030000000000002906500140000023005403100000000000060308070950000062",
            "831597246526184739497632815372916584149875623685423197713269458264358971958741362",
        ),
        (
            "testDiabolical",
            "800701002006000700017000890000173000700000006000956000095000410008000500300605007",
            "853791642926548731417362895564173289739824156182956374695237418278419563341685927",
        ),
    ] {
        assert!(!puzzle(board).is_full(), "{name}");
        assert_solutions(board, &[solution]);
        // As the document gives them: a matrix of numbers.
        let matrix = written(&Record::new(puzzle(board)), Format::Table);
        assert_eq!(puzzle(&matrix), puzzle(board));
        let by_hand: Vec<Grid> = Trace::new(&puzzle(board), Strategy::EliminateAnalyze)
            .filter_map(|event| if let Kind::Solution(grid) = event.kind { Some(grid) } else { None })
            .collect();
        assert_eq!(by_hand, [solution.parse().unwrap()]);
    }
}

#[test]
fn c1_squares_units_and_peers() {
    let nine = Shape::NINE;
    assert_eq!(nine.cell_named("A1"), Ok(nine.cell(0, 0)));
    assert_eq!(nine.cell_named("I9"), Ok(nine.cell(8, 8)));
    assert_eq!(format!("{:#}", nine.name(cell("r3c2"))), "C2");
    assert!(nine.cells().all(|cell| nine.houses_of(cell).len() == 3 && nine.peers(cell).count() == 20));
}

#[test]
fn c2_lines_and_grids_with_any_decoration() {
    let grid = "\n400000805\n030000000\n000700000\n020000060\n000080400\n000010000\n000603070\n500200000\n104000000";
    assert_eq!(puzzle(grid), puzzle(MOONBIT));
    let decorated = " 4 . .|. . .|8 . 5\n . 3 .|. . .|. . .\n . . .|7 . .|. . .\n------+------+------\n . 2 .|. . .|. 6 .\n . . .|. 8 .|4 . .\n . . .|. 1 .|. . .\n------+------+------\n . . .|6 . 3|. 7 .\n 5 . .|2 . .|. . .\n 1 . 4|. . .|. . .\n";
    assert_eq!(puzzle(decorated), puzzle(MOONBIT));
}

#[test]
fn c3_boxes_for_grids_and_candidates() {
    let solution: Grid =
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293".parse().unwrap();
    let text = written(&Record::from(&solution), Format::Box);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], " 4  1  7 | 3  6  9 | 8  2  5");
    assert_eq!(lines[3], "---------+---------+---------");
    let marks = text::candidates(&propagated(MOONBIT), &Symbols::for_side(9));
    let lines: Vec<&str> = marks.lines().collect();
    assert_eq!(lines[0], " 4        1679     12679   | 139      2369     269     | 8        1239     5");
    assert_eq!(lines[3], "---------------------------+---------------------------+---------------------------");
}

fn propagated(text: &str) -> Candidates {
    boards(text, Strategy::Assign, |kind| matches!(kind, Kind::Stable { .. })).swap_remove(0)
}

#[test]
fn c4_two_strategies_propagate() {
    let board = propagated(MOONBIT);
    let row: Vec<String> = (1..=9).map(|c| board.of(cell(&format!("C{c}"))).to_string().replace(' ', "")).collect();
    assert_eq!(row.join(" "), "2689 15689 125689 7 234569 245689 12369 12349 123469");
    // Solved by propagation alone.
    let easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    let events: Vec<Kind> = Trace::new(&puzzle(easy), Strategy::Assign).map(|event| event.kind).collect();
    assert!(matches!(events[events.len() - 2], Kind::Solution(_)));
    assert_eq!(events[events.len() - 1], Kind::Done { solutions: 1, decisions: 0 });
    assert_solutions(easy, &["483921657967345821251876493548132976729564138136798245372689514814253769695417382"]);
}

#[test]
fn c5_search_takes_the_square_with_the_fewest_candidates() {
    assert_solutions(MOONBIT, &["417369825632158947958724316825437169791586432346912758289643571573291684164875293"]);
    let mut events = Trace::new(&puzzle(MOONBIT), Strategy::Assign);
    let chosen = events.find(|event| matches!(event.kind, Kind::Chosen { .. })).unwrap();
    let fewest = Shape::NINE.cells().map(|c| chosen.candidates.len(c)).filter(|n| *n > 1).min();
    assert!(matches!(chosen.kind, Kind::Chosen { digits, .. } if Some(digits.len()) == fewest));
}

#[test]
fn d1_all_the_ways_lazily() {
    // The empty board has about 6.67 x 10^21 solutions; the first ones come at once from every engine.
    for engine in Engine::ALL {
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
    assert!(error.contains("are no symbols of TONYBLAIR and no blanks"), "{error}");
}

#[test]
fn d4_to_d6_the_opening_board() {
    assert_solutions(OPENING, &["249571638861432975573986142725698413698143257314725869937814526152369784486257391"]);
    let rules: Rules<Digit> = Rules::new(Shape::NINE, Shape::NINE.digits().collect());
    let choices = spec::puzzle_choices(&puzzle(OPENING));
    assert!(!rules.blocked(&choices));
    assert_eq!(rules.expand(&choices).len(), 9);
    let pruned = rules.prune(choices);
    assert!(pruned.iter().flatten().all(|cell| !cell.is_empty() && cell.len() < 9));
}

/// The size of the search space, exactly, before and after pruning. (The paper's 9^40 and 3^40 are for a
/// board with "about a half" of its entries fixed; this one has 51 blanks.)
#[test]
fn d7_search_spaces_are_exact() {
    let mut events = Trace::new(&puzzle(OPENING), Strategy::Expand);
    let choices = events.next().unwrap().space();
    assert_eq!(choices.powers(), "9^51");
    assert_eq!(choices.to_string(), "4638397686588101979328150167890591454318967698009");
    let pruned = events.find(|event| matches!(event.kind, Kind::Narrowed { rule: Rule::Boxes, .. })).unwrap().space();
    assert_eq!(pruned.powers(), "2^12 x 3^13 x 4^13 x 5^8 x 6");
    // Too many combinations are refused rather than begun.
    assert!(Trace::new(&puzzle(OPENING), Strategy::Spec).any(|event| event.kind == Kind::TooMany));
}

#[test]
fn e1_three_stages_to_compare() {
    let text = "004005700000009400360000008720060000000402000000080093400000056005300000006100900";
    let choices = &boards(text, Strategy::Expand, |kind| *kind == Kind::Choices)[0];
    assert_eq!(choices.of(cell("r1c1")).len(), 9);
    // The pruned matrix of the notes: one pass of rows, columns, boxes.
    let pruned =
        &boards(text, Strategy::Expand, |kind| matches!(kind, Kind::Narrowed { pass: 1, rule: Rule::Boxes, .. }))[0];
    let rows: Vec<String> = (0..9)
        .map(|r| {
            let cell = |c| pruned.of(Shape::NINE.cell(r, c)).to_string().replace(' ', "");
            (0..9).map(cell).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(rows[0], "1289 189 4 268 123 5 7 1236 129");
    assert_eq!(rows[3], "7 2 1389 59 6 13 158 148 145");
    assert_eq!(rows[8], "28 378 6 1 2457 478 9 23478 247");
    // One cell at a time: the first decision is r3c4, of choices 2 and 7.
    let mut events = Trace::new(&puzzle(text), Strategy::Expand);
    let chosen = events.find(|event| matches!(event.kind, Kind::Chosen { .. })).unwrap();
    let digits = [2, 7].map(|d| Digit::new(d).unwrap()).to_vec();
    assert_eq!(chosen.kind, Kind::Chosen { cell: cell("r3c4"), digits });
    assert_solutions(text, &["184625739572839461369741528728963145953412687641587293417298356295376814836154972"]);
}

#[test]
fn e2_not_always_one_answer() {
    let two = "184625739572839461369741528728963145953412687641587293417298356295376814836154972"
        .replace("1846", "....")
        .replace("5728", "....");
    let two = puzzle(&two);
    assert_eq!(solve::count(&two, 100), spec::solutions(&two).count() as u64);
    let Verdict::Multiple(one, other) = solve::verdict(&puzzle(&".".repeat(81))) else { panic!() };
    assert_ne!(one, other);
}
