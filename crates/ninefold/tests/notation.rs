//! Texts as people have them: cut into puzzles, recognised and read; and every format written and read
//! back.

use ninefold::notation::{self, Format, Loss, Piece, ReadOptions, Record, Splitter};
use ninefold::{Cell, Digit, Puzzle, Shape, Symbols};
use proptest::prelude::*;

const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
const MOONBIT: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Each piece as `line format: puzzle in line format, or what is wrong`.
fn pieces(text: &[u8], options: &ReadOptions) -> Vec<String> {
    let whole = split(text, options, text.len().max(1));
    // However the text arrives, the pieces are the same.
    for step in [1, 7, 64, 1000] {
        assert_eq!(split(text, options, step), whole, "in steps of {step}");
    }
    whole
}

/// Reads a text that becomes known `step` bytes at a time.
fn split(text: &[u8], options: &ReadOptions, step: usize) -> Vec<String> {
    let mut splitter = Splitter::new(options);
    let (mut start, mut known) = (0, 0);
    let mut found = Vec::new();
    loop {
        let piece = splitter.next(&text[start..known], known == text.len());
        match piece {
            Some(piece) => {
                found.push(told(&piece, &text[start..known], options));
                start += piece.end;
            }
            None if known == text.len() => return found,
            None => known = text.len().min(known + step),
        }
    }
}

fn told(piece: &Piece, text: &[u8], options: &ReadOptions) -> String {
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
            "5 line: 5 cells, expected 81 (9x9); 'h' at position 1, 'e' at position 2, 'l' at position 3 and 2 more \
             are no symbols of 1-9 and no blanks ('.' or '0')"
                .into(),
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

/// Sixteen lines of sixteen symbols are a 16x16 grid or sixteen 4x4 puzzles, by what stands in them.
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
    assert!(auto(&nine)[0].starts_with("1 table: '12' at position 76 (r9c4) is no symbol of 1-"), "{:?}", auto(&nine));
}

#[test]
fn other_one_line_formats() {
    let sukaku = notation::write(&Record::new(MOONBIT.parse().unwrap()), Format::Sukaku).unwrap().text;
    assert!(auto(&sukaku)[0].starts_with("1 sukaku: "));
    assert_eq!(auto(&format!(":0901:1:{OPENING}:411 512:::\n")), [format!("1 hodoku: {OPENING}")]);
    assert_eq!(auto(&format!("{}\n", OPENING.replacen('8', "+8", 1))), [format!("1 susser: {OPENING}")]);
    assert_eq!(auto(&format!("{OPENING}:411 512\n")), [format!("1 susser: {OPENING}")]);
    assert_eq!(auto(&format!("0123456789ab {OPENING} 7.2\n")), [format!("1 line: {OPENING}")]);
    let xml = format!("<?xml version='1.0'?>\n<opensudoku>\n<game data=\"{OPENING}\" />\n</opensudoku>\n");
    assert_eq!(auto(&xml), [format!("3 line: {OPENING}")]);
    let spaces = OPENING.replace('.', " ");
    assert_eq!(auto(&format!("{spaces}\n")), [format!("1 line: {OPENING}")]);
    let options = ReadOptions::default().blanks(" ");
    assert_eq!(pieces(format!("{spaces}\n").as_bytes(), &options).len(), 1);
}

#[test]
fn comma_separated_files() {
    let solution = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
    for header in ["puzzle,solution", "quizzes,solutions"] {
        let text = format!("{header}\n{OPENING},{solution}\n{},\nx\n{MOONBIT},", OPENING.replace('.', "0"));
        let found = auto(&text);
        assert_eq!(found[0], format!("2 csv: {OPENING}"));
        assert_eq!(found[1], format!("3 csv: {OPENING}"));
        assert!(found[2].starts_with("4 csv: 1 cells, expected 81"));
        assert_eq!(found[3], format!("5 csv: {MOONBIT}"));
    }
    let text = format!("source,question,answer,rating\n\"a, b\",{OPENING},{solution},12\n");
    let record = notation::read(&text, &ReadOptions::default()).unwrap();
    assert_eq!(record.fields[&notation::Field::Source], "a, b");
    assert_eq!(record.fields[&notation::Field::Rating], "12");
    assert_eq!(record.fields[&notation::Field::Solution], solution);
    // Without a header: question and answer.
    assert_eq!(auto(&format!("{OPENING},{solution}\n")), [format!("1 line: {OPENING}")]);
}

