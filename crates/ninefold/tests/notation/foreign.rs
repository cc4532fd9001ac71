//! Puzzles in other people's programs, tables and documents.

use super::*;
use ninefold::notation::AnyRecord;

const OTHER: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

fn all(lines: &[(u64, &str)]) -> Vec<String> {
    lines.iter().map(|(line, puzzle)| format!("{line} line: {puzzle}")).collect()
}

fn table(text: &str) -> Vec<String> {
    auto(text).iter().map(|piece| piece.replacen("table", "grid", 1)).collect()
}

/// The rows of a board, with each cell written by `cell` and separated by `between`.
fn rows(cell: impl Fn(char) -> String, between: &str) -> Vec<String> {
    let row = |row: &str| row.chars().map(&cell).collect::<Vec<_>>().join(between);
    grid(OPENING, 9).lines().map(row).collect()
}

fn number(c: char) -> String {
    if c == '.' { "0".to_owned() } else { c.to_string() }
}

/// All puzzles on a line are read, not only the first.
#[test]
fn several_puzzles_on_a_line() {
    for text in [
        format!("[\"{OPENING}\", \"{MOONBIT}\", \"{OTHER}\"]"),
        format!("  puzzles = ['{OPENING}', '{MOONBIT}', '{OTHER}'];"),
        format!("{OPENING},{MOONBIT},{OTHER}"),
        format!("{OPENING};{MOONBIT};{OTHER}"),
        format!("{OPENING} {MOONBIT}\t{OTHER}"),
        format!("VALUES (1,'{OPENING}'),(2,'{MOONBIT}'),(3,'{OTHER}');"),
        format!("{{easy:\"{OPENING}\",medium:\"{MOONBIT}\",hard:\"{OTHER}\"}}"),
    ] {
        assert_eq!(auto(&text), all(&[(1, OPENING), (1, MOONBIT), (1, OTHER)]), "{text}");
        let two = format!("{text}\n\n{MOONBIT}\n");
        assert_eq!(auto(&two)[3..], all(&[(3, MOONBIT)]), "{text}");
    }
    for around in ["– ", "• ", "\u{e9} "] {
        assert_eq!(auto(&format!("{around}{OPENING} – {MOONBIT}")), all(&[(1, OPENING), (1, MOONBIT)]), "{around}");
    }
    let many = format!("[\"{}\"]", [OPENING, MOONBIT].repeat(50).join("\",\""));
    assert_eq!(auto(&many), all(&[(1, OPENING), (1, MOONBIT)].repeat(50)));
    let zeros = |text: &str| text.replace('.', "0");
    let text = format!("{},{}", zeros(OPENING), zeros(MOONBIT));
    assert_eq!(auto(&text), all(&[(1, OPENING), (1, MOONBIT)]));
}

/// Puzzles with few givens are not taken for ratings, nor repetitions in a list for the progress of the first puzzle.
#[test]
fn further_puzzles_with_few_givens() {
    let [few, none, first] = ["2", ".", "1"].map(|start| format!("{start:.<16}"));
    for text in [format!("[\"{first}\",\"{few}\"]"), format!("{first} {few}"), format!("{first},{few}")] {
        assert_eq!(auto(&text), all(&[(1, &first), (1, &few)]), "{text}");
    }
    let nine = format!("..7{:.<78}", "");
    assert_eq!(auto(&format!("{OPENING} {nine}")), all(&[(1, OPENING), (1, &nine)]));
    let list = format!("[\"{first}\", \"{first}\", \"{none}\", \"12{}\"]", ".".repeat(14));
    assert_eq!(auto(&list).len(), 4, "{list}");
}

