//! Boards copied from programs, tables and forums.

use super::*;

const SOLUTION: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";

fn read(text: &str) -> Record {
    notation::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Source: the format of tdoku's test data.
#[test]
fn columns_between_colons() {
    let text = format!("{OPENING}:1:{SOLUTION}\n");
    assert_eq!(auto(&text.repeat(2)), [format!("1 line: {OPENING}"), format!("2 line: {OPENING}")]);
    assert_eq!(read(&text).fields[&Field::Solution], SOLUTION);
    assert_eq!(read(&text).fields[&Field::Extra], "1");
    assert_eq!(auto("1.34............:0:\n"), ["1 line: 1.34............"]);
    // A list of candidates is still one.
    for removed in ["212 424", "212,424", ""] {
        assert_eq!(auto(&format!("1.34............:{removed}")), ["1 susser: 1.34............"]);
    }
}

/// Two puzzles with the same solution do not contradict each other.
#[test]
fn several_puzzles_of_one_grid_on_a_line() {
    let [one, other] = [
        ".....6....1..2...4562.81....2........831.....7.6.....9.9..3..8...7...4.....85..27",
        "478.9..........8.45....1...1......5.9...752....6.4................6.24....1..9.27",
    ];
    for text in [format!("{one} {other}\n"), format!("[\"{one}\", \"{other}\"]\n")] {
        assert_eq!(auto(&text), [one, other].map(|puzzle| format!("1 line: {puzzle}")), "{text}");
    }
    // A puzzle with some givens removed, or with digits placed, is a column about that puzzle.
    let fewer = one.replacen('6', ".", 1);
    for text in [format!("{one} {fewer}\n"), format!("{fewer} {one}\n")] {
        assert_eq!(auto(&text).len(), 1, "{text}");
    }
}

/// For each line, it must be decided whether a board follows.
#[test]
fn many_lines_of_a_program() {
    let found = auto(&(format!("{}{}", "x[1] = 2;\n".repeat(50), grid(OPENING, 9))));
    assert_eq!(found, [format!("51 grid: {OPENING}")]);
    let lines = 3_000;
    let options = ReadOptions::default();
    assert_eq!(notation::read_all(&"{\n".repeat(lines), &options).filter(Result::is_err).count(), lines);
}

/// Source: SQL tables and lists in programs, with the solution first.
#[test]
fn a_solution_before_its_puzzle() {
    for (text, is_rated) in [
        (format!("{SOLUTION},{OPENING}\n"), false),
        (format!("{SOLUTION} {OPENING} 4.5\n"), true),
        (format!("('{SOLUTION}', '{OPENING}'),\n"), false),
        (format!("{SOLUTION};{};4.5\n", OPENING.replace('.', "0")), true),
    ] {
        assert_eq!(auto(&text.repeat(2)), [1, 2].map(|line| format!("{line} line: {OPENING}")), "{text}");
        let record = read(&text);
        assert_eq!(record.fields[&Field::Solution], SOLUTION);
        assert_eq!(record.fields.get(&Field::Rating).map(|rating| &**rating), is_rated.then_some("4.5"));
        assert_eq!(record.fields.len(), 1 + usize::from(is_rated), "{:?}", record.fields);
    }
    // A board with a different digit is another puzzle.
    let other = OPENING.replacen(|c: char| c != '.', "9", 1);
    assert_eq!(auto(&format!("{SOLUTION},{other}\n")), [SOLUTION, &other].map(|board| format!("1 line: {board}")));
    let small = "1234341221434321 12..34..21434321";
    assert_eq!(read(small).puzzle.givens().count(), 12);
}

#[test]
fn a_saved_game_is_one_puzzle() {
    let state = OPENING.replacen('.', "4", 1);
    let noted = |index: usize| if index == 2 { "59" } else { "" };
    let marks: String = (0..9).map(|r| (0..9).map(|c| noted(9 * r + c)).collect::<Vec<_>>().join(",") + "\n").collect();
    let text = format!("#AMe\n[Puzzle]\n{}[State]\n{}[PencilMarks]\n{marks}", grid(OPENING, 9), grid(&state, 9));
    let two = format!("{text}\n[Puzzle]\n{}{MOONBIT}\n", grid(OPENING, 9));
    assert_eq!(auto(&two), [format!("1 sdk: {state}"), format!("33 sdk: {OPENING}"), format!("43 line: {MOONBIT}")]);
    let record = read(&text);
    assert_eq!(record.fields[&Field::Author], "Me");
    let givens: Puzzle = OPENING.parse().unwrap();
    assert_eq!(record.puzzle.givens().collect::<Vec<_>>(), givens.givens().collect::<Vec<_>>());
    assert_eq!(record.puzzle.filled().count(), givens.givens().count() + 1);
    let left: Vec<usize> =
        record.puzzle.candidates().digits_of(Cell::new(2)).map(|d| usize::from(d.number())).collect();
    assert_eq!(left, [5, 9]);
    let message = notation::read(&text.replace("[State]\n2", "[State]\n3"), &ReadOptions::default()).unwrap_err();
    assert_eq!(message.to_string(), "the state has 3 in r1c1, the given is 2");
}

/// A comma in place of a dot leaves columns that have the length of other boards.
#[test]
fn a_mistyped_symbol_makes_no_other_puzzle() {
    for place in [16, 17, 36, 44, 64, 40] {
        for mistyped in [",", ";"] {
            let mut text = OPENING.to_owned();
            text.replace_range(place..=place, mistyped);
            let found = auto(&text);
            assert_eq!(found.len(), 1);
            assert!(found[0].starts_with(&format!("1 line: '{mistyped}' at position {}", place + 1)), "{found:?}");
        }
    }
    // Columns with the length of a board by chance remain columns.
    let pair = format!("{},{},1.23456", "1.....".repeat(6), "123456".repeat(6));
    assert_eq!(pair.len(), 81);
    assert_eq!(auto(&pair), [format!("1 line: {}", "1.....".repeat(6))]);
}

#[test]
fn a_zero_beside_dots_may_be_a_digit() {
    let text = "0.1.2.3.4".to_owned() + &".........".repeat(7) + "5.6.7.8..";
    let note = "symbols read as 1-9; they could also be 0-8";
    for text in [text.clone(), grid(&text, 9)] {
        assert_eq!(read(&text).notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [note]);
    }
    assert!(read(&text.replace('8', "9")).notes.is_empty());
    assert!(read(&text.replace('.', "0")).notes.is_empty());
    assert!(notation::plain_digits(text.as_bytes(), &ReadOptions::default()).is_none());
    // Two zeros that share neither a row nor a column are digits.
    let two = text.replacen("5.6.7.8..", "5.6.7.80.", 1);
    assert_eq!(read(&two).notes[0].to_string(), "symbols read as 0-8; they could also be 1-9");
    assert_eq!(read(&two).puzzle.digit(Cell::new(0)), Digit::new(1));
    assert_eq!(read(&text.replacen("0.1.", "001.", 1)).notes[0].to_string(), note);
}

#[test]
fn matrices_of_no_size() {
    let three =
        "a 3x3 board cannot be divided into boxes (3 is a prime number); shape 1x3 would make every row its own box";
    assert_eq!(auto("1 0 3\n0 0 1\n1 1 1\n"), [format!("1 table: {three}")]);
    assert_eq!(auto("1 0\n0 0 1\n1 1 1\n"), ["1 table: not a square matrix: row 2 has 3 cells, row 1 has 2"]);
    assert_eq!(auto("12 34\n").len(), 1);
    let wide = ["0"; 1025].join(" ") + "\n";
    let text = wide.repeat(1025) + OPENING;
    let found: Vec<_> = notation::read_all(&text, &ReadOptions::default()).collect();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].as_ref().unwrap_err().to_string(), "the side of a board is at most 1024");
}

