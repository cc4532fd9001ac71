//! Texts as they occur in practice: cut into puzzles, recognised and read; and every format written and read back.

use super::checks;
use ninefold::notation::{self, Dialect, Field, Format, Loss, Piece, ReadOptions, Record, Splitter};
use ninefold::{Cell, Digit, Puzzle, Reason, Shape, Symbols};
use proptest::prelude::*;

mod drawn;
mod foreign;
mod json;
mod layouts;
mod links;
mod pastes;

const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
const MOONBIT: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Each piece as `line format: puzzle in line format`, or with what is wrong in place of the puzzle.
fn pieces(text: &[u8], options: &ReadOptions) -> Vec<String> {
    let whole = split(text, options, text.len().max(1));
    // However the text arrives, the pieces are the same.
    for step in [1, 7, 64, 1000] {
        assert_eq!(split(text, options, step), whole, "in steps of {step}");
    }
    whole
}

/// Reads a text that arrives `step` bytes at a time.
fn split(text: &[u8], options: &ReadOptions, step: usize) -> Vec<String> {
    let mut splitter = Splitter::new(options);
    let (mut start, mut known) = (0, 0);
    let mut found = Vec::new();
    loop {
        let piece = splitter.next(&text[start..known], known == text.len());
        match piece {
            Some(piece) => {
                found.push(described(&piece, &text[start..known], options));
                start += piece.end;
            }
            None if known == text.len() => return found,
            None => known = text.len().min(known + step),
        }
    }
}

fn described(piece: &Piece, text: &[u8], options: &ReadOptions) -> String {
    let what = match piece.read(text, options) {
        Ok(record) => notation::write(&record, Format::Line).unwrap().text.trim_end().to_owned(),
        Err(invalid) => invalid.to_string(),
    };
    format!("{} {}: {what}", piece.line, piece.format)
}

fn auto(text: &str) -> Vec<String> {
    pieces(text.as_bytes(), &ReadOptions::default())
}

fn grid(line: &str, side: usize) -> String {
    let symbols: Vec<char> = line.chars().collect();
    symbols.chunks(side).map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[test]
fn lines_good_and_bad() {
    let text = format!("{OPENING}\n\n# comment\n{}\nhello\n{MOONBIT}\r\n123\n{OPENING}", &OPENING[..80]);
    assert_eq!(
        auto(&text),
        [
            format!("1 line: {OPENING}"),
            "4 line: 80 cells, expected 81 (9x9)".into(),
            "5 line: 'hello' is not a puzzle: expected 81 cells (9x9)".into(),
            format!("6 line: {MOONBIT}"),
            "7 line: 3 cells, expected 81 (9x9)".into(),
            format!("8 line: {OPENING}"),
        ]
    );
}

#[test]
fn nothing_in_it() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}", " \t\r\n", "+---+\n"] {
        assert_eq!(auto(text), Vec::<String>::new(), "{text:?}");
    }
}

#[test]
fn byte_order_mark_and_windows_line_ends() {
    assert_eq!(
        auto(&format!("\u{feff}{OPENING}\r\n{MOONBIT}\r\n")),
        [format!("1 line: {OPENING}"), format!("2 line: {MOONBIT}")]
    );
    let text = format!("\u{feff}{}", grid(OPENING, 9).replace('\n', "\r\n"));
    assert_eq!(auto(&text), [format!("1 grid: {OPENING}")]);
}

#[test]
fn grids_with_titles_frames_and_gaps() {
    let (a, b) = (grid(OPENING, 9), grid(MOONBIT, 9));
    let (opening, moonbit) = (format!("grid: {OPENING}"), format!("grid: {MOONBIT}"));
    for (text, lines) in [
        (format!("{a}{b}"), [1, 10]),
        (format!("{a}\n{b}\n"), [1, 11]),
        (format!("Grid 01\n{a}Grid 02\n{b}"), [2, 12]),
        (format!("# one\n\n{a}# two\n{b}"), [3, 13]),
    ] {
        assert_eq!(auto(&text), [format!("{} {opening}", lines[0]), format!("{} {moonbit}", lines[1])], "{text}");
    }
    // Blank lines between bands.
    let bands: Vec<String> = a.lines().map(str::to_owned).collect();
    let text = bands.chunks(3).map(|band| band.join("\n") + "\n\n").collect::<String>();
    assert_eq!(auto(&format!("{text}{b}")), [format!("1 {opening}"), format!("13 {moonbit}")]);
    let record = Record::new(OPENING.parse().unwrap());
    for format in [Format::Box, Format::Ss, Format::Grid] {
        let text = notation::write(&record, format).unwrap().text;
        assert_eq!(auto(&format!("{text}{text}")).len(), 2, "{text}");
        let drawn = text.replace('|', "│").replace('-', "─").replace(['+', '*'], "┼");
        assert_eq!(auto(&drawn), [format!("{} {opening}", if format == Format::Ss { 2 } else { 1 })]);
    }
    let dashes = a.replace('.', "-");
    assert_eq!(auto(&format!("{dashes}{dashes}")).len(), 2);
}

