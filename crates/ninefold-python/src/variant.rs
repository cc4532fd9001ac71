//! Puzzles with rules beyond those of Sudoku.

use crate::answers::VariantCheck;
use crate::boards;
use crate::columns::Reading;
use crate::failure::{self, raised, value_error};
use crate::interrupt::interruptible_until;
use crate::numbers::{Budget, Limit, TimeLimit};
use crate::solutions::{Found, Solutions};
use ninefold::notation::{self, Format, Piece, ReadOptions, VariantRecord};
use ninefold::solve::NoAnswer;
use ninefold::variant::{Mistake, Solver, TrueCandidates, VariantPuzzle, Verdict};
use ninefold::{Invalid, Shape, UnknownName};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// A puzzle with any regions, digits and rules. It is immutable.
#[pyclass(frozen, module = "ninefold", name = "Variant")]
pub(crate) struct PyVariant(VariantRecord);

/// The limits of a search: nodes and time.
type Limits = (Option<Budget>, Option<TimeLimit>);

/// A search that ended before its answer, with the number of solutions found by then.
struct Ended(u64);

impl PyVariant {
    /// The puzzle and what its text says about it, if it has the expected shape or none is expected.
    pub(crate) fn of_shape(&self, expected: Option<Shape>) -> Result<VariantRecord, Invalid> {
        if let Some(expected) = expected {
            // The library's reader compares the regions with those of a shape.
            notation::read_any(&self.json(), &ReadOptions::default().shape(expected))?;
        }
        Ok(self.0.clone())
    }

    fn puzzle(&self) -> &VariantPuzzle {
        &self.0.puzzle
    }

    /// Asks the solver; Ctrl-C and the time limit end the search.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        (budget, until): Limits,
        question: impl FnOnce(Solver<'_>, &VariantPuzzle) -> Result<Result<T, Ended>, Mistake> + Send,
    ) -> PyResult<T> {
        let answer = interruptible_until(py, until, |cancel: &AtomicBool| {
            let solver = Solver::new().cancel(cancel);
            question(budget.map_or(solver, |Budget(nodes)| solver.nodes(nodes)), self.puzzle())
        })?;
        let answered = answer.map_err(mistaken)?;
        answered.map_err(|Ended(found)| failure::ended(py, found))
    }

    fn verdict(&self, py: Python<'_>, limits: Limits) -> PyResult<Verdict> {
        let ended = |found: Option<Vec<i64>>| Ended(found.is_some().into());
        self.ask(py, limits, |solver, puzzle| Ok(solver.verdict(puzzle)?.map_err(|stopped| ended(stopped.found))))
    }

    fn givens(&self) -> usize {
        self.puzzle().givens().iter().flatten().count()
    }

    /// The puzzle itself as JSON, without what its text says about it.
    fn json(&self) -> String {
        let record = VariantRecord::new(self.puzzle().clone());
        notation::write_variant(&record, Format::Json).expect("JSON carries all rules").text
    }
}

#[pymethods]
impl PyVariant {
    /// Read what `Puzzle` takes, a dictionary in the form of JSON, or a `Variant`, and add rules for the whole board.
    #[new]
    #[pyo3(signature = (puzzle, *, rules="", format=None, shape=None))]
    fn read(
        py: Python<'_>,
        puzzle: &Bound<'_, PyAny>,
        rules: &str,
        format: Option<&str>,
        shape: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyVariant> {
        let Reading { options, rules, shape, .. } = Reading::new(format, shape, None, None, rules)?;
        let puzzle = boards::frozen(puzzle.clone())?;
        let with_rules = |record: VariantRecord| record.with_rules(&rules);
        let record = if let Ok(other) = puzzle.cast::<PyVariant>() {
            other.get().of_shape(shape).and_then(with_rules)
        } else if puzzle.cast::<PyDict>().is_ok() {
            notation::read_any(&boards::json_of(&puzzle)?, &options)
                .and_then(VariantRecord::try_from)
                .and_then(with_rules)
        } else if let Some(record) = boards::first_of_text(&puzzle, &options, Piece::read_any)? {
            VariantRecord::try_from(record).and_then(with_rules)
        } else {
            let board = boards::board_of(&puzzle, shape).map_err(|why| why.raised(py))?;
            VariantRecord::try_from(board.record()).and_then(with_rules)
        };
        record.map(PyVariant).map_err(|invalid: Invalid| failure::invalid(py, &invalid))
    }

    /// The names of the kinds of rules beyond those of a Sudoku, each once.
    #[getter]
    fn rules(&self) -> Vec<&'static str> {
        self.puzzle().rules()
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.puzzle().rows()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.puzzle().columns()
    }

