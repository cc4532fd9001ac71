//! Objects of JSON, one for each puzzle: lines of them, an array, or laid out over several lines.
//!
//! The member `puzzle` is the board, or one of the other names that columns of CSV have: a text, an array of rows, or
//! an array of cells. `shape` and `symbols` are what this program writes there; members with other known names
//! (`solution`, `id`, `rating` and so on) become fields.

use super::csv::{self, Column};
use super::format::Spec;
use super::lines::{Decision, NeedMore, Span, line_ends};
use super::split::LONGEST;
use super::start::Start;
use super::{Field, ReadOptions, Record, assemble, grid, line};
use crate::board::{Invalid, Shape, Symbols};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const JSON: Spec = Spec {
    find: Some(find),
    takes_blank: Symbols::is_usual_blank,
    carries: |field, _| csv::name_of(field).is_some(),
    ..Spec::line("json", read, |record, symbols, _| write(record, symbols))
};

/// A value as written.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Null,
    Bool,
    /// A number, as written.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}

/// Where a text is not JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mistake {
    /// The byte, from 0.
    at: usize,
    expected: &'static str,
    /// The text ends there.
    is_end: bool,
}

/// Values within values beyond which nothing is read.
const DEEPEST: usize = 64;

/// Reads JSON from left to right.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn mistake<T>(&self, expected: &'static str) -> Result<T, Mistake> {
        Err(Mistake { at: self.at, expected, is_end: self.at >= self.text.len() })
    }

    fn skip_space(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
    }

    /// Skips white space and takes a byte, if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Value, Mistake> {
        self.skip_space();
        if depth > DEEPEST {
            return self.mistake("fewer values within one another");
        }
        match self.text.get(self.at) {
            Some(b'{') => {
                let member = |scanner: &mut Self| Ok((scanner.name()?, scanner.value(depth + 1)?));
                self.items(b'}', "',' or '}'", member).map(Value::Object)
            }
            Some(b'[') => self.items(b']', "',' or ']'", |scanner| scanner.value(depth + 1)).map(Value::List),
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool),
            Some(b'f') => self.word("false", Value::Bool),
            Some(b'n') => self.word("null", Value::Null),
            _ => self.mistake("a value"),
        }
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, Mistake> {
        let rest = &self.text[self.at..];
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(value);
        }
        let is_end = word.as_bytes().starts_with(rest);
        Err(Mistake { at: self.at, expected: "a value", is_end })
    }

    fn number(&mut self) -> Result<Value, Mistake> {
        let start = self.at;
        let is_part = |b: &&u8| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E');
        self.at += self.text[start..].iter().take_while(is_part).count();
        let number = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        let digits = number.strip_prefix('-').unwrap_or(&number);
        let is_number = digits.parse::<f64>().is_ok() && digits.starts_with(|c: char| c.is_ascii_digit());
        if is_number { Ok(Value::Number(number)) } else { self.mistake("a number") }
    }

    /// A text in quotes.
    fn string(&mut self) -> Result<String, Mistake> {
        if !self.take(b'"') {
            return self.mistake("'\"'");
        }
        let mut bytes = Vec::new();
        loop {
            let Some(byte) = self.text.get(self.at) else { return self.mistake("the end of a text") };
            match byte {
                b'"' => break,
                b'\\' => {
                    self.at += 1;
                    let c = self.escaped()?;
                    bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
                    continue;
                }
                b'\n' | b'\r' => return self.mistake("the end of a text"),
                byte => bytes.push(*byte),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What follows a backslash.
    fn escaped(&mut self) -> Result<char, Mistake> {
        let Some(byte) = self.text.get(self.at) else { return self.mistake("an escaped character") };
        let c = match byte {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'"' | b'\\' | b'/' => char::from(*byte),
            b'u' => return self.code(),
            _ => return self.mistake("an escaped character"),
        };
        self.at += 1;
        Ok(c)
    }

    /// The character that `\u` names. Halves of pairs are replaced: no board needs them.
    fn code(&mut self) -> Result<char, Mistake> {
        let Some(digits) = self.text.get(self.at + 1..self.at + 5) else {
            self.at = self.text.len();
            return self.mistake("four hexadecimal digits");
        };
        let code = str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(code) = code else { return self.mistake("four hexadecimal digits") };
        self.at += 5;
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// What brackets enclose, separated by commas.
    fn items<T>(
        &mut self,
        close: u8,
        expected: &'static str,
        item: impl Fn(&mut Self) -> Result<T, Mistake>,
    ) -> Result<Vec<T>, Mistake> {
        self.at += 1;
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.take(close) {
                return Ok(items);
            }
            if !self.take(b',') {
                return self.mistake(expected);
            }
        }
    }

    /// The name of a member and the colon after it.
    fn name(&mut self) -> Result<String, Mistake> {
        let name = self.string()?;
        if self.take(b':') { Ok(name) } else { self.mistake("':'") }
    }
}

/// The object that begins in a line.
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

/// Where an object begins at the beginning of a text, perhaps after the bracket of an array or the comma between its
/// values. Only what names a member is one: other notations have braces too.
fn begins(text: &[u8], is_last: bool) -> Decision<Option<usize>> {
    let mut scanner = Scanner { text, at: 0 };
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

/// Where the object ends that a text begins with, if it is one.
fn end(text: &[u8], is_last: bool) -> Decision<Option<usize>> {
    let mut scanner = Scanner { text, at: 0 };
    match scanner.value(0) {
        Ok(_) => Ok(Some(scanner.at)),
        Err(Mistake { is_end: true, .. }) if !is_last => Err(NeedMore),
        Err(_) => Ok(None),
    }
}

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let mut scanner = Scanner { text: text.as_bytes(), at: 0 };
    let members = match scanner.value(0) {
        Ok(Value::Object(members)) => members,
        Ok(value) => return Err(assemble::syntax(format!("{} instead of a JSON object", value.kind()))),
        Err(mistake) => {
            let found = match text.get(mistake.at..).and_then(|rest| rest.chars().next()) {
                Some(c) => format!("'{}' at byte {}", c.escape_debug(), mistake.at + 1),
                None => "the end of the text".to_owned(),
            };
            return Err(assemble::syntax(format!("not JSON: {found}, expected {}", mistake.expected)));
        }
    };
    let text_of = |name: &str| {
        members.iter().find_map(|(member, value)| match value {
            Value::Text(text) if member == name => Some(text.as_str()),
            _ => None,
        })
    };
    let options = described(text_of("shape"), text_of("symbols"), options)?;
    let Some((name, value)) =
        csv::PUZZLE.iter().find_map(|known| members.iter().find(|(name, _)| known.eq_ignore_ascii_case(name.trim())))
    else {
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).take(8).collect();
        return Err(assemble::syntax(format!("a JSON object without a puzzle: its members are {}", names.join(", "))));
    };
    let mut record = board(name, value, &options)?;
    for (name, value) in &members {
        let Column::About(field) = Column::named(name) else { continue };
        let value = match value {
            Value::Text(text) | Value::Number(text) => text,
            Value::List(values) if field == Field::Solution => match &values[..] {
                [Value::Text(text)] => text,
                _ => continue,
            },
            _ => continue,
        };
        if !value.is_empty() {
            record.fields.insert(field, value.clone());
        }
    }
    Ok(record)
}

/// The options with the shape and the symbols that an object names.
fn described(shape: Option<&str>, symbols: Option<&str>, options: &ReadOptions) -> Result<ReadOptions, Invalid> {
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
fn board(name: &str, value: &Value, options: &ReadOptions) -> Result<Record, Invalid> {
    let is_foreign = |value: &Value| match value {
        Value::Object(_) => true,
        Value::List(cells) => cells.iter().any(|cell| matches!(cell, Value::Object(_))),
        _ => false,
    };
    match value {
        Value::Text(text) if text.trim().contains('\n') => grid::read(text, options),
        Value::Text(text) => line::read(text, options),
        Value::List(rows) if rows.iter().any(is_foreign) => Err(assemble::syntax("f-puzzles JSON is not supported")),
        Value::List(rows) if rows.iter().any(|row| matches!(row, Value::List(_))) => {
            grid::board(&rows.iter().map(row).collect::<Vec<_>>().into(), options)
        }
        Value::List(rows) => {
            let cells: Vec<Cow<'_, str>> = rows.iter().map(cell).collect();
            let is_row = |row: &Cow<'_, str>| row.chars().count() == cells.len() && cells.len() > 1;
            match cells.iter().all(is_row) {
                true => line::symbols(&cells.concat(), options),
                false => line::cells(cells.iter().map(|cell| &**cell), options),
            }
        }
        other => {
            Err(assemble::syntax(format!("the member '{}' is {}, not a puzzle", name.escape_debug(), other.kind())))
        }
    }
}

/// The cells of a row of its own.
fn row(value: &Value) -> Vec<Cow<'_, str>> {
    match value {
        Value::List(cells) => cells.iter().map(cell).collect(),
        other => vec![cell(other)],
    }
}

/// A cell as it would be typed.
fn cell(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Text(text) if text.trim().is_empty() => Cow::Borrowed(""),
        Value::Text(text) | Value::Number(text) => Cow::Borrowed(text),
        Value::Null => Cow::Borrowed(""),
        other => Cow::Borrowed(other.kind()),
    }
}

