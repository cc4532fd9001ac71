//! B: Brian Alliet's literate Sudoku solver.

use super::*;
use ninefold::render::text;
use ninefold::solve;
use ninefold::spec::Rules;
use ninefold::trace::{Conflict, Rule};
use ninefold::{DigitSet, Symbols};

#[test]
fn b1_boards_of_any_size_are_given_as_a_matrix() {
    let small: Puzzle = "1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n".parse().unwrap();
    assert_eq!(small.shape(), Shape::new(2, 2).unwrap());
    let large: String = (0..25).map(|r| format!("{} {}\n", r % 25 + 1, ["0"; 24].join(" "))).collect();
    assert_eq!(large.parse::<Puzzle>().unwrap().shape(), Shape::new(5, 5).unwrap());
    // Any values that can be compared will do.
    let rules = Rules::new(Shape::new(2, 2).unwrap(), vec!["north", "east", "south", "west"]);
    let mut board = vec![vec![None; 4]; 4];
    (board[0][0], board[3][3]) = (Some("west"), Some("south"));
    let first = rules.sudoku(&board).unwrap().next().unwrap();
    assert_eq!((first[0][0], first[3][3]), ("west", "south"));
    assert!(rules.correct(&first));
}

#[test]
fn b2_three_mistakes_have_three_messages() {
    let message = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
    let nine = "0 0 0 0 0 0 0 0 0\n";
    assert_eq!(message(&(nine.repeat(8) + "0 0 0 0 0 0 0 0\n")), "not a square matrix: row 9 has 8 cells, row 1 has 9");
    assert!(message(&"0 0 0 0 0 0 0\n".repeat(7)).starts_with("a 7x7 board cannot be divided into boxes"));
    assert_eq!(
        message(&(nine.repeat(8) + "0 0 0 0 10 0 0 0 0\n")),
        "'10' at position 77 (r9c5) is neither one of 1-9 nor a blank ('.' or '0')"
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

/// New values that conflict become impossible: r1c8 and r1c9 both lose 9 to their columns, so that both would be 8.
#[test]
fn b4_conflicting_new_values_become_impossible() {
    let text = "1234567..".to_owned() + &".".repeat(25) + "9." + &".".repeat(26) + "9" + &".".repeat(18);
    let events = events(&text, Strategy::EliminateAnalyze);
    let Kind::Narrowed { pass: 1, rule: Rule::Peers, fixed, .. } = &events[1].kind else { panic!("{events:?}") };
    assert_eq!(fixed, &[]);
    let (one, other) = (cell("r1c8"), cell("r1c9"));
    assert!(events[1].candidates.is_void(one) && events[1].candidates.is_void(other));
    assert_eq!(events[2].kind, Kind::Contradiction(Conflict::Void(one)));
    assert_eq!(events[3].kind, Kind::Done { solutions: 0, decisions: 0 });
    let table = text::states(&events[1].candidates, &Symbols::for_side(9));
    let row: Vec<&str> = lines(&table)[0].split_whitespace().collect();
    assert_eq!(row, ["1", "2", "3", "4", "5", "6", "7", "X", "X"]);
    // Values that were there before are not new: the board stays as typed.
    let void = |board: &Candidates| board.shape().cells().any(|cell| board.is_void(cell));
    let first = Trace::new(&puzzle("11.............."), Strategy::EliminateAnalyze).nth(1).unwrap();
    assert!(matches!(first.kind, Kind::Narrowed { .. }) && !void(&first.candidates));
}

#[test]
fn b4_eliminate_analyze_backtrack() {
    let known_by_peers = |board: &Candidates, cell: Cell| -> DigitSet {
        board.shape().peers(cell).filter_map(|peer| board.single(peer)).collect()
    };
    let events = events(MOONBIT, Strategy::EliminateAnalyze);
    for pair in events.windows(2) {
        let (before, after) = (&pair[0].candidates, &pair[1].candidates);
        let void = after.shape().cells().any(|cell| after.is_void(cell));
        match &pair[1].kind {
            // The peers' known values are removed from the unknown cells.
            Kind::Narrowed { rule, .. } => {
                assert_eq!(*rule, Rule::Peers);
                for cell in before.shape().cells() {
                    let left = &before.of(cell) - &known_by_peers(before, cell);
                    let clash = || before.shape().peers(cell).any(|peer| after.is_void(peer));
                    match before.single(cell) {
                        Some(digit) => assert_eq!(after.single(cell), Some(digit)),
                        None => assert!(after.of(cell) == left || left.len() == 1 && after.is_void(cell) && clash()),
                    }
                }
            }
            // Places come when nothing is left to eliminate, and each is the only one for its digit in its house.
            Kind::Places(places) => {
                let nothing =
                    |cell| before.of(cell).len() == 1 || before.of(cell).is_disjoint(&known_by_peers(before, cell));
                assert!(before.shape().cells().all(nothing));
                for (cell, digit, house) in places {
                    let mut others = before.shape().cells_of(*house).filter(|other| other != cell);
                    assert!(before.count_of(*cell) > 1 && others.all(|other| !before.contains(other, *digit)));
                    assert_eq!(after.single(*cell), Some(*digit));
                }
            }
            _ => {}
        }
        // A branch with an impossible cell is abandoned at once.
        assert!(!void || matches!(pair[1].kind, Kind::Contradiction(_) | Kind::Narrowed { .. } | Kind::Done { .. }));
        let was_void =
            matches!(pair[0].kind, Kind::Narrowed { .. }) && before.shape().cells().any(|c| before.is_void(c));
        assert!(!was_void || matches!(pair[1].kind, Kind::Contradiction(Conflict::Void(_))));
    }
    // Elimination comes first, then places; both occur, and contradictions too.
    assert!(matches!(events[1].kind, Kind::Narrowed { rule: Rule::Peers, .. }));
    assert!(events.iter().any(|event| matches!(event.kind, Kind::Places(_))));
    assert!(events.iter().any(|event| matches!(event.kind, Kind::Contradiction(Conflict::Void(_)))));
    // The candidates tried are those of the first unknown cell, not of the one with the fewest.
    let decided = decisions(&events);
    assert!(!decided.is_empty());
    for (decision, branches) in decided {
        let Kind::Chosen { cell, digits } = &decision.kind else { panic!("a decision") };
        assert!((0..cell.index()).all(|i| decision.candidates.count_of(Cell::new(i)) == 1));
        let each: Vec<Vec<Digit>> = digits.iter().map(|digit| vec![*digit]).collect();
        assert_branches(decision, &branches, &each);
    }
}

#[test]
fn b5_the_caller_takes_as_many_solutions_as_wanted() {
    let empty = Puzzle::empty(Shape::NINE);
    assert!(solve::first(&empty).is_some());
    assert_eq!(solve::all(&empty).take(20).count(), 20);
    assert_eq!(solve::all(&puzzle("1..............2")).count() as u64, solve::count(&puzzle("1..............2"), 1000));
    assert_eq!(solve::first(&puzzle("11..............")), None);
}

/// The eight boards, each with all its solutions: exactly one each.
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
        // As in the document: a matrix of numbers.
        let matrix = written(&Record::new(puzzle(board)), Format::Table);
        assert_eq!(puzzle(&matrix), puzzle(board));
        let by_hand: Vec<Grid> = Trace::new(&puzzle(board), Strategy::EliminateAnalyze)
            .filter_map(|event| if let Kind::Solution(grid) = event.kind { Some(grid) } else { None })
            .collect();
        assert_eq!(by_hand, [solution.parse().unwrap()]);
    }
}
