//! Columns of puzzles: a question about every row, answered by columns of the same length.
//!
//! ```text
//!   Arrow, a list, numpy -> Rows -> blocks of rows -> threads: Task::answer -> Table (and numpy's boards)
//! ```
//!
//! A null is answered by nulls. A row that is not a puzzle, or that has no answer, is answered by nulls and the reason in
//! the column `error`; the other rows are not affected.

mod by_se;
mod canon;
mod check;
mod count;
mod making;
mod minimize;
mod rate;
mod rows;
mod shuffle;
mod solve;
mod strings;
mod table;
mod tools;
mod variants;
mod work;

use by_se::BySe;
pub(crate) use making::{Wishes, fill_many, generate, generate_many};
pub(crate) use table::{Column, Table, table_of};

use crate::failure::value_error;
use crate::numbers::{Budget, Limit, Seed, Start, TimeLimit};
use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field};
use ninefold::logic::Scale;
use ninefold::notation::{self, ReadOptions};
use ninefold::solve::Engine;
use ninefold::variant::{self, Constraint, VariantPuzzle};
use ninefold::{Digit, Grid, Puzzle, Shape, Symbols, UnknownName};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rows::{List, Rows, Texts};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use strings::Strings;
use tools::Tools;
use work::Work;

/// A question about puzzles.
trait Task: Sync {
    /// How many rows are answered at a time: few if a row takes long, so that no thread waits for another.
    const AT_A_TIME: usize = 64;

    /// The name of the column of boards, if the answer has one; it comes first.
    const BOARD: Option<&'static str> = None;

    /// The other columns.
    fn fields(&self) -> Vec<Field>;

    /// Answers some rows: adds a board for each, and returns the other columns. If the work has been cancelled, the answer
    /// does not matter, but still has the right length.
    fn answer(
        &self,
        rows: &Rows<'_>,
        range: Range<usize>,
        tools: &mut Tools<'_>,
        boards: &mut Boards<'_>,
    ) -> Vec<ArrayRef>;
}

/// The boards of an answer: digits if the question was asked with digits, otherwise texts.
enum Boards<'a> {
    Texts(Strings),
    Digits { cells: usize, rest: &'a mut [u8] },
}

impl Boards<'_> {
    fn null(&mut self) {
        match self {
            Boards::Texts(texts) => texts.null(),
            Boards::Digits { .. } => self.cells().fill(0),
        }
    }

    /// Adds a puzzle as it is written, with its rules.
    ///
    /// # Panics
    /// If the boards are digits.
    fn text(&mut self, text: &str) {
        match self {
            Boards::Texts(texts) => texts.push(text),
            Boards::Digits { .. } => unreachable!("digits say nothing of rules"),
        }
    }

    /// Adds a solution: a digit for each cell of the puzzle.
    fn filled(&mut self, puzzle: &VariantPuzzle, digits: &[i64]) {
        match self {
            Boards::Texts(texts) => texts.push(&puzzle.line(digits)),
            Boards::Digits { .. } => self.bytes(digits.iter().copied()),
        }
    }

    /// Adds a 9x9 board: its digits, 0 for blanks.
    fn nine(&mut self, digits: &[u8; 81]) {
        match self {
            Boards::Texts(texts) => {
                let line = digits.map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
                texts.push_ascii(&line);
            }
            Boards::Digits { .. } => self.cells().copy_from_slice(digits),
        }
    }

    fn grid(&mut self, grid: &Grid, symbols: &Symbols) {
        match self {
            Boards::Texts(texts) => texts.push(&notation::grid_line(grid, symbols)),
            Boards::Digits { .. } => self.digits(grid.digits().iter().map(|digit| Some(*digit))),
        }
    }

    fn puzzle(&mut self, puzzle: &Puzzle, symbols: &Symbols) {
        match self {
            Boards::Texts(texts) => texts.push(&notation::puzzle_line(puzzle, symbols)),
            Boards::Digits { .. } => self.digits(puzzle.digits()),
        }
    }

    fn digits(&mut self, digits: impl Iterator<Item = Option<Digit>>) {
        self.bytes(digits.map(|digit| digit.map_or(0, |digit| digit.number().into())));
    }

    fn bytes(&mut self, digits: impl Iterator<Item = i64>) {
        for (cell, digit) in self.cells().iter_mut().zip(digits) {
            // Boards of digits came as bytes, so their digits fit.
            *cell = u8::try_from(digit).unwrap_or(u8::MAX);
        }
    }

    /// The cells of the next board.
    fn cells(&mut self) -> &mut [u8] {
        let Boards::Digits { cells, rest } = self else { return &mut [] };
        rest.split_off_mut(..*cells).expect("there is room for every row")
    }

    fn finish(self) -> Option<ArrayRef> {
        match self {
            Boards::Texts(texts) => Some(texts.finish()),
            Boards::Digits { .. } => None,
        }
    }
}

