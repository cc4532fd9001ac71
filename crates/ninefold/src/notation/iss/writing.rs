//! Writing: a text of constraints as an address takes it, or what it has no words for.

use super::board::boxes;
use super::clues::{diagonal, is_pill, square};
use super::types::{Form, all, needs_lines};
use super::{machine, table};
use crate::notation::places::{Further, Places};
use crate::notation::variant::{numbered, sorted};
use crate::variant::{Constraint, Kind, Machine, VariantPuzzle};
use std::collections::BTreeSet;

/// The most rows, columns and digits of a board.
const LARGEST: usize = 16;

/// The greatest factor of a sum.
const GREATEST_FACTOR: i64 = 100;

/// Rules about cells without a mark, and what the marks are.
const MARKED: [(Kind, &[Kind]); 5] = [
    (Kind::NegativeKropki, &[Kind::Difference, Kind::Ratio]),
    (Kind::NegativeDifference, &[Kind::Difference]),
    (Kind::NegativeRatio, &[Kind::Ratio]),
    (Kind::NegativeXv, &[Kind::PairSum]),
    (Kind::NonConsecutive, &[Kind::Difference]),
];

/// Which of these rules are there with a mark in a choice of rules, where the program does not say what they mean.
pub(super) fn marked_in_choices<'a>(constraints: impl Iterator<Item = &'a Constraint> + Clone) -> Vec<String> {
    let is_there = |(rule, marks): &&(Kind, &[Kind])| {
        let is_chosen = |one: &Constraint| one.kind == Kind::Or && marks.iter().any(|mark| one.has_within(*mark));
        constraints.clone().any(|one| one.kind == *rule) && constraints.clone().any(is_chosen)
    };
    let found = MARKED.iter().filter(is_there);
    found.map(|(rule, _)| format!("{} with marks in a choice of rules", rule.title())).collect()
}

/// The constraints; or what the format does not carry.
pub(super) fn write(puzzle: &VariantPuzzle) -> Result<String, Vec<String>> {
    let mistakes: Vec<String> = puzzle.check().iter().map(ToString::to_string).collect();
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let mut missing = oddities(puzzle);
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut text = shape(puzzle);
    match regions(puzzle) {
        Ok(regions) => text.push_str(&regions),
        Err(message) => missing.push(message),
    }
    match puzzle.further_cells() {
        0 => {}
        1 => text.push_str(".Var~X"),
        count => text.push_str(&format!(".Var~X~~{count}")),
    }
    let givens = givens(puzzle, &mut missing);
    if !givens.is_empty() {
        text.push_str(&format!(".{givens}"));
    }
    missing.extend(conflicts(puzzle));
    let mut seen = BTreeSet::new();
    if has_within(puzzle, Kind::TiedRank) {
        text.push_str(".FullRankTies~any");
    }
    for constraint in &puzzle.constraints {
        match clue(constraint, puzzle) {
            // The same clue twice says nothing more, and the program allows only one in some places.
            Ok(clue) => text.extend(seen.insert(clue.clone()).then_some(clue)),
            Err(message) if !missing.contains(&message) => missing.push(message),
            Err(_) => {}
        }
    }
    if text.is_empty() {
        text.push_str(&shape_of(puzzle));
    }
    // What an address has other meanings for.
    if missing.is_empty() { Ok(text.replace('%', "%25").replace('=', "%3D")) } else { Err(missing) }
}

fn oddities(puzzle: &VariantPuzzle) -> Vec<String> {
    let (rows, columns, digits) = (puzzle.rows(), puzzle.columns(), puzzle.digits());
    let mut oddities = Vec::new();
    if rows.max(columns) > LARGEST {
        oddities.push(format!("a board of {rows} rows and {columns} columns"));
    }
    if *digits.start() > 1 || puzzle.digit_count() > LARGEST {
        oddities.push(format!("digits from {} to {}", digits.start(), digits.end()));
    }
    if puzzle.gaps().next().is_some() {
        oddities.push("a board with gaps".to_owned());
    }
    oddities
}

/// The shape, unless it is the usual one.
fn shape(puzzle: &VariantPuzzle) -> String {
    let is_usual = [puzzle.rows(), puzzle.columns()] == [9, 9] && puzzle.digits() == (1..=9) && puzzle.has_lines;
    if is_usual { String::new() } else { shape_of(puzzle) }
}

