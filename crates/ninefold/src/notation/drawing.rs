//! What the lines of a drawn board show about its boxes.
//!
//! Bars between cells and rules between rows mark the edges of boxes. If every cell has a frame of its own, only the
//! heavier lines do (`║`, `||`, `===`).
//!
//! ```text
//!  1  4 | 3  2 | 5  6        bars after 2 and 4 cells
//!  ...
//! ------+------+------       a rule after 3 rows: boxes of 3 rows and 2 columns
//! ```

use super::ReadOptions;
use super::row::{self, Line};
use crate::board::Shape;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The lines drawn on a board, by the number of cells or rows before each.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    bars: Strokes,
    rules: Strokes,
}

/// The lines of one direction: how many rows have a line at each place.
#[derive(Clone, Debug, Default)]
struct Strokes {
    all: BTreeMap<usize, usize>,
    heavy: BTreeMap<usize, usize>,
    /// How many rows have any lines.
    rows: usize,
}

/// What the lines of one direction show about the boxes.
enum Said {
    Nothing,
    /// A box ends after each multiple of this number, and nowhere else.
    Every(usize),
    /// Boxes end at these places, and perhaps at others.
    Here(BTreeSet<usize>),
    /// There are lines at all places, but not in all rows: they are walls of irregular regions.
    Irregular,
}

impl Strokes {
    /// Adds the lines of a row.
    fn add(&mut self, strokes: &[(usize, bool)]) {
        self.rows += usize::from(!strokes.is_empty());
        let places =
            |heavy: bool| strokes.iter().filter(move |(_, is_heavy)| *is_heavy || !heavy).map(|(place, _)| *place);
        for (counts, is_heavy) in [(&mut self.all, false), (&mut self.heavy, true)] {
            let distinct: BTreeSet<usize> = places(is_heavy).collect();
            distinct.into_iter().for_each(|place| *counts.entry(place).or_default() += 1);
        }
    }

    /// Adds a line across the whole board, which may have been drawn twice.
    fn add_whole(&mut self, place: usize, is_heavy: bool) {
        self.rows = 1;
        self.all.insert(place, 1);
        if is_heavy {
            self.heavy.insert(place, 1);
        }
    }

    fn said(&self, side: usize) -> Said {
        let inner = |counts: &BTreeMap<usize, usize>| {
            let counts = || counts.range(1..side.max(1));
            let is_even = counts().all(|(_, count)| *count == self.rows);
            (counts().map(|(place, _)| *place).collect::<BTreeSet<_>>(), is_even)
        };
        let (mut places, mut is_even) = inner(&self.all);
        if places.len() + 1 == side && is_even {
            (places, is_even) = inner(&self.heavy);
        }
        if places.len() + 1 == side && !is_even {
            return Said::Irregular;
        }
        match places.first() {
            Some(_) if places.len() + 1 == side => Said::Nothing,
            Some(first) if side.is_multiple_of(*first) && places.iter().copied().eq((*first..side).step_by(*first)) => {
                Said::Every(*first)
            }
            Some(_) => Said::Here(places),
            None => Said::Nothing,
        }
    }
}

impl Said {
    /// Whether boxes of this length would be drawn like this.
    fn allows(&self, length: usize) -> bool {
        match self {
            Said::Nothing => true,
            Said::Every(drawn) => *drawn == length,
            Said::Here(places) => places.iter().all(|place| place.is_multiple_of(length)),
            Said::Irregular => false,
        }
    }
}

impl Drawing {
    /// Adds a row as it is drawn, with the number of its cells; a label before it is not a cell.
    pub(super) fn add_row(&mut self, text: &str, cells: usize, has_label: bool) {
        if text.contains(row::is_bar) {
            let label = usize::from(has_label);
            let bars = bars(text, cells + label).into_iter();
            self.bars.add(&bars.map(|(place, is_heavy)| (place.saturating_sub(label), is_heavy)).collect::<Vec<_>>());
        }
    }

    /// Adds the bars between the parts of a row.
    pub(super) fn add_parts(&mut self, layout: Layout) {
        self.bars.add(&(1..layout.parts).map(|part| (part * layout.cells, false)).collect::<Vec<_>>());
    }

    /// Adds a line that is not a row, with the number of rows above it.
    pub(super) fn add_rule(&mut self, text: &str, rows: usize) {
        if let Some(is_heavy) = rule(text) {
            self.rules.add_whole(rows, is_heavy);
        }
    }

    /// Whether the drawing shows boxes of this shape, or no boxes at all.
    pub(super) fn allows(&self, shape: Shape) -> bool {
        let side = shape.side();
        let (bars, rules) = (self.bars.said(side), self.rules.said(side));
        // Rules below single rows, as in tables, show nothing if every cell has its own bars.
        let are_lone = matches!(rules, Said::Here(_)) && self.bars.all.range(1..side).count() + 1 == side;
        bars.allows(shape.box_columns()) && (are_lone || rules.allows(shape.box_rows()))
    }
}