    /// The given digits, row by row; `None` for blanks.
    #[getter]
    fn digits(&self) -> Vec<Option<i64>> {
        self.puzzle().givens().to_vec()
    }

    /// What the text says about the puzzle: its author, its source...
    #[getter]
    fn fields(&self) -> BTreeMap<String, &str> {
        self.0.fields.iter().map(|(field, value)| (field.to_string(), value.as_str())).collect()
    }

    /// What had to be decided in reading, or was left out because it is not a rule.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.iter().map(ToString::to_string).collect()
    }

    /// Return the digits of a solution, row by row.
    #[pyo3(signature = (*, budget=None, time_limit=None))]
    fn solve(&self, py: Python<'_>, budget: Option<Budget>, time_limit: Option<TimeLimit>) -> PyResult<Vec<i64>> {
        let first =
            self.ask(py, (budget, time_limit), |solver, puzzle| Ok(solver.first(puzzle)?.map_err(|_| Ended(0))))?;
        first.ok_or_else(|| failure::no_answer(py, NoAnswer::NoSolution(None)))
    }

    /// Iterate over all solutions, which are found one after the other as they are asked for.
    #[pyo3(signature = (*, budget=None))]
    fn solutions(&self, budget: Option<Budget>) -> PyResult<Solutions> {
        // Reports mistakes at once, before the first solution is asked for.
        Solver::new().nodes(0).solutions(self.puzzle()).map_err(mistaken)?;
        let puzzle = self.puzzle().clone();
        Ok(Solutions::searched(move |flag, send| {
            let solver = Solver::new().cancel(flag);
            let solver = budget.map_or(solver, |Budget(nodes)| solver.nodes(nodes));
            let Ok(mut solutions) = solver.solutions(&puzzle) else { return };
            let mut found = 0;
            for digits in solutions.by_ref() {
                found += 1;
                if !send(Found::Digits(digits)) {
                    return;
                }
            }
            if solutions.is_stopped() {
                send(Found::Ended(found));
            }
        }))
    }

    /// Check whether there is exactly one solution.
    #[pyo3(signature = (*, budget=None, time_limit=None))]
    fn check(&self, py: Python<'_>, budget: Option<Budget>, time_limit: Option<TimeLimit>) -> PyResult<VariantCheck> {
        let (verdict, solutions) = match self.verdict(py, (budget, time_limit))? {
            Verdict::Unique(only) => ("unique", vec![only]),
            Verdict::Multiple(one, other) => ("multiple", vec![one, other]),
            Verdict::None => ("none", Vec::new()),
        };
        Ok(VariantCheck::new(verdict, self.givens(), solutions))
    }

    /// Return the exact number of solutions, or count them up to a limit.
    #[pyo3(signature = (limit=None, *, budget=None, time_limit=None))]
    fn count(
        &self,
        py: Python<'_>,
        limit: Option<Limit>,
        budget: Option<Budget>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<u64> {
        let Limit(limit) = limit.unwrap_or(Limit(u64::MAX));
        self.ask(py, (budget, time_limit), |solver, puzzle| {
            Ok(solver.count(puzzle, limit)?.map_err(|stopped| Ended(stopped.found)))
        })
    }

    /// Return the digits that each cell has in some solution.
    #[pyo3(signature = (*, budget=None, time_limit=None))]
    fn candidates(
        &self,
        py: Python<'_>,
        budget: Option<Budget>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<Vec<Vec<i64>>> {
        self.ask(py, (budget, time_limit), |solver, puzzle| Ok(solver.candidates(puzzle)?.map_err(|_| Ended(0))))
    }

    /// Return the names of the clues (givens or constraints) that can each be left out without allowing another solution.
    #[pyo3(signature = (*, budget=None, time_limit=None))]
    fn redundant(
        &self,
        py: Python<'_>,
        budget: Option<Budget>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<Vec<String>> {
        match self.verdict(py, (budget, time_limit))? {
            Verdict::None => return Err(failure::no_answer(py, NoAnswer::NoSolution(None))),
            Verdict::Multiple(..) => return Err(failure::no_answer(py, NoAnswer::Multiple)),
            Verdict::Unique(_) => {}
        }
        let clues =
            self.ask(py, (budget, time_limit), |solver, puzzle| Ok(solver.redundant(puzzle)?.map_err(|_| Ended(1))))?;
        Ok(clues.into_iter().map(|clue| self.puzzle().name_of_clue(clue)).collect())
    }

    /// Return whether digits, one for each cell, solve the puzzle.
    fn is_solved_by(&self, digits: Vec<i64>) -> bool {
        digits.len() == self.puzzle().cell_count() && self.puzzle().is_solved_by(&digits)
    }

    /// Write the puzzle in a format; JSON loses nothing.
    #[pyo3(signature = (format="json"))]
    fn write(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(value_error::<UnknownName>)?;
        let written = notation::write_variant(&self.0, format).map_err(value_error)?;
        Ok(if format.is_block() { written.text } else { written.text.trim_end().to_owned() })
    }

    /// Return the puzzle as a dictionary in the form of JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.write("json")?,))
    }

    fn __str__(&self) -> String {
        self.puzzle().to_string()
    }

    fn __repr__(&self) -> String {
        let (rows, columns, givens) = (self.rows(), self.columns(), self.givens());
        match self.rules() {
            rules if rules.is_empty() => format!("<Variant {rows}x{columns}, {givens} givens>"),
            rules => format!("<Variant {rows}x{columns}, {givens} givens: {}>", rules.join(", ")),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyVariant>().is_ok_and(|other| other.get().puzzle() == self.puzzle())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.json().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<PyVariant>().into_any(), (self.write("json")?,)))
    }
}

