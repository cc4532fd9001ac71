//! Puzzles as Python objects.

use crate::answers::{Canon, Check, Rating};
use crate::boards::{self, NoBoard, board_of_digits, cell_of, puzzle_of};
use crate::columns;
use crate::columns::{Reading, scale};
use crate::failure::{self, value_error};
use crate::grid::PyGrid;
use crate::interrupt::{interruptible, interruptible_until, without_gil};
use crate::numbers::{Budget, Index, Limit, Seed, TimeLimit};
use crate::shape::{PyShape, shape_of};
use crate::solutions::Solutions;
use crate::steps::{Explanation, Hint, Names};
use ninefold::coach::Unrated;
use ninefold::logic::Explainer;
use ninefold::notation::{self, Format, ReadOptions, Record};
use ninefold::render::svg::{self, Figure};
use ninefold::solve::{NoAnswer, Solver, Verdict};
use ninefold::symmetry::{NoForm, Transformation};
use ninefold::{Candidates, Cell, Digit, Grid, Puzzle, Shape, Symbols, backdoors, coach, minimal, symmetry, vicinity};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

/// A board that a person may have typed, correct or not: givens, digits placed since, candidates removed.
///
/// It is immutable; methods return new puzzles.
#[pyclass(frozen, from_py_object, module = "ninefold", name = "Puzzle")]
#[derive(Clone, PartialEq)]
pub(crate) struct PyPuzzle {
    pub(crate) puzzle: Puzzle,
    pub(crate) symbols: Symbols,
}

impl PyPuzzle {
    pub(crate) fn new(puzzle: Puzzle, symbols: &Symbols) -> PyPuzzle {
        PyPuzzle { puzzle, symbols: symbols.clone() }
    }

    pub(crate) fn record(&self) -> Record {
        Record::new(self.puzzle.clone()).with_symbols(self.symbols.clone())
    }

    /// The puzzle, if it has the expected shape or none is expected.
    pub(crate) fn of_shape(self, expected: Option<Shape>) -> Result<PyPuzzle, NoBoard> {
        let found = self.puzzle.shape();
        match expected.filter(|expected| *expected != found) {
            Some(expected) => Err(NoBoard::bad(format!("a board of shape {found}, expected {expected}"))),
            None => Ok(self),
        }
    }

    /// Why there is no solution, for a puzzle that was found to have none.
    pub(crate) fn unsolvable(&self) -> NoAnswer {
        NoAnswer::unsolvable(&self.puzzle, &self.symbols)
    }

    fn solver<'a>(&self, search: columns::Search, cancel: &'a AtomicBool) -> Solver<'a> {
        let mut solver = Solver::new().cancel(cancel);
        if let Some(nodes) = search.budget {
            solver = solver.nodes(nodes);
        }
        if let Some(engine) = search.engine {
            solver = solver.engine(engine);
        }
        solver
    }

    /// Runs a search. On 9x9 boards it is too short to be interrupted; on others, or with a time limit, Ctrl-C ends it.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        search: columns::Search,
        work: impl FnOnce(&Puzzle, Solver<'_>) -> T + Send,
    ) -> PyResult<T> {
        let work = |cancel: &AtomicBool| work(&self.puzzle, self.solver(search, cancel));
        match self.puzzle.shape().is_classic_nine() && search.until.is_none() {
            true => Ok(without_gil(py, work)),
            false => interruptible_until(py, search.until, work),
        }
    }

    /// The only solution.
    fn only_solution(&self, py: Python<'_>, search: columns::Search) -> PyResult<Grid> {
        let judged = self.search(py, search, |puzzle, solver| solver.judge(puzzle, &self.symbols))?;
        judged.map_err(|why| failure::no_answer(py, why))
    }

    /// All parts of the puzzle, for pickling.
    fn parts(&self) -> Parts {
        let shape = self.puzzle.shape();
        let numbers = |cell: Cell, digit: Digit| (cell.index(), digit.number());
        let placed = self.puzzle.placed().map(|(cell, digit)| numbers(cell, digit)).collect();
        let removed = self.puzzle.removed().into_iter().flat_map(Candidates::iter);
        let removed = removed.map(|candidate| numbers(candidate.cell, candidate.digit)).collect();
        let givens = notation::puzzle_line(&self.puzzle.only_givens(), &self.symbols);
        (givens, shape.to_string(), self.symbols.name(), placed, removed)
    }

    fn cell(&self, name: &str) -> PyResult<Cell> {
        self.puzzle.shape().cell_named(name).map_err(|error| PyIndexError::new_err(error.to_string()))
    }

    fn digit(&self, number: u16) -> PyResult<Digit> {
        let side = self.puzzle.shape().side();
        let digit = Digit::new(number).filter(|digit| digit.index() < side);
        digit.ok_or_else(|| {
            PyValueError::new_err(format!("{number} is not a digit of this board: expected 1 to {side}"))
        })
    }
}

