//! JSON as a value, and the loose form to which some programs shorten it: names and words without quotes, quotes of
//! either kind, and nothing between commas for a missing value.
//!
//! A value borrows from its text: a puzzle has hundreds of numbers, and each would need an allocation. For the same reason
//! the items of all arrays and objects are in one [`Room`], which is made before a text is read. If only the end of a value
//! is needed, the same scanner makes nothing of what it reads.

use super::assemble;
use super::scanner::{Maker, Scanner, Word, is_number};
use crate::board::Invalid;
use std::borrow::Cow;
use std::ops::Range;
/// A value as written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    /// A number, as written.
    Number(&'a str),
    Text(Cow<'a, str>),
    List(&'a [Value<'a>]),
    Object(&'a [Member<'a>]),
}

/// A name and its value.
pub(super) type Member<'a> = (Cow<'a, str>, Value<'a>);

/// The storage for the items of arrays and the members of objects.
pub(super) struct Room<'a> {
    values: Vec<Value<'a>>,
    members: Vec<Member<'a>>,
}

impl<'a> Room<'a> {
    /// Room for everything that a text can contain.
    pub(super) fn of(text: &str) -> Room<'a> {
        // Each item follows a bracket or a comma, and each member has a colon. Sums of bytes are vectorised by the compiler.
        let (mut values, mut members) = (0, 0);
        for bytes in text.as_bytes().chunks(255) {
            values += usize::from(bytes.iter().map(|byte| u8::from(matches!(byte, b'[' | b','))).sum::<u8>());
            members += usize::from(bytes.iter().map(|byte| u8::from(*byte == b':')).sum::<u8>());
        }
        Room {
            values: (0..values).map(|_| Value::Null).collect(),
            members: (0..members).map(|_| (Cow::Borrowed(""), Value::Null)).collect(),
        }
    }

    /// A scanner that stores its values here.
    pub(super) fn scanner(&'a mut self, text: &'a str, is_loose: bool) -> Scanner<'a, Keep<'a>> {
        let maker = Keep { text, values: &mut self.values, members: &mut self.members };
        Scanner::making(maker, text.as_bytes(), is_loose)
    }
}

/// Moves the last items of a stack to the beginning of the free space; `None` if that is too small.
fn settle<'a, T>(stack: &mut Vec<T>, first: usize, free: &mut &'a mut [T]) -> Option<&'a [T]> {
    let count = stack.len() - first;
    let (items, rest) = std::mem::take(free).split_at_mut_checked(count)?;
    *free = rest;
    items.iter_mut().zip(stack.drain(first..)).for_each(|(place, item)| *place = item);
    Some(items)
}

impl<'a> Value<'a> {
    /// Reads a text that is a single value.
    pub(super) fn read(text: &'a str, room: &'a mut Room<'a>) -> Result<Value<'a>, Invalid> {
        Value::scanned(text, false, room)
    }

    /// Reads a text that is a single value in the loose form.
    pub(super) fn read_loosely(text: &'a str, room: &'a mut Room<'a>) -> Result<Value<'a>, Invalid> {
        Value::scanned(text, true, room)
    }

    fn scanned(text: &'a str, is_loose: bool, room: &'a mut Room<'a>) -> Result<Value<'a>, Invalid> {
        let mut scanner = room.scanner(text, is_loose);
        let value = scanner.value().and_then(|value| {
            scanner.skip_space();
            // Anything that follows would be another puzzle, or more of this one.
            if is_loose || scanner.at >= text.len() { Ok(value) } else { scanner.mistake("nothing more") }
        });
        value.map_err(|mistake| {
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
            Value::Text(_) => "a string",
            Value::List(_) => "an array",
            Value::Object(_) => "an object",
        }
    }

    /// A member of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.members().iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// The members of an object; none for any other value.
    pub(super) fn members(&self) -> &'a [Member<'a>] {
        if let Value::Object(members) = self { members } else { &[] }
    }

    /// The values of an array; none for any other value.
    pub(super) fn values(&self) -> &'a [Value<'a>] {
        if let Value::List(values) = self { values } else { &[] }
    }

    /// A text or a number, as written.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Value::Text(word) => Some(word),
            Value::Number(word) => Some(word),
            _ => None,
        }
    }

