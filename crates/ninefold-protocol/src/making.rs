//! Making puzzles to order, by shape, wishes and seed.

use crate::board::{Board, shape};
use crate::failure::{Failure, short};
use crate::{Host, flag, needed, number, text};
use ninefold::generate::{Generator, Recipe};
use ninefold::logic::{Outcome, Rating, Technique};
use ninefold::notation::{self, Format, Record};
use ninefold::{Cell, Symbols, UnknownName};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The number of puzzles tried before the search gives up, if the request does not set it.
const MOST_TRIED: u64 = 2000;
/// The largest side for which a puzzle is made while someone waits.
const LARGEST: usize = 16;
/// The largest side for which enough puzzles can be solved by techniques.
const SOLVED: usize = 12;

/// The members of a request to make a puzzle.
pub(crate) const MEMBERS: &str = "shape seed index attempts symmetry pattern clues minimal level score hardest strategy \
    require forbid";

/// The members that concern how hard the puzzle is.
const HARDNESS: [&str; 5] = ["level", "score", "hardest", "require", "forbid"];

pub(crate) fn generate(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let shape = shape(needed(request, "shape")?)?;
    if shape.side() > LARGEST {
        return Err(Failure::new(format!("puzzles are made up to {LARGEST}x{LARGEST}, not {0}x{0}", shape.side())));
    }
    let seed = number(request, "seed")?.ok_or_else(|| Failure::new("the request needs 'seed', a number"))?;
    let index = number(request, "index")?.unwrap_or_default();
    let after = index.checked_add(1).ok_or_else(|| Failure::new("'index' is too large"))?;
    let attempts = number(request, "attempts")?.unwrap_or(MOST_TRIED);
    // The answer says how hard the puzzle is, so techniques must solve it, unless it is so large that they solve few, and the
    // request does not ask how hard it is. Asking for any score means asking for a puzzle that techniques solve.
    let may_be_stuck = shape.side() > SOLVED && HARDNESS.iter().all(|name| request[*name].is_null());
    let any = Recipe::new(shape).rated().attempts(attempts);
    let any = if may_be_stuck { any } else { any.score(0..=u32::MAX) };
    let recipe = wishes(request, any)?;
    let generator = Generator::new(recipe).map_err(|error| Failure::new(error.to_string()))?.seed(seed);
    // Each time the search asks whether to stop, the page receives progress.
    let asked = RefCell::new((0u64, host));
    let is_over = || {
        let (count, host) = &mut *asked.borrow_mut();
        *count += 1;
        (host.report)(json!({ "tried": *count }));
        host.is_cancelled()
    };
    let made = generator.puzzles_with_deadline(index..after, &is_over).pop().expect("one puzzle was asked for");
    if !made.missing.is_empty() {
        let missing: Vec<String> = made.missing.iter().map(ToString::to_string).collect();
        let missing = missing.join("; ");
        return Err(Failure::new(format!(
            "no such puzzle was found (attempts: {attempts}), another seed may work: {missing}"
        )));
    }
    let rating = made.rating;
    let symbols = Symbols::for_side(shape.side());
    let record = Record::new(made.puzzle.clone()).with_symbols(symbols.clone());
    let puzzle = notation::write(&record, Format::Line).map_err(|error| Failure::new(error.to_string()))?.text;
    Ok(json!({
        "puzzle": puzzle.trim_end(),
        "solution": notation::grid_line(&made.solution, &symbols),
        "board": Board { puzzle: made.puzzle, symbols }.json(),
        "outcome": rating.as_ref().map_or(Outcome::Stuck, |rating| rating.outcome).name(),
        "level": rating.as_ref().map(|rating| rating.level().name()),
        "score": rating.as_ref().map(Rating::score),
        "hardest": rating.and_then(|rating| rating.hardest()).map(|technique| technique.slug()),
        "seed": seed,
    }))
}

/// Adds the wishes of a request to a recipe.
fn wishes(request: &Value, mut recipe: Recipe) -> Result<Recipe, Failure> {
    if let Some(symmetry) = named(request, "symmetry")? {
        recipe = recipe.symmetry(symmetry);
    }
    if !request["pattern"].is_null() {
        let cells = list(request, "pattern", "a list of cells", |cell| usize::try_from(cell.as_u64()?).ok())?;
        recipe = recipe.pattern(cells.into_iter().map(Cell::new));
    }
    if let Some(clues) = range(request, "clues")? {
        recipe = recipe.clues(*clues.start() as usize..=*clues.end() as usize);
    }
    if flag(request, "minimal")? {
        recipe = recipe.minimal();
    }
    if let Some(level) = named(request, "level")? {
        recipe = recipe.level(level);
    }
    if let Some(score) = range(request, "score")? {
        recipe = recipe.score(score);
    }
    if let Some(technique) = named(request, "hardest")? {
        recipe = recipe.hardest(technique);
    }
    if let Some(method) = named(request, "strategy")? {
        recipe = recipe.method(method);
    }
    for (name, add) in [("require", Recipe::require as fn(_, _) -> _), ("forbid", Recipe::forbid)] {
        if !request[name].is_null() {
            recipe = techniques(request, name)?.into_iter().fold(recipe, add);
        }
    }
    Ok(recipe)
}

/// The techniques that a request lists in a member.
pub(crate) fn techniques(request: &Value, name: &str) -> Result<Vec<Technique>, Failure> {
    let names = list(request, name, "a list of techniques", |name| Some(name.as_str()?.to_owned()))?;
    let named = names.iter().map(|name| name.parse().map_err(|error: UnknownName| Failure::new(error.to_string())));
    named.collect()
}

/// The value whose name a request's member has, if it has this member.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(request: &Value, name: &str) -> Result<Option<T>, Failure> {
    let value = text(request, name)?.map(str::parse).transpose();
    value.map_err(|error: UnknownName| Failure::new(error.to_string()))
}

/// The values of a request's member that is a list.
fn list<T>(request: &Value, name: &str, what: &str, value: impl Fn(&Value) -> Option<T>) -> Result<Vec<T>, Failure> {
    let values = request[name].as_array().and_then(|list| list.iter().map(value).collect());
    values.ok_or_else(|| Failure::new(format!("'{name}' must be {what}, not {}", short(&request[name]))))
}

/// A range: one number, or a list of the least and the most.
fn range(request: &Value, name: &str) -> Result<Option<RangeInclusive<u32>>, Failure> {
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let range = match &request[name] {
        Value::Null => return Ok(None),
        Value::Array(ends) if ends.len() == 2 => number(&ends[0]).zip(number(&ends[1])),
        value => number(value).map(|number| (number, number)),
    };
    let (least, most) = range.ok_or_else(|| {
        Failure::new(format!("'{name}' must be a number or a list of two, not {}", short(&request[name])))
    })?;
    Ok(Some(least..=most))
}
