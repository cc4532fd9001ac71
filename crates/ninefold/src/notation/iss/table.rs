//! Texts and tables of pairs in base64 whose last characters are `-` and `_`.

use crate::notation::coding::{BASE64_OF_ADDRESSES, Minus, base64, sextet};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The text of a code.
pub(super) fn text(code: &str) -> Result<String, String> {
    let bytes = base64(code, Minus::LastButOne)?;
    String::from_utf8(bytes).map_err(|_| "its code is not text".to_owned())
}

/// The code of bytes.
pub(super) fn code_of(bytes: &[u8]) -> String {
    let bits =
        |bytes: &[u8]| bytes.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - bytes.len()));
    let group = |bytes: &[u8]| {
        let bits = bits(bytes);
        (0..=bytes.len()).map(move |i| character((bits >> (18 - 6 * i)) as u8 & 63)).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// The pairs of digits whose bits are set, six in each character with the lowest first; row by row.
pub(super) fn pairs(code: &str, digits: &RangeInclusive<i64>, is_old: bool) -> Result<Vec<i64>, String> {
    let count = digits.clone().count();
    let most = (count * count).div_ceil(6);
    if code.len() > most {
        return Err(format!("a table of {} characters, expected at most {most}", code.len()));
    }
    let old = |byte: u8| match byte {
        b'-' => b'_',
        b'_' => b'-',
        other => other,
    };
    let sextets = code.bytes().map(|byte| sextet(if is_old { old(byte) } else { byte }, Minus::LastButOne));
    let sextets: Option<Vec<u8>> = sextets.collect();
    let sextets = sextets.ok_or_else(|| "a table that is not base64".to_owned())?;
    let is_set = |place: usize| sextets.get(place / 6).is_some_and(|bits| bits >> (place % 6) & 1 == 1);
    let pair = |place: usize| [digits.start() + (place / count) as i64, digits.start() + (place % count) as i64];
    Ok((0..count * count).filter(|place| is_set(*place)).flat_map(pair).collect())
}

/// Whether a table has each pair the other way round too.
pub(super) fn is_symmetric(pairs: &[i64]) -> bool {
    let pairs: BTreeSet<(i64, i64)> = pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.iter().all(|(one, other)| pairs.contains(&(*other, *one)))
}

/// The code of a table.
pub(super) fn code_of_pairs(pairs: &[i64], digits: &RangeInclusive<i64>) -> String {
    let count = digits.clone().count();
    let mut sextets = vec![0_u8; (count * count).div_ceil(6)];
    for pair in pairs.chunks_exact(2) {
        let place = (pair[0] - digits.start()) as usize * count + (pair[1] - digits.start()) as usize;
        sextets[place / 6] |= 1 << (place % 6);
    }
    let length = sextets.iter().rposition(|bits| *bits != 0).map_or(0, |last| last + 1);
    sextets[..length].iter().map(|bits| character(*bits)).collect()
}

fn character(sextet: u8) -> char {
    char::from(BASE64_OF_ADDRESSES[usize::from(sextet)])
}

/// A name without the characters that stand between names and arguments.
pub(super) fn escaped(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let part = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    name.bytes().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_texts() {
        for (plain, code) in [("", ""), ("1", "MQ"), ("[12]*", "WzEyXSo"), ("(1|2)?>>", "KDF8Mik_Pj4")] {
            assert_eq!((code_of(plain.as_bytes()).as_str(), text(code)), (code, Ok(plain.to_owned())));
        }
        assert!(text("*").is_err() && text("_w").is_err());
    }

    /// Two digits: 1 before 2, and 2 before 2.
    #[test]
    fn codes_of_tables() {
        assert_eq!(pairs("K", &(1..=2), false), Ok(vec![1, 2, 2, 2]));
        assert_eq!(code_of_pairs(&[2, 2, 1, 2], &(1..=2)), "K");
        assert_eq!(pairs("-", &(0..=1), true), pairs("_", &(0..=1), false));
        assert_eq!(code_of_pairs(&[], &(1..=9)), "");
        assert_eq!(pairs("KK", &(1..=2), false).unwrap_err(), "a table of 2 characters, expected at most 1");
        assert_eq!(escaped("a.b ~é"), "a%2Eb%20%7E%C3%A9");
    }
}