    /// A whole number, perhaps in quotes.
    pub(super) fn number(&self) -> Option<usize> {
        self.word()?.trim().parse().ok()
    }

    /// Whether the value is empty: null, false, a blank text, or only such values.
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

/// Values that borrow from a text and a room.
pub(super) struct Keep<'a> {
    text: &'a str,
    values: &'a mut [Value<'a>],
    members: &'a mut [Member<'a>],
}

impl<'a> Keep<'a> {
    #[inline]
    fn word(&self, word: Word) -> Cow<'a, str> {
        match word {
            Word::Plain(at) => Cow::Borrowed(&self.text[at]),
            Word::Escaped(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
}

impl<'a> Maker for Keep<'a> {
    type Name = Cow<'a, str>;
    type Value = Value<'a>;

    fn constant(&self, value: Option<bool>) -> Value<'a> {
        value.map_or(Value::Null, Value::Bool)
    }

    #[inline]
    fn number(&self, at: Range<usize>) -> Value<'a> {
        Value::Number(&self.text[at])
    }

    fn text(&self, word: Word) -> Value<'a> {
        Value::Text(self.word(word))
    }

    fn bare(&self, at: Range<usize>) -> Value<'a> {
        match self.text[at].trim() {
            "" | "null" => Value::Null,
            "t" | "true" => Value::Bool(true),
            "f" | "false" => Value::Bool(false),
            word if is_number(word.strip_prefix(['-', '+']).unwrap_or(word)) => Value::Number(word),
            word => Value::Text(Cow::Borrowed(word)),
        }
    }

    fn name(&self, word: Word) -> Cow<'a, str> {
        self.word(word)
    }

    fn bare_name(&self, at: Range<usize>) -> Cow<'a, str> {
        Cow::Borrowed(self.text[at].trim())
    }

    #[inline]
    fn list(&mut self, values: &mut Vec<Value<'a>>, first: usize) -> Option<Value<'a>> {
        settle(values, first, &mut self.values).map(Value::List)
    }

    fn object(&mut self, members: &mut Vec<Member<'a>>, first: usize) -> Option<Value<'a>> {
        settle(members, first, &mut self.members).map(Value::Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loose_form() {
        let text = "{id:'it\\'s \"one\"\n',ce:[[,{v:5},],[]],r:t,n:-2.5,c1:#F,\"q\":f,e:,n2:null}";
        let mut room = Room::of(text);
        let value = Value::read_loosely(text, &mut room).unwrap();
        assert_eq!(value.get("id").and_then(Value::word), Some("it's \"one\"\n"));
        let cells = value.get("ce").unwrap().values();
        assert_eq!((cells[0].values().len(), cells[1].values().len()), (3, 0));
        assert_eq!(cells[0].values()[1].get("v").and_then(Value::number), Some(5));
        assert_eq!(value.get("c1").and_then(Value::word), Some("#F"));
        assert_eq!((value.get("r"), value.get("q")), (Some(&Value::Bool(true)), Some(&Value::Bool(false))));
        assert_eq!((value.get("e"), value.get("n2")), (Some(&Value::Null), Some(&Value::Null)));
        assert_eq!(value.get("n"), Some(&Value::Number("-2.5")));
        let mistake = |text: &str| Value::read(text, &mut Room::of(text)).err().map(|mistake| mistake.to_string());
        assert!(mistake(text).is_some() && mistake(" [1] \n").is_none());
        assert!(mistake("{} {}").unwrap().contains("'{' at byte 4, expected nothing more"));
        assert!(mistake(&"[".repeat(100_000)).unwrap().contains("fewer nested values"));
        let text = "[null,false,\"\",[],{\"a\":[{}]}]";
        let mut room = Room::of(text);
        let void = Value::read(text, &mut room).unwrap();
        assert!(void.is_void() && !value.is_void());
    }
}