/// A word that could name a column is a title if the rows of a grid follow.
#[test]
fn titles_that_name_a_column() {
    let (a, b) = (grid(OPENING, 9), grid(MOONBIT, 9));
    let framed = notation::write(&Record::new(OPENING.parse().unwrap()), Format::Ss).unwrap().text;
    for title in ["Sudoku", "puzzle", "Grid", "Puzzle, easy", "\u{feff}Quiz"] {
        let expected = [format!("2 grid: {OPENING}"), format!("11 grid: {MOONBIT}")];
        assert_eq!(auto(&format!("{title}\n{a}{b}")), expected, "{title}");
        assert_eq!(auto(&format!("{title}\n\n{framed}")), [format!("4 grid: {OPENING}")]);
    }
    // If whole boards follow, it is a header, even if the first board is bad.
    let four = "1.34............";
    for (header, row) in [("Puzzle", four), ("sudoku", OPENING), ("grid, name", &format!("{OPENING},x"))] {
        let board = row.split(',').next().unwrap();
        assert_eq!(auto(&format!("{header}\n{row}\n")), [format!("2 csv: {board}")]);
        let found = auto(&format!("{header}\nhello\n\n{row}\n"));
        assert!(found[0].starts_with("2 csv: 5 cells"), "{found:?}");
        assert_eq!(found[1..], [format!("4 csv: {board}")]);
    }
    assert_eq!(auto("Puzzle\n").len(), 1);
}

#[test]
fn a_bad_line_among_small_boards_is_no_title() {
    for board in ["1.34............", "1.34................................", OPENING] {
        for bad in ["bad", "1234", "hello world", "!", "12"] {
            let found = auto(&format!("{bad}\n{board}\n{bad}\n{board}\n"));
            assert_eq!(found.len(), 4, "{found:?}");
            assert!(found[0].starts_with("1 line: ") && found[0].contains(" expected "), "{found:?}");
            assert_eq!(found[1], format!("2 line: {board}"));
            assert_eq!(found[3], format!("4 line: {board}"));
        }
    }
}

#[test]
fn rows_on_one_line() {
    let rows = |text: &str, side: usize, between: &str| grid(text, side).trim().replace('\n', between);
    for (board, side) in [("1.34............", 4), (OPENING, 9), (&"1.34".repeat(64), 16)] {
        for text in [rows(board, side, "/"), rows(board, side, "/") + "/", rows(board, side, "/") + " # one"] {
            assert_eq!(auto(&text), [format!("1 line: {board}")], "{text}");
        }
    }
    assert_eq!(auto(&rows(OPENING, 9, " ")), [format!("1 line: {OPENING}")]);
    let ragged = rows(OPENING, 9, "/").replacen("........5", ".......%", 1);
    let message = "not a square matrix: row 2 has 8 cells, row 1 has 9; \
                   '%' at position 17 is neither one of 1-9 nor a blank ('.' or '0')";
    assert_eq!(auto(&ragged), [format!("1 line: {message}")]);
    // Cells with all their candidates are not rows of puzzles.
    let all = ["123456789"; 9].join(" ") + "\n";
    assert_eq!(auto(&all.repeat(9)), [format!("1 candidates: {}", ".".repeat(81))]);
}

#[test]
fn a_bad_grid_does_not_shift_the_next() {
    let (a, b) = (grid(OPENING, 9), grid(MOONBIT, 9));
    let short: String = a.lines().skip(1).map(|row| format!("{row}\n")).collect();
    let six: String = a.lines().skip(3).map(|row| format!("{row}\n")).collect();
    let band: String = a.lines().take(3).map(|row| format!("{row}\n")).collect();
    let long = format!("{a}{}\n", ".".repeat(9));
    let ragged = a.replacen("........5", ".......5", 1);
    for (bad, message) in [
        (short, "not a square matrix: 8 rows of 9 cells"),
        (six, "not a square matrix: 6 rows of 9 cells"),
        (band, "not a square matrix: 3 rows of 9 cells"),
        (long, "not a square matrix: 10 rows of 9 cells"),
        (ragged, "not a square matrix: row 2 has 8 cells, row 1 has 9"),
    ] {
        let found = auto(&format!("{b}\n{bad}\n{b}\n{b}"));
        let good = format!("grid: {MOONBIT}");
        let third = 11 + bad.lines().count() + 1;
        let expected = [
            format!("1 {good}"),
            format!("11 grid: {message}"),
            format!("{third} {good}"),
            format!("{} {good}", third + 10),
        ];
        assert_eq!(found, expected, "{bad}");
    }
}

#[test]
fn formats_and_shapes_may_be_mixed() {
    let four = "1...............";
    let six = "1.....".to_owned() + &".".repeat(30);
    let table =
        "5 5\n".to_owned() + &(0..25).map(|r| format!("{} {}\n", r + 1, ["0"; 24].join(" "))).collect::<String>();
    let candidates = notation::write(&Record::new(MOONBIT.parse().unwrap()), Format::Candidates).unwrap().text;
    let text = format!("{OPENING}\n{four}\n{six}\n{}\n{table}\n{candidates}\n{OPENING},x\n", grid(MOONBIT, 9));
    let found = auto(&text);
    let formats: Vec<&str> = found.iter().map(|piece| piece.split(' ').nth(1).unwrap()).collect();
    assert_eq!(formats, ["line:", "line:", "line:", "grid:", "table:", "candidates:", "line:"]);
    assert!(found[1].ends_with(four) && found[2].ends_with(&six) && found[3].ends_with(MOONBIT));
    assert!(found[4].contains(": 1......"), "{}", found[4]);
}