#[pymethods]
impl PyPuzzle {
    /// Read a puzzle from a text in any supported format, or take digits in a list, an array or bytes: row by row, 0 for blanks.
    ///
    /// If the text has several puzzles, the first is read, with a warning.
    #[new]
    #[pyo3(signature = (text, *, format=None, shape=None, symbols=None, blanks=None))]
    fn read(
        text: &Bound<'_, PyAny>,
        format: Option<&str>,
        shape: Option<&Bound<'_, PyAny>>,
        symbols: Option<&str>,
        blanks: Option<&str>,
    ) -> PyResult<PyPuzzle> {
        let reading = Reading::new(format, shape, symbols, blanks, "")?;
        let mut read = puzzle_of(text, &reading.options, reading.shape)?;
        if let Some(symbols) = reading.symbols().filter(|symbols| symbols.side() == read.puzzle.shape().side()) {
            read.symbols = symbols.clone();
        }
        Ok(read)
    }

    /// Make a puzzle from its givens: digits from 1, 0 for blanks, row by row, in one list or in a list for each row.
    #[staticmethod]
    #[pyo3(signature = (digits, shape=None))]
    fn from_digits(py: Python<'_>, digits: &Bound<'_, PyAny>, shape: Option<&Bound<'_, PyAny>>) -> PyResult<PyPuzzle> {
        let shape = shape.map(shape_of).transpose()?;
        let puzzle = board_of_digits(digits, shape).map_err(|why| why.raised(py))?;
        let symbols = Symbols::for_side(puzzle.shape().side());
        Ok(PyPuzzle { puzzle, symbols })
    }

    /// The board's shape.
    #[getter]
    fn shape(&self) -> PyShape {
        PyShape(self.puzzle.shape())
    }

    /// The name of the symbols that digits are written with: `1-9`.
    #[getter]
    fn symbols(&self) -> String {
        self.symbols.name()
    }

    /// The number of givens.
    #[getter]
    fn clues(&self) -> usize {
        self.puzzle.givens().count()
    }

    /// The digits, given or placed, row by row; 0 for blanks.
    #[getter]
    fn digits(&self) -> Vec<u16> {
        self.puzzle.digits().map(|digit| digit.map_or(0, Digit::number)).collect()
    }

    /// The digits in a list for each row; 0 for blanks.
    #[getter]
    fn rows(&self) -> Vec<Vec<u16>> {
        self.digits().chunks(self.puzzle.shape().side()).map(<[u16]>::to_vec).collect()
    }

    /// Return the digit in a cell, `None` if it is blank. Cells are `r4c7` or `D7`, or row and column from 0: `puzzle[3, 6]`.
    fn __getitem__(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
        Ok(self.puzzle.digit(cell_of(self.puzzle.shape(), cell)?).map(Digit::number))
    }

