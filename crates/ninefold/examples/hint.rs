//! Gives a player a hint, first a little and then all of it: cargo run --example hint
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::coach::{Grade, advise};
use ninefold::logic::{Explainer, Wording};
use ninefold::solve::Solver;
use ninefold::{Puzzle, Symbols};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....".parse()?;
    let advice = advise(&puzzle, &Explainer::new(), &Solver::new())?;
    let wording = Wording::new(puzzle.shape(), &Symbols::for_side(9));
    for grade in Grade::ALL {
        println!("{}", advice.text(&wording, *grade));
    }
    Ok(())
}