/// How texts are read.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Reading {
    pub(crate) options: ReadOptions,
    /// Rules that every puzzle has in addition to its own; they are not part of the options.
    pub(crate) rules: Vec<Constraint>,
    pub(crate) shape: Option<Shape>,
    symbols: Option<Symbols>,
}

impl Reading {
    /// The symbols that were asked for by name.
    pub(crate) fn symbols(&self) -> Option<&Symbols> {
        self.symbols.as_ref()
    }
}

#[pymethods]
impl Reading {
    /// State what is known about all texts: their format, shape, symbols and blanks; everything else is recognised. `rules` are
    /// rules for the whole board that all puzzles have in addition to their own.
    #[new]
    #[pyo3(signature = (format=None, shape=None, symbols=None, blanks=None, rules=""))]
    pub(crate) fn new(
        format: Option<&str>,
        shape: Option<&Bound<'_, PyAny>>,
        symbols: Option<&str>,
        blanks: Option<&str>,
        rules: &str,
    ) -> PyResult<Reading> {
        let mut options = ReadOptions::default();
        let shape = shape.map(crate::shape::shape_of).transpose()?;
        if let Some(name) = format {
            options = options.format(name.parse().map_err(value_error::<UnknownName>)?);
        }
        if let Some(shape) = shape {
            options = options.shape(shape);
        }
        let mut named = None;
        if let Some(name) = symbols {
            let symbols: Symbols = name.parse().map_err(value_error::<ninefold::SymbolsError>)?;
            if let Some(shape) = shape.filter(|shape| shape.side() != symbols.side()) {
                let (count, side) = (symbols.side(), shape.side());
                let message = format!("{count} symbols ({}) for digits from 1 to {side}", symbols.name());
                return Err(PyValueError::new_err(message));
            }
            named = Some(symbols.clone());
            options = options.symbols(symbols);
        }
        if let Some(blanks) = blanks {
            options = options.blanks(blanks);
        }
        let rules = variant::rules(rules).map_err(value_error::<UnknownName>)?;
        Ok(Reading { options, rules, shape, symbols: named })
    }
}

/// How solutions are searched.
#[pyclass(frozen, module = "ninefold")]
#[derive(Clone, Copy, Default)]
pub(crate) struct Search {
    pub(crate) budget: Option<u64>,
    pub(crate) engine: Option<Engine>,
    /// The time limit of a single search; searches for columns have none.
    pub(crate) until: Option<TimeLimit>,
}

impl Search {
    /// The same search, ending at this time at the latest.
    pub(crate) fn until(self, until: Option<TimeLimit>) -> Search {
        Search { until, ..self }
    }
}

#[pymethods]
impl Search {
    /// Limit the search to `budget` nodes for each puzzle, and choose its engine.
    #[new]
    #[pyo3(signature = (budget=None, engine=None))]
    pub(crate) fn new(budget: Option<Budget>, engine: Option<&str>) -> PyResult<Search> {
        let engine = engine.map(|name| name.parse().map_err(value_error::<UnknownName>));
        Ok(Search { budget: budget.map(|Budget(nodes)| nodes), engine: engine.transpose()?, until: None })
    }
}