    /// The number of cells.
    fn __len__(&self) -> usize {
        self.puzzle.shape().cell_count()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.digits())?.try_iter()
    }

    /// Return the digits as a numpy array, 0 for blanks: `numpy.asarray(puzzle)` is `uint8[9, 9]`.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        boards::array(py, &self.digits(), self.puzzle.shape().side(), dtype, copy)
    }

    /// Return the puzzle as plain values for JSON: its givens on one line, shape, symbols, digits placed, candidates removed.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (puzzle, shape, symbols, placed, removed) = self.parts();
        let name = |index: usize| self.puzzle.shape().name(Cell::new(index)).to_string();
        let named = |pairs: Vec<(usize, u16)>| -> Vec<(String, u16)> {
            pairs.into_iter().map(|(cell, digit)| (name(cell), digit)).collect()
        };
        let (placed, removed) = (named(placed), named(removed));
        let dict = PyDict::new(py);
        dict.set_item("puzzle", puzzle)?;
        dict.set_item("shape", shape)?;
        dict.set_item("symbols", symbols)?;
        dict.set_item("placed", placed)?;
        dict.set_item("removed", removed)?;
        Ok(dict)
    }

    /// Write the puzzle in the format that an f-string names: `f"{puzzle:box}"`.
    fn __format__(&self, format: &str) -> PyResult<String> {
        if format.is_empty() { Ok(self.__str__()) } else { self.write(format) }
    }

    /// Return the candidates of a cell.
    fn candidates(&self, cell: &str) -> PyResult<Vec<u16>> {
        let cell = self.cell(cell)?;
        Ok(self.puzzle.candidates().digits_of(cell).map(Digit::number).collect())
    }

    /// Return the puzzle with a digit placed in a cell.
    fn place(&self, cell: &str, digit: u16) -> PyResult<PyPuzzle> {
        let mut other = self.clone();
        other.puzzle.place(self.cell(cell)?, self.digit(digit)?);
        Ok(other)
    }

    /// Return the puzzle with a candidate removed from a cell.
    fn remove(&self, cell: &str, digit: u16) -> PyResult<PyPuzzle> {
        let mut other = self.clone();
        other.puzzle.remove_candidate(self.cell(cell)?, self.digit(digit)?);
        Ok(other)
    }

    /// Write the puzzle in a format: `line`, `box`, `candidates`...
    #[pyo3(signature = (format="line"))]
    pub(crate) fn write(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(value_error::<ninefold::UnknownName>)?;
        let written = notation::write(&self.record(), format).map_err(value_error)?;
        Ok(if format.is_block() { written.text } else { written.text.trim_end().to_owned() })
    }

    /// Return the first solution that is found.
    #[pyo3(signature = (*, budget=None, engine=None, time_limit=None))]
    fn solve(
        &self,
        py: Python<'_>,
        budget: Option<Budget>,
        engine: Option<&str>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<PyGrid> {
        let search = columns::Search::new(budget, engine)?.until(time_limit);
        match self.search(py, search, |puzzle, solver| solver.first(puzzle))? {
            Ok(Some(grid)) => Ok(PyGrid { grid, symbols: self.symbols.clone() }),
            Ok(None) => Err(failure::no_answer(py, self.unsolvable())),
            Err(stopped) => Err(failure::stopped(py, stopped)),
        }
    }

    /// Iterate over all solutions, which are found one after the other as they are asked for.
    #[pyo3(signature = (*, budget=None, engine=None))]
    fn solutions(&self, budget: Option<Budget>, engine: Option<&str>) -> PyResult<Solutions> {
        Ok(Solutions::of(self, columns::Search::new(budget, engine)?))
    }

    /// Return the exact number of solutions, or count them up to a limit.
    #[pyo3(signature = (limit=None, *, budget=None, engine=None, time_limit=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        limit: Option<Limit>,
        budget: Option<Budget>,
        engine: Option<&str>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let search = columns::Search::new(budget, engine)?.until(time_limit);
        let Some(Limit(limit)) = limit else {
            let counted =
                interruptible_until(py, search.until, |cancel| self.solver(search, cancel).count_all(&self.puzzle))?;
            let number = counted.map_err(|stopped| {
                let error = failure::raised::Stopped::new_err(stopped.to_string());
                let found = python_int(py, &stopped.found().to_string());
                match found.and_then(|found| error.value(py).setattr("found", found)) {
                    Ok(()) => error,
                    Err(other) => other,
                }
            })?;
            if number.is_zero()
                && let NoAnswer::Invalid(rule) = self.unsolvable()
            {
                return Err(failure::invalid(py, &rule));
            }
            return python_int(py, &number.to_string());
        };
        let counted =
            interruptible_until(py, search.until, |cancel| self.solver(search, cancel).count(&self.puzzle, limit))?;
        match counted {
            Err(stopped) => Err(failure::stopped(py, stopped)),
            Ok(0) if limit > 0 => match self.unsolvable() {
                NoAnswer::Invalid(rule) => Err(failure::invalid(py, &rule)),
                _ => Ok(0u64.into_pyobject(py)?.into_any()),
            },
            Ok(count) => Ok(count.into_pyobject(py)?.into_any()),
        }
    }

    /// Check whether there is exactly one solution, and whether every given is needed for that.
    #[pyo3(signature = (*, budget=None, engine=None, time_limit=None))]
    fn check(
        &self,
        py: Python<'_>,
        budget: Option<Budget>,
        engine: Option<&str>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<Check> {
        let search = columns::Search::new(budget, engine)?.until(time_limit);
        let verdict = self.search(py, search, |puzzle, solver| {
            solver.verdict(puzzle).map(|verdict| match &verdict {
                Verdict::Unique(solution) => {
                    let redundant = minimal::redundant_givens(puzzle, solution, &solver).collect::<Result<Vec<_>, _>>();
                    (verdict, Some(redundant))
                }
                _ => (verdict, None),
            })
        })?;
        match verdict {
            Err(undecided) => Err(failure::stopped(py, undecided.stopped)),
            Ok((verdict, redundant)) => {
                let redundant = redundant.transpose().map_err(|stopped| failure::stopped(py, stopped))?;
                Ok(Check::new(self, verdict, redundant))
            }
        }
    }

    /// Explain how a person solves the puzzle, step by step.
    ///
    /// `techniques` names further techniques that are not used by default; names and sentences are in `language`, "en" or "de".
    #[pyo3(
        signature = (*, order="hodoku", techniques=Names::default(), language="en"),
        text_signature = "($self, *, order='hodoku', techniques=(), language='en')"
    )]
    fn explain(&self, py: Python<'_>, order: &str, techniques: Names, language: &str) -> PyResult<Explanation> {
        Explanation::of(py, self, scale(order)?, &techniques.0, language)
    }

    /// Hint at what a player can do next: level 1 gives roughly where to look, 2 the pattern, 3 everything.
    #[pyo3(signature = (level=3, *, order="hodoku", language="en"))]
    fn hint(&self, py: Python<'_>, level: u8, order: &str, language: &str) -> PyResult<Hint> {
        Hint::of(py, self, level, scale(order)?, language)
    }

    /// Rate how hard the puzzle is for people: on HoDoKu's scale, or by Sudoku Explainer's rules (see `ninefold.rate_many`).
    #[pyo3(signature = (*, order="hodoku", uniqueness=true, invariant=false, only=None, time_limit=None))]
    fn rate(
        &self,
        py: Python<'_>,
        order: &str,
        uniqueness: bool,
        invariant: bool,
        only: Option<&str>,
        time_limit: Option<f64>,
    ) -> PyResult<Rating> {
        let by_se = columns::by_se(order, uniqueness, invariant, only, time_limit)?;
        let is_set = |cancel: &AtomicBool| cancel.load(Ordering::Relaxed);
        if let Some(by_se) = by_se {
            let rated = interruptible(py, |cancel| {
                by_se.rate(&self.puzzle, &self.symbols, &Solver::new().cancel(cancel), &|| is_set(cancel))
            })?;
            return rated.map(|rating| Rating::by_se(&rating)).map_err(|why| match why {
                Unrated::NoAnswer(why) => failure::no_answer(py, why),
                why => failure::raised::Error::new_err(why.to_string()),
            });
        }
        self.only_solution(py, columns::Search::default())?;
        let rating = interruptible(py, |cancel| {
            let explainer = coach::restrict_to_sound(Explainer::new(), &self.puzzle, true, &Solver::new())
                .expect("a solver without budget and flag does not stop");
            explainer.rate_while(&self.puzzle, |_, _| !is_set(cancel))
        })?;
        Ok(Rating::new(&rating))
    }

    /// Return the minlex form, which is the same for all boards that symmetries turn into each other.
    pub(crate) fn canon(&self, py: Python<'_>) -> PyResult<Canon> {
        let found = if self.puzzle.shape().is_classic_nine() {
            without_gil(py, |_| symmetry::canonical(&self.puzzle))
        } else {
            interruptible(py, |_| symmetry::canonical(&self.puzzle))?
        };
        found.map(Canon::new).map_err(|reason| match reason.in_symbols(&self.puzzle, &self.symbols) {
            NoForm::Invalid(rule) => failure::invalid(py, &rule),
            reason => failure::raised::Error::new_err(reason.to_string()),
        })
    }

    /// Return whether a symmetry turns one puzzle into the other.
    fn is_equivalent(&self, py: Python<'_>, other: &Bound<'_, PyPuzzle>) -> PyResult<bool> {
        let other = other.get();
        let found = interruptible(py, |_| symmetry::equivalent(&self.puzzle, &other.puzzle))?;
        found.map(|way| way.is_some()).map_err(|reason| failure::raised::Error::new_err(reason.to_string()))
    }

    /// Return a minimal puzzle within this one; a different seed may lead to a different one.
    #[pyo3(
        signature = (seed=Seed(0), *, budget=None, engine=None, time_limit=None),
        text_signature = "($self, seed=0, *, budget=None, engine=None, time_limit=None)"
    )]
    fn minimize(
        &self,
        py: Python<'_>,
        seed: Seed,
        budget: Option<Budget>,
        engine: Option<&str>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<PyPuzzle> {
        let search = columns::Search::new(budget, engine)?.until(time_limit);
        let solution = self.only_solution(py, search)?;
        let found = self.search(py, search, |puzzle, solver| {
            let mut some = minimal::sample(puzzle, &solution, &solver, seed.0);
            some.next().expect("every proper puzzle has a minimal one within")
        })?;
        found.map(|puzzle| PyPuzzle::new(puzzle, &self.symbols)).map_err(|stopped| failure::stopped(py, stopped))
    }

    /// Return the puzzle after a random symmetry, a function of the seed and the index; it is as difficult as before.
    #[pyo3(signature = (seed=Seed(0), index=Index(0)), text_signature = "($self, seed=0, index=0)")]
    fn shuffle(&self, seed: Seed, index: Index) -> PyPuzzle {
        let transformation = Transformation::random(self.puzzle.shape(), seed.0, index.0);
        PyPuzzle::new(transformation.apply(&self.puzzle), &self.symbols)
    }

    /// Return the puzzles with one solution that have all givens of this one except `minus`, and `plus` others (by
    /// default the same number).
    #[pyo3(signature = (minus=1, plus=None, *, budget=None, engine=None, time_limit=None))]
    fn vicinity(
        &self,
        py: Python<'_>,
        minus: usize,
        plus: Option<usize>,
        budget: Option<Budget>,
        engine: Option<&str>,
        time_limit: Option<TimeLimit>,
    ) -> PyResult<Vec<PyPuzzle>> {
        let search = columns::Search::new(budget, engine)?.until(time_limit);
        if let why @ NoAnswer::Invalid(_) = self.unsolvable() {
            return Err(failure::no_answer(py, why));
        }
        let near: Result<Vec<Puzzle>, _> = interruptible_until(py, search.until, |cancel| {
            vicinity::near(&self.puzzle, minus, plus.unwrap_or(minus), &self.solver(search, cancel)).collect()
        })?;
        let near = near.map_err(|stopped| failure::stopped(py, stopped))?;
        Ok(near.into_iter().map(|puzzle| PyPuzzle::new(puzzle, &self.symbols)).collect())
    }

    /// Return the smallest sets of cells whose digits, once filled in, let singles solve the rest.
    ///
    /// There is one empty set if singles solve the puzzle as it is, and no set if more than `most` cells are needed.
    #[pyo3(signature = (most=3))]
    fn backdoors(&self, py: Python<'_>, most: usize) -> PyResult<Vec<Vec<String>>> {
        let solution = self.only_solution(py, columns::Search::default())?;
        let sets = interruptible(py, |_| backdoors::smallest(&self.puzzle, &solution, most))?;
        let name = |cell: &Cell| self.puzzle.shape().name(*cell).to_string();
        Ok(sets.iter().map(|cells| cells.iter().map(name).collect()).collect())
    }

    fn __str__(&self) -> String {
        notation::puzzle_line(&self.puzzle, &self.symbols)
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPuzzle>().is_ok_and(|other| other.get().puzzle == self.puzzle)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.puzzle.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        Ok((py.import("ninefold._native")?.getattr("restore_puzzle")?, self.parts()))
    }

    /// Draw the board as a picture, with candidates if any have been removed.
    pub(crate) fn _repr_svg_(&self) -> String {
        let title = format!("Sudoku {}", self.__str__());
        let none = std::collections::BTreeMap::new();
        let marks = self.puzzle.removed().map(|_| &none);
        svg::figure(&self.puzzle, &self.symbols, Figure { title: &title, marks, links: &[] })
    }
}

