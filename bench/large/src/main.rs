//! Writes large boards to standard output, as tables of numbers.
//!
//! ```text
//!   large empty SHAPE                       no givens
//!   large holes SHAPE PERCENT SEED          a random grid, of which this share of the cells is left, chosen at random
//!   large singles SHAPE PERCENT SEED        as many givens, and solvable by naked and hidden singles alone
//! ```
//!
//! Random grids are those that `ninefold fill` makes with this seed. `bench/large/run` uses this program.

mod singles;

use ninefold::notation::{self, Format, Record};
use ninefold::symmetry::Transformation;
use ninefold::{Cell, Grid, Puzzle, Shape, generate};
use protocol::Random;
use std::process::ExitCode;

const USAGE: &str = "usage: large empty SHAPE | holes SHAPE PERCENT SEED | singles SHAPE PERCENT SEED";

fn main() -> ExitCode {
    match board(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(puzzle) => {
            let written = notation::write(&Record::new(puzzle), Format::Table).expect("a table holds any board");
            print!("{}", written.text);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("large: {why}");
            ExitCode::from(2)
        }
    }
}

fn board(arguments: &[String]) -> Result<Puzzle, String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let shape = |text: &str| text.parse::<Shape>().map_err(|error| error.to_string());
    match arguments[..] {
        ["empty", text] => Ok(Puzzle::empty(shape(text)?)),
        [kind @ ("holes" | "singles"), text, percent, seed] => {
            let shape = shape(text)?;
            let percent: f64 = percent.parse().map_err(|_| format!("'{percent}' is not a number of percent"))?;
            let seed: u64 = seed.parse().map_err(|_| format!("'{seed}' is not a seed"))?;
            if !(0.0..=100.0).contains(&percent) {
                return Err(format!("{percent} is not a percentage"));
            }
            let givens = (shape.cell_count() as f64 * percent / 100.0).round() as usize;
            let mut random = Random::seeded(seed);
            if kind == "holes" {
                return Ok(holes(&generate::fill(shape, seed, 0), givens, &mut random));
            }
            let puzzle = singles::puzzle(shape, givens, &mut random);
            let left = puzzle.givens().count();
            if left > givens {
                return Err(format!("the board is left with {left} givens, more than {percent} %"));
            }
            Ok(Transformation::random(shape, seed, 0).apply(&puzzle))
        }
        _ => Err(USAGE.to_owned()),
    }
}

/// This many cells of a grid, chosen at random.
fn holes(grid: &Grid, givens: usize, random: &mut Random) -> Puzzle {
    let mut cells: Vec<Cell> = grid.shape().cells().collect();
    random.shuffle(&mut cells);
    let mut puzzle = Puzzle::empty(grid.shape());
    cells[..givens].iter().for_each(|cell| puzzle.give(*cell, grid.digit(*cell)));
    puzzle
}
