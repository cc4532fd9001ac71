//! Puzzles by shape, level and seed.

use crate::board::{Board, shape};
use crate::failure::Failure;
use crate::{Host, needed, number, text};
use ninefold::generate::Fill;
use ninefold::logic::{Explainer, Level, Outcome, Rating};
use ninefold::solve::{Solver, Verdict};
use ninefold::{Cell, Puzzle, Shape, Symbols};
use serde_json::{Value, json};

/// Grids that are tried for a level before the search is given up.
const MOST_GRIDS: u64 = 2000;
/// Sides for which a puzzle is made while somebody waits.
const LARGEST: usize = 16;

pub(crate) fn generate(request: &Value, host: &mut Host<'_>) -> Result<Value, Failure> {
    let shape = shape(needed(request, "shape")?)?;
    if shape.side() > LARGEST {
        return Err(Failure::new(format!("puzzles are made up to {LARGEST}x{LARGEST}, not {0}x{0}", shape.side())));
    }
    let level = match text(request, "level")? {
        None => None,
        Some(name) => Some(level(name)?),
    };
    let seed = number(request, "seed")?.ok_or_else(|| Failure::new("the request needs 'seed', a number"))?;
    let fill = Fill::new(shape).seed(seed);
    for tried in 0..MOST_GRIDS {
        let puzzle = dug(shape, &fill, tried);
        let rating = Explainer::new().rate(&puzzle);
        if rating.outcome == Outcome::Solved && level.is_none_or(|level| level == rating.level()) {
            return Ok(answer(puzzle, &rating, seed));
        }
        (host.tell)(json!({ "tried": tried + 1 }));
    }
    let name = level.map_or("any", Level::name);
    Err(Failure::new(format!("none of {MOST_GRIDS} puzzles of shape {shape} was of level {name}; another seed may do")))
}

fn level(name: &str) -> Result<Level, Failure> {
    Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        Failure::new(format!("no level is called '{name}'; there are {names}"))
    })
}

fn answer(puzzle: Puzzle, rating: &Rating, seed: u64) -> Value {
    let symbols = Symbols::for_side(puzzle.shape().side());
    let board = Board { puzzle, symbols }.json();
    json!({ "board": board, "level": rating.level().name(), "score": rating.score(), "seed": seed })
}

/// A minimal puzzle: givens are taken out of a random grid as long as there is one solution, in the order in which
/// another random grid has its digits.
fn dug(shape: Shape, fill: &Fill, index: u64) -> Puzzle {
    let (grid, order) = (fill.grid(2 * index), fill.grid(2 * index + 1));
    let mut cells: Vec<Cell> = shape.cells().collect();
    // Equal digits stay in the order of the first grid's, so that rows do not empty from the top.
    cells.sort_by_key(|cell| (order.digit(*cell), grid.digit(*cell)));
    let mut puzzle = grid.to_puzzle();
    for cell in cells {
        let digit = grid.digit(cell);
        puzzle.clear(cell);
        if !matches!(Solver::new().verdict(&puzzle), Ok(Verdict::Unique(_))) {
            puzzle.give(cell, digit);
        }
    }
    puzzle
}
