//! Reading: every member is looked at, and what is wrong is said with its place.

use super::VariantRecord;
use crate::board::Invalid;
use crate::notation::places::shown;
use crate::notation::value::Value;
use crate::notation::{Field, assemble, sketch};
use crate::variant::{Constraint, Kind, Part, VariantPuzzle};
use std::ops::RangeInclusive;

/// The members beside those that are fields.
const MEMBERS: [&str; 10] =
    ["rows", "cols", "further", "gaps", "values", "grid_type", "boxes", "jigsaw", "constraints", "solution"];

/// The fields by their members.
pub(in crate::notation) const FIELDS: [(&str, Field); 10] = [
    ("id", Field::Id),
    ("name", Field::Description),
    ("author", Field::Author),
    ("source", Field::Source),
    ("comment", Field::Comment),
    ("url", Field::Url),
    ("published", Field::Published),
    ("level", Field::Level),
    ("rating", Field::Rating),
    ("clues", Field::Clues),
];

/// Whether an object is a puzzle of any rules.
pub(in crate::notation) fn is_json(object: &Value<'_>) -> bool {
    ["rows", "cols", "values"].iter().all(|name| object.get(name).is_some())
}

/// The rules that an object has, each with how often it is there, without a look at what they say.
pub(in crate::notation) fn rules_of_json(value: &Value<'_>) -> Vec<(String, usize)> {
    let constraints = value.get("constraints").map_or(&[][..], Value::values);
    let kinds = constraints.iter().filter_map(|constraint| constraint.get("type")?.word());
    let rules = kinds.filter(|kind| !["given", "candidates"].contains(kind));
    let title = |kind: &str| kind.parse().map_or(kind.to_owned(), |kind: Kind| kind.title().to_owned());
    let mut rules: Vec<_> = rules.map(|kind| (title(kind), 1)).collect();
    if rules.is_empty() {
        rules.push(("a board with its own regions and digits".to_owned(), 1));
    }
    rules
}

/// Reads an object. The message names the constraint and the cell.
pub(in crate::notation) fn of_json(value: &Value<'_>) -> Result<VariantRecord, Invalid> {
    record(value).map_err(assemble::syntax)
}

fn record(value: &Value<'_>) -> Result<VariantRecord, String> {
    let mut record = VariantRecord::new(board(value)?);
    for (name, field) in FIELDS {
        match value.get(name) {
            None | Some(Value::Null) => {}
            Some(found) => match found.word() {
                Some(text) => _ = record.fields.insert(field, text.to_owned()),
                None => return Err(format!("'{name}' is {}, expected a string", found.kind())),
            },
        }
    }
    let is_known = |name: &str| MEMBERS.contains(&name) || FIELDS.iter().any(|(known, _)| *known == name);
    let mut left_out: Vec<String> = Vec::new();
    for (name, content) in unknown(value, is_known)? {
        // Cells, constraints, what is so: another puzzle without it.
        let may_be_part = |part: &Value<'_>| matches!(part, Value::List(_) | Value::Object(_));
        if *content == Value::Bool(true) || content.values().iter().any(may_be_part) {
            return Err(format!("the member {}, which is unknown and may be a rule", shown(name)));
        }
        left_out.push(format!("the member '{name}'"));
    }
    // Per constraint of the puzzle, its number in the text, where givens are among them.
    let mut places = Vec::new();
    for (number, constraint) in (1..).zip(list(value, "constraints")?) {
        let more = add(&mut record.puzzle, constraint, number);
        left_out.extend(more.map_err(|message| format!("constraint {number}{message}"))?);
        places.resize(record.puzzle.constraints.len(), number);
    }
    record.fields.extend(solution(value, record.puzzle.cell_count())?.map(|digits| (Field::Solution, digits)));
    record.notes.extend(sketch::left_out(left_out));
    match record.puzzle.check().first() {
        None => Ok(record),
        Some(mistake) => Err(match mistake.constraint.and_then(|number| places.get(number)) {
            Some(number) => format!("constraint {number}: {mistake}"),
            None => mistake.to_string(),
        }),
    }
}

