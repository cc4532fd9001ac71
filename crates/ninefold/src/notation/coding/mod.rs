//! Codings that other programs use in links: percent signs, base64, lz-string and deflate.
//!
//! Links come from untrusted sources. Each decoder takes time and memory in proportion to what it reads and may write,
//! stops at a limit that the caller sets, and reports where a text is damaged.

mod inflate;
mod lz;

pub(super) use inflate::inflate;
pub(super) use lz::{compress, decompress};

use std::borrow::Cow;

/// The 64 characters of base64 in order; other alphabets have other characters for the last two.
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The same with the last two characters that addresses use.
pub(super) const BASE64_OF_ADDRESSES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The number that `-` stands for: the last in lz-string's links, the last but one in base64url.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Minus {
    Last = 63,
    LastButOne = 62,
}

/// The number from 0 to 63 that a character of base64 stands for, in any of its alphabets.
pub(super) fn sextet(byte: u8, minus: Minus) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b' ' => Some(62),
        b'/' | b'_' => Some(63),
        b'-' => Some(minus as u8),
        _ => None,
    }
}

/// Whether a byte is the padding that ends base64.
fn is_padding(byte: u8) -> bool {
    matches!(byte, b'=' | b'$')
}

/// The bytes of a text in base64; final bits that do not make a byte are ignored.
pub(super) fn base64(text: &str, minus: Minus) -> Result<Vec<u8>, String> {
    let code = text.trim_end_matches(|c: char| u8::try_from(c).is_ok_and(is_padding));
    let mut bytes = Vec::with_capacity(code.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0u32, 0);
    for (i, byte) in code.bytes().enumerate() {
        let value = sextet(byte, minus).ok_or_else(|| not_base64(code, i))?;
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

/// The message for a character that is not base64.
fn not_base64(code: &str, at: usize) -> String {
    let found = code.get(at..).and_then(|rest| rest.chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER);
    format!("'{}' at character {} of its code is not base64", found.escape_debug(), at + 1)
}

/// A text in which characters may be written as a percent sign and two hexadecimal digits, with these decoded.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let code = match (first, others) {
            (b'%', [high, low, ..]) => {
                let figure = |byte: u8| char::from(byte).to_digit(16);
                figure(*high).zip(figure(*low)).map(|(high, low)| (16 * high + low) as u8)
            }
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = &rest[if code.is_some() { 3 } else { 1 }..];
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// The message for something that unpacks to more than it may.
fn too_large(most: usize) -> String {
    format!("it unpacks to more than {} kB", most / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_and_mistakes() {
        assert_eq!(base64("AQID/+8=", Minus::Last), Ok(vec![1, 2, 3, 255, 239]));
        assert_eq!(base64("AQID_-8", Minus::LastButOne), Ok(vec![1, 2, 3, 255, 239]));
        assert_eq!(base64("", Minus::Last), Ok(Vec::new()));
        assert_eq!(base64("AQ*D", Minus::Last), Err("'*' at character 3 of its code is not base64".to_owned()));
        assert_eq!(base64("AQé", Minus::Last), Err("'é' at character 3 of its code is not base64".to_owned()));
    }

    #[test]
    fn percent_signs() {
        for (text, expected) in
            [("a+b", "a+b"), ("a%2Bb", "a+b"), ("%2", "%2"), ("%zz%", "%zz%"), ("%C3%A9", "é"), ("%ff", "\u{fffd}")]
        {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }
}