/// An object on one line.
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
        if let Some(name) = csv::name_of(*field) {
            add(name, value);
        }
    }
    text + "}"
}

fn escape(value: &str) -> String {
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
    fn what_is_not_json_is_named() {
        let message = |text: &str| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message("{\"a\":1,}"), "not JSON: '}' at byte 8, expected '\"'");
        assert_eq!(message("{\"a\":1"), "not JSON: the end of the text, expected ',' or '}'");
        assert_eq!(message("{\"a\":01x}"), "not JSON: 'x' at byte 8, expected ',' or '}'");
        assert_eq!(message("{\"id\":1,\"x\":2}"), "a JSON object without a puzzle: its members are id, x");
        assert_eq!(message("{\"puzzle\":null}"), "the member 'puzzle' is null, not a puzzle");
        assert!(message(&("{\"a\":".to_owned() + &"[".repeat(100_000))).contains("fewer values within one another"));
    }

    #[test]
    fn escapes_and_parts() {
        let text = "{\"n\":[1,-2.5e3,true,false,null,{}],\"t\":\"\\\"\\u00e9\\n\"}";
        let mut scanner = Scanner { text: text.as_bytes(), at: 0 };
        let Ok(Value::Object(members)) = scanner.value(0) else { panic!("an object") };
        assert_eq!(members[1].1, Value::Text("\"\u{e9}\n".into()));
        // Whatever a text ends in, the object needs more of it.
        for length in 1..text.len() {
            assert_eq!(end(&text.as_bytes()[..length], false), Err(NeedMore), "{length}");
            assert_eq!(end(&text.as_bytes()[..length], true), Ok(None), "{length}");
        }
        assert_eq!(end(text.as_bytes(), true), Ok(Some(text.len())));
    }
}
