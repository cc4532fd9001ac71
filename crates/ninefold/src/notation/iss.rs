//! Links of Interactive Sudoku Solver: after `?q=` the symbols of a board, or constraints as text, of which only those of a
//! classic puzzle are read.
//!
//! ```text
//! .~R1C1_5~R2C9_3          givens; several digits are the candidates of a cell
//! .Shape~6x6.AntiKnight    a constraint by its name
//! ```

use super::format::{Spec, Variants};
use super::links::{self, Link};
use super::sketch::{Content, Rule, Sketch};
use super::{assemble, line, variant};
use crate::board::{Invalid, Shape};

pub(super) const ISS: Spec = Spec {
    link: Some(code),
    variants: Some(Variants::only_read(|text, options| {
        variant::of_sketch(links::code(text, code).and_then(|code| decode(&code)), options)
    })),
    takes_symbols: |_| false,
    has_numbers: true,
    largest_side: 9,
    ..Spec::line(
        "iss",
        |text, options| decode(&links::code(text, code)?)?.read(options),
        |record, symbols, _| {
            let board = line::write(&record.puzzle, symbols);
            format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={board}")
        },
    )
};

fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    link.parameter("q").filter(|_| link.path.contains("Interactive-Sudoku-Solver"))
}

fn decode(code: &str) -> Result<Sketch, Invalid> {
    let is_constraint = |text: &str| text.starts_with(".~") || text[1..].starts_with(|c: char| c.is_ascii_uppercase());
    if !code.starts_with('.') || !is_constraint(code) {
        return Ok(Sketch::of_digits(code));
    }
    let mut constraints: Vec<(&str, Vec<&str>)> = Vec::new();
    for constraint in code.split('.').skip(1) {
        let mut parts = constraint.split('~');
        constraints.push((parts.next().unwrap_or(""), parts.filter(|part| !part.is_empty()).collect()));
    }
    let shape = constraints.iter().find(|(name, _)| *name == "Shape").and_then(|(_, parts)| parts.first());
    let side = match shape.map(|shape| shape.split_once('x')) {
        None => Shape::NINE.side(),
        Some(Some((rows, columns))) if rows == columns => rows.parse().unwrap_or(0),
        Some(_) => 0,
    };
    if side == 0 || side > Shape::MAX_SIDE {
        return Err(assemble::syntax("a board of Interactive Sudoku Solver that is not square"));
    }
    let mut sketch = Sketch::new(side, side);
    for (name, parts) in &constraints {
        match *name {
            "Shape" => {}
            "" => {
                for part in parts {
                    let (cell, content) = given(part, side).ok_or_else(|| {
                        let part: String = part.chars().take(20).collect();
                        assemble::syntax(format!("'{}' is not a given like R1C1_5", part.escape_debug()))
                    })?;
                    sketch.cells[cell] = content;
                }
            }
            name => sketch.rules.push(Rule::unknown(name)),
        }
    }
    Ok(sketch)
}

/// The cell and content of a given like `R1C1_5`.
fn given(text: &str, side: usize) -> Option<(usize, Content)> {
    let (cell, digits) = text.split_once('_')?;
    let (row, column) = cell.strip_prefix('R')?.split_once('C')?;
    let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|place| *place < side);
    let digits: Vec<String> = digits.split('_').map(str::to_owned).collect();
    let content = if let [digit] = &digits[..] { Content::of(digit, true) } else { Content::Marks(digits) };
    Some((place(row)? * side + place(column)?, content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{ReadOptions, read};

    #[test]
    fn constraints_of_classic_puzzles() {
        let link = |q: &str| format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={q}&mode=x");
        let found = |q: &str| read(&link(q), &ReadOptions::default()).map_err(|invalid| invalid.to_string());
        let record = found(".Shape~4x4.~R1C1_3~R4C4_1.~R1C2_1_2").unwrap();
        assert_eq!(line::write(&record.puzzle, &record.symbols), "3..............1");
        assert_eq!(record.puzzle.removed().map(|removed| removed.total()), Some(1));
        assert_eq!(found(".1.4............").unwrap().puzzle.givens().count(), 2);
        for (q, message) in [
            (".Shape~6x9", "a board of Interactive Sudoku Solver that is not square"),
            (".Thermo~R1C1~R1C2.Thermo~R2C1~R2C2", "rules that are not supported: Thermo (2)"),
            (".~R1C0_1", "'R1C0_1' is not a given like R1C1_5"),
        ] {
            assert_eq!(found(q).unwrap_err(), message);
        }
    }
}
