//! C: MoonBit's solver and web gallery.

use super::*;
use ninefold::render::text;
use ninefold::trace::Conflict;
use ninefold::{House, Symbols};

const SOLVED: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

#[test]
fn c1_squares_units_and_peers() {
    let nine = Shape::NINE;
    let names: Vec<String> = nine.cells().map(|cell| format!("{:#}", nine.name(cell))).collect();
    let expected = ('A'..='I').flat_map(|row| ('1'..='9').map(move |column| format!("{row}{column}")));
    assert!(names.iter().cloned().eq(expected));
    assert!(nine.cells().zip(&names).all(|(cell, name)| nine.cell_named(name) == Ok(cell)));
    let sorted = |cells: &mut dyn Iterator<Item = Cell>| {
        let mut names: Vec<String> = cells.map(|cell| names[cell.index()].clone()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(nine.houses_of(cell("C2")), [House::Row(2), House::Column(1), House::Box(0)]);
    assert_eq!(sorted(&mut nine.cells_of(House::Column(1))), "A2 B2 C2 D2 E2 F2 G2 H2 I2");
    assert_eq!(sorted(&mut nine.cells_of(House::Row(2))), "C1 C2 C3 C4 C5 C6 C7 C8 C9");
    assert_eq!(sorted(&mut nine.cells_of(House::Box(0))), "A1 A2 A3 B1 B2 B3 C1 C2 C3");
    let peers = "A1 A2 A4 A5 A6 A7 A8 A9 B1 B2 B3 C1 C2 C3 D3 E3 F3 G3 H3 I3";
    assert_eq!(sorted(&mut nine.peers(cell("A3"))), peers);
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
    let solution: Grid = SOLVED.parse().unwrap();
    assert_eq!(
        lines(&written(&Record::from(&solution), Format::Box)),
        [
            " 4  1  7 | 3  6  9 | 8  2  5",
            " 6  3  2 | 1  5  8 | 9  4  7",
            " 9  5  8 | 7  2  4 | 3  1  6",
            "---------+---------+---------",
            " 8  2  5 | 4  3  7 | 1  6  9",
            " 7  9  1 | 5  8  6 | 4  3  2",
            " 3  4  6 | 9  1  2 | 7  5  8",
            "---------+---------+---------",
            " 2  8  9 | 6  4  3 | 5  7  1",
            " 5  7  3 | 2  9  1 | 6  8  4",
            " 1  6  4 | 8  7  5 | 2  9  3",
        ]
    );
    // Columns are as wide as the longest list of candidates: nine before propagation, seven after.
    let ruled = |width: usize| vec!["-".repeat(3 * (width + 2)); 3].join("+");
    let symbols = Symbols::for_side(9);
    let choices = &boards(MOONBIT, Strategy::Assign, |kind| *kind == Kind::Choices)[0];
    let text = text::candidates(choices, &symbols);
    assert_eq!(
        lines(&text)[..2],
        [
            " 4          123456789  123456789 | 123456789  123456789  123456789 | 8          123456789  5",
            " 123456789  3          123456789 | 123456789  123456789  123456789 | 123456789  123456789  123456789",
        ]
    );
    assert_eq!(lines(&text)[3], ruled(9));
    assert_eq!(
        lines(&text::candidates(&propagated(MOONBIT), &symbols)),
        [
            " 4        1679     12679   | 139      2369     269     | 8        1239     5",
            " 26789    3        1256789 | 14589    24569    245689  | 12679    1249     124679",
            " 2689     15689    125689  | 7        234569   245689  | 12369    12349    123469",
            &ruled(7),
            " 3789     2        15789   | 3459     34579    4579    | 13579    6        13789",
            " 3679     15679    15679   | 359      8        25679   | 4        12359    12379",
            " 36789    4        56789   | 359      1        25679   | 23579    23589    23789",
            &ruled(7),
            " 289      89       289     | 6        459      3       | 1259     7        12489",
            " 5        6789     3       | 2        479      1       | 69       489      4689",
            " 1        6789     4       | 589      579      5789    | 23569    23589    23689",
        ]
    );
}

fn propagated(text: &str) -> Candidates {
    boards(text, Strategy::Assign, |kind| matches!(kind, Kind::Stable { .. })).swap_remove(0)
}

#[test]
fn c4_two_strategies_propagate() {
    let board = propagated(MOONBIT);
    assert_eq!(matrix(&board)[2], "2689 15689 125689 7 234569 245689 12369 12349 123469");
    // Afterwards, no digit of a solved square is in its peers, and no digit with only one place in a house is unassigned.
    for (house, digit) in Shape::NINE.houses().flat_map(|h| Shape::NINE.digits().map(move |d| (h, d))) {
        let places: Vec<Cell> = Shape::NINE.cells_of(house).filter(|cell| board.contains(*cell, digit)).collect();
        let solved = places.iter().any(|cell| board.single(*cell) == Some(digit));
        assert!(if solved { places.len() == 1 } else { places.len() > 1 }, "{digit} in {house}");
    }
    // A contradiction is reported.
    let wrong = MOONBIT.replacen("....8.4..", "....8.48.", 1);
    let conflict = Kind::Contradiction(Conflict::Twice { digit: Digit::new(8).unwrap(), house: House::Row(4) });
    let kinds: Vec<Kind> = events(&wrong, Strategy::Assign).into_iter().map(|event| event.kind).collect();
    assert_eq!(kinds[kinds.len() - 2..], [conflict, Kind::Done { solutions: 0, decisions: 0 }]);
    // Solved by propagation alone.
    let easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    let kinds: Vec<Kind> = events(easy, Strategy::Assign).into_iter().map(|event| event.kind).collect();
    assert!(matches!(kinds[kinds.len() - 2], Kind::Solution(_)));
    assert_eq!(kinds[kinds.len() - 1], Kind::Done { solutions: 1, decisions: 0 });
    assert_solutions(easy, &["483921657967345821251876493548132976729564138136798245372689514814253769695417382"]);
}

#[test]
fn c5_search_takes_the_square_with_the_fewest_candidates() {
    assert_solutions(MOONBIT, &[SOLVED]);
    let events = events(MOONBIT, Strategy::Assign);
    let decided = decisions(&events);
    assert!(!decided.is_empty());
    // Depth first, each candidate on a copy of the board.
    for (decision, branches) in decided {
        let Kind::Chosen { cell, digits } = &decision.kind else { panic!("a decision") };
        assert_eq!(Some(*cell), first_of_the_fewest(&decision.candidates));
        let each: Vec<Vec<Digit>> = digits.iter().map(|digit| vec![*digit]).collect();
        assert_branches(decision, &branches, &each);
    }
    assert!(events.iter().any(|event| event.kind == Kind::Solution(SOLVED.parse().unwrap())));
}
