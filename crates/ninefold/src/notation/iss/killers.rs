//! Killers in the short forms of forums: two that the program takes as well, and that of SumoCue (Ruud, 2006).
//!
//! ```text
//!   H<<<H<^ ...        81 characters: a cage's sum as 0-9, A-Z for 10 to 35, a-j for 36 to 45, in one of its cells;
//!                      every other cell points to a neighbour of its cage: < > ^ v, and ` ' , . to the corners
//!   3x3:d:k:4361: ...  per cell 256 times the sum and a number for the cage; with d both diagonals
//!   SumoCueV1=8J0+0J0=0J0=5J1 ...
//!                      per cell = and the sum of a cage that begins there, or + and the first cell of its cage, from 0;
//!                      then J and a region, if those are irregular; with D after the 1 both diagonals
//! ```
//!
//! A cage of sum 0 has no sum. A cage of SumoCue that is a single cell is a given; so jigsaws without cages are written, too.

use crate::notation::places::Places;
use crate::notation::sketch::{Content, Sketch};
use crate::variant::{Constraint, Kind};
use std::collections::BTreeMap;

const SIDE: usize = 9;

const SUMO_CUE: &str = "SumoCueV1";

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
    is_short || ["3x3::k:", "3x3:d:k:", SUMO_CUE].iter().any(|start| text.starts_with(start))
}

/// What such a text says.
pub(super) fn decode(text: &str) -> Result<Sketch, String> {
    let mut sketch = Sketch::new(SIDE, SIDE);
    let cages = match text.strip_prefix(SUMO_CUE) {
        Some(rest) => joined(rest, &mut sketch)?,
        None if text.starts_with("3x3:") => numbered(text, &mut sketch)?,
        None => pointed(text)?,
    };
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
                return Err(format!("{} leads round in a loop", name()));
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
        return Err(format!("{} numbers in a killer, expected {}", values.len(), SIDE * SIDE));
    }
    if head.get(1) == Some(&"d") {
        add_diagonals(sketch);
    }
    let mut cages: BTreeMap<i64, (i64, Vec<usize>)> = BTreeMap::new();
    for (cell, value) in values.iter().enumerate() {
        let value: Option<i64> = value.parse().ok().filter(|value| (0..100_000).contains(value));
        let value = value.ok_or_else(|| format!("place {} of a killer has no number", cell + 1))?;
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

fn add_diagonals(sketch: &mut Sketch) {
    sketch.add(Ok([1, -1].map(|direction| Constraint::new(Kind::Diagonal).value(direction)).into()));
}

/// What SumoCue says of a cell: the sum of a cage that begins in it, or the cell that its cage begins in; and its region.
struct Entry<'t> {
    text: &'t str,
    begins: bool,
    number: i64,
    region: Option<usize>,
}

/// The entries of SumoCue's cells, and whether the diagonals are houses.
fn entries(text: &str) -> Result<(Vec<Entry<'_>>, bool), String> {
    let rest = text.strip_prefix('D');
    let entries = rest.unwrap_or(text);
    let starts: Vec<usize> = entries.match_indices(['=', '+']).map(|(start, _)| start).collect();
    if starts.len() != SIDE * SIDE || starts[0] != 0 {
        return Err(format!("{} cells in a killer, expected {}", starts.len(), SIDE * SIDE));
    }
    let ends = starts.iter().skip(1).copied().chain([entries.len()]);
    let entry = |(cell, (start, end)): (usize, (&usize, usize))| {
        let text = entries[*start..end].trim();
        let (cage, region) = text.split_once('J').map_or((text, None), |(cage, region)| (cage, Some(region)));
        let number: Option<i64> = cage[1..].parse().ok().filter(|number| (0..1000).contains(number));
        let region = region.map(|region| region.parse().ok().filter(|region| *region < SIDE));
        match (number, region) {
            (None, _) | (_, Some(None)) => Err(format!("'{}' in place {} of a killer", text.escape_debug(), cell + 1)),
            (Some(number), region) => {
                Ok(Entry { text, begins: cage.starts_with('='), number, region: region.flatten() })
            }
        }
    };
    let entries = starts.iter().zip(ends).enumerate().map(entry).collect::<Result<_, _>>()?;
    Ok((entries, rest.is_some()))
}

/// Adds the givens of a text, if it is a classic puzzle of SumoCue; whether it has further rules.
pub(super) fn add_givens(text: &str, sketch: &mut Sketch) -> Result<bool, String> {
    let Some(rest) = text.strip_prefix(SUMO_CUE) else { return Ok(true) };
    let (entries, has_diagonals) = entries(rest)?;
    if has_diagonals || entries.iter().any(|entry| !entry.begins || entry.region.is_some()) {
        return Ok(true);
    }
    for (cell, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.number > 0) {
        sketch.cells[cell] = Content::Given(entry.number.to_string());
    }
    Ok(false)
}

