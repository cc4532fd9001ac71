//! SudokuMaker: links with an object of JSON in lz-string's base64.
//!
//! The puzzle has its cells row by row (`value`, `given`, `candidates` as bits) and a list of constraints, each with a
//! number for its type. Type 0 are the givens, type 1 the regions.

use super::coding::decompress;
use super::format::{Spec, Variants};
use super::links::{self, LARGEST, Link};
use super::sketch::{Content, Sketch};
use super::value::Value;
use super::{Field, assemble, variant};
use crate::board::Invalid;

pub(super) const SUDOKU_MAKER: Spec = Spec {
    link: Some(code),
    variants: Some(Variants::only_read(|text, options| {
        variant::of_sketch(links::code(text, code).and_then(|code| decode(&code)), options)
    })),
    ..Spec::only_read("sudokumaker", |text, options| decode(&links::code(text, code)?)?.read(options))
};

/// The names of constraints by their types.
const TYPES: [(usize, &str); 37] = [
    (10, "positive diagonal"),
    (11, "negative diagonal"),
    (12, "anti-king"),
    (13, "anti-knight"),
    (14, "disjoint groups"),
    (15, "non-consecutive"),
    (16, "global entropy"),
    (100, "even"),
    (101, "odd"),
    (102, "maximum"),
    (103, "minimum"),
    (200, "difference dot"),
    (201, "ratio dot"),
    (202, "XV"),
    (300, "thermometer"),
    (301, "killer cage"),
    (302, "clone"),
    (303, "quadruple"),
    (304, "look and say"),
    (305, "different values"),
    (400, "renban"),
    (401, "whispers"),
    (402, "palindrome"),
    (403, "between line"),
    (404, "region sum line"),
    (405, "sequence"),
    (406, "entropic line"),
    (407, "lockout line"),
    (408, "arrow"),
    (409, "double arrow"),
    (500, "little killer"),
    (501, "sandwich sum"),
    (502, "X-sum"),
    (503, "skyscraper"),
    (504, "numbered room"),
    (600, "row indexer"),
    (601, "column indexer"),
];

fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    link.parameter("puzzle").filter(|_| link.is_of("sudokumaker.app"))
}

fn decode(code: &str) -> Result<Sketch, Invalid> {
    let text = decompress(code, LARGEST).map_err(|message| links::broken("SudokuMaker", message))?;
    of_json(&Value::read(&text)?)
}

/// Whether an object is a puzzle of SudokuMaker.
pub(super) fn is_json(object: &Value) -> bool {
    object.get("formatVersion").is_some()
}