/// Sixteen lines of sixteen symbols are a 16x16 grid or sixteen 4x4 puzzles, depending on the symbols.
#[test]
fn sixteen_lines_of_sixteen() {
    let small = "12..............\n..34............\n".repeat(8);
    assert_eq!(auto(&small).len(), 16);
    assert_eq!(auto(&small.replace('.', "0")).len(), 16);
    let row = |r: usize| -> String {
        let symbol =
            |c: usize| char::from_digit(((r * 4 + r / 4 + c) % 16 + 1) as u32, 17).unwrap().to_ascii_uppercase();
        (0..16).map(|c| if (r + c).is_multiple_of(3) { symbol(c) } else { '.' }).collect::<String>() + "\n"
    };
    let large: String = (0..16).map(row).collect();
    assert!(auto(&large)[0].starts_with("1 grid: "), "{:?}", auto(&large));
    assert_eq!(auto(&large).len(), 1);
    let shape = ReadOptions::default().shape(Shape::new(4, 4).unwrap());
    assert_eq!(pieces(small.replace('1', "9").as_bytes(), &shape).len(), 1);
    let shape = ReadOptions::default().shape(Shape::new(2, 2).unwrap());
    assert_eq!(pieces(large.as_bytes(), &shape).len(), 16);
}

#[test]
fn tables_with_headers_and_brackets() {
    let rows = "1 0 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
    let line = "1.34341221434321";
    assert_eq!(auto(&format!("2 2\n{rows}2 2\n{rows}")), [format!("1 table: {line}"), format!("6 table: {line}")]);
    assert_eq!(auto(&format!("2\n1\n{}", rows.replace('0', "-1"))), [format!("1 table: {line}")]);
    let nested = format!("[[{}]]", rows.trim().replace('\n', "],\n [").replace(' ', ", "));
    assert_eq!(auto(&format!("{nested}\n{nested}\n")), [format!("1 table: {line}"), format!("5 table: {line}")]);
    let flat = nested.replace('\n', "");
    assert_eq!(auto(&format!("{flat}\n{flat}")), [format!("1 table: {line}"), format!("2 table: {line}")]);
    // A bracket that is never closed ends at the blank line.
    let open = nested.replace("]]", "]");
    assert_eq!(auto(&format!("{open}\n\n{nested}\n")).len(), 2);
    let wide = "2 3\n".to_owned() + &"0 0 0 0 0 6\n".repeat(6);
    assert!(auto(&wide)[0].starts_with("1 table: "));
    assert_eq!(auto(&wide.replace("2 3", "3 2")).len(), 1);
}

#[test]
fn sizes_without_boxes_and_out_of_range() {
    let seven = "1 2 3 4 5 6 7\n".repeat(7);
    assert_eq!(auto(&seven).len(), 1);
    assert!(auto(&seven)[0].contains("a 7x7 board cannot be divided into boxes"));
    let shape = ReadOptions::default().shape(Shape::new(1, 7).unwrap());
    assert_eq!(pieces(seven.as_bytes(), &shape).len(), 1);
    assert!(
        pieces(seven.as_bytes(), &shape)[0].contains("table: 1234567")
            || pieces(seven.as_bytes(), &shape)[0].contains("grid: 1234567")
    );
    let nine = "0 0 0 0 0 0 0 0 0\n".repeat(8) + "0 0 0 12 0 0 0 0 0\n";
    assert!(
        auto(&nine)[0].starts_with("1 table: '12' at position 76 (r9c4) is neither one of 1-"),
        "{:?}",
        auto(&nine)
    );
}

/// Even if a grid is not square, all its unknown symbols are reported.
#[test]
fn every_reason_at_once() {
    let unknown = "is neither one of 1-4 nor a blank ('.' or '0')";
    let shape = "not a square matrix: row 3 has 3 cells, row 1 has 4";
    assert_eq!(auto("12%4\n3412\n214\n4321\n"), [format!("1 grid: {shape}; '%' at position 3 {unknown}")]);
    assert_eq!(auto("1 2 7 4\n3 4 1 2\n2 1 4\n4 3 2 1\n"), [format!("1 grid: {shape}; '7' at position 3 {unknown}")]);
    let groups = "12 34 %4 23\n34 12 12 34\n12 34 23 1 4\n34 12 14 24\n";
    let options = ReadOptions::default().format(Format::Candidates);
    let shape = "not a square matrix: row 3 has 5 cells, row 1 has 4";
    assert_eq!(pieces(groups.as_bytes(), &options), [format!("1 candidates: {shape}; '%4' at position 3 {unknown}")]);
    // All 81 symbols of a 9x9 board are recorded; the message shows the first.
    let invalid = notation::read(&"%".repeat(81), &ReadOptions::default()).unwrap_err();
    assert_eq!(invalid.reasons().iter().filter(|r| matches!(r, Reason::UnknownSymbol { .. })).count(), 81);
    assert!(invalid.to_string().contains("'%' at position 3 (r1c3) and 78 more are neither symbols"), "{invalid}");
}

/// Refusing a long line that is not a puzzle takes no memory.
#[test]
fn long_lines_are_refused_in_short() {
    for (text, message) in [
        ("\0".repeat(1 << 20), "1048576 more are neither symbols"),
        ("\0".repeat((1 << 20) + 1), "1048577 cells, expected 81 (9x9)"),
        ("a 1 ".repeat(1 << 19), "1048576 cells, expected 1048576"),
        ("%".repeat(1 << 18), "262141 more are neither symbols"),
        ("\0".repeat((1 << 24) + 1), "16777217 bytes without an end"),
        ("[[0".to_owned() + &"[1,".repeat(1 << 20), "not a square matrix"),
        ("[".repeat(1 << 20), "no cells"),
    ] {
        for options in [ReadOptions::default(), ReadOptions::default().format(Format::Grid)] {
            for invalid in notation::read_all(&text, &options).filter_map(Result::err) {
                let symbols = invalid.reasons().iter().filter(|r| matches!(r, Reason::UnknownSymbol { .. }));
                assert!(symbols.count() <= 81);
                assert!(invalid.to_string().len() < 1000);
            }
        }
        let invalid = notation::read(&text, &ReadOptions::default()).unwrap_err().to_string();
        assert!(invalid.contains(message) || text.starts_with(['\0', 'a']), "{invalid}");
    }
}

