//! Classes of two bands: boards of six rows that symmetries (of rows within bands, bands, stacks, columns and digits) turn into
//! each other. There are 983,959,110; a grid has three pairs of bands and three pairs of stacks.
//!
//! A pair is written with the band of the lower class first, in its minlex form, and with the other band such that its rows, in
//! the order of their first digits, are as small as possible. So pairs can be divided by their *beginnings*: a minlex band and
//! a fourth row. Beginnings are numbered; most have a few hundred pairs.

use super::bands::{Band, Bands, CLASSES, Map};
use super::entry::{ALL, Row, digit, pack};
use super::least::{compare, then};
use super::{BANDS, NoNumber};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The number of classes of two bands: boards of two bands, up to symmetry. It is known from the forum's searches for puzzles
/// with 17 givens, and the enumeration here gives the same number, which a test that is ignored by default counts.
pub const BAND_PAIRS: u64 = 983_959_110;

/// Two bands, as rows of digits from 0.
pub(crate) type Pair = [[u8; 9]; 6];

/// Per class, the number of beginnings up to and including it.
static BEGINNINGS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let count = |class: usize| FourthRows::new(BANDS.form(class)).count();
    let add = |sum: &mut u64, count: u64| {
        *sum += count;
        Some(*sum)
    };
    (0..CLASSES).map(count).scan(0, add).collect()
});

/// Returns the number of beginnings of two bands: a minlex band and a row that may follow it, as the first of three. Beginnings
/// are numbered from 1 in order; each class of two bands ([`BAND_PAIRS`]) has one. See
/// [`Hunt::beside_pairs`](crate::clues::Hunt::beside_pairs).
pub fn beginnings() -> u64 {
    BEGINNINGS[CLASSES - 1]
}

/// The rows that may follow a band, as the first row of the second band.
pub(super) struct FourthRows {
    /// Per column, the digits that it does not have yet.
    free: [u16; 9],
    /// Per set of digits taken by the first columns, the number of ways to fill the rest.
    ways: Vec<u64>,
}

impl FourthRows {
    pub(super) fn new(first: &Band) -> FourthRows {
        let mut free = [ALL; 9];
        first.iter().flat_map(|row| row.iter().enumerate()).for_each(|(column, digit)| free[column] &= !(1 << digit));
        // Two rows with larger first digits follow.
        for _ in 0..2 {
            free[0] &= !(1 << free[0].ilog2());
        }
        let mut ways = vec![0; 512];
        ways[511] = 1;
        for taken in (0..511u16).rev() {
            ways[usize::from(taken)] = digits(free[taken.count_ones() as usize] & !taken)
                .map(|digit| ways[usize::from(taken | 1 << digit)])
                .sum();
        }
        FourthRows { free, ways }
    }

    pub(super) fn count(&self) -> u64 {
        self.ways[0]
    }

    /// The row with this number, from 0, in order.
    pub(super) fn row(&self, mut number: u64) -> [u8; 9] {
        let mut taken = 0u16;
        std::array::from_fn(|column| {
            for digit in digits(self.free[column] & !taken) {
                let ways = self.ways[usize::from(taken | 1 << digit)];
                if number < ways {
                    taken |= 1 << digit;
                    return digit;
                }
                number -= ways;
            }
            unreachable!("the number is below that of the rows")
        })
    }
}

/// The pairs of bands with a beginning, given by its number from 1.
pub(crate) fn pairs_of_beginning(number: u64) -> Result<Vec<Pair>, NoNumber> {
    if !(1..=beginnings()).contains(&number) {
        return Err(NoNumber::Beginning(number));
    }
    let class = BEGINNINGS.partition_point(|end| *end < number);
    let before = if class == 0 { 0 } else { BEGINNINGS[class - 1] };
    let first = BANDS.form(class);
    let fourth = FourthRows::new(first).row(number - 1 - before);
    let pairs = Pairs::new(&BANDS, class);
    let mut found = Vec::new();
    pairs.for_each_below(&fourth, &mut |second| {
        if pairs.is_least(second) {
            found.push([first[0], first[1], first[2], second[0], second[1], second[2]]);
        }
    });
    Ok(found)
}

/// The pairs that begin with the minlex band of a class.
pub(super) struct Pairs<'b> {
    bands: &'b Bands,
    class: usize,
    first: [Row; 3],
    automorphisms: Vec<Map>,
}

