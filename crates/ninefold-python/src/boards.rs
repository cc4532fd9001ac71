//! Boards as Python passes them: texts, bytes, digits in lists or arrays, and the package's own objects.

use crate::failure;
use crate::grid::PyGrid;
use crate::puzzle::PyPuzzle;
use ninefold::notation::{self, AnyRecord, Piece, ReadOptions, Splitter};
use ninefold::{Cell, Digit, Invalid, Puzzle, Shape, Symbols};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyMemoryView, PyString};
use std::borrow::Cow;

/// Why an object is not a board.
pub(crate) enum NoBoard {
    /// A board that breaks a rule, or a text that is not a board.
    Invalid(Invalid),
    /// Why it cannot be a board, in words, and the names of the cells that show it.
    Bad(String, Vec<String>),
    /// Not a board at all.
    Wrong(String),
}

impl NoBoard {
    pub(crate) fn bad(what: impl Into<String>) -> NoBoard {
        NoBoard::Bad(what.into(), Vec::new())
    }

    /// The exception for it.
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

/// The message about a text with lone surrogates.
pub(crate) const NOT_UTF8: &str = "text that is not UTF-8";

/// Bytes as a text; `None` if they are digits: numbers, none of which is the code of a visible character.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> Option<&[u8]> {
    (bytes.is_empty() || bytes.iter().any(|byte| *byte > b' ')).then_some(bytes)
}

/// Whether an object can be a board of digits: an iterable that is neither a text nor a dictionary.
pub(crate) fn has_digits(value: &Bound<'_, PyAny>) -> bool {
    let is_other = value.cast::<PyString>().is_ok() || value.cast::<PyDict>().is_ok();
    !is_other && value.hasattr("__iter__").unwrap_or(false)
}

/// The object itself, or immutable bytes in place of a bytearray or a view of single bytes.
pub(crate) fn frozen(value: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let may_change = match value.cast::<PyMemoryView>() {
        Ok(view) => view.getattr("format")?.extract::<String>()? == "B",
        Err(_) => value.cast::<PyByteArray>().is_ok(),
    };
    if may_change { value.py().get_type::<PyBytes>().call1((value,)) } else { Ok(value) }
}

/// A dictionary as a text of JSON.
///
/// # Errors
/// If it is empty, or has a value that JSON cannot represent.
pub(crate) fn json_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    object.py().import("ninefold._inputs")?.getattr("json_of")?.call1((object,))?.extract()
}

/// The text of an object, if it is a text.
fn text_of<'a>(value: &'a Bound<'_, PyAny>) -> Result<Option<Cow<'a, str>>, NoBoard> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_str().map(|text| Some(Cow::Borrowed(text))).map_err(|_| NoBoard::bad(NOT_UTF8));
    }
    Ok(value.cast::<PyBytes>().ok().and_then(|bytes| text_of_bytes(bytes.as_bytes())).map(String::from_utf8_lossy))
}

/// The first puzzle in a text, with a warning if there are others; `None` if the object is not a text.
pub(crate) fn first_of_text<T>(
    value: &Bound<'_, PyAny>,
    options: &ReadOptions,
    read: impl Fn(&Piece, &[u8], &ReadOptions) -> Result<T, Invalid>,
) -> PyResult<Option<T>> {
    let py = value.py();
    let Some(text) = text_of(value).map_err(|why| why.raised(py))? else { return Ok(None) };
    let mut splitter = Splitter::new(options);
    let mut next = |text: &[u8]| splitter.next(text, true);
    let piece = next(text.as_bytes()).ok_or_else(|| NoBoard::bad("no puzzle in the text").raised(py))?;
    let first = read(&piece, text.as_bytes(), options).map_err(|invalid| {
        // A text that is refused as a classic puzzle may be a variant.
        match piece.read_any(text.as_bytes(), options) {
            Ok(AnyRecord::Variant(_)) => NoBoard::bad(format!("{invalid}; ninefold.Variant reads it")).raised(py),
            _ => failure::invalid(py, &invalid),
        }
    })?;
    let mut rest = &text.as_bytes()[piece.end..];
    while let Some(piece) = next(rest) {
        if piece.read_any(rest, options).is_ok() {
            let words =
                c"only the first of several puzzles in the text is read; functions whose names end in _many take \
                a list of texts";
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), words, 1)?;
            break;
        }
        rest = &rest[piece.end..];
    }
    Ok(Some(first))
}

