//! SudokuPad's own codes: `scf` for classic puzzles, `scl` (or `ctc`) for any.
//!
//! In `scf` a character of `0-9A-Za-x` is a digit and ten times the number of blanks after it; digit 0 is a blank.
//!
//! In `scl` lz-string's base64 packs an object of JSON, perhaps with short names and without quotes: `ce` cells, `re`
//! regions, `ca` cages. Cages without cells hold the title, author, rules. Lines and shapes are drawings whose meaning only
//! the rules in words tell, so that a puzzle with any is not read.
//!
//! What cages mean is in `rules`. A classic reader needs their names only, so that the rest is not linked with it.

mod rules;

use super::coding::decompress;
use super::format::{Spec, Variants};
use super::links::{self, LARGEST, Link, SHORTEST};
use super::places::{self, shown};
use super::sketch::{Content, Rule, Sketch, digit_of};
use super::value::{Room, Value};
use super::{Field, ReadOptions, Record, assemble, variant};
use crate::board::{Invalid, Puzzle};

pub(super) const SCF: Spec = Spec {
    link: Some(classic_code),
    takes_symbols: |_| false,
    has_numbers: true,
    largest_side: 9,
    ..Spec::line(
        "scf",
        |text, options| links::read(text, classic_code, classic, options),
        |record, _, _| format!("https://sudokupad.app/scf{}", pack(&record.puzzle)),
    )
};

pub(super) const SCL: Spec = Spec {
    link: Some(any_code),
    variants: Some(Variants::only_read(|text, options| {
        variant::of_sketch(links::code(text, any_code).and_then(|code| unpack(&code, with_rules)), options)
    })),
    ..Spec::only_read("scl", |text, options| unpack(&links::code(text, any_code)?, of_json)?.read(options))
};

/// The characters of `scf` in their order.
const CODE: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// The name of a puzzle on SudokuPad, or what looks like one: the code of a puzzle.
pub(super) fn name<'a>(link: &Link<'a>) -> Option<&'a str> {
    let is_of_site =
        link.is_of("sudokupad.app") || link.is_of("sudokupad.svencodes.com") || link.is_of("crackingthecryptic.com");
    let path = link.path.trim_start_matches('/');
    // Sudocle is another program for the same codes.
    let of_sudocle = path.strip_prefix("sudocle/").filter(|_| link.is_of("michelkraemer.com"));
    let name = of_sudocle.or(path.strip_prefix("sudoku/")).unwrap_or(path);
    (is_of_site || of_sudocle.is_some()).then(|| link.parameter("puzzleid").unwrap_or(name))
}

fn classic_code<'a>(link: &Link<'a>) -> Option<&'a str> {
    let code = name(link)?.strip_prefix("scf")?.trim_end_matches(['.', ':', '?', '/']);
    // Names of puzzles and other words may begin like this.
    let is_long = !link.host.is_empty() && code.len() >= SHORTEST;
    (is_long || cells(code).is_ok_and(|cells| cells.len().isqrt().pow(2) == cells.len())).then_some(code)
}

fn any_code<'a>(link: &Link<'a>) -> Option<&'a str> {
    let name = name(link)?;
    name.strip_prefix("scl").or_else(|| name.strip_prefix("ctc")).filter(|code| code.len() >= SHORTEST)
}

/// The cells of a classic code, `.` for blanks.
fn cells(code: &str) -> Result<String, String> {
    let mut cells = String::new();
    for (i, c) in code.chars().enumerate() {
        let place = CODE.iter().position(|known| char::from(*known) == c);
        let place = place.ok_or_else(|| format!("'{}' at character {} of its code", c.escape_debug(), i + 1))?;
        cells.push(if place % 10 == 0 { '.' } else { char::from(CODE[place % 10]) });
        cells.extend(std::iter::repeat_n('.', place / 10));
    }
    Ok(cells)
}

fn classic(code: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let cells = cells(code).map_err(|message| links::broken("SudokuPad", message))?;
    Sketch::of_digits(&cells).read(options)
}

fn pack(puzzle: &Puzzle) -> String {
    let mut code: Vec<usize> = Vec::new();
    for digit in puzzle.digits() {
        match (digit, code.last_mut()) {
            (None, Some(last)) if *last < 50 => *last += 10,
            (digit, _) => code.push(digit.map_or(0, |digit| digit.index() + 1)),
        }
    }
    code.into_iter().map(|place| char::from(CODE[place])).collect()
}