/// What the object says.
pub(super) fn of_json(object: &Value) -> Result<Sketch, Invalid> {
    let version = object.get("formatVersion").and_then(Value::word).unwrap_or_default();
    if !version.starts_with("1.") {
        let version: String = version.chars().take(20).collect();
        let message = format!("a puzzle of SudokuMaker in version '{}', expected 1", version.escape_debug());
        return Err(assemble::syntax(message));
    }
    let puzzle = object.get("puzzle").unwrap_or(&Value::Null);
    let cells = puzzle.get("cells").map_or(&[][..], Value::values);
    let side = cells.len().isqrt();
    let mut sketch = Sketch { cells: vec![Content::Blank; cells.len()], ..Sketch::new(side, side) };
    for (content, cell) in sketch.cells.iter_mut().zip(cells) {
        let is_given = cell.get("given").is_some_and(|given| !given.is_void());
        *content = match (cell.get("value").and_then(Value::word), cell.get("candidates").and_then(Value::number)) {
            (Some(word), _) => Content::of(word, is_given),
            (None, Some(bits)) if bits > 0 => {
                let digits = (1..usize::BITS as usize).filter(|digit| bits >> digit & 1 == 1);
                Content::Marks(digits.map(|digit| digit.to_string()).collect())
            }
            _ => Content::Blank,
        };
    }
    for (name, _) in cells.iter().flat_map(Value::members).filter(|(_, value)| !value.is_void()) {
        match name.as_str() {
            "value" | "given" | "candidates" => {}
            "cornerPencilMarks" => sketch.leave_out("corner marks"),
            name => sketch.leave_out(format!("'{name}' of cells")),
        }
    }
    // Without regions there are no boxes.
    sketch.regions = Some(vec![None; cells.len()]);
    for constraint in puzzle.get("constraints").map_or(&[][..], Value::values) {
        match constraint.get("type").and_then(Value::number) {
            Some(0) => {}
            Some(1) => {
                let regions = constraint.get("regions").map_or(&[][..], Value::values);
                sketch.regions = Some(regions.iter().map(Value::number).collect());
            }
            Some(1000) => {
                let name = constraint.get("definition").and_then(|definition| definition.get("name"));
                let name = name.and_then(Value::word).unwrap_or_default();
                sketch.add_rule(format!("program '{name}'"), constraint);
            }
            Some(2000..3000) => sketch.add_rule("drawing", constraint),
            Some(4000 | 4001) => sketch.leave_out("fog"),
            Some(number) => match TYPES.iter().find(|(known, _)| *known == number) {
                Some((_, name)) => sketch.add_rule(*name, constraint),
                None => sketch.add_rule(format!("type {number}"), constraint),
            },
            None => sketch.add_rule("a constraint without a type", constraint),
        }
    }
    for (name, usual) in [("minDigit", 1), ("maxDigit", side), ("width", side), ("height", side)] {
        if let Some(value) = puzzle.get(name).filter(|value| value.number() != Some(usual)) {
            sketch.add_rule(format!("{name} {}", value.word().unwrap_or_default()), value);
        }
    }
    for (name, field) in [("name", Field::Description), ("author", Field::Author), ("comment", Field::Comment)] {
        sketch.add_field(field, puzzle.get(name));
    }
    Ok(sketch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::coding::compress;
    use crate::notation::{ReadOptions, line, read};

    fn link(constraints: &str, more: &str) -> String {
        let cells =
            "{\"value\":1,\"given\":true},{\"value\":2},{\"candidates\":24},".to_owned() + &["{}"; 13].join(",");
        let text = format!(
            "{{\"formatVersion\":\"1.5.0\",\"puzzle\":{{\"name\":\"Small\",\"cells\":[{cells}],\"constraints\":[{{\"type\":0}},{constraints}]{more}}}}}"
        );
        let code = compress(&text).replace('/', "-").replace('=', "").replace('+', "%2B");
        format!("https://sudokumaker.app/?puzzle={code}")
    }

    const BOXES: &str = "{\"type\":1,\"regions\":[3,3,0,0,3,3,0,0,1,1,2,2,1,1,2,2]}";

    #[test]
    fn classic_puzzles() {
        let record = read(&link(BOXES, ",\"minDigit\":1"), &ReadOptions::default()).unwrap();
        assert_eq!(line::write(&record.puzzle, &record.symbols), "12..............");
        assert_eq!(record.puzzle.givens().count(), 1);
        assert_eq!(record.fields[&Field::Description], "Small");
        let left: Vec<String> =
            record.puzzle.candidates().digits_of(crate::board::Cell::new(2)).map(|digit| digit.to_string()).collect();
        assert_eq!(left, ["3", "4"]);
    }

    #[test]
    fn rules_are_named() {
        for (constraints, more, rules) in [
            ("{\"type\":400,\"lines\":[[0,1]]}", "", "renban"),
            ("{\"type\":77,\"x\":1},{\"type\":77,\"x\":2}", "", "type 77 (2)"),
            ("{\"type\":1000,\"definition\":{\"name\":\"mine\"}}", "", "program 'mine'"),
            ("{\"type\":4000}", ",\"minDigit\":0", "minDigit 0"),
        ] {
            let message = read(&link(&format!("{BOXES},{constraints}"), more), &ReadOptions::default()).unwrap_err();
            assert_eq!(message.to_string(), format!("rules that are not supported: {rules}"));
        }
        let message = read(&link("{\"type\":4000}", ""), &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message, "rules that are not supported: irregular regions");
        let version = read("{\"formatVersion\":\"2.0\"}", &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(version, "a puzzle of SudokuMaker in version '2.0', expected 1");
    }
}