/// Where the cells are in a drawn row whose blanks are spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// The number of parts between bars.
    parts: usize,
    /// The number of cells in a part.
    cells: usize,
    /// The characters before the first cell of a part.
    before: usize,
    /// The characters from one cell to the next.
    step: usize,
}

impl Layout {
    /// The number of cells in a row.
    pub(super) fn side(&self) -> usize {
        self.parts * self.cells
    }

    /// The cells of a row, if there is nothing else between them.
    pub(super) fn cells<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let mut cells = Vec::with_capacity(self.side());
        for part in parts(text)? {
            let places: Vec<(usize, char)> = part.char_indices().collect();
            for (place, (i, c)) in places.iter().enumerate() {
                let is_cell = place >= self.before && (place - self.before).is_multiple_of(self.step);
                match is_cell && cells.len() < self.side() {
                    true => cells.push(part[*i..i + c.len_utf8()].trim()),
                    false if c.is_whitespace() => {}
                    false => return None,
                }
            }
        }
        (cells.len() == self.side()).then_some(cells)
    }
}

/// The parts between the bars of a row with a bar at either end.
fn parts(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim().strip_prefix(row::is_bar)?.strip_suffix(row::is_bar)?;
    Some(inner.split(row::is_bar).collect())
}

/// The possible layouts of the cells in a row whose parts between bars are equally long.
pub(super) fn layouts(text: &str) -> Option<Vec<Layout>> {
    let parts = parts(text)?;
    let length = parts[0].chars().count();
    if parts.len() < 2 || length < 2 || parts.iter().any(|part| part.chars().count() != length) {
        return None;
    }
    let of = |before: usize, step: usize, after: usize| {
        let cells = (length + step).checked_sub(before + after + 1)? / step;
        let fits = cells > 1 && before + (cells - 1) * step + 1 + after == length;
        let layout = Layout { parts: parts.len(), cells, before, step };
        (fits && Shape::for_side(layout.side()).is_ok()).then_some(layout)
    };
    let all: Vec<Layout> = [of(1, 2, 1), of(0, 2, 0), of(0, 1, 0), of(1, 3, 1)].into_iter().flatten().collect();
    (!all.is_empty()).then_some(all)
}

/// How the cells are laid out in drawn rows, some of which have spaces for blanks; `None` if the rows are not like
/// that, or if the cells of every row are clear without a layout.
pub(super) fn spaced(rows: &[&str], options: &ReadOptions) -> Option<Layout> {
    let fits = |layout: &Layout| {
        let rows = rows.get(..layout.side()).unwrap_or_default();
        let is_row = |row: &&str| layout.cells(row).is_some();
        let has_all =
            |row: &&str| matches!(row::line(row, options), Line::Row(row) if row.cells.len() == layout.side());
        let is_asked = options.side().is_none_or(|side| side == layout.side());
        !rows.is_empty() && is_asked && rows.iter().all(is_row) && !rows.iter().all(has_all)
    };
    layouts(rows.first()?)?.into_iter().find(fits)
}

/// Where a row has bars: the number of cells before each, and whether it is heavy or double. There are none if the bars
/// do not divide the row into this many cells.
fn bars(text: &str, cells: usize) -> Vec<(usize, bool)> {
    let text = row::before_comment(text.trim());
    let parts: Vec<&str> = text.split(row::is_bar).collect();
    let words: Vec<Vec<Cow<'_, str>>> = parts.iter().map(|part| row::tokens(part.trim()).0).collect();
    let tokens = words.iter().map(Vec::len).collect();
    let symbols = words.iter().map(|words| words.iter().map(|word| word.chars().count()).sum()).collect();
    let one_each = parts.iter().map(|part| usize::from(!part.is_empty())).collect();
    let fitting =
        [tokens, symbols, one_each].into_iter().find(|counts: &Vec<usize>| counts.iter().sum::<usize>() == cells);
    let mut before = 0;
    let mut places = Vec::new();
    for ((i, bar), count) in text.char_indices().filter(|(_, c)| row::is_bar(*c)).zip(fitting.unwrap_or_default()) {
        before += count;
        let is_double = text[i + bar.len_utf8()..].starts_with(row::is_bar) || text[..i].ends_with(row::is_bar);
        places.push((before, is_double || matches!(bar, '║' | '┃')));
    }
    places
}

/// Whether a line is a rule between rows, and if so, whether it is heavy.
fn rule(text: &str) -> Option<bool> {
    let is_heavy = |c: char| matches!(c, '=' | '═' | '━');
    let is_stroke = |c: char| is_heavy(c) || matches!(c, '-' | '_' | '~' | '─' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍');
    let mut strokes = text.chars().zip(text.chars().skip(1)).filter(|(c, next)| is_stroke(*c) && is_stroke(*next));
    strokes.next().map(|_| text.contains(is_heavy))
}
