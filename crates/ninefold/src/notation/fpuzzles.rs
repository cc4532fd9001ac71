//! f-puzzles: an object of JSON, and links with that object in lz-string's base64. SudokuPad takes the same code after
//! `fpuz`.
//!
//! A cell has `value`, `given`, `region` (if that is not the usual box) and `centerPencilMarks`, which are the candidates
//! that are left; the object has a member for each kind of rule.

mod rules;
mod writing;

use super::coding::{compress, decompress};
use super::format::{Spec, Variants};
use super::links::{self, LARGEST, Link, SHORTEST};
use super::places::{self, Places};
use super::sketch::{Content, Sketch, digit_of};
use super::value::{Room, Value};
use super::write::{Loss, counted, without_place};
use super::{Field, ReadOptions, Record, VariantRecord, assemble, json, sudokumaker, variant};
use crate::board::{Cell, Entry, Invalid, Shape};
use std::fmt::Write;

pub(super) const F_PUZZLES: Spec = Spec {
    link: Some(code),
    variants: Some(Variants {
        read: read_variant,
        read_any: None,
        write: Some(|record| Ok(address(writing::write(record)?))),
        carries: writing::carries,
    }),
    carries,
    takes_symbols: |_| false,
    has_numbers: true,
    largest_side: LARGEST_SIDE,
    states_shape: true,
    losses: |puzzle, _| counted([Loss::Candidates(without_place(puzzle))]),
    ..Spec::line("f-puzzles", read, |record, _, _| address(object(record)))
};

pub(super) const FPUZ: Spec = Spec {
    name: "fpuz",
    link: Some(sudokupad_code),
    read: |text, options| unpack(&links::code(text, sudokupad_code)?)?.read(options),
    variants: Some(Variants {
        read: |text, options| {
            variant::of_sketch(links::code(text, sudokupad_code).and_then(|code| unpack(&code)), options)
        },
        read_any: None,
        write: Some(|record| Ok(sudokupad_address(writing::write(record)?))),
        carries: writing::carries,
    }),
    write: |record, _, _| sudokupad_address(object(record)),
    ..F_PUZZLES
};

/// The most rows of a board that f-puzzles has.
const LARGEST_SIDE: usize = 16;

/// What is said about a puzzle.
const FIELDS: [(&str, Field); 3] =
    [("title", Field::Description), ("author", Field::Author), ("ruleset", Field::Comment)];

/// Members that are no rules: what the board looks like, and settings of programs.
const LOOKS: [&str; 8] = [
    "fogofwar",
    "foglight",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "highlightconflicts",
    "successMessage",
    "customRuleset",
];

fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    // SudokuMaker packs its objects alike.
    let alone = || link.code_alone(OBJECT).filter(|code| !code.starts_with(sudokumaker::OBJECT));
    link.parameter("load").filter(|_| link.is_of("f-puzzles.com")).or_else(alone)
}

/// The beginning of every object that lz-string packs.
const OBJECT: &str = "N4Ig";

fn sudokupad_code<'a>(link: &Link<'a>) -> Option<&'a str> {
    let name = super::sudokupad::name(link)?;
    name.strip_prefix("fpuzzles").or_else(|| name.strip_prefix("fpuz")).filter(|code| code.len() >= SHORTEST)
}

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    if text.trim_start().starts_with('{') {
        return json::read(text, options);
    }
    unpack(&links::code(text, code)?)?.read(options)
}

fn read_variant(text: &str, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    if text.trim_start().starts_with('{') {
        return json::read_variant(text, options);
    }
    variant::of_sketch(links::code(text, code).and_then(|code| unpack(&code)), options)
}

fn unpack(code: &str) -> Result<Sketch, Invalid> {
    let text = decompress(code, LARGEST).map_err(|message| links::broken("f-puzzles", message))?;
    of_json(&Value::read(&text, &mut Room::of(&text))?)
}