/// A mistyped map is refused rather than ignored; the puzzle must not be read as one with the usual boxes.
#[test]
fn broken_maps_of_regions_are_refused() {
    let message = |text: &str| notation::read(text, &ReadOptions::default()).unwrap_err().to_string();
    let expected = "the map of regions has '4' in several pieces, expected one piece of 4 cells";
    assert_eq!(message("1............... 1112142234423334"), expected);
    assert!(message("1............... AAABACBBCCBDCDDC").starts_with("the map of regions has 'C' in several pieces"));
    let nine: String = (0..81).map(|cell| char::from(b'1' + (cell / 27 * 3 + cell % 9 / 3) as u8)).collect();
    assert!(notation::read(&format!("{OPENING} {nine}"), &ReadOptions::default()).is_ok());
    let spoilt = nine.replacen("111222", "112222", 1);
    assert!(message(&format!("{OPENING} {spoilt}")).contains("has '1' in 8 cells"), "{spoilt}");
    for (map, count) in [(&nine[1..], 80), (&nine[..72], 72), (&*format!("{nine}999"), 84)] {
        assert!(message(&format!("{OPENING} {map}")).contains(&format!("has {count} cells, expected 81")), "{map}");
    }
    // Numbers, names and solutions of about the same length are not maps.
    for word in ["417369825632158947", "1234567890", "aabbccddeeffgg", &OPENING[1..], &"12".repeat(40), &"a".repeat(80)]
    {
        assert!(notation::read(&format!("{OPENING} {word}"), &ReadOptions::default()).is_ok(), "{word}");
    }
    let rows = ["1112132233243444", "1112132233243443", "111213223324344"];
    let table = rows.map(|map| format!("1...............,{map}\n")).concat();
    for name in ["regions", "jigsaw", "map"] {
        let found = auto(&format!("puzzle,{name}\n{table}"));
        assert!(found.len() == 3 && found[1].contains("the map of regions has"), "{found:?}");
        assert!(found[2].contains("the map of regions has 15 cells, expected 16"), "{found:?}");
    }
}

#[test]
fn a_solution_or_a_state_is_no_further_puzzle() {
    let solution = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
    let state = &(solution[..40].to_owned() + &OPENING[40..]);
    let full = solution.replacen("24", "42", 1);
    // Masks of givens, numbers of candidates, and other values that have the length of a board by chance.
    let mask: String = OPENING.chars().map(|c| if c == '.' { '0' } else { '1' }).collect();
    let counts = "342053420".repeat(9);
    for column in [solution, state, &OPENING.replace('.', "0"), &full, "4.5", "1..", &MOONBIT[..80], &mask, &counts] {
        assert_eq!(auto(&format!("{OPENING},{column}")), all(&[(1, OPENING)]), "{column}");
    }
    assert_eq!(auto(&format!("{OPENING} # {MOONBIT}")), all(&[(1, OPENING)]));
    for column in ["0.00012345678901", "4f1c09ab7d3e5f60", "1234123412341234"] {
        assert_eq!(auto(&format!("1.34............,{column}")), ["1 line: 1.34............"], "{column}");
    }
    // Complete boards are not each other's solutions.
    let moved = format!("{}{}", &solution[27..], &solution[..27]);
    assert_eq!(auto(&format!("[\"{solution}\",\"{moved}\"]")), all(&[(1, solution), (1, &moved)]));
}

/// Source: programs in C, Java and Python, which number digits from 0 and use -1 for blanks.
#[test]
fn numbers_from_zero() {
    let board = |blank: &str| {
        let cell = |row: usize, column: usize| match (row + column) % 3 {
            0 => ((4 * row + row / 4 + column) % 16).to_string(),
            _ => blank.to_owned(),
        };
        (0..16).map(|r| (0..16).map(|c| cell(r, c)).collect::<Vec<_>>().join(" ") + "\n").collect::<String>()
    };
    let certain = notation::read(&board("-1"), &ReadOptions::default()).unwrap();
    assert_eq!((certain.symbols.name().as_str(), certain.notes.len()), ("0-9A-F", 0));
    assert_eq!(certain.puzzle.digit(Cell::new(0)), Digit::new(1));
    assert_eq!(certain.puzzle.digit(Cell::new(15)), Digit::new(16));
    let likely = notation::read(&board("."), &ReadOptions::default()).unwrap();
    assert_eq!(likely.puzzle, certain.puzzle);
    assert_eq!(likely.notes[0].to_string(), "symbols read as 0-9A-F; they could also be numbers 1-16");
    let named = ReadOptions::default().symbols(Symbols::new("ABCDEFGHIJKLMNOP").unwrap());
    assert_eq!(notation::read(&board("-1"), &named).unwrap().puzzle, certain.puzzle);
    // A 16 somewhere, or 0 for blanks, means that numbers begin with 1.
    let usual = board("-1").replacen("15", "16", 1);
    assert_eq!(notation::read(&usual, &ReadOptions::default()).unwrap().symbols.name(), "numbers 1-16");
    let matrix = "[[0,-1,-1,-1],[-1,-1,0,-1],[-1,1,-1,-1],[-1,-1,-1,3]]";
    let small = notation::read(matrix, &ReadOptions::default()).unwrap();
    assert_eq!((small.symbols.name().as_str(), small.puzzle.digit(Cell::new(15))), ("0-3", Digit::new(4)));
}