/// What a pickled puzzle consists of: its givens on one line, shape, symbols; digits placed and candidates removed, as
/// pairs of cell and digit.
type Parts = (String, String, String, Vec<(usize, u16)>, Vec<(usize, u16)>);

/// Restore a pickled puzzle.
#[pyfunction]
pub(crate) fn restore_puzzle(
    py: Python<'_>,
    givens: &str,
    shape: &str,
    symbols: &str,
    placed: Vec<(usize, u16)>,
    removed: Vec<(usize, u16)>,
) -> PyResult<PyPuzzle> {
    let shape: Shape = shape.parse().map_err(value_error::<ninefold::ShapeError>)?;
    let symbols: Symbols = symbols.parse().map_err(value_error::<ninefold::SymbolsError>)?;
    let options = ReadOptions::default().format(Format::Line).shape(shape).symbols(symbols);
    let record = notation::read(givens, &options).map_err(|error| failure::invalid(py, &error))?;
    let mut restored = PyPuzzle { puzzle: record.puzzle, symbols: record.symbols };
    let cell = |index: usize| {
        let is_on_board = index < shape.cell_count();
        is_on_board.then(|| Cell::new(index)).ok_or_else(|| PyIndexError::new_err(format!("there is no cell {index}")))
    };
    for (index, digit) in placed {
        let digit = restored.digit(digit)?;
        restored.puzzle.place(cell(index)?, digit);
    }
    for (index, digit) in removed {
        let digit = restored.digit(digit)?;
        restored.puzzle.remove_candidate(cell(index)?, digit);
    }
    Ok(restored)
}

/// A Python integer from any number of decimal digits.
fn python_int<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<pyo3::types::PyInt>().call1((digits,))
}
