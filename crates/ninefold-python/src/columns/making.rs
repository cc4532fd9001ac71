//! Puzzles by the thousand, made by a recipe: each is a function of a seed and a number.

use super::Table;
use super::by_se::SeNumbers;
use super::strings::Strings;
use super::work::Work;
use crate::failure::raised;
use crate::failure::value_error;
use crate::interrupt::interruptible;
use crate::numbers::{Attempts, Count, Index, Seed, Start, Threads};
use crate::puzzle::PyPuzzle;
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, UInt32Builder, UInt64Builder};
use arrow_schema::{DataType, Field};
use ninefold::generate::{Fill, Generator, Made, Missing, Recipe};
use ninefold::logic::{Rating, SeNumber, Technique};
use ninefold::{Cell, Shape, Symbols, UnknownName, notation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Wishes for puzzles: what they should be like, and how long to search for each.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Wishes {
    generator: Generator,
    symbols: Symbols,
    /// Seconds for each puzzle on average; then the best found is taken.
    time_limit: f64,
}

/// The value that a text names.
fn named<T: FromStr>(name: &str) -> PyResult<T>
where
    T::Err: std::fmt::Display,
{
    name.parse().map_err(value_error)
}

/// A rating in tenths, rounded.
fn tenths(rating: f64) -> u16 {
    (rating * 10.0).round() as u16
}

/// The cells that have givens in a drawing.
fn pattern(drawing: &str, shape: Shape) -> PyResult<Vec<Cell>> {
    let is_cell = |c: &char| !c.is_whitespace() && !"|+-".contains(*c);
    let drawn: Vec<bool> = drawing.chars().filter(is_cell).map(|c| !".0_".contains(c)).collect();
    let (found, expected) = (drawn.len(), shape.cell_count());
    if found != expected {
        let rest = "'.' for blanks, anything else for givens";
        return Err(PyValueError::new_err(format!("a pattern of {found} cells, expected {expected}: {rest}")));
    }
    Ok(drawn.iter().enumerate().filter(|(_, is_given)| **is_given).map(|(cell, _)| Cell::new(cell)).collect())
}

#[pymethods]
impl Wishes {
    /// State the wishes; `ninefold.generate_many` describes them.
    #[new]
    #[pyo3(
        signature = (
            *, seed=Seed(0), shape=None, symbols=None, symmetry=None, pattern=None, clues=None, minimal=false, level=None,
            score=None, require=Vec::new(), forbid=Vec::new(), hardest=None, er=None, ep=None, ed=None, method=None,
            rated=false, attempts=None, time_limit=10.0,
        ),
        text_signature = "(*, seed=0, shape=None, symbols=None, symmetry=None, pattern=None, clues=None, minimal=False, \
            level=None, score=None, require=(), forbid=(), hardest=None, er=None, ep=None, ed=None, method=None, \
            rated=False, attempts=None, time_limit=10.0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        seed: Seed,
        shape: Option<&Bound<'_, PyAny>>,
        symbols: Option<&str>,
        symmetry: Option<&str>,
        pattern: Option<&str>,
        clues: Option<(usize, usize)>,
        minimal: bool,
        level: Option<&str>,
        score: Option<(u32, u32)>,
        require: Vec<String>,
        forbid: Vec<String>,
        hardest: Option<&str>,
        er: Option<(f64, f64)>,
        ep: Option<(f64, f64)>,
        ed: Option<(f64, f64)>,
        method: Option<&str>,
        rated: bool,
        attempts: Option<Attempts>,
        time_limit: f64,
    ) -> PyResult<Wishes> {
        let shape = shape.map_or(Ok(Shape::NINE), crate::shape::shape_of)?;
        let symbols = symbols_for(shape, symbols)?;
        if time_limit.is_nan() || time_limit < 0.0 {
            return Err(PyValueError::new_err(format!("time_limit is {time_limit}, expected at least 0 seconds")));
        }
        let attempts = attempts.map_or(u64::MAX, |Attempts(attempts)| attempts);
        if attempts == 0 {
            return Err(PyValueError::new_err("attempts is 0, expected at least 1"));
        }
        // Unless a number of attempts is given, only the time limit ends the search.
        let mut recipe = Recipe::new(shape).attempts(attempts);
        if rated {
            recipe = recipe.rated();
        }
        if let Some(name) = symmetry {
            recipe = recipe.symmetry(named(name)?);
        }
        if let Some(drawing) = pattern {
            recipe = recipe.pattern(self::pattern(drawing, shape)?);
        }
        if let Some((from, to)) = clues {
            recipe = recipe.clues(from..=to);
        }
        if minimal {
            recipe = recipe.minimal();
        }
        if let Some(name) = level {
            recipe = recipe.level(name.parse().map_err(value_error::<UnknownName>)?);
        }
        if let Some((from, to)) = score {
            recipe = recipe.score(from..=to);
        }
        if let Some(name) = hardest {
            recipe = recipe.hardest(named(name)?);
        }
        for (number, wish) in [(SeNumber::Er, er), (SeNumber::Ep, ep), (SeNumber::Ed, ed)] {
            if let Some((from, to)) = wish {
                recipe = recipe.se(number, tenths(from)..=tenths(to));
            }
        }
        if let Some(name) = method {
            recipe = recipe.method(named(name)?);
        }
        let techniques = |names: Vec<String>| -> PyResult<Vec<Technique>> {
            names.iter().map(|name| name.parse().map_err(value_error::<UnknownName>)).collect()
        };
        recipe = techniques(require)?.into_iter().fold(recipe, Recipe::require);
        recipe = techniques(forbid)?.into_iter().fold(recipe, Recipe::forbid);
        let generator = Generator::new(recipe).map_err(value_error)?.seed(seed.0);
        Ok(Wishes { generator, symbols, time_limit })
    }
}

