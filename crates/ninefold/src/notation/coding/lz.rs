//! lz-string, as links of f-puzzles, SudokuPad and SudokuMaker use it: LZ78 over UTF-16, six bits in each character.
//! (Source: the description and behaviour of Pieroxy's lz-string, 2013.)
//!
//! The code is a sequence of numbers, each as wide as the largest possible one: 0 and 1 introduce a new character of 8 or
//! 16 bits, 2 is the end, and all others are phrases, in the order in which they first became possible. A phrase is the
//! previous one and the first character of the next; the newest may be the very phrase that is just being made. The bits
//! of a number come lowest first, and fill each character from its highest bit on.
//!
//! Every phrase is a part of the text unpacked so far, so the list of phrases needs no text of its own.

use super::{BASE64, Minus, is_padding, not_base64, sextet, too_large};
use std::collections::{BTreeMap, BTreeSet};

const CHARACTER_OF_8_BITS: u32 = 0;
const CHARACTER_OF_16_BITS: u32 = 1;
const END: u32 = 2;

/// The width of the next number when this many numbers are in use.
fn width(used: usize) -> u32 {
    usize::BITS - used.leading_zeros()
}

/// Unpacks a code into at most `most` characters of UTF-16. Unpaired surrogates are replaced.
pub(in crate::notation) fn decompress(code: &str, most: usize) -> Result<String, String> {
    let mut bits = Bits { code, at: 0, sextet: 0, left: 0 };
    let mut text: Vec<u16> = Vec::new();
    // Where each phrase begins in the text, and its length; the first three numbers are not phrases.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    loop {
        let start = text.len();
        let phrase = match bits.number(width(phrases.len()))? {
            END => return Ok(String::from_utf16_lossy(&text)),
            kind @ (CHARACTER_OF_8_BITS | CHARACTER_OF_16_BITS) => {
                text.push(bits.number(8 << kind)? as u16);
                phrases.push((start, 1));
                (start, 1)
            }
            number => {
                let next = last.map(|(start, length)| (start, length + 1)).filter(|_| number as usize == phrases.len());
                let known = phrases.get(number as usize).copied().or(next);
                let (from, length) = known.ok_or_else(|| bits.damaged())?;
                if text.len() + length > most {
                    return Err(too_large(most));
                }
                (from..from + length).for_each(|i| text.push(text[i]));
                (start, length)
            }
        };
        if text.len() > most {
            return Err(too_large(most));
        }
        if let Some((start, length)) = last {
            phrases.push((start, length + 1));
        }
        last = Some(phrase);
    }
}

/// The bits of a code.
struct Bits<'a> {
    code: &'a str,
    /// The character that comes next.
    at: usize,
    sextet: u8,
    /// The number of bits of the sextet that are left.
    left: u32,
}

impl Bits<'_> {
    fn number(&mut self, width: u32) -> Result<u32, String> {
        let mut number = 0;
        for i in 0..width {
            number |= self.bit()? << i;
        }
        Ok(number)
    }

    fn bit(&mut self) -> Result<u32, String> {
        if self.left == 0 {
            let Some(byte) = self.code.as_bytes().get(self.at).copied().filter(|byte| !is_padding(*byte)) else {
                return Err(format!("its code ends early, after character {}", self.at));
            };
            self.sextet = sextet(byte, Minus::Last).ok_or_else(|| not_base64(self.code, self.at))?;
            (self.at, self.left) = (self.at + 1, 6);
        }
        self.left -= 1;
        Ok(u32::from(self.sextet >> self.left & 1))
    }

    fn damaged(&self) -> String {
        format!("its code is damaged at character {}", self.at)
    }
}

