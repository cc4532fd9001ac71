//! Solves a puzzle, or says why it has no answer: cargo run --example solve -- PUZZLE
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::solve::Solver;
use ninefold::{Puzzle, Symbols};

const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn main() -> Result<(), ninefold::Invalid> {
    let text = std::env::args().nth(1).unwrap_or(PUZZLE.to_owned());
    let puzzle: Puzzle = text.parse()?;
    match Solver::new().judge(&puzzle, &Symbols::for_side(puzzle.shape().side())) {
        Ok(grid) => println!("{grid}"),
        Err(why) => println!("{why}"),
    }
    Ok(())
}
