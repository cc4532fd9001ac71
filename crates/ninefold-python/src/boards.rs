//! Boards as Python has them: texts, bytes, digits in lists or arrays, and the package's own objects.

use crate::failure;
use crate::grid::PyGrid;
use crate::puzzle::PyPuzzle;
use ninefold::notation::{self, ReadOptions};
use ninefold::{Cell, Digit, Invalid, Puzzle, Shape, Symbols};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString};
use std::borrow::Cow;

/// Why an object is not a board.
pub(crate) enum NoBoard {
    /// A board that breaks a rule, or a text that is not one.
    Invalid(Invalid),
    /// What cannot be a board, in words, and the names of the cells that show it.
    Bad(String, Vec<String>),
    /// Not a board at all.
    Wrong(String),
}

impl NoBoard {
    pub(crate) fn bad(what: impl Into<String>) -> NoBoard {
        NoBoard::Bad(what.into(), Vec::new())
    }

    /// What is raised for it.
    pub(crate) fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            NoBoard::Invalid(invalid) => failure::invalid(py, &invalid),
            NoBoard::Bad(what, cells) => failure::invalid_as(py, what, cells),
            NoBoard::Wrong(what) => PyTypeError::new_err(format!("this is not a board: {what}")),
        }
    }
}

impl From<Invalid> for NoBoard {
    fn from(invalid: Invalid) -> NoBoard {
        NoBoard::Invalid(invalid)
    }
}

/// What is said of a text with lone surrogates.
pub(crate) const NOT_UTF8: &str = "a text that is not UTF-8";

/// The text that some bytes are; none if they are digits, each a number below the first character that is written.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> Option<&[u8]> {
    (bytes.is_empty() || bytes.iter().any(|byte| *byte > b' ')).then_some(bytes)
}

/// Whether an object can be a board of digits: something to go through that is neither a text nor a table of names.
pub(crate) fn has_digits(value: &Bound<'_, PyAny>) -> bool {
    let is_other = value.cast::<PyString>().is_ok() || value.cast::<PyDict>().is_ok();
    !is_other && value.hasattr("__iter__").unwrap_or(false)
}

/// The board that an object is.
pub(crate) fn board_of(
    value: &Bound<'_, PyAny>,
    options: &ReadOptions,
    shape: Option<Shape>,
) -> Result<PyPuzzle, NoBoard> {
    if let Ok(puzzle) = value.cast::<PyPuzzle>() {
        return puzzle.get().clone().of_shape(shape);
    }
    if let Ok(grid) = value.cast::<PyGrid>() {
        return grid.get().to_puzzle().of_shape(shape);
    }
    let bytes = value.cast::<PyBytes>().ok().and_then(|bytes| text_of_bytes(bytes.as_bytes()));
    let text = match (bytes, value.cast::<PyString>()) {
        (Some(bytes), _) => Some(String::from_utf8_lossy(bytes)),
        (None, Ok(text)) => Some(Cow::Borrowed(text.to_str().map_err(|_| NoBoard::bad(NOT_UTF8))?)),
        (None, Err(_)) => None,
    };
    if let Some(text) = text {
        let record = notation::read(&text, options)?;
        return Ok(PyPuzzle { puzzle: record.puzzle, symbols: record.symbols });
    }
    if !has_digits(value) {
        let name = type_name(value);
        return Err(NoBoard::Wrong(format!("a value of the type {name}, expected a text, digits or a Puzzle")));
    }
    let puzzle = board_of_digits(value, shape)?;
    let symbols = Symbols::for_side(puzzle.shape().side());
    Ok(PyPuzzle { puzzle, symbols })
}

