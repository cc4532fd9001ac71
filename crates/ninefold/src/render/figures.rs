//! The figures of constraints on a sheet: where they are and in which order they are drawn.

use super::svg::{escaped, line};
use crate::variant::{Colour, Figure, Ground, VariantPuzzle};
use std::collections::BTreeMap;

/// The side of a cell.
pub(super) const CELL: i64 = 60;
/// The space around the board.
const MARGIN: i64 = 6;
/// The space around a board with texts beside it.
const WIDE_MARGIN: i64 = 46;
/// The distance between the outline of a cage and the edges of its cells.
const INSET: i64 = 5;

/// A point, measured from the upper left corner.
type Point = [i64; 2];

/// A puzzle with its figures and the room they need.
pub(super) struct Sheet<'a> {
    puzzle: &'a VariantPuzzle,
    figures: Vec<Figure>,
    margin: i64,
}

impl<'a> Sheet<'a> {
    pub(super) fn of(puzzle: &'a VariantPuzzle) -> Sheet<'a> {
        let figures: Vec<Figure> =
            puzzle.constraints.iter().flat_map(|constraint| constraint.figures(puzzle)).collect();
        let has_outside = figures.iter().any(|figure| matches!(figure, Figure::Outside(..)));
        Sheet { puzzle, figures, margin: if has_outside { WIDE_MARGIN } else { MARGIN } }
    }

    pub(super) fn size(&self) -> (i64, i64) {
        let side = |cells: usize| cells as i64 * CELL + 2 * self.margin;
        (side(self.puzzle.columns()), side(self.puzzle.rows()))
    }

    /// The space left free on each side of the board.
    pub(super) fn margin(&self) -> i64 {
        self.margin
    }

    /// The upper left corner of the cell in a row and column, which may be outside the board.
    fn corner(&self, row: i64, column: i64) -> Point {
        [self.margin + column * CELL, self.margin + row * CELL]
    }

    pub(super) fn middle(&self, cell: usize) -> Point {
        let (row, column) = self.puzzle.place(cell);
        self.corner(row, column).map(|x| x + CELL / 2)
    }

    /// The edges of cells: their ends, and the cells on both sides.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Point, Point, [Option<usize>; 2])> + '_ {
        let (rows, columns) = (self.puzzle.rows() as i64, self.puzzle.columns() as i64);
        let across = (0..=rows).flat_map(move |row| {
            (0..columns).map(move |column| {
                let cells = [self.puzzle.cell(row - 1, column), self.puzzle.cell(row, column)];
                (self.corner(row, column), self.corner(row, column + 1), cells)
            })
        });
        let down = (0..rows).flat_map(move |row| {
            (0..=columns).map(move |column| {
                let cells = [self.puzzle.cell(row, column - 1), self.puzzle.cell(row, column)];
                (self.corner(row, column), self.corner(row + 1, column), cells)
            })
        });
        across.chain(down)
    }

    /// Draws what is behind the lines of the board.
    pub(super) fn draw_below(&self, svg: &mut String) {
        for figure in &self.figures {
            if let Figure::Area(cells, colour) = figure {
                for cell in cells {
                    let [x, y] = self.middle(*cell).map(|x| x - CELL / 2);
                    let colour = light(*colour);
                    line(
                        svg,
                        format_args!(
                            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\" fill-opacity=\"0.5\"/>"
                        ),
                    );
                }
            }
        }
        for figure in &self.figures {
            if let Figure::Line(cells, colour) = figure {
                self.path(svg, cells, light(*colour), 14);
            }
        }
    }