/// The board without what is on it.
fn board(value: &Value<'_>) -> Result<VariantPuzzle, String> {
    let side = |name: &str| {
        let most = VariantPuzzle::MAX_SIDE;
        let found = value.get(name).ok_or_else(|| format!("no member '{name}', expected a number from 1 to {most}"))?;
        let number = integer(found).and_then(|number| usize::try_from(number).ok());
        let side = number.filter(|side| (1..=most).contains(side));
        side.ok_or_else(|| format!("'{name}' is {}, expected a number from 1 to {most}", said(found)))
    };
    let mut puzzle = VariantPuzzle::new(side("rows")?, side("cols")?, digits(value)?);
    if let Some(found) = value.get("further") {
        let most = VariantPuzzle::MAX_FURTHER;
        let count = integer(found).and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= most);
        let expected = || format!("'further' is {}, expected a number from 0 to {most}", said(found));
        puzzle.add_further_cells(count.ok_or_else(expected)?);
    }
    for gap in list(value, "gaps")? {
        puzzle.add_gap(gap_of(gap, &puzzle)?);
    }
    puzzle.has_lines = match value.get("grid_type") {
        None => true,
        Some(Value::Text(kind)) if kind == "Sudoku" => true,
        Some(Value::Text(kind)) if kind == "Raw" => false,
        Some(other) => return Err(format!("'grid_type' is {}, expected 'Sudoku' or 'Raw'", said(other))),
    };
    for name in ["boxes", "jigsaw"] {
        for (number, region) in list(value, name)?.iter().enumerate() {
            let cells =
                cells(region, &puzzle).map_err(|message| format!("{name}, region {}: {message}", number + 1))?;
            puzzle.regions.push(cells);
        }
    }
    Ok(puzzle)
}

fn digits(value: &Value<'_>) -> Result<RangeInclusive<i64>, String> {
    let expected = "expected the lowest and highest digit, at most 64, from 0 to 999";
    let found = value.get("values").ok_or_else(|| format!("no member 'values', {expected}"))?;
    let ends: Option<Vec<i64>> = found.values().iter().map(integer).collect();
    match ends.as_deref() {
        Some(&[low, high]) if 0 <= low && low <= high && high < 1000 && high - low < VariantPuzzle::MAX_SIDE as i64 => {
            Ok(low..=high)
        }
        _ => Err(format!("'values' is {}, {expected}", said(found))),
    }
}