fn mistaken(mistake: Mistake) -> PyErr {
    raised::Error::new_err(mistake.to_string())
}

/// Finds the digits that each cell has in some solution, for one puzzle after another, using what earlier ones showed.
#[pyclass(frozen, module = "ninefold", name = "TrueCandidates")]
pub(crate) struct PyTrueCandidates(Mutex<TrueCandidates>);

impl PyTrueCandidates {
    /// What is known. A call that panicked cannot have left anything wrong in it, so a poisoned lock does not matter.
    fn known(&self) -> std::sync::MutexGuard<'_, TrueCandidates> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[pymethods]
impl PyTrueCandidates {
    #[new]
    fn new() -> PyTrueCandidates {
        PyTrueCandidates(Mutex::default())
    }

    /// Return what `puzzle.candidates()` returns, with less work if the puzzle differs little from an earlier one.
    #[pyo3(signature = (puzzle, *, budget=None, time_limit=None))]
    fn of(
        &self,
        py: Python<'_>,
        puzzle: &Bound<'_, PyVariant>,
        budget: Option<Budget>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<Vec<Vec<i64>>> {
        let puzzle = puzzle.get();
        puzzle
            .ask(py, (budget, time_limit), |solver, puzzle| Ok(self.known().of(puzzle, &solver)?.map_err(|_| Ended(0))))
    }

    /// The number of candidates of the latest puzzle that had to be searched for.
    #[getter]
    fn searched(&self) -> usize {
        self.known().searched()
    }
}