impl Wishes {
    /// The puzzles with these numbers. If one lacks something, the time or its attempts ran out.
    fn make(&self, indices: Range<u64>, cancel: &AtomicBool) -> Vec<Made> {
        let start = Instant::now();
        let limit = self.time_limit * (indices.end - indices.start) as f64;
        let is_over = || cancel.load(Ordering::Relaxed) || start.elapsed().as_secs_f64() > limit;
        self.generator.puzzles_with_deadline(indices, &is_over)
    }
}

/// How many puzzles are made at a time; fewer if there is not enough work for all threads.
const AT_A_TIME: usize = 256;

/// Make the puzzles with the numbers from `start` on, with what is known about them.
#[pyfunction]
pub(crate) fn generate_many<'py>(
    py: Python<'py>,
    wishes: &Bound<'py, Wishes>,
    count: Count,
    start: Start,
    threads: Option<Threads>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Table> {
    let (wishes, Start(start), Count(count)) = (wishes.get(), start, count);
    numbered(start, count)?;
    let work = Work::new(threads, progress)?;
    let at_a_time = AT_A_TIME.min(count.div_ceil(4 * work.threads())).max(1);
    let cancel = AtomicBool::new(false);
    let parts = work.run(py, (count, at_a_time), &cancel, &|_| (), &|(), _, range| {
        let indices = start + range.start as u64..start + range.end as u64;
        columns(&wishes.make(indices, &cancel), wishes)
    })?;
    Ok(Table::new(fields(), parts))
}

/// Make the complete grids with the numbers from `start` on.
#[pyfunction]
#[pyo3(signature = (count, seed, start, shape, symbols, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn fill_many<'py>(
    py: Python<'py>,
    count: Count,
    seed: Seed,
    start: Start,
    shape: Option<&Bound<'py, PyAny>>,
    symbols: Option<&str>,
    threads: Option<Threads>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Table> {
    let shape = shape.map_or(Ok(Shape::NINE), crate::shape::shape_of)?;
    let symbols = symbols_for(shape, symbols)?;
    let (Start(start), Count(count)) = (start, count);
    numbered(start, count)?;
    let work = Work::new(threads, progress)?;
    let fill = Fill::new(shape).seed(seed.0);
    let cancel = AtomicBool::new(false);
    let parts = work.run(py, (count, AT_A_TIME), &cancel, &|_| (), &|(), _, range| {
        let mut grids = Strings::with_room(range.len(), shape.cell_count());
        let mut indices = UInt64Builder::with_capacity(range.len());
        let shapes = repeated(shape, range.len());
        for index in range.map(|row| start + row as u64) {
            if cancel.load(Ordering::Relaxed) {
                grids.null();
            } else {
                grids.push(&notation::grid_line(&fill.grid(index), &symbols));
            }
            indices.append_value(index);
        }
        vec![grids.finish(), shapes, Arc::new(indices.finish()) as ArrayRef]
    })?;
    let text = |name| Field::new(name, DataType::Utf8, true);
    Ok(Table::new(vec![text("grid"), text("shape"), Field::new("index", DataType::UInt64, true)], parts))
}

