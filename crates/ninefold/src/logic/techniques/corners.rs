//! Rectangles of cells: two rows, two columns and two boxes.

use super::prelude::*;

/// Four cells in two rows, two columns and two boxes, and the two digits that are the only candidates of one of them and that
/// the others could have.
pub(super) type Rectangle = (CellSet, u16);

/// The rectangles of a position.
pub(super) fn list(nine: &Nine) -> Vec<Rectangle> {
    let mut list = Vec::new();
    let allowed = nine.allowed();
    for start in nine.bivalue.iter() {
        let pair = nine.candidates[start];
        let [one, two] = [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize];
        let _ = for_each_rectangle(start, allowed[one] & allowed[two], |cells| {
            // Later cells with the same two candidates lead to the same rectangle.
            if !cells.iter().take_while(|cell| *cell < start).any(|cell| nine.candidates[cell] == pair) {
                list.push((cells, pair));
            }
            ControlFlow::Continue(())
        });
    }
    list
}

/// Visits the rectangles in two boxes that have this corner and, for the rest, three of these cells.
#[inline]
pub(super) fn for_each_rectangle(
    corner: usize,
    cells: CellSet,
    mut visit: impl FnMut(CellSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (row, column) = (corner / 9, corner % 9);
    let (top, left) = (row / 3 * 3, column / 3 * 3);
    // The cells of the box that are in line with the corner, in reading order.
    let mates = CellSet::house(18 + top + left / 3) & (CellSet::house(row) | CellSet::house(9 + column)) & cells;
    for mate in (mates - CellSet::only(corner)).iter() {
        let (mate_row, mate_column) = (mate / 9, mate % 9);
        for line in 0..9 {
            // The other side lies in another box.
            let (across, opposite) = if mate_row == row {
                if line / 3 == row / 3 {
                    continue;
                }
                (line * 9 + column, line * 9 + mate_column)
            } else {
                if line / 3 == column / 3 {
                    continue;
                }
                (row * 9 + line, mate_row * 9 + line)
            };
            if cells.contains(across) && cells.contains(opposite) {
                visit([corner, mate, across, opposite].into_iter().collect())?;
            }
        }
    }
    ControlFlow::Continue(())
}