/// What is made of the object that a code means.
fn unpack(code: &str, of: fn(&Value<'_>) -> Result<Sketch, Invalid>) -> Result<Sketch, Invalid> {
    let text = decompress(code, LARGEST).map_err(|message| links::broken("SudokuPad", message))?;
    of(&Value::read_loosely(&text, &mut Room::of(&text))?)
}

/// Whether an object is a puzzle of SudokuPad.
pub(super) fn is_json(object: &Value<'_>) -> bool {
    object.get("cells").is_some() && ["regions", "cellSize", "cages"].iter().any(|name| object.get(name).is_some())
}

/// What is drawn on the board, and rules of which the format has the names.
const RULES: [(&str, &str); 8] = [
    ("lines", "drawn line"),
    ("l", "drawn line"),
    ("arrows", "drawn arrow"),
    ("a", "drawn arrow"),
    ("underlays", "drawn shape"),
    ("u", "drawn shape"),
    ("overlays", "drawn shape or text"),
    ("o", "drawn shape or text"),
];

/// Members that say nothing about the rules.
const LOOKS: [&str; 12] =
    ["id", "cs", "cellSize", "videos", "vd", "settings", "foglight", "triggereffect", "source", "ce", "cells", "md"];

/// What is said about a puzzle, by the words before a colon or the members of `metadata`.
const FIELDS: [(&str, Field); 4] = [
    ("title", Field::Description),
    ("author", Field::Author),
    ("rules", Field::Comment),
    ("solution", Field::Solution),
];

/// Takes what may be a rule: a `cage`, what is `global`, or by its name what is said to be true.
type Taker = fn(&str, &Value<'_>, &mut Sketch);

/// What the object says, with rules by their names only.
pub(super) fn of_json(object: &Value<'_>) -> Result<Sketch, Invalid> {
    decode(object, add_named)
}

/// What the object says, with its rules.
pub(super) fn with_rules(object: &Value<'_>) -> Result<Sketch, Invalid> {
    decode(object, rules::add)
}

fn add_named(name: &str, content: &Value<'_>, sketch: &mut Sketch) {
    match content {
        Value::Bool(true) => sketch.rules.push(Rule::unknown(shown(name))),
        content => sketch.add_rule(name, content),
    }
}

fn decode(object: &Value<'_>, take: Taker) -> Result<Sketch, Invalid> {
    let member = |long: &str, short: &str| object.get(long).or_else(|| object.get(short));
    let rows = member("cells", "ce").map_or(&[][..], Value::values);
    let side = rows.len();
    if side == 0 || rows.iter().any(|row| row.values().len() != side) {
        return Err(assemble::syntax(format!("a SudokuPad board that is not square: {side} rows")));
    }
    let mut sketch = Sketch::new(side, side);
    sketch.read_cells(rows.iter().flat_map(Value::values), content_of).map_err(assemble::syntax)?;
    for (name, _) in rows.iter().flat_map(Value::values).flat_map(Value::members).filter(|(_, value)| !value.is_void())
    {
        if !matches!(&**name, "value" | "v") {
            sketch.leave_out(format!("'{name}' of cells"));
        }
    }
    sketch.regions = Some(regions(member("regions", "re"), side).map_err(assemble::syntax)?);
    let cages = member("cages", "ca");
    if let Some(other) = cages.filter(|cages| !cages.is_void() && !matches!(cages, Value::List(_))) {
        return Err(assemble::syntax(format!("the cages are {}, expected an array", other.kind())));
    }
    for (number, cage) in cages.map_or(&[][..], Value::values).iter().enumerate() {
        if !matches!(cage, Value::Object(_)) && !cage.is_void() {
            return Err(assemble::syntax(format!("cage {} is {}, expected an object", number + 1, cage.kind())));
        }
        let part = |long: &str, short: &str| cage.get(long).or_else(|| cage.get(short));
        match part("cells", "ce") {
            Some(cells) if !cells.is_void() => {
                if !says_nothing(cage) {
                    take("cage", cage, &mut sketch);
                }
                further_of_cage(cage).for_each(|(name, _)| sketch.leave_out(format!("{} of cages", shown(name))));
            }
            _ => add_text(part("value", "v").and_then(Value::word).unwrap_or_default(), take, &mut sketch),
        }
    }
    for (name, content) in object.members() {
        match &**name {
            "regions" | "re" | "cages" | "ca" => {}
            "metadata" => {
                content.members().iter().for_each(|(name, content)| add_about(name, content, take, &mut sketch));
            }
            "global" => take(name, content, &mut sketch),
            "foglight" | "triggereffect" if !content.is_void() => sketch.leave_out(&**name),
            name if LOOKS.contains(&name) => {}
            name => match RULES.iter().find(|(known, _)| *known == name) {
                Some((_, rule)) => sketch.add_rule(*rule, content),
                None => sketch.add_unknown(name, content),
            },
        }
    }
    Ok(sketch)
}

/// What a cell holds.
fn content_of(cell: &Value<'_>) -> Result<Content, String> {
    match cell.get("value").or_else(|| cell.get("v")).filter(|value| !value.is_void()) {
        None => Ok(Content::Blank),
        Some(value) => match digit_of(value)? {
            // A blank cell has no value.
            "0" => Err("has the digit 0, expected 1 or more".to_owned()),
            word => Ok(Content::of(word, true)),
        },
    }
}

/// Adds what is said about the puzzle by a name. What is said to be true may be a rule.
fn add_about(name: &str, content: &Value<'_>, take: Taker, sketch: &mut Sketch) {
    let is_word = |word: &str| word.eq_ignore_ascii_case("true");
    let is_true = matches!(content, Value::Bool(true)) || content.word().is_some_and(is_word);
    match FIELDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, field)) => sketch.add_field(*field, Some(content)),
        None if matches!(name, "source" | "msgcorrect") => {}
        None if name == "global" => sketch.add_rule("'global' of the metadata", content),
        None if is_true => take(name, &Value::Bool(true), sketch),
        None => sketch.add_unknown(name, content),
    }
}

