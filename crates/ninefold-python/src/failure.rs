//! The exceptions that are raised, in the library's words.

use ninefold::solve::{NoAnswer, Stopped};
use ninefold::{Cell, Invalid, Reason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The classes of exceptions that Python sees.
pub(crate) mod raised {
    use super::PyValueError;
    use pyo3::create_exception;

    create_exception!(ninefold, Error, PyValueError, "Any error about a board.");
    create_exception!(
        ninefold,
        Invalid,
        Error,
        "A text or board that is not a Sudoku. The message lists every reason with its place; `cells` names the cells."
    );
    create_exception!(
        ninefold,
        NoSolution,
        Error,
        "The puzzle has no solution; the message says why where that can be seen without a search."
    );
    create_exception!(ninefold, SeveralSolutions, Error, "The puzzle has several solutions where one is needed.");
    create_exception!(
        ninefold,
        Stopped,
        Error,
        "The search stopped early. `found` is the number of solutions found by then."
    );
    create_exception!(
        ninefold,
        NotMade,
        Error,
        "No such puzzle was found in time; the message says what the best one lacks."
    );
}

/// A `ValueError` in the words of the library's own error.
pub(crate) fn value_error<E: std::fmt::Display>(error: E) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a board that breaks a rule, or a text that is not a board.
pub(crate) fn invalid(py: Python<'_>, invalid: &Invalid) -> PyErr {
    let mut cells: Vec<Cell> = Vec::new();
    for reason in invalid.reasons() {
        match reason {
            Reason::Duplicate { cells: twice, .. } => cells.extend(twice),
            Reason::NoCandidate { cell } | Reason::Blank { cell, .. } => cells.push(*cell),
            Reason::UnknownSymbol { cell, .. } => cells.extend(cell),
            _ => {}
        }
    }
    cells.sort_unstable();
    cells.dedup();
    let name = |cell| invalid.shape().map(|shape| shape.name(cell).to_string());
    invalid_as(py, invalid.to_string(), cells.into_iter().filter_map(name).collect())
}

/// The same exception in these words, with the names of the cells that they are about.
pub(crate) fn invalid_as(py: Python<'_>, words: String, cells: Vec<String>) -> PyErr {
    let error = raised::Invalid::new_err(words);
    match error.value(py).setattr("cells", cells) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception for a puzzle that has no answer.
pub(crate) fn no_answer(py: Python<'_>, why: NoAnswer) -> PyErr {
    match why {
        NoAnswer::Invalid(rule) => invalid(py, &rule),
        NoAnswer::Stopped(why) => stopped(py, why),
        NoAnswer::Multiple => raised::SeveralSolutions::new_err(why.to_string()),
        _ => raised::NoSolution::new_err(why.to_string()),
    }
}

/// The exception for a search that stopped.
pub(crate) fn stopped(py: Python<'_>, stopped: Stopped) -> PyErr {
    let error = raised::Stopped::new_err(stopped.to_string());
    match error.value(py).setattr("found", stopped.found()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception for a search in a variant that stopped after this many solutions.
pub(crate) fn ended(py: Python<'_>, found: u64) -> PyErr {
    let error = raised::Stopped::new_err("the search was stopped before the answer was known");
    match error.value(py).setattr("found", found) {
        Ok(()) => error,
        Err(other) => other,
    }
}