#[test]
fn the_end_mark_of_dos() {
    for end in ["\u{1a}", "\r\n\u{1a}", "\n\u{1a}\u{1a}\u{1a}"] {
        assert_eq!(
            auto(&format!("{MOONBIT}\r\n{OPENING}{end}")),
            [format!("1 line: {MOONBIT}"), format!("2 line: {OPENING}")]
        );
    }
}

/// The rows of the opening puzzle, with each cell made by a function, and what is between and around them.
fn laid_out(cell: &dyn Fn(char) -> String, between: &str, before: &str, after: &str) -> String {
    let row = |row: &str| format!("{before}{}{after}\n", row.chars().map(cell).collect::<Vec<_>>().join(between));
    grid(OPENING, 9).lines().map(row).collect()
}

fn plain(c: char) -> String {
    c.to_string()
}

fn zero(c: char) -> String {
    c.to_string().replace('.', "0")
}

fn quoted(c: char) -> String {
    format!("\"{c}\"")
}

fn empty(c: char) -> String {
    c.to_string().replace('.', "")
}

#[test]
fn rows_copied_from_tables() {
    for text in [
        laid_out(&empty, "\t", "", ""),
        laid_out(&|c| empty(c) + " ", "\t", "", ""),
        laid_out(&empty, ",", "", ""),
        laid_out(&plain, "\t", "\t", ""),
        // As in Markdown.
        laid_out(&plain, "|", "|", "|").replacen('\n', "\n|-|-|-|-|-|-|-|-|-|\n", 1),
        laid_out(&plain, "|", "|", "|").replacen('\n', "\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n", 1),
        format!("| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n{}", laid_out(&plain, "|", "|", "|")),
    ] {
        let found = auto(&format!("{text}\n{MOONBIT}\n"));
        assert_eq!(found.len(), 2, "{found:?}\n{text}");
        assert!(found[0].ends_with(OPENING), "{found:?}\n{text}");
    }
    // The first row has no digits.
    let blank = with_blank_first_row();
    assert_eq!(auto(&blank), [format!("1 grid: .........{}", &OPENING[9..])]);
}