/// Adds the text of a cage without cells, which is about the puzzle.
fn add_text(text: &str, take: Taker, sketch: &mut Sketch) {
    match text.split_once(':') {
        Some((name, text)) => add_about(name.trim(), &Value::Text(text.trim().into()), take, sketch),
        None if text.trim().is_empty() => {}
        None => sketch.leave_out("text beside the board"),
    }
}

/// Whether a cage is neither drawn nor a rule: nothing stands in it, its digits may be the same, and nothing else is said of it
/// but what it looks like.
fn says_nothing(cage: &Value<'_>) -> bool {
    let is_set = |name: &str, value: bool| cage.get(name) == Some(&Value::Bool(value));
    let has_value = CORNER.iter().any(|name| cage.get(name).is_some_and(|value| !value.is_void()));
    !has_value && is_set("hidden", true) && is_set("unique", false) && perhaps_rule_of_cage(cage).is_none()
}

/// The name of a member of a cage that may be a rule.
fn perhaps_rule_of_cage<'v>(cage: &'v Value<'_>) -> Option<&'v str> {
    let is_word = |value: &Value<'_>| matches!(value, Value::Number(_) | Value::Text(_));
    further_of_cage(cage).find(|(_, value)| !is_word(value)).map(|(name, _)| name)
}

/// The members of a cage that are not looked into, if there is something in them.
fn further_of_cage<'v, 'a: 'v>(cage: &'v Value<'a>) -> impl Iterator<Item = (&'v str, &'v Value<'a>)> {
    let members = cage.members().iter().map(|(name, value)| (&**name, value));
    members.filter(|(name, value)| !OF_CAGE.contains(name) && !CORNER.contains(name) && !value.is_void())
}

/// What a cage has beside what stands in its corner, and what it looks like.
const OF_CAGE: [&str; 12] = [
    "cells",
    "ce",
    "unique",
    "hidden",
    "style",
    "type",
    "c",
    "outlineC",
    "fontC",
    "borderColor",
    "textColor",
    "fontSize",
];

/// What stands in the corner of a cage, and its sum.
const CORNER: [&str; 3] = ["value", "v", "sum"];