/// The scale with this name.
pub(crate) fn scale(name: &str) -> PyResult<Scale> {
    name.parse().map_err(value_error::<UnknownName>)
}

/// The rating that the parameters ask for, if the order is that of Sudoku Explainer.
pub(crate) fn by_se(
    order: &str,
    uniqueness: bool,
    invariant: bool,
    only: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<Option<BySe>> {
    match scale(order)? {
        Scale::Se => BySe::new(uniqueness, invariant, only, time_limit).map(Some),
        _ if !uniqueness || invariant || only.is_some() || time_limit.is_some() => {
            Err(PyValueError::new_err("uniqueness, invariant, only and time_limit are for order='se'"))
        }
        _ => Ok(None),
    }
}

/// The parameters that all functions on columns share.
#[derive(FromPyObject)]
pub(crate) struct How<'py> {
    source: Bound<'py, PyAny>,
    kind: String,
    column: Option<String>,
    reading: Py<Reading>,
    search: Py<Search>,
    threads: Option<Bound<'py, PyAny>>,
    progress: Option<Bound<'py, PyAny>>,
}

/// The table of answers, and their boards if these are digits.
type Answers<'py> = (Table, Option<Bound<'py, PyArray2<u8>>>);

/// Asks a question about every row.
fn ask<'py>(py: Python<'py>, task: &impl Task, how: &How<'py>) -> PyResult<Answers<'py>> {
    match how.kind.as_str() {
        "arrow" => {
            let texts = Texts::from_arrow(&how.source, how.column.as_deref())?;
            Ok((answer(py, task, &Rows::Texts(texts), how, &mut [])?, None))
        }
        "digits" => {
            let array: PyReadonlyArray2<'_, u8> = how.source.extract()?;
            let [len, cells] = [array.shape()[0], array.shape()[1]];
            let side = cells.isqrt();
            if side * side != cells {
                return Err(PyValueError::new_err(format!(
                    "rows of {cells} cells, expected as many as a board has: 81"
                )));
            }
            let shape = match how.reading.get().shape {
                Some(shape) => shape,
                None => Shape::for_side(side).map_err(value_error)?,
            };
            if shape.cell_count() != cells {
                let message = format!("rows of {cells} cells, expected {} ({shape})", shape.cell_count());
                return Err(PyValueError::new_err(message));
            }
            let rows = Rows::Digits { digits: array.as_slice().map_err(value_error)?, shape };
            if task_has_no_board(task) {
                return Ok((answer(py, task, &rows, how, &mut [])?, None));
            }
            let boards = PyArray2::zeros(py, [len, cells], false);
            let mut places = boards.readwrite();
            let table = answer(py, task, &rows, how, places.as_slice_mut().map_err(value_error)?)?;
            drop(places);
            Ok((table, Some(boards)))
        }
        _ => {
            let items = rows::items(&how.source)?;
            let reading = how.reading.get();
            let list = List::of(&items, &reading.options, reading.shape)?;
            Ok((answer(py, task, &Rows::List(list), how, &mut [])?, None))
        }
    }
}

fn task_has_no_board<T: Task>(_: &T) -> bool {
    T::BOARD.is_none()
}

