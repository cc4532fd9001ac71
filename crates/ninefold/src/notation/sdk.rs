//! SadMan's `.sdk`: lines about the puzzle, each beginning with `#` and a letter, then a grid.
//!
//! The text may follow the letter directly (`#ARuud`, `#LEasy`), so a comment like `#Sudoku of the day` could look the
//! same. The line is taken for a comment if a lower-case letter follows, unless that begins an address. Information
//! with several lines of text has several such lines.
//!
//! Files of saved games have the sections `[Puzzle]`, `[State]` and `[PencilMarks]`.

use super::format::Spec;
use super::gather::Look;
use super::lines::{Decision, Span};
use super::row::{self, Line};
use super::single::Single;
use super::start::Start;
use super::write::{self, Loss, counted};
use super::{Field, ReadOptions, Record, assemble, grid, ss};
use crate::board::{Cell, Digit, Invalid, Puzzle, Symbols};

/// The letters and their fields.
const FIELDS: [(char, Field); 7] = [
    ('A', Field::Author),
    ('D', Field::Description),
    ('C', Field::Comment),
    ('B', Field::Published),
    ('S', Field::Source),
    ('L', Field::Level),
    ('U', Field::Url),
];

pub(super) const SDK: Spec = Spec {
    has_spaces: true,
    is_drawn: |drawn| drawn.look == Look::Digits && drawn.has_remarks,
    find: Some(find),
    largest_side: Symbols::MOST_CHARACTERS,
    carries,
    losses: |puzzle, _| counted([Loss::Candidates(write::without_place(puzzle))]),
    ..Spec::block("sdk", read, |record, symbols, _| written(record, symbols))
};

/// The field that a line about the puzzle gives, and its text.
pub(super) fn field(line: &str) -> Option<(Field, &str)> {
    let rest = line.trim().strip_prefix('#')?;
    let mut characters = rest.chars();
    let letter = characters.next()?;
    let (_, field) = FIELDS.into_iter().find(|(l, _)| *l == letter)?;
    let text = characters.as_str();
    let is_address = field == Field::Url && (text.contains("://") || text.starts_with("www."));
    let is_word = text.starts_with(char::is_lowercase) && !is_address;
    (!is_word).then(|| (field, text.trim()))
}

/// The section of a file that a line begins: `[Puzzle]`, `[State]` or `[PencilMarks]`.
fn section(line: &str) -> Option<Section> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let parts = [("puzzle", Section::Puzzle), ("state", Section::State), ("pencilmarks", Section::Pencilmarks)];
    parts.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, section)| section)
}

/// A saved game that begins on a line: its sections, up to the next game or to something that is not part of a game.
fn find(start: &Start<'_>) -> Decision<Option<Span>> {
    if section(start.content) != Some(Section::Puzzle) {
        return Ok(None);
    }
    let mut lines = start.lines.clone();
    lines.next();
    let (mut end, mut after_gap) = (start.span.end, false);
    while let Some(next) = lines.following()? {
        let content = lines.content(next);
        let is_row = || !after_gap && !matches!(start.single_line(&content), Single::Yes(_));
        match (section(&content), row::line(&content, start.options)) {
            (Some(Section::State | Section::Pencilmarks), _) => (end, after_gap) = (next.end, false),
            (None, Line::Empty) => after_gap = true,
            (None, Line::Comment) if field(&content).is_none() => {}
            (None, Line::Row(_) | Line::Frame | Line::Blanks { .. }) if is_row() => end = next.end,
            _ => break,
        }
    }
    Ok(Some(start.with_remarks().until(end)))
}

/// A section of a file with a saved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    /// The givens.
    Puzzle,
    /// The givens and the digits that the player has placed.
    State,
    /// The candidates that the player has noted, separated by commas.
    Pencilmarks,
}

/// The lines of a section, or of the whole text if it has no sections.
fn lines_of(text: &str, wanted: Section) -> String {
    let mut current = Section::Puzzle;
    let mut lines = String::new();
    for line in text.lines() {
        match section(line) {
            Some(next) => current = next,
            None if current == wanted => lines.extend([line, "\n"]),
            None => {}
        }
    }
    lines
}

