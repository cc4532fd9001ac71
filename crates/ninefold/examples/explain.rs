//! Explains every step to the solution, and rates the puzzle by them: cargo run --example explain
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::logic::{Explainer, Wording};
use ninefold::{Puzzle, Symbols};

fn main() -> Result<(), ninefold::Invalid> {
    let puzzle: Puzzle = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....".parse()?;
    let wording = Wording::new(puzzle.shape(), &Symbols::for_side(9));
    for step in Explainer::new().path(&puzzle) {
        println!("{}", wording.step(&step));
    }
    let rating = Explainer::new().rate(&puzzle);
    println!("{}, {} points, {}", rating.level(), rating.score(), rating.counts());
    Ok(())
}
