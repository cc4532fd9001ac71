//! Steps, explanations and hints.

use crate::answers::Rating;
use crate::failure::{self, value_error};

use crate::interrupt::interruptible;
use crate::puzzle::PyPuzzle;
use ninefold::coach::{self, Advice, Grade as Detail};
use ninefold::logic::{self, Explainer, Family, Grading, Language, Outcome, Priority, Scale, Technique, Wording};
use ninefold::render::Mark;
use ninefold::render::svg::{self, Figure};
use ninefold::solve::{self, Solver, Verdict};
use ninefold::{Candidate, Puzzle, Symbols, UnknownName};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PySlice};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One step of an explanation: a technique, where it applies, and what follows.
#[pyclass(frozen, module = "ninefold")]
#[derive(Clone)]
pub(crate) struct Step {
    step: logic::Step,
    /// The board before the step.
    board: Puzzle,
    symbols: Symbols,
    /// The question that the step answers, for pickling.
    origin: Arc<Origin>,
    /// Its number among the steps of that answer, from 0.
    number: usize,
    is_unique: bool,
}

/// The question that steps answer. Asked again, it has the same answer, so it is pickled instead of the steps.
struct Origin {
    asked: PyPuzzle,
    scale: Scale,
    techniques: Vec<String>,
    language: Language,
    /// The level, if a hint was asked for.
    hint: Option<u8>,
}

impl Step {
    fn wording(&self) -> Wording {
        Wording::new(self.board.shape(), &self.symbols).in_language(self.origin.language)
    }

    fn named(&self, candidates: &[Candidate]) -> Vec<(String, u16)> {
        let shape = self.board.shape();
        candidates.iter().map(|candidate| (shape.name(candidate.cell).to_string(), candidate.digit.number())).collect()
    }

    fn draw(&self, is_shown: impl Fn(Mark) -> bool, title: &str) -> String {
        let mut marks = self.step.marks(&self.board);
        marks.retain(|_, mark| is_shown(*mark));
        // A hint that shows only where to look must not have arrows either.
        let links = if marks.is_empty() { Vec::new() } else { self.step.links(self.board.shape()) };
        svg::figure(&self.board, &self.symbols, Figure { title, marks: Some(&marks), links: &links })
    }
}

#[pymethods]
impl Step {
    /// The technique, as it is named in programs: `x-wing`.
    #[getter]
    fn technique(&self) -> String {
        self.step.technique.slug()
    }

    /// The technique, as it is named in sentences.
    #[getter]
    fn name(&self) -> &'static str {
        self.origin.language.technique(self.step.technique)
    }

    /// HoDoKu's level of the technique.
    #[getter]
    fn level(&self) -> &'static str {
        self.step.technique.level().name()
    }

    /// HoDoKu's score of the technique.
    #[getter]
    fn score(&self) -> u32 {
        self.step.technique.score()
    }

    /// The whole argument in words.
    #[getter]
    fn text(&self) -> String {
        self.wording().step(&self.step)
    }

    /// Digits that must go into their cells: `("r1c1", 4)`.
    #[getter]
    fn placements(&self) -> Vec<(String, u16)> {
        self.named(&self.step.placements)
    }

    /// Candidates that are ruled out: `("r1c1", 4)`.
    #[getter]
    fn eliminations(&self) -> Vec<(String, u16)> {
        self.named(&self.step.eliminations)
    }

    /// The board before the step.
    #[getter]
    fn before(&self) -> PyPuzzle {
        PyPuzzle::new(self.board.clone(), &self.symbols)
    }

    /// The board after the step.
    #[getter]
    fn after(&self) -> PyPuzzle {
        let mut board = self.board.clone();
        self.step.apply(&mut board);
        PyPuzzle::new(board, &self.symbols)
    }

    /// Return everything about the step as plain values, in the form of the protocol: words, conclusions, and the marks, links
    /// and houses that a drawing shows. Cells are numbers from 0, row by row.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = ninefold_protocol::step(&self.step, &self.board, &self.wording());
        py.import("json")?.call_method1("loads", (json,))
    }

    /// Return why the step does not follow from the board before it and the rules, or `None` if it does.
    ///
    /// This is the judgement of a separate checker, which shares no code with the finders of steps.
    fn refusal(&self) -> Option<String> {
        logic::check(&self.board, &self.step, self.is_unique).err().map(|refusal| refusal.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Step| (&other.step, &other.board) == (&self.step, &self.board);
        other.cast::<Step>().is_ok_and(|other| is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.step, &self.board).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Question)> {
        self.origin.asked_again(py, Some(self.number))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Step {}>", self.text())
    }

    /// Draw the board with the pattern and its conclusions marked.
    fn _repr_svg_(&self) -> String {
        self.draw(|_| true, &self.text())
    }

    /// Draw the same with the argument below it.
    fn _repr_html_(&self) -> String {
        figure(Some(&self._repr_svg_()), &self.text())
    }
}