    /// Draws what is over the lines of the board but behind the digits.
    pub(super) fn draw_above(&self, svg: &mut String) {
        for figure in &self.figures {
            match figure {
                Figure::Cage(cells, _) => self.outline(svg, cells),
                Figure::Hairline(cells) => self.path(svg, cells, "#888", 3),
                Figure::Arrow(cells) => self.arrow(svg, cells),
                _ => {}
            }
        }
        for figure in &self.figures {
            match figure {
                Figure::Ring(cells) => self.ring(svg, cells),
                Figure::Diamond(cell) => {
                    let [x, y] = self.middle(*cell);
                    let (left, right, top, bottom) = (x - 25, x + 25, y - 25, y + 25);
                    let points = format!("{x},{top} {right},{y} {x},{bottom} {left},{y}");
                    line(
                        svg,
                        format_args!(
                            "<polygon points=\"{points}\" fill=\"#fff\" fill-opacity=\"0.7\" stroke=\"#888\" stroke-width=\"2\"/>"
                        ),
                    );
                }
                _ => {}
            }
        }
        // Discs come last, because a ring may contain them.
        for figure in &self.figures {
            match figure {
                Figure::Disc(cell) => self.disc(svg, self.middle(*cell), 22, "fill=\"#c9c9c9\""),
                Figure::Square(cell) => {
                    let [x, y] = self.middle(*cell).map(|x| x - 21);
                    line(svg, format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"42\" height=\"42\" fill=\"#c9c9c9\"/>"));
                }
                _ => {}
            }
        }
    }

    /// Draws the texts, on top of everything.
    pub(super) fn draw_labels(&self, svg: &mut String) {
        let mut outside: BTreeMap<Point, Vec<&str>> = BTreeMap::new();
        for figure in &self.figures {
            match figure {
                Figure::Cage(cells, text) if !text.is_empty() => self.cage_label(svg, cells, text),
                Figure::Label(cells, text, ground) => self.label(svg, cells, text, *ground),
                Figure::Outside(cells, text) => outside.entry(self.beside(svg, cells)).or_default().push(text),
                _ => {}
            }
        }
        for ([x, y], texts) in outside {
            let text = escaped(&texts.join(", "));
            line(svg, format_args!("<text x=\"{x}\" y=\"{}\" font-size=\"20\">{text}</text>", y + 7));
        }
    }

    fn disc(&self, svg: &mut String, [x, y]: Point, radius: i64, style: &str) {
        line(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>"));
    }

    fn path(&self, svg: &mut String, cells: &[usize], colour: &str, width: i64) {
        let points: Vec<Point> = cells.iter().map(|cell| self.middle(*cell)).collect();
        self.polyline(svg, &points, colour, width);
    }

    fn polyline(&self, svg: &mut String, points: &[Point], colour: &str, width: i64) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x},{y}")).collect();
        let points = points.join(" ");
        let style = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        line(svg, format_args!("<polyline points=\"{points}\" stroke=\"{colour}\" stroke-width=\"{width}\" {style}/>"));
    }

    fn arrow(&self, svg: &mut String, cells: &[usize]) {
        let mut points: Vec<Point> = cells.iter().map(|cell| self.middle(*cell)).collect();
        let [.., before, end] = points[..] else { return };
        let step = [0, 1].map(|i| (end[i] - before[i]).signum());
        // The line begins at the ring, and ends with a head inside its last cell.
        let first = [0, 1].map(|i| {
            points[0][i]
                + (points[1][i] - points[0][i]).signum() * if step_is_long(points[0], points[1]) { 17 } else { 24 }
        });
        points[0] = first;
        self.polyline(svg, &points, "#888", 3);
        let side = |turn: i64| [end[0] - 10 * step[0] + turn * 8 * step[1], end[1] - 10 * step[1] - turn * 8 * step[0]];
        self.polyline(svg, &[side(1), end, side(-1)], "#888", 3);
    }

    fn ring(&self, svg: &mut String, cells: &[usize]) {
        let middles: Vec<Point> = cells.iter().map(|cell| self.middle(*cell)).collect();
        let bound = |i: usize| {
            let values = middles.iter().map(|middle| middle[i]);
            (values.clone().min().unwrap_or(0) - 24, values.max().unwrap_or(0) + 24)
        };
        let ((left, right), (top, bottom)) = (bound(0), bound(1));
        let (width, height) = (right - left, bottom - top);
        line(
            svg,
            format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"24\" fill=\"#fff\" \
                 stroke=\"#888\" stroke-width=\"2\"/>"
            ),
        );
    }

    /// The outline of a cage: one piece for each side of a cell that has no cell of the cage behind it. If the cage continues in
    /// a direction, the piece reaches to the edge of its cell, and at an inner corner as far as the piece that it meets there.
    fn outline(&self, svg: &mut String, cells: &[usize]) {
        let mut path = String::new();
        for cell in cells {
            let (row, column) = self.puzzle.place(*cell);
            let is_in = |down: i64, right: i64| {
                self.puzzle.cell(row + down, column + right).is_some_and(|other| cells.contains(&other))
            };
            let middle = self.middle(*cell);
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if is_in(down, right) {
                    continue;
                }
                let reach = |(along_down, along_right): (i64, i64)| {
                    let goes_on = is_in(along_down, along_right);
                    let turns = goes_on && is_in(down + along_down, right + along_right);
                    CELL / 2
                        + if turns {
                            INSET
                        } else if goes_on {
                            0
                        } else {
                            -INSET
                        }
                };
                let along = (right.abs(), down.abs());
                let (back, on) = (reach((-along.0, -along.1)), reach(along));
                let off = CELL / 2 - INSET;
                let at =
                    |reach: i64| [middle[0] + right * off + along.1 * reach, middle[1] + down * off + along.0 * reach];
                let ([x1, y1], [x2, y2]) = (at(-back), at(on));
                path += &format!("M{x1} {y1}L{x2} {y2}");
            }
        }
        line(
            svg,
            format_args!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"#333\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"/>"
            ),
        );
    }

    fn cage_label(&self, svg: &mut String, cells: &[usize], text: &str) {
        let Some(first) = cells.iter().min() else { return };
        let [x, y] = self.middle(*first).map(|x| x - CELL / 2 + 2);
        let length = text.chars().count() as i64;
        let size = if length > 6 { 9 } else { 13 };
        let width = 4 + length * size * 5 / 8;
        line(
            svg,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"15\" fill=\"#fff\" fill-opacity=\"0.8\"/>"
            ),
        );
        let (x, y, text) = (x + 2, y + 12, escaped(text));
        line(svg, format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"start\">{text}</text>"));
    }

    fn label(&self, svg: &mut String, cells: &[usize], text: &str, ground: Ground) {
        let count = cells.len().max(1) as i64;
        let [x, y] = [0, 1].map(|i| cells.iter().map(|cell| self.middle(*cell)[i]).sum::<i64>() / count);
        let length = text.chars().count() as i64;
        let radius = if length > 3 { 16 } else { 9 };
        let colour = match ground {
            Ground::Board => "#000",
            Ground::White => {
                self.disc(svg, [x, y], radius, "fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.5\"");
                "#000"
            }
            Ground::Black => {
                self.disc(svg, [x, y], radius, "fill=\"#000\"");
                "#fff"
            }
        };
        if length > 0 {
            let size = if ground == Ground::Board { 22 } else { 12 };
            let halo = "stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\"";
            let halo = if ground == Ground::Board { halo } else { "" };
            let (below, text) = (y + size * 35 / 100, escaped(text));
            line(
                svg,
                format_args!(
                    "<text x=\"{x}\" y=\"{below}\" font-size=\"{size}\" fill=\"{colour}\" {halo}>{text}</text>"
                ),
            );
        }
    }

    /// Where the text of a line beside the board is put. A line that is neither a row nor a column also gets an arrow into it.
    fn beside(&self, svg: &mut String, cells: &[usize]) -> Point {
        let Some(first) = cells.first() else { return [0, 0] };
        let (row, column) = self.puzzle.place(*first);
        let (up, left) = match cells.get(1) {
            Some(second) => {
                let (next_row, next_column) = self.puzzle.place(*second);
                ((row - next_row).signum(), (column - next_column).signum())
            }
            None if row == 0 => (-1, 0),
            None if column == 0 => (0, -1),
            None if row + 1 == self.puzzle.rows() as i64 => (1, 0),
            None => (0, 1),
        };
        let [x, y] = self.middle(*first);
        let far = CELL / 2 + 22;
        let at = [x + left * far, y + up * far];
        if up != 0 && left != 0 {
            let near = |reach: i64| [x + left * reach, y + up * reach];
            self.polyline(svg, &[near(CELL / 2 + 9), near(CELL / 2 - 2)], "#555", 2);
            let head = near(CELL / 2 - 2);
            let barbs = [[head[0] + left * 8, head[1]], head, [head[0], head[1] + up * 8]];
            self.polyline(svg, &barbs, "#555", 2);
        }
        at
    }
}

/// Whether a step changes both row and column.
fn step_is_long(from: Point, to: Point) -> bool {
    from[0] != to[0] && from[1] != to[1]
}

fn light(colour: Colour) -> &'static str {
    match colour {
        Colour::Grey => "#c9c9c9",
        Colour::Red => "#f3b0b0",
        Colour::Orange => "#f5c184",
        Colour::Yellow => "#efe07a",
        Colour::Green => "#9fd69f",
        Colour::Teal => "#8ed6d0",
        Colour::Blue => "#a9c8f5",
        Colour::Purple => "#d9aee6",
    }
}
