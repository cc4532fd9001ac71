//! SimpleSudoku's `.ss`: a grid in a frame.
//!
//! ```text
//! *-----*
//! |1.|34|
//! |34|12|
//! |--+--|
//! |21|43|
//! |43|21|
//! *-----*
//! ```

use super::format::Spec;
use super::{grid, line};
use crate::board::{Puzzle, Symbols};

pub(super) const SS: Spec = Spec {
    largest_side: Symbols::MOST_CHARACTERS,
    states_shape: true,
    ..Spec::block("ss", grid::read, |record, symbols, _| write(&record.puzzle, symbols))
};

/// N lines of N symbols, with nothing between them.
pub(super) fn rows(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let line = line::write(puzzle, symbols);
    let symbols: Vec<char> = line.chars().collect();
    symbols.chunks(puzzle.shape().side()).flat_map(|row| row.iter().chain(&['\n'])).collect()
}

fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let shape = puzzle.shape();
    let edge = format!("*{}*\n", "-".repeat(shape.side() + shape.box_rows() - 1));
    let between = format!("|{}|\n", vec!["-".repeat(shape.box_columns()); shape.box_rows()].join("+"));
    let framed = |row: &str| {
        let symbols: Vec<char> = row.chars().collect();
        let parts = symbols.chunks(shape.box_columns()).map(String::from_iter);
        format!("|{}|\n", parts.collect::<Vec<_>>().join("|"))
    };
    let rows: Vec<String> = rows(puzzle, symbols).lines().map(framed).collect();
    let bands: Vec<String> = rows.chunks(shape.box_rows()).map(<[String]>::concat).collect();
    edge.clone() + &bands.join(&between) + &edge
}