/// Answers all rows; if they are digits, the boards of the answers are written to `places`.
fn answer<'py, T: Task>(
    py: Python<'py>,
    task: &T,
    rows: &Rows<'_>,
    how: &How<'py>,
    places: &mut [u8],
) -> PyResult<Table> {
    let threads = how.threads.as_ref().map(|threads| threads.extract()).transpose()?;
    let work = Work::new(threads, how.progress.clone())?;
    let (reading, search) = (how.reading.get(), *how.search.get());
    let cells = match rows {
        Rows::Digits { shape, .. } => shape.cell_count(),
        Rows::Texts(_) | Rows::List(_) => 0,
    };
    // Variants take long, so no thread should get many rows of them at a time.
    let most = match !reading.rules.is_empty() || rows.may_have_rules() {
        true => (rows.len() / (16 * work.threads())).clamp(1, T::AT_A_TIME),
        false => T::AT_A_TIME,
    };
    let at_a_time = rows.at_a_time(most);
    // Each block gets its own part of the output array.
    let has_digits = cells > 0 && T::BOARD.is_some();
    let places: Vec<Mutex<&mut [u8]>> = match has_digits {
        true => places.chunks_mut(at_a_time * cells).map(Mutex::new).collect(),
        false => Vec::new(),
    };
    let cancel = AtomicBool::new(false);
    let parts = work.run(
        py,
        (rows.len(), at_a_time),
        &cancel,
        &|cancel| Tools::new(reading, search, cancel),
        &|tools, block, range| {
            let mut guard = places.get(block).map(|part| part.lock().expect("each block is answered once"));
            let mut boards = match &mut guard {
                Some(part) => Boards::Digits { cells, rest: part },
                None if T::BOARD.is_some() => Boards::Texts(Strings::with_room(range.len(), Shape::NINE.cell_count())),
                None => Boards::Digits { cells: 0, rest: &mut [] },
            };
            let columns = task.answer(rows, range, tools, &mut boards);
            boards.finish().into_iter().chain(columns).collect()
        },
    )?;
    let board = T::BOARD.filter(|_| !has_digits).map(|name| Field::new(name, DataType::Utf8, true));
    Ok(Table::new(board.into_iter().chain(task.fields()).collect(), parts))
}

/// Solve each puzzle.
#[pyfunction]
pub(crate) fn solve_many<'py>(py: Python<'py>, how: How<'py>) -> PyResult<Answers<'py>> {
    ask(py, &solve::Solve, &how)
}

/// Count the solutions of each puzzle, up to `limit` if there is one.
#[pyfunction]
#[pyo3(signature = (how, limit=None))]
pub(crate) fn count_many<'py>(py: Python<'py>, how: How<'py>, limit: Option<Limit>) -> PyResult<Answers<'py>> {
    ask(py, &count::Count { limit: limit.map(|Limit(limit)| limit) }, &how)
}

/// Check whether each puzzle has exactly one solution.
#[pyfunction]
pub(crate) fn check_many<'py>(py: Python<'py>, how: How<'py>, minimal: bool) -> PyResult<Answers<'py>> {
    ask(py, &check::Check { minimal }, &how)
}

/// Rate how hard each puzzle is, on HoDoKu's scale or by Sudoku Explainer's rules.
#[pyfunction]
#[pyo3(signature = (how, order, uniqueness, invariant, only, time_limit))]
pub(crate) fn rate_many<'py>(
    py: Python<'py>,
    how: How<'py>,
    order: &str,
    uniqueness: bool,
    invariant: bool,
    only: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<Answers<'py>> {
    match by_se(order, uniqueness, invariant, only, time_limit)? {
        None => ask(py, &rate::Rate::default(), &how),
        Some(by_se) => ask(py, &by_se, &how),
    }
}

/// Return the minlex form of each board.
#[pyfunction]
pub(crate) fn canon_many<'py>(py: Python<'py>, how: How<'py>) -> PyResult<Answers<'py>> {
    ask(py, &canon::Canon, &how)
}

/// Return a minimal puzzle within each.
#[pyfunction]
pub(crate) fn minimize_many<'py>(py: Python<'py>, how: How<'py>, seed: Seed) -> PyResult<Answers<'py>> {
    if how.kind == "digits" && !how.reading.get().rules.is_empty() {
        return Err(PyValueError::new_err(
            "rules can be left out as givens can, which arrays of digits cannot say: ask with texts",
        ));
    }
    ask(py, &minimize::Minimize { seed: seed.0 }, &how)
}

/// Transform each board by a random symmetry, a function of the seed and the row.
#[pyfunction]
pub(crate) fn shuffle_many<'py>(py: Python<'py>, how: How<'py>, seed: Seed, start: Start) -> PyResult<Answers<'py>> {
    ask(py, &shuffle::Shuffle { seed: seed.0, start: start.0 }, &how)
}