#[test]
fn tags_on_one_line() {
    let game = |puzzle: &str| format!("<game data=\"{puzzle}\"/>");
    for between in ["", " ", "</x><y z=\"1\">", "\n", "\r\n\t"] {
        let text = format!("<opensudoku>{}{between}{}</opensudoku>\n{OPENING}\n", game(OPENING), game(MOONBIT));
        let second = 1 + between.matches('\n').count();
        let expected = [
            format!("1 line: {OPENING}"),
            format!("{second} line: {MOONBIT}"),
            format!("{} line: {OPENING}", second + 1),
        ];
        assert_eq!(auto(&text), expected);
        let options = ReadOptions::default().format(Format::Line);
        assert_eq!(pieces(text.as_bytes(), &options), expected);
    }
    // If these characters are symbols, they are not tags.
    let symbols = ReadOptions::default().symbols(Symbols::new("<>^v").unwrap());
    assert_eq!(pieces("<>^v><..........".as_bytes(), &symbols), ["1 line: <>^v><.........."]);
}

#[test]
fn blanks_are_the_same_everywhere() {
    let dots = OPENING.replace('.', "\u{b7}");
    assert_eq!(auto(&dots), [format!("1 line: {OPENING}")]);
    assert_eq!(auto(&grid(&dots, 9)), [format!("1 grid: {OPENING}")]);
    let candidates = "12 3 ~ 4\n~ ~ ~ ~\n~ ~ ~ ~\n~ ~ ~ ~\n";
    for format in [Format::Candidates, Format::Sdx] {
        let options = ReadOptions::default().format(format);
        let named = notation::read(candidates, &options.clone().blanks("~")).unwrap();
        assert_eq!(named.puzzle.filled().count(), 2);
        assert!(notation::read(candidates, &options).is_err());
        let dash = notation::read(&candidates.replace('~', "-"), &options.blanks("-")).unwrap();
        assert_eq!(dash.puzzle, named.puzzle);
    }
    // A blank that is otherwise part of frames.
    let options = ReadOptions::default().blanks("~");
    let text = grid(&OPENING.replace('.', "~"), 9);
    assert_eq!(pieces(text.as_bytes(), &options), [format!("1 grid: {}", OPENING.replace('.', "~"))]);
}

#[test]
fn other_one_line_formats() {
    let sukaku = notation::write(&Record::new(MOONBIT.parse().unwrap()), Format::Sukaku).unwrap().text;
    assert!(auto(&sukaku)[0].starts_with("1 sukaku: "));
    assert_eq!(auto(&format!(":0901:1:{OPENING}:411 512:::\n")), [format!("1 hodoku: {OPENING}")]);
    assert_eq!(auto(&format!("{}\n", OPENING.replacen('8', "+8", 1))), [format!("1 susser: {OPENING}")]);
    assert_eq!(auto(&format!("{OPENING}:411 512\n")), [format!("1 susser: {OPENING}")]);
    let bank = format!("0123456789ab {OPENING} 7.2\n");
    assert_eq!(auto(&bank), [format!("1 line: {OPENING}")]);
    let record = notation::read(&bank, &ReadOptions::default()).unwrap();
    assert_eq!(record.fields[&Field::Rating], "7.2");
    let written = notation::write(&record, Format::Csv(Dialect::Kaggle3M)).unwrap();
    assert_eq!((written.text, written.lost), (format!("0123456789ab,{OPENING},,30,7.2\n"), vec![]));
    let xml = format!("<?xml version='1.0'?>\n<opensudoku>\n<game data=\"{OPENING}\" />\n</opensudoku>\n");
    assert_eq!(auto(&xml), [format!("3 line: {OPENING}")]);
    let spaces = OPENING.replace('.', " ");
    assert_eq!(auto(&format!("{spaces}\n")), [format!("1 line: {OPENING}")]);
    let options = ReadOptions::default().blanks(" ");
    assert_eq!(pieces(format!("{spaces}\n").as_bytes(), &options).len(), 1);
}

/// Spaces are blanks on a line with the length of a board: a 9x9 one, or one of the known size.
#[test]
fn spaces_for_blanks_on_lines_of_any_size() {
    let small = "1.3.4...2.4....1";
    let large = format!("{}{}", "1.23..45.6789..ABCDE.F.G12", ".".repeat(229)) + "7";
    for (shape, line) in [((2, 2), small), ((4, 4), &large), ((3, 3), OPENING)] {
        let options = ReadOptions::default().shape(Shape::new(shape.0, shape.1).unwrap());
        let text = line.replace('.', " ");
        assert_eq!(pieces(text.as_bytes(), &options).len(), 1, "{text}");
        let record = notation::read(&text, &options).unwrap();
        assert_eq!(notation::puzzle_line(&record.puzzle, &record.symbols), line);
    }
    // If another size is known, 81 digits and spaces are not a 9x9 board.
    let options = ReadOptions::default().shape(Shape::new(2, 2).unwrap());
    let message = notation::read(&OPENING.replace('.', " "), &options).unwrap_err().to_string();
    assert!(!message.starts_with("81 cells"), "{message}");
}

