//! Reads a board in any format and writes it in others, as a text and as a picture: cargo run --example convert
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use ninefold::notation::{Format, ReadOptions, read, write};
use ninefold::render::svg;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record = read("1.|34\n34|12\n--+--\n21|43\n43|21\n", &ReadOptions::default())?;
    for format in [Format::Line, Format::Table, Format::Candidates] {
        println!("{format}:\n{}", write(&record, format)?.text);
    }
    println!("{}", svg::digits(&record.puzzle, &record.symbols, "Four by four"));
    Ok(())
}
