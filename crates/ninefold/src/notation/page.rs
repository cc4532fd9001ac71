//! Links of our own page: `#1` and bits in base64url, as `web/src/model/link.ts` describes and writes them; `#2` also with marks
//! in the middle of cells, colours and lines; or `#p=` and a text in any other format.

use super::coding::{Minus, base64};
use super::format::{Spec, Variants};
use super::links::{self, Link};
use super::{AnyRecord, Note, ReadOptions, Record, VariantRecord, assemble};
use crate::board::{Cell, Digit, Invalid, Puzzle, Shape, Symbols};

pub(super) const PAGE: Spec = Spec {
    link: Some(code),
    variants: Some(Variants::only_read(read_variant)),
    ..Spec::only_read("page", |text, options| links::read(text, code, decode, options))
};

/// No link of the page is longer, and no board in a link is larger.
const LONGEST: usize = 24_000;
const LARGEST_SIDE: usize = 25;

/// The beginning of a text in another format.
const TEXT: &str = "p=";

/// Any page may have a fragment; ours ends with a matching checksum.
fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    let is_ours = link.fragment.starts_with(TEXT) || checked(link.fragment).is_some();
    (!link.host.is_empty() && is_ours).then_some(link.fragment)
}

/// The bytes of a fragment without their Fletcher checksum, if that matches.
fn checked(fragment: &str) -> Option<Vec<u8>> {
    let code = fragment.strip_prefix(['1', '2']).filter(|code| code.len() <= LONGEST)?;
    let mut bytes = base64(code, Minus::LastButOne).ok()?;
    let sum = bytes.split_off(bytes.len().checked_sub(2)?);
    let add = |(a, b): (u16, u16), byte: &u8| {
        let a = (a + u16::from(*byte)) % 255;
        (a, (a + b) % 255)
    };
    let (a, b) = bytes.iter().fold((0, 0), add);
    (!bytes.is_empty() && u16::from(sum[0]) == b && u16::from(sum[1]) == a).then_some(bytes)
}

fn decode(fragment: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    if let Some(text) = fragment.strip_prefix(TEXT) {
        // Links within links might never end.
        return match text.contains("://") {
            true => Err(assemble::syntax("a link within a link")),
            false => super::read(&text.replace('+', " "), options),
        };
    }
    let bytes = checked(fragment).unwrap_or_default();
    let broken = || links::broken("page's", "it is damaged");
    let mut bits = Bits { bytes: &bytes, at: 0 };
    let (puzzle, symbols, has_notes) = board(&mut bits, options).ok_or_else(broken)??;
    let drawn = match fragment.starts_with('2') {
        true => drawn(&mut bits, puzzle.shape()).ok_or_else(broken)?,
        false => [false; 3],
    };
    let mut record = Record::new(puzzle).with_symbols(symbols);
    let left_out = ["notes", "marks in the middle", "colours", "lines"].into_iter();
    let left_out = left_out.zip([has_notes].into_iter().chain(drawn)).filter(|(_, is_there)| *is_there);
    record.notes.extend(left_out.map(|(what, _)| Note::LeftOut { what: what.to_owned() }));
    Ok(record)
}

/// The puzzle with further rules that a link contains as a text. That is usually JSON, in which `+` is written `%2B`.
fn read_variant(text: &str, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    let code = links::code(text, code).ok()?;
    let text = code.strip_prefix(TEXT).filter(|text| !text.contains("://"))?;
    match super::read_any(text, &ReadOptions { rules: Vec::new(), ..options.clone() }) {
        Ok(AnyRecord::Variant(record)) => Some(Ok(record)),
        Err(invalid) if text.starts_with('{') => Some(Err(invalid)),
        // Mistakes in any other text are reported when it is read as a classic puzzle.
        Ok(AnyRecord::Classic(_)) | Err(_) => None,
    }
}

/// Whether there are marks in the middle of cells, colours, or lines; `None` if the link is damaged.
fn drawn(bits: &mut Bits<'_>, shape: Shape) -> Option<[bool; 3]> {
    const COLORS: usize = 9;
    let optional = |bits: &mut Bits<'_>, width| if bits.number(1)? == 1 { bits.number(width) } else { Some(0) };
    let (mut has_centres, mut has_colors) = (false, false);
    for _ in shape.cells() {
        has_centres |= optional(bits, shape.side())? > 0;
        has_colors |= optional(bits, COLORS)? > 0;
    }
    for _ in shape.cells() {
        if bits.number(1)? == 1 {
            for _ in 0..shape.side() {
                has_colors |= Some(optional(bits, 4)?).filter(|color| *color <= COLORS)? > 0;
            }
        }
    }
    let lines = bits.number(10)?;
    for _ in 0..lines {
        bits.number(20)?;
    }
    Some([has_centres, has_colors, lines > 0])
}

