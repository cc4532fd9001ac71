//! JSON as a value, and the loose form that some programs shorten it to: names and words without quotes, quotes of
//! either kind, and nothing between commas for nothing.

use super::assemble;
use crate::board::Invalid;

/// A value as written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// A number, as written.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads a text that is one value.
    pub(super) fn read(text: &str) -> Result<Value, Invalid> {
        Value::scanned(text, Scanner::new(text.as_bytes()))
    }

    /// The same in the loose form.
    pub(super) fn read_loosely(text: &str) -> Result<Value, Invalid> {
        Value::scanned(text, Scanner { is_loose: true, ..Scanner::new(text.as_bytes()) })
    }

    fn scanned(text: &str, mut scanner: Scanner<'_>) -> Result<Value, Invalid> {
        scanner.value(0).map_err(|mistake| {
            let found = match text.get(mistake.at..).and_then(|rest| rest.chars().next()) {
                Some(c) => format!("'{}' at byte {}", c.escape_debug(), mistake.at + 1),
                None => "the end of the text".to_owned(),
            };
            assemble::syntax(format!("not JSON: {found}, expected {}", mistake.expected))
        })
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "an array",
            Value::Object(_) => "an object",
        }
    }

    /// A member of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.members().iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// The members of an object; none of anything else.
    pub(super) fn members(&self) -> &[(String, Value)] {
        if let Value::Object(members) = self { members } else { &[] }
    }

    /// The values of an array; none of anything else.
    pub(super) fn values(&self) -> &[Value] {
        if let Value::List(values) = self { values } else { &[] }
    }

    /// A text or a number as written.
    pub(super) fn word(&self) -> Option<&str> {
        if let Value::Text(word) | Value::Number(word) = self { Some(word) } else { None }
    }

    /// A whole number, perhaps in quotes.
    pub(super) fn number(&self) -> Option<usize> {
        self.word()?.trim().parse().ok()
    }

    /// Whether there is nothing in it: null, false, or nothing but such values.
    pub(super) fn is_void(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Bool(is_true) => !is_true,
            Value::Number(_) => false,
            Value::Text(text) => text.trim().is_empty(),
            Value::List(values) => values.iter().all(Value::is_void),
            Value::Object(members) => members.iter().all(|(_, value)| value.is_void()),
        }
    }
}

/// Where a text is not JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    /// The byte, from 0.
    pub(super) at: usize,
    pub(super) expected: &'static str,
    /// The text ends there.
    pub(super) is_end: bool,
}

/// Values within values beyond which nothing is read.
const DEEPEST: usize = 64;

