//! Where each cell of a board is, as plain numbers for the hot loops of the general engine. Boxes are calculated from rows and
//! columns; other houses are looked up. Other engines use [`Houses`] and [`Segments`], with the same numbers.

#[cfg(test)]
mod any;

use crate::board::{Shape, ones, ones_within};
#[cfg(test)]
pub(super) use any::AnyHouses;
use std::fmt::Debug;
use std::ops::Range;

/// How many rows of a digit are examined together.
const CHUNK: usize = 8;

/// A board of N x N cells in the tables of the general engine. A table that counts something for each house, segment or part
/// has N entries for each, one per digit, so most numbers are already multiplied by N.
pub(super) trait Layout: Clone + Debug {
    /// The houses of a cell.
    type Houses: Copy + IntoIterator<Item = u32>;
    /// The segments of a cell.
    type Segments: Copy + IntoIterator<Item = u32>;

    fn side(&self) -> usize;

    fn house_count(&self) -> usize;

    /// Whether the house must contain every digit, rather than just none twice.
    fn is_full(&self, house: usize) -> bool;

    /// The cells of a house.
    fn cells_of(&self, house: usize) -> impl Iterator<Item = usize>;

    /// Visits the cells of a house that have a digit as candidate, in order; `places` are the digit's rows, as [`State`] keeps
    /// them.
    ///
    /// [`State`]: super::general
    fn for_each_place(&self, house: usize, places: &[u64], visit: impl FnMut(usize));

    fn place(&self, cell: usize) -> Place<Self::Houses, Self::Segments>;

    fn segment_count(&self) -> usize;

    fn part_count(&self) -> usize;

    /// Whether each digit is in exactly one segment of the part, rather than in at most one.
    fn is_whole(&self, part: usize) -> bool;

    /// The parts of a segment, each times N.
    fn parts(&self, segment: usize) -> impl Iterator<Item = usize> + use<Self>;

    /// The segments of a part.
    fn segments_of(&self, part: usize) -> impl Iterator<Item = usize>;

    /// The other house that contains this segment: if a digit is in no other segment of the part, only this segment of that
    /// house can have it.
    fn house_across(&self, part: usize, segment: usize) -> usize;
}

/// What a cell belongs to, each number of a house or segment times N.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<H = [u32; 3], S = [u32; 2]> {
    pub(super) row: usize,
    pub(super) column: usize,
    /// Row, column, and the box or other houses.
    pub(super) houses: H,
    /// The cell's segment of the row and its segment of the column.
    pub(super) segments: S,
}

/// Tables of a board with N digits, boxes of R rows and C columns.
///
/// ```text
///   houses    0..N rows, N..2N columns, 2N..3N boxes
///   segments  row r in stack s:    r * R + s            (R boxes side by side)
///             column c in band b:  N * R + c * C + b    (C boxes above one another)
///   parts     0..2N rows and columns;  2N + b: the minirows of box b;  3N + b: its minicolumns
/// ```
///
/// A segment (minirow, minicolumn) is the intersection of a line with a box.
///
/// What a cell belongs to is put together from its row and its column: two small tables stay in the fastest cache, while a
/// table with an entry for each cell of a 400x400 board would not.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    side: usize,
    shape: Shape,
    rows: Vec<RowPart>,
    columns: Vec<ColumnPart>,
    /// Per segment: its line, and the part for its box; each times N.
    parts: Vec<[u32; 2]>,
}

/// What a row contributes to the numbers of its cells, each times N.
#[derive(Clone, Copy, Debug)]
struct RowPart {
    house: u32,
    /// The first box and the first segment of the row; its band.
    first_box: u32,
    first_segment: u32,
    band: u32,
}

/// What a column contributes to the numbers of its cells: its house, its first segment and its stack, each times N.
#[derive(Clone, Copy, Debug)]
struct ColumnPart {
    house: u32,
    first_segment: u32,
    stack: u32,
}

impl Boxes {
    pub(super) fn new(shape: Shape) -> Boxes {
        let (n, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let row_part = |row: usize| RowPart {
            house: (row * n) as u32,
            first_box: ((2 * n + row / rows * rows) * n) as u32,
            first_segment: (row * rows * n) as u32,
            band: (row / rows * n) as u32,
        };
        let column_part = |column: usize| ColumnPart {
            house: ((n + column) * n) as u32,
            first_segment: ((n * rows + column * columns) * n) as u32,
            stack: (column / columns * n) as u32,
        };
        let mut layout = Boxes {
            side: n,
            shape,
            rows: (0..n).map(row_part).collect(),
            columns: (0..n).map(column_part).collect(),
            parts: vec![[0; 2]; n * rows + n * columns],
        };
        for cell in 0..n * n {
            let Place { houses: [row, column, block], segments, .. } = layout.place(cell);
            layout.parts[segments[0] as usize / n] = [row, block];
            layout.parts[segments[1] as usize / n] = [column, block + (n * n) as u32];
        }
        layout
    }

    #[inline]
    pub(super) fn place_at(&self, row: usize, column: usize) -> Place {
        let (of_row, of_column) = (&self.rows[row], &self.columns[column]);
        Place {
            row,
            column,
            houses: [of_row.house, of_column.house, of_row.first_box + of_column.stack],
            segments: [of_row.first_segment + of_column.stack, of_column.first_segment + of_row.band],
        }
    }

    /// The rows and columns of a house.
    #[inline]
    pub(super) fn area_of(&self, house: usize) -> (Range<usize>, Range<usize>) {
        let (n, rows, columns) = (self.side, self.shape.box_rows(), self.shape.box_columns());
        let (kind, i) = (house / n, house % n);
        match kind {
            0 => (i..i + 1, 0..n),
            1 => (0..n, i..i + 1),
            _ => {
                let (row, column) = (i / rows * rows, i % rows * columns);
                (row..row + rows, column..column + columns)
            }
        }
    }
}

impl Layout for Boxes {
    type Houses = [u32; 3];
    type Segments = [u32; 2];

