//! The JSON scanner, which works from left to right: a [`Maker`] decides what is made of what it reads.

use std::ops::Range;

/// A place where a text is not JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    /// The position of the byte, from 0.
    pub(super) at: usize,
    pub(super) expected: &'static str,
    /// Whether the text ends there.
    pub(super) is_end: bool,
}

/// The deepest nesting of values that is read.
const DEEPEST: usize = 64;

/// Makes values from what a scanner reads.
pub(super) trait Maker {
    type Name;
    type Value;
    fn constant(&self, value: Option<bool>) -> Self::Value;
    fn number(&self, at: Range<usize>) -> Self::Value;
    fn text(&self, word: Word) -> Self::Value;
    /// A word without quotes of its own, or nothing.
    fn bare(&self, at: Range<usize>) -> Self::Value;
    fn name(&self, word: Word) -> Self::Name;
    fn bare_name(&self, at: Range<usize>) -> Self::Name;
    /// Makes an array of the values on a stack from `first` on, and removes them; `None` if there is no room.
    fn list(&mut self, values: &mut Vec<Self::Value>, first: usize) -> Option<Self::Value>;
    /// Makes an object of the members on a stack from `first` on, and removes them; `None` if there is no room.
    fn object(&mut self, members: &mut Vec<(Self::Name, Self::Value)>, first: usize) -> Option<Self::Value>;
}

/// The text between quotes.
pub(super) enum Word {
    /// A text to be taken as it stands.
    Plain(Range<usize>),
    /// The text with its escape sequences replaced by what they mean.
    Escaped(Vec<u8>),
}

/// Makes nothing: for finding out where values end.
pub(super) struct Pass;

impl Maker for Pass {
    type Name = ();
    type Value = ();

    fn constant(&self, _: Option<bool>) {}

    fn number(&self, _: Range<usize>) {}

    fn text(&self, _: Word) {}

    fn bare(&self, _: Range<usize>) {}

    fn name(&self, _: Word) {}

    fn bare_name(&self, _: Range<usize>) {}

    fn list(&mut self, values: &mut Vec<()>, first: usize) -> Option<()> {
        values.truncate(first);
        Some(())
    }

    fn object(&mut self, members: &mut Vec<((), ())>, first: usize) -> Option<()> {
        members.truncate(first);
        Some(())
    }
}

/// Reads JSON from left to right.
pub(super) struct Scanner<'t, M: Maker> {
    text: &'t [u8],
    pub(super) at: usize,
    /// Whether names and words without quotes are also read.
    is_loose: bool,
    maker: M,
    /// The items of arrays and objects that have not ended yet. (Passing values from call to call took longer than reading them.)
    values: Vec<M::Value>,
    members: Vec<(M::Name, M::Value)>,
}

impl<'t> Scanner<'t, Pass> {
    /// A scanner that finds where values end.
    pub(super) fn new(text: &'t [u8]) -> Scanner<'t, Pass> {
        Scanner::making(Pass, text, false)
    }
}

impl<'t, M: Maker> Scanner<'t, M> {
    /// A scanner for the strict or the loose form, which makes values with `maker`.
    pub(super) fn making(maker: M, text: &'t [u8], is_loose: bool) -> Scanner<'t, M> {
        // A puzzle has hundreds of values, most of them in one list of lists.
        let (values, members) = (Vec::with_capacity(128), Vec::with_capacity(32));
        Scanner { text, at: 0, is_loose, maker, values, members }
    }
}

impl<M: Maker> Scanner<'_, M> {
    pub(super) fn mistake<T>(&self, expected: &'static str) -> Result<T, Mistake> {
        Err(Mistake { at: self.at, expected, is_end: self.at >= self.text.len() })
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.text.get(self.at) {
            self.at += 1;
        }
    }

    /// Skips white space and takes this byte, if it comes next.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a value.
    pub(super) fn value(&mut self) -> Result<M::Value, Mistake> {
        self.push(0)?;
        Ok(self.values.pop().expect("a value has been read"))
    }

    /// Reads a value that is nested this deeply, and puts it on the stack.
    fn push(&mut self, depth: usize) -> Result<(), Mistake> {
        self.skip_space();
        if depth > DEEPEST {
            return self.mistake("fewer nested values");
        }
        let value = match self.text.get(self.at) {
            Some(b'{') => {
                let first = self.members.len();
                self.items(b'}', "',' or '}'", |scanner| {
                    let name = scanner.name()?;
                    scanner.push(depth + 1)?;
                    let value = scanner.values.pop().expect("a value has been read");
                    scanner.members.push((name, value));
                    Ok(())
                })?;
                let object = self.maker.object(&mut self.members, first);
                object.map_or_else(|| self.mistake("fewer members"), Ok)?
            }
            Some(b'[') => {
                let first = self.values.len();
                self.items(b']', "',' or ']'", |scanner| scanner.item(depth + 1))?;
                let list = self.maker.list(&mut self.values, first);
                list.map_or_else(|| self.mistake("fewer values"), Ok)?
            }
            Some(b'"') => {
                let word = self.string()?;
                self.maker.text(word)
            }
            _ if self.is_loose => self.loose()?,
            Some(b'-' | b'0'..=b'9') => {
                let at = self.number()?;
                self.maker.number(at)
            }
            Some(b't') => self.constant("true", Some(true))?,
            Some(b'f') => self.constant("false", Some(false))?,
            Some(b'n') => self.constant("null", None)?,
            _ => return self.mistake("a value"),
        };
        self.values.push(value);
        Ok(())
    }