/// What a pickled answer consists of: the puzzle, the name of the scale, techniques, the level of a hint, the number of the
/// step, the language.
type Question = (PyPuzzle, &'static str, Vec<String>, Option<u8>, Option<usize>, &'static str);

impl Origin {
    fn asked_again<'py>(&self, py: Python<'py>, number: Option<usize>) -> PyResult<(Bound<'py, PyAny>, Question)> {
        let Origin { asked, scale, techniques, language, hint } = self;
        let question = (asked.clone(), scale.name(), techniques.clone(), *hint, number, language.name());
        Ok((py.import("ninefold._native")?.getattr("restore_steps")?, question))
    }
}

/// Restore a pickled step, explanation or hint by asking its question again.
#[pyfunction]
#[pyo3(signature = (asked, scale, techniques, hint, number, language="en"))]
pub(crate) fn restore_steps(
    py: Python<'_>,
    asked: &Bound<'_, PyPuzzle>,
    scale: &str,
    techniques: Vec<String>,
    hint: Option<u8>,
    number: Option<usize>,
    language: &str,
) -> PyResult<Py<PyAny>> {
    let (asked, scale) = (asked.get(), crate::columns::scale(scale)?);
    if let Some(level) = hint {
        let hint = Hint::of(py, asked, level, scale, language)?;
        return match (number, &hint.step) {
            (Some(_), Some(step)) => step.clone().into_py_any(py),
            _ => hint.into_py_any(py),
        };
    }
    let explanation = Explanation::of(py, asked, scale, &techniques, language)?;
    match number {
        Some(number) => explanation.__getitem__(&number.into_bound_py_any(py)?).map(Bound::unbind),
        None => explanation.into_py_any(py),
    }
}

/// Names of techniques: one text, or a list of them.
#[derive(Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;

    fn extract(names: Borrowed<'_, 'py, PyAny>) -> PyResult<Names> {
        match names.extract::<String>() {
            Ok(name) => Ok(Names(vec![name])),
            Err(_) => names.extract().map(Names),
        }
    }
}

/// A picture with words below it, for notebooks.
fn figure(svg: Option<&str>, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<figure>{}<figcaption>{text}</figcaption></figure>", svg.unwrap_or_default())
}

/// How a person solves a puzzle: a sequence of steps.
#[pyclass(frozen, sequence, module = "ninefold")]
pub(crate) struct Explanation {
    steps: Vec<Step>,
    rating: Py<Rating>,
    outcome: Outcome,
    /// The board after the last step.
    end: PyPuzzle,
    is_unique: bool,
    origin: Arc<Origin>,
}

impl Explanation {
    pub(crate) fn of(
        py: Python<'_>,
        asked: &PyPuzzle,
        scale: Scale,
        names: &[String],
        language: &str,
    ) -> PyResult<Explanation> {
        let language = language.parse().map_err(value_error::<UnknownName>)?;
        let techniques = names.iter().map(|name| name.parse().map_err(value_error::<UnknownName>));
        let techniques: Vec<Technique> = techniques.collect::<PyResult<_>>()?;
        let verdict = interruptible(py, |cancel| Solver::new().cancel(cancel).verdict(&asked.puzzle))?;
        let verdict = verdict.map_err(|undecided| failure::stopped(py, undecided.stopped))?;
        let has_none = verdict == Verdict::None;
        if has_none && asked.puzzle.validate().is_err() {
            // The mistake can be seen without any step.
            return Err(failure::no_answer(py, asked.unsolvable()));
        }
        let is_unique = matches!(verdict, Verdict::Unique(_));
        let including = |explainer: Explainer, technique| explainer.including(technique, Priority::ByDifficulty);
        let explainer = techniques.into_iter().fold(scale.explainer(), including);
        let origin = Origin { asked: asked.clone(), scale, techniques: names.to_vec(), language, hint: None };
        let origin = Arc::new(origin);
        let (steps, grade, end) = interruptible(py, |cancel| {
            let explainer = coach::restrict_to_sound(explainer, &asked.puzzle, is_unique, &Solver::new())
                .expect("a solver without budget and flag does not stop");
            walk(&origin, &explainer, is_unique, &|| cancel.load(Ordering::Relaxed))
        })?;
        if has_none && grade.rating.outcome != Outcome::Contradiction {
            // The steps of such a puzzle are useless unless they prove that there is no solution.
            return Err(failure::no_answer(py, asked.unsolvable()));
        }
        let rating = Py::new(py, Rating::of_path(&grade))?;
        let end = PyPuzzle::new(end, &asked.symbols);
        Ok(Explanation { steps, rating, outcome: grade.rating.outcome, end, is_unique, origin })
    }
}

