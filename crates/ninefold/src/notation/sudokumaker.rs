//! SudokuMaker: an object of JSON, links with that object in lz-string's base64, and that code alone.
//!
//! The puzzle has its size and digits where they are not those of a classic one, its cells row by row (`value`, `given`,
//! `candidates` as bits) and a list of constraints, each with a number for its type. Type 0 are the givens, type 1 the
//! regions, type 2003 rows and columns, which a board of the type `custom` has only then.
//!
//! What the other types mean is in `rules`. A classic reader needs their names only, so that the rest is not linked with it.

mod rules;
mod types;

use super::coding::decompress;
use super::format::{Spec, Variants};
use super::links::{self, LARGEST, Link};
use super::places::shown;
use super::sketch::{Content, Rule, Sketch, digit_of};
use super::value::{Room, Value};
use super::{Field, assemble, variant};
use crate::board::{Invalid, Shape};

pub(super) const SUDOKU_MAKER: Spec = Spec {
    link: Some(code),
    variants: Some(Variants::only_read(|text, options| {
        let sketch = links::code(text, code).and_then(|code| unpack(&code, with_rules));
        variant::of_sketch(sketch, options)
    })),
    ..Spec::only_read("sudokumaker", |text, options| unpack(&links::code(text, code)?, of_json)?.read(options))
};

fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    link.parameter("puzzle").filter(|_| link.is_of("sudokumaker.app")).or_else(|| link.code_alone(OBJECT))
}

/// The beginning of every object that the program packs, `{"formatVersion":`, by which a code alone is known.
pub(super) const OBJECT: &str = "N4IgZg9gTgtghgFwGoFMoGcCWEB2I";

/// What is made of the object that a code means.
fn unpack(code: &str, of: fn(&Value<'_>) -> Result<Sketch, Invalid>) -> Result<Sketch, Invalid> {
    let text = decompress(code, LARGEST).map_err(|message| links::broken("SudokuMaker", message))?;
    of(&Value::read(&text, &mut Room::of(&text))?)
}

/// Whether an object is a puzzle of SudokuMaker.
pub(super) fn is_json(object: &Value<'_>) -> bool {
    object.get("formatVersion").is_some()
}

/// What the object says, with rules by their names only.
pub(super) fn of_json(object: &Value<'_>) -> Result<Sketch, Invalid> {
    decode(object, &|number, constraint, _, sketch| {
        if types::has_clues(number, constraint) {
            sketch.rules.push(Rule::unknown(types::title(number)));
        }
    })
}

/// What the object says, with its rules.
pub(super) fn with_rules(object: &Value<'_>) -> Result<Sketch, Invalid> {
    let mut sketch = decode(object, &rules::add)?;
    sketch.rules.extend(rules::conflicts(&sketch));
    Ok(sketch)
}

/// Takes a rule: the number of its type, the constraint, all constraints.
type Taker = dyn Fn(usize, &Value<'_>, &[&Value<'_>], &mut Sketch);

fn decode(object: &Value<'_>, take: &Taker) -> Result<Sketch, Invalid> {
    let version = object.get("formatVersion").and_then(Value::word).unwrap_or_default();
    if !version.starts_with("1.") {
        let version: String = version.chars().take(20).collect();
        let message = format!("a SudokuMaker puzzle of version '{}', expected 1", version.escape_debug());
        return Err(assemble::syntax(message));
    }
    let puzzle = object.get("puzzle").unwrap_or(&Value::Null);
    let mut sketch = board(puzzle).map_err(assemble::syntax)?;
    fill(puzzle, &mut sketch).map_err(assemble::syntax)?;
    let list = puzzle.get("constraints").filter(|list| !list.is_void());
    if let Some(other) = list.filter(|list| !matches!(list, Value::List(_))) {
        return Err(assemble::syntax(format!("the constraints are {}, expected an array", other.kind())));
    }
    let constraints = || list.map_or(&[][..], Value::values).iter();
    let is_off = |constraint: &&Value<'_>| constraint.get("disabled").is_some_and(|disabled| !disabled.is_void());
    let all: Vec<&Value<'_>> = constraints().filter(|constraint| !is_off(constraint)).collect();
    if all.len() < constraints().len() {
        sketch.leave_out("disabled constraints");
    }
    sketch.has_lines = puzzle.get("type").and_then(Value::word) != Some("custom");
    let mut has_regions = false;
    for constraint in &all {
        match constraint.get("type").and_then(Value::number) {
            Some(0) => {}
            Some(1) if std::mem::replace(&mut has_regions, true) => {
                sketch.rules.push(Rule::unknown("several lists of regions"));
            }
            Some(1) => {
                let regions = constraint.get("regions").unwrap_or(&Value::Null);
                sketch.regions = Some(regions_of(regions, sketch.cells.len()).map_err(assemble::syntax)?);
            }
            Some(2003) if constraint.get("areas").is_none_or(Value::is_void) => sketch.has_lines = true,
            Some(2003) => sketch.rules.push(Rule::unknown("rows and columns of a part of the board")),
            Some(1000) => {
                let name = constraint.get("definition").and_then(|definition| definition.get("name"));
                let name = name.and_then(Value::word).unwrap_or_default();
                sketch.add_rule(format!("program '{name}'"), constraint);
            }
            Some(number @ 2000..2003) => drawn(DRAWN[number - 2000], constraint, &mut sketch),
            Some(4000 | 4001) => sketch.leave_out("fog"),
            Some(number) => take(number, constraint, &all, &mut sketch),
            None => sketch.add_rule("a constraint without a type", constraint),
        }
    }
    for (name, field) in FIELDS {
        sketch.add_field(field, puzzle.get(name));
    }
    let is_known = |name: &str| MEMBERS.contains(&name) || FIELDS.iter().any(|(known, _)| *known == name);
    for (name, _) in puzzle.members().iter().filter(|(name, value)| !is_known(name) && !value.is_void()) {
        sketch.leave_out(format!("the member '{name}'"));
    }
    Ok(sketch)
}