fn with_blank_first_row() -> String {
    let rows = laid_out(&empty, "\t", "", "");
    "\t".repeat(8) + "\n" + rows.split_once('\n').unwrap().1
}

#[test]
fn drawn_boards_with_spaces_for_blanks() {
    let blank = |c: char| c.to_string().replace('.', " ");
    let parts = |row: &str, gap: &str| -> Vec<String> {
        let cells: Vec<char> = row.chars().collect();
        cells.chunks(3).map(|part| part.iter().map(|c| blank(*c)).collect::<Vec<_>>().join(gap)).collect()
    };
    let board = grid(OPENING, 9);
    for (gap, around, rule) in [
        (" ", " ", "+-------+-------+-------+"),
        (" ", "", "+-----+-----+-----+"),
        ("", "", "+---+---+---+"),
        ("  ", " ", "+---------+---------+---------+"),
    ] {
        let row = |row: &str| format!("|{around}{}{around}|\n", parts(row, gap).join(&format!("{around}|{around}")));
        let rows: Vec<String> = board.lines().map(row).collect();
        let bands: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
        let text = format!("{rule}\n{}\n{rule}\n", bands.join(&format!("{rule}\n")).trim_end());
        let second = 2 + text.lines().count();
        assert_eq!(auto(&text), [format!("2 grid: {OPENING}")], "{text}");
        assert_eq!(
            auto(&text.repeat(2)),
            [format!("2 grid: {OPENING}"), format!("{second} grid: {OPENING}")],
            "{text}"
        );
    }
}

#[test]
fn rows_in_programs() {
    let lines = |text: String| text;
    for text in [
        lines(laid_out(&quoted, ",", "[", "],")),
        format!("[{}]", laid_out(&quoted, ",", "[", "]").trim().replace('\n', ",")),
        format!("[{}]", laid_out(&quoted, ",", "[", "]").trim().replace('\n', "\n,")),
        laid_out(&plain, "", "\"", "\","),
        laid_out(&plain, "", "'", "',"),
        laid_out(&plain, "", "    \"", "\" +"),
        format!("{{{}}};\n", laid_out(&zero, ",", "{", "}").trim().replace('\n', ",\n ")),
        format!("{{\n{}}};\n", laid_out(&zero, ", ", "  {", "},")),
        format!("int board[9][9] = {{\n{}}};\n", laid_out(&zero, ", ", "  {", "},")),
        format!("% a puzzle\nn = 3;\npuzzle = [|\n{}|];\n", laid_out(&zero, ", ", "", "|")),
        format!("puzzle = [|{}", laid_out(&zero, ", ", "", " |").trim_end().replace('\n', "\n  ") + "];"),
        format!(
            "start=array2d(1..9,1..9,[\n{}",
            laid_out(&zero, ", ", "", ",").trim_end().trim_end_matches(',').to_owned() + "]);"
        ),
        laid_out(&zero, ", ", "", ", // row"),
    ] {
        let found = auto(&format!("{text}\n\n{MOONBIT}\n"));
        assert_eq!(found.len(), 2, "{found:?}\n{text}");
        assert!(found[0].ends_with(OPENING), "{found:?}\n{text}");
    }
}