    #[inline]
    fn side(&self) -> usize {
        self.side
    }

    #[inline]
    fn house_count(&self) -> usize {
        3 * self.side
    }

    #[inline]
    fn is_full(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn cells_of(&self, house: usize) -> impl Iterator<Item = usize> {
        let ((rows, columns), n) = (self.area_of(house), self.side);
        rows.flat_map(move |row| columns.clone().map(move |column| row * n + column))
    }

    #[inline]
    fn for_each_place(&self, house: usize, places: &[u64], mut visit: impl FnMut(usize)) {
        let ((rows, columns), n) = (self.area_of(house), self.side);
        for (word, wanted) in ones_within(columns) {
            for (chunk, words) in places[word * n..][rows.clone()].chunks(CHUNK).enumerate() {
                if words.iter().fold(0, |all, word| all | word) & wanted == 0 {
                    continue;
                }
                for (row, places) in words.iter().enumerate() {
                    let first = (rows.start + chunk * CHUNK + row) * n + 64 * word;
                    ones(places & wanted).for_each(|column| visit(first + column));
                }
            }
        }
    }

    #[inline]
    fn place(&self, cell: usize) -> Place {
        let side = self.side as u32;
        self.place_at((cell as u32 / side) as usize, (cell as u32 % side) as usize)
    }

    #[inline]
    fn segment_count(&self) -> usize {
        self.parts.len()
    }

    #[inline]
    fn part_count(&self) -> usize {
        4 * self.side
    }

    #[inline]
    fn is_whole(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn parts(&self, segment: usize) -> impl Iterator<Item = usize> + use<> {
        self.parts[segment].into_iter().map(|part| part as usize)
    }

    fn segments_of(&self, part: usize) -> impl Iterator<Item = usize> {
        let (n, rows, columns) = (self.side, self.shape.box_rows(), self.shape.box_columns());
        let (kind, i) = (part / n, part % n);
        // The box's band and its stack.
        let (band, stack) = (i / rows, i % rows);
        let (first, step, count) = match kind {
            0 => (i * rows, 1, rows),
            1 => (n * rows + i * columns, 1, columns),
            2 => (band * rows * rows + stack, rows, rows),
            _ => (n * rows + stack * columns * columns + band, columns, columns),
        };
        (0..count).map(move |i| first + i * step)
    }

    fn house_across(&self, part: usize, segment: usize) -> usize {
        let (n, [line, side]) = (self.side, self.parts[segment].map(|part| part as usize));
        if part < 2 * n { 2 * n + side / n % n } else { line / n }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Houses};
    use std::sync::Arc;

    fn visited(layout: &impl Layout, house: usize, places: &[u64]) -> Vec<usize> {
        let mut cells = Vec::new();
        layout.for_each_place(house, places, |cell| cells.push(cell));
        cells
    }

    #[test]
    fn tables_agree_with_the_houses() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (1, 5), (5, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let (n, layout, houses) = (shape.side(), Boxes::new(shape), Houses::of(shape));
            let any = AnyHouses::new(Arc::clone(&houses));
            assert_eq!((any.side(), any.house_count()), (n, layout.house_count()));
            assert_eq!((any.segment_count(), any.part_count()), (layout.segment_count(), layout.part_count()));
            let places: Vec<u64> = (0..n as u64).map(|row| (row + 2) * 0x5555_5555_5555 % (1 << n)).collect();
            for house in 0..houses.len() {
                let expected: Vec<usize> = houses.cells(house).iter().copied().map(Cell::index).collect();
                assert_eq!(layout.cells_of(house).collect::<Vec<_>>(), expected);
                assert_eq!(any.cells_of(house).collect::<Vec<_>>(), expected);
                assert!(expected.iter().all(|cell| layout.place(*cell).houses.contains(&((house * n) as u32))));
                assert_eq!(visited(&any, house, &places), visited(&layout, house, &places));
            }
            for cell in 0..n * n {
                let (one, other) = (layout.place(cell), any.place(cell));
                assert_eq!((one.row, one.column), (other.row, other.column));
                assert!(other.houses.into_iter().eq(one.houses) && other.segments.into_iter().eq(one.segments));
            }
            // A segment is the cells that its line and its box share, and each part has exactly its own segments.
            for segment in 0..layout.segment_count() {
                assert!(any.parts(segment).eq(layout.parts(segment)));
                let parts: Vec<usize> = layout.parts(segment).map(|part| part / n).collect();
                let across = [0, 1].map(|i| layout.house_across(parts[i], segment));
                assert_eq!(across, [0, 1].map(|i| any.house_across(parts[i], segment)));
                let [block, line] = across.map(|house| layout.cells_of(house).collect::<Vec<_>>());
                assert_eq!(across[1], parts[0]);
                let members = |cell: &usize| layout.place(*cell).segments.contains(&((segment * n) as u32));
                let shared: Vec<usize> = line.into_iter().filter(|cell| block.contains(cell)).collect();
                assert_eq!((0..n * n).filter(members).collect::<Vec<_>>(), shared);
            }
            for part in 0..layout.part_count() {
                let segments: Vec<usize> = layout.segments_of(part).collect();
                assert!(any.segments_of(part).eq(segments.iter().copied()));
                assert!(segments.iter().all(|segment| layout.parts(*segment).any(|of| of == part * n)));
            }
            let counted: usize = (0..layout.part_count()).map(|part| layout.segments_of(part).count()).sum();
            assert_eq!(counted, 2 * layout.segment_count());
        }
    }
}