/// Takes all steps that the explainer finds for a puzzle.
fn walk(
    origin: &Arc<Origin>,
    explainer: &Explainer,
    is_unique: bool,
    is_over: &dyn Fn() -> bool,
) -> (Vec<Step>, Grading, Puzzle) {
    let Origin { asked, scale, .. } = &**origin;
    let mut path = explainer.path(&asked.puzzle);
    let mut grade = Grading::new(*scale);
    let mut steps = Vec::new();
    while !is_over() {
        let board = path.puzzle().clone();
        let Some(step) = path.next() else { break };
        grade.add(&step);
        let (symbols, origin) = (asked.symbols.clone(), Arc::clone(origin));
        steps.push(Step { step, board, symbols, origin, number: steps.len(), is_unique });
    }
    grade.rating.outcome = path.outcome();
    (steps, grade, path.puzzle().clone())
}

#[pymethods]
impl Explanation {
    /// The rating of all steps together.
    #[getter]
    fn rating(&self, py: Python<'_>) -> Py<Rating> {
        self.rating.clone_ref(py)
    }

    /// Whether the steps solve the puzzle.
    #[getter]
    fn is_solved(&self) -> bool {
        self.outcome == Outcome::Solved
    }

    /// Whether the puzzle has exactly one solution; if it has several, only what holds in all of them is found.
    #[getter]
    fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// The board after the last step.
    #[getter]
    fn end(&self) -> PyPuzzle {
        self.end.clone()
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.steps.iter().cloned())?.try_iter()
    }

    /// Return a step by its number from 0, or a list of steps: `explanation[:3]`.
    fn __getitem__<'py>(&self, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = number.py();
        if let Ok(slice) = number.cast::<PySlice>() {
            let indices = slice.indices(isize::try_from(self.steps.len())?)?;
            let places = (0..indices.slicelength).map(|i| indices.start + i as isize * indices.step);
            return PyList::new(py, places.map(|place| self.steps[place as usize].clone())).map(Bound::into_any);
        }
        let number: isize = number.extract()?;
        let place = if number < 0 { self.steps.len().checked_add_signed(number) } else { usize::try_from(number).ok() };
        let step = place.and_then(|place| self.steps.get(place)).cloned().ok_or_else(|| {
            PyIndexError::new_err(format!("there is no step {number}; there are {}", self.steps.len()))
        })?;
        step.into_bound_py_any(py)
    }

    /// Return everything as plain values: the puzzle, its rating, and every step in the form of the protocol.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("puzzle", self.origin.asked.to_dict(py)?)?;
        dict.set_item("rating", self.rating.bind(py).call_method0("to_dict")?)?;
        dict.set_item("unique", self.is_unique)?;
        let steps = self.steps.iter().map(|step| step.to_dict(py)).collect::<PyResult<Vec<_>>>()?;
        dict.set_item("steps", steps)?;
        Ok(dict)
    }

    /// Return the steps that do not follow, each as its number from 0 and the reason. If there are any, ninefold is wrong.
    fn verify(&self) -> Vec<(usize, String)> {
        let refusals = self.steps.iter().enumerate().map(|(number, step)| Some((number, step.refusal()?)));
        refusals.flatten().collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let steps = |of: &Explanation| of.steps.iter().map(|step| step.step.clone()).collect::<Vec<_>>();
        other.cast::<Explanation>().is_ok_and(|other| {
            let other = other.get();
            other.origin.asked.puzzle == self.origin.asked.puzzle && steps(other) == steps(self)
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Question)> {
        self.origin.asked_again(py, None)
    }

    fn __str__(&self) -> String {
        let steps = self.steps.iter().enumerate();
        steps.map(|(number, step)| format!("{}. {}", number + 1, step.text())).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Explanation of {} steps, {}>", self.steps.len(), self.rating.bind(py).repr()?))
    }

    /// List the steps; all except singles have a picture.
    fn _repr_html_(&self) -> String {
        let item = |step: &Step| {
            let is_single = step.step.technique.family() == Family::Singles;
            let svg = (!is_single).then(|| step._repr_svg_());
            format!("<li>{}</li>", figure(svg.as_deref(), &step.text()))
        };
        format!("<ol>{}</ol>", self.steps.iter().map(item).collect::<String>())
    }
}

/// A hint at what a player can do next.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Hint {
    kind: &'static str,
    text: String,
    cells: Vec<String>,
    step: Option<Step>,
    level: u8,
    origin: Arc<Origin>,
}

