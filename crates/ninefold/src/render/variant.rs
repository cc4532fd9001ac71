//! Variants as pictures and in plain text: regions of any form, and the figures that show their constraints.

use super::figures::{CELL, Sheet};
use super::svg::{escaped, line};
use crate::variant::VariantPuzzle;

/// Draws a variant as SVG 1.1: its regions, the figures of its constraints, its givens, and the candidates of cells
/// that are restricted to some digits. A screen reader reads the title, then the rules in words.
///
/// ```
/// use ninefold::render::variant;
/// use ninefold::variant::{Constraint, Kind, VariantPuzzle};
/// let mut puzzle = VariantPuzzle::sudoku(2, 2);
/// puzzle.constraints.push(Constraint::new(Kind::Cage).cells([0, 1]).value(5));
/// assert!(variant::svg(&puzzle, "A small one").contains(">5</text>"));
/// ```
pub fn svg(puzzle: &VariantPuzzle, title: &str) -> String {
    let sheet = Sheet::of(puzzle);
    let (width, height) = sheet.size();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escaped(title),
        escaped(&puzzle.words().join("\n")),
    );
    sheet.draw_below(&mut svg);
    draw_borders(puzzle, &sheet, &mut svg);
    sheet.draw_above(&mut svg);
    for cell in 0..puzzle.board_cells() {
        let [x, y] = sheet.middle(cell);
        match (puzzle.givens[cell], &puzzle.marks[cell]) {
            (Some(given), _) => {
                let size = if given > 99 { 24 } else { 36 };
                let below = y + size * 35 / 100;
                let element = format_args!(
                    "<text x=\"{x}\" y=\"{below}\" font-size=\"{size}\" font-weight=\"bold\">{given}</text>"
                );
                line(&mut svg, element);
            }
            (None, Some(marks)) => {
                let marks = list(puzzle, marks);
                let size = (100 / marks.len().max(1) as i64).clamp(6, 18);
                let below = y + size * 35 / 100;
                line(&mut svg, format_args!("<text x=\"{x}\" y=\"{below}\" font-size=\"{size}\">{marks}</text>"));
            }
            (None, None) => {}
        }
    }
    sheet.draw_labels(&mut svg);
    svg + "</svg>\n"
}

/// Where the cells are in a picture drawn by [`svg`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Frame {
    /// The width of the whole picture.
    pub width: i64,
    /// The height of the whole picture.
    pub height: i64,
    /// The space left free on each side of the board.
    pub margin: i64,
    /// The side of a cell.
    pub cell: i64,
}

/// Where the cells are in the picture of a variant, for programs that draw on top of it.
///
/// ```
/// use ninefold::render::variant;
/// use ninefold::variant::VariantPuzzle;
/// let frame = variant::frame(&VariantPuzzle::sudoku(2, 2));
/// assert_eq!(frame.width, 4 * frame.cell + 2 * frame.margin);
/// ```
pub fn frame(puzzle: &VariantPuzzle) -> Frame {
    let sheet = Sheet::of(puzzle);
    let (width, height) = sheet.size();
    Frame { width, height, margin: sheet.margin(), cell: CELL }
}

/// Lines between cells: thick ones around regions and the board.
fn draw_borders(puzzle: &VariantPuzzle, sheet: &Sheet<'_>, svg: &mut String) {
    let blocks = puzzle.blocks();
    for is_thick in [false, true] {
        for (from, to, cells) in sheet.edges().filter(|(.., cells)| *cells != [None, None]) {
            if is_border(&blocks, cells) == is_thick {
                let width = if is_thick { 3 } else { 1 };
                line(
                    svg,
                    format_args!(
                        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#000\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>",
                        from[0], from[1], to[0], to[1]
                    ),
                );
            }
        }
    }
}

/// Whether the edge between two cells is the border of a region, a box or the board, given the blocks of each cell.
fn is_border(blocks: &[Vec<usize>], cells: [Option<usize>; 2]) -> bool {
    match cells {
        [Some(one), Some(other)] => blocks[one] != blocks[other],
        _ => true,
    }
}

/// The digits with nothing between them if each has a single figure, otherwise with commas.
fn list(puzzle: &VariantPuzzle, digits: &[i64]) -> String {
    let between = if *puzzle.digits().end() > 9 { "," } else { "" };
    digits.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
}

/// Writes a variant in plain text: the board with the borders of its regions, then its rules in words.
///
/// ```
/// use ninefold::render::variant;
/// use ninefold::variant::VariantPuzzle;
/// let mut puzzle = VariantPuzzle::new(2, 3, 1..=3);
/// puzzle.regions = vec![vec![0, 1, 3], vec![2, 4, 5]];
/// puzzle.give(0, 2);
/// let text = "\
/// +-------+---+
/// | 2   . | . |
/// |   +---+   |
/// | . | .   . |
/// +---+-------+
/// The digits 1 to 3. No region repeats a digit.
/// ";
/// assert_eq!(variant::text(&puzzle), text);
/// ```
pub fn text(puzzle: &VariantPuzzle) -> String {
    let word = |cell: usize| match (puzzle.givens[cell], &puzzle.marks[cell]) {
        (Some(given), _) => given.to_string(),
        (None, Some(marks)) => format!("({})", list(puzzle, marks)),
        (None, None) => ".".to_owned(),
    };
    let words: Vec<String> = (0..puzzle.board_cells()).map(word).collect();
    let width = words.iter().map(String::len).max().unwrap_or(1);
    let (rows, columns) = (puzzle.rows() as i64, puzzle.columns() as i64);
    let blocks = puzzle.blocks();
    let wall = |one: (i64, i64), other: (i64, i64)| {
        let cells = [puzzle.cell(one.0, one.1), puzzle.cell(other.0, other.1)];
        cells != [None, None] && is_border(&blocks, cells)
    };
    let mut text = String::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let below = |column| wall((row - 1, column), (row, column));
            let beside = |row| wall((row, column - 1), (row, column));
            let across = [below(column - 1), below(column)];
            let down = [beside(row - 1), beside(row)];
            text += match (across, down) {
                ([false, false], [false, false]) => " ",
                ([true, true], [false, false]) => "-",
                ([false, false], [true, true]) => "|",
                _ => "+",
            };
            if column < columns {
                text += &if across[1] { "-" } else { " " }.repeat(width + 2);
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        if row == rows {
            break;
        }
        for column in 0..=columns {
            text += if wall((row, column - 1), (row, column)) { "|" } else { " " };
            if column < columns {
                let word = puzzle.cell(row, column).map_or("", |cell| &words[cell]);
                text += &format!(" {word:>width$} ");
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    for words in puzzle.words() {
        text += &words;
        text.push('\n');
    }
    text
}
