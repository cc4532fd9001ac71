//! Boards as pictures (SVG 1.1), which every browser can show.

use super::Mark;
use crate::board::{Candidate, Candidates, Cell, Entry, Puzzle, Shape, Symbols};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The style rules of a dark theme, for figures inside what a selector matches.
macro_rules! dark {
    ($within:literal) => {
        concat!(
            $within,
            ".ninefold [fill=\"#fff\"]{fill:#181818}",
            $within,
            ".ninefold [fill=\"#000\"]{fill:#eee}",
            $within,
            ".ninefold [stroke=\"#000\"]{stroke:#bbb}",
            $within,
            ".ninefold [fill=\"#444\"]{fill:#bbb}",
            $within,
            ".ninefold [fill=\"#1a4f9c\"]{fill:#8ab4f8}",
            $within,
            ".ninefold [fill=\"#a8d5a2\"]{fill:#2f6b2a}",
            $within,
            ".ninefold [fill=\"#dbe9ff\"]{fill:#1d3557}",
            $within,
            ".ninefold [fill=\"#b00020\"]{fill:#ff8a80}",
            $within,
            ".ninefold [stroke=\"#b00020\"]{stroke:#ff8a80}",
        )
    };
}

/// The side of a cell.
const CELL: usize = 60;
/// The space around the board.
const MARGIN: usize = 6;

/// Draws a board with its candidates. Givens are bold; each candidate has its own place in its cell. Marks differ in
/// shape, not only in colour: a filled disc for a candidate of the pattern, a line through an eliminated one, a ring
/// around one that is placed. A screen reader reads the title.
///
/// # Panics
/// If a marked candidate lies outside the board.
pub fn board(puzzle: &Puzzle, marks: &BTreeMap<Candidate, Mark>, symbols: &Symbols, title: &str) -> String {
    draw(puzzle, &puzzle.candidates(), marks, symbols, &Frame::plain(title))
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
    draw(puzzle, &Candidates::none(puzzle.shape()), &BTreeMap::new(), symbols, &Frame::plain(title))
}

/// What a figure of a board shows besides its digits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figure<'a> {
    /// The text that a screen reader reads.
    pub title: &'a str,
    /// Candidates to mark; unless this is `None`, all candidates are drawn.
    pub marks: Option<&'a BTreeMap<Candidate, Mark>>,
    /// Arrows from candidate to candidate; weak links are dashed.
    pub links: &'a [Link],
}

/// A link from one candidate to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The candidate at which it begins.
    pub from: Candidate,
    /// The candidate at which it ends.
    pub to: Candidate,
    /// Whether the link is strong: if one candidate is false, the other is true. In a weak link at least one of them is false.
    pub is_strong: bool,
}

/// Draws a board for a page or notebook: with the names of rows and columns, no wider than the space available, and dark
/// if the reader's theme is dark.
///
/// ```
/// use ninefold::{Puzzle, Symbols, render::svg};
/// let puzzle: Puzzle = "1.34341221434321".parse()?;
/// let drawing = svg::figure(&puzzle, &Symbols::for_side(4), svg::Figure { title: "A small one", ..Default::default() });
/// assert!(drawing.contains(">r4</text>") && drawing.contains("max-width:100%"));
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Panics
/// If a candidate lies outside the board.
pub fn figure(puzzle: &Puzzle, symbols: &Symbols, figure: Figure<'_>) -> String {
    let shape = puzzle.shape();
    let mut above = String::new();
    for i in 0..shape.side() {
        let (at, near) = (NAMES + i * CELL + CELL / 2, NAMES / 2);
        let name = "font-size=\"14\" fill=\"#444\"";
        line(&mut above, format_args!("<text x=\"{at}\" y=\"{}\" {name}>c{}</text>", near + 5, i + 1));
        line(&mut above, format_args!("<text x=\"{near}\" y=\"{}\" {name}>r{}</text>", at + 5, i + 1));
    }
    figure.links.iter().for_each(|link| arrow(&mut above, puzzle.shape(), link));
    let candidates = match figure.marks {
        Some(_) => puzzle.candidates(),
        None => Candidates::none(shape),
    };
    let frame = Frame { title: figure.title, margin: NAMES, class: CLASS, style: STYLE, above: &above };
    draw(puzzle, &candidates, figure.marks.unwrap_or(&BTreeMap::new()), symbols, &frame)
}

/// The space around a figure, with room for the names of rows and columns.
const NAMES: usize = 32;

const CLASS: &str = " class=\"ninefold\" style=\"max-width:100%;height:auto\"";

/// Other colours if the reader's theme is dark, according to the system, JupyterLab or Visual Studio Code.
const STYLE: &str = concat!(
    "<style>@media (prefers-color-scheme:dark){",
    dark!(""),
    "}",
    dark!("[data-jp-theme-light=false] "),
    dark!(".vscode-dark "),
    "</style>\n"
);