/// The region of each cell; without regions there is none.
fn regions(value: Option<&Value<'_>>, side: usize) -> Result<Vec<Option<usize>>, String> {
    let mut regions = vec![None; side * side];
    let list = match value.filter(|value| !value.is_void()) {
        None => &[][..],
        Some(Value::List(list)) => list,
        Some(other) => return Err(format!("the regions are {}, expected an array", other.kind())),
    };
    for (number, region) in list.iter().enumerate() {
        let wrong = |message: &str| format!("region {}: {message}", number + 1);
        if !matches!(region, Value::List(_)) && !region.is_void() {
            return Err(wrong(&format!("{}, expected an array of cells", region.kind())));
        }
        for cell in region.values() {
            let place = |i: usize| cell.values().get(i).and_then(Value::number).filter(|place| *place < side);
            let (Some(row), Some(column)) = (place(0), place(1)) else {
                return Err(wrong("a cell that is not on the board, expected a row and a column from 0"));
            };
            if regions[row * side + column].replace(number).is_some_and(|other| other != number) {
                let name = places::name((row as i64, column as i64));
                return Err(wrong(&format!("{name}, which is in another region too")));
            }
        }
    }
    Ok(regions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::coding::compress;
    use crate::notation::read;
    use crate::variant::{Constraint, Kind};

    #[test]
    fn classic_codes() {
        let text = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        let record = read("scf5NlQ19j9mGca3OIN1bWGk2m41TjS79", &ReadOptions::default()).unwrap();
        assert_eq!(crate::notation::line::write(&record.puzzle, &record.symbols), text.replace('0', "."));
        assert_eq!(pack(&record.puzzle), "5NlQ19j9mGca3OIN1bWGk2m41TjS79");
        assert_eq!(cells("0x1"), Ok(".9.....1".to_owned()));
    }

    fn any(content: &str) -> Result<Record, Invalid> {
        let regions = "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]";
        let text = format!(
            "{{id:'x',ce:[[{{v:1}},,,],[,,,],[,,,],[,,,{{v:'4'}}]],cs:50,{}}}",
            content.replace("BOXES", regions)
        );
        read(&format!("https://sudokupad.app/scl{}", compress(&text)), &ReadOptions::default())
    }

    #[test]
    fn puzzles_without_further_rules() {
        let record =
            any("ca:[{v:'title: Small'},{v:'rules: Normal\\nrules'},{v:'solution: 1234341221434321'}],BOXES").unwrap();
        assert_eq!(record.puzzle.givens().count(), 2);
        assert_eq!(record.fields[&Field::Comment], "Normal\nrules");
        assert_eq!(record.fields.len(), 3);
        for (content, rules) in [
            ("BOXES,l:[{wp:[[0.5,0.5],[1.5,1.5]],c:CFCFCF,th:5}]", "drawn line"),
            ("BOXES,ca:[{c:[[0,0]],ce:[[0,0],[0,1]],v:3}]", "cage"),
            ("x:1", "irregular regions"),
            ("re:[[[0,0]]]", "irregular regions"),
            ("BOXES,ca:[{v:'norowcol: true'}]", "'norowcol'"),
            ("BOXES,ca:[{v:'antiking: True'}]", "'antiking'"),
            ("BOXES,ca:[{ce:[[0,0],[0,1]],unique:t,v:'',sum:3,sums:t}]", "cage"),
            ("BOXES,ca:[{ce:[[0,0],[0,1]],unique:t,v:4,sum:3}]", "cage"),
            ("BOXES,metadata:{antiking:t}", "'antiking'"),
            ("BOXES,global:['antiknight']", "global"),
        ] {
            assert_eq!(any(content).unwrap_err().to_string(), format!("rules that are not supported: {rules}"));
        }
        let text = format!("scl{}", compress("{\"cells\":[[{},{}],[{}]],\"regions\":[]}"));
        let message = read(&text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message, "a SudokuPad board that is not square: 2 rows");
    }

    /// Whatever is not read is named: without it the puzzle would be another one.
    #[test]
    fn malformed_members() {
        for (content, message) in [
            ("re:[[[0,0],[9,9]]]", "region 1: a cell that is not on the board, expected a row and a column from 0"),
            ("re:[[[0,0],'R1C2']]", "region 1: a cell that is not on the board, expected a row and a column from 0"),
            ("re:[[[0,0]],[[0,1],[0,0]]]", "region 2: R1C1, which is in another region too"),
            ("re:x", "the regions are a string, expected an array"),
            ("re:[x]", "region 1: a string, expected an array of cells"),
            ("BOXES,ca:[,5]", "cage 2 is a number, expected an object"),
            ("BOXES,ca:{ce:[[0,0]],unique:t,v:3}", "the cages are an object, expected an array"),
            ("BOXES,cells:[[,,,],[,,5,],[,,,],[,,,]]", "R2C3 is a number, expected an object"),
            ("BOXES,cells:[[,,,],[,,,{v:0}],[,,,],[,,,]]", "R2C4 has the digit 0, expected 1 or more"),
            ("BOXES,cells:[[,,,],[,,,{v:[1]}],[,,,],[,,,]]", "R2C4 has an array as its value, expected a digit"),
        ] {
            assert_eq!(any(content).unwrap_err().to_string(), message, "{content}");
        }
        // A sum may stand beside an empty corner.
        let text = "{ce:[[,],[,]],re:[],ca:[{ce:[[0,0],[0,1]],unique:t,v:'',sum:3}]}";
        let link = format!("https://sudokupad.app/scl{}", compress(text));
        let puzzle = crate::notation::read_variant(&link, &ReadOptions::default()).unwrap().puzzle;
        assert_eq!(puzzle.constraints, [Constraint::new(Kind::Cage).cells([0, 1]).value(3)]);
    }

    /// What unpacks to more than any puzzle, or to values within one another, is refused.
    #[test]
    fn bombs() {
        let message =
            |text: String| read(&format!("scl{}", compress(&text)), &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(
            message(" ".repeat(2_000_001)),
            "this SudokuPad link cannot be read: it unpacks to more than 2000 kB"
        );
        assert!(message("[".repeat(100_000)).contains("fewer nested values"));
        assert!(message("{a:".repeat(100_000)).contains("fewer nested values"));
    }
}
