//! Answers about a puzzle, as objects with named members.

use crate::grid::PyGrid;
use crate::puzzle::PyPuzzle;
use ninefold::logic::{self, Grading, Outcome, SeNumber, SeRating, Technique};
use ninefold::notation;
use ninefold::solve::{NoAnswer, Verdict};
use ninefold::symmetry::Canonical;
use ninefold::{Cell, Puzzle, Symbols};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::collections::BTreeMap;

/// What all answers have in common, beside their own attributes: these as plain values, and pickling.
macro_rules! plain_values {
    ($name:ident, $restore:ident, [$($part:ident: $kind:ty),*]) => {
        impl $name {
            fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let dict = PyDict::new(py);
                $(dict.set_item(stringify!($part), plain(py, self.$part.clone())?)?;)*
                Ok(dict)
            }

            fn reduced<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
                let parts = [$(self.$part.clone().into_bound_py_any(py)?),*];
                Ok((py.import("ninefold._native")?.getattr(stringify!($restore))?, PyTuple::new(py, parts)?))
            }
        }

        /// Restore a pickled answer.
        #[pyfunction]
        #[allow(clippy::too_many_arguments, reason = "they are the parts of an answer")]
        pub(crate) fn $restore($($part: $kind),*) -> $name {
            $name { $($part),* }
        }
    };
}

/// What is pickled: a function, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// A value that JSON can represent: boards become lines.
fn plain<'py>(py: Python<'py>, value: impl IntoPyObjectExt<'py>) -> PyResult<Bound<'py, PyAny>> {
    let value = value.into_bound_py_any(py)?;
    if value.cast::<PyPuzzle>().is_ok() {
        return value.str().map(Bound::into_any);
    }
    match value.cast::<PyList>() {
        Ok(list) if list.iter().any(|item| item.cast::<PyGrid>().is_ok()) => {
            let lines = list.iter().map(|item| item.str()).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, lines).map(Bound::into_any)
        }
        _ => Ok(value),
    }
}

/// The answer to whether a puzzle has exactly one solution.
#[pyclass(frozen, get_all, module = "ninefold")]
#[derive(PartialEq)]
pub(crate) struct Check {
    /// `unique`, `multiple`, `none`, or `invalid` for a board that is not a Sudoku.
    verdict: String,
    /// The number of givens.
    givens: usize,
    /// The givens of a proper puzzle that can each be left out on their own.
    redundant: Vec<String>,
    /// The solutions that prove the verdict: one, or two of several.
    solutions: Vec<PyGrid>,
    /// Why there is no solution, if that can be seen without a search.
    reason: Option<String>,
}

impl Check {
    pub(crate) fn new(asked: &PyPuzzle, verdict: Verdict, redundant: Option<Vec<Cell>>) -> Check {
        let shape = asked.puzzle.shape();
        let grid = |grid| PyGrid { grid, symbols: asked.symbols.clone() };
        let mut cells = redundant.unwrap_or_default();
        cells.sort_unstable();
        let mut check = Check {
            verdict: "unique".to_owned(),
            givens: asked.puzzle.givens().count(),
            redundant: cells.into_iter().map(|cell| shape.name(cell).to_string()).collect(),
            solutions: Vec::new(),
            reason: None,
        };
        match verdict {
            Verdict::Unique(solution) => check.solutions = vec![grid(solution)],
            Verdict::Multiple(one, other) => {
                (check.verdict, check.solutions) = ("multiple".to_owned(), vec![grid(one), grid(other)]);
            }
            Verdict::None => {
                let why = asked.unsolvable();
                why.status().clone_into(&mut check.verdict);
                check.reason = match why {
                    NoAnswer::NoSolution(reason) => reason.map(|reason| reason.to_string()),
                    why => why.reason(),
                };
            }
        }
        check
    }
}

#[pymethods]
impl Check {
    /// Return the attributes as plain values, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Check>().is_ok_and(|other| other.get() == self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    /// Whether the puzzle has exactly one solution.
    #[getter]
    fn is_proper(&self) -> bool {
        self.verdict == "unique"
    }

    /// Whether the puzzle has exactly one solution and needs all of its givens for that.
    #[getter]
    fn is_minimal(&self) -> bool {
        self.is_proper() && self.redundant.is_empty()
    }

    fn __repr__(&self) -> String {
        let givens = self.givens;
        match (&self.reason, self.is_proper()) {
            (Some(reason), _) => format!("<Check {}, {givens} givens: {reason}>", self.verdict),
            (None, true) if self.is_minimal() => format!("<Check unique, {givens} givens, minimal>"),
            (None, true) => format!("<Check unique, {givens} givens, {} redundant>", self.redundant.len()),
            (None, false) => format!("<Check {}, {givens} givens>", self.verdict),
        }
    }
}

/// The answer to whether a variant has exactly one solution.
#[pyclass(frozen, get_all, module = "ninefold")]
#[derive(PartialEq)]
pub(crate) struct VariantCheck {
    /// `unique`, `multiple` or `none`.
    verdict: String,
    /// The number of givens.
    givens: usize,
    /// The solutions that prove the verdict: one, or two of several, each with a digit for every cell.
    solutions: Vec<Vec<i64>>,
}

impl VariantCheck {
    pub(crate) fn new(verdict: &str, givens: usize, solutions: Vec<Vec<i64>>) -> VariantCheck {
        VariantCheck { verdict: verdict.to_owned(), givens, solutions }
    }
}

