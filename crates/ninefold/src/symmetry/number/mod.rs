//! The numbers of complete 9x9 grids: which of 5,472,730,538 classes a grid belongs to.
//!
//! The minlex grids are in the order of their digits written in a line; their numbers start at 1, like those of the forum's
//! catalogues (gsf's, champagne's). A table of 0.7 MB holds how many grids begin with each of the 416 minlex bands and each
//! fourth row; what is left is to go through some thousand grids, see `entry`.

mod bands;
mod boxes;
mod entry;
mod least;
mod pairs;
mod table;
#[cfg(test)]
mod tests;

use super::Minlex;
use crate::board::{Digit, Grid, Shape};
use bands::{Bands, CLASSES};
use entry::{Entries, Row, pack};
pub use pairs::{BAND_PAIRS, beginnings};
pub(crate) use pairs::{Pair, is_upright, pairs_of_beginning, third_bands};
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::LazyLock;

/// The number of classes of complete 9x9 grids (Russell and Jarvis 2006), which is also the last grid number.
pub const GRIDS: u64 = 5_472_730_538;

static BANDS: LazyLock<Bands> = LazyLock::new(Bands::new);

/// Returns the number of a grid, from 1 to [`GRIDS`]: the rank of its minlex form among all such forms. Grids have the same
/// number if and only if a symmetry turns one into the other.
///
/// It takes some milliseconds.
///
/// ```
/// use ninefold::symmetry::{grid_number, numbered_grid};
/// let grid = numbered_grid(3_000_000_000)?;
/// assert_eq!(grid_number(&grid)?, 3_000_000_000);
/// # Ok::<(), ninefold::symmetry::NoNumber>(())
/// ```
///
/// # Errors
/// If the grid is not 9x9 with boxes of 3x3.
pub fn grid_number(grid: &Grid) -> Result<u64, NoNumber> {
    if !grid.shape().is_classic_nine() {
        return Err(NoNumber::Shape(grid.shape()));
    }
    let mut digits = [0; 81];
    for (to, digit) in digits.iter_mut().zip(grid.digits()) {
        *to = digit.number() as u8;
    }
    let form = Minlex::new().form(&digits).expect("a grid is valid");
    let rows: [[u8; 9]; 9] =
        std::array::from_fn(|row| std::array::from_fn(|column| form.digits()[9 * row + column] - 1));
    let class = BANDS.class_of_form(&[rows[0], rows[1], rows[2]]).expect("the first band of a form is a form");
    let entries = Entries::new(&BANDS, class);
    let lower: [Row; 6] = std::array::from_fn(|row| pack(&rows[row + 3]));
    let fourth_rows = entries.fourth_rows();
    let place = fourth_rows.binary_search(&lower[0]).expect("every fourth row is listed");
    let slot = place / table::rows_of_slot(class);
    let mut number: u64 = (0..class).map(table::grids).sum::<u64>() + table::slots(class).take(slot).sum::<u64>();
    for fourth in &fourth_rows[slot * table::rows_of_slot(class)..=place] {
        let _ = entries.visit(*fourth, &mut |rows| {
            number += 1;
            if *rows == lower { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    Ok(number)
}

/// Returns the grid with a number, from 1 to [`GRIDS`], in minlex form. It takes some milliseconds.
///
/// ```
/// use ninefold::symmetry::{GRIDS, numbered_grid};
/// let first = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
/// assert_eq!(numbered_grid(1)?.to_string(), first);
/// assert!(numbered_grid(GRIDS + 1).is_err());
/// # Ok::<(), ninefold::symmetry::NoNumber>(())
/// ```
///
/// # Errors
/// If there is no such number.
pub fn numbered_grid(number: u64) -> Result<Grid, NoNumber> {
    Ok(numbered_grids(number..=number)?.next().expect("there is such a grid"))
}

/// Returns an iterator over exactly the grids with the numbers of a range, in minlex form and in order.
///
/// It takes some milliseconds to reach the first, and then less than a microsecond for each, or up to some milliseconds where
/// grids are few (bands with high numbers, the last hundredth of all grids). Grids after the range are not
/// made: a range is a unit of work.
///
/// ```
/// use ninefold::symmetry::numbered_grids;
/// let grids: Vec<String> = numbered_grids(4_000_000_001..=4_000_000_003)?.map(|grid| grid.to_string()).collect();
/// assert!(grids.is_sorted());
/// assert_eq!(grids.len(), 3);
/// # Ok::<(), ninefold::symmetry::NoNumber>(())
/// ```
///
/// # Errors
/// If the range begins before 1 or ends after [`GRIDS`]. It may be empty.
pub fn numbered_grids(numbers: RangeInclusive<u64>) -> Result<NumberedGrids, NoNumber> {
    for number in [*numbers.start(), *numbers.end()] {
        if !(1..=GRIDS).contains(&number) && !numbers.is_empty() {
            return Err(NoNumber::Number(number));
        }
    }
    Ok(NumberedGrids::new(numbers))
}

/// An iterator over the grids with the numbers of a range; see [`numbered_grids`].
pub struct NumberedGrids {
    /// How many grids are still to come.
    left: u64,
    /// The class of the current band.
    class: usize,
    entries: Option<Entries<'static>>,
    /// Its fourth rows, and the number of those that have been gone through.
    fourth_rows: Vec<Row>,
    place: usize,
    /// The grids of one fourth row, and the number of those that have been returned.
    found: Vec<[Row; 6]>,
    next: usize,
}

impl NumberedGrids {
    fn new(numbers: RangeInclusive<u64>) -> NumberedGrids {
        let left = if numbers.is_empty() { 0 } else { numbers.end() - numbers.start() + 1 };
        let (entries, fourth_rows, found) = (None, Vec::new(), Vec::new());
        let mut grids = NumberedGrids { left, class: 0, entries, fourth_rows, place: 0, found, next: 0 };
        if left > 0 {
            grids.seek(numbers.start() - 1);
        }
        grids
    }

    /// Goes to the grid that has this many grids before it.
    fn seek(&mut self, mut before: u64) {
        while before >= table::grids(self.class) {
            before -= table::grids(self.class);
            self.class += 1;
        }
        self.begin_band();
        for slot in table::slots(self.class) {
            if before < slot {
                break;
            }
            before -= slot;
            self.place += table::rows_of_slot(self.class);
        }
        self.find(before);
        while before >= self.found.len() as u64 {
            before -= self.found.len() as u64;
            self.find(before);
        }
        self.next = before as usize;
    }

    fn begin_band(&mut self) {
        let entries = Entries::new(&BANDS, self.class);
        (self.fourth_rows, self.place) = (entries.fourth_rows(), 0);
        self.entries = Some(entries);
    }

    /// Finds the grids of the next fourth row, at most as many as are wanted, besides this many before them.
    fn find(&mut self, before: u64) {
        (self.next, self.place) = (0, self.place + 1);
        self.found.clear();
        let wanted = usize::try_from(before.saturating_add(self.left)).unwrap_or(usize::MAX);
        if let Some(entries) = &self.entries {
            let _ = entries.visit(self.fourth_rows[self.place - 1], &mut |rows| {
                self.found.push(*rows);
                if self.found.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
    }
}

impl Iterator for NumberedGrids {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.left == 0 {
            return None;
        }
        while self.next == self.found.len() {
            if self.place == self.fourth_rows.len() {
                self.class += (self.class + 1..CLASSES).take_while(|class| table::grids(*class) == 0).count() + 1;
                self.begin_band();
            }
            self.find(0);
        }
        (self.left, self.next) = (self.left - 1, self.next + 1);
        let first = &self.entries.as_ref()?.first;
        let rows = first.iter().chain(&self.found[self.next - 1]);
        let digits = rows.flat_map(|row| (0..9).map(|column| Digit::from_index(entry::digit(*row, column))));
        Some(Grid::new(Shape::NINE, digits.collect()).expect("every choice keeps the rules"))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl fmt::Debug for NumberedGrids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NumberedGrids({} left)", self.left)
    }
}

/// Why a grid has no number, or a number has no grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoNumber {
    /// Only 9x9 grids with boxes of 3x3 are numbered.
    Shape(Shape),
    /// The number is 0, or larger than [`GRIDS`].
    Number(u64),
    /// The number of a beginning of two bands is 0, or larger than [`beginnings`].
    Beginning(u64),
}

impl fmt::Display for NoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoNumber::Shape(shape) => write!(f, "only boards of 3x3 boxes have numbers, not {shape}"),
            NoNumber::Number(number) => write!(f, "there is no grid {number}: numbers are from 1 to {GRIDS}"),
            NoNumber::Beginning(number) => {
                write!(f, "there is no beginning {number} of two bands: numbers are from 1 to {}", beginnings())
            }
        }
    }
}

impl std::error::Error for NoNumber {}