/// What is drawn on the board, by the types from 2000 on.
const DRAWN: [&str; 3] = ["drawn lines", "drawn cages", "drawn symbols"];

/// Adds what is drawn: a rule whose meaning only words say, with the author's name for it. Cages for other programs light up fog.
fn drawn(what: &str, constraint: &Value<'_>, sketch: &mut Sketch) {
    let is_fog = |cage: &Value<'_>| cage.get("value").and_then(Value::word) == Some("foglight");
    let cages = constraint.get("cages").map_or(&[][..], Value::values);
    if !cages.is_empty() && cages.iter().all(is_fog) {
        return sketch.leave_out("fog");
    }
    let name = constraint.get("name").and_then(Value::word).filter(|name| !name.is_empty());
    sketch.add_rule(name.map_or_else(|| what.to_owned(), |name| format!("{what} {}", shown(name))), constraint);
}

/// What is said about a puzzle.
const FIELDS: [(&str, Field); 3] =
    [("name", Field::Description), ("author", Field::Author), ("comment", Field::Comment)];

/// The other members of a puzzle.
const MEMBERS: [&str; 8] = ["type", "size", "width", "height", "minDigit", "maxDigit", "cells", "constraints"];

/// The region of each cell; none where there is no number, or one below 0.
fn regions_of(list: &Value<'_>, cells: usize) -> Result<Vec<Option<usize>>, String> {
    let regions = match list {
        list if list.is_void() => return Ok(vec![None; cells]),
        Value::List(regions) if regions.len() == cells => regions,
        Value::List(regions) => return Err(format!("regions of {} cells, expected {cells}", regions.len())),
        other => return Err(format!("the regions are {}, expected an array", other.kind())),
    };
    let region = |region: &Value<'_>| match region.word().and_then(|word| word.trim().parse::<i64>().ok()) {
        Some(number) => Ok(usize::try_from(number).ok()),
        None if region.is_void() => Ok(None),
        None => Err(format!("{} instead of the number of a region", region.kind())),
    };
    regions.iter().map(region).collect()
}

/// The board: its sides, and its digits.
fn board(puzzle: &Value<'_>) -> Result<Sketch, String> {
    let count = puzzle.get("cells").map_or(0, |cells| cells.values().len());
    let number = |name: &str| puzzle.get(name).and_then(Value::number);
    let side = number("size").unwrap_or(count.isqrt());
    let (rows, columns) = (number("height").unwrap_or(side), number("width").unwrap_or(side));
    if rows.max(columns) > Shape::MAX_SIDE || rows * columns != count {
        return Err(format!("{count} cells on a board of {rows} rows and {columns} columns"));
    }
    let mut sketch = Sketch::new(rows, columns);
    // Without regions there are no boxes.
    sketch.regions = Some(vec![None; count]);
    let digit = |name: &str, usual: i64| match puzzle.get(name) {
        None | Some(Value::Null) => Ok(usual),
        Some(value) => match value.word().and_then(|word| word.parse().ok()) {
            Some(digit @ 0..1000) => Ok(digit),
            _ => Err(format!("the member '{name}' is not a digit")),
        },
    };
    let low = digit("minDigit", 1)?;
    sketch.digits = low..=digit("maxDigit", low + rows.max(columns) as i64 - 1)?;
    Ok(sketch)
}

/// Writes the digits and candidates of the cells.
fn fill(puzzle: &Value<'_>, sketch: &mut Sketch) -> Result<(), String> {
    let cells = puzzle.get("cells").map_or(&[][..], Value::values);
    let has_zero = sketch.digits.contains(&0);
    sketch.read_cells(cells, |cell| content_of(cell, has_zero))?;
    for (name, _) in cells.iter().flat_map(Value::members).filter(|(_, value)| !value.is_void()) {
        match &**name {
            "value" | "given" | "candidates" => {}
            "cornerPencilMarks" => sketch.leave_out("corner marks"),
            "colors" => sketch.leave_out("colours"),
            name => sketch.leave_out(format!("'{name}' of cells")),
        }
    }
    Ok(())
}

/// What a cell holds. What it has and is neither a digit nor candidates would be another puzzle without it.
fn content_of(cell: &Value<'_>, has_zero: bool) -> Result<Content, String> {
    let member = |name: &str| cell.get(name).filter(|value| !value.is_void());
    let is_given = member("given").is_some();
    if let Some(value) = member("value") {
        return match digit_of(value)? {
            "0" if has_zero && is_given => Ok(Content::Given("0".to_owned())),
            word => Ok(Content::of(word, is_given)),
        };
    }
    match member("candidates").map(Value::number) {
        None | Some(Some(0)) => Ok(Content::Blank),
        Some(None) => Err("has candidates that are not a number of bits".to_owned()),
        Some(Some(bits)) => {
            let digits = (usize::from(!has_zero)..usize::BITS as usize).filter(|digit| bits >> digit & 1 == 1);
            Ok(Content::Marks(digits.map(|digit| digit.to_string()).collect()))
        }
    }
}

#[cfg(test)]
mod tests;
