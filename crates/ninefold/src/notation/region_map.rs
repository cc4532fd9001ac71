//! Maps of regions beside a board: a symbol for each cell, a different one for each region.
//!
//! ```text
//!   ....2.1...4.3...  1122112344234433
//! ```
//!
//! Lists of jigsaws have them in a column of their own. A map cannot be mistaken for a solution, in which equal symbols are
//! never next to each other in a row.

use super::sketch::{Content, Sketch};
use super::{assemble, line, row};
use crate::board::{Invalid, Shape, Symbols};
use std::collections::BTreeSet;

/// Whether two neighbours in a row are equal.
fn has_pair(row: &[&str]) -> bool {
    row.windows(2).any(|pair| pair[0] == pair[1])
}

/// The region of each cell, if a text is a map for this many cells.
fn regions(text: &str, cells: usize) -> Option<Vec<Option<usize>>> {
    let side = cells.isqrt();
    if side == 0 || side * side != cells || text.len() < cells || text.chars().count() != cells {
        return None;
    }
    let symbols: Vec<&str> = line::characters(text).collect();
    // Most texts are not maps, and this shows it soonest.
    symbols.chunks(side).any(has_pair).then(|| regions_of(&symbols, side)).flatten()
}

/// The different symbols, and for each cell the position of its symbol among them.
fn numbered<'a>(symbols: &[&'a str]) -> (Vec<&'a str>, Vec<usize>) {
    let names: Vec<&str> = BTreeSet::from_iter(symbols.iter().copied()).into_iter().collect();
    let regions = symbols.iter().filter_map(|symbol| names.binary_search(symbol).ok()).collect();
    (names, regions)
}

/// The symbol for cells that are missing from a map.
const NONE: &str = "\0";

/// What is wrong with a text that resembles a map for this many cells but is not one: at least half of its regions are in one
/// piece and at most one cell larger or smaller than a row. It may be up to a row longer or shorter than the board.
pub(super) fn mistake(text: &str, cells: usize) -> Option<Invalid> {
    let (side, count) = (cells.isqrt(), text.chars().count());
    if count.abs_diff(cells) > side {
        return None;
    }
    let mut symbols: Vec<&str> = line::characters(text).collect();
    symbols.resize(cells, NONE);
    // Most texts are solutions.
    if !symbols.chunks(side).any(has_pair) {
        return None;
    }
    let (names, regions) = numbered(&symbols);
    if names.len().abs_diff(side) > 1 {
        return None;
    }
    let size = |region: &usize| regions.iter().filter(|other| *other == region).count();
    let first = |region: &usize| regions.iter().position(|other| other == region).unwrap_or_default();
    let pieces = || (0..names.len()).map(|region| (region, size(&region), piece(&regions, side, first(&region))));
    let is_close = |(_, size, piece): &(usize, usize, usize)| size == piece && size.abs_diff(side) <= 1;
    if 2 * pieces().filter(is_close).count() < side {
        return None;
    }
    if count != cells {
        return Some(assemble::syntax(format!("the map of regions has {count} cells, expected {cells}")));
    }
    let (region, size, piece) = pieces().find(|(_, size, piece)| size != piece || *size != side)?;
    let name = names[region].escape_debug();
    let found = if size == piece { format!("{size} cells") } else { "several pieces".to_owned() };
    Some(assemble::syntax(format!("the map of regions has '{name}' in {found}, expected one piece of {side} cells")))
}

/// The region of each cell, by its symbol, if every region is in one piece and has as many cells as there are regions.
pub(super) fn regions_of(symbols: &[&str], side: usize) -> Option<Vec<Option<usize>>> {
    let (names, regions) = numbered(symbols);
    if names.len() != side || symbols.len() != side * side {
        return None;
    }
    are_whole(&regions, side).then(|| regions.into_iter().map(Some).collect())
}

/// Whether each region, numbered from 0, has a piece of as many cells as a row; no cells are left over then.
pub(super) fn are_whole(regions: &[usize], side: usize) -> bool {
    let first = |region: usize| regions.iter().position(|other| *other == region);
    (0..side).all(|region| first(region).is_some_and(|cell| piece(regions, side, cell) == side))
}

/// How many cells of the same region are connected to a cell, including itself.
fn piece(regions: &[usize], side: usize, cell: usize) -> usize {
    let mut seen = vec![false; regions.len()];
    let (mut open, mut count) = (vec![cell], 0);
    seen[cell] = true;
    while let Some(cell) = open.pop() {
        count += 1;
        let (row, column) = (cell / side, cell % side);
        let beside = [
            (row > 0).then(|| cell - side),
            (row + 1 < side).then_some(cell + side),
            (column > 0).then(|| cell - 1),
            (column + 1 < side).then_some(cell + 1),
        ];
        for other in beside.into_iter().flatten() {
            if regions[other] == regions[cell] && !std::mem::replace(&mut seen[other], true) {
                open.push(other);
            }
        }
    }
    count
}

/// A board with a map in one of the other columns, if there is one.
pub(super) fn board_with_map<'a>(board: &str, columns: impl IntoIterator<Item = &'a str>) -> Option<Sketch> {
    let cells = board.chars().count();
    if cells > Shape::MAX_SIDE * Shape::MAX_SIDE {
        return None;
    }
    let regions = columns.into_iter().find_map(|column| regions(column, cells))?;
    Some(sketch_of(line::characters(board), regions))
}

/// A board with these symbols in its cells.
pub(super) fn sketch_of<'a>(symbols: impl Iterator<Item = &'a str> + Clone, regions: Vec<Option<usize>>) -> Sketch {
    let side = regions.len().isqrt();
    let mut sketch = Sketch::new(side, side);
    let usual = Symbols::for_side(side);
    let characters = || symbols.clone().flat_map(str::chars).filter(|c| !row::is_blank(*c));
    let are_letters = characters().all(|c| c.is_ascii_alphabetic()) && characters().any(|c| usual.digit(c).is_none());
    for (cell, symbol) in sketch.cells.iter_mut().zip(symbols) {
        if !symbol.chars().all(row::is_blank) {
            let digit = digit(symbol, are_letters, &usual);
            *cell = Content::Given(digit.map_or_else(|| symbol.to_owned(), |digit| digit.to_string()));
        }
    }
    sketch.regions = Some(regions);
    sketch
}

/// The digit for a symbol: the usual one on boards of this side or, if all symbols are letters and some are unusual, the
/// letter's position in the alphabet.
fn digit(symbol: &str, are_letters: bool, usual: &Symbols) -> Option<usize> {
    match symbol.chars().next() {
        Some(letter @ ('a'..='z' | 'A'..='Z')) if are_letters => {
            Some(letter.to_ascii_uppercase() as usize - 'A' as usize + 1)
        }
        _ => usual.digit_from_word(symbol).map(|digit| digit.index() + 1),
    }
}

/// Whether 81 symbols may be a map: somewhere in a row, two neighbours are equal.
#[inline]
pub(super) fn may_be_map_of_nine(symbols: &[u8; 81]) -> bool {
    /// Whether the next cell is in the same row.
    const IN_ROW: [bool; 80] = {
        let mut in_row = [true; 80];
        let mut end = 8;
        while end < 80 {
            in_row[end] = false;
            end += 9;
        }
        in_row
    };
    let pairs = symbols[..80].iter().zip(&symbols[1..]).zip(&IN_ROW);
    // (A fold is vectorised.)
    pairs.fold(false, |found, ((one, other), in_row)| found | ((one == other) & in_row))
}