/// The board of these digits, 0 or `None` for blanks: row by row, in one list or one for each row.
pub(crate) fn board_of_digits(value: &Bound<'_, PyAny>, shape: Option<Shape>) -> Result<Puzzle, NoBoard> {
    let mut numbers = Vec::new();
    gather(value, 2, &mut numbers)?;
    let shape = match shape {
        Some(shape) => shape,
        None => {
            let count = numbers.len();
            let side = count.isqrt();
            if count == 0 || side * side != count {
                return Err(NoBoard::bad(format!("{count} digits, expected as many as a board has: 81 (9x9)")));
            }
            Shape::for_side(side).map_err(|error| NoBoard::bad(error.to_string()))?
        }
    };
    let side = shape.side();
    if numbers.len() != shape.cell_count() {
        let (count, cells) = (numbers.len(), shape.cell_count());
        return Err(NoBoard::bad(format!("{count} digits, expected {cells} ({side}x{side})")));
    }
    let mut givens = Vec::with_capacity(numbers.len());
    for (index, number) in numbers.into_iter().enumerate() {
        let fits = u16::try_from(number).ok().filter(|number| usize::from(*number) <= side);
        givens.push(Digit::new(fits.ok_or_else(|| {
            let place = shape.name(Cell::new(index)).to_string();
            NoBoard::Bad(
                format!("{number} in {place}, expected a digit from 1 to {side}, or 0 for a blank"),
                vec![place],
            )
        })?));
    }
    Ok(Puzzle::from_givens(shape, &givens)?)
}

fn gather(value: &Bound<'_, PyAny>, depth: usize, numbers: &mut Vec<i64>) -> Result<(), NoBoard> {
    let wrong = |error: PyErr| NoBoard::Wrong(error.to_string());
    for item in value.try_iter().map_err(wrong)? {
        let item = item.map_err(wrong)?;
        if item.is_none() {
            numbers.push(0);
        } else if let Ok(number) = item.extract::<i64>() {
            numbers.push(number);
        } else if is_masked(&item) {
            numbers.push(0);
        } else if depth > 1 && has_digits(&item) {
            gather(&item, depth - 1, numbers)?;
        } else if item.cast::<PyInt>().is_ok() {
            return Err(NoBoard::bad("a list with an int that is too large, expected digits"));
        } else {
            let name = type_name(&item);
            return Err(NoBoard::Wrong(format!("a list with a value of the type {name}, expected digits")));
        }
    }
    Ok(())
}

/// Whether it is what numpy has for a masked cell of an array.
pub(crate) fn is_masked(item: &Bound<'_, PyAny>) -> bool {
    type_name(item) == "MaskedConstant"
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "unknown".to_owned(), |name| name.to_string())
}

/// Digits as numpy's array, a row of it for each of the board.
pub(crate) fn array<'py>(
    py: Python<'py>,
    digits: &[u16],
    side: usize,
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    if copy == Some(false) {
        return Err(PyValueError::new_err("a board has no array of its own: it cannot be handed out without a copy"));
    }
    let array = match u8::try_from(side) {
        Ok(_) => {
            let small = digits.iter().map(|digit| u8::try_from(*digit).unwrap_or(u8::MAX)).collect();
            PyArray1::from_vec(py, small).reshape([side, side])?.into_any()
        }
        Err(_) => PyArray1::from_vec(py, digits.to_vec()).reshape([side, side])?.into_any(),
    };
    match dtype {
        None => Ok(array),
        Some(dtype) => array.call_method1("astype", (dtype,)),
    }
}

/// The place that a key names: the name of a cell, or the numbers of its row and column, from 0.
pub(crate) fn cell_of(shape: Shape, key: &Bound<'_, PyAny>) -> PyResult<Cell> {
    use pyo3::exceptions::PyIndexError;
    if let Ok(name) = key.cast::<PyString>() {
        return shape.cell_named(name.to_str()?).map_err(|error| PyIndexError::new_err(error.to_string()));
    }
    let Ok((row, column)) = key.extract::<(isize, isize)>() else {
        return Err(PyTypeError::new_err(format!(
            "{} is not a cell: expected its name, 'r1c1', or its row and column from 0, as in puzzle[0, 0]; \
             numpy.asarray(puzzle) has slices",
            key.repr()?
        )));
    };
    let side = shape.side();
    let place = |number: isize| {
        let place = if number < 0 { side.checked_add_signed(number) } else { usize::try_from(number).ok() };
        place.filter(|place| *place < side).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no row or column {number}: they count from 0 to {}", side - 1))
        })
    };
    Ok(Cell::new(place(row)? * side + place(column)?))
}