#[test]
fn labels_of_rows_and_columns() {
    let board = grid(OPENING, 9);
    let labelled = |first: char, gap: &str| -> String {
        let label = |i: usize| char::from_u32(first as u32 + i as u32).unwrap();
        board
            .lines()
            .enumerate()
            .map(|(i, row)| format!("{}{}\n", label(i), row.chars().map(|c| format!("{gap}{c}")).collect::<String>()))
            .collect()
    };
    let numbers = |first: usize| (first..first + 9).map(|i| format!("  {i}")).collect::<String>();
    for text in [
        format!("{}\n{}", numbers(1), labelled('A', "  ")),
        format!("{}\n{}", numbers(0), labelled('0', "  ")),
        format!("{}\n{}", numbers(1).replace("  ", " "), labelled('1', " ")),
        labelled('A', " "),
    ] {
        let found = auto(&text);
        assert_eq!(found.len(), 1, "{found:?}\n{text}");
        assert!(found[0].ends_with(OPENING), "{found:?}\n{text}");
    }
    let drawn = "    1 2 3 4 5 6 7 8 9\n".to_owned()
        + &board
            .lines()
            .zip('A'..)
            .map(|(row, label)| format!("{label} | {} | {} | {} |\n", &row[..3], &row[3..6], &row[6..]))
            .collect::<String>();
    assert!(auto(&drawn)[0].ends_with(OPENING), "{:?}\n{drawn}", auto(&drawn));
}

#[test]
fn quotes_and_other_characters() {
    for text in [
        format!("`{OPENING}`"),
        format!("'{OPENING}',"),
        format!("> {OPENING}"),
        format!(">{OPENING}"),
        format!("#1 {OPENING}"),
        format!("#12. {OPENING} 7.2"),
        OPENING
            .chars()
            .map(|c| if c == '.' { '．' } else { char::from_u32(c as u32 - 0x30 + 0xff10).unwrap() })
            .collect(),
    ] {
        assert_eq!(
            auto(&format!("{text}\n{text}\n")),
            [format!("1 line: {OPENING}"), format!("2 line: {OPENING}")],
            "{text}"
        );
    }
    let board = grid(OPENING, 9);
    let keycap = |c: char| if c.is_ascii_digit() { format!("{c}\u{fe0f}\u{20e3}") } else { c.to_string() };
    let keycaps: String = board.replace('.', "⬜").chars().map(keycap).collect();
    for text in [board.replace('\n', "\n> ").trim_end_matches("> ").to_owned(), keycaps] {
        assert_eq!(auto(&text), [format!("1 grid: {OPENING}")], "{text}");
    }
    // A comment with a number is still a comment.
    assert_eq!(auto(&format!("#1 by somebody\n{OPENING}\n")), [format!("2 line: {OPENING}")]);
}

#[test]
fn links_without_a_puzzle_are_named() {
    for (link, message) in [
        ("https://a.org/b/c", "this link has no puzzle that can be read"),
        ("https://puzz.link/p?sudoku/9/9/i1g2", "puzzles of puzz.link and pzpr are not supported"),
        ("tinyurl.com/abcdefg", "this link only names a puzzle; open it and copy one that contains the puzzle"),
    ] {
        let found = auto(&format!("{link}\n{MOONBIT}\n"));
        assert_eq!(found, [format!("1 line: {message}"), format!("2 line: {MOONBIT}")]);
    }
    // An address above a grid states its source.
    assert_eq!(auto(&format!("https://example.org/1\n{}", grid(OPENING, 9))), [format!("2 grid: {OPENING}")]);
}

