//! JSON objects, one for each puzzle: on lines, in an array, or laid out over several lines.
//!
//! The board is in the member `puzzle`, or in one with another name that the puzzle's column has in CSV: as a text, an
//! array of rows, or an array of cells. `shape` and `symbols` are what this program writes there; members with other
//! known names (`solution`, `id`, `author` and so on) become fields.

use super::csv::{self, Column};
use super::format::{Spec, Variants};
use super::lines::{self, Decision, NeedMore, Span, line_ends};
use super::scanner::{Mistake, Scanner};
use super::sketch::{Sketch, left_out, not_supported};
use super::split::LONGEST;
use super::start::Start;
use super::value::{Member, Room, Value};
use super::{
    AnyRecord, Field, Format, ReadOptions, Record, Splitter, VariantRecord, assemble, cages, fpuzzles, grid, line,
    rule_names, sudokumaker, sudokupad, variant,
};
use crate::board::{Invalid, Shape, Symbols};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const JSON: Spec = Spec {
    find: Some(find),
    variants: Some(Variants {
        read: read_variant,
        read_any: Some(read_any),
        write: Some(|record| Ok(variant::write(record))),
        carries: variant::carries,
    }),
    takes_blank: Symbols::is_usual_blank,
    carries: |field, _| name_of(field).is_some(),
    states_shape: true,
    ..Spec::line("json", read, |record, symbols, _| write(record, symbols))
};

/// The object that begins on a line.
fn find(start: &Start<'_>) -> Decision<Option<Span>> {
    let (text, is_last) = (&start.lines.text()[start.span.start..], start.lines.is_last());
    let Some(begin) = begins(text, is_last)? else { return Ok(None) };
    let rest = &text[begin..];
    let length = match end(rest, is_last || rest.len() > LONGEST)? {
        Some(length) => length,
        None => rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len()),
    };
    let (line, start) = (start.span.line + line_ends(&text[..begin]), start.span.start + begin);
    Ok(Some(Span { start, end: start + length, line }))
}

/// The object at the beginning of a text, if a splitter would find exactly that as its first piece; the text then need not
/// be scanned for the object's end before it is read. `None` if that is not certain, or if the object cannot be read.
pub(super) fn first<'a>(text: &'a str, room: &'a mut Option<Room<'a>>, options: &ReadOptions) -> Option<Value<'a>> {
    let may_be = options.rules.is_empty() && matches!(options.format, None | Some(Format::Json));
    if !may_be || !text.starts_with('{') {
        return None;
    }
    // An object that needs more room is too long anyway.
    let room = room.insert(Room::of(text.get(..LONGEST).unwrap_or(text)));
    let mut scanner = room.scanner(text, false);
    let object = scanner.value().ok()?;
    // Pieces are read with their characters made plain, and pieces that are too long are not read.
    let is_plain = matches!(lines::plain(Cow::Borrowed(&text[..scanner.at])), Cow::Borrowed(_));
    (is_plain && scanner.at <= LONGEST && !object.members().is_empty()).then_some(object)
}

/// Where an object begins at the start of a text, perhaps after the bracket of an array or the comma between its
/// values. It must begin with a member's name, because other notations have braces too.
fn begins(text: &[u8], is_last: bool) -> Decision<Option<usize>> {
    let mut scanner = Scanner::new(text);
    let first = text.iter().find(|b| !matches!(b, b' ' | b'\t'));
    if !matches!(first, Some(b'{' | b'[' | b',')) {
        return Ok(None);
    }
    if scanner.take(b',') | scanner.take(b'[') {
        scanner.skip_space();
    }
    let start = scanner.at;
    match scanner.take(b'{') && scanner.name().is_ok() {
        true => Ok(Some(start)),
        false if scanner.at >= text.len() && !is_last => Err(NeedMore),
        false => Ok(None),
    }
}