/// The digits of a solution without anything between them, if each is a figure; else with spaces.
fn solution(value: &Value<'_>, cells: usize) -> Result<Option<String>, String> {
    let found = match value.get("solution") {
        None | Some(Value::Null) => return Ok(None),
        Some(found) => found,
    };
    // Collecting options, the list would grow step by step.
    let mut digits = Vec::with_capacity(found.values().len());
    digits.extend(found.values().iter().map_while(integer));
    if digits.len() != cells || digits.len() != found.values().len() {
        return Err(format!("'solution' is {}, expected {cells} digits, one for each cell", said(found)));
    }
    if let Some(figures) = digits.iter().map(|digit| char::from_digit(u32::try_from(*digit).ok()?, 10)).collect() {
        return Ok(Some(figures));
    }
    Ok(Some(digits.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")))
}

/// Adds a constraint, a given or candidates. A message begins with what comes after the constraint's number.
/// Gives the members that are not known.
fn add(puzzle: &mut VariantPuzzle, value: &Value<'_>, number: usize) -> Result<Vec<String>, String> {
    let kind = match value.get("type") {
        Some(Value::Text(kind)) => kind,
        Some(other) => return Err(format!(": 'type' is {}, expected a string", other.kind())),
        None => return Err(format!(" is {} without a 'type'", value.kind())),
    };
    let mistake = |message: String| format!(" ({kind}): {message}");
    let (members, further): (&[&str], &[(&str, Part)]) = match &kind[..] {
        "given" => {
            given(value, puzzle).map_err(mistake)?;
            (&["cell", "value"], &[])
        }
        "candidates" => {
            candidates(value, puzzle).map_err(mistake)?;
            (&["cell", "values"], &[])
        }
        _ => {
            let kind: Kind = kind.parse().map_err(|error| format!(": {error}"))?;
            puzzle.constraints.push(constraint(kind, value, puzzle, DEEPEST).map_err(mistake)?);
            (&[], kind.members())
        }
    };
    let known = members.iter().chain(further.iter().map(|(name, _)| name));
    let texts = only_texts_beside(value, &known.copied().collect::<Vec<_>>()).map_err(mistake)?;
    Ok(texts.into_iter().map(|name| format!("constraint {number} ({kind}): {name}")).collect())
}

/// The members whose names are not known. None may be there twice: which of them is meant, nobody knows.
fn unknown<'a>(value: &'a Value<'a>, is_known: impl Fn(&str) -> bool) -> Result<Vec<(&'a str, &'a Value<'a>)>, String> {
    let members = value.members();
    let twice = |(place, (name, _)): &(usize, &(_, _))| members[..*place].iter().any(|(earlier, _)| earlier == name);
    if let Some((_, (name, _))) = members.iter().enumerate().find(twice) {
        return Err(format!("the member {} appears twice", shown(name)));
    }
    let unknown = members.iter().filter(|(name, _)| !is_known(name));
    Ok(unknown.map(|(name, content)| (&**name, content)).collect())
}

/// The names of members of a constraint that are not known: remarks. Whatever is no text may be a part of it by a wrong name.
fn only_texts_beside<'a>(value: &'a Value<'a>, known: &[&str]) -> Result<Vec<&'a str>, String> {
    let unknown = unknown(value, |name| name == "type" || known.contains(&name))?;
    match unknown.iter().find(|(_, content)| !content.is_void() && !matches!(content, Value::Text(_))) {
        None => Ok(unknown.into_iter().map(|(name, _)| name).collect()),
        Some((name, _)) if known.is_empty() => Err(format!("the member {}, expected none", shown(name))),
        Some((name, _)) => Err(format!("the member {}, expected only {}", shown(name), known.join(", "))),
    }
}

fn given(value: &Value<'_>, puzzle: &mut VariantPuzzle) -> Result<(), String> {
    let cell = cell(member(value, "cell")?, puzzle)?;
    let digit = number(member(value, "value")?, "value")?;
    match puzzle.givens[cell] {
        Some(other) if other != digit => Err(format!("{digit} in {}, which is given as {other}", puzzle.name_of(cell))),
        _ => {
            puzzle.give(cell, digit);
            Ok(())
        }
    }
}

/// Where a cell has candidates twice, those in both lists are left.
fn candidates(value: &Value<'_>, puzzle: &mut VariantPuzzle) -> Result<(), String> {
    let cell = cell(member(value, "cell")?, puzzle)?;
    let digits = numbers(member(value, "values")?, "values")?;
    let marks = match &puzzle.marks[cell] {
        None => digits,
        Some(marks) => marks.iter().copied().filter(|mark| digits.contains(mark)).collect(),
    };
    puzzle.marks[cell] = Some(marks);
    Ok(())
}

/// The most choices within each other.
const DEEPEST: usize = 8;

fn constraint(kind: Kind, value: &Value<'_>, puzzle: &VariantPuzzle, depth: usize) -> Result<Constraint, String> {
    let mut constraint = Constraint::new(kind);
    for (name, part) in kind.members() {
        let found = match value.get(name) {
            None | Some(Value::Null) => continue,
            Some(found) => found,
        };
        let in_member = |message: String| format!("'{name}': {message}");
        match part {
            Part::Cells => constraint.cells = cells(found, puzzle).map_err(in_member)?,
            Part::Cell => constraint.cells = vec![cell(found, puzzle).map_err(in_member)?],
            Part::Other(place) | Part::OtherCell(place) => {
                constraint.others.resize(constraint.others.len().max(place + 1), Vec::new());
                constraint.others[*place] = match part {
                    Part::OtherCell(_) => vec![cell(found, puzzle).map_err(in_member)?],
                    _ => cells(found, puzzle).map_err(in_member)?,
                };
            }
            Part::Others => {
                let Value::List(lists) = found else {
                    return Err(format!("'{name}' is {}, expected an array of lists of cells", said(found)));
                };
                let lists = lists.iter().map(|list| cells(list, puzzle));
                constraint.others = lists.collect::<Result<_, _>>().map_err(in_member)?;
            }
            Part::Value => constraint.value = Some(number(found, name)?),
            Part::Sign => constraint.value = Some(sign(found, name)?),
            Part::Values => constraint.values = numbers(found, name)?,
            Part::Pairs => constraint.values = pairs(found, name)?,
            Part::Text => match found {
                Value::Text(text) => constraint.text = text.to_string(),
                other => return Err(format!("'{name}' is {}, expected a string", said(other))),
            },
            Part::Alternatives => {
                let Some(depth) = depth.checked_sub(1) else {
                    return Err(format!("'{name}' is nested more than {DEEPEST} deep"));
                };
                let found = list(value, name)?.iter().enumerate();
                let alternative = |(place, value): (usize, &Value<'_>)| {
                    alternative(value, puzzle, depth).map_err(|message| format!("alternative {}: {message}", place + 1))
                };
                constraint.alternatives = found.map(alternative).collect::<Result<_, _>>()?;
            }
        }
    }
    Ok(constraint)
}

/// One of a choice: a constraint, or a list of them that hold together.
fn alternative(value: &Value<'_>, puzzle: &VariantPuzzle, depth: usize) -> Result<Vec<Constraint>, String> {
    let together = if let Value::List(values) = value { &values[..] } else { std::slice::from_ref(value) };
    let one = |value: &Value<'_>| {
        let kind = member(value, "type")?;
        let Some(name) = kind.word() else { return Err(format!("'type' is {}, expected a string", said(kind))) };
        let known: Vec<&str> = match name {
            "given" => vec!["cell", "value"],
            "candidates" => vec!["cell", "values"],
            name => name.parse().map_or(&[][..], Kind::members).iter().map(|(name, _)| *name).collect(),
        };
        if !known.is_empty() {
            only_texts_beside(value, &known)?;
        }
        match name {
            "given" => {
                let cell = cell(member(value, "cell")?, puzzle)?;
                Ok(Constraint::new(Kind::OneOf).cells([cell]).values([number(member(value, "value")?, "value")?]))
            }
            // The same members as a choice of digits has.
            "candidates" => constraint(Kind::OneOf, value, puzzle, depth),
            name => constraint(name.parse().map_err(|error| format!("{error}"))?, value, puzzle, depth),
        }
    };
    together.iter().map(one).collect()
}