/// Whether an object is a puzzle of f-puzzles.
pub(super) fn is_json(object: &Value<'_>) -> bool {
    let is_cell = |value: &Value<'_>| matches!(value, Value::Object(_));
    object.get("grid").is_some_and(|grid| grid.values().iter().any(|row| row.values().iter().any(is_cell)))
}

/// What the object says.
pub(super) fn of_json(object: &Value<'_>) -> Result<Sketch, Invalid> {
    let rows = object.get("grid").map_or(&[][..], Value::values);
    let side = object.get("size").and_then(Value::number).unwrap_or(rows.len());
    if side == 0 || rows.len() != side || rows.iter().any(|row| row.values().len() != side) {
        let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let uneven = rows.iter().position(|row| row.values().len() != side).filter(|_| rows.len() == side);
        let found = match uneven {
            Some(row) => format!("row {} has {}", row + 1, plural(rows[row].values().len(), "cell")),
            // Its codes are packed alike.
            None if object.get("fixedNumbers").is_some() => {
                return Err(assemble::syntax("puzzles of lisudoku are not supported"));
            }
            None if rows.is_empty() => return Err(assemble::syntax("an f-puzzles object without a grid")),
            None => plural(rows.len(), "row"),
        };
        let message = format!("the f-puzzles grid has the wrong size: {found}, expected {side}");
        return Err(assemble::syntax(message));
    }
    let mut sketch = Sketch::new(side, side);
    let cells: Vec<&Value<'_>> = rows.iter().flat_map(Value::values).collect();
    sketch.read_cells(cells.iter().copied(), content_of).map_err(assemble::syntax)?;
    if cells.iter().any(|cell| cell.get("region").is_some()) {
        sketch.regions = Some(regions(&cells, side).map_err(|(place, message)| {
            let name = places::name(Places::new(side, side).of(place));
            assemble::syntax(format!("{name} {message}"))
        })?);
    }
    for name in cells.iter().flat_map(|cell| cell.members()).filter(|(_, value)| !value.is_void()).map(|(name, _)| name)
    {
        match &**name {
            "value" | "given" | "region" | "centerPencilMarks" | "givenPencilMarks" => {}
            "cornerPencilMarks" => sketch.leave_out("corner marks"),
            "c" | "cArray" | "highlight" => sketch.leave_out("colours"),
            name => sketch.leave_out(format!("'{name}' of cells")),
        }
    }
    for (name, content) in object.members() {
        match &**name {
            "size" | "grid" => {}
            name if FIELDS.iter().any(|(known, _)| *known == name) => {}
            _ if content.is_void() => {}
            "solution" => match solution(content, cells.len()) {
                Some(digits) => _ = sketch.fields.insert(Field::Solution, digits),
                None => sketch.leave_out(&**name),
            },
            name if LOOKS.contains(&name) => sketch.leave_out(name),
            name if rules::add(name, content, object, &mut sketch) || rules::is_drawn(name) => {}
            name => sketch.add_unknown(name, content),
        }
    }
    for (name, content) in object.members().iter().filter(|(_, content)| !content.is_void()) {
        rules::add_drawn(name, content, object, &mut sketch);
    }
    FIELDS.iter().for_each(|(name, field)| sketch.add_field(*field, object.get(name)));
    Ok(sketch)
}

/// What a cell holds. What it has and is neither a digit nor marks would be another puzzle without it.
fn content_of(cell: &Value<'_>) -> Result<Content, String> {
    let is_said = |value: &&Value<'_>| !value.is_void();
    let is_given = cell.get("given").is_some_and(|given| !given.is_void());
    if let Some(value) = cell.get("value").filter(is_said)
        && let content @ (Content::Given(_) | Content::Placed(_)) = Content::of(digit_of(value)?, is_given)
    {
        return Ok(content);
    }
    let Some(marks) = ["givenPencilMarks", "centerPencilMarks"].iter().find_map(|name| cell.get(name).filter(is_said))
    else {
        return Ok(Content::Blank);
    };
    let words: Option<Vec<String>> =
        marks.values().iter().filter(is_said).map(|mark| Some(mark.word()?.to_owned())).collect();
    match words.filter(|words| !words.is_empty()) {
        Some(words) => Ok(Content::Marks(words)),
        None => Err("has pencil marks that are not a list of digits".to_owned()),
    }
}

