//! Grids as Python objects.

use crate::answers::Canon;
use crate::boards::{self, cell_of, puzzle_of};
use crate::failure;
use crate::puzzle::{PyPuzzle, restore_puzzle};
use crate::shape::PyShape;
use ninefold::notation::{self, ReadOptions};
use ninefold::render::svg::{self, Figure};
use ninefold::{Grid, Symbols};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A complete, correct board.
#[pyclass(frozen, from_py_object, module = "ninefold", name = "Grid")]
#[derive(Clone, PartialEq)]
pub(crate) struct PyGrid {
    pub(crate) grid: Grid,
    pub(crate) symbols: Symbols,
}

#[pymethods]
impl PyGrid {
    /// Read a complete and correct board from a text in any supported format, or take its digits.
    #[new]
    fn read(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<PyGrid> {
        let board = puzzle_of(text, &ReadOptions::default(), None)?;
        match Grid::try_from(&board.puzzle) {
            Ok(grid) => Ok(PyGrid { grid, symbols: board.symbols }),
            Err(error) => Err(failure::invalid(py, &error)),
        }
    }

    /// The board's shape.
    #[getter]
    fn shape(&self) -> PyShape {
        PyShape(self.grid.shape())
    }

    /// The digits, row by row.
    #[getter]
    fn digits(&self) -> Vec<u16> {
        self.grid.digits().iter().map(|digit| digit.number()).collect()
    }

    /// The digits in a list for each row.
    #[getter]
    fn rows(&self) -> Vec<Vec<u16>> {
        self.digits().chunks(self.grid.shape().side()).map(<[u16]>::to_vec).collect()
    }

    /// Return the digit in a cell: `r4c7` or `D7`, or row and column from 0, as in `grid[3, 6]`.
    fn __getitem__(&self, cell: &Bound<'_, PyAny>) -> PyResult<u16> {
        Ok(self.grid.digit(cell_of(self.grid.shape(), cell)?).number())
    }

    /// The number of cells.
    fn __len__(&self) -> usize {
        self.grid.shape().cell_count()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.digits())?.try_iter()
    }

    /// Return the digits as a numpy array: `numpy.asarray(grid)` is `uint8[9, 9]`.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        boards::array(py, &self.digits(), self.grid.shape().side(), dtype, copy)
    }

    /// Return the grid as plain values for JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("grid", self.__str__())?;
        dict.set_item("shape", self.grid.shape().to_string())?;
        dict.set_item("symbols", self.symbols.name())?;
        Ok(dict)
    }

    /// Write the grid in the format that an f-string names: `f"{grid:box}"`.
    fn __format__(&self, format: &str) -> PyResult<String> {
        if format.is_empty() { Ok(self.__str__()) } else { self.write(format) }
    }

    /// Return a puzzle with a given in every cell.
    pub(crate) fn to_puzzle(&self) -> PyPuzzle {
        PyPuzzle::new(self.grid.to_puzzle(), &self.symbols)
    }

    /// Write the grid in a format: `line`, `box`...
    #[pyo3(signature = (format="line"))]
    fn write(&self, format: &str) -> PyResult<String> {
        self.to_puzzle().write(format)
    }

    /// Return the minlex form.
    fn canon(&self, py: Python<'_>) -> PyResult<Canon> {
        self.to_puzzle().canon(py)
    }

    fn __str__(&self) -> String {
        notation::grid_line(&self.grid, &self.symbols)
    }

    fn __repr__(&self) -> String {
        format!("Grid('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGrid>().is_ok_and(|other| other.get().grid == self.grid)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.grid.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String, String))> {
        let parts = (self.__str__(), self.grid.shape().to_string(), self.symbols.name());
        Ok((py.import("ninefold._native")?.getattr("restore_grid")?, parts))
    }

    /// Draw the board as a picture.
    fn _repr_svg_(&self) -> String {
        let title = format!("Sudoku solution {}", self.__str__());
        svg::figure(&self.grid.to_puzzle(), &self.symbols, Figure { title: &title, ..Figure::default() })
    }
}

/// Restore a pickled grid.
#[pyfunction]
pub(crate) fn restore_grid(py: Python<'_>, digits: &str, shape: &str, symbols: &str) -> PyResult<PyGrid> {
    let PyPuzzle { puzzle, symbols } = restore_puzzle(py, digits, shape, symbols, Vec::new(), Vec::new())?;
    let grid = Grid::try_from(&puzzle).map_err(|error| failure::invalid(py, &error))?;
    Ok(PyGrid { grid, symbols })
}