/// Where the object at the beginning of a text ends, if there is one.
fn end(text: &[u8], is_last: bool) -> Decision<Option<usize>> {
    let mut scanner = Scanner::new(text);
    match scanner.value() {
        Ok(_) => Ok(Some(scanner.at)),
        Err(Mistake { is_end: true, .. }) if !is_last => Err(NeedMore),
        Err(_) => Ok(None),
    }
}

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    read_value(&Value::read(text, &mut Room::of(text))?, options)
}

fn read_value(object: &Value<'_>, options: &ReadOptions) -> Result<Record, Invalid> {
    let Value::Object(members) = object else {
        return Err(assemble::syntax(format!("{} instead of a JSON object", object.kind())));
    };
    if let Some(of_program) = program_of(object, BY_NAME) {
        return of_program(object)?.read(options);
    }
    if variant::is_json(object) {
        return Err(not_supported(variant::rules_of_json(object)));
    }
    let text_of = |name: &str| text_in(members, name);
    let mut options = described_by(members, options)?;
    if let Some(grids) = object.get("newboard").and_then(|answer| answer.get("grids")) {
        return match grids.values() {
            [grid] => board("value", grid.get("value").unwrap_or(&Value::Null), &options),
            grids => Err(assemble::syntax(format!("{} grids in one Dosuku answer, expected one", grids.len()))),
        };
    }
    let Some((name, value)) = member_with_board(members) else {
        let names: Vec<&str> = members.iter().map(|(name, _)| &**name).take(8).collect();
        return Err(assemble::syntax(format!("a JSON object without a puzzle: its members are {}", names.join(", "))));
    };
    let is_answer = ["symbols", "seed"].iter().any(|member| object.get(member).is_some()) && text_of("shape").is_some();
    let is_answered = |member: &str| is_answer && ANSWERS.contains(&member);
    let is_rule = |member: &str, value: &Value<'_>| !is_answered(member) && rule_names::is_rule(member, value);
    let rules: Vec<_> = members.iter().filter(|(name, value)| is_rule(name, value)).collect();
    if !rules.is_empty() {
        let Some(sketch) = cages::of_json(object, &options) else {
            return Err(not_supported(rules.into_iter().map(|(name, _)| (format!("'{name}'"), 1))));
        };
        // The only rules of a classic puzzle are its boxes.
        options.shape = Some(sketch?.read(&options)?.puzzle.shape());
    }
    let mut record = board(name, value, &options)?;
    about(members).for_each(|(field, value)| _ = record.fields.entry(field).or_insert(value));
    let rule_in_title = ["title", "name"].into_iter().filter_map(text_of).find_map(rule_names::in_title);
    record.notes.extend(rule_in_title.map(rule_names::of_words));
    let is_read =
        |member: &str, value: &Value<'_>| member == name || is_answered(member) || rule_names::is_rule(member, value);
    // A text as long as the board is another puzzle, or the progress that somebody has made with this one.
    let cells = record.puzzle.shape().cell_count();
    let is_board = |member: &str, other: &Value<'_>| match (other, Column::named(member)) {
        (Value::Text(text), Column::Unknown) => text.len() == cells && !is_read(member, other),
        (Value::Text(text), Column::Puzzle) => text.len() == cells && !is_answer && other != value,
        _ => false,
    };
    let boards = members.iter().filter(|(member, value)| is_board(member, value)).map(|(member, _)| named(member));
    let shape = text_of("shape").filter(|shape| shape.parse::<Shape>().is_err()).map(|_| named("shape"));
    record.notes.extend(left_out(unread(members, is_read).chain(boards).chain(shape)));
    Ok(record)
}

/// The longer members of the tool's own answers and data sets: they are not rules, and nothing that was overlooked.
const ANSWERS: [&str; 14] = [
    "limit_reached",
    "score",
    "steps",
    "techniques",
    "minimal",
    "unique",
    "form",
    "puzzles",
    "complete",
    "sets",
    "sizes",
    "degrees",
    "disjoint",
    "is_largest",
];

