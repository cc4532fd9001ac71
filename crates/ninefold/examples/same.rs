//! Finds out whether two puzzles are the same up to symmetry, and by which: cargo run --example same
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::Puzzle;
use ninefold::symmetry::{canonical, equivalent};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let one: Puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    let form = canonical(&one)?;
    println!("{}\n{} symmetries leave it as it is", form.board, form.automorphisms);
    match equivalent(&one, &form.board)? {
        Some(transformation) => println!("the same, by {transformation}"),
        None => println!("different"),
    }
    Ok(())
}
