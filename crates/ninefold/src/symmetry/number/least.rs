//! Whether a grid whose first band is minlex is smaller than its images under symmetries of this band, or of a chute of the
//! same class.

use super::bands::{Band, Map};
use super::entry::{Entries, Row, digit};
use std::cmp::Ordering;

impl Entries<'_> {
    /// Whether no symmetry that turns a chute of the same class into the first band makes the other rows smaller: the second
    /// and third band and the stacks, as far as they are of this class, and the first band by these automorphisms.
    #[cold]
    pub(super) fn is_least(&self, rows: &[Row; 6], ties: [bool; 5], automorphisms: &[Map]) -> bool {
        if automorphisms.iter().any(|map| is_smaller(map, rows, rows)) {
            return false;
        }
        let [one, two, three] = self.first;
        let mut grid = [one, two, three, rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]];
        let mut transposed = false;
        for (number, _) in ties.iter().enumerate().filter(|(_, tied)| **tied) {
            if number >= 2 && !transposed {
                transposed = true;
                let column = |column: usize| grid.iter().fold(0, |line, row| line << 4 | digit(*row, column) as Row);
                grid = std::array::from_fn(column);
            }
            let first = [3, 6, 0, 3, 6][number];
            let band: Band =
                std::array::from_fn(|line| std::array::from_fn(|column| digit(grid[first + line], column) as u8));
            let map = self.bands.to_form(&band);
            let others = std::array::from_fn(|other| grid[(first + 3 + other) % 9]);
            if is_smaller(&map, &others, rows)
                || self.automorphisms.iter().any(|next| is_smaller(&then(&map, next), &others, rows))
            {
                return false;
            }
        }
        true
    }
}

/// How the images of three rows under a map compare with rows 4 to 6, if one of the images can be row 4.
pub(super) fn compare_early(map: &Map, lines: &[Row; 3], rows: &[Row; 6]) -> Option<Ordering> {
    let first = |row: Row| usize::from(map.labels[digit(row, usize::from(map.columns[0]))]);
    let line = lines.iter().position(|row| first(*row) == digit(rows[0], 0))?;
    let fourth = compare(map, lines[line], rows[0]);
    if fourth.is_ne() {
        return Some(fourth);
    }
    let mut others = [lines[(line + 1) % 3], lines[(line + 2) % 3]];
    if first(others[1]) < first(others[0]) {
        others.swap(0, 1);
    }
    Some(compare(map, others[0], rows[1]).then_with(|| compare(map, others[1], rows[2])))
}

/// Whether a map makes six rows, those of two bands, smaller than these.
fn is_smaller(map: &Map, lines: &[Row; 6], rows: &[Row; 6]) -> bool {
    let first = |line: usize| map.labels[digit(lines[line], usize::from(map.columns[0]))];
    let least = (0..6).find(|line| usize::from(first(*line)) == digit(rows[0], 0));
    let Some(line) = least else { unreachable!("the first band is the same, so that the column has the same digits") };
    let fourth = compare(map, lines[line], rows[0]);
    if fourth != Ordering::Equal {
        return fourth == Ordering::Less;
    }
    let sorted = |start: usize| {
        let mut band = [start, start + 1, start + 2];
        band.sort_unstable_by_key(|line| first(*line));
        band
    };
    let ([_, five, six], last) = (sorted(line / 3 * 3), sorted(3 - line / 3 * 3));
    let rest = [five, six, last[0], last[1], last[2]].into_iter().zip(&rows[1..]);
    rest.map(|(line, row)| compare(map, lines[line], *row)).find(|order| order.is_ne()) == Some(Ordering::Less)
}

/// The map that applies one map, then another.
pub(super) fn then(map: &Map, next: &Map) -> Map {
    Map {
        columns: next.columns.map(|column| map.columns[usize::from(column)]),
        labels: map.labels.map(|label| next.labels[usize::from(label)]),
    }
}

/// How the image of a row under a map compares with another row.
#[inline(always)]
pub(super) fn compare(map: &Map, row: Row, other: Row) -> Ordering {
    for (place, column) in map.columns.iter().enumerate() {
        let image = usize::from(map.labels[digit(row, usize::from(*column))]);
        match image.cmp(&digit(other, place)) {
            Ordering::Equal => {}
            order => return order,
        }
    }
    Ordering::Equal
}