/// The members whose names are unknown and that say more than a word about the puzzle.
pub(super) fn unread<'a>(
    members: &'a [Member<'a>],
    is_known: impl Fn(&str, &Value<'_>) -> bool + 'a,
) -> impl Iterator<Item = String> + 'a {
    let says_more =
        |value: &Value<'_>| matches!(value, Value::List(_) | Value::Object(_) | Value::Bool(true)) && !value.is_void();
    let unread = members.iter().filter(move |(name, value)| {
        says_more(value) && Column::named(name) == Column::Unknown && !is_known(name, value)
    });
    unread.map(|(name, _)| named(name))
}

fn named(member: &str) -> String {
    format!("the member '{member}'")
}

pub(super) fn member_with_board<'a>(members: &'a [Member<'a>]) -> Option<&'a Member<'a>> {
    csv::PUZZLE.iter().find_map(|known| members.iter().find(|(name, _)| known.eq_ignore_ascii_case(name.trim())))
}

/// Other names of a description.
const TITLES: [(&str, Field); 2] = [("title", Field::Description), ("description", Field::Description)];

/// The name of the member for a field, if there is one.
fn name_of(field: Field) -> Option<&'static str> {
    csv::name_of(field).or_else(|| variant::FIELDS.iter().find(|(_, named)| *named == field).map(|(name, _)| *name))
}

