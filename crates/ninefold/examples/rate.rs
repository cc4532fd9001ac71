//! Rates the puzzles of a file, whatever its format: cargo run --example rate -- FILE
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::logic::Explainer;
use ninefold::notation::{ReadOptions, read_all};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or("testdata/nine.txt".to_owned());
    let text = std::fs::read_to_string(path)?;
    let explainer = Explainer::new();
    for read in read_all(&text, &ReadOptions::default()).take(10) {
        match read {
            Ok(record) => {
                let rating = explainer.rate(&record.puzzle);
                println!("{} {} {}", record.puzzle, rating.level(), rating.score());
            }
            Err(invalid) => println!("{invalid}"),
        }
    }
    Ok(())
}
