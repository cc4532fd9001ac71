//! Writing: the object of a puzzle with rules beside those of a Sudoku, by the table that it is read by.
//!
//! What the format has no words for is listed instead. A rule is never written as something that only looks like it: a
//! diagonal that is not one, or a minimum that is compared with other neighbours than f-puzzles compares it with.

use super::rules::{Form, NEGATIVE, RULES};
use super::{FIELDS, LARGEST_SIDE};
use crate::board::Shape;
use crate::notation::places::{DIAGONAL, Places, STRAIGHT, name};
use crate::notation::variant::{Members, list, numbered, numbers, quoted, sorted};
use crate::notation::{Field, VariantRecord};
use crate::variant::{Constraint, Kind, VariantPuzzle};

/// Whether a field is written: a solution, if its digits are figures.
pub(super) fn carries(field: Field, value: &str) -> bool {
    super::carries(field, value) || field == Field::Solution && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// The object; or what the format does not carry.
pub(super) fn write(record: &VariantRecord) -> Result<String, Vec<String>> {
    let puzzle = &record.puzzle;
    let mistakes: Vec<String> = puzzle.check().iter().map(ToString::to_string).collect();
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let mut missing = oddities(puzzle);
    let mut members = Members::default();
    members.add("size", puzzle.rows().to_string());
    for (name, field) in FIELDS {
        let value = record.fields.get(&field).filter(|value| !value.is_empty());
        value.into_iter().for_each(|value| members.add(name, quoted(value)));
    }
    members.add("grid", grid(puzzle, &mut missing));
    rules(puzzle, &mut members, &mut missing);
    if let Some(solution) = record.fields.get(&Field::Solution).filter(|value| carries(Field::Solution, value)) {
        match solution.len() == puzzle.cell_count() {
            true => members.add("solution", list(solution.chars().map(String::from))),
            false => missing.push(format!("a solution of {} digits", solution.len())),
        }
    }
    if missing.is_empty() { Ok(members.finish()) } else { Err(missing) }
}

/// What about the board the format has no words for.
fn oddities(puzzle: &VariantPuzzle) -> Vec<String> {
    let (rows, columns, digits) = (puzzle.rows(), puzzle.columns(), puzzle.digits());
    let mut oddities = Vec::new();
    if rows != columns || rows > LARGEST_SIDE {
        oddities.push(format!("a board of {rows} rows and {columns} columns"));
    }
    if digits != (1..=rows as i64) {
        oddities.push(format!("digits from {} to {}", digits.start(), digits.end()));
    }
    if !puzzle.has_lines {
        oddities.push("rows and columns with repeated digits".to_owned());
    }
    if puzzle.further_cells() > 0 {
        oddities.push("cells beside the board".to_owned());
    }
    if puzzle.gaps().next().is_some() {
        oddities.push("a board with gaps".to_owned());
    }
    oddities
}

fn grid(puzzle: &VariantPuzzle, missing: &mut Vec<String>) -> String {
    let regions = regions(puzzle).unwrap_or_else(|message| {
        missing.push(message);
        None
    });
    let mut cell = |cell: usize| {
        let mut members = Members::default();
        let name = puzzle.name_of(cell);
        match (puzzle.givens[cell], &puzzle.marks[cell]) {
            (Some(digit), None) => {
                members.add("value", digit.to_string());
                members.add("given", "true".to_owned());
            }
            (None, Some(marks)) if !marks.is_empty() => members.add("givenPencilMarks", numbers(marks)),
            (Some(_), Some(_)) => missing.push(format!("candidates of the given digit in {name}")),
            (None, Some(_)) => missing.push(format!("no candidates at all in {name}")),
            (None, None) => {}
        }
        if let Some(regions) = &regions {
            members.add("region", regions[cell].map_or("null".to_owned(), |region| region.to_string()));
        }
        members.finish()
    };
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    list((0..rows).map(|row| list((0..columns).map(|column| cell(row * columns + column)))))
}

/// The region of each cell; nothing where the regions are the usual boxes.
fn regions(puzzle: &VariantPuzzle) -> Result<Option<Vec<Option<usize>>>, String> {
    let found = sorted(&puzzle.regions);
    let usual = Shape::for_side(puzzle.rows()).ok();
    let usual = usual.map(|shape| sorted(&VariantPuzzle::sudoku(shape.box_rows(), shape.box_columns()).regions));
    if usual.is_some_and(|usual| usual == found) {
        return Ok(None);
    }
    numbered(&found, puzzle.cell_count()).map(Some)
}

/// Adds a member for each kind of rule that the puzzle has.
fn rules(puzzle: &VariantPuzzle, members: &mut Members, missing: &mut Vec<String>) {
    for (name, kind, form) in RULES {
        let of_kind = puzzle.constraints.iter().filter(|constraint| constraint.kind == kind);
        if let Form::Board(number) = form {
            let is_kropki = |other: &Constraint| matches!(other.kind, Kind::NegativeDifference | Kind::NegativeKropki);
            let is_there = of_kind.clone().any(|constraint| constraint.value == number)
                || kind == Kind::NonConsecutive && puzzle.constraints.iter().any(is_kropki);
            is_there.then(|| members.add(name, "true".to_owned()));
            continue;
        }
        let mut clues: Vec<String> = Vec::new();
        for constraint in of_kind {
            match clue(form, constraint, puzzle) {
                Ok(clue) => clues.push(clue),
                Err(what) => missing.push(format!("{} at {} {what}", kind.title(), first_cell(constraint, puzzle))),
            }
        }
        if let Form::Peak = form {
            // A group is all cells of a kind, each once.
            clues.sort_unstable();
            clues.dedup();
        }
        (!clues.is_empty()).then(|| members.add(name, list(clues.into_iter())));
    }
    let negative = negative(puzzle, missing);
    (!negative.is_empty()).then(|| members.add("negative", list(negative.into_iter().map(quoted))));
    let is_named = |kind: Kind| {
        kind == Kind::NegativeKropki
            || RULES.iter().any(|(_, known, _)| *known == kind)
            || NEGATIVE.iter().any(|(_, known, ..)| *known == kind)
    };
    let mut kinds: Vec<Kind> = puzzle.constraints.iter().map(|constraint| constraint.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    missing.extend(kinds.into_iter().filter(|kind| !is_named(*kind)).map(|kind| kind.title().to_owned()));
}

fn first_cell(constraint: &Constraint, puzzle: &VariantPuzzle) -> String {
    constraint.all_cells().next().map_or_else(|| "the board".to_owned(), |cell| puzzle.name_of(cell))
}

/// The dots of which all are given. Other numbers than the usual ones leave open what is not there.
fn negative(puzzle: &VariantPuzzle, missing: &mut Vec<String>) -> Vec<&'static str> {
    let has = |kind: Kind| puzzle.constraints.iter().any(|constraint| constraint.kind == kind);
    // It would be read as exempting these dots, too.
    let is_unclear = has(Kind::NonConsecutive) && has(Kind::Ratio);
    missing.extend(is_unclear.then(|| "non-consecutive with ratio dots".to_owned()));
    let mut names = Vec::new();
    for (name, kind, member, _) in NEGATIVE {
        let is_of_kropki = kind != Kind::NegativeXv && has(Kind::NegativeKropki);
        if !has(kind) && !is_of_kropki {
            continue;
        }
        // Solvers of these links know this one only as non-consecutive, which exempts dots.
        if kind != Kind::NegativeDifference {
            names.push(name);
        }
        let Some((_, dot, Form::Dot(usual))) = RULES.iter().find(|(known, ..)| *known == member) else { continue };
        let dots = puzzle.constraints.iter().filter(|constraint| constraint.kind == *dot);
        let number = dots.filter_map(|dot| dot.value).find(|value| value != usual);
        missing.extend(number.map(|number| format!("{} with the number {number}", kind.title())));
    }
    names
}

/// A clue as an object; or what about it the format has no words for.
fn clue(form: Form, constraint: &Constraint, puzzle: &VariantPuzzle) -> Result<String, String> {
    let Constraint { cells, others, value, values, .. } = constraint;
    let board = Places::new(puzzle.rows(), puzzle.columns());
    let named = |cell: usize| quoted(&name(board.of(cell)));
    let all = |cells: &[usize]| list(cells.iter().map(|cell| named(*cell)));
    let number = || value.map(|value| quoted(&value.to_string()));
    // The number where the reader would take another one without it.
    let unless = |usual: Option<i64>| number().filter(|_| *value != usual);
    let of_nine = |usual: i64| (puzzle.digit_count() == 9).then_some(usual);
    let mut members = Members::default();
    let mut add = |name: &str, member: Option<String>| member.into_iter().for_each(|member| members.add(name, member));
    match form {
        Form::Board(_) => {}
        Form::Lines => add("lines", Some(list([all(cells)].into_iter()))),
        Form::Whispers => {
            add("lines", Some(list([all(cells)].into_iter())));
            add("value", unless(of_nine(5)));
        }
        Form::LinesByThree if *value == Some(3) => add("lines", Some(list([all(cells)].into_iter()))),
        Form::LinesByThree => return Err("with another number than 3".to_owned()),
        Form::LinesBy(usual) => {
            add("lines", Some(list([all(cells)].into_iter())));
            add("value", unless(of_nine(usual)));
        }
        Form::Cells => add("cells", Some(all(cells))),
        Form::Cage => {
            add("cells", Some(all(cells)));
            add("value", number());
        }
        Form::Dot(usual) => {
            add("cells", Some(all(cells)));
            add("value", unless(Some(usual)));
        }
        Form::Xv => {
            add("cells", Some(all(cells)));
            add("value", Some(quoted(letter(*value)?)));
        }
        Form::Cell => add("cell", cells.first().map(|cell| named(*cell))),
        Form::Peak => {
            peak(constraint, puzzle)?;
            add("cell", cells.first().map(|cell| named(*cell)));
        }
        Form::Outside => {
            let origin = board.origin(cells, &STRAIGHT);
            let (from, _) = origin.ok_or_else(|| "along cells other than a row or column".to_owned())?;
            add("cell", Some(quoted(&name(from))));
            add("value", number());
        }
        Form::LittleKiller => {
            let origin = board.origin(cells, &DIAGONAL);
            let (from, step) =
                origin.ok_or_else(|| "along cells other than a diagonal from edge to edge".to_owned())?;
            add("cell", Some(quoted(&name(from))));
            add("direction", Some(quoted(direction(step))));
            add("cells", Some(all(cells)));
            add("value", number());
        }
        Form::Arrow => {
            let circle = others.first().map_or(&[][..], Vec::as_slice);
            let nearest = circle.iter().min_by_key(|cell| distance(board, **cell, cells)).copied();
            let line: Vec<usize> = nearest.into_iter().chain(cells.iter().copied()).collect();
            add("cells", Some(all(circle)));
            add("lines", Some(list([all(&line)].into_iter())));
        }
        Form::Clone => {
            add("cells", Some(all(cells)));
            add("cloneCells", others.first().map(|clone| all(clone)));
        }
        Form::Quadruple => {
            add("cells", Some(all(cells)));
            add("values", Some(numbers(values)));
        }
    }
    Ok(members.finish())
}

fn letter(sum: Option<i64>) -> Result<&'static str, String> {
    match sum {
        Some(10) => Ok("X"),
        Some(5) => Ok("V"),
        sum => Err(format!("of {}", sum.unwrap_or_default())),
    }
}

fn direction(step: (i64, i64)) -> &'static str {
    match step {
        (-1, 1) => "UR",
        (-1, _) => "UL",
        (_, 1) => "DR",
        _ => "DL",
    }
}

/// How far a cell is from the first of others.
fn distance(board: Places, cell: usize, others: &[usize]) -> i64 {
    let ((row, column), other) = (board.of(cell), board.of(others.first().copied().unwrap_or(cell)));
    (row - other.0).abs().max((column - other.1).abs())
}

/// Whether the cell is compared with those neighbours that f-puzzles compares it with: those not of its kind.
fn peak(constraint: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    let cell = constraint.cells.first().copied().unwrap_or_default();
    let is_of_kind =
        |other: usize| puzzle.constraints.iter().any(|peak| peak.kind == constraint.kind && peak.cells == [other]);
    let is_exempt = |other: usize| constraint.others.iter().any(|group| group.contains(&other));
    let (row, column) = puzzle.place(cell);
    let neighbours = STRAIGHT.iter().filter_map(|(down, right)| puzzle.cell(row + down, column + right));
    match neighbours.into_iter().all(|other| is_of_kind(other) == is_exempt(other)) {
        true => Ok(()),
        false => Err("compared with other neighbours".to_owned()),
    }
}
