//! Counts the solutions of boards exactly, however many there are: cargo run --release --example count
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::solve::{Solver, count_all};
use ninefold::{Puzzle, Shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("4x4: {}", count_all(&Puzzle::empty(Shape::new(2, 2)?)));
    println!("6x6: {}", count_all(&Puzzle::empty(Shape::new(2, 3)?)));
    let report = |done: f64| print!("\r9x9: {:.0} %", 100.0 * done);
    println!("\r9x9: {}", Solver::new().count_all_with_progress(&Puzzle::empty(Shape::NINE), report)?);
    Ok(())
}