#[pymethods]
impl VariantCheck {
    /// Return the attributes as plain values, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<VariantCheck>().is_ok_and(|other| other.get() == self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    /// Whether the puzzle has exactly one solution.
    #[getter]
    fn is_proper(&self) -> bool {
        self.verdict == "unique"
    }

    fn __repr__(&self) -> String {
        format!("<VariantCheck {}, {} givens>", self.verdict, self.givens)
    }
}

/// How hard a puzzle is for people.
#[pyclass(frozen, get_all, module = "ninefold")]
#[derive(PartialEq)]
pub(crate) struct Rating {
    /// `solved`, `stuck` or `contradiction`, and by Sudoku Explainer's rules `stopped`, `no-pearl` or `no-diamond`;
    /// everything else covers the steps up to that point.
    status: String,
    /// HoDoKu's level: easy, medium, hard, unfair or extreme.
    level: Option<String>,
    /// HoDoKu's score.
    score: Option<u32>,
    /// The rating of the hardest step by Sudoku Explainer's rules.
    er: Option<f64>,
    /// The rating of the hardest step up to the first that places a digit, likewise.
    ep: Option<f64>,
    /// The rating of the first step, likewise.
    ed: Option<f64>,
    /// The hardest technique; by Sudoku Explainer's rules, with that program's name for it.
    hardest: Option<String>,
    /// The number of steps.
    steps: u32,
    /// How often each technique was used.
    techniques: BTreeMap<String, u32>,
}

impl Rating {
    pub(crate) fn new(rating: &logic::Rating) -> Rating {
        let counts = rating.steps.iter();
        Rating {
            status: rating.outcome.name().to_owned(),
            level: Some(rating.level().name().to_owned()),
            score: Some(rating.score()),
            er: None,
            ep: None,
            ed: None,
            hardest: rating.hardest().map(Technique::slug),
            steps: rating.step_count(),
            techniques: counts.map(|(technique, count)| (technique.slug(), *count)).collect(),
        }
    }

    /// The rating of a path, on the scale of its order.
    pub(crate) fn of_path(grading: &Grading) -> Rating {
        let number = |number| grading.se(number).map(|tenths| f64::from(tenths) / 10.0);
        Rating {
            level: grading.level().map(|level| level.name().to_owned()),
            score: grading.score(),
            er: number(SeNumber::Er),
            ep: number(SeNumber::Ep),
            ed: number(SeNumber::Ed),
            hardest: grading.hardest().map(Technique::slug),
            ..Rating::new(&grading.rating)
        }
    }

    pub(crate) fn by_se(rating: &SeRating) -> Rating {
        Rating {
            status: rating.end.name().to_owned(),
            level: None,
            score: None,
            er: Some(rating.value(SeNumber::Er)),
            ep: Some(rating.value(SeNumber::Ep)),
            ed: Some(rating.value(SeNumber::Ed)),
            hardest: rating.hardest.map(str::to_owned),
            steps: rating.hints,
            techniques: BTreeMap::new(),
        }
    }
}

#[pymethods]
impl Rating {
    /// Return the attributes as plain values, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Rating>().is_ok_and(|other| other.get() == self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    /// Whether the techniques solve the puzzle.
    #[getter]
    fn is_solved(&self) -> bool {
        self.status == Outcome::Solved.name()
    }

    fn __repr__(&self) -> String {
        let number = match (&self.level, self.score, self.er, self.ep, self.ed) {
            (Some(level), Some(score), ..) => format!("{level}, HoDoKu score {score}"),
            (_, _, Some(er), Some(ep), Some(ed)) => format!("ED={er:.1}/{ep:.1}/{ed:.1}"),
            _ => "no rating".to_owned(),
        };
        let hardest = self.hardest.as_ref().map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
        format!("<Rating {number}{hardest}, {} steps, {}>", self.steps, self.status)
    }
}

/// The minlex form of a board.
#[pyclass(frozen, get_all, module = "ninefold")]
#[derive(PartialEq)]
pub(crate) struct Canon {
    /// The form, as a puzzle in the usual symbols.
    form: PyPuzzle,
    /// The number of symmetries that leave the board as it is.
    automorphisms: u64,
    /// A symmetry that turns the board into the form.
    transformation: String,
}

impl Canon {
    pub(crate) fn new(canonical: Canonical<Puzzle>) -> Canon {
        let symbols = Symbols::for_side(canonical.board.shape().side());
        Canon {
            form: PyPuzzle { puzzle: canonical.board, symbols },
            automorphisms: canonical.automorphisms,
            transformation: canonical.transformation.to_string(),
        }
    }
}

#[pymethods]
impl Canon {
    /// Return the attributes as plain values, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Canon>().is_ok_and(|other| other.get() == self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __str__(&self) -> String {
        notation::puzzle_line(&self.form.puzzle, &self.form.symbols)
    }

    fn __repr__(&self) -> String {
        format!("<Canon {}, {} automorphisms>", self.__str__(), self.automorphisms)
    }
}

plain_values!(Check, restore_check, [
    verdict: String, givens: usize, redundant: Vec<String>, solutions: Vec<PyGrid>, reason: Option<String>
]);
plain_values!(VariantCheck, restore_variant_check, [verdict: String, givens: usize, solutions: Vec<Vec<i64>>]);
plain_values!(Rating, restore_rating, [
    status: String, level: Option<String>, score: Option<u32>, er: Option<f64>, ep: Option<f64>, ed: Option<f64>,
    hardest: Option<String>, steps: u32, techniques: BTreeMap<String, u32>
]);
plain_values!(Canon, restore_canon, [form: PyPuzzle, automorphisms: u64, transformation: String]);