/// Blanks that a format always writes in its own way are reported as such.
#[test]
fn blanks_of_a_format() {
    let symbols = Symbols::for_side(9).with_blanks("~").unwrap();
    let record = Record::new(OPENING.parse().unwrap()).with_symbols(symbols);
    for (dialect, blank, lost) in
        [(Dialect::Kaggle1M, '0', vec![Loss::Blank { from: '~', to: '0' }]), (Dialect::Plain, '~', vec![])]
    {
        let written = notation::write(&record, Format::Csv(dialect)).unwrap();
        assert_eq!(written.text, format!("{},\n", OPENING.replace('.', &blank.to_string())));
        assert_eq!(written.lost, lost);
    }
    let usual = Record::new(OPENING.parse().unwrap());
    assert_eq!(notation::write(&usual, Format::Csv(Dialect::Kaggle1M)).unwrap().lost, []);
    let space = usual.with_symbols(Symbols::for_side(9).with_blanks(" ").unwrap());
    let lost = notation::write(&space, Format::Csv(Dialect::Kaggle1M)).unwrap().lost;
    assert_eq!(lost, [Loss::Blank { from: ' ', to: '0' }]);
    let lost = notation::write(&space, Format::OpenSudoku).unwrap().lost;
    assert_eq!(lost, [Loss::Blank { from: ' ', to: '0' }]);
    // A blank that belongs to the symbols is a blank in every format.
    let symbols = Symbols::for_side(4).with_blanks("~").unwrap();
    let record = Record::new("1.34............".parse().unwrap()).with_symbols(symbols.clone());
    let grid = notation::write(&record, Format::Grid).unwrap();
    let options = ReadOptions::default().symbols(symbols).format(Format::Grid);
    assert_eq!(notation::read(&grid.text, &options).unwrap().puzzle, record.puzzle);
    // If 0 is a digit, the usual blank is used.
    let zeros = Symbols::new("012345678").unwrap().with_blanks("~").unwrap();
    let record = Record::new(OPENING.parse().unwrap()).with_symbols(zeros);
    let written = notation::write(&record, Format::Csv(Dialect::Kaggle1M)).unwrap();
    assert!(written.text.starts_with("1....0.27...") && !written.text.contains('~'), "{}", written.text);
    assert_eq!(written.lost, [Loss::Blank { from: '~', to: '.' }]);
}

#[test]
fn comma_separated_files() {
    let solution = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
    for header in ["puzzle,solution", "quizzes,solutions"] {
        let text = format!("{header}\n{OPENING},{solution}\n{},\nx\n{MOONBIT},", OPENING.replace('.', "0"));
        let found = auto(&text);
        assert_eq!(found[0], format!("2 csv: {OPENING}"));
        assert_eq!(found[1], format!("3 csv: {OPENING}"));
        assert!(found[2].starts_with("4 csv: 1 cell, expected 81"));
        assert_eq!(found[3], format!("5 csv: {MOONBIT}"));
    }
    let text = format!("source,question,answer,rating\n\"a, b\",{OPENING},{solution},12\n");
    let record = notation::read(&text, &ReadOptions::default()).unwrap();
    assert_eq!(record.fields[&Field::Source], "a, b");
    assert_eq!(record.fields[&Field::Rating], "12");
    assert_eq!(record.fields[&Field::Solution], solution);
    // Without a header: puzzle and solution.
    assert_eq!(auto(&format!("{OPENING},{solution}\n")), [format!("1 line: {OPENING}")]);
}

#[test]
fn headers_may_come_again() {
    let solution = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
    let text = format!(
        "{MOONBIT}\npuzzle,solution\n{OPENING},{solution}\nid;puzzle;rating\n1;{MOONBIT};1,5\npuzzle\n{OPENING}\n"
    );
    let csv = |line: usize, puzzle: &str| format!("{line} csv: {puzzle}");
    assert_eq!(auto(&text), [format!("1 line: {MOONBIT}"), csv(3, OPENING), csv(5, MOONBIT), csv(7, OPENING)]);
    let records: Vec<Record> = notation::read_all(&text, &ReadOptions::default()).map(Result::unwrap).collect();
    assert_eq!(records[1].fields[&Field::Solution], solution);
    assert_eq!(records[2].fields[&Field::Rating], "1,5");
}

#[test]
fn quoted_values_may_have_several_lines() {
    let text = format!("source,puzzle\n\"a\n\nb \"\"c\"\"\",{OPENING}\nx,{MOONBIT}\n");
    assert_eq!(auto(&text), [format!("2 csv: {OPENING}"), format!("5 csv: {MOONBIT}")]);
    let record = notation::read(&text, &ReadOptions::default()).unwrap();
    assert_eq!(record.fields[&Field::Source], "a\n\nb \"c\"");
    // A stray quote spoils its own row only.
    for rest in ["", "\n".repeat(100).as_str(), "\"a, b\",x\n"] {
        let text = format!("source,puzzle\n\"a,{OPENING}\nx,{MOONBIT}\n{rest}");
        let found = auto(&text);
        assert!(found[0].starts_with("2 csv: 1 column, "), "{found:?}");
        assert_eq!(found[1], format!("3 csv: {MOONBIT}"));
    }
}