impl Hint {
    pub(crate) fn of(py: Python<'_>, asked: &PyPuzzle, level: u8, scale: Scale, language: &str) -> PyResult<Hint> {
        let language: Language = language.parse().map_err(value_error::<UnknownName>)?;
        let detail = match level {
            1 => Detail::Place,
            2 => Detail::Pattern,
            3 => Detail::Whole,
            _ => return Err(PyValueError::new_err(format!("level is {level}, expected 1, 2 or 3"))),
        };
        let advice = interruptible(py, |cancel| {
            coach::advise(&asked.puzzle, &scale.explainer(), &Solver::new().cancel(cancel))
        })?;
        let advice = advice.map_err(|stopped: solve::Stopped| failure::stopped(py, stopped))?;
        let shape = asked.puzzle.shape();
        let text = advice.text(&Wording::new(shape, &asked.symbols).in_language(language), detail);
        let kind = advice.status();
        let is_unique = matches!(advice, Advice::Step { has_one_solution: true, .. });
        let (cells, step) = match advice {
            Advice::Step { step, .. } => (Vec::new(), Some(*step)),
            Advice::Mistakes(mistakes) => {
                (mistakes.iter().map(|mistake| shape.name(mistake.cell()).to_string()).collect(), None)
            }
            _ => (Vec::new(), None),
        };
        let techniques = Vec::new();
        let origin = Arc::new(Origin { asked: asked.clone(), scale, techniques, language, hint: Some(level) });
        let found = |step| {
            let (board, symbols) = (asked.puzzle.clone(), asked.symbols.clone());
            Step { step, board, symbols, origin: Arc::clone(&origin), number: 0, is_unique }
        };
        Ok(Hint { kind, text, cells, step: step.map(found), level, origin })
    }
}

#[pymethods]
impl Hint {
    /// `step`, `mistake`, `invalid`, `none` (no solution), `solved` or `stuck`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// The hint in words.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The cells that hold mistakes.
    #[getter]
    fn cells(&self) -> Vec<String> {
        self.cells.clone()
    }

    /// The next step, if everything was asked for (level 3).
    #[getter]
    fn step(&self) -> Option<Step> {
        self.step.clone().filter(|_| self.level == 3)
    }

    /// Return the hint as plain values, with its step if everything was asked for.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("kind", self.kind)?;
        dict.set_item("text", &self.text)?;
        dict.set_item("cells", &self.cells)?;
        dict.set_item("step", self.step().map(|step| step.to_dict(py)).transpose()?)?;
        Ok(dict)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Hint| {
            (other.level, &other.text, &other.origin.asked.puzzle)
                == (self.level, &self.text, &self.origin.asked.puzzle)
        };
        other.cast::<Hint>().is_ok_and(|other| is_same(other.get()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Question)> {
        self.origin.asked_again(py, None)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Hint {}>", self.text)
    }

    /// Draw the hint on the board; the picture reveals no more than the words.
    fn _repr_svg_(&self) -> String {
        match &self.step {
            Some(step) => step.draw(|mark| self.level == 3 || (self.level == 2 && mark == Mark::Pattern), &self.text),
            None => self.origin.asked._repr_svg_(),
        }
    }

    /// Draw the same with the words below it.
    fn _repr_html_(&self) -> String {
        figure(Some(&self._repr_svg_()), &self.text)
    }
}
