//! Looks at a large board for a while only, and can be stopped from another thread: cargo run --example budget
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::generate::{Generator, Recipe};
use ninefold::solve::Solver;
use ninefold::{Puzzle, Shape};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let made = Generator::new(Recipe::new(Shape::new(4, 4)?))?.puzzle(0);
    println!("16x16: {:?}", Solver::new().nodes(1000).first(&made.puzzle).map(|grid| grid.is_some()));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        // There are far more than can be counted one by one.
        println!("{:?}", Solver::new().cancel(&stop).count(&Puzzle::empty(made.puzzle.shape()), u64::MAX));
    });
    Ok(())
}
