//! Indexing, wherever the digit points: in a row, a column or a box.

use super::checks::on_board;
use super::compiling::points_to;
use super::reading::pointed;
use crate::variant::constraint::Filled;
use crate::variant::model::Model;
use crate::variant::{Constraint, VariantPuzzle};

/// The line that a cell points into, and the cell's own number in it; `None` if it is in none.
type Place = fn(usize, &VariantPuzzle) -> Option<(Vec<usize>, i64)>;

pub(super) fn check_index(index: &Constraint, puzzle: &VariantPuzzle, place: Place) -> Result<(), String> {
    index.cells.iter().try_for_each(|cell| match place(*cell, puzzle) {
        Some((_, own)) => on_board(&[own], puzzle),
        None => Err(format!("{} is in no region, expected all cells in one", puzzle.name_of(*cell))),
    })
}

pub(super) fn index_holds(index: &Constraint, board: &Filled<'_>, place: Place) -> bool {
    index.cells.iter().all(|cell| {
        let Some((line, own)) = place(*cell, board.puzzle) else { return false };
        pointed(board.of(*cell), &line).is_some_and(|cell| board.of(cell) == own)
    })
}

pub(super) fn compile_index(index: &Constraint, puzzle: &VariantPuzzle, model: &mut Model, place: Place) {
    for cell in &index.cells {
        if let Some((line, own)) = place(*cell, puzzle) {
            points_to(*cell, &line, own, puzzle, model);
        }
    }
}
