//! Iterating over the lines of a text that may not be complete yet.

use std::borrow::Cow;

/// More text is needed to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NeedMore;

/// A decision about a text that may still continue.
pub(super) type Decision<T> = Result<T, NeedMore>;

/// A part of a text: where it begins and ends, and the number of its first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u64,
}

impl Span {
    /// The span that begins here and has another end.
    pub(super) fn until(self, end: usize) -> Span {
        Span { end, ..self }
    }
}

/// Replaces full-width characters, keycaps, dashes, and the squares and dots that mean blanks by plain characters.
pub(super) fn plain(text: Cow<'_, str>) -> Cow<'_, str> {
    // (Most texts are ASCII, and most others have none of these.)
    if text.is_ascii() || text.chars().all(|c| plain_character(c) == Some(c)) {
        return text;
    }
    Cow::Owned(text.chars().filter_map(plain_character).collect())
}

fn plain_character(c: char) -> Option<char> {
    match c {
        // A keycap is a figure and two marks. A zero-width space is nothing.
        '\u{20e3}' | '\u{fe0f}' | '\u{200b}' => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + u32::from('!')),
        '\u{2013}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '⬜' | '⬛' | '□' | '■' | '▫' | '◻' | '•' | '∙' | '⋅' => Some('.'),
        c => Some(c),
    }
}

/// A text in which bytes that are not UTF-8 are replaced. (The standard library's function examines each byte by itself,
/// even if there is nothing to replace.)
pub(super) fn lossy(text: &[u8]) -> Cow<'_, str> {
    str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed)
}

/// A text of the same length, in which every byte that is not ASCII becomes a character that no board has.
pub(super) fn ascii(text: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(text) {
        Ok(ascii) if text.is_ascii() => Cow::Borrowed(ascii),
        _ => Cow::Owned(text.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '~' }).collect()),
    }
}

/// The number of line ends in a text.
pub(super) fn line_ends(text: &[u8]) -> u64 {
    // A byte can count up to this many, and bytes are added many at a time.
    let ends = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    text.chunks(usize::from(u8::MAX)).map(|part| u64::from(ends(part))).sum()
}

/// Where the first line of a text ends, if it does. (This tests many bytes at a time, which `position` alone does not.)
fn line_end(text: &[u8]) -> Option<usize> {
    const STEP: usize = 32;
    let has_none = |part: &&[u8]| !part.iter().fold(false, |found, byte| found | (*byte == b'\n'));
    let before = STEP * text.chunks_exact(STEP).take_while(has_none).count();
    text[before..].iter().position(|byte| *byte == b'\n').map(|length| before + length)
}

/// The byte that ends a text file under DOS.
const END_MARK: u8 = 0x1a;

/// The lines of a text from some position on. Line ends may be those of Unix or of Windows; a line that has no end yet
/// counts only if the text is complete.
///
/// Tags that follow one another on a line, as in XML, count as lines of their own, with the same number.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
    last: bool,
    tags: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8], line: u64, last: bool) -> Lines<'a> {
        Lines { text, at: 0, line, last, tags: false }
    }

    /// Whether `<` begins a tag.
    pub(super) fn with_tags(self, tags: bool) -> Lines<'a> {
        Lines { tags, ..self }
    }

    pub(super) fn skip_byte_order_mark(&mut self) {
        if self.text[self.at..].starts_with("\u{feff}".as_bytes()) {
            self.at += 3;
        }
    }

    /// The whole text.
    pub(super) fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Whether no more text will come.
    pub(super) fn is_last(&self) -> bool {
        self.last
    }

    /// The next line; `None` if the text is complete and ends here.
    pub(super) fn following(&mut self) -> Decision<Option<Span>> {
        match self.next() {
            None if !self.last => Err(NeedMore),
            next => Ok(next),
        }
    }

    /// The lines after the one that ends here.
    pub(super) fn behind(mut self, end: usize) -> Lines<'a> {
        self.by_ref().take_while(|span| span.end < end).for_each(drop);
        self
    }

    /// The content of a line, without its end. Bytes that are not UTF-8 are replaced.
    pub(super) fn content(&self, span: Span) -> Cow<'a, str> {
        plain(lossy(&self.text[span.start..span.end]))
    }
}

impl Iterator for Lines<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let rest = &self.text[self.at..];
        if let Some((length, next)) = if self.tags { tag_before_tag(rest) } else { None } {
            let span = Span { start: self.at, end: self.at + length, line: self.line };
            self.at += next;
            return Some(span);
        }
        let (length, next) = match line_end(rest) {
            Some(length) => (length, length + 1),
            // Old files end with a mark.
            None if self.last && !rest.is_empty() => {
                (rest.iter().rposition(|b| *b != END_MARK).map_or(0, |last| last + 1), rest.len())
            }
            None => return None,
        };
        let length = if rest[..length].ends_with(b"\r") { length - 1 } else { length };
        let span = Span { start: self.at, end: self.at + length, line: self.line };
        self.at += next;
        self.line += 1;
        Some(span)
    }
}

/// Where a tag at the beginning of the text ends, and where another tag begins after it on the same line.
fn tag_before_tag(text: &[u8]) -> Option<(usize, usize)> {
    let blanks = |from: usize| text[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let start = blanks(0);
    if text.get(start) != Some(&b'<') {
        return None;
    }
    for (i, b) in text.iter().enumerate().skip(start) {
        match b {
            b'\n' => return None,
            b'>' => {
                let next = i + 1 + blanks(i + 1);
                if text.get(next) == Some(&b'<') {
                    return Some((i + 1, next));
                }
            }
            _ => {}
        }
    }
    None
}