/// The puzzle, its symbols, and whether the player has made notes; `None` if the link is damaged.
fn board(bits: &mut Bits<'_>, options: &ReadOptions) -> Option<Result<(Puzzle, Symbols, bool), Invalid>> {
    let shape = Shape::new(bits.number(5)?, bits.number(5)?).ok().filter(|shape| shape.side() <= LARGEST_SIDE)?;
    if options.shape.is_some_and(|asked| asked != shape) || !options.may_have_side(shape.side()) {
        return Some(Err(assemble::syntax(format!("a board of shape {shape}, which is not the one expected"))));
    }
    let mut symbols = Symbols::for_side(shape.side());
    if bits.number(1)? == 1 {
        let length = bits.number(8)?;
        let name: Option<Vec<u8>> = (0..length).map(|_| bits.number(8).map(|byte| byte as u8)).collect();
        let named: Symbols = String::from_utf8(name?).ok()?.parse().ok()?;
        symbols = Some(named).filter(|named| named.side() == shape.side())?;
    }
    let width = (usize::BITS - (shape.side() - 1).leading_zeros()).max(1) as usize;
    let (mut puzzle, mut has_notes) = (Puzzle::empty(shape), false);
    let cell_digit =
        |bits: &mut Bits<'_>| bits.number(width).filter(|index| *index < shape.side()).map(Digit::from_index);
    for cell in shape.cells() {
        if bits.number(1)? == 0 {
            continue;
        }
        if bits.number(1)? == 0 {
            puzzle.give(cell, cell_digit(bits)?);
            continue;
        }
        if bits.number(1)? == 0 {
            puzzle.place(cell, cell_digit(bits)?);
            continue;
        }
        // First the candidates that the puzzle rules out, then those that the player struck out, then the notes.
        for kind in 0..3 {
            let digits = if bits.number(1)? == 1 { bits.number(shape.side())? } else { 0 };
            has_notes |= kind == 2 && digits > 0;
            if kind < 2 {
                remove(&mut puzzle, cell, digits);
            }
        }
    }
    Some(Ok((puzzle, options.symbols.clone().unwrap_or(symbols), has_notes)))
}

fn remove(puzzle: &mut Puzzle, cell: Cell, digits: usize) {
    let removed = puzzle.shape().digits().filter(|digit| digits >> digit.index() & 1 == 1);
    removed.for_each(|digit| puzzle.remove_candidate(cell, digit));
}

/// The bits of a link, the highest bit of each byte first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn number(&mut self, width: usize) -> Option<usize> {
        let mut number = 0;
        for _ in 0..width {
            number = 2 * number + usize::from(self.bytes.get(self.at / 8)? >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read;

    /// A given, a placed digit, a candidate that was struck out, and a note.
    const STATE: &str = "1EJeejIAAd1M";

    #[test]
    fn what_the_page_writes() {
        let record = read(&format!("https://example.org/sudoku/#{STATE}"), &ReadOptions::default()).unwrap();
        let shape = record.puzzle.shape();
        assert_eq!(shape.to_string(), "2x2");
        assert_eq!(record.puzzle.givens().collect::<Vec<_>>(), [(Cell::new(0), Digit::from_index(3))]);
        assert_eq!(record.puzzle.placed().collect::<Vec<_>>(), [(Cell::new(1), Digit::from_index(1))]);
        assert_eq!(record.puzzle.removed().map(|removed| removed.iter().count()), Some(1));
        assert_eq!(record.notes, [Note::LeftOut { what: "notes".to_owned() }]);
        let text = format!("https://example.org/#p={}", "1.34............".replace('.', "%2E"));
        assert_eq!(read(&text, &ReadOptions::default()).unwrap().puzzle.givens().count(), 3);
        let nested = read("https://example.org/#p=https://example.org/%23p=1", &ReadOptions::default());
        assert_eq!(nested.unwrap_err().to_string(), "a link within a link");
    }

    #[test]
    fn a_text_with_further_rules_is_a_variant() {
        let any = |text: &str| crate::notation::read_any(text, &ReadOptions::default());
        let json = r#"{"rows":4,"cols":4,"values":[1,4],"constraints":[{"type":"diagonal","direction":"+"}]}"#;
        let escaped = |json: &str| {
            let escape = |b: u8| match b {
                b'a'..=b'z' => char::from(b).to_string(),
                _ => format!("%{b:02X}"),
            };
            format!("https://example.org/#p={}", json.bytes().map(escape).collect::<String>())
        };
        let Ok(AnyRecord::Variant(record)) = any(&escaped(json)) else { panic!("no variant") };
        assert_eq!(record.puzzle.rules(), ["diagonal"]);
        assert!(any(&escaped(&json.replace('+', "*"))).unwrap_err().to_string().starts_with("constraint 1"));
        assert!(matches!(any("https://example.org/#p=1.34............"), Ok(AnyRecord::Classic(_))));
        let mistyped = any("https://example.org/#p=1.3y............").unwrap_err();
        assert_eq!(mistyped.to_string(), any("1.3y............").unwrap_err().to_string());
    }

    /// `#2` with a mark in the middle of a cell, two colours and a line; then with the mark alone.
    #[test]
    fn what_a_player_has_drawn_is_left_out_and_said() {
        let (all, mark) = ("2EJeQAAECBYAAAASoAACAAAj99Q", "2EJeQAAALAAAAAAAAN0M");
        for (link, expected) in
            [(all, &["marks in the middle", "colours", "lines"][..]), (mark, &["marks in the middle"])]
        {
            let record = read(&format!("https://example.org/#{link}"), &ReadOptions::default()).unwrap();
            assert_eq!(record.puzzle.filled().count(), 2);
            let expected = expected.iter().map(|what| Note::LeftOut { what: (*what).to_owned() });
            assert_eq!(record.notes, expected.collect::<Vec<_>>());
        }
        // A truncated link has no matching checksum, and even with one, bits would be missing.
        for end in 1..all.len() {
            assert!(read(&format!("https://example.org/#{}", &all[..end]), &ReadOptions::default()).is_err());
        }
    }

    #[test]
    fn damaged_links_are_not_read() {
        for i in 1..STATE.len() {
            for other in ["A", "Z", "_"].iter().filter(|other| **other != &STATE[i..=i]) {
                let text = format!("https://example.org/sudoku/#{}{other}{}", &STATE[..i], &STATE[i + 1..]);
                if let Ok(record) = read(&text, &ReadOptions::default()) {
                    // The changed bits are left over by base64.
                    assert!(i == STATE.len() - 1 && record.puzzle.givens().count() == 1, "{text}");
                }
            }
        }
    }
}
