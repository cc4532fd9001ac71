//! Where each cell of a board of any shape lies, as plain numbers for the hot loops of the engine.

use crate::board::Shape;

/// Tables of a board with N digits, boxes of R rows and C columns.
///
/// ```text
///   houses    0..N rows, N..2N columns, 2N..3N boxes
///   lines     the houses below 2N: rows and columns
///   segments  row r in stack s:    r * R + s            (R boxes stand side by side)
///             column c in band b:  N * R + c * C + b    (C boxes stand above one another)
///   box sides b: the minirows of box b;  N + b: its minicolumns
/// ```
///
/// A segment (minirow, minicolumn) is the intersection of a line with a box. Counters are kept per
/// house, line, segment or box side and digit; `row_of(x)` of such a table starts at `x * N`.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) side: usize,
    shape: Shape,
    places: Vec<Place>,
    /// Per segment: its line and its box side, each times N.
    parts: Vec<[u32; 2]>,
}

/// What a cell belongs to, each number times N.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Row, column, box.
    pub(super) houses: [u32; 3],
    /// Its part of the row, its part of the column.
    pub(super) segments: [u32; 2],
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Layout {
        let (n, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let places = shape.cells().map(|cell| {
            let (row, column) = (shape.row(cell), shape.column(cell));
            let segments = [row * rows + column / columns, n * rows + column * columns + row / rows];
            Place {
                houses: shape.house_numbers(cell).map(|house| (house * n) as u32),
                segments: segments.map(|segment| (segment * n) as u32),
            }
        });
        let mut parts = vec![[0; 2]; n * rows + n * columns];
        for place in places.clone() {
            let [row, column, block] = place.houses;
            let block = block - (2 * n * n) as u32;
            parts[place.segments[0] as usize / n] = [row, block];
            parts[place.segments[1] as usize / n] = [column, block + (n * n) as u32];
        }
        Layout { side: n, shape, places: places.collect(), parts }
    }

    #[inline]
    pub(super) fn place(&self, cell: usize) -> Place {
        self.places[cell]
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
    pub(super) fn segments_of_line(&self, line: usize) -> std::ops::Range<usize> {
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
        let (n, rows, columns) = (self.side, self.shape.box_rows(), self.shape.box_columns());
        let (kind, i) = (house / n, house % n);
        // `width` cells follow each other, then the next `width` start one board row below.
        let (first, width) = match kind {
            0 => (i * n, n),
            1 => (i, 1),
            _ => (i / rows * rows * n + i % rows * columns, columns),
        };
        (0..n / width).flat_map(move |line| (0..width).map(move |k| first + line * n + k))
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
