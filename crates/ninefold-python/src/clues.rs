//! Puzzles with few givens: within a grid, or within all grids that have certain pairs of bands.

use crate::grid::PyGrid;
use crate::interrupt::interruptible;
use crate::puzzle::PyPuzzle;
use ninefold::clues::{Clues, Found, Hunt};
use ninefold::solve::Isa;
use ninefold::symmetry;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::Ordering;

/// Return the puzzles with at most `most` givens within a grid.
#[pyfunction]
pub(crate) fn clues_within(py: Python<'_>, grid: &PyGrid, most: usize, minimal: bool) -> PyResult<Vec<PyPuzzle>> {
    let shape = grid.grid.shape();
    if !Clues::accepts(shape) {
        let side = shape.side();
        return Err(PyValueError::new_err(format!("puzzles are sought in grids of up to 11 digits, not {side}")));
    }
    let found: Vec<_> = interruptible(py, |cancel| {
        let mut clues = Clues::new(&grid.grid, most).cancel(cancel);
        if minimal {
            clues = clues.minimal();
        }
        clues.collect()
    })?;
    Ok(found.into_iter().map(|puzzle| PyPuzzle { puzzle, symbols: grid.symbols.clone() }).collect())
}

/// Search beside the pairs with these beginnings; return the numbers of grids and pairs, the puzzles, the work, and a digest.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "Python gives the parts their names")]
pub(crate) fn clues_beside_pairs(
    py: Python<'_>,
    first: u64,
    last: u64,
    most: usize,
    minimal: bool,
) -> PyResult<(u64, u64, Vec<String>, u64, u64, u64, u64, String)> {
    let hunt = Hunt { most, minimal, isa: Isa::best() };
    let found = interruptible(py, |cancel| {
        let mut all = Found::default();
        for number in first..=last {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            all.add(hunt.beside_pairs(number..=number)?);
        }
        Ok(all)
    })?;
    let found = found.map_err(|error: symmetry::NoNumber| PyValueError::new_err(error.to_string()))?;
    let puzzles = found.puzzles.iter().map(ToString::to_string).collect();
    let work = found.work;
    let digest = format!("{:016x}", found.digest);
    Ok((found.grids, found.pairs, puzzles, work.nodes, work.sets, work.learnt, work.solved, digest))
}

/// Return the number of beginnings of pairs of bands.
#[pyfunction]
pub(crate) fn beginnings() -> u64 {
    symmetry::beginnings()
}
