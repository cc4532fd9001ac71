//! Boards as people lay them out: drawn, spaced, labelled, listed.

use super::*;

/// The opening puzzle with some rows that have no digits.
fn with_empty_rows(rows: &[usize]) -> String {
    let mut symbols: Vec<char> = OPENING.chars().collect();
    rows.iter().for_each(|row| symbols[9 * row..9 * row + 9].fill('.'));
    symbols.into_iter().collect()
}

/// The rows with a bar after every `width` cells, `gap` around each cell.
fn barred(line: &str, width: usize, bar: &str, gap: &str) -> Vec<String> {
    let row = |row: &[char]| {
        let parts = row.chunks(width).map(|cells| cells.iter().map(|c| format!("{gap}{c}{gap}")).collect::<String>());
        format!("{bar}{}{bar}", parts.collect::<Vec<_>>().join(bar))
    };
    line.chars().collect::<Vec<_>>().chunks(line.len().isqrt()).map(row).collect()
}

#[test]
fn rows_without_a_digit_belong_to_the_board() {
    let after = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,1]]";
    for rows in [&[4][..], &[0], &[8], &[0, 1, 5, 8]] {
        let line = with_empty_rows(rows);
        for (blank, bar, gap) in [
            (".", "│", " "),
            (".", "║", ""),
            (".", "|", ""),
            ("_", "│", " "),
            ("_", "|", ""),
            ("_", "", ""),
            ("-", "", ""),
            ("-", "", " "),
            ("-", "│", ""),
        ] {
            let text = barred(&line, 3, bar, gap).join("\n").replace('.', blank);
            let expected = [format!("1 grid: {line}"), "10 table: 1..............1".into()];
            assert_eq!(auto(&format!("{text}\n{after}\n")), expected, "{text}");
            let forced = ReadOptions::default().format(Format::Grid);
            assert_eq!(pieces(text.as_bytes(), &forced), expected[..1], "{text}");
        }
    }
    let blank = barred(&".".repeat(16), 2, "│", " ").join("\n");
    assert_eq!(auto(&blank), [format!("1 grid: {}", ".".repeat(16))]);
}

#[test]
fn every_cell_in_a_box() {
    for line in [OPENING.to_owned(), with_empty_rows(&[0, 5])] {
        for (bar, edge) in
            [("|", "+---".repeat(9) + "+"), ("│", "├───".to_owned() + &"┼───".repeat(8) + "┤"), ("|", "---+".repeat(9))]
        {
            for blank in [".", " ", "0", "_"] {
                let rows = barred(&line.replace('.', blank), 1, bar, " ");
                let text = format!("{edge}\n{}\n{edge}\n", rows.join(&format!("\n{edge}\n")));
                let one = format!("grid: {line}");

                assert_eq!(auto(&text), [format!("2 {one}")], "{text}");
                assert_eq!(auto(&format!("{text}\n{OPENING}\n")).len(), 2, "{text}");
            }
        }
    }
}

#[test]
fn spaces_for_blanks_in_a_grid() {
    for line in [OPENING.to_owned(), with_empty_rows(&[0, 8])] {
        let text = grid(&line, 9).replace('.', " ");
        assert_eq!(auto(&text), [format!("1 grid: {line}")]);
        assert_eq!(auto(&format!("\n{text}\n{text}{OPENING}\n")).len(), 3);
    }
    // Nine lines of nine characters, but they are three small boards.
    let small = " 1 2 3 4 \n 3 4 1 2 \n 2 1 4 3 \n 4 3 2 1 \n";
    assert_eq!(auto(&small.repeat(3)).len(), 3);
}

#[test]
fn a_bad_first_line_takes_no_other_with_it() {
    let six = "1.34................................";
    for (bad, good) in [
        ("1.34341221....1", "1.34341221.....1"),
        ("4.34", "1.34341221.....1"),
        ("12341", "1.34341221.....1"),
        ("bad\"x,y", "1.34341221.....1"),
        ("5...............", "1.34341221.....1"),
        (&six[1..], six),
        ("123456", six),
    ] {
        let found = auto(&format!("{bad}\n{}", format!("{good}\n").repeat(40)));
        assert_eq!(found.len(), 41, "{found:?}");
        assert!(found[0].starts_with("1 line: ") && found[1..].iter().all(|piece| piece.ends_with(good)), "{found:?}");
    }
}