#[test]
fn matrices_in_programs() {
    let expected = [format!("1 grid: {OPENING}")];
    let lists = rows(number, ",");
    let brackets = format!("[[{}]]", lists.join("],\n  ["));
    for text in [
        format!("sudoku = np.array({brackets})\n"),
        format!("array({brackets})\n"),
        format!("problem(1, {}).\n", brackets.replace('0', "_")),
        format!("Input: board = {}\n", brackets.replace('\n', "")),
        format!("grid = {}\n", brackets.replace('0', "None")),
        format!("(def b '{})\n", brackets.replace(',', " ").replace('0', "-")),
        format!("(defparameter *b* #2A(({})))\n", rows(number, " ").join(")\n  (")),
        format!("int[][] board = {{{{{}}}}};\n", lists.join("},{")),
        format!("grid = [{}]\n", rows(number, " ").join(";\n")),
        format!("board = [\"{}\"]\n", grid(OPENING, 9).trim().replace('\n', "\",\n  \"")),
        format!("board:\n  - [{}]\n", lists.join("]\n  - [")).replacen("board:\n", "", 1),
    ] {
        assert_eq!(table(&text), expected, "{text}");
    }
    for (begin, row, end) in [
        ("val board = arrayOf(", ["intArrayOf(", "),"], ")"),
        ("val board = Array(", ["Array(", "),"], ")"),
        ("$board = array(", ["array(", "),"], ");"),
        ("int[][] board = new int[][] {", ["new int[] {", "},"], "};"),
        ("const board = [9][9]u8{", [".{ ", " },"], "};"),
        ("const board = [_][9]u8{", ["[_]u8{ ", " },"], "};"),
        ("let board = vec![", ["vec![", "],"], "];"),
        ("M = [ ...", ["", "; ..."], "];"),
    ] {
        let rows: String = lists.iter().map(|list| format!("  {}{list}{}\n", row[0], row[1])).collect();
        assert_eq!(table(&format!("{begin}\n{rows}{end}\n")), [format!("2 grid: {OPENING}")], "{begin}");
    }
    // Spaces between the cells, and no separator after the last row.
    let matlab = format!("M = [ ...\n{} ...\n];\n", rows(number, " ").join("; ...\n"));
    assert_eq!(table(&matlab), [format!("2 grid: {OPENING}")]);
    let bands: Vec<String> = lists.chunks(3).map(|band| format!("[{}]", band.join("],\n  ["))).collect();
    assert_eq!(table(&format!("board = [{}]\n", bands.join(",\n\n  "))), expected);
    assert_eq!(table("words [[like, these]] are none\n").len(), 1);
    let two = format!("[[[{}]], [[{}]]]\n", lists.join("],["), lists.join("],["));
    assert_eq!(table(&two), [expected.clone(), expected].concat());
}

#[test]
fn rows_of_statistics_programs() {
    let expected = [format!("1 grid: {OPENING}")];
    let fractions = rows(|c| number(c) + ".", " ");
    assert_eq!(table(&format!("[[{}]]\n", fractions.join("]\n ["))), expected);
    assert_eq!(
        table(&rows(|c| if c == '.' { "nan".to_owned() } else { c.to_string() + ".0" }, "  ").join("\n")),
        expected
    );
    assert_eq!(table(&rows(|c| c.to_string().replace('.', "NA"), " ").join("\n")), expected);
    let numbered = |(i, row): (usize, &String)| format!(" [{},] {row}\n", i + 1);
    let matrix: String = rows(number, "    ").iter().enumerate().map(numbered).collect();
    let header = "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n";
    assert_eq!(table(&(header.to_owned() + &matrix)), [format!("2 grid: {OPENING}")]);
    let semicolons = rows(|c| c.to_string().replace('.', ""), ";").join("\n");
    assert_eq!(table(&semicolons), expected);
}

