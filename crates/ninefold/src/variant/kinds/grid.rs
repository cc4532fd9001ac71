//! A Sudoku within a larger board: several that share cells make a Samurai, a Butterfly and the like.
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
use crate::board::{Cell, House, Shape};

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "grid",
    title: "grid",
    parts: Parts::exactly(1),
    members: &[("cell", Part::Cell)],
    may_repeat: false,
    rule: |_| {
        "In the Sudoku that begins here, with as many rows and columns as digits, no row, column or box repeats a digit."
            .to_owned()
    },
    check: |grid, puzzle| houses(puzzle, grid.cells[0]).map(|_| ()),
    // Its boxes are drawn with the borders of the board.
    draw: drawing::nothing,
    holds: |grid, board| of(grid, board.puzzle).iter().all(|house| differ(&board.list(house))),
    compile: |grid, puzzle, model| of(grid, puzzle).iter().for_each(|house| model.different(house)),
};

/// The rows, columns and boxes of a grid without mistakes.
pub(in crate::variant) fn of(grid: &Constraint, puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    houses(puzzle, grid.cells[0]).unwrap_or_default().into_iter().map(|(_, cells)| cells).collect()
}

/// The houses of the grid that begins in a cell, each with its cells; an error if there is no such grid.
pub(crate) fn houses(puzzle: &VariantPuzzle, first: usize) -> Result<Vec<(House, Vec<usize>)>, String> {
    let side = puzzle.digit_count();
    let shape = Shape::for_side(side).map_err(|_| format!("a grid of {side} digits, which has no boxes"))?;
    let (row, column) = puzzle.place(first);
    let cell = |within: Cell| {
        let (row, column) = (row + shape.row(within) as i64, column + shape.column(within) as i64);
        puzzle.cell(row, column).ok_or_else(|| {
            let name = format!("r{}c{}", row + 1, column + 1);
            format!("{side} rows and columns reach {name}, where the board has no cell")
        })
    };
    shape.houses().map(|house| Ok((house, shape.cells_of(house).map(cell).collect::<Result<_, String>>()?))).collect()
}