/// A value that would break the syntax of a format is reported, not written.
#[test]
fn fields_that_a_format_cannot_hold() {
    let fields = |values: &[(Field, &str)]| {
        let record = Record::new(OPENING.parse().unwrap());
        values.iter().fold(record, |record, (field, value)| record.with_field(*field, *value))
    };
    for (format, field, value, kept) in [
        (Format::Hodoku, Field::Technique, "a:b", false),
        (Format::Hodoku, Field::Technique, "0901", true),
        (Format::Hodoku, Field::TechniqueDigits, "", true),
        (Format::Hodoku, Field::Extra, "a:b", true),
        (Format::Hodoku, Field::Extra, "a\nb", false),
        (Format::Sdk, Field::Comment, "a: b\nc", true),
        (Format::Sdk, Field::Comment, "a\n\nb", false),
        (Format::Sdk, Field::Source, "udoku", true),
        (Format::Csv(Dialect::Extreme), Field::Source, "a\n\"b\", c", true),
        (Format::Csv(Dialect::Kaggle3M), Field::Id, "#1", true),
        (Format::Csv(Dialect::Kaggle3M), Field::Id, "<1><2>", true),
    ] {
        let record = fields(&[(field, value)]);
        let written = notation::write(&record, format).unwrap();
        assert_eq!(written.lost, if kept { vec![] } else { vec![Loss::Field(field)] }, "{format} {value:?}");
        let text = format.header().map_or(String::new(), |header| header.to_owned() + "\n") + &written.text;
        let found: Vec<Record> = notation::read_all(&text, &ReadOptions::default()).map(Result::unwrap).collect();
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].puzzle, record.puzzle);
        assert_eq!(found[0].fields.get(&field).map(String::as_str), kept.then_some(value), "{text}");
    }
}

#[test]
fn a_comment_above_a_grid_is_no_remark() {
    let text = format!("#Sudoku of the day\n{}", grid(OPENING, 9));
    assert_eq!(auto(&text), [format!("2 grid: {OPENING}")]);
    assert!(notation::read(&text, &ReadOptions::default()).unwrap().fields.is_empty());
}

#[test]
fn sdk_remarks_belong_to_their_grid() {
    let text = format!("#AMe\n#DFirst\n{}#DSecond\n{}", grid(OPENING, 9), grid(MOONBIT, 9));
    let records: Vec<Record> = notation::read_all(&text, &ReadOptions::default()).map(Result::unwrap).collect();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].fields[&Field::Description], "First");
    assert_eq!(records[1].fields[&Field::Description], "Second");
    assert!(!records[1].fields.contains_key(&Field::Author));
}

#[test]
fn garbage_is_refused_line_by_line() {
    let mut text = b"\x00\x01\x02\xff\xfe\n".to_vec();
    text.extend(OPENING.as_bytes());
    text.extend(b"\n\x7fELF\x02\x01\x01\n\xf0\x28\x8c\x28\n");
    text.extend(MOONBIT.as_bytes());
    let found = pieces(&text, &ReadOptions::default());
    assert_eq!(found[1], format!("2 line: {OPENING}"));
    assert_eq!(found.last().unwrap(), &format!("5 line: {MOONBIT}"));
    assert_eq!(found.len(), 5);
}

/// If a format is named, it is used without guessing.
#[test]
fn forced_formats() {
    let options = ReadOptions::default().format(Format::Line);
    let found = pieces(grid(OPENING, 9).as_bytes(), &options);
    assert_eq!(found.len(), 9);
    assert!(found.iter().all(|piece| piece.contains("9 cells, expected 81")));
    let options = ReadOptions::default().format(Format::Grid);
    assert!(pieces(&OPENING.as_bytes()[..80], &options)[0].contains("a single row of 80 cells"));
    assert!(pieces(OPENING.as_bytes(), &options)[0].starts_with("1 grid: "));
    let options = ReadOptions::default().format(Format::Sukaku).shape(Shape::new(2, 2).unwrap());
    let four = "1234".repeat(16);
    assert!(pieces(four.as_bytes(), &options)[0].starts_with("1 sukaku: ......"));
    let letters = ReadOptions::default().symbols(Symbols::new("TONYBLAIR").unwrap());
    let text = "TONYBLAIR\n".to_owned() + &".........\n".repeat(8);
    assert_eq!(
        pieces(text.as_bytes(), &letters),
        ["1 grid: TONYBLAIR........................................................................"]
    );
}

#[test]
fn a_board_of_400_by_400() {
    let side = 400;
    let mut text = String::new();
    for row in 0..side {
        let cells: Vec<String> =
            (0..side).map(|c| if (row, c) == (7, 9) { "400".into() } else { "0".into() }).collect();
        text += &(cells.join(" ") + "\n");
    }
    let record = notation::read(&text, &ReadOptions::default()).unwrap();
    assert_eq!(record.puzzle.shape(), Shape::new(20, 20).unwrap());
    assert_eq!(record.puzzle.filled().collect::<Vec<_>>(), [(Cell::new(7 * 400 + 9), Digit::new(400).unwrap())]);
    assert_eq!(notation::write(&record, Format::Table).unwrap().text.lines().count(), 400);
    // Also on a single line.
    let line = notation::write(&record, Format::Line).unwrap().text;
    assert_eq!(notation::read(&line, &ReadOptions::default()).unwrap().puzzle, record.puzzle);
}