#[test]
fn rows_in_latex() {
    let expected = |line: usize| [format!("{line} grid: {OPENING}")];
    let cells = rows(|c| c.to_string().replace('.', " "), "|");
    let package: String = cells.iter().map(|row| format!("|{row}|.\n")).collect();
    assert_eq!(table(&format!("\\begin{{sudoku}}\n{package}\\end{{sudoku}}\n")), expected(2));
    let array = format!(
        "\\begin{{array}}{{|ccc|}}\n\\hline\n{} \\\\ \\hline\n\\end{{array}}\n",
        rows(number, " & ").join(" \\\\\n")
    );
    assert_eq!(table(&array), expected(3));
    let groups: String = rows(|c| format!("{{{}}}", c.to_string().replace('.', " ")), " ")
        .iter()
        .map(|row| format!("  \\setrow {row}\n"))
        .collect();
    assert_eq!(table(&groups), expected(1));
}

#[test]
fn rows_with_numbers_and_other_dashes() {
    let numbered = |name: &str, end: &str| -> String {
        (1..).zip(grid(OPENING, 9).lines()).map(|(i, row)| format!("{name}{i}{end} {row}\n")).collect()
    };
    for (name, end) in [("", ":"), ("", ")"), ("", "."), ("Row ", ":"), ("r", ":")] {
        assert_eq!(auto(&numbered(name, end)), [format!("1 grid: {OPENING}")], "{name}1{end}");
    }
    let drawn = rows(|c| c.to_string().replace('.', "•"), " ").join("\n");
    let framed = format!("+ ― ― ― + ― ― ― +\n{drawn}\n+ ― ― ― + ― ― ― +\n");
    assert_eq!(auto(&framed)[0].split_once(' ').unwrap().1, format!("grid: {OPENING}"));
    assert_eq!(auto(&format!("–––––––––––\n{}", grid(OPENING, 9))).len(), 1);
}

#[test]
fn spaces_between_cells_and_for_blanks() {
    let wide: String =
        rows(|c| c.to_string().replace('.', " "), " ").iter().map(|row| row.trim_end().to_owned() + "\n").collect();
    assert_eq!(auto(&format!("\n{wide}\nHard\n{wide}")), [2, 13].map(|line| format!("{line} grid: {OPENING}")));
    assert_eq!(auto(&format!("Easy\n{wide}")), [format!("2 grid: {OPENING}")]);
    // A cell is missing: that is not a blank on a board whose blanks are spaces.
    let mut complete: Vec<String> = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|c| char::from(*c).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    complete[4].truncate(15);
    assert!(notation::read(&complete.join("\n"), &ReadOptions::default()).is_err());
}