#[test]
fn labels_before_a_puzzle() {
    for label in ["1 ", "1. ", "Puzzle 7: ", "a,", "no. 12;"] {
        for puzzle in [OPENING, "1.34............"] {
            let text = format!("{label}{puzzle}\n");
            let two = [format!("1 line: {puzzle}"), format!("2 line: {puzzle}")];
            assert_eq!(auto(&text.repeat(2)), two);
            let record = notation::read(&text, &ReadOptions::default()).unwrap();
            assert_eq!(record.fields[&Field::Id], label.trim_end_matches([' ', '.', ':', ',', ';']));
        }
        let short = "1 line: 80 cells, expected 81 (9x9)".to_owned();
        assert_eq!(auto(&format!("{label}{}", &OPENING[1..])), [short]);
    }
    // Neither an address nor the candidates of a cell.
    let address = format!("see https://example.org/a/very/long/address/of/a/puzzle\n{}", grid(OPENING, 9));
    assert_eq!(auto(&address), [format!("2 grid: {OPENING}")]);
    let mut puzzle = Puzzle::empty(Shape::for_side(16).unwrap());
    puzzle.give(Cell::new(0), Digit::from_index(15));
    let candidates = notation::write(&Record::new(puzzle), Format::Sdx).unwrap().text;
    assert_eq!(auto(&candidates), [format!("1 candidates: G{}", ".".repeat(255))]);
}

#[test]
fn what_follows_a_puzzle() {
    for (rest, fields) in [
        (" 7.1", &[(Field::Rating, "7.1")][..]),
        (" ED=7.2/1.2/1.2", &[(Field::Rating, "7.2/1.2/1.2")]),
        (" E 7.3 name", &[(Field::Extra, "E name"), (Field::Rating, "7.3")]),
        (",,x # Bird 7", &[(Field::Comment, "Bird 7"), (Field::Extra, "x")]),
        (" # 7", &[(Field::Comment, "7")]),
    ] {
        let record = notation::read(&format!("{OPENING}{rest}"), &ReadOptions::default()).unwrap();
        let mut found: Vec<(Field, &str)> = record.fields.iter().map(|(field, text)| (*field, &**text)).collect();
        found.sort_by_key(|(field, _)| field.to_string());
        let mut expected = fields.to_vec();
        expected.sort_by_key(|(field, _)| field.to_string());
        assert_eq!(found, expected, "{rest}");
        let written = notation::write(&record, Format::Csv(Dialect::Extreme)).unwrap();
        let lost: Vec<Loss> = fields.iter().map(|(f, _)| *f).filter(|f| *f != Field::Rating).map(Loss::Field).collect();
        assert_eq!(written.lost.len(), lost.len());
        assert!(lost.iter().all(|loss| written.lost.contains(loss)));
    }
}

#[test]
fn cells_apart_on_one_line() {
    let apart = |line: &str, between: &str| line.chars().map(String::from).collect::<Vec<_>>().join(between);
    let rows = |line: &str, side: usize, between: &str| grid(line, side).trim().replace('\n', between);
    for (board, side) in [("1.34...........1", 4), ("1.34...............................6", 6), (OPENING, 9)] {
        for text in [
            rows(board, side, " "),
            rows(board, side, "|"),
            format!("|{}|", rows(board, side, " | ")),
            apart(board, " "),
            apart(board, ","),
            apart(board, ", "),
            format!("[{}]", apart(board, ", ")),
        ] {
            let one = |line: usize| format!("{line} line: {board}");
            assert_eq!(auto(&text), [one(1)], "{text}");
            assert_eq!(auto(&format!("{text}\n{text}\n{text}\n")), [one(1), one(2), one(3)], "{text}");
            let options = ReadOptions::default().shape(Shape::for_side(side).unwrap());
            assert_eq!(pieces(text.as_bytes(), &options), [one(1)], "{text}");
            let options = ReadOptions::default().format(Format::Line);
            assert_eq!(pieces(text.as_bytes(), &options), [one(1)], "{text}");
        }
    }
    // The same number of rows, with symbols too large for the small board, is a large board.
    let row: Vec<String> = (1..=16).map(|number| number.to_string()).collect();
    let text = format!("{}\n", row.join(" ")).repeat(16);
    assert_eq!(auto(&text).len(), 1);
    let numbers: Vec<String> = (0..625).map(|i| (if i < 25 { i + 1 } else { 0 }).to_string()).collect();
    let options = ReadOptions::default().shape(Shape::new(5, 5).unwrap());
    for text in [numbers.join(" "), numbers.join(",")] {
        let record = notation::read(&text, &options).unwrap();
        assert_eq!(record.puzzle.givens().count(), 25);
        assert_eq!(notation::read(&text, &ReadOptions::default()).unwrap().puzzle, record.puzzle);
    }
}