/// The board that an object represents; the first one if it is a text.
pub(crate) fn puzzle_of(value: &Bound<'_, PyAny>, options: &ReadOptions, shape: Option<Shape>) -> PyResult<PyPuzzle> {
    let value = frozen(value.clone())?;
    match first_of_text(&value, options, Piece::read)? {
        Some(record) => Ok(PyPuzzle { puzzle: record.puzzle, symbols: record.symbols }),
        None => board_of(&value, shape).map_err(|why| why.raised(value.py())),
    }
}

/// The board that an object represents, if the object is not a text.
pub(crate) fn board_of(value: &Bound<'_, PyAny>, shape: Option<Shape>) -> Result<PyPuzzle, NoBoard> {
    if let Ok(puzzle) = value.cast::<PyPuzzle>() {
        return puzzle.get().clone().of_shape(shape);
    }
    if let Ok(grid) = value.cast::<PyGrid>() {
        return grid.get().to_puzzle().of_shape(shape);
    }
    if !has_digits(value) {
        let name = type_name(value);
        return Err(NoBoard::Wrong(format!("a value of type {name}, expected text, digits or a Puzzle")));
    }
    if let Some(text) = text_of_rows(value) {
        return board_of_rows(&text, shape);
    }
    let puzzle = board_of_digits(value, shape)?;
    let symbols = Symbols::for_side(puzzle.shape().side());
    Ok(PyPuzzle { puzzle, symbols })
}

/// A list as one text; its items are rows, cells, or lists of the cells of a row. `None` if it has anything else.
fn text_of_rows(value: &Bound<'_, PyAny>) -> Option<String> {
    let text = |item: &Bound<'_, PyAny>| match item.cast::<PyString>().ok()?.to_str().ok()?.trim() {
        "" => Some(".".to_owned()),
        text => Some(text.to_owned()),
    };
    let row = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item.ok()?;
        let cells = || item.try_iter().ok()?.map(|cell| text(&cell.ok()?)).collect::<Option<Vec<String>>>();
        text(&item).or_else(|| Some(cells()?.join(" ")))
    };
    let rows: Vec<String> = value.try_iter().ok()?.map(row).collect::<Option<_>>()?;
    let are_cells = rows.iter().all(|row| row.chars().nth(1).is_none());
    (rows.len() >= FEWEST_ROWS).then(|| rows.join(if are_cells { "" } else { "\n" }))
}

/// The fewest items of a list that can be a board.
const FEWEST_ROWS: usize = 4;

/// The board that all these rows together are.
fn board_of_rows(text: &str, shape: Option<Shape>) -> Result<PyPuzzle, NoBoard> {
    let options = ReadOptions::default();
    let options = shape.map_or(options.clone(), |shape| options.shape(shape));
    let mut records = notation::read_all(text, &options);
    let record = records.next().ok_or_else(|| NoBoard::bad("a list of texts without a board"))??;
    match records.next() {
        None => Ok(PyPuzzle { puzzle: record.puzzle, symbols: record.symbols }),
        Some(_) => Err(NoBoard::bad("a list of texts that are not the rows of one board")),
    }
}

/// The board with these digits, 0 or `None` for blanks: row by row, in one list or in a list for each row.
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
            return Err(NoBoard::Wrong(format!("a list with a value of type {name}, expected digits")));
        }
    }
    Ok(())
}

/// Whether an item is numpy's constant for masked cells.
pub(crate) fn is_masked(item: &Bound<'_, PyAny>) -> bool {
    type_name(item) == "MaskedConstant"
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "unknown".to_owned(), |name| name.to_string())
}

/// Digits as a numpy array with the rows and columns of the board.
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

/// The cell that a key stands for: its name, or the numbers of its row and column, from 0.
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
