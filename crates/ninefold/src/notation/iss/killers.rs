//! Killers in two short forms of forums, which the program takes as well.
//!
//! ```text
//!   H<<<H<^ ...        81 characters: a cage's sum as 0-9, A-Z for 10 to 35, a-j for 36 to 45, in one of its cells;
//!                      every other cell points to a neighbour of its cage: < > ^ v, and ` ' , . to the corners
//!   3x3:d:k:4361: ...  per cell 256 times the sum and a number for the cage; with d both diagonals
//! ```
//!
//! A cage of sum 0 has no sum.

use crate::notation::places::Places;
use crate::notation::sketch::Sketch;
use crate::variant::{Constraint, Kind};
use std::collections::BTreeMap;

const SIDE: usize = 9;

/// Where a character points to, down and to the right.
const ARROWS: [(char, (i64, i64)); 8] = [
    ('v', (1, 0)),
    ('^', (-1, 0)),
    ('<', (0, -1)),
    ('>', (0, 1)),
    ('`', (-1, -1)),
    ('\'', (-1, 1)),
    (',', (1, -1)),
    ('.', (1, 1)),
];

/// Whether a text is a killer in one of the forms.
pub(super) fn is_killer(text: &str) -> bool {
    let is_arrow = |c: char| ARROWS.iter().any(|(arrow, _)| *arrow == c);
    let is_part = |c: char| is_arrow(c) || sum(c).is_some();
    let is_short = text.len() == SIDE * SIDE && text.contains(['<', '>', '^']) && text.chars().all(is_part);
    is_short || ["3x3::k:", "3x3:d:k:"].iter().any(|start| text.starts_with(start))
}

/// What such a text says.
pub(super) fn decode(text: &str) -> Result<Sketch, String> {
    let mut sketch = Sketch::new(SIDE, SIDE);
    let cages = if text.starts_with("3x3:") { numbered(text, &mut sketch)? } else { pointed(text)? };
    let cage = |(sum, cells): (i64, Vec<usize>)| {
        let value = Some(sum).filter(|sum| *sum != 0);
        Constraint { value, ..Constraint::new(Kind::Cage) }.cells(cells)
    };
    sketch.add(Ok(cages.into_iter().map(cage).collect()));
    Ok(sketch)
}

fn sum(c: char) -> Option<i64> {
    match c {
        '0'..='9' | 'A'..='Z' => c.to_digit(36).map(i64::from),
        'a'..='j' => Some(i64::from(u32::from(c) - u32::from('a')) + 36),
        _ => None,
    }
}

/// Each cage with its sum, by the cell that has it.
fn pointed(text: &str) -> Result<Vec<(i64, Vec<usize>)>, String> {
    let (board, cells) = (Places::new(SIDE, SIDE), text.chars().collect::<Vec<char>>());
    let mut cages: BTreeMap<usize, (i64, Vec<usize>)> = BTreeMap::new();
    for start in 0..cells.len() {
        let name = || crate::notation::places::name(board.of(start));
        let (mut cell, mut steps) = (start, 0);
        let sum = loop {
            let Some((_, (down, right))) = ARROWS.iter().find(|(arrow, _)| *arrow == cells[cell]) else {
                break sum(cells[cell]).ok_or_else(|| format!("{} leads to no sum", name()))?;
            };
            let (row, column) = board.of(cell);
            cell = board.at((row + down, column + right)).ok_or_else(|| format!("{} leads off the board", name()))?;
            steps += 1;
            if steps > cells.len() {
                return Err(format!("{} leads round in a circle", name()));
            }
        };
        cages.entry(cell).or_insert((sum, Vec::new())).1.push(start);
    }
    Ok(cages.into_values().collect())
}

/// Each cage with its sum, by its number.
fn numbered(text: &str, sketch: &mut Sketch) -> Result<Vec<(i64, Vec<usize>)>, String> {
    let parts: Vec<&str> = text.trim_end_matches(':').split(':').collect();
    let (head, values) = parts.split_at_checked(3).unwrap_or((&[], &[]));
    if values.len() != SIDE * SIDE {
        return Err(format!("{} numbers of a killer, expected {}", values.len(), SIDE * SIDE));
    }
    if head.get(1) == Some(&"d") {
        sketch.add(Ok([1, -1].map(|direction| Constraint::new(Kind::Diagonal).value(direction)).into()));
    }
    let mut cages: BTreeMap<i64, (i64, Vec<usize>)> = BTreeMap::new();
    for (cell, value) in values.iter().enumerate() {
        let value: Option<i64> = value.parse().ok().filter(|value| (0..100_000).contains(value));
        let value = value.ok_or_else(|| format!("no number of a killer in place {}", cell + 1))?;
        let (number, sum) = (value % 256, value / 256);
        // Without a sum there is no cage.
        if sum > 0 {
            let cage = cages.entry(number).or_insert((sum, Vec::new()));
            if cage.0 != sum {
                return Err(format!("cage {number} has the sums {} and {sum}", cage.0));
            }
            cage.1.push(cell);
        }
    }
    Ok(cages.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{ReadOptions, read, read_variant};

    fn message(text: &str) -> String {
        read_variant(text, &ReadOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn cages_that_point() {
        let rows = "F<<F<<F<<".to_owned() + &"5^^".repeat(3) + &"j<<<<<<<<".repeat(7);
        let puzzle = read_variant(&rows, &ReadOptions::default()).unwrap().puzzle;
        let cage = |sum: i64, cells: &[usize]| Constraint::new(Kind::Cage).value(sum).cells(cells.iter().copied());
        assert_eq!(puzzle.constraints[..2], [cage(15, &[0, 1, 2, 10, 11]), cage(15, &[3, 4, 5, 13, 14])]);
        assert_eq!((puzzle.constraints[3].value, puzzle.constraints.len()), (Some(5), 13));
        let named = read(&rows, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(named, "rules that are not supported: killer cage");
        assert_eq!(message(&rows.replacen("F<<F", "><<F", 1)), "R1C1 leads round in a circle");
        assert_eq!(message(&rows.replacen("F<<F", "^<<F", 1)), "R1C1 leads off the board");
    }

    #[test]
    fn cages_with_numbers() {
        let values = |first: &str| format!("3x3:d:k:{first}:2561:{}", "0:".repeat(79));
        let puzzle = read_variant(&values("2561"), &ReadOptions::default()).unwrap().puzzle;
        let cage = Constraint::new(Kind::Cage).value(10).cells([0, 1]);
        assert_eq!((puzzle.constraints.len(), &puzzle.constraints[2]), (3, &cage));
        assert_eq!(message(&values("2817")), "cage 1 has the sums 11 and 10");
        assert_eq!(message(&values("x")), "no number of a killer in place 1");
        assert_eq!(message("3x3::k:1:2"), "2 numbers of a killer, expected 81");
    }
}
