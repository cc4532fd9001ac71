//! Sheets of puzzles for printing, as an HTML page that every browser can print. Other documents use the same layout.

use super::svg;
use crate::board::{Grid, Puzzle, Symbols};
use std::fmt::Write;

/// What a sheet of puzzles looks like.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The number of puzzles on a page.
    pub per_page: usize,
    /// The text above the first page, which is also the document's title.
    pub title: &'a str,
}

impl Sheet<'_> {
    /// The number of solutions on a page: they can be small, since they are only looked up.
    pub const SOLUTIONS: usize = 12;

    /// The number of columns on a page with this many boards, and the side of a board in millimetres, which is as large
    /// as a sheet of A4 or letter paper allows.
    pub fn columns(boards: usize) -> (usize, usize) {
        let columns = match boards {
            ..=2 => 1,
            3..=8 => 2,
            9..=18 => 3,
            _ => 4,
        };
        let rows = boards.div_ceil(columns).max(1);
        // The space on a page without margins, captions and title.
        (columns, (180 / columns).min(225 / rows - 8).min(150))
    }

    /// The beginning of the document, up to the first puzzle.
    pub fn begin(&self) -> String {
        let title = svg::escaped(self.title);
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>\n\
             @page{{margin:12mm}}body{{margin:0;font-family:sans-serif}}h1{{font-size:14pt;margin:0 0 4mm;text-align:center}}\
             figure{{margin:0;text-align:center;break-inside:avoid}}figcaption{{font-size:10pt;margin-bottom:1mm}}\
             .page{{display:grid;gap:5mm;justify-content:center;justify-items:center;break-after:page}}\
             .page:last-child{{break-after:auto}}svg{{width:var(--side);height:var(--side)}}\n\
             </style></head><body>\n<h1>{title}</h1>\n{}",
            page(self.per_page)
        )
    }

    /// A puzzle with its number, from 1, and a text about it.
    pub fn puzzle(&self, number: usize, puzzle: &Puzzle, symbols: &Symbols, about: &str) -> String {
        let picture = svg::digits(puzzle, symbols, &format!("Sudoku {number}"));
        let about = if about.is_empty() { String::new() } else { format!(", {}", svg::escaped(about)) };
        self.figure(number, self.per_page, &format!("{number}{about}"), &picture)
    }

    /// The part between the puzzles and their solutions.
    pub fn turn(&self) -> String {
        format!("</div>\n<h1 style=\"break-before:page\">Solutions</h1>\n{}", page(Sheet::SOLUTIONS))
    }

    /// The solution of the puzzle with this number.
    pub fn solution(&self, number: usize, grid: &Grid, symbols: &Symbols) -> String {
        let picture = svg::digits(&grid.to_puzzle(), symbols, &format!("Solution {number}"));
        self.figure(number, Sheet::SOLUTIONS, &number.to_string(), &picture)
    }

    /// The end of the document.
    pub fn end() -> &'static str {
        "</div>\n</body></html>\n"
    }

    fn figure(&self, number: usize, per_page: usize, caption: &str, picture: &str) -> String {
        let turn = if number > 1 && (number - 1).is_multiple_of(per_page) {
            format!("</div>\n{}", page(per_page))
        } else {
            String::new()
        };
        format!("{turn}<figure><figcaption>{caption}</figcaption>{picture}</figure>\n")
    }
}

/// The beginning of a page with this many boards.
fn page(count: usize) -> String {
    let (columns, side) = Sheet::columns(count);
    let mut page = String::new();
    writeln!(page, "<div class=\"page\" style=\"--side:{side}mm;grid-template-columns:repeat({columns},{side}mm)\">")
        .expect("a string can be written to");
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_full_before_the_next() {
        let puzzle: Puzzle = "1.34341221434321".parse().unwrap();
        let symbols = Symbols::for_side(4);
        for per_page in [1, 2, 4, 6, 12, 20] {
            let sheet = Sheet { per_page, title: "Four & four" };
            let mut html = sheet.begin();
            (1..=13).for_each(|number| html += &sheet.puzzle(number, &puzzle, &symbols, "easy"));
            assert_eq!(html.matches("class=\"page\"").count(), 13_usize.div_ceil(per_page));
            assert_eq!((html.matches("<svg").count(), html.matches(", easy</figcaption>").count()), (13, 13));
            assert!(html.contains("<title>Four &amp; four</title>"));
            html += &sheet.turn();
            let grid = crate::solve::first(&puzzle).unwrap();
            (1..=13).for_each(|number| html += &sheet.solution(number, &grid, &symbols));
            html += Sheet::end();
            for tag in ["div", "figure", "svg", "h1", "html"] {
                let open = html.matches(&format!("<{tag} ")).count() + html.matches(&format!("<{tag}>")).count();
                assert_eq!(open, html.matches(&format!("</{tag}>")).count(), "{tag}, {per_page}");
            }
        }
    }
}