/// Packs a text, using the usual base64 alphabet.
pub(in crate::notation) fn compress(text: &str) -> String {
    let mut packer = Packer { code: Vec::new(), bits: 0, count: 0, used: 3, is_first: true };
    // The number of each phrase, by that of all but its last character (0 for a single character) and that character.
    let mut phrases: BTreeMap<(u32, u16), u32> = BTreeMap::new();
    let mut next = 3;
    // The numbers of single characters that have not been written yet.
    let mut new: BTreeSet<u32> = BTreeSet::new();
    let mut last: Option<(u32, u16)> = None;
    for unit in text.encode_utf16() {
        let single = *phrases.entry((0, unit)).or_insert_with(|| {
            new.insert(next);
            next += 1;
            next - 1
        });
        let Some((phrase, character)) = last else {
            last = Some((single, unit));
            continue;
        };
        last = Some(match phrases.get(&(phrase, unit)) {
            Some(longer) => (*longer, unit),
            None => {
                packer.phrase(phrase, new.remove(&phrase).then_some(character));
                phrases.insert((phrase, unit), next);
                next += 1;
                (single, unit)
            }
        });
    }
    if let Some((phrase, character)) = last {
        packer.phrase(phrase, new.remove(&phrase).then_some(character));
    }
    packer.end()
}

/// Writes numbers as a code.
struct Packer {
    code: Vec<u8>,
    bits: u8,
    count: u32,
    /// How many numbers the reader of the code knows so far.
    used: usize,
    is_first: bool,
}

impl Packer {
    /// Writes a phrase, or the character that it is if that character is new.
    fn phrase(&mut self, phrase: u32, new: Option<u16>) {
        let width = width(self.used);
        match new {
            Some(character) => {
                let kind = if character < 256 { CHARACTER_OF_8_BITS } else { CHARACTER_OF_16_BITS };
                self.number(kind, width);
                self.number(u32::from(character), 8 << kind);
                self.used += 1;
            }
            None => self.number(phrase, width),
        }
        self.used += usize::from(!std::mem::take(&mut self.is_first));
    }

    fn number(&mut self, number: u32, width: u32) {
        (0..width).for_each(|i| self.bit((number >> i & 1) as u8));
    }

    fn bit(&mut self, bit: u8) {
        self.bits = self.bits << 1 | bit;
        self.count += 1;
        if self.count == 6 {
            self.code.push(BASE64[usize::from(self.bits)]);
            (self.bits, self.count) = (0, 0);
        }
    }

    /// The finished code: after the end at least one bit, and padding up to a multiple of four.
    fn end(mut self) -> String {
        self.number(END, width(self.used));
        self.bit(0);
        while self.count > 0 {
            self.bit(0);
        }
        let padding = self.code.len().next_multiple_of(4) - self.code.len();
        self.code.resize(self.code.len() + padding, b'=');
        self.code.into_iter().map(char::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Codes that lz-string's compressToBase64 writes.
    #[test]
    fn known_codes() {
        assert_eq!((compress("").as_str(), decompress("Q===", 0)), ("Q===", Ok(String::new())));
        assert!(compress("{\"size\":9,\"title\":").starts_with("N4IgzglgXgpiBcBOANCALhNAbO"));
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut random = Random::new(78, 0);
        for length in (0..300).chain([5000]) {
            let kinds = ["a", "b", "{}", ",", "é", "\u{20ac}", "\u{1f600}", "\u{0}", "[{\"value\":5}"];
            let some = 1 + random.below(kinds.len());
            let text: String = (0..length).map(|_| kinds[random.below(some)]).collect();
            let code = compress(&text);
            assert_eq!(decompress(&code, text.len()), Ok(text.clone()), "{text}");
            assert_eq!(decompress(&code.replace('/', "-").replace('=', ""), text.len()), Ok(text));
        }
    }

    #[test]
    fn damaged_codes_are_refused() {
        let text = "[{\"value\":5,\"given\":true},{}]".repeat(20);
        let code = compress(&text);
        for length in 0..code.trim_end_matches('=').len() - 1 {
            let message = decompress(&code[..length], 10_000).unwrap_err();
            assert_eq!(message, format!("its code ends early, after character {length}"));
        }
        assert_eq!(decompress("IZ*A", 10), Err("'*' at character 3 of its code is not base64".to_owned()));
        assert!(decompress("/////", 10).unwrap_err().contains("damaged at character"));
        // A megabyte of one character takes some two thousand characters of code.
        let bomb = compress(&"a".repeat(1_000_000));
        assert!(bomb.len() < 10_000);
        assert_eq!(decompress(&bomb, 500_000), Err("it unpacks to more than 500 kB".to_owned()));
    }
}
