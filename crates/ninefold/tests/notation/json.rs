//! Puzzles in JSON.

use super::*;

const SOLUTION: &str = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";

fn one(line: usize, puzzle: &str) -> String {
    format!("{line} json: {puzzle}")
}

#[test]
fn lines_of_objects() {
    let object = format!("{{\"id\":1,\"puzzle\":\"{OPENING}\",\"solution\":\"{SOLUTION}\"}}");
    assert_eq!(auto(&format!("{object}\n{object}\n")), [one(1, OPENING), one(2, OPENING)]);
    let record = notation::read(&object, &ReadOptions::default()).unwrap();
    assert_eq!(record.fields[&Field::Id], "1");
    assert_eq!(record.fields[&Field::Solution], SOLUTION);
    for name in ["question", "quizzes", "Board", "sudoku"] {
        for text in [object.replace("puzzle", name), object.replace("puzzle", name).replace(':', " : ")] {
            assert_eq!(auto(&text), [one(1, OPENING)], "{text}");
        }
    }
    // Among other puzzles.
    let text = format!("{OPENING}\n{object}\n{MOONBIT}\n");
    assert_eq!(auto(&text), [format!("1 line: {OPENING}"), one(2, OPENING), format!("3 line: {MOONBIT}")]);
}

#[test]
fn second_puzzles_are_named() {
    for (name, is_named) in [("board", true), ("Puzzle", true), ("other", true), ("solution", false)] {
        let text = format!("{{\"puzzle\":\"{OPENING}\",\"{name}\":\"{MOONBIT}\"}}");
        let record = notation::read(&text, &ReadOptions::default()).unwrap();
        assert_eq!(notation::write(&record, Format::Line).unwrap().text.trim(), OPENING);
        let expected = is_named.then(|| notation::Note::LeftOut { what: format!("the member '{name}'") });
        assert_eq!(record.notes, Vec::from_iter(expected), "{name}");
    }
    let twice = format!("{{\"puzzle\":\"{OPENING}\",\"quiz\":\"{OPENING}\"}}");
    assert_eq!(notation::read(&twice, &ReadOptions::default()).unwrap().notes, []);
}

#[test]
fn arrays_and_objects_of_several_lines() {
    let object = format!("{{\n  \"level\": \"easy\",\n  \"puzzle\": \"{OPENING}\"\n}}");
    assert_eq!(auto(&object), [one(1, OPENING)]);
    assert_eq!(auto(&format!("[\n{object},\n{object}\n]\n")), [one(2, OPENING), one(6, OPENING)]);
    let compact = format!("{{\"puzzle\":\"{OPENING}\"}}");
    assert_eq!(
        auto(&format!("[{compact},{compact}]\n{MOONBIT}\n")),
        [one(1, OPENING), one(1, OPENING), format!("2 line: {MOONBIT}")]
    );
}

#[test]
fn boards_as_arrays() {
    let rows = grid("1.34............", 4);
    let rows: Vec<&str> = rows.lines().collect();
    let cells =
        |row: &str, cell: &dyn Fn(char) -> String| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let number = |c: char| if c == '.' { "0".to_owned() } else { c.to_string() };
    let text = |c: char| format!("\"{c}\"");
    let null = |c: char| if c == '.' { "null".to_owned() } else { c.to_string() };
    let matrix = |cell: &dyn Fn(char) -> String| {
        format!("[{}]", rows.iter().map(|row| cells(row, cell)).collect::<Vec<_>>().join(", "))
    };
    let texts = format!("[\"{}\"]", rows.join("\",\""));
    for board in [matrix(&number), matrix(&text), matrix(&null), cells(&rows.concat(), &number), texts] {
        assert_eq!(auto(&format!("{{\"board\":{board}}}")), [one(1, "1.34............")], "{board}");
    }
    let ragged = "{\"board\":[[1,2,3,4],[3,4,1],[0,0,0,0],[0,0,0,0]]}";
    assert_eq!(auto(ragged), [one(1, "not a square matrix: row 2 has 3 cells, row 1 has 4")]);
}

#[test]
fn what_holds_no_puzzle_is_reported() {
    for text in [
        "{\"id\":1,\"solution\":\"x\"}",
        "{\"a\":1,\"puzzle\":null}",
        "{\"id\":1,\"puzzle\":\"",
        "{\"id\":1,\"puzzle\":3}",
    ] {
        let found = auto(&format!("{text}\n{OPENING}\n"));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found[0].starts_with("1 ") && (found[0].contains("puzzle") || found[0].contains("not JSON")),
            "{found:?}"
        );
        assert_eq!(found[1], format!("2 line: {OPENING}"));
        // Nor is it the header of a table, whether tables are requested or not.
        let options = ReadOptions::default().format(Format::Csv(Dialect::Plain));
        assert_eq!(pieces(text.as_bytes(), &options).len(), 1, "{text}");
    }
    let named = auto("{\"name\":\"x\",\"cells\":[1,2]}");
    assert_eq!(named, [one(1, "a JSON object without a puzzle: its members are name, cells")]);
}

#[test]
fn shape_and_symbols_are_read() {
    let shape = Shape::new(3, 2).unwrap();
    let mut puzzle = Puzzle::empty(shape);
    puzzle.give(Cell::new(3), Digit::from_index(5));
    let record = Record::new(puzzle).with_symbols(Symbols::new("FEDCBA").unwrap());
    let written = notation::write(&record, Format::Json).unwrap();
    assert_eq!(written.lost, []);
    assert_eq!(notation::read(&written.text, &ReadOptions::default()), Ok(record));
    let message = notation::read(&written.text, &ReadOptions::default().shape(Shape::new(2, 3).unwrap())).unwrap_err();
    assert_eq!(message.to_string(), "the JSON object names the shape 3x2, expected 2x3");
}

/// A rule in words must not be ignored.
#[test]
fn rules_in_words_are_refused() {
    let read = |member: &str| {
        let text = format!("{{\"puzzle\":\"1...............\",{member}}}");
        notation::read(&text, &ReadOptions::default())
            .map(|record| record.notes.len())
            .map_err(|error| error.to_string())
    };
    for member in
        ["antiKnight\":\"true", "thermos\":\"r1c1-r1c2", "killerCages\":\"r1c1+r1c2=3", "variantName\":\"Killer"]
    {
        assert!(read(&format!("\"{member}\"")).is_err_and(|error| error.contains("not supported: '")), "{member}");
    }
    for member in ["antiKnight\":\"false", "diagonals\":\"no", "variantName\":\"Classic", "package\":\"Easter eggs"] {
        assert!(read(&format!("\"{member}\"")).is_ok(), "{member}");
    }
    assert!(read("\"boxes\":\"1112132233243444\"").is_err());
}

/// An array of texts, indented as by many programs: its brackets are not unreadable puzzles.
#[test]
fn an_array_of_texts_over_several_lines() {
    for (end, comma) in [("]", ","), ("];", ",")] {
        let text = format!("[\n  \"{OPENING}\"{comma}\n  \"{MOONBIT}\"\n{end}\n");
        assert_eq!(auto(&text), [format!("2 line: {OPENING}"), format!("3 line: {MOONBIT}")], "{text}");
        assert_eq!(auto(&format!("{text}\n{text}")).len(), 4);
    }
    // Rows make one board.
    let rows: Vec<String> = grid(OPENING, 9).lines().map(|row| format!("  \"{row}\"")).collect();
    assert_eq!(auto(&format!("[\n{}\n]\n", rows.join(",\n"))).len(), 1);
    assert_eq!(auto("[\n").len(), 1, "what opens nothing is reported");
}