/// Every format that claims to hold boards with numbers for digits does so.
#[test]
fn boards_of_numbers_in_every_format() {
    for (rows, columns) in [(6, 6), (7, 6), (6, 7)] {
        let shape = Shape::new(rows, columns).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        for i in 0..shape.side() {
            puzzle.give(shape.cell(i, (i * 5) % shape.side()), Digit::from_index(i));
        }
        let record = Record::new(puzzle);
        let mut held = 0;
        for format in Format::ALL.iter().copied() {
            let Ok(written) = notation::write(&record, format) else { continue };
            held += 1;
            assert!(written.lost.iter().all(|loss| *loss == Loss::Shape(shape)), "{format}");
            let text = format.header().map_or(String::new(), |header| header.to_owned() + "\n") + &written.text;
            let shaped = ReadOptions::default().shape(shape);
            let usual = Shape::for_side(shape.side()) == Ok(shape);
            for options in [shaped.clone(), shaped.format(format)].into_iter().chain(usual.then(ReadOptions::default)) {
                let found: Vec<_> = notation::read_all(&text, &options).map(|read| read.map(|r| r.puzzle)).collect();
                assert_eq!(found, [Ok(record.puzzle.clone())], "{format}");
            }
        }
        assert_eq!(held, 12);
        // A missing cell is reported, and a puzzle with its solution is read.
        let line = notation::write(&record, Format::Line).unwrap().text;
        let message = notation::read(&line[1..], &ReadOptions::default()).unwrap_err().to_string();
        let count = shape.cell_count();
        assert_eq!(message.split(" (").next().unwrap(), format!("{} cells, expected {count}", count - 1));
        let solution = ["1"; 36 * 36].join(" ");
        let found = notation::read(&format!("{},{solution}", line.trim()), &ReadOptions::default()).unwrap();
        assert_eq!(found.fields.contains_key(&Field::Solution), count == 36 * 36);
    }
}

/// From side 31 on, `U` is a digit, and another candidate may follow it.
#[test]
fn u_as_a_candidate_and_as_a_mark() {
    let shape = Shape::new(4, 8).unwrap();
    let digit = |c: char| Symbols::for_side(32).digit(c).unwrap();
    let mut puzzle = Puzzle::empty(shape);
    let keep = |puzzle: &mut Puzzle, cell: Cell, kept: &str| {
        let removed = shape.digits().filter(|d| !kept.chars().any(|c| digit(c) == *d));
        removed.for_each(|digit| puzzle.remove_candidate(cell, digit));
    };
    keep(&mut puzzle, Cell::new(0), "UV");
    puzzle.place(Cell::new(500), digit('5'));
    puzzle.place(Cell::new(1000), digit('U'));
    for format in [Format::Candidates, Format::Pencilmarks, Format::Sdx] {
        let written = notation::write(&record_of(&puzzle), format).unwrap();
        let read = notation::read(&written.text, &ReadOptions::default()).unwrap().puzzle;
        assert_eq!(read.candidates(), puzzle.candidates(), "{format}");
        assert_eq!(read == puzzle, format == Format::Sdx);
        assert_eq!(written.lost.is_empty(), format == Format::Sdx);
    }
    puzzle.place(Cell::new(200), digit('V'));
    let written = notation::write(&record_of(&puzzle), Format::Sdx).unwrap();
    assert_eq!(written.lost, [Loss::PlacedAsGivens(1)]);
    let read = notation::read(&written.text, &ReadOptions::default()).unwrap().puzzle;
    assert_eq!(read.candidates(), puzzle.candidates());
}

fn record_of(puzzle: &Puzzle) -> Record {
    Record::new(puzzle.clone())
}

fn states() -> impl Strategy<Value = Record> {
    let shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (5, 6), (4, 8), (5, 7), (6, 6), (7, 6)];
    let shape = prop::sample::select(shapes.to_vec());
    let entries = prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5), 0..60);
    (shape, entries).prop_map(|((rows, columns), entries)| {
        let shape = Shape::new(rows, columns).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        // Digits first: removing a candidate that a digit excludes anyway means nothing.
        let (digits, removals): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(_, _, action)| *action < 3);
        for (cell, digit, action) in digits.into_iter().chain(removals) {
            let cell = Cell::new(cell.index(shape.cell_count()));
            let digit = Digit::from_index(digit.index(shape.side()));
            let clash = shape.peers(cell).any(|peer| puzzle.digit(peer) == Some(digit));
            match action {
                0 | 1 if !clash => puzzle.give(cell, digit),
                2 if !clash => puzzle.place(cell, digit),
                3.. if puzzle.digit(cell).is_none() && puzzle.candidates().contains(cell, digit) => {
                    puzzle.remove_candidate(cell, digit);
                }
                _ => {}
            }
        }
        Record::new(puzzle)
    })
}

