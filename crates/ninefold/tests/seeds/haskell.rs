//! A: "Fast Sudoku Solver in Haskell, 1".

use super::*;
use ninefold::notation::{ReadOptions, read_all};
use ninefold::render::text;
use ninefold::solve::{self, Verdict};
use ninefold::trace::{Conflict, Rule};
use ninefold::{House, Symbols};

fn marks(board: &Candidates) -> String {
    text::pencilmarks(board, &Symbols::for_side(9))
}

#[test]
fn a1_lines_of_81_characters() {
    let example = ".......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...";
    let solution = "364978512152436978879125634738651429691247385245389167923764851486512793517893246";
    assert_solutions(example, &[solution]);
    assert_solutions(HASDOKU, &["693784512487512936125963874932651487568247391741398625319475268856129743274836159"]);
    // Each line is answered in turn; a bad one, or one without a solution, in its place.
    let (short, none) = (&example[1..], "11".to_owned() + &example[2..]);
    let text = [example, short, &none, &example.replace('9', "A"), HASDOKU].join("\n");
    let answers: Vec<Option<Option<Grid>>> = read_all(&text, &ReadOptions::default())
        .map(|record| record.ok().map(|record| solve::first(&record.puzzle)))
        .collect();
    let first = |text| Some(solve::first(&puzzle(text)));
    assert_eq!(answers, [first(example), None, Some(None), None, first(HASDOKU)]);
}

#[test]
fn a2_a_grid_is_nine_rows_of_nine_symbols() {
    let text = written(&Record::new(puzzle(HASDOKU)), Format::Grid);
    let rows = [
        "6 . . . . . . 1 .",
        "4 . . . . . . . .",
        ". 2 . . . . . . .",
        ". . . . 5 . 4 . 7",
        ". . 8 . . . 3 . .",
        ". . 1 . 9 . . . .",
        "3 . . 4 . . 2 . .",
        ". 5 . 1 . . . . .",
        ". . . 8 . 6 . . .",
    ];
    assert_eq!(text, rows.join("\n") + "\n");
}

#[test]
fn a3_candidates_have_fixed_places() {
    let choices = &boards(HASDOKU, Strategy::Split, |kind| *kind == Kind::Choices)[0];
    let word = |symbol: char| if symbol == '.' { "[123456789]".to_owned() } else { format!("{symbol:<11}") };
    let cells: Vec<String> = HASDOKU.chars().map(word).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(" ").trim_end().to_owned()).collect();
    assert_eq!(lines(&marks(choices)), rows);
    // A digit that is ruled out leaves a blank in its place.
    let pruned = &boards(HASDOKU, Strategy::Split, |kind| matches!(kind, Kind::Narrowed { rule: Rule::Rows, .. }))[0];
    assert_eq!(
        lines(&marks(pruned))[..2],
        [
            format!("6           {} 1           [ 2345 789]", ["[ 2345 789]"; 6].join(" ")),
            format!("4           {}", ["[123 56789]"; 8].join(" ")),
        ]
    );
}