/// The digits of a solution, as a line has them; larger boards have numbers.
fn solution(content: &Value<'_>, cells: usize) -> Option<String> {
    let digits: Option<Vec<&str>> = content.values().iter().map(|v| v.word().filter(|word| word.len() == 1)).collect();
    digits.filter(|digits| digits.len() == cells).map(|digits| digits.concat())
}

/// The region of each cell: a number, nothing, or where nothing is said the usual box; the row, if no boxes fit the board.
/// Numbers below 0 are nothing.
fn regions(cells: &[&Value<'_>], side: usize) -> Result<Vec<Option<usize>>, (usize, String)> {
    let usual = Shape::for_side(side).ok();
    let region = |(place, cell): (usize, &&Value<'_>)| match cell.get("region") {
        None => Ok(Some(usual.map_or(place / side, |shape| shape.box_of(Cell::new(place))))),
        Some(region) if region.is_void() => Ok(None),
        Some(region) => match region.word().and_then(|word| word.trim().parse::<i64>().ok()) {
            Some(number) => Ok(usize::try_from(number).ok()),
            None => Err((place, format!("has {} as its region, expected a number", region.kind()))),
        },
    };
    let regions: Vec<Option<usize>> = cells.iter().enumerate().map(region).collect::<Result<_, _>>()?;
    // One region for the whole board is none.
    let is_one = side > 1 && regions[0].is_some() && regions.iter().all(|region| *region == regions[0]);
    Ok(if is_one { vec![None; regions.len()] } else { regions })
}

fn carries(field: Field, value: &str) -> bool {
    FIELDS.iter().any(|(_, carried)| *carried == field) && value.trim() == value
}

fn address(object: String) -> String {
    format!("https://www.f-puzzles.com/?load={}", compress(&object))
}

fn sudokupad_address(object: String) -> String {
    format!("https://sudokupad.app/fpuz{}", compress(&object))
}

/// A classic puzzle as an object.
fn object(record: &Record) -> String {
    let puzzle = &record.puzzle;
    let shape = puzzle.shape();
    let side = shape.side();
    let mut text = format!("{{\"size\":{side}");
    for (name, field) in FIELDS {
        if let Some(value) = record.fields.get(&field).filter(|value| !value.is_empty()) {
            add(&mut text, format_args!(",\"{name}\":\"{}\"", json::escape(value)));
        }
    }
    text.push_str(",\"grid\":[");
    let (is_usual, candidates) = (Shape::for_side(side) == Ok(shape), puzzle.candidates());
    for cell in shape.cells() {
        let (row, column) = (shape.row(cell), shape.column(cell));
        text.push_str(if column > 0 {
            ","
        } else if row > 0 {
            "],["
        } else {
            "["
        });
        let mut members = Vec::new();
        match puzzle.entry(cell) {
            Entry::Given(digit) => members.push(format!("\"value\":{digit},\"given\":true")),
            Entry::Placed(digit) => members.push(format!("\"value\":{digit}")),
            Entry::Blank => {
                if puzzle.removed().is_some_and(|removed| !removed.is_void(cell)) {
                    let digits: Vec<String> = candidates.digits_of(cell).map(|digit| digit.to_string()).collect();
                    members.push(format!("\"centerPencilMarks\":[{}]", digits.join(",")));
                }
            }
        }
        if !is_usual {
            members.push(format!("\"region\":{}", shape.box_of(cell)));
        }
        add(&mut text, format_args!("{{{}}}", members.join(",")));
    }
    text.push_str("]]}");
    text
}

fn add(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a string can be written to");
}

#[cfg(test)]
mod tests;