proptest! {
    /// What a format can represent is read back exactly; what it cannot is reported.
    #[test]
    fn formats_keep_what_they_do_not_report_lost(record in states(), format in prop::sample::select(Format::ALL.to_vec())) {
        let Ok(written) = notation::write(&record, format) else {
            prop_assert!(record.puzzle.shape().side() > 9 || !format.is_written());
            return Ok(());
        };
        let shape = record.puzzle.shape();
        let options = ReadOptions::default().shape(shape).symbols(record.symbols.clone());
        // If no cell has two candidates, they look like a grid of digits, and the format must be named.
        let all = record.puzzle.candidates();
        let ambiguous = matches!(format, Format::Candidates | Format::Pencilmarks | Format::Sdx)
            && shape.cells().all(|cell| all.count_of(cell) < 2);
        let detected = (!ambiguous).then(|| options.clone());
        for options in detected.into_iter().chain([options.format(format)]) {
            let mut text = written.text.clone();
            if let Some(header) = format.header() {
                text = format!("{header}\n{text}");
            }
            let read: Vec<_> = notation::read_all(&text, &options).collect();
            prop_assert_eq!(read.len(), 1, "{} {}", format, text);
            let read = read[0].as_ref().map_err(|e| TestCaseError::fail(format!("{format} {e}\n{text}")))?;
            let lost = |loss: fn(usize) -> Loss| written.lost.iter().any(|l| std::mem::discriminant(l) == std::mem::discriminant(&loss(0)));
            // The candidates stay the same, unless removals were dropped.
            if !lost(Loss::Candidates) && !lost(Loss::CandidatesAsDigits) && !lost(Loss::DigitsAsCandidates) {
                prop_assert_eq!(read.puzzle.candidates(), record.puzzle.candidates(), "{}\n{}", format, text);
            }
            if written.lost.is_empty() {
                prop_assert_eq!(&read.puzzle, &record.puzzle, "{}\n{}", format, text);
            }
        }
    }

    /// Any text at all: no panic, the same pieces however it arrives, every piece is where it claims to be, and all that is
    /// read can be written and read back.
    #[test]
    fn any_text_is_survived(text in "[ -~\n1-9.|+#:0\u{2500}\u{e9}-]{0,400}", step in 1usize..50) {
        let options = ReadOptions::default();
        prop_assert_eq!(split(text.as_bytes(), &options, step), split(text.as_bytes(), &options, usize::MAX / 2));
        checks::text(text.as_bytes());
    }

    /// The same for texts that resemble puzzles, of unknown and of named formats.
    #[test]
    fn text_of_puzzles_and_mistakes_is_survived(
        parts in prop::collection::vec(prop::sample::select(PARTS.to_vec()), 0..12),
        step in 1usize..50,
        named in any::<[u8; 2]>(),
    ) {
        let options = ReadOptions::default();
        let text = parts.concat();
        prop_assert_eq!(split(text.as_bytes(), &options, step), split(text.as_bytes(), &options, usize::MAX / 2));
        checks::text(text.as_bytes());
        checks::format(&[&named, text.as_bytes()].concat());
    }
}

/// Losses are reported with and without numbers, in the same words.
#[test]
fn losses_have_a_kind() {
    let record = notation::read(":0602:1:1.+34............:212:213::", &ReadOptions::default()).unwrap();
    let lost = notation::write(&record, Format::Line).unwrap().lost;
    let words: Vec<String> = lost.iter().map(ToString::to_string).collect();
    let kinds: Vec<String> = lost.iter().map(|loss| loss.kind()).collect();
    assert_eq!(words[..2], ["placed digits became givens (1)", "removed candidates were left out (1)"]);
    assert_eq!(kinds[..2], ["placed digits became givens", "removed candidates were left out"]);
    assert_eq!(words[2..], kinds[2..]);
    assert_eq!(kinds.last().unwrap(), "there is no place for the eliminations");
}

/// Parts of texts in all formats.
const PARTS: [&str; 36] = [
    "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79",
    "see www.f-puzzles.com/?load=N4IgzglgXgpiBcB and ",
    "?bd=1.34............ ",
    "m=edit&p=AQMA/P9hYmMAQMA/P9h",
    "https://a.org/x#p=1.34............",
    "scf5 ctcIYkIYkIYkIYkIYkI",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "puzzle,solution\n",
    "Sudoku\n",
    "id;puzzle;rating\n",
    "bad",
    "#A Somebody\n",
    "#comment",
    "1.34............",
    "1.34............\n",
    "1.34/..../..../....",
    "1.34\n3412\n2143\n4321\n",
    "1 2 0 4\n0 0 0 0\n0 0 0 0\n0 0 0 1\n",
    "2 2\n",
    "[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]",
    "12 34 - 4\n",
    "1.+34............:212",
    ":0901:13:1.+34............:212 424:113 114::",
    "<game data=\"1.34............\"/>",
    "<x>",
    "\"",
    ",",
    "|",
    "+--+--+\n",
    "----\n",
    "u1 234 2 3\n",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n",
    "4.....8.5 .3....... ...7..... .2.....6. ....8.4.. ....1.... ...6.3.7. 5..2..... 1.4......",
];

/// With too many symbols for a board, some would name digits that it does not have; with too few, some digits would have none.
#[test]
fn symbols_that_do_not_fit_are_refused_or_replaced() {
    let small = ReadOptions::default().shape(Shape::new(2, 2).unwrap()).symbols(Symbols::for_side(9));
    let object = r#"{"puzzle":"7..............."}"#;
    for text in
        ["7...............", "7 . . .\n. . . .\n. . . .\n. . . .\n", object, "puzzle,solution\n7...............,\n"]
    {
        let message = notation::read(text, &small).unwrap_err().to_string();
        assert_eq!(message, "9 symbols (1-9), expected 4 for boxes of 2x2", "{text}");
    }
    let mut board = Puzzle::empty(Shape::NINE);
    board.give(Cell::new(0), Digit::new(1).unwrap());
    let two = Record::new(board).with_symbols(Symbols::new("AB").unwrap());
    for format in Format::ALL.iter().filter(|format| format.is_written()) {
        let written = notation::write(&two, *format).unwrap();
        let back = notation::read(&written.text, &ReadOptions::default().format(*format)).unwrap();
        assert_eq!(back.puzzle.candidates(), two.puzzle.candidates(), "{format}: {}", written.text);
    }
}