#[test]
fn bands_of_large_boards_with_blank_lines() {
    let row = |r: usize| {
        (0..16).map(move |c: usize| if (r + c).is_multiple_of(3) { (4 * r + r / 4 + c) % 16 + 1 } else { 0 })
    };
    let symbol = |n: usize| char::from_digit(n as u32, 17).unwrap().to_ascii_uppercase().to_string().replace('0', ".");
    let compact: Vec<String> = (0..16).map(|r| row(r).map(symbol).collect()).collect();
    let numbers: Vec<String> = (0..16).map(|r| row(r).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")).collect();
    let expected = notation::read(&compact.join("\n"), &ReadOptions::default()).unwrap().puzzle;
    for rows in [compact, numbers] {
        let bands: Vec<String> = rows.chunks(4).map(|band| band.join("\n")).collect();
        assert_eq!(notation::read(&bands.join("\n\n"), &ReadOptions::default()).unwrap().puzzle, expected);
    }
    // 4x4 boards are still boards, even four at a time.
    let small = ["1...", "..2.", ".3..", "...4"].concat();
    assert_eq!(auto(&format!("{small}\n{small}\n{small}\n{small}\n\n").repeat(4)).len(), 16);
    for list in [|i: usize, board: &str| format!("{i}: {board}\n"), |_: usize, board: &str| format!("\"{board}\",\n")] {
        assert_eq!(auto(&(1..=16).map(|i| list(i, &small)).collect::<String>()).len(), 16);
    }
}

#[test]
fn titles_that_look_like_rows() {
    for title in ["Difficulty: 3", "P001", "easy50", "classic_9x9"] {
        let text = format!("{title}\n{}\n", grid(OPENING, 9));
        assert_eq!(auto(&text.repeat(2)), [2, 13].map(|line| format!("{line} grid: {OPENING}")), "{title}");
    }
    // A line that names a rule is not skipped.
    assert!(auto(&format!("diagonal_9x9\n{}", grid(OPENING, 9)))[0].contains("not a square matrix"));
}

/// If these were ignored, the puzzle would be solved as a classic.
#[test]
fn members_and_columns_that_name_rules() {
    let object = |member: &str| auto(&format!("{{\"puzzle\":\"{OPENING}\",{member}}}"));
    for (member, name) in [
        ("\"cage_map\":[[1]]", "cage_map"),
        ("\"variant_data\":{\"thermos\":[[1]]}", "variant_data"),
        ("\"type\":\"thermo\"", "type"),
        ("\"shape\":\"jigsaw\"", "shape"),
        ("\"boxes\":[[1,2]]", "boxes"),
        ("\"whiteDots\":[[1,2]]", "whiteDots"),
        ("\"isDiagonal\":true", "isDiagonal"),
        ("\"lines\":[[1]]", "lines"),
        ("\"type\":\"X-Sudoku\"", "type"),
        ("\"type\":\"evenodd\"", "type"),
        ("\"germanWhispers\":[[1,2]]", "germanWhispers"),
        ("\"settings\":{\"killer\":true}", "settings"),
        ("\"diagonal\":1", "diagonal"),
        ("\"params\":{\"diagonals\":true}", "params"),
        ("\"rules\":\"Digits along a thermometer increase.\"", "rules"),
    ] {
        assert_eq!(object(member), [format!("1 json: rules that are not supported: '{name}'")], "{member}");
    }
    for member in [
        "\"type\":\"easy\"",
        "\"line\":3",
        "\"isDiagonal\":false",
        "\"rules\":\"Normal sudoku rules apply.\"",
        "\"groups\":2",
        "\"variantCount\":3",
        "\"diagonalSymmetry\":true",
        "\"extra\":{\"seed\":1}",
        "\"groups\":[\"kids\"]",
        "\"zone\":\"EU\"",
        "\"variant\":\"9x9\"",
    ] {
        assert_eq!(object(member), [format!("1 json: {OPENING}")], "{member}");
    }
    let boxes = notation::read(
        "{\"board\":\"1...................................\",\"boxWidth\":2,\"boxHeight\":3}",
        &ReadOptions::default(),
    );
    assert_eq!(boxes.unwrap().puzzle.shape().to_string(), "3x2");
    let rows = format!(
        "id,puzzle,variant,type\n1,{OPENING},anti-knight,hard\n2,{OPENING},classic,easy\n3,{OPENING},,killer\n"
    );
    assert_eq!(
        auto(&rows),
        [
            "2 csv: rules that are not supported: anti-knight".to_owned(),
            format!("3 csv: {OPENING}"),
            "4 csv: rules that are not supported: killer".to_owned()
        ]
    );
    let map = "112222333111222333111122333".to_owned() + &"444555666".repeat(3) + &"777888999".repeat(3);
    let maps = format!("id,puzzle,regions,variant\n7,{OPENING},{map},\n8,{OPENING},{map},anti-knight\n");
    let options = ReadOptions::default();
    let (mut splitter, mut rest) = (Splitter::new(&options), maps.as_bytes());
    let mut next = || {
        let piece = splitter.next(rest, true).expect("a row");
        assert!(piece.may_have_rules(rest, &options));
        let record = piece.read_any(rest, &options);
        rest = &rest[piece.end..];
        record
    };
    let Ok(AnyRecord::Variant(jigsaw)) = next() else { panic!("a jigsaw") };
    assert_eq!(
        (&jigsaw.puzzle.regions[0][..], &*jigsaw.fields[&Field::Id]),
        (&[0, 1, 9, 10, 11, 18, 19, 20, 21][..], "7")
    );
    assert_eq!(next().unwrap_err().to_string(), "rules that are not supported: anti-knight");
    let lists = format!("puzzle,regions\n{OPENING},\"[[0,1],[2]]\"\n{OPENING},EU\n");
    assert_eq!(
        auto(&lists),
        ["2 csv: rules that are not supported: [[0,1],[2]]".to_owned(), format!("3 csv: {OPENING}")]
    );
    let cages = format!("puzzle,cages\n{OPENING},\n{OPENING},10=1,2\n");
    assert_eq!(auto(&cages), [format!("2 csv: {OPENING}"), "3 csv: rules that are not supported: 10=1".to_owned()]);
    let puzzles = format!("{{\"puzzles\":[\"{OPENING}\",\"{MOONBIT}\"]}}");
    assert_eq!(auto(&puzzles), ["1 json: the member 'puzzles' has 2 puzzles, expected one per object"]);
}

/// Source: programs in Python, and homework about jigsaws: what is beside the board must not be skipped as its title.
#[test]
fn rules_beside_a_board_are_no_titles() {
    let board = grid(OPENING, 9);
    for rules in [
        "(0,0) (1,0) (2,0) (2,1)\n(1,1) (0,1) (0,2) (0,3)",
        "'region_1' : [(0,0),(0,1),(0,2)],",
        "cages = [([(0, 0), (0, 1)], 12)]",
        "even_cells = [(0, 0), (0, 2)]",
        "thermos: [[0,1,2],[5,6]]",
        "\"diagonals\": true,",
        "ANTI_KNIGHT = True",
    ] {
        let first = rules.lines().next().unwrap();
        for (text, line) in [(format!("{board}{rules}\n"), 10), (format!("{board}\n{rules}\n\n{board}"), 11)] {
            let found = auto(&text);
            assert_eq!(found[0], format!("1 grid: {OPENING}"), "{rules}");
            assert!(found[1].starts_with(&format!("{line} line: '{}", first[..9].escape_debug())), "{found:?}");
            assert!(found[1].ends_with("is a rule beside a board, which is not read"), "{found:?}");
            assert_eq!(found.len(), text.matches(&board).count() + 1, "{found:?}");
        }
    }
    for title in [
        "Puzzle (1, 2)",
        "regions = ",
        "Sudoku: 12",
        "lines = 9",
        "Size: [9]",
        "killer = false",
        "a (b, c) (d, e) (f, g)",
    ] {
        assert_eq!(
            auto(&format!("{board}{title}\n\n{board}")),
            [(1, OPENING), (12, OPENING)].map(|(line, puzzle)| format!("{line} grid: {puzzle}")),
            "{title}"
        );
    }
}

#[test]
fn a_board_and_its_map_as_two_matrices() {
    let matrix = |name: &str, rows: [&str; 6]| {
        let rows = rows.map(|row| format!("[{}]", row.chars().map(String::from).collect::<Vec<_>>().join(", ")));
        format!("{name}[{}]", rows.join(",\n    "))
    };
    let board = ["000030", "005000", "040000", "000010", "000600", "020000"];
    let map = ["000111", "000111", "223344", "223344", "223344", "555555"];
    for [before, between, name, after] in [
        ["board = ", "\n", "regions = ", "\n"],
        ["int[][] board = ", ";\n\n", "int[][] regions = ", ";\n"],
        ["", "\n\n", "", ""],
    ] {
        let text = format!("{}{between}{}{after}", matrix(before, board), matrix(name, map));
        let Ok(AnyRecord::Variant(record)) = notation::read_any(&text, &ReadOptions::default()) else {
            panic!("{text}: {:?}", auto(&text))
        };
        assert_eq!(record.puzzle.regions.len(), 6, "{text}");
        assert_eq!(record.puzzle.regions[2], [12, 13, 18, 19, 24, 25], "{text}");
        assert_eq!(record.puzzle.givens().iter().flatten().count(), 6, "{text}");
    }
}

/// Source: the columns of Sudoku-Bench (Sakana AI, 2025).
#[test]
fn rules_in_columns_of_variants() {
    let rows = format!(
        "puzzle_id,rules,initial_board,visual_elements\n1,Normal sudoku rules apply.,{OPENING},[]\n\
         2,\"Normal sudoku rules apply. Killer cages sum.\",{OPENING},[]\n3,,{OPENING},\"[{{\"\"type\"\": \"\"cage\"\"}}]\"\n"
    );
    let found = auto(&rows);
    assert_eq!(found[0], format!("2 csv: {OPENING}"));
    assert!(found[1..].iter().all(|row| row.contains("rules that are not supported")), "{found:?}");
    assert_eq!(found.len(), 3);
}

/// The title may name a rule that nothing else states.
#[test]
fn titles_and_members_with_rules_are_noted() {
    let notes = |text: &str| {
        let options = ReadOptions::default();
        let found = notation::read_all(text, &options).map(|record| record.unwrap().notes);
        found.map(|notes| notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")).collect::<Vec<_>>()
    };
    let board = grid(OPENING, 9);
    let titled = |title: &str| notes(&format!("{title}\n{board}\nEasy\n{board}"));
    assert_eq!(titled("Killer Sudoku 17"), ["ignored: words that mention 'killer'", ""]);
    assert_eq!(titled("X-Sudoku"), ["ignored: words that mention 'xsudoku'", ""]);
    assert_eq!(titled("Sunday"), ["", ""]);
    let object = |member: &str| notes(&format!("{{\"puzzle\":\"{OPENING}\",{member}}}"));
    assert_eq!(object("\"title\":\"Anti-Knight\""), ["ignored: words that mention 'antiknight'"]);
    assert_eq!(object("\"mask\":[1,0],\"walls\":{\"a\":[1]}"), ["ignored: the member 'mask', the member 'walls'"]);
    for member in ["\"title\":\"Easy\"", "\"solution\":\"\"", "\"mask\":[]", "\"seed\":7", "\"extra\":\"yes\""] {
        assert_eq!(object(member), [""], "{member}");
    }
}

/// Source: data sets of puzzlekit (SmilingWayne), in which the size is written above each board.
#[test]
fn sizes_above_large_boards() {
    let cell = |row: usize, column: usize| match (row + column) % 3 {
        0 => ((4 * row + row / 4 + column) % 16 + 1).to_string(),
        _ => "-".to_owned(),
    };
    let rows: String = (0..16).map(|r| (0..16).map(|c| cell(r, c)).collect::<Vec<_>>().join(" ") + "\n").collect();
    assert_eq!(table(&format!("16 16\n{rows}")).len(), 1);
    assert_eq!(table(&format!("16 16\n{rows}"))[0][2..], table(&rows)[0][2..]);
    // Without marks for gaps, this would be a board with other boxes.
    let nine = |row: usize, column: usize| match (row + column) % 4 {
        0 => ((row * 3 + column) % 9 + 1).to_string(),
        _ => "-".to_owned(),
    };
    let several: String = (0..21).map(|r| (0..21).map(|c| nine(r, c)).collect::<Vec<_>>().join(" ") + "\n").collect();
    let found = table(&several);
    assert!(found[0].contains("21 rows and columns with no digit above 9"), "{found:?}");
    let asked = ReadOptions::default().shape(Shape::new(3, 7).unwrap());
    assert!(notation::read(&several, &asked).is_ok());
}

#[test]
fn rules_in_words_are_noted() {
    let cells = ["{}"; 9].join(",");
    let rows = vec![format!("[{cells}]"); 9].join(",");
    let notes = |more: &str| {
        let text = format!("{{\"size\":9,\"grid\":[{rows}],{more}}}");
        let record = notation::read_any(&text, &ReadOptions::default()).unwrap();
        let notes = match record {
            AnyRecord::Classic(record) => record.notes,
            AnyRecord::Variant(record) => record.notes,
        };
        notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let words = "\"ruleset\":\"Normal Sudoku rules apply. Cells a knight's move apart are not the same.\"";
    let note = ["ignored: rules in words, which mention 'knight'"];
    assert_eq!(notes(words), note);
    assert_eq!(notes(&format!("{words},\"antiknight\":true")), [""; 0]);
    assert_eq!(notes(&format!("{words},\"antiking\":true")), note);
    assert_eq!(notes("\"ruleset\":\"Normal Sudoku rules apply.\""), [""; 0]);
}