#[test]
fn sdk_remarks_belong_to_their_grid() {
    let text = format!("#AMe\n#DFirst\n{}#DSecond\n{}", grid(OPENING, 9), grid(MOONBIT, 9));
    let records: Vec<Record> = notation::read_all(&text, &ReadOptions::default()).map(Result::unwrap).collect();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].fields[&notation::Field::Description], "First");
    assert_eq!(records[1].fields[&notation::Field::Description], "Second");
    assert!(!records[1].fields.contains_key(&notation::Field::Author));
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

/// A named format is taken at its word.
#[test]
fn forced_formats() {
    let options = ReadOptions::default().format(Format::Line);
    let found = pieces(grid(OPENING, 9).as_bytes(), &options);
    assert_eq!(found.len(), 9);
    assert!(found.iter().all(|piece| piece.contains("9 cells, expected 81")));
    let options = ReadOptions::default().format(Format::Grid);
    assert!(pieces(OPENING.as_bytes(), &options)[0].contains("not a square matrix"));
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
    assert_eq!(record.puzzle.digits().collect::<Vec<_>>(), [(Cell::new(7 * 400 + 9), Digit::new(400).unwrap())]);
    assert_eq!(notation::write(&record, Format::Table).unwrap().text.lines().count(), 400);
    // And on a single line.
    let line = notation::write(&record, Format::Line).unwrap().text;
    assert_eq!(notation::read(&line, &ReadOptions::default()).unwrap().puzzle, record.puzzle);
}

fn states() -> impl Strategy<Value = Record> {
    let shape = prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5)]);
    let entries = prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5), 0..60);
    (shape, entries).prop_map(|((rows, columns), entries)| {
        let shape = Shape::new(rows, columns).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        // Digits first: a candidate that a digit excludes anyway says nothing when it is removed.
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
    /// What a format can carry is read back exactly; what it cannot is told.
    #[test]
    fn formats_keep_what_they_do_not_report_lost(record in states(), format in prop::sample::select(Format::ALL.to_vec())) {
        let Ok(written) = notation::write(&record, format) else {
            prop_assert!(record.puzzle.shape().side() > 9);
            return Ok(());
        };
        let shape = record.puzzle.shape();
        let options = ReadOptions::default().shape(shape).symbols(record.symbols.clone());
        // Candidates of which no cell has two look like a grid of digits and must be named.
        let all = record.puzzle.candidates();
        let ambiguous = matches!(format, Format::Candidates | Format::Pencilmarks | Format::Sdx)
            && shape.cells().all(|cell| all.len(cell) < 2);
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
            // The solutions stay the same, unless removed candidates were dropped.
            if !lost(Loss::Candidates) && !lost(Loss::CandidatesAsDigits) && !lost(Loss::DigitsAsCandidates) {
                prop_assert_eq!(read.puzzle.candidates(), record.puzzle.candidates(), "{}\n{}", format, text);
            }
            if written.lost.is_empty() {
                prop_assert_eq!(&read.puzzle, &record.puzzle, "{}\n{}", format, text);
            }
        }
    }

    /// Any text at all: no panic, every piece lies where it says, and what is read is written and read
    /// back.
    #[test]
    fn any_text_is_survived(text in "[ -~\n1-9.|+#:0\u{2500}\u{e9}-]{0,400}", step in 1usize..50) {
        let options = ReadOptions::default();
        prop_assert_eq!(split(text.as_bytes(), &options, step), split(text.as_bytes(), &options, usize::MAX / 2));
    }
}

/// What is lost is told with and without numbers, in the same words.
#[test]
fn losses_have_a_kind() {
    let record = notation::read(":0602:1:1.+34............:212:213::", &ReadOptions::default()).unwrap();
    let lost = notation::write(&record, Format::Line).unwrap().lost;
    let told: Vec<String> = lost.iter().map(ToString::to_string).collect();
    let kinds: Vec<String> = lost.iter().map(|loss| loss.kind()).collect();
    assert_eq!(told[..2], ["placed digits became givens (1)", "removed candidates were left out (1)"]);
    assert_eq!(kinds[..2], ["placed digits became givens", "removed candidates were left out"]);
    assert_eq!(told[2..], kinds[2..]);
    assert_eq!(kinds.last().unwrap(), "there is no place for the eliminations");
}