#[test]
fn a4_pruning_repeats_until_stable() {
    let events = events(HASDOKU, Strategy::Split);
    let top = &events[..events.iter().position(|event| matches!(event.kind, Kind::Chosen { .. })).unwrap()];
    // Rows, columns, boxes, each from the board left by the previous one, until a pass has no effect.
    let narrowed = |event: &Event| match event.kind {
        Kind::Narrowed { pass, rule, .. } => Some((pass, rule)),
        _ => None,
    };
    let passes: Vec<(usize, Rule)> = top.iter().filter_map(narrowed).collect();
    let pass = |pass| [(pass, Rule::Rows), (pass, Rule::Columns), (pass, Rule::Boxes)];
    assert_eq!(passes, [pass(1), pass(2)].concat());
    assert_eq!(top[top.len() - 1].kind, Kind::Stable { passes: 3 });
    for pair in top.windows(2) {
        let Kind::Narrowed { rule, .. } = pair[1].kind else { continue };
        let kind = |house: &House| match house {
            House::Row(_) => Rule::Rows,
            House::Column(_) => Rule::Columns,
            _ => Rule::Boxes,
        };
        let before = &pair[0].candidates;
        let mut expected = before.clone();
        for house in Shape::NINE.houses().filter(|house| kind(house) == rule) {
            for fixed in Shape::NINE.cells_of(house).filter_map(|cell| before.single(cell)) {
                let open = Shape::NINE.cells_of(house).filter(|cell| before.single(*cell).is_none());
                open.for_each(|cell| _ = expected.remove(cell, fixed));
            }
        }
        assert_eq!(pair[1].candidates, expected);
    }
    // The first full pass fixes r7c5 = 7, and nothing else.
    let fixed = |event: &Event| match &event.kind {
        Kind::Narrowed { pass: 1, fixed, .. } => fixed.clone(),
        _ => Vec::new(),
    };
    assert_eq!(top.iter().flat_map(fixed).collect::<Vec<_>>(), [(cell("r7c5"), Digit::new(7).unwrap())]);
    let after = |keep: fn(&Kind) -> bool| marks(&top.iter().find(|event| keep(&event.kind)).unwrap().candidates);
    assert_eq!(
        lines(&after(|kind| matches!(kind, Kind::Narrowed { pass: 1, rule: Rule::Boxes, .. }))),
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
    // The stable board of the article.
    assert_eq!(
        lines(&after(|kind| matches!(kind, Kind::Stable { .. }))),
        [
            "6           [  3   789] [  3 5 7 9] [ 23 5 7 9] [ 234   8 ] [ 2345 789] [    5 789] 1           [ 2345  89]",
            "4           [1 3   789] [  3 5 7 9] [ 23 567 9] [123  6 8 ] [123 5 789] [    56789] [ 23 56789] [ 23 56 89]",
            "[1   5 789] 2           [  3 5 7 9] [  3 567 9] [1 34 6 8 ] [1 345 789] [    56789] [  3456789] [  3456 89]",
            "[ 2      9] [  3  6  9] [ 23  6  9] [ 23  6   ] 5           [123    8 ] 4           [ 2   6 89] 7",
            "[ 2  5 7 9] [   4 67 9] 8           [ 2   67  ] [12 4 6   ] [12 4  7  ] 3           [ 2  56  9] [12  56  9]",
            "[ 2  5 7  ] [  34 67  ] 1           [ 23  67  ] 9           [ 234  78 ] [    56 8 ] [ 2  56 8 ] [ 2  56 8 ]",
            "3           [1    6 89] [     6  9] 4           7           [    5   9] 2           [    56 89] [1   56 89]",
            "[ 2    789] 5           [ 2 4 67 9] 1           [ 23      ] [ 23     9] [     6789] [  34 6789] [  34 6 89]",
            "[12    7 9] [1  4  7 9] [ 2 4  7 9] 8           [ 23      ] 6           [1   5 7 9] [  345 7 9] [1 345   9]",
        ]
    );
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
    let house = House::Row(0);
    assert_eq!(conflict(&twice), Some(Conflict::Twice { digit: Digit::new(5).unwrap(), house }));
    // That branch ends there.
    let events = events(HASDOKU, Strategy::Split);
    let mut contradictions = 0;
    for pair in events.windows(2).filter(|pair| matches!(pair[0].kind, Kind::Contradiction(_))) {
        contradictions += 1;
        let next = matches!(pair[1].kind, Kind::Branch { .. }) && pair[1].depth <= pair[0].depth;
        assert!(next || matches!(pair[1].kind, Kind::Done { .. }), "{pair:?}");
    }
    assert!(contradictions > 10);
}

#[test]
fn a6_the_cell_with_the_fewest_candidates_is_split_in_two() {
    let events_of_the_article = events(HASDOKU, Strategy::Split);
    let decided = decisions(&events_of_the_article);
    assert_eq!(decided[0].0.kind, Kind::Chosen { cell: cell("r4c1"), digits: digits([2, 9]) });
    // Every decision: the first of the cells with the fewest candidates; it is fixed to its first candidate, then restricted to
    // the rest, and each branch is searched to its end before the next.
    let three = events("1...............", Strategy::Split);
    let Kind::Chosen { digits: open, .. } = &decisions(&three)[0].0.kind else { panic!("a decision") };
    assert_eq!(open, &digits([2, 3, 4]));
    for (decision, branches) in decided.into_iter().chain(decisions(&three)) {
        let Kind::Chosen { cell, digits } = &decision.kind else { panic!("a decision") };
        assert_eq!(Some(*cell), first_of_the_fewest(&decision.candidates));
        assert!(decision.candidates.digits_of(*cell).eq(digits.iter().copied()));
        assert_branches(decision, &branches, &[digits[..1].to_vec(), digits[1..].to_vec()]);
    }
}

#[test]
fn a7_no_solution_is_proved_by_search() {
    // No digit is repeated in any house, and no cell is void at first.
    let text = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    assert_solutions(text, &[]);
    assert_eq!(solve::verdict(&puzzle(text)), Verdict::None);
    // A wrong digit in the example: pruning does not reveal it; the search exhausts all branches.
    let wrong = HASDOKU.replacen("6.", "68", 1);
    assert_solutions(&wrong, &[]);
    let events = events(&wrong, Strategy::Split);
    let decided = decisions(&events);
    assert!(!decided.is_empty() && decided.iter().all(|(_, branches)| branches.len() == 2));
    let decisions = decided.len();
    assert_eq!(events[events.len() - 1].kind, Kind::Done { solutions: 0, decisions });
    let text = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    assert_eq!(solve::verdict(&puzzle(text)), Verdict::None);
}