/// Each cage with its sum, as SumoCue has them: by the cell that it begins in.
fn joined(text: &str, sketch: &mut Sketch) -> Result<Vec<(i64, Vec<usize>)>, String> {
    let (entries, has_diagonals) = entries(text)?;
    if has_diagonals {
        add_diagonals(sketch);
    }
    let mut cages: BTreeMap<usize, (i64, Vec<usize>)> = BTreeMap::new();
    for (cell, Entry { text, begins, number, .. }) in entries.iter().enumerate() {
        if *begins {
            cages.insert(cell, (*number, vec![cell]));
        } else {
            let missing = || format!("'{text}' in place {} of a killer, where no cage begins in that cell", cell + 1);
            cages.get_mut(&(*number as usize)).ok_or_else(missing)?.1.push(cell);
        }
    }
    let regions: Vec<Option<usize>> = entries.iter().map(|entry| entry.region).collect();
    match regions.iter().flatten().count() {
        0 => {}
        81 => sketch.regions = Some(regions),
        count => return Err(format!("a killer has regions for {count} of 81 cells, expected all or none")),
    }
    let (single, cages): (Vec<_>, Vec<_>) = cages.into_values().partition(|(_, cells)| cells.len() == 1);
    for (digit, cells) in single.into_iter().filter(|(digit, _)| *digit > 0) {
        sketch.cells[cells[0]] = Content::Given(digit.to_string());
    }
    Ok(cages)
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
        assert_eq!(message(&rows.replacen("F<<F", "><<F", 1)), "R1C1 leads round in a loop");
        assert_eq!(message(&rows.replacen("F<<F", "^<<F", 1)), "R1C1 leads off the board");
    }

    #[test]
    fn cages_with_numbers() {
        let values = |first: &str| format!("3x3:d:k:{first}:2561:{}", "0:".repeat(79));
        let puzzle = read_variant(&values("2561"), &ReadOptions::default()).unwrap().puzzle;
        let cage = Constraint::new(Kind::Cage).value(10).cells([0, 1]);
        assert_eq!((puzzle.constraints.len(), &puzzle.constraints[2]), (3, &cage));
        assert_eq!(message(&values("2817")), "cage 1 has the sums 11 and 10");
        assert_eq!(message(&values("x")), "place 1 of a killer has no number");
        assert_eq!(message("3x3::k:1:2"), "2 numbers in a killer, expected 81");
    }

    #[test]
    fn cages_of_sumo_cue() {
        let cells = |first: &str| format!("SumoCueV1{first}{}", "=0".repeat(76));
        let cage = |sum: i64, cells: &[usize]| Constraint::new(Kind::Cage).value(sum).cells(cells.iter().copied());
        assert_eq!(message(&cells("=8+0=12+2+3")), "'+3' in place 5 of a killer, where no cage begins in that cell");
        let puzzle = read_variant(&cells("D=8+0=12+2=5"), &ReadOptions::default()).unwrap().puzzle;
        assert_eq!(puzzle.constraints[2..], [cage(8, &[0, 1]), cage(12, &[2, 3])]);
        assert_eq!(puzzle.givens[4], Some(5));
        // Without cages and regions it is a classic puzzle.
        let classic = read(&cells("=0=3=0=0=5"), &ReadOptions::default()).unwrap().puzzle;
        assert_eq!(classic.givens().count(), 2);
        assert_eq!(message(&cells("=8+0=x=0=0")), "'=x' in place 3 of a killer");
        assert_eq!(message(&cells("=8+0")), "78 cells in a killer, expected 81");
        assert_eq!(message(&cells("=8J0+0=1=0=0")), "a killer has regions for 1 of 81 cells, expected all or none");
    }

    #[test]
    fn jigsaws_of_sumo_cue() {
        // Nine rows as regions, but for two cells.
        let region = |cell: usize| match cell {
            9 => 0,
            8 => 1,
            cell => cell / 9,
        };
        let text: String =
            (0..81).map(|cell| format!("={}J{}", if cell == 40 { 7 } else { 0 }, region(cell))).collect();
        let text = format!("SumoCueV1{text}");
        let puzzle = read_variant(&text, &ReadOptions::default()).unwrap().puzzle;
        assert_eq!((&puzzle.regions[0][..], puzzle.givens[40]), (&[0, 1, 2, 3, 4, 5, 6, 7, 9][..], Some(7)));
        assert_eq!(puzzle.regions[1], [8, 10, 11, 12, 13, 14, 15, 16, 17]);
    }
}