/// A column with the shape in every row.
fn repeated(shape: Shape, rows: usize) -> ArrayRef {
    let name = shape.to_string();
    let mut names = Strings::with_room(rows, name.len());
    (0..rows).for_each(|_| names.push(&name));
    names.finish()
}

/// The symbols with this name, or the usual ones.
fn symbols_for(shape: Shape, name: Option<&str>) -> PyResult<Symbols> {
    let symbols = match name {
        None => Symbols::for_side(shape.side()),
        Some(name) => named(name)?,
    };
    if symbols.side() != shape.side() {
        let (count, side) = (symbols.side(), shape.side());
        let message = format!("{count} symbols ({}) for digits from 1 to {side}", symbols.name());
        return Err(PyValueError::new_err(message));
    }
    Ok(symbols)
}

/// Checks that `count` numbers from `start` on do not overflow.
fn numbered(start: u64, count: usize) -> PyResult<()> {
    if u64::try_from(count).ok().and_then(|count| start.checked_add(count)).is_none() {
        let message = format!("start and count: the last one's number would exceed {}", u64::MAX);
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// Make the puzzle with this number.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, wishes: &Bound<'_, Wishes>, index: Index) -> PyResult<PyPuzzle> {
    let (wishes, Index(index)) = (wishes.get(), index);
    let Some(end) = index.checked_add(1) else {
        return Err(PyValueError::new_err(format!("index is {index}, expected less")));
    };
    let made = interruptible(py, |cancel| wishes.make(index..end, cancel))?.pop().expect("one puzzle was asked for");
    match missing(&made) {
        None => Ok(PyPuzzle::new(made.puzzle, &wishes.symbols)),
        Some(missing) => Err(raised::NotMade::new_err(format!("no such puzzle was found in time: {missing}"))),
    }
}

/// The columns of the answer.
fn fields() -> Vec<Field> {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let mut fields = vec![
        text("puzzle"),
        text("solution"),
        text("shape"),
        Field::new("clues", DataType::UInt32, true),
        text("level"),
        Field::new("score", DataType::UInt32, true),
        text("hardest"),
        text("techniques"),
    ];
    fields.extend(SeNumbers::fields());
    fields.extend([
        Field::new("weight", DataType::Float64, true),
        Field::new("index", DataType::UInt64, true),
        text("missing"),
    ]);
    fields
}

fn columns(all: &[Made], wishes: &Wishes) -> Vec<ArrayRef> {
    let text = |width: usize| Strings::with_room(all.len(), width);
    let shape = wishes.generator.recipe().shape();
    let cells = shape.cell_count();
    let (mut puzzles, mut solutions) = (text(cells), text(cells));
    let [mut levels, mut hardests, mut techniques, mut missings] = std::array::from_fn(|_| text(8));
    let (mut clues, mut scores) = (UInt32Builder::new(), UInt32Builder::new());
    let mut se = SeNumbers::new();
    let (mut weights, mut indices) = (Float64Builder::new(), UInt64Builder::new());
    for made in all {
        let rating = made.rating.as_ref();
        puzzles.push(&notation::puzzle_line(&made.puzzle, &wishes.symbols));
        solutions.push(&notation::grid_line(&made.solution, &wishes.symbols));
        clues.append_option(u32::try_from(made.puzzle.givens().count()).ok());
        levels.option(rating.map(|rating| rating.level().name()));
        scores.append_option(rating.map(Rating::score));
        hardests.option(rating.and_then(Rating::hardest).map(Technique::slug));
        techniques.option(rating.map(Rating::counts));
        se.push(made.se_rating.as_ref());
        weights.append_option(made.weight);
        indices.append_value(made.index);
        missings.option(missing(made));
    }
    let mut columns: Vec<ArrayRef> = vec![
        puzzles.finish(),
        solutions.finish(),
        repeated(shape, all.len()),
        Arc::new(clues.finish()),
        levels.finish(),
        Arc::new(scores.finish()),
        hardests.finish(),
        techniques.finish(),
    ];
    columns.extend(se.finish());
    columns.extend([Arc::new(weights.finish()) as ArrayRef, Arc::new(indices.finish()), missings.finish()]);
    columns
}

/// What was asked for but the puzzle lacks, if anything.
fn missing(made: &Made) -> Option<String> {
    let all: Vec<String> = made.missing.iter().map(Missing::to_string).collect();
    (!all.is_empty()).then(|| all.join("; "))
}
