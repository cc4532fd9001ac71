//! Templates: the ways to place a digit nine times, once in each row, column and box.
//!
//! ```text
//!   X . . | . . .      a template has one cell in each row, column and box, and only candidates and the digit's own
//!   . . . | X . .      cells; there are 46656 on an empty board, on most boards a few dozen are left
//!   . X . | . . .      set: a cell that all of them have       delete: a candidate that none of them has
//! ```
//!
//! A template with a cell that all templates of another digit have is impossible. Templates are hard to spot by eye.
//!
//! Source: as old as Sudoku programs; Ruud van der Werf called them pattern overlay.
//! Here: HoDoKu does not use them unless asked to. They are built row by row: place the digit in a cell of the first row that
//! has it, then continue in the next row with the cells that do not see that cell.

use super::prelude::*;

/// Finds digits with cells that all of their templates have, or with candidates that none of them has.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let mut templates: [Templates; 9] = std::array::from_fn(|digit| Templates::of(nine, digit));
    // For each digit, the digits that excluded some of its templates: their templates belong to the argument.
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
        // No template at all: the position has no solution, and there is nothing to report.
        if templates.all.is_empty() {
            continue;
        }
        let is_set = technique == Technique::TemplateSet;
        let cells = nine.cells[digit] & if is_set { templates.common } else { !templates.any };
        if !cells.is_empty() {
            let conclusions = cells.iter().map(|cell| candidate(cell, digit)).collect();
            let (placements, eliminations) = if is_set { (conclusions, Vec::new()) } else { (Vec::new(), conclusions) };
            let pattern = Pattern::Templates { digits: digits_of(1 << digit | cut_by[digit]) };
            let step = Step::new(technique, pattern, premises(nine, 1 << digit | cut_by[digit]));
            finds.add(Step { placements, eliminations, ..step })?;
        }
    }
    ControlFlow::Continue(())
}

fn digits_of(mask: u16) -> Vec<Digit> {
    digits(mask).map(Digit::from_index).collect()
}

/// The constraints on these digits, and on the cells if there are several digits.
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
            // If a house has neither the digit nor a place left for it, the position has no solution.
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
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // Templates find an X-wing, too.
        example(
            TemplateDelete,
            "4 in r2: r2c38; 4 in r6: r6c38",
            "r1345789c38<>4",
            &["4 in r2: r2c138; 4 in r6: r6c138"],
        ),
        example(TemplateSet, "r123789c9 r5c123456<>4", "r5c9=4", &["r123789c9 r5c12345<>4"]),
    ];

    /// All ways to choose a column for each row, one in each box.
    fn placements() -> Vec<CellSet> {
        fn extend(columns: &mut Vec<usize>, all: &mut Vec<CellSet>) {
            let row = columns.len();
            if row == 9 {
                all.push(columns.iter().enumerate().map(|(row, column)| 9 * row + column).collect());
                return;
            }
            for column in 0..9 {
                let fits =
                    |(other, its): (usize, &usize)| *its != column && (other / 3 != row / 3 || its / 3 != column / 3);
                if columns.iter().enumerate().all(fits) {
                    columns.push(column);
                    extend(columns, all);
                    columns.pop();
                }
            }
        }
        let mut all = Vec::new();
        extend(&mut Vec::new(), &mut all);
        assert_eq!(all.len(), 46656);
        all
    }

    /// What all templates of a digit have, and what none has, without those that use a cell that another digit must have.
    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let placements = placements();
        let mut counts = [0, 0];
        for seed in 0..12 {
            let board = Board::midway(seed, 50);
            let nine = board.nine();
            let nine = &nine;
            let own = |digit: usize| (0..81).filter(move |cell| nine.values[*cell].map(usize::from) == Some(digit));
            let mut all: Vec<Vec<CellSet>> = (0..9)
                .map(|digit| {
                    let own: CellSet = own(digit).collect();
                    let fits =
                        |template: &CellSet| own.is_subset(*template) && template.is_subset(own | nine.cells[digit]);
                    placements.iter().copied().filter(fits).collect()
                })
                .collect();
            let common = |list: &[CellSet]| list.iter().fold(CellSet::ALL, |common, template| common & *template);
            loop {
                let taken: Vec<CellSet> = all.iter().map(|list| common(list)).collect();
                let before: usize = all.iter().map(Vec::len).sum();
                for (digit, list) in all.iter_mut().enumerate() {
                    let is_free = |template: &CellSet| (0..9).all(|d| d == digit || template.is_disjoint(taken[d]));
                    list.retain(is_free);
                }
                if all.iter().map(Vec::len).sum::<usize>() == before {
                    break;
                }
            }
            for (i, technique) in [TemplateSet, TemplateDelete].into_iter().enumerate() {
                let wanted = |digit: usize| {
                    let any = all[digit].iter().fold(CellSet::EMPTY, |any, template| any | *template);
                    let cells = nine.cells[digit] & if i == 0 { common(&all[digit]) } else { CellSet::ALL - any };
                    cells.iter().map(|cell| (cell, digit)).collect::<Vec<_>>()
                };
                let wanted: BTreeSet<(usize, usize)> = (0..9).flat_map(wanted).collect();
                let steps = board.steps(technique);
                let found = steps.iter().flat_map(|step| step.placements.iter().chain(&step.eliminations));
                let found: BTreeSet<_> = found.map(|placed| (placed.cell.index(), placed.digit.index())).collect();
                assert_eq!(found, wanted, "{technique} in {board:?}");
                counts[i] += found.len();
            }
        }
        assert!(counts[0] > 5 && counts[1] > 20, "{counts:?}");
    }
}