/// What the members say about the puzzle, as fields.
pub(super) fn about<'a>(members: &'a [Member<'a>]) -> impl Iterator<Item = (Field, String)> + 'a {
    members.iter().filter_map(|(name, value)| {
        let field = match Column::named(name) {
            Column::About(field) => field,
            _ => variant::FIELDS.iter().chain(&TITLES).find(|(known, _)| known.eq_ignore_ascii_case(name))?.1,
        };
        let value = match value {
            Value::Text(text) => &**text,
            Value::Number(text) => text,
            Value::List(values) if field == Field::Solution => match &values[..] {
                [Value::Text(text)] => &**text,
                _ => return None,
            },
            _ => return None,
        };
        (!value.is_empty()).then(|| (field, value.to_owned()))
    })
}

/// Reads another program's object.
type OfProgram = fn(&Value<'_>) -> Result<Sketch, Invalid>;

/// The readers of SudokuMaker's and SudokuPad's objects that recognise rules only by name, so that a classic reader is not
/// linked with the code for what rules mean.
const BY_NAME: [OfProgram; 2] = [sudokumaker::of_json, sudokupad::of_json];

/// The reader for an object, if it comes from another program.
fn program_of(object: &Value<'_>, [of_sudokumaker, of_sudokupad]: [OfProgram; 2]) -> Option<OfProgram> {
    match object {
        object if fpuzzles::is_json(object) => Some(fpuzzles::of_json),
        object if sudokumaker::is_json(object) => Some(of_sudokumaker),
        object if sudokupad::is_json(object) => Some(of_sudokupad),
        _ => None,
    }
}

pub(super) fn read_variant(text: &str, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    match Value::read(text, &mut Room::of(text)) {
        Ok(object) => variant_of(&object, options),
        Err(invalid) => Some(Err(invalid)),
    }
}

/// The puzzle in an object, if it has rules beyond those of a Sudoku.
pub(super) fn variant_of(object: &Value<'_>, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    if variant::is_json(object) {
        return Some(own(object, options));
    }
    match program_of(object, [sudokumaker::with_rules, sudokupad::with_rules]) {
        Some(of_program) => variant::of_sketch(of_program(object), options),
        None => variant::of_cages(object, options).or_else(|| within(object, options)),
    }
}

/// Reads an object in the project's own form.
fn own(object: &Value<'_>, options: &ReadOptions) -> Result<VariantRecord, Invalid> {
    let record = variant::of_json(object)?;
    variant::expect_shape(&record.puzzle, options)?;
    Ok(record)
}

/// The puzzle with further rules in the text of an object's member, as in this program's answers.
fn within(object: &Value<'_>, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    let (_, Value::Text(text)) = member_with_board(object.members())? else { return None };
    // The rules that the options add come to the whole, and the format is that of the object.
    let options = ReadOptions { format: None, ..options.clone().rules(Vec::new()) };
    let piece = Splitter::new(&options).next(text.as_bytes(), true)?;
    let found = piece.read_variant(text.as_bytes(), &options).filter(|_| text[piece.end..].trim().is_empty())?;
    Some(found.map(|mut record| {
        about(object.members()).for_each(|(field, value)| _ = record.fields.entry(field).or_insert(value));
        record
    }))
}

fn read_any(text: &str, options: &ReadOptions) -> Result<AnyRecord, Invalid> {
    any_of(&Value::read(text, &mut Room::of(text))?, options)
}

/// The puzzle in an object, whether classic or with further rules.
pub(super) fn any_of(object: &Value<'_>, options: &ReadOptions) -> Result<AnyRecord, Invalid> {
    // An object of our own is not read as a classic puzzle first, which would make a message that nobody reads.
    if variant::is_json(object) && program_of(object, BY_NAME).is_none() {
        return own(object, options).map(AnyRecord::Variant);
    }
    let invalid = match read_value(object, options) {
        Ok(record) => return Ok(AnyRecord::Classic(record)),
        Err(invalid) => invalid,
    };
    variant_of(object, options).unwrap_or(Err(invalid)).map(AnyRecord::Variant)
}

/// The shape that an object gives by the rows and columns of a box.
fn shape_of_boxes(members: &[Member<'_>]) -> Option<String> {
    let number = |names: &[&str]| {
        members
            .iter()
            .find(|(name, _)| names.contains(&&*rule_names::plain(name)))
            .and_then(|(_, value)| value.number())
    };
    let rows = number(&["boxheight", "boxrows", "blockheight", "regionheight", "subgridheight"])?;
    let columns = number(&["boxwidth", "boxcolumns", "boxcols", "blockwidth", "regionwidth", "subgridwidth"])?;
    Some(format!("{rows}x{columns}"))
}

/// The text in the member with this name.
fn text_in<'v>(members: &'v [Member<'_>], name: &str) -> Option<&'v str> {
    members.iter().find_map(|(member, value)| match value {
        Value::Text(text) if member == name => Some(&**text),
        _ => None,
    })
}

/// The options with the shape and the symbols that the members of an object name.
pub(super) fn described_by(members: &[Member<'_>], options: &ReadOptions) -> Result<ReadOptions, Invalid> {
    let boxes = shape_of_boxes(members);
    described(text_in(members, "shape").or(boxes.as_deref()), text_in(members, "symbols"), options)
}

/// The options with the shape and the symbols that an object names.
fn described(shape: Option<&str>, symbols: Option<&str>, options: &ReadOptions) -> Result<ReadOptions, Invalid> {
    options.check()?;
    let named: Option<Shape> = shape.and_then(|shape| shape.parse().ok());
    if let (Some(asked), Some(named)) = (options.shape, named)
        && asked != named
    {
        return Err(assemble::syntax(format!("the JSON object names the shape {named}, expected {asked}")));
    }
    let mut options = options.clone();
    options.shape = options.shape.or(named.filter(|shape| options.may_have_side(shape.side())));
    let symbols: Option<Symbols> = symbols.and_then(|symbols| symbols.parse().ok());
    let symbols = symbols.filter(|symbols| options.may_have_side(symbols.side()));
    options.symbols = options.symbols.or(symbols);
    Ok(options)
}

/// The board in a member.
pub(super) fn board(name: &str, value: &Value<'_>, options: &ReadOptions) -> Result<Record, Invalid> {
    match value {
        Value::Text(text) if text.trim().contains('\n') => grid::read(text, options),
        Value::Text(text) => line::read(text, options),
        Value::List(rows) if rows.iter().any(|row| matches!(row, Value::List(_))) => {
            grid::board(&rows.iter().map(row).collect::<Vec<_>>().into(), options)
        }
        Value::List(rows) => {
            let cells: Vec<Cow<'_, str>> = rows.iter().map(cell).collect();
            let count = cells.len();
            let all = |is_so: &dyn Fn(usize) -> bool| count > 1 && cells.iter().all(|cell| is_so(cell.chars().count()));
            let is_board = |length: usize| length >= line::SMALLEST.max(count + 1) && length.isqrt().pow(2) == length;
            if all(&is_board) {
                let name = name.escape_debug();
                let message = format!("the member '{name}' has {count} puzzles, expected one per object");
                return Err(assemble::syntax(message));
            }
            match all(&|length| length == count) {
                true => line::symbols(&cells.concat(), options),
                false => line::cells(cells.iter().map(|cell| &**cell), options),
            }
        }
        other => {
            Err(assemble::syntax(format!("the member '{}' is {}, not a puzzle", name.escape_debug(), other.kind())))
        }
    }
}

/// The cells of a row given as a value of its own.
fn row<'a>(value: &'a Value<'a>) -> Vec<Cow<'a, str>> {
    match value {
        Value::List(cells) => cells.iter().map(cell).collect(),
        other => vec![cell(other)],
    }
}

/// A cell as it would be typed.
fn cell<'a>(value: &'a Value<'a>) -> Cow<'a, str> {
    match value {
        Value::Text(text) if text.trim().is_empty() => Cow::Borrowed(""),
        Value::Text(text) => Cow::Borrowed(text),
        Value::Number(text) => Cow::Borrowed(text),
        Value::Null => Cow::Borrowed(""),
        other => Cow::Borrowed(other.kind()),
    }
}

/// Writes an object on one line.
fn write(record: &Record, symbols: &Symbols) -> String {
    let mut text = String::from("{");
    let mut add = |name: &str, value: &str| {
        let comma = if text.len() > 1 { "," } else { "" };
        write!(text, "{comma}\"{name}\":\"{}\"", escape(value)).expect("a string can be written to");
    };
    add("puzzle", &line::write(&record.puzzle, symbols));
    add("shape", &record.puzzle.shape().to_string());
    add("symbols", &symbols.name());
    for (field, value) in record.fields.iter().filter(|(_, value)| !value.is_empty()) {
        if let Some(name) = name_of(*field) {
            add(name, value);
        }
    }
    text + "}"
}

pub(super) fn escape(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => write!(text, "\\u{:04x}", c as u32).expect("a string can be written to"),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_begin_like_objects() {
        for (text, expected) in [
            ("{\"a\":1}", Ok(Some(0))),
            (" [{\"a\" : 1}", Ok(Some(2))),
            (",\n{ \"a\":", Ok(Some(2))),
            ("[\n  {\n \"a\":", Ok(Some(4))),
            ("{\"53..7....\",", Ok(None)),
            ("{{5,3,0", Ok(None)),
            ("{5,3", Ok(None)),
            ("[[5", Ok(None)),
            ("puzzle", Ok(None)),
            ("{\"a", Err(NeedMore)),
            ("[\n", Err(NeedMore)),
        ] {
            assert_eq!(begins(text.as_bytes(), false), expected, "{text}");
            let complete = Ok(expected.unwrap_or(None));
            assert_eq!(begins(text.as_bytes(), true), complete, "{text}");
        }
    }

    #[test]
    fn what_is_not_read_is_noted() {
        let board = "1.34341221434321";
        let notes = |members: &str| {
            let record = read(&format!("{{\"puzzle\":\"{board}\"{members}}}"), &ReadOptions::default()).unwrap();
            record.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let current = format!(",\"current\":\"{board}\"");
        assert_eq!(notes(&current), ["ignored: the member 'current'"]);
        assert_eq!(notes(",\"shape\":\"foo\",\"marks\":[[1]]"), ["ignored: the member 'marks', the member 'shape'"]);
        let answer =
            format!(",\"shape\":\"2x2\",\"symbols\":\"1-4\",\"form\":\"{board}\",\"steps\":[1],\"disjoint\":[1]");
        assert!(notes(&answer).is_empty());
        assert!(notes(",\"solution\":\"1234341221434321\",\"note\":\"easy\",\"shape\":\"2x2\"").is_empty());
    }

    #[test]
    fn what_is_not_json_is_named() {
        let message = |text: &str| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message("{\"a\":1,}"), "not JSON: '}' at byte 8, expected '\"'");
        assert_eq!(message("{\"a\":1"), "not JSON: the end of the text, expected ',' or '}'");
        assert_eq!(message("{\"a\":01x}"), "not JSON: 'x' at byte 8, expected ',' or '}'");
        assert_eq!(message("{\"id\":1,\"x\":2}"), "a JSON object without a puzzle: its members are id, x");
        assert_eq!(message("{\"puzzle\":null}"), "the member 'puzzle' is null, not a puzzle");
        assert!(message(&("{\"a\":".to_owned() + &"[".repeat(100_000))).contains("fewer nested values"));
    }

    #[test]
    fn answers_of_dosuku() {
        let grid = "{\"value\":[[0,0,0,0],[0,2,0,0],[0,0,0,1],[4,0,0,0]],\"difficulty\":\"Easy\"}";
        let answer = |grids: &str| {
            read(&format!("{{\"newboard\":{{\"grids\":[{grids}],\"results\":1}}}}"), &ReadOptions::default())
        };
        assert_eq!(answer(grid).unwrap().puzzle.givens().count(), 3);
        let message = answer(&format!("{grid},{grid}")).unwrap_err().to_string();
        assert_eq!(message, "2 grids in one Dosuku answer, expected one");
        assert!(answer("{}").unwrap_err().to_string().contains("the member 'value' is null"));
    }

    /// A member that may be a rule makes it a different puzzle; a member that says that there is no such rule does not.
    #[test]
    fn members_that_may_be_rules() {
        let with = |member: &str| {
            let text = format!("{{\"puzzle\":\"{}\",{member}}}", "1...".repeat(4).replacen("1...", "....", 3));
            read(&text.replace('\'', "\""), &ReadOptions::default()).err().map(|invalid| invalid.to_string())
        };
        for (member, name) in [
            ("'cages':[[3,'r1c1','r1c2']]", "'cages'"),
            ("'regions':'1112122233434344'", "'regions'"),
            ("'box_of':[0,0,1,1]", "'box_of'"),
            ("'variantSudoku':1", "'variantSudoku'"),
            ("'Variant':'xsudoku'", "'Variant'"),
            ("'diagonals':true,'constraints':{'antiknight':true}", "'diagonals', 'constraints'"),
        ] {
            assert_eq!(with(member), Some(format!("rules that are not supported: {name}")), "{member}");
        }
        for member in [
            "'cages':[]",
            "'diagonals':false",
            "'constraints':{'antiknight':false}",
            "'variant':'Classic'",
            "'rules':'Normal sudoku rules apply.'",
            "'clues':4,'difficulty':'easy'",
        ] {
            assert_eq!(with(member), None, "{member}");
        }
    }

    #[test]
    fn escapes_and_parts() {
        let text = "{\"n\":[1,-2.5e3,true,false,null,{}],\"t\":\"\\\"\\u00e9\\n\"}";
        let mut room = Room::of(text);
        let Ok(Value::Object(members)) = Value::read(text, &mut room) else { panic!("an object") };
        assert_eq!(members[1].1, Value::Text("\"\u{e9}\n".into()));
        // Wherever the text is cut off, the object needs more of it.
        for length in 1..text.len() {
            assert_eq!(end(&text.as_bytes()[..length], false), Err(NeedMore), "{length}");
            assert_eq!(end(&text.as_bytes()[..length], true), Ok(None), "{length}");
        }
        assert_eq!(end(text.as_bytes(), true), Ok(Some(text.len())));
    }
}
