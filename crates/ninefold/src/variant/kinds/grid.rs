//! A Sudoku within a larger board: several that share cells are a Samurai, a Butterfly and the like.
//!
//! ```text
//!   a a a a .  .       a, a Sudoku of the digits 1 to 4, shares its last box
//!   a a a a .  .       with b: there both rules hold
//!   a a + + b b
//!   a a + + b b
//!   . . b b b b
//!   . . b b b b
//! ```

use super::prelude::*;
use crate::board::Shape;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "grid",
    title: "grid",
    parts: Parts::exactly(1),
    members: &[("cell", Part::Cell)],
    may_repeat: false,
    rule: |_| {
        "No row, column or box has a digit twice in the Sudoku that begins here, with as many rows and columns as digits."
            .to_owned()
    },
    check: |grid, puzzle| houses(puzzle, grid.cells[0]).map(|_| ()),
    // Its boxes are among the borders of the board.
    draw: drawing::nothing,
    holds: |grid, board| of(grid, board.puzzle).iter().all(|house| differ(&board.list(house))),
    compile: |grid, puzzle, model| of(grid, puzzle).iter().for_each(|house| model.different(house)),
};

/// The rows, columns and boxes of a grid without mistakes.
pub(in crate::variant) fn of(grid: &Constraint, puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    houses(puzzle, grid.cells[0]).map_or_else(|_| Vec::new(), |[rows, columns, boxes]| [rows, columns, boxes].concat())
}

/// The rows, the columns and the boxes of the grid that begins in a cell; what is wrong if there is none.
pub(crate) fn houses(puzzle: &VariantPuzzle, first: usize) -> Result<[Vec<Vec<usize>>; 3], String> {
    let side = puzzle.digit_count();
    let shape = Shape::for_side(side).map_err(|_| format!("a grid of {side} digits, which has no boxes"))?;
    let (row, column) = puzzle.place(first);
    let cell = |(down, right): (usize, usize)| {
        let (row, column) = (row + down as i64, column + right as i64);
        puzzle.cell(row, column).ok_or_else(|| {
            let name = format!("r{}c{}", row + 1, column + 1);
            format!("{side} rows and columns reach {name}, where the board has no cell")
        })
    };
    let list = |place: &dyn Fn(usize, usize) -> (usize, usize)| -> Result<Vec<Vec<usize>>, String> {
        (0..side).map(|i| (0..side).map(|j| cell(place(i, j))).collect()).collect()
    };
    let (height, width) = (shape.box_rows(), shape.box_columns());
    let of_box = |i: usize, j: usize| (i / height * height + j / width, i % height * width + j % width);
    Ok([list(&|i, j| (i, j))?, list(&|i, j| (j, i))?, list(&of_box)?])
}