#[test]
fn words_around_grids() {
    let text = format!("{}{}", grid(OPENING, 9), "\n");
    let (first, second) = (format!("2 grid: {OPENING}"), format!("14 grid: {OPENING}"));
    for title in ["Puzzle 7 (hard, 8.3)", "m = [", "Sudoku (easy)", "No. 12, of May"] {
        for caption in ["]", "Solution below", "];", "Solution (see page 12, below):"] {
            let all = format!("{title}\n{text}{caption}\n\n{text}{caption}\n");
            assert_eq!(auto(&all), [first.clone(), second.clone()], "{all}");
        }
    }
    let rows = grid(&OPENING.replace('.', "0"), 9);
    let rows = rows.lines().map(|row| format!("  [{}],\n", row.replace("", ", ").trim_matches([',', ' ']).to_owned()));
    let matrix = format!("puzzle = [\n{}]\n", rows.collect::<String>());
    assert_eq!(auto(&matrix), [format!("2 grid: {OPENING}")]);
}

/// If zero is a digit, it is also one among candidates; a table reports that it cannot keep the symbols.
#[test]
fn zero_as_a_digit() {
    let symbols = Symbols::new("012345678").unwrap();
    let line = "012345678........................................................................";
    let options = ReadOptions::default().symbols(symbols.clone());
    let record = notation::read(line, &options).unwrap();
    for format in [Format::Candidates, Format::Pencilmarks] {
        let written = notation::write(&record, format).unwrap();
        assert_eq!(pieces(written.text.as_bytes(), &options), [format!("1 candidates: {line}")]);
    }
    let lost = notation::write(&record, Format::Table).unwrap().lost;
    assert_eq!(lost, [Loss::Symbols { from: "0-8".into(), to: "numbers 1-9".into() }]);
    let sixteen = Record::new(Puzzle::empty(Shape::for_side(16).unwrap()));
    assert_eq!(notation::write(&sixteen, Format::Table).unwrap().lost, []);
}

/// A large board with few givens: each of its rows has as many cells as a smaller board has in all.
#[test]
fn rows_of_large_empty_boards_are_no_small_boards() {
    for side in [16, 25, 36, 64, 81, 100] {
        for (blank, gap) in [("0", " "), (".", " "), ("0", ",")] {
            let row = |r: usize| {
                let cell = |c: usize| if (r, c) == (5, 5) { "7" } else { blank };
                (0..side).map(cell).collect::<Vec<_>>().join(gap)
            };
            let board: String = (0..side).map(|r| row(r) + "\n").collect();
            let text = format!("{OPENING}\n\n{board}\n{OPENING}\n");
            let records: Vec<_> = notation::read_all(&text, &ReadOptions::default())
                .map(|record| record.unwrap_or_else(|error| panic!("{side} {blank} {gap}: {error}")).puzzle)
                .collect();
            let sides: Vec<usize> = records.iter().map(|puzzle| puzzle.shape().side()).collect();
            assert_eq!(sides, [9, side, 9], "{blank}{gap}");
            assert_eq!(records[1].filled().count(), 1);
        }
    }
    // More such rows than a large board can have are small boards.
    let line = OPENING.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let text = format!("{line}\n").repeat(82);
    assert_eq!(notation::read_all(&text, &ReadOptions::default()).count(), 82);
}

/// Read back with other boxes, it would be another puzzle.
#[test]
fn a_shape_that_is_not_stated_is_reported() {
    let tall: Shape = "3x2".parse().unwrap();
    let options = ReadOptions::default().shape(tall);
    let record = notation::read(".....1...3..43.......1.53.6....45...", &options).unwrap();
    let usual = record_of(&"1...............".parse().unwrap());
    for format in Format::ALL.iter().copied().filter(|format| format.is_written()) {
        let Ok(written) = notation::write(&record, format) else { continue };
        let read = notation::read(&written.text, &ReadOptions::default());
        let is_kept = read.is_ok_and(|read| read.puzzle.shape() == tall);
        assert_eq!(written.lost.contains(&Loss::Shape(tall)), !is_kept, "{format}");
        assert!(!notation::write(&usual, format).unwrap().lost.iter().any(|loss| matches!(loss, Loss::Shape(_))));
    }
}
