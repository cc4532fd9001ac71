//! How cells, digits, houses and candidates are written.

use super::super::{Constraint, Pattern, Premise, Step};
use super::{Wording, say};
use crate::board::{Candidate, Cell, Digit, House};

impl Wording {
    /// The words for locked candidates or a subset that leave a digit one place in a house, and so place it.
    pub(super) fn last_place(&self, step: &Step) -> Option<String> {
        let placed = step.placements.first()?;
        if !matches!(step.pattern, Pattern::Locked { .. } | Pattern::Subset { .. }) {
            return None;
        }
        let Some(Premise::Strong(Constraint::Place(house, digit))) = step.premises.last() else { return None };
        let (house, cell, digit) = (self.house(*house), self.cell(placed.cell), self.digit(*digit));
        Some(say!(self, last_place, house, cell, digit))
    }

    /// `r1c1`, or `A1`.
    pub fn cell(&self, cell: Cell) -> String {
        let name = self.shape.name(cell);
        if self.has_letters { format!("{name:#}") } else { name.to_string() }
    }

    /// The digit's symbol.
    pub fn digit(&self, digit: Digit) -> String {
        self.symbols.symbol(digit).to_string()
    }

    /// Several cells in short form: `r1c46`, `r28c5`, `r1c4, r3c7`.
    pub fn cells(&self, cells: &[Cell]) -> String {
        let single = |cell: &Cell| self.cell(*cell);
        if self.has_letters || self.shape.side() > 9 {
            return list(&cells.iter().map(single).collect::<Vec<_>>(), self.words().and);
        }
        let cells = sorted(cells.to_vec());
        let column = |cell: &Cell| self.shape.column(*cell) + 1;
        let row = |cell: &Cell| self.shape.row(*cell) + 1;
        if cells.len() > 1 && cells.iter().all(|cell| column(cell) == column(&cells[0])) {
            let rows: String = cells.iter().map(|cell| row(cell).to_string()).collect();
            return format!("r{rows}c{}", column(&cells[0]));
        }
        // Rows with several cells first become one word, with other rows of the same columns; what is left is joined along
        // columns.
        let mut alone: Vec<Cell> = Vec::new();
        let mut blocks: Vec<(Cell, String, String)> = Vec::new();
        for group in cells.chunk_by(|a, b| row(a) == row(b)) {
            let columns: String = group.iter().map(|cell| column(cell).to_string()).collect();
            match (group, blocks.iter_mut().find(|(_, _, known)| *known == columns)) {
                ([only], _) => alone.push(*only),
                (_, Some((_, rows, _))) => rows.push_str(&row(&group[0]).to_string()),
                (_, None) => blocks.push((group[0], row(&group[0]).to_string(), columns)),
            }
        }
        let word = |(first, rows, columns): (Cell, String, String)| (first, format!("r{rows}c{columns}"));
        let mut words: Vec<(Cell, String)> = blocks.into_iter().map(word).collect();
        alone.sort_by_key(|cell| (column(cell), row(cell)));
        for group in alone.chunk_by(|a, b| column(a) == column(b)) {
            let rows: String = group.iter().map(|cell| row(cell).to_string()).collect();
            words.push((group[0], format!("r{rows}c{}", column(&group[0]))));
        }
        words.sort_unstable();
        list(&words.into_iter().map(|(_, word)| word).collect::<Vec<_>>(), self.words().and)
    }

    pub(super) fn digits(&self, digits: &[Digit], word: &str) -> String {
        list(&digits.iter().map(|digit| self.digit(*digit)).collect::<Vec<_>>(), word)
    }

    /// `row 2`
    pub(super) fn house(&self, house: House) -> String {
        self.houses(&[house])
    }

    /// `rows 2 and 7`, `row 2 and box 3`.
    pub(super) fn houses(&self, houses: &[House]) -> String {
        let and = self.words().and;
        let words = houses.chunk_by(|one, other| std::mem::discriminant(one) == std::mem::discriminant(other));
        let words = words.map(|group| {
            let number = |house: &House| {
                let (House::Row(i) | House::Column(i) | House::Box(i)) = house;
                (i + 1).to_string()
            };
            let numbers = list(&group.iter().map(number).collect::<Vec<_>>(), and);
            match group {
                [House::Row(_)] => say!(self, row, numbers),
                [House::Column(_)] => say!(self, column, numbers),
                [House::Box(_)] => say!(self, block, numbers),
                [House::Row(_), ..] => say!(self, rows, numbers),
                [House::Column(_), ..] => say!(self, columns, numbers),
                _ => say!(self, blocks, numbers),
            }
        });
        list(&words.collect::<Vec<_>>(), and)
    }

    /// Small numbers as words.
    pub(super) fn number(&self, number: usize) -> String {
        self.words().numbers.split(' ').nth(number).map_or_else(|| number.to_string(), str::to_owned)
    }

    /// `r1c1 is 4 and r2c5 is 4`
    pub(super) fn candidates(&self, candidates: &[Candidate], word: &str) -> String {
        let mut by_digit: Vec<(Digit, Vec<Cell>)> = Vec::new();
        for candidate in candidates {
            match by_digit.iter_mut().find(|(digit, _)| *digit == candidate.digit) {
                Some((_, cells)) => cells.push(candidate.cell),
                None => by_digit.push((candidate.digit, vec![candidate.cell])),
            }
        }
        let words = by_digit.into_iter().map(|(digit, cells)| {
            let cells: Vec<String> = cells.into_iter().map(|cell| self.cell(cell)).collect();
            let (are_several, cells) = (cells.len() > 1 && word == self.words().and, list(&cells, word));
            let digit = self.digit(digit);
            if are_several { say!(self, are, cells, digit) } else { say!(self, is, cells, digit) }
        });
        list(&words.collect::<Vec<_>>(), word)
    }
}

/// The cells and the digits of some candidates, each once.
pub(super) fn parts(candidates: &[Candidate]) -> (Vec<Cell>, Vec<Digit>) {
    let cells = candidates.iter().map(|candidate| candidate.cell).collect();
    let digits = candidates.iter().map(|candidate| candidate.digit).collect();
    (sorted(cells), sorted(digits))
}

/// The values in order, each once.
pub(super) fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values.dedup();
    values
}

pub(super) fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