#[test]
fn rows_broken_over_several_lines() {
    for (side, width, gap) in [(16, 8, ""), (144, 18, "\n"), (36, 12, "")] {
        let shape = Shape::for_side(side).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        for i in 0..side {
            puzzle.give(shape.cell(i, (i * 5) % side), Digit::from_index(side - 1 - i));
        }
        let table = notation::write(&Record::new(puzzle.clone()), Format::Table).unwrap().text;
        let broken = |row: &str| {
            let cells: Vec<&str> = row.split_whitespace().collect();
            cells.chunks(width).map(|part| part.join(" ") + "\n").collect::<String>() + gap
        };
        let text: String = table.lines().map(broken).collect();
        for options in [ReadOptions::default(), ReadOptions::default().shape(shape)] {
            let found: Vec<_> = notation::read_all(&text, &options).collect();
            assert_eq!(found.len(), 1, "{side}");
            assert_eq!(found[0].as_ref().map(|record| &record.puzzle), Ok(&puzzle), "{side}");
        }
    }
}

/// Whatever is written, in any format and with any symbols: read back, it is the same puzzle or an error.
#[test]
fn no_format_turns_a_puzzle_into_another() {
    let symbols = |side: usize| {
        let letters: String = ('A'..='Z').take(side).collect();
        let zero: String = ('0'..='9').chain('A'..='Z').take(side).collect();
        [None, Some(letters), Some(zero)]
    };
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 5), (5, 2), (4, 3), (4, 4), (6, 2)] {
        let shape = Shape::new(rows, columns).unwrap();
        for alphabet in symbols(shape.side()) {
            for blank in [None, Some("0"), Some("-"), Some("_"), Some("*"), Some("~")] {
                let Some(named) =
                    alphabet.as_ref().map_or(Some(Symbols::for_side(shape.side())), |a| Symbols::new(a).ok())
                else {
                    continue;
                };
                let named = match blank.map(|blank| named.clone().with_blanks(blank)) {
                    Some(Ok(with)) => with,
                    Some(Err(_)) => continue,
                    None => named,
                };
                let mut puzzle = Puzzle::empty(shape);
                let grid = ninefold::generate::fill(shape, 0, 1);
                for cell in shape.cells().filter(|cell| !cell.index().is_multiple_of(3) && cell.index() % 7 < 4) {
                    puzzle.give(cell, grid.digit(cell));
                }
                let record = Record::new(puzzle).with_symbols(named);
                for format in Format::ALL.iter().copied() {
                    let Ok(written) = notation::write(&record, format) else { continue };
                    let text = format.header().map(|header| format!("{header}\n")).unwrap_or_default() + &written.text;
                    for read in notation::read_all(&text, &ReadOptions::default()).flatten() {
                        let (is_same, notes) = (read.puzzle.candidates() == record.puzzle.candidates(), &read.notes);
                        let is_said = !notes.is_empty() || !written.lost.is_empty();
                        assert!(is_same || is_said, "{format} {shape} {}\n{text}", record.symbols.name());
                    }
                }
            }
        }
    }
}

/// What is beside a board on its line, and may be more than a name, is not lost without a word.
#[test]
fn text_beside_a_board() {
    let notes = |text: &str| {
        let record = notation::read(text, &ReadOptions::default()).unwrap();
        assert_eq!(notation::write(&record, Format::Line).unwrap().text.trim(), OPENING, "{text}");
        record.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let rule = ["ignored: words that mention 'antiknight'"];
    assert_eq!(notes(&format!("{OPENING} Anti-knight")), rule);
    assert_eq!(notes(&format!("anti-knight 5: {OPENING}")), rule);
    assert_eq!(notes(&format!("{OPENING},,by A. Therman")), Vec::<String>::new());
    let solution = "123456789".repeat(9);
    assert_eq!(notes(&format!("{OPENING},{solution}")), Vec::<String>::new());
}