fn shape_of(puzzle: &VariantPuzzle) -> String {
    let (rows, columns, digits) = (puzzle.rows(), puzzle.columns(), puzzle.digits());
    let range = match (*digits.start(), *digits.end()) {
        (1, high) if high == rows.max(columns) as i64 => String::new(),
        (1, high) => format!("{high}"),
        (low, high) => format!("{low}-{high}"),
    };
    match (range.as_str(), puzzle.has_lines) {
        ("", true) => format!(".Shape~{rows}x{columns}"),
        (range, true) => format!(".Shape~{rows}x{columns}~{range}"),
        (range, false) => format!(".Shape~{rows}x{columns}~{range}~Raw"),
    }
}

/// The regions: the usual boxes, boxes of another size, none, or irregular ones of one size, and perhaps cells in none.
fn regions(puzzle: &VariantPuzzle) -> Result<String, String> {
    let (rows, columns, side) = (puzzle.rows(), puzzle.columns(), puzzle.rows().max(puzzle.columns()));
    let regions = sorted(&puzzle.regions);
    let boxes = |size: usize| sorted(&boxes(rows, columns, size));
    match (puzzle.has_lines, regions.is_empty()) {
        (false, true) => return Ok(String::new()),
        (false, false) => return Err("regions on a board with repeated digits in rows and columns".to_owned()),
        (true, _) if regions == boxes(side) => return Ok(String::new()),
        (true, true) => return Ok(".NoBoxes".to_owned()),
        (true, false) => {}
    }
    let size = regions[0].len();
    if regions == boxes(size) {
        return Ok(format!(".RegionSize~{size}"));
    }
    if let Some(other) = regions.iter().find(|region| region.len() != size) {
        return Err(format!("regions of {size} and {} cells", other.len()));
    }
    let numbers = numbered(&regions, puzzle.board_cells())?;
    let rest = numbers.iter().filter(|number| number.is_none()).count();
    let is_told_apart = rest < side || rest > puzzle.digit_count();
    if !(side..=puzzle.digit_count()).contains(&size) || !is_told_apart || (regions.len() == 1 && rest == 0) {
        return Err(format!("{} regions of {size} cells, and {rest} cells in none", regions.len()));
    }
    let name = |number: &Option<usize>| char::from_digit(number.map_or(regions.len(), |number| number) as u32, 36);
    let layout: Option<String> = numbers.iter().map(name).collect();
    let layout = layout.ok_or_else(|| format!("{} regions", regions.len()))?;
    let size = if size == side { String::new() } else { format!(".RegionSize~{size}") };
    Ok(format!("{size}.NoBoxes.Jigsaw~{layout}"))
}

/// The digits and candidates; a cell that has both may have what is in both.
fn givens(puzzle: &VariantPuzzle, missing: &mut Vec<String>) -> String {
    let mut parts = String::new();
    for cell in 0..puzzle.cell_count() {
        let given = puzzle.givens[cell];
        let digits: Vec<i64> = match &puzzle.marks[cell] {
            Some(marks) => marks.iter().copied().filter(|mark| given.is_none_or(|given| given == *mark)).collect(),
            None if given.is_none() => continue,
            None => given.into_iter().collect(),
        };
        if digits.is_empty() {
            missing.push(format!("no candidates at all in {}", puzzle.name_of(cell)));
        }
        let digits: String = digits.iter().map(|digit| format!("_{digit}")).collect();
        parts.push_str(&format!("~{}{digits}", name(cell, puzzle)));
    }
    parts
}

/// A cell's name: rows and columns beyond 9 are letters, and cells beside the board have a number.
fn name(cell: usize, puzzle: &VariantPuzzle) -> String {
    if let Some(further) = cell.checked_sub(puzzle.board_cells()) {
        return if puzzle.further_cells() == 1 { "VX".to_owned() } else { format!("VX{}", further + 1) };
    }
    let (row, column) = puzzle.place(cell);
    let figure = |place: i64| char::from_digit(place as u32 + 1, 36).unwrap_or('0');
    format!("R{}C{}", figure(row), figure(column))
}

