//! Templates: all the ways in which nine cells can hold one digit.
//!
//! ```text
//!   X . . | . . .      a template has one cell in each row, column and box, and only candidates and the digit's own
//!   . . . | X . .      cells; there are 46656 on an empty board, on most boards a few dozen are left
//!   . X . | . . .      set: a cell that all of them have       delete: a candidate that none of them has
//! ```
//!
//! A template that covers a cell which all templates of another digit have is none. Templates are as old as Sudoku
//! programs (Ruud van der Werf called them pattern overlay); nobody finds them by eye, and HoDoKu does not use them
//! unless it is told to.
//!
//! They are found row by row: place the digit in a cell of the first row that has it, go on in the next with the
//! cells that do not see it.

use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine, candidate, digits, in_cell, in_house};
use super::super::step::{Pattern, Premise, Step};
use crate::board::Digit;
use std::ops::ControlFlow;

/// Finds the digits with cells that all of their templates have, or with candidates that none has.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let mut templates: [Templates; 9] = std::array::from_fn(|digit| Templates::of(nine, digit));
    // Of the digits that were cut by others, which ones: their templates belong to the argument.
    let mut cut_by = [0u16; 9];
    loop {
        let mut is_done = true;
        for digit in 0..9 {
            for other in (0..9).filter(|other| *other != digit) {
                let taken = templates[other].common;
                let before = templates[digit].all.len();
                templates[digit].all.retain(|template| template.is_disjoint(taken));
                if templates[digit].all.len() < before {
                    cut_by[digit] |= 1 << other | cut_by[other];
                    templates[digit].sum_up();
                    is_done = false;
                }
            }
        }
        if is_done {
            break;
        }
    }
    for digit in 0..9 {
        let templates = &templates[digit];
        // No template at all: the position has no solution, and nothing is worth saying.
        if templates.all.is_empty() {
            continue;
        }
        let is_set = technique == Technique::TemplateSet;
        let cells = nine.cells[digit] & if is_set { templates.common } else { !templates.any };
        if !cells.is_empty() {
            let conclusions = cells.iter().map(|cell| candidate(cell, digit)).collect();
            let (placements, eliminations) = if is_set { (conclusions, Vec::new()) } else { (Vec::new(), conclusions) };
            finds.add(Step {
                technique,
                pattern: Pattern::Templates { digits: digits_of(1 << digit | cut_by[digit]) },
                premises: premises(nine, 1 << digit | cut_by[digit]),
                placements,
                eliminations,
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn digits_of(mask: u16) -> Vec<Digit> {
    digits(mask).map(Digit::from_index).collect()
}

/// All that is demanded of these digits; and of the cells, if there are several.
fn premises(nine: &Nine, mask: u16) -> Vec<Premise> {
    let mut premises = Vec::new();
    for digit in digits(mask) {
        let houses = || (0..27).filter(|house| nine.places[*house][digit] != 0);
        premises.extend(houses().map(|house| Premise::Strong(in_house(house, digit))));
        premises.extend(houses().map(|house| Premise::Weak(in_house(house, digit))));
    }
    if mask.count_ones() > 1 {
        premises.extend(nine.open.iter().map(|cell| Premise::Weak(in_cell(cell))));
    }
    premises
}

/// The templates of a digit: only their cells that are still open.
struct Templates {
    all: Vec<CellSet>,
    common: CellSet,
    any: CellSet,
}

impl Templates {
    fn of(nine: &Nine, digit: usize) -> Templates {
        let mut templates = Templates { all: Vec::new(), common: CellSet::ALL, any: CellSet::EMPTY };
        templates.extend(nine, digit, 0, nine.cells[digit], CellSet::EMPTY);
        templates.sum_up();
        templates
    }

    /// Adds the templates that start with some cells in the first rows; `left` are the cells that are still possible.
    fn extend(&mut self, nine: &Nine, digit: usize, row: usize, left: CellSet, chosen: CellSet) {
        if row == 9 {
            // A house that has neither the digit nor a place left for it breaks the position.
            let is_whole =
                (0..27).all(|house| nine.places[house][digit] == 0 || !chosen.is_disjoint(CellSet::house(house)));
            if is_whole {
                self.all.push(chosen);
            }
        } else if nine.places[row][digit] == 0 {
            self.extend(nine, digit, row + 1, left, chosen);
        } else {
            for cell in (left & CellSet::house(row)).iter() {
                self.extend(nine, digit, row + 1, left - CellSet::peers(cell), chosen | CellSet::only(cell));
            }
        }
    }

    fn sum_up(&mut self) {
        self.common = self.all.iter().fold(CellSet::ALL, |common, template| common & *template);
        self.any = self.all.iter().fold(CellSet::EMPTY, |any, template| any | *template);
        if self.all.is_empty() {
            self.common = CellSet::EMPTY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Puzzle};
    use crate::logic::{Explainer, check};

    /// An X-wing is told by templates too, and when it is gone they say nothing.
    #[test]
    fn what_no_template_has_goes() {
        let mut puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        let five = Digit::from_index(4);
        for row in [1, 5] {
            for column in (0..9).filter(|column| *column != 2 && *column != 7) {
                puzzle.remove_candidate(Cell::new(9 * row + column), five);
            }
        }
        let explainer = Explainer::with(&[Technique::TemplateDelete]);
        let steps = explainer.all_steps(&puzzle);
        assert_eq!(steps.len(), 1);
        let expected = (0..81).filter(|cell| [2, 7].contains(&(cell % 9)) && ![1, 5].contains(&(cell / 9)));
        let cells: Vec<usize> = steps[0].eliminations.iter().map(|out| out.cell.index()).collect();
        assert_eq!(cells, expected.collect::<Vec<_>>());
        assert_eq!(check(&puzzle, &steps[0], true), Ok(()));
        steps[0].apply(&mut puzzle);
        assert_eq!(explainer.all_steps(&puzzle), []);
        // One more place in one of the rows: no X-wing, and every place has a template.
        let mut puzzle: Puzzle = ".".repeat(81).parse().unwrap();
        for column in (0..9).filter(|column| ![0, 2, 7].contains(column)) {
            puzzle.remove_candidate(Cell::new(9 + column), five);
            puzzle.remove_candidate(Cell::new(45 + column), five);
        }
        assert_eq!(explainer.all_steps(&puzzle), []);
    }

    /// Every template of a solved digit is the solution: all of its cells are set, each step true of the solution.
    #[test]
    fn steps_are_accepted() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let puzzle: Puzzle = line.parse().unwrap();
        for technique in [Technique::TemplateSet, Technique::TemplateDelete] {
            for step in Explainer::with(&[technique]).all_steps(&puzzle) {
                assert_eq!(check(&puzzle, &step, true), Ok(()), "{step:?}");
            }
        }
    }
}