/// Reads JSON from left to right.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    pub(super) at: usize,
    /// Names and words without quotes are read too.
    is_loose: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner { text, at: 0, is_loose: false }
    }

    fn mistake<T>(&self, expected: &'static str) -> Result<T, Mistake> {
        Err(Mistake { at: self.at, expected, is_end: self.at >= self.text.len() })
    }

    pub(super) fn skip_space(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
    }

    /// Skips white space and takes a byte, if it comes next.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn value(&mut self, depth: usize) -> Result<Value, Mistake> {
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
            _ if self.is_loose => self.loose(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.constant("true", Value::Bool(true)),
            Some(b'f') => self.constant("false", Value::Bool(false)),
            Some(b'n') => self.constant("null", Value::Null),
            _ => self.mistake("a value"),
        }
    }

    fn constant(&mut self, word: &'static str, value: Value) -> Result<Value, Mistake> {
        let rest = &self.text[self.at..];
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(value);
        }
        let is_end = word.as_bytes().starts_with(rest);
        Err(Mistake { at: self.at, expected: "a value", is_end })
    }

    /// A value without quotes of its own, or nothing.
    fn loose(&mut self) -> Result<Value, Mistake> {
        if self.text.get(self.at) == Some(&b'\'') {
            return self.string().map(Value::Text);
        }
        let word = self.bare(|b| matches!(b, b',' | b']' | b'}'));
        Ok(match word.as_str() {
            "" | "null" => Value::Null,
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            _ if is_number(word.strip_prefix(['-', '+']).unwrap_or(&word)) => Value::Number(word),
            _ => Value::Text(word),
        })
    }

    /// What comes before one of these bytes.
    fn bare(&mut self, is_end: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        self.at += self.text[start..].iter().take_while(|b| !is_end(**b)).count();
        String::from_utf8_lossy(&self.text[start..self.at]).trim().to_owned()
    }

    fn number(&mut self) -> Result<Value, Mistake> {
        let start = self.at;
        let is_part = |b: &&u8| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E');
        self.at += self.text[start..].iter().take_while(is_part).count();
        let number = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        let digits = number.strip_prefix('-').unwrap_or(&number);
        if is_number(digits) && digits.starts_with(|c: char| c.is_ascii_digit()) {
            Ok(Value::Number(number))
        } else {
            self.mistake("a number")
        }
    }

    /// A text in quotes.
    fn string(&mut self) -> Result<String, Mistake> {
        let quote = if self.is_loose && self.take(b'\'') { b'\'' } else { b'"' };
        if quote == b'"' && !self.take(b'"') {
            return self.mistake("'\"'");
        }
        let mut bytes = Vec::new();
        loop {
            let Some(byte) = self.text.get(self.at) else { return self.mistake("the end of a text") };
            match byte {
                byte if *byte == quote => break,
                b'\\' => {
                    self.at += 1;
                    let c = self.escaped()?;
                    bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
                    continue;
                }
                b'\n' | b'\r' if !self.is_loose => return self.mistake("the end of a text"),
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
            b'\'' if self.is_loose => '\'',
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
    pub(super) fn name(&mut self) -> Result<String, Mistake> {
        self.skip_space();
        let is_bare = self.is_loose && !matches!(self.text.get(self.at), Some(b'"' | b'\''));
        let name = if is_bare { self.bare(|b| matches!(b, b':' | b',' | b'}')) } else { self.string()? };
        if self.take(b':') { Ok(name) } else { self.mistake("':'") }
    }
}

/// Whether a text is a decimal number without sign: digits, with or without a point, with or without an exponent. (Reading it as
/// one would bring ten kilobytes of tables, which the page's engine has no other use for.)
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) =
        text.split_once(['e', 'E']).map_or((text, None), |(before, after)| (before, Some(after)));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let are_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let is_exponent = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        !digits.is_empty() && are_digits(digits)
    };
    !(whole.is_empty() && part.is_empty()) && are_digits(whole) && are_digits(part) && exponent.is_none_or(is_exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same texts are numbers as for the standard library, signs and names apart.
    #[test]
    fn what_is_a_number() {
        for text in [
            "0", "12", "1.", ".5", "1.5", "1e5", "1E+5", ".5e-3", "1.e0", "", ".", "e5", "1e", "1e+", "1.2.3", "1f",
            "1e5.0", "--1",
        ] {
            assert_eq!(is_number(text), text.parse::<f64>().is_ok(), "{text}");
        }
    }

    #[test]
    fn the_loose_form() {
        let text = "{id:'it\\'s \"one\"\n',ce:[[,{v:5},],[]],r:t,n:-2.5,c1:#F,\"q\":f,e:,n2:null}";
        let value = Value::read_loosely(text).unwrap();
        assert_eq!(value.get("id").and_then(Value::word), Some("it's \"one\"\n"));
        let cells = value.get("ce").unwrap().values();
        assert_eq!((cells[0].values().len(), cells[1].values().len()), (3, 0));
        assert_eq!(cells[0].values()[1].get("v").and_then(Value::number), Some(5));
        assert_eq!(value.get("c1").and_then(Value::word), Some("#F"));
        assert_eq!((value.get("r"), value.get("q")), (Some(&Value::Bool(true)), Some(&Value::Bool(false))));
        assert_eq!((value.get("e"), value.get("n2")), (Some(&Value::Null), Some(&Value::Null)));
        assert_eq!(value.get("n"), Some(&Value::Number("-2.5".to_owned())));
        assert!(Value::read(text).is_err());
        let void = Value::read("[null,false,\"\",[],{\"a\":[{}]}]").unwrap();
        assert!(void.is_void() && !value.is_void());
        assert!(Value::read_loosely(&"[".repeat(100_000)).unwrap_err().to_string().contains("fewer values"));
    }
}
