//! Sheets as PDF, with the fonts that every reader has: nothing is embedded, and the same puzzles give the same file.

use super::Printed;
use anyhow::ensure;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use ninefold::render::sheet::Sheet;
use ninefold::{Puzzle, Symbols};
use pdf_writer::{Content, Filter, Name, Pdf, Rect, Ref, Str, TextStr};
use std::io::Write;

/// Points in a millimetre.
const MM: f32 = 72.0 / 25.4;
/// An A4 page. Its contents also fit on letter paper.
const PAPER: [f32; 2] = [210.0 * MM, 297.0 * MM];
const MARGIN: f32 = 12.0 * MM;
/// The space between columns of boards, the space for a board's caption above it, and the free space below.
const GAP: f32 = 5.0 * MM;
const CAPTION: f32 = 5.0 * MM;
const BELOW: f32 = 3.0 * MM;
const TITLE: f32 = 9.0 * MM;

const PLAIN: Name<'static> = Name(b"P");
const BOLD: Name<'static> = Name(b"B");
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PLAIN_FONT: Ref = Ref::new(3);
const BOLD_FONT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
/// The first page; each page is followed by its contents.
const FIRST: i32 = 6;

/// A document that grows board by board.
pub(super) struct Document<'a> {
    sheet: Sheet<'a>,
    pdf: Pdf,
    pages: Vec<Ref>,
    /// The page being filled, the number of boards on it, and the number that fit.
    page: Content,
    boards: usize,
    room: usize,
    /// How far down the page the boards begin.
    top: f32,
    solutions: Vec<(usize, Puzzle, Symbols)>,
}

