//! Boards in plain text.

use super::Mark;
use crate::board::{Candidate, Candidates, Cell, Puzzle, Shape, Symbols};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lays out one text per cell, with `|` between stacks and a ruled line between bands; all cells are as wide as the
/// longest text. (Source: the layout of the MoonBit article's grids.)
///
/// ```text
///  4  1 | 3  2
///  2  3 | 1  4
/// ------+------
///  1  4 | 2  3
///  3  2 | 4  1
/// ```
///
/// # Panics
/// If there is not one text per cell.
pub fn boxed(shape: Shape, cells: &[String]) -> String {
    assert_eq!(cells.len(), shape.cell_count(), "one text per cell");
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let ruled = vec!["-".repeat((width + 2) * shape.box_columns()); shape.box_rows()].join("+");
    let mut text = String::new();
    for (row, cells) in cells.chunks(shape.side()).enumerate() {
        if row > 0 && row % shape.box_rows() == 0 {
            text += &ruled;
            text.push('\n');
        }
        for (stack, cells) in cells.chunks(shape.box_columns()).enumerate() {
            if stack > 0 {
                text.push('|');
            }
            for cell in cells {
                write!(text, " {cell:<width$} ").expect("a string can be written to");
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The digits of a puzzle in boxes, with blanks written as the symbols have them.
pub fn grid(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let width = symbols.width();
    let word = |cell| match puzzle.digit(cell) {
        Some(digit) => format!("{:>width$}", symbols.symbol(digit).to_string()),
        None => format!("{:>width$}", symbols.blank()),
    };
    boxed(puzzle.shape(), &puzzle.shape().cells().map(word).collect::<Vec<_>>())
}

/// The candidates of every cell in boxes; `-` for a cell without any.
pub fn candidates(candidates: &Candidates, symbols: &Symbols) -> String {
    let gap = if symbols.are_numbers() { "," } else { "" };
    let group = |cell| {
        let digits: Vec<String> = candidates.digits_of(cell).map(|digit| symbols.symbol(digit).to_string()).collect();
        if digits.is_empty() { "-".to_owned() } else { digits.join(gap) }
    };
    boxed(candidates.shape(), &candidates.shape().cells().map(group).collect::<Vec<_>>())
}

/// The candidates of every cell in boxes, each marked one followed by its sign: `1 4* 7-`. A digit that is on the board
/// is written alone.
///
/// # Panics
/// If a marked candidate lies outside the board.
pub fn marked(puzzle: &Puzzle, marks: &BTreeMap<Candidate, Mark>, symbols: &Symbols) -> String {
    let candidates = puzzle.candidates();
    let gap = if symbols.are_numbers() { "," } else { "" };
    let word = |cell| match puzzle.digit(cell) {
        Some(digit) => symbols.symbol(digit).to_string(),
        None => {
            let written = |digit| match marks.get(&Candidate::new(cell, digit)) {
                Some(mark) => format!("{}{}", symbols.symbol(digit), mark.sign()),
                None => symbols.symbol(digit).to_string(),
            };
            let digits: Vec<String> = candidates.digits_of(cell).map(written).collect();
            if digits.is_empty() { "-".to_owned() } else { digits.join(gap) }
        }
    };
    boxed(puzzle.shape(), &puzzle.shape().cells().map(word).collect::<Vec<_>>())
}

/// The candidates of every cell with each digit in its own place, as in `[123 56789]`, or the digit alone if only one
/// is left. All cells are equally wide. (Source: "Fast Sudoku Solver in Haskell".)
pub fn pencilmarks(candidates: &Candidates, symbols: &Symbols) -> String {
    let width = symbols.width();
    let cell_text = |cell: Cell| match candidates.single(cell) {
        Some(digit) => {
            let all = (width + 1) * candidates.shape().side() + 1;
            let all = if width == 1 { candidates.shape().side() + 2 } else { all };
            format!("{:<all$}", symbols.symbol(digit).to_string())
        }
        None => {
            let place = |digit| {
                let symbol = candidates.contains(cell, digit).then(|| symbols.symbol(digit).to_string());
                format!("{:>width$}", symbol.unwrap_or_default())
            };
            let gap = if width == 1 { "" } else { " " };
            format!("[{}]", candidates.shape().digits().map(place).collect::<Vec<_>>().join(gap))
        }
    };
    rows(candidates.shape(), cell_text)
}

/// The state of every cell in a table: its digit, `(1 2 3)` for its candidates, or `X` if it has none. Every column is
/// as wide as it needs to be, at least 2 characters. (Source: Brian Alliet's solver.)
pub fn states(candidates: &Candidates, symbols: &Symbols) -> String {
    let shape = candidates.shape();
    let state = |cell: Cell| {
        let digits: Vec<String> = candidates.digits_of(cell).map(|digit| symbols.symbol(digit).to_string()).collect();
        match &digits[..] {
            [] => "X".to_owned(),
            [known] => known.clone(),
            unknown => format!("({})", unknown.join(" ")),
        }
    };
    let states: Vec<String> = shape.cells().map(state).collect();
    let width =
        |column: usize| states.iter().skip(column).step_by(shape.side()).map(String::len).max().unwrap_or(0).max(2);
    let widths: Vec<usize> = (0..shape.side()).map(width).collect();
    rows(shape, |cell| format!("{:<width$}", states[cell.index()], width = widths[shape.column(cell)]))
}

/// One line per row, cells separated by a space.
fn rows(shape: Shape, text: impl Fn(Cell) -> String) -> String {
    let row = |row| {
        let cells: Vec<String> = (0..shape.side()).map(|column| text(shape.cell(row, column))).collect();
        cells.join(" ").trim_end().to_owned() + "\n"
    };
    (0..shape.side()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> (Puzzle, Symbols) {
        let puzzle: Puzzle = text.parse().unwrap();
        let symbols = Symbols::for_side(puzzle.shape().side());
        (puzzle, symbols)
    }

    #[test]
    fn boxes_of_any_shape() {
        let (four, symbols) = puzzle("1.34341221434321");
        assert_eq!(grid(&four, &symbols), " 1  . | 3  4\n 3  4 | 1  2\n------+------\n 2  1 | 4  3\n 4  3 | 2  1\n");
        let six = Puzzle::empty(Shape::new(2, 3).unwrap());
        let text = grid(&six, &Symbols::for_side(6));
        assert_eq!(text.lines().nth(2), Some("---------+---------"));
        assert_eq!(text.lines().count(), 8);
        let large = Puzzle::empty(Shape::new(6, 6).unwrap());
        assert!(grid(&large, &Symbols::numbers(36)).starts_with("  .   .   .   .   .   . |  . "));
    }

    /// Symbols of a smaller board do not cause a panic: digits without a symbol are written as numbers.
    #[test]
    fn symbols_of_another_board() {
        let (four, nine) = (Symbols::for_side(4), Candidates::all(Shape::NINE));
        let (puzzle, _) = puzzle("1.......9........................................................................");
        assert!(grid(&puzzle, &four).starts_with(" 1  .  . | .  .  . | .  .  9\n"));
        assert!(candidates(&nine, &four).starts_with(" 123456789  123456789"));
        assert!(pencilmarks(&nine, &four).starts_with("[123456789] [123456789]"));
        assert!(states(&nine, &four).starts_with("(1 2 3 4 5 6 7 8 9) "));
    }

    /// Source: the first row of the worked example in "Fast Sudoku Solver in Haskell".
    #[test]
    fn pencilmarks_keep_their_places() {
        let (puzzle, symbols) =
            puzzle("6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...");
        let mut marks = Candidates::all(Shape::NINE);
        for (cell, digit) in puzzle.filled() {
            marks.keep_only(cell, digit);
        }
        let text = pencilmarks(&marks, &symbols);
        let expected = "6           [123456789] [123456789] [123456789] [123456789] [123456789] [123456789] 1           [123456789]";
        assert_eq!(text.lines().next(), Some(expected));
        assert!(pencilmarks(&puzzle.candidates(), &symbols).starts_with("6           [  3   789]"));
        let twelve = Candidates::all(Shape::new(3, 4).unwrap());
        let row = pencilmarks(&twelve, &Symbols::numbers(12));
        assert!(row.starts_with("[ 1  2  3  4  5  6  7  8  9 10 11 12] ["), "{row}");
    }

    #[test]
    fn marks_follow_their_candidates() {
        let (puzzle, symbols) = puzzle("1.34341221434321");
        let at = |number| Candidate::new(Cell::new(1), crate::board::Digit::new(number).unwrap());
        for (mark, sign) in [(Mark::Pattern, '*'), (Mark::Eliminated, '-'), (Mark::Placed, '+')] {
            let text = marked(&puzzle, &BTreeMap::from([(at(2), mark)]), &symbols);
            assert_eq!(text.lines().next(), Some(&*format!(" 1   2{sign} | 3   4")));
        }
    }

    #[test]
    fn states_show_the_impossible() {
        let shape = Shape::new(2, 2).unwrap();
        let mut marks = Candidates::all(shape);
        marks.keep_only(shape.cell(0, 0), crate::board::Digit::from_index(0));
        shape.digits().for_each(|digit| _ = marks.remove(shape.cell(0, 1), digit));
        let text = states(&marks, &Symbols::for_side(4));
        assert_eq!(text.lines().next(), Some("1         X         (1 2 3 4) (1 2 3 4)"));
        assert_eq!(candidates(&marks, &Symbols::for_side(4)).lines().next(), Some(" 1     -    | 1234  1234"));
    }
}