/// An arrow between two candidates, bent a little so that it does not hide what lies between them.
fn arrow(svg: &mut String, shape: Shape, link: &Link) {
    let center = |candidate: Candidate| {
        let (x, y) = place(shape, candidate, NAMES);
        (x as f64, y as f64)
    };
    let ((x1, y1), (x2, y2)) = (center(link.from), center(link.to));
    let length = (x2 - x1).hypot(y2 - y1);
    if length < 1.0 {
        return;
    }
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // The arrow leads from the edge of one disc to the edge of the other.
    let radius = (CELL / shape.box_columns().max(shape.box_rows())) as f64 * 0.45;
    let bend = if length > 3.0 * radius { length.min(200.0) * 0.12 } else { 0.0 };
    let middle = ((x1 + x2) / 2.0 - dy * bend, (y1 + y2) / 2.0 + dx * bend);
    let (start, end) = ((x1 + dx * radius, y1 + dy * radius), (x2 - dx * radius, y2 - dy * radius));
    let (tx, ty) = (end.0 - middle.0, end.1 - middle.1);
    let norm = tx.hypot(ty).max(1.0);
    let (tx, ty) = (tx / norm, ty / norm);
    let dashes = if link.is_strong { "" } else { " stroke-dasharray=\"6 5\"" };
    line(
        svg,
        format_args!(
            "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#b3541e\" stroke-width=\"2\"{dashes}/>\n\
             <path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"#b3541e\"/>",
            start.0,
            start.1,
            middle.0,
            middle.1,
            end.0,
            end.1,
            end.0,
            end.1,
            end.0 - 9.0 * tx + 4.0 * ty,
            end.1 - 9.0 * ty - 4.0 * tx,
            end.0 - 9.0 * tx - 4.0 * ty,
            end.1 - 9.0 * ty + 4.0 * tx
        ),
    );
}

/// The middle of a candidate's place in its cell.
fn place(shape: Shape, candidate: Candidate, margin: usize) -> (usize, usize) {
    let Candidate { cell, digit } = candidate;
    let (across, down) = (digit.index() % shape.box_columns(), digit.index() / shape.box_columns());
    let middle = |i: usize, of: usize| (2 * i + 1) * CELL / (2 * of);
    (
        margin + shape.column(cell) * CELL + middle(across, shape.box_columns()),
        margin + shape.row(cell) * CELL + middle(down, shape.box_rows()),
    )
}

/// What surrounds a board.
struct Frame<'a> {
    title: &'a str,
    margin: usize,
    /// The attributes of the whole picture.
    class: &'a str,
    style: &'a str,
    /// What is drawn on top of the board.
    above: &'a str,
}

impl Frame<'_> {
    fn plain(title: &str) -> Frame<'_> {
        Frame { title, margin: MARGIN, class: "", style: "", above: "" }
    }
}

fn draw(
    puzzle: &Puzzle,
    candidates: &Candidates,
    marks: &BTreeMap<Candidate, Mark>,
    symbols: &Symbols,
    frame: &Frame<'_>,
) -> String {
    let Frame { title, margin, class, style, above } = *frame;
    let shape = puzzle.shape();
    let n = shape.side();
    let size = n * CELL + margin + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\"{class}>\n<title>{}</title>\n{style}\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n",
        escaped(title)
    );
    let corner = |cell: Cell| (margin + shape.column(cell) * CELL, margin + shape.row(cell) * CELL);
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
                    let (x, y) = place(shape, Candidate::new(cell, digit), margin);
                    let room = CELL / shape.box_columns().max(shape.box_rows());
                    let mark = marks.get(&Candidate::new(cell, digit)).copied();
                    candidate(&mut svg, x, y, room, &symbols.symbol(digit).to_string(), mark);
                }
            }
        }
    }
    for i in 0..=n {
        let at = margin + i * CELL;
        let end = size - MARGIN;
        for (is_border, [x1, y1, x2, y2]) in
            [(i % shape.box_columns() == 0, [at, margin, at, end]), (i % shape.box_rows() == 0, [margin, at, end, at])]
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
    svg + above + "</svg>\n"
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
        let marks = BTreeMap::from([(at, Mark::Pattern)]);
        let link = |to: usize, is_strong| Link { from: at, to: Candidate::new(Cell::new(to), at.digit), is_strong };
        let title = "Links";
        let links = [link(3, true), link(13, false), link(1, true)];
        let drawn = figure(&puzzle, &Symbols::for_side(4), Figure { title, marks: Some(&marks), links: &links });
        // An arrow consists of a line and a head; no arrow leads from a candidate to itself.
        assert_eq!(drawn.matches("<path").count(), 4);
        assert_eq!(drawn.matches("stroke-dasharray").count(), 1);
        for name in ["r1", "r4", "c1", "c4"] {
            assert_eq!(drawn.matches(&format!(">{name}</text>")).count(), 1);
        }
        assert!(!drawn.contains(">r5<") && drawn.contains("viewBox=\"0 0 278 278\""));
        let large = board(&Puzzle::empty(Shape::new(5, 5).unwrap()), &BTreeMap::new(), &Symbols::for_side(25), "");
        assert_eq!(large.matches("<text").count(), 625 * 25);
    }
}
