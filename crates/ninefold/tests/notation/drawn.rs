//! Drawn boards: bars and rules show what the boxes are.

use super::*;
use ninefold::generate;

const SHAPES: [(usize, usize); 8] = [(3, 2), (4, 2), (5, 2), (4, 3), (6, 2), (5, 3), (2, 3), (3, 3)];

/// A board with every third cell blank.
fn board(shape: Shape) -> Record {
    let grid = generate::fill(shape, 0, 7);
    let mut puzzle = Puzzle::empty(shape);
    shape.cells().filter(|cell| cell.index() % 3 != 0).for_each(|cell| puzzle.give(cell, grid.digit(cell)));
    Record::new(puzzle)
}

#[test]
fn drawn_boxes_are_the_boxes() {
    for (rows, columns) in SHAPES {
        let record = board(Shape::new(rows, columns).unwrap());
        for format in [Format::Box, Format::Candidates, Format::Ss, Format::Table] {
            let text = notation::write(&record, format).unwrap().text;
            for text in [text.clone(), text.replace('|', "║").replace('-', "═").replace('+', "╬")] {
                let read = notation::read(&text, &ReadOptions::default()).unwrap();
                // Single candidates count as digits.
                assert_eq!(read.puzzle.candidates(), record.puzzle.candidates(), "{format}\n{text}");
                let is_said = format != Format::Table || rows != 2;
                assert_eq!(read.notes.is_empty(), is_said, "nothing was left to decide");
            }
        }
    }
}

#[test]
fn a_drawing_that_contradicts_the_shape_is_refused() {
    let text = notation::write(&board(Shape::new(3, 2).unwrap()), Format::Box).unwrap().text;
    let message = |text: &str, options: &ReadOptions| notation::read(text, options).unwrap_err().to_string();
    assert_eq!(
        message(&text, &ReadOptions::default().shape(Shape::new(2, 3).unwrap())),
        "the lines drawn on the board do not fit boxes of 2 rows and 3 columns"
    );
    // A header above the board is also such a demand.
    let refused = message(&format!("2 3\n{text}"), &ReadOptions::default());
    assert!(refused.contains("do not fit boxes of 2 rows and 3 columns"), "{refused}");
    assert_eq!(
        notation::read(&format!("3 2\n{text}"), &ReadOptions::default()).unwrap().puzzle.shape().to_string(),
        "3x2"
    );
    // A bar in the wrong place: no shape has these boxes.
    let broken = grid(OPENING, 9).lines().map(|row| format!("{}|{}\n", &row[..4], &row[4..])).collect::<String>();
    assert_eq!(
        message(&broken, &ReadOptions::default()),
        "the lines drawn on the board do not fit boxes of any shape on a 9x9 board"
    );
}

#[test]
fn what_others_draw() {
    // Some bars are missing; those present are right.
    let some = grid(OPENING, 9).replacen("2....1.38", "2..|..1.38", 1);
    // Every cell is framed: only the heavy lines mark boxes.
    let rows = |heavy: usize| -> String {
        let row = |symbols: &[char]| {
            let cell = |(i, c): (usize, &char)| format!("{} {c} ", if i % heavy == 0 { "║" } else { "│" });
            symbols.iter().enumerate().map(cell).collect::<String>() + "║\n"
        };
        let line: Vec<char> = "1....................................".chars().take(36).collect();
        let rows: Vec<String> = line.chunks(6).map(row).collect();
        rows.chunks(6 / heavy).map(|band| band.join("├───┼───┤\n")).collect::<Vec<_>>().join("╠═══╬═══╣\n")
    };
    // A rule below the first row, as in Markdown.
    let cells = |row: &str| row.chars().map(|c| format!("|{c}")).collect::<String>() + "|\n";
    let markdown: Vec<String> = OPENING.as_bytes().chunks(9).map(|row| cells(str::from_utf8(row).unwrap())).collect();
    let text = format!("{}|---|---|---|---|---|---|---|---|---|\n{}", markdown[0], markdown[1..].concat());
    assert_eq!(auto(&text), [format!("1 grid: {OPENING}")]);
    assert_eq!(auto(&some), [format!("1 grid: {OPENING}")]);
    for (heavy, shape) in [(2, "3x2"), (3, "2x3")] {
        let read = notation::read(&rows(heavy), &ReadOptions::default()).unwrap();
        assert_eq!(read.puzzle.shape().to_string(), shape, "{}", rows(heavy));
        assert!(read.notes.is_empty());
    }
}
