//! Puzzles by shape, level and seed.

use crate::board::{Board, shape};
use crate::failure::Failure;
use crate::{Host, needed, number, text};
use ninefold::generate::{Generator, Recipe};
use ninefold::{Symbols, UnknownName};
use serde_json::{Value, json};
use std::cell::RefCell;

/// Puzzles that are tried for a level before the search is given up.
const MOST_TRIED: u64 = 2000;
/// The largest side for which a puzzle is made while the page waits.
const LARGEST: usize = 16;

pub(crate) fn generate(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let shape = shape(needed(request, "shape")?)?;
    if shape.side() > LARGEST {
        return Err(Failure::new(format!("puzzles are made up to {LARGEST}x{LARGEST}, not {0}x{0}", shape.side())));
    }
    let seed = number(request, "seed")?.ok_or_else(|| Failure::new("the request needs 'seed', a number"))?;
    let mut recipe = Recipe::new(shape).rated().attempts(MOST_TRIED);
    if let Some(name) = text(request, "level")? {
        recipe = recipe.level(name.parse().map_err(|error: UnknownName| Failure::new(error.to_string()))?);
    }
    let generator = Generator::new(recipe).map_err(|error| Failure::new(error.to_string()))?.seed(seed);
    // Each time the search asks whether to stop, the page learns that it goes on.
    let asked = RefCell::new((0u64, host));
    let is_over = || {
        let (count, host) = &mut *asked.borrow_mut();
        *count += 1;
        (host.report)(json!({ "tried": *count }));
        false
    };
    let made = generator.puzzles_with_deadline(0..1, &is_over).pop().expect("one puzzle was asked for");
    let rating = made.rating.filter(|_| made.missing.is_empty()).ok_or_else(|| {
        let missing: Vec<String> = made.missing.iter().map(ToString::to_string).collect();
        let missing = missing.join("; ");
        Failure::new(format!("no such puzzle was found in {MOST_TRIED} attempts, another seed may do: {missing}"))
    })?;
    let board = Board { puzzle: made.puzzle, symbols: Symbols::for_side(shape.side()) }.json();
    Ok(json!({ "board": board, "level": rating.level().name(), "score": rating.score(), "seed": seed }))
}