impl Pairs<'_> {
    pub(super) fn new(bands: &Bands, class: usize) -> Pairs<'_> {
        Pairs {
            bands,
            class,
            first: bands.form(class).map(|row| pack(&row)),
            automorphisms: bands.automorphisms(class),
        }
    }

    /// Visits all bands that have this first row; the rows are in the order of their first digits.
    pub(super) fn for_each_below(&self, fourth: &[u8; 9], visit: &mut impl FnMut(&Band)) {
        let mut free = [ALL; 9];
        for (column, free) in free.iter_mut().enumerate() {
            self.first.iter().for_each(|row| *free &= !(1 << digit(*row, column)));
            *free &= !(1 << fourth[column]);
        }
        let mut boxes = [ALL; 3];
        fourth.iter().enumerate().for_each(|(column, digit)| boxes[column / 3] &= !(1 << digit));
        extend(&mut [*fourth, [0; 9], [0; 9]], 9, &mut free, &mut boxes, &mut [0, ALL, ALL], visit);
    }

    /// Whether no symmetry makes the pair with this second band smaller.
    pub(super) fn is_least(&self, second: &Band) -> bool {
        let class = self.bands.class_of(second);
        if class < self.class {
            return false;
        }
        let rows = second.map(|row| pack(&row));
        if self.automorphisms.iter().any(|map| image(map, &rows, &rows).is_lt()) {
            return false;
        }
        if class > self.class {
            return true;
        }
        let map = self.bands.to_form(second);
        let is_smaller = |map: &Map| image(map, &self.first, &rows).is_lt();
        !is_smaller(&map) && !self.automorphisms.iter().any(|next| is_smaller(&then(&map, next)))
    }
}

/// How the images of some rows under a map, in the order of their first digits, compare with other rows.
fn image(map: &Map, lines: &[Row; 3], rows: &[Row; 3]) -> Ordering {
    let mut lines = *lines;
    lines.sort_unstable_by_key(|row| map.labels[digit(*row, usize::from(map.columns[0]))]);
    let orders = lines.iter().zip(rows).map(|(line, row)| compare(map, *line, *row));
    orders.fold(Ordering::Equal, Ordering::then)
}

/// Fills a band, starting at a cell; rows are in the order of their first digits.
fn extend(
    band: &mut Band,
    cell: usize,
    columns: &mut [u16; 9],
    boxes: &mut [u16; 3],
    rows: &mut [u16; 3],
    visit: &mut impl FnMut(&Band),
) {
    if cell == 27 {
        return visit(band);
    }
    let (row, column) = (cell / 9, cell % 9);
    let least = if column == 0 && row > 0 { band[row - 1][0] } else { 0 };
    for digit in digits(columns[column] & boxes[column / 3] & rows[row] & ALL << least) {
        band[row][column] = digit;
        let bit = 1 << digit;
        columns[column] ^= bit;
        boxes[column / 3] ^= bit;
        rows[row] ^= bit;
        extend(band, cell + 1, columns, boxes, rows, visit);
        columns[column] ^= bit;
        boxes[column / 3] ^= bit;
        rows[row] ^= bit;
    }
}

/// The third bands that complete a pair to a grid, with rows in the order of their first digits.
pub(crate) fn third_bands(pair: &Pair) -> Vec<Band> {
    let mut columns = [ALL; 9];
    pair.iter().flat_map(|row| row.iter().enumerate()).for_each(|(column, digit)| columns[column] &= !(1 << digit));
    let mut found = Vec::new();
    extend(&mut [[0; 9]; 3], 0, &mut columns, &mut [ALL; 3], &mut [ALL; 3], &mut |band| found.push(*band));
    found
}

/// Whether the classes of a grid's bands do not come after those of its stacks; true of a grid, its transpose, or both.
pub(crate) fn is_upright(grid: &[[u8; 9]; 9]) -> bool {
    let classes = |line: &dyn Fn(usize, usize) -> u8| {
        let class =
            |first: usize| BANDS.class_of(&std::array::from_fn(|row| std::array::from_fn(|i| line(first + row, i))));
        let mut classes = [0, 3, 6].map(class);
        classes.sort_unstable();
        classes
    };
    classes(&|row, column| grid[row][column]) <= classes(&|column, row| grid[row][column])
}

/// The digits of a set, in order.
fn digits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let digit = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (digit < 16).then_some(digit)
    })
}