/// Whether the puzzle has a rule of this kind, by itself or in a choice.
fn has_within(puzzle: &VariantPuzzle, kind: Kind) -> bool {
    puzzle.constraints.iter().any(|constraint| constraint.has_within(kind))
}

/// Rules that mean something else together, or on this board, than the program's.
fn conflicts(puzzle: &VariantPuzzle) -> Vec<String> {
    let has = |kind: Kind| puzzle.constraints.iter().any(|constraint| constraint.kind == kind);
    let side = puzzle.rows().max(puzzle.columns());
    let has_usual_boxes = sorted(&puzzle.regions) == sorted(&boxes(puzzle.rows(), puzzle.columns(), side));
    let mut conflicts = Vec::new();
    let mut add = |is_so: bool, what: &str| conflicts.extend(is_so.then(|| what.to_owned()));
    add(has(Kind::NonConsecutive) && has(Kind::Difference), "non-consecutive with difference dots");
    let size = puzzle.regions.first().map_or(side, Vec::len);
    let has_boxes = sorted(&puzzle.regions) == sorted(&boxes(puzzle.rows(), puzzle.columns(), size));
    add(has(Kind::DisjointGroups) && !has_boxes, "disjoint groups without boxes");
    let is_window = puzzle.digit_count() == puzzle.rows() && puzzle.rows() == puzzle.columns() && has_usual_boxes;
    add(has(Kind::Windoku) && !is_window, "windoku without the usual boxes");
    let has_other_ranks = has_within(puzzle, Kind::FullRank) || has(Kind::DistinctLines);
    let is_other = has_within(puzzle, Kind::TiedRank) && has_other_ranks;
    add(is_other, "full rank with ties beside others");
    add(has(Kind::DistinctLines) && puzzle.rows() != puzzle.columns(), "distinct lines of a board that is not square");
    let clues = puzzle.constraints.iter().enumerate();
    let is_beside = |(place, clue): (usize, &Constraint)| {
        is_alone(clue.kind)
            && puzzle.constraints[..place]
                .iter()
                .any(|other| other.kind == clue.kind && other != clue && places(other) == places(clue))
    };
    if let Some((_, clue)) = clues.filter(|clue| is_alone(clue.1.kind)).find(|clue| is_beside(*clue)) {
        add(true, &format!("two {} clues in one place", clue.kind.title()));
    }
    conflicts
}

/// Whether the program has only one clue of a kind in one place.
fn is_alone(kind: Kind) -> bool {
    let forms = [Form::Quad, Form::LittleKiller, Form::Outside, Form::Sandwich];
    all().any(|(_, known, form)| known == kind && forms.contains(&form))
}

/// A clue's place. Where the direction says nothing, it is left out.
fn places(clue: &Constraint) -> Vec<usize> {
    let mut cells = clue.cells.clone();
    if matches!(clue.kind, Kind::Quadruple | Kind::LittleKiller | Kind::Sandwich) {
        cells.sort_unstable();
    }
    cells
}

/// A constraint as text; or what of it there is no type for.
fn clue(constraint: &Constraint, puzzle: &VariantPuzzle) -> Result<String, String> {
    let is_half_of_kropki = [Kind::NegativeDifference, Kind::NegativeRatio]
        .iter()
        .all(|kind| puzzle.constraints.iter().any(|constraint| constraint.kind == *kind));
    if is_half_of_kropki && matches!(constraint.kind, Kind::NegativeDifference | Kind::NegativeRatio) {
        return Ok(".StrictKropki".to_owned());
    }
    match constraint.kind {
        // Alone it would be read as what is given.
        Kind::OneOf => Ok(format!(".Or{}.End", alone(constraint, puzzle, true)?)),
        _ => alone(constraint, puzzle, false),
    }
}