    /// The same, but without a call for whole numbers, which most items are.
    #[inline]
    fn item(&mut self, depth: usize) -> Result<(), Mistake> {
        self.skip_space();
        let start = self.at;
        let digits = self.text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || self.is_loose || !matches!(self.text.get(start + digits), Some(b',' | b']' | b' ')) {
            return self.push(depth);
        }
        self.at += digits;
        self.values.push(self.maker.number(start..self.at));
        Ok(())
    }

    fn constant(&mut self, word: &'static str, value: Option<bool>) -> Result<M::Value, Mistake> {
        let rest = &self.text[self.at..];
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(self.maker.constant(value));
        }
        let is_end = word.as_bytes().starts_with(rest);
        Err(Mistake { at: self.at, expected: "a value", is_end })
    }

    /// A value without quotes of its own, or nothing.
    fn loose(&mut self) -> Result<M::Value, Mistake> {
        if self.text.get(self.at) == Some(&b'\'') {
            return self.string().map(|word| self.maker.text(word));
        }
        let at = self.bare(|b| matches!(b, b',' | b']' | b'}'));
        Ok(self.maker.bare(at))
    }

    /// What comes before the first byte that ends it.
    fn bare(&mut self, is_end: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        self.at += self.text[start..].iter().take_while(|b| !is_end(**b)).count();
        start..self.at
    }

    #[inline]
    fn number(&mut self) -> Result<Range<usize>, Mistake> {
        let start = self.at;
        let digits = start + usize::from(self.text[start] == b'-');
        let count = |from: usize, is_part: fn(&u8) -> bool| self.text[from..].iter().take_while(|b| is_part(b)).count();
        let end = digits + count(digits, u8::is_ascii_digit);
        self.at = end + count(end, |b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E'));
        // Nearly all numbers are whole, and need no further checks.
        let is_whole = self.at == end;
        let is_number = || str::from_utf8(&self.text[digits..self.at]).is_ok_and(is_number);
        if end > digits && (is_whole || is_number()) { Ok(start..self.at) } else { self.mistake("a number") }
    }

    /// A text in quotes.
    #[inline]
    fn string(&mut self) -> Result<Word, Mistake> {
        let quote = if self.is_loose && self.take(b'\'') { b'\'' } else { b'"' };
        if quote == b'"' && !self.take(b'"') {
            return self.mistake("'\"'");
        }
        let is_loose = self.is_loose;
        let is_special = |b: &u8| *b == quote || *b == b'\\' || (!is_loose && matches!(b, b'\n' | b'\r'));
        // The bytes up to and including the last escaped character, if there is one, and where the rest begins.
        let (mut bytes, mut start) = (None::<Vec<u8>>, self.at);
        loop {
            let rest = &self.text[self.at..];
            let length = rest.iter().position(is_special);
            self.at += length.unwrap_or(rest.len());
            match self.text.get(self.at) {
                Some(b'\\') => {
                    let before = &self.text[start..self.at];
                    self.at += 1;
                    let c = self.escaped()?;
                    let bytes = bytes.get_or_insert_default();
                    bytes.extend(before);
                    bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
                    start = self.at;
                }
                Some(b) if *b == quote => break,
                _ => return self.mistake("the end of a string"),
            }
        }
        let last = start..self.at;
        self.at += 1;
        Ok(match bytes {
            None => Word::Plain(last),
            Some(mut bytes) => {
                bytes.extend(&self.text[last]);
                Word::Escaped(bytes)
            }
        })
    }

    /// Reads what follows a backslash.
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

    /// The character that `\u` encodes. Surrogates are replaced, because no board needs them.
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

    /// Reads what brackets enclose, separated by commas.
    #[inline]
    fn items(
        &mut self,
        close: u8,
        expected: &'static str,
        item: impl Fn(&mut Self) -> Result<(), Mistake>,
    ) -> Result<(), Mistake> {
        self.at += 1;
        if self.take(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            self.skip_space();
            match self.text.get(self.at) {
                Some(byte) if *byte == close => break,
                Some(b',') => self.at += 1,
                _ => return self.mistake(expected),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Reads the name of a member and the colon after it.
    pub(super) fn name(&mut self) -> Result<M::Name, Mistake> {
        self.skip_space();
        let is_bare = self.is_loose && !matches!(self.text.get(self.at), Some(b'"' | b'\''));
        let name = match is_bare {
            true => {
                let at = self.bare(|b| matches!(b, b':' | b',' | b'}'));
                self.maker.bare_name(at)
            }
            false => {
                let word = self.string()?;
                self.maker.name(word)
            }
        };
        if self.take(b':') { Ok(name) } else { self.mistake("':'") }
    }
}

/// Whether a text is a decimal number without a sign: digits, with or without a point, with or without an exponent. (Parsing it
/// as a number would add ten kilobytes of tables, for which the page's engine has no other use.)
pub(super) fn is_number(text: &str) -> bool {
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

    /// The same texts are numbers as in the standard library, except for signs and names.
    #[test]
    fn what_is_a_number() {
        for text in [
            "0", "12", "1.", ".5", "1.5", "1e5", "1E+5", ".5e-3", "1.e0", "", ".", "e5", "1e", "1e+", "1.2.3", "1f",
            "1e5.0", "--1",
        ] {
            assert_eq!(is_number(text), text.parse::<f64>().is_ok(), "{text}");
        }
    }
}