impl<'a> Document<'a> {
    /// # Errors
    /// If the title has characters that the fonts lack.
    pub(super) fn new(sheet: Sheet<'a>) -> anyhow::Result<Document<'a>> {
        let foreign = sheet.title.chars().find(|letter| latin(*letter).is_none());
        ensure!(
            foreign.is_none(),
            "--title: the PDF fonts have no letter '{}'; print to HTML",
            foreign.unwrap_or_default()
        );
        let mut document = Document {
            sheet,
            pdf: Pdf::new(),
            pages: Vec::new(),
            page: Content::new(),
            boards: 0,
            room: sheet.per_page,
            top: MARGIN,
            solutions: Vec::new(),
        };
        document.title(sheet.title);
        Ok(document)
    }

    /// Adds a puzzle.
    pub(super) fn puzzle(&mut self, number: usize, printed: &Printed) {
        let about = if printed.level.is_empty() { String::new() } else { format!(", {}", printed.level) };
        self.board(&format!("{number}{about}"), &printed.puzzle, &printed.symbols);
        self.solutions.push((number, printed.solution.to_puzzle(), printed.symbols.clone()));
    }

    /// Completes the document, with the solutions on pages after the puzzles.
    pub(super) fn finish(mut self, has_solutions: bool) -> Vec<u8> {
        self.turn();
        if has_solutions {
            self.room = Sheet::SOLUTIONS;
            self.title("Solutions");
            for (number, solution, symbols) in std::mem::take(&mut self.solutions) {
                self.board(&number.to_string(), &solution, &symbols);
            }
            self.turn();
        }
        self.pdf.catalog(CATALOG).pages(PAGES);
        self.pdf
            .pages(PAGES)
            .kids(self.pages.iter().copied())
            .count(i32::try_from(self.pages.len()).unwrap_or(i32::MAX));
        for (font, name) in [(PLAIN_FONT, "Helvetica"), (BOLD_FONT, "Helvetica-Bold")] {
            self.pdf.type1_font(font).base_font(Name(name.as_bytes())).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        self.pdf.document_info(INFO).title(TextStr(self.sheet.title)).producer(TextStr("ninefold"));
        self.pdf.finish()
    }

    /// Writes a title on a page that is still empty.
    fn title(&mut self, title: &str) {
        self.text(PLAIN, 14.0, MARGIN, MARGIN + 5.0 * MM, title);
        self.top = MARGIN + TITLE;
    }

    /// Ends the page.
    fn turn(&mut self) {
        let number = FIRST + 2 * self.pages.len() as i32;
        let (page, content) = (Ref::new(number), Ref::new(number + 1));
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        let drawn = std::mem::replace(&mut self.page, Content::new()).finish();
        let packed =
            packed.write_all(drawn.as_slice()).and_then(|()| packed.finish()).expect("memory can be written to");
        self.pdf.stream(content, &packed).filter(Filter::FlateDecode);
        let mut written = self.pdf.page(page);
        written.media_box(Rect::new(0.0, 0.0, PAPER[0], PAPER[1])).parent(PAGES).contents(content);
        written.resources().fonts().pair(PLAIN, PLAIN_FONT).pair(BOLD, BOLD_FONT);
        drop(written);
        self.pages.push(page);
        (self.boards, self.top) = (0, MARGIN);
    }

    /// Draws a board in the next free place.
    fn board(&mut self, caption: &str, puzzle: &Puzzle, symbols: &Symbols) {
        if self.boards == self.room {
            self.turn();
        }
        let (columns, side) = Sheet::columns(self.room);
        let side = side as f32 * MM;
        let (column, row) = ((self.boards % columns) as f32, (self.boards / columns) as f32);
        let width = columns as f32 * (side + GAP) - GAP;
        let left = (PAPER[0] - width) / 2.0 + column * (side + GAP);
        let top = self.top + row * (CAPTION + side + BELOW);
        self.text(PLAIN, 10.0, left, top + CAPTION - 1.5 * MM, caption);
        self.cells([left, top + CAPTION], side, puzzle, symbols);
        self.boards += 1;
    }

    /// Draws lines and digits.
    fn cells(&mut self, [left, top]: [f32; 2], side: f32, puzzle: &Puzzle, symbols: &Symbols) {
        let shape = puzzle.shape();
        let cell = side / shape.side() as f32;
        let is_solution = puzzle.removed().is_none() && puzzle.filled().count() == shape.cell_count();
        for is_thick in [false, true] {
            self.page.set_line_width(if is_thick { (side / 90.0).max(1.2) } else { (side / 600.0).max(0.3) });
            for line in 0..=shape.side() {
                let at = line as f32 * cell;
                if line.is_multiple_of(shape.box_columns()) == is_thick {
                    self.line([left + at, top], [left + at, top + side]);
                }
                if line.is_multiple_of(shape.box_rows()) == is_thick {
                    self.line([left, top + at], [left + side, top + at]);
                }
            }
            self.page.stroke();
        }
        for (place, digit) in puzzle.filled() {
            let text = symbols.symbol(digit).to_string();
            let wide: f32 = text.chars().map(width).sum();
            let size = cell * (0.85 / wide).min(0.66);
            let middle = |at: usize| (at as f32 + 0.5) * cell;
            let (x, y) = (middle(shape.column(place)), middle(shape.row(place)));
            let font = if is_solution { PLAIN } else { BOLD };
            // Digits are about 0.72 of the font size high.
            self.text(font, size, left + x - size * wide / 2.0, top + y + 0.36 * size, &text);
        }
    }

    fn line(&mut self, from: [f32; 2], to: [f32; 2]) {
        self.page.move_to(from[0], PAPER[1] - from[1]).line_to(to[0], PAPER[1] - to[1]);
    }

    /// Writes a text from a point on its baseline, measured from the top left corner of the page.
    fn text(&mut self, font: Name<'static>, size: f32, x: f32, y: f32, text: &str) {
        let bytes: Vec<u8> = text.chars().map(|letter| latin(letter).unwrap_or(b'?')).collect();
        self.page.begin_text().set_font(font, size).next_line(x, PAPER[1] - y).show(Str(&bytes)).end_text();
    }
}

/// The first symbol of a puzzle that the fonts lack.
pub(super) fn unwritable(puzzle: &Puzzle, symbols: &Symbols) -> Option<char> {
    let texts = puzzle.shape().digits().map(|digit| symbols.symbol(digit).to_string());
    texts.flat_map(|text| text.chars().collect::<Vec<_>>()).find(|letter| latin(*letter).is_none())
}

/// The byte of a character in the encoding of the fonts, which agrees with Latin-1 on its characters.
fn latin(letter: char) -> Option<u8> {
    u8::try_from(letter).ok().filter(|byte| matches!(byte, 0x20..=0x7e | 0xa0..))
}

/// The width of a character of Helvetica at font size 1 (Adobe, "Font metrics for the 14 PDF core fonts", 1997).
fn width(letter: char) -> f32 {
    match letter {
        'I' | 'i' | 'j' | 'l' => 0.26,
        '(' | ')' | 'f' | 't' | 'r' => 0.333,
        'J' | 'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' => 0.5,
        'F' | 'T' | 'Z' => 0.611,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' => 0.667,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' => 0.722,
        'G' | 'O' | 'Q' => 0.778,
        'M' | 'm' => 0.833,
        'W' => 0.944,
        _ => 0.556,
    }
}
