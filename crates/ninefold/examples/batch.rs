//! Solves 9x9 puzzles by the thousand, in memory that is used again: cargo run --release --example batch
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::solve::{Answers, Batch, NotADigit};

fn main() -> Result<(), NotADigit> {
    let text = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let puzzle = text.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
    let (mut batch, mut answers) = (Batch::new(), Answers::default());
    // Up to two solutions are looked for, so that one is known to be the only one.
    batch.solve(&vec![puzzle; 10_000], 2, 1, &mut answers)?;
    let proper = (0..answers.len()).filter(|i| answers.count(*i) == 1).count();
    println!("{proper} of {} have exactly one solution", answers.len());
    Ok(())
}
