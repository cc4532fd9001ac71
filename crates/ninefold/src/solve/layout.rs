//! Where each cell of a board of boxes lies, as plain numbers for the hot loops of the general engine and of local search.
//! Other engines use [`Houses`](crate::board::Houses) and [`Segments`](super::segments::Segments), whose numbers are the same.

use crate::board::Shape;
use std::ops::Range;

/// Tables of a board with N digits, boxes of R rows and C columns.
///
/// ```text
///   houses    0..N rows, N..2N columns, 2N..3N boxes
///   lines     the houses below 2N: rows and columns
///   segments  row r in stack s:    r * R + s            (R boxes side by side)
///             column c in band b:  N * R + c * C + b    (C boxes above one another)
///   box sides b: the minirows of box b;  N + b: its minicolumns
/// ```
///
/// A segment (minirow, minicolumn) is the intersection of a line with a box. Counters are kept per
/// house, line, segment or box side and digit; `row_of(x)` of such a table starts at `x * N`.
///
/// What a cell belongs to is put together from its row and its column: two small tables stay in the nearest cache, one
/// entry for each cell of a board of 400x400 would not.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) side: usize,
    shape: Shape,
    rows: Vec<RowPart>,
    columns: Vec<ColumnPart>,
    /// Per segment: its line and its box side, each times N.
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

/// What a column contributes: the house, its first segment, and its stack, each times N.
#[derive(Clone, Copy, Debug)]
struct ColumnPart {
    house: u32,
    first_segment: u32,
    stack: u32,
}

/// What a cell belongs to, each number of a house or segment times N.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) row: usize,
    pub(super) column: usize,
    /// Row, column, box.
    pub(super) houses: [u32; 3],
    /// Its part of the row, its part of the column.
    pub(super) segments: [u32; 2],
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Layout {
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
        let mut layout = Layout {
            side: n,
            shape,
            rows: (0..n).map(row_part).collect(),
            columns: (0..n).map(column_part).collect(),
            parts: vec![[0; 2]; n * rows + n * columns],
        };
        for cell in 0..n * n {
            let Place { houses: [row, column, block], segments, .. } = layout.place(cell);
            let block = block - (2 * n * n) as u32;
            layout.parts[segments[0] as usize / n] = [row, block];
            layout.parts[segments[1] as usize / n] = [column, block + (n * n) as u32];
        }
        layout
    }

    #[inline]
    pub(super) fn place(&self, cell: usize) -> Place {
        let side = self.side as u32;
        self.place_at((cell as u32 / side) as usize, (cell as u32 % side) as usize)
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

    /// Rows and columns of a house.
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

    pub(super) fn segment_count(&self) -> usize {
        self.parts.len()
    }

    /// The line and the box side of a segment, each times N.
    #[inline]
    pub(super) fn parts(&self, segment: usize) -> [usize; 2] {
        self.parts[segment].map(|part| part as usize)
    }

    /// The segments of a line.
    pub(super) fn segments_of_line(&self, line: usize) -> Range<usize> {
        let (n, rows, columns) = (self.side, self.shape.box_rows(), self.shape.box_columns());
        match line.checked_sub(n) {
            None => line * rows..(line + 1) * rows,
            Some(column) => n * rows + column * columns..n * rows + (column + 1) * columns,
        }
    }

    /// The segments of a box side.
    pub(super) fn segments_of_box_side(&self, side: usize) -> impl Iterator<Item = usize> + use<> {
        let (n, rows, columns) = (self.side, self.shape.box_rows(), self.shape.box_columns());
        let (band, stack) = (side % n / rows, side % n % rows);
        let (first, step, count) = if side < n {
            (band * rows * rows + stack, rows, rows)
        } else {
            (n * rows + stack * columns * columns + band, columns, columns)
        };
        (0..count).map(move |i| first + i * step)
    }

    /// The cells of a house.
    #[inline]
    pub(super) fn cells_of(&self, house: usize) -> impl Iterator<Item = usize> + use<> {
        let (rows, columns) = self.area_of(house);
        let n = self.side;
        rows.flat_map(move |row| columns.clone().map(move |column| row * n + column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

    #[test]
    fn tables_agree_with_the_shape() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (1, 5), (5, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let (n, layout) = (shape.side(), Layout::new(shape));
            for (i, house) in shape.houses().enumerate() {
                let expected: Vec<usize> = shape.cells_of(house).map(Cell::index).collect();
                assert_eq!(layout.cells_of(i).collect::<Vec<_>>(), expected);
                assert!(expected.iter().all(|cell| layout.place(*cell).houses.contains(&((i * n) as u32))));
            }
            // A segment holds the cells that its line and its box share, and each line and box side
            // knows exactly its segments.
            for segment in 0..layout.segment_count() {
                let [line, side] = layout.parts(segment).map(|part| part / n);
                let members = |cell: &usize| layout.place(*cell).segments.contains(&((segment * n) as u32));
                let block: Vec<usize> = layout.cells_of(2 * n + side % n).collect();
                let shared: Vec<usize> = layout.cells_of(line).filter(|cell| block.contains(cell)).collect();
                assert_eq!((0..n * n).filter(members).collect::<Vec<_>>(), shared);
                assert!(layout.segments_of_line(line).contains(&segment));
                assert!(layout.segments_of_box_side(side).any(|s| s == segment));
            }
            let lines: usize = (0..2 * n).map(|line| layout.segments_of_line(line).count()).sum();
            let sides: usize = (0..2 * n).map(|side| layout.segments_of_box_side(side).count()).sum();
            assert_eq!((lines, sides), (layout.segment_count(), layout.segment_count()));
        }
    }
}