/// Adds what the player has placed and noted to a record.
fn add_game(text: &str, record: &mut Record, options: &ReadOptions) -> Result<(), Invalid> {
    let shape = record.puzzle.shape();
    let options = options.clone().shape(shape).symbols(record.symbols.clone());
    let state = lines_of(text, Section::State);
    if !state.trim().is_empty() {
        let state = grid::read(&state, &options)?.puzzle;
        for (cell, digit) in state.filled() {
            match record.puzzle.digit(cell) {
                None => record.puzzle.place(cell, digit),
                Some(given) if given == digit => {}
                Some(given) => {
                    let (name, symbol) = (shape.name(cell), |digit| record.symbols.symbol(digit));
                    let message = format!("the state has {} in {name}, the given is {}", symbol(digit), symbol(given));
                    return Err(assemble::syntax(message));
                }
            }
        }
    }
    let marks = lines_of(text, Section::Pencilmarks);
    if !marks.trim().is_empty() {
        let rows = grid::rows(&marks, &options);
        grid::square(&rows, &options)?;
        let candidates = record.puzzle.candidates();
        for (cell, noted) in shape.cells().zip(rows.cells.iter().flatten()) {
            if record.puzzle.digit(cell).is_some() || assemble::read_cell(noted, &record.symbols) == Ok(None) {
                continue;
            }
            let digits: Option<Vec<Digit>> = noted.chars().map(|c| record.symbols.digit(c)).collect();
            let Some(digits) = digits else {
                let message = format!("'{}' in {} is not a list of candidates", noted.escape_debug(), shape.name(cell));
                return Err(assemble::syntax(message));
            };
            let out = candidates.digits_of(cell).filter(|digit| !digits.contains(digit));
            out.for_each(|digit| record.puzzle.remove_candidate(cell, digit));
        }
    }
    Ok(())
}

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let mut record = grid::read(&lines_of(text, Section::Puzzle), options)?;
    add_game(text, &mut record, options)?;
    for (field, value) in text.lines().filter_map(field).filter(|(_, value)| !value.is_empty()) {
        record.add(field, value, '\n');
    }
    Ok(record)
}

fn written(record: &Record, symbols: &Symbols) -> String {
    let about = FIELDS.iter().filter_map(|(letter, field)| {
        let text = record.fields.get(field).filter(|text| carries(*field, text))?;
        Some(text.split('\n').map(|line| remark(*letter, line)).collect())
    });
    about.chain([board(&record.puzzle, symbols)]).collect()
}

/// The rows of a board; those of a game that has begun are in sections.
fn board(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let has_marks = puzzle.removed().is_some_and(|removed| {
        let is_marked = |cell: &Cell| puzzle.digit(*cell).is_none() && !removed.is_void(*cell);
        puzzle.shape().cells().any(|cell| is_marked(&cell))
    });
    let mut text = ss::rows(&puzzle.only_givens(), symbols);
    let has_placed = puzzle.placed().next().is_some();
    if has_placed || has_marks {
        text = format!("[Puzzle]\n{text}");
    }
    if has_placed {
        text += &format!("[State]\n{}", ss::rows(puzzle, symbols));
    }
    if has_marks {
        let candidates = puzzle.candidates();
        let marks = |cell: Cell| match candidates.is_void(cell) {
            true => symbols.blank().to_string(),
            false => candidates.digits_of(cell).map(|digit| symbols.symbol(digit).to_string()).collect(),
        };
        let cells: Vec<String> = puzzle.shape().cells().map(marks).collect();
        text += "[PencilMarks]\n";
        text.extend(cells.chunks(puzzle.shape().side()).map(|row| row.join(",") + "\n"));
    }
    text
}

/// A line about the puzzle; a space keeps a lower-case letter from forming a word with the letter before it.
fn remark(letter: char, text: &str) -> String {
    let tight = format!("#{letter}{text}\n");
    if field(&tight).is_some() { tight } else { format!("#{letter} {text}\n") }
}

/// Whether the format carries a field with this value: its lines are not empty and have no space around them.
fn carries(field: Field, value: &str) -> bool {
    let is_kept = |line: &str| !line.is_empty() && line.trim() == line;
    FIELDS.iter().any(|(_, carried)| *carried == field) && value.split('\n').all(is_kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_kept() {
        let text = "#AA. Setter\n#DA small one\n#CTwo\n#C lines\n#LModerate\n#Uhttps://example.org/1\n1.34\n3412\n2143\n4321\n";
        let record = read(text, &ReadOptions::default()).unwrap();
        assert_eq!(record.fields[&Field::Author], "A. Setter");
        assert_eq!(record.fields[&Field::Comment], "Two\nlines");
        assert_eq!(record.fields.len(), 5);
        assert_eq!(written(&record, &record.symbols), text);
        assert_eq!(field("# a comment"), None);
        assert_eq!(field("#"), None);
        for comment in ["#Sudoku of the day", "#Source unknown", "#Level 5", "#Use a pencil", "#Comment"] {
            assert_eq!(field(comment), None, "{comment}");
        }
        assert_eq!(field("#L easy"), Some((Field::Level, "easy")));
        assert_eq!(field("#Uwww.example.org"), Some((Field::Url, "www.example.org")));
    }
}