/// A constraint without regard to others, perhaps as one of a choice.
fn alone(constraint: &Constraint, puzzle: &VariantPuzzle, is_in_choice: bool) -> Result<String, String> {
    let title = constraint.kind.title();
    match constraint.kind {
        Kind::Lockout if constraint.value == Some(0) => return Err(format!("{title} with ends that may be equal")),
        Kind::OneOf => {
            let digits: String = constraint.values.iter().map(|digit| format!("_{digit}")).collect();
            return Ok(format!(".~{}{digits}", name(constraint.cells[0], puzzle)));
        }
        Kind::Or => {
            let together = |constraints: &Vec<Constraint>| {
                let texts = constraints.iter().map(|constraint| alone(constraint, puzzle, true));
                let texts = texts.collect::<Result<String, String>>()?;
                Ok(if constraints.len() == 1 { texts } else { format!(".And{texts}.End") })
            };
            let alternatives = constraint.alternatives.iter().map(together).collect::<Result<String, String>>()?;
            return Ok(format!(".Or{alternatives}.End"));
        }
        _ => {}
    }
    let mut message = title.to_owned();
    for (name, kind, form) in all().filter(|(_, kind, _)| *kind == constraint.kind) {
        if needs_lines(kind, form) && !puzzle.has_lines {
            return Err(format!("{title} on a board with repeated digits in rows and columns"));
        }
        if is_in_choice && matches!(form, Form::Board | Form::Diagonal | Form::Ties) {
            return Err(format!("{title} in a choice of rules"));
        }
        match arguments(form, constraint, puzzle) {
            Ok(arguments) => return Ok(format!(".{}", [&[name.to_owned()], &arguments[..]].concat().join("~"))),
            Err(what) => {
                let cell = constraint.all_cells().next().map(|cell| format!(" at {}", puzzle.name_of(cell)));
                message = format!("{title}{} {what}", cell.unwrap_or_default());
            }
        }
    }
    Err(message)
}

fn arguments(form: Form, constraint: &Constraint, puzzle: &VariantPuzzle) -> Result<Vec<String>, String> {
    let Constraint { kind, cells, others, value, values, text, .. } = constraint;
    let board = Places::new(puzzle.rows(), puzzle.columns());
    let names = |cells: &[usize]| cells.iter().map(|cell| name(*cell, puzzle)).collect::<Vec<String>>();
    let with = |first: String, cells: &[usize]| [&[first], &names(cells)[..]].concat();
    let number = value.unwrap_or_default();
    let joined = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join("_");
    let other = || others.first().map_or(&[][..], Vec::as_slice);
    let limited = digits_are_limited(*kind, puzzle);
    Ok(match form {
        _ if !limited => {
            return Err(format!("with digits from {} to {}", puzzle.digits().start(), puzzle.digits().end()));
        }
        Form::Board => vec![],
        Form::Diagonal => vec![number.to_string()],
        Form::Cells => names(cells),
        Form::Number | Form::NumberOr(_) => with(number.to_string(), cells),
        Form::Loop => [with(number.to_string(), cells), vec!["LOOP".to_owned()]].concat(),
        Form::Connected if others.concat() != (0..puzzle.board_cells()).collect::<Vec<_>>() => {
            return Err("of a part of the board".to_owned());
        }
        Form::Connected if others.iter().any(|row| row.len() != puzzle.columns()) => {
            return Err("in rows other than the board's".to_owned());
        }
        Form::Connected => {
            let size = value.map(|size| size.to_string());
            [String::new(), joined(values)].into_iter().chain(size).collect()
        }
        Form::Ties => vec!["none".to_owned()],
        Form::Cage if *value == Some(0) => return Err("with the sum 0".to_owned()),
        Form::Cage => with(number.to_string(), cells),
        Form::Sum if values.is_empty() => with(number.to_string(), cells),
        Form::Sum => match values.iter().find(|factor| factor.abs() > GREATEST_FACTOR) {
            Some(factor) => return Err(format!("with the factor {factor}")),
            None => with(format!("{number}_=_{}", joined(values)), cells),
        },
        Form::Text => with(text.clone(), cells),
        Form::Digits => with(joined(values), cells),
        Form::Pairs(known) => match (&cells[..], *value == known) {
            ([one, two], true) if are_beside(*one, *two, board) => names(cells),
            (_, true) => return Err("of cells that do not share an edge".to_owned()),
            (_, false) => return Err(format!("of {number}")),
        },
        Form::Arrow if other().len() > 1 => return Err(format!("with {} cells in its circle", other().len())),
        Form::Arrow => [names(other()), names(cells)].concat(),
        Form::Pill if !(2..=3).contains(&other().len()) || !is_pill(other(), board) => {
            return Err("with a circle that is not a pill of 2 or 3 cells".to_owned());
        }
        Form::Pill => [with(other().len().to_string(), other()), names(cells)].concat(),
        Form::LittleKiller => {
            let is_same = |start: &&usize| {
                let (mut found, mut cells) = (diagonal(**start, board).unwrap_or_default(), cells.clone());
                found.sort_unstable();
                cells.sort_unstable();
                found == cells
            };
            let start = cells.iter().find(is_same).ok_or_else(|| "along cells other than a diagonal".to_owned())?;
            vec![number.to_string(), name(*start, puzzle)]
        }
        Form::Outside | Form::Sandwich => outside(form, constraint, puzzle)?,
        Form::Quad => {
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            if square(sorted[0], &Further::default(), board).is_none_or(|square| square != sorted) {
                return Err("of cells other than a square of four".to_owned());
            }
            [names(&sorted[..1]), values.iter().map(i64::to_string).collect()].concat()
        }
        Form::Segments => others.iter().map(|cells| names(cells)).collect::<Vec<_>>().join(&"-".to_owned()),
        Form::Pattern => with(table::code_of(text.as_bytes()), cells),
        Form::Machine => {
            let machine = Machine::read(text)?;
            let name = format!("_{}", table::escaped(&machine.name));
            let further = others.iter().flat_map(|cells| [vec!["-".to_owned()], names(cells)].concat());
            [vec![machine::write(&machine, &puzzle.digits())?], with(name, cells), further.collect()].concat()
        }
        Form::Table | Form::OldTable => {
            if *kind == Kind::PairTableAll && !table::is_symmetric(values) {
                return Err("that depends on the order of cells".to_owned());
            }
            let name = format!("_{}", table::escaped(text));
            [vec![table::code_of_pairs(values, &puzzle.digits())], with(name, cells)].concat()
        }
        Form::Indexing => with(if *kind == Kind::RowIndexing { "R" } else { "C" }.to_owned(), cells),
        Form::Control => [names(other()), names(cells)].concat(),
    })
}

