//! Writing: one line, with the members in the order of the table.

use super::VariantRecord;
use super::reading::FIELDS;
use crate::notation::Field;
use crate::notation::json::escape;
use crate::variant::{Constraint, Part, VariantPuzzle};

/// Whether a field has a place in JSON.
pub(in crate::notation) fn carries(field: Field, _: &str) -> bool {
    field == Field::Solution || FIELDS.iter().any(|(_, known)| *known == field)
}

/// A puzzle of any rules as a line of JSON without its end.
pub(in crate::notation) fn write(record: &VariantRecord) -> String {
    let puzzle = &record.puzzle;
    let mut members = Members::default();
    let fields = FIELDS.iter().filter_map(|(name, field)| Some((name, record.fields.get(field)?)));
    fields.for_each(|(name, text)| members.add(name, quoted(text)));
    members.add("rows", puzzle.rows().to_string());
    members.add("cols", puzzle.columns().to_string());
    if puzzle.further_cells() > 0 {
        members.add("further", puzzle.further_cells().to_string());
    }
    let gaps: Vec<usize> = puzzle.gaps().collect();
    if !gaps.is_empty() {
        members.add("gaps", list(gaps.iter().map(|gap| cell(*gap, puzzle))));
    }
    members.add("values", numbers(&[*puzzle.digits().start(), *puzzle.digits().end()]));
    members.add("grid_type", quoted(if puzzle.has_lines { "Sudoku" } else { "Raw" }));
    if !puzzle.regions.is_empty() {
        let name = if puzzle.regions.iter().all(|region| is_box(region, puzzle)) { "boxes" } else { "jigsaw" };
        members.add(name, list(puzzle.regions.iter().map(|region| cells(region, puzzle))));
    }
    members.add("constraints", list(constraints(puzzle).into_iter()));
    if let Some(solution) = record.fields.get(&Field::Solution).and_then(|solution| digits(solution, puzzle)) {
        members.add("solution", numbers(&solution));
    }
    members.finish()
}

/// The digits of a solution: figures, those of cells beside the board behind a space, or numbers with spaces.
fn digits(solution: &str, puzzle: &VariantPuzzle) -> Option<Vec<i64>> {
    let is_of_figures = *puzzle.digits().end() < 10 || !solution.contains(' ');
    match !is_of_figures {
        true => solution.split_whitespace().map(|digit| digit.parse().ok()).collect(),
        false => solution.chars().filter(|c| *c != ' ').map(|digit| digit.to_digit(10).map(i64::from)).collect(),
    }
}

fn constraints(puzzle: &VariantPuzzle) -> Vec<String> {
    let mut constraints: Vec<String> = puzzle.constraints.iter().map(|found| constraint(found, puzzle)).collect();
    for place in 0..puzzle.cell_count() {
        if let Some(digit) = puzzle.givens[place] {
            let mut members = Members::default();
            members.add("type", quoted("given"));
            members.add("cell", cell(place, puzzle));
            members.add("value", digit.to_string());
            constraints.push(members.finish());
        }
        if let Some(marks) = &puzzle.marks[place] {
            let mut members = Members::default();
            members.add("type", quoted("candidates"));
            members.add("cell", cell(place, puzzle));
            members.add("values", numbers(marks));
            constraints.push(members.finish());
        }
    }
    constraints
}

fn constraint(constraint: &Constraint, puzzle: &VariantPuzzle) -> String {
    let mut members = Members::default();
    members.add("type", quoted(constraint.kind.name()));
    for (name, part) in constraint.kind.members() {
        let other = |place: &usize| constraint.others.get(*place);
        let value = match part {
            Part::Cells => Some(cells(&constraint.cells, puzzle)),
            Part::Cell => constraint.cells.first().map(|place| cell(*place, puzzle)),
            Part::Other(place) => other(place).map(|list| cells(list, puzzle)),
            Part::OtherCell(place) => other(place).and_then(|list| Some(cell(*list.first()?, puzzle))),
            Part::Others => Some(list(constraint.others.iter().map(|list| cells(list, puzzle)))),
            Part::Value => constraint.value.map(|value| value.to_string()),
            Part::Sign => constraint.value.map(|value| quoted(if value < 0 { "-" } else { "+" })),
            Part::Values => (!constraint.values.is_empty()).then(|| numbers(&constraint.values)),
            Part::Pairs => Some(list(constraint.values.chunks(2).map(numbers))),
            Part::Text => (!constraint.text.is_empty()).then(|| quoted(&constraint.text)),
            Part::Alternatives => Some(list(constraint.alternatives.iter().map(|all| alternative(all, puzzle)))),
        };
        if let Some(value) = value {
            members.add(name, value);
        }
    }
    members.finish()
}

/// One of a choice: a constraint alone, or a list.
fn alternative(together: &[Constraint], puzzle: &VariantPuzzle) -> String {
    match together {
        [only] => constraint(only, puzzle),
        all => list(all.iter().map(|one| constraint(one, puzzle))),
    }
}

/// Whether the region is a rectangle.
fn is_box(region: &[usize], puzzle: &VariantPuzzle) -> bool {
    if region.iter().any(|cell| *cell >= puzzle.board_cells()) {
        return false;
    }
    let extent =
        |values: Vec<i64>| values.iter().max().zip(values.iter().min()).map_or(0, |(high, low)| high - low + 1);
    let height = extent(region.iter().map(|cell| puzzle.place(*cell).0).collect());
    let width = extent(region.iter().map(|cell| puzzle.place(*cell).1).collect());
    height * width == region.len() as i64
}

fn cell(cell: usize, puzzle: &VariantPuzzle) -> String {
    if let Some(further) = cell.checked_sub(puzzle.board_cells()) {
        return format!("[0,{}]", further + 1);
    }
    let (row, column) = puzzle.place(cell);
    format!("[{},{}]", row + 1, column + 1)
}

fn cells(cells: &[usize], puzzle: &VariantPuzzle) -> String {
    list(cells.iter().map(|place| cell(*place, puzzle)))
}

pub(in crate::notation) fn numbers(numbers: &[i64]) -> String {
    list(numbers.iter().map(i64::to_string))
}

pub(in crate::notation) fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

pub(in crate::notation) fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

/// The regions that have cells, and their cells, in order: so that two lists of the same regions are equal.
pub(in crate::notation) fn sorted(regions: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut regions: Vec<Vec<usize>> = regions.iter().filter(|region| !region.is_empty()).cloned().collect();
    regions.iter_mut().for_each(|region| region.sort_unstable());
    regions.sort_unstable();
    regions
}

/// Per cell the number of its region, if it is in one; the message if it is in two.
pub(in crate::notation) fn numbered(regions: &[Vec<usize>], cells: usize) -> Result<Vec<Option<usize>>, String> {
    let mut numbers = vec![None; cells];
    for (number, region) in regions.iter().enumerate() {
        for cell in region {
            if numbers[*cell].replace(number).is_some() {
                return Err("regions that overlap".to_owned());
            }
        }
    }
    Ok(numbers)
}

/// An object in the making.
#[derive(Default)]
pub(in crate::notation) struct Members(Vec<String>);

impl Members {
    pub(in crate::notation) fn add(&mut self, name: &str, value: String) {
        self.0.push(format!("\"{name}\":{value}"));
    }

    pub(in crate::notation) fn finish(self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}
