//! Boards as pictures (SVG 1.1), which every browser shows.

use super::Mark;
use crate::board::{Candidate, Candidates, Cell, Entry, Puzzle, Symbols};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The side of a cell.
const CELL: usize = 60;
/// Around the board.
const MARGIN: usize = 6;

/// Draws a board with its candidates. Givens are bold; each candidate has its own place in its cell. Marks differ in
/// shape, not only in colour: a filled disc for the pattern, a line through what is eliminated, a ring around what is
/// placed. The title is what a screen reader says.
///
/// # Panics
/// If a marked candidate lies outside the board.
pub fn board(puzzle: &Puzzle, marks: &BTreeMap<Candidate, Mark>, symbols: &Symbols, title: &str) -> String {
    draw(puzzle, &puzzle.candidates(), marks, symbols, title)
}

/// Draws a board with its digits and nothing else, as a newspaper prints it.
///
/// ```
/// use ninefold::{Puzzle, Symbols, render::svg};
/// let puzzle: Puzzle = "1.34341221434321".parse()?;
/// let drawing = svg::digits(&puzzle, &Symbols::for_side(4), "A small one");
/// assert_eq!(drawing.matches("<text").count(), 15);
/// # Ok::<(), ninefold::Invalid>(())
/// ```
pub fn digits(puzzle: &Puzzle, symbols: &Symbols, title: &str) -> String {
    draw(puzzle, &Candidates::none(puzzle.shape()), &BTreeMap::new(), symbols, title)
}

fn draw(
    puzzle: &Puzzle,
    candidates: &Candidates,
    marks: &BTreeMap<Candidate, Mark>,
    symbols: &Symbols,
    title: &str,
) -> String {
    let shape = puzzle.shape();
    let n = shape.side();
    let size = n * CELL + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{}</title>\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n",
        escaped(title)
    );
    let corner = |cell: Cell| (MARGIN + shape.column(cell) * CELL, MARGIN + shape.row(cell) * CELL);
    for cell in shape.cells() {
        let (x, y) = corner(cell);
        match puzzle.entry(cell) {
            Entry::Given(digit) | Entry::Placed(digit) => {
                let is_given = matches!(puzzle.entry(cell), Entry::Given(_));
                let (weight, color) = if is_given { ("bold", "#000") } else { ("normal", "#1a4f9c") };
                let symbol = escaped(&symbols.symbol(digit).to_string());
                let size = if symbol.chars().count() > 2 { CELL / 3 } else { CELL * 3 / 5 };
                line(
                    &mut svg,
                    format_args!(
                        "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{color}\">{symbol}</text>",
                        x + CELL / 2,
                        y + CELL / 2 + size * 35 / 100
                    ),
                );
            }
            _ => {
                for digit in candidates.digits_of(cell) {
                    let (across, down) = (digit.index() % shape.box_columns(), digit.index() / shape.box_columns());
                    let place = |i: usize, of: usize| (2 * i + 1) * CELL / (2 * of);
                    let (x, y) = (x + place(across, shape.box_columns()), y + place(down, shape.box_rows()));
                    let room = CELL / shape.box_columns().max(shape.box_rows());
                    let mark = marks.get(&Candidate::new(cell, digit)).copied();
                    candidate(&mut svg, x, y, room, &symbols.symbol(digit).to_string(), mark);
                }
            }
        }
    }
    for i in 0..=n {
        let at = MARGIN + i * CELL;
        let end = size - MARGIN;
        for (is_border, [x1, y1, x2, y2]) in
            [(i % shape.box_columns() == 0, [at, MARGIN, at, end]), (i % shape.box_rows() == 0, [MARGIN, at, end, at])]
        {
            let width = if is_border { 3 } else { 1 };
            line(
                &mut svg,
                format_args!(
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#000\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>"
                ),
            );
        }
    }
    svg + "</svg>\n"
}

fn candidate(svg: &mut String, x: usize, y: usize, room: usize, symbol: &str, mark: Option<Mark>) {
    let radius = (room * 9 / 20).max(1);
    match mark {
        Some(Mark::Pattern) => {
            line(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#a8d5a2\"/>"));
        }
        Some(Mark::Placed) => {
            let ring = "fill=\"#dbe9ff\" stroke=\"#1a4f9c\" stroke-width=\"2\"";
            line(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {ring}/>"));
        }
        Some(Mark::Eliminated) | None => {}
    }
    let size = (room * 7 / 10).max(1);
    let color = match mark {
        Some(Mark::Eliminated) => "#b00020",
        _ => "#444",
    };
    let below = y + size * 35 / 100;
    let symbol = escaped(symbol);
    line(svg, format_args!("<text x=\"{x}\" y=\"{below}\" font-size=\"{size}\" fill=\"{color}\">{symbol}</text>"));
    if mark == Some(Mark::Eliminated) {
        let (left, right, top, bottom) = (x.saturating_sub(radius), x + radius, y.saturating_sub(radius), y + radius);
        line(
            svg,
            format_args!(
                "<line x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{top}\" stroke=\"#b00020\" stroke-width=\"2\"/>"
            ),
        );
    }
}

pub(super) fn line(svg: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(svg, "{element}").expect("a string can be written to");
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Digit, Shape};

    #[test]
    fn a_board_is_drawn_whole() {
        let mut puzzle: Puzzle = "1.34341221434321".parse().unwrap();
        puzzle.clear(Cell::new(15));
        puzzle.place(Cell::new(15), Digit::from_index(0));
        let at = Candidate::new(Cell::new(1), Digit::from_index(1));
        for (mark, element) in [(Mark::Pattern, "#a8d5a2"), (Mark::Eliminated, "#b00020"), (Mark::Placed, "<circle")] {
            let svg = board(&puzzle, &BTreeMap::from([(at, mark)]), &Symbols::for_side(4), "r1c2 < 2 & \"so\"");
            assert!(svg.contains(element), "{mark:?}");
            assert!(svg.contains("<title>r1c2 &lt; 2 &amp; &quot;so&quot;</title>"));
            assert_eq!(svg.matches("font-weight=\"bold\"").count(), 14);
            assert_eq!(svg.matches("stroke-width=\"3\"").count(), 6);
        }
        let large = board(&Puzzle::empty(Shape::new(5, 5).unwrap()), &BTreeMap::new(), &Symbols::for_side(25), "");
        assert_eq!(large.matches("<text").count(), 625 * 25);
    }
}