/// Whether the program has the kind for boards of these digits.
fn digits_are_limited(kind: Kind, puzzle: &VariantPuzzle) -> bool {
    match kind {
        Kind::Entropic | Kind::GlobalEntropy | Kind::DutchFlatmates => puzzle.digits() == (1..=9),
        Kind::GlobalMod3 => puzzle.digit_count() == 9,
        Kind::AntiTaxicab => *puzzle.digits().start() == 1,
        _ => true,
    }
}

fn are_beside(one: usize, two: usize, board: Places) -> bool {
    let ((row, column), (other, beside)) = (board.of(one), board.of(two));
    let are_on_board = [one, two].iter().all(|cell| board.at(board.of(*cell)).is_some());
    are_on_board && (row - other).abs() + (column - beside).abs() == 1
}

/// A clue beside a row or column.
fn outside(form: Form, clue: &Constraint, puzzle: &VariantPuzzle) -> Result<Vec<String>, String> {
    let number = clue.value.unwrap_or_default();
    let lines = puzzle.lines().enumerate();
    let found = lines.into_iter().find_map(|(place, line)| {
        let name = match place.checked_sub(puzzle.rows()) {
            None => format!("R{}", place + 1),
            Some(column) => format!("C{}", column + 1),
        };
        let is_back = line.iter().rev().eq(&clue.cells);
        (line == clue.cells || is_back).then_some((name, line != clue.cells))
    });
    let (line, is_back) = found.ok_or_else(|| "along cells other than a row or column".to_owned())?;
    if matches!(clue.kind, Kind::XSum | Kind::FullRank | Kind::TiedRank | Kind::Skyscraper) && number == 0 {
        return Err("of 0".to_owned());
    }
    if matches!(clue.kind, Kind::FullRank | Kind::TiedRank) && puzzle.rows() != puzzle.columns() {
        return Err("of a board that is not square".to_owned());
    }
    match form {
        Form::Sandwich if clue.cells.len() != puzzle.digit_count() => Err("with digits other than a row's".to_owned()),
        Form::Sandwich => Ok(vec![number.to_string(), line]),
        _ if is_back => Ok(vec![line, String::new(), number.to_string()]),
        _ => Ok(vec![line, number.to_string(), String::new()]),
    }
}