fn member<'a>(value: &'a Value<'a>, name: &str) -> Result<&'a Value<'a>, String> {
    value.get(name).ok_or_else(|| format!("no member '{name}'"))
}

/// The values of an array that need not be there.
fn list<'a>(value: &'a Value<'a>, name: &str) -> Result<&'a [Value<'a>], String> {
    match value.get(name) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::List(values)) => Ok(values),
        Some(other) => Err(format!("'{name}' is {}, expected an array", said(other))),
    }
}

fn cells(value: &Value<'_>, puzzle: &VariantPuzzle) -> Result<Vec<usize>, String> {
    match value {
        Value::List(values) => {
            let mut cells = Vec::with_capacity(values.len());
            for value in *values {
                cells.push(cell(value, puzzle)?);
            }
            Ok(cells)
        }
        other => Err(format!("{}, expected an array of cells", said(other))),
    }
}

/// A cell of the board that is to be a gap.
fn gap_of(value: &Value<'_>, puzzle: &VariantPuzzle) -> Result<usize, String> {
    let gap = cell(value, puzzle).map_err(|message| format!("gaps: {message}"))?;
    match gap < puzzle.board_cells() {
        true => Ok(gap),
        false => Err(format!("gaps: {} is beside the board", said(value))),
    }
}

fn cell(value: &Value<'_>, puzzle: &VariantPuzzle) -> Result<usize, String> {
    let cell = match value.values() {
        [row, column] => integer(row).zip(integer(column)).filter(|(row, column)| *row >= 0 && *column > 0),
        _ => None,
    };
    let further = |place: i64| {
        let place = usize::try_from(place - 1).ok().filter(|place| *place < puzzle.further_cells());
        place.map(|place| puzzle.board_cells() + place)
    };
    let cell = cell.and_then(|(row, column)| match row {
        0 => further(column),
        row => puzzle.cell(row - 1, column - 1),
    });
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    let beside = match puzzle.further_cells() {
        0 => String::new(),
        1 => ", or [0, 1] beside the board".to_owned(),
        count => format!(", or [0, 1] to [0, {count}] beside the board"),
    };
    cell.ok_or_else(|| {
        format!("{} is not a cell, expected [row, column] up to [{rows}, {columns}]{beside}", said(value))
    })
}

fn number(value: &Value<'_>, name: &str) -> Result<i64, String> {
    integer(value).ok_or_else(|| format!("'{name}' is {}, expected a whole number", said(value)))
}

fn numbers(value: &Value<'_>, name: &str) -> Result<Vec<i64>, String> {
    let Value::List(values) = value else {
        return Err(format!("'{name}' is {}, expected an array of whole numbers", said(value)));
    };
    values.iter().map(|value| number(value, name)).collect()
}

fn pairs(value: &Value<'_>, name: &str) -> Result<Vec<i64>, String> {
    let mut all = Vec::new();
    for pair in value.values() {
        let pair_of = pair.values().iter().map(integer).collect::<Option<Vec<i64>>>().filter(|pair| pair.len() == 2);
        all.extend(pair_of.ok_or_else(|| format!("'{name}' has {}, expected pairs of digits", said(pair)))?);
    }
    match value {
        Value::List(_) => Ok(all),
        other => Err(format!("'{name}' is {}, expected an array of pairs of digits", said(other))),
    }
}

fn sign(value: &Value<'_>, name: &str) -> Result<i64, String> {
    match value.word() {
        Some("+") => Ok(1),
        Some("-") => Ok(-1),
        _ => Err(format!("'{name}' is {}, expected '+' or '-'", said(value))),
    }
}

/// A whole number, of a size with which one can reckon.
#[inline]
fn integer(value: &Value<'_>) -> Option<i64> {
    let Value::Number(number) = value else { return None };
    number.parse::<i32>().ok().map(i64::from)
}

/// A value in a message: short ones as they are written.
fn said(value: &Value<'_>) -> String {
    match value {
        Value::Number(number) => (*number).to_owned(),
        Value::Text(text) if text.chars().count() < 30 => format!("'{}'", text.escape_debug()),
        Value::List(values) if values.len() < 4 && !values.iter().any(|value| matches!(value, Value::List(_))) => {
            format!("[{}]", values.iter().map(said).collect::<Vec<_>>().join(", "))
        }
        Value::List(values) => format!("an array of {}", values.len()),
        other => other.kind().to_owned(),
    }
}
